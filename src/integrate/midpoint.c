/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variational midpoint rule (C. Kane, J. E. Marsden, M. Ortiz and M. West, Int. J. Numer. Meth.
 * Engng 49 (2000) 1295): the discrete Lagrangian L_sym,alpha with alpha = 1/2,
 *
 *     L_d = h L((q0 + q1)/2, (q1 - q0)/h),
 *
 * gives, with the momenta p0 = -D1 L_d and p1 = D2 L_d, the implicit midpoint rule
 *
 *     x1 = x0 + h (v0 + v1)/2,    v1 = v0 + h f((x0 + x1)/2) / m.
 *
 * Forces without a potential enter by the discrete Lagrange-d'Alembert principle: at the midpoint,
 * with the velocity (v0 + v1)/2 and the time there.
 */
#include "integrate/nystrom.h"
#include "integrate/schemes.h"

static const struct md_nystrom_table table = {
    .stages = 2,
    .implicit = true,
    .c = {0.0, 0.5},
    .a = {{0.0}, {0.0, 0.25}},
    .b = {{0.0}, {0.0, 0.5}},
    .p = {0.0, 0.5},
    .q = {0.0, 1.0},
    .looks = 1,
    .k = {1.0},
    .l = {{0.0, 0.5}},
};

static struct md_claims midpoint_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 2,
        .symplectic = true,
        .reversible = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
        .implicit = true,
    };
}

static enum md_status midpoint_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                       struct md_error *error)
{
    struct md_nystrom *nystrom = state;
    nystrom->table = table;
    return md_nystrom_advance(nystrom, dynamics, t_stop, error);
}

static const struct md_param params[] = {MD_NYSTROM_PARAMS, {.kind = MD_PARAM_END}};

const struct md_integrator md_integrator_midpoint = {
    .style =
        {
            .name = "midpoint",
            .summary = "the variational (implicit) midpoint rule",
            .usage = "run_style midpoint [tolerance T] [iterations N]",
            .manual =
                "Moves the atoms with the forces in the middle of the step, which are found by\n"
                "iteration.  Second order, symplectic, time-reversible; conserves linear and\n"
                "angular momentum.  The iteration ends when no position changes by more than T\n"
                "(1e-12) times the longest way an atom goes in the step, and fails after N (200)\n"
                "force evaluations.  Accelerations are inserted again and again while that halves\n"
                "the changes, which it does for (h w)^2 < 2, w the fastest frequency; for longer\n"
                "steps Newton's method with GMRES takes over.  Damping acts as the discrete "
                "Lagrange-d'Alembert\n"
                "principle says; hard walls cannot be used with it.",
            .cite = "C. Kane, J. E. Marsden, M. Ortiz, M. West, Int. J. Numer. Meth. Engng 49 "
                    "(2000) 1295",
            .state_size = sizeof(struct md_nystrom),
            .params = params,
        },
    .claims = midpoint_claims,
    .takes_forcing = true,
    .begin = md_march_begin,
    .advance = midpoint_advance,
    MD_NYSTROM_HOOKS,
};
