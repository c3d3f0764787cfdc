/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all minimisers share: energy and forces of the present positions, norms, tolerances, and the
 * vectors that line searches keep.  Sums over the atoms are exact, so that the order in which atoms
 * are stored does not change the path; one thread makes them, since they cost little beside the
 * forces.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "minimize/minimizer.h"

#include <math.h>
#include <string.h>

/* Energies nearer to zero than this are compared with it. */
#define ENERGY_FLOOR 1.0e-8

const char *md_min_stop_text(enum md_min_stop stop)
{
    switch (stop) {
    case MD_MIN_GOES_ON:
        break;
    case MD_MIN_ITERATIONS:
        return "max iterations";
    case MD_MIN_EVALUATIONS:
        return "max force evaluations";
    case MD_MIN_ENERGY:
        return "energy tolerance";
    case MD_MIN_FORCE:
        return "force tolerance";
    case MD_MIN_UPHILL:
        return "search direction is not downhill";
    case MD_MIN_ZERO_ALPHA:
        return "linesearch alpha is zero";
    case MD_MIN_ZERO_FORCE:
        return "forces are zero";
    case MD_MIN_ZERO_QUADRATIC:
        return "quadratic factors are zero";
    case MD_MIN_UPHILL_TOO_LONG:
        return "max iterations with v.f negative";
    case MD_MIN_TIMEOUT:
        return "walltime limit reached";
    case MD_MIN_INTERRUPTED:
        return "interrupted";
    }
    return "none";
}

/* ------------------------------------------------------------------ vectors */

static enum md_status reserve(struct md_minimization *min, struct md_error *error)
{
    size_t old = min->capacity, wanted = min->system->atoms.count;
    if (wanted <= old)
        return MD_OK;
    if (md_memory_grow(&min->start, old, wanted, sizeof *min->start, error) ||
        md_memory_grow(&min->g, old, wanted, sizeof *min->g, error) ||
        md_memory_grow(&min->h, old, wanted, sizeof *min->h, error) ||
        md_memory_grow(&min->id, old, wanted, sizeof *min->id, error))
        return error->status;
    min->capacity = wanted;
    return MD_OK;
}

static void take_ids(struct md_minimization *min)
{
    const struct md_atoms *atoms = &min->system->atoms;
    if (atoms->count > 0)
        memcpy(min->id, atoms->id, atoms->count * sizeof *min->id);
    min->count = atoms->count;
}

void md_minimization_free(struct md_minimization *min)
{
    md_memory_free(min->start);
    md_memory_free(min->g);
    md_memory_free(min->h);
    md_memory_free(min->id);
    min->start = min->g = min->h = NULL;
    min->id = NULL;
    min->count = min->capacity = 0;
}

static enum md_status permute(md_vec3 *vectors, const size_t *from, size_t count, md_vec3 *room)
{
    for (size_t k = 0; k < count; k++)
        memcpy(room[k], vectors[from[k]], sizeof room[k]);
    memcpy(vectors, room, count * sizeof *vectors);
    return MD_OK;
}

/* Atoms were sorted, or some left the box: the vectors follow. */
static enum md_status follow(struct md_minimization *min, struct md_error *error)
{
    struct md_atoms *atoms = &min->system->atoms;
    if (atoms->count == min->count &&
        (atoms->count == 0 || memcmp(atoms->id, min->id, atoms->count * sizeof *min->id) == 0))
        return MD_OK;
    size_t *from = md_memory_array(atoms->count + 1, sizeof *from);
    md_vec3 *room = md_memory_array(atoms->count + 1, sizeof *room);
    if (from != NULL && room != NULL) {
        for (size_t i = 0; i < min->count; i++) {
            int64_t k = md_atoms_find(atoms, min->id[i]);
            if (k >= 0)
                from[k] = i;
        }
        permute(min->start, from, atoms->count, room);
        permute(min->g, from, atoms->count, room);
        permute(min->h, from, atoms->count, room);
        take_ids(min);
    }
    bool failed = from == NULL || room == NULL;
    md_memory_free(from);
    md_memory_free(room);
    return failed ? md_error_memory(error, "a minimisation") : MD_OK;
}

/* An atom that was wrapped takes the start of its line along, by lengths of the box of then. */
static void follow_images(struct md_minimization *min)
{
    const struct md_system *system = min->system;
    for (size_t i = 0; i < system->atoms.count; i++) {
        for (int d = 0; d < 3; d++) {
            double x = system->atoms.x[i][d], length = min->start_length[d];
            double moved = x - min->start[i][d];
            if (!system->box.periodic[d] || fabs(moved) <= 0.5 * length)
                continue;
            min->start[i][d] = x - (moved < 0.0 ? moved + length : moved - length);
        }
    }
}

/* ------------------------------------------------------------------ energy */

/* The sum of all potentials at the present positions, and of the extra degrees of freedom. */
static void take_energy(struct md_minimization *min)
{
    const struct md_tally *tally = &min->forces->tally;
    min->energy = md_tally_potential(tally);
    if (min->freedom.count > 0)
        min->energy += min->freedom.energy(min->freedom.state, min->system, tally, min->extra_f);
    if (min->norm && min->system->atoms.count > 0)
        min->energy /= (double)min->system->atoms.count;
}

enum md_status md_minimization_begin(struct md_minimization *min, const struct md_minimizer *type,
                                     struct md_error *error)
{
    struct md_atoms *atoms = &min->system->atoms;
    if (type->moves && atoms->count > 0)
        memset(atoms->v, 0, atoms->count * sizeof *atoms->v);
    if (min->freedom.count > 0 &&
        min->freedom.begin(min->freedom.state, min->system, error) != MD_OK)
        return error->status;
    if (md_forces_begin(min->forces, min->system, error) || reserve(min, error))
        return error->status;
    take_ids(min);
    take_energy(min);
    min->previous = min->energy;
    min->first_step = md_clock_step(&min->system->clock);
    return MD_OK;
}

enum md_status md_minimization_evaluate(struct md_minimization *min, bool search,
                                        struct md_error *error)
{
    bool rebuilt;
    if (md_forces_moved(min->forces, min->system, &rebuilt, error) ||
        md_forces_compute(min->forces, min->system, true, error))
        return error->status;
    take_energy(min);
    if (!rebuilt)
        return MD_OK;
    enum md_status status = follow(min, error);
    if (status == MD_OK && search)
        follow_images(min);
    return status;
}

/* ------------------------------------------------------------------ norms and tolerances */

double md_minimization_dot(const struct md_minimization *min, const md_vec3 *a, const md_vec3 *b,
                           const double *extra_a, const double *extra_b)
{
    struct md_exact sum = {0};
    for (size_t i = 0; i < min->system->atoms.count; i++)
        md_exact_add(&sum, a[i][0] * b[i][0] + a[i][1] * b[i][1] + a[i][2] * b[i][2]);
    for (int k = 0; extra_a != NULL && k < min->freedom.count; k++)
        md_exact_add(&sum, extra_a[k] * extra_b[k]);
    return md_exact_value(&sum);
}

double md_minimization_norm(const struct md_minimization *min, enum md_min_norm norm)
{
    const struct md_atoms *atoms = &min->system->atoms;
    const md_vec3 *f = (const md_vec3 *)atoms->f;
    if (norm == MD_MIN_TWO)
        return md_minimization_dot(min, f, f, min->extra_f, min->extra_f);
    double most = 0.0;
    for (size_t i = 0; i < atoms->count; i++) {
        double xx = f[i][0] * f[i][0], yy = f[i][1] * f[i][1], zz = f[i][2] * f[i][2];
        most = fmax(most, norm == MD_MIN_MAX ? xx + yy + zz : fmax(xx, fmax(yy, zz)));
    }
    for (int k = 0; k < min->freedom.count; k++)
        most = fmax(most, min->extra_f[k] * min->extra_f[k]);
    return most;
}

bool md_minimization_energy_met(const struct md_minimization *min)
{
    return fabs(min->energy - min->previous) <
           min->etol * 0.5 * (fabs(min->energy) + fabs(min->previous) + ENERGY_FLOOR);
}

bool md_minimization_force_met(const struct md_minimization *min)
{
    return min->ftol > 0.0 &&
           md_minimization_norm(min, (enum md_min_norm)min->options.norm) < min->ftol * min->ftol;
}
