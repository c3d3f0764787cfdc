/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fixes do to the energy that a run should keep: enum md_balance of modifier.h. */
#include "modify/modifier.h"

enum md_balance md_fix_balance(const struct md_fix *fix, const struct md_modify_context *context)
{
    if (fix->potential != NULL) /* one that follows variables does work */
        return ((const struct md_external *)fix->state)->drives > 0 ? MD_BALANCE_UNCOUNTED
                                                                    : MD_BALANCE_COUNTED;
    return fix->type->balances != NULL ? fix->type->balances(fix->state, context)
                                       : fix->type->balance;
}

/* Axes along which an atom of the group moves, as bits. */
static unsigned axes_of_motion(const struct md_system *system, uint32_t group)
{
    const struct md_atoms *atoms = &system->atoms;
    unsigned axes = 0;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3 && (atoms->groups[i] & group) != 0; k++)
            axes |= atoms->v[i][k] != 0.0 ? 1u << k : 0u;
    return axes;
}

/* Forces that are set do work on atoms that move.  The same words also keep motion in a plane or on
 * a line, and then do none: there is an axis along which no atom moves. */
enum md_balance md_modifier_balance_of_set(bool nothing, const struct md_modify_context *context)
{
    const struct md_system *system = context->system;
    unsigned all = (1u << system->dimension) - 1u;
    bool works = !nothing || (axes_of_motion(system, md_group_bit(context->group)) != 0 &&
                              (axes_of_motion(system, UINT32_MAX) & all) == all);
    return works ? MD_BALANCE_UNCOUNTED : MD_BALANCE_COUNTED;
}
