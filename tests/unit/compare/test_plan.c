/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a comparison and the runs they mean. */
#include "compare/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static struct md_plan plan;
static struct md_error error;

void setUp(void)
{
    memset(&plan, 0, sizeof plan);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_plan_free(&plan);
}

/* Words are separated by '|'; they live as long as the plan. */
static enum md_status read_words(const char *text)
{
    static char copy[1024];
    static char *argv[32];
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *at = copy; at != NULL;) {
        char *bar = strchr(at, '|');
        if (bar != NULL)
            *bar++ = '\0';
        argv[argc++] = at;
        at = bar;
    }
    return md_plan_read(&plan, argc, argv, &error);
}

static void reads(const char *text)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, read_words(text), error.text);
}

static void expands(double unit, double time, double timestep)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_plan_expand(&plan, unit, time, timestep, &error),
                                  error.text);
}

static void test_left_out(void)
{
    reads("deck|--starts|2|--reference|rk4:0.001");
    expands(1.0, 10.0, 0.01);
    TEST_ASSERT_TRUE(plan.standard);
    md_plan_leave_out(&plan, 1, "too fine");
    md_plan_leave_out(&plan, 2, "too coarse");
    TEST_ASSERT_EQUAL_STRING("left out: forest-ruth: too fine\nleft out: rk4: too coarse\n",
                             plan.left_out);
    TEST_ASSERT_EQUAL_INT(2, plan.schemes);
    TEST_ASSERT_EQUAL_INT(2 + 2 * 8, plan.trials);
    for (int i = 0; i < plan.trials; i++)
        TEST_ASSERT_EQUAL_STRING(i < 2    ? plan.reference.name
                                 : i < 10 ? "verlet"
                                          : "blanes-moan4",
                                 md_plan_name(&plan, &plan.trial[i]));
}

static void test_named_integrators_stay(void)
{
    reads("deck|--integrators|verlet");
    TEST_ASSERT_FALSE(plan.standard);
}

static void test_defaults(void)
{
    reads("deck");
    expands(1.0, 10.0, 0.01);
    TEST_ASSERT_EQUAL_STRING("deck", plan.deck);
    TEST_ASSERT_EQUAL_INT(4, plan.schemes);
    TEST_ASSERT_EQUAL_INT(16, plan.trials);
    TEST_ASSERT_EQUAL_INT(0, plan.references);
    TEST_ASSERT_EQUAL_DOUBLE(0.005, plan.trial[0].timestep);
    TEST_ASSERT_EQUAL_INT64(2000, plan.trial[0].steps);
    TEST_ASSERT_EQUAL_DOUBLE(0.04, plan.trial[3].timestep);
    TEST_ASSERT_EQUAL_INT64(250, plan.trial[3].steps);
}

static void test_limit_and_dry_run(void)
{
    reads("deck");
    TEST_ASSERT_EQUAL_DOUBLE(0.0, plan.limit);
    TEST_ASSERT_FALSE(plan.dry_run);
    md_plan_free(&plan);
    reads("deck|--limit|2.5|--dry-run");
    TEST_ASSERT_EQUAL_DOUBLE(2.5, plan.limit);
    TEST_ASSERT_TRUE(plan.dry_run);
    md_plan_free(&plan);
    TEST_ASSERT_NOT_EQUAL(MD_OK, read_words("deck|--limit|-1"));
}

/* Those of files come first: the last of a name is what counts. */
static void test_variables(void)
{
    char name[] = "test_plan_XXXXXX", words[256];
    int file = mkstemp(name);
    TEST_ASSERT_TRUE(file >= 0);
    FILE *out = fdopen(file, "w");
    fputs("var cells 3\nvar\tlist  a b   c # and a remark\n", out);
    fclose(out);
    snprintf(words, sizeof words, "deck|-var|cells|4|--plan|%s", name);
    enum md_status status = read_words(words);
    remove(name);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, status, error.text);
    TEST_ASSERT_EQUAL_INT(3, plan.variables);
    TEST_ASSERT_EQUAL_STRING("cells", plan.variable[0].word[0]);
    TEST_ASSERT_EQUAL_INT(2, plan.variable[0].words);
    TEST_ASSERT_EQUAL_INT(4, plan.variable[1].words);
    TEST_ASSERT_EQUAL_STRING("c", plan.variable[1].word[3]);
    TEST_ASSERT_EQUAL_STRING("4", plan.variable[2].word[1]);
}

/* References first, then schemes, steps and starts, in that order. */
static void test_order_and_starts(void)
{
    reads("deck|--integrators|verlet,b=rk4|--steps|1,2|--steps|b=3|--starts|2|--seed|7|"
          "--reference|verlet:0.5");
    expands(2.0, 12.0, 1.0);
    TEST_ASSERT_EQUAL_INT(2, plan.references);
    TEST_ASSERT_EQUAL_INT(8, plan.trials);
    TEST_ASSERT_EQUAL_INT(-1, plan.trial[1].scheme);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, plan.trial[1].timestep);
    TEST_ASSERT_EQUAL_STRING("reference", md_plan_name(&plan, &plan.trial[1]));
    TEST_ASSERT_EQUAL_STRING("verlet", plan.trial[2].words);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, plan.trial[2].timestep);
    TEST_ASSERT_EQUAL_INT(0, plan.trial[2].seed);
    TEST_ASSERT_EQUAL_INT(8, plan.trial[3].seed);
    TEST_ASSERT_EQUAL_STRING("b", md_plan_name(&plan, &plan.trial[6]));
    TEST_ASSERT_EQUAL_STRING("rk4", plan.trial[6].words);
    TEST_ASSERT_EQUAL_INT64(2, plan.trial[6].steps);
}

/* The last step covers the end; a quotient that misses a whole number by rounding does not add one.
 */
static void test_steps_reach_the_end(void)
{
    reads("deck|--integrators|verlet|--steps|0.3,0.1|--time|1");
    expands(1.0, 5.0, 0.01);
    TEST_ASSERT_EQUAL_INT64(4, plan.trial[0].steps);
    TEST_ASSERT_EQUAL_INT64(10, plan.trial[1].steps);
}

static void test_braces(void)
{
    reads("deck|--integrators|a=avi step shells {step} 1.4 1.9 {2.5*step},h=es h E0/{raw}|--steps|"
          "4|--steps|h=100");
    expands(0.5, 10.0, 0.25);
    TEST_ASSERT_EQUAL_STRING("avi step shells 2 1.4 1.9 5", plan.trial[0].words);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, plan.trial[0].timestep);
    TEST_ASSERT_EQUAL_STRING("es h E0/100", plan.trial[1].words);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, plan.trial[1].timestep); /* the deck's: 100 is no time */
}

static void test_range(void)
{
    reads("deck|--integrators|verlet|--steps|1:100:3");
    expands(1.0, 1000.0, 1.0);
    TEST_ASSERT_EQUAL_INT(3, plan.trials);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10.0, plan.trial[1].step);
    TEST_ASSERT_EQUAL_DOUBLE(100.0, plan.trial[2].step);
}

static void test_command_line_wins_over_a_file(void)
{
    const char *name = "test_plan.tmp";
    FILE *file = fopen(name, "w");
    TEST_ASSERT_NOT_NULL(file);
    fputs("# a plan\ntime 5 # short\n\nstarts 3\nintegrator x steps 1,2 timestep 0.5 : avi step "
          "uniform {step}\nmeasure energy v_warm\n",
          file);
    fclose(file);
    enum md_status status = read_words("deck|--time|9|--plan|test_plan.tmp|--starts|2");
    remove(name);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, status, error.text);
    expands(1.0, 1.0, 1.0);
    TEST_ASSERT_EQUAL_DOUBLE(9.0, plan.length);
    TEST_ASSERT_EQUAL_INT(4, plan.trials);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, plan.trial[0].timestep);
    TEST_ASSERT_EQUAL_INT64(18, plan.trial[0].steps);
    TEST_ASSERT_EQUAL_STRING("v_warm", plan.extra[0]);
    TEST_ASSERT_EQUAL_UINT(MD_PLAN_ENERGY, plan.measure);
}

static void test_wrong_words(void)
{
    static const struct {
        const char *words, *part;
    } wrong[] = {{"deck|--steps|", "no step"},
                 {"deck|--steps|1,,2", "no step"},
                 {"deck|--steps|1:2:1", "no range"},
                 {"deck|--steps|1:2:3:4", "no range"},
                 {"deck|--starts|0", "starts"},
                 {"deck|--time|-1", "time"},
                 {"deck|--integrators|a,,b", "name"},
                 {"deck|--var|x", "-var"},
                 {"deck|--out", "needs a value"},
                 {"deck|--unit|fs", "formula"},
                 {"--again", "no deck"},
                 {"deck|--reference|:3", "STYLE:STEP"},
                 {"deck|--reference|a:1,2", "one step"}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        setUp();
        TEST_ASSERT_NOT_EQUAL_MESSAGE(MD_OK, read_words(wrong[k].words), wrong[k].words);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, wrong[k].part), error.text);
        md_plan_free(&plan);
        memset(&plan, 0, sizeof plan);
    }
}

static void test_same_name_twice(void)
{
    reads("deck|--integrators|verlet,verlet|--steps|1");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_plan_expand(&plan, 1.0, 1.0, 1.0, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'verlet'"));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_defaults);
    RUN_TEST(test_left_out);
    RUN_TEST(test_named_integrators_stay);
    RUN_TEST(test_limit_and_dry_run);
    RUN_TEST(test_variables);
    RUN_TEST(test_order_and_starts);
    RUN_TEST(test_steps_reach_the_end);
    RUN_TEST(test_braces);
    RUN_TEST(test_range);
    RUN_TEST(test_command_line_wins_over_a_file);
    RUN_TEST(test_wrong_words);
    RUN_TEST(test_same_name_twice);
    return UNITY_END();
}
