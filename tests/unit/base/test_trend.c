/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slopes and scatter with their errors, of processes made many times over. */
#include "base/trend.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <unity.h>

#define RUNS    60
#define SAMPLES 1000

void setUp(void)
{
}

void tearDown(void)
{
}

/* Noise with memory a, a random walk of this step, and a slope. */
static void make(struct md_trend *trend, int seed, double a, double walk, double slope)
{
    struct md_marsaglia random;
    md_marsaglia_seed(&random, seed);
    double x = md_marsaglia_gaussian(&random) / sqrt(1.0 - a * a), sum = 0.0;
    *trend = (struct md_trend){0};
    for (int i = 0; i < SAMPLES; i++) {
        md_trend_add(trend, 0.1 * i, 7.0 + x + sum + slope * 0.1 * i);
        x = a * x + md_marsaglia_gaussian(&random);
        sum += walk * md_marsaglia_gaussian(&random);
    }
}

/* Scatter over runs of three numbers, in the root mean square of what the runs say of it. */
static void measure(double a, double walk, double slope, double ratio[3], double mean[3])
{
    double sum[3] = {0.0}, square[3] = {0.0}, said[3] = {0.0};
    struct md_trend trend;
    struct md_trend_found found;
    for (int run = 0; run < RUNS; run++) {
        make(&trend, 1000 * run + 17, a, walk, slope);
        md_trend_find(&trend, &found);
        const double value[] = {found.slope, found.scatter, found.change};
        const double error[] = {found.slope_error, found.scatter_error, found.change_error};
        for (int k = 0; k < 3; k++) {
            sum[k] += value[k] / RUNS;
            square[k] += value[k] * value[k] / RUNS;
            said[k] += error[k] * error[k] / RUNS;
        }
    }
    for (int k = 0; k < 3; k++) {
        mean[k] = sum[k];
        ratio[k] = sqrt((square[k] - sum[k] * sum[k]) * RUNS / (RUNS - 1.0) / said[k]);
    }
}

static void test_errors(void)
{
    static const double cases[][3] = {
        {0.0, 0.0, 0.0}, {0.9, 0.0, 0.0}, {0.9, 0.0, 0.3},
        {0.0, 0.3, 0.0}, {0.5, 0.1, 0.0}, {0.5, 1.0, 3.0},
    };
    for (int c = 0; c < 6; c++) {
        double ratio[3], mean[3];
        char text[80];
        measure(cases[c][0], cases[c][1], cases[c][2], ratio, mean);
        for (int k = 0; k < 3; k++) {
            snprintf(text, sizeof text, "case %d, number %d: scatter %g of the error", c, k,
                     ratio[k]);
            TEST_ASSERT_TRUE_MESSAGE(ratio[k] > 0.55 && ratio[k] < 1.6, text);
        }
    }
}

/* Values by plain sums, whatever the number of samples does to the blocks. */
static void test_values(void)
{
    for (int n = 1; n < 300; n += n < 70 ? 1 : 23) {
        struct md_trend trend = {0};
        struct md_trend_found found;
        double mean = 0.0, change = 0.0, scatter = 0.0, cross = 0.0, spread = 0.0;
        for (int i = 0; i < n; i++) {
            double y = sin(1.0 + 0.7 * i) + 0.01 * i;
            md_trend_add(&trend, 5.0 + i, y);
            mean += y / n;
            change += (y - sin(1.0)) * (y - sin(1.0)) / n;
        }
        for (int i = 0; i < n; i++) {
            double y = sin(1.0 + 0.7 * i) + 0.01 * i, t = i - 0.5 * (n - 1);
            scatter += (y - mean) * (y - mean) / n;
            cross += t * y;
            spread += t * t;
        }
        md_trend_find(&trend, &found);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, sqrt(change), found.change);
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, sqrt(scatter), found.scatter);
        if (n > 1)
            TEST_ASSERT_DOUBLE_WITHIN(1e-12, cross / spread, found.slope);
        TEST_ASSERT_EQUAL(n >= 6, isfinite(found.slope_error) != 0);
        TEST_ASSERT_EQUAL(n >= 6, isfinite(found.change_error) != 0);
    }
}

/* What never changes, and what changes as a line without deviations. */
static void test_exact(void)
{
    struct md_trend still = {0}, line = {0};
    struct md_trend_found found;
    for (int i = 0; i < 100; i++) {
        md_trend_add(&still, i, -4711.25);
        md_trend_add(&line, i, 3.0 + 0.5 * i);
    }
    md_trend_find(&still, &found);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, found.change);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, found.slope_error);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, found.change_error);
    md_trend_find(&line, &found);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, found.slope);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, found.slope_error);
    TEST_ASSERT_TRUE(isfinite(found.scatter_error) && isfinite(found.change_error));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_errors);
    RUN_TEST(test_values);
    RUN_TEST(test_exact);
    return UNITY_END();
}
