/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mobility: which atoms move, and what makes an acceleration of a force, ftm2v / m.  It is made
 * once for a run and shared by all integrators; code that sorts, adds or removes atoms, or changes
 * groups, masses or the timestep, renews it.
 *
 * Its tables have a row for each atom type while masses are by type, and one for each atom in
 * systems where atoms have masses of their own, or for schemes that ask for that; md_mobility_rows
 * gives the row of each atom, so that one loop serves both:
 *
 *     const int *row = md_mobility_rows(mobility, atoms);
 *     kick = h * mobility->inverse[row[i]];
 *
 * There are two tables, because h/2 ftm2v / m is not rounded like h/2 (ftm2v / m), and trajectories
 * of velocity Verlet have the former.  Three expressions remain outside of the tables, for the
 * same reason: Newmark's beta h^2 ftm2v / m, h ftm2v / m of minimisers, whose h is not the
 * timestep, and md_mobility_inertia, for schemes on energies.
 */
#ifndef MD_STATE_MOBILITY_H
#define MD_STATE_MOBILITY_H

#include "state/mass.h"

struct md_mobility {
    uint32_t groups;   /* bits of the groups whose atoms move */
    bool all;          /* every atom does */
    bool by_type;      /* the row of an atom is its type; else its own number */
    double *inverse;   /* [row]: ftm2v / m; 0: no mass, or see md_mobility_renew */
    double *half_kick; /* [row]: (h/2) ftm2v / m */
    int *number;       /* [atom]: its own number */
    size_t room;       /* rows allocated */
    size_t numbers;    /* allocated */
    uint64_t edition;  /* of the atoms */
};

/* For the atoms as they are now.  by_atom: a row for each atom even if masses are by type, with 0
 * for atoms that rest. */
enum md_status md_mobility_renew(struct md_mobility *mobility, const struct md_system *system,
                                 uint32_t groups, bool by_atom, struct md_error *error);
void md_mobility_free(struct md_mobility *mobility);

static inline const int *md_mobility_rows(const struct md_mobility *mobility,
                                          const struct md_atoms *atoms)
{
    return mobility->by_type ? atoms->type : mobility->number;
}

static inline bool md_mobility_moves(const struct md_mobility *mobility,
                                     const struct md_atoms *atoms, size_t i)
{
    return mobility->all || (atoms->groups[i] & mobility->groups) != 0;
}

/* ftm2v / m of atom i; 0 if it rests. */
static inline double md_mobility_of(const struct md_mobility *mobility,
                                    const struct md_atoms *atoms, size_t i)
{
    return md_mobility_moves(mobility, atoms, i)
               ? mobility->inverse[md_mobility_rows(mobility, atoms)[i]]
               : 0.0;
}

/* The same two factors of one atom, for what is done to few. */
static inline double md_mobility_inverse(const struct md_system *system, size_t i)
{
    return system->units->ftm2v / md_mass_of(system, i);
}

static inline double md_mobility_half_kick(const struct md_system *system, size_t i)
{
    return 0.5 * system->clock.timestep * system->units->ftm2v / md_mass_of(system, i);
}

/* What makes an energy of half a squared velocity.  Schemes that keep the energy by its levels take
 * it, not 1 / inverse: some units round their constants, and the energy would drift. */
static inline double md_mobility_inertia(const struct md_system *system, size_t i)
{
    return system->units->mvv2e * md_mass_of(system, i);
}

#endif
