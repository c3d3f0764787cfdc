/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loop of list building, compiled once per instruction set. */
#ifndef MD_SPACE_SCAN_H
#define MD_SPACE_SCAN_H

#include "space/cells.h"

/* The candidates of one cell, rows joined: atoms of a cell follow each other (they are sorted in
 * space), so the rows are walked once for all of them. */
#define MD_SCAN_ROOM 2048

struct md_scan_cache {
    int64_t cell;   /* -1: none */
    size_t count;   /* candidates; more than MD_SCAN_ROOM are not copied */
    ptrdiff_t move; /* from a position in cell order to one here, in the cell's own row */
    double x[MD_SCAN_ROOM + 16], y[MD_SCAN_ROOM + 16], z[MD_SCAN_ROOM + 16];
    int32_t index[MD_SCAN_ROOM + 16];
};

/* Writes the numbers of all sites within reach (inclusive) of x into out, in cell order, leaving
 * out the one at position `self`; returns how many.  out has space for `room` numbers and one
 * vector; where there may be more, nothing is written, and what is returned (more than
 * room) is enough. */
typedef size_t md_scan(const struct md_cells *cells, const double x[3], size_t self,
                       struct md_scan_cache *cache, size_t room, int32_t *out);

md_scan md_scan_base, md_scan_avx2, md_scan_avx512;

#endif
