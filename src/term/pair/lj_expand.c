/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lennard-Jones 12-6 of the distance between surfaces,
 *
 *     phi(r) = phi_LJ(r - delta),  r < rc + delta,
 *
 * for particles whose size is not their range of interaction.
 */
#include "term/pair_lj.h"
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_lj_expand)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, REPEL, ATTRACT, OFFSET, SHIFT }; /* of the record */
enum { EPSILON, SIGMA, DELTA };                    /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv r = mdv_sqrt(r2), s = mdv_sub(r, p[SHIFT]);
    struct pair_value lj = pair_lj(p[REPEL], p[ATTRACT], mdv_mul(s, s), energy, curvature);
    value.force = mdv_div(mdv_mul(lj.force, s), r);
    if (energy)
        value.energy = mdv_sub(lj.energy, p[OFFSET]);
    value.curvature = lj.curvature;
    return value;
}

/* Those of Lennard-Jones at s, where s may be on both sides of 0; and s/r = 1 - delta/r. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    const mdv zero = mdv_zero(), one = mdv_set(1.0);
    mdv from = mdv_sqrt(near), till = mdv_sqrt(far);
    mdv s = mdv_sub(from, p[SHIFT]), w = mdv_sub(till, p[SHIFT]);
    mdv least = mdv_max(zero, mdv_max(s, mdv_sub(zero, w)));
    mdv most = mdv_max(mdv_sub(zero, s), w);
    struct pair_bounds lj =
        pair_lj_span(p[REPEL], p[ATTRACT], mdv_mul(least, least), mdv_mul(most, most));
    struct pair_range ratio =
        pair_range_scale(mdv_sub(zero, p[SHIFT]), pair_range_inverse(from, till));
    ratio = pair_range_sum(ratio, (struct pair_range){one, one});
    struct pair_range force = {lj.force[0], lj.force[1]};
    force = pair_range_product(force, ratio);
    lj.force[0] = force.lo;
    lj.force[1] = force.hi;
    return lj;
}

static double range(const double *coeff, double cutoff)
{
    return cutoff + coeff[DELTA];
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    (void)pair;
    record[REPEL] = pair_lj_repel(coeff[EPSILON], coeff[SIGMA]);
    record[ATTRACT] = pair_lj_attract(coeff[EPSILON], coeff[SIGMA]);
    record[OFFSET] = shift ? pair_lj_energy(coeff[EPSILON], coeff[SIGMA], cutoff) : 0.0;
    record[SHIFT] = coeff[DELTA];
}

/* Integrals over r = s + delta > cutoff + delta of s^-n r^2 and of n s^(-n-1) r^3. */
static void tail_of_power(double n, double delta, double cutoff, double *energy, double *virial)
{
    double c3 = pow(cutoff, 3.0 - n) / (n - 3.0), c2 = delta * pow(cutoff, 2.0 - n) / (n - 2.0);
    double c1 = delta * delta * pow(cutoff, 1.0 - n) / (n - 1.0);
    double c0 = delta * delta * delta * pow(cutoff, -n) / n;
    *energy = c3 + 2.0 * c2 + c1;
    *virial = n * (c3 + 3.0 * c2 + 3.0 * c1 + c0);
}

static void tail(const double *coeff, double cutoff, double *energy, double *virial)
{
    const double pi = 3.14159265358979323846;
    double six = pow(coeff[SIGMA], 6.0), e12, w12, e6, w6;
    tail_of_power(12.0, coeff[DELTA], cutoff, &e12, &w12);
    tail_of_power(6.0, coeff[DELTA], cutoff, &e6, &w6);
    *energy = 8.0 * pi * coeff[EPSILON] * six * (six * e12 - e6);
    *virial = 8.0 / 3.0 * pi * coeff[EPSILON] * six * (six * w12 - w6);
}

static const struct md_pair_kind kind = {
    .coeffs = 3,
    .usage = "pair_coeff I J EPSILON SIGMA DELTA [CUTOFF]",
    .coeff = {{.name = "epsilon",
               .unit = "energy",
               .doc = "depth of the well",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "sigma",
               .unit = "distance",
               .doc = "where the energy is zero",
               .lo = 0.0,
               .hi = INFINITY},
              {.name = "delta",
               .unit = "distance",
               .doc = "shift of the distance",
               .lo = -INFINITY,
               .hi = INFINITY}},
    .negative = {MD_PAIR_UPSIDE_DOWN},
    .mixing = {MD_MIX_ENERGY, MD_MIX_DISTANCE, MD_MIX_MEAN},
    .record = PAIR_RECORD,
    .derive = derive,
    .range = range,
    .tail = tail,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {PAIR_CUTOFF, {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "lj/expand",
            .summary = "Lennard-Jones 12-6 of a shifted distance",
            .usage = "pair_style lj/expand CUTOFF",
            .manual =
                "phi(r) = 4 epsilon [(sigma/s)^12 - (sigma/s)^6] with s = r - delta < cutoff: "
                "the cutoff is one of s.\n\n"
                "pair_coeff I J EPSILON SIGMA DELTA [CUTOFF], an energy and distances; unset pairs "
                "are mixed from I I "
                "and J J: epsilon, sigma and cutoff by the rule of pair_modify mix, delta "
                "always as the mean. pair_modify shift yes makes the energy zero at the "
                "cutoff, pair_modify tail yes adds the correction for a uniform density "
                "beyond it (three dimensions only). The force jumps at the cutoff.",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
