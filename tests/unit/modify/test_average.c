/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When samples are taken, how windows are combined, and the file they go to. */
#include "modify/average.h"

#include "../cluster.h"
#include "base/files.h"

#include <unistd.h>

static struct md_error error;

void setUp(void)
{
    md_error_clear(&error);
}

void tearDown(void)
{
}

/* ------------------------------------------------------------------ when */

static enum md_status read_schedule(struct md_schedule *schedule, const char *line)
{
    static char text[64];
    struct md_word words[8];
    int count = cluster_split(text, line, words);
    struct md_args args = {.words = words, .count = count, .command = {.text = "fix"}};
    *schedule = (struct md_schedule){0};
    return md_schedule_read(schedule, &args, &error);
}

/* The steps of the first samples from step `now` on. */
static void steps_are(const char *line, int64_t start, int64_t now, const int64_t *wanted,
                      int count)
{
    struct md_schedule schedule;
    TEST_ASSERT_EQUAL(MD_OK, read_schedule(&schedule, line));
    schedule.start = start;
    md_schedule_begin(&schedule, now);
    for (int k = 0; k < count; k++) {
        int64_t step = md_schedule_next(&schedule, k == 0 ? now - 1 : wanted[k - 1]);
        TEST_ASSERT_EQUAL_INT64_MESSAGE(wanted[k], step, line);
        bool last = md_schedule_advance(&schedule, step);
        TEST_ASSERT_EQUAL_INT_MESSAGE(step % schedule.frequency == 0, last, line);
    }
}

static void test_schedules(void)
{
    steps_are("2 3 10", 0, 0, (int64_t[]){6, 8, 10, 16, 18, 20, 26}, 7);
    steps_are("2 3 10", 0, 7, (int64_t[]){16, 18, 20}, 3);
    steps_are("2 3 10", 0, 6, (int64_t[]){6, 8, 10}, 3);
    steps_are("10 1 10", 0, 0, (int64_t[]){0, 10, 20}, 3);
    steps_are("10 1 10", 0, 3, (int64_t[]){10, 20}, 2);
    steps_are("5 2 10", 0, 0, (int64_t[]){5, 10, 15, 20}, 4);
    steps_are("5 2 10", 33, 0, (int64_t[]){35, 40, 45, 50}, 4);
    steps_are("1 1 1", 0, 7, (int64_t[]){7, 8, 9}, 3);
}

static void test_bad_schedules(void)
{
    static const struct {
        const char *line;
        int column;
    } wrong[] = {{"0 1 1", 1},  {"1 0 1", 3}, {"1 1 0", 5},  {"3 1 10", 5},
                 {"2 6 10", 3}, {"x 1 1", 1}, {"1 -3 3", 3}, {"1 1 1e9", 5}};
    struct md_schedule schedule;
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        TEST_ASSERT_EQUAL_MESSAGE(MD_ERR_VALUE, read_schedule(&schedule, wrong[k].line),
                                  wrong[k].line);
        TEST_ASSERT_EQUAL_INT_MESSAGE(wrong[k].column, error.place.column, wrong[k].line);
    }
}

/* A minimisation moved the clock past a sample. */
static void test_a_sample_that_was_missed(void)
{
    struct md_schedule schedule;
    TEST_ASSERT_EQUAL(MD_OK, read_schedule(&schedule, "2 3 10"));
    md_schedule_begin(&schedule, 0);
    md_schedule_advance(&schedule, 6);
    md_schedule_resume(&schedule, 7);
    TEST_ASSERT_EQUAL_INT64(8, md_schedule_next(&schedule, 7));
    md_schedule_resume(&schedule, 9);
    TEST_ASSERT_EQUAL_INT64(16, md_schedule_next(&schedule, 9));
    TEST_ASSERT_EQUAL_INT64(0, schedule.taken);
}

/* ------------------------------------------------------------------ how */

static void averages_are(enum md_average_kind kind, int64_t window, const double *wanted)
{
    static const double samples[5][2] = {{1, 10}, {2, 30}, {6, 20}, {4, 0}, {5, 5}};
    struct md_average average = {.kind = kind, .window = window};
    TEST_ASSERT_EQUAL(MD_OK, md_average_resize(&average, 2, &error));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_average_value(&average, 0));
    for (int k = 0; k < 5; k++) {
        md_average_add(&average, samples[k]);
        TEST_ASSERT_EQUAL_DOUBLE(wanted[2 * k], md_average_value(&average, 0));
        TEST_ASSERT_EQUAL_DOUBLE(wanted[2 * k + 1], md_average_value(&average, 1));
    }
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_average_value(&average, 2));
    md_average_free(&average);
}

static void test_averages(void)
{
    averages_are(MD_AVERAGE_ONE, 0, (double[]){1, 10, 2, 30, 6, 20, 4, 0, 5, 5});
    averages_are(MD_AVERAGE_RUNNING, 0, (double[]){1, 10, 1.5, 20, 3, 20, 3.25, 15, 3.6, 13});
    averages_are(MD_AVERAGE_WINDOW, 2, (double[]){1, 10, 1.5, 20, 4, 25, 5, 10, 4.5, 2.5});
}

/* Through an archive and back, an average goes on as if nothing had been. */
static void test_kept_averages(void)
{
    struct md_average first = {.kind = MD_AVERAGE_WINDOW, .window = 3};
    struct md_average second = {.kind = MD_AVERAGE_WINDOW, .window = 3};
    struct md_archive *archive = md_archive_create();
    TEST_ASSERT_EQUAL(MD_OK, md_average_resize(&first, 1, &error));
    for (int k = 0; k < 7; k++) {
        double sample = 0.1 * k * k;
        if (k == 4) {
            TEST_ASSERT_EQUAL(MD_OK, md_average_keep(&first, archive, &error));
            md_archive_rewind(archive, true);
            TEST_ASSERT_EQUAL(MD_OK, md_average_keep(&second, archive, &error));
        }
        md_average_add(&first, &sample);
        if (k >= 4) {
            md_average_add(&second, &sample);
            double a = md_average_value(&first, 0), b = md_average_value(&second, 0);
            TEST_ASSERT_EQUAL_INT(0, memcmp(&a, &b, sizeof a));
        }
    }
    md_average_free(&first);
    md_average_free(&second);
    md_archive_destroy(archive);
}

/* ------------------------------------------------------------------ where to */

static void read_back(const char *path, char *text, size_t size)
{
    FILE *in = fopen(path, "r");
    TEST_ASSERT_NOT_NULL(in);
    text[fread(text, 1, size - 1, in)] = '\0';
    fclose(in);
}

static void write_row(struct md_record *record, const char *head, const char *row)
{
    bool fresh;
    TEST_ASSERT_EQUAL(MD_OK, md_record_open(record, &fresh, &error));
    TEST_ASSERT_EQUAL_INT(head != NULL, fresh);
    if (fresh) {
        fputs(head, record->file);
        md_record_headed(record);
    }
    fputs(row, record->file);
    TEST_ASSERT_EQUAL(MD_OK, md_record_flush(record, &error));
}

/* What was written after the simulation was kept is cut off and written again. */
static void test_files_are_continued(void)
{
    char path[] = "record-XXXXXX", text[64];
    int descriptor = mkstemp(path);
    struct md_record record = {.resume = -1}, again = {.resume = -1};
    struct md_archive *archive = md_archive_create();
    struct md_word word = {.text = path, .files = &md_files_any};
    close(descriptor);
    TEST_ASSERT_EQUAL(MD_OK, md_record_name(&record, &word, false, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_record_name(&again, &word, false, &error));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_record_name(&again, &word, false, &error));
    write_row(&record, "head\n", "1\n");
    write_row(&record, NULL, "2\n");
    TEST_ASSERT_EQUAL(MD_OK, md_record_keep(&record, archive, &error));
    write_row(&record, NULL, "3\n");
    TEST_ASSERT_EQUAL(MD_OK, md_record_close(&record, &error));
    md_record_free(&record);
    md_archive_rewind(archive, true);
    TEST_ASSERT_EQUAL(MD_OK, md_record_keep(&again, archive, &error));
    write_row(&again, NULL, "4\n");
    read_back(path, text, sizeof text);
    TEST_ASSERT_EQUAL_STRING("head\n1\n2\n4\n", text);
    TEST_ASSERT_EQUAL(MD_OK, md_record_close(&again, &error));
    md_record_free(&again);
    md_archive_destroy(archive);
    remove(path);
}

static void test_overwriting(void)
{
    char path[] = "record-XXXXXX", text[64];
    int descriptor = mkstemp(path);
    struct md_record record = {.resume = -1, .overwrite = true};
    struct md_word word = {.text = path, .files = &md_files_any};
    close(descriptor);
    TEST_ASSERT_EQUAL(MD_OK, md_record_name(&record, &word, false, &error));
    write_row(&record, "head\n", "a long row\n");
    write_row(&record, NULL, "short\n");
    read_back(path, text, sizeof text);
    TEST_ASSERT_EQUAL_STRING("head\nshort\n", text);
    TEST_ASSERT_EQUAL(MD_OK, md_record_close(&record, &error));
    md_record_free(&record);
    remove(path);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_schedules);
    RUN_TEST(test_bad_schedules);
    RUN_TEST(test_a_sample_that_was_missed);
    RUN_TEST(test_averages);
    RUN_TEST(test_kept_averages);
    RUN_TEST(test_files_are_continued);
    RUN_TEST(test_overwriting);
    return UNITY_END();
}
