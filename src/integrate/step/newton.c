/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's method with GMRES for a = G(a). */
#include "integrate/step/newton.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define FORCING  1e-4 /* part of the residual that GMRES may leave: Newton iterates anyway */
#define HALVINGS 8
#define RESTARTS 5
#define ROUNDING 100.0 /* a last step of so many times `enough` may be rounding */

void md_newton_free(struct md_newton *newton)
{
    md_memory_free(newton->g);
    md_memory_free(newton->rest);
    md_memory_free(newton->trial);
    md_memory_free(newton->step);
    for (int k = 0; k <= MD_NEWTON_KRYLOV; k++)
        md_memory_free(newton->basis[k]);
    memset(newton, 0, sizeof *newton);
}

static enum md_status make_room(struct md_newton *newton, size_t size, struct md_error *error)
{
    double **arrays[] = {&newton->g, &newton->rest, &newton->trial, &newton->step};
    if (size <= newton->room)
        return MD_OK;
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
        if (md_memory_grow(arrays[k], 0, size, sizeof(double), error))
            return error->status;
    for (int k = 0; k <= MD_NEWTON_KRYLOV; k++)
        if (md_memory_grow(&newton->basis[k], 0, size, sizeof(double), error))
            return error->status;
    newton->room = size;
    return MD_OK;
}

static double dot(const double *u, const double *v, size_t size)
{
    double sum = 0.0;
    for (size_t i = 0; i < size; i++)
        sum += u[i] * v[i];
    return sum;
}

static double norm(const double *u, size_t size)
{
    return sqrt(dot(u, u, size));
}

/* u += scale v */
static void add(double *u, double scale, const double *v, size_t size)
{
    for (size_t i = 0; i < size; i++)
        u[i] += scale * v[i];
}

static enum md_status map(struct md_newton_problem *problem, const double *a, double *g,
                          struct md_error *error)
{
    problem->evaluations--;
    return problem->map(problem->context, a, g, error);
}

/* out = d - G'(a) d, with g = G(a). */
static enum md_status multiply(struct md_newton *newton, struct md_newton_problem *problem,
                               const double *a, const double *d, double *out,
                               struct md_error *error)
{
    double length = problem->measure(problem->context, d);
    size_t size = problem->size;
    if (!(length > 0.0)) {
        memcpy(out, d, size * sizeof *out);
        return MD_OK;
    }
    double e = problem->nudge(problem->context) / length;
    for (size_t i = 0; i < size; i++)
        newton->trial[i] = a[i] + e * d[i];
    if (map(problem, newton->trial, out, error))
        return error->status;
    for (size_t i = 0; i < size; i++)
        out[i] = d[i] - (out[i] - newton->g[i]) / e;
    return MD_OK;
}

/* The small triangular system of GMRES, made by Givens rotations as columns come. */
struct triangle {
    double h[MD_NEWTON_KRYLOV + 1][MD_NEWTON_KRYLOV];
    double c[MD_NEWTON_KRYLOV], s[MD_NEWTON_KRYLOV], y[MD_NEWTON_KRYLOV + 1];
};

static void rotate(struct triangle *t, int k)
{
    for (int i = 0; i < k; i++) {
        double up = t->h[i][k], low = t->h[i + 1][k];
        t->h[i][k] = t->c[i] * up + t->s[i] * low;
        t->h[i + 1][k] = t->c[i] * low - t->s[i] * up;
    }
    double length = hypot(t->h[k][k], t->h[k + 1][k]);
    t->c[k] = length > 0.0 ? t->h[k][k] / length : 1.0;
    t->s[k] = length > 0.0 ? t->h[k + 1][k] / length : 0.0;
    t->h[k][k] = length;
    t->y[k + 1] = -t->s[k] * t->y[k];
    t->y[k] *= t->c[k];
}

/* Adds the combination of the first n directions that solves the triangle to newton->step. */
static void combine(struct md_newton *newton, struct triangle *t, int n, size_t size)
{
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            t->y[k] -= t->h[k][j] * t->y[j];
        t->y[k] = t->h[k][k] > 0.0 ? t->y[k] / t->h[k][k] : 0.0;
        add(newton->step, t->y[k], newton->basis[k], size);
    }
}

/* One cycle of GMRES for (1 - G') step = rest, from the residual in basis[0]; *left: its length
 * afterwards. */
static enum md_status cycle(struct md_newton *newton, struct md_newton_problem *problem,
                            const double *a, double wanted, double *left, struct md_error *error)
{
    struct triangle t = {0};
    size_t size = problem->size;
    int n = 0;
    t.y[0] = *left;
    for (size_t i = 0; i < size; i++)
        newton->basis[0][i] /= *left;
    while (n < MD_NEWTON_KRYLOV && fabs(t.y[n]) > wanted && problem->evaluations > 0) {
        double *next = newton->basis[n + 1];
        if (multiply(newton, problem, a, newton->basis[n], next, error))
            return error->status;
        double whole = norm(next, size);
        for (int k = 0; k <= n; k++) {
            t.h[k][n] = dot(newton->basis[k], next, size);
            add(next, -t.h[k][n], newton->basis[k], size);
        }
        t.h[n + 1][n] = norm(next, size);
        bool ended = !(t.h[n + 1][n] > 1e-12 * whole); /* no further direction, or no number */
        for (size_t i = 0; i < size && !ended; i++)
            next[i] /= t.h[n + 1][n];
        rotate(&t, n++);
        if (ended)
            break;
    }
    *left = fabs(t.y[n]);
    combine(newton, &t, n, size);
    return MD_OK;
}

/* newton->step from rest = G(a) - a. */
static enum md_status find_step(struct md_newton *newton, struct md_newton_problem *problem,
                                const double *a, struct md_error *error)
{
    size_t size = problem->size;
    double left = norm(newton->rest, size), wanted = FORCING * left;
    memset(newton->step, 0, size * sizeof *newton->step);
    memcpy(newton->basis[0], newton->rest, size * sizeof *newton->rest);
    for (int n = 0; n < RESTARTS && left > wanted && problem->evaluations > 0; n++) {
        if (n > 0) {
            if (multiply(newton, problem, a, newton->step, newton->basis[0], error))
                return error->status;
            for (size_t i = 0; i < size; i++)
                newton->basis[0][i] = newton->rest[i] - newton->basis[0][i];
            left = norm(newton->basis[0], size);
        }
        if (cycle(newton, problem, a, wanted, &left, error))
            return error->status;
    }
    return MD_OK;
}

/* Goes the step, or the longest part of it by halves that makes the residual smaller. */
static enum md_status go(struct md_newton *newton, struct md_newton_problem *problem, double *a,
                         double *residual, bool *better, struct md_error *error)
{
    size_t size = problem->size;
    double part = 1.0;
    *better = false;
    for (int n = 0; n < HALVINGS && !*better && problem->evaluations > 0; n++, part *= 0.5) {
        for (size_t i = 0; i < size; i++)
            newton->trial[i] = a[i] + part * newton->step[i];
        if (map(problem, newton->trial, newton->g, error))
            return error->status;
        for (size_t i = 0; i < size; i++)
            newton->rest[i] = newton->g[i] - newton->trial[i];
        double now = norm(newton->rest, size);
        if (now < *residual) {
            *better = true;
            *residual = now;
            memcpy(a, newton->trial, size * sizeof *a);
        }
    }
    return MD_OK;
}

enum md_status md_newton_solve(struct md_newton *newton, struct md_newton_problem *problem,
                               double *a, bool *solved, double *left, struct md_error *error)
{
    size_t size = problem->size;
    *solved = false;
    *left = INFINITY;
    if (make_room(newton, size, error) || map(problem, a, newton->g, error))
        return error->status;
    for (size_t i = 0; i < size; i++)
        newton->rest[i] = newton->g[i] - a[i];
    double residual = norm(newton->rest, size);
    bool better = true;
    while (better && problem->evaluations > 0) {
        if (residual == 0.0) {
            *solved = true;
            return MD_OK;
        }
        if (find_step(newton, problem, a, error))
            return error->status;
        *left = problem->measure(problem->context, newton->step);
        if (!isfinite(*left))
            return MD_OK;
        bool last = *left <= problem->enough(problem->context);
        if (last) /* the rest of the way: no residual beyond rounding is there to judge it by */
            add(a, 1.0, newton->step, size);
        *solved = last;
        if (last)
            return MD_OK;
        if (go(newton, problem, a, &residual, &better, error))
            return error->status;
    }
    /* A residual that is rounding does not become smaller any more. */
    *solved = !better && *left <= ROUNDING * problem->enough(problem->context);
    return MD_OK;
}
