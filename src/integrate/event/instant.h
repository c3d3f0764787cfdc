/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An instant of schemes whose events follow from the state and are not at whole ticks: a tick, and
 * a fraction of the next in [0, 1).
 */
#ifndef MD_INTEGRATE_EVENT_INSTANT_H
#define MD_INTEGRATE_EVENT_INSTANT_H

#include "state/clock.h"

#include <math.h>
#include <stdint.h>

struct md_instant {
    md_tick tick;
    double fraction;
};

/* `by` units of time later, of which a tick has `quantum`; beyond all runs: the last tick. */
static inline struct md_instant md_instant_later(struct md_instant from, double by, double quantum)
{
    double ticks = by / quantum, whole = floor(ticks);
    if (!(whole < 0x1p61))
        return (struct md_instant){INT64_MAX, 0.0};
    double fraction = from.fraction + (ticks - whole);
    double carry = floor(fraction);
    return (struct md_instant){from.tick + (md_tick)whole + (md_tick)carry, fraction - carry};
}

/* From one instant to another, in units of time. */
static inline double md_instant_between(struct md_instant from, struct md_instant to,
                                        double quantum)
{
    return ((double)(to.tick - from.tick) + (to.fraction - from.fraction)) * quantum;
}

#endif
