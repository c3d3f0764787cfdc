/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which bonds a fix holds rigid, in LAMMPS's words: by the type of the bond, by the type of one of
 * its atoms, or by the mass of one.  They must form clusters: one atom in the centre with up to
 * three others, and no atom in two of them, so that each can be solved alone.  They stand in the
 * order of their centres' IDs, the bonds of one by type and then by the partner's ID.
 *
 * A bond that is held exerts no force and has no energy, and takes a degree of freedom from every
 * group that the centre of its cluster is in (state/topology.h).
 */
#ifndef MD_MODIFY_RIGID_BONDS_H
#define MD_MODIFY_RIGID_BONDS_H

#include "modify/modifier.h"

#define MD_RIGID_ATOMS 4
#define MD_RIGID_BONDS (MD_RIGID_ATOMS - 1)

/* id[0] is the centre; bond k goes from there to id[k + 1]. */
struct md_rigid_cluster {
    int bonds;
    int64_t id[MD_RIGID_ATOMS];
    int type[MD_RIGID_BONDS];
    double length[MD_RIGID_BONDS];
};

struct md_rigid_bonds {
    bool *bond_type, *atom_type; /* from 1: held by this word */
    double *mass;
    int masses;
    struct md_rigid_cluster *list;
    size_t count, room;
    struct md_system *system; /* whose bonds are marked */
};

/* The words from `at` on: b TYPES, t TYPES, m MASSES.  Whatever happens, md_rigid_bonds_free. */
enum md_status md_rigid_bonds_read(struct md_rigid_bonds *rigid,
                                   const struct md_modify_context *context,
                                   const struct md_args *args, int at, struct md_error *error);

/* Finds the clusters of the present atoms and bonds, and marks these bonds.  The last fix that did
 * so is the holder; another one is refused. */
enum md_status md_rigid_bonds_find(struct md_rigid_bonds *rigid,
                                   const struct md_modify_context *context, struct md_error *error);
enum md_status md_rigid_bonds_hold(struct md_rigid_bonds *rigid, struct md_error *error);

/* Lengths from the bond style's coefficients. */
enum md_status md_rigid_bonds_measure(struct md_rigid_bonds *rigid, const struct md_forces *forces,
                                      struct md_error *error);

/* The bonds are free again, unless somebody else holds them now. */
void md_rigid_bonds_free(struct md_rigid_bonds *rigid);

#endif
