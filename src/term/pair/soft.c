/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cosine that pushes overlapping atoms apart,
 *
 *     phi(r) = A [1 + cos(pi r / rc)],  r < rc,
 *
 * finite at r = 0, energy and force zero at rc.  With w = (pi/2) (1 - r/rc) it is 2 A sin^2 w,
 * which loses nothing near the cutoff.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_soft)
#define PAIR_KIND      kind
#define PAIR_RECORD    4
#define PAIR_SPAN

enum { CUTOFF_SQ, STRENGTH, WAVE }; /* of the record */
enum { A };                         /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    const mdv half_pi = mdv_set(1.57079632679489661923);
    mdv r = mdv_sqrt(r2), sine, cosine;
    mdv_quarter_wave(mdv_sub(half_pi, mdv_mul(p[WAVE], r)), &sine, &cosine);
    mdv twice = mdv_mul(p[STRENGTH], sine);
    twice = mdv_add(twice, twice);
    mdv slope = mdv_add(p[WAVE], p[WAVE]);
    value.force = pair_over(mdv_mul(mdv_mul(twice, cosine), slope), r);
    if (energy)
        value.energy = mdv_mul(twice, sine);
    if (curvature)
        value.curvature =
            mdv_mul(mdv_mul(slope, slope), mdv_sub(p[STRENGTH], mdv_mul(twice, sine)));
    return value;
}

/* sin(x)/x and cos(x) both fall from x = 0 to pi; at 0 the first has a limit, which the formula
 * does not need: there the line has no direction. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    struct pair_value from = pair_evaluate(p, near, false, true);
    struct pair_value till = pair_evaluate(p, far, false, true);
    mdv slope = mdv_add(p[WAVE], p[WAVE]);
    mdv limit = mdv_mul(p[STRENGTH], mdv_mul(slope, slope));
    mdv first = mdv_select(mdv_less(mdv_zero(), near), from.force, limit);
    mdv last = mdv_select(mdv_less(mdv_zero(), far), till.force, limit);
    return pair_range_bounds(pair_range_between(first, last),
                             pair_range_between(from.curvature, till.curvature));
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    const double half_pi = 1.57079632679489661923;
    (void)pair, (void)shift; /* the energy is zero at the cutoff anyway */
    record[STRENGTH] = coeff[A];
    record[WAVE] = half_pi / cutoff;
}

static const struct md_pair_kind kind = {
    .coeffs = 1,
    .usage = "pair_coeff I J A [CUTOFF]",
    .coeff = {{.name = "A",
               .unit = "energy",
               .doc = "half the energy of atoms at one place",
               .lo = -INFINITY,
               .hi = INFINITY}},
    .mixing = {MD_MIX_ROOT},
    .record = PAIR_RECORD,
    .derive = derive,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {PAIR_CUTOFF, {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "soft",
            .summary = "a cosine that pushes overlapping atoms apart",
            .usage = "pair_style soft CUTOFF",
            .manual = "phi(r) = A [1 + cos(pi r / cutoff)] for r < cutoff. Atoms at one place are "
                      "no error; they exert no force on each other. Energy and force vanish at the "
                      "cutoff.\n\n"
                      "pair_coeff I J A [CUTOFF]: A, an energy, is half of that of two atoms at "
                      "one place; unset pairs are mixed from I I and J J: A as the "
                      "root of the product, the cutoff by the rule of pair_modify mix.",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN | MD_SMOOTH_CUTOFF,
    PAIR_FACES,
};
