/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix enforce2d: keeps a two-dimensional system in its plane by zeroing z forces and velocities. */
#include "modify/styles.h"

static enum md_status enforce2d_create(void *state, const struct md_modify_context *context,
                                       const struct md_args *args, struct md_error *error)
{
    (void)state;
    enum md_status status = md_args_count(args, 0, 0, md_modifier_enforce2d.style.usage, error);
    if (status == MD_OK && context->system->dimension != 2)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "fix enforce2d needs 'dimension 2'; this system has dimension %d",
                            context->system->dimension);
    return status;
}

static enum md_status enforce2d_filter(void *state, const struct md_modify_context *context,
                                       md_vec3 *f, struct md_error *error)
{
    (void)state;
    (void)error;
    struct md_atoms *atoms = &context->system->atoms;
    uint32_t bit = md_group_bit(context->group);
    for (size_t i = 0; i < atoms->count; i++) {
        if (atoms->groups[i] & bit) {
            atoms->v[i][2] = 0.0;
            f[i][2] = 0.0;
        }
    }
    return MD_OK;
}

static enum md_status enforce2d_part(void *state, const struct md_modify_context *context,
                                     md_vec3 *f, bool first, struct md_error *error)
{
    (void)first;
    return enforce2d_filter(state, context, f, error);
}

const struct md_modifier md_modifier_enforce2d = {
    .style =
        {
            .name = "enforce2d",
            .summary = "zeroes the z component of forces and velocities",
            .usage = "fix ID GROUP enforce2d",
            .manual =
                "For two-dimensional systems (dimension 2): after the forces are computed, the z\n"
                "components of the group's forces and velocities are set to zero.",
        },
    .minimizes = true,
    .create = enforce2d_create,
    .filter = enforce2d_filter,
    .filter_part = enforce2d_part,
};
