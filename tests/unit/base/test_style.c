/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table with every kind and form of parameter, read from right and wrong words. */
#include "base/style.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

struct sample {
    double cutoff;
    int64_t every;
    double window;
    bool zero;
    int mix;
    char file[MD_PARAM_TEXT_SIZE];
    int64_t limit;
    double hidden;
};

#define AT(member) offsetof(struct sample, member)

static const struct md_param table[] = {
    {"cutoff", MD_PARAM_DOUBLE, MD_PARAM_POSITIONAL, "distance", "where the force ends", AT(cutoff),
     MD_PARAM_TINY, INFINITY, NULL, NULL},
    {"every", MD_PARAM_INT, MD_PARAM_POSITIONAL, "", "steps", AT(every), 1, 100, NULL, NULL},
    {"window", MD_PARAM_DOUBLE, MD_PARAM_OPTIONAL, "", "a width", AT(window), 0, 0, NULL, "1.5"},
    {"zero", MD_PARAM_BOOL, MD_PARAM_KEYWORD, "", "", AT(zero), 0, 0, NULL, "yes"},
    {"mix", MD_PARAM_CHOICE, MD_PARAM_KEYWORD, "", "", AT(mix), 0, 0,
     "geometric|arithmetic|sixthpower", "arithmetic"},
    {"file", MD_PARAM_TEXT, MD_PARAM_KEYWORD, "", "", AT(file), 0, 0, NULL, "none"},
    {"limit", MD_PARAM_INT, MD_PARAM_KEYWORD, "", "", AT(limit), -INFINITY, 7.5, NULL, "-3"},
    {"hidden", MD_PARAM_DOUBLE, MD_PARAM_STATE, "", "", AT(hidden), 0, 0, NULL, "4"},
    {.kind = MD_PARAM_END}};

static const struct md_style style = {.name = "sample",
                                      .usage = "sample CUTOFF EVERY [WINDOW] [keyword value]",
                                      .state_size = sizeof(struct sample),
                                      .params = table};
static const struct md_style bare = {.name = "bare", .usage = "bare"};

static struct md_error error;
static struct sample sample;

void setUp(void)
{
    md_error_clear(&error);
    memset(&sample, 0, sizeof sample);
}

void tearDown(void)
{
}

/* Words are cut at blanks; word i stands at column i + 1, the command at column 0. */
static enum md_status apply(const struct md_style *which, const char *text, bool modify)
{
    static struct md_word words[16];
    static char copy[400];
    struct md_args args = {words, 0, {.text = "fix", .place = {"deck", "", 1, 99, 3}}};

    strcpy(copy, text);
    for (char *c = copy; *c; c++) {
        if (*c == ' ')
            *c = '\0';
        else if (c == copy || c[-1] == '\0') {
            words[args.count] =
                (struct md_word){.text = c, .place = {"deck", "", 1, args.count + 1, 1}};
            args.count++;
        }
    }
    return modify ? md_params_modify(which, &args, &sample, &error)
                  : md_params_read(which, &args, &sample, &error);
}

static void refused(const char *text, enum md_status status, int column, const char *message,
                    const char *hint)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(status, apply(&style, text, false), text);
    TEST_ASSERT_EQUAL_STRING(message, error.text);
    TEST_ASSERT_EQUAL_STRING(hint, error.hint);
    TEST_ASSERT_EQUAL_INT_MESSAGE(column, error.place.column, text);
}

static void test_defaults(void)
{
    TEST_ASSERT_EQUAL_INT(MD_OK, apply(&style, "2.5 10", false));
    TEST_ASSERT_TRUE(sample.cutoff == 2.5 && sample.every == 10 && sample.window == 1.5);
    TEST_ASSERT_TRUE(sample.zero && sample.mix == 1 && sample.limit == -3 && sample.hidden == 4.0);
    TEST_ASSERT_EQUAL_STRING("none", sample.file);
}

static void test_everything_given(void)
{
    TEST_ASSERT_EQUAL_INT(
        MD_OK, apply(&style, "2.5 10 -3 limit 7 zero no file out.dat mix sixthpower", false));
    TEST_ASSERT_TRUE(sample.window == -3.0 && sample.limit == 7 && !sample.zero && sample.mix == 2);
    TEST_ASSERT_EQUAL_STRING("out.dat", sample.file);
}

static void test_optional_left_out_before_keywords(void)
{
    TEST_ASSERT_EQUAL_INT(MD_OK, apply(&style, "2.5 10 zero no", false));
    TEST_ASSERT_TRUE(sample.window == 1.5 && !sample.zero);
}

static void test_refusals(void)
{
    static const char usage[] = "usage: sample CUTOFF EVERY [WINDOW] [keyword value]";
    static const char keywords[] = "keyword must be zero, mix, file or limit, not";
    char text[100];

    refused("0 10", MD_ERR_VALUE, 1, "cutoff must be greater than 0, not 0", "");
    refused("1 101", MD_ERR_VALUE, 2, "every must be between 1 and 100, not 101", "");
    refused("1", MD_ERR_COUNT, 99, "sample needs a value for every: steps", usage);
    refused("1 2 3 zero", MD_ERR_COUNT, 4, "keyword 'zero' of sample needs a value", usage);
    refused("1 2 zero maybe", MD_ERR_VALUE, 4, "zero must be yes or no, not 'maybe'", "");
    refused("1 2 limit 8", MD_ERR_VALUE, 4, "limit must be at most 7, not 8", "");
    refused("1 2 zero no zero yes", MD_ERR_COUNT, 5, "keyword 'zero' is given twice for sample",
            "");
    refused("1 2 mix geometrc", MD_ERR_UNKNOWN, 4,
            "mix must be geometric, arithmetic or sixthpower, not 'geometrc'",
            "did you mean 'geometric'?");
    refused("1 2 x", MD_ERR_VALUE, 3, "window must be a number, not 'x'", "");
    snprintf(text, sizeof text, "%s 'limmit'", keywords);
    refused("1 2 limmit 3", MD_ERR_UNKNOWN, 3, text, "did you mean 'limit'?");
    snprintf(text, sizeof text, "%s 'zerro'", keywords);
    refused("1 2 3 zerro no", MD_ERR_UNKNOWN, 4, text, "did you mean 'zero'?");
    snprintf(text, sizeof text, "%s 'hidden'", keywords);
    refused("1 2 3 hidden 5", MD_ERR_UNKNOWN, 4, text, usage);
    snprintf(text, sizeof text, "%s 'cutoff'", keywords);
    refused("1 2 3 cutoff 5", MD_ERR_UNKNOWN, 4, text, usage);
}

static void test_text_too_long(void)
{
    char text[200] = "1 2 file ";

    memset(text + 9, 'x', MD_PARAM_TEXT_SIZE - 1);
    TEST_ASSERT_EQUAL_INT(MD_OK, apply(&style, text, false));
    TEST_ASSERT_EQUAL_INT(MD_PARAM_TEXT_SIZE - 1, (int)strlen(sample.file));
    text[strlen(text)] = 'x';
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, apply(&style, text, false));
}

static void test_modify_leaves_the_rest(void)
{
    apply(&style, "2.5 10 zero no", false);
    TEST_ASSERT_EQUAL_INT(MD_OK, apply(&style, "limit 5", true));
    TEST_ASSERT_TRUE(sample.cutoff == 2.5 && !sample.zero && sample.limit == 5);
    TEST_ASSERT_EQUAL_INT(MD_ERR_UNKNOWN, apply(&style, "cutoff 5", true));
}

static void test_no_parameters(void)
{
    TEST_ASSERT_EQUAL_INT(MD_OK, apply(&bare, "", false));
    TEST_ASSERT_EQUAL_INT(MD_ERR_COUNT, apply(&bare, "x", false));
    TEST_ASSERT_EQUAL_STRING("'x' is too much: bare takes no more words", error.text);
}

static void test_suffixes_come_off(void)
{
    char copy[MD_STYLE_NAME_SIZE];

    TEST_ASSERT_EQUAL_STRING("nve", md_style_plain("nve/omp", copy));
    TEST_ASSERT_EQUAL_STRING("lj/cut", md_style_plain("lj/cut/kk", copy));
    TEST_ASSERT_EQUAL_STRING("temp/com", md_style_plain("temp/com", copy));
    TEST_ASSERT_EQUAL_STRING("/omp", md_style_plain("/omp", copy));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_defaults);
    RUN_TEST(test_everything_given);
    RUN_TEST(test_optional_left_out_before_keywords);
    RUN_TEST(test_refusals);
    RUN_TEST(test_text_too_long);
    RUN_TEST(test_modify_leaves_the_rest);
    RUN_TEST(test_no_parameters);
    RUN_TEST(test_suffixes_come_off);
    return UNITY_END();
}
