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
 *
 * With `adapt energy` time is one more variable of the discrete action (C. Kane, J. E. Marsden and
 * M. Ortiz, J. Math. Phys. 40 (1999) 3353): being stationary in it as well, a path conserves the
 * discrete energy
 *
 *     E_d = -dL_d/dh = 1/2 m ((q1 - q0)/h)^2 + V((q0 + q1)/2),
 *
 * and that equation gives the length h of each step.  The first step has the deck's length and says
 * what E_d is.  For short steps, with an error h^3 g(q, v) of the action in each, the equation says
 * that h^3 g stays the same: steps shrink where the error is large, and where g changes its sign
 * (as it does in each swing of a harmonic oscillator, not on Kepler's orbits) there is no solution.
 * Then the deck's step is taken and counted, and the next one aims at the old E_d again, so that
 * errors do not add up.
 */
#include "integrate/schemes.h"
#include "integrate/step/nystrom.h"

#include "state/motion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define ATOMS_MAX 1000  /* with adaptive steps */
#define GROWTH    1.1   /* from one step tried to the next, until E_d is bracketed */
#define HALVINGS  80    /* to find it then */
#define EXACT     1e-13 /* part of the energy that is rounding */

enum { FIXED, ENERGY };

struct midpoint {
    struct md_nystrom nystrom;
    int adapt;                /* choice: FIXED, ENERGY */
    double shortest, longest; /* steps, in the deck's */
    bool started;
    double energy, base;        /* E_d, and the deck's step */
    double worst, least, most;  /* of this run: deviation of E_d, steps */
    uint64_t missed, solutions; /* steps without a solution, equations solved */
};

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

/* With adaptive steps the symplectic form is that of the space with time and energy. */
static struct md_claims midpoint_claims(const void *state)
{
    const struct midpoint *midpoint = state;
    return (struct md_claims){
        .order = 2,
        .symplectic = midpoint->adapt == FIXED,
        .reversible = midpoint->adapt == FIXED,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
        .implicit = true,
    };
}

/* ------------------------------------------------------------------ adaptive steps */

/* A step that was tried: its length, and how far E_d is from what it should be. */
struct attempt {
    double h, miss;
};

static double kinetic(const struct md_dynamics *dynamics)
{
    const struct md_system *system = dynamics->system;
    return md_motion_energy(system, (const md_vec3 *)system->atoms.v, MD_MOTION_ALL);
}

/* E_d of a step of this length: after the solution the atoms have the positions and velocities of
 * its middle.  Equations that have no solution make it NaN. */
static enum md_status discrete_energy(struct midpoint *midpoint, struct md_dynamics *dynamics,
                                      double h, double *energy, struct md_error *error)
{
    struct md_system *system = dynamics->system;
    const struct md_tally *tally = &dynamics->forces->tally;
    md_clock_set_timestep(&system->clock, h);
    midpoint->solutions++;
    if (md_nystrom_solve(&midpoint->nystrom, dynamics, error)) {
        *energy = NAN;
        if (error->status != MD_ERR_RUN)
            return error->status;
        md_error_clear(error);
        return MD_OK;
    }
    midpoint->nystrom.march.evaluations++;
    if (md_forces_compute(dynamics->forces, system, true, error))
        return error->status;
    *energy = kinetic(dynamics) + md_tally_potential(tally);
    return MD_OK;
}

static enum md_status attempt(struct midpoint *midpoint, struct md_dynamics *dynamics, double h,
                              struct attempt *here, struct attempt *best, struct md_error *error)
{
    double energy;
    if (discrete_energy(midpoint, dynamics, h, &energy, error))
        return error->status;
    *here = (struct attempt){h, energy - midpoint->energy};
    if (isfinite(here->miss) && !(fabs(here->miss) >= fabs(best->miss)))
        *best = *here;
    return MD_OK;
}

/* Between two steps that miss on both sides, by false position with the Illinois rule; every third
 * time by halves, lest one end stays where it is. */
static enum md_status close_in(struct midpoint *midpoint, struct md_dynamics *dynamics,
                               struct attempt a, struct attempt b, struct attempt *best,
                               struct md_error *error)
{
    double enough = EXACT * fmax(fabs(midpoint->energy), kinetic(dynamics));
    struct attempt here = b;
    for (int n = 0; n < HALVINGS && fabs(best->miss) > enough && fabs(b.h - a.h) > 1e-15 * b.h;
         n++) {
        double h = n % 3 == 2 ? 0.5 * (a.h + b.h) : b.h - b.miss * (b.h - a.h) / (b.miss - a.miss);
        if (attempt(midpoint, dynamics, h, &here, best, error))
            return error->status;
        if (!isfinite(here.miss))
            return MD_OK;
        if ((here.miss < 0.0) != (b.miss < 0.0))
            a = b;
        else
            a.miss *= 0.5;
        b = here;
    }
    return MD_OK;
}

/* Whether the equation has a solution between two steps. */
static bool brackets(const struct attempt *a, const struct attempt *b)
{
    return isfinite(a->miss) && isfinite(b->miss) && (a->miss < 0.0) != (b->miss < 0.0);
}

/* From the last step's length outwards to both sides: the nearest solution. */
static enum md_status choose(struct midpoint *midpoint, struct md_dynamics *dynamics,
                             struct attempt *best, struct md_error *error)
{
    double lo = midpoint->shortest * midpoint->base, hi = midpoint->longest * midpoint->base;
    struct attempt first, side[2], next;
    best->miss = INFINITY;
    best->h = fmin(fmax(dynamics->system->clock.timestep, lo), hi);
    if (attempt(midpoint, dynamics, best->h, &first, best, error))
        return error->status;
    side[0] = side[1] = first;
    while (side[0].h > lo || side[1].h < hi) {
        for (int k = 0; k < 2; k++) {
            double h = k == 0 ? fmax(side[0].h / GROWTH, lo) : fmin(side[1].h * GROWTH, hi);
            if (h == side[k].h)
                continue;
            if (attempt(midpoint, dynamics, h, &next, best, error))
                return error->status;
            if (brackets(&side[k], &next))
                return close_in(midpoint, dynamics, side[k], next, best, error);
            side[k] = next;
        }
    }
    best->miss = INFINITY;
    return attempt(midpoint, dynamics, midpoint->base, &next, best, error);
}

static enum md_status adaptive_step(void *state, struct md_dynamics *dynamics, bool tally,
                                    struct md_error *error)
{
    struct midpoint *midpoint = state;
    struct md_clock *clock = &dynamics->system->clock;
    struct attempt best = {clock->timestep, 0.0};
    if (md_nystrom_open(&midpoint->nystrom, dynamics, error))
        return error->status;
    if (!midpoint->started) {
        midpoint->base = clock->timestep;
        if (discrete_energy(midpoint, dynamics, clock->timestep, &midpoint->energy, error))
            return error->status;
        midpoint->started = true;
    } else if (choose(midpoint, dynamics, &best, error)) {
        return error->status;
    }
    md_clock_set_timestep(clock, best.h);
    if (md_nystrom_solve(&midpoint->nystrom, dynamics, error))
        return error->status;
    double enough = 1e-9 * fmax(fabs(midpoint->energy), kinetic(dynamics));
    midpoint->missed += fabs(best.miss) > enough;
    midpoint->worst = fmax(midpoint->worst, fabs(best.miss));
    midpoint->least = fmin(midpoint->least, best.h);
    midpoint->most = fmax(midpoint->most, best.h);
    midpoint->nystrom.reach = 2.0 * midpoint->longest * midpoint->base / best.h;
    return md_nystrom_close(&midpoint->nystrom, dynamics, tally, error);
}

/* ------------------------------------------------------------------ hooks */

static enum md_status midpoint_begin(void *state, struct md_dynamics *dynamics,
                                     struct md_error *error)
{
    struct midpoint *midpoint = state;
    size_t atoms = dynamics->system->atoms.count;
    midpoint->nystrom.table = table;
    midpoint->worst = midpoint->most = 0.0;
    midpoint->least = INFINITY;
    midpoint->missed = midpoint->solutions = 0;
    if (midpoint->adapt == ENERGY && atoms > ATOMS_MAX)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "adapt energy solves the equations of each step some twenty times and "
                            "is for small systems: %zu atoms are more than %d",
                            atoms, ATOMS_MAX);
    if (midpoint->adapt == ENERGY && dynamics->forces->forcings_count > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                            "adapt energy needs a conserved energy, and fixes exert %d forces that "
                            "have none",
                            dynamics->forces->forcings_count);
    return md_march_begin(state, dynamics, error);
}

static enum md_status midpoint_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                       struct md_error *error)
{
    struct midpoint *midpoint = state;
    if (midpoint->adapt == ENERGY)
        return md_march_advance(state, dynamics, t_stop, adaptive_step, error);
    return md_nystrom_advance(&midpoint->nystrom, dynamics, t_stop, error);
}

/* Another state has another energy.  A restart goes on with the one it kept. */
static void midpoint_changed(void *state, struct md_dynamics *dynamics, unsigned what)
{
    struct midpoint *midpoint = state;
    if (dynamics->forces->resume == NULL)
        midpoint->started = false;
    md_march_changed(state, dynamics, what);
}

static enum md_status midpoint_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct midpoint *midpoint = state;
    enum md_status status = md_march_keep(state, archive, error);
    if (status != MD_OK || midpoint->adapt == FIXED)
        return status;
    status = md_archive_bools(archive, "started", &midpoint->started, 1, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "energy", &midpoint->energy, 1, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "base", &midpoint->base, 1, error);
    return status;
}

static void midpoint_report(const void *state, const struct md_dynamics *dynamics,
                            const struct md_speaker *speaker)
{
    const struct midpoint *midpoint = state;
    uint64_t steps = midpoint->nystrom.march.steps;
    char text[320];
    md_march_report(state, dynamics, speaker);
    if (midpoint->adapt == FIXED || speaker == NULL || speaker->say == NULL || steps == 0)
        return;
    snprintf(text, sizeof text,
             "Adaptive steps: %g to %g, discrete energy %.15g, largest deviation %.3g\n"
             "    %" PRIu64 " of %" PRIu64 " steps without a solution; %.3g equations a step\n",
             midpoint->least, midpoint->most, midpoint->energy, midpoint->worst, midpoint->missed,
             steps, (double)midpoint->solutions / (double)steps);
    speaker->say(speaker->context, text);
}

static const struct md_param params[] = {
    MD_NYSTROM_PARAMS,
    {"adapt", MD_PARAM_CHOICE, MD_PARAM_KEYWORD, "", "steps that conserve the discrete energy",
     offsetof(struct midpoint, adapt), 0.0, 0.0, "no|energy", "no"},
    {"shortest", MD_PARAM_DOUBLE, MD_PARAM_KEYWORD, "", "adaptive step, in the deck's",
     offsetof(struct midpoint, shortest), 1e-6, 1.0, NULL, "0.5"},
    {"longest", MD_PARAM_DOUBLE, MD_PARAM_KEYWORD, "", "adaptive step, in the deck's",
     offsetof(struct midpoint, longest), 1.0, 1e6, NULL, "2"},
    {.kind = MD_PARAM_END}};

const struct md_integrator md_integrator_midpoint = {
    .style =
        {
            .name = "midpoint",
            .summary = "the variational (implicit) midpoint rule",
            .usage = "run_style midpoint [tolerance T] [iterations N] [adapt no|energy] "
                     "[shortest A] [longest B]",
            .manual =
                "Moves the atoms with the forces in the middle of the step, which are found by\n"
                "iteration.  Second order, symplectic, time-reversible; conserves linear and\n"
                "angular momentum.  The iteration ends when no position changes by more than T\n"
                "(1e-12) times the longest way an atom goes in the step, and fails after N (200)\n"
                "force evaluations.  Accelerations are inserted again and again while that halves\n"
                "the changes, which it does for (h w)^2 < 2, w the fastest frequency; for longer\n"
                "steps Newton's method with GMRES takes over.  Hard walls cannot be used with it.\n"
                "\n"
                "Forces without a potential (fix viscous, fix addforce with a variable of time)\n"
                "enter by the discrete Lagrange-d'Alembert principle: taken in the middle of the\n"
                "step, with the velocity (x1 - x0)/h and the time there, half of it counts for\n"
                "each end.  The order stays 2.\n"
                "\n"
                "adapt energy: the length of each step is such that the discrete energy, kinetic\n"
                "energy of the velocity (x1 - x0)/h plus potential energy in the middle of the\n"
                "step, stays what it was in the first one, which has the deck's timestep.  Steps\n"
                "stay between A (0.5) and B (2) times that; the nearest solution to the last\n"
                "step's length is taken.  Steps then go as the inverse cube root of the action's\n"
                "local error, short where a planet passes its sun.  Where that error changes its\n"
                "sign, as it does in every swing to and fro, there is no solution: the deck's\n"
                "step is taken, and the next one aims at the old energy.  On such orbits equal\n"
                "steps keep the energy better (by 3 times in the well of inputs/oscillator).\n"
                "The log tells how many and how far off.  A run then goes by steps, not by time:\n"
                "the thermo keywords dt and time show where it is.  Fixes that are potentials "
                "need\n"
                "fix_modify energy yes, damping is refused, and so are more than 1000 atoms: each\n"
                "step solves its equations some twenty times, and the more atoms swing, the less\n"
                "the energy depends on the step's length.",
            .cite = "C. Kane, J. E. Marsden, M. Ortiz, M. West, Int. J. Numer. Meth. Engng 49 "
                    "(2000) 1295; C. Kane, J. E. Marsden, M. Ortiz, J. Math. Phys. 40 (1999) 3353",
            .state_size = sizeof(struct midpoint),
            .params = params,
        },
    .claims = midpoint_claims,
    .takes_forcing = true,
    .needs = MD_NEEDS_SUM,
    .takes_filters = true,
    .pays_heat = true,
    .begin = midpoint_begin,
    .advance = midpoint_advance,
    .observe = md_march_observe,
    .changed = midpoint_changed,
    .end = md_march_end,
    .work = md_march_work,
    .report = midpoint_report,
    .keep = midpoint_keep,
    .destroy = md_nystrom_destroy,
};
