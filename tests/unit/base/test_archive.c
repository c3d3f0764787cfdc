/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One description, two directions: what went in comes out bit for bit, and what does not fit is an
 * error that names section and field. */
#include "base/archive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

struct state {
    double x[3];
    int64_t n[2];
    bool on;
    char name[8];
    struct md_park park;
    struct md_marsaglia marsaglia;
};

static struct md_archive *archive;
static struct md_error error;

void setUp(void)
{
    archive = md_archive_create();
    md_error_clear(&error);
}

void tearDown(void)
{
    md_archive_destroy(archive);
}

static enum md_status keep_into(struct md_archive *into, struct state *s)
{
    if (md_archive_enter(into, "outer", &error) || md_archive_doubles(into, "x", s->x, 3, &error) ||
        md_archive_enter(into, "inner/style", &error) ||
        md_archive_ints(into, "n", s->n, 2, &error))
        return error.status;
    md_archive_leave(into);
    if (md_archive_bools(into, "on", &s->on, 1, &error) ||
        md_archive_text(into, "name", s->name, sizeof s->name, &error))
        return error.status;
    md_archive_leave(into);
    if (md_archive_park(into, "park", &s->park, &error) ||
        md_archive_marsaglia(into, "marsaglia", &s->marsaglia, &error))
        return error.status;
    return MD_OK;
}

static enum md_status keep(struct state *s)
{
    return keep_into(archive, s);
}

static struct state filled(void)
{
    struct state s = {.x = {-0.0, NAN, 0.1}, .n = {INT64_MIN, 7}, .on = true, .name = "eta"};
    md_park_seed(&s.park, 12345);
    md_park_gaussian(&s.park);
    md_marsaglia_seed(&s.marsaglia, 4711);
    for (int i = 0; i < 301; i++)
        md_marsaglia_gaussian(&s.marsaglia);
    return s;
}

static void expect_error(enum md_status status, const char *words)
{
    TEST_ASSERT_NOT_EQUAL(MD_OK, status);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, words), error.text);
}

static void test_there_and_back(void)
{
    struct state s = filled(), t = {0};
    TEST_ASSERT_FALSE(md_archive_reading(archive));
    TEST_ASSERT_EQUAL(MD_OK, keep(&s));
    md_archive_rewind(archive, true);
    TEST_ASSERT_TRUE(md_archive_reading(archive));
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, keep(&t), error.text);
    TEST_ASSERT_EQUAL_MEMORY(s.x, t.x, sizeof s.x);
    TEST_ASSERT_EQUAL_MEMORY(s.n, t.n, sizeof s.n);
    TEST_ASSERT_TRUE(t.on);
    TEST_ASSERT_EQUAL_STRING("eta", t.name);
    for (int i = 0; i < 1000; i++) {
        double a = md_park_gaussian(&s.park), b = md_park_gaussian(&t.park);
        TEST_ASSERT_EQUAL_MEMORY(&a, &b, sizeof a);
        a = md_marsaglia_gaussian(&s.marsaglia);
        b = md_marsaglia_gaussian(&t.marsaglia);
        TEST_ASSERT_EQUAL_MEMORY(&a, &b, sizeof a);
    }
}

/* What a sink got, beside the archive that was copied. */
struct seen {
    size_t arrays, values;
};

static void see_begin(void *context, const struct md_archive_entry *entry)
{
    struct seen *seen = context;
    TEST_ASSERT_EQUAL_STRING(md_archive_entry_at(archive, seen->arrays)->path, entry->path);
    seen->values = 0;
}

static void see_values(void *context, const void *values, size_t count)
{
    struct seen *seen = context;
    const struct md_archive_entry *copied = md_archive_entry_at(archive, seen->arrays);
    size_t width = md_archive_width(copied->kind);
    TEST_ASSERT_TRUE(seen->values + count <= copied->count);
    TEST_ASSERT_EQUAL_MEMORY((const char *)copied->data + seen->values * width, values,
                             count * width);
    seen->values += count;
}

static void see_end(void *context)
{
    struct seen *seen = context;
    TEST_ASSERT_EQUAL_UINT(md_archive_entry_at(archive, seen->arrays)->count, seen->values);
    seen->arrays++;
}

/* Numbers of 32 bits, more of them than are widened at a time. */
static enum md_status keep_narrow(struct md_archive *into, int32_t n[1300], uint32_t bits[3])
{
    if (md_archive_ints32(into, "narrow", n, 1300, &error))
        return error.status;
    return md_archive_bits32(into, "bits", bits, 3, &error);
}

/* Described twice, the values that go to a sink are those that would have been copied. */
static void test_poured(void)
{
    struct state s = filled();
    struct seen seen = {0};
    struct md_archive_sink sink = {see_begin, see_values, see_end, &seen};
    struct md_archive *outline = md_archive_create();
    int32_t n[1300], back[1300];
    uint32_t bits[3] = {0, 1, UINT32_MAX}, bits_back[3];
    for (int k = 0; k < 1300; k++)
        n[k] = k % 2 ? INT32_MIN + k : INT32_MAX - k;
    TEST_ASSERT_TRUE(keep(&s) == MD_OK && keep_narrow(archive, n, bits) == MD_OK);
    md_archive_outline(outline);
    TEST_ASSERT_TRUE(keep_into(outline, &s) == MD_OK && keep_narrow(outline, n, bits) == MD_OK);
    TEST_ASSERT_NULL(md_archive_entry_at(outline, 0)->data);
    md_archive_pour(outline, &sink);
    expect_error(md_archive_poured(outline, &error), "did not come");
    TEST_ASSERT_EQUAL(MD_OK, keep_into(outline, &s));
    TEST_ASSERT_EQUAL(MD_OK, keep_narrow(outline, n, bits));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_poured(outline, &error));
    TEST_ASSERT_EQUAL_UINT(md_archive_entries(archive), seen.arrays);
    expect_error(keep_narrow(outline, n, bits), "not as it was outlined");
    md_archive_destroy(outline);
    md_archive_rewind(archive, true);
    TEST_ASSERT_EQUAL(MD_OK, keep_narrow(archive, back, bits_back));
    TEST_ASSERT_EQUAL_MEMORY(n, back, sizeof n);
    TEST_ASSERT_EQUAL_MEMORY(bits, bits_back, sizeof bits);
}

static void test_entries(void)
{
    struct state s = filled();
    TEST_ASSERT_EQUAL(MD_OK, keep(&s));
    TEST_ASSERT_EQUAL_STRING("outer:x", md_archive_entry_at(archive, 0)->path);
    TEST_ASSERT_EQUAL_STRING("outer:inner/style:n", md_archive_entry_at(archive, 1)->path);
    TEST_ASSERT_EQUAL_INT(MD_ARCHIVE_INTS, md_archive_entry_at(archive, 1)->kind);
    TEST_ASSERT_EQUAL_UINT(3, md_archive_entry_at(archive, 3)->count);
    TEST_ASSERT_TRUE(md_archive_has(archive, "outer"));
    TEST_ASSERT_FALSE(md_archive_has(archive, "out"));
    TEST_ASSERT_FALSE(md_archive_has(archive, "x"));
    TEST_ASSERT_EQUAL_UINT(0, md_archive_size(archive, "x"));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_enter(archive, "outer", &error));
    TEST_ASSERT_EQUAL_UINT(3, md_archive_size(archive, "x"));
    TEST_ASSERT_TRUE(md_archive_has(archive, "inner/style"));
}

static void test_dropped(void)
{
    struct state s = filled();
    TEST_ASSERT_EQUAL(MD_OK, keep(&s));
    size_t before = md_archive_entries(archive);
    md_archive_drop(archive, "outer:y");
    TEST_ASSERT_EQUAL_UINT(before, md_archive_entries(archive));
    md_archive_drop(archive, "outer:x");
    TEST_ASSERT_EQUAL_UINT(before - 1, md_archive_entries(archive));
    TEST_ASSERT_EQUAL_STRING("outer:inner/style:n", md_archive_entry_at(archive, 0)->path);
    md_archive_rewind(archive, true);
    expect_error(keep(&s), "'outer:x' is missing");
}

static void test_what_does_not_fit(void)
{
    struct state s = filled();
    char small[3];
    int value;
    size_t count;
    TEST_ASSERT_EQUAL(MD_OK, keep(&s));
    md_archive_rewind(archive, true);
    expect_error(md_archive_enter(archive, "nowhere", &error), "'nowhere'");
    TEST_ASSERT_EQUAL(MD_OK, md_archive_enter(archive, "outer", &error));
    expect_error(md_archive_enter(archive, "nowhere", &error), "'outer:nowhere'");
    expect_error(md_archive_doubles(archive, "y", s.x, 3, &error), "'outer:y' is missing");
    expect_error(md_archive_doubles(archive, "x", s.x, 2, &error), "'outer:x' holds 3 numbers");
    expect_error(md_archive_ints(archive, "x", s.n, 3, &error), "'outer:x' holds numbers, not int");
    expect_error(md_archive_text(archive, "name", small, sizeof small, &error), "'outer:name'");
    TEST_ASSERT_EQUAL(MD_OK, md_archive_enter(archive, "inner/style", &error));
    expect_error(md_archive_ints(archive, "n", s.n, 1, &error), "'outer:inner/style:n' holds 2");
    md_archive_leave(archive);
    md_archive_leave(archive);
    md_archive_leave(archive); /* one too many is harmless */
    TEST_ASSERT_EQUAL(MD_OK, md_archive_enter(archive, "park", &error));
    expect_error(md_archive_int(archive, "state", &value, 0, 5, &error), "not between 0 and 5");
    expect_error(md_archive_count(archive, "state", &count, 5, &error), "'park:state'");
}

static void test_names(void)
{
    char name[MD_ARCHIVE_PATH + 8];
    double x = 1.0;
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    expect_error(md_archive_doubles(archive, "a:b", &x, 1, &error), "a:b");
    expect_error(md_archive_doubles(archive, "", &x, 1, &error), "no name");
    expect_error(md_archive_doubles(archive, name, &x, 1, &error), "too long");
    expect_error(md_archive_enter(archive, name, &error), "too long");
    TEST_ASSERT_EQUAL(MD_OK, md_archive_doubles(archive, "x", &x, 1, &error));
    expect_error(md_archive_doubles(archive, "x", &x, 1, &error), "twice");
    expect_error(md_archive_add(archive, "a::b", MD_ARCHIVE_DOUBLES, 1, &x, &error), "a::b");
    expect_error(md_archive_add(archive, "y", (enum md_archive_kind)'q', 1, &x, &error), "'y'");
    TEST_ASSERT_EQUAL(MD_OK, md_archive_doubles(archive, "nothing", NULL, 0, &error));
}

static void test_broken_values(void)
{
    unsigned char two = 2;
    bool b;
    char text[8];
    struct md_park park;
    struct md_marsaglia marsaglia;
    struct state s = filled();
    md_archive_add(archive, "b", MD_ARCHIVE_BOOLS, 1, &two, &error);
    md_archive_add(archive, "t", MD_ARCHIVE_TEXT, 3, "a\0b", &error);
    s.marsaglia.i97 = 98; /* would be outside its table */
    s.park.state = -1;
    TEST_ASSERT_EQUAL(MD_OK, md_archive_marsaglia(archive, "m", &s.marsaglia, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_park(archive, "p", &s.park, &error));
    md_archive_rewind(archive, true);
    expect_error(md_archive_bools(archive, "b", &b, 1, &error), "neither true nor false");
    expect_error(md_archive_text(archive, "t", text, sizeof text, &error), "no text");
    expect_error(md_archive_marsaglia(archive, "m", &marsaglia, &error), "'m:i97' is 98");
    md_archive_rewind(archive, true);
    expect_error(md_archive_park(archive, "p", &park, &error), "'p:state' is -1");
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_there_and_back);
    RUN_TEST(test_poured);
    RUN_TEST(test_entries);
    RUN_TEST(test_dropped);
    RUN_TEST(test_what_does_not_fit);
    RUN_TEST(test_names);
    RUN_TEST(test_broken_values);
    return UNITY_END();
}
