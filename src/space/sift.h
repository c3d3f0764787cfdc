/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking a part out of a neighbour list by distance and type; compiled once per instruction set. */
#ifndef MD_SPACE_SIFT_H
#define MD_SPACE_SIFT_H

#include "space/neighbors.h"

/* Where to, and which: squared distances within keep and not within drop, ends included. */
struct md_sift_target {
    double keep[2], drop[2];
    const bool *types; /* by the partner's type, whether it may pass; NULL: all may */
    int32_t *out;      /* room for the whole list */
    size_t count;      /* filled */
};

#define MD_SIFT_TARGETS 16 /* at most */

/* Deals the partners of atom i to the targets, in the list's order; one may go to several.  site:
 * where the sites are, as in neighbors->site. */
typedef void md_sift(const struct md_neighbors *neighbors, const double *site, size_t i,
                     struct md_sift_target *target, int targets);

md_sift md_sift_base, md_sift_avx2, md_sift_avx512;

/* Copies atom i's list by whole groups of `padding` entries: those of which at least one is a site
 * within this square of a distance whose type may pass (as above).  A loop over the copy then has
 * the same sites in each vector as one over the list, and the same bits if no other site
 * contributes to its sums.  Returns the number of entries; `out` has room for the whole list. */
typedef size_t md_sift_groups(const struct md_neighbors *neighbors, size_t i, double square,
                              const bool *types, int32_t *out);

md_sift_groups md_sift_groups_base, md_sift_groups_avx2, md_sift_groups_avx512;

#endif
