/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strict numbers, ranges, choices and counts, and the messages their refusals make. */
#include "base/word.h"

#include <math.h>
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

static struct md_word word_of(const char *text)
{
    return (struct md_word){.text = text, .place = {"deck", "a line", 3, 7, 2}};
}

static void message(const char *text)
{
    TEST_ASSERT_EQUAL_STRING(text, error.text);
    TEST_ASSERT_EQUAL_STRING("deck", error.place.file);
    TEST_ASSERT_EQUAL_INT(3, error.place.line);
    TEST_ASSERT_EQUAL_INT(7, error.place.column);
}

static void test_parse_double(void)
{
    static const char *const good[] = {"1",   "-1",  "+1",     "1.",     ".5",     "1.5",
                                       "1e3", "1E3", "1.e+03", "-.5e-2", "1e-400", "007"};
    static const char *const bad[] = {"",      ".",     "-",   "e5",  "1e",       "1e+",  "1.5x",
                                      " 1",    "1 ",    "0x1", "inf", "nan",      "1,5",  "--1",
                                      "1e999", "1.2.3", "1d3", "1f",  "INFINITY", "1e5.5"};
    double value;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        TEST_ASSERT_TRUE_MESSAGE(md_parse_double(good[i], &value), good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        TEST_ASSERT_FALSE_MESSAGE(md_parse_double(bad[i], &value), bad[i]);
    TEST_ASSERT_TRUE(md_parse_double("-0.1e1", &value) && value == -1.0);
}

static void test_parse_int(void)
{
    static const char *const bad[] = {
        "", "-", "1.0", "1e3", "1x", " 1", "0x1", "++1", "9223372036854775808", "one"};
    int64_t value;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        TEST_ASSERT_FALSE_MESSAGE(md_parse_int(bad[i], &value), bad[i]);
    TEST_ASSERT_TRUE(md_parse_int("-9223372036854775808", &value) && value == INT64_MIN);
    TEST_ASSERT_TRUE(md_parse_int("+010", &value) && value == 10);
}

static void check_double(const char *text, double lo, double hi, const char *expected)
{
    struct md_word word = word_of(text);
    double value = -7.0;
    enum md_status status = md_word_double(&word, "cutoff", lo, hi, &value, &error);

    TEST_ASSERT_EQUAL_INT(expected ? MD_ERR_VALUE : MD_OK, status);
    TEST_ASSERT_TRUE((value == -7.0) == (expected != NULL));
    if (expected)
        message(expected);
}

static void test_double(void)
{
    check_double("2.5", 0.0, 5.0, NULL);
    check_double("5", 0.0, 5.0, NULL);
    check_double("abc", MD_ABOVE(0.0), INFINITY,
                 "cutoff must be a number greater than 0, not 'abc'");
    check_double("0", MD_ABOVE(0.0), INFINITY, "cutoff must be greater than 0, not 0");
    check_double("0", 2.2250738585072014e-308, INFINITY, "cutoff must be greater than 0, not 0");
    check_double("7", 0.0, 5.0, "cutoff must be between 0 and 5, not 7");
    check_double("-1", 0.0, INFINITY, "cutoff must be at least 0, not -1");
    check_double("1e9", -INFINITY, 3.5, "cutoff must be at most 3.5, not 1e9");
    check_double("x", -INFINITY, INFINITY, "cutoff must be a number, not 'x'");
    check_double("1", 0.0, nextafter(1.0, 0.0), "cutoff must be at least 0 and less than 1, not 1");
    check_double("0.1", MD_ABOVE(0.1), 5.0,
                 "cutoff must be greater than 0.1 and at most 5, not 0.1");
}

static void check_int(const char *text, int64_t lo, int64_t hi, const char *expected)
{
    struct md_word word = word_of(text);
    int64_t value;
    enum md_status status = md_word_int(&word, "N", lo, hi, &value, &error);

    TEST_ASSERT_EQUAL_INT(expected ? MD_ERR_VALUE : MD_OK, status);
    if (expected)
        message(expected);
}

static void test_int(void)
{
    check_int("3", 1, 3, NULL);
    check_int("4", 1, 3, "N must be between 1 and 3, not 4");
    check_int("2.5", 1, 3, "N must be an integer between 1 and 3, not '2.5'");
    check_int("0", 1, INT64_MAX, "N must be at least 1, not 0");
    check_int("x", INT64_MIN, INT64_MAX, "N must be an integer, not 'x'");
    check_int("9", INT64_MIN, 8, "N must be at most 8, not 9");
}

static void test_bool_and_choice(void)
{
    static const char *const choices[] = {"sc", "bcc", "fcc", NULL};
    struct md_word yes = word_of("yes"), off = word_of("off"), bad = word_of("YES"),
                   fcc = word_of("fcc"), fc = word_of("fc"), far = word_of("zirconium");
    bool value = false;
    int index = -1;

    TEST_ASSERT_EQUAL_INT(MD_OK, md_word_bool(&yes, "tail", &value, &error));
    TEST_ASSERT_TRUE(value);
    TEST_ASSERT_EQUAL_INT(MD_OK, md_word_bool(&off, "tail", &value, &error));
    TEST_ASSERT_FALSE(value);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_word_bool(&bad, "tail", &value, &error));
    message("tail must be yes or no, not 'YES'");
    TEST_ASSERT_EQUAL_INT(MD_OK, md_word_choice(&fcc, "lattice style", choices, &index, &error));
    TEST_ASSERT_EQUAL_INT(2, index);
    TEST_ASSERT_EQUAL_INT(MD_ERR_UNKNOWN,
                          md_word_choice(&fc, "lattice style", choices, &index, &error));
    message("lattice style must be sc, bcc or fcc, not 'fc'");
    TEST_ASSERT_EQUAL_STRING("did you mean 'fcc'?", error.hint);
    md_word_choice(&far, "lattice style", choices, &index, &error);
    TEST_ASSERT_EQUAL_STRING("", error.hint);
}

static void check_range(const char *text, int max, int first, int last)
{
    struct md_word word = word_of(text);
    int a = -1, b = -1;

    TEST_ASSERT_EQUAL_INT_MESSAGE(first ? MD_OK : MD_ERR_VALUE,
                                  md_word_range(&word, "type", max, &a, &b, &error), text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(first ? first : -1, a, text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(first ? last : -1, b, text);
}

static void test_range(void)
{
    static const char *const bad[] = {"",
                                      "0",
                                      "5",
                                      "x",
                                      "1*2*3",
                                      "*5",
                                      "0*",
                                      "-1",
                                      "3*2",
                                      "1.5",
                                      "**",
                                      "1-2",
                                      "99999999999999999999999999*"};

    check_range("*", 4, 1, 4);
    check_range("2", 4, 2, 2);
    check_range("*3", 4, 1, 3);
    check_range("3*", 4, 3, 4);
    check_range("2*3", 4, 2, 3);
    check_range("4*", 4, 4, 4);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_range(bad[i], 4, 0, 0);
    check_range("5", 4, 0, 0);
    message("type must be between 1 and 4, not '5'");
}

static void test_count(void)
{
    struct md_word words[3] = {word_of("1"), word_of("2"), word_of("extra")};
    struct md_args args = {words, 1, word_of("mass")}, rest;

    words[2].place.column = 20;
    TEST_ASSERT_EQUAL_INT(MD_ERR_COUNT, md_args_count(&args, 2, 2, "mass TYPE VALUE", &error));
    message("mass needs 2 words after it, not 1");
    TEST_ASSERT_EQUAL_STRING("usage: mass TYPE VALUE", error.hint);
    args.count = 2;
    TEST_ASSERT_EQUAL_INT(MD_OK, md_args_count(&args, 2, 2, "mass TYPE VALUE", &error));
    args.count = 3;
    TEST_ASSERT_EQUAL_INT(MD_OK, md_args_count(&args, 2, -1, "mass TYPE VALUE", &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_COUNT, md_args_count(&args, 2, 2, "mass TYPE VALUE", &error));
    TEST_ASSERT_EQUAL_INT(20, error.place.column);
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'extra'"));
    rest = md_args_after(&args, 2);
    TEST_ASSERT_EQUAL_INT(1, rest.count);
    TEST_ASSERT_EQUAL_STRING("extra", rest.words[0].text);
    TEST_ASSERT_EQUAL_INT(0, md_args_after(&args, 9).count);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_parse_double);
    RUN_TEST(test_parse_int);
    RUN_TEST(test_double);
    RUN_TEST(test_int);
    RUN_TEST(test_bool_and_choice);
    RUN_TEST(test_range);
    RUN_TEST(test_count);
    return UNITY_END();
}
