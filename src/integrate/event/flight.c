/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of the flight of event-driven schemes, and a mark of what is shown instead. */
#include "integrate/event/flight.h"

#include "base/memory.h"
#include "state/mass.h"

#include <string.h>

void md_flight_free(struct md_flight *flight)
{
    md_memory_free(flight->x);
    md_memory_free(flight->v);
    *flight = (struct md_flight){0};
}

static enum md_status reserve(struct md_flight *flight, size_t atoms, struct md_error *error)
{
    if (atoms <= flight->room && flight->x != NULL)
        return MD_OK;
    if (md_memory_grow(&flight->x, 0, atoms, sizeof *flight->x, error) ||
        md_memory_grow(&flight->v, 0, atoms, sizeof *flight->v, error))
        return error->status;
    flight->room = atoms;
    return MD_OK;
}

enum md_status md_flight_put(struct md_flight *flight, const struct md_atoms *atoms,
                             struct md_error *error)
{
    if (reserve(flight, atoms->count, error))
        return error->status;
    flight->atoms = atoms->count;
    if (atoms->count > 0) {
        memcpy(flight->x, atoms->x, atoms->count * sizeof *atoms->x);
        memcpy(flight->v, atoms->v, atoms->count * sizeof *atoms->v);
    }
    return MD_OK;
}

void md_flight_take(struct md_flight *flight, struct md_atoms *atoms)
{
    if (atoms->count > 0) {
        memcpy(atoms->x, flight->x, atoms->count * sizeof *atoms->x);
        memcpy(atoms->v, flight->v, atoms->count * sizeof *atoms->v);
    }
    flight->copied = false;
}

/* Fowler, Noll and Vo's hash, eight bytes at a time. */
static uint64_t mark(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t k = 0; k + sizeof hash <= bytes; k += sizeof hash) {
        uint64_t word;
        memcpy(&word, byte + k, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
        hash ^= hash >> 29;
    }
    return hash;
}

static uint64_t mark_walls(uint64_t hash, const struct md_forces *forces)
{
    for (int m = 0; m < forces->mirrors_count; m++)
        for (int p = 0; p < forces->mirrors[m].planes; p++) {
            const struct md_mirror_plane *plane = &forces->mirrors[m].plane[p];
            const double numbers[4] = {plane->axis, plane->side, plane->at, plane->groups};
            hash = mark(hash, numbers, sizeof numbers);
        }
    return hash;
}

uint64_t md_flight_mark(const struct md_dynamics *dynamics)
{
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    const uint64_t counts[2] = {dynamics->mobile, (uint64_t)dynamics->forces->externals_count};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = mark(hash, counts, sizeof counts);
    hash = mark_walls(hash, dynamics->forces);
    hash = mark(hash, &system->clock.timestep, sizeof system->clock.timestep);
    hash = mark(hash, &atoms->edition, sizeof atoms->edition);
    hash = mark(hash, system->mass + 1, (size_t)system->types * sizeof(double));
    if (!md_mass_by_type(system))
        hash = mark(hash, atoms->mass, atoms->count * sizeof *atoms->mass);
    hash = mark(hash, system->box.lo, sizeof system->box.lo);
    hash = mark(hash, system->box.hi, sizeof system->box.hi);
    if (atoms->count == 0)
        return hash;
    hash = mark(hash, atoms->x, atoms->count * sizeof *atoms->x);
    return mark(hash, atoms->v, atoms->count * sizeof *atoms->v);
}

enum md_status md_flight_keep(struct md_flight *flight, struct md_archive *archive,
                              struct md_error *error)
{
    size_t atoms = flight->atoms;
    if (md_archive_reading(archive)) {
        if (md_archive_size(archive, "x") != 3 * atoms)
            return md_error_set(error, MD_ERR_FILE, NULL, "the flight of the atoms is missing");
        if (reserve(flight, atoms, error))
            return error->status;
    }
    if (md_archive_doubles(archive, "x", (double *)flight->x, 3 * atoms, error) ||
        md_archive_doubles(archive, "v", (double *)flight->v, 3 * atoms, error))
        return error->status;
    return MD_OK;
}
