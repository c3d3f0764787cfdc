/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variables: definition and redefinition, next, texts and formats, circles, what other parts see.
 * Expectations were measured with LAMMPS (29 Sep 2021) unless a comment says otherwise.
 */
#include "deck/variable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static struct md_variable_book *book;
static struct md_error error;
static char line[512];

/* A physics that knows the keyword temp, and has no value for it before a run. */
static bool keyword_known(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "temp") == 0;
}

static enum md_status keyword(void *context, const char *name, double *value, struct md_error *err)
{
    (void)context;
    (void)value;
    return md_error_set(err, MD_ERR_ORDER, NULL, "no '%s' before a run", name);
}

static size_t atom_count(void *context)
{
    (void)context;
    return 2;
}

static enum md_status atom_values(void *context, const char *name, double *values,
                                  struct md_error *err)
{
    (void)context;
    (void)err;
    values[0] = name[0] == 'i' ? 11.0 : 1.5;
    values[1] = name[0] == 'i' ? 12.0 : 2.5;
    return MD_OK;
}

static const struct md_quantities physics = {
    .keyword_known = keyword_known,
    .keyword = keyword,
    .atom_count = atom_count,
    .atom_values = atom_values,
};

void setUp(void)
{
    book = md_variable_book_create(&physics);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_variable_book_free(book);
}

/* Splits `command word word ...` at blanks and at '...' into words with places in `line`. */
static struct md_args split(const char *text)
{
    static struct md_word words[32];
    static char copy[512];
    struct md_args args = {.words = words};
    int count = 0;

    snprintf(line, sizeof line, "%s", text);
    snprintf(copy, sizeof copy, "%s", text);
    for (char *c = copy; *c;) {
        char end = *c == '\'' ? '\'' : ' ', *begin = end == '\'' ? c + 1 : c;

        memset(&words[count], 0, sizeof words[count]);
        c = begin;
        while (*c && *c != end)
            c++;
        words[count].text = begin;
        words[count].place =
            (struct md_place){"deck", line, 1, (int)(begin - copy) + 1, (int)(c - begin)};
        count++;
        while (*c == end || *c == ' ')
            *c++ = '\0';
    }
    args.command = words[0];
    args.words = words + 1;
    args.count = count - 1;
    return args;
}

static enum md_status define(const char *text)
{
    struct md_args args = split(text);

    return md_variable_define(book, &args, &error);
}

static void defined(const char *text)
{
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, define(text), error.text);
}

static void refused(const char *text, enum md_status status, const char *says)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(status, define(text), text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, says), error.text);
    TEST_ASSERT_EQUAL_STRING("deck", error.place.file);
}

static void text_is(const char *name, const char *expected)
{
    const char *text = NULL;

    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_variable_text(book, name, NULL, &text, &error),
                                  error.text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, text, name);
}

static bool next(const char *text)
{
    struct md_args args = split(text);
    bool exhausted = false;

    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_variable_next(book, &args, &exhausted, &error),
                                  error.text);
    return exhausted;
}

static enum md_status next_status(const char *text)
{
    struct md_args args = split(text);
    bool exhausted;

    return md_variable_next(book, &args, &exhausted, &error);
}

static bool exists(const char *name)
{
    struct md_variables view = md_variable_interface(book);

    return view.kind(view.context, name) != MD_VARIABLE_NONE;
}

/* ------------------------------------------------------------------ styles */

static void test_index(void)
{
    defined("variable a index x 'b c'");
    text_is("a", "x");
    defined("variable a index z");
    text_is("a", "x");
    TEST_ASSERT_FALSE(next("next a"));
    text_is("a", "b c");
    TEST_ASSERT_TRUE(next("next a"));
    TEST_ASSERT_FALSE(exists("a"));
}

static void test_loop(void)
{
    defined("variable a loop 3");
    text_is("a", "1");
    defined("variable b loop 8 12 pad");
    text_is("b", "08");
    TEST_ASSERT_FALSE(next("next a b"));
    text_is("a", "2");
    text_is("b", "09");
    defined("variable a loop 5");
    text_is("a", "2");
    defined("variable c loop 10 pad");
    text_is("c", "01");
    defined("variable d loop -1 3");
    text_is("d", "-1");
    defined("variable e loop 3 3");
    TEST_ASSERT_TRUE(next("next e"));
    TEST_ASSERT_FALSE(exists("e"));
}

static void test_bad_loops(void)
{
    refused("variable a loop 0", MD_ERR_VALUE, "0");
    refused("variable a loop 5 3", MD_ERR_VALUE, "3");
    refused("variable a loop 1.5", MD_ERR_VALUE, "1.5");
    refused("variable a loop 1 2 3", MD_ERR_COUNT, "3");
    refused("variable a loop pad", MD_ERR_COUNT, "pad");
    refused("variable a loop", MD_ERR_COUNT, "needs");
    TEST_ASSERT_FALSE(exists("a"));
}

static void test_string(void)
{
    defined("variable a string foo");
    defined("variable a string 'foo bar'");
    text_is("a", "foo bar");
    defined("variable a index q"); /* left alone, whatever its style */
    text_is("a", "foo bar");
    defined("variable a loop 3");
    text_is("a", "foo bar");
    refused("variable a string foo bar", MD_ERR_COUNT, "bar");
}

static void test_equal(void)
{
    static const struct {
        const char *formula, *text;
    } cases[] = {
        {"1/3", "0.333333333333333"},
        {"1e20", "1e+20"},
        {"123456789012345678", "1.23456789012346e+17"},
        {"3", "3"},
        {"-0.5", "-0.5"},
    };
    char command[80];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(command, sizeof command, "variable a equal %s", cases[i].formula);
        defined(command);
        text_is("a", cases[i].text);
    }
}

/* v_x is looked up when asked, not when defined. */
static void test_equal_is_evaluated_late(void)
{
    defined("variable y equal v_x+1");
    defined("variable x equal 3");
    text_is("y", "4");
    defined("variable x equal 10");
    text_is("y", "11");
}

static void test_internal_and_getenv(void)
{
    struct md_variables view = md_variable_interface(book);

    defined("variable a internal 3.5");
    text_is("a", "3.5");
    TEST_ASSERT_EQUAL_INT(MD_OK, view.set_internal(view.context, "a", 1.25, &error));
    text_is("a", "1.25");
    defined("variable a internal 4"); /* LAMMPS keeps the old value, surely by mistake */
    text_is("a", "4");
    refused("variable b internal x", MD_ERR_VALUE, "'x'");
    setenv("MD_TEST_VARIABLE", "some text", 1);
    defined("variable e getenv MD_TEST_VARIABLE");
    text_is("e", "some text");
    defined("variable e getenv MD_TEST_NOT_THERE");
    text_is("e", "");
}

static void test_style_cannot_change(void)
{
    defined("variable a index x");
    refused("variable a equal 3", MD_ERR_VALUE, "style index");
    TEST_ASSERT_EQUAL_INT(12, error.place.column);
    TEST_ASSERT_EQUAL_STRING("variable a delete", error.hint);
    defined("variable b equal 3");
    refused("variable b string x", MD_ERR_VALUE, "style equal");
    refused("variable b atom x", MD_ERR_VALUE, "style equal");
    refused("variable b internal 1", MD_ERR_VALUE, "style equal");
    refused("variable b getenv HOME", MD_ERR_VALUE, "style equal");
    text_is("b", "3");
    defined("variable b delete");
    defined("variable b string x");
    text_is("b", "x");
    defined("variable nobody delete");
}

static void test_bad_definitions(void)
{
    refused("variable a", MD_ERR_COUNT, "variable");
    refused("variable a-b equal 3", MD_ERR_VALUE, "'a-b'");
    refused("variable a eqaul 3", MD_ERR_UNKNOWN, "eqaul");
    TEST_ASSERT_EQUAL_STRING("did you mean 'equal'?", error.hint);
    refused("variable a equal", MD_ERR_COUNT, "needs");
    refused("variable a equal 1 + 2", MD_ERR_COUNT, "+");
    TEST_ASSERT_NOT_NULL(strstr(error.hint, "quotes"));
    refused("variable a index", MD_ERR_COUNT, "needs");
    refused("variable a delete x", MD_ERR_COUNT, "x");
    for (int i = 0; i < 2; i++) {
        static const char *const missing[] = {"python", "timer"};
        char command[60];

        snprintf(command, sizeof command, "variable a %s x", missing[i]);
        refused(command, MD_ERR_UNSUPPORTED, missing[i]);
    }
    defined("variable 1a equal 3");
    text_is("1a", "3");
    TEST_ASSERT_FALSE(exists("a"));
}

/* A slip in a formula is found at its definition, with the caret under it. */
static void test_formulas_are_read_when_defined(void)
{
    refused("variable a equal 2*(3+", MD_ERR_SYNTAX, "2*(3+");
    TEST_ASSERT_EQUAL_INT(22, error.place.column);
    refused("variable a equal '2 + tmep'", MD_ERR_UNKNOWN, "tmep");
    TEST_ASSERT_EQUAL_INT(23, error.place.column);
    TEST_ASSERT_EQUAL_INT(4, error.place.length);
    refused("variable a equal x", MD_ERR_VALUE, "atom");
    defined("variable a atom x");
    defined("variable b equal sum(c_x)"); /* not there, but not used either */
    defined("variable c equal v_later*2");
}

static void test_vectors(void)
{
    defined("variable v vector [3,1.5,-2e1]");
    defined("variable w vector 2*sort(v_v)");
    defined("variable a equal sum(v_v)");
    defined("variable b equal v_w[1]");
    text_is("a", "-15.5");
    text_is("b", "-40");
    refused("variable x vector [1,2", MD_ERR_VALUE, "[1,2");
    refused("variable x vector [1,,2]", MD_ERR_VALUE, "commas");
    refused("variable x vector []", MD_ERR_VALUE, "commas");
    refused("variable x vector [1,2]3", MD_ERR_VALUE, "commas");
    refused("variable v equal 3", MD_ERR_VALUE, "style vector");
    TEST_ASSERT_FALSE(exists("x"));
}

static void test_errors_point_to_the_definition(void)
{
    const char *text;

    defined("variable z equal 0");
    defined("variable a equal 1/v_z");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_variable_text(book, "a", NULL, &text, &error));
    TEST_ASSERT_EQUAL_INT(19, error.place.column);
    TEST_ASSERT_NOT_NULL(strstr(error.text, "1 / 0"));
}

static void test_unknown_names(void)
{
    struct md_place place = {"deck", "print $lenght", 7, 7, 7};
    const char *text;

    defined("variable length equal 3");
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE,
                          md_variable_text(book, "lenght", &place, &text, &error));
    TEST_ASSERT_EQUAL_STRING("did you mean 'length'?", error.hint);
    TEST_ASSERT_EQUAL_INT(7, error.place.line);
}

/* ------------------------------------------------------------------ numbers from texts */

static enum md_status number(const char *formula, double *value)
{
    return md_variable_formula(book, formula, NULL, value, &error);
}

static void test_texts_as_numbers(void)
{
    double value = 0.0;

    defined("variable a index 7 8");
    defined("variable l loop 4");
    TEST_ASSERT_EQUAL_INT(MD_OK, number("v_a+v_l", &value));
    TEST_ASSERT_EQUAL_DOUBLE(8.0, value);
    /* LAMMPS reads foo as 0 and 7x as 7. */
    defined("variable w string foo");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, number("v_w+1", &value));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'foo'"));
    defined("variable w string 7x");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, number("v_w+1", &value));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, number("v_a[2]", &value));
}

static void test_circles(void)
{
    const char *text;
    double value;

    defined("variable a equal v_a+1");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, md_variable_text(book, "a", NULL, &text, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "a -> a"), error.text);
    defined("variable x equal v_y");
    defined("variable y equal 2*v_z");
    defined("variable z atom v_x");
    defined("variable z delete");
    defined("variable z equal 3+v_x");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, number("v_y", &value));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "y -> z -> x -> y"), error.text);
    /* Afterwards nothing is stuck. */
    defined("variable z equal 5");
    TEST_ASSERT_EQUAL_INT(MD_OK, number("v_x", &value));
    TEST_ASSERT_EQUAL_DOUBLE(10.0, value);
}

static void test_long_chains_are_refused(void)
{
    char command[80];
    double value = 0.0;

    defined("variable a0 equal 1");
    for (int i = 1; i <= 5000; i++) {
        snprintf(command, sizeof command, "variable a%d equal v_a%d+1", i, i - 1);
        defined(command);
    }
    TEST_ASSERT_EQUAL_INT(MD_OK, number("v_a150", &value));
    TEST_ASSERT_EQUAL_DOUBLE(151.0, value);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, number("v_a5000", &value));
}

/* ------------------------------------------------------------------ next */

static void test_next_of_two(void)
{
    defined("variable a index x y");
    defined("variable b index 1 2 3");
    TEST_ASSERT_FALSE(next("next a b"));
    text_is("a", "y");
    text_is("b", "2");
    TEST_ASSERT_TRUE(next("next a b"));
    text_is("b", "3");
    TEST_ASSERT_FALSE(exists("a"));
}

static void test_bad_next(void)
{
    defined("variable a index x y");
    defined("variable b loop 3");
    defined("variable e equal 3");
    defined("variable s string 3");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, next_status("next a b"));
    text_is("a", "x");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, next_status("next e"));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "equal"));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, next_status("next s"));
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, next_status("next zz"));
    TEST_ASSERT_EQUAL_INT(MD_ERR_COUNT, next_status("next"));
}

/* ------------------------------------------------------------------ the command line */

static void test_command_line(void)
{
    const char *values[] = {"cmd", "two"};

    TEST_ASSERT_EQUAL_INT(MD_OK,
                          md_variable_define_from_command_line(book, "a", 2, values, &error));
    defined("variable a index z");
    text_is("a", "cmd");
    TEST_ASSERT_FALSE(next("next a"));
    text_is("a", "two");
    refused("variable a equal 3", MD_ERR_VALUE, "style index");
    refused("variable a string z", MD_ERR_VALUE, "style index");
    defined("variable a delete");
    defined("variable a index z");
    text_is("a", "z");
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE,
                          md_variable_define_from_command_line(book, "a b", 1, values, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_COUNT,
                          md_variable_define_from_command_line(book, "b", 0, values, &error));
}

/* ------------------------------------------------------------------ substitution */

static enum md_status substitute(const char *text, char *out, size_t size)
{
    struct md_variables view = md_variable_interface(book);

    return view.substitute(view.context, text, out, size, &error);
}

static void becomes(const char *text, const char *expected)
{
    char out[512];

    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, substitute(text, out, sizeof out), error.text);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, out, text);
}

static void test_substitution(void)
{
    defined("variable x equal 3");
    defined("variable long index some");
    becomes("plain text", "plain text");
    becomes("", "");
    becomes("$x ${x} ${long}thing$x", "3 3 something3");
    becomes("$(1/3) and $(v_x+1)", "0.33333333333333331483 and 4");
    becomes("$(2^53) $(0.1)", "9007199254740992 0.10000000000000000555");
    becomes("$((1+2)*(3+4))", "21");
    becomes("a '$x' b $x", "a '$x' b 3");
    becomes("a \"\"\"$x '\"\"\" b $x", "a \"\"\"$x '\"\"\" b 3");
    becomes("it's $x", "it's 3"); /* a quote that is never closed quotes nothing */
    becomes("\\$x costs \\${x} $x", "$x costs ${x} 3");
}

static void test_formats(void)
{
    static const struct {
        const char *text, *out;
    } good[] = {
        {"$(10.75:%5.2f)", "10.75"},
        {"$(1/3:%.3f)", "0.333"},
        {"$(10.75:%.3E)", "1.075E+01"},
        {"$(10.75:%.2f%%)", "10.75%"},
        {"$(10.75:% .1f)", " 10.8"},
        /* More than LAMMPS 2021 takes, and no harm. */
        {"$(10.75:%g)", "10.75"},
        {"$(10.75:%-8.3f|)", "10.750  |"},
        {"$(10.75:%+.1f)", "+10.8"},
        {"$(3:%08.2f)", "00003.00"},
    };
    static const char *const bad[] = {
        "%d",   "%i",   "%s",  "%x",   "%n",      "%%",    "%",   "%c",
        "%05d", "%ld",  "%lf", "%Lf",  "%*f",     "%f %f", "%10", "%'f",
        "%.*f", "%1$f", "%hf", "%lld", "%1.1.1f", "%a",    "%p",  "%9999f",
    };
    char text[64], out[64];

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        becomes(good[i].text, good[i].out);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(text, sizeof text, "$(10.75:%s)", bad[i]);
        TEST_ASSERT_EQUAL_INT_MESSAGE(MD_ERR_VALUE, substitute(text, out, sizeof out), text);
    }
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, substitute("$(1:%d)", out, sizeof out));
    TEST_ASSERT_EQUAL_STRING("%.0f prints a whole number", error.hint);
    TEST_ASSERT_EQUAL_INT(MD_ERR_SYNTAX, substitute("$(10.75:abc%f)", out, sizeof out));
}

static void test_bad_substitution(void)
{
    static const struct {
        const char *text;
        enum md_status status;
    } cases[] = {
        {"$z", MD_ERR_REFERENCE}, {"${zz", MD_ERR_SYNTAX},        {"$(1+2", MD_ERR_SYNTAX},
        {"$", MD_ERR_SYNTAX},     {"$ x", MD_ERR_SYNTAX},         {"${}", MD_ERR_SYNTAX},
        {"$()", MD_ERR_SYNTAX},   {"${a${b}}", MD_ERR_REFERENCE},
    };
    char out[64];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].status, substitute(cases[i].text, out, sizeof out),
                                      cases[i].text);
}

static void test_substitution_never_overruns(void)
{
    char out[9];

    defined("variable long index 12345");
    for (size_t size = 0; size < sizeof out; size++) {
        memset(out, '#', sizeof out);
        TEST_ASSERT_EQUAL_INT(size > 7 ? MD_OK : MD_ERR_VALUE, substitute("a${long}b", out, size));
        for (size_t i = size; i < sizeof out; i++)
            TEST_ASSERT_EQUAL_INT('#', out[i]);
    }
}

/* The lexer's view: the cursor moves behind the reference. */
static void test_expand_moves_the_cursor(void)
{
    struct md_substitution view = md_variable_substitution(book);
    const char *text = "$(1+(2)) rest", *cursor = text;
    struct md_place place = {"deck", "print $(1+(2)) rest", 1, 7, 8};
    char *value;

    TEST_ASSERT_EQUAL_INT(MD_OK, view.expand(view.context, &cursor, &place, &value, &error));
    TEST_ASSERT_EQUAL_STRING("3", value);
    TEST_ASSERT_EQUAL_PTR(text + 8, cursor);
    free(value);
    cursor = "$(1+/2) rest";
    place.text = "print $(1+/2) rest";
    TEST_ASSERT_EQUAL_INT(MD_ERR_SYNTAX,
                          view.expand(view.context, &cursor, &place, &value, &error));
    TEST_ASSERT_EQUAL_INT(11, error.place.column);
}

/* ------------------------------------------------------------------ other parts */

static void test_interface(void)
{
    struct md_variables view = md_variable_interface(book);
    double value = 0.0, values[2] = {0};
    const char *text = NULL;

    defined("variable e equal 2*3");
    defined("variable a atom v_e+x");
    defined("variable i index 7");
    TEST_ASSERT_EQUAL_INT(MD_VARIABLE_EQUAL, view.kind(view.context, "e"));
    TEST_ASSERT_EQUAL_INT(MD_VARIABLE_ATOM, view.kind(view.context, "a"));
    TEST_ASSERT_EQUAL_INT(MD_VARIABLE_TEXT, view.kind(view.context, "i"));
    TEST_ASSERT_EQUAL_INT(MD_VARIABLE_NONE, view.kind(view.context, "none"));
    TEST_ASSERT_EQUAL_INT(MD_OK, view.equal(view.context, "e", &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(6.0, value);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, view.equal(view.context, "i", &value, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, view.equal(view.context, "a", &value, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_REFERENCE, view.equal(view.context, "none", &value, &error));
    TEST_ASSERT_EQUAL_INT(MD_OK, view.atom(view.context, "a", values, 2, &error));
    TEST_ASSERT_EQUAL_DOUBLE(7.5, values[0]);
    TEST_ASSERT_EQUAL_DOUBLE(8.5, values[1]);
    TEST_ASSERT_EQUAL_INT(MD_OK, view.atom(view.context, "e", values, 2, &error));
    TEST_ASSERT_EQUAL_DOUBLE(6.0, values[1]);
    TEST_ASSERT_EQUAL_INT(MD_OK, view.text(view.context, "i", &text, &error));
    TEST_ASSERT_EQUAL_STRING("7", text);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, view.text(view.context, "a", &text, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, view.set_internal(view.context, "e", 1.0, &error));
    TEST_ASSERT_EQUAL_INT(MD_OK, md_variable_formula(book, "v_a[12]", NULL, &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(8.5, value);
}

static void test_checking(void)
{
    const char *text;
    double value = 1.0;

    defined("variable t equal temp");
    defined("variable r equal 1/v_t");
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, md_variable_text(book, "t", NULL, &text, &error));
    md_variable_checking(book, true);
    text_is("t", "0");
    text_is("r", "0");
    TEST_ASSERT_EQUAL_INT(MD_OK, number("1/v_t", &value));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, number("1/0", &value));
    md_variable_checking(book, false);
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, md_variable_text(book, "t", NULL, &text, &error));
}

static void test_names_in_order(void)
{
    TEST_ASSERT_NULL(md_variable_name(book, 0));
    defined("variable a equal 1");
    defined("variable b equal 1");
    TEST_ASSERT_EQUAL_STRING("b", md_variable_name(book, 1));
    defined("variable a delete");
    TEST_ASSERT_EQUAL_STRING("b", md_variable_name(book, 0));
    TEST_ASSERT_NULL(md_variable_name(book, 1));
    TEST_ASSERT_NULL(md_variable_name(book, -1));
}

/* Without any simulation, formulas of numbers still work. */
static void test_without_physics(void)
{
    struct md_variable_book *alone = md_variable_book_create(NULL);
    double value = 0.0;

    TEST_ASSERT_EQUAL_INT(MD_OK, md_variable_formula(alone, "2*3", NULL, &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(6.0, value);
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, md_variable_formula(alone, "temp", NULL, &value, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, md_variable_formula(alone, "c_x", NULL, &value, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER,
                          md_variable_formula(alone, "count(all)", NULL, &value, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER,
                          md_variable_formula(alone, "stagger(10,2)", NULL, &value, &error));
    md_variable_book_free(alone);
}

/* Random commands: no crash, and every refusal says something. */
static void test_garbage(void)
{
    static const char *const words[] = {
        "a",  "b",    "c",     "index",    "loop",   "equal",  "atom",    "string",
        "1",  "-3",   "v_a",   "v_b+v_c",  "x",      "delete", "pad",     "2*",
        "$a", "${b}", "'1 2'", "internal", "$(v_a)", "getenv", "v_c[11]", "/"};
    unsigned state = 99u;
    char out[256], command[300];

    for (int i = 0; i < 20000; i++) {
        int count;

        state = state * 1664525u + 1013904223u;
        count = 1 + (int)(state >> 20) % 5;
        strcpy(command, "variable");
        for (int k = 0; k < count; k++) {
            state = state * 1664525u + 1013904223u;
            strcat(command, " ");
            strcat(command, words[(state >> 12) % (sizeof words / sizeof words[0])]);
        }
        if (define(command) != MD_OK) {
            TEST_ASSERT_TRUE(error.text[0] != '\0');
        }
        if (substitute(command, out, sizeof out) != MD_OK) {
            TEST_ASSERT_TRUE(error.text[0] != '\0');
        }
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_index);
    RUN_TEST(test_loop);
    RUN_TEST(test_bad_loops);
    RUN_TEST(test_string);
    RUN_TEST(test_equal);
    RUN_TEST(test_equal_is_evaluated_late);
    RUN_TEST(test_internal_and_getenv);
    RUN_TEST(test_style_cannot_change);
    RUN_TEST(test_bad_definitions);
    RUN_TEST(test_formulas_are_read_when_defined);
    RUN_TEST(test_vectors);
    RUN_TEST(test_errors_point_to_the_definition);
    RUN_TEST(test_unknown_names);
    RUN_TEST(test_texts_as_numbers);
    RUN_TEST(test_circles);
    RUN_TEST(test_long_chains_are_refused);
    RUN_TEST(test_next_of_two);
    RUN_TEST(test_bad_next);
    RUN_TEST(test_command_line);
    RUN_TEST(test_substitution);
    RUN_TEST(test_formats);
    RUN_TEST(test_bad_substitution);
    RUN_TEST(test_substitution_never_overruns);
    RUN_TEST(test_expand_moves_the_cursor);
    RUN_TEST(test_interface);
    RUN_TEST(test_checking);
    RUN_TEST(test_names_in_order);
    RUN_TEST(test_without_physics);
    RUN_TEST(test_garbage);
    return UNITY_END();
}
