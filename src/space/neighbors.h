/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who is near whom.  Periodic images become ghost sites, so that a box smaller than twice the
 * cutoff needs no special case (several images of one pair, an atom with its own image), and a
 * kernel never wraps a distance.  Lists are full: atom i lists every partner, so each force is
 * summed by one thread in one fixed order and the result does not depend on how many there are.
 */
#ifndef MD_SPACE_NEIGHBORS_H
#define MD_SPACE_NEIGHBORS_H

#include "state/system.h"

#include <stdint.h>

struct md_exclusion {
    bool by_group; /* else by type */
    int a, b;
};

/* The deck's neighbor and neigh_modify settings. */
struct md_neighbor_rules {
    double skin;
    int64_t every, delay;
    bool check, once;
    struct md_exclusion *exclusion;
    int exclusions;
    int64_t sort_every; /* atom_modify sort; 0: never */
    double sort_bin;    /* 0: half the neighbour cutoff */
};

struct md_neighbors {
    struct md_neighbor_rules rules;

    /* Sites: the atoms, their ghosts, and one site far away that pads the lists.  Four doubles a
     * site (x, y, z, type), so that one aligned vector load brings a whole site. */
    double *site;
    size_t atoms, ghosts;
    int32_t *owner;        /* [atoms + ghosts]: the atom a site is an image of */
    int8_t (*shift)[3];    /* [ghosts]: box lengths added to the owner's position */

    /* The full list; counts are padded to a multiple of `width` with the far site. */
    size_t *start;
    int32_t *number;  /* padded */
    int32_t *partner; /* site indices */
    int width;
    uint64_t pairs;   /* unpadded, each pair counted once */

    md_vec3 *held; /* positions when the list was built */
    int64_t ago;   /* steps since then */
    bool built;
    int64_t builds, dangerous; /* since the run began */
    int64_t next_sort;
};

void md_neighbors_init(struct md_neighbors *neighbors);
void md_neighbors_free(struct md_neighbors *neighbors);

/* True when LAMMPS's rule (delay, every, check) asks for a rebuild now; counts `ago`. */
bool md_neighbors_due(struct md_neighbors *neighbors, const struct md_system *system);

/* Ghosts, cells and list from the present (wrapped) positions.  cutoff[i*(types+1)+j] are the
 * interaction cutoffs by type pair; skin is added here. */
enum md_status md_neighbors_build(struct md_neighbors *neighbors, const struct md_system *system,
                                  const double *cutoff, struct md_error *error);

/* Copies present positions into the sites, ghosts included. */
void md_neighbors_refresh(struct md_neighbors *neighbors, const struct md_system *system);

#endif
