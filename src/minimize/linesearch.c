/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Three ways to go downhill along a line x0 + alpha h, with the rules and constants of LAMMPS, so
 * that a minimisation takes the same path there and here.
 *
 * backtrack  halves alpha until the energy falls by 0.4 alpha f.h (Armijo's rule)
 * quadratic  the same, but as soon as the energy behaves like a parabola (the trapezoidal rule on
 *            f.h tells the energy to a tenth) it jumps to the parabola's bottom
 * forcezero  looks for the place where f.h has fallen to a tenth, by linear extrapolation; energies
 *            only must not rise
 */
#include "minimize/linesearch.h"

#include <math.h>
#include <string.h>

#define ALPHA_MAX      1.0
#define ALPHA_REDUCE   0.5
#define SLOPE          0.4    /* of Armijo's rule */
#define PARABOLA       0.1    /* how well energies must be those of a parabola */
#define TINY_ENERGY    1.0e-8 /* changes below this are noise */
#define TINY_QUADRATIC 1.0e-28
#define ZERO_ENERGY    1.0e-12 /* forcezero: the energy rose */
#define ZERO_SLOPE     0.1     /* forcezero: f.h has fallen enough */
#define ZERO_REDUCE    0.1     /* forcezero: shorter steps where the energy rose */
#define ZERO_BOOST     4.0     /* forcezero: the most a step grows */
#define ZERO_MOVE      1.0e-14 /* forcezero: atoms would not move any more */

/* One search along a line. */
struct line {
    struct md_minimization *min;
    double slope;     /* f.h at the start, per atom where energies are */
    double energy;    /* at the start */
    double steepest;  /* largest component of h */
    double alpha_max; /* no atom moves farther than dmax */
};

/* f.h at the present positions. */
static double slope_now(const struct md_minimization *min)
{
    double slope = md_minimization_dot(min, (const md_vec3 *)min->system->atoms.f,
                                       (const md_vec3 *)min->h, min->extra_f, min->extra_h);
    return min->norm ? slope / (double)min->system->atoms.count : slope;
}

static double largest_component(const struct md_minimization *min)
{
    double most = 0.0;
    for (size_t i = 0; i < min->system->atoms.count; i++)
        for (int d = 0; d < 3; d++)
            most = fmax(most, fabs(min->h[i][d]));
    return most;
}

/* Where the line begins, how steep it is and how far it may be followed. */
static enum md_min_stop begin(struct line *line, struct md_minimization *min, double longest)
{
    struct md_system *system = min->system;
    *line = (struct line){.min = min, .energy = min->energy, .slope = slope_now(min)};
    if (!(line->slope > 0.0))
        return MD_MIN_UPHILL;
    line->steepest = largest_component(min);
    line->alpha_max = fmin(longest, min->options.dmax / line->steepest);
    if (min->freedom.count > 0) {
        line->alpha_max =
            fmin(line->alpha_max, min->freedom.limit(min->freedom.state, min->extra_h));
        for (int k = 0; k < min->freedom.count; k++)
            line->steepest = fmax(line->steepest, fabs(min->extra_h[k]));
    }
    if (line->steepest == 0.0)
        return MD_MIN_ZERO_FORCE;
    if (system->atoms.count > 0)
        memcpy(min->start, system->atoms.x, system->atoms.count * sizeof *min->start);
    memcpy(min->start_length, system->box.length, sizeof min->start_length);
    if (min->freedom.count > 0)
        min->freedom.store(min->freedom.state, system);
    return MD_MIN_GOES_ON;
}

/* To alpha on the line, from wherever it is now. */
static enum md_status go(struct md_minimization *min, double alpha, bool search,
                         struct md_error *error)
{
    struct md_system *system = min->system;
    const struct md_freedom *freedom = &min->freedom;
    md_vec3 *x = system->atoms.x;
    size_t count = system->atoms.count;
    if (freedom->count > 0 &&
        freedom->step(freedom->state, system, 0.0, min->extra_h, error) != MD_OK)
        return error->status;
    if (count > 0)
        memcpy(x, min->start, count * sizeof *x);
    if (alpha > 0.0) {
        if (freedom->count > 0 &&
            freedom->step(freedom->state, system, alpha, min->extra_h, error) != MD_OK)
            return error->status;
        for (size_t i = 0; i < count; i++)
            for (int d = 0; d < 3; d++)
                x[i][d] += alpha * min->h[i][d];
    }
    min->evaluations++;
    return md_minimization_evaluate(min, search, error);
}

/* A lower place was found. */
static enum md_status succeed(struct md_minimization *min, struct md_error *error)
{
    const struct md_freedom *freedom = &min->freedom;
    if (freedom->count > 0 && freedom->refer(freedom->state, min->system, min->iterations))
        return md_minimization_evaluate(min, true, error);
    return MD_OK;
}

/* Back to the start, with this verdict. */
static enum md_status give_up(struct md_minimization *min, enum md_min_stop why, bool search,
                              enum md_min_stop *stop, struct md_error *error)
{
    *stop = why;
    return go(min, 0.0, search, error);
}

static enum md_status backtrack(struct md_minimization *min, enum md_min_stop *stop,
                                struct md_error *error)
{
    struct line line;
    *stop = begin(&line, min, ALPHA_MAX);
    if (*stop != MD_MIN_GOES_ON)
        return MD_OK;
    min->alpha = line.alpha_max;
    for (;;) {
        if (go(min, min->alpha, true, error) != MD_OK)
            return error->status;
        double ideal = -SLOPE * min->alpha * line.slope, change = min->energy - line.energy;
        if (change <= ideal)
            return succeed(min, error);
        min->alpha *= ALPHA_REDUCE;
        if (min->alpha <= 0.0 || ideal >= -TINY_ENERGY)
            return give_up(min, change < 0.0 ? MD_MIN_ENERGY : MD_MIN_ZERO_ALPHA, false, stop,
                           error);
    }
}

/* The energy agrees with a parabola whose bottom, at *bottom, is within reach. */
static bool is_parabola(const struct line *line, double alpha, double before, double slope,
                        double slope_before, double energy_before, double *bottom)
{
    double step = alpha - before, change = slope - slope_before;
    double guess = 0.5 * step * (slope + slope_before) + line->min->energy;
    double error = fabs(1.0 - guess / energy_before);
    *bottom = alpha - step * slope / change;
    return error <= PARABOLA && *bottom > 0.0 && *bottom < line->alpha_max;
}

static enum md_status quadratic(struct md_minimization *min, enum md_min_stop *stop,
                                struct md_error *error)
{
    struct line line;
    *stop = begin(&line, min, ALPHA_MAX);
    if (*stop != MD_MIN_GOES_ON)
        return MD_OK;
    double before = 0.0, slope_before = line.slope, energy_before = line.energy, bottom;
    min->alpha = line.alpha_max;
    for (;;) {
        if (go(min, min->alpha, true, error) != MD_OK)
            return error->status;
        double slope = slope_now(min);
        if (fabs(slope) < TINY_QUADRATIC || fabs(slope - slope_before) < TINY_QUADRATIC)
            return give_up(min, MD_MIN_ZERO_QUADRATIC, false, stop, error);
        if (is_parabola(&line, min->alpha, before, slope, slope_before, energy_before, &bottom)) {
            if (go(min, bottom, true, error) != MD_OK)
                return error->status;
            if (min->energy - line.energy < TINY_ENERGY)
                return succeed(min, error);
        }
        double ideal = -SLOPE * min->alpha * line.slope;
        if (min->energy - line.energy <= ideal)
            return succeed(min, error);
        slope_before = slope;
        energy_before = min->energy;
        before = min->alpha;
        min->alpha *= ALPHA_REDUCE;
        if (min->alpha <= 0.0 || ideal >= -TINY_ENERGY)
            return give_up(min, MD_MIN_ZERO_ALPHA, false, stop, error);
    }
}

/* Linear extrapolation to f.h = 0, but not too far; near an inflection just farther. */
static double boosted(double step, double slope, double before)
{
    double boost = before > slope ? slope / (before - slope) : ZERO_BOOST;
    return step * fmin(boost, ZERO_BOOST);
}

static enum md_status forcezero(struct md_minimization *min, enum md_min_stop *stop,
                                struct md_error *error)
{
    struct line line;
    *stop = begin(&line, min, INFINITY);
    if (*stop != MD_MIN_GOES_ON)
        return MD_OK;
    double slope = line.slope, energy = line.energy;
    double step = fmin(0.1 * fabs(line.energy) / line.slope, 0.5 * line.alpha_max);
    if (step == 0.0) /* the energy happens to be zero */
        step = 0.5 * line.alpha_max;
    min->alpha = 0.0;
    for (;;) {
        double slope_before = slope, energy_before = energy;
        if (min->alpha + step > line.alpha_max || min->alpha + step == min->alpha)
            return succeed(min, error);
        min->alpha += step;
        if (go(min, min->alpha, true, error) != MD_OK)
            return error->status;
        energy = min->energy;
        slope = slope_now(min);
        bool rose = energy - energy_before >= ZERO_ENERGY;
        if (!rose && fabs(slope / line.slope) <= ZERO_SLOPE)
            return succeed(min, error);
        if (!rose && slope >= 0.0) {
            step = boosted(step, slope, slope_before);
            continue;
        }
        min->alpha -= step;
        step *= slope < 0.0 ? slope_before / (slope_before - slope) : ZERO_REDUCE;
        min->energy = energy = energy_before;
        slope = slope_before;
        if (line.steepest * step <= ZERO_MOVE)
            return give_up(min, MD_MIN_ZERO_ALPHA, true, stop, error);
    }
}

enum md_status md_linesearch(struct md_minimization *min, enum md_min_stop *stop,
                             struct md_error *error)
{
    switch ((enum md_min_line)min->options.line) {
    case MD_MIN_BACKTRACK:
        return backtrack(min, stop, error);
    case MD_MIN_QUADRATIC:
        return quadratic(min, stop, error);
    case MD_MIN_FORCEZERO:
        return forcezero(min, stop, error);
    }
    return MD_OK;
}
