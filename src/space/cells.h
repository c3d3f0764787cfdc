/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A grid of cells over a set of sites, and the sites copied in the order of their cells.
 *
 * Cells are half a reach wide, x runs fastest: the candidates of an atom are then about 25 rows,
 * each contiguous in memory, through which a vector loop runs.  Where cells would hold many sites
 * they are a third of a reach wide: fewer candidates in vain.
 */
#ifndef MD_SPACE_CELLS_H
#define MD_SPACE_CELLS_H

#include "base/error.h"
#include "state/box.h"

#include <stddef.h>
#include <stdint.h>

/* Cells of one row that can hold a partner: dx = -half .. half at this offset. */
struct md_cell_row {
    int dy, dz, half;
};

struct md_cells {
    double lo[3], inverse[3]; /* corner; cells per distance */
    int n[3];
    double reach;
    struct md_cell_row *row;
    int rows;

    int32_t *start; /* [cells + 1] */
    size_t start_capacity;
    /* In cell order, with room for one vector more than there are sites. */
    double *x, *y, *z;
    int32_t *index; /* the site's number */
    size_t capacity;
    double *room; /* where x, y and z are: [3 * capacity] */
};

void md_cells_free(struct md_cells *cells);

/* Chooses a grid over the extent lo..hi of `sites` sites for partners within reach.  However
 * large the extent, there are at most a few cells per site. */
enum md_status md_cells_shape(struct md_cells *cells, const double lo[3], const double hi[3],
                              const struct md_box *box, size_t sites, double reach,
                              struct md_error *error);

/* Cell coordinate along one axis; monotonic, clamped to the grid. */
static inline int md_cells_along(const struct md_cells *cells, int axis, double x)
{
    double c = (x - cells->lo[axis]) * cells->inverse[axis];
    return c < 1.0 ? 0 : c >= cells->n[axis] ? cells->n[axis] - 1 : (int)c;
}

static inline int32_t md_cells_of(const struct md_cells *cells, const double x[3])
{
    return (int32_t)(((int64_t)md_cells_along(cells, 2, x[2]) * cells->n[1] +
                      md_cells_along(cells, 1, x[1])) *
                         cells->n[0] +
                     md_cells_along(cells, 0, x[0]));
}

size_t md_cells_count(const struct md_cells *cells);

#endif
