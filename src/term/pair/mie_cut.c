/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mie's potential [G. Mie, Ann. Phys. 316 (1903) 657] with a plain cutoff,
 *
 *     phi(r) = C eps [(sig/r)^n - (sig/r)^m],  C = n/(n-m) (n/m)^(m/(n-m)),  r < rc,
 *
 * so that eps is the depth of the well.  The exponents may be any numbers, hence powers as
 * exponentials of a logarithm.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_mie_cut)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, SIGMA_SQ_INVERSE, DEPTH, N, M, OFFSET }; /* of the record */
enum { EPSILON, SIGMA, GAMMA_REP, GAMMA_ATT };             /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv log_r = mdv_mul(mdv_log(mdv_mul(r2, p[SIGMA_SQ_INVERSE])), mdv_set(-0.5));
    mdv repel = mdv_mul(p[DEPTH], mdv_exp(mdv_mul(p[N], log_r)));
    mdv attract = mdv_mul(p[DEPTH], mdv_exp(mdv_mul(p[M], log_r)));
    mdv repel_n = mdv_mul(repel, p[N]), attract_m = mdv_mul(attract, p[M]);
    value.force = mdv_div(mdv_sub(repel_n, attract_m), r2);
    if (energy)
        value.energy = mdv_sub(mdv_sub(repel, attract), p[OFFSET]);
    if (curvature) {
        mdv one = mdv_set(1.0);
        repel_n = mdv_mul(repel_n, mdv_add(p[N], one));
        attract_m = mdv_mul(attract_m, mdv_add(p[M], one));
        value.curvature = mdv_div(mdv_sub(repel_n, attract_m), r2);
    }
    return value;
}

/* Both are differences of two powers that fall with distance. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    const mdv one = mdv_set(1.0);
    mdv square[2] = {near, far}, repel[2], attract[2];
    for (int k = 0; k < 2; k++) {
        mdv log_r = mdv_mul(mdv_log(mdv_mul(square[k], p[SIGMA_SQ_INVERSE])), mdv_set(-0.5));
        repel[k] = mdv_div(mdv_exp(mdv_mul(p[N], log_r)), square[k]);
        attract[k] = mdv_div(mdv_exp(mdv_mul(p[M], log_r)), square[k]);
    }
    struct pair_range push = pair_range_between(repel[0], repel[1]);
    struct pair_range pull = pair_range_between(attract[0], attract[1]);
    push = pair_range_scale(mdv_mul(p[DEPTH], p[N]), push);
    pull = pair_range_scale(mdv_sub(mdv_zero(), mdv_mul(p[DEPTH], p[M])), pull);
    return pair_range_bounds(pair_range_sum(push, pull),
                             pair_range_sum(pair_range_scale(mdv_add(p[N], one), push),
                                            pair_range_scale(mdv_add(p[M], one), pull)));
}

static double prefactor(const double *coeff)
{
    double n = coeff[GAMMA_REP], m = coeff[GAMMA_ATT];
    return coeff[EPSILON] * n / (n - m) * pow(n / m, m / (n - m));
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    double sig = coeff[SIGMA], n = coeff[GAMMA_REP], m = coeff[GAMMA_ATT];
    double depth = prefactor(coeff);
    (void)pair;
    record[SIGMA_SQ_INVERSE] = 1.0 / (sig * sig);
    record[DEPTH] = depth;
    record[N] = n;
    record[M] = m;
    record[OFFSET] = shift ? depth * (pow(sig / cutoff, n) - pow(sig / cutoff, m)) : 0.0;
}

static void tail(const double *coeff, double cutoff, double *energy, double *virial)
{
    const double pi = 3.14159265358979323846;
    double n = coeff[GAMMA_REP], m = coeff[GAMMA_ATT], cube = cutoff * cutoff * cutoff;
    double repel = pow(coeff[SIGMA] / cutoff, n) / (n - 3.0);
    double attract = pow(coeff[SIGMA] / cutoff, m) / (m - 3.0);
    *energy = 2.0 * pi * prefactor(coeff) * cube * (repel - attract);
    *virial = 2.0 / 3.0 * pi * prefactor(coeff) * cube * (n * repel - m * attract);
}

static const struct md_pair_kind kind = {
    .coeffs = 4,
    .usage = "pair_coeff I J EPSILON SIGMA GAMMA_REP GAMMA_ATT [CUTOFF]",
    .coeff = {{.name = "epsilon",
               .unit = "energy",
               .doc = "depth of the well",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "sigma",
               .unit = "distance",
               .doc = "where the energy is zero",
               .lo = MD_PARAM_TINY,
               .hi = INFINITY},
              {.name = "gamma_rep",
               .unit = "",
               .doc = "exponent of the repulsion",
               .lo = MD_PARAM_TINY,
               .hi = INFINITY},
              {.name = "gamma_att",
               .unit = "",
               .doc = "exponent of the attraction",
               .lo = MD_PARAM_TINY,
               .hi = INFINITY}},
    .negative = {MD_PAIR_UPSIDE_DOWN},
    .mixing = {MD_MIX_ENERGY, MD_MIX_DISTANCE, MD_MIX_DISTANCE, MD_MIX_DISTANCE},
    .record = PAIR_RECORD,
    .derive = derive,
    .tail = tail,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {PAIR_CUTOFF, {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "mie/cut",
            .summary = "Mie n-m with a cutoff",
            .usage = "pair_style mie/cut CUTOFF",
            .manual =
                "phi(r) = C epsilon [(sigma/r)^n - (sigma/r)^m] for r < cutoff, with n = "
                "gamma_rep, m = gamma_att and C = n/(n-m) (n/m)^(m/(n-m)).\n\n"
                "pair_coeff I J EPSILON SIGMA GAMMA_REP GAMMA_ATT [CUTOFF]: an energy, a distance, "
                "two exponents; 12 and 6 are Lennard-Jones. Unset pairs are "
                "mixed from I I and J J by the rule of pair_modify mix, exponents and cutoff "
                "like sigma. pair_modify shift yes makes the energy zero at the cutoff, "
                "pair_modify tail yes adds the correction for a uniform density beyond it "
                "(exponents above 3, three dimensions only). The force jumps at the cutoff.",
            .cite = "G. Mie, Ann. Phys. 316 (1903) 657",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
