/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restart files: what is written is read back bit for bit; a file cut at any length, with any one
 * bit turned over, or with sums that are right and contents that are not, is refused.
 */
#include "base/restart_format.h"
#include "input/restart_file.h"
#include "output/restart_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>
#include <zlib.h>

static char path[] = "/tmp/avimd-restart-file-XXXXXX";
static struct md_archive *archive;
static struct md_error error;
static unsigned char bytes[4096];
static size_t size;
static int lost;

/* A file in memory. */
void setUp(void)
{
    double x[5] = {0.1, -0.0, NAN, 1e300, 5e-324};
    int64_t n[2] = {INT64_MIN, 77};
    bool b[3] = {true, false, true};
    char text[8] = "words";
    md_error_clear(&error);
    archive = md_archive_create();
    TEST_ASSERT_EQUAL(MD_OK, md_archive_doubles(archive, "x", x, 5, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_enter(archive, "inner", &error));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_ints(archive, "n", n, 2, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_bools(archive, "b", b, 3, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_text(archive, "t", text, 8, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_archive_doubles(archive, "none", NULL, 0, &error));
    TEST_ASSERT_EQUAL(
        MD_OK, md_restart_file_write(archive, NULL, &md_files_any, path, false, &lost, &error));
    FILE *file = fopen(path, "rb");
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
}

void tearDown(void)
{
    md_archive_destroy(archive);
}

static void test_there_and_back(void)
{
    struct md_archive *read;
    TEST_ASSERT_EQUAL(MD_OK, md_restart_file_read(&md_files_any, path, &read, &error));
    TEST_ASSERT_TRUE(md_archive_reading(read));
    TEST_ASSERT_EQUAL_UINT(md_archive_entries(archive), md_archive_entries(read));
    for (size_t i = 0; i < md_archive_entries(read); i++) {
        const struct md_archive_entry *a = md_archive_entry_at(archive, i);
        const struct md_archive_entry *b = md_archive_entry_at(read, i);
        TEST_ASSERT_EQUAL_STRING(a->path, b->path);
        TEST_ASSERT_EQUAL_INT(a->kind, b->kind);
        TEST_ASSERT_EQUAL_UINT(a->count, b->count);
        if (a->count > 0)
            TEST_ASSERT_EQUAL_MEMORY(a->data, b->data, a->count * md_archive_width(a->kind));
    }
    md_archive_destroy(read);
}

static void refuse(const unsigned char *data, size_t length, const char *what)
{
    struct md_archive *read = NULL;
    unsigned char *copy = malloc(length + 1); /* exactly as long: reading beyond is seen */
    if (length > 0)
        memcpy(copy, data, length);
    enum md_status status = md_restart_file_parse(copy, length, "file", &read, &error);
    free(copy);
    TEST_ASSERT_NULL_MESSAGE(read, what);
    TEST_ASSERT_TRUE_MESSAGE(status == MD_ERR_FILE || status == MD_ERR_UNSUPPORTED, what);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "'file'"), error.text);
}

static void test_every_length(void)
{
    for (size_t length = 0; length < size; length++) {
        char what[64];
        snprintf(what, sizeof what, "cut to %zu of %zu bytes", length, size);
        refuse(bytes, length, what);
    }
}

static void test_every_bit(void)
{
    for (size_t bit = 0; bit < 8 * size; bit++) {
        char what[64];
        snprintf(what, sizeof what, "bit %zu turned over", bit);
        bytes[bit / 8] ^= (unsigned char)(1u << (bit % 8));
        refuse(bytes, size, what);
        bytes[bit / 8] ^= (unsigned char)(1u << (bit % 8));
    }
}

static void put(unsigned char *at, uint64_t value, int count)
{
    for (int k = 0; k < count; k++)
        at[k] = (unsigned char)(value >> (8 * k));
}

/* Makes header and end right again, so that the reader looks at what is between. */
static void seal(void)
{
    put(bytes + 24, crc32(0, bytes, 24), 4);
    put(bytes + size - 4, crc32(0, bytes, (uInt)size - 4), 4);
}

static void test_wrong_contents_with_right_sums(void)
{
    static const struct {
        size_t at;
        uint64_t value;
        int count;
        const char *words;
    } cases[] = {
        {8, MD_RESTART_VERSION - 1, 4, "an earlier AviMD"},
        {8, MD_RESTART_NEWEST + 1, 4, "a later AviMD"},
        {12, 1u << 30, 4, "too many"},
        {12, 99, 4, "damaged"},
        {12, 4, 4, "more after"},
        {16, 5, 8, "should have 5"},
        {MD_RESTART_HEADER, 'q', 1, "unknown kind"},
        {MD_RESTART_HEADER + 1, 0, 1, "name"},
        {MD_RESTART_HEADER + 1, 255, 1, "damaged"},
        {MD_RESTART_HEADER + 4, UINT64_MAX, 8, "longer than the file"},
        {MD_RESTART_HEADER + 4, UINT64_MAX / 8 + 1, 8, "longer than the file"},
        {MD_RESTART_HEADER + 4, 4, 8, "damaged"},
        {MD_RESTART_HEADER + 12, 0, 1, "no text"},
        {MD_RESTART_HEADER + 12, ':', 1, "damaged"},
        {MD_RESTART_HEADER + 12, 'y', 1, "sum of an array"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        unsigned char whole[sizeof bytes];
        memcpy(whole, bytes, sizeof bytes);
        put(bytes + cases[k].at, cases[k].value, cases[k].count);
        seal();
        refuse(bytes, size, cases[k].words);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, cases[k].words), error.text);
        memcpy(bytes, whole, sizeof bytes);
    }
}

static void test_names(void)
{
    char pattern[128], name[160];
    char *found;
    for (int k = 8; k <= 12; k++) {
        snprintf(name, sizeof name, "%s.%d.x", path, k);
        TEST_ASSERT_EQUAL(
            MD_OK, md_restart_file_write(archive, NULL, &md_files_any, name, false, &lost, &error));
    }
    snprintf(pattern, sizeof pattern, "%s.*.x", path);
    found = md_restart_file_newest(&md_files_any, pattern, &error);
    TEST_ASSERT_EQUAL_STRING(name, found); /* 12, not 9 */
    free(found);
    for (int k = 8; k <= 12; k++) {
        snprintf(name, sizeof name, "%s.%d.x", path, k);
        remove(name);
    }
    TEST_ASSERT_NULL(md_restart_file_newest(&md_files_any, pattern, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "no restart file"));
    TEST_ASSERT_NULL(md_restart_file_newest(&md_files_any, "/tmp/*/x", &error));
}

int main(void)
{
    int fd = mkstemp(path);
    if (fd < 0)
        return 99;
    close(fd);
    UNITY_BEGIN();
    RUN_TEST(test_there_and_back);
    RUN_TEST(test_every_length);
    RUN_TEST(test_every_bit);
    RUN_TEST(test_wrong_contents_with_right_sums);
    RUN_TEST(test_names);
    remove(path);
    return UNITY_END();
}
