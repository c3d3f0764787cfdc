/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of interaction elements, for schemes that give each class a clock of its own: all bonds,
 * all external potentials, the embedding terms of metals, the pairs of chosen types, a potential's
 * share in one shell of distance.  A class can be summed alone, with the same vector code and
 * threads as all forces; the sums of classes that together hold everything are all forces.
 */
#ifndef MD_FORCE_CLASSES_H
#define MD_FORCE_CLASSES_H

#include "force/forces.h"
#include "term/shell.h"

/* The part of one block of atoms in a list of a class; kept between builds. */
struct md_class_block {
    int32_t *partner;
    size_t capacity;
};

/* A part of the common list, shaped like it. */
struct md_class_part {
    uint64_t entries;         /* without padding, each pair twice */
    struct md_neighbors view; /* a shallow copy of the common list but for partner and number */
    const int32_t **partner;
    int32_t *number;
    struct md_class_block *block;
    size_t atoms, blocks; /* room */
};

struct md_class {
    unsigned terms;    /* enum md_terms */
    const bool *types; /* MD_TERM_PAIR: pairs of types that belong to it, by i*(types+1)+j and alike
                        * for j-i; NULL: all.  The caller's memory. */
    bool shelled;      /* MD_TERM_PAIR: only the share in this shell */
    struct md_shell shell;

    /* Filled by md_classes_list. */
    uint64_t pairs; /* that it goes over, each once: within the shell's reach, skin included */
    bool common;    /* the common list is its own */
    /* Pairs whose share in the shell is 1 until the lists are made again; those that may be at an
     * edge; of nested lists, those that stay beyond all edges until the next build. */
    struct md_class_part part[3];
};

enum { MD_CLASS_PLAIN, MD_CLASS_SWITCHED, MD_CLASS_FAR, MD_CLASS_PARTS };

struct md_classes {
    struct md_class *list;
    int count;
    double *site; /* where the sites were when the lists were made */
    size_t sites; /* room */

    /* Nested lists.  With a long skin the common list is built rarely; the pairs near the edges of
     * shells (`near`) are then sifted again and again with a short skin.  The caller asks for it
     * with `skin` (0: no) and calls md_classes_sift before an atom has gone half of that from
     * `held`. */
    double skin;
    bool nested; /* it pays, and md_classes_list has begun it */
    struct md_class_part near;
    md_vec3 *held;
    size_t held_room;
};

/* Classes that hold nothing yet: whoever makes them fills terms, types and shell. */
enum md_status md_classes_make(struct md_classes *classes, int count, struct md_error *error);
void md_classes_free(struct md_classes *classes);

/* After every build of forces->neighbors: takes the classes' lists out of it.  They miss no pair
 * while that list is valid.  Refuses what the potentials cannot do, and shells out of order. */
enum md_status md_classes_list(struct md_classes *classes, struct md_forces *forces,
                               const struct md_system *system, struct md_error *error);

/* Of nested lists: makes those of the shells again, at these positions of all atoms, which belong
 * to the present common list. */
enum md_status md_classes_sift(struct md_classes *classes, const struct md_forces *forces,
                               const struct md_system *system, const md_vec3 *x,
                               struct md_error *error);

/* Forces of class k alone, on all atoms, at the positions that the sites (and system->atoms.x)
 * hold: overwrites f[0 .. atoms-1], and *tally with its energies and virial unless NULL (no tail
 * correction; numbers that are not finite are an error then).  The same bits for any number of
 * threads, with or without tally. */
enum md_status md_classes_sum(struct md_classes *classes, int k, struct md_forces *forces,
                              struct md_system *system, md_vec3 *f, struct md_tally *tally,
                              struct md_error *error);

#endif
