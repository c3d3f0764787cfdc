/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fourth-order splitting of M. Suzuki, Phys. Lett. A 146 (1990) 319: five steps of velocity
 * Verlet of lengths p, p, 1 - 4 p, p and p, with p = 1/(4 - 4^(1/3)).  The one in the middle goes
 * back by only 0.66 steps.
 */
#include "integrate/schemes.h"
#include "integrate/step/splitting.h"

static const double kick[] = {0.20724538589718786857,  0.41449077179437573714,
                              -0.12173615769156360571, -0.12173615769156360571,
                              0.41449077179437573714,  0.20724538589718786857};
static const double drift[] = {0.41449077179437573714, 0.41449077179437573714,
                               -0.65796308717750294857, 0.41449077179437573714,
                               0.41449077179437573714};
static const struct md_splitting_table table = MD_SPLITTING_TABLE(kick, drift);

static struct md_claims suzuki_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 4,
        .stable = 2.7209,
        .symplectic = true,
        .reversible = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
    };
}

static enum md_status suzuki_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                     struct md_error *error)
{
    return md_splitting_advance(state, dynamics, t_stop, &table, error);
}

const struct md_integrator md_integrator_suzuki4 = {
    .style =
        {
            .name = "suzuki4",
            .summary = "fourth-order splitting of Suzuki: five force evaluations a step",
            .usage = "run_style suzuki4",
            .manual = "Five steps of velocity Verlet a step, the third of them backwards, so that\n"
                      "errors of second order cancel.  Fourth order, symplectic, time-reversible;\n"
                      "conserves linear and angular momentum.  Damping and forces that depend on\n"
                      "time cannot be used with it.",
            .cite = "M. Suzuki, Phys. Lett. A 146 (1990) 319",
            .state_size = sizeof(struct md_splitting),
        },
    .claims = suzuki_claims,
    .begin = md_march_begin,
    .advance = suzuki_advance,
    MD_SPLITTING_HOOKS,
};
