/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Progress on a terminal.  Reading the clock at each step would cost a small system more than the
 * step itself, so the run is cut into pieces of about a tenth of a second; a piece is a number of
 * whole steps, and cutting changes no bit of the trajectory.
 */
#include "run/progress.h"

#include "run/timing.h"

#include <inttypes.h>

#define PIECE_SECONDS 0.1
#define SHOW_SECONDS  0.2

void md_progress_begin(struct md_progress *progress, FILE *terminal, int64_t first, int64_t last)
{
    double now = md_timing_wall();
    *progress = (struct md_progress){
        .terminal = terminal,
        .first = first,
        .last = last,
        .begin = now,
        .shown = now,
        .pace = 1,
    };
}

int64_t md_progress_piece(const struct md_progress *progress, int64_t wanted)
{
    if (progress->terminal == NULL || progress->pace >= wanted)
        return wanted;
    return progress->pace;
}

/* The pace at most doubles, so that one lucky reading of the clock cannot make it silly. */
static void set_pace(struct md_progress *progress, int64_t steps, double seconds)
{
    double pace = seconds > 0.0 ? (double)steps * PIECE_SECONDS / seconds : 2.0 * (double)steps;
    if (pace > 2.0 * (double)progress->pace)
        pace = 2.0 * (double)progress->pace;
    if (pace > 1e12)
        pace = 1e12;
    progress->pace = pace < 1.0 ? 1 : (int64_t)pace;
}

void md_progress_show(struct md_progress *progress, int64_t step, int64_t steps, double seconds)
{
    if (progress->terminal == NULL)
        return;
    set_pace(progress, steps, seconds);
    double now = md_timing_wall();
    if (now - progress->shown < SHOW_SECONDS || step == progress->first)
        return;
    double done = (double)(step - progress->first),
           all = (double)(progress->last - progress->first);
    double rate = done / (now - progress->begin);
    int64_t left = (int64_t)((all - done) / rate + 0.5);
    fprintf(progress->terminal,
            "\rstep %" PRId64 " of %" PRId64 " (%.0f%%), %.4g steps/s, %" PRId64 ":%02d:%02d left"
            "\033[K",
            step, progress->last, 100.0 * done / all, rate, left / 3600, (int)(left / 60 % 60),
            (int)(left % 60));
    fflush(progress->terminal);
    progress->shown = now;
    progress->visible = true;
}

void md_progress_clear(struct md_progress *progress)
{
    if (!progress->visible)
        return;
    fputs("\r\033[K", progress->terminal);
    fflush(progress->terminal);
    progress->visible = false;
}
