/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The book of group names; membership itself is a bit of each atom (state/atoms.h). */
#include "state/group.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void md_groups_init(struct md_groups *groups)
{
    memset(groups, 0, sizeof *groups);
    strcpy(groups->name[0], "all");
}

int md_groups_find(const struct md_groups *groups, const char *name)
{
    if (name[0] == '\0')
        return -1;
    for (int g = 0; g < MD_GROUP_MAX; g++)
        if (strcmp(groups->name[g], name) == 0)
            return g;
    return -1;
}

enum md_status md_groups_of_word(const struct md_groups *groups, const struct md_word *word,
                                 int *index, struct md_error *error)
{
    *index = md_groups_find(groups, word->text);
    if (*index >= 0)
        return MD_OK;

    const char *names[MD_GROUP_MAX + 1];
    int count = 0;
    for (int g = 0; g < MD_GROUP_MAX; g++)
        if (groups->name[g][0] != '\0')
            names[count++] = groups->name[g];
    names[count] = NULL;
    md_error_set(error, MD_ERR_REFERENCE, &word->place, "there is no group '%s'", word->text);
    return md_nearest_hint(error, word->text, md_nearest_of(word->text, names));
}

static bool good_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length >= MD_GROUP_NAME)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && !strchr("_-/.", name[i]))
            return false;
    return true;
}

enum md_status md_groups_create(struct md_groups *groups, const struct md_word *name, int *index,
                                struct md_error *error)
{
    *index = md_groups_find(groups, name->text);
    if (*index >= 0)
        return MD_OK;
    if (!good_name(name->text))
        return md_error_set(error, MD_ERR_VALUE, &name->place,
                            "'%s' cannot name a group: a name has 1 to %d letters, digits, _ - / .",
                            name->text, MD_GROUP_NAME - 1);
    for (int g = 1; g < MD_GROUP_MAX; g++) {
        if (groups->name[g][0] != '\0')
            continue;
        snprintf(groups->name[g], sizeof groups->name[g], "%s", name->text);
        *index = g;
        return MD_OK;
    }
    return md_error_set(error, MD_ERR_VALUE, &name->place,
                        "group '%s' would be number %d, and there can be %d, all included",
                        name->text, MD_GROUP_MAX + 1, MD_GROUP_MAX);
}

void md_groups_delete(struct md_groups *groups, int index)
{
    groups->name[index][0] = '\0';
    groups->dynamic[index] = false;
}
