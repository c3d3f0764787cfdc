/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix setforce: sets components of the force on a group, to a number, to a variable's value or,
 * with NULL, not at all.  With `region` only atoms that are inside at that moment.  f_ID[1..3] are
 * the total force on those atoms before it was replaced: the reaction of a clamp.
 */
#include "modify/styles.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum source { KEEP, NUMBER, EQUAL, ATOM };

struct axis {
    enum source source;
    double number;
    char variable[64];
    struct md_place place;
};

struct setforce {
    struct axis axis[3];
    char region[64]; /* "" : everywhere */
    struct md_place region_place;
    double total[3]; /* before the force was set */
    double *values;  /* [3 * capacity] of atom-style variables */
    size_t capacity;
};

static enum md_status read_axis(struct axis *axis, const struct md_word *word,
                                struct md_error *error)
{
    axis->place = word->place;
    if (md_word_is(word, "NULL")) {
        axis->source = KEEP;
        return MD_OK;
    }
    if (strncmp(word->text, "v_", 2) == 0) {
        if (strlen(word->text + 2) >= sizeof(axis->variable) || word->text[2] == '\0')
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "'%s' is no variable: its name must have 1 to 63 characters",
                                word->text);
        snprintf(axis->variable, sizeof(axis->variable), "%s", word->text + 2);
        axis->source = EQUAL; /* or ATOM: settled when a run begins */
        return MD_OK;
    }
    axis->source = NUMBER;
    return md_word_double(word, "force component", -INFINITY, INFINITY, &axis->number, error);
}

static enum md_status setforce_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"region", NULL};
    struct setforce *set = state;
    enum md_status status = md_args_count(args, 3, 5, md_modifier_setforce.style.usage, error);
    for (int k = 0; k < 3 && status == MD_OK; k++)
        status = read_axis(&set->axis[k], &args->words[k], error);
    if (status != MD_OK || args->count == 3)
        return status;
    int which, region;
    status = md_word_choice(&args->words[3], "keyword of fix setforce", keys, &which, error);
    if (status != MD_OK)
        return status;
    if (args->count == 4)
        return md_error_set(error, MD_ERR_COUNT, &args->words[3].place,
                            "'region' needs the ID of a region");
    status = md_regions_of_word(&context->system->regions, &args->words[4], &region, error);
    if (status != MD_OK)
        return status;
    snprintf(set->region, sizeof(set->region), "%s", args->words[4].text);
    set->region_place = args->words[4].place;
    return MD_OK;
}

/* The variables may be defined after the fix, so they are looked up when a run begins. */
static enum md_status setforce_begin(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct setforce *set = state;
    const struct md_variables *variables = context->variables;
    for (int k = 0; k < 3; k++) {
        struct axis *axis = &set->axis[k];
        if (axis->source != EQUAL && axis->source != ATOM)
            continue;
        enum md_variable_kind kind = MD_VARIABLE_NONE;
        if (variables != NULL && variables->kind != NULL)
            kind = variables->kind(variables->context, axis->variable);
        if (kind != MD_VARIABLE_EQUAL && kind != MD_VARIABLE_ATOM)
            return md_error_set(
                error, MD_ERR_REFERENCE, &axis->place,
                "fix setforce needs an equal- or atom-style variable '%s': %s", axis->variable,
                kind == MD_VARIABLE_NONE ? "nobody defined one" : "this one is of another style");
        axis->source = kind == MD_VARIABLE_EQUAL ? EQUAL : ATOM;
    }
    if (set->region[0] != '\0' && md_regions_find(&context->system->regions, set->region) < 0)
        return md_error_set(error, MD_ERR_REFERENCE, &set->region_place,
                            "the region '%s' of fix setforce is no longer there", set->region);
    return MD_OK;
}

static enum md_status make_room(struct setforce *set, size_t count, struct md_error *error)
{
    if (set->capacity >= count)
        return MD_OK;
    md_memory_free(set->values);
    set->capacity = 0;
    set->values = md_memory_array(count, 3 * sizeof(double));
    if (set->values == NULL)
        return md_error_memory(error, "the forces of fix setforce");
    set->capacity = count;
    return MD_OK;
}

/* Values of this moment: numbers into number[], per-atom ones into set->values. */
static enum md_status evaluate(struct setforce *set, const struct md_modify_context *context,
                               double number[3], struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    size_t count = context->system->atoms.count;
    for (int k = 0; k < 3; k++) {
        struct axis *axis = &set->axis[k];
        enum md_status status = MD_OK;
        number[k] = axis->number;
        if (axis->source == EQUAL)
            status = variables->equal(variables->context, axis->variable, &number[k], error);
        if (axis->source == ATOM) {
            status = make_room(set, count, error);
            if (status == MD_OK)
                status = variables->atom(variables->context, axis->variable,
                                         set->values + (size_t)k * count, count, error);
        }
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

static enum md_status setforce_filter(void *state, const struct md_modify_context *context,
                                      md_vec3 *f, struct md_error *error)
{
    struct setforce *set = state;
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    uint32_t bit = md_group_bit(context->group);
    size_t count = atoms->count;
    double number[3];
    enum md_status status = evaluate(set, context, number, error);
    if (status != MD_OK)
        return status;
    int region = set->region[0] != '\0' ? md_regions_find(&system->regions, set->region) : -1;
    memset(set->total, 0, sizeof(set->total));
    for (size_t i = 0; i < count; i++) {
        if ((atoms->groups[i] & bit) == 0)
            continue;
        if (region >= 0 && !md_region_contains(&system->regions, region, atoms->x[i]))
            continue;
        for (int k = 0; k < 3; k++) {
            set->total[k] += f[i][k];
            if (set->axis[k].source == ATOM)
                f[i][k] = set->values[(size_t)k * count + i];
            else if (set->axis[k].source != KEEP)
                f[i][k] = number[k];
        }
    }
    return MD_OK;
}

static enum md_status setforce_value(const void *state, const struct md_modify_context *context,
                                     int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct setforce *set = state;
    (void)context;
    if (i < 1 || i > 3 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "fix setforce has the values [1], [2] and [3]");
    *value = set->total[i - 1];
    return MD_OK;
}

static void setforce_destroy(void *state)
{
    struct setforce *set = state;
    md_memory_free(set->values);
}

const struct md_modifier md_modifier_setforce = {
    .style =
        {
            .name = "setforce",
            .summary = "sets components of the force on a group",
            .usage =
                "fix ID GROUP setforce FX|NULL|v_NAME FY|NULL|v_NAME FZ|NULL|v_NAME [region ID]",
            .manual =
                "After all forces are computed, each component on the group's atoms is set to the\n"
                "number or variable (equal or atom style) given; NULL keeps it.  Setting 0 0 0 on\n"
                "atoms at rest clamps them.  With region, only atoms inside it at that moment.\n"
                "f_ID[1], f_ID[2], f_ID[3] are the total force on these atoms before it was set.",
            .state_size = sizeof(struct setforce),
        },
    .create = setforce_create,
    .begin = setforce_begin,
    .filter = setforce_filter,
    .vector_length = 3,
    .vector_extensive = true,
    .value = setforce_value,
    .destroy = setforce_destroy,
};
