/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command `group ID dynamic PARENT ...` makes: atoms of the parent group, in a region or
 * by a variable, found anew when a run begins and after atoms moved, before forces: fixes of that
 * step already see the new members.  Then velocities are half a kick old, as in LAMMPS.
 */
#include "modify/styles.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

struct dynamic {
    int group; /* whose members are found */
    char region[64], variable[64];
    struct md_place variable_place;
    int64_t every;
};

static enum md_status read_word(struct dynamic *dynamic, const struct md_modify_context *context,
                                const struct md_word *key, const struct md_word *value,
                                struct md_error *error)
{
    static const char *const keys[] = {"region", "var", "every", MD_NOT_OFFERED "property", NULL};
    int which, region;
    if (md_word_choice(key, "keyword of group dynamic", keys, &which, error))
        return error->status;
    if (which == 3)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &key->place,
                            "'property' needs fix property/atom, which does not exist here");
    if (value == NULL)
        return md_error_set(error, MD_ERR_COUNT, &key->place, "'%s' needs a value", key->text);
    if (which == 2)
        return md_word_int(value, "interval of a dynamic group", 1, MD_STEP_MAX, &dynamic->every,
                           error);
    if (which == 0) {
        if (md_regions_of_word(&context->system->regions, value, &region, error))
            return error->status;
        snprintf(dynamic->region, sizeof dynamic->region, "%s", value->text);
        return MD_OK;
    }
    if (context->variables->kind == NULL || strlen(value->text) >= sizeof dynamic->variable ||
        context->variables->kind(context->variables->context, value->text) != MD_VARIABLE_ATOM)
        return md_error_set(error, MD_ERR_REFERENCE, &value->place,
                            "there is no atom-style variable '%s'", value->text);
    snprintf(dynamic->variable, sizeof dynamic->variable, "%s", value->text);
    dynamic->variable_place = value->place;
    return MD_OK;
}

static enum md_status dynamic_create(void *state, const struct md_modify_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct dynamic *dynamic = state;
    if (md_args_count(args, 1, -1, md_modifier_dynamic_group.style.usage, error) ||
        md_groups_of_word(&context->system->groups, &args->words[0], &dynamic->group, error))
        return error->status;
    if (dynamic->group == 0 || dynamic->group == context->group)
        return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                            dynamic->group == 0 ? "group '%s' always holds all atoms"
                                                : "group '%s' cannot be made from itself",
                            args->words[0].text);
    dynamic->every = 1;
    for (int at = 1; at < args->count; at += 2)
        if (read_word(dynamic, context, &args->words[at],
                      at + 1 < args->count ? &args->words[at + 1] : NULL, error))
            return error->status;
    return MD_OK;
}

static enum md_status wanted(const struct dynamic *dynamic, const struct md_modify_context *context,
                             double *values, int *region, struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    *region = dynamic->region[0] != '\0'
                  ? md_regions_find(&context->system->regions, dynamic->region)
                  : -1;
    if (dynamic->region[0] != '\0' && *region < 0)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the region '%s' of the dynamic group '%s' is no longer there",
                            dynamic->region, context->system->groups.name[dynamic->group]);
    if (dynamic->variable[0] == '\0')
        return MD_OK;
    if (variables->atom(variables->context, dynamic->variable, values, context->system->atoms.count,
                        error) == MD_OK)
        return MD_OK;
    if (error->place.file == NULL)
        error->place = dynamic->variable_place;
    return error->status;
}

static enum md_status find_members(const struct dynamic *dynamic,
                                   const struct md_modify_context *context, bool wrap,
                                   struct md_error *error)
{
    struct md_system *system = context->system;
    struct md_atoms *atoms = &system->atoms;
    uint32_t bit = md_group_bit(dynamic->group), parent = md_group_bit(context->group);
    int region;
    double *values = md_memory_array(atoms->count, sizeof *values);
    if (values == NULL)
        return md_error_memory(error, "the values of an atom-style variable");
    enum md_status status = wanted(dynamic, context, values, &region, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        double x[3];
        memcpy(x, atoms->x[i], sizeof x);
        if (wrap)
            md_box_wrap(&system->box, x, NULL);
        bool in = (atoms->groups[i] & parent) != 0 &&
                  (region < 0 || md_region_contains(&system->regions, region, x)) &&
                  (dynamic->variable[0] == '\0' || values[i] != 0.0);
        atoms->groups[i] = in ? atoms->groups[i] | bit : atoms->groups[i] & ~bit;
    }
    md_memory_free(values);
    return status;
}

static enum md_status dynamic_begin(void *state, const struct md_modify_context *context,
                                    struct md_error *error)
{
    return find_members(state, context, true, error); /* the run will wrap them, but later */
}

static enum md_status dynamic_moved(void *state, const struct md_modify_context *context,
                                    struct md_error *error)
{
    const struct dynamic *dynamic = state;
    if (md_clock_step(&context->system->clock) % dynamic->every != 0)
        return MD_OK;
    return find_members(dynamic, context, false, error);
}

const struct md_modifier md_modifier_dynamic_group = {
    .style =
        {
            .name = "GROUP",
            .summary = "finds the members of a dynamic group (made by the command group)",
            .usage = "group ID dynamic PARENT [region REGION] [var NAME] [every N]",
            .manual =
                "The command group ID dynamic PARENT makes this fix.  Atoms of the parent group "
                "that\n"
                "are in the region and for which the atom-style variable is not 0 are members; "
                "they\n"
                "are found when a run begins and at every N-th step (1 unless given), after atoms\n"
                "moved and before forces.  Before the first run the group is empty.",
            .state_size = sizeof(struct dynamic),
        },
    .create = dynamic_create,
    .begin = dynamic_begin,
    .reflect = dynamic_moved,
};
