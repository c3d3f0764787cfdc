/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runge-Kutta-Nystrom methods: a step looks at the forces at some stages and moves all atoms by
 * weighted sums of what it saw.  With the accelerations a_i of the stages, a_0 being that of the
 * step's beginning,
 *
 *     x_j = x0 + c_j h v0 + h^2 sum_i A_ji a_i        positions of stage j
 *     v_j = v0 + h sum_i B_ji a_i                     velocities there, for forces that ask
 *     x1  = x0 + h v0 + h^2 sum_i P_i a_i
 *     v1  = v0 + h sum_i Q_i a_i + h last a(x1).
 *
 * A method is a table of these numbers, and one loop runs them all.  Where a stage depends on its
 * own acceleration or on later ones, the equations are solved by iteration, beginning with a_i =
 * a_0, until no position changes any more by more than `tolerance` times the longest way an atom
 * goes in the step (or by more than rounding).  Inserting accelerations again and again converges
 * while A h^2 is well below the square of the fastest motion's period over 2 pi; where changes do
 * not halve each time, Newton's method takes over (integrate/step/newton.h), from the same
 * beginning. Each step decides anew, so that nothing has to be remembered.
 *
 * Forces at the end of a step are those at its very last positions, so nothing is carried from
 * step to step that a set-up would not compute again.
 */
#ifndef MD_INTEGRATE_STEP_NYSTROM_H
#define MD_INTEGRATE_STEP_NYSTROM_H

#include "integrate/order.h"
#include "integrate/step/march.h"
#include "integrate/step/newton.h"

#define MD_NYSTROM_STAGES 4

struct md_nystrom_table {
    int stages; /* the step's beginning, stage 0, included */
    bool implicit;
    double c[MD_NYSTROM_STAGES];
    double a[MD_NYSTROM_STAGES][MD_NYSTROM_STAGES];
    double b[MD_NYSTROM_STAGES][MD_NYSTROM_STAGES];
    double p[MD_NYSTROM_STAGES], q[MD_NYSTROM_STAGES];
    double last;
    /* The quadrature of the kinetic energy: int K dt = h sum_r k_r K(v0 + h sum_i L_ri a_i). */
    int looks;
    double k[MD_NYSTROM_STAGES + 1], l[MD_NYSTROM_STAGES + 1][MD_NYSTROM_STAGES];
};

/* What the state of such a method begins with. */
struct md_nystrom {
    struct md_march march;
    struct md_nystrom_table table;
    double tolerance;   /* of the iteration, in ways of the step */
    int64_t iterations; /* more than these are an error */
    md_vec3 *x0, *v0, *a[MD_NYSTROM_STAGES];
    size_t room;
    double reach; /* steps that the list must reach further; 0: two */
    struct md_newton newton;
    double *all; /* the accelerations of all stages but the first, in one row, by atom ID */
    size_t all_room;
    struct md_order order; /* of the atoms in it */
};

enum md_status md_nystrom_advance(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                                  md_tick t_stop, struct md_error *error);
void md_nystrom_destroy(void *state);

/* The parts of a step, for who chooses its length: remember where it begins; find the stages'
 * accelerations for the present timestep, beginning with those of the step's first instant (the
 * clock stays there, the atoms at the last stage; may be called again); go to its end. */
enum md_status md_nystrom_open(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                               struct md_error *error);
enum md_status md_nystrom_solve(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                                struct md_error *error);
enum md_status md_nystrom_close(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                                bool tally, struct md_error *error);

/* Keywords of the implicit ones, for their tables of parameters. */
#define MD_NYSTROM_PARAMS                                                                          \
    {"tolerance",                                                                                  \
     MD_PARAM_DOUBLE,                                                                              \
     MD_PARAM_KEYWORD,                                                                             \
     "",                                                                                           \
     "of the iteration, in ways of the step",                                                      \
     offsetof(struct md_nystrom, tolerance),                                                       \
     1e-15,                                                                                        \
     1e-3,                                                                                         \
     NULL,                                                                                         \
     "1e-12"},                                                                                     \
    {                                                                                              \
        "iterations", MD_PARAM_INT, MD_PARAM_KEYWORD, "", "at most",                               \
            offsetof(struct md_nystrom, iterations), 1, 100000, NULL, "200"                        \
    }

#define MD_NYSTROM_HOOKS                                                                           \
    .needs = MD_NEEDS_SUM, .takes_filters = true, .pays_heat = true, .observe = md_march_observe,  \
    .changed = md_march_changed, .end = md_march_end, .work = md_march_work,                       \
    .report = md_march_report, .destroy = md_nystrom_destroy

#endif
