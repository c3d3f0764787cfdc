/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard errors by blocking, of processes whose errors are known. */
#include "base/blocking.h"

#include "base/archive.h"
#include "base/random.h"

#include <math.h>
#include <string.h>
#include <unity.h>

static struct md_blocking blocking;

void setUp(void)
{
    md_blocking_clear(&blocking);
}

void tearDown(void)
{
}

/* x(t+1) = a x(t) + noise of variance 1: variance 1/(1-a^2), correlation (1+a)/(1-a). */
static double exact_error(double a, double samples)
{
    return sqrt(1.0 / (1.0 - a * a) / samples * (1.0 + a) / (1.0 - a));
}

static void feed(double a, int samples, int seed)
{
    struct md_marsaglia generator;
    md_marsaglia_seed(&generator, seed);
    double x = md_marsaglia_gaussian(&generator) / sqrt(1.0 - a * a);
    md_blocking_clear(&blocking);
    for (int i = 0; i < samples; i++) {
        md_blocking_add(&blocking, 5.0 + x);
        x = a * x + md_marsaglia_gaussian(&generator);
    }
}

static void test_correlated_samples(void)
{
    static const double memory[] = {0.0, 0.5, 0.9, 0.98};
    for (int k = 0; k < 4; k++) {
        double ratio = 0.0;
        for (int seed = 1; seed <= 16; seed++) {
            feed(memory[k], 65536, 1000 * seed + k);
            double wanted = exact_error(memory[k], 65536.0), found = md_blocking_error(&blocking);
            ratio += found / wanted / 16.0;
            TEST_ASSERT_DOUBLE_WITHIN(0.35 * wanted, wanted, found);
            TEST_ASSERT_DOUBLE_WITHIN(5.0 * wanted, 5.0, md_blocking_mean(&blocking));
        }
        TEST_ASSERT_DOUBLE_WITHIN(0.08, 1.0, ratio);
    }
}

/* What one would get by forgetting that samples are correlated is far too small. */
static void test_the_naive_error_is_beaten(void)
{
    feed(0.9, 65536, 4711);
    double naive = sqrt(blocking.square[0] / (65536.0 * 65535.0));
    TEST_ASSERT_TRUE(md_blocking_error(&blocking) > 3.0 * naive);
}

static void test_few_samples(void)
{
    TEST_ASSERT_TRUE(isnan(md_blocking_error(&blocking)));
    md_blocking_add(&blocking, 3.0);
    TEST_ASSERT_TRUE(isnan(md_blocking_error(&blocking)));
    md_blocking_add(&blocking, 5.0);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, md_blocking_error(&blocking));
    TEST_ASSERT_EQUAL_DOUBLE(4.0, md_blocking_mean(&blocking));
}

static void test_constant_samples(void)
{
    for (int i = 0; i < 1000; i++)
        md_blocking_add(&blocking, 0.1);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_blocking_error(&blocking));
}

/* Through an archive and back, also in the middle of blocks: 5 samples leave some waiting. */
static void test_kept(void)
{
    struct md_error error;
    struct md_blocking other;
    struct md_archive *archive = md_archive_create();
    md_error_clear(&error);
    md_blocking_clear(&other);
    feed(0.5, 5, 12);
    TEST_ASSERT_EQUAL(MD_OK, md_blocking_keep(&blocking, archive, "errors", &error));
    md_archive_rewind(archive, true);
    TEST_ASSERT_EQUAL(MD_OK, md_blocking_keep(&other, archive, "errors", &error));
    md_archive_destroy(archive);
    for (int i = 0; i < 20; i++) {
        md_blocking_add(&blocking, 0.1 * i * i);
        md_blocking_add(&other, 0.1 * i * i);
        double a = md_blocking_error(&blocking), b = md_blocking_error(&other);
        TEST_ASSERT_EQUAL_INT(0, memcmp(&a, &b, sizeof a));
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_correlated_samples);
    RUN_TEST(test_the_naive_error_is_beaten);
    RUN_TEST(test_few_samples);
    RUN_TEST(test_constant_samples);
    RUN_TEST(test_kept);
    return UNITY_END();
}
