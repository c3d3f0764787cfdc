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
 * doubles of one such grid; just these two sums go into the number, and what rests are left. (The
 * cut by adding and taking away a large number: S. M. Rump, T. Ogita, S. Oishi, SIAM J. Sci.
 * Comput. 31 (2008) 189.) Since nothing is rounded, batches may be formed in any way. Where one
 * batch is all there is, the two sums added are the result: one rounding of the exact sum.
 */
#include "base/exact.h"

#include "base/exact_cut.h"
#include "base/simd.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define CHUNK_BITS 32
#define CHUNK_MASK 0xffffffff
#define LEAST      (-1074) /* exponent of the smallest denormal */
#define ROOM       1024    /* additions that chunks can take before carries are passed on */
#define LANES      8

_Static_assert(MD_EXACT_WAITING % LANES == 0 && MD_EXACT_BATCH % LANES == 0, "whole lanes");

enum { MINUS_INFINITE = 1, PLUS_INFINITE = 2, NOT_A_NUMBER = 4 };

/* ------------------------------------------------------------------ the number */

/* Passes carries on: all chunks in use but the last become 0..2^32-1, the last one has the sign. */
static void settle(struct md_exact_number *number)
{
    int64_t carry = 0;
    int k = number->low;
    number->unsettled = 0;
    if (number->low == number->high)
        return;
    for (; k < number->high - 1; k++) {
        int64_t whole = number->chunk[k] + carry, rest = whole & CHUNK_MASK;
        carry = (whole - rest) / ((int64_t)1 << CHUNK_BITS);
        number->chunk[k] = rest;
    }
    number->chunk[k] += carry;
    /* The last in use may have more than its bits: then there is a next one. */
    while (k < MD_EXACT_CHUNKS - 1 &&
           (number->chunk[k] > CHUNK_MASK || number->chunk[k] < -(int64_t)CHUNK_MASK)) {
        int64_t whole = number->chunk[k], rest = whole & CHUNK_MASK;
        number->chunk[k] = rest;
        number->chunk[++k] = (whole - rest) / ((int64_t)1 << CHUNK_BITS);
        number->high = k + 1;
    }
}

static int32_t special_of(double term)
{
    if (isnan(term))
        return NOT_A_NUMBER;
    return term > 0.0 ? PLUS_INFINITE : MINUS_INFINITE;
}

/* Chunks low to high-1 are in use from now on; those that were not begin at 0. */
static void use_chunks(struct md_exact_number *number, int low, int high)
{
    if (number->low == number->high)
        number->low = number->high = low;
    while (number->low > low)
        number->chunk[--number->low] = 0;
    while (number->high < high)
        number->chunk[number->high++] = 0;
}

void md_exact_number_add(struct md_exact_number *number, double term)
{
    uint64_t bits;
    memcpy(&bits, &term, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & 0xfffffffffffff;
    if (exponent == 0x7ff) {
        number->special |= special_of(term);
        return;
    }
    if (exponent > 0)
        mantissa |= (uint64_t)1 << 52;
    int place = exponent > 0 ? exponent - 1 : 0, k = place / CHUNK_BITS;
    int shift = place % CHUNK_BITS;
    int64_t low = (int64_t)(mantissa << shift & CHUNK_MASK);
    int64_t high = (int64_t)(mantissa >> (CHUNK_BITS - shift));
    bool negative = bits >> 63;
    if (k < number->low || k + 2 > number->high)
        use_chunks(number, k, k + 2);
    number->chunk[k] += negative ? -low : low;
    number->chunk[k + 1] += negative ? -high : high;
    if (++number->unsettled == ROOM)
        settle(number);
}

void md_exact_number_merge(struct md_exact_number *number, const struct md_exact_number *other)
{
    number->special |= other->special;
    if (other->low == other->high)
        return;
    struct md_exact_number copy = *other;
    settle(number);
    settle(&copy);
    use_chunks(number, copy.low, copy.high);
    for (int k = copy.low; k < copy.high; k++)
        number->chunk[k] += copy.chunk[k];
    settle(number);
}

/* ------------------------------------------------------------------ many terms */

/* The coarse and the fine cuts of a whole number of lanes, at most a batch, added up; false if
 * there are rests. The same with every instruction set. */
static bool cut(const double *term, size_t count, double sum[2])
{
    switch (md_simd_best()) {
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        return md_exact_cut_avx2(term, count, sum);
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        return md_exact_cut_avx512(term, count, sum);
#endif
    default:
        return md_exact_cut_base(term, count, sum);
    }
}

static void add_one_by_one(struct md_exact_number *number, const double *term, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (term[i] != 0.0)
            md_exact_number_add(number, term[i]);
}

/* A whole number of lanes. */
static void add_batch(struct md_exact_number *number, const double *term, size_t count)
{
    double sum[2];
    if (!cut(term, count, sum)) {
        add_one_by_one(number, term, count);
        return;
    }
    if (sum[0] != 0.0)
        md_exact_number_add(number, sum[0]);
    if (sum[1] != 0.0)
        md_exact_number_add(number, sum[1]);
}

/* Copies terms and fills up the last lanes with zeros; returns how many there are then. */
static size_t fill_lanes(const double *term, size_t count, double *to)
{
    size_t whole = (count + LANES - 1) / LANES * LANES;
    memcpy(to, term, count * sizeof *to);
    for (size_t i = count; i < whole; i++)
        to[i] = 0.0;
    return whole;
}

void md_exact_number_add_many(struct md_exact_number *number, const double *term, size_t count)
{
    size_t whole = count - count % LANES;
    double rest[LANES];
    for (size_t begin = 0; begin < whole; begin += MD_EXACT_BATCH)
        add_batch(number, term + begin,
                  whole - begin < MD_EXACT_BATCH ? whole - begin : MD_EXACT_BATCH);
    if (whole < count)
        add_batch(number, rest, fill_lanes(term + whole, count - whole, rest));
}

/* ------------------------------------------------------------------ the result */

/* Chunks k, k-1 and k-2 (or zeros), of which the first is not zero, as a double; `more`: are any
 * lower ones not zero? Rounds to nearest, ties to even. */
static double rounded(const int64_t *chunk, int k, bool more)
{
    uint64_t high = (uint64_t)chunk[k] << CHUNK_BITS | (uint64_t)(k > 0 ? chunk[k - 1] : 0);
    uint64_t low = (uint64_t)(k > 1 ? chunk[k - 2] : 0);
    int shift = __builtin_clzll(high); /* less than CHUNK_BITS: chunk k is not zero */
    if (shift > 0) {
        high = high << shift | low >> (CHUNK_BITS - shift);
        low = low << shift & CHUNK_MASK;
    }
    uint64_t mantissa = high >> 11, cut = high & 0x7ff, half = 0x400;
    bool above = cut > half || (cut == half && (low != 0 || more));
    if (above || (cut == half && (mantissa & 1)))
        mantissa++;
    return ldexp((double)mantissa, CHUNK_BITS * (k - 1) + LEAST - shift + 11);
}

double md_exact_number_value(const struct md_exact_number *number)
{
    int32_t infinite = number->special & (MINUS_INFINITE | PLUS_INFINITE);
    if ((number->special & NOT_A_NUMBER) || infinite == (MINUS_INFINITE | PLUS_INFINITE))
        return NAN;
    if (infinite)
        return infinite == PLUS_INFINITE ? INFINITY : -INFINITY;
    if (number->low == number->high)
        return 0.0;
    struct md_exact_number copy = *number;
    settle(&copy);
    bool negative = copy.chunk[copy.high - 1] < 0;
    for (int k = copy.low; negative && k < copy.high; k++)
        copy.chunk[k] = -copy.chunk[k];
    if (negative)
        settle(&copy);
    int first = copy.high - 1;
    while (first >= copy.low && copy.chunk[first] == 0)
        first--;
    if (first < copy.low)
        return 0.0;
    use_chunks(&copy, first > 2 ? first - 2 : 0, copy.high);
    bool more = false;
    for (int k = copy.low; k < first - 2; k++)
        more |= copy.chunk[k] != 0;
    double value = rounded(copy.chunk, first, more);
    return negative ? -value : value;
}

/* ------------------------------------------------------------------ sums whose terms wait */

void md_exact_flush(struct md_exact *sum)
{
    md_exact_number_add_many(&sum->number, sum->waiting, (size_t)sum->count);
    sum->count = 0;
}

void md_exact_add_many(struct md_exact *sum, const double *term, size_t count)
{
    if (count <= (size_t)(MD_EXACT_WAITING - 1 - sum->count)) {
        memcpy(sum->waiting + sum->count, term, count * sizeof *term);
        sum->count += (int32_t)count;
        return;
    }
    md_exact_number_add_many(&sum->number, term, count);
}

void md_exact_merge(struct md_exact *sum, const struct md_exact *other)
{
    md_exact_number_merge(&sum->number, &other->number);
    md_exact_add_many(sum, other->waiting, (size_t)other->count);
}

double md_exact_value(const struct md_exact *sum)
{
    const struct md_exact_number *number = &sum->number;
    double term[MD_EXACT_WAITING], cuts[2];
    size_t count = fill_lanes(sum->waiting, (size_t)sum->count, term);
    bool empty = number->low == number->high && number->special == 0;
    if (empty && cut(term, count, cuts))
        return cuts[0] + cuts[1] + 0.0; /* -0 is no value of a sum */
    if (count == 0)
        return md_exact_number_value(number);
    struct md_exact_number copy = *number;
    add_batch(&copy, term, count);
    return md_exact_number_value(&copy);
}

void md_exact_values(const struct md_exact *sum, size_t count, double *value)
{
    for (size_t k = 0; k < count; k++)
        value[k] = md_exact_value(&sum[k]);
}
