/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of hard walls. */
#include "modify/hard_wall.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static enum md_status read_position(struct md_hard_wall *wall, const struct md_system *system,
                                    const struct md_word *word, struct md_error *error)
{
    wall->place = word->place;
    if (md_word_is(word, "EDGE")) {
        wall->at = wall->side > 0.0 ? system->box.lo[wall->axis] : system->box.hi[wall->axis];
        return MD_OK;
    }
    if (strncmp(word->text, "v_", 2) != 0) {
        wall->number = true;
        return md_word_double(word, "position of the wall", -INFINITY, INFINITY, &wall->at, error);
    }
    if (word->text[2] == '\0' || strlen(word->text + 2) >= sizeof(wall->variable))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is no variable: its name must have 1 to 63 characters",
                            word->text);
    snprintf(wall->variable, sizeof(wall->variable), "%s", word->text + 2);
    return MD_OK;
}

enum md_status md_hard_walls_read(struct md_hard_walls *walls, const struct md_system *system,
                                  const struct md_args *args, int at, struct md_error *error)
{
    static const char *const faces[] = {"xlo", "xhi", "ylo", "yhi", "zlo", "zhi", NULL};
    struct md_hard_wall *wall = &walls->wall[walls->count];
    const struct md_word *word = &args->words[at];
    int face;
    enum md_status status = md_word_choice(word, "wall or keyword", faces, &face, error);
    if (status != MD_OK)
        return status;
    int axis = face / 2;
    double side = face % 2 == 0 ? 1.0 : -1.0;
    for (int w = 0; w < walls->count; w++) {
        if (walls->wall[w].axis == axis && walls->wall[w].side == side)
            return md_error_set(error, MD_ERR_VALUE, &word->place, "wall '%s' is there twice",
                                word->text);
    }
    /* Only now is there surely room: a seventh wall is one of the six again. */
    wall->axis = axis;
    wall->side = side;
    if (system->box.periodic[wall->axis])
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "wall '%s' cannot stand across the periodic %c axis", word->text,
                            "xyz"[wall->axis]);
    if (wall->axis == 2 && system->dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "wall '%s' cannot be in two dimensions: xlo, xhi, ylo, yhi can",
                            word->text);
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place,
                            "wall '%s' needs a position: a number, EDGE or v_NAME", word->text);
    walls->count++;
    return read_position(wall, system, word + 1, error);
}

enum md_status md_hard_walls_units(struct md_hard_walls *walls, const struct md_system *system,
                                   const struct md_args *args, int at, const char *usage,
                                   struct md_error *error)
{
    static const char *const units[] = {"lattice", "box", NULL};
    int which = 0;
    if (at < args->count && (md_args_count(args, at + 2, at + 2, usage, error) ||
                             md_word_choice(&args->words[at + 1], "units", units, &which, error)))
        return error->status;
    for (int w = 0; w < walls->count; w++) {
        struct md_hard_wall *wall = &walls->wall[w];
        wall->scale = which == 0 ? system->lattice.spacing[wall->axis] : 1.0;
        if (wall->number)
            wall->at *= wall->scale;
    }
    return MD_OK;
}

enum md_status md_hard_walls_begin(const struct md_hard_walls *walls,
                                   const struct md_modify_context *context, struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    for (int w = 0; w < walls->count; w++) {
        const struct md_hard_wall *wall = &walls->wall[w];
        if (wall->variable[0] != '\0' &&
            variables->kind(variables->context, wall->variable) != MD_VARIABLE_EQUAL)
            return md_error_set(error, MD_ERR_REFERENCE, &wall->place,
                                "fix %s needs an equal-style variable '%s', and there is none",
                                walls->style, wall->variable);
    }
    return MD_OK;
}

enum md_status md_hard_wall_place(struct md_hard_wall *wall,
                                  const struct md_modify_context *context, struct md_error *error)
{
    const struct md_variables *variables = context->variables;
    if (wall->variable[0] == '\0')
        return MD_OK;
    if (variables->equal(variables->context, wall->variable, &wall->at, error))
        return error->status;
    wall->at *= wall->scale;
    return MD_OK;
}
