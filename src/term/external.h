/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * External potentials: energies of single atoms in a field, each atom of the group an element.
 * Decks write them as fixes (fix spring/self, fix wall/lj93, ...), but nothing in the time loop
 * knows that: they are summed with all other potentials, so every integrator sees them.
 *
 * A file of term/field/ holds a struct that begins with struct md_external, an inlined
 * `term` with the formula, a bound on its curvature, and ends with a const struct md_potential
 * whose faces external_faces.h makes of them.
 *
 * A parameter may follow an equal-style variable (the position of an indenter).  The potential
 * then depends on time, and an integrator that takes no forcing refuses it.
 */
#ifndef MD_TERM_EXTERNAL_H
#define MD_TERM_EXTERNAL_H

#include "base/value.h"
#include "term/potential.h"

#define MD_EXTERNAL_REACTIONS 6
#define MD_EXTERNAL_DRIVES    24

/* What an atom contributes; all atoms together are what f_ID shows. */
struct md_external_sums {
    double energy;
    double virial[6];
    double reaction[MD_EXTERNAL_REACTIONS]; /* f_ID[1], ...: the potential's own meaning */
    int64_t trapped;                        /* an atom where the potential has no value; 0: none */
};

/* Sums of many of these: rows of energy and virial, and of reactions. */
struct md_external_slot {
    struct md_exact_rows energy, reaction;
    int64_t trapped; /* the lowest ID of them */
};

/* A parameter that follows an equal-style variable: evaluated before each sum. */
struct md_external_drive {
    double *value;
    double scale; /* *value is the variable's times this; 1 unless a potential changes it */
    char variable[64];
    struct md_place place;
};

/* What the state of every external potential begins with. */
struct md_external {
    const struct md_potential *type;
    uint32_t group;                       /* its bit */
    bool energy, virial;                  /* fix_modify: counted in the system's */
    int reactions;                        /* how many there are */
    const struct md_variables *variables; /* of the deck */
    struct md_external_drive drive[MD_EXTERNAL_DRIVES];
    int drives;
    struct md_box box;             /* as it was at the last prepare: for single elements */
    struct md_external_slot *slot; /* of the last evaluation, for each thread */
    size_t slots;
};

/* One atom as a term sees it. */
struct md_external_atom {
    const double *x; /* as stored: within the box, give or take what it moved since */
    const double *r; /* unwrapped: where it would be in an endless space */
    const double *f; /* the force on it so far; NULL: an element by itself */
    int type;
    int64_t id;
};

const struct md_potential *md_external_find(const char *name);
const struct md_potential *md_external_at(int i); /* NULL at the end */

/* A number, times scale, into *value, or v_name: then *value follows the variable, and scale has
 * no effect. */
enum md_status md_external_number(struct md_external *external, const struct md_word *word,
                                  const char *what, double lo, double hi, double scale,
                                  double *value, struct md_error *error);

/* `keyword value` at the end of args, at words[at]: MD_ERR_COUNT when the value is missing. */
enum md_status md_external_units(const struct md_args *args, int at, bool *lattice,
                                 struct md_error *error);

/* The hook `prepare` of most: variables exist. */
enum md_status md_external_prepare(void *state, const struct md_system *system,
                                   struct md_error *error);
void md_external_destroy(void *state);
/* The hook `reserve`: the sums of so many threads, all 0. */
enum md_status md_external_reserve(void *state, const struct md_neighbors *neighbors, size_t slots,
                                   struct md_error *error);

/* No bounds of derivatives with respect to time where parameters follow variables. */
unsigned md_external_abilities(const void *state);

/* The variables' values of this instant. */
enum md_status md_external_refresh(struct md_external *external, struct md_error *error);

/* Adds what an atom contributes to the slot's sums, and to the tally (may be NULL) what counts. */
void md_external_add(struct md_external *external, size_t slot, const struct md_external_sums *sums,
                     struct md_tally_sums *tally);

/* MD_ERR_RUN when an atom is where the potential has no value (behind a wall). */
enum md_status md_external_judge(void *state, const struct md_system *system,
                                 const struct md_neighbors *neighbors, struct md_error *error);

/* The sums, so that f_ID is right before the first evaluation after a restart. */
enum md_status md_external_keep(struct md_external *external, struct md_archive *archive,
                                struct md_error *error);

/* All atoms of the last evaluation. */
void md_external_total(const struct md_external *external, struct md_external_sums *total);

#endif
