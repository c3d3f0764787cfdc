/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances of paths, against ones that are known in closed form. */
#include "compare/paths.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct md_error error;

void setUp(void)
{
}

void tearDown(void)
{
}

/* An atom that swings along x with an amplitude, on records dt apart. */
static struct md_path swing(double amplitude, double dt, size_t count)
{
    struct md_path path = {.width = 1, .count = count, .room = count};
    path.record = md_memory_array(7 * count, sizeof(double));
    TEST_ASSERT_NOT_NULL(path.record);
    for (size_t n = 0; n < count; n++) {
        double *record = path.record + 7 * n;
        record[0] = dt * (double)n;
        record[1] = amplitude * cos(record[0]);
        record[4] = -amplitude * sin(record[0]);
    }
    return path;
}

/* |e|^2 = a^2 (cos^2 + sin^2) = a^2 at each instant, on any records. */
static void test_amplitude(void)
{
    struct md_path reference = swing(1.0, 0.05, 201), other = swing(1.01, 0.073, 137);
    double h1[3];
    md_paths_compare(&other, &reference, h1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0.01, h1[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, h1[0] * h1[0], h1[1] * h1[1] + h1[2] * h1[2]);
    md_memory_free(reference.record);
    md_memory_free(other.record);
}

/* The same path on other records: only the cubic's error is left, of fourth order in positions. */
static void test_interpolation(void)
{
    double h1[2][3];
    struct md_path other = swing(1.0, 0.0731, 130);
    for (int k = 0; k < 2; k++) {
        struct md_path reference = swing(1.0, k == 0 ? 0.2 : 0.1, k == 0 ? 51 : 101);
        md_paths_compare(&other, &reference, h1[k]);
        md_memory_free(reference.record);
    }
    TEST_ASSERT_DOUBLE_WITHIN(2.5, 16.0, h1[0][1] / h1[1][1]);
    TEST_ASSERT_TRUE(h1[1][1] < 1e-6);
    TEST_ASSERT_TRUE(h1[1][2] < 1e-4);
    md_memory_free(other.record);
}

static void test_files(void)
{
    const char *name = "test_paths.tmp";
    struct md_path path = swing(1.0, 0.1, 9), back;
    double bin[MD_SAMPLER_BINS] = {[7] = 0.25}, bins[MD_SAMPLER_BINS];
    TEST_ASSERT_EQUAL_INT(MD_OK, md_paths_write(&path, bin, name, &error));
    TEST_ASSERT_EQUAL_INT(MD_OK, md_paths_read(&back, bins, name, &error));
    TEST_ASSERT_EQUAL_UINT64(9, back.count);
    TEST_ASSERT_EQUAL_INT(0, memcmp(path.record, back.record, 63 * sizeof(double)));
    TEST_ASSERT_EQUAL_INT(0, memcmp(bin, bins, sizeof bin));
    md_memory_free(back.record);
    FILE *file = fopen(name, "wb");
    fputs("avimd paths 1\n", file);
    fclose(file);
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, md_paths_read(&back, bins, name, &error));
    remove(name);
    TEST_ASSERT_EQUAL_INT(MD_ERR_FILE, md_paths_read(&back, bins, name, &error));
    md_memory_free(path.record);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_amplitude);
    RUN_TEST(test_interpolation);
    RUN_TEST(test_files);
    return UNITY_END();
}
