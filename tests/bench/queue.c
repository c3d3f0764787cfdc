/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Micro benchmark of the event queues: nanoseconds per event, that is to take the first entry and
 * give it its next time, by pop and put and by first and put.  The clocks: `distinct`, every entry
 * with a step of its own, so that hardly two share a tick; `few`, steps of 1, 2, 4 and 8 units, all
 * in phase, so that very many do; `one`, all with the same; `two`, one entry in a hundred with
 * steps a thousand times shorter than the others'.
 *
 * Each figure is the best of several batches.  Not a test: `make bench-queue`.
 */
#include "integrate/event/queue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum clocks { DISTINCT, FEW, ONE, TWO, CLOCKS };

static const char *const clocks_name[] = {"distinct", "few", "one", "two"};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static md_tick step_of(enum clocks clocks, size_t entry)
{
    md_tick own = (md_tick)((entry + 1) * 2654435761u % 1048573u);

    switch (clocks) {
    case DISTINCT:
        return MD_TICKS_PER_STEP / 2 + own;
    case FEW:
        return MD_TICKS_PER_STEP << entry % 4;
    case ONE:
        return MD_TICKS_PER_STEP;
    default:
        return entry % 100 ? 1000 * (MD_TICKS_PER_STEP / 2 + own) : MD_TICKS_PER_STEP / 2 + own;
    }
}

static void put(struct md_queue *queue, size_t entry, struct md_key key)
{
    struct md_error error;

    if (md_queue_put(queue, entry, key, &error) == MD_OK)
        return;
    fprintf(stderr, "bench-queue: %s\n", error.text);
    exit(1);
}

static void events(struct md_queue *queue, const md_tick *step, bool pop, int n)
{
    size_t entry = 0;
    struct md_key key = {0};

    for (int i = 0; i < n; i++) {
        if (pop)
            md_queue_pop(queue, &entry, &key);
        else
            md_queue_first(queue, &entry, &key);
        key.tick += step[entry];
        put(queue, entry, key);
    }
}

static double best_event(enum md_queue_kind kind, enum clocks clocks, size_t entries, bool pop)
{
    struct md_queue queue;
    struct md_error error;
    md_tick *step = malloc(entries * sizeof *step);
    int n = entries < 100000 ? 200000 : 1000000;
    double best = INFINITY;

    if (!step || md_queue_init(&queue, kind, entries, &error) != MD_OK)
        exit(1);
    for (size_t i = 0; i < entries; i++) {
        step[i] = step_of(clocks, i);
        put(&queue, i, (struct md_key){.tick = step[i], .id = (int64_t)i});
    }
    events(&queue, step, pop, n);
    for (int batch = 0; batch < 7; batch++) {
        double begin = now();
        events(&queue, step, pop, n);
        best = fmin(best, (now() - begin) / n);
    }
    md_queue_free(&queue);
    free(step);
    return 1e9 * best;
}

int main(void)
{
    static const size_t sizes[] = {21, 200, 4000, 155000};

    printf("%-10s %8s %14s %14s %14s %14s\n", "clocks", "entries", "heap pop+put", "first+put",
           "bucket pop+put", "first+put");
    for (int clocks = 0; clocks < CLOCKS; clocks++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            printf("%-10s %8zu", clocks_name[clocks], sizes[i]);
            for (int k = 0; k < 4; k++)
                printf(" %14.1f", best_event((enum md_queue_kind)(k / 2), (enum clocks)clocks,
                                             sizes[i], k % 2 == 0));
            printf("\n");
        }
    return 0;
}
