/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loop over pairs, written once for every pair potential.
 *
 * How to add a pair potential: one file in pair/ that
 *
 *   1. includes this header and says what it is called and how long its record of constants is:
 *          #define PAIR_POTENTIAL MD_ISA_NAME(md_pair_lj_cut)
 *          #define PAIR_KIND      kind
 *          #define PAIR_RECORD    4
 *   2. writes its formula as one inlined function on vectors,
 *          MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy,
 *                                                    bool curvature)
 *      where p[k] is the k-th double of the record (p[0]: squared cutoff) and r2 the squared
 *      distance; it returns -phi'(r)/r always, and phi and phi'' when asked;
 *   3. fills a struct md_pair_kind named `kind` (coefficients, mixing, how a record is derived);
 *   4. includes term/pair_faces.h, which makes the faces `sum`, `one` and `stiffness` from
 * that one formula, and ends with the const struct PAIR_POTENTIAL: style, manual, PAIR_FACES;
 *   5. is listed in local.mk (kernel_sources) and in registry.c.
 *
 * For schemes that look ahead along a path it also says #define PAIR_SPAN and writes
 *          MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
 * which bounds -phi'/r and phi'' for all squared distances from near to far <= p[0]: mostly by
 * summing bounds of terms that rise or fall with distance; pair_range.h has what that needs.
 *
 * A formula that costs many times what it costs to find a distance says #define PAIR_DEAR: vectors
 * none of whose lanes is within the cutoff are passed over.
 *
 * The list is full: atom i meets all of its partners, and its force is summed here and nowhere
 * else, in the order of the list.  Nothing is scattered, no two threads write to one place, and
 * every bit of a force is the same for any number of threads.  A vector of partners costs one
 * aligned half-site load per half and three unpacks instead of a gather.  Lanes beyond the cutoff
 * (and the far site that pads the list) are computed and masked out: cheaper than a branch.
 *
 * The loop is specialised by constants: one type of atoms or many (then each lane has its own
 * record), with tally or without.  The operations that make a force are the same in all of them,
 * none may be contracted or reordered by the compiler, so a force does not depend on whether the
 * energy was wanted.
 */
#ifndef MD_TERM_PAIR_LOOP_H
#define MD_TERM_PAIR_LOOP_H

#include "base/simd_pack.h"
#include "term/pair.h"

#include <math.h>

struct pair_value {
    mdv force;     /* -phi'(r) / r */
    mdv energy;    /* phi(r) */
    mdv curvature; /* phi''(r) */
};

/* The least and the most they can be between two distances. */
struct pair_bounds {
    mdv force[2], curvature[2];
};

/* Sums over an atom's partners that are wanted only with a tally. */
struct pair_sums {
    mdv energy, xx, yy, zz, xy, xz, yz;
};

MD_INLINE void pair_sums_add(struct pair_sums *sums, mdv energy, mdv force, mdv dx, mdv dy, mdv dz)
{
    mdv fx = mdv_mul(force, dx), fy = mdv_mul(force, dy), fz = mdv_mul(force, dz);
    sums->energy = mdv_add(sums->energy, energy);
    sums->xx = mdv_fma(fx, dx, sums->xx);
    sums->yy = mdv_fma(fy, dy, sums->yy);
    sums->zz = mdv_fma(fz, dz, sums->zz);
    sums->xy = mdv_fma(fx, dy, sums->xy);
    sums->xz = mdv_fma(fx, dz, sums->xz);
    sums->yz = mdv_fma(fy, dz, sums->yz);
}

/* The atom's part of energy and virial. A full list sees every pair twice, hence the halves. */
MD_INLINE void pair_sums_store(const struct pair_sums *sums, double row[MD_EXACT_COLUMNS])
{
    const mdv half = mdv_set(0.5);
    mdv_store_sums(row, mdv_mul(half, sums->energy), mdv_mul(half, sums->xx),
                   mdv_mul(half, sums->yy), mdv_mul(half, sums->zz));
    mdv_store_sums(row + 4, mdv_mul(half, sums->xy), mdv_mul(half, sums->xz),
                   mdv_mul(half, sums->yz), mdv_zero());
}

/* What a potential made by pair_faces.h can at least do; PAIR_CAN_SPAN is 0 without bounds. */
#define PAIR_CAN                                                                                   \
    (MD_CAN_SUM | MD_CAN_ONE | MD_CAN_STIFFNESS | MD_CAN_VIRIAL | MD_CAN_SHELL | PAIR_CAN_SPAN)

/* Makes of a potential its share in a shell: S phi, and S (-phi'/r) - (S'/r) phi, or S (-phi'/r)
 * alone where S is of forces.  The energy must be there.  A pair meets at most one of the two edges
 * (struct md_shell_lines). */
MD_INLINE void pair_shell(const struct md_shell_lines *lines, mdv r2, mdv *force, mdv *energy)
{
    const mdv one = mdv_set(1.0);
    mdv_mask near = mdv_less(r2, mdv_set(lines->middle));
    mdv scale = mdv_select(near, mdv_set(lines->scale[0]), mdv_set(lines->scale[1]));
    mdv offset = mdv_select(near, mdv_set(lines->offset[0]), mdv_set(lines->offset[1]));
    mdv x = mdv_fma(lines->of_force ? mdv_sqrt(r2) : r2, scale, offset);
    x = mdv_min(mdv_keep(mdv_less(mdv_zero(), x), x), one);
    if (lines->of_force) {
        mdv cubic = mdv_fma(mdv_set(2.0), x, mdv_set(-3.0));
        mdv part = mdv_fma(mdv_mul(x, x), cubic, one);
        *force = mdv_mul(part, *force);
        *energy = mdv_mul(part, *energy);
        return;
    }
    mdv inner = mdv_fms(mdv_fma(mdv_set(-6.0), x, mdv_set(15.0)), x, mdv_set(10.0));
    mdv share = mdv_fma(mdv_mul(mdv_mul(x, x), x), inner, one);
    mdv bell = mdv_mul(x, mdv_sub(one, x));
    mdv fall = mdv_mul(mdv_mul(mdv_set(60.0), scale), mdv_mul(bell, bell)); /* -S'/r */
    *force = mdv_fma(share, *force, mdv_mul(fall, *energy));
    *energy = mdv_mul(share, *energy);
}

/* Weight of x - y along the line: a force f = -phi' becomes f/r, and 0 where the atoms coincide and
 * the line has no direction. */
MD_INLINE mdv pair_over(mdv f, mdv r)
{
    return mdv_keep(mdv_less(mdv_zero(), r), mdv_div(f, r));
}

MD_INLINE mdv pair_square(mdv dx, mdv dy, mdv dz)
{
    return mdv_fma(dz, dz, mdv_fma(dy, dy, mdv_mul(dx, dx)));
}

/* No lane is within the cutoff, so that the vector would add zeros and nothing else: a distance
 * that is no finite number would add NaN, and is not passed over. */
MD_INLINE bool pair_outside(mdv r2, mdv cutoff_sq)
{
    const unsigned all = (1u << MDV_WIDTH) - 1;
    return mdv_bits(mdv_less_equal(cutoff_sq, r2)) == all &&
           mdv_bits(mdv_less(r2, mdv_set(INFINITY))) == all;
}

/* The one argument of most pair styles. */
#define PAIR_CUTOFF                                                                                \
    {                                                                                              \
        "cutoff", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "distance",                                \
            "distance beyond which pairs do not interact, unless pair_coeff gives another",        \
            offsetof(struct md_pair, global), 0.0, INFINITY, NULL, NULL                            \
    }

#endif
