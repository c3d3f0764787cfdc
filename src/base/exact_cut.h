/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cutting the terms of exact sums (base/exact.c says what for).  Terms smaller than 2^E are each
 * cut into a multiple of 2^(E-44), a multiple of 2^(E-89) and a rest that is nearly always zero;
 * sums of MD_EXACT_BATCH such multiples are exact.  A cut rounds to a grid, by adding a large
 * number and taking it away.
 */
#ifndef MD_BASE_EXACT_CUT_H
#define MD_BASE_EXACT_CUT_H

#include "base/simd.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MD_EXACT_BATCH 512
/* Terms come in multiples of this, the widest vector. */
#define MD_EXACT_LANES 8

/* The sums of the coarse and the fine cuts of at most a batch of terms, in whole lanes; false where
 * these are not all of the terms. */
typedef bool md_exact_cutter(const double *term, size_t count, double sum[2]);
md_exact_cutter md_exact_cut_base, md_exact_cut_avx2, md_exact_cut_avx512;

#ifdef MD_ISA

/* What to add to the exponent of the largest term for the two grids, and between which exponents
 * the grids are doubles and their cuts exact. */
#define MD_EXACT_COARSE (9 * (int64_t)1)
#define MD_EXACT_FINE   (-36 * (int64_t)1)
#define MD_EXACT_LEAST  200
#define MD_EXACT_MOST   1900

/* The largest size of terms so far; NaN is not noticed: it ends up in the rests. */
MD_INLINE mdv md_exact_size(mdv a)
{
    return (mdv)((mdv_uint)a & (uint64_t)INT64_MAX);
}

/* 1.5 times a power of two that cuts terms of at most this size. */
MD_INLINE mdv md_exact_grid(mdv largest, int64_t up)
{
    mdv_uint exponent = ((mdv_uint)largest >> 52) + (uint64_t)up;
    return (mdv)(exponent << 52 | (uint64_t)1 << 51);
}

/* Cuts terms at the two grids, adds the cuts to sum[0] and sum[1] and the sizes of rests to sum[2].
 */
MD_INLINE void md_exact_cut_terms(mdv term, const mdv grid[2], mdv sum[3])
{
    mdv high = mdv_sub(mdv_add(term, grid[0]), grid[0]), below = mdv_sub(term, high);
    mdv low = mdv_sub(mdv_add(below, grid[1]), grid[1]);
    sum[0] = mdv_add(sum[0], high);
    sum[1] = mdv_add(sum[1], low);
    sum[2] = mdv_add(sum[2], md_exact_size(mdv_sub(below, low)));
}

/* Whether the sums of cuts are all of terms of at most this size, with these rests. */
static inline bool md_exact_is_cut(double largest, double rest)
{
    uint64_t bits = (uint64_t)0;
    __builtin_memcpy(&bits, &largest, sizeof bits);
    bits >>= 52;
    bool can = bits >= MD_EXACT_LEAST && bits <= MD_EXACT_MOST;
    return rest == 0.0 && (can || largest == 0.0);
}

#endif
#endif
