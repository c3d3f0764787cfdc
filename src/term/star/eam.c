/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The embedded-atom method [M. S. Daw and M. I. Baskes, Phys. Rev. B 29 (1984) 6443],
 *
 *     E = sum_i F_i(rho_i) + 1/2 sum_i sum_j phi_ij(r_ij),    rho_i = sum_j rho_ji(r_ij),
 *
 * with functions from tables: rho_ji is the density that j gives to i.  As elements: a pair term is
 * an element of two atoms, an embedding term one of an atom (the first) and all partners it has.
 *
 * The list is full, so each atom could do its work alone in two passes, each with the splines of
 * all its partners.  Instead the first pass does nearly everything:
 *
 *   pass 0  packs the partners within the cutoff (of the list's many, little more than half);
 *           evaluates all splines at once, since the coefficients of an interval lie together; sums
 *           density, pair forces and sum_j rho_ji'(r) d/r; then knows F_i' and adds the force of
 *           the atom's own embedding term and copies F' to the atom's ghosts, beside their
 *           positions.  It keeps the packed list and rho_ij'(r)/r of each pair;
 *   pass 1  adds the forces of the partners' embedding terms, -sum_j F_j' rho_ij'(r) d/r: no root,
 *           no spline, one multiplication more than it has to read.
 *
 * What pass 0 keeps is much, three times a neighbour list.  So pass 1 follows a block of atoms as
 * soon as it can (force/waves.h), and its room, a slot, serves another.
 *
 * The embedding terms alone are the same without the pairs' sums.  The pair terms alone are one
 * pass (or their part in a shell of distance): what such a pass does not use is not evaluated.
 *
 * Energy and virial belong to pass 0 alone: an embedding term's virial is -F_i' sum_j rho_ji' d
 * d/r. Nothing is written by two threads, and all sums run in the order of the list.
 */
#include "term/star/eam.h"
#include "base/simd_pack.h"
#include "term/pair_loop.h"

#include <math.h>
#include <string.h>

#define PAIR_CAN_SPAN MD_CAN_SPAN

struct eam_value {
    mdv density;                      /* that the partner gives */
    mdv taken;                        /* its derivative over r */
    mdv given;                        /* that of the density the atom gives */
    mdv force;                        /* -phi'(r) / r */
    mdv energy;                       /* phi(r) */
    mdv density_curvature, curvature; /* rho'' and phi'' */
};

/* c[0] + c[1] t + c[2] t^2 + c[3] t^3 and its derivatives. */
MD_INLINE mdv cubic(const mdv c[4], mdv t)
{
    return mdv_fma(mdv_fma(mdv_fma(c[3], t, c[2]), t, c[1]), t, c[0]);
}

MD_INLINE mdv cubic_slope(const mdv c[4], mdv t)
{
    mdv twice = mdv_add(c[2], c[2]), thrice = mdv_mul(mdv_set(3.0), c[3]);
    return mdv_fma(mdv_fma(thrice, t, twice), t, c[1]);
}

MD_INLINE mdv cubic_curvature(const mdv c[4], mdv t)
{
    mdv twice = mdv_add(c[2], c[2]), six = mdv_mul(mdv_set(6.0), c[3]);
    return mdv_fma(six, t, twice);
}

/*
 * All functions of a vector of pairs.  Tables end with a record of zeros, which lanes beyond the
 * cutoff (the site that pads lists) are sent to; lanes within the cutoff but beyond the last
 * interval stay at its end.
 */
MD_INLINE struct eam_value evaluate(const struct md_eam *eam, const double *const table[MDV_WIDTH],
                                    mdv r2, const bool many, const bool energy,
                                    const bool curvature)
{
    const size_t size = many ? MD_EAM_RECORD_MANY : MD_EAM_RECORD_ONE;
    const mdv per_dr = mdv_set(eam->per_dr), last = mdv_set(eam->nr - 2);
    struct eam_value value = {0};
    const double *record[MDV_WIDTH];
    int32_t index[MDV_WIDTH];
    mdv a[4], b[4];

    mdv r = mdv_sqrt(r2), inverse = mdv_div(mdv_set(1.0), r), at = mdv_mul(r, per_dr);
    mdv_mask inside = mdv_less(r2, mdv_set(eam->cutoff_sq));
    mdv end = mdv_select(inside, mdv_min(at, last), mdv_set(eam->nr - 1));
    mdv t = mdv_min(mdv_sub(at, mdv_whole(end, index)), mdv_set(1.0));
    mdv per_r = mdv_mul(per_dr, inverse);
    for (int k = 0; k < MDV_WIDTH; k++)
        record[k] = table[k] + size * (size_t)index[k];

    mdv_load4(record, &a[0], &a[1], &a[2], &a[3]);
    value.density = cubic(a, t);
    value.taken = mdv_mul(cubic_slope(a, t), per_r);
    for (int k = 0; k < MDV_WIDTH; k++)
        record[k] += 4;
    mdv_load4(record, &b[0], &b[1], &b[2], &b[3]);
    /* phi = z/r, phi' = (z' - phi)/r, phi'' = (z'' - 2 phi')/r */
    mdv phi = mdv_mul(cubic(b, t), inverse);
    mdv slope = mdv_mul(mdv_fms(cubic_slope(b, t), per_dr, phi), inverse);
    value.force = mdv_sub(mdv_zero(), mdv_mul(slope, inverse));
    value.given = value.taken;
    if (energy)
        value.energy = phi;
    if (curvature) {
        mdv square = mdv_mul(per_dr, per_dr);
        value.density_curvature = mdv_mul(cubic_curvature(a, t), square);
        value.curvature =
            mdv_mul(mdv_fms(cubic_curvature(b, t), square, mdv_add(slope, slope)), inverse);
    }
    if (many) {
        for (int k = 0; k < MDV_WIDTH; k++)
            record[k] += 4;
        mdv_load4(record, &a[0], &a[1], &a[2], &a[3]);
        value.given = mdv_mul(cubic_slope(a, t), per_r);
    }
    return value;
}

struct embedding {
    double energy, slope, curvature;
};

/* F, F' and F''.  Beyond the last density the energy goes on along a line. */
static struct embedding embed(const struct md_eam *eam, int type, double density)
{
    double at = density * eam->per_drho, last = eam->nrho - 2;
    at = at < 1e9 ? at : 1e9;
    double whole = at < last ? at : last;
    size_t k = whole > 0.0 ? (size_t)whole : 0;
    double t = at - (double)k;
    t = t < 1.0 ? t : 1.0;
    const double *c = eam->embed_of[type] + 4 * k;
    struct embedding value = {
        .energy = ((c[3] * t + c[2]) * t + c[1]) * t + c[0],
        .slope = ((3.0 * c[3] * t + 2.0 * c[2]) * t + c[1]) * eam->per_drho,
        .curvature = (6.0 * c[3] * t + 2.0 * c[2]) * eam->per_drho * eam->per_drho,
    };
    if (density > eam->rho_max) {
        value.energy += value.slope * (density - eam->rho_max);
        value.curvature = 0.0;
    }
    return value;
}

/* ------------------------------------------------------------------ pass 0 */

/* Packs the partners of atom i within the cutoff; returns how many, padded to whole vectors. */
MD_INLINE int32_t pack_near(const struct md_eam *eam, const struct md_neighbors *neighbors,
                            size_t i, int32_t *near)
{
    const double *site = neighbors->site;
    const int32_t *partner = neighbors->partner[i], *end = partner + neighbors->number[i];
    const mdv x = mdv_set(site[4 * i]), y = mdv_set(site[4 * i + 1]), z = mdv_set(site[4 * i + 2]);
    const mdv square = mdv_set(eam->cutoff_sq);
    size_t found = 0;
    for (; partner < end; partner += MDV_WIDTH) {
        const double *at[MDV_WIDTH];
        mdv dx, dy, dz;
        mdv_records(site, partner, at);
        mdv_load3(at, &dx, &dy, &dz);
        mdv r2 = pair_square(mdv_sub(x, dx), mdv_sub(y, dy), mdv_sub(z, dz));
        found += mdv_pack(near + found, partner, mdv_bits(mdv_less(r2, square)));
    }
    while (found % MDV_WIDTH != 0)
        near[found++] = (int32_t)(neighbors->atoms + neighbors->ghosts);
    return (int32_t)found;
}

struct near_sums {
    mdv density, force[3], taken[3];
    struct pair_sums pair, embedding; /* only with a tally */
};

MD_INLINE void sum_near(const struct md_eam *eam, const struct md_neighbors *neighbors, size_t i,
                        const int32_t *near, int32_t count, double *slope, struct near_sums *sums,
                        const bool many, const bool tally, const bool pairs)
{
    const double *site = neighbors->site;
    const mdv x = mdv_set(site[4 * i]), y = mdv_set(site[4 * i + 1]), z = mdv_set(site[4 * i + 2]);
    const double *const *row =
        eam->pair_of + (many ? (size_t)site[4 * i + 3] * (size_t)(eam->types + 1) : 0);
    const double *one = eam->pair_of[eam->types + 2];
    for (int32_t n = 0; n < count; n += MDV_WIDTH) {
        const double *at[MDV_WIDTH], *table[MDV_WIDTH];
        mdv dx, dy, dz;
        mdv_records(site, near + n, at);
        mdv_load3(at, &dx, &dy, &dz);
        dx = mdv_sub(x, dx);
        dy = mdv_sub(y, dy);
        dz = mdv_sub(z, dz);
        for (int k = 0; k < MDV_WIDTH; k++)
            table[k] = many ? row[(ptrdiff_t)at[k][3]] : one;
        struct eam_value value = evaluate(eam, table, pair_square(dx, dy, dz), many, tally, false);
        mdv_store(slope + n, value.given);
        sums->density = mdv_add(sums->density, value.density);
        if (pairs) {
            sums->force[0] = mdv_fma(value.force, dx, sums->force[0]);
            sums->force[1] = mdv_fma(value.force, dy, sums->force[1]);
            sums->force[2] = mdv_fma(value.force, dz, sums->force[2]);
        }
        sums->taken[0] = mdv_fma(value.taken, dx, sums->taken[0]);
        sums->taken[1] = mdv_fma(value.taken, dy, sums->taken[1]);
        sums->taken[2] = mdv_fma(value.taken, dz, sums->taken[2]);
        if (tally && pairs)
            pair_sums_add(&sums->pair, value.energy, value.force, dx, dy, dz);
        if (tally)
            pair_sums_add(&sums->embedding, mdv_zero(), value.taken, dx, dy, dz);
    }
}

/* An atom's part: its embedding term, of which pair_sums_store takes half, and half of each pair.
 */
MD_INLINE void tally_atom(const struct near_sums *sums, struct embedding value,
                          struct md_tally_sums *tally)
{
    double *row = md_exact_rows_next(&tally->part[MD_PART_PAIR]), virial[MD_EXACT_COLUMNS];
    pair_sums_store(&sums->pair, row);
    pair_sums_store(&sums->embedding, virial);
    row[MD_TALLY_ENERGY] += value.energy;
    for (int k = 0; k < 6; k++)
        row[MD_TALLY_VIRIAL + k] -= 2.0 * value.slope * virial[MD_TALLY_VIRIAL + k];
    md_exact_rows_push_here(&tally->part[MD_PART_PAIR]);
}

/* Positions and F' of the share's own ghosts. */
static void point_ghosts(struct md_eam *eam, const struct md_neighbors *neighbors,
                         struct md_share share)
{
    const struct md_neighbor_block *block = &neighbors->block[share.begin / MD_SUM_BLOCK];
    for (size_t k = block->image_begin; k < block->image_end; k++) {
        size_t s = (size_t)neighbors->image[k];
        double *point = eam->point + 4 * s;
        memcpy(point, neighbors->site + 4 * s, 3 * sizeof *point);
        point[3] = eam->point[4 * (size_t)neighbors->owner[s] + 3];
    }
}

MD_INLINE void first_pass(struct md_eam *eam, const struct md_neighbors *neighbors,
                          struct md_share share, md_vec3 *f, struct md_tally_sums *tally,
                          const bool many, const bool tallied, const bool pairs)
{
    int32_t *near = eam->near + share.slot * eam->near_room;
    int32_t *count = eam->count + share.slot * MD_SUM_BLOCK;
    double *slope = eam->slope + share.slot * eam->near_room;
    for (size_t i = share.begin; i < share.end; i++) {
        const double *site = neighbors->site + 4 * i;
        struct near_sums sums = {0};
        int32_t number = pack_near(eam, neighbors, i, near);
        sum_near(eam, neighbors, i, near, number, slope, &sums, many, tallied, pairs);
        count[i - share.begin] = number;
        near += number;
        slope += number;
        struct embedding value = embed(eam, (int)site[3], mdv_sum(sums.density));
        for (int k = 0; k < 3; k++) {
            f[i][k] +=
                (pairs ? mdv_sum(sums.force[k]) : 0.0) - value.slope * mdv_sum(sums.taken[k]);
            eam->point[4 * i + (size_t)k] = site[k];
        }
        eam->point[4 * i + 3] = value.slope;
        if (tallied)
            tally_atom(&sums, value, tally);
    }
    point_ghosts(eam, neighbors, share);
}

/* ------------------------------------------------------------------ pass 1 */

static void last_pass(const struct md_eam *eam, struct md_share share, md_vec3 *f)
{
    const double *point = eam->point;
    const int32_t *near = eam->near + share.slot * eam->near_room;
    const int32_t *count = eam->count + share.slot * MD_SUM_BLOCK;
    const double *slope = eam->slope + share.slot * eam->near_room;
    for (size_t i = share.begin; i < share.end; i++) {
        const mdv x = mdv_set(point[4 * i]), y = mdv_set(point[4 * i + 1]);
        const mdv z = mdv_set(point[4 * i + 2]);
        const int32_t number = count[i - share.begin];
        mdv fx = mdv_zero(), fy = mdv_zero(), fz = mdv_zero();
        for (int32_t n = 0; n < number; n += MDV_WIDTH) {
            const double *at[MDV_WIDTH];
            mdv dx, dy, dz, embedding;
            mdv_records(point, near + n, at);
            mdv_load4(at, &dx, &dy, &dz, &embedding);
            mdv force = mdv_mul(embedding, mdv_load(slope + n));
            fx = mdv_fma(force, mdv_sub(dx, x), fx);
            fy = mdv_fma(force, mdv_sub(dy, y), fy);
            fz = mdv_fma(force, mdv_sub(dz, z), fz);
        }
        f[i][0] += mdv_sum(fx);
        f[i][1] += mdv_sum(fy);
        f[i][2] += mdv_sum(fz);
        near += number;
        slope += number;
    }
}

/* ------------------------------------------------------------------ the pair terms alone */

MD_INLINE void pair_terms_of(const struct md_eam *eam, const struct md_neighbors *neighbors,
                             size_t i, const int32_t *near, int32_t count,
                             const struct md_shell_lines *shell, double f[3], double *part,
                             const bool many, const bool tally, const bool shelled)
{
    struct pair_sums sums = {0};
    const double *site = neighbors->site;
    const mdv x = mdv_set(site[4 * i]), y = mdv_set(site[4 * i + 1]), z = mdv_set(site[4 * i + 2]);
    const double *const *row =
        eam->pair_of + (many ? (size_t)site[4 * i + 3] * (size_t)(eam->types + 1) : 0);
    const double *one = eam->pair_of[eam->types + 2];
    mdv fx = mdv_zero(), fy = mdv_zero(), fz = mdv_zero();
    for (int32_t n = 0; n < count; n += MDV_WIDTH) {
        const double *at[MDV_WIDTH], *table[MDV_WIDTH];
        mdv dx, dy, dz;
        mdv_records(site, near + n, at);
        mdv_load3(at, &dx, &dy, &dz);
        dx = mdv_sub(x, dx);
        dy = mdv_sub(y, dy);
        dz = mdv_sub(z, dz);
        for (int k = 0; k < MDV_WIDTH; k++)
            table[k] = many ? row[(ptrdiff_t)at[k][3]] : one;
        mdv r2 = pair_square(dx, dy, dz);
        struct eam_value value = evaluate(eam, table, r2, many, tally || shelled, false);
        if (shelled)
            pair_shell(shell, r2, &value.force, &value.energy);
        fx = mdv_fma(value.force, dx, fx);
        fy = mdv_fma(value.force, dy, fy);
        fz = mdv_fma(value.force, dz, fz);
        if (tally)
            pair_sums_add(&sums, value.energy, value.force, dx, dy, dz);
    }
    mdv_add_sums(f, fx, fy, fz);
    if (tally)
        pair_sums_store(&sums, part);
}

/* The packed list serves one atom only: all of a share use the same room. */
MD_INLINE void pair_pass(struct md_eam *eam, const struct md_neighbors *neighbors,
                         struct md_share share, md_vec3 *f, struct md_tally_sums *tally,
                         const bool many, const bool tallied, const bool shelled)
{
    const struct md_shell_lines shell =
        shelled ? md_shell_lines(share.shell) : (struct md_shell_lines){0};
    int32_t *near = eam->near + share.slot * eam->near_room;
    for (size_t i = share.begin; i < share.end; i++) {
        int32_t count = pack_near(eam, neighbors, i, near);
        double *part = tallied ? md_exact_rows_next(&tally->part[MD_PART_PAIR]) : NULL;
        pair_terms_of(eam, neighbors, i, near, count, &shell, f[i], part, many, tallied, shelled);
        if (tallied)
            md_exact_rows_push_here(&tally->part[MD_PART_PAIR]);
    }
}

static void sum_pairs(struct md_eam *eam, const struct md_neighbors *neighbors,
                      struct md_share share, md_vec3 *f, struct md_tally_sums *tally)
{
    if (!eam->many && !share.shell)
        pair_pass(eam, neighbors, share, f, tally, false, tally != NULL, false);
    else if (!eam->many)
        pair_pass(eam, neighbors, share, f, tally, false, tally != NULL, true);
    else if (!share.shell)
        pair_pass(eam, neighbors, share, f, tally, true, tally != NULL, false);
    else
        pair_pass(eam, neighbors, share, f, tally, true, tally != NULL, true);
}

/* ------------------------------------------------------------------ all of it */

static void sum_embeddings(struct md_eam *eam, const struct md_neighbors *neighbors,
                           struct md_share share, md_vec3 *f, struct md_tally_sums *tally)
{
    if (eam->many)
        first_pass(eam, neighbors, share, f, tally, true, tally != NULL, false);
    else
        first_pass(eam, neighbors, share, f, tally, false, tally != NULL, false);
}

static void eam_sum(void *state, const struct md_system *system,
                    const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                    struct md_tally_sums *tally)
{
    struct md_eam *eam = state;
    (void)system;
    if (share.pass == 1)
        last_pass(eam, share, f);
    else if (share.terms == MD_TERM_PAIR)
        sum_pairs(eam, neighbors, share, f, tally);
    else if (share.terms == MD_TERM_EMBED)
        sum_embeddings(eam, neighbors, share, f, tally);
    else if (!eam->many && !tally)
        first_pass(eam, neighbors, share, f, NULL, false, false, true);
    else if (!eam->many)
        first_pass(eam, neighbors, share, f, tally, false, true, true);
    else if (!tally)
        first_pass(eam, neighbors, share, f, NULL, true, false, true);
    else
        first_pass(eam, neighbors, share, f, tally, true, true, true);
}

/* ------------------------------------------------------------------ one element */

/* The functions of atom 0 and atom j of an element; false: beyond the cutoff. */
MD_INLINE bool pair_at(const struct md_eam *eam, const struct md_element *element, int j,
                       double d[3], struct eam_value *value)
{
    const double *table[MDV_WIDTH];
    double r2 = 0.0;
    for (int k = 0; k < MDV_WIDTH; k++)
        table[k] = eam->pair_of[element->type[0] * (eam->types + 1) + element->type[j]];
    mdv v[3];
    for (int k = 0; k < 3; k++) {
        d[k] = element->x[0][k] - element->x[j][k];
        v[k] = mdv_set(d[k]);
    }
    mdv square = pair_square(v[0], v[1], v[2]);
    r2 = mdv_first(square);
    *value = eam->many ? evaluate(eam, table, square, true, true, true)
                       : evaluate(eam, table, square, false, true, true);
    return r2 < eam->cutoff_sq;
}

static double density_at(const struct md_eam *eam, const struct md_element *element)
{
    double density = 0.0, d[3];
    struct eam_value value;
    for (int j = 1; j < element->count; j++)
        if (pair_at(eam, element, j, d, &value))
            density += mdv_first(value.density);
    return density;
}

static enum md_status eam_one(const void *state, const struct md_element *element, double *energy,
                              double (*f)[3])
{
    const struct md_eam *eam = state;
    struct eam_value value;
    double d[3];
    for (int k = 0; k < 3; k++)
        f[0][k] = 0.0;
    *energy = 0.0;
    struct embedding term = {0};
    if (element->term == MD_EAM_EMBEDDING) {
        term = embed(eam, element->type[0], density_at(eam, element));
        *energy = term.energy;
    }
    for (int j = 1; j < element->count; j++) {
        bool inside = pair_at(eam, element, j, d, &value);
        double force = mdv_first(value.force);
        if (element->term == MD_EAM_EMBEDDING)
            force = -term.slope * mdv_first(value.taken);
        else if (inside)
            *energy += mdv_first(value.energy);
        for (int k = 0; k < 3; k++) {
            f[j][k] = inside ? -force * d[k] : 0.0;
            f[0][k] -= f[j][k];
        }
    }
    return MD_OK;
}

MD_INLINE double star_of(const struct md_eam *eam, int type, size_t count, const double *r2,
                         const int32_t *row, double *force, double *curvature, double *scratch,
                         const bool many)
{
    double *taken = scratch, *density_curvature = scratch + count;
    mdv density = mdv_zero(), energy = mdv_zero();
    for (size_t at = 0; at < count; at += MDV_WIDTH) {
        const double *table[MDV_WIDTH];
        for (size_t k = 0; k < MDV_WIDTH; k++)
            table[k] = eam->pair_of[row[at + k]];
        struct eam_value value = evaluate(eam, table, mdv_load(r2 + at), many, true, true);
        density = mdv_add(density, value.density);
        energy = mdv_add(energy, value.energy);
        mdv_store(force + at, value.force);
        mdv_store(curvature + at, value.curvature);
        mdv_store(taken + at, value.taken);
        mdv_store(density_curvature + at, value.density_curvature);
    }
    struct embedding term = embed(eam, type, mdv_sum(density));
    for (size_t k = 0; k < count; k++) {
        double slope_sq = taken[k] * taken[k] * r2[k];
        force[k] = 0.5 * force[k] - term.slope * taken[k];
        curvature[k] = fabs(0.5 * curvature[k] + term.slope * density_curvature[k]) +
                       fabs(term.curvature) * slope_sq;
        if (!(r2[k] < eam->cutoff_sq))
            force[k] = curvature[k] = 0.0;
    }
    return term.energy + 0.5 * mdv_sum(energy);
}

static double eam_star(const void *state, int type, size_t count, const double *r2,
                       const int32_t *row, double *force, double *curvature, double *scratch)
{
    const struct md_eam *eam = state;
    if (eam->many)
        return star_of(eam, type, count, r2, row, force, curvature, scratch, true);
    return star_of(eam, type, count, r2, row, force, curvature, scratch, false);
}

static double larger(double a, double b)
{
    return fmax(fabs(a), fabs(b));
}

/*
 * A pair term: as any pair potential, 2 max(|phi''|, |phi'|/r).  An embedding term has the Hessian
 *
 *     F'' g g^T + F' sum_j H_j,    g the gradient of the density, H_j that of rho_j0(r):
 *
 * |F''| |g|^2 bounds the first part.  The second is at most the Laplacian of a star whose edges
 * have the weights k_j = max(|rho''|, |rho'|/r), and that has no eigenvalue above the largest sum
 * of the degrees at the two ends of an edge: sum_j k_j + max_j k_j.
 */
static double eam_stiffness(const void *state, const struct md_element *element)
{
    const struct md_eam *eam = state;
    struct eam_value value;
    double d[3];
    if (element->term != MD_EAM_EMBEDDING) {
        if (!pair_at(eam, element, 1, d, &value))
            return 0.0;
        return 2.0 * larger(mdv_first(value.curvature), mdv_first(value.force));
    }
    struct embedding term = embed(eam, element->type[0], density_at(eam, element));
    double centre[3] = {0.0}, gradient = 0.0, sum = 0.0, most = 0.0;
    for (int j = 1; j < element->count; j++) {
        if (!pair_at(eam, element, j, d, &value))
            continue;
        double weight = larger(mdv_first(value.density_curvature), mdv_first(value.taken));
        sum += weight;
        most = fmax(most, weight);
        for (int k = 0; k < 3; k++) {
            double g = mdv_first(value.taken) * d[k];
            centre[k] += g;
            gradient += g * g;
        }
    }
    for (int k = 0; k < 3; k++)
        gradient += centre[k] * centre[k];
    return fabs(term.curvature) * gradient + fabs(term.slope) * (sum + most);
}

/* Density and pair energy end at the cutoff as they should, with their slopes: beside what they are
 * farther in. */
static bool ends_smoothly(const struct md_eam *eam, int i, int j)
{
    enum { PLACES = 16 };
    const int type[2] = {i, j};
    double most[4] = {0.0}, last[4] = {0.0};
    for (int n = 1; n <= PLACES; n++) {
        double r = eam->cutoff * (n < PLACES ? 0.3 + 0.6 * n / PLACES : 1.0 - 1e-9);
        const double x[2][3] = {{r, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        const struct md_element element = {.count = 2, .x = x, .type = type};
        struct eam_value value;
        double d[3];
        pair_at(eam, &element, 1, d, &value);
        const double now[4] = {mdv_first(value.density), mdv_first(value.taken) * r,
                               mdv_first(value.energy), mdv_first(value.force) * r};
        for (int k = 0; k < 4; k++) {
            last[k] = fabs(now[k]);
            most[k] = fmax(most[k], last[k]);
        }
    }
    for (int k = 0; k < 4; k++)
        if (last[k] > 1e-6 * most[k])
            return false;
    return true;
}

static bool eam_smooth(const void *state)
{
    const struct md_eam *eam = state;
    for (int i = 1; i <= eam->types; i++)
        for (int j = 1; j <= eam->types; j++)
            if (!ends_smoothly(eam, i, j))
                return false;
    return true;
}

/* ------------------------------------------------------------------ the styles */

#define EAM_FACES                                                                                  \
    .kind = MD_KIND_MANY, .can = PAIR_CAN, .passes = 2, .modify = md_eam_modify,                   \
    .prepare = md_eam_prepare, .destroy = md_eam_destroy, .given = md_eam_given,                   \
    .assign = md_eam_assign, .mass = md_eam_mass, .cutoff = md_eam_cutoff, .reach = md_eam_reach,  \
    .reserve = md_eam_reserve, .sum = eam_sum, .one = eam_one, .star = eam_star,                   \
    .star_span = md_eam_span, .stiffness = eam_stiffness, .smooth = eam_smooth

extern const struct md_potential MD_ISA_NAME(md_many_eam), MD_ISA_NAME(md_many_eam_alloy),
    MD_ISA_NAME(md_many_eam_fs);

static enum md_status create_eam(void *state, const struct md_system *system,
                                 const struct md_args *args, struct md_error *error)
{
    (void)system;
    return md_eam_create(state, MD_EAM_FUNCFL, &MD_ISA_NAME(md_many_eam).style, args, error);
}

static enum md_status create_alloy(void *state, const struct md_system *system,
                                   const struct md_args *args, struct md_error *error)
{
    (void)system;
    return md_eam_create(state, MD_EAM_SETFL, &MD_ISA_NAME(md_many_eam_alloy).style, args, error);
}

static enum md_status create_fs(void *state, const struct md_system *system,
                                const struct md_args *args, struct md_error *error)
{
    (void)system;
    return md_eam_create(state, MD_EAM_FS, &MD_ISA_NAME(md_many_eam_fs).style, args, error);
}

#define SEARCH                                                                                     \
    "A file is looked for as named, then in the folders of the environment variable "              \
    "LAMMPS_POTENTIALS (separated by colons), then among the tables that came with this program; " \
    "it may be gzipped. A file whose first line says 'UNITS: metal' (or others) is converted to "  \
    "the deck's units: energies, distances and masses. In units lj only a file that says "         \
    "'UNITS: lj' is taken, and such a file in no other units. One that does not say its units is " \
    "taken as it is, outside metal with a warning that names the factor."

const struct md_potential MD_ISA_NAME(md_many_eam) = {
    .style = {.name = "eam",
              .summary = "embedded-atom method, tables in funcfl files, one per element",
              .usage = "pair_style eam",
              .manual = "E = sum_i F_i(rho_i) + 1/2 sum_ij phi_ij(r), rho_i = sum_j rho_j(r).\n\n"
                        "pair_coeff I I FILE gives type I (or a range of types) the functions and "
                        "the mass of a funcfl file; phi between two types follows from the "
                        "effective charges of both, phi = 27.2 0.529 Z_i(r) Z_j(r) / r. All tables "
                        "are interpolated to one grid. " SEARCH,
              .cite = "M. S. Daw and M. I. Baskes, Phys. Rev. B 29 (1984) 6443",
              .state_size = sizeof(struct md_eam)},
    .create = create_eam,
    .coeff = md_eam_coeff_file,
    EAM_FACES,
};

const struct md_potential MD_ISA_NAME(md_many_eam_alloy) = {
    .style = {.name = "eam/alloy",
              .summary = "embedded-atom method, tables of several elements in one setfl file",
              .usage = "pair_style eam/alloy",
              .manual = "E = sum_i F_i(rho_i) + 1/2 sum_ij phi_ij(r), rho_i = sum_j rho_j(r).\n\n"
                        "pair_coeff * * FILE ELEMENT... names the element of the setfl file that "
                        "each atom type is; masses come from the file. " SEARCH,
              .cite = "M. S. Daw and M. I. Baskes, Phys. Rev. B 29 (1984) 6443",
              .state_size = sizeof(struct md_eam)},
    .create = create_alloy,
    .coeff = md_eam_coeff_elements,
    EAM_FACES,
};

const struct md_potential MD_ISA_NAME(md_many_eam_fs) = {
    .style = {.name = "eam/fs",
              .summary = "Finnis-Sinclair form of the embedded-atom method, tables in one file",
              .usage = "pair_style eam/fs",
              .manual = "As eam/alloy, but the density that an atom gives depends on who takes it: "
                        "rho_i = sum_j rho_ji(r). The file has one density for each pair of "
                        "elements.\n\npair_coeff * * FILE ELEMENT... names the element that each "
                        "atom type is; masses come from the file. " SEARCH,
              .cite = "M. W. Finnis and J. E. Sinclair, Philos. Mag. A 50 (1984) 45",
              .state_size = sizeof(struct md_eam)},
    .create = create_fs,
    .coeff = md_eam_coeff_elements,
    EAM_FACES,
};
