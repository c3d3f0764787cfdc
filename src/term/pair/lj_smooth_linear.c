/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lennard-Jones 12-6 less its tangent at the cutoff,
 *
 *     phi(r) = phi_LJ(r) - phi_LJ(rc) - (r - rc) phi_LJ'(rc),  r < rc,
 *
 * so that energy and force both vanish there [S. Toxvaerd and J. C. Dyre, J. Chem. Phys. 134 (2011)
 * 081102].
 */
#include "term/pair_lj.h"
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_lj_smooth_linear)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, REPEL, ATTRACT, OFFSET, SLOPE }; /* of the record */
enum { EPSILON, SIGMA };                           /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    struct pair_value lj = pair_lj(p[REPEL], p[ATTRACT], r2, energy, curvature);
    mdv r = mdv_sqrt(r2);
    value.force = mdv_add(lj.force, mdv_div(p[SLOPE], r));
    if (energy)
        value.energy = mdv_sub(mdv_sub(lj.energy, p[OFFSET]), mdv_mul(p[SLOPE], r));
    value.curvature = lj.curvature;
    return value;
}

MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    struct pair_bounds lj = pair_lj_span(p[REPEL], p[ATTRACT], near, far);
    struct pair_range force = {lj.force[0], lj.force[1]};
    force = pair_range_sum(
        force, pair_range_scale(p[SLOPE], pair_range_inverse(mdv_sqrt(near), mdv_sqrt(far))));
    lj.force[0] = force.lo;
    lj.force[1] = force.hi;
    return lj;
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    double eps = coeff[EPSILON], sig = coeff[SIGMA];
    (void)pair, (void)shift; /* the energy is zero at the cutoff with or without */
    record[REPEL] = pair_lj_repel(eps, sig);
    record[ATTRACT] = pair_lj_attract(eps, sig);
    record[SLOPE] = pair_lj_slope(eps, sig, cutoff);
    record[OFFSET] = pair_lj_energy(eps, sig, cutoff) - cutoff * record[SLOPE];
}

static const struct md_pair_kind kind = {
    .coeffs = 2,
    .usage = "pair_coeff I J EPSILON SIGMA [CUTOFF]",
    .coeff = {{.name = "epsilon",
               .unit = "energy",
               .doc = "depth of the well",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "sigma",
               .unit = "distance",
               .doc = "where the energy is zero",
               .lo = 0.0,
               .hi = INFINITY}},
    .negative = {MD_PAIR_UPSIDE_DOWN},
    .mixing = {MD_MIX_ENERGY, MD_MIX_DISTANCE},
    .record = PAIR_RECORD,
    .derive = derive,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {PAIR_CUTOFF, {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "lj/smooth/linear",
            .summary = "Lennard-Jones 12-6, energy and force zero at the cutoff",
            .usage = "pair_style lj/smooth/linear CUTOFF",
            .manual =
                "phi(r) = LJ(r) - LJ(cutoff) - (r - cutoff) LJ'(cutoff) for r < cutoff, with "
                "LJ(r) = 4 epsilon [(sigma/r)^12 - (sigma/r)^6]. Energy and force are zero at "
                "the cutoff. lj/sf is another name of this style.\n\n"
                "pair_coeff I J EPSILON SIGMA [CUTOFF], an energy and distances; unset pairs are "
                "mixed from I I and J "
                "J by the rule of pair_modify mix.",
            .cite = "S. Toxvaerd and J. C. Dyre, J. Chem. Phys. 134 (2011) 081102",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN | MD_SMOOTH_CUTOFF,
    PAIR_FACES,
};
