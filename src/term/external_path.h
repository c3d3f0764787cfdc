/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An atom's straight way past a centre, d + v t: what its squared distance and d.v can be on it.
 * A central potential V = P(s) of the squared distance s has, on the way,
 *
 *     d2V/dt2 = 4 P''(s) (d.v)^2 + 2 P'(s) v^2.
 */
#ifndef MD_TERM_EXTERNAL_PATH_H
#define MD_TERM_EXTERNAL_PATH_H

#include "base/range.h"

struct md_external_path {
    struct md_range square; /* |d|^2 */
    struct md_range rate;   /* d.v, which only rises */
    double speed_sq;
};

static inline struct md_external_path md_external_path(const double d[3], const double v[3],
                                                       double time)
{
    struct md_external_path path = {0};
    double begin = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], end = 0.0;
    path.speed_sq = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    path.rate.lo = d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
    path.rate.hi = path.rate.lo + path.speed_sq * time;
    for (int k = 0; k < 3; k++)
        end += (d[k] + v[k] * time) * (d[k] + v[k] * time);
    path.square = md_range_between(begin, end);
    if (path.rate.lo < 0.0 && path.rate.hi > 0.0) { /* it passes the nearest point */
        double nearest = begin - path.rate.lo * path.rate.lo / path.speed_sq;
        path.square.lo = nearest > 0.0 ? fmin(nearest, path.square.lo) : 0.0;
    }
    return path;
}

/* The bounds of d2V/dt2 from those of P' and P''. */
static inline struct md_range md_external_path_bend(const struct md_external_path *path,
                                                    struct md_range first, struct md_range second)
{
    struct md_range turn = md_range_product(second, md_range_square(path->rate));
    return md_range_sum(md_range_scale(4.0, turn), md_range_scale(2.0 * path->speed_sq, first));
}

#endif
