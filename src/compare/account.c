/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy that fixes exchange: see account.h. */
#include "compare/account.h"

#include "modify/modifier.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum md_status md_account_energy(struct md_sim *sim, double *energy, struct md_error *error)
{
    *energy = 0.0;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        double part = 0.0;
        if (!fix->energy && fix->type->force_energy != NULL)
            part = fix->type->force_energy(fix->state);
        else if (fix->type->couples_energy || (fix->potential != NULL && !fix->energy))
            if (md_fix_value(fix, &context, 0, 0, &part, error))
                return error->status;
        *energy += part;
    }
    return MD_OK;
}

/* Axes along which an atom of the group moves, as bits. */
static unsigned axes_of_motion(const struct md_sim *sim, uint32_t group)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    unsigned axes = 0;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3 && (atoms->groups[i] & group) != 0; k++)
            axes |= atoms->v[i][k] != 0.0 ? 1u << k : 0u;
    return axes;
}

/* Forces that are set do work on atoms that move.  The same words also keep motion in a plane or on
 * a line, and then do none: there is an axis along which nobody moves. */
static bool sets_forces(struct md_sim *sim, const struct md_fix *fix)
{
    struct md_error error = {0};
    struct md_modify_context context = md_sim_fix_context(sim, fix->group);
    bool zero = fix->type->join == NULL || fix->type->join(fix->state, &context, &error) == MD_OK;
    md_error_clear(&error);
    unsigned all = (1u << sim->system.dimension) - 1u;
    return !zero || (axes_of_motion(sim, md_group_bit(fix->group)) != 0 &&
                     (axes_of_motion(sim, UINT32_MAX) & all) == all);
}

/* Fix momentum takes nothing from a system that rests as a whole, and then is only a precaution. */
static bool rests(const struct md_sim *sim)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    double drift[3] = {0.0, 0.0, 0.0}, size = 0.0;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3; k++) {
            double p = sim->system.mass[atoms->type[i]] * atoms->v[i][k];
            drift[k] += p;
            size += fabs(p);
        }
    return fabs(drift[0]) + fabs(drift[1]) + fabs(drift[2]) <= 1e-9 * size;
}

/* Fixes whose hooks do not tell: they change velocities, or parameters of potentials. */
static bool is_listed(const char *name)
{
    static const char *const list[] = {"adapt", "heat", "ehex", "deform",
                                       "wall/reflect/stochastic"};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

static bool is_gap(struct md_sim *sim, const struct md_fix *fix)
{
    const struct md_modifier *type = fix->type;
    const char *name = fix->style->name;
    if (fix->potential != NULL) /* one that follows variables does work */
        return ((const struct md_external *)fix->state)->drives > 0;
    /* What is added up at the end of steps, and never acts there, is not added up: fix langevin
     * without tally. */
    if (type->couples_energy)
        return type->act != NULL && type->noise &&
               type->next(fix->state, md_clock_step(&sim->system.clock)) == MD_NEVER;
    if (type->force != NULL)
        return type->force_energy == NULL;
    if (strcmp(name, "setforce") == 0 || strcmp(name, "aveforce") == 0)
        return sets_forces(sim, fix);
    if (strcmp(name, "momentum") == 0)
        return fix->group != 0 || !rests(sim);
    return type->carries || type->inserts || (type->resizes && type->freedom == NULL) ||
           is_listed(name);
}

int md_account_gaps(struct md_sim *sim, char *text, size_t size)
{
    int count = 0;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (!is_gap(sim, fix))
            continue;
        int more = snprintf(text + length, size - length, "%s%s (%s)", count > 0 ? ", " : "",
                            fix->id, fix->style->name);
        length = length + (size_t)more < size ? length + (size_t)more : size - 1;
        count++;
    }
    return count;
}
