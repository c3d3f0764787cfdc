/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs side by side, each in a process of its own: one that explodes, or crashes, takes no other
 * with it, and none can change what another starts from.
 */
#ifndef MD_COMPARE_POOL_H
#define MD_COMPARE_POOL_H

#include "compare/ranks.h"
#include "compare/trial.h"

struct md_pool {
    const struct md_plan *plan;
    struct md_stand *stand;
    struct md_ranks ranks;
    int jobs;
    int board;    /* file in which runs say how far they are; -1: none */
    double *part; /* [trials]: the share of each that is done, while it runs; or NULL */
    void (*leave)(int status); /* ends a worker process: the library never does */
    /* Called in the waiting process for each result, and now and then with trial -1. */
    enum md_status (*deliver)(void *context, int trial, const struct md_result *result,
                              struct md_error *error);
    void *context;
};

/* Runs those of the list that are this rank's; rank 0 delivers all. */
enum md_status md_pool_run(struct md_pool *pool, const int *list, int count,
                           struct md_error *error);

/* Begins one trial in a process of its own; *why is empty when it would begin, else the reason. */
enum md_status md_pool_probe(struct md_pool *pool, int trial, char *why, size_t size,
                             struct md_error *error);

#endif
