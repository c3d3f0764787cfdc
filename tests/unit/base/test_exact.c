/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact sums against schoolbook arithmetic on a long row of bits: the result is the double nearest
 * to the true sum, whatever the order and the grouping.
 */
#include "base/exact.h"

#include "base/exact_cut.h"
#include "base/exact_rows.h"
#include "base/random.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <float.h>
#include <math.h>
#include <string.h>
#include <unity.h>

#define TERMS 1500

/* ------------------------------------------------------------------ slow arithmetic */

/* A number with sign: bit k counts 2^k halves of the smallest denormal. Slow, and plain. */
#define BITS 2200

struct slow {
    signed char bit[BITS];
    int sign;
};

static int slow_compare_size(const struct slow *a, const struct slow *b)
{
    for (int k = BITS - 1; k >= 0; k--)
        if (a->bit[k] != b->bit[k])
            return a->bit[k] - b->bit[k];
    return 0;
}

static struct slow slow_of(double value)
{
    struct slow slow = {.sign = value < 0.0 ? -1 : 1};
    int exponent;
    double part = frexp(fabs(value), &exponent);
    for (int k = exponent - 1 + 1074 + 1; part > 0.0; k--) {
        part *= 2.0;
        slow.bit[k] = part >= 1.0;
        part -= slow.bit[k];
    }
    return slow;
}

static void slow_add(struct slow *sum, const struct slow *term)
{
    const struct slow before = *sum;
    bool same = sum->sign == term->sign, larger = slow_compare_size(sum, term) >= 0;
    const struct slow *big = same || larger ? &before : term, *small = big == term ? &before : term;
    int carry = 0;
    for (int k = 0; k < BITS; k++) {
        int bit = big->bit[k] + (same ? small->bit[k] : -small->bit[k]) + carry;
        sum->bit[k] = (signed char)(bit & 1);
        carry = (bit - (bit & 1)) / 2;
    }
    sum->sign = big->sign;
}

/* The size of what remains of a sum when a double is taken away. */
static struct slow slow_rest(const struct slow *sum, double value)
{
    struct slow rest = *sum, minus = slow_of(-value);
    slow_add(&rest, &minus);
    rest.sign = 1;
    return rest;
}

static bool mantissa_is_even(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return !(bits & 1);
}

/* No neighbour of the double is nearer to the sum, and of two as near it is the even one. */
static void assert_nearest(const struct slow *sum, double value)
{
    struct slow own = slow_rest(sum, value);
    for (int side = -1; side <= 1; side += 2) {
        double other = nextafter(value, side * INFINITY);
        struct slow theirs = slow_rest(sum, other);
        int order = slow_compare_size(&own, &theirs);
        TEST_ASSERT_TRUE(order < 0 || (order == 0 && mantissa_is_even(value)));
    }
}

/* ------------------------------------------------------------------ terms */

static struct md_park generator;

static int below(int n)
{
    return (int)(md_park_uniform(&generator) * n) % n;
}

static double any_sign(double size)
{
    return below(2) ? size : -size;
}

/* Terms of like size, of all sizes, that cancel nearly, on a coarse grid (ties), denormal, of sizes
 * that grids reach, the largest there are, which cancel nearly, and those that fill the sums of a
 * whole batch of cuts: of one sign, and as large as the rests of the coarse cut can be. */
static double draw(int kind, int i, const double *before)
{
    switch (kind) {
    case 0:
        return any_sign(md_park_uniform(&generator));
    case 1:
        return any_sign(ldexp(md_park_uniform(&generator), below(2000) - 1000));
    case 2:
        return i % 2 ? -before[i - 1] : any_sign(ldexp(md_park_uniform(&generator), below(80)));
    case 3:
        return any_sign(ldexp(1.0, below(56)));
    case 4:
        return any_sign(ldexp(1.0 + below(1000), -1074));
    case 5:
        return any_sign(ldexp(md_park_uniform(&generator), below(40) - 20));
    case 6:
        return i % 2 ? -nextafter(before[i - 1], 0.0)
                     : any_sign(ldexp(1.0 + 0.9 * md_park_uniform(&generator), 1023));
    case 7:
        return 1.0 + 0.9999 * md_park_uniform(&generator);
    default: /* multiples of the fine grid, or of its half, beside what makes it so coarse */
        if (i % 64 < 2)
            return i % 64 ? -1.0 : 1.0;
        return ldexp(ldexp(1.0, 36 + kind) - 1.0 - 2.0 * below(1000), -80 - kind);
    }
}

#define KINDS 10

static void fill(double *term, int count, int kind)
{
    for (int i = 0; i < count; i++)
        term[i] = draw(kind, i, term);
}

static void shuffle(double *term, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int k = below(i + 1);
        double kept = term[i];
        term[i] = term[k];
        term[k] = kept;
    }
}

/* A sum of nothing in memory that held something else. */
static void begin(struct md_exact *sum)
{
    memset(sum, 0x5a, sizeof *sum);
    md_exact_init(sum);
}

/* One by one, many at a time, merged of parts: all in one. */
static double sum_in_pieces(const double *term, int count)
{
    struct md_exact sum, part;
    begin(&sum);
    begin(&part);
    for (int i = 0; i < count;) {
        int piece = 1 + below(700) * below(2);
        piece = piece < count - i ? piece : count - i;
        struct md_exact *to = below(2) ? &sum : &part;
        if (piece == 1)
            md_exact_add(to, term[i]);
        else
            md_exact_add_many(to, &term[i], (size_t)piece);
        if (below(4) == 0) {
            md_exact_merge(&sum, &part);
            begin(&part);
        }
        i += piece;
    }
    md_exact_merge(&sum, &part);
    return md_exact_value(&sum);
}

static double sum_all(const double *term, int count)
{
    struct md_exact sum = {0};
    md_exact_add_many(&sum, term, (size_t)count);
    return md_exact_value(&sum);
}

static void assert_same(double expected, double value)
{
    TEST_ASSERT_EQUAL_MEMORY(&expected, &value, sizeof value);
}

/* ------------------------------------------------------------------ tests */

void setUp(void)
{
    md_park_seed(&generator, 20261);
}

void tearDown(void)
{
}

static void test_rounded_to_nearest(void)
{
    static const int counts[] = {1, 2, 3, 7, 8, 9, 33, 40, 521};
    static double term[521];
    for (int round = 0; round < 20; round++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int c = 0; c < (round < 2 ? 9 : 8); c++) {
                fill(term, counts[c], kind);
                struct slow sum = {.sign = 1};
                for (int i = 0; i < counts[c]; i++) {
                    struct slow one = slow_of(term[i]);
                    slow_add(&sum, &one);
                }
                assert_nearest(&sum, sum_all(term, counts[c]));
                assert_nearest(&sum, sum_in_pieces(term, counts[c]));
            }
}

static void test_orders_and_groupings(void)
{
    static double term[TERMS];
    for (int kind = 0; kind < KINDS; kind++) {
        fill(term, TERMS, kind);
        double first = sum_all(term, TERMS);
        for (int round = 0; round < 30; round++) {
            shuffle(term, TERMS);
            assert_same(first, sum_all(term, TERMS));
            assert_same(first, sum_in_pieces(term, TERMS));
        }
    }
}

/* Carries run through many chunks, and chunks are not overrun by many terms of one sign. */
static void test_many_of_the_largest(void)
{
    struct md_exact sum = {0};
    for (int i = 0; i < 100000; i++)
        md_exact_add(&sum, DBL_MAX);
    for (int i = 0; i < 99999; i++)
        md_exact_add(&sum, -DBL_MAX);
    assert_same(DBL_MAX, md_exact_value(&sum));
    md_exact_add(&sum, -DBL_MAX);
    md_exact_add(&sum, -4.9406564584124654e-324);
    assert_same(-4.9406564584124654e-324, md_exact_value(&sum));
}

static void test_overflow(void)
{
    double half_step = ldexp(1.0, 970), term[] = {DBL_MAX, half_step};
    assert_same(INFINITY, sum_all(term, 2)); /* a tie, and the even one is beyond */
    term[1] = nextafter(half_step, 0.0);
    assert_same(DBL_MAX, sum_all(term, 2));
    term[0] = -DBL_MAX, term[1] = -DBL_MAX;
    assert_same(-INFINITY, sum_all(term, 2));
}

static void test_infinite_and_not_a_number(void)
{
    double term[] = {1.0, INFINITY, -DBL_MAX, 3.0};
    assert_same(INFINITY, sum_all(term, 4));
    term[3] = -INFINITY;
    TEST_ASSERT_TRUE(isnan(sum_all(term, 4)));
    term[1] = 0.0;
    assert_same(-INFINITY, sum_all(term, 4));
    term[0] = NAN;
    TEST_ASSERT_TRUE(isnan(sum_all(term, 4)));
    struct md_exact sum = {0}, other = {0};
    md_exact_add(&other, INFINITY);
    md_exact_merge(&sum, &other);
    assert_same(INFINITY, md_exact_value(&sum));
}

static void test_zeros(void)
{
    double term[] = {-0.0, -0.0};
    assert_same(0.0, sum_all(term, 0));
    assert_same(0.0, sum_all(term, 2));
    term[0] = 1e-300, term[1] = -1e-300;
    assert_same(0.0, sum_all(term, 2));
}

/* One column of rows that go into two lots; the others hold terms of their own. */
static double sum_in_rows(const double *term, int count)
{
    static struct md_exact_rows rows, other;
    double value[MD_EXACT_COLUMNS];
    int column = below(MD_EXACT_COLUMNS);
    md_exact_rows_init(&rows);
    md_exact_rows_init(&other);
    for (int i = 0; i < count; i++) {
        struct md_exact_rows *to = below(2) ? &rows : &other;
        double *row = md_exact_rows_next(to);
        for (int c = 0; c < MD_EXACT_COLUMNS; c++)
            row[c] = c == column ? term[i] : 1.0;
        md_exact_rows_push(to);
    }
    md_exact_rows_merge(&rows, &other);
    md_exact_rows_take(&rows, value);
    return value[column];
}

/* Any NaN is as good as another. */
static void assert_every_way(double expected, double *term, int count)
{
    for (int round = 0; round < 30; round++) {
        const double value[] = {sum_all(term, count), sum_in_pieces(term, count),
                                sum_in_rows(term, count)};
        for (int way = 0; way < 3; way++) {
            if (isnan(expected)) {
                TEST_ASSERT_TRUE(isnan(value[way]));
                continue;
            }
            assert_same(expected, value[way]);
        }
        shuffle(term, count);
    }
}

/* What base/exact.h says of infinities, NaN, partial sums beyond the largest double, denormals and
 * -0, for any order, any grouping and in rows. */
static void test_special_terms_every_way(void)
{
    static const double extra[][3] = {{INFINITY, 0.0, INFINITY},  {-INFINITY, 0.0, -INFINITY},
                                      {INFINITY, -INFINITY, NAN}, {NAN, 0.0, NAN},
                                      {NAN, INFINITY, NAN},       {INFINITY, DBL_MAX, INFINITY}};
    static double term[300];
    const int count = sizeof term / sizeof *term;
    for (int k = 0; k < (int)(sizeof extra / sizeof *extra); k++) {
        fill(term, count, k % KINDS);
        term[7] = extra[k][0];
        term[140] = extra[k][1];
        assert_every_way(extra[k][2], term, count);
    }
    for (int i = 0; i < count; i++)
        term[i] = i % 2 ? -DBL_MAX : DBL_MAX;
    term[0] = ldexp(-3.0, -1074); /* what is left cancels */
    term[1] = ldexp(1.0, -1074);
    assert_every_way(ldexp(-2.0, -1074), term, count);
    for (int i = 0; i < count; i++)
        term[i] = i % 3 ? DBL_MAX : -DBL_MAX;
    assert_every_way(INFINITY, term, count);
    for (int i = 0; i < count; i++)
        term[i] = -0.0;
    assert_every_way(0.0, term, count);
}

/* What a plain loop, and a compensated one, lose. */
static void test_cancelled_terms_leave_nothing(void)
{
    double term[] = {1.0, 1e100, 1.0, -1e100, 1e-200, -1.0, 1e-300, -1.0};
    assert_same(1e-200, sum_all(term, 8));
}

/* ------------------------------------------------------------------ vectors of terms */

/* A cutter of each instruction set; NULL where this machine, or this build, has none. */
static md_exact_cutter *cutter(enum md_isa isa)
{
    if (!md_simd_has(isa))
        return NULL;
    switch (isa) {
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        return md_exact_cut_avx2;
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        return md_exact_cut_avx512;
#endif
    default:
        return md_exact_cut_base;
    }
}

static void assert_cuts_are_all(md_exact_cutter *cut, const double *term, int count, int *refused)
{
    double cuts[2];
    if (cut(term, (size_t)count, cuts))
        assert_same(sum_all(term, count), sum_all(cuts, 2));
    else
        ++*refused;
}

static void test_cuts_with_every_instruction_set(void)
{
    static double term[MD_EXACT_BATCH];
    for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
        md_exact_cutter *cut = cutter((enum md_isa)isa);
        int refused[KINDS] = {0};
        for (int round = 0; cut != NULL && round < 40; round++)
            for (int kind = 0; kind < KINDS; kind++) {
                fill(term, MD_EXACT_BATCH, kind);
                assert_cuts_are_all(cut, term, MD_EXACT_BATCH, &refused[kind]);
                assert_cuts_are_all(cut, term, MD_EXACT_LANES, &refused[kind]);
            }
        TEST_ASSERT_EQUAL(0, refused[0]);
        TEST_ASSERT_EQUAL(0, refused[3]);
        TEST_ASSERT_EQUAL(cut != NULL ? 80 : 0, refused[4]); /* grids below denormals */
    }
}

static void test_what_cannot_be_cut_is_said(void)
{
    static const double bad[] = {INFINITY, -INFINITY, NAN, DBL_MAX, 1e-300};
    for (int isa = 0; isa < MD_ISA_COUNT; isa++)
        for (int k = 0; cutter((enum md_isa)isa) != NULL && k < 5; k++) {
            double term[MD_EXACT_LANES] = {0}, cuts[2];
            TEST_ASSERT_TRUE(cutter((enum md_isa)isa)(term, MD_EXACT_LANES, cuts));
            term[5] = bad[k];
            TEST_ASSERT_FALSE(cutter((enum md_isa)isa)(term, MD_EXACT_LANES, cuts));
        }
}

/* Rows in any order and of two lots, beside eight sums. */
static void check_rows(int count, int kind, md_exact_rows_flusher *flush)
{
    static double term[MD_EXACT_COLUMNS][TERMS];
    static struct md_exact_rows rows, other;
    double value[MD_EXACT_COLUMNS];
    memset(&rows, 0x5a, sizeof rows);
    memset(&other, 0x5a, sizeof other);
    md_exact_rows_init(&rows);
    md_exact_rows_init(&other);
    for (int c = 0; c < MD_EXACT_COLUMNS; c++)
        fill(term[c], count, c == 2 ? 4 : c == 5 ? 1 : kind);
    for (int i = 0, first = below(count + 1); i < count; i++) {
        struct md_exact_rows *to = below(2) ? &rows : &other;
        for (int c = 0; c < MD_EXACT_COLUMNS; c++)
            md_exact_rows_next(to)[c] = term[c][(i + first) % count];
        md_exact_rows_push(to);
        if (flush != NULL && below(50) == 0)
            flush(to, NULL);
    }
    md_exact_rows_merge(&rows, &other);
    md_exact_rows_take(&rows, value);
    for (int c = 0; c < MD_EXACT_COLUMNS; c++)
        assert_same(sum_all(term[c], count), value[c]);
}

static void test_rows(void)
{
    static md_exact_rows_flusher *const flush[] = {
        NULL,
        md_exact_rows_flush_base,
#ifdef MD_HAVE_ISA_AVX2
        md_exact_rows_flush_avx2,
#endif
#ifdef MD_HAVE_ISA_AVX512
        md_exact_rows_flush_avx512,
#endif
    };
    static const int counts[] = {0, 1, 7, 63, 64, 65, 200, TERMS};
    for (int f = 0; f < (int)(sizeof flush / sizeof *flush); f++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int c = 0; c < 8; c++)
                if (f < 2 || md_simd_has((enum md_isa)(f - 1)))
                    check_rows(counts[c], kind, flush[f]);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_rounded_to_nearest);
    RUN_TEST(test_orders_and_groupings);
    RUN_TEST(test_many_of_the_largest);
    RUN_TEST(test_overflow);
    RUN_TEST(test_infinite_and_not_a_number);
    RUN_TEST(test_zeros);
    RUN_TEST(test_special_terms_every_way);
    RUN_TEST(test_cancelled_terms_leave_nothing);
    RUN_TEST(test_cuts_with_every_instruction_set);
    RUN_TEST(test_what_cannot_be_cut_is_said);
    RUN_TEST(test_rows);
    return UNITY_END();
}
