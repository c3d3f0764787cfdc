/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The vector functions against the long double ones of the library, over their whole ranges and at
 * their ends.  Compiled for any machine; the other instruction sets run the same source, and the
 * pair styles compare them.
 */
#define MD_ISA base
#include "base/simd.h"
#include "unity.h"

#include <float.h>
#include <math.h>

static uint64_t seed;

static double uniform(double lo, double hi)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * ((double)(seed >> 11) * 0x1p-53);
}

void setUp(void)
{
    seed = 1;
}

void tearDown(void)
{
}

/* Distance in units of the last place of the exact value. */
static double ulps(double got, long double exact)
{
    double near = fabs((double)exact);
    return (double)(fabsl((long double)got - exact) / (nextafter(near, INFINITY) - near));
}

static double exp_of(double x)
{
    return mdv_first(mdv_exp(mdv_set(x)));
}

static double log_of(double x)
{
    return mdv_first(mdv_log(mdv_set(x)));
}

static void test_exp(void)
{
    double worst = 0.0;
    for (int k = 0; k < 200000; k++) {
        double x = k % 2 ? uniform(-708.0, 709.7) : uniform(-2.0, 2.0);
        worst = fmax(worst, ulps(exp_of(x), expl(x)));
    }
    TEST_ASSERT_TRUE(worst < 1.0);
    TEST_ASSERT_TRUE(worst > 0.1); /* the measure measures */
}

static void test_exp_ends(void)
{
    TEST_ASSERT_TRUE(exp_of(0.0) == 1.0);
    TEST_ASSERT_TRUE(exp_of(-1e300) == 0.0 && exp_of(-INFINITY) == 0.0 && exp_of(-746.0) == 0.0);
    TEST_ASSERT_TRUE(exp_of(709.79) == INFINITY && exp_of(INFINITY) == INFINITY);
    TEST_ASSERT_TRUE(isnan(exp_of(NAN)));
    TEST_ASSERT_TRUE(isfinite(exp_of(709.78)));
    for (double x = -745.0; x < -708.0; x += 0.37) /* subnormal: to one step of theirs */
        TEST_ASSERT_TRUE(fabs(exp_of(x) - exp(x)) <= DBL_TRUE_MIN);
}

static void test_log(void)
{
    double worst = 0.0;
    for (int k = 0; k < 200000; k++) {
        double x = k % 2 ? exp(uniform(-708.0, 709.0)) : uniform(0.4, 2.0);
        worst = fmax(worst, ulps(log_of(x), logl(x)));
    }
    TEST_ASSERT_TRUE(worst < 2.0);
    TEST_ASSERT_TRUE(log_of(1.0) == 0.0);
    TEST_ASSERT_TRUE(ulps(log_of(DBL_MIN), logl(DBL_MIN)) < 1.0);
    TEST_ASSERT_TRUE(ulps(log_of(DBL_MAX), logl(DBL_MAX)) < 1.0);
}

static void test_quarter_wave(void)
{
    double worst = 0.0;
    for (int k = 0; k < 200000; k++) {
        double x = uniform(0.0, 1.5707963267948966);
        mdv sine, cosine;
        mdv_quarter_wave(mdv_set(x), &sine, &cosine);
        worst = fmax(worst, (double)fabsl((long double)mdv_first(sine) - sinl(x)));
        worst = fmax(worst, (double)fabsl((long double)mdv_first(cosine) - cosl(x)));
    }
    TEST_ASSERT_TRUE(worst < 4e-16);
}

static void test_square_root(void)
{
    for (int k = 0; k < 1000; k++) {
        double x = uniform(0.0, 100.0);
        TEST_ASSERT_TRUE(mdv_first(mdv_sqrt(mdv_set(x))) == sqrt(x));
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_exp);
    RUN_TEST(test_exp_ends);
    RUN_TEST(test_log);
    RUN_TEST(test_quarter_wave);
    RUN_TEST(test_square_root);
    return UNITY_END();
}
