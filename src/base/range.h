/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arithmetic of ranges: the least and the most that a number can be.  What these operations make of
 * ranges encloses every value that the numbers in them could give, up to rounding, and is as
 * narrow as they are.
 *
 * Ends may be infinite but are never no number: 0 times infinity is 0, since infinite is only the
 * end of a range, never a number in it, and infinity less infinity is whatever bounds least.
 */
#ifndef MD_BASE_RANGE_H
#define MD_BASE_RANGE_H

#include <math.h>

struct md_range {
    double lo, hi;
};

/* Of what only rises or only falls: its values at both ends. */
static inline struct md_range md_range_between(double a, double b)
{
    return a < b ? (struct md_range){a, b} : (struct md_range){b, a};
}

static inline struct md_range md_range_all(void)
{
    return (struct md_range){-INFINITY, INFINITY};
}

static inline struct md_range md_range_union(struct md_range a, struct md_range b)
{
    return (struct md_range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static inline struct md_range md_range_sum(struct md_range a, struct md_range b)
{
    double lo = a.lo + b.lo, hi = a.hi + b.hi;
    return (struct md_range){lo == lo ? lo : -INFINITY, hi == hi ? hi : INFINITY};
}

static inline double md_range_times(double a, double b)
{
    return a == 0.0 || b == 0.0 ? 0.0 : a * b;
}

static inline struct md_range md_range_scale(double factor, struct md_range a)
{
    return md_range_between(md_range_times(factor, a.lo), md_range_times(factor, a.hi));
}

static inline struct md_range md_range_product(struct md_range a, struct md_range b)
{
    return md_range_union(md_range_scale(a.lo, b), md_range_scale(a.hi, b));
}

static inline struct md_range md_range_square(struct md_range a)
{
    double lo = a.lo * a.lo, hi = a.hi * a.hi;
    struct md_range ends = md_range_between(lo, hi);
    return a.lo < 0.0 && a.hi > 0.0 ? (struct md_range){0.0, ends.hi} : ends;
}

/* Of 0 < a.lo, or infinite at the end that is 0. */
static inline struct md_range md_range_inverse(struct md_range a)
{
    return (struct md_range){1.0 / a.hi, 1.0 / a.lo};
}

/* Of a function with this value in the middle and a slope in this range up to `far` from it. */
static inline struct md_range md_range_around(double middle, struct md_range slope, double far)
{
    double off = far * fmax(fabs(slope.lo), fabs(slope.hi));
    return (struct md_range){middle - off, middle + off};
}

/* x (c x - 1), which is least at x = 1 / (2 c); c > 0. */
static inline struct md_range md_range_well(double c, struct md_range x)
{
    struct md_range ends = md_range_between(x.lo * (c * x.lo - 1.0), x.hi * (c * x.hi - 1.0));
    if (x.lo < 0.5 / c && 0.5 / c < x.hi)
        ends.lo = -0.25 / c;
    return ends;
}

#endif
