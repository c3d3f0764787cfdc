/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix nve: says which atoms move.  How they move is the integrator's (run_style); the name stands
 * for the ensemble an isolated system samples: number, volume and energy constant.
 */
#include "modify/styles.h"

static enum md_status nve_create(void *state, const struct md_modify_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_modifier_nve.style.usage, error);
}

const struct md_modifier md_modifier_nve = {
    .style =
        {
            .name = "nve",
            .summary = "the group's atoms move by Newton's equations",
            .usage = "fix ID GROUP nve",
            .manual =
                "The atoms of the group are advanced in time by the integrator in use\n"
                "(run_style).  Atoms in no such group stay where they are.  An atom that two\n"
                "such fixes would move is an error.",
        },
    .moves = true,
    .create = nve_create,
};
