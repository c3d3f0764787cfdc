/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Buckingham's potential [R. A. Buckingham, Proc. R. Soc. Lond. A 168 (1938) 264] with a plain
 * cutoff,
 *
 *     phi(r) = A exp(-r/rho) - C/r^6,  r < rc.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_buck)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, REPEL, DECAY, ATTRACT, OFFSET }; /* of the record */
enum { A, RHO, C };                                /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv r = mdv_sqrt(r2), q = mdv_div(mdv_set(1.0), r2), q3 = mdv_mul(mdv_mul(q, q), q);
    mdv repel = mdv_mul(p[REPEL], mdv_exp(mdv_mul(mdv_sub(mdv_zero(), r), p[DECAY])));
    mdv attract = mdv_mul(p[ATTRACT], q3), six = mdv_mul(mdv_mul(attract, mdv_set(6.0)), q);
    value.force = mdv_fms(mdv_mul(repel, p[DECAY]), mdv_mul(r, q), six);
    if (energy)
        value.energy = mdv_sub(mdv_sub(repel, attract), p[OFFSET]);
    if (curvature)
        value.curvature = mdv_fms(mdv_mul(repel, p[DECAY]), p[DECAY], mdv_mul(six, mdv_set(7.0)));
    return value;
}

/* Two terms that fall with distance, whatever their signs. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    mdv square[2] = {near, far}, push[2], repel[2], six[2];
    for (int k = 0; k < 2; k++) {
        mdv r = mdv_sqrt(square[k]), q = mdv_div(mdv_set(1.0), square[k]), q2 = mdv_mul(q, q);
        mdv e = mdv_mul(p[REPEL], mdv_exp(mdv_mul(mdv_sub(mdv_zero(), r), p[DECAY])));
        push[k] = mdv_div(mdv_mul(e, p[DECAY]), r);
        repel[k] = mdv_mul(mdv_mul(e, p[DECAY]), p[DECAY]);
        six[k] = mdv_mul(mdv_mul(p[ATTRACT], mdv_set(-6.0)), mdv_mul(q2, q2));
    }
    struct pair_range pull = pair_range_between(six[0], six[1]);
    return pair_range_bounds(pair_range_sum(pair_range_between(push[0], push[1]), pull),
                             pair_range_sum(pair_range_between(repel[0], repel[1]),
                                            pair_range_scale(mdv_set(7.0), pull)));
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    (void)pair;
    record[REPEL] = coeff[A];
    record[DECAY] = 1.0 / coeff[RHO];
    record[ATTRACT] = coeff[C];
    record[OFFSET] =
        shift ? coeff[A] * exp(-cutoff / coeff[RHO]) - coeff[C] / pow(cutoff, 6.0) : 0.0;
}

static void tail(const double *coeff, double cutoff, double *energy, double *virial)
{
    const double pi = 3.14159265358979323846;
    double rho = coeff[RHO], repel = coeff[A] * exp(-cutoff / rho), rc = cutoff;
    double attract = coeff[C] / (rc * rc * rc);
    double first = repel * rho * (rc * rc + 2.0 * rho * rc + 2.0 * rho * rho);
    double second = repel * rc * rc * rc + 3.0 * first;
    *energy = 2.0 * pi * (first - attract / 3.0);
    *virial = 2.0 / 3.0 * pi * (second - 2.0 * attract);
}

static const struct md_pair_kind kind = {
    .coeffs = 3,
    .usage = "pair_coeff I J A RHO C [CUTOFF]",
    .coeff = {{.name = "A",
               .unit = "energy",
               .doc = "strength of the repulsion",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "rho",
               .unit = "distance",
               .doc = "its range",
               .lo = MD_PARAM_TINY,
               .hi = INFINITY},
              {.name = "C",
               .unit = "energy distance^6",
               .doc = "strength of the attraction",
               .lo = -INFINITY,
               .hi = INFINITY}},
    .record = PAIR_RECORD,
    .derive = derive,
    .tail = tail,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {PAIR_CUTOFF, {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "buck",
            .summary = "Buckingham exp-6 with a cutoff",
            .usage = "pair_style buck CUTOFF",
            .manual =
                "phi(r) = A exp(-r/rho) - C/r^6 for r < cutoff. It has no floor: atoms inside "
                "the top of its hill fall together.\n\n"
                "pair_coeff I J A RHO C [CUTOFF] must be given for every pair of types; A is "
                "an energy, rho a distance, C energy times distance^6. "
                "pair_modify shift yes makes the energy zero at the cutoff, pair_modify tail "
                "yes adds the correction for a uniform density beyond it (three dimensions "
                "only). The force jumps at the cutoff.",
            .cite = "R. A. Buckingham, Proc. R. Soc. Lond. A 168 (1938) 264",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
