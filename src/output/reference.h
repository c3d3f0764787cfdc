/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Column words that refer to something the deck defined: c_ID, c_ID[i][j], f_ID[i], v_name. */
#ifndef MD_OUTPUT_REFERENCE_H
#define MD_OUTPUT_REFERENCE_H

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

#endif
