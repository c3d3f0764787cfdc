/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library as a program uses it: handles, commands, values, atoms, errors. */
#include "avimd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static const char crystal[] = "units lj\n"
                              "lattice fcc 0.8442\n"
                              "region box block 0 3 0 3 0 3\n"
                              "create_box 1 box\n"
                              "create_atoms 1 box\n"
                              "mass 1 1.0\n"
                              "velocity all create 1.44 87287\n"
                              "pair_style lj/cut 2.5\n"
                              "pair_coeff 1 1 1.0 1.0\n"
                              "fix 1 all nve\n";

enum { ATOMS = 108 };

void setUp(void)
{
}

void tearDown(void)
{
}

static struct avimd *silent(void)
{
    struct avimd_options options;

    avimd_options_default(&options);
    options.screen = NULL;
    options.errors = NULL;
    options.log = "none";
    options.threads = 1;
    struct avimd *simulation = avimd_open(&options);
    TEST_ASSERT_NOT_NULL(simulation);
    return simulation;
}

static void test_runs_a_text_and_tells_values(void)
{
    struct avimd *simulation = silent();
    double value = 0;

    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_text(simulation, "crystal", crystal));
    TEST_ASSERT_EQUAL(ATOMS, avimd_atoms(simulation));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(simulation, "run 10"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(simulation, "step", &value));
    TEST_ASSERT_EQUAL_DOUBLE(10.0, value);
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(simulation, "count(all)*2", &value));
    TEST_ASSERT_EQUAL_DOUBLE(2.0 * ATOMS, value);
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(simulation, "c_thermo_temp", &value));
    TEST_ASSERT_TRUE(value > 0.1 && value < 1.44);
    TEST_ASSERT_EQUAL(0, avimd_error_count(simulation));
    TEST_ASSERT_EQUAL_STRING("", avimd_message(simulation));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_close(simulation));
}

static void test_variables(void)
{
    struct avimd *simulation = silent();
    const char *values[] = {"2.5", "3.5"};
    double value = 0;

    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_variable(simulation, "T", 2, values));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_text(simulation, "deck",
                                           "variable T index 1\n"
                                           "variable twice equal 2*v_T\n"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(simulation, "v_twice", &value));
    TEST_ASSERT_EQUAL_DOUBLE(5.0, value);
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(simulation, "clear"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(simulation, "v_twice", &value));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_value(simulation, "v_nobody", &value));
    TEST_ASSERT_NOT_NULL(strstr(avimd_message(simulation), "nobody"));
    avimd_close(simulation);
}

static void test_errors_are_counted_and_told(void)
{
    struct avimd *simulation = silent();
    double value = 0;

    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_command(simulation, "latice fcc 1"));
    TEST_ASSERT_NOT_NULL(strstr(avimd_message(simulation), "latice"));
    TEST_ASSERT_EQUAL(1, avimd_error_count(simulation));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_deck(simulation, "/nowhere/in.deck"));
    TEST_ASSERT_NOT_NULL(strstr(avimd_message(simulation), "/nowhere/in.deck"));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_value(simulation, "1 +", &value));
    /* An error is no end: the same handle goes on. */
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_text(simulation, "crystal", crystal));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(simulation, "run 1"));
    avimd_close(simulation);
}

static void test_gathers_in_the_order_of_ids(void)
{
    struct avimd *simulation = silent();
    double x[3 * ATOMS], v[3 * ATOMS], f[3 * ATOMS];
    double first[3 * ATOMS], sum[3] = {0, 0, 0}, x7 = 0;

    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_text(simulation, "crystal", crystal));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_gather(simulation, "x", first, 3 * ATOMS));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(simulation, "run 20")); /* sorts the atoms */
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_gather(simulation, "x", x, 3 * ATOMS));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_gather(simulation, "v", v, 3 * ATOMS));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_gather(simulation, "f", f, 3 * ATOMS));
    for (int i = 0; i < ATOMS; i++)
        for (int k = 0; k < 3; k++) {
            double moved = fabs(x[3 * i + k] - first[3 * i + k]);

            TEST_ASSERT_TRUE(moved < 0.5 || moved > 4.0); /* here, or across the boundary */
            sum[k] += f[3 * i + k];
        }
    for (int k = 0; k < 3; k++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, sum[k]);
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(simulation, "x[7]", &x7));
    TEST_ASSERT_EQUAL_DOUBLE(x7, x[3 * 6]);
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_gather(simulation, "x", x, 3 * ATOMS - 1));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_gather(simulation, "charge", x, 3 * ATOMS));
    TEST_ASSERT_NOT_NULL(strstr(avimd_message(simulation), "charge"));
    avimd_close(simulation);
}

static void test_handles_are_independent(void)
{
    struct avimd *one = silent(), *two = silent();
    double a = 0, b = 0;

    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_text(one, "crystal", crystal));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_text(two, "crystal", crystal));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(one, "run 10"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(two, "run 4"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(two, "run 6"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(one, "pe", &a));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(two, "pe", &b));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(a), a, b);
    avimd_close(one);
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(two, "run 1"));
    avimd_close(two);
}

static void test_quit_and_interrupt(void)
{
    struct avimd *simulation = silent();
    double value = 0;

    TEST_ASSERT_EQUAL(AVIMD_QUIT, avimd_text(simulation, "deck", "quit 7\n"));
    TEST_ASSERT_EQUAL(7, avimd_exit_code(simulation));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_text(simulation, "crystal", crystal));
    avimd_interrupt(simulation);
    TEST_ASSERT_EQUAL(AVIMD_INTERRUPTED, avimd_command(simulation, "run 1000000000"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(simulation, "step", &value));
    TEST_ASSERT_TRUE(value < 1000);
    TEST_ASSERT_EQUAL(0, avimd_error_count(simulation));
    avimd_close(simulation);
}

/* One handle is confined and the other is not; its commands and texts are, and what is a file. */
static void test_confined(void)
{
    static const char outside[] = "print x file /dev/null";
    struct avimd_options options;
    struct avimd *other = silent();
    double value;

    avimd_options_default(&options);
    options.log = "none";
    options.confine = 1;
    struct avimd *confined = avimd_open(&options);
    TEST_ASSERT_NOT_NULL(confined);
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_command(confined, outside));
    TEST_ASSERT_NOT_NULL(strstr(avimd_message(confined), "--confine refuses to write '/dev/null'"));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_text(confined, "text", outside));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_value(confined, "is_file(/etc/passwd)", &value));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_command(other, outside));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_value(other, "is_file(/etc/passwd)", &value));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_close(other));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_close(confined));
    options.allow_shell = 1;
    TEST_ASSERT_NULL(avimd_open(&options));
}

static void test_lists_and_help(void)
{
    FILE *out = tmpfile(), *errors = tmpfile();
    char text[65536];

    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_list(out, errors, NULL));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_help(out, NULL, "lj/cut"));
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_describe(out));
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    TEST_ASSERT_NOT_NULL(strstr(text, "pair_coeff"));
    TEST_ASSERT_NOT_NULL(strstr(text, "Usage: pair_style lj/cut"));
    TEST_ASSERT_NOT_NULL(strstr(text, avimd_version()));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_list(out, errors, "comand"));
    TEST_ASSERT_EQUAL(AVIMD_ERROR, avimd_help(out, NULL, "lj/cutt"));
    rewind(errors);
    text[fread(text, 1, sizeof text - 1, errors)] = '\0';
    TEST_ASSERT_NOT_NULL(strstr(text, "did you mean 'command'?"));
    fclose(out);
    fclose(errors);
}

static void test_no_log_file_no_handle(void)
{
    struct avimd_options options;
    FILE *errors = tmpfile();
    char text[1024];

    avimd_options_default(&options);
    options.screen = NULL;
    options.errors = errors;
    options.log = "/nowhere/log";
    TEST_ASSERT_NULL(avimd_open(&options));
    rewind(errors);
    text[fread(text, 1, sizeof text - 1, errors)] = '\0';
    TEST_ASSERT_NOT_NULL(strstr(text, "/nowhere/log"));
    fclose(errors);
    TEST_ASSERT_EQUAL(AVIMD_OK, avimd_close(NULL));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_runs_a_text_and_tells_values);
    RUN_TEST(test_variables);
    RUN_TEST(test_errors_are_counted_and_told);
    RUN_TEST(test_gathers_in_the_order_of_ids);
    RUN_TEST(test_handles_are_independent);
    RUN_TEST(test_quit_and_interrupt);
    RUN_TEST(test_confined);
    RUN_TEST(test_lists_and_help);
    RUN_TEST(test_no_log_file_no_handle);
    return UNITY_END();
}
