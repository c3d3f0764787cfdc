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
    double advance;               /* in the integrator or minimiser, forces included */
    double pair, other, neighbor; /* of that: pair and other forces, neighbour lists */
};

/* What the forces' own clocks said when a stretch of `advance` began. */
struct md_timing_lap {
    double begin, neighbor, pair, other;
    uint64_t evaluations, timed;
};

void md_timing_begin(struct md_timing *timing);
void md_timing_end(struct md_timing *timing);

/* A stretch of work of the integrator or minimiser; returns the seconds it took. */
struct md_timing_lap md_timing_lap(const struct md_forces *forces);
double md_timing_advance(struct md_timing *timing, const struct md_timing_lap *lap,
                         const struct md_forces *forces);

/* "Loop time of ...": log parsers end a table here. */
void md_timing_loop(const struct md_timing *timing, struct md_sim *sim, int64_t steps);
/* The share of the processors that was used; the table of sections (with a row of the scheme's own
 * work, or without) and the neighbour list. */
void md_timing_use(const struct md_timing *timing, struct md_sim *sim);
void md_timing_details(const struct md_timing *timing, struct md_sim *sim, bool own);
/* Performance, the table of sections, the neighbour list. */
void md_timing_report(const struct md_timing *timing, struct md_sim *sim, int64_t steps);

#endif
