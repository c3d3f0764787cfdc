/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variational collocation on Gauss-Lobatto points (J. E. Marsden and M. West, Acta Numerica 10
 * (2001) 357, section 2.2.6; A. Lew, J. E. Marsden, M. Ortiz and M. West, Int. J. Numer. Meth.
 * Engng 60 (2004) 153).  Within a step the path is the polynomial through its values q_j at the s
 * Lobatto points c_j, and the discrete Lagrangian is the action of this path by Lobatto's rule with
 * the weights w_j, stationary in the inner values:
 *
 *     L_d = m/(2 h) sum_ij K_ij q_i q_j - h sum_j w_j V(q_j),   K_ij = sum_k w_k l_i'(c_k)
 * l_j'(c_k).
 *
 * p0 = -D1 L_d and the conditions for the inner values are linear in the displacements d_j = q_j -
 * q0 and the accelerations,
 *
 *     sum_j K_0j d_j = -h v0 - h^2 w_0 a_0,    sum_j K_ij d_j = -h^2 w_i a_i   (i inside),
 *
 * so with the inverse of K's first s - 1 rows and last s - 1 columns the d_j are as Nystrom tables
 * have them, and p1 = D2 L_d is v1 = v0 + h sum_j w_j a_j.  The order is 2 s - 2; s = 2 is velocity
 * Verlet.
 */
#include "integrate/schemes.h"
#include "integrate/step/nystrom.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

#define POINTS 5 /* at most: order 8 */

struct galerkin {
    struct md_nystrom nystrom;
    int order; /* choice: 2, 4, 6, 8 */
};

static int points(const struct galerkin *galerkin)
{
    return galerkin->order + 2;
}

static struct md_claims galerkin_claims(const void *state)
{
    int s = points(state);
    return (struct md_claims){
        .order = 2 * s - 2,
        .symplectic = true,
        .reversible = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
        .implicit = s > 2,
    };
}

static void lobatto(int s, double c[POINTS], double w[POINTS])
{
    static const double weight[POINTS + 1][3] = {[2] = {1.0 / 2.0},
                                                 [3] = {1.0 / 6.0, 2.0 / 3.0},
                                                 [4] = {1.0 / 12.0, 5.0 / 12.0},
                                                 [5] = {1.0 / 20.0, 49.0 / 180.0, 16.0 / 45.0}};
    const double inner[POINTS + 1] = {[4] = sqrt(1.0 / 5.0), [5] = sqrt(3.0 / 7.0)};
    for (int j = 0; j < s; j++) {
        int near = j < s - 1 - j ? j : s - 1 - j;
        double from = near == 0 ? 1.0 : 2 * near == s - 1 ? 0.0 : inner[s];
        c[j] = 0.5 * (j < s - 1 - j ? 1.0 - from : 1.0 + from);
        w[j] = weight[s][near];
    }
}

/* l_j'(c_k) of the Lagrange polynomials through all points. */
static double slope(int s, const double *c, int j, int k)
{
    double sum = 0.0;
    for (int i = 0; i < s; i++) {
        if (i == j)
            continue;
        double term = 1.0 / (c[j] - c[i]);
        for (int n = 0; n < s; n++) {
            if (n != i && n != j)
                term *= (c[k] - c[n]) / (c[j] - c[n]);
        }
        sum += term;
    }
    return sum;
}

/* The inverse of K's first s - 1 rows and last s - 1 columns. */
static enum md_status invert(int s, const double *c, const double *w, double *inverse,
                             struct md_error *error)
{
    double k[(POINTS - 1) * (POINTS - 1)];
    size_t n = (size_t)s - 1, order[POINTS];
    int sign;
    for (int i = 0; i < s - 1; i++) {
        for (int j = 1; j < s; j++) {
            double sum = 0.0;
            for (int m = 0; m < s; m++)
                sum += w[m] * slope(s, c, i, m) * slope(s, c, j, m);
            k[i * (s - 1) + j - 1] = sum;
        }
    }
    gsl_matrix_view from = gsl_matrix_view_array(k, n, n);
    gsl_matrix_view to = gsl_matrix_view_array(inverse, n, n);
    gsl_permutation permutation = {n, order};
    if (gsl_linalg_LU_decomp(&from.matrix, &permutation, &sign) != 0 ||
        gsl_linalg_LU_invert(&from.matrix, &permutation, &to.matrix) != 0)
        return md_error_set(error, MD_ERR_INTERNAL, NULL, "a matrix of galerkin has no inverse");
    return MD_OK;
}

/* The path's velocity at a Lobatto point, sum_j l_j'(c_k) d_j / h, is v0 + h sum_i L_ki a_i. */
static void quadrature(int s, const double *c, const double *w, struct md_nystrom_table *table)
{
    table->looks = s;
    for (int k = 0; k < s; k++) {
        table->k[k] = w[k];
        for (int i = 0; i < s - 1; i++) {
            table->l[k][i] = slope(s, c, s - 1, k) * table->p[i];
            for (int j = 1; j < s - 1; j++)
                table->l[k][i] += slope(s, c, j, k) * table->a[j][i];
        }
    }
}

static enum md_status galerkin_begin(void *state, struct md_dynamics *dynamics,
                                     struct md_error *error)
{
    struct galerkin *galerkin = state;
    struct md_nystrom_table *table = &galerkin->nystrom.table;
    double c[POINTS] = {0.0}, w[POINTS] = {0.0}, inverse[(POINTS - 1) * (POINTS - 1)];
    int s = points(galerkin);
    lobatto(s, c, w);
    enum md_status status = invert(s, c, w, inverse, error);
    if (status != MD_OK)
        return status;
    *table = (struct md_nystrom_table){.stages = s - 1, .implicit = s > 2, .last = w[s - 1]};
    for (int i = 0; i < s - 1; i++) {
        table->c[i] = c[i];
        table->q[i] = w[i];
        table->p[i] = -inverse[(s - 2) * (s - 1) + i] * w[i];
        for (int j = 1; j < s - 1; j++)
            table->a[j][i] = -inverse[(j - 1) * (s - 1) + i] * w[i];
    }
    quadrature(s, c, w, table);
    return md_march_begin(state, dynamics, error);
}

static enum md_status galerkin_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                       struct md_error *error)
{
    return md_nystrom_advance(state, dynamics, t_stop, error);
}

static const struct md_param params[] = {{"order", MD_PARAM_CHOICE, MD_PARAM_POSITIONAL, "",
                                          "order of the error", offsetof(struct galerkin, order),
                                          0.0, 0.0, "2|4|6|8", NULL},
                                         MD_NYSTROM_PARAMS,
                                         {.kind = MD_PARAM_END}};

const struct md_integrator md_integrator_galerkin = {
    .style =
        {
            .name = "galerkin",
            .summary = "variational collocation on Gauss-Lobatto points, of order 2, 4, 6 or 8",
            .usage = "run_style galerkin ORDER [tolerance T] [iterations N]",
            .manual =
                "The path of a step is a polynomial through ORDER/2 + 1 Gauss-Lobatto points for\n"
                "which the action is stationary.  Of order 2, 4, 6 or 8; symplectic,\n"
                "time-reversible; conserves linear and angular momentum.  Order 2 is velocity\n"
                "Verlet; the others are implicit: each iteration evaluates forces at the ORDER/2 "
                "-\n"
                "1 inner points, ends when no position changes by more than T (1e-12) times the\n"
                "longest way an atom goes in the step, and fails after N (200).  Where changes do\n"
                "not halve each time, Newton's method with GMRES takes over.  Damping, forces\n"
                "that depend on time and hard walls cannot be used with it.",
            .cite = "J. E. Marsden, M. West, Acta Numerica 10 (2001) 357",
            .state_size = sizeof(struct galerkin),
            .params = params,
        },
    .claims = galerkin_claims,
    MD_NYSTROM_HOOKS,
    .begin = galerkin_begin,
    .advance = galerkin_advance,
};
