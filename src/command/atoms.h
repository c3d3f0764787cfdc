/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands on atoms, one file each, and what they share. */
#ifndef MD_COMMAND_ATOMS_H
#define MD_COMMAND_ATOMS_H

#include "command/command.h"

enum md_status md_run_create_atoms(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error);
enum md_status md_run_group(struct md_sim *sim, const struct md_args *args, struct md_error *error);
enum md_status md_run_set(struct md_sim *sim, const struct md_args *args, struct md_error *error);
enum md_status md_run_delete_atoms(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error);
enum md_status md_run_displace_atoms(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error);

enum md_status md_run_change_box(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error);

/* ------------------------------------------------------------------ values */

enum md_value_kind { MD_VALUE_NONE, MD_VALUE_NUMBER, MD_VALUE_PER_ATOM };

/* A number, NULL (nothing), or v_name: one number or one per atom. */
struct md_value {
    enum md_value_kind kind;
    bool variable; /* it came from v_name */
    double number;
    double *per_atom; /* in local order; freed by md_value_free */
};

/* Reads word: a number, v_name, or NULL when may_be_null. */
enum md_status md_value_read(struct md_sim *sim, const struct md_word *word, const char *what,
                             bool may_be_null, struct md_value *value, struct md_error *error);
double md_value_at(const struct md_value *value, size_t i);
void md_value_free(struct md_value *value);

/* ------------------------------------------------------------------ keywords */

/* Fails with MD_ERR_COUNT unless `values` words follow args->words[keyword]. */
enum md_status md_keyword_values(const struct md_args *args, int keyword, int values,
                                 struct md_error *error);
/* Distance per number: the lattice spacing, or 1 for `units box`. */
enum md_status md_keyword_units(const struct md_sim *sim, const struct md_word *word,
                                double scale[3], struct md_error *error);
/* A seed: 1 .. 2147483647. */
enum md_status md_keyword_seed(const struct md_word *word, int32_t *seed, struct md_error *error);
enum md_status md_keyword_axis(const struct md_word *word, int *axis, struct md_error *error);

/* A linear profile along an axis: `ramp VDIM LO HI DIM CLO CHI`. */
struct md_ramp {
    int axis; /* what is ramped */
    double lo, hi;
    int along; /* the coordinate it depends on */
    double from, to;
};

/* Six words; scale multiplies values and coordinates of each axis. */
enum md_status md_ramp_read(const struct md_word *words, const char *const axes[],
                            const double scale[3], struct md_ramp *ramp, struct md_error *error);
double md_ramp_at(const struct md_ramp *ramp, const double x[3]);

/* ------------------------------------------------------------------ subsets */

/* Marks exactly `target` of `count` items at random (Marsaglia's generator with this seed), as
 * LAMMPS's create_atoms ratio|subset and set type/ratio|subset do. */
enum md_status md_subset_choose(int64_t target, size_t count, int32_t seed, bool *mark,
                                struct md_error *error);

#endif
