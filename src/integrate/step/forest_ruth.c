/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fourth-order splitting of E. Forest and R. D. Ruth, Physica D 43 (1990) 105: three steps of
 * velocity Verlet of lengths w, 1 - 2 w and w, with w = 1/(2 - 2^(1/3)).  The one in the middle
 * goes back in time by 1.7 steps, so the error is large for the order.
 */
#include "integrate/schemes.h"
#include "integrate/step/splitting.h"

static const double kick[] = {0.67560359597982881702, -0.17560359597982881702,
                              -0.17560359597982881702, 0.67560359597982881702};
static const double drift[] = {1.35120719195965763405, -1.70241438391931526810,
                               1.35120719195965763405};
static const struct md_splitting_table table = MD_SPLITTING_TABLE(kick, drift);

static struct md_claims ruth_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 4,
        .stable = 1.5734,
        .symplectic = true,
        .reversible = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
    };
}

static enum md_status ruth_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                   struct md_error *error)
{
    return md_splitting_advance(state, dynamics, t_stop, &table, error);
}

const struct md_integrator md_integrator_forest_ruth = {
    .style =
        {
            .name = "forest-ruth",
            .summary = "fourth-order splitting of Forest and Ruth: three force evaluations a step",
            .usage = "run_style forest-ruth",
            .manual =
                "Three steps of velocity Verlet a step, the second of them backwards, so\n"
                "that errors of second order cancel.  Fourth order, symplectic,\n"
                "time-reversible; conserves linear and angular momentum.  Its error is large\n"
                "for its order: see blanes-moan4.  Damping and forces that depend on time\n"
                "cannot be used with it.",
            .cite = "E. Forest, R. D. Ruth, Physica D 43 (1990) 105",
            .state_size = sizeof(struct md_splitting),
        },
    .claims = ruth_claims,
    .begin = md_march_begin,
    .advance = ruth_advance,
    MD_SPLITTING_HOOKS,
};
