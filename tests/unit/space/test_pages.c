/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of lists: what was written stays where it is, whatever comes after it. */
#include "space/pages.h"

#include "unity.h"

enum { USUAL = 64 };

static struct md_pages pages;

void setUp(void)
{
    pages = (struct md_pages){0};
}

void tearDown(void)
{
    md_pages_free(&pages);
}

/* A list of `count` entries, for which `need` were asked. */
static int32_t *write_list(size_t need, size_t count, int32_t value)
{
    int32_t *entry = md_pages_room(&pages, need, USUAL);
    TEST_ASSERT_NOT_NULL(entry);
    for (size_t k = 0; k < count; k++)
        entry[k] = value;
    pages.used += count;
    return entry;
}

static void check_list(const int32_t *entry, size_t count, int32_t value)
{
    for (size_t k = 0; k < count; k++)
        TEST_ASSERT_EQUAL(value, entry[k]);
}

static void test_lists_stay(void)
{
    int32_t *list[40];
    for (int32_t k = 0; k < 40; k++)
        list[k] = write_list(24, 20, k);
    md_pages_trim(&pages);
    for (int32_t k = 0; k < 40; k++)
        check_list(list[k], 20, k);
}

/* The last lists are empty, and asked for more room than the page before them had. */
static void test_empty_lists_after_a_new_page(void)
{
    for (int full = 1; full <= 3; full++) {
        int32_t *list[3];
        md_pages_rewind(&pages);
        for (int k = 0; k < full; k++)
            list[k] = write_list(USUAL, USUAL, k + 1);
        for (int k = 0; k < 5; k++)
            write_list(USUAL, 0, 0);
        md_pages_trim(&pages);
        TEST_ASSERT_TRUE(pages.count >= (size_t)full);
        for (int k = 0; k < full; k++)
            check_list(list[k], USUAL, k + 1);
    }
}

static void test_nothing_written_keeps_nothing(void)
{
    write_list(USUAL, USUAL, 1);
    md_pages_rewind(&pages);
    write_list(USUAL, 0, 0);
    md_pages_trim(&pages);
    TEST_ASSERT_EQUAL(0, pages.count);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_lists_stay);
    RUN_TEST(test_empty_lists_after_a_new_page);
    RUN_TEST(test_nothing_written_keeps_nothing);
    return UNITY_END();
}
