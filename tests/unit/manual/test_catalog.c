/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of pages, and the names that texts mention. */
#include "catalog.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static const struct md_ref nowhere = {-1, -1};

static void test_find(void)
{
    struct md_ref ref = md_catalog_find(&test_catalog, NULL, "hold/it and", 7);

    TEST_ASSERT_EQUAL_INT(1, ref.kind);
    TEST_ASSERT_EQUAL_INT(1, ref.entry);
    TEST_ASSERT_EQUAL_INT(-1, md_catalog_find(&test_catalog, "command", "hold", 4).kind);
    TEST_ASSERT_EQUAL_INT(-1, md_catalog_find(&test_catalog, NULL, "hol", 3).kind);
}

static void test_page_names(void)
{
    char name[MD_CATALOG_NAME];

    md_catalog_page_name(&test_catalog, (struct md_ref){1, 1}, name);
    TEST_ASSERT_EQUAL_STRING("fix-hold-it", name);
    md_catalog_title(&test_catalog, (struct md_ref){1, 1}, name);
    TEST_ASSERT_EQUAL_STRING("fix hold/it", name);
    md_catalog_page_name(&test_catalog, (struct md_ref){0, 2}, name);
    TEST_ASSERT_EQUAL_STRING("pair_style", name);
}

/* All links in a text as "[begin,length:page]". */
static void check_links(const char *expected, const char *text, struct md_ref self)
{
    char got[256] = "", page[MD_CATALOG_NAME];
    struct md_link link;
    size_t from = 0;

    while (md_catalog_scan(&test_catalog, self, text, strlen(text), from, &link)) {
        size_t used = strlen(got);

        md_catalog_page_name(&test_catalog, link.to, page);
        snprintf(got + used, sizeof got - used, "[%zu,%zu:%s]", link.begin, link.length, page);
        from = link.begin + link.length;
    }
    TEST_ASSERT_EQUAL_STRING(expected, got);
}

static void test_links(void)
{
    check_links("[4,8:fix-hold]", "the fix hold, and hold", nowhere);
    check_links("[0,8:fix-hold]", "fix\nhold", nowhere);
    check_links("[0,7:fix-hold-it][9,10:pair_style]", "hold/it, pair_style- fix it, run", nowhere);
    check_links("", "run and fix and lj and units lj; hold/ its xhold/it", nowhere);
    check_links("", "fix hold/it by itself, or hold/it", (struct md_ref){1, 1});
}

static void test_related(void)
{
    struct md_ref list[8];

    TEST_ASSERT_EQUAL_INT(3, md_catalog_related(&test_catalog, (struct md_ref){1, 0}, list, 8));
    TEST_ASSERT_EQUAL_INT(0, list[0].kind); /* the command fix */
    TEST_ASSERT_EQUAL_INT(0, list[0].entry);
    TEST_ASSERT_EQUAL_INT(2, list[1].entry); /* pair_style */
    TEST_ASSERT_EQUAL_INT(1, list[2].entry); /* fix hold/it, once */
    TEST_ASSERT_EQUAL_INT(2, md_catalog_related(&test_catalog, (struct md_ref){1, 0}, list, 2));
}

static void test_param(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    TEST_ASSERT_NOT_NULL(out);
    md_catalog_param(out, &test_params[0]);
    fclose(out);
    TEST_ASSERT_EQUAL_STRING("number (distance), greater than 0, at most 5; 1.5 unless given",
                             text);
    free(text);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_find);
    RUN_TEST(test_page_names);
    RUN_TEST(test_links);
    RUN_TEST(test_related);
    RUN_TEST(test_param);
    return UNITY_END();
}
