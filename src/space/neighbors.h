/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who is near whom.  Periodic images become ghost sites, so that a box smaller than twice the
 * cutoff needs no special case (several images of one pair, an atom with its own image), and a
 * kernel never wraps a distance.  Lists are full: atom i lists every partner, so each force is
 * summed by one thread in one fixed order and the result does not depend on how many there are.
 * That order is (cell of a grid that follows from box and positions, atom ID, image): it does not
 * depend on the order in which the atoms are stored either.
 */
#ifndef MD_SPACE_NEIGHBORS_H
#define MD_SPACE_NEIGHBORS_H

#include "base/simd.h"
#include "base/sum.h"
#include "space/cells.h"
#include "space/grain.h"
#include "space/graph.h"
#include "space/pages.h"
#include "state/system.h"

#include <stdint.h>

enum md_exclusion_kind {
    MD_EXCLUDE_TYPES,
    MD_EXCLUDE_GROUPS,
    MD_EXCLUDE_INTRA, /* atoms of group a that share a molecule */
    MD_EXCLUDE_INTER  /* atoms of group a of different molecules */
};

struct md_exclusion {
    enum md_exclusion_kind kind;
    int a, b; /* types, groups, or twice the same group */
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
    enum md_lost_bonds lost_bonds;
};

/* A pair that special_bonds gives a weight other than 0 and 1. */
struct md_weighted_pair {
    int32_t atom, partner; /* sites; partner may be a ghost */
    double weight;
};

/* MD_SUM_BLOCK atoms, whose lists follow one another in cell order; kept between builds. */
struct md_neighbor_block {
    int16_t order[MD_SUM_BLOCK]; /* the block's atoms in cell order, from its first */
    int atoms;
    size_t entries;     /* of their lists, with padding */
    size_t image_begin; /* its atoms' ghosts are image[image_begin .. image_end-1] */
    size_t image_end;
    struct md_weighted_pair *weighted; /* not in the lists */
    size_t weighted_count, weighted_capacity;
};

struct md_neighbors {
    struct md_neighbor_rules rules;

    /* Sites: the atoms, their ghosts, and one site far away that pads the lists.  Four doubles a
     * site (x, y, z, type), so that aligned vector loads bring a whole site. */
    double *site;
    size_t atoms, ghosts;
    int32_t *owner;        /* [atoms + ghosts]: the atom a site is an image of */
    int16_t (*shift)[3];   /* [ghosts]: box lengths added to the owner's position */
    struct md_grain grain; /* what positions are rounded to */

    /* Atom i's list: partner[i][0 .. number[i]-1] are sites.  number is a multiple of `padding`;
     * the last entries may be the far site, whose index is atoms + ghosts. */
    const int32_t **partner;
    int32_t *number;
    int padding;
    uint64_t pairs; /* without padding, each pair counted once */

    /* Bonds; whoever has some builds this before each md_neighbors_build.  Pairs of weight 0 are in
     * no list, those of other weights than 1 in their block's list `weighted`. */
    struct md_graph graph;

    md_vec3 *held; /* positions when the list was built; in the room that cells need for a build */
    double held_lo[3], held_hi[3];
    int64_t ago;   /* steps since then */
    double margin; /* how far atoms may go from where they are before the next check */
    bool built;
    int64_t builds, dangerous; /* since the run began */
    int64_t next_sort;

    enum md_isa isa; /* of the scan over candidates; tests try them all */

    /* Kept between builds so that a steady run allocates nothing. */
    struct md_cells cells;
    struct md_neighbor_block *block;
    size_t blocks, atom_capacity, partner_capacity, site_capacity, image_capacity;
    double *list_cutoff_sq; /* by type pair; negative: never listed */
    int32_t *image;         /* [ghosts], atom by atom as they are found: their numbers as sites */
    struct md_scan_cache *cache; /* for each thread, as are the pages of the lists */
    struct md_pages *pages;
    int threads;
};

void md_neighbors_init(struct md_neighbors *neighbors);
void md_neighbors_free(struct md_neighbors *neighbors);

/* True when LAMMPS's rule (delay, every, check) asks for a rebuild now; counts `ago`.  A position
 * that is not a number asks for one too: the build then says which. */
bool md_neighbors_due(struct md_neighbors *neighbors, const struct md_system *system);

/* Within a step: an atom has gone too far for the list, and the rules let one look. */
bool md_neighbors_strayed(const struct md_neighbors *neighbors, const struct md_system *system);

/* Whatever the rules say: since the list was built, no distance between two sites can have changed
 * by more than the skin. */
bool md_neighbors_within_skin(const struct md_neighbors *neighbors, const struct md_system *system);

/* Ghosts, cells and list from the present (wrapped) positions.  cutoff[i*(types+1)+j] are the
 * interaction cutoffs by type pair; skin is added here.  A cutoff of 0 lists nothing. */
enum md_status md_neighbors_build(struct md_neighbors *neighbors, const struct md_system *system,
                                  const double *cutoff, struct md_error *error);

/* What positions are rounded to in a box as it is now: by nothing where there are no ghosts. */
struct md_grain md_neighbors_grain(const struct md_neighbors *neighbors, const struct md_box *box);

/* Copies present positions into the sites, ghosts included. */
void md_neighbors_refresh(struct md_neighbors *neighbors, const struct md_system *system);

/* Below this many atoms a parallel region costs more than it brings. */
#define MD_PARALLEL_MIN 1024

#endif
