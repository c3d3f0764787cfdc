/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loop of list building, compiled once per instruction set. */
#ifndef MD_SPACE_SCAN_H
#define MD_SPACE_SCAN_H

#include "space/cells.h"

/* Writes the numbers of all sites within reach (inclusive) of x into out, in cell order, leaving
 * out the one at position `self`; returns how many.  out has room for all sites and one vector. */
size_t md_scan_base(const struct md_cells *cells, const double x[3], size_t self, int32_t *out);
size_t md_scan_avx2(const struct md_cells *cells, const double x[3], size_t self, int32_t *out);
size_t md_scan_avx512(const struct md_cells *cells, const double x[3], size_t self, int32_t *out);

#endif
