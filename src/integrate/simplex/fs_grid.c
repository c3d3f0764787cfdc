/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simplicial grid of force-stepping. */
#include "integrate/simplex/fs_grid.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* Cubes are counted in integers that doubles hold exactly, and with digits to spare. */
#define FARTHEST 0x1p44

void md_fs_grid_free(struct md_fs_grid *grid)
{
    md_memory_free(grid->origin);
    md_memory_free(grid->cube);
    md_memory_free(grid->order);
    md_memory_free(grid->rank);
    md_memory_free(grid->w);
    md_memory_free(grid->energy);
    md_memory_free(grid->slope);
    *grid = (struct md_fs_grid){0};
}

enum md_status md_fs_grid_reserve(struct md_fs_grid *grid, size_t d, struct md_error *error)
{
    size_t old = grid->room;
    if (d > old || grid->energy == NULL) {
        if (md_memory_grow(&grid->origin, old, d, sizeof *grid->origin, error) ||
            md_memory_grow(&grid->cube, old, d, sizeof *grid->cube, error) ||
            md_memory_grow(&grid->order, old, d, sizeof *grid->order, error) ||
            md_memory_grow(&grid->rank, old, d, sizeof *grid->rank, error) ||
            md_memory_grow(&grid->w, old, d, sizeof *grid->w, error) ||
            md_memory_grow(&grid->energy, old > 0 ? old + 1 : 0, d + 1, sizeof *grid->energy,
                           error) ||
            md_memory_grow(&grid->slope, old, d, sizeof *grid->slope, error))
            return error->status;
        grid->room = d;
    }
    grid->d = d;
    return MD_OK;
}

/* Whether a stands before b: higher in the cube, or on the way to be; else in a fixed order. */
static bool before(const struct md_fs_grid *grid, const double *v, size_t a, size_t b)
{
    if (grid->w[a] != grid->w[b])
        return grid->w[a] > grid->w[b];
    return v[a] != v[b] ? v[a] > v[b] : a < b;
}

/* A heap's sift: order[at] goes down until both below it stand before it. */
static void sift(struct md_fs_grid *grid, const double *v, size_t at, size_t count)
{
    int64_t *order = grid->order;
    for (size_t below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && before(grid, v, (size_t)order[below], (size_t)order[below + 1]))
            below++;
        if (!before(grid, v, (size_t)order[at], (size_t)order[below]))
            return;
        int64_t moved = order[at];
        order[at] = order[below];
        order[below] = moved;
    }
}

bool md_fs_grid_find(struct md_fs_grid *grid, const double *q, const double *v)
{
    size_t d = grid->d;
    for (size_t c = 0; c < d; c++) {
        double cube = floor((q[c] - grid->origin[c]) / grid->size);
        if (!(fabs(cube) < FARTHEST))
            return false;
        grid->w[c] = q[c] - (grid->origin[c] + grid->size * cube);
        /* The quotient may have been rounded up to a whole number. */
        if (grid->w[c] < 0.0 || (grid->w[c] == 0.0 && v[c] < 0.0)) {
            cube -= 1.0;
            grid->w[c] += grid->size;
        }
        grid->cube[c] = (int64_t)cube;
        grid->order[c] = (int64_t)c;
    }
    for (size_t at = d / 2; at-- > 0;)
        sift(grid, v, at, d);
    for (size_t count = d; count > 1; count--) {
        int64_t last = grid->order[0];
        grid->order[0] = grid->order[count - 1];
        grid->order[count - 1] = last;
        sift(grid, v, 0, count - 1);
    }
    for (size_t k = 0; k < d; k++)
        grid->rank[grid->order[k]] = (int64_t)k;
    return true;
}

void md_fs_grid_tilt(struct md_fs_grid *grid)
{
    for (size_t k = 0; k < grid->d; k++)
        grid->slope[grid->order[k]] = (grid->energy[k + 1] - grid->energy[k]) / grid->size;
}

double md_fs_grid_energy(const struct md_fs_grid *grid)
{
    double sum = 0.0;
    for (size_t c = 0; c < grid->d; c++)
        sum += grid->slope[c] * grid->w[c];
    return grid->energy[0] + sum;
}

/* The first t >= 0 at which g + b t + c t^2 / 2 becomes negative.  A g below 0 is rounding: where a
 * facet was just crossed, it is 0. */
static double until_negative(double g, double b, double c)
{
    g = g > 0.0 ? g : 0.0;
    double square = b * b - 2.0 * c * g;
    if (c < 0.0)
        return b < 0.0 ? 2.0 * g / (sqrt(square) - b) : (sqrt(square) + b) / -c;
    if (!(b < 0.0) || (c > 0.0 && !(square > 0.0)))
        return INFINITY;
    return 2.0 * g / (sqrt(square) - b);
}

double md_fs_grid_leave(const struct md_fs_grid *grid, const double *v, const double *a,
                        size_t *facet)
{
    double first = INFINITY, w_before = grid->size, v_before = 0.0, a_before = 0.0;
    *facet = 0;
    for (size_t k = 0; k <= grid->d; k++) {
        double w = 0.0, vw = 0.0, aw = 0.0;
        if (k < grid->d) {
            size_t c = (size_t)grid->order[k];
            w = grid->w[c];
            vw = v[c];
            aw = a[c];
        }
        double t = until_negative(w_before - w, v_before - vw, a_before - aw);
        if (t < first) {
            first = t;
            *facet = k;
        }
        w_before = w;
        v_before = vw;
        a_before = aw;
    }
    return first;
}

/* p(1) came to the top of the cube: in the one above it is at the bottom, and last. */
static size_t climb(struct md_fs_grid *grid)
{
    size_t d = grid->d;
    int64_t moved = grid->order[0];
    memmove(grid->order, grid->order + 1, (d - 1) * sizeof *grid->order);
    memmove(grid->energy, grid->energy + 1, d * sizeof *grid->energy);
    grid->order[d - 1] = moved;
    grid->cube[moved] += 1;
    grid->w[moved] -= grid->size;
    return d;
}

/* p(d) came to the bottom. */
static size_t descend(struct md_fs_grid *grid)
{
    size_t d = grid->d;
    int64_t moved = grid->order[d - 1];
    memmove(grid->order + 1, grid->order, (d - 1) * sizeof *grid->order);
    memmove(grid->energy + 1, grid->energy, d * sizeof *grid->energy);
    grid->order[0] = moved;
    grid->cube[moved] -= 1;
    grid->w[moved] += grid->size;
    return 0;
}

size_t md_fs_grid_cross(struct md_fs_grid *grid, size_t facet)
{
    size_t corner = facet;
    if (facet == 0) {
        corner = climb(grid);
    } else if (facet == grid->d) {
        corner = descend(grid);
    } else {
        int64_t moved = grid->order[facet];
        grid->order[facet] = grid->order[facet - 1];
        grid->order[facet - 1] = moved;
        grid->rank[moved] = (int64_t)facet - 1;
        grid->rank[grid->order[facet]] = (int64_t)facet;
        return corner;
    }
    for (size_t k = 0; k < grid->d; k++)
        grid->rank[grid->order[k]] = (int64_t)k;
    return corner;
}

int md_fs_grid_tilt_at(struct md_fs_grid *grid, size_t corner, size_t coordinate[2])
{
    int count = 0;
    size_t end = corner < grid->d ? corner + 1 : grid->d;
    for (size_t k = corner > 0 ? corner - 1 : 0; k < end; k++) {
        size_t c = (size_t)grid->order[k];
        grid->slope[c] = (grid->energy[k + 1] - grid->energy[k]) / grid->size;
        coordinate[count++] = c;
    }
    return count;
}
