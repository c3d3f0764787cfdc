/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about the masses of all atoms. */
#include "state/mass.h"

#include <math.h>
#include <string.h>

void md_mass_least(const struct md_system *system, double *least)
{
    const struct md_atoms *atoms = &system->atoms;
    memcpy(least, system->mass, ((size_t)system->types + 1) * sizeof *least);
    if (md_mass_by_type(system))
        return;
    for (int t = 1; t <= system->types; t++)
        least[t] = INFINITY;
    for (size_t i = 0; i < atoms->count; i++)
        least[atoms->type[i]] = fmin(least[atoms->type[i]], md_mass_of(system, i));
    for (int t = 1; t <= system->types; t++)
        if (!isfinite(least[t]))
            least[t] = system->mass[t];
}

enum md_status md_mass_need(const struct md_system *system, struct md_error *error)
{
    for (size_t i = 0; i < system->atoms.count; i++) {
        int type = system->atoms.type[i];
        if (!(md_mass_of(system, i) > 0.0))
            return md_error_set(error, MD_ERR_ORDER, NULL,
                                "atom type %d of 1 to %d has no mass: give it one with 'mass %d "
                                "VALUE'",
                                type, system->types, type);
    }
    return MD_OK;
}
