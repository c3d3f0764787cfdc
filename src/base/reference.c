/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * References in thermo and dump columns and in inputs of fixes and computes.  They are split once,
 * when the deck is read, so that a missing compute is an error at its word and not in the middle of
 * a run.
 */
#include "base/reference.h"

#include "base/memory.h"

#include <inttypes.h>
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
                            "'%s' needs a %s '%s', which the deck has not defined", word->text,
                            category, reference->id);
    return MD_OK;
}

/* ------------------------------------------------------------------ values */

static enum md_status element_of_variable(const struct md_reference *reference,
                                          const struct md_variables *variables, double *value,
                                          struct md_error *error)
{
    double *values = NULL;
    size_t count = 0;
    enum md_status status =
        variables->vector(variables->context, reference->id, &values, &count, error);
    if (status == MD_OK && (size_t)reference->i > count)
        status = md_error_set(error, MD_ERR_ORDER, NULL,
                              "v_%s[%" PRId64 "]: the vector has %zu elements now", reference->id,
                              reference->i, count);
    if (status == MD_OK)
        *value = values[reference->i - 1];
    md_memory_free(values);
    return status;
}

enum md_status md_reference_number(const struct md_reference *reference,
                                   const struct md_quantities *quantities,
                                   const struct md_variables *variables, double *value,
                                   struct md_error *error)
{
    if (reference->kind != 'v')
        return quantities->reference(quantities->context, reference->kind, reference->id,
                                     reference->i, reference->j, value, error);
    if (reference->i > 0)
        return element_of_variable(reference, variables, value, error);
    return variables->equal(variables->context, reference->id, value, error);
}

/* ------------------------------------------------------------------ wildcards */

/* Whether the word is X_ID[range] with a '*' in the range; *open stands at its '['. */
static bool is_wild(const struct md_word *word, const char **open)
{
    const char *text = word->text;
    if (text[0] == '\0' || strchr("cfv", text[0]) == NULL || text[1] != '_' || word->quoted)
        return false;
    *open = strchr(text, '[');
    const char *star = *open != NULL ? strchr(*open, '*') : NULL;
    return star != NULL && text[strlen(text) - 1] == ']' && strchr(*open, ']')[1] == '\0';
}

/* How many elements or columns the reference has. */
static enum md_status extent(const struct md_reference *reference, bool columns,
                             const struct md_quantities *quantities,
                             const struct md_variables *variables, int64_t *count,
                             struct md_error *error)
{
    struct md_shape shape;
    *count = 0;
    if (reference->kind == 'v') {
        double *values = NULL;
        size_t length = 0;
        enum md_status status =
            variables->vector(variables->context, reference->id, &values, &length, error);
        md_memory_free(values);
        *count = (int64_t)length;
        return status;
    }
    enum md_status status =
        quantities->shape(quantities->context, reference->kind, reference->id, &shape, error);
    if (status != MD_OK)
        return status;
    *count = columns ? shape.columns : shape.vector_length;
    if (*count == 0 && shape.per_atom && shape.atom_columns > 1)
        *count = shape.atom_columns;
    return MD_OK;
}

static enum md_status append(struct md_expanded *out, const struct md_word *word, int *room,
                             struct md_error *error)
{
    if (out->count == *room) {
        int more = 2 * *room + 16;
        enum md_status status =
            md_memory_grow(&out->words, (size_t)*room, (size_t)more, sizeof *out->words, error);
        if (status == MD_OK)
            status =
                md_memory_grow(&out->texts, (size_t)*room, (size_t)more, sizeof *out->texts, error);
        if (status != MD_OK)
            return status;
        *room = more;
    }
    out->texts[out->count][0] = '\0';
    out->words[out->count++] = *word;
    return MD_OK;
}

static enum md_status expand_one(struct md_expanded *out, const struct md_word *word,
                                 const char *open, bool columns,
                                 const struct md_quantities *quantities,
                                 const struct md_variables *variables, int *room,
                                 struct md_error *error)
{
    struct md_reference reference = {.kind = word->text[0]};
    char range[32];
    int first, last;
    int64_t count = 0;
    size_t length = (size_t)(open - word->text - 2);
    if (length == 0 || length >= sizeof reference.id || strlen(open) >= sizeof range + 2)
        return append(out, word, room, error);
    memcpy(reference.id, word->text + 2, length);
    snprintf(range, sizeof range, "%.*s", (int)strlen(open) - 2, open + 1);
    enum md_status status = md_reference_check(&reference, quantities, variables, word, error);
    if (status == MD_OK)
        status = extent(&reference, columns, quantities, variables, &count, error);
    if (status == MD_OK && count == 0 && !columns) {
        status = extent(&reference, true, quantities, variables, &count, error);
        if (status == MD_OK && count > 0) {
            status = md_error_set(
                error, MD_ERR_VALUE, &word->place,
                "'%s' takes elements of a vector, and this is an array of %" PRId64 " columns",
                word->text, count);
            md_error_hint(error,
                          "fix ave/time and ave/histo take its columns with 'mode vector' at "
                          "the end of their line");
        }
    }
    if (status == MD_OK && (count == 0 || count > 1000000))
        status = md_error_set(
            error, MD_ERR_VALUE, &word->place,
            count == 0 ? "'%s': there is no %s of a length known now to take %s"
                       : "'%s' stands for too many values; there is a %s whose %s",
            word->text, columns ? "array" : "vector", columns ? "columns of" : "elements of");
    struct md_word inside = {.text = range, .place = word->place};
    if (status == MD_OK)
        status = md_word_range(&inside, "range of a wildcard", (int)count, &first, &last, error);
    if (status != MD_OK) {
        if (error->place.file == NULL)
            error->place = word->place;
        return status;
    }
    for (int k = first; k <= last && status == MD_OK; k++) {
        status = append(out, word, room, error);
        if (status == MD_OK)
            snprintf(out->texts[out->count - 1], sizeof *out->texts, "%c_%s[%d]", reference.kind,
                     reference.id, k);
    }
    return status;
}

enum md_status md_references_expand(const struct md_args *args, bool columns,
                                    const struct md_quantities *quantities,
                                    const struct md_variables *variables,
                                    struct md_expanded *expanded, struct md_error *error)
{
    enum md_status status = MD_OK;
    int room = 0;
    *expanded = (struct md_expanded){0};
    for (int i = 0; i < args->count && status == MD_OK; i++) {
        const char *open;
        const struct md_word *word = &args->words[i];
        bool known = word->text[0] == 'v' ? variables != NULL && variables->vector != NULL
                                          : quantities != NULL && quantities->shape != NULL;
        if (is_wild(word, &open) && known)
            status = expand_one(expanded, word, open, columns, quantities, variables, &room, error);
        else
            status = append(expanded, word, &room, error);
    }
    /* Only now do the texts stand still. */
    for (int i = 0; i < expanded->count; i++) {
        if (expanded->texts[i][0] != '\0')
            expanded->words[i].text = expanded->texts[i];
    }
    if (status != MD_OK)
        md_expanded_free(expanded);
    return status;
}

void md_expanded_free(struct md_expanded *expanded)
{
    md_memory_free(expanded->words);
    md_memory_free(expanded->texts);
    *expanded = (struct md_expanded){0};
}
