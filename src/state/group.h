/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named groups of atoms: one bit each; group 0 is `all`. */
#ifndef MD_STATE_GROUP_H
#define MD_STATE_GROUP_H

#include "base/word.h"

#include <stdbool.h>
#include <stdint.h>

#define MD_GROUP_MAX  32
#define MD_GROUP_NAME 64

struct md_groups {
    char name[MD_GROUP_MAX][MD_GROUP_NAME]; /* "" : free */
    bool dynamic[MD_GROUP_MAX];             /* members change as atoms move */
};

void md_groups_init(struct md_groups *groups);
int md_groups_find(const struct md_groups *groups, const char *name); /* -1: none */

/* Index of an existing group; MD_ERR_REFERENCE with a suggestion otherwise. */
enum md_status md_groups_of_word(const struct md_groups *groups, const struct md_word *word,
                                 int *index, struct md_error *error);
enum md_status md_groups_create(struct md_groups *groups, const struct md_word *name, int *index,
                                struct md_error *error); /* existing ones are returned */
void md_groups_delete(struct md_groups *groups, int index);

static inline uint32_t md_group_bit(int index)
{
    return (uint32_t)1 << index;
}

#endif
