/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How force-stepping begins: what it refuses, which atoms move, and the first simplex. */
#include "integrate/simplex/fs.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Corners of the present simplex are at most H away from the atoms in every coordinate; where a
 * list has just been made of the atoms' positions, it must hold all pairs there. */
static enum md_status need_skin(const struct md_fs *fs, const struct md_dynamics *dynamics,
                                struct md_error *error)
{
    const struct md_forces *forces = dynamics->forces;
    const struct md_potential_use *pair = &forces->pair;
    const struct md_neighbor_rules *rules = &forces->neighbors.rules;
    double reach = pair->type != NULL ? pair->type->reach(pair->state) : 0.0;
    double longest = 0.5 * rules->skin / sqrt((double)dynamics->system->dimension);
    if (!(reach > 0.0) || rules->once || fs->words.size < longest)
        return MD_OK;
    md_error_set(error, MD_ERR_VALUE, &fs->words.size_place,
                 "H = %g is too long for neighbour lists with a skin of %g: energies are wanted at "
                 "corners of the grid, and H must be less than %.4g",
                 fs->words.size, rules->skin, longest);
    return md_error_hint(error, "a smaller H, or a larger skin: neighbor 1.0 bin");
}

/* ------------------------------------------------------------------ which atoms move */

static enum md_status reserve(struct md_fs *fs, size_t movers, struct md_error *error)
{
    size_t d = movers * (size_t)fs->dimension;
    if (movers > fs->room) {
        if (md_memory_grow(&fs->atom, fs->room, movers, sizeof *fs->atom, error) ||
            md_memory_grow(&fs->id, fs->room, movers, sizeof *fs->id, error) ||
            md_memory_grow(&fs->inertia, fs->room, movers, sizeof *fs->inertia, error))
            return error->status;
        fs->room = movers;
    }
    if (d > fs->coordinates) {
        if (md_memory_grow(&fs->v, fs->coordinates, d, sizeof *fs->v, error) ||
            md_memory_grow(&fs->a, fs->coordinates, d, sizeof *fs->a, error) ||
            md_memory_grow(&fs->q, fs->coordinates, d, sizeof *fs->q, error))
            return error->status;
        fs->coordinates = d;
    }
    return md_fs_grid_reserve(&fs->grid, d, error);
}

struct mover {
    int64_t id;
    size_t atom;
};

static int by_id(const void *a, const void *b)
{
    const struct mover *one = a, *other = b;
    return (one->id > other->id) - (one->id < other->id);
}

static void enlist(struct md_fs *fs, const struct md_system *system, const struct mover *mover,
                   bool *same)
{
    for (size_t s = 0; s < fs->movers; s++) {
        *same = *same && fs->id[s] == mover[s].id;
        fs->id[s] = mover[s].id;
        fs->atom[s] = mover[s].atom;
        fs->inertia[s] = md_mobility_inertia(system, mover[s].atom);
    }
}

enum md_status md_fs_listed(void *state, struct md_dynamics *dynamics, bool lost,
                            struct md_error *error)
{
    struct md_fs *fs = state;
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    struct mover *mover = md_memory_array(atoms->count + 1, sizeof *mover);
    size_t movers = 0;
    (void)lost; /* of atoms that do not move it is no matter */
    if (mover == NULL)
        return md_error_memory(error, "the atoms that move");
    if (md_dynamics_mobilize(dynamics, error)) {
        md_memory_free(mover);
        return error->status;
    }
    for (size_t i = 0; i < atoms->count; i++)
        if (md_dynamics_moves(dynamics, i))
            mover[movers++] = (struct mover){atoms->id[i], i};
    qsort(mover, movers, sizeof *mover, by_id);
    bool same = movers == fs->movers;
    enum md_status status = reserve(fs, movers, error);
    if (status == MD_OK) {
        fs->movers = movers;
        enlist(fs, system, mover, &same);
    }
    fs->others = !same;
    md_memory_free(mover);
    return status;
}

/* ------------------------------------------------------------------ set-up */

enum md_status md_fs_set_up(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_fs *fs = state;
    fs->found = false;
    fs->dimension = dynamics->system->dimension;
    if (need_skin(fs, dynamics, error))
        return error->status;
    return md_fs_listed(fs, dynamics, false, error);
}

/* Where the corners are.  Coordinates that are equal, as in a crystal, would meet all facets
 * between them at once if they shared them; multiples of the golden ratio are never near each
 * other. */
static void lay_out(struct md_fs *fs)
{
    const double golden = 0.61803398874989485;
    fs->grid.size = fs->words.size;
    for (size_t c = 0; c < fs->grid.d; c++) {
        double part = golden * (double)(c + 1);
        part = fs->words.offset >= 0.0 ? fs->words.offset : part - floor(part);
        fs->grid.origin[c] = part * fs->words.size;
    }
}

enum md_status md_fs_launch_at(struct md_fs *fs, struct md_dynamics *dynamics, struct md_instant at,
                               struct md_error *error)
{
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    size_t dimension = (size_t)fs->dimension;
    fs->base = fs->last = at;
    fs->found = false;
    fs->crowd = 0;
    lay_out(fs);
    for (size_t s = 0; s < fs->movers; s++)
        for (size_t k = 0; k < dimension; k++) {
            size_t i = fs->atom[s], c = s * dimension + k;
            fs->q[c] = atoms->x[i][k] + atoms->image[i][k] * system->box.length[k];
            fs->v[c] = atoms->v[i][k];
        }
    if (!md_fs_grid_find(&fs->grid, fs->q, fs->v))
        return md_error_set(error, MD_ERR_VALUE, &fs->words.size_place,
                            "a grid of H = %g is too fine where the atoms are: rounding",
                            fs->words.size);
    bool same = true;
    for (size_t k = 0; same && k <= fs->grid.d; k++)
        if (md_fs_corner(fs, dynamics, k, &same, error))
            return error->status;
    if (!same) /* atoms were lost when the list was made; it is new now */
        return md_fs_launch_at(fs, dynamics, at, error);
    md_fs_grid_tilt(&fs->grid);
    md_fs_accelerate(fs);
    double interpolated, kinetic;
    md_fs_energies(fs, 0.0, &interpolated, &kinetic);
    fs->begin_energy = interpolated + kinetic;
    fs->worst = 0.0;
    /* The atoms are at a corner, where the last energy was wanted. */
    md_fs_put(fs, dynamics->system, 0.0);
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    return md_forces_compute(dynamics->forces, dynamics->system, true, error);
}

enum md_status md_fs_launch(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    return md_fs_launch_at(state, dynamics, (struct md_instant){dynamics->system->clock.now, 0.0},
                           error);
}
