/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The universal repulsion of two nuclei screened by their electrons [J. F. Ziegler, J. P. Biersack
 * and U. Littmark, The Stopping and Range of Ions in Matter, Pergamon 1985],
 *
 *     E(r) = e^2 Zi Zj / r sum_k w_k exp(-d_k r/a),  a = 0.46850 Angstrom / (Zi^0.23 + Zj^0.23),
 *
 * and a polynomial added to it that brings it to zero at the cutoff rc with two derivatives,
 *
 *     S(r) = A/3 t^3 + B/4 t^4 + C,  t = r - rin where that is positive, else 0.
 *
 * One t for both sides of rin: no lane needs to know on which it is.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_zbl)
#define PAIR_KIND      kind
#define PAIR_RECORD    8
#define PAIR_SPAN
#define PAIR_DEAR

enum { CUTOFF_SQ, CHARGES, SCREEN, INSIDE, SQUARE, CUBE, CONSTANT }; /* of the record */
enum { ZI, ZJ };                                                     /* of pair_coeff */
enum { OUTER, INNER, COULOMB, ANGSTROM };                            /* of md_pair.global */

#define TERMS 4

static const double weight[TERMS] = {0.18175, 0.50986, 0.28022, 0.02817};
static const double decay[TERMS] = {3.19980, 0.94229, 0.40290, 0.20162};

/* sum_k w_k (d_k/a)^n exp(-d_k r/a), n = 0, 1, 2, times e^2 Zi Zj / r. */
struct screened {
    mdv sum[3];
};

MD_INLINE struct screened screened(const mdv *p, mdv r, bool curvature)
{
    struct screened value = {{mdv_zero(), mdv_zero(), mdv_zero()}};
    mdv factor = mdv_div(p[CHARGES], r);
    for (int k = 0; k < TERMS; k++) {
        mdv rate = mdv_mul(p[SCREEN], mdv_set(decay[k]));
        mdv term = mdv_mul(mdv_set(weight[k]), mdv_exp(mdv_sub(mdv_zero(), mdv_mul(rate, r))));
        mdv fall = mdv_mul(term, rate);
        value.sum[0] = mdv_add(value.sum[0], term);
        value.sum[1] = mdv_add(value.sum[1], fall);
        if (curvature)
            value.sum[2] = mdv_fma(fall, rate, value.sum[2]);
    }
    for (int n = 0; n < 3; n++)
        value.sum[n] = mdv_mul(value.sum[n], factor);
    return value;
}

/* -E' and E'' of these sums. */
MD_INLINE mdv screened_push(const struct screened *value, mdv inverse)
{
    return mdv_fma(value->sum[0], inverse, value->sum[1]);
}

MD_INLINE mdv screened_bend(const struct screened *value, mdv inverse)
{
    mdv twice = mdv_mul(mdv_set(2.0), inverse);
    return mdv_fma(screened_push(value, inverse), twice, value->sum[2]);
}

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv r = mdv_sqrt(r2), inverse = mdv_div(mdv_set(1.0), r);
    mdv t = mdv_max(mdv_sub(r, p[INSIDE]), mdv_zero()), t2 = mdv_mul(t, t);
    struct screened bare = screened(p, r, curvature);
    mdv slope = mdv_mul(mdv_fma(p[CUBE], t, p[SQUARE]), t2);
    value.force = mdv_mul(mdv_sub(screened_push(&bare, inverse), slope), inverse);
    if (energy) {
        mdv work =
            mdv_fma(mdv_mul(p[CUBE], mdv_set(0.25)), t, mdv_mul(p[SQUARE], mdv_set(1.0 / 3.0)));
        value.energy = mdv_add(bare.sum[0], mdv_fma(mdv_mul(work, t2), t, p[CONSTANT]));
    }
    if (curvature) {
        mdv bend = mdv_fma(mdv_mul(p[CUBE], mdv_set(3.0)), t, mdv_mul(p[SQUARE], mdv_set(2.0)));
        value.curvature = mdv_fma(bend, t, screened_bend(&bare, inverse));
    }
    return value;
}

/* The repulsion and its curvature only fall; what is added has no share up to the inner cutoff,
 * and 1/r there is never more than 1/rin. */
MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    const mdv zero = mdv_zero(), two = mdv_set(2.0), three = mdv_set(3.0);
    mdv r[2] = {mdv_sqrt(near), mdv_sqrt(far)}, push[2], bend[2], out[2];
    for (int k = 0; k < 2; k++) {
        mdv inverse = mdv_div(mdv_set(1.0), r[k]);
        struct screened bare = screened(p, r[k], true);
        push[k] = mdv_mul(screened_push(&bare, inverse), inverse);
        bend[k] = screened_bend(&bare, inverse);
        out[k] = mdv_max(r[k], p[INSIDE]);
    }
    const mdv slope[4] = {zero, zero, mdv_sub(zero, p[SQUARE]), mdv_sub(zero, p[CUBE])};
    const mdv curve[4] = {zero, mdv_mul(two, p[SQUARE]), mdv_mul(three, p[CUBE]), zero};
    mdv t = mdv_sub(out[0], p[INSIDE]), w = mdv_sub(out[1], p[INSIDE]);
    struct pair_range added =
        pair_range_product(pair_range_cubic(slope, t, w), pair_range_inverse(out[0], out[1]));
    return pair_range_bounds(
        pair_range_sum(pair_range_between(push[0], push[1]), added),
        pair_range_sum(pair_range_between(bend[0], bend[1]), pair_range_cubic(curve, t, w)));
}

static void derive(const struct md_pair *pair, const double *coeff, double cutoff, bool shift,
                   double *record)
{
    double charges = pair->global[COULOMB] * coeff[ZI] * coeff[ZJ], inner = pair->global[INNER];
    double length = 0.46850 * pair->global[ANGSTROM];
    double screen = (pow(coeff[ZI], 0.23) + pow(coeff[ZJ], 0.23)) / length;
    double sum[3] = {0.0, 0.0, 0.0}, rc = cutoff, t = rc - inner;
    (void)shift; /* the energy is 0 at the cutoff anyway */
    for (int k = 0; k < TERMS; k++) {
        double rate = decay[k] * screen, term = weight[k] * exp(-rate * rc) * charges / rc;
        sum[0] += term;
        sum[1] += term * rate;
        sum[2] += term * rate * rate;
    }
    double slope = -(sum[0] / rc + sum[1]), bend = sum[2] - 2.0 * slope / rc;
    bool room = t > 0.0; /* without it the energy is shifted and nothing more */
    record[CHARGES] = charges;
    record[SCREEN] = screen;
    record[INSIDE] = inner;
    record[SQUARE] = room ? (-3.0 * slope + t * bend) / (t * t) : 0.0;
    record[CUBE] = room ? (2.0 * slope - t * bend) / (t * t * t) : 0.0;
    record[CONSTANT] = -sum[0] + t * (slope / 2.0 - t * bend / 12.0);
}

static void mix(enum md_pair_mix rule, const double *a, const double *b, double *coeff)
{
    (void)rule;
    coeff[ZI] = a[ZI];
    coeff[ZJ] = b[ZJ];
}

static enum md_status check(const struct md_args *args, bool same, const double *coeff,
                            struct md_error *error)
{
    if (!same || coeff[ZI] == coeff[ZJ])
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &args->words[2 + ZJ].place,
                        "a type has one nuclear charge, and this gives it %s and %s",
                        args->words[2 + ZI].text, args->words[2 + ZJ].text);
}

static const struct md_pair_kind kind = {
    .coeffs = 2,
    .usage = "pair_coeff I J ZI ZJ",
    .coeff = {{.name = "Zi", .doc = "nuclear charge of type I", .lo = 0.0, .hi = INFINITY},
              {.name = "Zj", .doc = "nuclear charge of type J", .lo = 0.0, .hi = INFINITY}},
    .check = check,
    .mix = mix,
    .record = PAIR_RECORD,
    .derive = derive,
    .cutoffs = MD_CUTOFF_NONE,
};

#include "term/pair_faces.h"

static const struct md_param settings[] = {
    {"inner", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "distance",
     "where the repulsion begins to be brought to zero", offsetof(struct md_pair, global[INNER]),
     MD_PARAM_TINY, INFINITY, NULL, NULL},
    {"outer", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "distance", "where it is zero, the cutoff",
     offsetof(struct md_pair, global[OUTER]), MD_PARAM_TINY, INFINITY, NULL, NULL},
    {.kind = MD_PARAM_END}};

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    struct md_pair *pair = state;
    if (pair_create(state, system, args, error))
        return error->status;
    pair->global[COULOMB] = system->units->coulomb;
    pair->global[ANGSTROM] = system->units->angstrom;
    if (pair->global[INNER] <= pair->global[OUTER])
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                        "the inner cutoff %s is greater than the outer cutoff %s",
                        args->words[0].text, args->words[1].text);
}

static bool smooth(const void *state)
{
    const struct md_pair *pair = state;
    return pair->global[INNER] < pair->global[OUTER];
}

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "zbl",
            .summary = "universal repulsion of screened nuclei (Ziegler, Biersack, Littmark)",
            .usage = "pair_style zbl INNER OUTER",
            .manual =
                "phi(r) = e^2 Zi Zj/r [0.18175 exp(-3.19980 x) + 0.50986 exp(-0.94229 x) + "
                "0.28022 exp(-0.40290 x) + 0.02817 exp(-0.20162 x)] + S(r) for r < outer, with "
                "x = r/a and a = 0.46850 Angstrom/(Zi^0.23 + Zj^0.23): what two atoms do to each "
                "other that come much closer than in any solid or molecule, in cascades of "
                "radiation damage and when ions are implanted. e^2 and the Angstrom are those of "
                "the deck's units; in units lj both are 1.\n\n"
                "S(r) = A/3 t^3 + B/4 t^4 + C with t = r - inner beyond the inner cutoff and t = 0 "
                "before it. A, B and C make energy, force and curvature zero at the outer cutoff; "
                "if both cutoffs are the same, only the energy is, and the force jumps there.\n\n"
                "pair_coeff I J ZI ZJ gives the nuclear charges, pure numbers; for I = J both are "
                "the same. Unset pairs take them from I I and J J, whatever pair_modify mix says. "
                "pair_modify shift changes nothing. Fractions that special_bonds gives do not "
                "weaken it; pairs of weight 0 do not meet. Mostly the style is one part of "
                "hybrid/overlay, beside a potential that is good at the distances of the solid: "
                "choose outer below the distance of nearest neighbours.",
            .cite = "J. F. Ziegler, J. P. Biersack and U. Littmark, The Stopping and Range of Ions "
                    "in Matter, Pergamon, New York (1985)",
            .state_size = sizeof(struct md_pair),
            .params = settings,
        },
    .can = PAIR_CAN | MD_UNWEIGHTED | MD_HAS_UNWEIGHTED,
    PAIR_FACES_BUT_CREATE,
    .create = create,
    .smooth = smooth,
};
