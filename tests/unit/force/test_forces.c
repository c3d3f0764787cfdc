/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forces: against derivatives of the energy, the two faces against each other, virial against a
 * change of volume; the same bits with any number of threads and with or without tally; all
 * instruction sets against each other; the argon cluster's known energy; and errors.
 */
#include "../trial.h"

#include "base/memory.h"
#include "force/forces.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct md_system system_;
static struct md_forces forces;
static struct md_error error;
static uint64_t seed;

void setUp(void)
{
    md_system_init(&system_);
    md_forces_init(&forces);
    system_.units = md_units_find("lj");
    system_.threads = 1;
    md_error_clear(&error);
}

void tearDown(void)
{
    md_forces_free(&forces);
    md_system_free(&system_);
}

static enum md_status tell(enum md_status (*hook)(void *, const struct md_system *,
                                                  const struct md_args *, struct md_error *),
                           const char *text)
{
    char copy[128];
    struct md_word list[16];
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    return hook(forces.pair.state, &system_, &args, &error);
}

static enum md_status modify(const char *text)
{
    char copy[128];
    struct md_word list[16];
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    return forces.pair.type->modify(forces.pair.state, &args, &error);
}

static void style(const char *name, const char *text, enum md_isa isa)
{
    forces.pair.type = md_potential_find_for(name, isa);
    TEST_ASSERT_NOT_NULL(forces.pair.type);
    forces.pair.state = md_memory_array(1, forces.pair.type->style.state_size);
    forces.pair.name = name;
    forces.neighbors.isa = isa;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, tell(forces.pair.type->create, text), error.text);
}

static void coeff(const char *text)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, tell(forces.pair.type->coeff, text), error.text);
}

static void begin(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_forces_begin(&forces, &system_, &error), error.text);
}

static void lattice(int n, double spacing, double jiggle, int types)
{
    trial_lattice(&system_, &seed, n, spacing, jiggle, types, &error);
}

/* Energy at the present positions, list rebuilt. */
static double energy(void)
{
    bool rebuilt;
    forces.neighbors.rules.check = false;
    TEST_ASSERT_EQUAL(MD_OK, md_forces_moved(&forces, &system_, &rebuilt, &error));
    TEST_ASSERT_TRUE(rebuilt);
    TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&forces, &system_, true, &error));
    return forces.tally.energy[MD_PART_PAIR];
}

static void two_types(enum md_isa isa)
{
    style("lj/cut", "1.9", isa);
    coeff("1 1 1.0 1.0");
    coeff("2 2 0.7 1.2 2.2");
    TEST_ASSERT_EQUAL(MD_OK, modify("shift yes mix arithmetic"));
}

/* Largest deviation of forces from central differences of the energy. */
static double derivative_error(void)
{
    const double h = 1e-5;
    double worst = 0.0;
    size_t n = system_.atoms.count;
    begin();
    md_vec3 *f = malloc(n * sizeof *f);
    memcpy(f, system_.atoms.f, n * sizeof *f);
    for (size_t i = 0; i < n; i += 5)
        for (int d = 0; d < 3; d++) {
            double x = system_.atoms.x[i][d];
            system_.atoms.x[i][d] = x + h;
            double up = energy();
            system_.atoms.x[i][d] = x - h;
            double down = energy();
            system_.atoms.x[i][d] = x;
            worst = fmax(worst, fabs(f[i][d] + (up - down) / (2.0 * h)));
        }
    free(f);
    return worst;
}

static void test_forces_are_derivatives(void)
{
    for (int isa = 0; isa < MD_ISA_COUNT; isa++)
        for (int n = 2; n <= 4; n++) { /* n = 2: the box is about as long as the cutoff */
            if (!md_simd_has((enum md_isa)isa))
                continue;
            tearDown();
            setUp();
            seed = 11;
            lattice(n, 1.15, 0.2, 2);
            two_types((enum md_isa)isa);
            TEST_ASSERT_TRUE(derivative_error() < 2e-6);
        }
}

/* The planted defect: a potential whose force has the wrong sign must be seen. */
static const struct md_potential *honest;

static void wrong_sum(void *state, const struct md_system *system,
                      const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                      struct md_tally_sums *tally)
{
    honest->sum(state, system, neighbors, share, f, tally);
    for (size_t i = share.begin; i < share.end; i++)
        f[i][2] = -f[i][2];
}

static void test_wrong_sign_is_caught(void)
{
    seed = 11;
    lattice(3, 1.15, 0.2, 2);
    two_types(md_simd_best());
    honest = forces.pair.type;
    struct md_potential wrong = *honest;
    wrong.sum = wrong_sum;
    forces.pair.type = &wrong;
    TEST_ASSERT_TRUE(derivative_error() > 1e-2);
    forces.pair.type = honest;
}

/* Sum over all pairs and images with the other face. */
static void sum_of_ones(md_vec3 *f, double *total, double *virial)
{
    const struct md_neighbors *list = &forces.neighbors;
    const struct md_atoms *atoms = &system_.atoms;
    *total = 0.0;
    memset(virial, 0, 6 * sizeof *virial);
    memset(f, 0, atoms->count * sizeof *f);
    for (size_t i = 0; i < atoms->count; i++)
        for (size_t s = 0; s < list->atoms + list->ghosts; s++) {
            double x[2][3], g[2][3], e, d[3];
            int type[2] = {atoms->type[i], atoms->type[list->owner[s]]};
            struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
            if (s == i)
                continue;
            memcpy(x[0], list->site + 4 * i, sizeof x[0]);
            memcpy(x[1], list->site + 4 * s, sizeof x[1]);
            TEST_ASSERT_EQUAL(MD_OK, forces.pair.type->one(forces.pair.state, &element, &e, g));
            *total += 0.5 * e;
            for (int k = 0; k < 3; k++) {
                f[i][k] += g[0][k];
                d[k] = x[0][k] - x[1][k];
                TEST_ASSERT_TRUE(g[1][k] == -g[0][k]);
                virial[k] += 0.5 * d[k] * g[0][k];
            }
            virial[3] += 0.5 * d[0] * g[0][1];
            virial[4] += 0.5 * d[0] * g[0][2];
            virial[5] += 0.5 * d[1] * g[0][2];
        }
}

static void test_two_faces_agree(void)
{
    for (int isa = 0; isa < MD_ISA_COUNT; isa++)
        for (int types = 1; types <= 2; types++) {
            if (!md_simd_has((enum md_isa)isa))
                continue;
            tearDown();
            setUp();
            seed = 12;
            lattice(4, 1.1, 0.3, types);
            if (types == 2) {
                two_types((enum md_isa)isa);
            } else {
                style("lj/cut", "2.5", (enum md_isa)isa);
                coeff("* * 1.3 0.9");
            }
            begin();
            md_vec3 f[64];
            double total, virial[6];
            sum_of_ones(f, &total, virial);
            TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(total), total,
                                      forces.tally.energy[MD_PART_PAIR]);
            for (int k = 0; k < 6; k++)
                TEST_ASSERT_DOUBLE_WITHIN(1e-10, virial[k], forces.tally.virial[k]);
            for (int i = 0; i < 64; i++)
                for (int d = 0; d < 3; d++)
                    TEST_ASSERT_DOUBLE_WITHIN(1e-11, f[i][d], system_.atoms.f[i][d]);
        }
}

/* The trace of the virial is -3 V dE/dV. */
static void test_virial_is_volume_derivative(void)
{
    const double h = 1e-6;
    double e[2];
    seed = 13;
    lattice(3, 1.1, 0.2, 2);
    two_types(md_simd_best());
    begin();
    double trace = forces.tally.virial[0] + forces.tally.virial[1] + forces.tally.virial[2];
    for (int side = 0; side < 2; side++) {
        double scale = side ? 1.0 + h : 1.0 - h;
        double back = 1.0 / scale;
        for (int d = 0; d < 3; d++)
            system_.box.hi[d] *= scale;
        md_box_refresh(&system_.box);
        for (size_t i = 0; i < system_.atoms.count; i++)
            for (int d = 0; d < 3; d++)
                system_.atoms.x[i][d] *= scale;
        e[side] = energy();
        for (int d = 0; d < 3; d++)
            system_.box.hi[d] *= back;
        for (size_t i = 0; i < system_.atoms.count; i++)
            for (int d = 0; d < 3; d++)
                system_.atoms.x[i][d] *= back;
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, -(e[1] - e[0]) / (2.0 * h), trace);
}

static void test_stiffness_bounds_curvature(void)
{
    lattice(2, 2.0, 0.0, 1);
    style("lj/cut", "2.5", md_simd_best());
    coeff("1 1 1.0 1.0");
    begin();
    for (double r = 0.9; r < 2.6; r += 0.05) {
        double x[2][3] = {{0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}}, e[3], f[2][3];
        int type[2] = {1, 1};
        struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
        const double h = 1e-4;
        for (int k = 0; k < 3; k++) {
            x[1][1] = 0.2 + r + (k - 1) * h;
            forces.pair.type->one(forces.pair.state, &element, &e[k], f);
        }
        x[1][1] = 0.2 + r;
        double along = fabs(e[0] - 2.0 * e[1] + e[2]) / (h * h);
        double across = fabs(e[2] - e[0]) / (2.0 * h) / r;
        double wanted = r >= 2.5 - 2 * h ? 0.0 : 2.0 * fmax(along, across);
        double got = forces.pair.type->stiffness(forces.pair.state, &element);
        if (fabs(r - 2.5) > 1e-3)
            TEST_ASSERT_DOUBLE_WITHIN(1e-4 * (1.0 + wanted), wanted, got);
    }
}

static void test_bits_do_not_depend_on_threads_or_tally(void)
{
    md_vec3 *f = NULL;
    struct md_tally tally = {0};
    seed = 14;
    lattice(13, 1.1, 0.2, 2); /* 2197 atoms: several blocks */
    two_types(md_simd_best());
    size_t size = system_.atoms.count * sizeof *f;
    f = malloc(size);
    for (int threads = 1; threads <= 4; threads++) {
        system_.threads = threads;
        begin();
        if (threads == 1) {
            memcpy(f, system_.atoms.f, size);
            tally = forces.tally;
        }
        TEST_ASSERT_EQUAL_MEMORY(f, system_.atoms.f, size);
        TEST_ASSERT_EQUAL_MEMORY(&tally, &forces.tally, sizeof tally);
        memset(system_.atoms.f, 1, size);
        TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&forces, &system_, false, &error));
        TEST_ASSERT_EQUAL_MEMORY(f, system_.atoms.f, size);
    }
    free(f);
}

static void test_one_type_tally_bits(void)
{
    md_vec3 f[125];
    seed = 15;
    lattice(5, 1.1, 0.2, 1);
    style("lj/cut", "2.5", md_simd_best());
    coeff("1 1 1.0 1.0");
    begin();
    memcpy(f, system_.atoms.f, sizeof f);
    TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&forces, &system_, false, &error));
    TEST_ASSERT_EQUAL_MEMORY(f, system_.atoms.f, sizeof f);
}

static void test_instruction_sets_agree(void)
{
    md_vec3 f[216];
    double largest = 0.0;
    for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
        if (!md_simd_has((enum md_isa)isa))
            continue;
        tearDown();
        setUp();
        seed = 16;
        lattice(6, 1.1, 0.3, 2);
        two_types((enum md_isa)isa);
        begin();
        if (isa == MD_ISA_BASE)
            memcpy(f, system_.atoms.f, sizeof f);
        for (int i = 0; i < 216; i++)
            for (int d = 0; d < 3; d++)
                largest = fmax(largest, fabs(f[i][d]));
        for (int i = 0; i < 216; i++)
            for (int d = 0; d < 3; d++)
                TEST_ASSERT_DOUBLE_WITHIN(1e-13 * largest, f[i][d], system_.atoms.f[i][d]);
    }
}

/* Seven argon atoms in the plane, lengths in sigma = 0.341 nm; -11.846833 eps is known. */
static void test_argon_cluster(void)
{
    static const double nm[7][2] = {{0.0, 0.0},     {0.02, 0.39},   {0.34, 0.17}, {0.36, -0.21},
                                    {-0.02, -0.40}, {-0.35, -0.16}, {-0.31, 0.21}};
    double lo[3] = {-50.0, -50.0, -0.5}, hi[3] = {50.0, 50.0, 0.5};
    system_.dimension = 2;
    for (int d = 0; d < 2; d++) {
        system_.box.face[d][0] = system_.box.face[d][1] = MD_FIXED;
        system_.box.periodic[d] = false;
    }
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&system_, 1, lo, hi, &error));
    for (int i = 0; i < 7; i++) {
        double x[3] = {nm[i][0] / 0.341, nm[i][1] / 0.341, 0.0};
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system_.atoms, 1, 0, x, &error));
    }
    md_atoms_number(&system_.atoms);
    style("lj/cut", "1000", md_simd_best());
    coeff("1 1 1.0 1.0");
    begin();
    TEST_ASSERT_EQUAL_UINT64(21, forces.neighbors.pairs);
    TEST_ASSERT_DOUBLE_WITHIN(5e-7, -11.846833, forces.tally.energy[MD_PART_PAIR]);
}

/* Perfect fcc crystal at 0.8442, cutoff 2.5: the first row of the melt. */
static void test_crystal(void)
{
    static const double basis[4][3] = {{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}};
    double a = cbrt(4.0 / 0.8442), lo[3] = {0.0, 0.0, 0.0}, hi[3] = {4 * a, 4 * a, 4 * a};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&system_, 1, lo, hi, &error));
    for (int k = 0; k < 256; k++) {
        int c[3] = {k / 4 % 4, k / 16 % 4, k / 64};
        double x[3];
        for (int d = 0; d < 3; d++)
            x[d] = (c[d] + basis[k % 4][d]) * a;
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system_.atoms, 1, 0, x, &error));
    }
    md_atoms_number(&system_.atoms);
    style("lj/cut", "2.5", md_simd_best());
    coeff("1 1 1.0 1.0");
    begin();
    TEST_ASSERT_DOUBLE_WITHIN(5e-8, -6.7733681, forces.tally.energy[MD_PART_PAIR] / 256.0);
}

static void test_tail(void)
{
    lattice(4, 1.2, 0.0, 1);
    style("lj/cut", "2.5", md_simd_best());
    coeff("1 1 1.5 1.1");
    TEST_ASSERT_EQUAL(MD_OK, modify("tail yes"));
    begin();
    double with = forces.tally.virial[0], v = pow(4.8, 3.0);
    /* Integrals by the trapezoid rule in 1/r. */
    double e = 0.0, w = 0.0;
    const double pi = 3.14159265358979323846;
    const int n = 20000;
    for (int k = 1; k <= n; k++) {
        double u = (k - 0.5) / n / 2.5, r = 1.0 / u, s = pow(1.1 / r, 6.0);
        double dr = r * r / n / 2.5;
        e += 4.0 * 1.5 * (s * s - s) * 4.0 * pi * r * r * dr;
        w += 4.0 * 1.5 * (12.0 * s * s - 6.0 * s) * 4.0 * pi * r * r * dr;
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.5 * 64.0 * 64.0 / v * e, forces.tally.tail);
    TEST_ASSERT_EQUAL(MD_OK, modify("tail no"));
    begin();
    TEST_ASSERT_TRUE(forces.tally.tail == 0.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.5 * 64.0 * 64.0 / v * w / 3.0, with - forces.tally.virial[0]);
    TEST_ASSERT_EQUAL(MD_OK, modify("shift yes"));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, modify("tail yes"));
}

static void mixed(const char *rule, double eps, double sig, double cut)
{
    tearDown();
    setUp();
    lattice(2, 3.0, 0.0, 2);
    style("lj/cut", "2.5", md_simd_best());
    coeff("1 1 1.0 1.0 2.0");
    coeff("2 2 4.0 2.0 3.0");
    TEST_ASSERT_EQUAL(MD_OK, modify(rule));
    begin();
    char text[64];
    double e, s;
    forces.pair.type->describe(forces.pair.state, 2, 1, text, sizeof text);
    TEST_ASSERT_EQUAL(2, sscanf(text, "%lf %lf", &e, &s));
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, eps, e);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, sig, s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, cut, forces.pair.type->cutoff(forces.pair.state, 1, 2));
}

static void test_mixing(void)
{
    mixed("mix geometric", 2.0, sqrt(2.0), sqrt(6.0));
    mixed("mix arithmetic", 2.0, 1.5, 2.5);
    mixed("mix sixthpower", 2.0 * 2.0 * 8.0 / 65.0, pow(65.0 / 2.0, 1.0 / 6.0),
          pow((64.0 + 729.0) / 2.0, 1.0 / 6.0));
}

static void test_coefficients(void)
{
    lattice(2, 3.0, 0.0, 3);
    style("lj/cut", "2.5", md_simd_best());
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_begin(&forces, &system_, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "types 1 and 1"));
    coeff("*2 * 1.0 1.0");
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_begin(&forces, &system_, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "types 3 and 3"));
    coeff("3 3 1.0 1.0 1.5");
    coeff("3 1 2.0 1.0 1.7"); /* turned round */
    begin();
    TEST_ASSERT_TRUE(forces.pair.type->cutoff(forces.pair.state, 1, 3) == 1.7);
    TEST_ASSERT_TRUE(forces.pair.type->cutoff(forces.pair.state, 3, 3) == 1.5);
    TEST_ASSERT_TRUE(forces.pair.type->reach(forces.pair.state) == 2.5);
    TEST_ASSERT_EQUAL(MD_OK, tell(forces.pair.type->create, "2.6")); /* named again */
    begin();
    TEST_ASSERT_TRUE(forces.pair.type->cutoff(forces.pair.state, 3, 3) == 2.6);
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, tell(forces.pair.type->coeff, "1 4 1.0 1.0"));
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, tell(forces.pair.type->coeff, "1 1 1.0"));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, tell(forces.pair.type->coeff, "1 1 1.0 x"));
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, tell(forces.pair.type->coeff, "1 1 1.0 1.0 2.5 3"));
    TEST_ASSERT_EQUAL(MD_ERR_UNKNOWN, modify("mux geometric"));
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, modify("mix"));
}

static void test_not_finite(void)
{
    lattice(2, 3.0, 0.0, 1);
    memcpy(system_.atoms.x[3], system_.atoms.x[5], sizeof(md_vec3));
    style("lj/cut", "2.5", md_simd_best());
    coeff("1 1 1.0 1.0");
    TEST_ASSERT_EQUAL(MD_ERR_RUN, md_forces_begin(&forces, &system_, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "atom 4 "));
}

static void test_lost_atoms_are_counted(void)
{
    for (int d = 0; d < 3; d++) {
        system_.box.face[d][0] = system_.box.face[d][1] = MD_FIXED;
        system_.box.periodic[d] = false;
    }
    lattice(2, 3.0, 0.0, 1);
    style("lj/cut", "2.5", md_simd_best());
    coeff("1 1 1.0 1.0");
    begin();
    system_.atoms.x[2][1] = -1.0;
    bool rebuilt;
    TEST_ASSERT_EQUAL(MD_OK, md_forces_moved(&forces, &system_, &rebuilt, &error));
    TEST_ASSERT_TRUE(rebuilt);
    TEST_ASSERT_EQUAL(1, forces.lost);
    TEST_ASSERT_EQUAL(3, forces.lost_id);
    TEST_ASSERT_EQUAL(7, system_.atoms.count);
    TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&forces, &system_, true, &error));
}

static void test_zero_and_none(void)
{
    lattice(4, 1.0, 0.1, 1);
    style("zero", "1.4 nocoeff", md_simd_best());
    begin();
    TEST_ASSERT_TRUE(forces.neighbors.pairs > 64);
    TEST_ASSERT_TRUE(forces.tally.energy[MD_PART_PAIR] == 0.0);
    TEST_ASSERT_TRUE(system_.atoms.f[5][1] == 0.0);
    md_forces_drop_pair(&forces);
    begin(); /* no pair style at all */
    TEST_ASSERT_EQUAL_UINT64(0, forces.neighbors.pairs);
    style("zero", "1.4", md_simd_best());
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_begin(&forces, &system_, &error));
}

static void test_registry(void)
{
    TEST_ASSERT_NULL(md_potential_find("lj/cutt"));
    for (int i = 0; md_potential_name(i); i++)
        for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
            const struct md_potential *p =
                md_potential_find_for(md_potential_name(i), (enum md_isa)isa);
            TEST_ASSERT_EQUAL(md_simd_has((enum md_isa)isa), p != NULL);
            if (p)
                TEST_ASSERT_EQUAL_STRING(md_potential_name(i), p->style.name);
        }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_forces_are_derivatives);
    RUN_TEST(test_wrong_sign_is_caught);
    RUN_TEST(test_two_faces_agree);
    RUN_TEST(test_virial_is_volume_derivative);
    RUN_TEST(test_stiffness_bounds_curvature);
    RUN_TEST(test_bits_do_not_depend_on_threads_or_tally);
    RUN_TEST(test_one_type_tally_bits);
    RUN_TEST(test_instruction_sets_agree);
    RUN_TEST(test_argon_cluster);
    RUN_TEST(test_crystal);
    RUN_TEST(test_tail);
    RUN_TEST(test_mixing);
    RUN_TEST(test_coefficients);
    RUN_TEST(test_not_finite);
    RUN_TEST(test_lost_atoms_are_counted);
    RUN_TEST(test_zero_and_none);
    RUN_TEST(test_registry);
    return UNITY_END();
}
