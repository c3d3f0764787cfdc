/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Force-stepping: its grid alone, with the way through simplices done again by brute force; an
 * oscillator by hand; and the whole scheme on the problems of worlds.h, where it is the exact
 * motion of K + V_h: the symplectic form by differences that meet no kink, convergence to the true
 * motion, and momentum, which only the limit of small H keeps.
 */
#include "integrate/simplex/fs_grid.h"

#include "worlds.h"

#include <stdio.h>

enum { D = 7 };

static struct md_error error;

void setUp(void)
{
    md_error_clear(&error);
}

void tearDown(void)
{
}

/* ------------------------------------------------------------------ the grid alone */

struct walk {
    struct md_fs_grid grid;
    double v[D], a[D];
    double (*potential)(const double *q, size_t d);
};

static double bowl(const double *q, size_t d)
{
    double sum = 0.0;
    for (size_t c = 0; c < d; c++)
        sum += 0.5 * (1.0 + 0.3 * (double)c) * q[c] * q[c] + 0.4 * q[c] * q[(c + 1) % d] +
               0.1 * sin(3.0 * q[c]);
    return sum;
}

static double spring(const double *q, size_t d)
{
    TEST_ASSERT_EQUAL(1, d);
    return 0.5 * q[0] * q[0];
}

static double corner_energy(const struct walk *walk, size_t k)
{
    double q[D];
    for (size_t c = 0; c < walk->grid.d; c++)
        q[c] = md_fs_grid_corner(&walk->grid, k, c);
    return walk->potential(q, walk->grid.d);
}

static void tilt(struct walk *walk)
{
    for (size_t c = 0; c < walk->grid.d; c++)
        walk->a[c] = -walk->grid.slope[c];
}

static void walk_begin(struct walk *walk, size_t d, double size, const double *q, const double *v)
{
    TEST_ASSERT_EQUAL(MD_OK, md_fs_grid_reserve(&walk->grid, d, &error));
    walk->grid.size = size;
    memcpy(walk->v, v, d * sizeof *v);
    TEST_ASSERT_TRUE(md_fs_grid_find(&walk->grid, q, v));
    for (size_t k = 0; k <= d; k++)
        walk->grid.energy[k] = corner_energy(walk, k);
    md_fs_grid_tilt(&walk->grid);
    tilt(walk);
}

static void walk_drift(struct walk *walk, double t)
{
    for (size_t c = 0; c < walk->grid.d; c++) {
        walk->grid.w[c] += t * (walk->v[c] + 0.5 * t * walk->a[c]);
        walk->v[c] += t * walk->a[c];
    }
}

static double walk_energy(const struct walk *walk)
{
    double kinetic = 0.0;
    for (size_t c = 0; c < walk->grid.d; c++)
        kinetic += 0.5 * walk->v[c] * walk->v[c];
    return kinetic + md_fs_grid_energy(&walk->grid);
}

static double walk_cross(struct walk *walk)
{
    size_t facet, touched[2];
    double t = md_fs_grid_leave(&walk->grid, walk->v, walk->a, &facet);
    walk_drift(walk, t);
    double before = md_fs_grid_energy(&walk->grid);
    size_t corner = md_fs_grid_cross(&walk->grid, facet);
    walk->grid.energy[corner] = corner_energy(walk, corner);
    int count = md_fs_grid_tilt_at(&walk->grid, corner, touched);
    TEST_ASSERT_EQUAL(walk->grid.d == 1 || corner == 0 || corner == walk->grid.d ? 1 : 2, count);
    tilt(walk);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, before, md_fs_grid_energy(&walk->grid));
    return t;
}

/* It is inside the simplex that a search from nothing finds, with the same energies. */
static void need_inside(const struct walk *walk)
{
    const struct md_fs_grid *grid = &walk->grid;
    struct md_fs_grid other = {0};
    double q[D], above = grid->size;
    size_t d = grid->d;
    TEST_ASSERT_EQUAL(MD_OK, md_fs_grid_reserve(&other, d, &error));
    other.size = grid->size;
    memcpy(other.origin, grid->origin, d * sizeof *q);
    for (size_t k = 0; k < d; k++) {
        double w = grid->w[grid->order[k]];
        TEST_ASSERT_TRUE(w > -1e-12 && w <= above + 1e-12);
        TEST_ASSERT_EQUAL(k, grid->rank[grid->order[k]]);
        above = w;
        q[k] = md_fs_grid_place(grid, k);
    }
    TEST_ASSERT_TRUE(md_fs_grid_find(&other, q, walk->v));
    TEST_ASSERT_EQUAL_INT64_ARRAY(other.cube, grid->cube, d);
    TEST_ASSERT_EQUAL_INT64_ARRAY(other.order, grid->order, d);
    for (size_t k = 0; k <= d; k++)
        TEST_ASSERT_EQUAL_DOUBLE(corner_energy(walk, k), grid->energy[k]);
    md_fs_grid_free(&other);
}

/* No facet is passed unseen: halfway to the next one the search from nothing agrees. */
static void test_way(void)
{
    static const double q[D] = {0.31, -0.72, 1.13, 0.05, -0.4, 0.93, -1.2};
    static const double v[D] = {0.5, -0.3, 0.11, 0.9, -0.75, 0.2, 0.6};
    for (size_t d = 1; d <= D; d++) {
        struct walk walk = {.potential = bowl};
        TEST_ASSERT_EQUAL(MD_OK, md_fs_grid_reserve(&walk.grid, d, &error));
        for (size_t c = 0; c < d; c++)
            walk.grid.origin[c] = 0.07 * (double)c;
        walk_begin(&walk, d, 0.17, q, v);
        double first = walk_energy(&walk);
        for (int n = 0; n < 20000; n++) {
            size_t facet;
            double t = md_fs_grid_leave(&walk.grid, walk.v, walk.a, &facet);
            TEST_ASSERT_TRUE(t >= 0.0 && t < 100.0);
            walk_drift(&walk, 0.5 * t);
            if (t > 1e-9)
                need_inside(&walk);
            walk_cross(&walk);
        }
        TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(first), first, walk_energy(&walk));
        md_fs_grid_free(&walk.grid);
    }
}

/* V = q^2/2 on the integers: from rest at 3/2 with the force -3/2 to 1, on with -1/2 to 0, and the
 * same on the other side.  To 1: sqrt(2/3) with the speed sqrt(3/2); to 0: sqrt(10) - sqrt(6). */
static void test_oscillator_by_hand(void)
{
    struct walk walk = {.potential = spring};
    const double q = 1.5, v = 0.0, outer = sqrt(2.0 / 3.0), inner = sqrt(10.0) - sqrt(6.0);
    walk_begin(&walk, 1, 1.0, &q, &v);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1.25, walk_energy(&walk));
    const double flight[] = {outer, inner, inner, 2.0 * outer, inner, inner, 2.0 * outer};
    const double speed[] = {-sqrt(1.5), -sqrt(2.5), -sqrt(1.5), sqrt(1.5),
                            sqrt(2.5),  sqrt(1.5),  -sqrt(1.5)};
    const double place[] = {1.0, 0.0, -1.0, -1.0, 0.0, 1.0, 1.0};
    for (int n = 0; n < 7; n++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, flight[n], walk_cross(&walk));
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, speed[n], walk.v[0]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, place[n], md_fs_grid_place(&walk.grid, 0));
    }
    md_fs_grid_free(&walk.grid);
}

static void test_too_far(void)
{
    struct walk walk = {.potential = spring};
    double q = 1.0, v = 0.0;
    TEST_ASSERT_EQUAL(MD_OK, md_fs_grid_reserve(&walk.grid, 1, &error));
    walk.grid.size = 1e-15;
    TEST_ASSERT_FALSE(md_fs_grid_find(&walk.grid, &q, &v));
    q = NAN;
    walk.grid.size = 1.0;
    TEST_ASSERT_FALSE(md_fs_grid_find(&walk.grid, &q, &v));
    md_fs_grid_free(&walk.grid);
}

/* ------------------------------------------------------------------ the whole scheme */

static struct world world;
static struct md_system *const system_ = &world.cluster.system;
static struct md_dynamics dynamics;
static const struct md_integrator *type;
static void *state;

static void prepare(enum problem problem, double size, double timestep)
{
    char text[64], line[64];
    struct md_word list[4];
    world_make(&world, problem, timestep, &error);
    dynamics = (struct md_dynamics){
        .system = system_, .forces = &world.cluster.forces, .mobile = 1, .look = true};
    type = md_integrator_find("force-stepping");
    TEST_ASSERT_NOT_NULL(type);
    snprintf(line, sizeof line, "%.17g", size);
    int count = cluster_split(text, line, list);
    struct md_args args = {.words = list, .count = count, .command = {.text = "run_style"}};
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_integrator_create(type, &args, &state, &error), error.text);
}

static void go(int steps)
{
    md_tick target = system_->clock.now + steps * MD_TICKS_PER_STEP;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->begin(state, &dynamics, &error), error.text);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->advance(state, &dynamics, target, &error), error.text);
}

static void finish(void)
{
    TEST_ASSERT_EQUAL(MD_OK, type->end(state, &dynamics, &error));
    type->destroy(state);
    md_memory_free(state);
    md_mobility_free(&dynamics.mobility);
    world_free(&world);
}

/* Positions and momenta after `time`, from `by` away along coordinate or momentum c; how many
 * crossings there were. */
static uint64_t flow(double time, size_t c, double by, double *y)
{
    prepare(FIVE, 0.1, time);
    struct md_atoms *atoms = &system_->atoms;
    size_t n = 3 * atoms->count;
    if (c < n)
        atoms->x[c / 3][c % 3] += by;
    else
        atoms->v[(c - n) / 3][c % 3] += by / system_->mass[atoms->type[(c - n) / 3]];
    go(1);
    for (size_t k = 0; k < n; k++) {
        y[k] = atoms->x[k / 3][k % 3];
        y[n + k] = atoms->v[k / 3][k % 3] * system_->mass[atoms->type[k / 3]];
    }
    uint64_t crossings = type->work(state).events;
    finish();
    return crossings;
}

/* The form after a time with many crossings.  The map has kinks where crossings change their order,
 * and differences are taken so close that none lies between. */
static void test_symplectic(void)
{
    enum { N = 3 * CLUSTER_ATOMS };
    static double column[2 * N][2 * N];
    const double delta = 1e-8;
    uint64_t crossings = 0;
    double worst = 0.0;
    for (size_t c = 0; c < 2 * N; c++) {
        double ahead[2 * N], back[2 * N];
        crossings = flow(0.15, c, delta, ahead);
        TEST_ASSERT_EQUAL_UINT64(crossings, flow(0.15, c, -delta, back));
        for (size_t k = 0; k < 2 * N; k++)
            column[c][k] = (ahead[k] - back[k]) / (2.0 * delta);
    }
    for (size_t a = 0; a < 2 * N; a++)
        for (size_t b = 0; b < a; b++) {
            double sum = a == b + N ? 1.0 : 0.0;
            for (size_t k = 0; k < N; k++)
                sum += column[a][k] * column[b][N + k] - column[a][N + k] * column[b][k];
            worst = fmax(worst, fabs(sum));
        }
    TEST_ASSERT_TRUE(crossings > 20);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0.0, worst);
}

/* How far it is from the true motion after `time`, and how much momentum came from the grid: none
 * along the diagonal of the cubes, which is an edge of all simplices. */
static double error_of(enum problem problem, double size, double time, const double *truth,
                       double *momentum)
{
    double square = 0.0, given[3] = {0.0, 0.0, 0.0};
    prepare(problem, size, time / 16);
    go(16);
    const struct md_atoms *atoms = &system_->atoms;
    size_t n = 3 * atoms->count;
    for (size_t k = 0; k < n; k++) {
        double x = atoms->x[k / 3][k % 3] - truth[k], v = atoms->v[k / 3][k % 3] - truth[n + k];
        square += x * x + v * v;
        given[k % 3] += system_->mass[atoms->type[k / 3]] * v;
    }
    finish();
    if (problem == FIVE)
        TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, given[0] + given[1] + given[2]);
    *momentum = sqrt(given[0] * given[0] + given[1] * given[1] + given[2] * given[2]);
    return sqrt(square);
}

/* From a coarse grid to one 128 times as fine, averages of three sizes at each end: single ones
 * scatter. */
static void converge(enum problem problem, double time, double coarse)
{
    double truth[WORLD_SIZE], found[8], momentum[8];
    world_truth(problem, time, truth, &error);
    for (int n = 0; n < 8; n++)
        found[n] = error_of(problem, ldexp(coarse, -n), time, truth, &momentum[n]);
    double rate = log2((found[0] + found[1] + found[2]) / (found[5] + found[6] + found[7])) / 5.0;
    TEST_ASSERT_TRUE(rate > 0.8 && rate < 1.7);
    if (problem == OSCILLATOR) { /* smooth enough that the limit is seen */
        TEST_ASSERT_DOUBLE_WITHIN(0.1, 1.0, log2(found[6] / found[7]));
    } else {
        TEST_ASSERT_TRUE(momentum[0] > 1e-3);
        TEST_ASSERT_TRUE(momentum[5] + momentum[6] + momentum[7] < 0.1 * momentum[0]);
    }
}

static void test_convergence(void)
{
    converge(OSCILLATOR, 2.0, 0.08);
    converge(FIVE, 0.5, 0.04);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_way);
    RUN_TEST(test_oscillator_by_hand);
    RUN_TEST(test_too_far);
    RUN_TEST(test_symplectic);
    RUN_TEST(test_convergence);
    return UNITY_END();
}
