/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lennard-Jones 12-6 with a plain cutoff,
 *
 *     phi(r) = 4 eps [(sig/r)^12 - (sig/r)^6],  r < rc;
 *
 * pair_modify shift subtracts phi(rc) from the energy, pair_modify tail adds the integral beyond
 * rc over a uniform density [M. P. Allen and D. J. Tildesley, Computer Simulation of Liquids,
 * Oxford 1987, eq. 2.133 and 2.135].
 *
 * The record holds 48 eps sig^12 and 24 eps sig^6, so that with q = 1/r^2 and s = q^3
 *
 *     -phi'/r = s (48 eps sig^12 s - 24 eps sig^6) q:
 *
 * one division and six multiplications, no square root.
 */
#include "term/pair_lj.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_lj_cut)
#define PAIR_KIND      kind
#define PAIR_RECORD    4
#define PAIR_SPAN

enum { CUTOFF_SQ, REPEL, ATTRACT, OFFSET }; /* of the record */
enum { EPSILON, SIGMA };                    /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv q = mdv_div(mdv_set(1.0), r2);
    mdv s = mdv_mul(mdv_mul(q, q), q), sq = mdv_mul(s, q);
    value.force = mdv_mul(mdv_fms(p[REPEL], s, p[ATTRACT]), sq);
    if (energy) {
        mdv repel = mdv_mul(p[REPEL], mdv_set(1.0 / 12.0));
        mdv attract = mdv_mul(p[ATTRACT], mdv_set(1.0 / 6.0));
        value.energy = mdv_fms(mdv_fms(repel, s, attract), s, p[OFFSET]);
    }
    if (curvature) {
        mdv repel = mdv_mul(p[REPEL], mdv_set(13.0)), attract = mdv_mul(p[ATTRACT], mdv_set(7.0));
        value.curvature = mdv_mul(mdv_fms(repel, s, attract), sq);
    }
    return value;
}

/* Both are differences of two powers that fall with distance. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    return pair_lj_span(p[REPEL], p[ATTRACT], near, far);
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    (void)pair;
    double six = pow(coeff[SIGMA], 6.0);
    record[REPEL] = 48.0 * coeff[EPSILON] * six * six;
    record[ATTRACT] = 24.0 * coeff[EPSILON] * six;
    double ratio = coeff[SIGMA] / cutoff, power = pow(ratio, 6.0);
    record[OFFSET] = shift ? 4.0 * coeff[EPSILON] * (power * power - power) : 0.0;
}

static void tail(const double *coeff, double cutoff, double *energy, double *virial)
{
    const double pi = 3.14159265358979323846;
    double sig2 = coeff[SIGMA] * coeff[SIGMA], sig6 = sig2 * sig2 * sig2;
    double rc3 = cutoff * cutoff * cutoff, rc6 = rc3 * rc3, rc9 = rc3 * rc6;
    double common = 8.0 * pi * coeff[EPSILON] * sig6 / (9.0 * rc9);
    *energy = common * (sig6 - 3.0 * rc6);
    *virial = 2.0 * common * (2.0 * sig6 - 3.0 * rc6);
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
    .tail = tail,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {
    {"cutoff", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "distance",
     "distance beyond which pairs do not interact, unless pair_coeff gives another",
     offsetof(struct md_pair, global), 0.0, INFINITY, NULL, NULL},
    {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "lj/cut",
            .summary = "Lennard-Jones 12-6 with a cutoff",
            .usage = "pair_style lj/cut CUTOFF",
            .manual =
                "phi(r) = 4 epsilon [(sigma/r)^12 - (sigma/r)^6] for r < cutoff.\n\n"
                "pair_coeff I J EPSILON SIGMA [CUTOFF] sets a pair of types, an energy and two "
                "distances; unset pairs are mixed "
                "from I I and J J by the rule of pair_modify mix, the cutoff like sigma. "
                "pair_modify "
                "shift yes makes the energy zero at the cutoff, pair_modify tail yes adds the "
                "correction for a uniform density beyond it (three dimensions only). "
                "Without shift the energy jumps at the cutoff, and the total energy wanders; the "
                "force "
                "jumps there in any case.",
            .cite = "J. E. Jones, Proc. R. Soc. Lond. A 106 (1924) 463",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
