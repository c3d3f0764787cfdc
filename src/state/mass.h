/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an atom weighs: a mass of its own where the deck or a file gave it one (set ... mass), else
 * that of its type.  Everything that needs a mass asks here.  The masses of their own take memory
 * only in systems that have some.
 */
#ifndef MD_STATE_MASS_H
#define MD_STATE_MASS_H

#include "state/system.h"

/* No atom has a mass of its own: a loop may then look masses up by type. */
static inline bool md_mass_by_type(const struct md_system *system)
{
    return system->atoms.mass == NULL;
}

/* 0: neither the atom nor its type was given one. */
static inline double md_mass_of(const struct md_system *system, size_t i)
{
    const struct md_atoms *atoms = &system->atoms;
    double own = atoms->mass != NULL ? atoms->mass[i] : 0.0;
    return own > 0.0 ? own : system->mass[atoms->type[i]];
}

/* The lightest atom of each type, least[1] to least[types], for bounds; the mass of the type where
 * no atom has one of its own. */
void md_mass_least(const struct md_system *system, double *least);

/* Every atom has a mass, of its own or of its type. */
enum md_status md_mass_need(const struct md_system *system, struct md_error *error);

#endif
