/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Newmark's family (N. M. Newmark, J. Eng. Mech. Div. ASCE 85 (1959) 67),
 *
 *     x1 = x0 + h v0 + h^2 ((1/2 - beta) a0 + beta a1)
 *     v1 = v0 + h ((1 - gamma) a0 + gamma a1),      a1 = f(x1)/m.
 *
 * beta 0, gamma 1/2 is velocity Verlet; beta 1/4, gamma 1/2 the average acceleration method.  It is
 * of second order for gamma 1/2, else of first and damped (gamma > 1/2) or blown up.
 *
 * For gamma 1/2 it is variational (C. Kane, J. E. Marsden, M. Ortiz and M. West, Int. J. Numer.
 * Meth. Engng 49 (2000) 1295): with z = x - beta h^2 a(x) a step reads
 *
 *     z1 = z0 + h v0 + h^2/2 a0,    v1 = v0 + h (a0 + a1)/2,
 *
 * which is velocity Verlet of z in the forces f(x(z)), and these have a potential.  So z and m v
 * are the conjugate variables of a symplectic map that keeps sum m z x v; for beta > 0 the map is
 * not symplectic in x and m v, and angular momentum as one sees it is kept only on average.
 *
 * Forces without a potential are part of a1, with the velocities and the time at the end of the
 * step (when beta is 0, with the velocities v0 + h (1 - gamma) a0).  For gamma 1/2 this is the
 * discrete Lagrange-d'Alembert principle in z, with the discrete forces f- = h/2 f(x0, v0, t0) and
 * f+ = h/2 f(x1, v1, t1):  m (z2 - 2 z1 + z0)/h^2 = F(x1) + f(x1, v1, t1).
 */
#include "integrate/schemes.h"
#include "integrate/step/nystrom.h"
#include "state/mass.h"

struct newmark {
    struct md_nystrom nystrom;
    double beta, gamma;
};

static struct md_claims newmark_claims(const void *state)
{
    const struct newmark *newmark = state;
    bool central = newmark->gamma == 0.5, verlet = central && newmark->beta == 0.0;
    return (struct md_claims){
        .order = central ? 2 : 1,
        .stable = verlet ? 2.0 : 0.0,
        .symplectic = verlet,
        .symplectic_nearby = central,
        .reversible = central,
        .conserves_momentum = true,
        .conserves_angular_momentum = verlet,
        .implicit = newmark->beta != 0.0,
    };
}

static void newmark_conjugate(const void *state, const struct md_dynamics *dynamics, md_vec3 *q,
                              md_vec3 *p)
{
    const struct newmark *newmark = state;
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    double h = system->clock.timestep;
    for (size_t i = 0; i < atoms->count; i++) {
        double mass = md_mass_of(system, i);
        for (int k = 0; k < 3; k++) {
            q[i][k] = atoms->x[i][k] -
                      newmark->beta * h * h * system->units->ftm2v / mass * atoms->f[i][k];
            p[i][k] = mass * atoms->v[i][k];
        }
    }
}

static enum md_status explicit_step(void *state, struct md_dynamics *dynamics, bool tally,
                                    struct md_error *error)
{
    struct newmark *newmark = state;
    struct md_march *march = &newmark->nystrom.march;
    dynamics->system->clock.now += MD_TICKS_PER_STEP;
    md_march_kick(dynamics, 0.5);
    md_march_pay(dynamics, 1.0);
    md_heat_close(dynamics->system);
    md_march_drift(dynamics, 1.0);
    if (newmark->gamma != 0.5)
        md_march_kick(dynamics, 0.5 - newmark->gamma);
    enum md_status status = md_march_forces(march, dynamics, tally, error);
    if (status == MD_OK)
        md_march_kick(dynamics, newmark->gamma);
    return status;
}

static enum md_status newmark_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                      struct md_error *error)
{
    struct newmark *newmark = state;
    double beta = newmark->beta, gamma = newmark->gamma;
    if (beta == 0.0)
        return md_march_advance(state, dynamics, t_stop, explicit_step, error);
    newmark->nystrom.table = (struct md_nystrom_table){
        .stages = 2,
        .implicit = true,
        .c = {0.0, 1.0},
        .a = {{0.0}, {0.5 - beta, beta}},
        .b = {{0.0}, {1.0 - gamma, gamma}},
        .p = {0.5 - beta, beta},
        .q = {1.0 - gamma, gamma},
        .looks = 2,
        .k = {0.5, 0.5},
        .l = {{0.0}, {1.0 - gamma, gamma}},
    };
    return md_nystrom_advance(&newmark->nystrom, dynamics, t_stop, error);
}

static const struct md_param params[] = {
    {"beta", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "", "weight of the last acceleration in x",
     offsetof(struct newmark, beta), 0.0, 1.0, NULL, NULL},
    {"gamma", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "", "weight of the last acceleration in v",
     offsetof(struct newmark, gamma), 0.0, 1.0, NULL, NULL},
    MD_NYSTROM_PARAMS,
    {.kind = MD_PARAM_END}};

const struct md_integrator md_integrator_newmark = {
    .style =
        {
            .name = "newmark",
            .summary = "Newmark's family, implicit unless BETA is 0",
            .usage = "run_style newmark BETA GAMMA [tolerance T] [iterations N]",
            .manual =
                "x1 = x0 + h v0 + h^2 ((1/2 - BETA) a0 + BETA a1), v1 = v0 + h ((1 - GAMMA) a0 +\n"
                "GAMMA a1).  '0 0.5' is velocity Verlet, '0.25 0.5' the method of average\n"
                "acceleration.  With GAMMA 0.5 it is of second order, time-reversible and\n"
                "symplectic in variables near to positions and momenta, in which it also "
                "conserves\n"
                "angular momentum; otherwise it is of first order and damps (GAMMA > 0.5) or "
                "blows\n"
                "up motions.  Conserves linear momentum.  The iteration ends when no position\n"
                "changes by more than T (1e-12) times the longest way an atom goes in the step,\n"
                "and fails after N (200) force evaluations.  Accelerations are inserted again and\n"
                "again while that halves the changes, which it does for BETA (h w)^2 < 1/2, w the\n"
                "fastest frequency; for longer steps Newton's method with GMRES takes over, which\n"
                "needs no stiffness matrix, only forces.  Hard walls cannot be used with it.\n"
                "\n"
                "Forces without a potential (fix viscous, fix addforce with a variable of time)\n"
                "enter by the discrete Lagrange-d'Alembert principle, half of each step's at its\n"
                "beginning and half at its end: with GAMMA 0.5, m (z2 - 2 z1 + z0)/h^2 = F(x1) +\n"
                "f(x1, v1, t1) in z = x - BETA h^2 a, v1 = (z2 - z0)/(2 h); a has the forcing in\n"
                "it, and the order stays 2.  With BETA 0 damping is that of run_style verlet.",
            .cite = "N. M. Newmark, J. Eng. Mech. Div. ASCE 85 (1959) 67; C. Kane, J. E. Marsden, "
                    "M. Ortiz, M. West, Int. J. Numer. Meth. Engng 49 (2000) 1295",
            .state_size = sizeof(struct newmark),
            .params = params,
        },
    .claims = newmark_claims,
    .takes_forcing = true,
    .conjugate = newmark_conjugate,
    .begin = md_march_begin,
    .advance = newmark_advance,
    MD_NYSTROM_HOOKS,
};
