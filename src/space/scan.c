/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distance tests over rows of cells.  Sites lie in cell order in three arrays, so a vector of
 * candidates is three plain loads; the numbers of those within reach are packed to the left
 * and stored.  Rows are short (a dozen sites), so the rows around a cell are first joined into one
 * run that all atoms of the cell share.
 */
#include "space/scan.h"

#include "base/simd_pack.h"

#include <string.h>

/* Candidates begin <= k < end of the four arrays. */
MD_INLINE size_t scan_run(const double *x, const double *y, const double *z, const int32_t *index,
                          const mdv at[3], mdv square, size_t begin, size_t end, int32_t *out)
{
    size_t found = 0;
    for (size_t k = begin; k < end; k += MDV_WIDTH) {
        mdv dx = mdv_sub(mdv_load(x + k), at[0]);
        mdv dy = mdv_sub(mdv_load(y + k), at[1]);
        mdv dz = mdv_sub(mdv_load(z + k), at[2]);
        mdv r2 = mdv_add(mdv_add(mdv_mul(dx, dx), mdv_mul(dy, dy)), mdv_mul(dz, dz));
        unsigned bits = mdv_bits(mdv_less_equal(r2, square));
        size_t left = end - k;
        if (left < MDV_WIDTH)
            bits &= (1u << left) - 1;
        found += mdv_pack(out + found, index + k, bits);
    }
    return found;
}

/* The sites of row r around cell c: begin..end in cell order; false: outside the grid. */
MD_INLINE bool row_of(const struct md_cells *cells, const int c[3], int r, size_t *begin,
                      size_t *end)
{
    int y = c[1] + cells->row[r].dy, z = c[2] + cells->row[r].dz, half = cells->row[r].half;
    if (y < 0 || y >= cells->n[1] || z < 0 || z >= cells->n[2])
        return false;
    size_t row = ((size_t)z * (size_t)cells->n[1] + (size_t)y) * (size_t)cells->n[0];
    int first = c[0] > half ? c[0] - half : 0;
    int last = c[0] + half < cells->n[0] ? c[0] + half : cells->n[0] - 1;
    *begin = (size_t)cells->start[row + (size_t)first];
    *end = (size_t)cells->start[row + (size_t)last + 1];
    return true;
}

/* Joins the rows around cell c as long as there is room, and counts all their sites.  Whole vectors
 * are copied: what is too much is overwritten by the next row. */
static void gather(const struct md_cells *cells, const int c[3], struct md_scan_cache *cache)
{
    size_t begin, end, n = 0;
    for (int r = 0; r < cells->rows; r++) {
        if (!row_of(cells, c, r, &begin, &end))
            continue;
        if (n + (end - begin) > MD_SCAN_ROOM) {
            n += end - begin;
            continue;
        }
        if (cells->row[r].dy == 0 && cells->row[r].dz == 0)
            cache->move = (ptrdiff_t)n - (ptrdiff_t)begin;
        for (size_t k = begin, to = n; k < end; k += MDV_WIDTH, to += MDV_WIDTH) {
            mdv_store(cache->x + to, mdv_load(cells->x + k));
            mdv_store(cache->y + to, mdv_load(cells->y + k));
            mdv_store(cache->z + to, mdv_load(cells->z + k));
            memcpy(cache->index + to, cells->index + k, MDV_WIDTH * sizeof(int32_t));
        }
        n += end - begin;
    }
    cache->count = n;
}

/* Straight from the cells, for rows too long to copy. */
static size_t scan_rows(const struct md_cells *cells, const int c[3], const mdv at[3], mdv square,
                        size_t self, int32_t *out)
{
    size_t found = 0, begin, end;
    for (int r = 0; r < cells->rows; r++) {
        if (!row_of(cells, c, r, &begin, &end))
            continue;
        if (begin <= self && self < end) {
            found += scan_run(cells->x, cells->y, cells->z, cells->index, at, square, begin, self,
                              out + found);
            begin = self + 1;
        }
        found += scan_run(cells->x, cells->y, cells->z, cells->index, at, square, begin, end,
                          out + found);
    }
    return found;
}

size_t MD_ISA_NAME(md_scan)(const struct md_cells *cells, const double x[3], size_t self,
                            struct md_scan_cache *cache, size_t room, int32_t *out)
{
    int c[3];
    mdv at[3], square = mdv_set(cells->reach * cells->reach);
    for (int d = 0; d < 3; d++) {
        c[d] = md_cells_along(cells, d, x[d]);
        at[d] = mdv_set(x[d]);
    }
    int64_t cell = ((int64_t)c[2] * cells->n[1] + c[1]) * cells->n[0] + c[0];
    if (cell != cache->cell) {
        gather(cells, c, cache);
        cache->cell = cell;
    }
    if (cache->count > room)
        return cache->count;
    if (cache->count > MD_SCAN_ROOM)
        return scan_rows(cells, c, at, square, self, out);
    size_t own = (size_t)((ptrdiff_t)self + cache->move);
    size_t found = scan_run(cache->x, cache->y, cache->z, cache->index, at, square, 0, own, out);
    return found + scan_run(cache->x, cache->y, cache->z, cache->index, at, square, own + 1,
                            cache->count, out + found);
}
