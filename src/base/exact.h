/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact sums: the sum of any numbers, rounded once, at the end.
 *
 * Each term is added without any rounding, so that the result is the double nearest to the true sum
 * (ties to even), whatever the order of the terms and however they were grouped: two sums that were
 * made apart, by threads or processes, merge into the one that a single loop would have made.
 *
 *     struct md_exact sum = {0};
 *     md_exact_add_many(&sum, energy, count);
 *     md_exact_merge(&sum, &of_another_process);
 *     total = md_exact_value(&sum);
 *
 * What else the terms may be:
 *
 *   - infinite: the sum is that infinity, or NaN if both signs occur;
 *   - NaN: the sum is NaN;
 *   - so large that partial sums exceed the largest double: they do not matter; only a total beyond
 *     the largest double becomes infinite, as rounding to nearest has it;
 *   - denormal: as exact as all others, and so is a denormal total;
 *   - -0: adds nothing. A sum whose value is zero is +0, even if all of its terms are -0.
 *
 * At most 2^62 terms.
 */
#ifndef MD_BASE_EXACT_H
#define MD_BASE_EXACT_H

#include <stddef.h>
#include <stdint.h>

#define MD_EXACT_CHUNKS  68
#define MD_EXACT_WAITING 32

/* The sum itself, a long number. */
struct md_exact_number {
    int32_t unsettled;              /* additions since carries were last passed on */
    int32_t special;                /* infinities and NaN among the terms */
    int32_t low, high;              /* the chunks low <= k < high are in use, the others unset */
    int64_t chunk[MD_EXACT_CHUNKS]; /* chunk k counts 2^(32 k) smallest denormals */
};

struct md_exact {
    struct md_exact_number number;
    int32_t count; /* of the terms that wait to be added: many at once cost less */
    double waiting[MD_EXACT_WAITING];
};

/* No terms yet: as {0}, without touching memory that is not used. */
static inline void md_exact_number_init(struct md_exact_number *number)
{
    number->low = number->high = 0;
    number->unsettled = number->special = 0;
}

static inline void md_exact_init(struct md_exact *sum)
{
    md_exact_number_init(&sum->number);
    sum->count = 0;
}

/* Takes the terms that wait into the number. */
void md_exact_flush(struct md_exact *sum);

static inline void md_exact_add(struct md_exact *sum, double term)
{
    sum->waiting[sum->count++] = term;
    if (sum->count == MD_EXACT_WAITING)
        md_exact_flush(sum);
}

void md_exact_add_many(struct md_exact *sum, const double *term, size_t count);
void md_exact_merge(struct md_exact *sum, const struct md_exact *other);
double md_exact_value(const struct md_exact *sum);
void md_exact_values(const struct md_exact *sum, size_t count, double *value);

/* ------------------------------------------------------------------ what sums are made of */

/* Adds one term, or any number of them. */
void md_exact_number_add(struct md_exact_number *number, double term);
void md_exact_number_add_many(struct md_exact_number *number, const double *term, size_t count);
void md_exact_number_merge(struct md_exact_number *number, const struct md_exact_number *other);
double md_exact_number_value(const struct md_exact_number *number);

#endif
