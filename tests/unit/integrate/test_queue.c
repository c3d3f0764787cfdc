/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Both queues against a third one that lives only here and is obviously right: an unsorted array,
 * searched for its smallest key.  Random operations on all three, with keys of many kinds; a
 * failure names the world, the seed and the operation.
 */
#include "integrate/event/queue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

#define ENTRIES_MAX 3000

/* How keys are drawn. */
enum ticks { FEW, SPREAD, WIDE, EXTREME, EVENTS, TWO_SCALES, ONE_CLOCK, TICKS };

static const char *const ticks_name[] = {"few",    "spread",     "wide",     "extreme",
                                         "events", "two scales", "one clock"};

struct world {
    enum ticks ticks;
    size_t entries;
    int operations;
    int check; /* invariants after every so many operations */
    uint64_t seed;
};

/* The reference. */
struct plain {
    struct md_key key[ENTRIES_MAX];
    bool in[ENTRIES_MAX];
    size_t count;
};

static struct plain plain;
static struct md_queue queues[2];
static struct md_error error;
static struct world here;
static int operation;
static uint64_t random_state;

void setUp(void)
{
}

void tearDown(void)
{
}

/* Steele, Lea and Flood's splitmix64. */
static uint64_t draw(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static size_t draw_below(size_t n)
{
    return (size_t)(draw() % n);
}

static void must(bool fine, int q, const char *what)
{
    char text[200];
    if (fine)
        return;
    snprintf(text, sizeof text, "%s: %s; %s, %zu entries, seed %llu, operation %d",
             q == MD_QUEUE_HEAP ? "heap" : "buckets", what, ticks_name[here.ticks], here.entries,
             (unsigned long long)here.seed, operation);
    TEST_FAIL_MESSAGE(text);
}

static int compare(const struct md_key *a, const struct md_key *b)
{
    if (a->tick != b->tick)
        return a->tick < b->tick ? -1 : 1;
    if (a->fraction != b->fraction)
        return a->fraction < b->fraction ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static size_t plain_first(void)
{
    size_t first = ENTRIES_MAX;
    for (size_t i = 0; i < here.entries; i++)
        if (plain.in[i] && (first == ENTRIES_MAX || compare(&plain.key[i], &plain.key[first]) < 0))
            first = i;
    return first;
}

/* A tick for an entry whose present one, or that of the last event, is `from`. */
static md_tick draw_tick(size_t entry, md_tick from)
{
    static const md_tick extreme[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX};
    switch (here.ticks) {
    case FEW:
        return (md_tick)draw_below(5) - 2;
    case SPREAD:
        return (md_tick)draw_below(100000) - 50000;
    case WIDE:
        return (md_tick)(draw() >> (1 + draw_below(63))) * (draw() & 1 ? 1 : -1);
    case EXTREME:
        return extreme[draw_below(7)];
    case EVENTS:
        return from + MD_TICKS_PER_STEP / 4 * (md_tick)(1 + entry % 5);
    case TWO_SCALES:
        return from + (entry % 8 ? 1 + (md_tick)draw_below(50) : (md_tick)draw_below(10000000));
    default:
        return from + MD_TICKS_PER_STEP;
    }
}

/* Kind and id are the entry's own; ids run against the entries in one kind, along in another. */
static struct md_key draw_key(size_t entry, md_tick from)
{
    struct md_key key = {.tick = draw_tick(entry, from), .kind = (int)(entry % 3) - 1};
    key.id = entry % 2 ? INT64_MAX - (int64_t)entry : INT64_MIN + (int64_t)entry;
    if (here.seed % 2 && draw() % 2)
        key.fraction = (double)draw_below(4) / 4.0;
    return key;
}

static void put(size_t entry, struct md_key key)
{
    for (int q = 0; q < 2; q++)
        must(md_queue_put(&queues[q], entry, key, &error) == MD_OK, q, "put fails");
    plain.count += !plain.in[entry];
    plain.in[entry] = true;
    plain.key[entry] = key;
}

static void take(size_t entry)
{
    plain.count -= plain.in[entry];
    plain.in[entry] = false;
}

static void check_first(bool pop)
{
    size_t first = plain_first();
    for (int q = 0; q < 2; q++) {
        size_t entry = 123;
        struct md_key key = {.tick = 77};
        bool any =
            pop ? md_queue_pop(&queues[q], &entry, &key) : md_queue_first(&queues[q], &entry, &key);
        must(any == (first < ENTRIES_MAX), q, "empty or not");
        must(any || (entry == 123 && key.tick == 77), q, "an empty queue writes");
        must(!any || entry == first, q, "another entry is first");
        must(!any || compare(&key, &plain.key[first]) == 0, q, "another key");
    }
    if (pop && first < ENTRIES_MAX)
        take(first);
}

/* The first entry gets its next time, as integrators do it. */
static void check_event(bool pop)
{
    size_t first = plain_first();
    check_first(pop);
    if (first < ENTRIES_MAX && (!pop || draw() % 16))
        put(first, draw_key(first, plain.key[first].tick));
}

/* The entries of the earliest tick, in order. */
static size_t plain_tick(uint32_t *entries)
{
    size_t first = plain_first(), n = 0;
    for (size_t i = 0; i < here.entries && first < ENTRIES_MAX; i++) {
        if (!plain.in[i] || plain.key[i].tick != plain.key[first].tick)
            continue;
        size_t k = n++;
        for (; k > 0 && compare(&plain.key[i], &plain.key[entries[k - 1]]) < 0; k--)
            entries[k] = entries[k - 1];
        entries[k] = (uint32_t)i;
    }
    return n;
}

/* All of a tick at once: they get next ticks of a few clocks, or each its own. */
static void check_tick(void)
{
    static uint32_t expected[ENTRIES_MAX];
    static md_tick next[ENTRIES_MAX];
    size_t n = plain_tick(expected), clocks = draw_below(4);
    md_tick now = n > 0 ? plain.key[expected[0]].tick : 0;
    for (size_t k = 0; k < n; k++) {
        size_t clock = clocks > 0 ? draw_below(clocks) : expected[k];
        next[k] = clocks == 3 && k % 8 ? draw_tick(expected[k - 1], now) : draw_tick(clock, now);
        if (clocks == 2 && k > 0 && draw_below(50) > 0)
            next[k] = next[k - 1];
    }
    for (int q = 0; q < 2; q++) {
        const uint32_t *taken = NULL;
        md_tick tick = 77;
        must(md_queue_take(&queues[q], &taken, &tick) == n, q, "another number of a tick");
        must(tick == (n > 0 ? now : 77), q, "another tick");
        for (size_t k = 0; k < n; k++)
            must(taken[k] == expected[k], q, "another entry of a tick");
        md_queue_return(&queues[q], next);
    }
    for (size_t k = 0; k < n; k++)
        plain.key[expected[k]].tick = next[k];
}

static void change(void)
{
    size_t entry = draw_below(here.entries), first = plain_first();
    struct md_key key = plain.key[entry];
    md_tick now = first < ENTRIES_MAX ? plain.key[first].tick : 0;
    switch (draw_below(4)) {
    case 0: /* earlier */
        key = draw_key(entry, now);
        key.tick =
            plain.in[entry] && key.tick > plain.key[entry].tick ? plain.key[entry].tick : key.tick;
        put(entry, key);
        break;
    case 1: /* later */
        key = draw_key(entry, now);
        key.tick =
            plain.in[entry] && key.tick < plain.key[entry].tick ? plain.key[entry].tick : key.tick;
        put(entry, key);
        break;
    case 2:
        put(entry, draw_key(entry, now));
        break;
    default:
        for (int q = 0; q < 2; q++)
            md_queue_remove(&queues[q], entry);
        take(entry);
    }
}

static void clear(void)
{
    for (int q = 0; q < 2; q++)
        md_queue_clear(&queues[q]);
    memset(plain.in, 0, sizeof plain.in);
    plain.count = 0;
}

static void step(void)
{
    size_t which = draw_below(100);
    if (which < (here.entries < 1000 ? 25 : 2)) /* the reference sorts slowly */
        check_tick();
    else if (which < 40)
        check_event(false);
    else if (which < 65)
        check_event(true);
    else if (which < 70)
        check_first(true);
    else if (which < 99 || draw_below(40) > 0)
        change();
    else
        clear();
}

static void live(const struct world *world)
{
    here = *world;
    random_state = world->seed;
    memset(&plain, 0, sizeof plain);
    for (int q = 0; q < 2; q++)
        must(md_queue_init(&queues[q], (enum md_queue_kind)q, world->entries / 3, &error) == MD_OK,
             q, "init fails");
    for (size_t i = 0; i < world->entries; i++) {
        for (int q = 0; q < 2; q++) /* growth with entries in */
            must(md_queue_reserve(&queues[q], i + 1, &error) == MD_OK, q, "reserve fails");
        if (draw() % 8)
            put(i, draw_key(i, -1000));
    }
    for (operation = 0; operation < world->operations; operation++) {
        if (world->entries > 0)
            step();
        for (int q = 0; q < 2; q++) {
            must(md_queue_count(&queues[q]) == plain.count, q, "another count");
            must(operation % world->check || md_queue_valid(&queues[q]), q, "invalid");
        }
    }
    while (plain.count > 0)
        check_first(true);
    check_first(true);
    for (int q = 0; q < 2; q++)
        md_queue_free(&queues[q]);
}

static void live_all(size_t entries, int operations, int check)
{
    for (int ticks = 0; ticks < TICKS; ticks++)
        for (uint64_t seed = 1; seed <= 4; seed++)
            live(&(struct world){(enum ticks)ticks, entries, operations, check, seed + 100});
}

static void test_nothing(void)
{
    live_all(0, 10, 1);
}

static void test_one_two_three(void)
{
    live_all(1, 20000, 1);
    live_all(2, 20000, 1);
    live_all(3, 20000, 1);
}

static void test_a_few(void)
{
    live_all(21, 60000, 3);
}

static void test_many(void)
{
    live_all(150, 20000, 11);
    live_all(ENTRIES_MAX, 1500, 211);
}

/* Large sets, where the linear search takes too long: one queue against the other, after each of
 * them agreed with it on small ones. */
static void large(enum ticks ticks, size_t entries, int events)
{
    const struct world world = {ticks, entries, events, 50000, 4710 + ticks};
    here = world;
    random_state = world.seed;
    for (int q = 0; q < 2; q++)
        must(md_queue_init(&queues[q], (enum md_queue_kind)q, entries, &error) == MD_OK, q, "init");
    for (operation = 0; operation < events; operation++) {
        size_t entry[2] = {draw_below(entries)};
        struct md_key key[2] = {{.tick = 0}};
        if (operation >= (int)entries)
            for (int q = 0; q < 2; q++)
                must(md_queue_first(&queues[q], &entry[q], &key[q]), q, "empty");
        else
            entry[0] = entry[1] = (size_t)operation;
        must(entry[0] == entry[1] && compare(&key[0], &key[1]) == 0, 1, "other than the heap");
        key[0] = draw_key(entry[0], key[0].tick);
        for (int q = 0; q < 2; q++)
            must(md_queue_put(&queues[q], entry[0], key[0], &error) == MD_OK, q, "put");
        for (int q = 0; q < 2; q++)
            must(operation % world.check || md_queue_valid(&queues[q]), q, "invalid");
    }
    for (int q = 0; q < 2; q++)
        md_queue_free(&queues[q]);
}

/* Whole ticks of large sets. */
static void large_ticks(enum ticks ticks, size_t entries, int rounds)
{
    static md_tick next[20000];
    const struct world world = {ticks, entries, rounds, 100, 4720 + ticks};
    here = world;
    random_state = world.seed;
    for (int q = 0; q < 2; q++)
        must(md_queue_init(&queues[q], (enum md_queue_kind)q, entries, &error) == MD_OK, q, "init");
    for (size_t i = 0; i < entries; i++) {
        struct md_key key = draw_key(i, 0);
        for (int q = 0; q < 2; q++)
            must(md_queue_put(&queues[q], i, key, &error) == MD_OK, q, "put");
    }
    for (operation = 0; operation < rounds; operation++) {
        const uint32_t *taken[2];
        md_tick tick[2];
        size_t n = md_queue_take(&queues[0], &taken[0], &tick[0]);
        must(md_queue_take(&queues[1], &taken[1], &tick[1]) == n && n > 0 && tick[0] == tick[1], 1,
             "other than the heap");
        must(memcmp(taken[0], taken[1], n * sizeof *taken[0]) == 0, 1, "other than the heap");
        for (size_t k = 0; k < n; k++)
            next[k] = draw_tick(taken[0][k], tick[0]);
        for (int q = 0; q < 2; q++) {
            md_queue_return(&queues[q], next);
            must(operation % world.check || md_queue_valid(&queues[q]), q, "invalid");
        }
    }
    for (int q = 0; q < 2; q++)
        md_queue_free(&queues[q]);
}

static void test_large_ticks(void)
{
    for (int ticks = 0; ticks < TICKS; ticks++)
        large_ticks((enum ticks)ticks, 20000, 40);
}

static void test_large(void)
{
    for (int ticks = 0; ticks < TICKS; ticks++)
        large((enum ticks)ticks, 20000, 200000);
}

static void test_pointers_may_be_null(void)
{
    for (int q = 0; q < 2; q++) {
        TEST_ASSERT_EQUAL(MD_OK, md_queue_init(&queues[q], (enum md_queue_kind)q, 1, &error));
        TEST_ASSERT_EQUAL(MD_OK, md_queue_put(&queues[q], 0, (struct md_key){5, 0, 0, 0}, &error));
        md_queue_remove(&queues[q], 7);
        TEST_ASSERT_TRUE(md_queue_first(&queues[q], NULL, NULL));
        TEST_ASSERT_TRUE(md_queue_pop(&queues[q], NULL, NULL));
        TEST_ASSERT_FALSE(md_queue_pop(&queues[q], NULL, NULL));
        md_queue_free(&queues[q]);
    }
}

static void test_refusals(void)
{
    const double wrong[] = {-0.25, 1.0, NAN, INFINITY};
    for (int q = 0; q < 2; q++) {
        TEST_ASSERT_EQUAL(MD_OK, md_queue_init(&queues[q], (enum md_queue_kind)q, 2, &error));
        TEST_ASSERT_EQUAL(MD_ERR_INTERNAL,
                          md_queue_put(&queues[q], 2, (struct md_key){0, 0, 0, 0}, &error));
        TEST_ASSERT_NOT_NULL(strstr(error.text, "element 2: the queue has room for 2"));
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            TEST_ASSERT_EQUAL(
                MD_ERR_INTERNAL,
                md_queue_put(&queues[q], 1, (struct md_key){0, wrong[i], 0, 0}, &error));
        TEST_ASSERT_EQUAL(MD_ERR_MEMORY, md_queue_reserve(&queues[q], UINT32_MAX, &error));
        TEST_ASSERT_EQUAL(0, md_queue_count(&queues[q]));
        TEST_ASSERT_TRUE(md_queue_valid(&queues[q]));
        md_queue_free(&queues[q]);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_nothing);
    RUN_TEST(test_one_two_three);
    RUN_TEST(test_a_few);
    RUN_TEST(test_many);
    RUN_TEST(test_large);
    RUN_TEST(test_large_ticks);
    RUN_TEST(test_pointers_may_be_null);
    RUN_TEST(test_refusals);
    return UNITY_END();
}
