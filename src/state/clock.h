/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Time is an integer: time = tick * quantum, quantum = timestep / 2^20.  The deck's step number
 * is tick / 2^20, so ties are exact and restarts lose nothing.  When the timestep changes, the
 * origin is rebased: past ticks keep their time.
 */
#ifndef MD_STATE_CLOCK_H
#define MD_STATE_CLOCK_H

#include <stdint.h>

typedef int64_t md_tick;

#define MD_TICKS_PER_STEP ((md_tick)1 << 20)
#define MD_STEP_MAX (INT64_MAX / MD_TICKS_PER_STEP - 1)

struct md_clock {
    double timestep;
    md_tick now;
    md_tick origin;     /* tick at which the present timestep became valid */
    double origin_time; /* time at origin */
};

void md_clock_init(struct md_clock *clock, double timestep);
int64_t md_clock_step(const struct md_clock *clock); /* floor(now / MD_TICKS_PER_STEP) */
double md_clock_time(const struct md_clock *clock);
double md_clock_time_at(const struct md_clock *clock, md_tick tick);
void md_clock_set_timestep(struct md_clock *clock, double timestep);
void md_clock_reset(struct md_clock *clock, int64_t step, double time);

#endif
