/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force components given as numbers, variables or NULL. */
#include "modify/force_words.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static enum md_status read_axis(struct md_force_axis *axis, const struct md_word *word,
                                struct md_error *error)
{
    axis->place = word->place;
    if (md_word_is(word, "NULL")) {
        axis->source = MD_FORCE_KEEP;
        return MD_OK;
    }
    if (strncmp(word->text, "v_", 2) == 0) {
        if (strlen(word->text + 2) >= sizeof(axis->variable) || word->text[2] == '\0')
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "'%s' is no variable: its name must have 1 to 63 characters",
                                word->text);
        snprintf(axis->variable, sizeof(axis->variable), "%s", word->text + 2);
        axis->source = MD_FORCE_EQUAL; /* or MD_FORCE_ATOM: settled when a run begins */
        return MD_OK;
    }
    axis->source = MD_FORCE_NUMBER;
    return md_word_double(word, "force component", -INFINITY, INFINITY, &axis->number, error);
}

enum md_status md_force_words_read(struct md_force_words *words, const char *style,
                                   const struct md_args *args, struct md_error *error)
{
    enum md_status status = MD_OK;
    words->style = style;
    words->region_now = -1;
    for (int k = 0; k < 3 && status == MD_OK; k++)
        status = read_axis(&words->axis[k], &args->words[k], error);
    return status;
}

enum md_status md_force_words_region(struct md_force_words *words, const struct md_system *system,
                                     const struct md_args *args, int at, struct md_error *error)
{
    int region;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                            "'region' needs the ID of a region");
    enum md_status status =
        md_regions_of_word(&system->regions, &args->words[at + 1], &region, error);
    if (status != MD_OK)
        return status;
    snprintf(words->region, sizeof(words->region), "%s", args->words[at + 1].text);
    words->region_place = args->words[at + 1].place;
    return MD_OK;
}

enum md_status md_force_words_begin(struct md_force_words *words,
                                    const struct md_modify_context *context, struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    for (int k = 0; k < 3; k++) {
        struct md_force_axis *axis = &words->axis[k];
        if (axis->source != MD_FORCE_EQUAL && axis->source != MD_FORCE_ATOM)
            continue;
        enum md_variable_kind kind = MD_VARIABLE_NONE;
        if (variables != NULL && variables->kind != NULL)
            kind = variables->kind(variables->context, axis->variable);
        if (kind != MD_VARIABLE_EQUAL && kind != MD_VARIABLE_ATOM)
            return md_error_set(error, MD_ERR_REFERENCE, &axis->place,
                                "fix %s needs an equal- or atom-style variable '%s': %s",
                                words->style, axis->variable,
                                kind == MD_VARIABLE_NONE ? "nobody defined one"
                                                         : "this one is of another style");
        axis->source = kind == MD_VARIABLE_EQUAL ? MD_FORCE_EQUAL : MD_FORCE_ATOM;
    }
    if (words->region[0] != '\0' && md_regions_find(&context->system->regions, words->region) < 0)
        return md_error_set(error, MD_ERR_REFERENCE, &words->region_place,
                            "the region '%s' of fix %s is no longer there", words->region,
                            words->style);
    return MD_OK;
}

static enum md_status make_room(struct md_force_words *words, size_t count, struct md_error *error)
{
    words->count = count;
    if (words->capacity >= count)
        return MD_OK;
    md_memory_free(words->values);
    words->capacity = 0;
    words->values = md_memory_array(count, 3 * sizeof(double));
    if (words->values == NULL)
        return md_error_memory(error, "the forces of a fix");
    words->capacity = count;
    return MD_OK;
}

enum md_status md_force_words_evaluate(struct md_force_words *words,
                                       const struct md_modify_context *context,
                                       struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    size_t count = context->system->atoms.count;
    for (int k = 0; k < 3; k++) {
        struct md_force_axis *axis = &words->axis[k];
        enum md_status status = MD_OK;
        if (axis->source == MD_FORCE_EQUAL)
            status = variables->equal(variables->context, axis->variable, &axis->number, error);
        if (axis->source == MD_FORCE_ATOM) {
            status = make_room(words, count, error);
            if (status == MD_OK)
                status = variables->atom(variables->context, axis->variable,
                                         words->values + (size_t)k * count, count, error);
        }
        if (status != MD_OK)
            return status;
    }
    words->region_now =
        words->region[0] != '\0' ? md_regions_find(&context->system->regions, words->region) : -1;
    return MD_OK;
}

void md_force_words_free(struct md_force_words *words)
{
    md_memory_free(words->values);
    words->values = NULL;
    words->capacity = 0;
}
