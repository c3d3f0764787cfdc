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

static inline bool before(const struct md_queue_node *a, const struct md_queue_node *b)
{
    if (a->tick != b->tick)
        return a->tick < b->tick;
    if (a->fraction != b->fraction)
        return a->fraction < b->fraction;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->id < b->id;
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

static void bucket_take(struct md_queue *queue, uint32_t entry)
{
    struct md_queue_slot *slot = &queue->slots[entry];

    if (slot->place == IN_HEAP)
        heap_take(queue, entry);
    else if (slot->place == IN_RUN)
        run_take(queue, entry);
    else
        chain_take(queue, entry);
    slot->place = ABSENT;
    queue->count--;
}

static void bucket_put(struct md_queue *queue, const struct md_queue_node *node)
{
    struct md_queue_slot *slot = &queue->slots[node->entry];
    uint64_t number = bucket_number(queue, node->tick);

    if (slot->place != ABSENT)
        bucket_take(queue, node->entry);
    if (queue->count++ == 0)
        queue->current = number;
    slot->node = *node;
    queue->puts++;
    queue->work++;
    if (number <= queue->current) {
        slot->place = IN_HEAP;
        heap_insert(queue, node);
        queue->crowded++;
        queue->work += 8;
    } else {
        chain_put(queue, node->entry, number);
    }
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
    md_memory_free(queue->ring);
    md_memory_free(queue->occupied);
    *queue = (struct md_queue){.kind = queue->kind};
}

static enum md_status reserve_buckets(struct md_queue *queue, size_t capacity,
                                      struct md_error *error)
{
    size_t old = queue->capacity, room = RING_MIN;

    if (md_memory_grow(&queue->run, old, capacity, sizeof *queue->run, error) ||
        md_memory_grow(&queue->spare, old, capacity, sizeof *queue->spare, error) ||
        md_memory_grow(&queue->slots, old, capacity, sizeof *queue->slots, error))
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
        if (queue->slots[entry].place == ABSENT)
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

static bool valid_buckets(const struct md_queue *queue)
{
    size_t run = valid_run(queue), ring = 0, present = 0;

    for (size_t i = 0; i < queue->ring_room; i++) {
        if (!(queue->occupied[i / 64] >> i % 64 & 1))
            continue;
        size_t n = i <= queue->ring_mask ? valid_chain(queue, &queue->ring[i], IN_RING) : 0;
        if (n == 0 || n == SIZE_MAX)
            return false;
        ring += n;
    }
    for (size_t i = 0; i < queue->capacity; i++)
        present += queue->slots[i].place != ABSENT;
    if (queue->far_count > 0 && valid_chain(queue, &queue->far, IN_FAR) != queue->far_count)
        return false;
    return run != SIZE_MAX && ring == queue->ring_count && present == queue->count &&
           run + ring + queue->far_count + queue->heap_size == queue->count &&
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
