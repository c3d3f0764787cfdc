/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Newton's method for a = G(a), where G is known only by its values: the linear equations of each
 * iteration are solved by GMRES (Y. Saad, M. H. Schultz, SIAM J. Sci. Stat. Comput. 7 (1986) 856),
 * whose products with the Jacobian of G are differences of G along a direction.  A step after which
 * the residual has not become smaller is halved.  Sums run in the order of the unknowns, which is
 * the caller's to choose: one that follows from atom IDs, if results are not to depend on where
 * atoms are in memory.
 */
#ifndef MD_INTEGRATE_STEP_NEWTON_H
#define MD_INTEGRATE_STEP_NEWTON_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MD_NEWTON_KRYLOV 40 /* directions before GMRES starts again */

/* Room, kept between solves; begins as zeros. */
struct md_newton {
    size_t room;
    double *g, *rest, *trial, *step;
    double *basis[MD_NEWTON_KRYLOV + 1];
};

struct md_newton_problem {
    size_t size; /* of a */
    void *context;
    enum md_status (*map)(void *context, const double *a, double *g, struct md_error *);
    double (*measure)(void *context, const double *step); /* of a step, in what `enough` is in */
    double (*enough)(void *context);                      /* a step no longer than this is none */
    double (*nudge)(void *context);                       /* for differences */
    int64_t evaluations;                                  /* of map at most; counted down */
};

/* Begins with what a holds.  *solved: false when the evaluations were not enough, or no shorter
 * step helps; then *left is the measure of the last step. */
enum md_status md_newton_solve(struct md_newton *newton, struct md_newton_problem *problem,
                               double *a, bool *solved, double *left, struct md_error *error);
void md_newton_free(struct md_newton *newton);

#endif
