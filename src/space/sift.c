/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of interactions have lists of their own, which are parts of a common one: each vector of
 * partners is measured once and packed to the left into the lists it belongs to.
 */
#include "space/sift.h"

#include "base/simd_pack.h"

#include <string.h>

/* Where the sites that pad the list begin. */
MD_INLINE const int32_t *real_end(const struct md_neighbors *neighbors, size_t i)
{
    const int32_t *begin = neighbors->partner[i], *end = begin + neighbors->number[i];
    int32_t far = (int32_t)(neighbors->atoms + neighbors->ghosts);
    while (end > begin && end[-1] == far)
        end--;
    return end;
}

MD_INLINE unsigned between(mdv r2, mdv least, mdv most)
{
    return mdv_bits(mdv_less_equal(least, r2)) & mdv_bits(mdv_less_equal(r2, most));
}

/* Bit k: whether the k-th of these sites has a type that may pass. */
MD_INLINE unsigned of_types(const double *site, const int32_t *partner, const bool *types)
{
    unsigned bits = 0;
    for (int k = 0; k < MDV_WIDTH; k++)
        bits |= (unsigned)types[(ptrdiff_t)site[4 * (ptrdiff_t)partner[k] + 3]] << k;
    return bits;
}

/* n, drop and typed are constants: a loop of its own for each common case, bounds in registers. */
MD_INLINE void sift_list(const struct md_neighbors *neighbors, const double *site, size_t i,
                         struct md_sift_target *target, const int n, const bool drop,
                         const bool typed)
{
    const int32_t *end = real_end(neighbors, i);
    const mdv x = mdv_set(site[4 * i]), y = mdv_set(site[4 * i + 1]), z = mdv_set(site[4 * i + 2]);
    mdv least[MD_SIFT_TARGETS], most[MD_SIFT_TARGETS];
    int32_t *out[MD_SIFT_TARGETS];
#pragma GCC unroll 4
    for (int t = 0; t < n; t++) {
        least[t] = mdv_set(target[t].keep[0]);
        most[t] = mdv_set(target[t].keep[1]);
        out[t] = target[t].out;
    }
    for (const int32_t *partner = neighbors->partner[i]; partner < end; partner += MDV_WIDTH) {
        const double *at[MDV_WIDTH];
        mdv dx, dy, dz;
        mdv_records(site, partner, at);
        mdv_load3(at, &dx, &dy, &dz);
        dx = mdv_sub(x, dx);
        dy = mdv_sub(y, dy);
        dz = mdv_sub(z, dz);
        mdv r2 = mdv_fma(dz, dz, mdv_fma(dy, dy, mdv_mul(dx, dx)));
        unsigned real = end - partner < MDV_WIDTH ? (1u << (end - partner)) - 1 : ~0u;
#pragma GCC unroll 4
        for (int t = 0; t < n; t++) {
            unsigned bits = between(r2, least[t], most[t]) & real;
            if (drop)
                bits &= ~between(r2, mdv_set(target[t].drop[0]), mdv_set(target[t].drop[1]));
            if (typed && target[t].types)
                bits &= of_types(site, partner, target[t].types);
            out[t] += mdv_pack(out[t], partner, bits);
        }
    }
#pragma GCC unroll 4
    for (int t = 0; t < n; t++)
        target[t].count = (size_t)(out[t] - target[t].out);
}

void MD_ISA_NAME(md_sift)(const struct md_neighbors *neighbors, const double *site, size_t i,
                          struct md_sift_target *target, int targets)
{
    bool drop = false, typed = false;
    for (int t = 0; t < targets; t++) {
        drop = drop || target[t].drop[0] <= target[t].drop[1];
        typed = typed || target[t].types;
    }
    if (targets == 2 && !drop && !typed)
        sift_list(neighbors, site, i, target, 2, false, false);
    else if (targets == 3 && !drop && !typed)
        sift_list(neighbors, site, i, target, 3, false, false);
    else if (targets == 4 && !drop && !typed)
        sift_list(neighbors, site, i, target, 4, false, false);
    else
        sift_list(neighbors, site, i, target, targets, true, true);
}

/* Bit k: whether the k-th of a vector of partners is within the square of a distance. */
MD_INLINE unsigned within(const double *site, const int32_t *partner, const mdv x[3], mdv square)
{
    const double *at[MDV_WIDTH];
    mdv dx, dy, dz;
    mdv_records(site, partner, at);
    mdv_load3(at, &dx, &dy, &dz);
    dx = mdv_sub(x[0], dx);
    dy = mdv_sub(x[1], dy);
    dz = mdv_sub(x[2], dz);
    mdv r2 = mdv_fma(dz, dz, mdv_fma(dy, dy, mdv_mul(dx, dx)));
    return mdv_bits(mdv_less_equal(r2, square));
}

size_t MD_ISA_NAME(md_sift_groups)(const struct md_neighbors *neighbors, size_t i, double square,
                                   const bool *types, int32_t *out)
{
    const double *site = neighbors->site;
    const int32_t *group = neighbors->partner[i], *end = group + neighbors->number[i];
    const mdv x[3] = {mdv_set(site[4 * i]), mdv_set(site[4 * i + 1]), mdv_set(site[4 * i + 2])};
    const mdv most = mdv_set(square);
    const int32_t padding = neighbors->padding;
    size_t count = 0;
    for (; group < end; group += padding) {
        unsigned bits = 0;
        for (int32_t k = 0; k < padding; k += MDV_WIDTH) {
            unsigned some = within(site, group + k, x, most);
            bits |= types && some ? some & of_types(site, group + k, types) : some;
        }
        if (bits == 0)
            continue;
        memcpy(out + count, group, (size_t)padding * sizeof *out);
        count += (size_t)padding;
    }
    return count;
}
