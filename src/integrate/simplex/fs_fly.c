/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From facet to facet: parabolas, and the energy at each new corner. */
#include "integrate/simplex/fs.h"

#include "term/external.h"

#include <math.h>

/* More crossings within a tick than d^2 and these: it slides along a facet and leaves it nowhere.
 */
#define CROWD 10000

void md_fs_accelerate(struct md_fs *fs)
{
    for (size_t c = 0; c < fs->grid.d; c++)
        fs->a[c] = -fs->grid.slope[c] / fs->inertia[c / (size_t)fs->dimension];
}

void md_fs_energies(const struct md_fs *fs, double by, double *interpolated, double *kinetic)
{
    double rise = 0.0, twice = 0.0;
    for (size_t c = 0; c < fs->grid.d; c++) {
        double v = fs->v[c] + by * fs->a[c];
        rise += fs->grid.slope[c] * (by * (fs->v[c] + 0.5 * by * fs->a[c]));
        twice += fs->inertia[c / (size_t)fs->dimension] * v * v;
    }
    *interpolated = md_fs_grid_energy(&fs->grid) + rise;
    *kinetic = 0.5 * twice;
}

/* ------------------------------------------------------------------ where the atoms are */

void md_fs_put(const struct md_fs *fs, struct md_system *system, double by)
{
    struct md_atoms *atoms = &system->atoms;
    size_t dimension = (size_t)fs->dimension;
    for (size_t s = 0; s < fs->movers; s++)
        for (size_t k = 0; k < dimension; k++) {
            size_t i = fs->atom[s], c = s * dimension + k;
            atoms->v[i][k] = fs->v[c] + by * fs->a[c];
            atoms->x[i][k] = md_fs_grid_place(&fs->grid, c) +
                             by * (fs->v[c] + 0.5 * by * fs->a[c]) -
                             atoms->image[i][k] * system->box.length[k];
        }
}

static void put_corner(struct md_fs *fs, struct md_system *system, size_t corner)
{
    struct md_atoms *atoms = &system->atoms;
    size_t dimension = (size_t)fs->dimension;
    for (size_t s = 0; s < fs->movers; s++)
        for (size_t k = 0; k < dimension; k++) {
            size_t i = fs->atom[s];
            atoms->x[i][k] = md_fs_grid_corner(&fs->grid, corner, s * dimension + k) -
                             atoms->image[i][k] * system->box.length[k];
        }
}

/* Whether the list holds every pair that interacts at the atoms' present positions. */
static bool list_holds(const struct md_fs *fs, const struct md_dynamics *dynamics)
{
    const struct md_neighbors *neighbors = &dynamics->forces->neighbors;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    double half = 0.5 * neighbors->rules.skin, farthest = 0.0;
    if (neighbors->rules.once || !(half > 0.0))
        return true;
    for (size_t s = 0; s < fs->movers; s++) {
        size_t i = fs->atom[s];
        double square = 0.0;
        for (int k = 0; k < 3; k++) {
            double moved = atoms->x[i][k] - neighbors->held[i][k];
            square += moved * moved;
        }
        farthest = square > farthest ? square : farthest;
    }
    return farthest <= half * half * (1.0 - 1e-9);
}

/* A new list at the base. */
static enum md_status rebuild(struct md_fs *fs, struct md_dynamics *dynamics,
                              struct md_error *error)
{
    md_fs_put(fs, dynamics->system, 0.0);
    return md_event_loop_renew(fs, dynamics, fs->base.tick, error);
}

/* ------------------------------------------------------------------ energies at corners */

/* Of all that moves atoms, whether or not the deck counts it in the system's energy. */
static double potential_energy(const struct md_forces *forces)
{
    double sum = forces->tally.energy[MD_PART_PAIR] + forces->tally.tail +
                 md_tally_molecular(&forces->tally);
    for (int e = 0; e < forces->externals_count; e++) {
        struct md_external_sums sums;
        md_external_total(forces->externals[e].state, &sums);
        sum += sums.energy;
    }
    return sum;
}

enum md_status md_fs_corner(struct md_fs *fs, struct md_dynamics *dynamics, size_t corner,
                            bool *same, struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    *same = true;
    put_corner(fs, dynamics->system, corner);
    if (!list_holds(fs, dynamics)) {
        if (rebuild(fs, dynamics, error))
            return error->status;
        *same = !fs->others;
        if (fs->others)
            return MD_OK;
        put_corner(fs, dynamics->system, corner);
    }
    md_neighbors_refresh(&forces->neighbors, dynamics->system);
    if (md_forces_compute(forces, dynamics->system, true, error))
        return error->status;
    fs->counts.evaluations++;
    fs->grid.energy[corner] = potential_energy(forces);
    return MD_OK;
}

/* ------------------------------------------------------------------ crossings */

enum md_status md_fs_next(void *state, struct md_dynamics *dynamics, md_tick t_stop, bool *due,
                          struct md_error *error)
{
    struct md_fs *fs = state;
    (void)dynamics, (void)error;
    if (!fs->found)
        fs->ahead = md_fs_grid_leave(&fs->grid, fs->v, fs->a, &fs->facet);
    fs->found = true;
    *due = md_instant_later(fs->base, fs->ahead, fs->loop.quantum).tick < t_stop;
    return MD_OK;
}

static void drift(struct md_fs *fs, double by)
{
    for (size_t c = 0; c < fs->grid.d; c++) {
        fs->grid.w[c] += by * (fs->v[c] + 0.5 * by * fs->a[c]);
        fs->v[c] += by * fs->a[c];
    }
    fs->base = md_instant_later(fs->base, by, fs->loop.quantum);
}

static bool uphill(const struct md_fs *fs)
{
    double rate = 0.0;
    for (size_t c = 0; c < fs->grid.d; c++)
        rate += fs->grid.slope[c] * fs->v[c];
    return rate > 0.0;
}

enum md_status md_fs_event(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_fs *fs = state;
    md_tick before = fs->base.tick;
    size_t facet = fs->facet, touched[2];
    bool same;
    drift(fs, fs->ahead);
    fs->found = false;
    fs->crowd = fs->base.tick == before ? fs->crowd + 1 : 0;
    if (fs->crowd > (uint64_t)fs->grid.d * fs->grid.d + CROWD)
        return md_error_set(error, MD_ERR_RUN, &fs->words.size_place,
                            "%llu crossings within no time: the motion stays in a facet, with "
                            "forces towards it from both sides; another H or offset puts it "
                            "elsewhere",
                            (unsigned long long)fs->crowd);
    md_fs_count(fs, uphill(fs), facet == 0 || facet == fs->grid.d);
    fs->last = fs->base;
    size_t corner = md_fs_grid_cross(&fs->grid, facet);
    if (md_fs_corner(fs, dynamics, corner, &same, error))
        return error->status;
    if (!same)
        return md_fs_launch_at(fs, dynamics, fs->base, error);
    for (int n = md_fs_grid_tilt_at(&fs->grid, corner, touched); n-- > 0;) {
        size_t c = touched[n];
        fs->a[c] = -fs->grid.slope[c] / fs->inertia[c / (size_t)fs->dimension];
    }
    return MD_OK;
}
