/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changing the box and moving atoms with it: barostats, fix deform, change_box. */
#ifndef MD_STATE_REMAP_H
#define MD_STATE_REMAP_H

#include "state/system.h"

/*
 * The box becomes lo..hi (its derived members follow).  Atoms of the groups (bits; 0: none,
 * md_group_bit(0): all) keep their fractional coordinates.  An atom elsewhere in another image
 * moves with the face it is measured from, the lower one.  lo < hi is the caller's to see to.
 */
void md_remap(struct md_system *system, uint32_t groups, const double lo[3], const double hi[3]);

#endif
