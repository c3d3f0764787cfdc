/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that runs every table of kicks and drifts. */
#include "integrate/step/splitting.h"

static enum md_status split_step(void *state, struct md_dynamics *dynamics, bool tally,
                                 struct md_error *error)
{
    struct md_splitting *splitting = state;
    struct md_march *march = &splitting->march;
    const struct md_splitting_table *table = splitting->table;
    enum md_status status = MD_OK;
    dynamics->system->clock.now += MD_TICKS_PER_STEP;
    md_march_kick(dynamics, table->kick[0]);
    for (int s = 0; s < table->stages && status == MD_OK; s++) {
        md_march_pay(dynamics, table->drift[s]);
        md_march_drift(dynamics, table->drift[s]);
        status = md_march_forces(march, dynamics, tally && s == table->stages - 1, error);
        if (status == MD_OK && table->kick[s + 1] != 0.0)
            md_march_kick(dynamics, table->kick[s + 1]);
    }
    md_heat_close(dynamics->system);
    return status;
}

enum md_status md_splitting_advance(struct md_splitting *splitting, struct md_dynamics *dynamics,
                                    md_tick t_stop, const struct md_splitting_table *table,
                                    struct md_error *error)
{
    splitting->table = table;
    return md_march_advance(splitting, dynamics, t_stop, split_step, error);
}
