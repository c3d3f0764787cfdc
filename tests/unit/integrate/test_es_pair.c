/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Terraces of pairs: where a potential has its steps, and what two atoms do at one, against
 * formulas written down apart from the integrator.
 */
#include "integrate/terraces/pair/es_pair.h"

#include "../cluster.h"

#include <math.h>

static struct md_error error;
static struct cluster cluster;
static struct md_system *const system_ = &cluster.system;
static struct md_dynamics dynamics;
static void *state;
static const struct md_integrator *type;

void setUp(void)
{
    md_error_clear(&error);
    memset(&cluster, 0, sizeof cluster);
    cluster_make(&cluster, &error);
    dynamics = (struct md_dynamics){.system = system_, .forces = &cluster.forces, .mobile = 1};
    cluster.forces.neighbors.rules.sort_every = 0;
    state = NULL;
}

void tearDown(void)
{
    if (state != NULL) {
        type->destroy(state);
        md_memory_free(state);
    }
    md_mobility_free(&dynamics.mobility);
    cluster_free(&cluster);
}

static void create(const char *line)
{
    struct md_word list[8];
    char text[128];
    int count = cluster_split(text, line, list);
    struct md_args args = {.words = list, .count = count, .command = {.text = "run_style"}};
    type = md_integrator_find("energy-stepping/pair");
    TEST_ASSERT_NOT_NULL(type);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_integrator_create(type, &args, &state, &error), error.text);
}

/* ------------------------------------------------------------------ radii */

static double lennard_jones(double r)
{
    return 4.0 * (pow(r, -12.0) - pow(r, -6.0));
}

static struct md_es_terraces terraces_of(double h)
{
    struct md_es_terraces terraces = {
        .use = &cluster.forces.pair, .type = {1, 1}, .weight = 1.0, .h = h};
    TEST_ASSERT_EQUAL(MD_OK, md_forces_prepare(&cluster.forces, system_, &error));
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_es_pair_terraces_make(&terraces, 12.0, &error), error.text);
    return terraces;
}

static void test_radii(void)
{
    static const double heights[] = {0.7, 0.1, 0.013, 1e-3};
    for (size_t n = 0; n < sizeof heights / sizeof heights[0]; n++) {
        double h = heights[n];
        struct md_es_terraces t = terraces_of(h);
        size_t attractive = 2 * (size_t)floor(1.0 / h + 0.5); /* down the well and up again */
        TEST_ASSERT_EQUAL(MD_OK, md_es_pair_terraces_extend(&t, attractive + 300, &error));
        TEST_ASSERT_TRUE(t.count >= attractive + 300);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.0, t.depth);
        TEST_ASSERT_EQUAL_INT64(0, t.level[0]);
        for (size_t s = 0; s < t.count; s++) {
            double r = sqrt(t.square[s]);
            double edge = 0.5 * (double)(t.level[s] + t.level[s + 1]) * h;
            int64_t change = t.level[s + 1] - t.level[s];
            TEST_ASSERT_TRUE(change == (s < attractive / 2 ? -1 : 1));
            TEST_ASSERT_DOUBLE_WITHIN(1e-13 * (1.0 + 50.0 * fabs(edge)), edge, lennard_jones(r));
            if (s > 0) {
                double middle = 0.5 * (r + sqrt(t.square[s - 1]));
                TEST_ASSERT_TRUE(t.square[s] < t.square[s - 1]);
                TEST_ASSERT_DOUBLE_WITHIN(0.0, floor(lennard_jones(middle) / h + 0.5),
                                          (double)t.level[s]);
            }
        }
        md_es_pair_terraces_free(&t);
    }
}

/* On an edge the direction decides, beside it the distance. */
static void test_find(void)
{
    struct md_es_terraces t = terraces_of(0.1);
    for (size_t s = 0; s < 25; s++) {
        size_t found;
        double on = t.square[s];
        TEST_ASSERT_EQUAL(MD_OK, md_es_pair_terraces_find(&t, on, true, &found, &error));
        TEST_ASSERT_EQUAL_UINT64(s + 1, found);
        TEST_ASSERT_EQUAL(MD_OK, md_es_pair_terraces_find(&t, on, false, &found, &error));
        TEST_ASSERT_EQUAL_UINT64(s, found);
        md_es_pair_terraces_find(&t, nextafter(on, 0.0), false, &found, &error);
        TEST_ASSERT_EQUAL_UINT64(s + 1, found);
        md_es_pair_terraces_find(&t, nextafter(on, 99.0), true, &found, &error);
        TEST_ASSERT_EQUAL_UINT64(s, found);
    }
    md_es_pair_terraces_free(&t);
}

static void use_pair(const char *name, int words, const char *const *style, int coeffs,
                     const char *const *coeff)
{
    struct md_word list[8];
    struct md_potential_use *pair = &cluster.forces.pair;
    md_forces_drop_pair(&cluster.forces);
    pair->type = md_potential_find(name);
    pair->name = name;
    pair->state = md_memory_array(1, pair->type->style.state_size);
    struct md_args args = cluster_args(list, words, style);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, pair->type->create(pair->state, system_, &args, &error),
                              error.text);
    args = cluster_args(list, coeffs, coeff);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, pair->type->coeff(pair->state, system_, &args, &error),
                              error.text);
}

/* A core that falls without bound has a wall at its summit. */
static void test_wall(void)
{
    static const char *const style[] = {"12.0"}, *const coeff[] = {"*", "*", "1000", "0.2", "1"};
    use_pair("buck", 1, style, 5, coeff);
    struct md_es_terraces t = terraces_of(0.05);
    TEST_ASSERT_TRUE(t.wall);
    TEST_ASSERT_EQUAL(MD_OK, md_es_pair_terraces_extend(&t, 1000000, &error));
    TEST_ASSERT_TRUE(t.closed);
    TEST_ASSERT_TRUE(t.level[t.count] == MD_ES_WALL);
    double r = sqrt(t.square[t.count - 1]);
    /* phi' = -5000 exp(-5 r) + 6 r^-7 */
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, 1.0, 6.0 * pow(r, -7.0) / (5000.0 * exp(-5.0 * r)));
    size_t found;
    TEST_ASSERT_EQUAL(MD_ERR_RUN, md_es_pair_terraces_find(&t, 0.9 * r * r, true, &found, &error));
    md_es_pair_terraces_free(&t);
}

/* A finite core has a last terrace and no wall. */
static void test_soft_core(void)
{
    static const char *const style[] = {"2.0"}, *const coeff[] = {"*", "*", "10"};
    use_pair("soft", 1, style, 3, coeff);
    struct md_es_terraces t = terraces_of(0.7);
    TEST_ASSERT_EQUAL(MD_OK, md_es_pair_terraces_extend(&t, 1000000, &error));
    TEST_ASSERT_FALSE(t.wall);
    TEST_ASSERT_EQUAL_UINT64((size_t)floor(20.0 / 0.7 + 0.5), t.count);
    md_es_pair_terraces_free(&t);
}

/* ------------------------------------------------------------------ two atoms */

/* Two atoms of masses 1 and 2 on a line in x, `apart`, approaching with a relative speed; the first
 * is at rest. */
static void two(double apart, double speed, double across)
{
    struct md_atoms *atoms = &system_->atoms;
    while (atoms->count > 2)
        md_atoms_remove(atoms, atoms->count - 1);
    memset(atoms->x, 0, 2 * sizeof *atoms->x);
    memset(atoms->v, 0, 2 * sizeof *atoms->v);
    atoms->x[1][0] = apart;
    atoms->v[1][0] = -speed;
    atoms->v[1][1] = across;
}

static void advance(int steps)
{
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK,
        type->advance(state, &dynamics, system_->clock.now + steps * MD_TICKS_PER_STEP, &error),
        error.text);
}

/* The time until the atoms are as near as they get, step by step from terrace to terrace. */
static double time_in(double h, double apart, double speed, double *nearest)
{
    struct md_es_terraces t = terraces_of(h);
    double reduced = 2.0 / 3.0, time = 0.0, energy = 0.5 * reduced * speed * speed;
    size_t s = 0;
    TEST_ASSERT_EQUAL(MD_OK, md_es_pair_terraces_extend(&t, (size_t)(5.0 / h), &error));
    while (t.square[s] > apart * apart)
        s++;
    double start = (double)t.level[s] * h, r = apart;
    for (;; s++) {
        double kinetic = energy + start - (double)t.level[s] * h, edge = sqrt(t.square[s]);
        time += (r - edge) / sqrt(2.0 * kinetic / reduced);
        r = edge;
        if (energy + start <= (double)t.level[s + 1] * h)
            break;
    }
    *nearest = r;
    md_es_pair_terraces_free(&t);
    return time;
}

static void test_head_on(void)
{
    static const double heights[] = {0.3, 0.05, 0.002};
    for (size_t n = 0; n < sizeof heights / sizeof heights[0]; n++) {
        char line[64];
        double nearest, in;
        two(4.0, 1.7, 0.0);
        snprintf(line, sizeof line, "h %.17g verify", heights[n]);
        create(line);
        in = time_in(heights[n], 4.0, 1.7, &nearest);
        system_->clock.now = 0;
        system_->clock.timestep = in / 10.0;
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->begin(state, &dynamics, &error), error.text);
        advance(10);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, nearest, system_->atoms.x[1][0] - system_->atoms.x[0][0]);
        advance(10); /* the way back takes as long */
        struct md_atoms *atoms = &system_->atoms;
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 4.0, atoms->x[1][0] - atoms->x[0][0]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, -3.4, atoms->v[0][0] + 2.0 * atoms->v[1][0]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.7, atoms->v[1][0] - atoms->v[0][0]);
        struct md_es_pair_counts counts;
        md_es_pair_counts(state, &counts);
        TEST_ASSERT_EQUAL_UINT64(1, counts.reflected);
        TEST_ASSERT_EQUAL_UINT64(counts.up, counts.down);
        TEST_ASSERT_EQUAL_UINT64(counts.events, counts.up + counts.down + 1);
        type->destroy(state);
        md_memory_free(state);
        state = NULL;
    }
}

/* Grazing collisions: energy and both momenta, and the angle that Snell's law gives at one step. */
static void test_refraction(void)
{
    struct md_atoms *atoms = &system_->atoms;
    two(6.0, 1.0, 0.05);
    create("h 0.9 verify");
    struct md_es_terraces t = terraces_of(0.9);
    double edge = sqrt(t.square[0]), reduced = 2.0 / 3.0;
    system_->clock.timestep = 0.01;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->begin(state, &dynamics, &error), error.text);
    TEST_ASSERT_EQUAL_INT64(-1, t.level[1]);
    while (hypot(atoms->x[1][0] - atoms->x[0][0], atoms->x[1][1] - atoms->x[0][1]) > edge)
        advance(1);
    double wx = atoms->v[1][0] - atoms->v[0][0], wy = atoms->v[1][1] - atoms->v[0][1];
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, 1.0025 + 2.0 * 0.9 / reduced, wx * wx + wy * wy);
    /* Angular momentum of the relative motion. */
    double dx = atoms->x[1][0] - atoms->x[0][0], dy = atoms->x[1][1] - atoms->x[0][1];
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 6.0 * 0.05, dx * wy - dy * wx);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, -2.0, atoms->v[0][0] + 2.0 * atoms->v[1][0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.1, atoms->v[0][1] + 2.0 * atoms->v[1][1]);
    md_es_pair_terraces_free(&t);
}

/* An atom that flies by very fast meets others that were far when the list was made. */
static void test_nobody_missed(void)
{
    struct md_atoms *atoms = &system_->atoms;
    cluster.forces.neighbors.rules.skin = 0.05;
    atoms->x[4][0] = 15.0;
    atoms->v[4][0] = -60.0;
    create("h 0.02 verify");
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->begin(state, &dynamics, &error), error.text);
    for (int k = 0; k < 80; k++)
        advance(1);
    struct md_es_pair_counts counts;
    md_es_pair_counts(state, &counts);
    TEST_ASSERT_TRUE(counts.rebuilds > 100);
    TEST_ASSERT_TRUE(counts.events > 100);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, counts.first_energy, counts.energy);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_radii);
    RUN_TEST(test_find);
    RUN_TEST(test_wall);
    RUN_TEST(test_soft_core);
    RUN_TEST(test_head_on);
    RUN_TEST(test_refraction);
    RUN_TEST(test_nobody_missed);
    return UNITY_END();
}
