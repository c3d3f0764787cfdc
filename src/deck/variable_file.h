/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files behind variables: of style file, a word on each line; of style atomfile, sets of values of
 * atoms, each begun by the number of its lines `ID VALUE`.  Empty lines and what follows a # do not
 * count.  The whole file is read when the variable is defined.
 */
#ifndef MD_DECK_VARIABLE_FILE_H
#define MD_DECK_VARIABLE_FILE_H

#include "base/word.h"

#include <stddef.h>

struct md_variable_file; /* opaque */

/* Values of some atoms; all others' are 0. */
struct md_variable_set {
    int64_t *id;
    double *value;
    size_t count;
};

enum md_status md_variable_file_open(struct md_variable_file **file, const struct md_word *word,
                                     struct md_error *error);
void md_variable_file_close(struct md_variable_file *file);

/* The first word of the next line; NULL at the end. */
const char *md_variable_file_word(struct md_variable_file *file);

/* The next set, which replaces what *set held; *found is false at the end. */
enum md_status md_variable_file_set(struct md_variable_file *file, struct md_variable_set *set,
                                    bool *found, struct md_error *error);
void md_variable_set_free(struct md_variable_set *set);

#endif
