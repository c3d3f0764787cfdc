/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line on the user's terminal while a run goes on: how far, how fast, how long still. */
#ifndef MD_RUN_PROGRESS_H
#define MD_RUN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct md_progress {
    FILE *terminal; /* NULL: show nothing */
    int64_t first, last;
    double begin, shown; /* wall clock */
    int64_t pace;        /* steps to do before looking at the clock again */
    bool visible;
};

void md_progress_begin(struct md_progress *progress, FILE *terminal, int64_t first, int64_t last);

/* How many of the `wanted` steps to do before the next md_progress_show. */
int64_t md_progress_piece(const struct md_progress *progress, int64_t wanted);

/* `steps` steps took `seconds`; the run is at `step`. */
void md_progress_show(struct md_progress *progress, int64_t step, int64_t steps, double seconds);

/* Takes the line away, so that a row can be printed. */
void md_progress_clear(struct md_progress *progress);

#endif
