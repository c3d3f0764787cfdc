/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lennard-Jones 12-6 for the styles that change it near the cutoff:
 *
 *     phi(r) = 4 eps [(sig/r)^12 - (sig/r)^6],  repel = 48 eps sig^12,  attract = 24 eps sig^6.
 */
#ifndef MD_POTENTIAL_PAIR_LJ_H
#define MD_POTENTIAL_PAIR_LJ_H

#include "potential/pair_loop.h"

#include <math.h>

MD_INLINE struct pair_value pair_lj(mdv repel, mdv attract, mdv r2, bool energy, bool curvature)
{
    struct pair_value value = {0};
    mdv q = mdv_div(mdv_set(1.0), r2);
    mdv s = mdv_mul(mdv_mul(q, q), q), sq = mdv_mul(s, q);
    value.force = mdv_mul(mdv_fms(repel, s, attract), sq);
    if (energy)
        value.energy = mdv_mul(
            mdv_fms(mdv_mul(repel, mdv_set(1.0 / 12.0)), s, mdv_mul(attract, mdv_set(1.0 / 6.0))),
            s);
    if (curvature)
        value.curvature =
            mdv_mul(mdv_fms(mdv_mul(repel, mdv_set(13.0)), s, mdv_mul(attract, mdv_set(7.0))), sq);
    return value;
}

static inline double pair_lj_repel(double eps, double sig)
{
    double six = pow(sig, 6.0);
    return 48.0 * eps * six * six;
}

static inline double pair_lj_attract(double eps, double sig)
{
    return 24.0 * eps * pow(sig, 6.0);
}

/* phi, phi' and phi'' at one distance. */
static inline double pair_lj_energy(double eps, double sig, double r)
{
    double six = pow(sig / r, 6.0);
    return 4.0 * eps * (six * six - six);
}

static inline double pair_lj_slope(double eps, double sig, double r)
{
    double six = pow(sig / r, 6.0);
    return -24.0 * eps * (2.0 * six * six - six) / r;
}

static inline double pair_lj_curvature(double eps, double sig, double r)
{
    double six = pow(sig / r, 6.0);
    return 24.0 * eps * (26.0 * six * six - 7.0 * six) / (r * r);
}

#endif
