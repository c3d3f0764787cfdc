/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thermo rows character by character, user formats, and what is refused where. */
#include "output/thermo.h"
#include "run/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static struct md_error error;
static struct md_thermo thermo;
static struct md_log out;
static FILE *screen;
static char text[1 << 16];

/* ---------------------------------------------------------------------------- a small physics */

static enum md_status keyword(void *context, const char *name, double *value, struct md_error *e)
{
    static const struct {
        const char *name;
        double value;
    } values[] = {{"step", 50},       {"temp", 1.6842865},   {"epair", -4.8082494},
                  {"emol", 0},        {"etotal", -2.282451}, {"press", 5.5666131},
                  {"vol", 4738.2137}, {"atoms", 4000},       {"pe", NAN},
                  {"ke", INFINITY}};
    (void)context;
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        if (strcmp(values[k].name, name) == 0) {
            *value = values[k].value;
            return MD_OK;
        }
    }
    (void)e;
    *value = 0.25;
    return MD_OK;
}

static enum md_status reference(void *context, char kind, const char *id, int64_t i, int64_t j,
                                double *value, struct md_error *e)
{
    (void)context;
    if (strcmp(id, "bad") == 0)
        return md_error_set(e, MD_ERR_VALUE, NULL, "compute bad is bad");
    *value = (kind == 'c' ? 100 : 200) + 10.0 * (double)i + (double)j;
    return MD_OK;
}

static bool is_defined(void *context, const char *category, const char *id)
{
    (void)context;
    return (strcmp(category, "compute") == 0 && (!strcmp(id, "p") || !strcmp(id, "bad"))) ||
           (strcmp(category, "fix") == 0 && !strcmp(id, "f"));
}

static enum md_variable_kind kind(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "eq") == 0   ? MD_VARIABLE_EQUAL
           : strcmp(name, "at") == 0 ? MD_VARIABLE_ATOM
                                     : MD_VARIABLE_NONE;
}

static enum md_status equal(void *context, const char *name, double *value, struct md_error *e)
{
    (void)context;
    (void)name;
    (void)e;
    *value = 42.5;
    return MD_OK;
}

static struct md_quantities quantities = {
    .keyword = keyword, .reference = reference, .is_defined = is_defined};
static struct md_variables variables = {.kind = kind, .equal = equal};

/* ---------------------------------------------------------------------------- helpers */

#define WORDS_MAX 40
static struct md_word words[WORDS_MAX];
static char storage[1024];

/* Words separated by '|'; word k has column k + 1. */
static struct md_args split(const char *line)
{
    struct md_args args = {.words = words, .command = {.text = "thermo_modify"}};
    snprintf(storage, sizeof storage, "%s", line);
    for (char *c = storage; c != NULL && args.count < WORDS_MAX;) {
        char *bar = strchr(c, '|');
        if (bar != NULL)
            *bar = '\0';
        words[args.count] = (struct md_word){.text = c};
        words[args.count].place = (struct md_place){"deck", "line", 1, args.count + 1, 1};
        args.count++;
        c = bar != NULL ? bar + 1 : NULL;
    }
    return args;
}

static enum md_status style(const char *line)
{
    struct md_args args = split(line);
    return md_thermo_style(&thermo, &quantities, &variables, &args, &error);
}

static enum md_status modify(const char *line)
{
    struct md_args args = split(line);
    return md_thermo_modify(&thermo, &args, &error);
}

/* What a run of two rows prints. */
static const char *printed(bool box_changes)
{
    rewind(screen);
    TEST_ASSERT_EQUAL(0, ftruncate(fileno(screen), 0));
    TEST_ASSERT_EQUAL(MD_OK, md_thermo_header(&thermo, &quantities, box_changes, &out, &error));
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK, md_thermo_row(&thermo, &quantities, &variables, 1.25, &out, &error), error.text);
    TEST_ASSERT_EQUAL(MD_OK, md_thermo_footer(&thermo, &out, &error));
    fflush(screen);
    rewind(screen);
    text[fread(text, 1, sizeof text - 1, screen)] = '\0';
    return text;
}

void setUp(void)
{
    md_error_clear(&error);
    screen = tmpfile();
    md_log_init(&out, screen);
    TEST_ASSERT_EQUAL(MD_OK, md_thermo_init(&thermo, &error));
}

void tearDown(void)
{
    md_thermo_free(&thermo);
    fclose(screen);
}

/* ---------------------------------------------------------------------------- rows */

static void test_one(void)
{
    TEST_ASSERT_EQUAL_STRING(
        "   Step          Temp          E_pair         E_mol          TotEng         Press     \n"
        "        50   1.6842865     -4.8082494      0             -2.282451       5.5666131    \n",
        printed(false));
    TEST_ASSERT_EQUAL_STRING(
        "   Step          Temp          E_pair         E_mol          TotEng         Press     "
        "     Volume    \n"
        "        50   1.6842865     -4.8082494      0             -2.282451       5.5666131    "
        "  4738.2137    \n",
        printed(true));
}

static void test_multi(void)
{
    TEST_ASSERT_EQUAL(MD_OK, style("multi"));
    TEST_ASSERT_EQUAL(MD_OK, modify("format|pe|%6.1f|format|ke|%6.1f"));
    TEST_ASSERT_EQUAL_STRING(
        "------------ Step             50 ----- CPU =         1.25 (sec) -------------\n"
        "TotEng   =        -2.2825 KinEng   =    inf Temp     =         1.6843 \n"
        "PotEng   =    nan E_bond   =         0.2500 E_angle  =         0.2500 \n"
        "E_dihed  =         0.2500 E_impro  =         0.2500 E_vdwl   =         0.2500 \n"
        "E_coul   =         0.2500 E_long   =         0.2500 Press    =         5.5666 \n"
        "Volume   =      4738.2137\n",
        printed(true));
}

static void test_yaml(void)
{
    TEST_ASSERT_EQUAL(MD_OK, style("custom|step|temp|pe|ke|v_eq|c_p[1]"));
    TEST_ASSERT_EQUAL(MD_OK, modify("line|yaml"));
    TEST_ASSERT_EQUAL_STRING("---\n"
                             "keywords: ['Step', 'Temp', 'PotEng', 'KinEng', 'v_eq', 'c_p[1]', ]\n"
                             "data:\n"
                             "  - [50, 1.6842865, .nan, .inf, 42.5, 110, ]\n"
                             "...\n",
                             printed(true));
}

static void test_references(void)
{
    TEST_ASSERT_EQUAL(MD_OK, style("custom|c_p|c_p[2]|c_p[2][3]|f_f|f_f[1]|v_eq|atoms"));
    TEST_ASSERT_EQUAL(MD_OK, modify("format|line|%g %g %g %g %g %g %d"));
    TEST_ASSERT_EQUAL(MD_OK, modify("colname|1|first|colname|-1|N"));
    TEST_ASSERT_EQUAL_STRING(
        "    first          c_p[2]       c_p[2][3]         f_f           f_f[1]          v_eq"
        "           N     \n"
        "100 120 123 200 210 42.5 4000\n",
        printed(false));
}

static void test_formats(void)
{
    TEST_ASSERT_EQUAL(MD_OK, style("custom|step|temp|press"));
    TEST_ASSERT_EQUAL(MD_OK, modify("format|int|<%ld>|format|float|%.2f|format|3|%10.3e;%%"));
    TEST_ASSERT_NOT_NULL(strstr(printed(false), "\n<50> 1.68  5.567e+00;%\n"));
    TEST_ASSERT_EQUAL(MD_OK, modify("format|none"));
    TEST_ASSERT_NOT_NULL(strstr(printed(false), "\n        50   1.6842865      5.5666131    \n"));
}

/* ---------------------------------------------------------------------------- refusals */

static const struct {
    bool is_style;
    const char *line;
    enum md_status status;
    int column;
    const char *says, *hint;
} wrong[] = {
    {true, "custmo", MD_ERR_UNKNOWN, 1, "'custmo'", "custom"},
    {true, "one|two", MD_ERR_COUNT, 2, "", ""},
    {true, "custom", MD_ERR_COUNT, 0, "", ""},
    {true, "custom|step|tmep", MD_ERR_UNKNOWN, 3, "unknown thermo keyword 'tmep'", "temp"},
    {true, "custom|c_q", MD_ERR_REFERENCE, 2, "compute 'q'", ""},
    {true, "custom|f_q[1]", MD_ERR_REFERENCE, 2, "fix 'q'", ""},
    {true, "custom|v_no", MD_ERR_REFERENCE, 2, "variable 'no'", ""},
    {true, "custom|v_at", MD_ERR_VALUE, 2, "'at' is not equal-style", ""},
    {true, "custom|v_eq[1]", MD_ERR_VALUE, 2, "'eq' is not vector-style", ""},
    {true, "custom|c_p[0]", MD_ERR_UNKNOWN, 2, "'c_p[0]'", ""},
    {true, "custom|c_p[1", MD_ERR_UNKNOWN, 2, "'c_p[1'", ""},
    {true, "custom|c_", MD_ERR_UNKNOWN, 2, "'c_'", ""},
    {false, "norm|maybe", MD_ERR_VALUE, 2, "'maybe'", ""},
    {false, "nrom|yes", MD_ERR_UNKNOWN, 1, "'nrom'", "norm"},
    {false, "lost|never", MD_ERR_UNKNOWN, 2, "'never'", ""},
    {false, "flush|yes|line", MD_ERR_COUNT, 3, "line one|multi|yaml", ""},
    {false, "line|three", MD_ERR_UNKNOWN, 2, "'three'", ""},
    {false, "format|line|%d %g", MD_ERR_VALUE, 3, "fewer than 6", ""},
    {false, "format|line|%d %g %g %g %g %g %g", MD_ERR_VALUE, 3, "more than 6", ""},
    {false, "format|line|%g %g %g %g %g %g", MD_ERR_VALUE, 3, "'%g' has the wrong conversion", ""},
    {false, "format|float|%d", MD_ERR_VALUE, 3, "'%d' has the wrong conversion", ""},
    {false, "format|float|%s", MD_ERR_VALUE, 3, "wrong conversion", ""},
    {false, "format|float|%n", MD_ERR_VALUE, 3, "wrong conversion", ""},
    {false, "format|float|%*g", MD_ERR_VALUE, 3, "wrong conversion", ""},
    {false, "format|float|%g %g", MD_ERR_VALUE, 3, "two conversions", ""},
    {false, "format|float|%%", MD_ERR_VALUE, 3, "no conversion", ""},
    {false, "format|float|%", MD_ERR_VALUE, 3, "wrong conversion", ""},
    {false, "format|float|%999999999g", MD_ERR_VALUE, 3, "too wide", ""},
    {false, "format|float|%.999999999g", MD_ERR_VALUE, 3, "too precise", ""},
    {false, "format|float|%Lg", MD_ERR_VALUE, 3, "wrong conversion", ""},
    {false, "format|int|%x", MD_ERR_VALUE, 3, "wrong conversion", ""},
    {false, "format|0|%g", MD_ERR_VALUE, 2, "no thermo column 0", ""},
    {false, "format|7|%g", MD_ERR_VALUE, 2, "no thermo column 7", ""},
    {false, "format|-7|%g", MD_ERR_VALUE, 2, "no thermo column -7", ""},
    {false, "format|vol|%g", MD_ERR_VALUE, 2, "'vol'", ""},
    {false, "format|1", MD_ERR_COUNT, 1, "lacks its value", ""},
    {false, "colname|1|two words", MD_ERR_VALUE, 3, "'two words'", ""},
    {false, "warn|loudly", MD_ERR_UNKNOWN, 2, "'loudly'", ""},
};

static void test_refusals(void)
{
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        md_error_clear(&error);
        enum md_status status = wrong[k].is_style ? style(wrong[k].line) : modify(wrong[k].line);
        TEST_ASSERT_EQUAL_MESSAGE(wrong[k].status, status, wrong[k].line);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, wrong[k].says), error.text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.hint, wrong[k].hint), wrong[k].line);
        TEST_ASSERT_EQUAL_INT_MESSAGE(wrong[k].column, error.place.column, wrong[k].line);
    }
    /* The style is as it was. */
    TEST_ASSERT_EQUAL_INT(6, thermo.count);
    TEST_ASSERT_NOT_NULL(strstr(printed(false), "   Step          Temp"));
}

static void test_style_undoes_modify(void)
{
    TEST_ASSERT_EQUAL(MD_OK, modify("norm|no|lost|ignore|flush|yes|format|float|%g|temp|t"));
    TEST_ASSERT_EQUAL_INT(0, thermo.norm);
    TEST_ASSERT_EQUAL(MD_LOST_IGNORE, thermo.lost);
    TEST_ASSERT_EQUAL_STRING("t", thermo.temperature);
    TEST_ASSERT_TRUE(thermo.modified);
    TEST_ASSERT_EQUAL(MD_OK, style("one"));
    TEST_ASSERT_EQUAL_INT(-1, thermo.norm);
    TEST_ASSERT_EQUAL(MD_LOST_ERROR, thermo.lost);
    TEST_ASSERT_EQUAL_STRING("thermo_temp", thermo.temperature);
    TEST_ASSERT_FALSE(thermo.modified);
}

/* A column that cannot be computed points at its word in the deck. */
static void test_row_error(void)
{
    TEST_ASSERT_EQUAL(MD_OK, style("custom|step|c_bad"));
    TEST_ASSERT_EQUAL(MD_OK, md_thermo_header(&thermo, &quantities, false, &out, &error));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE,
                      md_thermo_row(&thermo, &quantities, &variables, 0.0, &out, &error));
    TEST_ASSERT_EQUAL_INT(3, error.place.column);
}

static void test_full_disk(void)
{
    if (access("/dev/full", W_OK) != 0)
        TEST_IGNORE_MESSAGE("there is no /dev/full");
    TEST_ASSERT_EQUAL(MD_OK, md_log_open(&out, &md_files_any, "/dev/full", false, &error));
    TEST_ASSERT_EQUAL(MD_ERR_FILE,
                      md_thermo_row(&thermo, &quantities, &variables, 0.0, &out, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'/dev/full': No space left"));
    md_log_free(&out);
}

/* What thermo_style accepts, the simulation can tell, and the other way round. */
static void test_keywords_are_known(void)
{
    struct md_sim *sim = calloc(1, sizeof *sim);
    TEST_ASSERT_EQUAL(MD_OK, md_sim_init(sim, NULL, &error));
    const struct md_quantities *q = &sim->quantities;
    int count = 0;
    for (; md_thermo_keywords[count] != NULL; count++)
        TEST_ASSERT_TRUE_MESSAGE(q->keyword_known(q->context, md_thermo_keywords[count]),
                                 md_thermo_keywords[count]);
    for (int k = 0; q->keyword_name(q->context, k) != NULL; k++, count--) {
        char line[100];
        snprintf(line, sizeof line, "custom|%s", q->keyword_name(q->context, k));
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, style(line), line);
    }
    TEST_ASSERT_EQUAL_INT(0, count);
    md_sim_free(sim);
    free(sim);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_one);
    RUN_TEST(test_multi);
    RUN_TEST(test_yaml);
    RUN_TEST(test_references);
    RUN_TEST(test_formats);
    RUN_TEST(test_refusals);
    RUN_TEST(test_style_undoes_modify);
    RUN_TEST(test_row_error);
    RUN_TEST(test_full_disk);
    RUN_TEST(test_keywords_are_known);
    return UNITY_END();
}
