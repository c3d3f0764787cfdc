/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops over pairs of es_path.c, compiled for each instruction set. */
#include "integrate/terraces/whole/es_loops.h"

/* c + s (2 b + s a), the square of the distance at s. */
MD_INLINE mdv square_at(const struct md_es_set *set, size_t p, mdv s)
{
    mdv b = mdv_load(set->b + p);
    return mdv_fma(s, mdv_fma(s, mdv_load(set->a + p), mdv_add(b, b)), mdv_load(set->c + p));
}

/* r r' at s. */
MD_INLINE mdv product_at(const struct md_es_set *set, size_t p, mdv s)
{
    return mdv_fma(s, mdv_load(set->a + p), mdv_load(set->b + p));
}

static void aim(struct md_es_set *set)
{
    for (size_t p = 0; p < set->padded; p += MDV_WIDTH) {
        mdv x = mdv_load(set->r[0] + p), y = mdv_load(set->r[1] + p), z = mdv_load(set->r[2] + p);
        mdv u = mdv_load(set->w[0] + p), v = mdv_load(set->w[1] + p), w = mdv_load(set->w[2] + p);
        mdv cx = mdv_fms(y, w, mdv_mul(z, v)), cy = mdv_fms(z, u, mdv_mul(x, w));
        mdv cz = mdv_fms(x, v, mdv_mul(y, u));
        mdv_store(set->a + p, mdv_fma(w, w, mdv_fma(v, v, mdv_mul(u, u))));
        mdv_store(set->b + p, mdv_fma(z, w, mdv_fma(y, v, mdv_mul(x, u))));
        mdv_store(set->c + p, mdv_fma(z, z, mdv_fma(y, y, mdv_mul(x, x))));
        mdv_store(set->cross + p, mdv_fma(cz, cz, mdv_fma(cy, cy, mdv_mul(cx, cx))));
    }
}

static void squares(struct md_es_set *set, double s)
{
    const mdv at = mdv_set(s);
    for (size_t p = 0; p < set->padded; p += MDV_WIDTH)
        mdv_store(set->square + p, square_at(set, p, at));
}

/* V'' = phi'' r'^2 + phi' r'' with r'^2 = u^2/r^2, u = r r', and phi' r'' = (phi'/r) (a - r'^2). */
static void sums(const struct md_es_set *set, double s, double value[3])
{
    const mdv at = mdv_set(s);
    mdv energy = mdv_zero(), slope = mdv_zero(), curve = mdv_zero();
    for (size_t p = 0; p < set->padded; p += MDV_WIDTH) {
        mdv weight = mdv_load(set->weight + p), u = product_at(set, p, at);
        mdv force = mdv_mul(weight, mdv_load(set->force + p));
        mdv bend = mdv_fma(weight, mdv_load(set->curvature + p), force);
        mdv rate = mdv_div(mdv_mul(u, u), mdv_load(set->square + p));
        energy = mdv_fma(weight, mdv_load(set->energy + p), energy);
        slope = mdv_fma(force, u, slope);
        curve = mdv_add(curve, mdv_fms(bend, rate, mdv_mul(force, mdv_load(set->a + p))));
    }
    value[0] += mdv_sum(energy);
    value[1] -= mdv_sum(slope);
    value[2] += mdv_sum(curve);
}

static void ranges(struct md_es_set *set, double from, double to)
{
    const mdv first = mdv_set(from), last = mdv_set(to), zero = mdv_zero();
    for (size_t p = 0; p < set->padded; p += MDV_WIDTH) {
        mdv begin = square_at(set, p, first), end = square_at(set, p, last);
        mdv approach = product_at(set, p, first), recede = product_at(set, p, last);
        mdv least = mdv_div(mdv_load(set->cross + p), mdv_load(set->a + p));
        mdv near = mdv_min(begin, end);
        /* Closest between the two: approaching at first, going apart at last. */
        mdv turned = mdv_select(mdv_less(zero, recede), mdv_min(least, near), near);
        near = mdv_select(mdv_less(approach, zero), turned, near);
        mdv_store(set->near + p, mdv_max(near, zero));
        mdv_store(set->far + p, mdv_max(begin, end));
    }
}

/* Adds the least and the most of x y, where y is not negative. */
MD_INLINE void add_product(mdv least, mdv most, mdv low, mdv high, mdv sum[2])
{
    const mdv zero = mdv_zero();
    sum[0] = mdv_fma(least, mdv_select(mdv_less(least, zero), high, low), sum[0]);
    sum[1] = mdv_fma(most, mdv_select(mdv_less(zero, most), high, low), sum[1]);
}

/* As in sums: the part of w^2 across the line, |r x w|^2/r^2, falls with distance; the part along
 * it is the rest. */
static void bounds(const struct md_es_set *set, double bound[2])
{
    const mdv zero = mdv_zero();
    mdv total[2] = {zero, zero};
    for (size_t p = 0; p < set->padded; p += MDV_WIDTH) {
        mdv a = mdv_load(set->a + p), cross = mdv_load(set->cross + p);
        mdv weight = mdv_load(set->weight + p), sum[2] = {zero, zero};
        mdv across_low = mdv_min(mdv_div(cross, mdv_load(set->far + p)), a);
        mdv across_high = mdv_min(mdv_div(cross, mdv_load(set->near + p)), a);
        add_product(mdv_load(set->span.curvature[0] + p), mdv_load(set->span.curvature[1] + p),
                    mdv_sub(a, across_high), mdv_sub(a, across_low), sum);
        add_product(mdv_sub(zero, mdv_load(set->span.force[1] + p)),
                    mdv_sub(zero, mdv_load(set->span.force[0] + p)), across_low, across_high, sum);
        total[0] = mdv_fma(weight, sum[0], total[0]);
        total[1] = mdv_fma(weight, sum[1], total[1]);
    }
    bound[0] += mdv_sum(total[0]);
    bound[1] += mdv_sum(total[1]);
}

static void pulls(struct md_es_set *set, double s, double virial[6])
{
    const mdv at = mdv_set(s);
    mdv xx = mdv_zero(), yy = xx, zz = xx, xy = xx, xz = xx, yz = xx;
    for (size_t p = 0; p < set->padded; p += MDV_WIDTH) {
        mdv force = mdv_mul(mdv_load(set->weight + p), mdv_load(set->force + p));
        mdv x = mdv_fma(at, mdv_load(set->w[0] + p), mdv_load(set->r[0] + p));
        mdv y = mdv_fma(at, mdv_load(set->w[1] + p), mdv_load(set->r[1] + p));
        mdv z = mdv_fma(at, mdv_load(set->w[2] + p), mdv_load(set->r[2] + p));
        mdv fx = mdv_mul(force, x), fy = mdv_mul(force, y), fz = mdv_mul(force, z);
        mdv_store(set->near + p, fx);
        mdv_store(set->far + p, fy);
        mdv_store(set->energy + p, fz);
        xx = mdv_fma(fx, x, xx);
        yy = mdv_fma(fy, y, yy);
        zz = mdv_fma(fz, z, zz);
        xy = mdv_fma(fx, y, xy);
        xz = mdv_fma(fx, z, xz);
        yz = mdv_fma(fy, z, yz);
    }
    const mdv sum[6] = {xx, yy, zz, xy, xz, yz};
    for (int k = 0; k < 6; k++)
        virial[k] += mdv_sum(sum[k]);
}

const struct md_es_loops MD_ISA_NAME(md_es_loops) = {aim, squares, sums, ranges, bounds, pulls};
