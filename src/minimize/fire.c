/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FIRE 2.0, the fast inertial relaxation engine (Bitzek, Koskinen, Gaehler, Moseler and Gumbsch,
 * Phys. Rev. Lett. 97 (2006) 170201; Guenole et al., Comput. Mater. Sci. 175 (2020) 109584).  Atoms
 * move under their forces; while they move downhill (v.f > 0) the velocities are turned towards the
 * force,
 *
 *     v <- (1 - alpha) v + alpha |v| f / |f|,
 *
 * and after delaystep such steps the time step grows and alpha shrinks.  When they move uphill they
 * go half a step back and rest, the time step shrinks and alpha begins anew.  Here |v| and |f| are
 * those before the step, and the turn comes after the step's kick, as in LAMMPS.
 *
 * ABC-FIRE (S. Echeverri Restrepo, P. Andric, Comput. Mater. Sci. 218 (2023) 111978): the turned
 * velocity is an average that began at rest N steps ago, so it is too small by 1 - (1 - alpha)^N
 * and is divided by that; and what would go farther than dmax goes dmax, component by component,
 * instead of a shorter step for all.
 */
#include "minimize/damped.h"
#include "minimize/styles.h"

#include <math.h>

/* Below this f.f has no direction. */
#define TINY_FORCE 1.0e-20
/* ABC-FIRE divides by what goes to 0 with alpha. */
#define TINY_ALPHA 1.0e-10

struct fire {
    double h; /* time step */
    double longest, shortest;
    double alpha;
    int64_t last_uphill; /* step */
    int64_t uphill;      /* steps uphill in a row */
    bool resting;        /* velocities are zero: the next step begins anew */
};

static enum md_status fire_begin(void *state, struct md_minimization *min, struct md_error *error)
{
    struct fire *fire = state;
    const struct md_min_options *options = &min->options;
    double h = min->system->clock.timestep;
    if (options->tmax < options->tmin)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "min_modify tmax %g must not be less than tmin %g", options->tmax,
                            options->tmin);
    *fire = (struct fire){
        .h = h,
        .longest = options->tmax * h,
        .shortest = options->tmin * h,
        .alpha = options->alpha0,
        .last_uphill = min->first_step,
        .resting = true,
    };
    if (options->integrator == MD_MIN_LEAPFROG) {
        min->evaluations++;
        if (md_minimization_evaluate(min, false, error) != MD_OK)
            return error->status;
        md_damped_rest(min);
        md_damped_kick(min, -0.5 * h); /* velocities are half a step behind */
    }
    return MD_OK;
}

/* v.f > 0: how velocities are turned, and a longer step. */
static void downhill(struct fire *fire, const struct md_minimization *min, int64_t now,
                     double *keep, double *turn)
{
    const struct md_min_options *options = &min->options;
    double ff = md_minimization_norm(min, MD_MIN_TWO), whole = 1.0;
    fire->uphill = 0;
    if (options->abcfire) {
        fire->alpha = fmax(fire->alpha, TINY_ALPHA);
        whole = 1.0 - pow(1.0 - fire->alpha, (double)(now - fire->last_uphill));
    }
    *keep = (1.0 - fire->alpha) / whole;
    *turn = ff <= TINY_FORCE ? 0.0 : fire->alpha * sqrt(md_damped_vv(min) / ff) / whole;
    if (now - fire->last_uphill > options->delaystep) {
        fire->h = fmin(fire->h * options->dtgrow, fire->longest);
        fire->alpha *= options->alphashrink;
    }
}

/* False: too many steps uphill. */
static bool uphill(struct fire *fire, struct md_minimization *min, int64_t now)
{
    const struct md_min_options *options = &min->options;
    bool early = options->initialdelay && now - min->first_step < options->delaystep;
    fire->last_uphill = now;
    if (!early) {
        fire->alpha = options->alpha0;
        if (fire->h * options->dtshrink >= fire->shortest)
            fire->h *= options->dtshrink;
    }
    fire->uphill++;
    if (options->vdfmax > 0 && fire->uphill > options->vdfmax)
        return false;
    if (options->halfstepback)
        md_damped_drift(min, -0.5 * fire->h);
    md_damped_rest(min);
    fire->resting = true;
    return true;
}

/* The time step of this iteration.  From rest it is limited by the velocities that a whole step
 * would give; the forces are those of the place half a step back. */
static enum md_status choose_step(const struct fire *fire, struct md_minimization *min, double *h,
                                  struct md_error *error)
{
    bool abc = min->options.abcfire; /* velocities are clipped instead */
    if (!fire->resting) {
        *h = abc ? fire->h : md_damped_limit(min, fire->h);
        return MD_OK;
    }
    min->evaluations++;
    double energy = min->energy;
    if (md_minimization_evaluate(min, false, error) != MD_OK)
        return error->status;
    min->energy = energy; /* of the place before: what the tolerance compares with */
    md_damped_rest(min);
    md_damped_kick(min, fire->h);
    *h = abc ? fire->h : md_damped_limit(min, fire->h);
    md_damped_rest(min);
    return MD_OK;
}

/* One step of the chosen integrator. */
static enum md_status step(struct md_minimization *min, double h, bool turns, double keep,
                           double turn, struct md_error *error)
{
    int integrator = min->options.integrator;
    double kick = integrator == MD_MIN_VERLET ? 0.5 * h : h;
    if (integrator != MD_MIN_EULER_EXPLICIT)
        md_damped_kick(min, kick);
    if (turns)
        md_damped_mix(min, keep, turn);
    if (min->options.abcfire)
        md_damped_clip(min, h);
    md_damped_drift(min, h);
    if (integrator == MD_MIN_EULER_EXPLICIT)
        md_damped_kick(min, kick);
    min->previous = min->energy;
    min->evaluations++;
    enum md_status status = md_minimization_evaluate(min, false, error);
    if (status == MD_OK && integrator == MD_MIN_VERLET)
        md_damped_kick(min, kick);
    return status;
}

static enum md_status fire_iterate(void *state, struct md_minimization *min, enum md_min_stop *stop,
                                   struct md_error *error)
{
    struct fire *fire = state;
    int64_t now = md_clock_step(&min->system->clock);
    double keep = 1.0, turn = 0.0, h = 0.0;
    bool turns = md_damped_vf(min) > 0.0;
    if (turns) {
        downhill(fire, min, now, &keep, &turn);
    } else if (!uphill(fire, min, now)) {
        *stop = MD_MIN_UPHILL_TOO_LONG;
        return MD_OK;
    }
    if (choose_step(fire, min, &h, error) != MD_OK ||
        step(min, h, turns, keep, turn, error) != MD_OK)
        return error->status;
    fire->resting = false;
    *stop = md_damped_stop(min, now - fire->last_uphill > min->options.delaystep);
    return MD_OK;
}

const struct md_minimizer md_minimizer_fire = {
    .style =
        {
            .name = "fire",
            .summary = "damped motion that speeds up downhill and stops uphill (FIRE 2.0)",
            .usage = "min_style fire",
            .manual =
                "Atoms move from rest; velocities are turned towards the force while the motion\n"
                "goes downhill, and the time step grows; uphill, atoms go half a step back and\n"
                "rest, and the time step shrinks.  min_modify sets the method (integrator) and\n"
                "all its numbers.  The time step begins as the deck's, which stays what it is.\n"
                "With abcfire yes (ABC-FIRE) the turned velocity is divided by\n"
                "1 - (1 - alpha)^N, N steps after it was 0, and dmax bounds each component of\n"
                "each atom's move, not the step of all atoms.",
            .cite = "J. Guenole et al., Comput. Mater. Sci. 175 (2020) 109584; E. Bitzek et al.,\n"
                    "Phys. Rev. Lett. 97 (2006) 170201; S. Echeverri Restrepo, P. Andric, Comput.\n"
                    "Mater. Sci. 218 (2023) 111978",
            .state_size = sizeof(struct fire),
        },
    .moves = true,
    .begin = fire_begin,
    .iterate = fire_iterate,
};
