/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who is bonded to whom.  A bond names its two atoms by ID, so that sorting, deleting and copying
 * atoms need not know of bonds; whoever computes with them looks the atoms up when neighbour lists
 * are built (space/graph.h).
 */
#ifndef MD_STATE_TOPOLOGY_H
#define MD_STATE_TOPOLOGY_H

#include "base/error.h"
#include "state/group.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct md_atoms;

/* What an atom carries besides place, velocity and type. */
enum md_atom_style {
    MD_ATOM_ATOMIC,    /* nothing */
    MD_ATOM_BOND,      /* molecule, bonds */
    MD_ATOM_MOLECULAR, /* the same: angles and the like do not exist */
    MD_ATOM_FULL       /* and a charge, which is kept and exerts no force */
};
extern const char *const md_atom_style_names[]; /* in that order, NULL at the end */

#define MD_BOND_TYPES_MAX 10000

struct md_bond {
    int64_t a, b; /* IDs */
    int type;     /* from 1 */
    bool rigid;   /* a constraint (fix shake) holds its length: it has no energy and no force */
};

struct md_topology {
    enum md_atom_style style;
    int bond_types;
    struct md_bond *bond;
    size_t bonds, capacity;

    /* special_bonds: weights of the pair force between atoms one, two and three bonds apart. */
    double weight[3];
    double charge_weight[3]; /* read and kept */
    /* Only those counted that are ends of an angle or dihedral, of which there are none. */
    bool angle, dihedral;

    /* The fix that holds bonds rigid, or NULL, and how many degrees of freedom it takes from each
     * group. */
    const void *holder;
    double removed[MD_GROUP_MAX];
};

enum md_status md_topology_add(struct md_topology *topology, struct md_bond bond,
                               struct md_error *error);

/* Drops every bond whose first atom (either: whose first or second atom) is not among the atoms;
 * returns how many. */
size_t md_topology_prune(struct md_topology *topology, struct md_atoms *atoms, bool either);

void md_topology_free(struct md_topology *topology);

#endif
