/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of the cell grid and its memory. */
#include "space/cells.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define CROWDED 5.0  /* sites in a cell of half a reach; where there are more, thirds pay */
#define MARGIN  1e-6 /* cells are this much wider than needed: rounding cannot skip one */
#define ROOM    16   /* doubles behind the last site that vector loads may touch */

/* Cells with memory; more are in vain. */
#define CELLS_EACH 4.0 /* for each site */
#define CELLS_MORE 512.0
#define CELLS_MOST 1e9 /* of the whole grid along an axis: their numbers are int */

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

/* Cells across the box of at least this width: a whole number of them, so that the spatial sort of
 * the atoms uses the same bins, and atoms of one cell follow each other in memory.  Returns how
 * many there are from lo to hi. */
static double shape_axis(struct md_cells *cells, int d, const struct md_box *box, double least,
                         double lo, double hi)
{
    double across = fmin(floor(box->length[d] / least), CELLS_MOST);
    double width = across >= 1.0 ? box->length[d] / across : least;
    cells->lo[d] = box->lo[d];
    cells->inverse[d] = 1.0 / width;
    cells->offset[d] = ceil(cells->reach * cells->inverse[d]) + 1.0;
    cells->last[d] = fmax(across, 1.0) + 2.0 * cells->offset[d] - 1.0;
    cells->first[d] = md_cells_number(cells, d, lo);
    cells->n[d] = md_cells_number(cells, d, hi) - cells->first[d] + 1;
    return cells->n[d];
}

/* Atoms that a cell of half a reach would hold if they filled the box. */
static double crowd_of(const struct md_box *box, size_t atoms, double reach)
{
    double crowd = (double)atoms;
    for (int d = 0; d < 3; d++)
        crowd *= 0.5 * reach / (box->length[d] > reach ? box->length[d] : reach);
    return crowd;
}

enum md_status md_cells_shape(struct md_cells *cells, const struct md_box *box, size_t atoms,
                              double reach, const double lo[3], const double hi[3], size_t sites,
                              struct md_error *error)
{
    double width = reach / (crowd_of(box, atoms, reach) > CROWDED ? 3.0 : 2.0) * (1.0 + MARGIN);
    double most = CELLS_EACH * (double)sites + CELLS_MORE;
    cells->reach = reach;
    /* Too many cells (a gas, or few atoms far apart): widen until there are few enough. */
    for (;;) {
        double total = 1.0;
        for (int d = 0; d < 3; d++)
            total *= shape_axis(cells, d, box, width, lo[d], hi[d]);
        if (total <= most)
            break;
        double ratio = cbrt(total / most);
        width *= ratio > 1.05 ? ratio : 1.05;
    }
    if (reserve(cells, sites, error))
        return error->status;
    return stencil(cells, error);
}
