/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The six-stage fourth-order Nystrom splitting of S. Blanes and P. C. Moan, J. Comput. Appl. Math.
 * 142 (2002) 313.  For a kinetic energy that is quadratic in the momenta fewer conditions make the
 * order four; the coefficients left over were chosen to make the error small.  b4 = 1 - 2 (b1 + b2
 * + b3) and a3 = 1/2 - (a1 + a2).
 */
#include "integrate/schemes.h"
#include "integrate/step/splitting.h"

static const double kick[] = {0.0829844064174052, 0.396309801498368,   -0.0390563049223486,
                              0.1195241940131508, -0.0390563049223486, 0.396309801498368,
                              0.0829844064174052};
static const double drift[] = {0.245298957184271,  0.604872665711080, -0.350171622895351,
                               -0.350171622895351, 0.604872665711080, 0.245298957184271};
static const struct md_splitting_table table = MD_SPLITTING_TABLE(kick, drift);

static struct md_claims moan_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 4,
        .stable = 5.0269, /* but for 3.166 +- 0.003, where it grows by 0.2 % a step */
        .symplectic = true,
        .reversible = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
    };
}

static enum md_status moan_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                   struct md_error *error)
{
    return md_splitting_advance(state, dynamics, t_stop, &table, error);
}

const struct md_integrator md_integrator_blanes_moan4 = {
    .style =
        {
            .name = "blanes-moan4",
            .summary = "fourth-order Nystrom splitting of Blanes and Moan: six evaluations a step",
            .usage = "run_style blanes-moan4",
            .manual = "Six kicks and drifts a step whose fractions make the error of fourth order\n"
                      "and small: for the same number of force evaluations it is more accurate\n"
                      "than the other splittings, and steps can be several times those of verlet.\n"
                      "Symplectic, time-reversible; conserves linear and angular momentum.\n"
                      "Damping and forces that depend on time cannot be used with it.",
            .cite = "S. Blanes, P. C. Moan, J. Comput. Appl. Math. 142 (2002) 313",
            .state_size = sizeof(struct md_splitting),
        },
    .claims = moan_claims,
    .begin = md_march_begin,
    .advance = moan_advance,
    MD_SPLITTING_HOOKS,
};
