/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quickmin: atoms move under their forces from rest; the velocities of all atoms together are
 * projected onto the force at each step, and set to zero when they point against it (Sheppard,
 * Terrell and Henkelman, J. Chem. Phys. 128 (2008) 134106).
 */
#include "minimize/damped.h"
#include "minimize/styles.h"

/* Steps after a stop before energies are trusted to tell the end. */
#define DELAY 5

struct quickmin {
    int64_t last_uphill; /* step */
};

static enum md_status quickmin_begin(void *state, struct md_minimization *min,
                                     struct md_error *error)
{
    struct quickmin *quickmin = state;
    (void)error;
    quickmin->last_uphill = min->first_step;
    return MD_OK;
}

static enum md_status quickmin_iterate(void *state, struct md_minimization *min,
                                       enum md_min_stop *stop, struct md_error *error)
{
    struct quickmin *quickmin = state;
    int64_t now = md_clock_step(&min->system->clock);
    double vf = md_damped_vf(min);
    if (vf < 0.0) {
        quickmin->last_uphill = now;
        md_damped_rest(min);
    } else {
        double ff = md_minimization_norm(min, MD_MIN_TWO);
        md_damped_mix(min, 0.0, ff == 0.0 ? 0.0 : vf / ff);
    }
    double h = md_damped_limit(min, min->system->clock.timestep);
    md_damped_drift(min, h);
    md_damped_kick(min, h);
    min->previous = min->energy;
    min->evaluations++;
    if (md_minimization_evaluate(min, false, error) != MD_OK)
        return error->status;
    *stop = md_damped_stop(min, now - quickmin->last_uphill > DELAY);
    return MD_OK;
}

const struct md_minimizer md_minimizer_quickmin = {
    .style =
        {
            .name = "quickmin",
            .summary = "damped motion: velocities projected onto the force",
            .usage = "min_style quickmin",
            .manual = "Atoms move from rest with the time step of the deck.  At each step the\n"
                      "velocities are projected onto the force, or set to zero when they point\n"
                      "against it.  No atom moves farther than dmax (min_modify) along an axis.\n"
                      "The time step should be about that of a run, or a few times longer.",
            .cite = "D. Sheppard, R. Terrell, G. Henkelman, J. Chem. Phys. 128 (2008) 134106",
            .state_size = sizeof(struct quickmin),
        },
    .moves = true,
    .begin = quickmin_begin,
    .iterate = quickmin_iterate,
};
