/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of numbers, one for each atom and found by its ID: sorting and deleting atoms need not know
 * of them. */
#ifndef MD_STATE_ROWS_H
#define MD_STATE_ROWS_H

#include "base/archive.h"
#include "state/atoms.h"

struct md_rows {
    size_t columns; /* set by the owner */
    size_t count;
    int64_t *id; /* ascending */
    double *value;
};

/* The row of this atom, or NULL. */
double *md_rows_find(const struct md_rows *rows, int64_t id);

/* Every atom has a row; new ones are 0. */
enum md_status md_rows_cover(struct md_rows *rows, const struct md_atoms *atoms,
                             struct md_error *error);

/* All atoms' rows in their local order; an atom without a row has zeros. */
void md_rows_gather(const struct md_rows *rows, const struct md_atoms *atoms, double *values);

/* In a section of this name. */
enum md_status md_rows_keep(struct md_rows *rows, const char *name, struct md_archive *archive,
                            struct md_error *error);
void md_rows_free(struct md_rows *rows);

#endif
