/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of the cell grid and its memory. */
#include "space/cells.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define CROWDED 5.0  /* sites in a cell of half a reach; where there are more, thirds pay */
#define MARGIN  1e-6 /* cells are this much wider than needed: rounding cannot skip one */
#define ROOM    16   /* doubles behind the last site that vector loads may touch */

size_t md_cells_count(const struct md_cells *cells)
{
    return (size_t)cells->n[0] * (size_t)cells->n[1] * (size_t)cells->n[2];
}

void md_cells_free(struct md_cells *cells)
{
    md_memory_free(cells->row);
    md_memory_free(cells->start);
    md_memory_free(cells->room);
    md_memory_free(cells->index);
    *cells = (struct md_cells){0};
}

static enum md_status reserve(struct md_cells *cells, size_t sites, struct md_error *error)
{
    size_t count = md_cells_count(cells) + 2;
    if (count > cells->start_capacity) {
        count += count / 64;
        cells->start_capacity = 0;
        if (md_memory_renew(&cells->start, count, sizeof *cells->start, error))
            return error->status;
        cells->start_capacity = count;
    }
    if (sites + ROOM > cells->capacity) {
        size_t room = (sites + sites / 256) / ROOM * ROOM + 2 * ROOM; /* y and z are aligned too */
        cells->capacity = 0;
        if (md_memory_renew(&cells->room, 3 * room, sizeof(double), error) ||
            md_memory_renew(&cells->index, room, sizeof(int32_t), error))
            return error->status;
        cells->x = cells->room;
        cells->y = cells->room + room;
        cells->z = cells->room + 2 * room;
        cells->capacity = room;
    }
    return MD_OK;
}

/* Distance that two sites in cells d apart keep at least. */
static double gap(int d, double width)
{
    return d == 0 ? 0.0 : (abs(d) - 1) * width * (1.0 - MARGIN);
}

/* The rows of cells around a cell that can hold partners within reach. */
static enum md_status stencil(struct md_cells *cells, struct md_error *error)
{
    double width[3], square = cells->reach * cells->reach;
    int most[3];
    for (int d = 0; d < 3; d++) {
        width[d] = 1.0 / cells->inverse[d];
        double steps = cells->reach * cells->inverse[d];
        most[d] = steps >= cells->n[d] - 1 ? cells->n[d] - 1 : (int)steps + 1;
    }
    size_t rows = (2 * (size_t)most[1] + 1) * (2 * (size_t)most[2] + 1);
    if (md_memory_grow(&cells->row, 0, rows, sizeof *cells->row, error))
        return error->status;
    cells->rows = 0;
    for (int dz = -most[2]; dz <= most[2]; dz++)
        for (int dy = -most[1]; dy <= most[1]; dy++) {
            double gy = gap(dy, width[1]), gz = gap(dz, width[2]);
            double left = square - gy * gy - gz * gz;
            if (left < 0.0)
                continue;
            int half = most[0];
            while (half > 0 && gap(half, width[0]) * gap(half, width[0]) > left)
                half--;
            cells->row[cells->rows++] = (struct md_cell_row){dy, dz, half};
        }
    return MD_OK;
}

/* Cells along one axis of at least this width, in phase with the box: the spatial sort of the atoms
 * uses the same bins, and atoms of one cell follow each other in memory. */
static void shape_axis(struct md_cells *cells, int d, const double lo[3], const double hi[3],
                       const struct md_box *box, double least, double *count)
{
    double across = floor(box->length[d] / least);
    double width = across >= 1.0 ? box->length[d] / across : least;
    double first = floor((lo[d] - box->lo[d]) / width);
    double corner = box->lo[d] + first * width;
    /* Far outside a tiny box the phase would be lost in rounding. */
    if (!(fabs(first) < 1e6) || !(corner <= lo[d])) {
        width = least;
        corner = lo[d];
    }
    *count = floor((hi[d] - corner) / width) + 1.0;
    cells->lo[d] = corner;
    cells->inverse[d] = 1.0 / width;
}

enum md_status md_cells_shape(struct md_cells *cells, const double lo[3], const double hi[3],
                              const struct md_box *box, size_t sites, double reach,
                              struct md_error *error)
{
    double extent = (hi[0] - lo[0] + reach) * (hi[1] - lo[1] + reach) * (hi[2] - lo[2] + reach);
    double crowd = (double)sites * reach * reach * reach / (8.0 * extent);
    double width = reach / (crowd > CROWDED ? 3.0 : 2.0) * (1.0 + MARGIN);
    double most = 4.0 * (double)sites + 64.0, n[3];
    /* Too many cells (a wide box, a few atoms): widen until there are few enough. */
    for (;;) {
        for (int d = 0; d < 3; d++)
            shape_axis(cells, d, lo, hi, box, width, &n[d]);
        double total = n[0] * n[1] * n[2];
        if (total <= most)
            break;
        double ratio = cbrt(total / most);
        width *= ratio > 1.05 ? ratio : 1.05;
    }
    cells->reach = reach;
    for (int d = 0; d < 3; d++)
        cells->n[d] = (int)n[d];
    if (reserve(cells, sites, error))
        return error->status;
    return stencil(cells, error);
}
