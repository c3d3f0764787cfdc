/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arithmetic of ranges on vectors, for bounds of a pair potential between two distances: each lane
 * holds the least and the most that a number can be.  What is made of ranges by these operations
 * encloses every value that the numbers in them could give, and is as narrow as they are.
 *
 * Bounds may be infinite (atoms that can meet), but are never no number: 0 times infinity is 0,
 * since only the end of a range is infinite, never a number in it, and infinity less infinity is
 * whatever bounds least.
 */
#ifndef MD_TERM_PAIR_RANGE_H
#define MD_TERM_PAIR_RANGE_H

#include "term/pair_loop.h"

#include <math.h>

struct pair_range {
    mdv lo, hi;
};

/* Of a term that only rises or only falls: its values at both ends.  The first may be no number
 * where the distance is 0 and the term's factor too. */
MD_INLINE struct pair_range pair_range_between(mdv near, mdv far)
{
    return (struct pair_range){mdv_min(near, far), mdv_max(near, far)};
}

MD_INLINE struct pair_range pair_range_sum(struct pair_range a, struct pair_range b)
{
    const mdv infinity = mdv_set(INFINITY), below = mdv_set(-INFINITY);
    mdv lo = mdv_add(a.lo, b.lo), hi = mdv_add(a.hi, b.hi);
    return (struct pair_range){mdv_select(mdv_less_equal(lo, infinity), lo, below),
                               mdv_select(mdv_less_equal(below, hi), hi, infinity)};
}

MD_INLINE mdv pair_range_times(mdv a, mdv b)
{
    mdv product = mdv_mul(a, b);
    return mdv_keep(mdv_less_equal(product, product), product);
}

MD_INLINE struct pair_range pair_range_scale(mdv factor, struct pair_range a)
{
    return pair_range_between(pair_range_times(factor, a.lo), pair_range_times(factor, a.hi));
}

MD_INLINE struct pair_range pair_range_product(struct pair_range a, struct pair_range b)
{
    struct pair_range low = pair_range_scale(a.lo, b), high = pair_range_scale(a.hi, b);
    return (struct pair_range){mdv_min(low.lo, high.lo), mdv_max(low.hi, high.hi)};
}

/* 1/r; the ends are distances. */
MD_INLINE struct pair_range pair_range_inverse(mdv near, mdv far)
{
    return (struct pair_range){mdv_div(mdv_set(1.0), far), mdv_div(mdv_set(1.0), near)};
}

/* c0 + c1 x + c2 x^2 + c3 x^3 for x from lo to hi, by its Taylor series in the middle: wider than
 * it need be only by the square of hi - lo. */
MD_INLINE struct pair_range pair_range_cubic(const mdv c[4], mdv lo, mdv hi)
{
    const mdv half = mdv_set(0.5), three = mdv_set(3.0);
    mdv m = mdv_mul(half, mdv_add(lo, hi)), h = mdv_mul(half, mdv_sub(hi, lo));
    mdv value = mdv_fma(mdv_fma(mdv_fma(c[3], m, c[2]), m, c[1]), m, c[0]);
    mdv third = mdv_mul(three, c[3]), bend = mdv_fma(third, m, c[2]);
    mdv slope = mdv_fma(mdv_add(bend, c[2]), m, c[1]);
    mdv up = mdv_max(slope, mdv_sub(mdv_zero(), slope));
    mdv bent = mdv_max(bend, mdv_sub(mdv_zero(), bend));
    mdv cube = mdv_max(c[3], mdv_sub(mdv_zero(), c[3]));
    mdv off = mdv_mul(mdv_fma(mdv_fma(cube, h, bent), h, up), h);
    return (struct pair_range){mdv_sub(value, off), mdv_add(value, off)};
}

/* x (c x - 1) for x in a range, which is least at x = 1 / (2 c); c > 0. */
MD_INLINE struct pair_range pair_range_well(double c, struct pair_range x)
{
    const mdv factor = mdv_set(c), one = mdv_set(1.0), lowest = mdv_set(0.5 / c);
    mdv at_lo = mdv_mul(x.lo, mdv_fms(factor, x.lo, one));
    mdv at_hi = mdv_mul(x.hi, mdv_fms(factor, x.hi, one));
    struct pair_range range = pair_range_between(at_lo, at_hi);
    mdv deep = mdv_select(mdv_less(lowest, x.hi), mdv_set(-0.25 / c), range.lo);
    range.lo = mdv_select(mdv_less(x.lo, lowest), deep, range.lo);
    return range;
}

MD_INLINE struct pair_bounds pair_range_bounds(struct pair_range force, struct pair_range curvature)
{
    return (struct pair_bounds){{force.lo, force.hi}, {curvature.lo, curvature.hi}};
}

/* Of a formula in two pieces: bounds of the inner one where only that is met, of the outer one
 * where only that is, else of both. */
MD_INLINE struct pair_bounds pair_range_join(mdv_mask inner_only, mdv_mask outer_only,
                                             const struct pair_bounds *inner,
                                             const struct pair_bounds *outer)
{
    struct pair_bounds all;
    for (int k = 0; k < 2; k++) {
        mdv force = k == 0 ? mdv_min(inner->force[k], outer->force[k])
                           : mdv_max(inner->force[k], outer->force[k]);
        mdv bend = k == 0 ? mdv_min(inner->curvature[k], outer->curvature[k])
                          : mdv_max(inner->curvature[k], outer->curvature[k]);
        force = mdv_select(inner_only, inner->force[k], force);
        bend = mdv_select(inner_only, inner->curvature[k], bend);
        all.force[k] = mdv_select(outer_only, outer->force[k], force);
        all.curvature[k] = mdv_select(outer_only, outer->curvature[k], bend);
    }
    return all;
}

#endif
