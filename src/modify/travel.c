/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The longest step of one atom is an estimate from below, as LAMMPS makes it, so that runs can be
 * compared: with X the distance allowed, v the speed and a the acceleration,
 *
 *     h = min(X / v, sqrt(2 X / a)),    then h X / |h v + h^2 a / 2| if that is shorter,
 *
 * where the last displacement is that of the vectors.  With an energy E, also h <= E / (F v).
 *
 * Nearly all atoms of a large system are slow.  Since |h v + h^2 a / 2| <= h (v + sqrt(a X / 2)),
 * an atom with v and sqrt(a X / 2) both below X / (2 h) cannot shorten the step h found so far,
 * which two comparisons of squares tell.
 */
#include "modify/travel.h"

#include "state/group.h"
#include "state/mass.h"

#include <math.h>

/* A little less than 1/2, so that rounding cannot make a difference. */
#define NEARLY_HALF 0.49

static double square(const double a[3])
{
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

static double step_of_atom(const struct md_travel *travel, const struct md_units *units,
                           double mass, const double v[3], const double f[3])
{
    double v2 = square(v), f2 = square(f), push = units->ftm2v / mass, step = INFINITY;
    if (v2 > 0.0)
        step = travel->distance / sqrt(v2);
    if (f2 > 0.0)
        step = fmin(step, sqrt(2.0 * travel->distance / (push * sqrt(f2))));
    if (travel->energy > 0.0 && v2 * f2 > 0.0)
        step = fmin(step, travel->energy / sqrt(v2 * f2) / sqrt(units->ftm2v * units->mvv2e));
    if (!(step < INFINITY))
        return step;
    double way[3];
    for (int k = 0; k < 3; k++)
        way[k] = step * v[k] + 0.5 * step * step * push * f[k];
    double far = sqrt(square(way));
    return far > travel->distance ? step * (travel->distance / far) : step;
}

double md_travel_step(const struct md_travel *travel, const struct md_system *system, int group,
                      double longest)
{
    const struct md_atoms *atoms = &system->atoms;
    uint32_t bit = md_group_bit(group);
    double step = longest, far = travel->distance;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & bit) == 0)
            continue;
        double mass = md_mass_of(system, i), speed = NEARLY_HALF * far / step;
        if (travel->energy == 0.0) {
            /* sqrt(a X / 2) < speed, without a root: a^2 < (2 speed^2 / X)^2 */
            double slow = speed * speed, f = 2.0 * slow / far * mass / system->units->ftm2v;
            if (square(atoms->v[i]) < slow && square(atoms->f[i]) < f * f)
                continue;
        }
        step = fmin(step, step_of_atom(travel, system->units, mass, atoms->v[i], atoms->f[i]));
    }
    return step;
}

bool md_travel_set_step(struct md_system *system, double step)
{
    if (step == system->clock.timestep)
        return false; /* times go on being counted from the same origin */
    md_clock_set_timestep(&system->clock, step);
    return true;
}
