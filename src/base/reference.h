/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that refer to something the deck defined: c_ID, c_ID[i][j], f_ID[i], v_name, and the
 * wildcards c_ID[*], f_ID[2*4], v_name[*] that stand for several of them. */
#ifndef MD_BASE_REFERENCE_H
#define MD_BASE_REFERENCE_H

#include "base/value.h"
#include "base/word.h"

struct md_reference {
    char kind; /* 'c', 'f' or 'v' */
    char id[64];
    int64_t i, j; /* 0: absent */
};

/* False when the word does not have the form of a reference. */
bool md_reference_split(const char *word, struct md_reference *reference);

/* Fails unless the compute, fix or variable exists.  Either interface may be NULL: not asked. */
enum md_status md_reference_check(const struct md_reference *reference,
                                  const struct md_quantities *quantities,
                                  const struct md_variables *variables, const struct md_word *word,
                                  struct md_error *error);

/* The number it stands for now: a scalar, an element of a vector or array, an equal-style variable
 * or an element of a vector-style one. */
enum md_status md_reference_number(const struct md_reference *reference,
                                   const struct md_quantities *quantities,
                                   const struct md_variables *variables, double *value,
                                   struct md_error *error);

/* Words with their wildcards replaced: c_ID[*] by c_ID[1] c_ID[2] ... */
struct md_expanded {
    struct md_word *words;
    int count;
    char (*texts)[96]; /* of the words that were made */
};

/* columns false: over the elements of vectors; true: over the columns of arrays.  Where there is
 * neither, over per-atom columns.  Places are those of the words expanded. */
enum md_status md_references_expand(const struct md_args *args, bool columns,
                                    const struct md_quantities *quantities,
                                    const struct md_variables *variables,
                                    struct md_expanded *expanded, struct md_error *error);
void md_expanded_free(struct md_expanded *expanded);

#endif
