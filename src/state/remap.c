/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A coordinate becomes a fraction of the old box, s = (x - lo) (1 / L), and a coordinate of the new
 * one, x = L' s + lo'.  These operations in this order, on all three axes even where nothing
 * changed, are those of LAMMPS, so that boxes which breathe for thousands of steps stay together.
 */
#include "state/remap.h"

#include <string.h>

/* Below this many atoms a parallel region costs more than it saves. */
#define PARALLEL_ATOMS 8192

struct map {
    double from[3], inverse[3], length[3], to[3];
};

static void map_atoms(const struct map *map, struct md_atoms *atoms, uint32_t groups, size_t begin,
                      size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if ((atoms->groups[i] & groups) == 0)
            continue;
        double *x = atoms->x[i];
        for (int k = 0; k < 3; k++) {
            double s = map->inverse[k] * (x[k] - map->from[k]);
            x[k] = map->length[k] * s + map->to[k];
        }
    }
}

void md_remap(struct md_system *system, uint32_t groups, const double lo[3], const double hi[3])
{
    struct md_atoms *atoms = &system->atoms;
    struct md_box *box = &system->box;
    struct map map;
    for (int k = 0; k < 3; k++) {
        map.from[k] = box->lo[k];
        map.inverse[k] = 1.0 / box->length[k];
    }
    memcpy(box->lo, lo, sizeof box->lo);
    memcpy(box->hi, hi, sizeof box->hi);
    md_box_refresh(box);
    memcpy(map.length, box->length, sizeof map.length);
    memcpy(map.to, box->lo, sizeof map.to);
    if (groups == 0)
        return;
    size_t count = atoms->count;
    int shares = count < PARALLEL_ATOMS ? 1 : system->threads;
    if (shares < 2) {
        map_atoms(&map, atoms, groups, 0, count);
        return;
    }
#pragma omp parallel for default(none) schedule(static) num_threads(shares)                        \
    shared(map, atoms, groups, count, shares)
    for (int s = 0; s < shares; s++)
        map_atoms(&map, atoms, groups, count * (size_t)s / (size_t)shares,
                  count * ((size_t)s + 1) / (size_t)shares);
}
