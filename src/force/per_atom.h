/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each atom has of the energy and the virial.  An element's energy is shared equally by its
 * atoms: half of a pair's or a bond's to each of the two; what an embedding term adds to the energy
 * belongs to its atom, while its forces act along lines between two atoms, and of the virial of
 * each line either end has half [A. P. Thompson, S. J. Plimpton, W. Mattson, J. Chem. Phys. 131
 * (2009) 154107].  All are evaluated one by one, by the face `one` of their potentials, so that
 * every potential has per-atom values without a line of code.
 *
 * Corrections for the long range belong to no atom and are left out.
 *
 * The values of a row belong to the positions and the box that its forces, energies and pressure
 * were computed of.  A fix that moves the box or atoms after the forces (deform) acts before
 * anything looks, so these positions are kept aside until the next forces.
 */
#ifndef MD_FORCE_PER_ATOM_H
#define MD_FORCE_PER_ATOM_H

#include "element/sort.h"
#include "force/forces.h"

/* What may be asked for, as bits: the energies or the virials of a part. */
#define MD_SHARE_ENERGY(part) (1u << (part))
#define MD_SHARE_VIRIAL(part) (1u << (MD_PARTS + (part)))

struct md_per_atom {
    size_t count, capacity;
    unsigned asked, known; /* what was ever asked for; what the arrays hold now */
    double *energy[MD_PARTS];
    double (*virial[MD_PARTS])[6]; /* xx yy zz xy xz yz; external: of fixes that count */
    uint64_t instant;              /* of the forces; together with the tick: of what */
    md_tick tick;
    const void *x;

    struct { /* what the forces of this instant were computed of; instant 0: nothing is kept */
        md_vec3 *x;
        size_t capacity, count;
        struct md_box box;
        uint64_t instant;
        md_tick tick;
    } held;
};

/* Keeps the frame's positions and box, which a fix is about to change after the forces.  Until the
 * next forces md_per_atom_at takes them instead; a second call at the same instant does nothing. */
enum md_status md_per_atom_hold(struct md_forces *forces, const struct md_frame *frame,
                                struct md_error *error);

/* What is kept of the present instant, in the atoms' order, or NULL; and back from a file, where a
 * run goes on. */
const md_vec3 *md_per_atom_held(const struct md_forces *forces, const struct md_system *system,
                                const struct md_box **box);
enum md_status md_per_atom_restore(struct md_forces *forces, const struct md_system *system,
                                   const md_vec3 *x, const double lo[3], const double hi[3],
                                   struct md_error *error);

/* At the frame's positions, or those that were kept of its instant: what the bits ask for, and what
 * was asked for before.  The result belongs to the forces and holds until the next call. */
enum md_status md_per_atom_at(struct md_forces *forces, const struct md_frame *frame,
                              unsigned asked, const struct md_per_atom **shares,
                              struct md_error *error);

/* What was asked for: 0 where the system has nothing of that part. */
static inline double md_share_energy(const struct md_per_atom *shares, enum md_part part, size_t i)
{
    return shares->known & MD_SHARE_ENERGY(part) ? shares->energy[part][i] : 0.0;
}

static inline double md_share_virial(const struct md_per_atom *shares, enum md_part part, size_t i,
                                     int component)
{
    return shares->known & MD_SHARE_VIRIAL(part) ? shares->virial[part][i][component] : 0.0;
}

void md_per_atom_free(struct md_per_atom *per_atom);

#endif
