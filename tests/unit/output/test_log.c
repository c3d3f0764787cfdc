/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams and the log: what is written is there, what cannot be written is noticed and named. */
#include "output/log.h"
#include "output/stream.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>
#include <zlib.h>

static struct md_error error;
static char path[64];
static char text[1 << 16];

void setUp(void)
{
    md_error_clear(&error);
    snprintf(path, sizeof path, "test_log.%ld", (long)getpid());
}

void tearDown(void)
{
    remove(path);
}

static const char *content(void)
{
    gzFile file = gzopen(path, "rb");
    TEST_ASSERT_NOT_NULL(file);
    int size = gzread(file, text, sizeof text - 1);
    gzclose(file);
    TEST_ASSERT_TRUE(size >= 0);
    text[size] = '\0';
    return text;
}

static void test_stream(void)
{
    struct md_stream *stream;
    char large[3000];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    TEST_ASSERT_EQUAL(MD_OK, md_stream_open(&stream, &md_files_any, path, false, &error));
    md_stream_print(stream, "%d %s\n", 7, "seven");
    TEST_ASSERT_EQUAL(MD_OK, md_stream_flush(stream, &error));
    TEST_ASSERT_EQUAL_STRING("7 seven\n", content());
    md_stream_print(stream, "%s\n", large); /* longer than any buffer inside */
    TEST_ASSERT_EQUAL(MD_OK, md_stream_close(stream, &error));
    TEST_ASSERT_EQUAL_UINT64(8 + 3000, strlen(content()));
    TEST_ASSERT_EQUAL(MD_OK, md_stream_open(&stream, &md_files_any, path, true, &error));
    md_stream_write(stream, "end", 3);
    TEST_ASSERT_EQUAL(MD_OK, md_stream_close(stream, &error));
    TEST_ASSERT_EQUAL_STRING("end", content() + 3008);
    TEST_ASSERT_EQUAL(MD_OK, md_stream_open(&stream, &md_files_any, path, false, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_stream_close(stream, &error));
    TEST_ASSERT_EQUAL_STRING("", content());
}

static void test_gzip(void)
{
    struct md_stream *stream;
    unsigned char magic[2] = {0, 0};
    strcat(path, ".gz");
    for (int k = 0; k < 2; k++) {
        TEST_ASSERT_EQUAL(MD_OK, md_stream_open(&stream, &md_files_any, path, k == 1, &error));
        md_stream_print(stream, "part %d\n", k);
        TEST_ASSERT_EQUAL(MD_OK, md_stream_flush(stream, &error));
        TEST_ASSERT_EQUAL(MD_OK, md_stream_close(stream, &error));
    }
    TEST_ASSERT_EQUAL_STRING("part 0\npart 1\n", content());
    FILE *file = fopen(path, "rb");
    TEST_ASSERT_EQUAL_UINT64(2, fread(magic, 1, 2, file));
    fclose(file);
    TEST_ASSERT_EQUAL_HEX8(0x1f, magic[0]);
    TEST_ASSERT_EQUAL_HEX8(0x8b, magic[1]);
}

static void test_stream_errors(void)
{
    struct md_stream *stream;
    TEST_ASSERT_EQUAL(MD_ERR_FILE,
                      md_stream_open(&stream, &md_files_any, "no/such/file", false, &error));
    TEST_ASSERT_NULL(stream);
    TEST_ASSERT_EQUAL_STRING("cannot open 'no/such/file' for writing: No such file or directory",
                             error.text);
    TEST_ASSERT_EQUAL(MD_ERR_FILE,
                      md_stream_open(&stream, &md_files_any, "no/such.gz", false, &error));
    if (access("/dev/full", W_OK) != 0)
        TEST_IGNORE_MESSAGE("there is no /dev/full");
    TEST_ASSERT_EQUAL(MD_OK, md_stream_open(&stream, &md_files_any, "/dev/full", false, &error));
    md_stream_print(stream, "does not fit");
    TEST_ASSERT_EQUAL(MD_ERR_FILE, md_stream_flush(stream, &error));
    TEST_ASSERT_EQUAL_STRING("cannot write '/dev/full': No space left on device", error.text);
    /* The failure sticks. */
    md_error_clear(&error);
    TEST_ASSERT_EQUAL(MD_ERR_FILE, md_stream_flush(stream, &error));
    md_error_clear(&error);
    TEST_ASSERT_EQUAL(MD_ERR_FILE, md_stream_close(stream, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "No space left"));
}

/* Rows are in the file the moment they are written: a killed run loses none. */
static void test_log_is_there_at_once(void)
{
    struct md_log log;
    FILE *screen = tmpfile();
    md_log_init(&log, screen);
    TEST_ASSERT_EQUAL(MD_OK, md_log_open(&log, &md_files_any, path, false, &error));
    md_log_print(&log, "row %d\n", 1);
    TEST_ASSERT_EQUAL_STRING("row 1\n", content());
    md_log_write(&log, MD_LOG_FILE, "only the file\n");
    md_log_write(&log, MD_LOG_SCREEN, "only the screen\n");
    struct md_place place = {"in.deck", "line", 3, 1, 4};
    md_log_warn(&log, &place, "beware of %s", "dogs");
    TEST_ASSERT_EQUAL_STRING("row 1\nonly the file\nWARNING: beware of dogs (in.deck:3)\n",
                             content());
    TEST_ASSERT_EQUAL(MD_OK, md_log_flush(&log, &error));
    rewind(screen);
    text[fread(text, 1, sizeof text - 1, screen)] = '\0';
    TEST_ASSERT_EQUAL_STRING("row 1\nonly the screen\nWARNING: beware of dogs (in.deck:3)\n", text);
    TEST_ASSERT_EQUAL(MD_OK, md_log_open(&log, &md_files_any, "none", false, &error));
    md_log_print(&log, "nowhere but on the screen\n");
    TEST_ASSERT_NULL(strstr(content(), "nowhere"));
    log.quiet = true;
    TEST_ASSERT_EQUAL(MD_OK, md_log_open(&log, &md_files_any, "test_log.quiet", false, &error));
    TEST_ASSERT_NOT_EQUAL(0, access("test_log.quiet", F_OK));
    md_log_free(&log);
    fclose(screen);
}

static void test_log_errors(void)
{
    struct md_log log;
    md_log_init(&log, NULL);
    TEST_ASSERT_EQUAL(MD_ERR_FILE, md_log_open(&log, &md_files_any, "no/such/log", false, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'no/such/log' for writing: No such file"));
    if (access("/dev/full", W_OK) == 0) {
        TEST_ASSERT_EQUAL(MD_OK, md_log_open(&log, &md_files_any, "/dev/full", false, &error));
        md_log_print(&log, "a row\n");
        TEST_ASSERT_TRUE(log.failed);
        TEST_ASSERT_EQUAL(MD_ERR_FILE, md_log_flush(&log, &error));
        TEST_ASSERT_EQUAL_STRING("cannot write log file '/dev/full': No space left on device",
                                 error.text);
        /* Reported once: the file is given up. */
        md_log_print(&log, "another row\n");
        TEST_ASSERT_EQUAL(MD_OK, md_log_flush(&log, &error));
        log.screen = fopen("/dev/full", "w");
        md_log_print(&log, "a row\n");
        TEST_ASSERT_EQUAL(MD_ERR_FILE, md_log_flush(&log, &error));
        TEST_ASSERT_NOT_NULL(strstr(error.text, "screen"));
        TEST_ASSERT_NULL(log.screen);
    }
    md_log_free(&log);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_stream);
    RUN_TEST(test_gzip);
    RUN_TEST(test_stream_errors);
    RUN_TEST(test_log_is_there_at_once);
    RUN_TEST(test_log_errors);
    return UNITY_END();
}
