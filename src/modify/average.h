/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What fix ave/time, ave/chunk and ave/histo have in common: when they take samples (every Nevery
 * steps, Nrepeat of them, the last at a multiple of Nfreq), how the results of these windows are
 * combined (one, running, the last M), and the file they are written to.
 */
#ifndef MD_MODIFY_AVERAGE_H
#define MD_MODIFY_AVERAGE_H

#include "base/format.h"
#include "modify/modifier.h"
#include "modify/record.h"

/* ------------------------------------------------------------------ when */

struct md_schedule {
    int64_t every, repeat, frequency;
    int64_t start; /* no window ends before this step */
    int64_t valid; /* the next step at which a sample is taken */
    int64_t taken; /* samples of the present window */
};

/* NEVERY NREPEAT NFREQ at words[0..2]. */
enum md_status md_schedule_read(struct md_schedule *schedule, const struct md_args *args,
                                struct md_error *error);
/* The first sample at or after step `now`. */
void md_schedule_begin(struct md_schedule *schedule, int64_t now);
/* A run begins: a sample whose step has passed (a minimisation was in between) is given up. */
void md_schedule_resume(struct md_schedule *schedule, int64_t now);
int64_t md_schedule_next(const struct md_schedule *schedule, int64_t step);
/* A sample was taken at `now`; true when it was the last of its window. */
bool md_schedule_advance(struct md_schedule *schedule, int64_t now);
enum md_status md_schedule_keep(struct md_schedule *schedule, struct md_archive *archive,
                                struct md_error *error);

/* ------------------------------------------------------------------ how */

enum md_average_kind { MD_AVERAGE_ONE, MD_AVERAGE_RUNNING, MD_AVERAGE_WINDOW };

struct md_average {
    enum md_average_kind kind;
    int64_t window;
    size_t size;   /* numbers that are averaged side by side */
    double *total; /* [size] */
    double *list;  /* [window * size] */
    int64_t at;
    bool full;
    double norm; /* windows in the total; 0: none yet */
};

/* Room for `size` numbers; forgets everything when that is another number than before. */
enum md_status md_average_resize(struct md_average *average, size_t size, struct md_error *error);
void md_average_add(struct md_average *average, const double *values);
double md_average_value(const struct md_average *average, size_t i);
enum md_status md_average_keep(struct md_average *average, struct md_archive *archive,
                               struct md_error *error);
void md_average_free(struct md_average *average);

/* ------------------------------------------------------------------ where to */

#define MD_AVERAGE_TITLE 512

struct md_average_file {
    struct md_record record;
    char format[MD_FORMAT_SIZE]; /* "" : %g */
    char title[3][MD_AVERAGE_TITLE];
    bool titled[3];
};

/* The keywords ave, start, file, append, overwrite, format, title1, title2 and title3.  *used: how
 * many words from `at` on belong to it; 0: the word is none of these. */
enum md_status md_average_keyword(struct md_average *average, struct md_schedule *schedule,
                                  struct md_average_file *file, const struct md_args *args, int at,
                                  int *used, struct md_error *error);
/* One number, with at least one blank before it. */
void md_average_print(const struct md_average_file *file, double value);

#endif
