/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error messages, character by character: place, caret under tabs, colours, hint. */
#include "api/report.h"

#include <string.h>
#include <unity.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void expect(const char *wanted, const struct md_error *error, bool color)
{
    char text[2048] = "";
    FILE *file = tmpfile();

    TEST_ASSERT_NOT_NULL(file);
    md_report_write(file, error, color);
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    TEST_ASSERT_EQUAL_STRING(wanted, text);
}

static struct md_error sample(const char *line, int column, int length)
{
    struct md_error error = {.status = MD_ERR_UNKNOWN,
                             .place = {"in.melt", line, 3, column, length}};

    strcpy(error.text, "unknown lattice style 'fcb'");
    return error;
}

static void test_place_line_caret_and_hint(void)
{
    struct md_error error = sample("lattice fcb 0.8442", 9, 3);

    strcpy(error.hint, "did you mean 'fcc'?");
    expect("in.melt:3:9: error: unknown lattice style 'fcb'\n"
           "    lattice fcb 0.8442\n"
           "            ^~~\n"
           "  hint: did you mean 'fcc'?\n",
           &error, false);
}

static void test_tabs_are_repeated(void)
{
    struct md_error error = sample("lattice\t\tfcb 1", 10, 3);

    expect("in.melt:3:10: error: unknown lattice style 'fcb'\n"
           "    lattice\t\tfcb 1\n"
           "           \t\t^~~\n",
           &error, false);
}

static void test_bytes_beyond_ascii_take_one_column(void)
{
    struct md_error error = sample("\xC3\xA4 fcb", 4, 3);

    expect("in.melt:3:4: error: unknown lattice style 'fcb'\n"
           "    \xC3\xA4 fcb\n"
           "      ^~~\n",
           &error, false);
}

static void test_caret_never_leaves_the_line(void)
{
    struct md_error error = sample("mass 1", 6, 40);

    expect("in.melt:3:6: error: unknown lattice style 'fcb'\n    mass 1\n         ^\n", &error,
           false);
    error = sample("mass 1", 7, 1); /* "something is missing here" */
    expect("in.melt:3:7: error: unknown lattice style 'fcb'\n    mass 1\n          ^\n", &error,
           false);
    error = sample("mass 1", 80, 1);
    expect("in.melt:3:80: error: unknown lattice style 'fcb'\n    mass 1\n", &error, false);
}

static void test_whole_line_has_no_caret(void)
{
    struct md_error error = sample("mass 1", 0, 0);

    expect("in.melt:3: error: unknown lattice style 'fcb'\n    mass 1\n", &error, false);
}

static void test_no_place(void)
{
    struct md_error error = {.status = MD_ERR_FILE};

    strcpy(error.text, "disk full");
    expect("avimd: error: disk full\n", &error, false);
}

static void test_control_characters_are_not_sent_to_terminals(void)
{
    struct md_error error = sample("mass \033[2J", 6, 1);

    expect("in.melt:3:6: error: unknown lattice style 'fcb'\n    mass ?[2J\n         ^\n", &error,
           false);
}

static void test_colors(void)
{
    struct md_error error = sample("mass 1", 6, 1);

    expect("\033[1min.melt:3:6:\033[0m \033[1;31merror:\033[0m unknown lattice style 'fcb'\n"
           "    mass 1\n"
           "         \033[1;32m^\033[0m\n",
           &error, true);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_place_line_caret_and_hint);
    RUN_TEST(test_tabs_are_repeated);
    RUN_TEST(test_bytes_beyond_ascii_take_one_column);
    RUN_TEST(test_caret_never_leaves_the_line);
    RUN_TEST(test_whole_line_has_no_caret);
    RUN_TEST(test_no_place);
    RUN_TEST(test_control_characters_are_not_sent_to_terminals);
    RUN_TEST(test_colors);
    return UNITY_END();
}
