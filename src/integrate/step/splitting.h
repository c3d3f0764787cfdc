/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splittings: the flow of H = T(p) + V(q) put together from exact flows of its two parts, kicks and
 * drifts of certain fractions of a step.  Whatever the fractions, such a scheme is symplectic and
 * conserves linear and angular momentum; their values decide its order and the size of its error.
 * A method is a table of fractions, and one loop runs them all.
 *
 *     kick b[0], drift a[0], kick b[1], ... drift a[n-1], kick b[n]
 *
 * Forces are computed after each drift, so a step costs n evaluations, and the last kick's forces
 * are the first ones of the next step.  The neighbour list is checked at each of them.
 */
#ifndef MD_INTEGRATE_STEP_SPLITTING_H
#define MD_INTEGRATE_STEP_SPLITTING_H

#include "integrate/step/march.h"

struct md_splitting_table {
    int stages; /* drifts */
    const double *kick, *drift;
};

/* A table of two arrays, of which the kicks must be one more than the drifts: of any other numbers
 * it does not compile. */
#define MD_SPLITTING_TABLE(kicks, drifts)                                                          \
    {                                                                                              \
        .stages = (int)(sizeof(drifts) / sizeof(double)) +                                         \
                  0 * (int)sizeof(struct {                                                         \
                      _Static_assert(sizeof(kicks) == sizeof(drifts) + sizeof(double),             \
                                     "a splitting has one kick more than drifts");                 \
                      char c;                                                                      \
                  }),                                                                              \
        .kick = kicks, .drift = drifts,                                                            \
    }

struct md_splitting {
    struct md_march march;
    const struct md_splitting_table *table;
};

enum md_status md_splitting_advance(struct md_splitting *splitting, struct md_dynamics *dynamics,
                                    md_tick t_stop, const struct md_splitting_table *table,
                                    struct md_error *error);

/* The hooks that are the same for all of them; hard walls throw back atoms after each drift, also
 * after one that goes back in time. */
#define MD_SPLITTING_HOOKS                                                                         \
    .needs = MD_NEEDS_SUM, .takes_filters = true, .takes_mirrors = true, .pays_heat = true,        \
    .observe = md_march_observe, .changed = md_march_changed, .end = md_march_end,                 \
    .work = md_march_work, .report = md_march_report, .keep = md_march_keep

#endif
