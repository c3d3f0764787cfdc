/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Second derivatives of the potential energy by central differences of forces. */
#include "force/hessian.h"

#include "base/memory.h"

#include <string.h>

/* All as it was. */
struct saved {
    md_vec3 *x, *f;
    double *site;
    struct md_forces counted;
};

static size_t site_numbers(const struct md_neighbors *neighbors)
{
    return 4 * (neighbors->atoms + neighbors->ghosts + 1);
}

static enum md_status take(struct saved *saved, struct md_forces *forces,
                           const struct md_system *system, struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    size_t sites = site_numbers(&forces->neighbors);
    saved->x = md_memory_array(atoms->count, sizeof(md_vec3));
    saved->f = md_memory_array(atoms->count, sizeof(md_vec3));
    saved->site = md_memory_array(sites, sizeof(double));
    if (saved->x == NULL || saved->f == NULL || saved->site == NULL)
        return md_error_memory(error, "second derivatives");
    memcpy(saved->x, atoms->x, atoms->count * sizeof(md_vec3));
    memcpy(saved->f, atoms->f, atoms->count * sizeof(md_vec3));
    memcpy(saved->site, forces->neighbors.site, sites * sizeof(double));
    saved->counted = *forces;
    forces->filters_count = forces->forcings_count = 0;
    return MD_OK;
}

/* The last evaluation is at the old positions and with energies, for the sake of what potentials
 * keep of it: densities, reactions of walls. */
static enum md_status put_back(struct saved *saved, struct md_forces *forces,
                               struct md_system *system, bool evaluate, struct md_error *error)
{
    const struct md_forces *counted = &saved->counted;
    struct md_atoms *atoms = &system->atoms;
    enum md_status status = MD_OK;
    memcpy(atoms->x, saved->x, atoms->count * sizeof(md_vec3));
    memcpy(forces->neighbors.site, saved->site, site_numbers(&forces->neighbors) * sizeof(double));
    if (evaluate)
        status = md_forces_compute(forces, system, true, error);
    memcpy(atoms->f, saved->f, atoms->count * sizeof(md_vec3));
    forces->filters_count = counted->filters_count;
    forces->forcings_count = counted->forcings_count;
    forces->tally = counted->tally;
    forces->evaluations = counted->evaluations;
    forces->pair_evaluations = counted->pair_evaluations;
    forces->instant = counted->instant;
    forces->warnings = counted->warnings;
    memcpy(forces->warning, counted->warning, sizeof forces->warning);
    forces->sample_pair = counted->sample_pair;
    forces->sample_other = counted->sample_other;
    forces->timed = counted->timed;
    return status;
}

/* Adds scale times the forces on the atoms to row. */
static enum md_status forces_at(struct md_forces *forces, struct md_system *system,
                                const struct md_hessian_plan *plan, double scale, double *row,
                                struct md_error *error)
{
    md_neighbors_refresh(&forces->neighbors, system);
    enum md_status status = md_forces_compute(forces, system, false, error);
    size_t axes = (size_t)plan->axes;
    for (size_t n = 0; n < plan->count && status == MD_OK; n++)
        for (size_t k = 0; k < axes; k++)
            row[n * axes + k] += scale * system->atoms.f[plan->atom[n]][k];
    return status;
}

/* One row: the slopes of all forces when one coordinate of one atom moves.  The way is divided by
 * as it is after rounding. */
static enum md_status find_row(struct md_forces *forces, struct md_system *system,
                               const struct md_hessian_plan *plan, size_t n, int k, double *row,
                               struct md_error *error)
{
    double *x = &system->atoms.x[plan->atom[n]][k], middle = *x;
    volatile double ahead = middle + plan->nudge, behind = middle - plan->nudge;
    double way = ahead - behind;
    *x = ahead;
    enum md_status status = forces_at(forces, system, plan, -1.0 / way, row, error);
    *x = behind;
    if (status == MD_OK)
        status = forces_at(forces, system, plan, 1.0 / way, row, error);
    *x = middle;
    return status;
}

static enum md_status fill(struct md_forces *forces, struct md_system *system,
                           const struct md_hessian_plan *plan, double *matrix, double *force,
                           struct md_error *error)
{
    size_t axes = (size_t)plan->axes, size = axes * plan->count;
    enum md_status status = MD_OK;
    for (size_t n = 0; n < plan->count; n++)
        memcpy(system->atoms.x[plan->atom[n]], plan->at[n], sizeof(md_vec3));
    memset(matrix, 0, size * size * sizeof *matrix);
    if (force != NULL) {
        memset(force, 0, size * sizeof *force);
        status = forces_at(forces, system, plan, 1.0, force, error);
    }
    for (size_t i = 0; i < size && status == MD_OK; i++)
        status =
            find_row(forces, system, plan, i / axes, (int)(i % axes), matrix + i * size, error);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < i; j++)
            matrix[i * size + j] = matrix[j * size + i] =
                0.5 * (matrix[i * size + j] + matrix[j * size + i]);
    return status;
}

enum md_status md_hessian_find(struct md_forces *forces, struct md_system *system,
                               const struct md_hessian_plan *plan, double *matrix, double *force,
                               struct md_error *error)
{
    struct saved saved = {0};
    if (!forces->listed || forces->neighbors.atoms != system->atoms.count)
        return md_error_set(error, MD_ERR_INTERNAL, NULL,
                            "second derivatives are asked for before there are forces");
    enum md_status status = take(&saved, forces, system, error);
    if (status == MD_OK) {
        status = fill(forces, system, plan, matrix, force, error);
        struct md_error second = {0};
        enum md_status after = put_back(&saved, forces, system, status == MD_OK, &second);
        if (status == MD_OK && after != MD_OK) {
            *error = second;
            status = after;
        }
    }
    md_memory_free(saved.x);
    md_memory_free(saved.f);
    md_memory_free(saved.site);
    return status;
}
