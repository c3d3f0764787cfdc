/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a system is: units, box, atoms, types, groups, regions, lattice, time. */
#ifndef MD_STATE_SYSTEM_H
#define MD_STATE_SYSTEM_H

#include "state/atoms.h"
#include "state/box.h"
#include "state/clock.h"
#include "state/custom.h"
#include "state/group.h"
#include "state/heat.h"
#include "state/keep.h"
#include "state/lattice.h"
#include "state/ledger.h"
#include "state/region.h"
#include "state/topology.h"
#include "state/units.h"

#include <stdbool.h>

/* Tables of type pairs of a potential then stay below 1 GB. */
#define MD_TYPES_MAX 2000

struct md_system {
    const struct md_units *units;
    int dimension;
    struct md_box box;
    int types;    /* number of atom types; 0 before the box exists */
    double *mass; /* [1..types]; 0: not set */
    struct md_atoms atoms;
    struct md_custom custom; /* values the deck gave atoms */
    struct md_topology topology;
    struct md_groups groups;
    struct md_regions regions;
    struct md_lattice lattice;
    struct md_clock clock;
    struct md_ledger ledger;
    struct md_heat heat;
    int threads;
    /* What changed from outside the time loop since the last run began (enum md_change bits);
     * the run driver passes it to the integrator and clears it. */
    unsigned changed;
    struct md_keep *kept; /* texts that places of errors point to */
};

enum md_change {
    MD_CHANGED_ATOMS = 1, /* number, order, types or positions */
    MD_CHANGED_VELOCITY = 2,
    MD_CHANGED_BOX = 4,
    MD_CHANGED_POTENTIAL = 8,
    MD_CHANGED_TIMESTEP = 16
};

void md_system_init(struct md_system *system);
void md_system_free(struct md_system *system);

/* Fails with MD_ERR_ORDER unless the box exists: "COMMAND comes before the simulation box..." */
enum md_status md_system_need_box(const struct md_system *system, const struct md_args *args,
                                  struct md_error *error);
enum md_status md_system_need_no_box(const struct md_system *system, const struct md_args *args,
                                     struct md_error *error);

/* The margins of shrink-wrapped faces, the edges inside which m faces never move, and which axes
 * are periodic, for the present box and faces; s faces move out by the margin. */
void md_system_place_faces(struct md_system *system);

/* Sets up box (faces, small, start edges; widens s faces) and `types` types. */
enum md_status md_system_create_box(struct md_system *system, int types, const double lo[3],
                                    const double hi[3], struct md_error *error);

#endif
