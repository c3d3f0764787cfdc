/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The atoms, as a structure of arrays in "local order": the order of creation or reading, sorted
 * spatially at the set-up of each run exactly as LAMMPS does on one process.  Random numbers that
 * are drawn for one atom after the other, as LAMMPS does, depend on it; nothing else does.
 */
#ifndef MD_STATE_ATOMS_H
#define MD_STATE_ATOMS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef double md_vec3[3]; /* an array type, not a hidden struct: x[i][0] */

struct md_atoms {
    size_t count, capacity;
    md_vec3 *x; /* positions, inside the box after each list rebuild */
    md_vec3 *v;
    md_vec3 *f;
    int *type;        /* from 1 */
    int64_t *id;      /* from 1 */
    int (*image)[3];  /* periodic images crossed */
    uint32_t *groups; /* bit g set: member of group g */
    /* While all are 0 these two take no memory: 0 is not written over 0. */
    int64_t *molecule; /* 0: none */
    double *charge;    /* kept for files; exerts no force */
    /* Masses of their own (state/mass.h): NULL while no atom has one; 0 for atoms that have none.
     */
    double *mass;
    /* What an asynchronous integrator counts (state/ledger.h); NULL unless md_atoms_count_events
     * was asked for it. */
    double *updates;       /* events that touched the atom since the run began */
    double (*residual)[2]; /* its share of the energy balance, at the latest event and of all */
    uint64_t edition;      /* grows whenever atoms are added, removed, reordered or retyped */

    int32_t *map; /* id -> index + 1, rebuilt lazily by md_atoms_find */
    size_t map_size;
    uint64_t map_edition;
};

enum md_status md_atoms_reserve(struct md_atoms *atoms, size_t capacity, struct md_error *error);

/* Appends one atom at rest, member of group all; id 0 means max(id)+1 is given later by
 * md_atoms_number. */
enum md_status md_atoms_add(struct md_atoms *atoms, int type, int64_t id, const double x[3],
                            struct md_error *error);

/* Makes the arrays `updates` and `residual`, all 0, or takes away what is not wanted. */
enum md_status md_atoms_count_events(struct md_atoms *atoms, bool updates, bool residual,
                                     struct md_error *error);

/* Makes the array `mass`, all 0, unless it is there. */
enum md_status md_atoms_own_masses(struct md_atoms *atoms, struct md_error *error);

/* Overwrites atom i by the last one and shortens the arrays (LAMMPS's delete order). */
void md_atoms_remove(struct md_atoms *atoms, size_t i);

/* Reorders all arrays: new atom k is old atom order[k]. */
enum md_status md_atoms_permute(struct md_atoms *atoms, const size_t *order,
                                struct md_error *error);

int64_t md_atoms_max_id(const struct md_atoms *atoms);

/* Gives every atom with id 0 the next free ids, in local order. */
void md_atoms_number(struct md_atoms *atoms);

/* Indices of all atoms in ascending order of their IDs; the caller frees them. */
enum md_status md_atoms_by_id(const struct md_atoms *atoms, size_t **order, struct md_error *error);

/* Index of the atom with this id, or -1. */
int64_t md_atoms_find(struct md_atoms *atoms, int64_t id);

/* Makes *to, whose contents are overwritten, a copy with arrays of its own. */
enum md_status md_atoms_copy(struct md_atoms *to, const struct md_atoms *from,
                             struct md_error *error);

void md_atoms_free(struct md_atoms *atoms);

#endif
