/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors, memory, nearest names and compensated sums. */
#include "base/error.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/sum.h"

#include <stdint.h>
#include <string.h>
#include <unity.h>

static struct md_error error;

void setUp(void)
{
    md_error_clear(&error);
}

void tearDown(void)
{
}

static void test_error(void)
{
    static const struct md_place place = {"deck", "run x", 4, 5, 1};
    char longer[3 * MD_ERROR_TEXT];

    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE,
                          md_error_set(&error, MD_ERR_VALUE, &place, "not '%s'", "a\nb"));
    TEST_ASSERT_EQUAL_STRING("not 'a?b'", error.text);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_error_hint(&error, "try %d", 3));
    TEST_ASSERT_EQUAL_STRING("try 3", error.hint);
    TEST_ASSERT_EQUAL_INT(4, error.place.line);
    md_error_set(&error, MD_ERR_FILE, NULL, "file: %s", error.text);
    TEST_ASSERT_EQUAL_STRING("file: not 'a?b'", error.text);
    TEST_ASSERT_EQUAL_STRING("", error.hint);
    TEST_ASSERT_NULL(error.place.file);
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    md_error_set(&error, MD_ERR_FILE, NULL, "%s", longer);
    TEST_ASSERT_EQUAL_INT(MD_ERROR_TEXT - 1, (int)strlen(error.text));
    md_error_hint(&error, "%s", longer);
    TEST_ASSERT_EQUAL_INT(MD_ERROR_HINT - 1, (int)strlen(error.hint));
    TEST_ASSERT_EQUAL_INT(MD_ERR_MEMORY, md_error_memory(&error, "atoms"));
    TEST_ASSERT_EQUAL_STRING("not enough memory for atoms", error.text);
}

static void test_memory(void)
{
    double *array = md_memory_array(3, sizeof *array);
    void *nothing = md_memory_array(0, 8);
    double *none = NULL;

    TEST_ASSERT_NOT_NULL(array);
    TEST_ASSERT_NOT_NULL(nothing);
    TEST_ASSERT_EQUAL_INT(0, (int)((uintptr_t)array % MD_ALIGNMENT));
    TEST_ASSERT_TRUE(array[0] == 0.0 && array[2] == 0.0);
    array[2] = 5.0;
    TEST_ASSERT_EQUAL_INT(MD_OK, md_memory_grow(&array, 3, 1000, sizeof *array, &error));
    TEST_ASSERT_EQUAL_INT(0, (int)((uintptr_t)array % MD_ALIGNMENT));
    TEST_ASSERT_TRUE(array[2] == 5.0 && array[3] == 0.0 && array[999] == 0.0);
    TEST_ASSERT_EQUAL_INT(MD_ERR_MEMORY,
                          md_memory_grow(&array, 1000, SIZE_MAX / 4, sizeof *array, &error));
    TEST_ASSERT_TRUE(array[2] == 5.0);
    TEST_ASSERT_EQUAL_INT(MD_OK, md_memory_grow(&none, 0, 2, sizeof *none, &error));
    TEST_ASSERT_TRUE(none[1] == 0.0);
    TEST_ASSERT_NULL(md_memory_array(SIZE_MAX / 2, 3));
    md_memory_free(array);
    md_memory_free(none);
    md_memory_free(nothing);
    md_memory_free(NULL);
}

static void nearest(const char *word, const char *expected)
{
    static const char *const names[] = {"units", "unfix",      "region", "thermo", "thermo_style",
                                        "run",   "pair_style", "mass",   "min",    NULL};
    const char *found = md_nearest_of(word, names);

    if (expected)
        TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, found, word);
    else
        TEST_ASSERT_NULL_MESSAGE(found, word);
}

static void test_nearest(void)
{
    static const char *const none[] = {NULL};
    static const char *const tie[] = {"bat", "cat", "car", NULL};

    nearest("unit", "units");
    nearest("untis", "units"); /* an exchange counts once */
    nearest("UNITS", "units");
    nearest("regoin", "region");
    nearest("termostyle", "thermo_style");
    nearest("pairstyle", "pair_style");
    nearest("rnu", "run");
    nearest("x", NULL);
    nearest("", NULL);
    nearest("lattice", NULL);
    nearest("mess", "mass");
    nearest("a_word_longer_than_any_name_of_anything_in_a_deck_could_ever_be_hoped_to", NULL);
    TEST_ASSERT_NULL(md_nearest_of("run", none));
    TEST_ASSERT_EQUAL_STRING("cat", md_nearest_of("caz", tie)); /* begins alike, and is first */
    md_error_set(&error, MD_ERR_UNKNOWN, NULL, "unknown");
    TEST_ASSERT_EQUAL_INT(MD_ERR_UNKNOWN, md_nearest_hint(&error, "rnu", NULL));
    TEST_ASSERT_EQUAL_STRING("", error.hint);
    TEST_ASSERT_EQUAL_INT(MD_ERR_UNKNOWN, md_nearest_hint(&error, "rnu", "run"));
    TEST_ASSERT_EQUAL_STRING("did you mean 'run'?", error.hint);
}

static void test_sum(void)
{
    static const double values[] = {1.0, 1e100, 1.0, -1e100};
    struct md_sum sum = {0.0, 0.0}, tenth = {0.0, 0.0};

    for (int i = 0; i < 4; i++)
        md_sum_add(&sum, values[i]);
    TEST_ASSERT_TRUE(md_sum_value(&sum) == 2.0);
    for (int i = 0; i < 1000000; i++)
        md_sum_add(&tenth, 0.1);
    TEST_ASSERT_TRUE(md_sum_value(&tenth) == 1e6 * 0.1);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_error);
    RUN_TEST(test_memory);
    RUN_TEST(test_nearest);
    RUN_TEST(test_sum);
    return UNITY_END();
}
