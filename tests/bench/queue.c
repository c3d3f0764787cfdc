/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Micro benchmark of the event queues: nanoseconds per event, that is to take the first entry and
 * give it its next time: by pop and put, by first and put, and by take and return, which do it to
 * all entries of a tick at once.  The clocks: `distinct`, every entry
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

/* n events at least, whole ticks; how many they were. */
static int ticks(struct md_queue *queue, const md_tick *step, md_tick *next, int n)
{
    const uint32_t *entries;
    md_tick tick = 0;
    int done = 0;

    while (done < n) {
        size_t count = md_queue_take(queue, &entries, &tick);
        for (size_t k = 0; k < count; k++)
            next[k] = tick + step[entries[k]];
        md_queue_return(queue, next);
        done += (int)count;
    }
    return done;
}

enum way { POP, FIRST, TAKE, WAYS };

static int events(struct md_queue *queue, const md_tick *step, md_tick *next, enum way way, int n)
{
    size_t entry = 0;
    struct md_key key = {0};

    if (way == TAKE)
        return ticks(queue, step, next, n);
    for (int i = 0; i < n; i++) {
        if (way == POP)
            md_queue_pop(queue, &entry, &key);
        else
            md_queue_first(queue, &entry, &key);
        key.tick += step[entry];
        put(queue, entry, key);
    }
    return n;
}

static double best_event(enum md_queue_kind kind, enum clocks clocks, size_t entries, enum way way)
{
    struct md_queue queue;
    struct md_error error;
    md_tick *step = malloc(entries * sizeof *step), *next = malloc(entries * sizeof *next);
    int n = entries < 100000 ? 200000 : 1000000;
    double best = INFINITY;

    if (!step || !next || md_queue_init(&queue, kind, entries, &error) != MD_OK)
        exit(1);
    for (size_t i = 0; i < entries; i++) {
        step[i] = step_of(clocks, i);
        put(&queue, i, (struct md_key){.tick = step[i], .id = (int64_t)i});
    }
    events(&queue, step, next, way, n);
    for (int batch = 0; batch < 7; batch++) {
        double begin = now();
        int done = events(&queue, step, next, way, n);
        best = fmin(best, (now() - begin) / done);
    }
    md_queue_free(&queue);
    free(step);
    free(next);
    return 1e9 * best;
}

int main(void)
{
    static const size_t sizes[] = {21, 200, 4000, 155000};

    printf("%-10s %8s %14s %12s %12s %14s %12s %12s\n", "clocks", "entries", "heap pop+put",
           "first+put", "take", "bucket pop+put", "first+put", "take");
    for (int clocks = 0; clocks < CLOCKS; clocks++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            printf("%-10s %8zu", clocks_name[clocks], sizes[i]);
            for (int k = 0; k < 2 * WAYS; k++)
                printf(k % WAYS == 0 ? " %14.1f" : " %12.1f",
                       best_event((enum md_queue_kind)(k / WAYS), (enum clocks)clocks, sizes[i],
                                  (enum way)(k % WAYS)));
            printf("\n");
        }
    return 0;
}
