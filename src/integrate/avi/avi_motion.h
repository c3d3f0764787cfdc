/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Atoms between events of single elements: each has a time of its own, at which its position is
 * known, and goes straight from there.  An event brings its atoms to its instant and kicks them.
 */
#ifndef MD_INTEGRATE_AVI_AVI_MOTION_H
#define MD_INTEGRATE_AVI_AVI_MOTION_H

#include "state/clock.h"
#include "state/system.h"

#include <stdbool.h>

/* What an event works on, in one place. */
struct md_avi_motion {
    md_vec3 *x, *v;
    md_tick *tick;           /* of each atom's position */
    double quantum, fastest; /* the latter the square of a speed */
    bool over;               /* an atom became faster */
    const struct md_system *weighed; /* NULL: the work of kicks is not wanted */
    double work;                     /* of the latest event */
};

static inline void md_avi_motion_bring(const struct md_avi_motion *motion, size_t i, double push,
                                       md_tick t)
{
    if (push > 0.0 && motion->tick[i] != t) {
        double ahead = (double)(t - motion->tick[i]) * motion->quantum;
        for (int k = 0; k < 3; k++)
            motion->x[i][k] += ahead * motion->v[i][k];
    }
    motion->tick[i] = t;
}

static inline void md_avi_motion_kick(struct md_avi_motion *motion, size_t i, double factor,
                                      const double f[3])
{
    double *v = motion->v[i];
    if (factor == 0.0)
        return;
    for (int k = 0; k < 3; k++)
        v[k] += factor * f[k];
    if (!(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= motion->fastest))
        motion->over = true;
}

#endif
