/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The classical fourth-order method of W. Kutta, Z. Math. Phys. 46 (1901) 435, for x' = v, v' =
 * f(x, v, t)/m, with the velocities of its stages put into the positions.  It knows nothing of
 * mechanics: energy is lost (or won) steadily, angular momentum too.  It is here to be compared
 * with.  Damping and forces that depend on time are taken at the stages, with its full order.
 */
#include "integrate/schemes.h"
#include "integrate/step/nystrom.h"

static const struct md_nystrom_table table = {
    .stages = 4,
    .c = {0.0, 0.5, 0.5, 1.0},
    .a = {{0.0}, {0.0}, {0.25}, {0.0, 0.5}},
    .b = {{0.0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
    .p = {1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0},
    .q = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
    .looks = 4,
    .k = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
    .l = {{0.0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
};

static struct md_claims rk4_claims(const void *state)
{
    (void)state;
    return (struct md_claims){.order = 4, .stable = 2.8284, .conserves_momentum = true};
}

static enum md_status rk4_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                  struct md_error *error)
{
    struct md_nystrom *nystrom = state;
    nystrom->table = table;
    return md_nystrom_advance(nystrom, dynamics, t_stop, error);
}

const struct md_integrator md_integrator_rk4 = {
    .style =
        {
            .name = "rk4",
            .summary = "the classical Runge-Kutta method: fourth order, energy drifts",
            .usage = "run_style rk4",
            .manual = "The classical fourth-order Runge-Kutta method, four force evaluations a\n"
                      "step.  Conserves linear momentum and nothing else: the energy drifts.  For\n"
                      "comparisons, and for short accurate paths.  Damping and forces that depend\n"
                      "on time keep its order; hard walls cannot be used with it.",
            .cite = "W. Kutta, Z. Math. Phys. 46 (1901) 435",
            .state_size = sizeof(struct md_nystrom),
        },
    .claims = rk4_claims,
    .takes_forcing = true,
    .begin = md_march_begin,
    .advance = rk4_advance,
    MD_NYSTROM_HOOKS,
};
