/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Symplectic Euler, the first-order variational integrator VI1 of A. Lew, J. E. Marsden, M. Ortiz
 * and M. West, Int. J. Numer. Meth. Engng 60 (2004) 153: a whole kick, then a whole drift,
 *
 *     v(t + h) = v(t) + h f(x(t)) / m
 *     x(t + h) = x(t) + h v(t + h).
 *
 * It follows from the discrete Lagrangian h L(q0, (q1 - q0)/h), whose momentum at the end of a step
 * is m (q1 - q0)/h.  The velocities seen, and the kinetic energy, are those of this momentum; the
 * positions are leapfrog's, to which these velocities belong half a step earlier, hence the order.
 *
 * Forces without a potential are taken at the end of a step, with the velocities there.
 */
#include "integrate/schemes.h"
#include "integrate/step/splitting.h"

static const double kick[] = {1.0, 0.0};
static const double drift[] = {1.0};
static const struct md_splitting_table table = MD_SPLITTING_TABLE(kick, drift);

static struct md_claims euler_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 1,
        .stable = 2.0,
        .symplectic = true,
        .reversible = false,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
    };
}

static enum md_status euler_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                    struct md_error *error)
{
    return md_splitting_advance(state, dynamics, t_stop, &table, error);
}

const struct md_integrator md_integrator_symplectic_euler = {
    .style =
        {
            .name = "symplectic-euler",
            .summary = "symplectic Euler (VI1): a whole kick, then a whole drift; first order",
            .usage = "run_style symplectic-euler",
            .manual =
                "Kicks every atom by a whole step, then moves it: the variational integrator VI1.\n"
                "First order, symplectic; conserves linear and angular momentum.  Positions are\n"
                "those of the leapfrog; velocities, and with them the kinetic energy, are those "
                "of\n"
                "the momentum m (x(t) - x(t - h)) / h that the method conserves.",
            .cite = "A. Lew, J. E. Marsden, M. Ortiz, M. West, Int. J. Numer. Meth. Engng 60 "
                    "(2004) 153",
            .state_size = sizeof(struct md_splitting),
        },
    .claims = euler_claims,
    .begin = md_march_begin,
    .advance = euler_advance,
    .takes_forcing = true,
    .takes_noise = true,
    MD_SPLITTING_HOOKS,
};
