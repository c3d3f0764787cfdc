/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which order blocks of atoms are summed by a potential of two passes, whose second needs what
 * the first made of all partners.  The second pass of a block follows as soon as its surroundings
 * are through the first, so that only a front of blocks keeps something between its passes: since
 * atoms are sorted in space, a slice of the box about two reaches thick instead of all of it.  The
 * order changes no result; where atoms are in disorder the front is everything.
 */
#ifndef MD_FORCE_WAVES_H
#define MD_FORCE_WAVES_H

#include "space/neighbors.h"

/*
 * Rounds, one after another.  In round r begin the blocks r*width to r*width + width-1; in the same
 * round end those from ready[ended[r]] to ready[ended[r+1]-1], which need no block of this round or
 * a later one.
 */
struct md_waves {
    bool planned; /* for the list that is there */
    size_t blocks, width, rounds;
    int32_t *ready; /* [blocks] */
    int32_t *ended; /* [rounds + 1] */
    int32_t *slot;  /* [blocks]: where a block keeps what it needs between its passes */
    size_t slots, room;
};

/* For the list as it was built; `width` blocks begin at once. */
enum md_status md_waves_plan(struct md_waves *waves, const struct md_neighbors *neighbors,
                             const struct md_system *system, size_t width, struct md_error *error);
void md_waves_free(struct md_waves *waves);

#endif
