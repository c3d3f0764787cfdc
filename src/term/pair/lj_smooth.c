/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lennard-Jones 12-6 up to an inner cutoff, beyond it a force that falls to zero as a cubic:
 *
 *     -phi'(r) = F(t) = c1 + c2 t + c3 t^2 + c4 t^3,  t = r - rin,  rin < r < rc,
 *
 * where c1 and c2 continue the force and its slope, and c3 and c4 make both zero at rc.  The energy
 * is the integral, continuous at rin; at rc it is zero only with pair_modify shift yes.
 */
#include "term/pair_lj.h"
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_lj_smooth)
#define PAIR_KIND      kind
#define PAIR_RECORD    12
#define PAIR_SPAN

enum { CUTOFF_SQ, REPEL, ATTRACT, OFFSET, INSIDE, C0, C1, C2, C3, C4 }; /* of the record */
enum { EPSILON, SIGMA, INNER };                                         /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    struct pair_value lj = pair_lj(p[REPEL], p[ATTRACT], r2, energy, curvature);
    mdv r = mdv_sqrt(r2), t = mdv_sub(r, p[INSIDE]);
    mdv_mask inside = mdv_less_equal(r, p[INSIDE]);
    mdv force = mdv_fma(mdv_fma(mdv_fma(p[C4], t, p[C3]), t, p[C2]), t, p[C1]);
    value.force = mdv_select(inside, lj.force, mdv_div(force, r));
    if (energy) {
        mdv work = mdv_fma(mdv_mul(p[C4], mdv_set(0.25)), t, mdv_mul(p[C3], mdv_set(1.0 / 3.0)));
        work = mdv_fma(mdv_fma(work, t, mdv_mul(p[C2], mdv_set(0.5))), t, p[C1]);
        work = mdv_sub(p[C0], mdv_mul(work, t));
        value.energy = mdv_sub(mdv_select(inside, lj.energy, work), p[OFFSET]);
    }
    if (curvature) {
        mdv slope = mdv_fma(mdv_mul(p[C4], mdv_set(3.0)), t, mdv_mul(p[C3], mdv_set(2.0)));
        slope = mdv_fma(slope, t, p[C2]);
        value.curvature = mdv_select(inside, lj.curvature, mdv_sub(mdv_zero(), slope));
    }
    return value;
}

MD_INLINE struct pair_bounds pair_span_outer(const mdv *p, mdv near, mdv far)
{
    const mdv zero = mdv_zero();
    const mdv push[4] = {p[C1], p[C2], p[C3], p[C4]};
    const mdv bend[4] = {mdv_sub(zero, p[C2]), mdv_mul(p[C3], mdv_set(-2.0)),
                         mdv_mul(p[C4], mdv_set(-3.0)), zero};
    mdv t = mdv_sub(near, p[INSIDE]), w = mdv_sub(far, p[INSIDE]);
    return pair_range_bounds(
        pair_range_product(pair_range_cubic(push, t, w), pair_range_inverse(near, far)),
        pair_range_cubic(bend, t, w));
}

MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    mdv from = mdv_sqrt(near), till = mdv_sqrt(far), edge = p[INSIDE];
    struct pair_bounds inner =
        pair_lj_span(p[REPEL], p[ATTRACT], near, mdv_min(far, mdv_mul(edge, edge)));
    struct pair_bounds outer = pair_span_outer(p, mdv_max(from, edge), mdv_max(till, edge));
    return pair_range_join(mdv_less_equal(till, edge), mdv_less(edge, from), &inner, &outer);
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    double eps = coeff[EPSILON], sig = coeff[SIGMA], inner = coeff[INNER], t = cutoff - inner;
    (void)pair;
    record[REPEL] = pair_lj_repel(eps, sig);
    record[ATTRACT] = pair_lj_attract(eps, sig);
    record[INSIDE] = inner;
    for (int k = C0; k <= C4; k++)
        record[k] = 0.0;
    if (!(t > 0.0)) { /* nothing between: plain Lennard-Jones */
        record[OFFSET] = shift ? pair_lj_energy(eps, sig, cutoff) : 0.0;
        return;
    }
    record[C0] = pair_lj_energy(eps, sig, inner);
    record[C1] = -pair_lj_slope(eps, sig, inner);
    record[C2] = -pair_lj_curvature(eps, sig, inner);
    record[C3] = -(3.0 * record[C1] + 2.0 * record[C2] * t) / (t * t);
    record[C4] = -(record[C2] + 2.0 * record[C3] * t) / (3.0 * t * t);
    double work =
        record[C1] + t * (record[C2] / 2.0 + t * (record[C3] / 3.0 + t * record[C4] / 4.0));
    record[OFFSET] = shift ? record[C0] - t * work : 0.0;
}

static const struct md_pair_kind kind = {
    .coeffs = 2,
    .usage = "pair_coeff I J EPSILON SIGMA [INNER CUTOFF]",
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
    .cutoffs = MD_CUTOFF_INNER,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {
    {"inner", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "distance",
     "where the change of the force begins, unless pair_coeff gives another",
     offsetof(struct md_pair, global[1]), MD_PARAM_TINY, INFINITY, NULL, NULL},
    PAIR_CUTOFF,
    {.kind = MD_PARAM_END}};

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    const struct md_pair *pair = state;
    if (pair_create(state, system, args, error))
        return error->status;
    if (pair->global[1] <= pair->global[0])
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                        "the inner cutoff %s is greater than the cutoff %s", args->words[0].text,
                        args->words[1].text);
}

/* Without shift the energy jumps at the cutoff; without room between the cutoffs so does the
 * force. */
static bool smooth(const void *state)
{
    const struct md_pair *pair = state;
    bool room = pair->shift;
    for (int i = 1; i <= pair->types; i++)
        for (int j = 1; j <= pair->types; j++) {
            size_t ij = (size_t)i * (size_t)(pair->types + 1) + (size_t)j;
            room = room && pair->coeff[ij * MD_PAIR_COEFFS + INNER] < pair->cutoff[ij];
        }
    return room;
}

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "lj/smooth",
            .summary = "Lennard-Jones 12-6 whose force falls to zero as a cubic",
            .usage = "pair_style lj/smooth INNER CUTOFF",
            .manual =
                "phi(r) = 4 epsilon [(sigma/r)^12 - (sigma/r)^6] for r < inner; for inner < r "
                "< cutoff the force is C1 + C2 t + C3 t^2 + C4 t^3 with t = r - inner, with "
                "the same value and slope as Lennard-Jones's at the inner cutoff and value "
                "and slope zero at the cutoff.\n\n"
                "pair_coeff I J EPSILON SIGMA [INNER CUTOFF], an energy and distances; unset pairs "
                "are mixed from I I "
                "and J J by the rule of pair_modify mix. Without pair_modify shift yes the "
                "energy jumps to zero at the cutoff; with it energy and force vanish there.",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES_BUT_CREATE,
    .create = create,
    .smooth = smooth,
};
