/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that users add to atoms.  A slot keeps its number while others come and go, so that a
 * compute may remember it. */
#include "state/custom.h"

#include <stdio.h>
#include <string.h>

int md_custom_find(const struct md_custom *custom, const char *name)
{
    for (int k = 0; k < MD_CUSTOM_MAX; k++)
        if (name[0] != '\0' && strcmp(custom->slot[k].name, name) == 0)
            return k;
    return -1;
}

enum md_status md_custom_add(struct md_custom *custom, const struct md_word *word, int *slot,
                             struct md_error *error)
{
    if (md_custom_find(custom, word->text) >= 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "atoms have '%s' already",
                            word->text);
    if (strlen(word->text) >= MD_CUSTOM_NAME)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the name '%s' has more than %d characters", word->text,
                            MD_CUSTOM_NAME - 1);
    for (int k = 0; k < MD_CUSTOM_MAX; k++)
        if (custom->slot[k].name[0] == '\0') {
            snprintf(custom->slot[k].name, MD_CUSTOM_NAME, "%s", word->text);
            custom->slot[k].rows.columns = 1;
            *slot = k;
            return MD_OK;
        }
    return md_error_set(error, MD_ERR_VALUE, &word->place,
                        "atoms can have %d values of their own, and '%s' is one too many",
                        MD_CUSTOM_MAX, word->text);
}

void md_custom_remove(struct md_custom *custom, int slot)
{
    custom->slot[slot].name[0] = '\0';
    md_rows_free(&custom->slot[slot].rows);
}

void md_custom_values(const struct md_custom *custom, int slot, const struct md_atoms *atoms,
                      double *values)
{
    md_rows_gather(&custom->slot[slot].rows, atoms, values);
}

void md_custom_free(struct md_custom *custom)
{
    for (int k = 0; k < MD_CUSTOM_MAX; k++)
        md_custom_remove(custom, k);
}
