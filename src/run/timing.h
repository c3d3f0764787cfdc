/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a run's time went: the lines after the rows. */
#ifndef MD_RUN_TIMING_H
#define MD_RUN_TIMING_H

#include "run/sim.h"

/* Seconds, of the wall and of all threads' processor time. */
double md_timing_wall(void);
double md_timing_cpu(void);

struct md_timing {
    double wall_begin, cpu_begin; /* of the time loop */
    double wall, cpu;             /* of the whole loop, when it is over */
    double output, modify;        /* rows and dumps; end-of-step fixes */
    double advance;               /* in the integrator, forces included */
};

void md_timing_begin(struct md_timing *timing);
void md_timing_end(struct md_timing *timing);

/* "Loop time of ...": log parsers end a table here. */
void md_timing_loop(const struct md_timing *timing, struct md_sim *sim, int64_t steps);
/* The share of the processors that was used; the table of sections and the neighbour list. */
void md_timing_use(const struct md_timing *timing, struct md_sim *sim);
void md_timing_details(const struct md_timing *timing, struct md_sim *sim);
/* Performance, the table of sections, the neighbour list. */
void md_timing_report(const struct md_timing *timing, struct md_sim *sim, int64_t steps);

#endif
