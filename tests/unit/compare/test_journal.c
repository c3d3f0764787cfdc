/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal keeps every bit of what was finished, and nothing of what was not. */
#include "compare/journal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

#define NAME  "test_journal.tmp"
#define TRIES 5

static struct md_result result[TRIES];
static struct md_journal journal;
static struct md_error error;

void setUp(void)
{
    remove(NAME);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_journal_close(&journal);
    remove(NAME);
}

static enum md_status open_with(uint64_t hash, bool again)
{
    return md_journal_open(&journal, NAME, hash, TRIES, 2, again, result, &error);
}

static struct md_result sample(double seed)
{
    struct md_result some;
    md_result_clear(&some);
    some.outcome = MD_OUTCOME_EXPLODED;
    some.end = seed / 3.0;
    for (int k = 0; k < MD_FIGURES; k += 2)
        some.figure[k] = pow(seed / 7.0, k - 10);
    some.figure[1] = INFINITY;
    some.extra[0][0] = -0.0;
    some.extra[1][1] = 5e-324;
    strcpy(some.message, "went | to\nhell");
    return some;
}

static void test_bits_come_back(void)
{
    struct md_result one = sample(1.1), two = sample(2.3);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, open_with(1, false), error.text);
    TEST_ASSERT_EQUAL_INT(MD_OK, md_journal_add(&journal, 3, &one, &error));
    TEST_ASSERT_EQUAL_INT(MD_OK, md_journal_add(&journal, 0, &two, &error));
    md_journal_close(&journal);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, open_with(1, false), error.text);
    TEST_ASSERT_EQUAL_INT(MD_OUTCOME_NONE, result[1].outcome);
    TEST_ASSERT_EQUAL_INT(MD_OUTCOME_EXPLODED, result[3].outcome);
    TEST_ASSERT_EQUAL_STRING("went | to hell", result[3].message);
    for (int k = 0; k < MD_FIGURES; k++) {
        TEST_ASSERT_EQUAL_INT(isnan(one.figure[k]), isnan(result[3].figure[k]));
        if (!isnan(one.figure[k])) {
            TEST_ASSERT_TRUE(one.figure[k] == result[3].figure[k]);
        }
    }
    TEST_ASSERT_TRUE(two.end == result[0].end);
    TEST_ASSERT_TRUE(two.extra[1][1] == result[0].extra[1][1]);
    TEST_ASSERT_TRUE(signbit(result[0].extra[0][0]));
}

/* Whatever the length at which the file was cut: whole lines count, the rest is overwritten. */
static void test_torn_at_every_byte(void)
{
    struct md_result one = sample(1.1);
    TEST_ASSERT_EQUAL_INT(MD_OK, open_with(1, false));
    long head = (long)lseek(journal.file, 0, SEEK_END);
    TEST_ASSERT_EQUAL_INT(MD_OK, md_journal_add(&journal, 2, &one, &error));
    long first = (long)lseek(journal.file, 0, SEEK_END);
    for (long cut = 0; cut <= first; cut++) {
        md_journal_close(&journal);
        TEST_ASSERT_EQUAL_INT(0, truncate(NAME, cut));
        TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, open_with(1, false), error.text);
        TEST_ASSERT_EQUAL_INT(cut < first ? MD_OUTCOME_NONE : MD_OUTCOME_EXPLODED,
                              result[2].outcome);
        TEST_ASSERT_EQUAL_INT(cut < first ? head : first, lseek(journal.file, 0, SEEK_END));
        if (cut < first) {
            TEST_ASSERT_EQUAL_INT(MD_OK, md_journal_add(&journal, 2, &one, &error));
        }
    }
}

static void test_another_comparison(void)
{
    struct md_result one = sample(1.1);
    TEST_ASSERT_EQUAL_INT(MD_OK, open_with(1, false));
    TEST_ASSERT_EQUAL_INT(MD_OK, md_journal_add(&journal, 2, &one, &error));
    md_journal_close(&journal);
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, open_with(2, false));
    md_journal_close(&journal);
    TEST_ASSERT_EQUAL_INT(MD_OK, open_with(2, true));
    TEST_ASSERT_EQUAL_INT(MD_OUTCOME_NONE, result[2].outcome);
    md_journal_close(&journal);
    TEST_ASSERT_EQUAL_INT(MD_OK, open_with(3, false)); /* nothing was finished */
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_bits_come_back);
    RUN_TEST(test_torn_at_every_byte);
    RUN_TEST(test_another_comparison);
    return UNITY_END();
}
