/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the loop of event-driven schemes owes all of them: pieces at whose ends nothing looks change
 * no bit and cost no forces, another number of the step changes nothing, a stop comes at a whole
 * step, and a change from outside makes clocks begin again.
 */
#include "integrate/event/event_loop.h"
#include "worlds.h"

#define H     0.005
#define STEPS 200

static const struct {
    const char *name, *words;
    bool sums_at_looks; /* all forces are summed only where the state is shown */
} cases[] = {
    {"avi", "", false},
    {"avi", "step shells 0.005 1.05 1.2 0.01 1.3 1.6 0.02", false},
    {"avi", "element pair step uniform 0.015", false},
    {"avi", "element atom", false},
    {"avi", "hot speed 0.5 radius 1.5 block 0.005", false},
    {"energy-stepping", "h 0.05", true},
    {"energy-stepping/pair", "h 0.05", true},
    {"force-stepping", "0.05", false},
};

#define CASES (sizeof cases / sizeof cases[0])

static struct md_error error;
static struct world world;
static struct md_system *const system_ = &world.cluster.system;
static struct md_forces *const forces = &world.cluster.forces;
static struct md_dynamics dynamics;
static volatile sig_atomic_t stop;
static void *state;
static const struct md_integrator *type;
static const char *label;

void setUp(void)
{
}

void tearDown(void)
{
}

static void start(size_t k)
{
    struct md_word list[16];
    char text[256];
    int count = cluster_split(text, cases[k].words, list);
    struct md_args args = {.words = list, .count = count, .command = {.text = "run_style"}};
    type = md_integrator_find(cases[k].name);
    label = cases[k].words[0] != '\0' ? cases[k].words : cases[k].name;
    TEST_ASSERT_NOT_NULL(type);
    stop = 0;
    world_make(&world, FIVE, H, &error);
    dynamics =
        (struct md_dynamics){.system = system_, .forces = forces, .mobile = 1, .stop = &stop};
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_integrator_create(type, &args, &state, &error), error.text);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->begin(state, &dynamics, &error), error.text);
}

static void finish(void)
{
    TEST_ASSERT_EQUAL(MD_OK, type->end(state, &dynamics, &error));
    type->destroy(state);
    md_memory_free(state);
    md_mobility_free(&dynamics.mobility);
    world_free(&world);
}

static void advance(int64_t steps, bool passing)
{
    md_tick target = system_->clock.now + steps * MD_TICKS_PER_STEP;
    dynamics.look = !passing;
    dynamics.passing = passing;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->advance(state, &dynamics, target, &error), error.text);
    TEST_ASSERT_TRUE_MESSAGE(system_->clock.now == target, label);
}

struct shot {
    md_vec3 x[CLUSTER_ATOMS], v[CLUSTER_ATOMS], f[CLUSTER_ATOMS];
    struct md_tally tally;
};

static struct shot take(void)
{
    struct shot shot;
    memset(&shot, 0, sizeof shot);
    memcpy(shot.x, system_->atoms.x, sizeof shot.x);
    memcpy(shot.v, system_->atoms.v, sizeof shot.v);
    memcpy(shot.f, system_->atoms.f, sizeof shot.f);
    shot.tally = forces->tally;
    return shot;
}

static struct shot in_one_piece(size_t k)
{
    start(k);
    advance(STEPS, false);
    struct shot shot = take();
    finish();
    return shot;
}

static void test_passing(void)
{
    for (size_t k = 0; k < CASES; k++) {
        struct shot whole = in_one_piece(k);
        start(k);
        uint64_t before = forces->evaluations;
        for (int done = 0, size = 1; done < STEPS; done += size, size = size % 13 + 1) {
            size = size > STEPS - done ? STEPS - done : size;
            advance(size, done + size < STEPS);
        }
        struct shot cut = take();
        if (cases[k].sums_at_looks)
            TEST_ASSERT_EQUAL_UINT64_MESSAGE(1, forces->evaluations - before, label);
        finish();
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&whole, &cut, sizeof whole, label);
    }
}

/* A stop request where nothing would have looked: the state is shown all the same. */
static void test_stop(void)
{
    for (size_t k = 0; k < CASES; k++) {
        start(k);
        advance(6, true);
        advance(3, false);
        struct shot shown = take();
        finish();
        start(k);
        advance(8, true);
        stop = 1;
        dynamics.passing = true;
        md_tick far = 100 * MD_TICKS_PER_STEP;
        TEST_ASSERT_EQUAL(MD_OK, type->advance(state, &dynamics, far, &error));
        TEST_ASSERT_TRUE_MESSAGE(system_->clock.now == 9 * MD_TICKS_PER_STEP, label);
        struct shot stopped = take();
        finish();
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(shown.x, stopped.x, sizeof shown.x, label);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(shown.v, stopped.v, sizeof shown.v, label);
    }
}

/* Between runs or within one: the same instant with another number.  Clocks begin again, so paths
 * are those of a run that begins here. */
static void test_renumbered(void)
{
    for (size_t k = 0; k < CASES; k++)
        for (int between = 0; between < 2; between++) {
            start(k);
            advance(37, false);
            if (between) {
                TEST_ASSERT_EQUAL(MD_OK, type->end(state, &dynamics, &error));
                TEST_ASSERT_EQUAL(MD_OK, type->begin(state, &dynamics, &error));
            }
            type->changed(state, &dynamics, MD_CHANGED_VELOCITY);
            advance(50, false);
            struct shot begun = take();
            finish();
            start(k);
            advance(37, false);
            if (between)
                TEST_ASSERT_EQUAL(MD_OK, type->end(state, &dynamics, &error));
            md_clock_reset(&system_->clock, 5, md_clock_time(&system_->clock));
            if (between)
                TEST_ASSERT_EQUAL(MD_OK, type->begin(state, &dynamics, &error));
            advance(50, false);
            struct shot renumbered = take();
            finish();
            TEST_ASSERT_EQUAL_MEMORY_MESSAGE(begun.x, renumbered.x, sizeof begun.x, label);
            TEST_ASSERT_EQUAL_MEMORY_MESSAGE(begun.v, renumbered.v, sizeof begun.v, label);
        }
}

/* A run that begins where the latest one ended goes on; if a velocity is another, it does not. */
static void test_goes_on(void)
{
    for (size_t k = 0; k < CASES; k++) {
        start(k);
        const struct md_event_loop *loop = state;
        advance(10, false);
        TEST_ASSERT_EQUAL(MD_OK, type->end(state, &dynamics, &error));
        bool kept = loop->scheme->place != MD_FLIGHT_NONE;
        TEST_ASSERT_EQUAL_MESSAGE(kept, md_event_loop_goes_on(loop, &dynamics), label);
        double *v = system_->atoms.v[2], old = v[1];
        v[1] = nextafter(old, 1.0);
        TEST_ASSERT_FALSE_MESSAGE(md_event_loop_goes_on(loop, &dynamics), label);
        v[1] = old;
        dynamics.mobile = 3;
        TEST_ASSERT_FALSE_MESSAGE(md_event_loop_goes_on(loop, &dynamics), label);
        dynamics.mobile = 1;
        TEST_ASSERT_EQUAL_MESSAGE(kept, md_event_loop_goes_on(loop, &dynamics), label);
        type->changed(state, &dynamics, MD_CHANGED_VELOCITY);
        TEST_ASSERT_FALSE_MESSAGE(md_event_loop_goes_on(loop, &dynamics), label);
        finish();
    }
}

static void test_instants(void)
{
    const double quantum = 0.25;
    struct md_instant start = {7, 0.75}, later = md_instant_later(start, 0.125, quantum);
    TEST_ASSERT_TRUE(later.tick == 8 && later.fraction == 0.25);
    TEST_ASSERT_EQUAL_DOUBLE(0.125, md_instant_between(start, later, quantum));
    TEST_ASSERT_EQUAL_DOUBLE(-0.125, md_instant_between(later, start, quantum));
    later = md_instant_later(start, INFINITY, quantum);
    TEST_ASSERT_TRUE(later.tick == INT64_MAX);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_instants);
    RUN_TEST(test_passing);
    RUN_TEST(test_stop);
    RUN_TEST(test_renumbered);
    RUN_TEST(test_goes_on);
    return UNITY_END();
}
