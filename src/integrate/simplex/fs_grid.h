/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The simplicial grid of force-stepping, which knows nothing of atoms: d coordinates, cubes of the
 * edge H, each cut into d! simplices by the order of the coordinates within it (Kuhn's, also
 * Freudenthal's triangulation).
 *
 * With w the place in the cube, 0 <= w <= H, and p the coordinates in descending order of w, the
 * corners of the simplex are
 *
 *     x_0 = the cube's lower corner,   x_k = x_(k-1) + H e_p(k),   k = 1 ... d,
 *
 * and the linear function through the energies V_k there has the slope (V_k - V_(k-1)) / H along
 * p(k).  Opposite to x_k is the facet where
 *
 *     g_0 = H - w_p(1),   g_k = w_p(k) - w_p(k+1),   g_d = w_p(d)
 *
 * is 0; inside all are positive.  Crossing it replaces this one corner.  In a facet between two
 * cubes (k = 0 or d) p is turned by one place, in all others two neighbours in it are exchanged.
 */
#ifndef MD_INTEGRATE_SIMPLEX_FS_GRID_H
#define MD_INTEGRATE_SIMPLEX_FS_GRID_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct md_fs_grid {
    size_t d, room;
    double size;    /* H */
    double *origin; /* [d]: a coordinate of some corner, 0 <= origin < H */
    int64_t *cube;  /* [d]: of the cube, counted from there */
    int64_t *order; /* [d]: p */
    int64_t *rank;  /* [d]: where a coordinate stands in p */
    double *w;      /* [d]: place in the cube */
    double *energy; /* [d + 1]: V_k */
    double *slope;  /* [d]: of V_h, by coordinate */
};

void md_fs_grid_free(struct md_fs_grid *grid);
enum md_status md_fs_grid_reserve(struct md_fs_grid *grid, size_t d, struct md_error *error);

/* The simplex of the place q.  Who stands between several is put into the one that the velocity v
 * points to.  false: q is too far away for cubes of this size to be told apart. */
bool md_fs_grid_find(struct md_fs_grid *grid, const double *q, const double *v);

/* Coordinate c of corner k, and of the present place. */
static inline double md_fs_grid_corner(const struct md_fs_grid *grid, size_t k, size_t c)
{
    int64_t up = grid->rank[c] < (int64_t)k ? 1 : 0;
    return grid->origin[c] + grid->size * (double)(grid->cube[c] + up);
}

static inline double md_fs_grid_place(const struct md_fs_grid *grid, size_t c)
{
    return grid->origin[c] + grid->size * (double)grid->cube[c] + grid->w[c];
}

/* Slopes from all energies. */
void md_fs_grid_tilt(struct md_fs_grid *grid);

/* V_h at the present place. */
double md_fs_grid_energy(const struct md_fs_grid *grid);

/* When, and through which facet, the parabola from w with velocity v and acceleration a leaves the
 * simplex; INFINITY: never.  One that touches a facet does not leave. */
double md_fs_grid_leave(const struct md_fs_grid *grid, const double *v, const double *a,
                        size_t *facet);

/* To the neighbour behind a facet.  Returns which of its corners is new: the caller puts its energy
 * into `energy` and calls md_fs_grid_tilt_at. */
size_t md_fs_grid_cross(struct md_fs_grid *grid, size_t facet);
/* Slopes of the one or two edges that end in a corner; `coordinate` gets them, returns how many. */
int md_fs_grid_tilt_at(struct md_fs_grid *grid, size_t corner, size_t coordinate[2]);

#endif
