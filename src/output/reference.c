/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * References in thermo and dump columns.  They are split once, when the deck is read, so that a
 * missing compute is an error at its word and not in the middle of a run.
 */
#include "output/reference.h"

#include <stdio.h>
#include <string.h>

/* [i] at *cursor; 0 when there is none, -1 when it is broken. */
static int64_t subscript(const char **cursor)
{
    char digits[16];
    int64_t value;
    if (**cursor != '[')
        return 0;
    const char *close = strchr(*cursor, ']');
    if (close == NULL || (size_t)(close - *cursor - 1) >= sizeof digits)
        return -1;
    snprintf(digits, sizeof digits, "%.*s", (int)(close - *cursor - 1), *cursor + 1);
    if (!md_parse_int(digits, &value) || value < 1)
        return -1;
    *cursor = close + 1;
    return value;
}

bool md_reference_split(const char *word, struct md_reference *reference)
{
    memset(reference, 0, sizeof *reference);
    if (word[0] == '\0' || strchr("cfv", word[0]) == NULL || word[1] != '_')
        return false;
    const char *cursor = word + 2 + strcspn(word + 2, "[");
    size_t length = (size_t)(cursor - word - 2);
    if (length == 0 || length >= sizeof reference->id)
        return false;
    reference->kind = word[0];
    memcpy(reference->id, word + 2, length);
    reference->i = subscript(&cursor);
    reference->j = reference->i > 0 ? subscript(&cursor) : 0;
    return reference->i >= 0 && reference->j >= 0 && *cursor == '\0';
}

enum md_status md_reference_check(const struct md_reference *reference,
                                  const struct md_quantities *quantities,
                                  const struct md_variables *variables, const struct md_word *word,
                                  struct md_error *error)
{
    bool exists = true;
    const char *category = reference->kind == 'c'   ? "compute"
                           : reference->kind == 'f' ? "fix"
                                                    : "variable";
    if (reference->kind != 'v')
        exists = quantities == NULL || quantities->is_defined == NULL ||
                 quantities->is_defined(quantities->context, category, reference->id);
    else if (variables != NULL && variables->kind != NULL)
        exists = variables->kind(variables->context, reference->id) != MD_VARIABLE_NONE;
    if (!exists)
        return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                            "column '%s' needs a %s '%s', which the deck has not defined",
                            word->text, category, reference->id);
    return MD_OK;
}
