/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bonds as the atoms see them, made anew with each neighbour list: for each atom its bonds,
 * with the periodic image of the partner that was closest then, and the atoms whose pair force with
 * it special_bonds weakens.
 */
#ifndef MD_SPACE_GRAPH_H
#define MD_SPACE_GRAPH_H

#include "state/system.h"

/* A bond at one of its two atoms.  Both ends compute x(first) - (x(second) + shift), so that the
 * two forces are exactly opposite. */
struct md_bond_end {
    int32_t partner; /* index of the other atom */
    int32_t type;    /* of the bond */
    int16_t shift[3];
    bool first; /* this end is the bond's first atom */
    bool rigid; /* held by a constraint: no potential acts along it */
};

/* An atom whose pair force has another weight than 1. */
struct md_relative {
    int32_t atom;
    int32_t apart; /* 1 to 3 bonds */
};

struct md_graph {
    size_t atoms;  /* 0: there are no bonds */
    size_t *start; /* [atoms + 1] into end */
    struct md_bond_end *end;
    size_t start_capacity, end_capacity;

    double weight[4];       /* of pairs 1 to 3 bonds apart; [0] is 1 */
    int depth;              /* 0: all weights are 1 */
    size_t *relative_start; /* [atoms + 1] into relative; only when depth > 0 */
    struct md_relative *relative;
    size_t relatives, relative_capacity;
    int32_t *mark; /* scratch: the last atom that met this one */

    size_t missing; /* bonds left out since one of their atoms is gone */
};

enum md_lost_bonds { MD_LOST_BONDS_ERROR, MD_LOST_BONDS_WARN, MD_LOST_BONDS_IGNORE };

void md_graph_free(struct md_graph *graph);

/* From the present (wrapped) positions.  whole: any weight, that of charges too, counts as 1 (for
 * potentials that are no sum over pairs, or are not weakened).  A bond to an atom that is gone is
 * an error or left out. */
enum md_status md_graph_build(struct md_graph *graph, struct md_system *system, bool whole,
                              enum md_lost_bonds lost, struct md_error *error);

/* From second to first atom of a bond that atom i sees as `end`. */
static inline void md_bond_vector(const struct md_system *system, size_t i,
                                  const struct md_bond_end *end, double d[3])
{
    const double *first = system->atoms.x[end->first ? i : (size_t)end->partner];
    const double *second = system->atoms.x[end->first ? (size_t)end->partner : i];
    for (int k = 0; k < 3; k++)
        d[k] = first[k] - (second[k] + end->shift[k] * system->box.length[k]);
}

#endif
