/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two queues with one order.
 *
 * The heap is a binary heap that holds the keys themselves, and knows where each entry is.  A first
 * entry that gets its next key sifts down once.
 *
 * The buckets cut time into pieces of 2^shift ticks.  In front is the current bucket, sorted when
 * it became current (`run`), together with a heap of what was put there afterwards; after it a ring
 * of buckets, which are chains in the order of arrival; beyond the ring, one chain of all the rest
 * (`far`).  When the front is used up, the next bucket that is not empty becomes current.  Elements
 * of one clock come in the order of their ids, so a bucket is mostly sorted already: a merge sort
 * that starts from the runs it finds then only looks it through, however many share a tick.
 *
 * When the next bucket could lie in `far`, buckets are laid out anew: their width follows from the
 * spread of most of the keys, so that outliers do not matter.  Whatever was in the ring at the last
 * layout has been taken by then, so that the cost of a layout is shared by many events.  A ring
 * that nobody leaves is laid out anew after so much work that it does not count either.  Where the
 * events come mostly from a few entries with short steps, the spread of all says nothing: then many
 * entries come back to the current bucket, which is seen, and buckets become narrower.
 *
 * Entries that were taken together and come back for the same tick form a series: they are linked
 * in their order, and the first of them alone lies in heap, run or chain, for all.  So thousands of
 * entries with one clock cost a bucket no more than one, and each of them two links.  If the first
 * is removed, the second takes its part.  Several series of one tick are merged when it comes.
 *
 * Order never depends on any of this, only the time it takes.
 */
#include "integrate/event/queue.h"

#include "base/memory.h"

#include <string.h>

#define NONE        UINT32_MAX
#define RING_MIN    64 /* buckets: one word of the bits */
#define RUN_SHORT   12 /* below it, insertion sorts faster than merging */
#define CROWD       6  /* different ticks in a bucket that are too many */
#define SAMPLE      64 /* keys that are looked at to find their spread */
#define OPEN        32 /* ticks for which series are collected at once; a power of two */
#define LAYOUT_WORK 64 /* units of work for each entry after which buckets are laid out anew */

struct md_queue_node {
    md_tick tick;
    double fraction;
    int64_t id;
    int kind;
    uint32_t entry; /* NONE in `run`: it was removed */
};

enum place { ABSENT, IN_HEAP, IN_RUN, IN_RING, IN_FAR };

struct md_queue_slot {
    struct md_queue_node node;
    uint32_t next, prev;
    enum place place;
};

/* Neighbours in a series, as entry plus one; 0: there is none. */
struct md_queue_link {
    uint32_t next, prev;
};

/* The order of two keys of one tick. */
static inline bool before_inside(const struct md_queue_node *a, const struct md_queue_node *b)
{
    if (a->fraction != b->fraction)
        return a->fraction < b->fraction;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->id < b->id;
}

static inline bool before(const struct md_queue_node *a, const struct md_queue_node *b)
{
    return a->tick != b->tick ? a->tick < b->tick : before_inside(a, b);
}

/* ---- The heap ---- */

static inline void heap_set(struct md_queue *queue, size_t i, const struct md_queue_node *node)
{
    queue->heap[i] = *node;
    queue->at[node->entry] = (uint32_t)(i + 1);
}

/* The node finds its place from the hole at i upwards or downwards. */
static void heap_up(struct md_queue *queue, size_t i, const struct md_queue_node *node)
{
    while (i > 0 && before(node, &queue->heap[(i - 1) / 2])) {
        heap_set(queue, i, &queue->heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    heap_set(queue, i, node);
}

static void heap_down(struct md_queue *queue, size_t i, const struct md_queue_node *node)
{
    const struct md_queue_node *heap = queue->heap;

    for (size_t child = 2 * i + 1; child < queue->heap_size; child = 2 * i + 1) {
        if (child + 1 < queue->heap_size && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], node))
            break;
        heap_set(queue, i, &heap[child]);
        i = child;
    }
    heap_set(queue, i, node);
}

static void heap_place(struct md_queue *queue, size_t i, const struct md_queue_node *node)
{
    if (i > 0 && before(node, &queue->heap[(i - 1) / 2]))
        heap_up(queue, i, node);
    else
        heap_down(queue, i, node);
}

static void heap_insert(struct md_queue *queue, const struct md_queue_node *node)
{
    heap_up(queue, queue->heap_size++, node);
}

static void heap_take(struct md_queue *queue, uint32_t entry)
{
    size_t i = queue->at[entry] - 1;
    struct md_queue_node last = queue->heap[--queue->heap_size];

    queue->at[entry] = 0;
    if (i < queue->heap_size)
        heap_place(queue, i, &last);
}

/* ---- Sorting ---- */

static void sort_short(struct md_queue_node *nodes, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct md_queue_node node = nodes[i];
        size_t k = i;
        for (; k > 0 && before(&node, &nodes[k - 1]); k--)
            nodes[k] = nodes[k - 1];
        nodes[k] = node;
    }
}

/* One past the end of the ascending stretch that begins at i. */
static size_t stretch(const struct md_queue_node *nodes, size_t i, size_t n)
{
    for (i++; i < n && !before(&nodes[i], &nodes[i - 1]); i++)
        continue;
    return i < n ? i : n;
}

static void merge(const struct md_queue_node *from, size_t i, size_t middle, size_t end,
                  struct md_queue_node *to)
{
    size_t a = i, b = middle;

    for (size_t k = i; k < end; k++)
        to[k] = b == end || (a < middle && before(&from[a], &from[b])) ? from[a++] : from[b++];
}

/* Merges neighbouring stretches until there is one; the result is in queue->run. */
static void sort_run(struct md_queue *queue)
{
    size_t n = queue->run_size;

    if (n <= RUN_SHORT) {
        sort_short(queue->run, n);
        return;
    }
    while (stretch(queue->run, 0, n) < n) {
        struct md_queue_node *from = queue->run;
        for (size_t i = 0, middle, end; i < n; i = end) {
            middle = stretch(from, i, n);
            end = middle < n ? stretch(from, middle, n) : n;
            merge(from, i, middle, end, queue->spare);
        }
        queue->run = queue->spare;
        queue->spare = from;
    }
}

/* ---- Buckets ---- */

/* Ticks as unsigned numbers in the same order. */
static inline uint64_t unsigned_tick(md_tick tick)
{
    return (uint64_t)tick ^ (uint64_t)1 << 63;
}

static inline uint64_t bucket_number(const struct md_queue *queue, md_tick tick)
{
    return unsigned_tick(tick) >> queue->shift;
}

static void chain_append(struct md_queue *queue, struct md_queue_list *list, uint32_t entry,
                         bool empty)
{
    queue->slots[entry].next = NONE;
    queue->slots[entry].prev = empty ? NONE : list->tail;
    if (empty)
        list->head = entry;
    else
        queue->slots[list->tail].next = entry;
    list->tail = entry;
}

static void chain_unlink(struct md_queue *queue, struct md_queue_list *list, uint32_t entry)
{
    const struct md_queue_slot *slot = &queue->slots[entry];

    if (slot->prev == NONE)
        list->head = slot->next;
    else
        queue->slots[slot->prev].next = slot->next;
    if (slot->next == NONE)
        list->tail = slot->prev;
    else
        queue->slots[slot->next].prev = slot->prev;
}

/* A slot whose node is set goes into the ring or beyond it; its bucket comes after the current. */
static void chain_put(struct md_queue *queue, uint32_t entry, uint64_t number)
{
    struct md_queue_slot *slot = &queue->slots[entry];

    if (number - queue->current <= queue->ring_mask) {
        size_t i = (size_t)number & queue->ring_mask;
        uint64_t bit = (uint64_t)1 << i % 64;
        chain_append(queue, &queue->ring[i], entry, !(queue->occupied[i / 64] & bit));
        queue->occupied[i / 64] |= bit;
        slot->place = IN_RING;
        queue->ring_count++;
        return;
    }
    chain_append(queue, &queue->far, entry, queue->far_count == 0);
    if (queue->far_count++ == 0 || number < queue->far_min)
        queue->far_min = number;
    slot->place = IN_FAR;
}

static void chain_take(struct md_queue *queue, uint32_t entry)
{
    const struct md_queue_slot *slot = &queue->slots[entry];

    if (slot->place == IN_FAR) {
        chain_unlink(queue, &queue->far, entry);
        queue->far_count--;
        return;
    }
    size_t i = (size_t)bucket_number(queue, slot->node.tick) & queue->ring_mask;
    chain_unlink(queue, &queue->ring[i], entry);
    queue->ring_count--;
    if (queue->ring[i].head == NONE)
        queue->occupied[i / 64] &= ~((uint64_t)1 << i % 64);
}

/* Copies the nodes of a chain behind those in `run`. */
static void chain_collect(struct md_queue *queue, const struct md_queue_list *list)
{
    for (uint32_t entry = list->head; entry != NONE; entry = queue->slots[entry].next)
        queue->run[queue->run_size++] = queue->slots[entry].node;
}

/* Makes of the nodes that lie in `run` a sorted run.  Narrower buckets would have saved sorting it
 * if it has many ticks, not if many share one. */
static void run_begin(struct md_queue *queue)
{
    size_t ticks = 0;

    sort_run(queue);
    queue->run_next = 0;
    for (size_t i = 0; i < queue->run_size; i++) {
        uint32_t entry = queue->run[i].entry;
        ticks += i == 0 || queue->run[i].tick != queue->run[i - 1].tick;
        queue->at[entry] = (uint32_t)(i + 1);
        queue->slots[entry].place = IN_RUN;
    }
    if (ticks > CROWD) {
        queue->crowded += ticks;
        queue->work += 8 * ticks;
    }
}

static void run_take(struct md_queue *queue, uint32_t entry)
{
    queue->run[queue->at[entry] - 1].entry = NONE;
    queue->at[entry] = 0;
    while (queue->run_next < queue->run_size && queue->run[queue->run_next].entry == NONE)
        queue->run_next++;
}

/* How far the next bucket that is not empty lies after the current one; there is one. */
static uint64_t ring_distance(struct md_queue *queue)
{
    size_t words = (queue->ring_mask + 1) / 64;
    size_t i = (size_t)(queue->current + 1) & queue->ring_mask, w = i / 64;
    uint64_t bits = queue->occupied[w] & ~(uint64_t)0 << i % 64;

    while (bits == 0) {
        w = w + 1 < words ? w + 1 : 0;
        bits = queue->occupied[w];
        queue->work++;
    }
    i = 64 * w + (size_t)__builtin_ctzll(bits);
    return (i - (size_t)queue->current) & queue->ring_mask;
}

/* ---- Laying out buckets ---- */

/* All entries of ring and far go to `run`, which is empty, those of a bucket one after another. */
static void layout_collect(struct md_queue *queue)
{
    queue->run_size = 0;
    while (queue->ring_count > 0) {
        size_t before_it = queue->run_size;
        queue->current += ring_distance(queue);
        size_t i = (size_t)queue->current & queue->ring_mask;
        chain_collect(queue, &queue->ring[i]);
        queue->occupied[i / 64] &= ~((uint64_t)1 << i % 64);
        queue->ring_count -= queue->run_size - before_it;
    }
    if (queue->far_count > 0)
        chain_collect(queue, &queue->far);
    queue->far_count = 0;
}

/* The tick below which seven eighths of a sample lie. */
static uint64_t layout_bulk(const struct md_queue *queue)
{
    uint64_t sample[SAMPLE];
    size_t n = queue->run_size < SAMPLE ? queue->run_size : SAMPLE;

    for (size_t i = 0; i < n; i++) {
        size_t from = (size_t)((double)queue->run_size / (double)n * (double)i);
        uint64_t tick = unsigned_tick(queue->run[from].tick);
        size_t k = i;
        for (; k > 0 && tick < sample[k - 1]; k--)
            sample[k] = sample[k - 1];
        sample[k] = tick;
    }
    return sample[(n - 1) - (n - 1) / 8];
}

/* Chooses the number and the width of the buckets: the ring is twice as long as most keys are
 * spread, since the next keys come after them.  If they all share a tick, the time since the last
 * one stands for the spread. */
static void layout_choose(struct md_queue *queue, uint64_t first, uint64_t previous)
{
    uint64_t bulk = layout_bulk(queue), spread = bulk - first;
    size_t buckets = RING_MIN;

    while (buckets < queue->run_size && 2 * buckets <= queue->ring_room)
        buckets *= 2;
    if (spread == 0)
        spread = first - previous;
    spread = spread > UINT64_MAX / 2 ? UINT64_MAX : 2 * spread;
    queue->shift = 0;
    while (spread >> queue->shift > buckets - 2)
        queue->shift++;
    if (queue->crowded > queue->puts / 4)
        queue->finer += 2;
    else if (queue->finer > 0 && queue->puts < queue->run_size)
        queue->finer--;
    if (queue->finer > queue->shift)
        queue->finer = queue->shift;
    queue->shift -= queue->finer;
    queue->ring_mask = buckets - 1;
}

static void layout(struct md_queue *queue)
{
    uint64_t previous = queue->current << queue->shift, first = UINT64_MAX;
    size_t all, kept = 0;

    layout_collect(queue);
    all = queue->run_size;
    for (size_t i = 0; i < all; i++)
        if (unsigned_tick(queue->run[i].tick) < first)
            first = unsigned_tick(queue->run[i].tick);
    layout_choose(queue, first, previous);
    queue->current = first >> queue->shift;
    for (size_t i = 0; i < all; i++) {
        uint64_t number = bucket_number(queue, queue->run[i].tick);
        if (number == queue->current)
            queue->run[kept++] = queue->run[i];
        else
            chain_put(queue, queue->run[i].entry, number);
    }
    queue->run_size = kept;
    queue->puts = queue->crowded = queue->work = 0;
    run_begin(queue);
}

/* ---- Both together ---- */

/* If the front is used up, the next bucket becomes current. */
static void settle(struct md_queue *queue)
{
    uint64_t next = 0;

    if (queue->run_next < queue->run_size || queue->heap_size > 0 || queue->count == 0)
        return;
    if (queue->ring_count > 0)
        next = queue->current + ring_distance(queue);
    if (queue->ring_count == 0 || (queue->far_count > 0 && queue->far_min <= next) ||
        queue->work / LAYOUT_WORK > queue->count + queue->ring_mask / 64) {
        layout(queue);
        return;
    }
    size_t i = (size_t)next & queue->ring_mask;
    queue->current = next;
    queue->occupied[i / 64] &= ~((uint64_t)1 << i % 64);
    queue->run_size = 0;
    chain_collect(queue, &queue->ring[i]);
    queue->ring_count -= queue->run_size;
    run_begin(queue);
}

/* An entry whose node is set comes in; the front may be used up afterwards. */
static void bucket_insert(struct md_queue *queue, uint32_t entry)
{
    struct md_queue_slot *slot = &queue->slots[entry];
    uint64_t number = bucket_number(queue, slot->node.tick);

    if (queue->count++ == 0)
        queue->current = number;
    queue->puts++;
    queue->work++;
    if (number <= queue->current) {
        slot->place = IN_HEAP;
        heap_insert(queue, &slot->node);
        queue->crowded++;
        queue->work += 8;
    } else {
        chain_put(queue, entry, number);
    }
}

static bool bucket_holds(const struct md_queue *queue, uint32_t entry)
{
    return queue->slots[entry].place != ABSENT || queue->link[entry].prev != 0;
}

/* Takes an entry that is not the first of a series out of it. */
static void series_unlink(struct md_queue *queue, uint32_t entry)
{
    struct md_queue_link *link = &queue->link[entry];

    queue->link[link->prev - 1].next = link->next;
    if (link->next != 0)
        queue->link[link->next - 1].prev = link->prev;
    *link = (struct md_queue_link){0, 0};
    queue->count--;
}

/* The first of a series is out: the second stands for the rest. */
static void series_shorten(struct md_queue *queue, uint32_t first)
{
    uint32_t second = queue->link[first].next - 1;

    queue->link[first].next = 0;
    queue->link[second].prev = 0;
    queue->slots[second].node.tick = queue->slots[first].node.tick;
    queue->count--; /* it is counted already */
    bucket_insert(queue, second);
}

static void bucket_take(struct md_queue *queue, uint32_t entry)
{
    struct md_queue_slot *slot = &queue->slots[entry];

    if (queue->link[entry].prev != 0) {
        series_unlink(queue, entry);
        return;
    }
    if (slot->place == IN_HEAP)
        heap_take(queue, entry);
    else if (slot->place == IN_RUN)
        run_take(queue, entry);
    else
        chain_take(queue, entry);
    slot->place = ABSENT;
    queue->count--;
    if (queue->link[entry].next != 0)
        series_shorten(queue, entry);
}

static void bucket_put(struct md_queue *queue, const struct md_queue_node *node)
{
    if (bucket_holds(queue, node->entry))
        bucket_take(queue, node->entry);
    queue->slots[node->entry].node = *node;
    bucket_insert(queue, node->entry);
    settle(queue);
}

static const struct md_queue_node *first_node(const struct md_queue *queue)
{
    if (queue->run_next == queue->run_size)
        return queue->heap_size > 0 ? queue->heap : NULL;
    if (queue->heap_size > 0 && before(queue->heap, &queue->run[queue->run_next]))
        return queue->heap;
    return &queue->run[queue->run_next];
}

static void give(const struct md_queue_node *node, size_t *entry, struct md_key *key)
{
    if (entry)
        *entry = node->entry;
    if (key)
        *key = (struct md_key){node->tick, node->fraction, node->kind, node->id};
}

/* ---- All of a tick ---- */

static inline const struct md_queue_node *node_of(const struct md_queue *queue, uint32_t entry)
{
    return queue->kind == MD_QUEUE_BUCKET ? &queue->slots[entry].node
                                          : &queue->heap[queue->at[entry] - 1];
}

/* Adds an entry to those taken; `stretches` of them ascend. */
static inline size_t taken_add(struct md_queue *queue, uint32_t entry, size_t stretches)
{
    size_t n = queue->taken_count++;

    queue->taken[n] = entry;
    if (n > 0 && before_inside(node_of(queue, queue->taken[n - 1]), node_of(queue, entry)))
        return stretches;
    queue->start[stretches] = (uint32_t)n;
    return stretches + 1;
}

static void taken_merge(struct md_queue *queue, size_t i, size_t middle, size_t end)
{
    const uint32_t *from = queue->taken;
    size_t a = i, b = middle, k = i;

    while (a < middle && b < end) {
        bool second = before_inside(node_of(queue, from[b]), node_of(queue, from[a]));
        queue->other[k++] = second ? from[b] : from[a];
        b += second;
        a += !second;
    }
    while (a < middle)
        queue->other[k++] = from[a++];
    while (b < end)
        queue->other[k++] = from[b++];
}

/* Merges neighbouring stretches until there is one. */
static void taken_sort(struct md_queue *queue, size_t stretches)
{
    uint32_t *start = queue->start;

    for (; stretches > 1; stretches = (stretches + 1) / 2) {
        uint32_t *merged = queue->other;
        start[stretches] = (uint32_t)queue->taken_count;
        for (size_t s = 0; s < stretches; s += 2) {
            size_t last = s + 2 < stretches ? s + 2 : stretches;
            taken_merge(queue, start[s], start[s + 1], start[last]);
            start[s / 2] = start[s];
        }
        queue->other = queue->taken;
        queue->taken = merged;
    }
}

/* Entries of a tick lie together at the top of a heap: into `other`, and how many.  Where the heap
 * holds nothing else, they come in the order in which they were put, which mostly is theirs. */
static size_t heap_find(struct md_queue *queue, md_tick tick)
{
    uint32_t *found = queue->other;
    size_t n = 0;

    if (queue->heap_size > 0 && queue->heap[0].tick == tick)
        found[n++] = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t child = 2 * (size_t)found[k] + 1;
             child <= 2 * (size_t)found[k] + 2 && child < queue->heap_size; child++)
            if (queue->heap[child].tick == tick)
                found[n++] = (uint32_t)child;
    for (size_t k = 0; k < n; k++)
        found[k] = queue->heap[found[k]].entry;
    return n;
}

static void heap_drop(struct md_queue *queue, const uint32_t *entries, size_t n)
{
    if (n < queue->heap_size) {
        for (size_t k = n; k > 0; k--)
            heap_take(queue, entries[k - 1]);
        return;
    }
    for (size_t k = 0; k < n; k++)
        queue->at[entries[k]] = 0;
    queue->heap_size = 0;
}

static void heap_take_tick(struct md_queue *queue, md_tick tick)
{
    const struct md_queue_node *heap = queue->heap;
    size_t n, stretches = 0;

    queue->inside = (queue->heap_size < 2 || heap[1].tick != tick) &&
                    (queue->heap_size < 3 || heap[2].tick != tick);
    if (queue->inside) {
        queue->taken[queue->taken_count++] = heap[0].entry;
        return;
    }
    n = heap_find(queue, tick);
    for (size_t k = 0; k < n; k++)
        stretches = taken_add(queue, queue->other[k], stretches);
    taken_sort(queue, stretches);
    for (size_t k = 0; k < n; k++)
        queue->spare[k] = *node_of(queue, queue->taken[k]);
    heap_drop(queue, queue->taken, n);
    queue->count -= n;
}

static void heap_return(struct md_queue *queue, const md_tick *tick)
{
    for (size_t k = 0; k < queue->taken_count; k++) {
        queue->spare[k].tick = tick[k];
        heap_insert(queue, &queue->spare[k]);
    }
    queue->count += queue->taken_count;
}

/* Whether no other entry has the tick of the first one. */
static bool bucket_single(const struct md_queue *queue, const struct md_queue_node *first)
{
    const struct md_queue_node *heap = queue->heap;
    size_t run = queue->run_next, top = 0, last = 0;

    if (queue->link[first->entry].next != 0)
        return false;
    if (first == heap) {
        top = 1;
        last = 2;
    } else {
        run++;
    }
    while (run < queue->run_size && queue->run[run].entry == NONE)
        run++;
    if (run < queue->run_size && queue->run[run].tick == first->tick)
        return false;
    for (; top <= last && top < queue->heap_size; top++)
        if (heap[top].tick == first->tick)
            return false;
    return true;
}

/* A whole series; its first entry is in no heap, run or chain any more. */
static size_t series_take(struct md_queue *queue, uint32_t entry, size_t stretches)
{
    queue->slots[entry].place = ABSENT;
    stretches = taken_add(queue, entry, stretches);
    for (uint32_t next = queue->link[entry].next; next != 0;) {
        struct md_queue_link *link = &queue->link[next - 1];
        queue->taken[queue->taken_count++] = next - 1;
        next = link->next;
        *link = (struct md_queue_link){0, 0};
    }
    queue->link[entry].next = 0;
    return stretches;
}

static void bucket_take_tick(struct md_queue *queue, const struct md_queue_node *first)
{
    const md_tick tick = first->tick;
    size_t stretches = 0, late;

    queue->inside = bucket_single(queue, first);
    if (queue->inside) {
        queue->taken[queue->taken_count++] = first->entry;
        return;
    }
    for (; queue->run_next < queue->run_size; queue->run_next++) {
        const struct md_queue_node *node = &queue->run[queue->run_next];
        if (node->entry == NONE)
            continue;
        if (node->tick != tick)
            break;
        queue->at[node->entry] = 0;
        stretches = series_take(queue, node->entry, stretches);
    }
    late = heap_find(queue, tick);
    heap_drop(queue, queue->other, late);
    for (size_t k = 0; k < late; k++)
        stretches = series_take(queue, queue->other[k], stretches);
    queue->count -= queue->taken_count;
    taken_sort(queue, stretches);
}

/* Entries of one tick become a series; some ticks are collected at the same time. */
static void bucket_return(struct md_queue *queue, const md_tick *tick)
{
    struct {
        md_tick tick;
        uint32_t last; /* as entry plus one; 0: nothing is collected here */
    } open[OPEN] = {{0, 0}};
    const uint32_t *taken = queue->taken;
    struct md_queue_link *link = queue->link;
    size_t n = queue->taken_count, k = 0;

    while (k < n) {
        md_tick t = tick[k];
        size_t place = (size_t)((uint64_t)t * UINT64_C(0x9e3779b97f4a7c15) >> 32) % OPEN;
        uint32_t last = open[place].last;
        if (last == 0 || open[place].tick != t) {
            last = taken[k++] + 1;
            queue->slots[last - 1].node.tick = t;
            bucket_insert(queue, last - 1);
        }
        size_t from = k;
        for (; k < n && tick[k] == t; k++) {
            link[last - 1].next = taken[k] + 1;
            link[taken[k]].prev = last;
            last = taken[k] + 1;
        }
        queue->count += k - from;
        open[place].tick = t;
        open[place].last = last;
    }
    settle(queue);
}

/* ---- What others call ---- */

enum md_status md_queue_init(struct md_queue *queue, enum md_queue_kind kind, size_t capacity,
                             struct md_error *error)
{
    *queue = (struct md_queue){.kind = kind, .ring_mask = RING_MIN - 1};
    return md_queue_reserve(queue, capacity, error);
}

void md_queue_free(struct md_queue *queue)
{
    md_memory_free(queue->at);
    md_memory_free(queue->heap);
    md_memory_free(queue->run);
    md_memory_free(queue->spare);
    md_memory_free(queue->slots);
    md_memory_free(queue->link);
    md_memory_free(queue->ring);
    md_memory_free(queue->occupied);
    md_memory_free(queue->taken);
    md_memory_free(queue->other);
    md_memory_free(queue->start);
    *queue = (struct md_queue){.kind = queue->kind};
}

static enum md_status reserve_buckets(struct md_queue *queue, size_t capacity,
                                      struct md_error *error)
{
    size_t old = queue->capacity, room = RING_MIN;

    if (md_memory_grow(&queue->run, old, capacity, sizeof *queue->run, error) ||
        md_memory_grow(&queue->slots, old, capacity, sizeof *queue->slots, error) ||
        md_memory_grow(&queue->link, old, capacity, sizeof *queue->link, error))
        return error->status;
    while (room < capacity)
        room *= 2;
    if (room > queue->ring_room) {
        if (md_memory_grow(&queue->ring, queue->ring_room, room, sizeof *queue->ring, error) ||
            md_memory_grow(&queue->occupied, queue->ring_room / 64, room / 64,
                           sizeof *queue->occupied, error))
            return error->status;
        queue->ring_room = room;
    }
    return MD_OK;
}

enum md_status md_queue_reserve(struct md_queue *queue, size_t capacity, struct md_error *error)
{
    if (capacity <= queue->capacity && queue->at)
        return MD_OK;
    if (capacity >= NONE)
        return md_error_set(error, MD_ERR_MEMORY, NULL,
                            "a queue of events for %zu elements: it has room for at most %lu",
                            capacity, (unsigned long)NONE - 1);
    if (md_memory_grow(&queue->heap, queue->capacity, capacity, sizeof *queue->heap, error) ||
        md_memory_grow(&queue->spare, queue->capacity, capacity, sizeof *queue->spare, error) ||
        md_memory_grow(&queue->taken, queue->capacity, capacity, sizeof *queue->taken, error) ||
        md_memory_grow(&queue->other, queue->capacity, capacity, sizeof *queue->other, error) ||
        md_memory_grow(&queue->start, 0, capacity + 1, sizeof *queue->start, error) ||
        (queue->kind == MD_QUEUE_BUCKET && reserve_buckets(queue, capacity, error)) ||
        md_memory_grow(&queue->at, queue->capacity, capacity, sizeof *queue->at, error))
        return error->status;
    queue->capacity = capacity;
    return MD_OK;
}

enum md_status md_queue_put(struct md_queue *queue, size_t entry, struct md_key key,
                            struct md_error *error)
{
    struct md_queue_node node = {key.tick, key.fraction, key.id, key.kind, (uint32_t)entry};

    if (entry >= queue->capacity)
        return md_error_set(error, MD_ERR_INTERNAL, NULL,
                            "event of element %zu: the queue has room for %zu", entry,
                            queue->capacity);
    if (!(key.fraction >= 0.0 && key.fraction < 1.0))
        return md_error_set(error, MD_ERR_INTERNAL, NULL,
                            "event of element %zu at the fraction %g of a tick: it must be "
                            "at least 0 and below 1",
                            entry, key.fraction);
    if (queue->kind == MD_QUEUE_BUCKET) {
        bucket_put(queue, &node);
    } else if (queue->at[entry] != 0) {
        heap_place(queue, queue->at[entry] - 1, &node);
    } else {
        heap_insert(queue, &node);
        queue->count++;
    }
    return MD_OK;
}

void md_queue_remove(struct md_queue *queue, size_t entry)
{
    if (entry >= queue->capacity)
        return;
    if (queue->kind == MD_QUEUE_BUCKET) {
        if (!bucket_holds(queue, (uint32_t)entry))
            return;
        bucket_take(queue, (uint32_t)entry);
        settle(queue);
    } else if (queue->at[entry] != 0) {
        heap_take(queue, (uint32_t)entry);
        queue->count--;
    }
}

void md_queue_clear(struct md_queue *queue)
{
    if (queue->at)
        memset(queue->at, 0, queue->capacity * sizeof *queue->at);
    if (queue->occupied)
        memset(queue->occupied, 0, queue->ring_room / 64 * sizeof *queue->occupied);
    for (size_t i = 0; queue->slots && i < queue->capacity; i++)
        queue->slots[i].place = ABSENT;
    if (queue->link)
        memset(queue->link, 0, queue->capacity * sizeof *queue->link);
    queue->count = queue->heap_size = queue->run_size = queue->run_next = 0;
    queue->ring_count = queue->far_count = 0;
}

bool md_queue_first(const struct md_queue *queue, size_t *entry, struct md_key *key)
{
    const struct md_queue_node *first = first_node(queue);

    if (first)
        give(first, entry, key);
    return first != NULL;
}

bool md_queue_pop(struct md_queue *queue, size_t *entry, struct md_key *key)
{
    const struct md_queue_node *first = first_node(queue);

    if (!first)
        return false;
    give(first, entry, key);
    md_queue_remove(queue, first->entry);
    return true;
}

size_t md_queue_take(struct md_queue *queue, const uint32_t **entries, md_tick *tick)
{
    const struct md_queue_node *first = first_node(queue);

    queue->taken_count = 0;
    if (!first)
        return 0;
    *tick = first->tick;
    if (queue->kind == MD_QUEUE_BUCKET)
        bucket_take_tick(queue, first);
    else
        heap_take_tick(queue, first->tick);
    *entries = queue->taken;
    return queue->taken_count;
}

void md_queue_return(struct md_queue *queue, const md_tick *tick)
{
    if (queue->inside) {
        struct md_queue_node node = *node_of(queue, queue->taken[0]);
        node.tick = tick[0];
        if (queue->kind == MD_QUEUE_BUCKET)
            bucket_put(queue, &node);
        else
            heap_place(queue, queue->at[node.entry] - 1, &node);
    } else if (queue->kind == MD_QUEUE_BUCKET) {
        bucket_return(queue, tick);
    } else {
        heap_return(queue, tick);
    }
    queue->taken_count = 0;
    queue->inside = false;
}

size_t md_queue_count(const struct md_queue *queue)
{
    return queue->count;
}

/* ---- Invariants ---- */

static bool valid_heap(const struct md_queue *queue)
{
    for (size_t i = 0; i < queue->heap_size; i++) {
        const struct md_queue_node *node = &queue->heap[i];
        if (node->entry >= queue->capacity || queue->at[node->entry] != i + 1)
            return false;
        if (i > 0 && !before(&queue->heap[(i - 1) / 2], node))
            return false;
        if (queue->kind == MD_QUEUE_BUCKET && (queue->slots[node->entry].place != IN_HEAP ||
                                               bucket_number(queue, node->tick) > queue->current))
            return false;
    }
    return true;
}

/* How many entries the run has; SIZE_MAX if it is wrong. */
static size_t valid_run(const struct md_queue *queue)
{
    const struct md_queue_node *last = NULL;
    size_t n = 0;

    if (queue->run_next > queue->run_size ||
        (queue->run_next < queue->run_size && queue->run[queue->run_next].entry == NONE))
        return SIZE_MAX;
    for (size_t i = queue->run_next; i < queue->run_size; i++) {
        const struct md_queue_node *node = &queue->run[i];
        if (node->entry == NONE)
            continue;
        if (queue->at[node->entry] != i + 1 || queue->slots[node->entry].place != IN_RUN ||
            bucket_number(queue, node->tick) > queue->current || (last && !before(last, node)))
            return SIZE_MAX;
        last = node;
        n++;
    }
    return n;
}

/* The same of a chain; its entries are of one bucket if it is of the ring. */
static size_t valid_chain(const struct md_queue *queue, const struct md_queue_list *list,
                          enum place place)
{
    uint32_t last = NONE;
    size_t n = 0;

    for (uint32_t entry = list->head; entry != NONE; entry = queue->slots[entry].next) {
        const struct md_queue_slot *slot = &queue->slots[entry];
        uint64_t number = bucket_number(queue, slot->node.tick);
        if (slot->place != place || slot->prev != last || slot->node.entry != entry ||
            number <= queue->current || ++n > queue->count)
            return SIZE_MAX;
        if (place == IN_FAR ? number < queue->far_min
                            : number - queue->current > queue->ring_mask ||
                                  list != &queue->ring[number & queue->ring_mask])
            return SIZE_MAX;
        last = entry;
    }
    return list->tail == last ? n : SIZE_MAX;
}

/* How many entries come after the first one of a series; SIZE_MAX if something is wrong. */
static size_t valid_series(const struct md_queue *queue, uint32_t first)
{
    size_t n = 0;

    if (queue->link[first].prev != 0)
        return SIZE_MAX;
    for (uint32_t e = first, next = queue->link[e].next; next != 0; next = queue->link[e].next) {
        const struct md_queue_slot *slot = &queue->slots[next - 1];
        if (queue->link[next - 1].prev != e + 1 || slot->place != ABSENT ||
            !before_inside(&queue->slots[e].node, &slot->node) || ++n > queue->count)
            return SIZE_MAX;
        e = next - 1;
    }
    return n;
}

/* Whether the entries that are in, each alone or the first of a series, are as many as counted. */
static bool valid_count(const struct md_queue *queue, size_t firsts)
{
    size_t present = 0, more = 0;

    for (uint32_t i = 0; i < queue->capacity; i++) {
        if (queue->slots[i].place == ABSENT)
            continue;
        size_t n = valid_series(queue, i);
        if (n == SIZE_MAX)
            return false;
        present++;
        more += n;
    }
    return present == firsts && present + more == queue->count;
}

static bool valid_buckets(const struct md_queue *queue)
{
    size_t run = valid_run(queue), ring = 0;

    for (size_t i = 0; i < queue->ring_room; i++) {
        if (!(queue->occupied[i / 64] >> i % 64 & 1))
            continue;
        size_t n = i <= queue->ring_mask ? valid_chain(queue, &queue->ring[i], IN_RING) : 0;
        if (n == 0 || n == SIZE_MAX)
            return false;
        ring += n;
    }
    if (queue->far_count > 0 && valid_chain(queue, &queue->far, IN_FAR) != queue->far_count)
        return false;
    return run != SIZE_MAX && ring == queue->ring_count &&
           valid_count(queue, run + ring + queue->far_count + queue->heap_size) &&
           (queue->count == 0 || run + queue->heap_size > 0);
}

bool md_queue_valid(const struct md_queue *queue)
{
    if (!valid_heap(queue))
        return false;
    if (queue->kind == MD_QUEUE_BUCKET)
        return valid_buckets(queue);
    size_t present = 0;
    for (size_t i = 0; i < queue->capacity; i++)
        present += queue->at[i] != 0;
    return queue->heap_size == queue->count && present == queue->count;
}
