/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The queue of events of asynchronous integrators: which element is due next.
 *
 * An entry is an element's index; its key says when it is due.  Keys are ordered by tick, then by
 * the fraction of a tick (0 where clocks are whole ticks, the position of a root where an event's
 * time follows from the state), then by kind and id, which are the element's own.  As no two
 * entries share kind and id, the order is total: it follows from the keys alone, not from the
 * history or the kind of the queue.
 *
 * Who takes the first entry and knows its next time calls md_queue_first and md_queue_put, which
 * is cheaper than md_queue_pop and md_queue_put.  Who handles all entries of a tick together calls
 * md_queue_take and md_queue_return: where many share a tick, that costs a small part of it.
 *
 * MD_QUEUE_HEAP is the better one for a few hundred entries with clocks of their own,
 * MD_QUEUE_BUCKET for more, or where many share a tick.
 */
#ifndef MD_INTEGRATE_EVENT_QUEUE_H
#define MD_INTEGRATE_EVENT_QUEUE_H

#include "base/error.h"
#include "state/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum md_queue_kind { MD_QUEUE_HEAP, MD_QUEUE_BUCKET };

struct md_key {
    md_tick tick;
    double fraction; /* of a tick, in [0, 1) */
    int kind;
    int64_t id;
};

struct md_queue_node;
struct md_queue_slot;
struct md_queue_link;

/* Chain of slots: the first and the last entry. */
struct md_queue_list {
    uint32_t head, tail;
};

/* All members are private. */
struct md_queue {
    enum md_queue_kind kind;
    size_t capacity, count;
    uint32_t *at; /* of each entry, its place in heap or run plus one; 0: it is in neither */

    struct md_queue_node *heap; /* everything, or of buckets, what came late to the front */
    size_t heap_size;

    struct md_queue_node *run, *spare; /* the current bucket, sorted; room for sorting */
    size_t run_next, run_size;
    struct md_queue_slot *slots; /* of each entry, its key and neighbours in a bucket */
    struct md_queue_link *link;  /* of each entry, its neighbours in a series */
    struct md_queue_list *ring;  /* buckets after the current one */
    uint64_t *occupied;          /* a bit for each of them */
    size_t ring_room, ring_mask, ring_count;
    struct md_queue_list far; /* beyond the ring, in no order */
    size_t far_count;
    uint64_t far_min; /* no bucket number in `far` is smaller */
    uint64_t current; /* number of the current bucket: all up to it are in heap or run */
    unsigned shift;   /* 2^shift ticks are a bucket */
    unsigned finer;   /* how much less than their spread suggests */
    size_t puts;      /* since the buckets were laid out, */
    size_t crowded;   /* those for which a bucket was too wide, */
    size_t work;      /* and what it cost, in a rough unit */

    uint32_t *taken, *other; /* what md_queue_take gave; room for sorting it */
    uint32_t *start;         /* where ascending stretches begin in it */
    size_t taken_count;
    bool inside; /* what was taken is still in its place */
};

enum md_status md_queue_init(struct md_queue *queue, enum md_queue_kind kind, size_t capacity,
                             struct md_error *error);
void md_queue_free(struct md_queue *queue);

/* Makes room for the entries 0..capacity-1; what is in stays in.  Never shrinks. */
enum md_status md_queue_reserve(struct md_queue *queue, size_t capacity, struct md_error *error);

/* Inserts the entry, or gives it another key if it is in; no memory is asked for.  Fails when there
 * is no room for such an entry or the fraction is out of its range; nothing has changed then. */
enum md_status md_queue_put(struct md_queue *queue, size_t entry, struct md_key key,
                            struct md_error *error);
void md_queue_remove(struct md_queue *queue, size_t entry); /* which may be absent */
void md_queue_clear(struct md_queue *queue);

/* The entry with the smallest key; false: the queue is empty, and nothing is written.  Either
 * pointer may be NULL. */
bool md_queue_first(const struct md_queue *queue, size_t *entry, struct md_key *key);
bool md_queue_pop(struct md_queue *queue, size_t *entry, struct md_key *key);

/* All entries of the earliest tick, in the order of their keys, and how many they are; 0: the queue
 * is empty.  They are out until md_queue_return gives the k-th of them the tick tick[k]; the rest
 * of their keys stays.  In between only md_queue_clear and md_queue_free may be called. */
size_t md_queue_take(struct md_queue *queue, const uint32_t **entries, md_tick *tick);
void md_queue_return(struct md_queue *queue, const md_tick *tick);

size_t md_queue_count(const struct md_queue *queue);

/* Do all invariants hold?  Looks at everything: for tests. */
bool md_queue_valid(const struct md_queue *queue);

#endif
