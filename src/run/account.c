/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy that fixes exchange: see account.h. */
#include "run/account.h"

#include "modify/modifier.h"

#include <stdio.h>

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

int md_account_gaps(struct md_sim *sim, char *text, size_t size)
{
    int count = 0;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        if (md_fix_balance(fix, &context) != MD_BALANCE_UNCOUNTED)
            continue;
        int more = snprintf(text + length, size - length, "%s%s (%s)", count > 0 ? ", " : "",
                            fix->id, fix->style->name);
        length = length + (size_t)more < size ? length + (size_t)more : size - 1;
        count++;
    }
    return count;
}
