/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums over tabulated pair potentials; pair_table.c makes the tables.  With t the place of r^2 in
 * the table, k its whole part and b = t - k, a = 1 - b,
 *
 *     lookup   g = g_k
 *     linear   g = g_k + b (g_k+1 - g_k)
 *     spline   g = a g_k + b g_k+1 + (a^3 - a) s_k + (b^3 - b) s_k+1,   s = g'' delta^2 / 6
 *
 * for g = f/r and for the energy, each by itself: the force is the energy's derivative only as far
 * as the table is fine.
 */
#include "base/simd_pack.h"
#include "term/pair_loop.h"
#include "term/pair_table.h"

#include <math.h>

#define POTENTIAL     MD_ISA_NAME(md_pair_table)
#define PAIR_CAN_SPAN 0 /* md_pair_table_abilities: only of splines */

/* The interpolation, once, on vectors of squared distances; p is the record and row the table of
 * each lane.  Lanes outside of a table stay at its ends. */
MD_INLINE struct pair_value evaluate(const mdv *p, const double *const row[MDV_WIDTH], mdv r2,
                                     const bool spline, const bool energy, const bool curvature)
{
    struct pair_value value = {0};
    const double *record[MDV_WIDTH];
    int32_t index[MDV_WIDTH];
    mdv c[4], next[4], slope;
    mdv t = mdv_mul(mdv_sub(r2, p[MD_TABLE_INNER_SQ]), p[MD_TABLE_PER_DELTA]);
    t = mdv_min(mdv_select(mdv_less(mdv_zero(), t), t, mdv_zero()), p[MD_TABLE_LAST]);
    mdv b = mdv_sub(t, mdv_whole(t, index)), a = mdv_sub(mdv_set(1.0), b);
    for (int k = 0; k < MDV_WIDTH; k++)
        record[k] = row[k] + MD_TABLE_ROW * (ptrdiff_t)index[k];
    mdv_load4(record, &c[0], &c[1], &c[2], &c[3]);
    if (spline || curvature) {
        for (int k = 0; k < MDV_WIDTH; k++)
            record[k] += MD_TABLE_ROW;
        mdv_load4(record, &next[0], &next[1], &next[2], &next[3]);
    }
    if (spline) {
        mdv one = mdv_set(1.0), three = mdv_set(3.0), aa = mdv_mul(a, a), bb = mdv_mul(b, b);
        mdv wa = mdv_mul(a, mdv_sub(aa, one)), wb = mdv_mul(b, mdv_sub(bb, one));
        value.force = mdv_fma(wb, next[1], mdv_mul(wa, c[1]));
        value.force = mdv_fma(b, next[0], mdv_fma(a, c[0], value.force));
        value.energy = mdv_fma(wb, next[3], mdv_mul(wa, c[3]));
        value.energy = mdv_fma(b, next[2], mdv_fma(a, c[2], value.energy));
        if (curvature)
            slope =
                mdv_add(mdv_sub(next[0], c[0]), mdv_sub(mdv_mul(mdv_fms(three, bb, one), next[1]),
                                                        mdv_mul(mdv_fms(three, aa, one), c[1])));
    } else {
        value.force = mdv_fma(b, c[1], c[0]);
        if (energy)
            value.energy = mdv_fma(b, c[3], c[2]);
        if (curvature)
            slope = mdv_sub(next[0], c[0]);
    }
    /* phi' = -r g, phi'' = -g - 2 r^2 dg/d(r^2) */
    if (curvature)
        value.curvature =
            mdv_sub(mdv_zero(),
                    mdv_fma(mdv_mul(mdv_add(r2, r2), p[MD_TABLE_PER_DELTA]), slope, value.force));
    return value;
}

/* Returns whether a partner is inside the inner cutoff. */
MD_INLINE bool sum_atom(const struct md_pair_table *pair, const struct md_neighbors *neighbors,
                        size_t i, const struct md_shell_lines *shell, double f[3], double *part,
                        const bool spline, const bool tally, const bool shelled)
{
    struct pair_sums sums = {0};
    const double *site = neighbors->site;
    const int32_t *partner = neighbors->partner[i], *end = partner + neighbors->number[i];
    const mdv x = mdv_set(site[4 * i]), y = mdv_set(site[4 * i + 1]), z = mdv_set(site[4 * i + 2]);
    const size_t first = (size_t)site[4 * i + 3] * (size_t)(pair->types + 1);
    mdv fx = mdv_zero(), fy = mdv_zero(), fz = mdv_zero();
    unsigned near = 0;
    for (; partner < end; partner += MDV_WIDTH) {
        const double *at[MDV_WIDTH], *row[MDV_WIDTH], *record[MDV_WIDTH];
        mdv dx, dy, dz, p[MD_TABLE_RECORD];
        mdv_records(site, partner, at);
        mdv_load3(at, &dx, &dy, &dz);
        dx = mdv_sub(x, dx);
        dy = mdv_sub(y, dy);
        dz = mdv_sub(z, dz);
        for (int k = 0; k < MDV_WIDTH; k++) {
            size_t types = first + (size_t)at[k][3];
            row[k] = pair->row_of[types];
            record[k] = pair->record + MD_TABLE_RECORD * types;
        }
        mdv_load4(record, &p[0], &p[1], &p[2], &p[3]);
        mdv r2 = pair_square(dx, dy, dz);
        mdv_mask inside = mdv_less(r2, p[MD_TABLE_CUTOFF_SQ]);
        near |= mdv_bits(mdv_less(r2, p[MD_TABLE_INNER_SQ]));
        struct pair_value value = evaluate(p, row, r2, spline, tally || shelled, false);
        if (shelled)
            pair_shell(shell, r2, &value.force, &value.energy);
        mdv force = mdv_keep(inside, value.force);
        fx = mdv_fma(force, dx, fx);
        fy = mdv_fma(force, dy, fy);
        fz = mdv_fma(force, dz, fz);
        if (tally)
            pair_sums_add(&sums, mdv_keep(inside, value.energy), force, dx, dy, dz);
    }
    mdv_add_sums(f, fx, fy, fz);
    if (tally)
        pair_sums_store(&sums, part);
    return near != 0;
}

MD_INLINE void sum_share(struct md_pair_table *pair, const struct md_neighbors *neighbors,
                         struct md_share share, md_vec3 *f, struct md_tally_sums *tally,
                         const bool spline, const bool tallied, const bool shelled)
{
    const struct md_shell_lines shell =
        shelled ? md_shell_lines(share.shell) : (struct md_shell_lines){0};
    bool near = false;
    for (size_t i = share.begin; i < share.end; i++) {
        double *part = tallied ? md_exact_rows_next(&tally->part[MD_PART_PAIR]) : NULL;
        near = sum_atom(pair, neighbors, i, &shell, f[i], part, spline, tallied, shelled) || near;
        if (tallied)
            md_exact_rows_push_here(&tally->part[MD_PART_PAIR]);
    }
    pair->near[share.begin / MD_SUM_BLOCK] = near;
}

static void sum(void *state, const struct md_system *system, const struct md_neighbors *neighbors,
                struct md_share share, md_vec3 *f, struct md_tally_sums *tally)
{
    struct md_pair_table *pair = state;
    (void)system;
    if (share.shell && pair->style == MD_TABLE_SPLINE)
        sum_share(pair, neighbors, share, f, tally, true, tally != NULL, true);
    else if (share.shell)
        sum_share(pair, neighbors, share, f, tally, false, tally != NULL, true);
    else if (pair->style == MD_TABLE_SPLINE && !tally)
        sum_share(pair, neighbors, share, f, NULL, true, false, false);
    else if (pair->style == MD_TABLE_SPLINE)
        sum_share(pair, neighbors, share, f, tally, true, true, false);
    else if (!tally)
        sum_share(pair, neighbors, share, f, NULL, false, false, false);
    else
        sum_share(pair, neighbors, share, f, tally, false, true, false);
}

/* The interpolation for one pair; false: beyond the cutoff, where everything is 0. */
MD_INLINE bool pair_at(const struct md_pair_table *pair, const struct md_element *element, mdv d[3],
                       bool *near, struct pair_value *value)
{
    size_t types = (size_t)element->type[0] * (size_t)(pair->types + 1) + (size_t)element->type[1];
    const double *record = pair->record + MD_TABLE_RECORD * types, *row[MDV_WIDTH];
    mdv p[MD_TABLE_RECORD];
    for (int k = 0; k < MD_TABLE_RECORD; k++)
        p[k] = mdv_set(record[k]);
    for (int k = 0; k < MDV_WIDTH; k++)
        row[k] = pair->row_of[types];
    for (int k = 0; k < 3; k++)
        d[k] = mdv_sub(mdv_set(element->x[0][k]), mdv_set(element->x[1][k]));
    mdv r2 = pair_square(d[0], d[1], d[2]);
    *value = pair->style == MD_TABLE_SPLINE ? evaluate(p, row, r2, true, true, true)
                                            : evaluate(p, row, r2, false, true, true);
    *near = mdv_first(r2) < record[MD_TABLE_INNER_SQ];
    return mdv_first(r2) < record[MD_TABLE_CUTOFF_SQ];
}

static enum md_status one(const void *state, const struct md_element *element, double *energy,
                          double (*f)[3])
{
    struct pair_value value;
    mdv d[3];
    bool near, inside = pair_at(state, element, d, &near, &value);
    *energy = inside ? mdv_first(value.energy) : 0.0;
    for (int k = 0; k < 3; k++) {
        f[0][k] = inside ? mdv_first(mdv_mul(value.force, d[k])) : 0.0;
        f[1][k] = -f[0][k];
    }
    return near ? MD_ERR_RUN : MD_OK;
}

MD_INLINE void some_of(const struct md_pair_table *pair, size_t count, const double *r2,
                       const int32_t *types, double *force, double *curvature, double *energy,
                       const bool all)
{
    for (size_t at = 0; at < count; at += MDV_WIDTH) {
        const double *row[MDV_WIDTH];
        double value[MD_TABLE_RECORD][MDV_WIDTH];
        mdv p[MD_TABLE_RECORD], square = mdv_load(r2 + at);
        for (size_t lane = 0; lane < MDV_WIDTH; lane++) {
            row[lane] = pair->row_of[types[at + lane]];
            for (int k = 0; k < MD_TABLE_RECORD; k++)
                value[k][lane] = pair->record[MD_TABLE_RECORD * types[at + lane] + k];
        }
        for (int k = 0; k < MD_TABLE_RECORD; k++)
            p[k] = mdv_load(value[k]);
        mdv_mask inside = mdv_less(square, p[MD_TABLE_CUTOFF_SQ]);
        struct pair_value found = pair->style == MD_TABLE_SPLINE
                                      ? evaluate(p, row, square, true, all, all)
                                      : evaluate(p, row, square, false, all, all);
        mdv_store(force + at, mdv_keep(inside, found.force));
        if (!all)
            continue;
        mdv_store(curvature + at, mdv_keep(inside, found.curvature));
        mdv_store(energy + at, mdv_keep(inside, found.energy));
    }
}

static void some(const void *state, size_t count, const double *r2, const int32_t *types,
                 double *force, double *curvature, double *energy)
{
    if (curvature == NULL)
        some_of(state, count, r2, types, force, NULL, NULL, false);
    else
        some_of(state, count, r2, types, force, curvature, energy, true);
}

/* As for every pair potential: 2 max(|phi''|, |phi'|/r). */
static double stiffness(const void *state, const struct md_element *element)
{
    struct pair_value value;
    mdv d[3];
    bool near;
    if (!pair_at(state, element, d, &near, &value))
        return 0.0;
    return 2.0 * fmax(fabs(mdv_first(value.curvature)), fabs(mdv_first(value.force)));
}

extern const struct md_potential POTENTIAL;

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    (void)system;
    return md_pair_table_create(state, &POTENTIAL.style, args, error);
}

static const struct md_param settings[] = {
    {"style", MD_PARAM_CHOICE, MD_PARAM_POSITIONAL, "", "how values between the points are found",
     offsetof(struct md_pair_table, style), 0.0, 0.0, "lookup|linear|spline", NULL},
    {"n", MD_PARAM_INT, MD_PARAM_POSITIONAL, "", "points of the table, evenly spaced in r^2",
     offsetof(struct md_pair_table, length), 2.0, 1e8, NULL, NULL},
    {.kind = MD_PARAM_END}};

const struct md_potential POTENTIAL = {
    .style =
        {
            .name = "table",
            .summary = "energy and force from tables in files",
            .usage = "pair_style table lookup|linear|spline N",
            .manual =
                "pair_coeff I J FILE KEYWORD [CUTOFF] must be given for every pair of types. The "
                "section KEYWORD of the file is splined and sampled at N points evenly spaced in "
                "r^2, from its first distance to the cutoff (its last distance if none is given). "
                "lookup takes the value in the middle of a bin, linear the line between two "
                "points, spline a cubic spline.\n\n"
                "Energy and force are interpolated each by itself. The force is therefore the "
                "energy's derivative only as far as the table is fine, and the total energy is "
                "conserved only so far, with lookup hardly at all. Atoms closer than the first "
                "distance of their table end the run with an error.\n\n"
                "A section is a line KEYWORD, a line N n [R lo hi | RSQ lo hi] [FPRIME lo hi], and "
                "n rows: number, distance, energy, force (-dE/dr). R and RSQ say that distances "
                "are evenly spaced in r or r^2; they are then computed. FPRIME gives dF/dr at both "
                "ends. # begins a comment. pair_write makes such files. A file is looked for as "
                "named, then in the folders of LAMMPS_POTENTIALS; it may be gzipped. A file whose "
                "first line says UNITS: metal is converted for units real, and the other way "
                "round; other combinations are refused.\n\n"
                "The words ewald, pppm, msm, dispersion and tip4p, which tell LAMMPS with which "
                "solver a table may go, are read and change nothing. Tables of style bitmap are "
                "not supported.",
            .state_size = sizeof(struct md_pair_table),
            .params = settings,
        },
    .kind = MD_KIND_PAIR,
    .can = PAIR_CAN | MD_TABULATED,
    .passes = 1,
    .create = create,
    .coeff = md_pair_table_coeff,
    .modify = md_pair_table_modify,
    .prepare = md_pair_table_prepare,
    .destroy = md_pair_table_destroy,
    .given = md_pair_table_given,
    .assign = md_pair_table_assign,
    .cutoff = md_pair_table_cutoff,
    .reach = md_pair_table_reach,
    .reserve = md_pair_table_reserve,
    .sum = sum,
    .judge = md_pair_table_judge,
    .one = one,
    .some = some,
    .span = md_pair_table_span,
    .stiffness = stiffness,
    .abilities = md_pair_table_abilities,
};
