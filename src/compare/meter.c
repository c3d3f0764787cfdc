/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time left is that of all steps not made yet, each at the pace of its integrator so far, or of
 * all integrators where none of its runs has ended; as many runs go side by side as may.
 */
#include "compare/meter.h"

#include "run/timing.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SHOW_SECONDS 0.3
#define ANY_SCHEME   -2

int md_meter_width(FILE *stream)
{
    struct winsize size = {0};
    int file = stream != NULL ? fileno(stream) : -1;
    if (file < 0 || !isatty(file))
        return 0;
    return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void md_meter_line(const struct md_comparison *comparison, const char *text)
{
    int width = md_meter_width(comparison->terminal);
    if (comparison->terminal == NULL)
        return;
    /* The last column stays free: terminals go to the next line there. */
    fprintf(comparison->terminal, "\r%.*s\033[K", width > 1 ? width - 1 : 79, text);
    fflush(comparison->terminal);
}

/* Seconds that a step took; NaN: no run of this integrator has ended yet. */
static double pace(const struct md_comparison *comparison, int scheme)
{
    double seconds = 0.0, steps = 0.0;
    for (int i = 0; i < comparison->plan.trials; i++) {
        const struct md_trial *trial = &comparison->plan.trial[i];
        const struct md_result *result = &comparison->result[i];
        double wall = result->figure[MD_FIGURE_WALL], done = result->end / trial->timestep;
        if (result->outcome == MD_OUTCOME_NONE || !isfinite(wall) || !(done > 0.0) ||
            (scheme != ANY_SCHEME && trial->scheme != scheme))
            continue;
        seconds += wall;
        steps += done;
    }
    return steps > 0.0 ? seconds / steps : NAN;
}

/* NaN: nobody knows. */
static double seconds_left(const struct md_comparison *comparison, double spent)
{
    const struct md_plan *plan = &comparison->plan;
    double any = pace(comparison, ANY_SCHEME), own = any, left = 0.0, under_way = 0.0;
    int waiting = 0, side = comparison->side;
    for (int i = 0; i < plan->trials; i++) {
        const struct md_trial *trial = &plan->trial[i];
        if (i == 0 || trial->scheme != plan->trial[i - 1].scheme)
            own = pace(comparison, trial->scheme);
        if (comparison->result[i].outcome != MD_OUTCOME_NONE)
            continue;
        double part = comparison->part != NULL ? comparison->part[i] : 0.0;
        left += (isnan(own) ? any : own) * (double)trial->steps * (1.0 - part);
        under_way += part;
        waiting++;
    }
    if (isnan(any)) /* the very first runs: what is done of them took all the time */
        return under_way > 0.0 ? spent / under_way * (waiting - under_way) : NAN;
    return left / (waiting < side ? fmax(waiting, 1.0) : side);
}

void md_meter_show(struct md_comparison *comparison)
{
    double now = md_timing_wall();
    char text[96];
    if (comparison->terminal == NULL || now - comparison->shown < SHOW_SECONDS)
        return;
    comparison->shown = now;
    int length =
        snprintf(text, sizeof text, "%d of %d runs", comparison->finished, comparison->waiting);
    double seconds = seconds_left(comparison, now - comparison->begun);
    if (isfinite(seconds) && seconds < 1e8) {
        long left = (long)(seconds + 0.5);
        snprintf(text + length, sizeof text - (size_t)length, ", %ld:%02ld:%02ld left", left / 3600,
                 left / 60 % 60, left % 60);
    }
    md_meter_line(comparison, text);
}
