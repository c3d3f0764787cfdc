/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A Gaussian well (A > 0) or hill (A < 0) with a plain cutoff,
 *
 *     phi(r) = -A exp(-B r^2),  r < rc.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_gauss)
#define PAIR_KIND      kind
#define PAIR_RECORD    4
#define PAIR_SPAN

enum { CUTOFF_SQ, DEPTH, WIDTH, OFFSET }; /* of the record */
enum { A, B };                            /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv e = mdv_mul(p[DEPTH], mdv_exp(mdv_mul(mdv_sub(mdv_zero(), p[WIDTH]), r2)));
    mdv slope = mdv_mul(mdv_mul(e, p[WIDTH]), mdv_set(-2.0));
    value.force = slope;
    if (energy)
        value.energy = mdv_sub(p[OFFSET], e);
    if (curvature) {
        mdv bend = mdv_fms(mdv_add(p[WIDTH], p[WIDTH]), r2, mdv_set(1.0));
        value.curvature = mdv_mul(slope, bend);
    }
    return value;
}

/* -phi'/r rises or falls all the way; phi'' is that times (2 B r^2 - 1). */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    const mdv one = mdv_set(1.0), zero = mdv_zero();
    mdv twice = mdv_add(p[WIDTH], p[WIDTH]), factor = mdv_mul(p[DEPTH], twice);
    mdv at_near = mdv_exp(mdv_mul(mdv_sub(zero, p[WIDTH]), near));
    mdv at_far = mdv_exp(mdv_mul(mdv_sub(zero, p[WIDTH]), far));
    struct pair_range force =
        pair_range_scale(mdv_sub(zero, factor), pair_range_between(at_near, at_far));
    struct pair_range bend =
        pair_range_between(mdv_fms(twice, near, one), mdv_fms(twice, far, one));
    return pair_range_bounds(force, pair_range_product(force, bend));
}

static double sign(double value)
{
    return value >= 0.0 ? 1.0 : -1.0;
}

static void mix(enum md_pair_mix rule, const double *a, const double *b, double *coeff)
{
    double size_a = sqrt(0.5 / fabs(a[B])), size_b = sqrt(0.5 / fabs(b[B]));
    double size = md_pair_mix_distance(rule, size_a, size_b);
    coeff[B] = fmax(sign(a[B]), sign(b[B])) * 0.5 / (size * size);
    coeff[A] = fmin(sign(a[A]), sign(b[A])) *
               md_pair_mix_energy(rule, fabs(a[A]), fabs(b[A]), size_a, size_b);
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    (void)pair;
    record[DEPTH] = coeff[A];
    record[WIDTH] = coeff[B];
    record[OFFSET] = shift ? coeff[A] * exp(-coeff[B] * cutoff * cutoff) : 0.0;
}

static const struct md_pair_kind kind = {
    .coeffs = 2,
    .usage = "pair_coeff I J A B [CUTOFF]",
    .coeff = {{.name = "A",
               .unit = "energy",
               .doc = "depth of the well",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "B",
               .unit = "1/distance^2",
               .doc = "inverse square of its width",
               .lo = -INFINITY,
               .hi = INFINITY}},
    .record = PAIR_RECORD,
    .derive = derive,
    .mix = mix,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {PAIR_CUTOFF, {.kind = MD_PARAM_END}};

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "gauss",
            .summary = "a Gaussian well with a cutoff",
            .usage = "pair_style gauss CUTOFF",
            .manual =
                "phi(r) = -A exp(-B r^2) for r < cutoff: a well for A > 0, a hill for A < 0.\n\n"
                "pair_coeff I J A B [CUTOFF]: A is an energy, B is 1/distance^2; unset pairs are "
                "mixed from I I and J J by the "
                "rule of pair_modify mix, |A| like an energy and the width 1/sqrt(2 |B|) like "
                "a distance; if one A is negative so is the mixed one, and the mixed B is "
                "negative only if both are. pair_modify shift yes makes the energy zero at "
                "the cutoff; the force jumps there.",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN,
    PAIR_FACES,
};
