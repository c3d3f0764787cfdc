/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The small interface through which the deck's variables and the physics see each other, so that
 * neither includes the other.
 *
 * struct md_quantities is implemented by run/ (what the physics can tell a formula);
 * struct md_variables is implemented by deck/ (what a formula can tell thermo, fixes, dumps).
 */
#ifndef MD_BASE_VALUE_H
#define MD_BASE_VALUE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where in time a formula is evaluated: ramp(), swiggle(), stride() ... ask. */
struct md_run_span {
    int64_t step;
    int64_t begin, end; /* of the ramps (run ... start stop); only when running */
    double timestep;
    bool running; /* inside a run, not between two */
};

/* What c_ID or f_ID can be: a number, a vector, an array, or one or more values per atom. */
struct md_shape {
    bool scalar;
    int64_t vector_length; /* 0: no global vector */
    int64_t rows, columns; /* 0: no global array */
    bool rows_vary;        /* as many as there are at the moment; rows that are not read as 0 */
    bool runs_fill;        /* runs add elements: while a deck is checked there is one, which is 0 */
    bool per_atom;
    int64_t atom_columns; /* 0 or 1: one value per atom, else columns */
};

/* What the physics can tell a formula.  Unknown names return MD_ERR_UNKNOWN or MD_ERR_REFERENCE
 * (with hint); anything not yet computable (no box, no run yet) returns MD_ERR_ORDER. */
struct md_quantities {
    void *context;

    /* thermo keyword: step, temp, pe, lx, ...; dt, and the constants PI, version ... are the
     * formula's own. `known` answers without computing. */
    bool (*keyword_known)(void *context, const char *name);
    enum md_status (*keyword)(void *context, const char *name, double *value,
                              struct md_error *error);

    /* c_ID, c_ID[i], c_ID[i][j] (kind 'c'); f_ID ... (kind 'f').  i, j from 1, 0: absent. */
    enum md_status (*reference)(void *context, char kind, const char *id, int64_t i, int64_t j,
                                double *value, struct md_error *error);
    /* The same as a thermo row prints it: extensive values per atom under `norm yes`.  NULL: as
     * `reference`. */
    enum md_status (*row_reference)(void *context, char kind, const char *id, int64_t i, int64_t j,
                                    double *value, struct md_error *error);

    /* count(all), mass(g), vcm(g,x), xcm(g,x), ke(g), gyration(g), bound(g,xmin), fcm(g,x),
     * charge, inertia, omega, angmom, torque; the arguments as text without blanks. */
    enum md_status (*group_function)(void *context, const char *name, int count,
                                     const char *const *arguments, double *value,
                                     struct md_error *error);
    bool (*group_function_known)(void *context, const char *name);

    /* Per-atom quantities, in the atoms' local order.  Names: id mass type mol q x y z vx vy vz
     * fx fy fz; `reference` of a per-atom compute or fix; group and region membership 0/1. */
    size_t (*atom_count)(void *context);
    bool (*atom_known)(void *context, const char *name);
    enum md_status (*atom_values)(void *context, const char *name, double *values,
                                  struct md_error *error);
    enum md_status (*atom_reference)(void *context, char kind, const char *id, int64_t column,
                                     double *values, struct md_error *error);
    enum md_status (*atom_inside)(void *context, bool region, const char *id, double *values,
                                  struct md_error *error); /* gmask, rmask */
    /* One property of the atom with this ID: x[17]. */
    enum md_status (*atom_of_id)(void *context, const char *name, int64_t id, double *value,
                                 struct md_error *error);
    bool (*is_defined)(void *context, const char *category, const char *id);

    /* All keywords, for did-you-mean; NULL ends the list. */
    const char *(*keyword_name)(const void *context, int i);
    enum md_status (*span)(void *context, struct md_run_span *span, struct md_error *error);
    enum md_status (*shape)(void *context, char kind, const char *id, struct md_shape *shape,
                            struct md_error *error);
    /* The whole global vector of c_ID or f_ID (column 0), or one column of its array, as long as
     * its shape says; column -1: the whole array, row by row. */
    enum md_status (*vector)(void *context, char kind, const char *id, int64_t column,
                             double *values, struct md_error *error);
    /* A signal asked for the end: evaluations that take long give up.  NULL: never. */
    bool (*stopped)(void *context);
    /* Whether f_ID, f_ID[i], f_ID[i][j] grows with the system: thermo rows may show it per atom. */
    bool (*extensive)(void *context, char kind, const char *id, int64_t i, int64_t j);
    /* is_active(category,name), is_available(category,name); unknown categories are errors. */
    enum md_status (*is_active)(void *context, const char *category, const char *name, bool *value,
                                struct md_error *error);
    enum md_status (*is_available)(void *context, const char *category, const char *name,
                                   bool *value, struct md_error *error);
};

enum md_variable_kind {
    MD_VARIABLE_NONE,
    MD_VARIABLE_TEXT,
    MD_VARIABLE_EQUAL,
    MD_VARIABLE_ATOM,
    MD_VARIABLE_VECTOR
};

/* What the deck's variables can tell the physics (v_name in thermo, fixes, dumps). */
struct md_variables {
    void *context;
    enum md_variable_kind (*kind)(void *context, const char *name);
    enum md_status (*equal)(void *context, const char *name, double *value, struct md_error *error);
    enum md_status (*atom)(void *context, const char *name, double *values, size_t count,
                           struct md_error *error);
    enum md_status (*text)(void *context, const char *name, const char **text,
                           struct md_error *error);
    /* Sets an internal-style variable (create_atoms ... set x name, controllers). */
    enum md_status (*set_internal)(void *context, const char *name, double value,
                                   struct md_error *error);
    /* A vector-style variable: *values is to be freed. */
    enum md_status (*vector)(void *context, const char *name, double **values, size_t *count,
                             struct md_error *error);
    /* Substitutes $x, ${name}, $(formula) in a text (print, fix print, run every). */
    enum md_status (*substitute)(void *context, const char *text, char *out, size_t size,
                                 struct md_error *error);
    /* The i-th variable (NULL: no more); *part: what of its formula depends on the first or last
     * step of a run ("ramp()"), NULL: nothing.  The function may be NULL. */
    const char *(*spans)(void *context, int i, const char **part);
};

#endif
