/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The topology as the atoms see it, made with each neighbour list: for each atom its bonds, with
 * the periodic image of the partner that was closest then; the elements of three and more atoms,
 * likewise, and for each atom those that it is in; and the atoms whose pair force with it
 * special_bonds weakens.
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

/* An element of a table, at one of its atoms. */
struct md_graph_place {
    int32_t element; /* row of the table */
    int32_t place;   /* which of its atoms */
};

/* All elements of one kind with three and more atoms, by type and by the atoms' IDs in the order in
 * which the deck or file names them (a formula may treat an element's atoms differently). */
struct md_graph_table {
    size_t count;        /* elements that have all their atoms; 0: nothing below is filled */
    int places;          /* atoms of an element */
    int32_t *type;       /* [count] */
    bool *rigid;         /* [count]: held by a constraint */
    int32_t *atom;       /* [count][places]: index */
    int16_t (*shift)[3]; /* [count][places]: box lengths to the image closest to the owner */
    size_t *start;       /* [atoms + 1] into place */
    struct md_graph_place *place; /* of an atom, in the order of the elements */
    size_t capacity, start_capacity;
    size_t *order; /* how the topology's list is sorted, kept for the next time */
    size_t ordered, order_capacity;
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

    struct md_graph_table table[MD_TOPOLOGY_KINDS]; /* that of bonds stays empty */

    double weight[4];       /* of pairs 1 to 3 bonds apart; [0] is 1 */
    int depth;              /* 0: all weights are 1 */
    size_t *relative_start; /* [atoms + 1] into relative; only when depth > 0 */
    struct md_relative *relative;
    size_t relatives, relative_capacity;
    int32_t *mark; /* scratch: the last atom that met this one */

    size_t missing[MD_TOPOLOGY_KINDS]; /* elements left out since one of their atoms is gone */
};

enum md_lost_bonds { MD_LOST_BONDS_ERROR, MD_LOST_BONDS_WARN, MD_LOST_BONDS_IGNORE };

void md_graph_free(struct md_graph *graph);

/* From the present (wrapped) positions.  whole: any weight, that of charges too, counts as 1 (for
 * potentials that are no sum over pairs, or are not weakened).  An element one of whose atoms is
 * gone is an error or left out. */
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

/* The present positions of an element's atoms, in one image. */
static inline void md_graph_positions(const struct md_system *system,
                                      const struct md_graph_table *table, size_t element,
                                      double (*x)[3])
{
    size_t row = element * (size_t)table->places;
    for (int p = 0; p < table->places; p++)
        for (int k = 0; k < 3; k++)
            x[p][k] = system->atoms.x[table->atom[row + (size_t)p]][k] +
                      table->shift[row + (size_t)p][k] * system->box.length[k];
}

#endif
