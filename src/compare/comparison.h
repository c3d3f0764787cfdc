/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * avimd compare: which integrator and which step, for a deck.  The deck is read until its run
 * comes; from that very state all runs start, and only how time is integrated differs between them.
 */
#ifndef MD_COMPARE_COMPARISON_H
#define MD_COMPARE_COMPARISON_H

#include "compare/journal.h"
#include "compare/pool.h"
#include "run/driver.h"

struct md_comparison {
    struct md_plan plan;
    struct md_stand stand;
    struct md_ranks ranks;
    struct md_journal journal;
    struct md_result *result; /* [plan.trials] */
    FILE *terminal;           /* progress; NULL: none */
    FILE *say;                /* what --verbose tells; NULL: nothing */
    void (*leave)(int status);
    const char *version, *about; /* the number; and compiler, flags, libraries, or NULL */
    bool done;                   /* the deck's run came */
    int64_t runs;
    int finished, waiting; /* runs done since the beginning, and to do then */
    int side;              /* runs side by side, at most */
    double *part;          /* [plan.trials]: how much of each is done while it runs */
    double begun, shown, written;
};

/* Checks what can be known before the deck is read. */
enum md_status md_comparison_check(const struct md_comparison *comparison, struct md_error *error);

/* Instead of a run of the deck (struct md_sim, `instead`): does it all, at the run that is meant.
 */
enum md_status md_comparison_instead(void *context, struct md_sim *sim,
                                     const struct md_run_plan *run, const struct md_args *args,
                                     struct md_error *error);

#endif
