/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Born-Mayer-Huggins potential [F. G. Fumi and M. P. Tosi, J. Phys. Chem. Solids 25 (1964) 31]
 * without charges and with a plain cutoff,
 *
 *     phi(r) = A exp((sig - r)/rho) - C/r^6 + D/r^8,  r < rc.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_born)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, REPEL, DECAY, SIZE, SIX, EIGHT, OFFSET }; /* of the record */
enum { A, RHO, SIGMA, C, D };                               /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv r = mdv_sqrt(r2), q = mdv_div(mdv_set(1.0), r2), q3 = mdv_mul(mdv_mul(q, q), q);
    mdv repel = mdv_mul(p[REPEL], mdv_exp(mdv_mul(mdv_sub(p[SIZE], r), p[DECAY])));
    mdv six = mdv_mul(p[SIX], q3), eight = mdv_mul(mdv_mul(p[EIGHT], q3), q);
    mdv powers = mdv_mul(mdv_fms(eight, mdv_set(8.0), mdv_mul(six, mdv_set(6.0))), q);
    value.force = mdv_fma(mdv_mul(repel, p[DECAY]), mdv_mul(r, q), powers);
    if (energy)
        value.energy = mdv_sub(mdv_add(mdv_sub(repel, six), eight), p[OFFSET]);
    if (curvature) {
        powers = mdv_mul(mdv_fms(eight, mdv_set(72.0), mdv_mul(six, mdv_set(42.0))), q);
        value.curvature = mdv_fma(mdv_mul(repel, p[DECAY]), p[DECAY], powers);
    }
    return value;
}

/* Three terms that fall with distance, whatever their signs. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    mdv square[2] = {near, far}, push[2], repel[2], six[2], eight[2];
    for (int k = 0; k < 2; k++) {
        mdv r = mdv_sqrt(square[k]), q = mdv_div(mdv_set(1.0), square[k]), q2 = mdv_mul(q, q);
        mdv e = mdv_mul(p[REPEL], mdv_exp(mdv_mul(mdv_sub(p[SIZE], r), p[DECAY])));
        push[k] = mdv_div(mdv_mul(e, p[DECAY]), r);
        repel[k] = mdv_mul(mdv_mul(e, p[DECAY]), p[DECAY]);
        six[k] = mdv_mul(mdv_mul(p[SIX], mdv_set(-6.0)), mdv_mul(q2, q2));
        eight[k] = mdv_mul(mdv_mul(p[EIGHT], mdv_set(8.0)), mdv_mul(mdv_mul(q2, q2), q));
    }
    struct pair_range a = pair_range_between(six[0], six[1]);
    struct pair_range b = pair_range_between(eight[0], eight[1]);
    struct pair_range force =
        pair_range_sum(pair_range_between(push[0], push[1]), pair_range_sum(a, b));
    a = pair_range_scale(mdv_set(7.0), a);
    b = pair_range_scale(mdv_set(9.0), b);
    return pair_range_bounds(
        force, pair_range_sum(pair_range_between(repel[0], repel[1]), pair_range_sum(a, b)));
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    (void)pair;
    record[REPEL] = coeff[A];
    record[DECAY] = 1.0 / coeff[RHO];
    record[SIZE] = coeff[SIGMA];
    record[SIX] = coeff[C];
    record[EIGHT] = coeff[D];
    record[OFFSET] = shift ? coeff[A] * exp((coeff[SIGMA] - cutoff) / coeff[RHO]) -
                                 coeff[C] / pow(cutoff, 6.0) + coeff[D] / pow(cutoff, 8.0)
                           : 0.0;
}

static void tail(const double *coeff, double cutoff, double *energy, double *virial)
{
    const double pi = 3.14159265358979323846;
    double rho = coeff[RHO], repel = coeff[A] * exp((coeff[SIGMA] - cutoff) / rho), rc = cutoff;
    double six = coeff[C] / (rc * rc * rc), eight = coeff[D] / pow(rc, 5.0);
    double first = repel * rho * (rc * rc + 2.0 * rho * rc + 2.0 * rho * rho);
    double second = repel * rc * rc * rc + 3.0 * first;
    *energy = 2.0 * pi * (first - six / 3.0 + eight / 5.0);
    *virial = 2.0 / 3.0 * pi * (second - 2.0 * six + 8.0 / 5.0 * eight);
}

static const struct md_pair_kind kind = {
    .coeffs = 5,
    .usage = "pair_coeff I J A RHO SIGMA C D [CUTOFF]",
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
              {.name = "sigma",
               .unit = "distance",
               .doc = "size of the pair",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "C",
               .unit = "energy distance^6",
               .doc = "strength of the attraction",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "D",
               .unit = "energy distance^8",
               .doc = "strength of the next term",
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
            .name = "born",
            .summary = "Born-Mayer-Huggins without charges",
            .usage = "pair_style born CUTOFF",
            .manual =
                "phi(r) = A exp((sigma - r)/rho) - C/r^6 + D/r^8 for r < cutoff.\n\n"
                "pair_coeff I J A RHO SIGMA C D [CUTOFF] must be given for every pair of "
                "types; A is an energy, rho and sigma are distances, C is energy times distance^6 "
                "and D energy times distance^8. pair_modify shift yes makes the energy zero at the "
                "cutoff, "
                "pair_modify tail yes adds the correction for a uniform density beyond it "
                "(three dimensions only). The force jumps at the cutoff.",
            .cite = "F. G. Fumi and M. P. Tosi, J. Phys. Chem. Solids 25 (1964) 31",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
