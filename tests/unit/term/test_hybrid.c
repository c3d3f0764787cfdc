/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hybrid pair styles: each pair of types feels its own parts and no others, faces agree, forces are
 * minus the gradient, the virial is the derivative by the volume; who owns a pair follows from the
 * deck's words.
 */
#include "../trial.h"
#include "base/memory.h"
#include "force/forces.h"

#include <math.h>
#include <string.h>

#define ATOMS 27

static struct md_system system_;
static struct md_forces forces;
static struct md_error error;
static uint64_t seed;

void setUp(void)
{
    double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {3.3, 3.3, 3.3};
    md_system_init(&system_);
    md_forces_init(&forces);
    system_.units = md_units_find("lj");
    system_.threads = 1;
    md_error_clear(&error);
    seed = 42;
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&system_, 2, lo, hi, &error));
    for (int k = 0; k < ATOMS; k++)
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system_.atoms, 1 + k % 2, 0, lo, &error));
    md_atoms_number(&system_.atoms);
    system_.mass[1] = system_.mass[2] = 1.0;
    forces.neighbors.rules.sort_every = 0;
}

void tearDown(void)
{
    md_forces_free(&forces);
    md_system_free(&system_);
}

/* ------------------------------------------------------------------ decks in short */

static enum md_status style(const char *text)
{
    char copy[256];
    struct md_word list[32];
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    md_forces_drop_pair(&forces);
    const struct md_potential *type = md_potential_find(args.words[0].text);
    TEST_ASSERT_NOT_NULL_MESSAGE(type, text);
    void *state = md_memory_array(1, type->style.state_size);
    struct md_args rest = md_args_after(&args, 1);
    enum md_status status = type->create(state, &system_, &rest, &error);
    forces.pair = (struct md_potential_use){
        .type = type->variant ? type->variant(state) : type, .state = state, .name = "hybrid"};
    return status;
}

static enum md_status coeff(const char *text)
{
    char copy[256];
    struct md_word list[32];
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    return forces.pair.type->coeff(forces.pair.state, &system_, &args, &error);
}

static enum md_status modify(const char *text)
{
    char copy[256];
    struct md_word list[32];
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    return forces.pair.type->modify(forces.pair.state, &args, &error);
}

static void must(enum md_status status)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, status, error.text);
}

/* 27 atoms, jiggled, in a box strained differently along each axis. */
static void shake(void)
{
    for (int d = 0; d < 3; d++)
        system_.box.hi[d] = 3.0 * trial_number(&seed, 1.05, 1.25);
    md_box_refresh(&system_.box);
    for (int k = 0; k < ATOMS; k++) {
        int c[3] = {k % 3, k / 3 % 3, k / 9};
        for (int d = 0; d < 3; d++)
            system_.atoms.x[k][d] =
                (c[d] + 0.5 + trial_number(&seed, -0.12, 0.12)) * system_.box.hi[d] / 3.0;
    }
}

static void begin(void)
{
    must(md_forces_begin(&forces, &system_, &error));
}

static double energy(void)
{
    md_neighbors_refresh(&forces.neighbors, &system_);
    must(md_forces_compute(&forces, &system_, true, &error));
    return forces.tally.energy[MD_PART_PAIR];
}

/* Parts whose energy and force vanish at their cutoffs; only the curvature jumps there. */
static void smooth_hybrid(void)
{
    must(style("hybrid lj/smooth/linear 2.0 soft 1.5"));
    must(coeff("1 1 lj/smooth/linear 1.0 1.0"));
    must(coeff("2 2 lj/smooth/linear 0.7 1.1 1.8"));
    must(coeff("1 2 soft 20"));
}

static void smooth_overlay(void)
{
    must(style("hybrid/overlay lj/smooth/linear 2.0 soft 1.5 soft 1.2"));
    must(coeff("* * lj/smooth/linear 1.0 1.0"));
    must(coeff("1 1 soft 1 7"));
    must(coeff("1 2 soft 2 9"));
}

static void (*const decks[])(void) = {smooth_hybrid, smooth_overlay};

/* Whether atom i has a partner so near one of the parts' cutoffs that a difference would feel the
 * jump. */
static bool near_jump(size_t i, double width)
{
    static const double jump[] = {2.0, 1.8, 1.8973665961010275, 1.5, 1.2};
    const struct md_neighbors *list = &forces.neighbors;
    for (size_t s = 0; s < list->atoms + list->ghosts; s++) {
        const double *x = list->site + 4 * i, *y = list->site + 4 * s;
        double r = sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                        (x[2] - y[2]) * (x[2] - y[2]));
        for (size_t k = 0; k < sizeof jump / sizeof jump[0]; k++)
            if (fabs(r - jump[k]) < width)
                return true;
    }
    return false;
}

/* ------------------------------------------------------------------ the tests */

static void test_forces_are_minus_the_gradient(void)
{
    const double h = 2e-4;
    for (size_t s = 0; s < 2; s++) {
        decks[s]();
        for (int c = 0; c < 1000;) {
            double u[3], x[3], value[4], along = 0.0, largest = 0.0;
            shake();
            begin();
            size_t i = (size_t)trial_number(&seed, 0.0, ATOMS);
            if (near_jump(i, 5.0 * h))
                continue;
            c++;
            for (int k = 0; k < ATOMS; k++)
                for (int d = 0; d < 3; d++)
                    largest = fmax(largest, fabs(system_.atoms.f[k][d]));
            for (int d = 0; d < 3; d++) {
                u[d] = trial_number(&seed, -1.0, 1.0);
                along += u[d] * system_.atoms.f[i][d];
            }
            memcpy(x, system_.atoms.x[i], sizeof x);
            for (int k = 0; k < 4; k++) {
                static const double at[4] = {-2.0, -1.0, 1.0, 2.0};
                for (int d = 0; d < 3; d++)
                    system_.atoms.x[i][d] = x[d] + at[k] * h * u[d];
                value[k] = energy();
            }
            double slope = (8.0 * (value[2] - value[1]) - (value[3] - value[0])) / (12.0 * h);
            TEST_ASSERT_DOUBLE_WITHIN(1e-8 * largest, -slope, along);
        }
    }
}

/* By the elements: every pair of the list (twice in it). */
static void test_faces_agree(void)
{
    for (size_t s = 0; s < 2; s++) {
        md_vec3 f[ATOMS] = {{0.0}};
        double sum = 0.0, terms = 0.0;
        decks[s]();
        shake();
        begin();
        const struct md_neighbors *list = &forces.neighbors;
        for (size_t i = 0; i < ATOMS; i++)
            for (int32_t k = 0; k < list->number[i]; k++) {
                const double *a = list->site + 4 * i;
                const double *b = list->site + 4 * (size_t)list->partner[i][k];
                double x[2][3], g[2][3], e;
                int type[2] = {(int)a[3], (int)b[3]};
                if ((size_t)list->partner[i][k] == list->atoms + list->ghosts)
                    continue;
                memcpy(x[0], a, sizeof x[0]);
                memcpy(x[1], b, sizeof x[1]);
                struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
                must(forces.pair.type->one(forces.pair.state, &element, &e, g));
                TEST_ASSERT_TRUE(forces.pair.type->stiffness(forces.pair.state, &element) >= 0.0);
                sum += 0.5 * e;
                for (int d = 0; d < 3; d++) {
                    f[i][d] += g[0][d];
                    terms = fmax(terms, fabs(g[0][d]));
                }
            }
        TEST_ASSERT_DOUBLE_WITHIN(1e-13 * fabs(sum), sum, forces.tally.energy[MD_PART_PAIR]);
        for (int i = 0; i < ATOMS; i++)
            for (int d = 0; d < 3; d++)
                TEST_ASSERT_DOUBLE_WITHIN(1e-13 * terms, f[i][d], system_.atoms.f[i][d]);
    }
}

static void test_virial_is_the_derivative_by_volume(void)
{
    for (size_t s = 0; s < 2; s++) {
        const double h = 1e-4;
        double value[4], hi[3];
        md_vec3 x[ATOMS];
        decks[s]();
        shake();
        begin();
        double wanted = forces.tally.virial[0] + forces.tally.virial[1] + forces.tally.virial[2];
        memcpy(x, system_.atoms.x, sizeof x);
        memcpy(hi, system_.box.hi, sizeof hi);
        for (int k = 0; k < 4; k++) {
            static const double at[4] = {-2.0, -1.0, 1.0, 2.0};
            for (int d = 0; d < 3; d++) {
                system_.box.hi[d] = hi[d] * (1.0 + at[k] * h);
                for (int i = 0; i < ATOMS; i++)
                    system_.atoms.x[i][d] = x[i][d] * (1.0 + at[k] * h);
            }
            md_box_refresh(&system_.box);
            begin();
            value[k] = forces.tally.energy[MD_PART_PAIR];
        }
        double slope = (8.0 * (value[2] - value[1]) - (value[3] - value[0])) / (12.0 * h);
        TEST_ASSERT_DOUBLE_WITHIN(1e-7 * fabs(wanted), wanted, -slope);
    }
}

/* An overlay of two styles is the sum of both alone. */
static void test_overlay_adds(void)
{
    static const char *const alone[2][3] = {{"lj/cut 2.0", "1 1 1 1", "2 2 0.7 1.1 1.8"},
                                            {"yukawa 1.7 1.9", "1 1 4", "2 2 3 1.8"}};
    double sum = 0.0;
    md_vec3 f[ATOMS] = {{0.0}};
    shake();
    for (int k = 0; k < 2; k++) {
        must(style(alone[k][0]));
        must(coeff(alone[k][1]));
        must(coeff(alone[k][2]));
        begin();
        sum += forces.tally.energy[MD_PART_PAIR];
        for (int i = 0; i < ATOMS; i++)
            for (int d = 0; d < 3; d++)
                f[i][d] += system_.atoms.f[i][d];
    }
    must(style("hybrid/overlay lj/cut 2.0 yukawa 1.7 1.9"));
    must(coeff("1 1 lj/cut 1 1"));
    must(coeff("2 2 lj/cut 0.7 1.1 1.8"));
    must(coeff("1 2 lj/cut 0.83666002653407556 1.0488088481701516 1.8973665961010275"));
    must(coeff("1 1 yukawa 4"));
    must(coeff("2 2 yukawa 3 1.8"));
    must(coeff("1 2 yukawa 3.4641016151377544 1.8493242008906929"));
    begin();
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(sum), sum, forces.tally.energy[MD_PART_PAIR]);
    for (int i = 0; i < ATOMS; i++)
        for (int d = 0; d < 3; d++)
            TEST_ASSERT_DOUBLE_WITHIN(1e-11, f[i][d], system_.atoms.f[i][d]);
}

static double cutoff(int i, int j)
{
    return forces.pair.type->cutoff(forces.pair.state, i, j);
}

static void test_who_owns_a_pair(void)
{
    must(style("hybrid lj/cut 2.0 soft 1.5"));
    must(coeff("* * lj/cut 1 1"));
    must(coeff("1 2 soft 5"));
    must(md_forces_prepare(&forces, &system_, &error));
    TEST_ASSERT_TRUE(cutoff(1, 1) == 2.0 && cutoff(1, 2) == 1.5 && cutoff(2, 1) == 1.5);
    must(coeff("1 2 lj/cut 1 1 1.7")); /* hybrid: the last word counts */
    must(coeff("2 2 soft 5"));
    must(md_forces_prepare(&forces, &system_, &error));
    TEST_ASSERT_TRUE(cutoff(1, 2) == 1.7 && cutoff(2, 2) == 1.5);
    must(coeff("1 2 none"));
    must(md_forces_prepare(&forces, &system_, &error));
    TEST_ASSERT_TRUE(cutoff(1, 2) == 0.0);
    TEST_ASSERT_EQUAL(MD_KIND_PAIR, forces.pair.type->kind);
    TEST_ASSERT_FALSE(md_potential_smooth(forces.pair.type, forces.pair.state));
    smooth_hybrid();
    must(md_forces_prepare(&forces, &system_, &error));
    TEST_ASSERT_TRUE(md_potential_smooth(forces.pair.type, forces.pair.state));
    TEST_ASSERT_TRUE(md_potential_can(forces.pair.type, forces.pair.state) & MD_CAN_STIFFNESS);
}

/* What one part cannot do, the whole cannot; one table makes the whole a table. */
static void test_abilities(void)
{
    must(style("hybrid lj/cut 2.0 soft 1.5"));
    TEST_ASSERT_FALSE(md_potential_can(forces.pair.type, forces.pair.state) & MD_TABULATED);
    TEST_ASSERT_TRUE(md_potential_can(forces.pair.type, forces.pair.state) & MD_CAN_SPAN);
    must(style("hybrid lj/cut 2.0 table spline 100"));
    TEST_ASSERT_TRUE(md_potential_can(forces.pair.type, forces.pair.state) & MD_CAN_SPAN);
    must(style("hybrid lj/cut 2.0 eam/alloy"));
    TEST_ASSERT_FALSE(md_potential_can(forces.pair.type, forces.pair.state) & MD_CAN_SPAN);
    must(style("hybrid lj/cut 2.0 table linear 100"));
    TEST_ASSERT_TRUE(md_potential_can(forces.pair.type, forces.pair.state) & MD_TABULATED);
    TEST_ASSERT_FALSE(md_potential_can(forces.pair.type, forces.pair.state) & MD_CAN_SPAN);
}

/* Single pairs and their bounds: sums over the parts, against `one`. */
static void test_single_pairs_and_spans(void)
{
    must(style("hybrid/overlay lj/cut 2.0 soft 1.5 gauss 1.8"));
    must(coeff("* * lj/cut 1 1"));
    must(coeff("1 1 soft 5"));
    must(coeff("1 2 gauss 4 0.9"));
    must(md_forces_prepare(&forces, &system_, &error));
    const struct md_potential *type = forces.pair.type;
    const void *state = forces.pair.state;
    enum { N = 11 * MD_SOME };
    double near[N], far[N], r2[N], value[3][N], alone[N], bound[4][N];
    struct md_span to = {{bound[0], bound[1]}, {bound[2], bound[3]}};
    int32_t row[N];
    int narrow = 0;
    for (int k = 0; k < N; k++) {
        double r = trial_number(&seed, 0.7, 2.2), width = trial_number(&seed, 0.0, 0.3);
        near[k] = r * r;
        far[k] = (r + width) * (r + width);
        row[k] = (1 + k % 2) * 3 + 1 + k / 2 % 2;
    }
    type->span(state, N, near, far, row, &to);
    for (int point = 0; point <= 4; point++) {
        for (int k = 0; k < N; k++)
            r2[k] = near[k] + (far[k] - near[k]) * point / 4.0;
        type->some(state, N, r2, row, value[0], value[1], value[2]);
        type->some(state, N, r2, row, alone, NULL, NULL);
        TEST_ASSERT_EQUAL_MEMORY(value[0], alone, sizeof alone);
        for (int k = 0; k < N; k++) {
            double x[2][3] = {{sqrt(r2[k])}, {0.0}}, f[2][3], e;
            int types[2] = {row[k] / 3, row[k] % 3};
            struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = types};
            must(type->one(state, &element, &e, f));
            TEST_ASSERT_DOUBLE_WITHIN(1e-11 * (1.0 + fabs(e)), e, value[2][k]);
            TEST_ASSERT_DOUBLE_WITHIN(1e-11 * (1.0 + fabs(f[0][0])), f[0][0],
                                      value[0][k] * x[0][0]);
            TEST_ASSERT_TRUE(trial_within(value[0][k], bound[0][k], bound[1][k], 0.0));
            TEST_ASSERT_TRUE(trial_within(value[1][k], bound[2][k], bound[3][k], 0.0));
            narrow += !trial_within(value[1][k], bound[2][k], bound[3][k], 1e-3);
        }
    }
    TEST_ASSERT_TRUE(narrow > 0);
}

/* Types whose like pairs belong to two parts each are not mixed. */
static void test_nothing_is_mixed_in_two_parts(void)
{
    must(style("hybrid/overlay lj/cut 2.0 soft 1.5"));
    must(coeff("1 1 lj/cut 1 1"));
    must(coeff("2 2 lj/cut 1 1"));
    must(coeff("1 1 soft 5"));
    must(coeff("2 2 soft 5"));
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_prepare(&forces, &system_, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "types 1 and 2"));
}

static void test_with_many_body_parts_it_is_one(void)
{
    must(style("hybrid eam/alloy lj/cut 2.0"));
    TEST_ASSERT_EQUAL(MD_KIND_MANY, forces.pair.type->kind);
    TEST_ASSERT_EQUAL(2, forces.pair.type->passes);
}

static void test_wrong_words(void)
{
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, style("hybrid lj/cut 2.0 hybrid soft 1.0"));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, style("hybrid none"));
    TEST_ASSERT_EQUAL(MD_ERR_UNKNOWN, style("hybrid lj/cutt 2.0"));
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, style("hybrid"));
    must(style("hybrid lj/cut 2.0 lj/cut 1.5 soft 1.5"));
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, coeff("1 1 lj/cut"));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, coeff("1 1 lj/cut 3 1 1"));
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, coeff("1 1 morse 1 1 1"));
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, coeff("1 1 soft"));
    must(coeff("1 1 lj/cut 2 1 1"));
    must(coeff("2 2 soft 1"));
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_prepare(&forces, &system_, &error)); /* no 1 2 */
    TEST_ASSERT_NOT_NULL(strstr(error.text, "types 1 and 2"));
    must(coeff("1 2 soft 1"));
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_prepare(&forces, &system_, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "belongs to no pair"));
    must(coeff("1 2 lj/cut 1 1 1"));
    must(md_forces_prepare(&forces, &system_, &error));
    must(modify("shift yes"));
    must(modify("pair lj/cut 2 shift no"));
    TEST_ASSERT_EQUAL(MD_ERR_UNSUPPORTED, modify("pair soft tail yes"));
    TEST_ASSERT_EQUAL(MD_ERR_UNSUPPORTED, modify("pair lj/cut 1 special lj 0 0 0"));
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, modify("pair lj/cut"));
    TEST_ASSERT_EQUAL(MD_ERR_UNKNOWN, modify("shft yes"));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_forces_are_minus_the_gradient);
    RUN_TEST(test_faces_agree);
    RUN_TEST(test_virial_is_the_derivative_by_volume);
    RUN_TEST(test_overlay_adds);
    RUN_TEST(test_who_owns_a_pair);
    RUN_TEST(test_abilities);
    RUN_TEST(test_single_pairs_and_spans);
    RUN_TEST(test_nothing_is_mixed_in_two_parts);
    RUN_TEST(test_with_many_body_parts_it_is_one);
    RUN_TEST(test_wrong_words);
    return UNITY_END();
}
