/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Force-stepping (M. Gonzalez, B. Schmidt and M. Ortiz, Force-stepping integrators in Lagrangian
 * mechanics, Int. J. Numer. Meth. Engng 84 (2010) 1407).  The potential energy is replaced by its
 * interpolation V_h, linear in each simplex of a grid in the space of all coordinates (fs_grid.h),
 * and the motion in V_h is exact: the force is constant in a simplex, so that
 *
 *     q(t) = q + v t + a t^2 / 2,   v(t) = v + a t,   a = -M^-1 grad V_h,
 *
 * until a facet is met, which is the root of a quadratic equation for each of them.  There q, v and
 * V_h are continuous, and only one corner of the simplex changes: one energy for each crossing.
 * Being the exact flow of K + V_h, it keeps this energy and the symplectic form and can be
 * reversed, whatever H is.  V_h is tied to the grid, which stands still, so that it has not the
 * symmetries of V: momentum and angular momentum are kept in the limit of small H only.
 */
#include "integrate/schemes.h"
#include "integrate/simplex/fs.h"
#include "integrate/step/march.h"

#include "base/memory.h"

#include <string.h>

/* ------------------------------------------------------------------ from event to event */

static enum md_status fs_synchronise(void *state, struct md_dynamics *dynamics, bool energies,
                                     struct md_error *error)
{
    struct md_fs *fs = state;
    struct md_instant now = {fs->loop.now, 0.0};
    md_fs_put(fs, dynamics->system, md_fs_between(fs, fs->base, now));
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    return md_forces_compute(dynamics->forces, dynamics->system, energies, error);
}

static md_tick fs_latest(const void *state)
{
    const struct md_fs *fs = state;
    return fs->base.tick;
}

/* ------------------------------------------------------------------ restart */

static enum md_status fs_keep(void *state, struct md_archive *archive, bool running,
                              struct md_error *error)
{
    struct md_fs *fs = state;
    struct md_fs_grid *grid = &fs->grid;
    size_t d = grid->d;
    int64_t ticks[2] = {fs->base.tick, fs->last.tick};
    double numbers[3] = {fs->base.fraction, fs->last.fraction, fs->begin_energy};
    if (!running)
        return MD_OK;
    if (md_archive_ints(archive, "ticks", ticks, 2, error) ||
        md_archive_doubles(archive, "numbers", numbers, 3, error) ||
        md_archive_doubles(archive, "origin", grid->origin, d, error) ||
        md_archive_ints(archive, "cube", grid->cube, d, error) ||
        md_archive_ints(archive, "order", grid->order, d, error) ||
        md_archive_doubles(archive, "place", grid->w, d, error) ||
        md_archive_doubles(archive, "energy", grid->energy, d + 1, error) ||
        md_archive_doubles(archive, "v", fs->v, d, error))
        return error->status;
    if (!md_archive_reading(archive))
        return MD_OK;
    fs->base = (struct md_instant){ticks[0], numbers[0]};
    fs->last = (struct md_instant){ticks[1], numbers[1]};
    fs->begin_energy = numbers[2];
    grid->size = fs->words.size;
    for (size_t k = 0; k < d; k++)
        grid->rank[k] = -1;
    for (size_t k = 0; k < d; k++) {
        int64_t c = grid->order[k];
        if (c < 0 || (size_t)c >= d || grid->rank[c] >= 0)
            return md_error_set(
                error, MD_ERR_FILE, NULL,
                "the order of the coordinates of force-stepping is not a permutation");
        grid->rank[c] = (int64_t)k;
    }
    md_fs_grid_tilt(grid);
    md_fs_accelerate(fs);
    fs->found = false;
    return MD_OK;
}

static const struct md_event_scheme fs_scheme = {
    .place = MD_FLIGHT_OWN,
    .set_up = md_fs_set_up,
    .launch = md_fs_launch,
    .next = md_fs_next,
    .event = md_fs_event,
    .latest = fs_latest,
    .synchronise = fs_synchronise,
    .listed = md_fs_listed,
    .keep = fs_keep,
    .show = md_fs_show,
};

/* ------------------------------------------------------------------ hooks */

static struct md_claims fs_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .symplectic = true,
        .reversible = true,
        .conserves_energy = true,
        .asynchronous = true,
    };
}

static enum md_status fs_create(void *state, const struct md_args *args, struct md_error *error)
{
    struct md_fs *fs = state;
    fs->loop.scheme = &fs_scheme;
    return md_fs_read(&fs->words, args, error);
}

static enum md_status fs_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_fs *fs = state;
    struct md_ledger *ledger = &dynamics->system->ledger;
    if (fs->bin == NULL && md_memory_grow(&fs->bin, 0, MD_LEDGER_BINS, sizeof *fs->bin, error))
        return error->status;
    memset(fs->bin, 0, MD_LEDGER_BINS * sizeof *fs->bin);
    fs->bin0 = dynamics->system->clock.timestep * 0x1p-12;
    fs->counts = (struct md_fs_counts){0};
    if (md_ledger_begin(ledger, &dynamics->system->atoms, error))
        return error->status;
    ledger->terraces.active = true;
    if (md_event_loop_begin(state, dynamics, error))
        return error->status;
    if (fs->loop.started)
        md_fs_warn(fs, dynamics);
    return MD_OK;
}

static struct md_work fs_work(const void *state)
{
    const struct md_fs *fs = state;
    return (struct md_work){.events = fs->counts.crossings,
                            .force_evaluations = fs->counts.evaluations};
}

static void fs_destroy(void *state)
{
    struct md_fs *fs = state;
    md_event_loop_free(&fs->loop);
    md_fs_grid_free(&fs->grid);
    md_memory_free(fs->atom);
    md_memory_free(fs->id);
    md_memory_free(fs->inertia);
    md_memory_free(fs->v);
    md_memory_free(fs->a);
    md_memory_free(fs->q);
    md_memory_free(fs->bin);
    *fs = (struct md_fs){0};
}

static const char manual[] =
    "The potential energy V is replaced by its interpolation V_h, which is linear in every\n"
    "simplex of a grid in the space of all d coordinates: cubes of the edge H, cut by the order\n"
    "of the coordinates within them.  The motion in V_h is exact: parabolas from facet to\n"
    "facet, each met at the root of a quadratic equation, and at each crossing one corner of\n"
    "the simplex, hence one energy, is new.  K + V_h is kept to rounding for any H, the motion\n"
    "is symplectic and can be reversed; the timestep only says when rows come.\n"
    "\n"
    "H             size of the grid, a distance, the same for all coordinates and masses\n"
    "offset F      corners are at (F + whole numbers) H in all coordinates; else each has an\n"
    "              offset of its own, so that equal ones (crystals, symmetry) share no facets\n"
    "\n"
    "V_h is tied to the grid, which stands still.  Momentum and angular momentum are therefore\n"
    "kept in the limit of small H only; of the momentum, the sum of its components is kept for\n"
    "any H where no field acts, since the diagonal of the cubes is an edge of every simplex.\n"
    "\n"
    "Thermo rows show V, K + V and the pressure of the true potential at the instant; V_h, E_h,\n"
    "crossings and a histogram of flights come from compute es/steps.  Potentials may jump at\n"
    "their cutoff: V_h is continuous whatever V is, and E_h does not notice.  H sqrt(dimension)\n"
    "must be less than half the skin of neighbour lists.  Coordinates are unwrapped: periodic\n"
    "boxes make no difference to the grid.\n"
    "\n"
    "What it is good for (measured).  A crossing takes an evaluation of all forces and d + 1\n"
    "roots, about two steps of velocity Verlet with seven argon atoms.  There are (sum |v_i -\n"
    "v_j| + sum |v_i|) / H of them in a unit of time, over pairs of coordinates and over\n"
    "coordinates: they grow with d^2.  The error of K + V goes with H^2, that of the path with\n"
    "H.  Evaluations for the same rms error of K + V as velocity Verlet:\n"
    "\n"
    "    oscillator in the plane, d = 2      4 times as many\n"
    "    seven argon atoms, d = 14          55 times\n"
    "    LJ-13, d = 39                     290 times\n"
    "    LJ-38, d = 114                   3500 times (254,000 crossings per tau at H = 0.01)\n"
    "\n"
    "At equal errors of the path of the seven atoms over 2 ps it is 100 to 270 times; but only\n"
    "a third to a tenth of what energy-stepping takes, whose error falls with the root of h.\n"
    "Within 1 ns the whole cluster went out of its box, 10 sigma away, in five of six runs with\n"
    "H = 0.02 and 0.01, by momentum that came from the grid.  So: an instrument for the study\n"
    "of a few coordinates, not for liquids; above 100 coordinates a run begins with a warning.\n"
    "The one coordinate that differs between neighbouring corners would allow cheaper energies\n"
    "than those of all atoms; by estimate this would save a factor of ten with LJ-38, not three\n"
    "thousand.\n"
    "\n"
    "Refused: hard walls and contacts, thermostats and all that changes forces or the box.  Not\n"
    "in LAMMPS.";

const struct md_integrator md_integrator_force_stepping = {
    .style =
        {
            .name = "force-stepping",
            .summary = "exact motion in a potential that is linear in simplices of a grid",
            .usage = "run_style force-stepping H [offset F]",
            .manual = manual,
            .cite = "M. Gonzalez, B. Schmidt, M. Ortiz, "
                    "Int. J. Numer. Meth. Engng 84 (2010) 1407",
            .state_size = sizeof(struct md_fs),
        },
    .create = fs_create,
    .claims = fs_claims,
    .needs = MD_NEEDS_SUM,
    .takes_flat = true,
    .sums_parts = true,
    .keeps_terraces = true,
    .fixed_box = true,
    .keep = md_event_loop_keep,
    .begin = fs_begin,
    .advance = md_event_loop_advance,
    .observe = md_march_observe,
    .changed = md_event_loop_changed,
    .end = md_event_loop_end,
    .work = fs_work,
    .report = md_fs_report,
    .destroy = fs_destroy,
};
