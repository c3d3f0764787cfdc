/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log file and the screen: one text to both, write errors noticed at once. */
#ifndef MD_OUTPUT_LOG_H
#define MD_OUTPUT_LOG_H

#include "base/files.h"

#include <stdbool.h>
#include <stdio.h>

struct md_log_failure {
    bool happened;
    int reason; /* errno, or 0: unknown */
};

struct md_log {
    FILE *screen; /* given by the caller, not closed here; NULL: none */
    FILE *file;   /* NULL: none */
    char *path;
    bool echo_screen, echo_file; /* deck command echo */
    bool quiet;                  /* while checking a deck: write nothing */
    bool failed;                 /* a write failed (full disk); reported once by md_log_flush */
    struct md_log_failure file_failure, screen_failure;
    int warnings; /* how many md_log_warn gave */
};

enum md_log_target { MD_LOG_FILE = 1, MD_LOG_SCREEN = 2, MD_LOG_BOTH = 3 };

void md_log_init(struct md_log *log, FILE *screen);
enum md_status md_log_open(struct md_log *log, const struct md_files *files, const char *path,
                           bool append, struct md_error *error); /* path "none" closes */
void md_log_write(struct md_log *log, unsigned targets, const char *text);
void md_log_print(struct md_log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void md_log_warn(struct md_log *log, const struct md_place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Flushes both; a failure of this or any earlier write is reported here, once, and the file or
 * screen that failed is not written to any more. */
enum md_status md_log_flush(struct md_log *log, struct md_error *error);
/* Closes the file; like md_log_flush it reports one failure a call. */
enum md_status md_log_close(struct md_log *log, struct md_error *error);
void md_log_free(struct md_log *log);

#endif
