/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a comparison, in a process of its own that starts where the deck's run would. */
#ifndef MD_COMPARE_TRIAL_H
#define MD_COMPARE_TRIAL_H

#include "compare/result.h"
#include "run/sim.h"

/* Where the comparison stands when the deck's run comes. */
struct md_stand {
    struct md_sim *sim;
    const struct md_args *args;    /* of the run */
    double time, timestep, window; /* of the deck's run; of the part whose paths are kept */
    double reach;                  /* of distances, for the measure rdf */
    long parent;                   /* process that waits for the results */
    int board;                     /* where it sees how far each run is: a number for each slot */
    long slot;
    char out[1100]; /* folder, from the root */
};

/* Changes the simulation of the stand for good.  Whatever happens is in the result. */
void md_trial_run(const struct md_stand *stand, const struct md_plan *plan, int trial,
                  struct md_result *result);

/* Only begins it: an error when the integrator would not. */
enum md_status md_trial_probe(const struct md_stand *stand, const struct md_plan *plan, int trial,
                              struct md_error *error);

/* A small cluster in the plane, whose paths are drawn. */
bool md_trial_drawn(const struct md_sim *sim);

#endif
