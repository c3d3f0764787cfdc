/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix central/poly: a polynomial in the squared distance from a centre,
 *
 *     V(r) = c0 + c1 r^2 + c2 r^4 + ... = P(s),  s = r^2,  F = -2 P'(s) r,
 *
 * which is smooth everywhere, the centre included.  0 1 -2 1 is r^2 (r^2 - 1)^2, a planar
 * oscillator with a ring of minima at r = 1.
 */
#include "term/external_path.h"
#include "term/field/externals.h"

#include <math.h>

#define POLY_MAX 16

struct central_poly {
    struct md_external external;
    double c[POLY_MAX];
    int count;
    double center[3];
};

/* P, P' and P'' at s, by Horner's rule. */
static inline void polynomial(const struct central_poly *poly, double s, double p[3])
{
    p[0] = p[1] = p[2] = 0.0;
    for (int k = poly->count - 1; k >= 0; k--) {
        p[2] = p[2] * s + 2.0 * p[1];
        p[1] = p[1] * s + p[0];
        p[0] = p[0] * s + poly->c[k];
    }
}

static inline double squared(const struct central_poly *poly, const double r[3], double d[3])
{
    for (int k = 0; k < 3; k++)
        d[k] = r[k] - poly->center[k];
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

static inline void term(const struct central_poly *poly, const struct md_box *box,
                        const struct md_external_atom *atom, struct md_external_sums *sums,
                        double f[3])
{
    double d[3], p[3];
    (void)box;
    polynomial(poly, squared(poly, atom->r, d), p);
    sums->energy += p[0];
    for (int k = 0; k < 3; k++)
        f[k] -= 2.0 * p[1] * d[k];
}

/* Eigenvalues of the Hessian: 2 P' across, 2 P' + 4 s P'' along the radius. */
static double curvature(const struct central_poly *poly, const struct md_box *box,
                        const struct md_external_atom *atom)
{
    double d[3], p[3], s = squared(poly, atom->r, d);
    (void)box;
    polynomial(poly, s, p);
    return fmax(fabs(2.0 * p[1]), fabs(2.0 * p[1] + 4.0 * s * p[2]));
}

/* A derivative of P: terms with positive and with negative coefficients, of which all rise with
 * s. */
static struct md_range derivative(const struct central_poly *poly, int order, struct md_range s)
{
    struct md_range sum = {0.0, 0.0};
    for (int k = order; k < poly->count; k++) {
        double c = poly->c[k] * k * (order == 2 ? k - 1.0 : 1.0);
        struct md_range power = {pow(s.lo, k - order), pow(s.hi, k - order)};
        sum = md_range_sum(sum, md_range_scale(c, power));
    }
    return sum;
}

static struct md_range bend(const struct central_poly *poly, const struct md_box *box,
                            const struct md_external_atom *atom, const double v[3], double time)
{
    double d[3];
    (void)box;
    squared(poly, atom->r, d);
    struct md_external_path path = md_external_path(d, v, time);
    return md_external_path_bend(&path, derivative(poly, 1, path.square),
                                 derivative(poly, 2, path.square));
}

#define EXTERNAL_STATE central_poly
#include "term/external_faces.h"

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    struct central_poly *poly = state;
    int at = 0;
    (void)system;
    for (; at < args->count && !md_word_is(&args->words[at], "center"); at++) {
        if (poly->count == POLY_MAX)
            return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                                "'%s' is one coefficient too many: there may be 1 to %d",
                                args->words[at].text, POLY_MAX);
        if (md_word_double(&args->words[at], "coefficient", -INFINITY, INFINITY,
                           &poly->c[poly->count++], error))
            return error->status;
    }
    bool centered = at < args->count;
    if (poly->count == 0 || (centered && args->count != at + 4))
        return md_error_set(error, MD_ERR_COUNT, centered ? &args->words[at].place : NULL, "%s: %s",
                            centered ? "'center' needs x, y and z" : "a coefficient is needed",
                            md_external_central_poly.style.usage);
    for (int k = 0; centered && k < 3; k++)
        if (md_word_double(&args->words[at + 1 + k], "coordinate of the center", -INFINITY,
                           INFINITY, &poly->center[k], error))
            return error->status;
    return MD_OK;
}

const struct md_potential md_external_central_poly = {
    .style =
        {
            .name = "central/poly",
            .summary = "a polynomial in the squared distance from a centre",
            .usage = "fix ID GROUP central/poly C0 [C1 C2 ...] [center X Y Z]",
            .manual =
                "V = C0 + C1 r^2 + C2 r^4 + C3 r^6 + ... for each atom of the group, r being\n"
                "its distance from the centre (0 0 0, or X Y Z in distance units), with\n"
                "unwrapped positions.  At most 16 coefficients.  '0 1 -2 1' is\n"
                "r^2 (r^2 - 1)^2.  f_ID is the energy; fix_modify ID energy yes counts it.",
            .state_size = sizeof(struct central_poly),
        },
    .can = EXTERNAL_CAN,
    .create = create,
    .prepare = md_external_prepare,
    .destroy = md_external_destroy,
    EXTERNAL_FACES,
};
