/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lennard-Jones 12-6 for the styles that change it near the cutoff:
 *
 *     phi(r) = 4 eps [(sig/r)^12 - (sig/r)^6],  repel = 48 eps sig^12,  attract = 24 eps sig^6.
 */
#ifndef MD_TERM_PAIR_LJ_H
#define MD_TERM_PAIR_LJ_H

#include "term/pair_loop.h"

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

/* c a - d b, where a and b are anywhere between two values and c, d of any sign. */
MD_INLINE void pair_lj_difference(mdv c, const mdv a[2], mdv d, const mdv b[2], mdv bound[2])
{
    mdv ca = mdv_mul(c, a[0]), cb = mdv_mul(c, a[1]);
    mdv da = mdv_mul(d, b[0]), db = mdv_mul(d, b[1]);
    bound[0] = mdv_sub(mdv_min(ca, cb), mdv_max(da, db));
    bound[1] = mdv_sub(mdv_max(ca, cb), mdv_min(da, db));
}

/* Bounds of -phi'/r and phi'', both differences of two powers that fall with distance. */
MD_INLINE struct pair_bounds pair_lj_span(mdv repel, mdv attract, mdv near, mdv far)
{
    struct pair_bounds bounds;
    mdv square[2] = {near, far}, eighth[2], fourteenth[2];
    for (int k = 0; k < 2; k++) {
        mdv q = mdv_div(mdv_set(1.0), square[k]);
        mdv s = mdv_mul(mdv_mul(q, q), q);
        eighth[k] = mdv_mul(s, q);
        fourteenth[k] = mdv_mul(eighth[k], s);
    }
    pair_lj_difference(repel, fourteenth, attract, eighth, bounds.force);
    pair_lj_difference(mdv_mul(repel, mdv_set(13.0)), fourteenth, mdv_mul(attract, mdv_set(7.0)),
                       eighth, bounds.curvature);
    return bounds;
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
