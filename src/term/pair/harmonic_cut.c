/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A spring that only pushes,
 *
 *     phi(r) = k (rc - r)^2,  r < rc,
 *
 * energy and force zero at rc.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_harmonic_cut)
#define PAIR_KIND      kind
#define PAIR_RECORD    4
#define PAIR_SPAN

enum { CUTOFF_SQ, SPRING, LENGTH }; /* of the record */
enum { K, RC };                     /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv r = mdv_sqrt(r2), gap = mdv_sub(p[LENGTH], r), push = mdv_mul(p[SPRING], gap);
    value.force = pair_over(mdv_add(push, push), r);
    if (energy)
        value.energy = mdv_mul(push, gap);
    if (curvature)
        value.curvature = mdv_add(p[SPRING], p[SPRING]);
    return value;
}

/* 2 k (rc/r - 1), and a constant. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    const mdv minus = mdv_set(-1.0);
    mdv twice = mdv_add(p[SPRING], p[SPRING]);
    struct pair_range ratio =
        pair_range_scale(p[LENGTH], pair_range_inverse(mdv_sqrt(near), mdv_sqrt(far)));
    ratio = pair_range_sum(ratio, (struct pair_range){minus, minus});
    return pair_range_bounds(pair_range_scale(twice, ratio), (struct pair_range){twice, twice});
}

static double range(const double *coeff, double cutoff)
{
    (void)cutoff;
    return coeff[RC];
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    (void)pair, (void)cutoff, (void)shift; /* the energy is zero at the cutoff anyway */
    record[SPRING] = coeff[K];
    record[LENGTH] = coeff[RC];
}

static const struct md_pair_kind kind = {
    .coeffs = 2,
    .usage = "pair_coeff I J K RC",
    .coeff = {{.name = "k",
               .unit = "energy/distance^2",
               .doc = "spring constant",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "rc",
               .unit = "distance",
               .doc = "where the spring lets go",
               .lo = 0.0,
               .hi = INFINITY}},
    .negative = {"the spring attracts where it should repel"},
    .mixing = {MD_MIX_ENERGY, MD_MIX_DISTANCE},
    .record = PAIR_RECORD,
    .derive = derive,
    .cutoffs = MD_CUTOFF_NONE,
    .range = range,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {{.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "harmonic/cut",
            .summary = "a spring that only pushes",
            .usage = "pair_style harmonic/cut",
            .manual = "phi(r) = k (rc - r)^2 for r < rc. Atoms at one place are no error; they "
                      "exert no force on each other. Energy and force vanish at rc.\n\n"
                      "pair_coeff I J K RC: K is energy/distance^2 and includes the factor 1/2 of "
                      "a spring, RC "
                      "is a distance; unset pairs are mixed from I I and J J by the rule of "
                      "pair_modify mix, k like an energy and rc like a distance.",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN | MD_SMOOTH_CUTOFF,
    PAIR_FACES,
};
