/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A grid of cells over a set of sites, and the sites copied in the order of their cells.
 *
 * Cells are half a reach wide, x runs fastest: the candidates of an atom are then about 25 rows,
 * each contiguous in memory, through which a vector loop runs.  Where cells would hold many sites
 * they are a third of a reach wide: fewer candidates in vain.
 *
 * Neighbour lists inherit the order of the cells, so the grid follows from the box, the reach and
 * the number of atoms alone.  Only where that would take too much memory (a gas in a wide box, few
 * atoms far apart) cells are widened, until those between the outermost sites are few enough.
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
    double lo[3], inverse[3]; /* of the box; cells per distance */
    double offset[3];         /* cells of the grid below the box */
    double last[3];           /* number of the grid's last cell */
    int first[3], n[3];       /* the part that has sites, and memory */
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

/* Chooses a grid for partners within reach, with memory for `sites` sites that lie within lo..hi:
 * however far apart these are, for at most a few cells per site. */
enum md_status md_cells_shape(struct md_cells *cells, const struct md_box *box, size_t atoms,
                              double reach, const double lo[3], const double hi[3], size_t sites,
                              struct md_error *error);

/* Number of a cell of the whole grid along one axis; monotonic, clamped to the grid. */
static inline int md_cells_number(const struct md_cells *cells, int axis, double x)
{
    double c = (x - cells->lo[axis]) * cells->inverse[axis] + cells->offset[axis];
    return c < 1.0 ? 0 : c >= cells->last[axis] ? (int)cells->last[axis] : (int)c;
}

/* The same in the part that has memory. */
static inline int md_cells_along(const struct md_cells *cells, int axis, double x)
{
    return md_cells_number(cells, axis, x) - cells->first[axis];
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
