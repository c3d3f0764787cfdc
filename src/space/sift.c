/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A class of interactions has a list of its own, which is a part of the common one: each vector of
 * partners is measured once and packed to the left into one of two lists.
 */
#include "space/sift.h"

#include "base/simd_pack.h"

/* Where the sites that pad the list begin. */
MD_INLINE const int32_t *real_end(const struct md_neighbors *neighbors, size_t i)
{
    const int32_t *begin = neighbors->partner[i], *end = begin + neighbors->number[i];
    int32_t far = (int32_t)(neighbors->atoms + neighbors->ghosts);
    while (end > begin && end[-1] == far)
        end--;
    return end;
}

MD_INLINE unsigned between(mdv r2, const mdv bounds[2])
{
    return mdv_bits(mdv_less_equal(bounds[0], r2)) & mdv_bits(mdv_less_equal(r2, bounds[1]));
}

/* Bit k: whether the k-th of these sites has a type that may pass. */
MD_INLINE unsigned of_types(const double *site, const int32_t *partner, const bool *types)
{
    unsigned bits = 0;
    for (int k = 0; k < MDV_WIDTH; k++)
        bits |= (unsigned)types[(ptrdiff_t)site[4 * (ptrdiff_t)partner[k] + 3]] << k;
    return bits;
}

MD_INLINE void sift_list(const struct md_neighbors *neighbors, const double *site, size_t i,
                         const struct md_sift_bounds *bounds, const bool *types,
                         int32_t *const out[2], size_t count[2], const bool typed)
{
    const int32_t *end = real_end(neighbors, i);
    const mdv x = mdv_set(site[4 * i]), y = mdv_set(site[4 * i + 1]), z = mdv_set(site[4 * i + 2]);
    const mdv keep[2] = {mdv_set(bounds->keep[0]), mdv_set(bounds->keep[1])};
    const mdv plain[2] = {mdv_set(bounds->plain[0]), mdv_set(bounds->plain[1])};
    int32_t *first = out[0], *second = out[1];
    for (const int32_t *partner = neighbors->partner[i]; partner < end; partner += MDV_WIDTH) {
        const double *at[MDV_WIDTH];
        mdv dx, dy, dz;
        mdv_records(site, partner, at);
        mdv_load3(at, &dx, &dy, &dz);
        dx = mdv_sub(x, dx);
        dy = mdv_sub(y, dy);
        dz = mdv_sub(z, dz);
        mdv r2 = mdv_fma(dz, dz, mdv_fma(dy, dy, mdv_mul(dx, dx)));
        unsigned passed = between(r2, keep), safe = between(r2, plain);
        if (end - partner < MDV_WIDTH)
            passed &= (1u << (end - partner)) - 1;
        if (typed)
            passed &= of_types(site, partner, types);
        first += mdv_pack(first, partner, passed & safe);
        second += mdv_pack(second, partner, passed & ~safe);
    }
    count[0] = (size_t)(first - out[0]);
    count[1] = (size_t)(second - out[1]);
}

void MD_ISA_NAME(md_sift)(const struct md_neighbors *neighbors, const double *site, size_t i,
                          const struct md_sift_bounds *bounds, const bool *types,
                          int32_t *const out[2], size_t count[2])
{
    if (types)
        sift_list(neighbors, site, i, bounds, types, out, count, true);
    else
        sift_list(neighbors, site, i, bounds, NULL, out, count, false);
}
