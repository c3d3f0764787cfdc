/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that users add to atoms (fix property/atom): d_NAME and i_NAME, found by atom ID. */
#ifndef MD_STATE_CUSTOM_H
#define MD_STATE_CUSTOM_H

#include "base/word.h"
#include "state/rows.h"

#define MD_CUSTOM_MAX  32
#define MD_CUSTOM_NAME 64

struct md_custom {
    struct {
        char name[MD_CUSTOM_NAME]; /* with its d_ or i_; "": free */
        struct md_rows rows;       /* one column */
    } slot[MD_CUSTOM_MAX];
};

/* The slot of d_NAME or i_NAME, or -1. */
int md_custom_find(const struct md_custom *custom, const char *name);

/* A new one, all 0; an error when the name is taken or there are too many. */
enum md_status md_custom_add(struct md_custom *custom, const struct md_word *word, int *slot,
                             struct md_error *error);
void md_custom_remove(struct md_custom *custom, int slot);

/* Of all atoms in local order; atoms that were never set, and slots that are free, have 0. */
void md_custom_values(const struct md_custom *custom, int slot, const struct md_atoms *atoms,
                      double *values);
void md_custom_free(struct md_custom *custom);

#endif
