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
/* What of energies and virials is told apart. */
enum md_part {
    MD_PART_PAIR, /* and terms of many atoms */
    MD_PART_BOND, /* from here on one for each kind of the topology's elements */
    MD_PART_ANGLE,
    MD_PART_DIHEDRAL,
    MD_PART_IMPROPER,
    MD_PART_EXTERNAL, /* elements that decks write as fixes, as far as they count */
    MD_PARTS
};

/* Energies and virials (xx yy zz xy xz yz). */
struct md_tally {
    double energy[MD_PARTS];
    double tail;                     /* long-range correction, in no energy above */
    double virial[6];                /* everything, tail included */
    double virial_part[MD_PARTS][6]; /* of it; that of pairs is left to be the rest */
};

/* Of all bonds, angles and the like. */
static inline double md_tally_molecular(const struct md_tally *tally)
{
    double sum = 0.0;
    for (int part = MD_PART_BOND; part < MD_PART_EXTERNAL; part++)
        sum += tally->energy[part];
    return sum;
}

static inline double md_tally_potential(const struct md_tally *tally)
{
    return tally->energy[MD_PART_PAIR] + tally->tail + md_tally_molecular(tally) +
           tally->energy[MD_PART_EXTERNAL];
}

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
