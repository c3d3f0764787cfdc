/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of texts, freed all at once. */
#include "state/keep.h"

#include "base/memory.h"

#include <string.h>

const char *md_keep_text(struct md_keep **list, const char *text, size_t length)
{
    struct md_keep *keep = md_memory_array(1, sizeof *keep + length + 1);
    if (keep == NULL)
        return NULL;
    memcpy(keep->text, text, length);
    keep->next = *list;
    *list = keep;
    return keep->text;
}

void md_keep_free(struct md_keep **list)
{
    while (*list != NULL) {
        struct md_keep *next = (*list)->next;
        md_memory_free(*list);
        *list = next;
    }
}
