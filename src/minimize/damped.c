/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What quickmin and fire share: motion under forces, step after step. */
#include "minimize/damped.h"

#include "state/mass.h"

#include <math.h>
#include <string.h>

void md_damped_kick(struct md_minimization *min, double h)
{
    struct md_atoms *atoms = &min->system->atoms;
    double scaled = h * min->system->units->ftm2v;
    for (size_t i = 0; i < atoms->count; i++) {
        double kick = scaled / md_mass_of(min->system, i);
        for (int d = 0; d < 3; d++)
            atoms->v[i][d] += kick * atoms->f[i][d];
    }
}

void md_damped_drift(struct md_minimization *min, double h)
{
    struct md_atoms *atoms = &min->system->atoms;
    for (size_t i = 0; i < atoms->count; i++)
        for (int d = 0; d < 3; d++)
            atoms->x[i][d] += h * atoms->v[i][d];
}

void md_damped_mix(struct md_minimization *min, double a, double b)
{
    struct md_atoms *atoms = &min->system->atoms;
    for (size_t i = 0; i < atoms->count; i++)
        for (int d = 0; d < 3; d++)
            atoms->v[i][d] = a * atoms->v[i][d] + b * atoms->f[i][d];
}

void md_damped_rest(struct md_minimization *min)
{
    struct md_atoms *atoms = &min->system->atoms;
    if (atoms->count > 0)
        memset(atoms->v, 0, atoms->count * sizeof *atoms->v);
}

double md_damped_limit(const struct md_minimization *min, double h)
{
    const struct md_atoms *atoms = &min->system->atoms;
    double dmax = min->options.dmax, fastest = 0.0;
    for (size_t i = 0; i < atoms->count; i++)
        for (int d = 0; d < 3; d++)
            fastest = fmax(fastest, fabs(atoms->v[i][d]));
    return h * fastest > dmax ? dmax / fastest : h;
}

void md_damped_clip(struct md_minimization *min, double h)
{
    struct md_atoms *atoms = &min->system->atoms;
    double fastest = min->options.dmax / h;
    for (size_t i = 0; i < atoms->count; i++)
        for (int d = 0; d < 3; d++)
            atoms->v[i][d] = fmin(fmax(atoms->v[i][d], -fastest), fastest);
}

double md_damped_vf(const struct md_minimization *min)
{
    const struct md_atoms *atoms = &min->system->atoms;
    return md_minimization_dot(min, (const md_vec3 *)atoms->v, (const md_vec3 *)atoms->f, NULL,
                               NULL);
}

double md_damped_vv(const struct md_minimization *min)
{
    const struct md_atoms *atoms = &min->system->atoms;
    return md_minimization_dot(min, (const md_vec3 *)atoms->v, (const md_vec3 *)atoms->v, NULL,
                               NULL);
}

enum md_min_stop md_damped_stop(const struct md_minimization *min, bool settled)
{
    if (settled && min->etol > 0.0 && md_minimization_energy_met(min))
        return MD_MIN_ENERGY;
    if (md_minimization_force_met(min))
        return MD_MIN_FORCE;
    return MD_MIN_GOES_ON;
}
