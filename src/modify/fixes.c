/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fixes of a simulation: made, replaced and removed by the deck, asked for their values. */
#include "modify/modifier.h"
#include "modify/record.h"

#include "modify/styles.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "force/forces.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *fix_name(const void *context, int i)
{
    const struct md_fixes *fixes = context;
    return i < fixes->count ? fixes->list[i].id : NULL;
}

static const char *style_name(const void *context, int i)
{
    (void)context;
    const struct md_style *style = md_fix_style_at(i);
    return style != NULL ? style->name : NULL;
}

struct md_frame md_modify_frame(const struct md_modify_context *context, bool tallied)
{
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    struct md_frame frame = {
        .system = system,
        .tick = system->clock.now,
        .step = md_clock_step(&system->clock),
        .time = md_clock_time(&system->clock),
        .count = atoms->count,
        .x = (const md_vec3 *)atoms->x,
        .v = (const md_vec3 *)atoms->v,
        .f = (const md_vec3 *)atoms->f,
        .tallied = tallied,
    };
    if (tallied)
        frame.tally = context->forces->tally;
    return frame;
}

bool md_modifier_couples(const struct md_modifier *type)
{
    return type->open != NULL || type->drift != NULL || type->moved != NULL ||
           type->close != NULL || type->begun != NULL || type->forced != NULL ||
           type->closed != NULL;
}

struct md_fix *md_fixes_find(const struct md_fixes *fixes, const char *id)
{
    for (int i = 0; i < fixes->count; i++) {
        if (strcmp(fixes->list[i].id, id) == 0)
            return &fixes->list[i];
    }
    return NULL;
}

enum md_status md_fixes_of_word(const struct md_fixes *fixes, const struct md_word *word,
                                struct md_fix **fix, struct md_error *error)
{
    *fix = md_fixes_find(fixes, word->text);
    if (*fix != NULL)
        return MD_OK;
    md_error_set(error, MD_ERR_REFERENCE, &word->place, "no fix has the ID '%s'", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, fix_name, fixes));
}

static void destroy(struct md_fix *fix)
{
    if (fix->type != NULL && fix->type->destroy != NULL && fix->state != NULL)
        fix->type->destroy(fix->state);
    md_memory_free(fix->state);
    md_memory_free(fix->line);
    fix->state = NULL;
    fix->line = NULL;
}

/* What it wrote is complete only when its file is closed. */
static enum md_status close_record(struct md_fix *fix, struct md_error *error)
{
    if (fix->type == NULL || fix->type->record == NULL || fix->state == NULL)
        return MD_OK;
    return md_record_close(fix->type->record(fix->state), error);
}

void md_fixes_close(struct md_fixes *fixes, md_error_sink *report, void *context)
{
    for (int i = 0; i < fixes->count; i++) {
        struct md_error error = {0};
        if (close_record(&fixes->list[i], &error) != MD_OK)
            report(context, &error);
    }
}

void md_fixes_free(struct md_fixes *fixes)
{
    for (int i = 0; i < fixes->count; i++)
        destroy(&fixes->list[i]);
    md_memory_free(fixes->list);
    *fixes = (struct md_fixes){0};
}

static bool all_numbers(const struct md_args *args)
{
    double number;
    for (int i = 0; i < args->count; i++) {
        if (!md_parse_double(args->words[i].text, &number))
            return false;
    }
    return true;
}

/* One name may be both: an added force is a potential when it is constant, else a forcing. */
static enum md_status find_style(const struct md_args *args, struct md_fix *fix,
                                 struct md_error *error)
{
    const struct md_word *word = &args->words[2];
    const struct md_args rest = md_args_after(args, 3);
    char plain[MD_STYLE_NAME_SIZE];
    const char *name = md_style_plain(word->text, plain);
    fix->type = md_modifier_find(name);
    fix->potential = md_external_find(name);
    if (fix->type == &md_modifier_langevin && md_langevin_gjf_wanted(&rest))
        fix->type = &md_modifier_langevin_gjf;
    if (fix->type != NULL && fix->potential != NULL && !all_numbers(&rest))
        fix->potential = NULL;
    if (fix->potential != NULL)
        fix->type = &md_modifier_potential;
    if (fix->type != NULL) {
        fix->style = fix->potential != NULL ? &fix->potential->style : &fix->type->style;
        return MD_OK;
    }
    const char *reason = md_modifier_unsupported(name);
    if (reason != NULL)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place, "fix %s %s", word->text,
                            reason);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place, "unknown fix style '%s'", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, style_name, NULL));
}

/* IDs are letters, digits and underscores, so that f_ID[1] can be read.  A taken one may only be
 * replaced by the same style. */
static enum md_status check_id(const struct md_fixes *fixes, const struct md_word *id,
                               const struct md_style *style, struct md_error *error)
{
    size_t length = strlen(id->text);
    if (length == 0 || length >= sizeof(fixes->list->id) ||
        strspn(id->text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
            length)
        return md_error_set(error, MD_ERR_VALUE, &id->place,
                            "fix ID '%s' must be 1 to 63 letters, digits and underscores",
                            id->text);
    const struct md_fix *old = md_fixes_find(fixes, id->text);
    if (old != NULL && strcmp(old->style->name, style->name) != 0)
        return md_error_set(error, MD_ERR_VALUE, &id->place,
                            "fix ID '%s' is taken by a fix %s, which a fix %s cannot replace; "
                            "unfix it first",
                            id->text, old->style->name, style->name);
    return MD_OK;
}

static enum md_status make_room(struct md_fixes *fixes, struct md_error *error)
{
    if (fixes->count < fixes->capacity)
        return MD_OK;
    int capacity = fixes->capacity > 0 ? 2 * fixes->capacity : 8;
    enum md_status status = md_memory_grow(&fixes->list, (size_t)fixes->capacity, (size_t)capacity,
                                           sizeof(struct md_fix), error);
    if (status == MD_OK)
        fixes->capacity = capacity;
    return status;
}

/* FNV-1a of all words: whether a deck that goes on from a restart file gives the same fix again. */
static uint64_t hash_words(const struct md_args *args)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < args->count; i++) {
        const char *c = args->words[i].text;
        do {
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
        } while (*c++ != '\0');
    }
    return hash;
}

static enum md_status create(struct md_fix *fix, const struct md_modify_context *outer,
                             const struct md_args *args, struct md_error *error)
{
    snprintf(fix->id, sizeof(fix->id), "%s", args->words[0].text);
    fix->place = args->command.place;
    fix->words = hash_words(args);
    fix->line = md_args_line(args);
    if (fix->style->state_size > 0)
        fix->state = md_memory_array(1, fix->style->state_size);
    if (fix->line == NULL || (fix->style->state_size > 0 && fix->state == NULL)) {
        md_memory_free(fix->line);
        md_memory_free(fix->state);
        return md_error_memory(error, "a fix");
    }
    struct md_modify_context context = *outer;
    context.group = fix->group;
    context.id = fix->id;
    struct md_args rest = md_args_after(args, 3);
    if (fix->potential != NULL)
        ((struct md_external *)fix->state)->type = fix->potential;
    fix->virial = fix->type->constraint_virial != NULL; /* counts unless fix_modify says no */
    enum md_status status = fix->type->create(fix->state, &context, &rest, error);
    if (status != MD_OK) {
        destroy(fix);
        if (error->place.file == NULL)
            error->place = args->words[2].place;
    }
    return status;
}

enum md_status md_fixes_add(struct md_fixes *fixes, const struct md_modify_context *context,
                            const struct md_args *args, struct md_error *error)
{
    struct md_fix fix = {0};
    enum md_status status = md_args_count(args, 3, -1, "fix ID GROUP STYLE ...", error);
    if (status == MD_OK) /* first: a style that is missing is worth more than a missing group */
        status = find_style(args, &fix, error);
    if (status == MD_OK)
        status = md_groups_of_word(&context->system->groups, &args->words[1], &fix.group, error);
    if (status == MD_OK)
        status = check_id(fixes, &args->words[0], fix.style, error);
    if (status == MD_OK)
        status = make_room(fixes, error);
    if (status == MD_OK)
        status = create(&fix, context, args, error);
    if (status != MD_OK)
        return status;
    struct md_fix *old = md_fixes_find(fixes, fix.id);
    if (old != NULL) {
        status = close_record(old, error);
        destroy(old);
        *old = fix;
    } else {
        fixes->list[fixes->count++] = fix;
    }
    return status;
}

enum md_status md_fixes_remove(struct md_fixes *fixes, const struct md_args *args,
                               struct md_error *error)
{
    struct md_fix *fix;
    enum md_status status = md_args_count(args, 1, 1, "unfix ID", error);
    if (status == MD_OK)
        status = md_fixes_of_word(fixes, &args->words[0], &fix, error);
    if (status != MD_OK)
        return status;
    status = close_record(fix, error);
    destroy(fix);
    int index = (int)(fix - fixes->list);
    memmove(fix, fix + 1, (size_t)(fixes->count - index - 1) * sizeof(struct md_fix));
    fixes->count--;
    return status;
}

void md_fix_shape(const struct md_fix *fix, struct md_shape *shape)
{
    const struct md_external *external = fix->state;
    *shape = (struct md_shape){
        .scalar = fix->type->has_scalar,
        .vector_length = fix->potential != NULL ? external->reactions : fix->type->vector_length,
        .per_atom = fix->type->atom != NULL,
        .atom_columns = fix->type->atom != NULL ? 1 : 0,
    };
    if (fix->type->shape != NULL)
        fix->type->shape(fix->state, shape);
}

int64_t md_fix_vector_length(const struct md_fix *fix)
{
    struct md_shape shape;
    md_fix_shape(fix, &shape);
    return shape.vector_length;
}

bool md_fix_has_virial(const struct md_fix *fix)
{
    return fix->potential != NULL ? (fix->potential->can & MD_CAN_VIRIAL) != 0
                                  : fix->type->constraint_virial != NULL || fix->type->has_virial;
}

enum md_status md_fix_value(const struct md_fix *fix, const struct md_modify_context *outer,
                            int64_t i, int64_t j, double *value, struct md_error *error)
{
    if (fix->type->value == NULL)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix '%s' (%s) has no values", fix->id,
                            fix->style->name);
    struct md_modify_context context = *outer;
    context.group = fix->group;
    return fix->type->value(fix->state, &context, i, j, value, error);
}
