/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver of minimisations: set-up, rows and dumps between iterations, what is told at the end.
 */
#ifndef MD_RUN_MINIMIZE_H
#define MD_RUN_MINIMIZE_H

#include "run/sim.h"

struct md_minimize_plan {
    double etol, ftol;
    int64_t iterations, evaluations; /* at most */
};

enum md_status md_minimize_run(struct md_sim *sim, const struct md_minimize_plan *plan,
                               const struct md_args *args, struct md_error *error);

#endif
