/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix wall/reflect: hard walls across the axes.  After each drift an atom beyond one is put back
 * as far as it went beyond, and its velocity across the wall is reversed.
 */
#include "modify/styles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct wall {
    int axis;
    double side; /* +1: atoms are above it (lo), -1: below (hi) */
    double at;
    double scale;      /* of a variable's value */
    char variable[64]; /* "": the position is a number */
    struct md_place place;
};

struct wall_reflect {
    struct wall wall[6];
    int count;
};

static enum md_status read_position(struct wall *wall, const struct md_system *system,
                                    const struct md_word *word, struct md_error *error)
{
    wall->place = word->place;
    if (md_word_is(word, "EDGE")) {
        wall->at = wall->side > 0.0 ? system->box.lo[wall->axis] : system->box.hi[wall->axis];
        return MD_OK;
    }
    if (strncmp(word->text, "v_", 2) != 0)
        return md_word_double(word, "position of the wall", -INFINITY, INFINITY, &wall->at, error);
    if (word->text[2] == '\0' || strlen(word->text + 2) >= sizeof(wall->variable))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is no variable: its name must have 1 to 63 characters",
                            word->text);
    snprintf(wall->variable, sizeof(wall->variable), "%s", word->text + 2);
    return MD_OK;
}

static enum md_status read_wall(struct wall_reflect *walls, const struct md_system *system,
                                const struct md_args *args, int at, struct md_error *error)
{
    static const char *const faces[] = {"xlo", "xhi", "ylo", "yhi", "zlo", "zhi", NULL};
    struct wall *wall = &walls->wall[walls->count];
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

static enum md_status wall_reflect_create(void *state, const struct md_modify_context *context,
                                          const struct md_args *args, struct md_error *error)
{
    static const char *const units[] = {"lattice", "box", NULL};
    struct wall_reflect *walls = state;
    const struct md_system *system = context->system;
    int at = 0, which = 0;
    enum md_status status = md_args_count(args, 2, -1, md_modifier_wall_reflect.style.usage, error);
    for (; status == MD_OK && at < args->count && !md_word_is(&args->words[at], "units"); at += 2)
        status = read_wall(walls, system, args, at, error);
    if (status == MD_OK && at < args->count) {
        status = md_args_count(args, at + 2, at + 2, md_modifier_wall_reflect.style.usage, error);
        if (status == MD_OK)
            status = md_word_choice(&args->words[at + 1], "units", units, &which, error);
    }
    if (status != MD_OK)
        return status;
    for (int w = 0; w < walls->count; w++) {
        struct wall *wall = &walls->wall[w];
        wall->scale = which == 0 ? system->lattice.spacing[wall->axis] : 1.0;
        if (wall->variable[0] == '\0' && !md_word_is(&args->words[2 * w + 1], "EDGE"))
            wall->at *= wall->scale;
    }
    return MD_OK;
}

static enum md_status wall_reflect_begin(void *state, const struct md_modify_context *context,
                                         struct md_error *error)
{
    const struct wall_reflect *walls = state;
    const struct md_variables *variables = context->variables;
    for (int w = 0; w < walls->count; w++) {
        const struct wall *wall = &walls->wall[w];
        if (wall->variable[0] != '\0' &&
            variables->kind(variables->context, wall->variable) != MD_VARIABLE_EQUAL)
            return md_error_set(error, MD_ERR_REFERENCE, &wall->place,
                                "fix wall/reflect needs an equal-style variable '%s', and there is "
                                "none",
                                wall->variable);
    }
    return MD_OK;
}

static enum md_status wall_reflect_reflect(void *state, const struct md_modify_context *context,
                                           struct md_error *error)
{
    struct wall_reflect *walls = state;
    struct md_atoms *atoms = &context->system->atoms;
    uint32_t bit = md_group_bit(context->group);
    for (int w = 0; w < walls->count; w++) {
        struct wall *wall = &walls->wall[w];
        int k = wall->axis;
        enum md_status status = MD_OK;
        if (wall->variable[0] != '\0')
            status = context->variables->equal(context->variables->context, wall->variable,
                                               &wall->at, error);
        if (status != MD_OK)
            return status;
        wall->at *= wall->variable[0] != '\0' ? wall->scale : 1.0;
        for (size_t i = 0; i < atoms->count; i++) {
            if ((atoms->groups[i] & bit) == 0 || wall->side * (atoms->x[i][k] - wall->at) >= 0.0)
                continue;
            atoms->x[i][k] = wall->at + (wall->at - atoms->x[i][k]);
            atoms->v[i][k] = -atoms->v[i][k];
        }
    }
    return MD_OK;
}

static int wall_reflect_planes(const void *state, uint32_t groups, struct md_mirror_plane *plane)
{
    const struct wall_reflect *walls = state;
    for (int w = 0; w < walls->count; w++) {
        const struct wall *wall = &walls->wall[w];
        if (wall->variable[0] != '\0')
            return 0;
        plane[w] = (struct md_mirror_plane){wall->axis, wall->side, wall->at, groups};
    }
    return walls->count;
}

const struct md_modifier md_modifier_wall_reflect = {
    .style =
        {
            .name = "wall/reflect",
            .summary = "hard walls that throw atoms back",
            .usage = "fix ID GROUP wall/reflect FACE POSITION|EDGE|v_NAME ... [units lattice|box]",
            .manual =
                "A wall is a face (xlo, xhi, ylo, yhi, zlo, zhi) and its position; up to six.  An\n"
                "atom of the group that passed a wall during a step is put back as far as it went\n"
                "beyond, and its velocity across the wall is reversed.  units lattice (the\n"
                "default) scales positions but EDGE.  Not across periodic axes.",
            .state_size = sizeof(struct wall_reflect),
        },
    .create = wall_reflect_create,
    .begin = wall_reflect_begin,
    .reflect = wall_reflect_reflect,
    .planes = wall_reflect_planes,
};
