/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A double is m 2^p smallest denormals, with m < 2^53 and 0 <= p <= 2045. The sum is a fixed-point
 * number of 68 chunks that count 2^(32 k) each: a term adds the low part of m 2^(p mod 32) to chunk
 * p / 32 and the rest, less than 2^53, to the next one. Chunks have 64 bits with their sign, so
 * that 1024 terms fit before carries must be passed on (the small superaccumulator of R. M. Neal,
 * arXiv:1505.05571, 2015).
 *
 * Many terms: each is cut into a multiple of 2^(E-44), where 2^E exceeds all of a batch, a multiple
 * of 2^(E-89) and a rest that is nearly always zero. The cuts are exact, and so are sums of 512
 * doubles of one such grid; just these two sums go into the chunks, and what rests are left. (The
 * cut by adding and taking away a large number: S. M. Rump, T. Ogita, S. Oishi, SIAM J. Sci.
 * Comput. 31 (2008) 189.) Since nothing is rounded, batches may be formed in any way.
 */
#include "base/exact.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define CHUNK_BITS 32
#define CHUNK_MASK 0xffffffff
#define LEAST      (-1074) /* exponent of the smallest denormal */
#define ROOM       1024    /* additions that chunks can take before carries are passed on */
#define BATCH      512     /* terms whose cuts add up without rounding */
#define LANES      8
#define CUT        44 /* bits of a cut: 53 less those of the number of terms in a batch */

enum { MINUS_INFINITE = 1, PLUS_INFINITE = 2, NOT_A_NUMBER = 4 };

/* ------------------------------------------------------------------ single terms */

/* Passes carries on: all chunks but the last become 0..2^32-1, the last one has the sign. */
static void settle(struct md_exact *sum)
{
    int64_t carry = 0;
    for (int k = 0; k < MD_EXACT_CHUNKS - 1; k++) {
        int64_t whole = sum->chunk[k] + carry, rest = whole & CHUNK_MASK;
        carry = (whole - rest) / ((int64_t)1 << CHUNK_BITS);
        sum->chunk[k] = rest;
    }
    sum->chunk[MD_EXACT_CHUNKS - 1] += carry;
    sum->unsettled = 0;
}

static int32_t special_of(double term)
{
    if (isnan(term))
        return NOT_A_NUMBER;
    return term > 0.0 ? PLUS_INFINITE : MINUS_INFINITE;
}

void md_exact_add(struct md_exact *sum, double term)
{
    uint64_t bits;
    memcpy(&bits, &term, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & 0xfffffffffffff;
    if (exponent == 0x7ff) {
        sum->special |= special_of(term);
        return;
    }
    if (exponent > 0)
        mantissa |= (uint64_t)1 << 52;
    int place = exponent > 0 ? exponent - 1 : 0;
    int64_t *chunk = &sum->chunk[place / CHUNK_BITS];
    int shift = place % CHUNK_BITS;
    int64_t low = (int64_t)(mantissa << shift & CHUNK_MASK);
    int64_t high = (int64_t)(mantissa >> (CHUNK_BITS - shift));
    bool negative = bits >> 63;
    chunk[0] += negative ? -low : low;
    chunk[1] += negative ? -high : high;
    if (++sum->unsettled == ROOM)
        settle(sum);
}

void md_exact_merge(struct md_exact *sum, const struct md_exact *other)
{
    struct md_exact copy = *other;
    settle(sum);
    settle(&copy);
    for (int k = 0; k < MD_EXACT_CHUNKS; k++)
        sum->chunk[k] += copy.chunk[k];
    settle(sum);
    sum->special |= copy.special;
}

/* ------------------------------------------------------------------ many terms */

/* Adding and taking away a large number rounds to its grid. */
static inline double cut(double term, double grid)
{
    return (term + grid) - grid;
}

/* The largest size of a whole number of lanes of terms, or infinity if there is a NaN. */
static double largest(const double *term, size_t count)
{
    double most[LANES] = {0}, not_finite[LANES] = {0};
    for (size_t i = 0; i < count; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++) {
            double size = fabs(term[i + lane]);
            most[lane] = size > most[lane] ? size : most[lane];
            not_finite[lane] += size - size; /* 0, or NaN for infinities and NaN */
        }
    double all = 0.0, bad = 0.0;
    for (size_t lane = 0; lane < LANES; lane++) {
        all = most[lane] > all ? most[lane] : all;
        bad += not_finite[lane];
    }
    return bad == 0.0 ? all : INFINITY;
}

/* Cuts terms at two grids, adds the cuts up in lanes, and leaves the rests. */
static void cut_batch(const double *restrict term, size_t count, const double grid[2],
                      double *restrict rest, double coarse[restrict LANES],
                      double fine[restrict LANES])
{
    const double first = grid[0], second = grid[1];
    double a[LANES] = {0}, b[LANES] = {0};
    for (size_t i = 0; i < count; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++) {
            double high = cut(term[i + lane], first), below = term[i + lane] - high;
            double low = cut(below, second);
            a[lane] += high;
            b[lane] += low;
            rest[i + lane] = below - low;
        }
    memcpy(coarse, a, sizeof a);
    memcpy(fine, b, sizeof b);
}

static void add_one_by_one(struct md_exact *sum, const double *term, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (term[i] != 0.0)
            md_exact_add(sum, term[i]);
}

/* A whole number of lanes. */
static void add_batch(struct md_exact *sum, const double *term, size_t count)
{
    double most = largest(term, count), rest[BATCH], coarse[LANES], fine[LANES];
    int exponent = 0;
    if (most == 0.0)
        return;
    if (most < INFINITY)
        frexp(most, &exponent);
    if (!(most < INFINITY) || exponent < -800 || exponent > 900) { /* grids might not be doubles */
        add_one_by_one(sum, term, count);
        return;
    }
    double grid[2] = {ldexp(1.5, exponent - CUT + 52), ldexp(1.5, exponent - 2 * CUT - 1 + 52)};
    cut_batch(term, count, grid, rest, coarse, fine);
    add_one_by_one(sum, coarse, LANES);
    add_one_by_one(sum, fine, LANES);
    if (largest(rest, count) > 0.0)
        add_one_by_one(sum, rest, count);
}

void md_exact_add_many(struct md_exact *sum, const double *term, size_t count)
{
    size_t whole = count - count % LANES;
    for (size_t begin = 0; begin < whole; begin += BATCH)
        add_batch(sum, term + begin, whole - begin < BATCH ? whole - begin : BATCH);
    add_one_by_one(sum, term + whole, count - whole);
}

/* ------------------------------------------------------------------ the result */

/* Chunks k, k-1 and k-2 (or zeros), of which the first is not zero, as a double; `more`: are any
 * lower ones not zero? Rounds to nearest, ties to even. */
static double rounded(const int64_t *chunk, int k, bool more)
{
    uint64_t high = (uint64_t)chunk[k] << CHUNK_BITS | (uint64_t)(k > 0 ? chunk[k - 1] : 0);
    uint64_t low = (uint64_t)(k > 1 ? chunk[k - 2] : 0);
    int shift = 0;
    while (!(high >> 63)) {
        high = high << 1 | (low >> (CHUNK_BITS - 1) & 1);
        low = low << 1 & CHUNK_MASK;
        shift++;
    }
    uint64_t mantissa = high >> 11, cut = high & 0x7ff, half = 0x400;
    bool above = cut > half || (cut == half && (low != 0 || more));
    if (above || (cut == half && (mantissa & 1)))
        mantissa++;
    return ldexp((double)mantissa, CHUNK_BITS * (k - 1) + LEAST - shift + 11);
}

double md_exact_value(const struct md_exact *sum)
{
    struct md_exact copy = *sum;
    int32_t infinite = copy.special & (MINUS_INFINITE | PLUS_INFINITE);
    if ((copy.special & NOT_A_NUMBER) || infinite == (MINUS_INFINITE | PLUS_INFINITE))
        return NAN;
    if (infinite)
        return infinite == PLUS_INFINITE ? INFINITY : -INFINITY;
    settle(&copy);
    bool negative = copy.chunk[MD_EXACT_CHUNKS - 1] < 0;
    for (int k = 0; negative && k < MD_EXACT_CHUNKS; k++)
        copy.chunk[k] = -copy.chunk[k];
    if (negative)
        settle(&copy);
    int first = MD_EXACT_CHUNKS - 1;
    while (first >= 0 && copy.chunk[first] == 0)
        first--;
    if (first < 0)
        return 0.0;
    bool more = false;
    for (int k = 0; k < first - 2; k++)
        more |= copy.chunk[k] != 0;
    double value = rounded(copy.chunk, first, more);
    return negative ? -value : value;
}

void md_exact_values(const struct md_exact *sum, size_t count, double *value)
{
    for (size_t k = 0; k < count; k++)
        value[k] = md_exact_value(&sum[k]);
}
