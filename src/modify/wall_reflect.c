/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix wall/reflect: hard walls across the axes.  After each drift an atom beyond one is put back
 * as far as it went beyond, and its velocity across the wall is reversed.
 */
#include "modify/hard_wall.h"
#include "modify/styles.h"

static enum md_status wall_reflect_create(void *state, const struct md_modify_context *context,
                                          const struct md_args *args, struct md_error *error)
{
    struct md_hard_walls *walls = state;
    const struct md_system *system = context->system;
    const char *usage = md_modifier_wall_reflect.style.usage;
    int at = 0;
    walls->style = "wall/reflect";
    enum md_status status = md_args_count(args, 2, -1, usage, error);
    for (; status == MD_OK && at < args->count && !md_word_is(&args->words[at], "units"); at += 2)
        status = md_hard_walls_read(walls, system, args, at, error);
    return status == MD_OK ? md_hard_walls_units(walls, system, args, at, usage, error) : status;
}

static enum md_status wall_reflect_begin(void *state, const struct md_modify_context *context,
                                         struct md_error *error)
{
    return md_hard_walls_begin(state, context, error);
}

static enum md_status wall_reflect_reflect(void *state, const struct md_modify_context *context,
                                           struct md_error *error)
{
    struct md_hard_walls *walls = state;
    struct md_atoms *atoms = &context->system->atoms;
    uint32_t bit = md_group_bit(context->group);
    for (int w = 0; w < walls->count; w++) {
        struct md_hard_wall *wall = &walls->wall[w];
        int k = wall->axis;
        if (md_hard_wall_place(wall, context, error))
            return error->status;
        for (size_t i = 0; i < atoms->count; i++) {
            if ((atoms->groups[i] & bit) == 0 || !md_hard_wall_passed(wall, atoms->x[i]))
                continue;
            atoms->x[i][k] = wall->at + (wall->at - atoms->x[i][k]);
            atoms->v[i][k] = -atoms->v[i][k];
        }
    }
    return MD_OK;
}

static int wall_reflect_planes(const void *state, uint32_t groups, struct md_mirror_plane *plane)
{
    const struct md_hard_walls *walls = state;
    for (int w = 0; w < walls->count; w++) {
        const struct md_hard_wall *wall = &walls->wall[w];
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
            .state_size = sizeof(struct md_hard_walls),
        },
    .balance = MD_BALANCE_COUNTED,
    .create = wall_reflect_create,
    .begin = wall_reflect_begin,
    .reflect = wall_reflect_reflect,
    .planes = wall_reflect_planes,
};
