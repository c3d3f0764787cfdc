/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Morse's potential [P. M. Morse, Phys. Rev. 34 (1929) 57] with a plain cutoff,
 *
 *     phi(r) = D (e^2 - 2 e),  e = exp(-alpha (r - r0)),  r < rc.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_morse)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN

enum { CUTOFF_SQ, DEPTH, DECAY, MINIMUM, OFFSET }; /* of the record */
enum { D0, ALPHA, REST };                          /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv r = mdv_sqrt(r2);
    mdv e = mdv_exp(mdv_mul(p[DECAY], mdv_sub(p[MINIMUM], r)));
    mdv de = mdv_mul(p[DEPTH], e), slope = mdv_mul(mdv_add(de, de), p[DECAY]);
    value.force = mdv_div(mdv_fms(slope, e, slope), r);
    if (energy)
        value.energy = mdv_fms(de, mdv_sub(e, mdv_set(2.0)), p[OFFSET]);
    if (curvature)
        value.curvature = mdv_mul(mdv_mul(slope, p[DECAY]), mdv_sub(mdv_add(e, e), mdv_set(1.0)));
    return value;
}

/* e rises or falls all the way; e (e - 1) and e (2 e - 1) have one minimum each. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    mdv from = mdv_sqrt(near), till = mdv_sqrt(far);
    mdv at_near = mdv_exp(mdv_mul(p[DECAY], mdv_sub(p[MINIMUM], from)));
    mdv at_far = mdv_exp(mdv_mul(p[DECAY], mdv_sub(p[MINIMUM], till)));
    struct pair_range e = pair_range_between(at_near, at_far);
    mdv slope = mdv_mul(mdv_add(p[DEPTH], p[DEPTH]), p[DECAY]);
    struct pair_range push = pair_range_scale(slope, pair_range_well(1.0, e));
    return pair_range_bounds(pair_range_product(push, pair_range_inverse(from, till)),
                             pair_range_scale(mdv_mul(slope, p[DECAY]), pair_range_well(2.0, e)));
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    (void)pair;
    record[DEPTH] = coeff[D0];
    record[DECAY] = coeff[ALPHA];
    record[MINIMUM] = coeff[REST];
    double e = exp(-coeff[ALPHA] * (cutoff - coeff[REST]));
    record[OFFSET] = shift ? coeff[D0] * (e * e - 2.0 * e) : 0.0;
}

static const struct md_pair_kind kind = {
    .coeffs = 3,
    .usage = "pair_coeff I J D0 ALPHA R0 [CUTOFF]",
    .coeff = {{.name = "d0",
               .unit = "energy",
               .doc = "depth of the well",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "alpha",
               .unit = "1/distance",
               .doc = "steepness",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "r0",
               .unit = "distance",
               .doc = "where the energy is least",
               .lo = -INFINITY,
               .hi = INFINITY}},
    .negative = {"the well is a hill, and its core attracts"},
    .record = PAIR_RECORD,
    .derive = derive,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {PAIR_CUTOFF, {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "morse",
            .summary = "Morse with a cutoff",
            .usage = "pair_style morse CUTOFF",
            .manual =
                "phi(r) = d0 [exp(-2 alpha (r - r0)) - 2 exp(-alpha (r - r0))] for r < "
                "cutoff.\n\n"
                "pair_coeff I J D0 ALPHA R0 [CUTOFF] must be given for every pair of types: the "
                "depth of the well (energy), 1/distance, and where it lies (distance). "
                "pair_modify shift yes makes the energy zero at the cutoff; the force jumps "
                "there.",
            .cite = "P. M. Morse, Phys. Rev. 34 (1929) 57",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
