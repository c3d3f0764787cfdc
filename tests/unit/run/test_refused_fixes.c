/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An integrator that honours nothing but potentials, made here from the Verlet scheme by taking its
 * promises away one by one: every fix that it does not take is refused by name before it begins,
 * and what it takes is not.
 */
#include "command/command.h"
#include "deck/variable.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct md_sim sim;
static struct md_variable_book *book;
static struct md_error error;
static struct md_integrator plain;
static int begun;

static struct md_args split(const char *text, char *copy, size_t size, struct md_word *words)
{
    static const char line[] = "a line of the deck";
    int count = 0;
    snprintf(copy, size, "%s", text);
    for (char *c = copy; *c;) {
        words[count++] = (struct md_word){.text = c, .place = {"deck", line, 7, 1, 1}};
        c += strcspn(c, " ");
        while (*c == ' ')
            *c++ = '\0';
    }
    return (struct md_args){.words = words + 1, .count = count - 1, .command = words[0]};
}

static enum md_status command(const char *text)
{
    char copy[256];
    struct md_word words[24];
    struct md_args args = split(text, copy, sizeof copy, words);
    md_error_clear(&error);
    return md_command_execute(&sim, &args, &error);
}

static void does(const char *text)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, command(text), error.text);
}

static void variable(const char *text)
{
    char copy[64];
    struct md_word words[8];
    struct md_args args = split(text, copy, sizeof copy, words);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_variable_define(book, &args, &error), error.text);
}

static enum md_status begin(void *state, struct md_dynamics *dynamics, struct md_error *err)
{
    begun++;
    return md_integrator_find("verlet")->begin(state, dynamics, err);
}

/* The scheme of velocity Verlet under another name, without its promises. */
static void use(void)
{
    struct md_args none = {.command = {.text = "run_style"}};
    plain = *md_integrator_find("verlet");
    plain.style.name = "plain";
    plain.takes_filters = plain.takes_forcing = false;
    plain.takes_mirrors = plain.takes_couplings = false;
    plain.begin = begin;
    begun = 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_sim_set_integrator(&sim, &plain, &none, &error),
                                  error.text);
}

void setUp(void)
{
    static const char *const deck[] = {
        "units lj",
        "boundary f f f",
        "region box block 0 9 0 9 0 9",
        "create_box 1 box",
        "create_atoms 1 single 4 4 4",
        "create_atoms 1 single 5.1 4 4",
        "mass 1 1.0",
        "pair_style lj/cut 2.5",
        "pair_coeff * * 1 1",
        "fix move all nve",
    };
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_sim_init(&sim, NULL, &error), error.text);
    book = md_variable_book_create(&sim.quantities);
    TEST_ASSERT_NOT_NULL(book);
    sim.variables = md_variable_interface(book);
    for (size_t k = 0; k < sizeof deck / sizeof deck[0]; k++)
        does(deck[k]);
    variable("variable push equal 0.5");
    use();
}

void tearDown(void)
{
    md_variable_book_free(book);
    md_sim_free(&sim);
}

static const struct {
    const char *fix, *name, *why;
    bool *promise; /* what it takes to accept it */
} refused[] = {
    {"fix f all setforce 0 NULL NULL", "fix setforce", "changes forces", &plain.takes_filters},
    {"fix f all aveforce NULL 0 0", "fix aveforce", "changes forces", &plain.takes_filters},
    {"fix f all viscous 0.1", "fix viscous", "follows from no potential", &plain.takes_forcing},
    {"fix f all addforce v_push 0 0", "fix addforce", "follows from no potential",
     &plain.takes_forcing},
    {"fix f all addforce 1 0 0 every 2", "fix addforce", "follows from no potential",
     &plain.takes_forcing},
    {"fix f all indent 10 sphere v_push 4 4 1", "fix indent", "depends on time",
     &plain.takes_forcing},
    {"fix f all spring tether 1 0 0 0 0", "fix spring", "follows from no potential",
     &plain.takes_forcing},
    {"fix f all deposit 1 1 10 4711 region box", "fix deposit", "adds atoms",
     &plain.takes_couplings},
    {"fix f all wall/reflect/stochastic diffusive 1 xlo EDGE 1 0 0 0",
     "fix wall/reflect/stochastic", "hard wall", &plain.takes_mirrors},
    {"fix f all wall/reflect xlo EDGE", "fix wall/reflect", "hard wall", &plain.takes_mirrors},
};

static void test_refused_by_name_before_the_run(void)
{
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        use();
        does(refused[k].fix);
        TEST_ASSERT_EQUAL_INT_MESSAGE(MD_ERR_UNSUPPORTED, command("run 1"), refused[k].fix);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, refused[k].name), error.text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "run_style plain"), error.text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, refused[k].why), error.text);
        TEST_ASSERT_EQUAL_STRING("deck", error.place.file);
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, begun, refused[k].fix);
        TEST_ASSERT_TRUE(md_clock_step(&sim.system.clock) == 0);
        does("unfix f");
    }
}

/* The one promise that a fix needs is enough. */
static void test_taken_with_its_promise(void)
{
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        use();
        *refused[k].promise = true;
        does(refused[k].fix);
        TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, command("run 1"), error.text);
        TEST_ASSERT_EQUAL_INT(1, begun);
        does("unfix f");
        does("reset_timestep 0");
    }
}

/* Potentials need no promise. */
static void test_potentials_are_taken(void)
{
    does("fix f all spring/self 1.0");
    does("fix g all wall/lj93 xlo EDGE 1 1 2.5");
    does("fix h all addforce 1 0 0");
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, command("run 1"), error.text);
    TEST_ASSERT_EQUAL_INT(1, begun);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_refused_by_name_before_the_run);
    RUN_TEST(test_taken_with_its_promise);
    RUN_TEST(test_potentials_are_taken);
    return UNITY_END();
}
