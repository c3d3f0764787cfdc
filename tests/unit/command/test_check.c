/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every external potential: forces are the gradient (check forces), the sum agrees with single
 * elements, the curvature is bounded; a planted sign error is caught.
 */
#include "command/command.h"
#include "term/external.h"

#include "../cluster.h"

#include <math.h>

static struct md_error error;
static struct md_sim sim;

/* Words for each potential, for a cluster between 3 and 5 in an open box. */
static const char *const lines[] = {
    "addforce 0.3 -0.2 0.7",
    "central/kepler 1.5 center 0.3 0.1 0.2",
    "central/poly 0 1 -0.2 0.01 center 3 3 3",
    "gravity 2.0 vector 1 -2 3",
    "indent 3 sphere 4 4 4.5 2.5 units box",
    "indent 3 cylinder y 4 4.5 0.3 side in units box",
    "indent 3 plane z 4 lo units box",
    "spring/self 2.5 xz",
    "wall/harmonic xlo 1 2 1 8 yhi 7 3 1 6 units box",
    "wall/lj126 xlo 1 2 1 8 zhi 7 1 1 9 units box",
    "wall/lj93 ylo 1 2 1 8 zhi 7 1 1 9 units box",
    "wall/lj1043 ylo 1 2 1 8 zhi 7 1 1 9 units box",
    "wall/morse ylo 1 2 1 1.5 8 zhi 7 1 1.2 1.5 9 units box",
};
enum { LINES = sizeof lines / sizeof lines[0] };

void setUp(void)
{
    static const double lo[3] = {-10, -10, -10}, hi[3] = {20, 20, 20};
    md_error_clear(&error);
    TEST_ASSERT_EQUAL(MD_OK, md_sim_init(&sim, NULL, &error));
    for (int k = 0; k < 3; k++)
        sim.system.box.face[k][0] = sim.system.box.face[k][1] = MD_FIXED;
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&sim.system, 2, lo, hi, &error));
    sim.system.mass[1] = 1.0;
    sim.system.mass[2] = 2.5;
    for (int i = 0; i < 12; i++) {
        double x[3] = {3 + (i * 7 % 12) / 6.0, 3 + (i * 5 % 12) / 6.0, 3 + i / 6.0};
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sim.system.atoms, 1 + i % 2, i + 1, x, &error));
    }
}

void tearDown(void)
{
    md_sim_free(&sim);
}

static struct md_fix *make(const char *line)
{
    char text[128], whole[128];
    struct md_word words[24];
    struct md_modify_context context = md_sim_fix_context(&sim, 0);
    snprintf(whole, sizeof whole, "f all %s", line);
    struct md_args args = {
        .words = words, .count = cluster_split(text, whole, words), .command = {.text = "fix"}};
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_fixes_add(&sim.fixes, &context, &args, &error), error.text);
    return &sim.fixes.list[sim.fixes.count - 1];
}

static enum md_status check(void)
{
    static const char *const texts[] = {"configurations", "20",  "strain",    "0.05",
                                        "displacement",   "0.2", "tolerance", "1e-8",
                                        "seed",           "4711"};
    struct md_word words[10];
    struct md_args args = cluster_args(words, 10, texts);
    return md_check_forces(&sim, &args, &error);
}

static void test_every_potential_is_tried(void)
{
    for (int i = 0; md_external_at(i); i++) {
        const char *name = md_external_at(i)->style.name;
        bool found = false;
        for (int k = 0; k < LINES; k++)
            found |= strncmp(lines[k], name, strlen(name)) == 0 && lines[k][strlen(name)] == ' ';
        TEST_ASSERT_TRUE_MESSAGE(found, name);
    }
}

static void test_forces_are_gradients(void)
{
    for (int k = 0; k < LINES; k++) {
        make(lines[k]);
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, check(), error.text);
        md_fixes_free(&sim.fixes);
    }
}

/* The forces of `use`, with their sign changed. */
static void wrong_sum(void *state, const struct md_system *system,
                      const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                      struct md_tally_sums *tally)
{
    const struct md_external *external = state;
    external->type->sum(state, system, neighbors, share, f, tally);
    for (size_t i = share.begin; i < share.end; i++)
        f[i][1] = -f[i][1];
}

static void test_sign_error_is_caught(void)
{
    for (int k = 0; k < LINES; k++) {
        struct md_fix *fix = make(lines[k]);
        struct md_potential wrong = *fix->potential;
        if (strstr(lines[k], "xz") || strstr(lines[k], "plane z") || strstr(lines[k], "lj126") ||
            strstr(lines[k], "cylinder y")) {
            md_fixes_free(&sim.fixes); /* no y component to be wrong */
            continue;
        }
        wrong.sum = wrong_sum;
        fix->potential = &wrong;
        TEST_ASSERT_EQUAL_MESSAGE(MD_ERR_RUN, check(), lines[k]);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, "y of atom"), error.text);
        md_fixes_free(&sim.fixes);
    }
}

static void test_sum_agrees_with_elements(void)
{
    struct md_atoms *atoms = &sim.system.atoms;
    for (int k = 0; k < LINES; k++) {
        struct md_fix *fix = make(lines[k]);
        struct md_external *external = fix->state;
        struct md_external_sums total;
        double energy = 0.0, largest = 1e-300;
        struct md_share share = {.end = atoms->count};
        atoms->x[3][0] += 0.1; /* springs pull */
        memset(atoms->f, 0, atoms->count * sizeof *atoms->f);
        TEST_ASSERT_EQUAL(MD_OK, fix->potential->prepare(fix->state, &sim.system, &error));
        TEST_ASSERT_EQUAL(MD_OK, fix->potential->reserve(fix->state, NULL, 1, &error));
        fix->potential->sum(fix->state, &sim.system, NULL, share, atoms->f, NULL);
        md_external_total(external, &total);
        for (size_t i = 0; i < atoms->count; i++)
            largest =
                fmax(largest, fabs(atoms->f[i][0]) + fabs(atoms->f[i][1]) + fabs(atoms->f[i][2]));
        for (size_t i = 0; i < atoms->count; i++) {
            double one, f[1][3];
            struct md_element element = {.count = 1,
                                         .x = (const double(*)[3])atoms->x[i],
                                         .type = &atoms->type[i],
                                         .id = &atoms->id[i]};
            TEST_ASSERT_EQUAL(MD_OK, fix->potential->one(fix->state, &element, &one, f));
            energy += one;
            for (int c = 0; c < 3; c++)
                TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13 * largest, atoms->f[i][c], f[0][c],
                                                  lines[k]);
            TEST_ASSERT_TRUE(fix->potential->stiffness(fix->state, &element) >= 0.0);
        }
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * fmax(fabs(energy), 1.0), energy, total.energy,
                                          lines[k]);
        md_fixes_free(&sim.fixes);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_potential_is_tried);
    RUN_TEST(test_forces_are_gradients);
    RUN_TEST(test_sign_error_is_caught);
    RUN_TEST(test_sum_agrees_with_elements);
    return UNITY_END();
}
