/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lennard-Jones 12-6 up to its inflection rs = sig (26/7)^(1/6), beyond it a cubic,
 *
 *     phi(r) = phi_LJ(rs) + phi_LJ'(rs) u [1 - u^2 / (3 L^2)],  u = r - rs < L = (19/48) rs,
 *
 * which makes energy, force and curvature continuous at rs and energy and force zero at rc =
 * (67/48) rs [B. L. Holian and R. Ravelo, Phys. Rev. B 51 (1995) 11275].
 */
#include "term/pair_lj.h"
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_lj_cubic)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, REPEL, ATTRACT, INFLECTION, E0, E1, E3 }; /* of the record */
enum { EPSILON, SIGMA };                                    /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    struct pair_value lj = pair_lj(p[REPEL], p[ATTRACT], r2, energy, curvature);
    mdv r = mdv_sqrt(r2), u = mdv_sub(r, p[INFLECTION]), u2 = mdv_mul(u, u);
    mdv_mask inside = mdv_less_equal(r, p[INFLECTION]);
    mdv slope = mdv_fma(mdv_mul(p[E3], mdv_set(3.0)), u2, p[E1]);
    value.force = mdv_select(inside, lj.force, mdv_div(mdv_sub(mdv_zero(), slope), r));
    if (energy)
        value.energy = mdv_select(inside, lj.energy, mdv_fma(mdv_fma(p[E3], u2, p[E1]), u, p[E0]));
    if (curvature)
        value.curvature =
            mdv_select(inside, lj.curvature, mdv_mul(mdv_mul(p[E3], mdv_set(6.0)), u));
    return value;
}

/* The cubic's slope and curvature rise or fall all the way, since u >= 0. */
MD_INLINE struct pair_bounds pair_span_cubic(const mdv *p, mdv near, mdv far)
{
    mdv u = mdv_sub(near, p[INFLECTION]), w = mdv_sub(far, p[INFLECTION]);
    mdv three = mdv_mul(p[E3], mdv_set(-3.0)), six = mdv_mul(p[E3], mdv_set(6.0));
    struct pair_range push = pair_range_between(mdv_fms(three, mdv_mul(u, u), p[E1]),
                                                mdv_fms(three, mdv_mul(w, w), p[E1]));
    return pair_range_bounds(pair_range_product(push, pair_range_inverse(near, far)),
                             pair_range_between(mdv_mul(six, u), mdv_mul(six, w)));
}

MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    mdv from = mdv_sqrt(near), till = mdv_sqrt(far), edge = p[INFLECTION];
    struct pair_bounds inner =
        pair_lj_span(p[REPEL], p[ATTRACT], near, mdv_min(far, mdv_mul(edge, edge)));
    struct pair_bounds outer = pair_span_cubic(p, mdv_max(from, edge), mdv_max(till, edge));
    return pair_range_join(mdv_less_equal(till, edge), mdv_less(edge, from), &inner, &outer);
}

static double inflection(double sig)
{
    return sig * pow(26.0 / 7.0, 1.0 / 6.0);
}

static double range(const double *coeff, double cutoff)
{
    (void)cutoff;
    return 67.0 / 48.0 * inflection(coeff[SIGMA]);
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    double eps = coeff[EPSILON], sig = coeff[SIGMA];
    double rs = inflection(sig), length = 19.0 / 48.0 * rs;
    (void)pair, (void)cutoff, (void)shift; /* the energy is zero at the cutoff anyway */
    record[REPEL] = pair_lj_repel(eps, sig);
    record[ATTRACT] = pair_lj_attract(eps, sig);
    record[INFLECTION] = rs;
    record[E0] = pair_lj_energy(eps, sig, rs);
    record[E1] = pair_lj_slope(eps, sig, rs);
    record[E3] = -record[E1] / (3.0 * length * length);
}

static const struct md_pair_kind kind = {
    .coeffs = 2,
    .usage = "pair_coeff I J EPSILON SIGMA",
    .coeff = {{.name = "epsilon",
               .unit = "energy",
               .doc = "depth of the well",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "sigma",
               .unit = "distance",
               .doc = "where the energy is zero",
               .lo = MD_PARAM_TINY,
               .hi = INFINITY}},
    .negative = {MD_PAIR_UPSIDE_DOWN},
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
            .name = "lj/cubic",
            .summary = "Lennard-Jones 12-6 up to its inflection, then a cubic to zero",
            .usage = "pair_style lj/cubic",
            .manual = "phi(r) = 4 epsilon [(sigma/r)^12 - (sigma/r)^6] up to its inflection rs = "
                      "(26/7)^(1/6) sigma; from there to rc = 67/48 rs = 1.737 sigma a cubic that "
                      "continues energy, force and curvature at rs and is zero together with its "
                      "force at rc.\n\n"
                      "pair_coeff I J EPSILON SIGMA, an energy and a distance; unset pairs are "
                      "mixed from I I and J J by the "
                      "rule of pair_modify mix. Energy and force vanish at the cutoff.",
            .cite = "B. L. Holian and R. Ravelo, Phys. Rev. B 51 (1995) 11275",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN | MD_SMOOTH_CUTOFF,
    PAIR_FACES,
};
