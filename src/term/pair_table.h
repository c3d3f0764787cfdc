/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tabulated pair potentials: from pair_coeff and its files to rows on an even grid of r^2, over
 * which pair/table.c sums.
 */
#ifndef MD_TERM_PAIR_TABLE_H
#define MD_TERM_PAIR_TABLE_H

#include "input/pair_table_file.h"
#include "term/potential.h"

enum md_table_style { MD_TABLE_LOOKUP, MD_TABLE_LINEAR, MD_TABLE_SPLINE };

/* Of a type pair: squared outer and inner cutoff, bins per unit of r^2, and the last place in the
 * table (just below the number of bins). */
enum { MD_TABLE_CUTOFF_SQ, MD_TABLE_INNER_SQ, MD_TABLE_PER_DELTA, MD_TABLE_LAST, MD_TABLE_RECORD };

/* A row of the table: f/r and energy at the lower edge of a bin (lookup: in its middle), each
 * followed by its change over the bin (linear) or its scaled second derivative (spline). */
#define MD_TABLE_ROW 4

struct md_table {
    struct md_pair_table_file file;
    double unit; /* of the file's energy, in the deck's */
    double cutoff;
    struct md_place place; /* of the pair_coeff */
    double *row;           /* [length][MD_TABLE_ROW], after prepare */
};

struct md_pair_table {
    int style; /* enum md_table_style */
    int64_t length;
    struct md_keep *kept;
    struct md_table **tables;
    int count, types;
    int *table_of;    /* [(types+1)^2], -1: not given */
    const bool *mine; /* the pairs it is for, in a hybrid style; NULL: all */

    /* After prepare, for i-j and j-i alike. */
    const double **row_of; /* [(types+1)^2] */
    double *record;        /* [(types+1)^2][MD_TABLE_RECORD] */
    double reach;
    double nothing[2 * MD_TABLE_ROW]; /* for the site that pads lists */

    bool *near; /* [blocks]: some pair is inside its inner cutoff; written by the block's thread */
    size_t blocks;
    bool warned; /* of what is odd in the files */
};

/* Hooks of struct md_potential. */
enum md_status md_pair_table_create(struct md_pair_table *pair, const struct md_style *style,
                                    const struct md_args *args, struct md_error *error);
enum md_status md_pair_table_coeff(void *state, const struct md_system *system,
                                   const struct md_args *args, struct md_error *error);
enum md_status md_pair_table_modify(void *state, const struct md_args *args,
                                    struct md_error *error);
enum md_status md_pair_table_prepare(void *state, const struct md_system *system,
                                     struct md_error *error);
void md_pair_table_destroy(void *state);
bool md_pair_table_given(const void *state, int type_i, int type_j);
void md_pair_table_assign(void *state, const bool *mine);
double md_pair_table_cutoff(const void *state, int type_i, int type_j);
double md_pair_table_reach(const void *state);
unsigned md_pair_table_abilities(const void *state);
void md_pair_table_span(const void *state, size_t count, const double *near, const double *far,
                        const int32_t *row, const struct md_span *span);
enum md_status md_pair_table_reserve(void *state, const struct md_neighbors *neighbors,
                                     size_t slots, struct md_error *error);
enum md_status md_pair_table_judge(void *state, const struct md_system *system,
                                   const struct md_neighbors *neighbors, struct md_error *error);

#endif
