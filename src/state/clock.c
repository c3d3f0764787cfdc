/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Integer time.  A product of an integer and a double is rounded once, so the time of a step does
 * not drift however long the run, and two clocks that agree in ticks agree in time.
 */
#include "state/clock.h"

void md_clock_init(struct md_clock *clock, double timestep)
{
    clock->timestep = timestep;
    clock->now = 0;
    clock->origin = 0;
    clock->origin_time = 0.0;
}

int64_t md_clock_step(const struct md_clock *clock)
{
    md_tick step = clock->now / MD_TICKS_PER_STEP;
    return clock->now % MD_TICKS_PER_STEP < 0 ? step - 1 : step;
}

double md_clock_time_at(const struct md_clock *clock, md_tick tick)
{
    /* Dividing by 2^20 is exact: whole steps give step * timestep, rounded once. */
    double steps = (double)(tick - clock->origin) / (double)MD_TICKS_PER_STEP;
    return clock->origin_time + steps * clock->timestep;
}

double md_clock_time(const struct md_clock *clock)
{
    return md_clock_time_at(clock, clock->now);
}

void md_clock_set_timestep(struct md_clock *clock, double timestep)
{
    clock->origin_time = md_clock_time(clock);
    clock->origin = clock->now;
    clock->timestep = timestep;
}

void md_clock_reset(struct md_clock *clock, int64_t step, double time)
{
    clock->now = step * MD_TICKS_PER_STEP;
    clock->origin = clock->now;
    clock->origin_time = time;
}
