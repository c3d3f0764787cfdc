/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A neighbour list of a frame, apart from the run's: for measures with a distance of their own,
 * and for frames whose positions the run's list does not know.
 */
#ifndef MD_SPACE_SNAPSHOT_H
#define MD_SPACE_SNAPSHOT_H

#include "space/neighbors.h"
#include "state/frame.h"

struct md_snapshot {
    struct md_neighbors list; /* no skin; its sites are the frame's atoms, wrapped into the box */
    md_vec3 *x;               /* [count]: the same positions */
};

/* All pairs of the frame within cutoff[i*(types+1)+j], as the deck's rules (exclusions; NULL: none)
 * and special_bonds let them.  whole: any weight counts as 1. */
enum md_status md_snapshot_build(struct md_snapshot *snapshot, const struct md_frame *frame,
                                 const struct md_neighbor_rules *rules, const double *cutoff,
                                 bool whole, struct md_error *error);

void md_snapshot_free(struct md_snapshot *snapshot);

#endif
