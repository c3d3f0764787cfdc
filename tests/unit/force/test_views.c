/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of a hybrid potential go over views of the common list.  Views are shorter, and every
 * bit of forces, energies and virials is that of the common list: wherever atoms are while no
 * distance has changed by more than the skin, and beyond that, in a box that changed, with any
 * number of threads.
 */
#include "../trial.h"

#include "../eam_text.h"
#include "../simulation.h"
#include "force/forces.h"
#include "space/sift.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SKIN 0.3

static uint64_t seed;

void setUp(void)
{
    simulation_begin();
    seed = 5;
}

void tearDown(void)
{
    simulation_end();
}

static void must(enum md_status status)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, status, error.text);
}

/* ------------------------------------------------------------------ decks */

/* Two types, one in each half of the box, so that some lists have none of the other's. */
static void atoms(const char *lattice)
{
    does(lattice);
    does("region box block 0 8 0 5 0 5");
    does("region right block 4 8 0 5 0 5");
    does("create_box 2 box");
    does("create_atoms 1 box");
    does("set region right type 2");
    does("mass * 1.0");
    does("displace_atoms all random 0.08 0.08 0.08 12 units box");
    does("neighbor 0.3 bin");
}

static void overlay_of_pairs(void)
{
    does("units lj");
    atoms("lattice fcc 0.8");
    does("pair_style hybrid/overlay lj/cut 2.5 zbl 0.6 1.05");
    does("pair_coeff * * lj/cut 1 1");
    does("pair_coeff * * zbl 3 3");
}

static void one_for_each_type(void)
{
    does("units lj");
    atoms("lattice fcc 0.8");
    does("pair_style hybrid lj/cut 2.5 soft 1.3 morse 1.4");
    does("pair_coeff 1 1 lj/cut 1 1");
    does("pair_coeff 1 2 soft 20");
    does("pair_coeff 2 2 morse 1 3 1.2");
}

static void metal(const char *style, const char *elements, const char *const *more)
{
    char name[] = "/tmp/avimd-views-XXXXXX", line[256];
    struct eam_text text = eam_text_make(MD_EAM_SETFL, 0, 2, 2000, 500);
    int file = mkstemp(name);
    TEST_ASSERT_TRUE(file >= 0);
    TEST_ASSERT_EQUAL_INT(text.size, write(file, text.text, text.size));
    close(file);
    free(text.text);
    does("units metal");
    atoms("lattice fcc 2.0");
    does(style);
    snprintf(line, sizeof line, "pair_coeff * * eam/alloy %s %s", name, elements);
    does(line);
    unlink(name);
    for (; *more; more++)
        does(*more);
}

static void metal_with_core(void)
{
    static const char *const more[] = {"pair_coeff * * zbl 29 29", NULL};
    metal("pair_style hybrid/overlay eam/alloy zbl 0.5 1.3", "A B", more);
}

/* Mixed, so that whole vectors of a metal atom's partners are of the other type, some of them
 * within the cutoff of the metal. */
static void metal_beside(void)
{
    static const char *const more[] = {"set group all type/fraction 2 0.7 4711",
                                       "pair_coeff 2 2 lj/cut 0.5 1.3",
                                       "pair_coeff 1 2 lj/cut 0.4 1.2 3.2", "mass 2 50.0", NULL};
    metal("pair_style hybrid eam/alloy lj/cut 3.5", "A NULL", more);
}

static void (*const decks[])(void) = {overlay_of_pairs, one_for_each_type, metal_with_core,
                                      metal_beside};
enum { DECKS = sizeof decks / sizeof decks[0] };

static void begin(int deck)
{
    tearDown();
    setUp();
    decks[deck]();
    does("fix move all nve");
    must(md_forces_begin(&sim.forces, &sim.system, &error));
}

/* ------------------------------------------------------------------ what is checked */

/* Each atom anywhere within this many skins of where the list was built. */
static void move_atoms(double most)
{
    struct md_atoms *all = &sim.system.atoms;
    for (size_t i = 0; i < all->count; i++) {
        double u[3], norm = 0.0, by = most * SKIN * (i % 3 ? 1.0 : trial_number(&seed, 0.0, 1.0));
        for (int d = 0; d < 3; d++) {
            u[d] = trial_number(&seed, -1.0, 1.0);
            norm += u[d] * u[d];
        }
        for (int d = 0; d < 3; d++)
            all->x[i][d] = sim.forces.neighbors.held[i][d] + by * u[d] / sqrt(norm);
    }
    md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
}

static int views_in_use(void)
{
    int count = 0;
    for (int k = 0; k < sim.forces.views.count; k++)
        count += sim.forces.views.view[k].list != &sim.forces.neighbors;
    return count;
}

struct result {
    md_vec3 *f;
    struct md_tally tally;
};

static struct result result_of(bool views)
{
    size_t bytes = sim.system.atoms.count * sizeof(md_vec3);
    struct md_views *all = &sim.forces.views;
    bool made[MD_POTENTIAL_PARTS];
    struct result result = {.f = malloc(bytes)};
    for (int k = 0; k < all->count; k++) {
        made[k] = all->view[k].made;
        all->view[k].made = made[k] && views;
    }
    must(md_forces_compute(&sim.forces, &sim.system, true, &error));
    memcpy(result.f, sim.system.atoms.f, bytes);
    result.tally = sim.forces.tally;
    TEST_ASSERT_TRUE(views || views_in_use() == 0);
    for (int k = 0; k < all->count; k++)
        all->view[k].made = made[k];
    return result;
}

/* Returns how many views the sums went over. */
static int same_bits(void)
{
    struct result expected = result_of(false), got = result_of(true);
    int count = views_in_use();
    TEST_ASSERT_EQUAL_MEMORY(expected.f, got.f, sim.system.atoms.count * sizeof(md_vec3));
    TEST_ASSERT_TRUE(expected.tally.energy[MD_PART_PAIR] == got.tally.energy[MD_PART_PAIR]);
    TEST_ASSERT_EQUAL_MEMORY(expected.tally.virial, got.tally.virial, sizeof got.tally.virial);
    free(expected.f);
    free(got.f);
    return count;
}

/* Pairs of a part that are within its cutoff now and were not when the list was built. */
static int came_in(void)
{
    const struct md_neighbors *list = &sim.forces.neighbors;
    int count = 0;
    for (int k = 0; k < sim.forces.views.count; k++) {
        const struct md_view *view = &sim.forces.views.view[k];
        double reach = view->part.type->reach(view->part.state);
        for (size_t i = 0; view->made && i < list->atoms; i++)
            for (int32_t n = 0; n < list->number[i]; n++) {
                size_t j = (size_t)list->partner[i][n];
                double now = 0.0, then = 0.0;
                for (int d = 0; j < list->atoms && d < 3; d++) {
                    now += pow(list->site[4 * i + d] - list->site[4 * j + d], 2.0);
                    then += pow(list->held[i][d] - list->held[j][d], 2.0);
                }
                count += now < reach * reach && then > reach * reach;
            }
    }
    return count;
}

/* ------------------------------------------------------------------ the tests */

static void test_views_are_shorter(void)
{
    for (int deck = 0; deck < DECKS; deck++) {
        begin(deck);
        const struct md_views *views = &sim.forces.views;
        int made = 0;
        for (int k = 0; k < views->count; k++) {
            made += views->view[k].made;
            TEST_ASSERT_TRUE(!views->view[k].made ||
                             views->view[k].own.pairs < sim.forces.neighbors.pairs);
        }
        TEST_ASSERT_TRUE(made > 0);
    }
}

/* Fails if views leave out the skin. */
static void test_bits_within_the_skin(void)
{
    for (int deck = 0; deck < DECKS; deck++) {
        int entered = 0;
        for (int threads = 1; threads <= 2; threads++) {
            begin(deck);
            sim.system.threads = threads;
            for (int round = 0; round < 20; round++) {
                move_atoms(0.4999);
                entered += came_in();
                TEST_ASSERT_TRUE(same_bits() > 0);
            }
        }
        TEST_ASSERT_TRUE(entered > 100);
    }
}

/* As `neigh_modify` can have it: the common list is older than it should be. */
static void test_bits_beyond_the_skin(void)
{
    for (int deck = 0; deck < DECKS; deck++) {
        begin(deck);
        for (int round = 0; round < 5; round++) {
            move_atoms(0.9);
            TEST_ASSERT_EQUAL_INT(0, same_bits());
        }
    }
}

static void test_bits_in_a_box_that_changed(void)
{
    for (int deck = 0; deck < DECKS; deck++) {
        begin(deck);
        struct md_box *box = &sim.system.box;
        double hi = box->hi[1];
        for (int round = 0; round < 6; round++) {
            move_atoms(0.2);
            box->hi[1] = hi - SKIN * 0.25 * round; /* ghosts move, atoms do not */
            md_box_refresh(box);
            md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
            TEST_ASSERT_EQUAL_INT(round <= 2, same_bits() > 0);
        }
    }
}

/* A position that is not a number must not hide behind a view. */
static void test_what_is_not_a_number_is_seen(void)
{
    begin(0);
    sim.system.atoms.x[7][1] = NAN;
    md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
    TEST_ASSERT_TRUE(md_forces_compute(&sim.forces, &sim.system, true, &error) != MD_OK);
    TEST_ASSERT_EQUAL_INT(0, views_in_use());
}

static void test_other_styles_have_no_views(void)
{
    begin(0);
    does("pair_style lj/cut 2.5");
    does("pair_coeff * * 1 1");
    must(md_forces_begin(&sim.forces, &sim.system, &error));
    TEST_ASSERT_EQUAL_INT(0, sim.forces.views.count);
}

/* All instruction sets whose groups are alike choose the same groups, and in them every entry. */
static void test_groups(void)
{
    begin(0);
    const struct md_neighbors *list = &sim.forces.neighbors;
    const bool types[3] = {false, true, false};
    for (size_t i = 0; i < list->atoms; i++) {
        int32_t out[2][1024];
        TEST_ASSERT_TRUE(list->number[i] <= 1024);
        size_t count = md_sift_groups_base(list, i, 1.0, types, out[0]), near = 0, found = 0;
        TEST_ASSERT_EQUAL_INT(0, count % (size_t)list->padding);
        for (int32_t n = 0; n < list->number[i]; n++) {
            const double *x = list->site + 4 * i, *y = list->site + 4 * (size_t)list->partner[i][n];
            near += y[3] == 1.0 &&
                    pow(x[0] - y[0], 2.0) + pow(x[1] - y[1], 2.0) + pow(x[2] - y[2], 2.0) < 1.0;
        }
        for (size_t n = 0; n < count; n++) {
            const double *x = list->site + 4 * i, *y = list->site + 4 * (size_t)out[0][n];
            found += y[3] == 1.0 &&
                     pow(x[0] - y[0], 2.0) + pow(x[1] - y[1], 2.0) + pow(x[2] - y[2], 2.0) < 1.0;
        }
        TEST_ASSERT_EQUAL_INT(near, found);
#ifdef MD_HAVE_ISA_AVX2
        if (!md_simd_has(MD_ISA_AVX2))
            continue;
        TEST_ASSERT_EQUAL_INT(count, md_sift_groups_avx2(list, i, 1.0, types, out[1]));
        TEST_ASSERT_TRUE(memcmp(out[0], out[1], count * sizeof out[0][0]) == 0);
#endif
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_views_are_shorter);
    RUN_TEST(test_bits_within_the_skin);
    RUN_TEST(test_bits_beyond_the_skin);
    RUN_TEST(test_bits_in_a_box_that_changed);
    RUN_TEST(test_what_is_not_a_number_is_seen);
    RUN_TEST(test_other_styles_have_no_views);
    RUN_TEST(test_groups);
    return UNITY_END();
}
