/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of inverse masses, by type or by atom, and whether all atoms move. */
#include "state/mobility.h"

#include "base/memory.h"

static enum md_status reserve(struct md_mobility *mobility, size_t rows, struct md_error *error)
{
    if (rows <= mobility->room)
        return MD_OK;
    if (md_memory_grow(&mobility->inverse, mobility->room, rows, sizeof(double), error) ||
        md_memory_grow(&mobility->half_kick, mobility->room, rows, sizeof(double), error))
        return error->status;
    mobility->room = rows;
    return MD_OK;
}

static enum md_status number_atoms(struct md_mobility *mobility, size_t atoms,
                                   struct md_error *error)
{
    if (atoms <= mobility->numbers)
        return MD_OK;
    if (md_memory_grow(&mobility->number, mobility->numbers, atoms, sizeof(int), error))
        return error->status;
    for (size_t i = mobility->numbers; i < atoms; i++)
        mobility->number[i] = (int)i;
    mobility->numbers = atoms;
    return MD_OK;
}

static bool all_move(const struct md_atoms *atoms, uint32_t groups)
{
    for (size_t i = 0; i < atoms->count; i++)
        if ((atoms->groups[i] & groups) == 0)
            return false;
    return true;
}

static void fill(struct md_mobility *mobility, size_t row, const struct md_system *system,
                 double mass)
{
    double half = 0.5 * system->clock.timestep * system->units->ftm2v;
    mobility->inverse[row] = mass > 0.0 ? system->units->ftm2v / mass : 0.0;
    mobility->half_kick[row] = mass > 0.0 ? half / mass : 0.0;
}

enum md_status md_mobility_renew(struct md_mobility *mobility, const struct md_system *system,
                                 uint32_t groups, bool by_atom, struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    mobility->by_type = md_mass_by_type(system) && !by_atom;
    mobility->groups = groups;
    mobility->all = all_move(atoms, groups);
    mobility->edition = atoms->edition;
    if (mobility->by_type) {
        if (reserve(mobility, (size_t)system->types + 1, error))
            return error->status;
        for (int t = 1; t <= system->types; t++)
            fill(mobility, (size_t)t, system, system->mass[t]);
        return MD_OK;
    }
    if (reserve(mobility, atoms->count, error) || number_atoms(mobility, atoms->count, error))
        return error->status;
    for (size_t i = 0; i < atoms->count; i++) {
        bool rests = by_atom && !md_mobility_moves(mobility, atoms, i);
        fill(mobility, i, system, rests ? 0.0 : md_mass_of(system, i));
    }
    return MD_OK;
}

void md_mobility_free(struct md_mobility *mobility)
{
    md_memory_free(mobility->inverse);
    md_memory_free(mobility->half_kick);
    md_memory_free(mobility->number);
    *mobility = (struct md_mobility){0};
}
