/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A screened charge [H. Yukawa, Proc. Phys.-Math. Soc. Japan 17 (1935) 48] with a plain cutoff,
 *
 *     phi(r) = A exp(-kappa r) / r,  r < rc.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_yukawa)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, STRENGTH, SCREENING, OFFSET }; /* of the record */
enum { A };                                      /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv r = mdv_sqrt(r2), over_r = mdv_div(mdv_set(1.0), r), kappa = p[SCREENING];
    mdv phi =
        mdv_mul(mdv_mul(p[STRENGTH], mdv_exp(mdv_mul(mdv_sub(mdv_zero(), kappa), r))), over_r);
    mdv over_r2 = mdv_mul(over_r, over_r);
    value.force = mdv_mul(phi, mdv_fma(kappa, over_r, over_r2));
    if (energy)
        value.energy = mdv_sub(phi, p[OFFSET]);
    if (curvature) {
        mdv linear = mdv_fma(kappa, over_r, over_r2);
        value.curvature = mdv_mul(phi, mdv_fma(kappa, kappa, mdv_add(linear, linear)));
    }
    return value;
}

/* With u = 1/r: A e (kappa u^2 + u^3) and A e (kappa^2 u + 2 kappa u^2 + 2 u^3), e = exp(-kappa r);
 * kappa may be negative. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    mdv square[2] = {near, far}, e[2], first[2], second[2], third[2], kappa = p[SCREENING];
    for (int k = 0; k < 2; k++) {
        mdv r = mdv_sqrt(square[k]), u = mdv_div(mdv_set(1.0), r), u2 = mdv_mul(u, u);
        e[k] = mdv_exp(mdv_mul(mdv_sub(mdv_zero(), kappa), r));
        first[k] = mdv_mul(mdv_mul(kappa, kappa), u);
        second[k] = mdv_mul(kappa, u2);
        third[k] = mdv_mul(u2, u);
    }
    struct pair_range fade = pair_range_scale(p[STRENGTH], pair_range_between(e[0], e[1]));
    struct pair_range sum = pair_range_sum(pair_range_between(second[0], second[1]),
                                           pair_range_between(third[0], third[1]));
    struct pair_range twice =
        pair_range_sum(pair_range_between(first[0], first[1]), pair_range_scale(mdv_set(2.0), sum));
    return pair_range_bounds(pair_range_product(fade, sum), pair_range_product(fade, twice));
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    double kappa = pair->global[1];
    record[STRENGTH] = coeff[A];
    record[SCREENING] = kappa;
    record[OFFSET] = shift ? coeff[A] * exp(-kappa * cutoff) / cutoff : 0.0;
}

static const struct md_pair_kind kind = {
    .coeffs = 1,
    .usage = "pair_coeff I J A [CUTOFF]",
    .coeff = {{.name = "A",
               .unit = "energy distance",
               .doc = "strength",
               .lo = -INFINITY,
               .hi = INFINITY}},
    .mixing = {MD_MIX_ENERGY},
    .record = PAIR_RECORD,
    .derive = derive,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {
    {"kappa", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "1/distance", "inverse screening length",
     offsetof(struct md_pair, global[1]), -INFINITY, INFINITY, NULL, NULL},
    PAIR_CUTOFF,
    {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "yukawa",
            .summary = "screened charges with a cutoff",
            .usage = "pair_style yukawa KAPPA CUTOFF",
            .manual = "phi(r) = A exp(-kappa r) / r for r < cutoff.\n\n"
                      "pair_coeff I J A [CUTOFF]: A is energy times distance; unset pairs are "
                      "mixed from I I and J J: A as the "
                      "root of the product, the cutoff by the rule of pair_modify mix. pair_modify "
                      "shift yes makes the energy zero at the cutoff; the force jumps there.",
            .cite = "H. Yukawa, Proc. Phys.-Math. Soc. Japan 17 (1935) 48",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
