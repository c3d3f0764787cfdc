/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The faces of a bond potential made from its formula.  A file in bond/
 *
 *   1. defines BOND_POTENTIAL (the name of its struct) and includes term/bond.h,
 *   2. writes its formula as one inlined function of the squared length,
 *          static inline struct bond_value bond_evaluate(const double *p, double r2)
 *      where p is the record of the bond's type,
 *      and bounds of -U'/r and U'' for all squared lengths from near to far,
 *          static inline struct bond_bounds bond_between(const double *p, double near, double far)
 *   3. fills a struct md_bonded_kind named `kind`,
 *   4. includes this file and ends with the const struct, whose common members are BOND_FACES,
 *   5. is listed in local.mk and in registry.c.
 *
 * One whose bonds can be too long (md_bonded_kind.bearable) also says #define BOND_MAY_BREAK and
 * writes bond_exact, the formula without what is done to bonds that are too long: schemes that look
 * ahead want an energy with derivatives everywhere.
 *
 * Each bond is computed at both of its atoms: an atom's force is summed by one thread in the order
 * of its bonds, and no two threads write to one place.  Bonds are few beside pairs.
 *
 * Included once per file, deliberately without a guard.
 */

/* Each bond is met twice, hence the half. */
static void bond_tally(struct md_tally_sums *tally, double energy, double force, const double d[3])
{
    const double f[3] = {force * d[0], force * d[1], force * d[2]};
    md_tally_line(&tally->part[MD_PART_BOND], 0.5, energy, f, d);
}

static void bond_sum(void *state, const struct md_system *system,
                     const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                     struct md_tally_sums *tally)
{
    struct md_bonded *bonds = state;
    const struct md_graph *graph = &neighbors->graph;
    bool flagged = false;
    if (graph->atoms == 0)
        return;
    for (size_t i = share.begin; i < share.end; i++) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
            const struct md_bond_end *end = &graph->end[k];
            double d[3];
            if (end->rigid)
                continue;
            md_bond_vector(system, i, end, d);
            struct bond_value value = bond_evaluate(bonds->record + end->type * MD_BONDED_RECORD,
                                                    d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            double signed_force = end->first ? value.force : -value.force;
            flagged |= value.flagged;
            for (int c = 0; c < 3; c++)
                sum[c] += signed_force * d[c];
            if (tally)
                bond_tally(tally, value.energy, value.force, d);
        }
        for (int c = 0; c < 3; c++)
            f[i][c] += sum[c];
    }
    if (flagged) {
#pragma omp atomic write
        bonds->flagged = true;
    }
}

static struct bond_value bond_at(const void *state, const struct md_element *element, double d[3])
{
    const struct md_bonded *bonds = state;
    for (int c = 0; c < 3; c++)
        d[c] = element->x[0][c] - element->x[1][c];
    return bond_evaluate(bonds->record + element->type[0] * MD_BONDED_RECORD,
                         d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static enum md_status bond_one(const void *state, const struct md_element *element, double *energy,
                               double (*f)[3])
{
    double d[3];
    struct bond_value value = bond_at(state, element, d);
    *energy = value.energy;
    for (int c = 0; c < 3; c++) {
        f[0][c] = value.force * d[c];
        f[1][c] = -f[0][c];
    }
    return MD_OK;
}

#ifndef BOND_MAY_BREAK
static void bond_pulls(const void *state, size_t n, const int *type, const double *square,
                       double *force)
{
    const struct md_bonded *bonds = state;
    for (size_t b = 0; b < n; b++)
        force[b] = bond_evaluate(bonds->record + type[b] * MD_BONDED_RECORD, square[b]).force;
}
#define BOND_PULLS bond_pulls
#else
#define BOND_PULLS NULL
#endif

#ifndef BOND_MAY_BREAK
#define bond_exact bond_evaluate
#endif

static void bond_some(const void *state, size_t count, const double *r2, const int32_t *row,
                      double *force, double *curvature, double *energy)
{
    const struct md_bonded *bonds = state;
    for (size_t b = 0; b < count; b++) {
        struct bond_value value = bond_exact(bonds->record + row[b] * MD_BONDED_RECORD, r2[b]);
        force[b] = value.force;
        curvature[b] = value.curvature;
        energy[b] = value.energy;
    }
}

static void bond_span(const void *state, size_t count, const double *near, const double *far,
                      const int32_t *row, const struct md_span *span)
{
    const struct md_bonded *bonds = state;
    for (size_t b = 0; b < count; b++) {
        const double *record = bonds->record + row[b] * MD_BONDED_RECORD;
        struct bond_bounds bounds = bond_between(record, near[b], far[b]);
        span->force[0][b] = bounds.force.lo;
        span->force[1][b] = bounds.force.hi;
        span->curvature[0][b] = bounds.curvature.lo;
        span->curvature[1][b] = bounds.curvature.hi;
    }
}

/* As for a pair: the Hessian's eigenvalues are 2 U'' along the bond and 2 U'/r across it. */
static double bond_stiffness(const void *state, const struct md_element *element)
{
    double d[3];
    struct bond_value value = bond_at(state, element, d);
    double along = value.curvature < 0.0 ? -value.curvature : value.curvature;
    double across = value.force < 0.0 ? -value.force : value.force;
    return 2.0 * (along > across ? along : across);
}

extern const struct md_potential BOND_POTENTIAL;

static enum md_status bond_create(void *state, const struct md_system *system,
                                  const struct md_args *args, struct md_error *error)
{
    (void)system;
    return md_bonded_create(state, &kind, &BOND_POTENTIAL.style, args, error);
}

/* The common members of the struct md_potential at the end of each file. */
#define BOND_FACES                                                                                 \
    .kind = MD_KIND_TOPOLOGY,                                                                      \
    .can = MD_CAN_SUM | MD_CAN_ONE | MD_CAN_STIFFNESS | MD_CAN_VIRIAL | MD_SMOOTH_CUTOFF |         \
           MD_CAN_SPAN,                                                                            \
    .passes = 1, .coeffs = kind.coeff, .create = bond_create, .coeff = md_bonded_coeff,            \
    .prepare = md_bonded_prepare, .keep = md_bonded_keep, .destroy = md_bonded_destroy,            \
    .sum = bond_sum, .judge = md_bonds_judge, .one = bond_one, .pulls = BOND_PULLS,                \
    .some = bond_some, .span = bond_span, .stiffness = bond_stiffness,                             \
    .describe = md_bonded_describe
