/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking a part out of a neighbour list by distance and type; compiled once per instruction set. */
#ifndef MD_SPACE_SIFT_H
#define MD_SPACE_SIFT_H

#include "space/neighbors.h"

/* Bounds of squared distances, ends included. */
struct md_sift_bounds {
    double keep[2];  /* pairs outside are left out */
    double plain[2]; /* of the others, those inside go to the first list, the rest to the second */
};

/* Writes the partners of atom i that pass to out[0] and out[1], in the list's order, and how many
 * they are to count.  site: where the sites are, as in neighbors->site; types: by the partner's
 * type, whether it may pass (NULL: all may).  Both out have room for the whole list. */
typedef void md_sift(const struct md_neighbors *neighbors, const double *site, size_t i,
                     const struct md_sift_bounds *bounds, const bool *types, int32_t *const out[2],
                     size_t count[2]);

md_sift md_sift_base, md_sift_avx2, md_sift_avx512;

#endif
