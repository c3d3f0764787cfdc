/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of pair tables: what a good file holds, and the message and place for each way in
 * which a file can be broken.
 */
#include "input/pair_table_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static const char good[] = "# UNITS: real DATE: 2020-02-02\n"
                           "# a comment\n"
                           "\n"
                           "GIVEN   # its rows as they are\n"
                           "N 3\n"
                           "\n"
                           "1 0.5 7 6\n"
                           "2 1.5 5 4 # more\n"
                           "\n"
                           "3 2.0 3 2 and words\n"
                           "EVEN\n"
                           "FPRIME -1 2 R 1.0 2.0 N 5\n"
                           "1 1.0 9 1\n"
                           "2 1.25001 8 2\n"
                           "3 1.5 7 3\n"
                           "4 1.75 6 4\n"
                           "5 2.0 5 5\n"
                           "\n"
                           "SQUARE\r\n"
                           "N 3 RSQ 1 3\r\n"
                           "\r\n"
                           "7 1 1 1\r\n"
                           "8 2.236068 1 1\r\n"
                           "9 3 1 1";

static struct md_pair_table_file table;
static struct md_keep *kept;
static struct md_error error;

void setUp(void)
{
    memset(&table, 0, sizeof table);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_pair_table_file_free(&table);
    md_keep_free(&kept);
}

/* From memory of exactly this size, so that the sanitizer sees a step beyond it. */
static enum md_status parse(const char *keyword, const char *text)
{
    size_t size = strlen(text);
    char *exact = malloc(size > 0 ? size : 1);
    memcpy(exact, text, size);
    md_pair_table_file_free(&table);
    enum md_status status =
        md_pair_table_file_parse(&table, keyword, "table", exact, size, &kept, &error);
    free(exact);
    return status;
}

static void test_good(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse("GIVEN", good), error.text);
    TEST_ASSERT_EQUAL(3, table.count);
    TEST_ASSERT_EQUAL(MD_TABLE_AS_GIVEN, table.spacing);
    TEST_ASSERT_EQUAL_STRING("real", table.units);
    TEST_ASSERT_TRUE(table.lo == 0.5 && table.hi == 2.0 && !table.slopes);
    TEST_ASSERT_TRUE(table.r[1] == 1.5 && table.energy[1] == 5.0 && table.force[1] == 4.0);
    TEST_ASSERT_TRUE(table.r[2] == 2.0 && table.energy[2] == 3.0 && table.force[2] == 2.0);
    TEST_ASSERT_EQUAL(0, table.off_grid);

    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse("EVEN", good), error.text);
    TEST_ASSERT_EQUAL(5, table.count);
    TEST_ASSERT_TRUE(table.slopes && table.slope_lo == -1.0 && table.slope_hi == 2.0);
    TEST_ASSERT_TRUE(table.r[1] == 1.25 && table.r[4] == 2.0);
    TEST_ASSERT_EQUAL(1, table.off_grid);
    /* The energy falls by 4 per unit of distance; forces of 2 and 3 are no slopes beside them. */
    TEST_ASSERT_EQUAL(2, table.inconsistent);

    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, parse("SQUARE", good), error.text);
    TEST_ASSERT_TRUE(table.r[1] == sqrt(5.0) && table.force[2] == 1.0);
    TEST_ASSERT_EQUAL(0, table.off_grid);
}

#define ROWS "1 1 1 1\n2 1.5 1 1\n3 2 1 1\n"

static const struct {
    const char *keyword, *text;
    int line, column;
    const char *says;
} broken[] = {
    {"K", "", 1, 0, "the file is empty"},
    {"K", "# only a comment\n", 1, 0, "has no section 'K', nor any other"},
    {"K", "L\nN 3\n" ROWS "M\nN 3\n" ROWS, 1, 0, "has no section 'K'; there are: L, M"},
    {"K", "K\n", 1, 0, "the file ends here; N and the number of rows are expected"},
    {"K", "K\nN\n", 2, 0, "the number of rows after N is expected"},
    {"K", "K\nN x\n", 2, 3, "'x' cannot be N"},
    {"K", "K\nN 1\n1 1 1 1\n", 2, 3, "'1' cannot be N, the number of rows: an integer from 2"},
    {"K", "K\nN 2.5\n1 1 1 1\n", 2, 3, "'2.5' cannot be N"},
    {"K", "K\nN -4\n", 2, 3, "'-4' cannot be N"},
    {"K", "K\nN 100000000\n" ROWS, 2, 3, "100000000 rows cannot be in this file"},
    {"K", "K\nN 99999999999999999999\n" ROWS, 2, 3, "cannot be N"},
    {"K", "K\nR 1 2\n" ROWS, 2, 0, "this line has no N"},
    {"K", "K\nN 3 M\n" ROWS, 2, 5, "'M' cannot be here; expected: N n"},
    {"K", "K\nN 3 BITMAP 1 2\n" ROWS, 2, 5, "BITMAP tables are not supported"},
    {"K", "K\nN 3 R 1\n" ROWS, 2, 0, "this line ends where the last distance is expected"},
    {"K", "K\nN 3 R 0 2\n" ROWS, 2, 7, "'0' cannot be the first distance"},
    {"K", "K\nN 3 RSQ 2 1\n" ROWS, 2, 11, "more than the first, 2, is expected"},
    {"K", "K\nN 3 R 1 nan\n" ROWS, 2, 9, "'nan' cannot be the last distance"},
    {"K", "K\nN 3 FPRIME 1\n" ROWS, 2, 0, "the force's derivative at the last distance"},
    {"K", "K\nN 3 FPRIME 1 1e999\n" ROWS, 2, 14, "'1e999' cannot be the force's derivative"},
    {"K", "K\nN 4\n" ROWS, 5, 0, "1 of 4 rows (number, r, energy, force) are still expected"},
    {"K", "K\nN 3\n1 1 1 1\n2 1.5 1\n3 2 1 1\n", 4, 0, "ends where the force of row 2 of 3"},
    {"K", "K\nN 3\n1 1 1 1\n1.5 1 1 1\n3 2 1 1\n", 4, 1, "'1.5' cannot be the number of row 2"},
    {"K", "K\nN 3\n1 1 1 1\n2 x 1 1\n3 2 1 1\n", 4, 3, "'x' cannot be the distance of row 2 of 3"},
    {"K", "K\nN 3\n1 1 1 1\n2 1.5 1 e\n3 2 1 1\n", 4, 9, "'e' cannot be the force"},
    {"K", "K\nN 3\n1 1 1 1\n2 1.5 1e300 1\n3 2 1 1\n", 4, 7, "'1e300' cannot be the energy"},
    {"K", "K\nN 3\n1 0 1 1\n2 1.5 1 1\n3 2 1 1\n", 3, 3, "'0' cannot be the distance"},
    {"K", "K\nN 3\n1 1 1 1\n3 2 1 1\n2 1.5 1 1\n", 5, 3, "more than that of the row before, 2"},
    {"K", "K\nN 3\n1 1 1 1\n2 1 1 1\n3 2 1 1\n", 4, 3, "more than that of the row before, 1"},
    {"K", "K\nN 3 R 1 2\n1 1 1 1\n3 2 1 1\n2 1.5 1 1\n", 4, 3, "1.5 is expected by the line of N"},
};

static void test_broken(void)
{
    for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++) {
        md_error_clear(&error);
        TEST_ASSERT_NOT_EQUAL_MESSAGE(MD_OK, parse(broken[k].keyword, broken[k].text),
                                      broken[k].text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, broken[k].says), error.text);
        TEST_ASSERT_EQUAL_STRING("table", error.place.file);
        TEST_ASSERT_EQUAL_MESSAGE(broken[k].line, error.place.line, error.text);
        TEST_ASSERT_EQUAL_MESSAGE(broken[k].column, error.place.column, error.text);
        TEST_ASSERT_NULL(table.r);
    }
}

/* Any part of a good file is an error, or the sections before it are whole. */
static void test_truncated(void)
{
    char text[sizeof good];
    for (size_t size = 0; size < sizeof good - 1; size++) {
        memcpy(text, good, size);
        text[size] = '\0';
        md_error_clear(&error);
        enum md_status status = parse("EVEN", text);
        bool whole = strstr(text, "5 2.0 5 5") != NULL;
        TEST_ASSERT_EQUAL_MESSAGE(whole, status == MD_OK, text);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_good);
    RUN_TEST(test_broken);
    RUN_TEST(test_truncated);
    return UNITY_END();
}
