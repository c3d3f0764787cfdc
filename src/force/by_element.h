/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forces of terms that have no sweep of their own (md_potential.sum): element by element, with the
 * face `one`.  Each atom finds the elements it is in and takes its own force and its equal part of
 * energy and virial, so that no two threads write to one place and results do not depend on their
 * number.  An element of k atoms is computed k times.
 *
 * For sorts that all atoms of an element find (not `own`), which are those of the topology.
 */
#ifndef MD_FORCE_BY_ELEMENT_H
#define MD_FORCE_BY_ELEMENT_H

#include "element/place.h"

/* Adds the forces on the atoms of the share to f, and with a tally (not NULL) their energy and
 * virial to it.  What goes wrong is in room->error, and nothing more is added. */
void md_by_element_sum(const struct md_potential_use *use, const struct md_system *system,
                       const struct md_neighbors *list, struct md_share share,
                       struct md_element_room *room, md_vec3 *f, struct md_tally_sums *tally);

#endif
