/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The driver: knows the next instant at which something wants to look or act, and nothing of
 * schemes.
 */
#ifndef MD_RUN_DRIVER_H
#define MD_RUN_DRIVER_H

#include "run/sim.h"

struct md_run_plan {
    int64_t steps;       /* to do */
    int64_t start, stop; /* of the ramps; -1: this run's (with `every`, each piece's) */
    bool pre, post;
    int64_t every; /* 0: none; commands after each `every` steps */
    const struct md_word *commands;
    int command_count;
};

enum md_status md_driver_run(struct md_sim *sim, const struct md_run_plan *plan,
                             const struct md_args *args, struct md_error *error);

#endif
