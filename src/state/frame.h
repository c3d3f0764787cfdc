/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One consistent snapshot at one time: all that output and measures may see.  A synchronous
 * integrator lends its own arrays; an asynchronous one predicts every atom into arrays of the
 * frame's.  Looking never changes a trajectory.
 */
#ifndef MD_STATE_FRAME_H
#define MD_STATE_FRAME_H

#include "state/system.h"

/* Energies and virial of all potentials at the frame's positions. */
struct md_tally {
    double pair; /* energy of pair interactions, without tail correction */
    double tail; /* long-range correction */
    double bond;
    double external;           /* elements parsed as fixes whose energy counts */
    double virial[6];          /* xx yy zz xy xz yz, everything, tail included */
    double virial_bond[6];     /* the part of it that is bonds' */
    double virial_external[6]; /* the part of elements parsed as fixes whose virial counts */
};

struct md_frame {
    const struct md_system *system; /* box, types, masses, groups, units; not its x, v, f */
    md_tick tick;
    int64_t step;
    double time;
    size_t count;
    const md_vec3 *x;
    const md_vec3 *v;
    const md_vec3 *f;
    struct md_tally tally;
    bool tallied; /* tally belongs to x; false: it was not computed at this instant */
};

#endif
