/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs whose instants come from outside, one snapshot after the other: nothing moves by itself. */
#ifndef MD_RUN_RERUN_H
#define MD_RUN_RERUN_H

#include "run/sim.h"

/* Where snapshots come from. */
struct md_rerun_source {
    void *context;
    /* Looks for the next snapshot and leaves the system alone; *more is false when there is none.
     */
    enum md_status (*seek)(void *context, bool *more, struct md_error *error);
    /* Makes it the state of the system, the step included. */
    enum md_status (*load)(void *context, struct md_error *error);
};

struct md_rerun_plan {
    int64_t first, last;           /* steps that snapshots may have */
    int64_t ramp_first, ramp_last; /* of the ramps; -1: as above */
    bool post;
};

enum md_status md_rerun_run(struct md_sim *sim, const struct md_rerun_plan *plan,
                            const struct md_rerun_source *source, const struct md_args *args,
                            struct md_error *error);

#endif
