/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of the second derivative of V = F(rho) + 1/2 sum phi, what belongs to one atom, while all
 * go a piece of straight way:
 *
 *     V'' = F''(rho) rho'^2 + F'(rho) rho'' + 1/2 sum (phi_rr r'^2 + phi_r r''),
 *     rho' = sum f_r r',   rho'' = sum (f_rr r'^2 + f_r r''),
 *
 * with each function bounded over what its argument can be.  All of them are splines whose second
 * derivative is a line within each interval, so that its bounds are found from the intervals' ends.
 */
#include "base/range.h"
#include "term/star/eam.h"

#include <math.h>

/* A function and its derivatives over a range of its argument. */
struct bounds {
    struct md_range value, slope, curvature;
};

/* The sums over partners. */
struct sums {
    struct md_range density, rate, swing, pair;
};

/* A spline whose intervals' cubics are `stride` doubles apart, between two places counted in
 * intervals; beyond the first and the last of them the last cubic goes on. */
static struct bounds spline_between(const double *table, size_t stride, int intervals, double from,
                                    double till)
{
    double last = intervals - 1, middle = 0.5 * (from + till), half = 0.5 * (till - from);
    size_t first = (size_t)fmin(fmax(from, 0.0), last), end = (size_t)fmin(fmax(till, 0.0), last);
    struct bounds bounds = {.curvature = {INFINITY, -INFINITY}};
    for (size_t k = first; k <= end; k++) {
        const double *c = table + stride * k;
        double a = k == first ? from - (double)k : 0.0, b = k == end ? till - (double)k : 1.0;
        struct md_range piece =
            md_range_between(2.0 * c[2] + 6.0 * c[3] * a, 2.0 * c[2] + 6.0 * c[3] * b);
        bounds.curvature = md_range_union(bounds.curvature, piece);
    }
    size_t k = (size_t)fmin(fmax(middle, 0.0), last);
    const double *c = table + stride * k;
    double t = middle - (double)k, slope = (3.0 * c[3] * t + 2.0 * c[2]) * t + c[1];
    bounds.slope = md_range_around(slope, bounds.curvature, half);
    bounds.value = md_range_around(((c[3] * t + c[2]) * t + c[1]) * t + c[0], bounds.slope, half);
    return bounds;
}

static struct bounds scaled(struct bounds bounds, double per)
{
    bounds.slope = md_range_scale(per, bounds.slope);
    bounds.curvature = md_range_scale(per * per, bounds.curvature);
    return bounds;
}

/* A function of distance; the last interval's end is where it stays. */
static struct bounds of_distance(const struct md_eam *eam, const double *table, struct md_range r)
{
    size_t stride = eam->many ? MD_EAM_RECORD_MANY : MD_EAM_RECORD_ONE;
    double end = eam->nr - 1;
    return scaled(spline_between(table, stride, eam->nr - 1, fmin(r.lo * eam->per_dr, end),
                                 fmin(r.hi * eam->per_dr, end)),
                  eam->per_dr);
}

/* phi = z/r, phi' = (z' - phi)/r, phi'' = (z'' - 2 phi')/r */
static struct bounds over_distance(struct bounds z, struct md_range r)
{
    struct md_range inverse = md_range_inverse(r);
    struct bounds phi = {.value = md_range_product(z.value, inverse)};
    phi.slope = md_range_product(md_range_sum(z.slope, md_range_scale(-1.0, phi.value)), inverse);
    phi.curvature =
        md_range_product(md_range_sum(z.curvature, md_range_scale(-2.0, phi.slope)), inverse);
    return phi;
}

/* Where the cutoff is within reach, the function may be 0 as well. */
static struct bounds or_nothing(struct bounds bounds)
{
    const struct md_range zero = {0.0, 0.0};
    return (struct bounds){md_range_union(bounds.value, zero), md_range_union(bounds.slope, zero),
                           md_range_union(bounds.curvature, zero)};
}

/* The second derivative along the way of a function of distance. */
static struct md_range along(const struct bounds *f, struct md_range rate, struct md_range swing)
{
    return md_range_sum(md_range_product(f->curvature, md_range_square(rate)),
                        md_range_product(f->slope, swing));
}

static void add_partner(const struct md_eam *eam, const double *table,
                        const struct md_star_range *range, size_t k, struct sums *sums)
{
    double near = range->square[0][k], far = range->square[1][k];
    if (!(near < eam->cutoff_sq))
        return;
    struct md_range r = {sqrt(near), sqrt(fmin(far, eam->cutoff_sq))};
    struct md_range rate = {range->rate[0][k], range->rate[1][k]};
    struct md_range swing = {range->swing[0][k], range->swing[1][k]};
    struct bounds density = of_distance(eam, table, r);
    struct bounds pair = over_distance(of_distance(eam, table + 4, r), r);
    if (far >= eam->cutoff_sq) {
        density = or_nothing(density);
        pair = or_nothing(pair);
    }
    sums->density = md_range_sum(sums->density, density.value);
    sums->rate = md_range_sum(sums->rate, md_range_product(density.slope, rate));
    sums->swing = md_range_sum(sums->swing, along(&density, rate, swing));
    sums->pair = md_range_sum(sums->pair, along(&pair, rate, swing));
}

/* F' and F'': beyond the last density the energy goes on along a line. */
static struct bounds embedding(const struct md_eam *eam, int type, struct md_range density)
{
    const struct md_range zero = {0.0, 0.0};
    double end = eam->nrho - 1, per = eam->per_drho;
    double from = fmin(density.lo * per, end), till = fmin(density.hi * per, end);
    if (!isfinite(from) || !isfinite(till))
        return (struct bounds){md_range_all(), md_range_all(), md_range_all()};
    struct bounds bounds =
        scaled(spline_between(eam->embed_of[type], 4, eam->nrho - 1, from, till), per);
    if (density.hi > eam->rho_max)
        bounds.curvature = md_range_union(bounds.curvature, zero);
    return bounds;
}

void md_eam_span(const void *state, int type, size_t count, const struct md_star_range *range,
                 const int32_t *row, double *scratch, double bound[2])
{
    const struct md_eam *eam = state;
    struct sums sums = {0};
    (void)scratch; /* nothing need be kept: F' multiplies all of a sum */
    for (size_t k = 0; k < count; k++)
        add_partner(eam, eam->pair_of[row[k]], range, k, &sums);
    struct bounds f = embedding(eam, type, sums.density);
    struct md_range all = md_range_sum(
        md_range_product(f.curvature, md_range_square(sums.rate)),
        md_range_sum(md_range_product(f.slope, sums.swing), md_range_scale(0.5, sums.pair)));
    bound[0] = all.lo;
    bound[1] = all.hi;
}
