/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorts of elements.  A term is a formula; which atoms it acts on now is found in one of a few
 * ways: by distance, by topology, by group, or as an atom with all its partners (a star).  A sort
 * is such a way together with what one of its elements gives.  What is done with elements (summed,
 * kicked alone, shared out to atoms) goes over the sorts of all terms in use and asks no other
 * question, so that a new kind of interaction is a line in the table of sort.c.
 *
 * A term may have several sorts: an embedding term stands beside the pairs of the same metal.
 */
#ifndef MD_ELEMENT_SORT_H
#define MD_ELEMENT_SORT_H

#include "element/found.h"
#include "term/potential.h"

#define MD_ELEMENT_SORTS 3 /* of one term at most, and a NULL */

struct md_element_sort;

/* The elements of one sort of one term, where a list and a system are at hand. */
struct md_element_view {
    const struct md_element_sort *sort;
    const struct md_potential_use *use;
    const struct md_system *system;
    const struct md_neighbors *list; /* or a part of it that is shaped like it */
};

/* An element whose atoms have places: x[a] is already the right image of the atom a. */
struct md_placed {
    int count;
    double (*x)[3];
    int *type; /* of the atoms */
    const struct md_element_atom *atom;
    int own;                      /* type of the element itself, or 0 */
    const struct md_shell *shell; /* the part of a pair's energy that lies there; NULL: all */
};

struct md_element_values {
    double energy;
    double (*f)[3];    /* forces on the atoms */
    bool forces_alone; /* asked for: the energy may be left out where that costs less */
    bool given;        /* the term says its virial itself: */
    double virial[6];  /* xx yy zz xy xz yz */
    bool energy_apart, virial_apart; /* the deck does not count it as the system's */
};

struct md_element_sort {
    const char *name;
    unsigned bit;                                             /* enum md_terms */
    enum md_part (*part)(const struct md_potential_use *use); /* what its energies count as */
    int rank;     /* elements of an atom stand in this order */
    bool own;     /* belongs to its first atom alone: the others do not find it.  Energy is that
                   * atom's; of the virial of the line to a partner either end has half. */
    bool listed;  /* found in neighbour lists: part of a list gives a part of them */
    bool rounded; /* places are those of lists (space/grain.h) */
    /* Those of atom i: all it has part in, or that belong to it. */
    enum md_status (*find)(const struct md_element_view *view, size_t i, struct md_found *found,
                           struct md_error *error);
    /* Energy and forces; error (may be NULL) says why they do not exist. */
    enum md_status (*evaluate)(const struct md_element_view *view, const struct md_placed *placed,
                               struct md_element_values *values, struct md_error *error);
    /* A bound on its curvature, the largest eigenvalue of the Hessian. */
    double (*stiffness)(const struct md_element_view *view, const struct md_placed *placed);
};

/* Of a term, first those that come first at an atom; NULL ends them. */
const struct md_element_sort *const *md_element_sorts(const struct md_potential *type);

/* The same forces with one element for each atom where pairs and stars would be several: an atom
 * with half of each of its pairs.  embedding, pairs: what it shall hold. */
const struct md_element_sort *md_element_star(const struct md_potential *type, bool embedding,
                                              bool pairs);

enum md_part md_element_as_pair(const struct md_potential_use *use);

/* What `evaluate` says where a term has no energy: always MD_ERR_RUN. */
enum md_status md_element_none(const struct md_element_view *view, struct md_error *error);

#endif
