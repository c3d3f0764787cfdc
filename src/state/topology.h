/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which atoms bonds, angles, dihedrals and impropers join.  An element names its atoms by ID, so
 * that sorting, deleting and copying atoms need not know of elements; code that computes with them
 * looks the atoms up when neighbour lists are built (space/graph.h).
 *
 * Each kind of element is a row of a table: its names in data files and decks, and how many atoms
 * an element has.  Code that reads, writes, copies, prunes or counts elements goes through the rows
 * and knows no kind by name, so that a new kind is a new row.
 */
#ifndef MD_STATE_TOPOLOGY_H
#define MD_STATE_TOPOLOGY_H

#include "base/error.h"
#include "state/group.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct md_atoms;

/* What an atom carries besides place, velocity and type.  Restart files hold these numbers. */
enum md_atom_style {
    MD_ATOM_ATOMIC,    /* nothing */
    MD_ATOM_BOND,      /* molecule, bonds */
    MD_ATOM_MOLECULAR, /* molecule, elements of all kinds */
    MD_ATOM_FULL,      /* and a charge, which is kept and exerts no force */
    MD_ATOM_ANGLE,     /* molecule, bonds, angles */
    MD_ATOM_STYLES
};
extern const char *const md_atom_style_names[]; /* in that order, NULL at the end */

/* Rows of the table, in the order in which files have them. */
enum { MD_BONDS, MD_ANGLES, MD_DIHEDRALS, MD_IMPROPERS, MD_TOPOLOGY_KINDS };

#define MD_TOPOLOGY_ATOMS     4 /* the most that an element of any kind has */
#define MD_TOPOLOGY_TYPES_MAX 10000

struct md_topology_kind {
    const char *one, *many;          /* "angle", "angles" */
    const char *types, *room;        /* in headers: "angle types", "extra angle per atom" */
    const char *section, *coeffs;    /* "Angles", "Angle Coeffs" */
    const char *box_types;           /* in decks: "angle/types" */
    const char *extra_types, *extra; /* "extra/angle/types", "extra/angle/per/atom" */
    const char *single;              /* "single/angle" */
    const char *archived_types;      /* in restart files, beside `many`: "angle_types" */
    int atoms;                       /* of an element */
    /* The place of the atom that an element belongs to: it is deleted with that one, and the images
     * of its other atoms are those closest to that one.  LAMMPS's rule with newton on. */
    int owner;
    bool chain;      /* the atoms at places k and l are |k - l| bonds apart */
    bool styles;     /* there are potentials for it; without them no run is possible */
    unsigned allows; /* bits 1 << enum md_atom_style: atoms of that style can have it */
};
extern const struct md_topology_kind md_topology_kinds[MD_TOPOLOGY_KINDS];

/* The elements of one kind. */
struct md_topology_list {
    int types;
    size_t count, capacity;
    int64_t *id; /* [count][atoms of an element] */
    int *type;   /* from 1 */
    bool *rigid; /* a constraint (fix shake) holds it: it has no energy and no force */
};

struct md_topology {
    enum md_atom_style style;
    struct md_topology_list list[MD_TOPOLOGY_KINDS];

    /* special_bonds: weights of the pair force between atoms one, two and three bonds apart. */
    double weight[3];
    double charge_weight[3]; /* read and kept */
    /* Of atoms two (three) bonds apart only those count that are so in an angle or dihedral. */
    bool angle, dihedral;

    /* The fix that holds bonds rigid, or NULL, and how many degrees of freedom it takes from each
     * group. */
    const void *holder;
    double removed[MD_GROUP_MAX];
};

/* Whether atoms of the present style can have elements of this kind. */
static inline bool md_topology_allows(const struct md_topology *topology, int kind)
{
    return (md_topology_kinds[kind].allows >> topology->style & 1u) != 0;
}

/* The atom styles that can have this kind: "bond, angle, molecular or full"; last: "or", "and". */
#define MD_TOPOLOGY_TEXT 64
const char *md_topology_styles(int kind, const char *last, char text[MD_TOPOLOGY_TEXT]);

/* The atoms' IDs of element k. */
static inline const int64_t *md_topology_ids(const struct md_topology *topology, int kind, size_t k)
{
    return topology->list[kind].id + k * (size_t)md_topology_kinds[kind].atoms;
}

/* Indices of the atoms of element k, below 0 those that are gone; false: some are. */
bool md_topology_find(const struct md_topology *topology, int kind, size_t k,
                      struct md_atoms *atoms, int64_t index[MD_TOPOLOGY_ATOMS]);

/* Room for `count` elements in all. */
enum md_status md_topology_reserve(struct md_topology *topology, int kind, size_t count,
                                   struct md_error *error);
enum md_status md_topology_add(struct md_topology *topology, int kind, int type, const int64_t *id,
                               struct md_error *error);

/* Drops the first `count` elements of a kind. */
void md_topology_drop(struct md_topology *topology, int kind, size_t count);

/* Drops every element whose owner (any: of which any atom) is not among the atoms; returns how
 * many. */
size_t md_topology_prune(struct md_topology *topology, struct md_atoms *atoms, bool any);

/* Elements of all kinds. */
size_t md_topology_count(const struct md_topology *topology);

/* `from` gets `to`'s place as to elements, and is empty afterwards. */
void md_topology_move(struct md_topology *to, struct md_topology *from);

void md_topology_free(struct md_topology *topology);

#endif
