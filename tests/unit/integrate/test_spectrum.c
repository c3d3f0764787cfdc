/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fastest vibration: against formulas where there are some, against all eigenvalues of the
 * Hessian where there are none; and that whoever asks for it leaves no trace.
 */
#include "../eam_text.h"
#include "../simulation.h"
#include "integrate/spectrum.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define NEAR 0.01 /* what md_spectrum_fastest promises */

void setUp(void)
{
    simulation_begin();
}

void tearDown(void)
{
    simulation_end();
}

static double fastest(void)
{
    double omega = -1.0;
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        MD_OK, md_spectrum_fastest(&sim.dynamics, NULL, NULL, &omega, &error), error.text);
    return omega;
}

static void near(double expected, double got, double part)
{
    TEST_ASSERT_DOUBLE_WITHIN(part * expected, expected, got);
}

static void does_with(const char *format, double value)
{
    char line[128];
    snprintf(line, sizeof line, format, value);
    does(line);
}

/* An open box for atoms that the test puts into it; two types. */
static void open_box(const char *atom_style)
{
    does("units lj");
    does("boundary f f f");
    does(atom_style);
    does("region box block -50 50 -50 50 -50 50");
    does(strstr(atom_style, "bond") ? "create_box 2 box bond/types 1 extra/bond/per/atom 2"
                                    : "create_box 2 box");
    does("mass 1 1.0");
    does("mass 2 3.0");
    does("fix move all nve");
}

static void harmonic_bonds(void)
{
    does("pair_style zero 2.0");
    does("pair_coeff * *");
    does("bond_style harmonic");
    does("bond_coeff 1 50.0 1.2");
}

/* ------------------------------------------------------------------ against formulas */

static void pair_of_atoms(void)
{
    open_box("atom_style bond");
    does("create_atoms 1 single 0.1 0.2 0.3 units box");
    does("create_atoms 2 single 1.3 0.2 0.3 units box");
    harmonic_bonds();
    does("create_bonds single/bond 1 1 2");
    does("run 0");
}

/* U = K (r - r0)^2: the spring is 2 K, the reduced mass 3/4. */
static void test_diatomic(void)
{
    pair_of_atoms();
    near(sqrt(2.0 * 50.0 / 0.75), fastest(), 1e-6);
}

/* With one end fixed, or both. */
static void test_only_mobile_atoms_take_part(void)
{
    pair_of_atoms();
    does("group second id 2");
    does("unfix move");
    does("fix move second nve");
    does("run 0");
    near(sqrt(2.0 * 50.0 / 3.0), fastest(), 1e-6);
    does("unfix move");
    does("run 0");
    TEST_ASSERT_EQUAL_DOUBLE(0.0, fastest());
}

/* Free ends: omega_k = 2 (k/m)^1/2 sin(pi k / 2N); only motion along the chain costs energy. */
static void test_chain(void)
{
    const int count = 60;
    open_box("atom_style bond");
    for (int i = 0; i < count; i++)
        does_with("create_atoms 1 single %.17g 0 0 units box", 1.2 * i - 36.0);
    harmonic_bonds();
    does("create_bonds many all all 1 1.1 1.3");
    does("run 0");
    near(2.0 * sqrt(100.0) * sin(0.5 * acos(-1.0) * (count - 1) / count), fastest(), NEAR);
}

static double lj_first(double r)
{
    return 24.0 * (pow(r, -7.0) - 2.0 * pow(r, -13.0));
}

static double lj_second(double r)
{
    return 24.0 * (26.0 * pow(r, -14.0) - 7.0 * pow(r, -8.0));
}

static void lennard_jones_pair(double r)
{
    open_box("atom_style atomic");
    does("create_atoms 1 single 0 0 0 units box");
    does_with("create_atoms 2 single 0 %.17g 0 units box", r);
    does("pair_style lj/cut 2.5");
    does("pair_coeff * * 1.0 1.0");
    does("run 0");
}

static void test_lennard_jones_pair(void)
{
    lennard_jones_pair(1.1);
    near(sqrt(lj_second(1.1) / 0.75), fastest(), 1e-5);
}

/* Where the curvature is negative only turning has a way to oscillate; apart, nothing has. */
static void test_pair_that_is_hardly_bound(void)
{
    lennard_jones_pair(1.5);
    TEST_ASSERT_TRUE(lj_second(1.5) < 0.0);
    near(sqrt(lj_first(1.5) / 1.5 / 0.75), fastest(), 1e-5);
    simulation_end();
    simulation_begin();
    lennard_jones_pair(20.0);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, fastest());
}

/* A single atom has no neighbour to measure distances by; U = K x^2 / 2. */
static void test_atom_on_a_spring(void)
{
    open_box("atom_style atomic");
    does("create_atoms 2 single 1 2 3 units box");
    does("pair_style zero 2.0");
    does("pair_coeff * *");
    does("fix s all spring/self 7.0");
    does("run 0");
    near(sqrt(7.0 / 3.0), fastest(), 1e-6);
}

/* ------------------------------------------------------------------ against all eigenvalues */

static void strained_crystal(const char *cells)
{
    char line[128];
    does("units lj");
    does("lattice fcc 0.9");
    snprintf(line, sizeof line, "region box block 0 %s 0 %s 0 %s", cells, cells, cells);
    does(line);
    does("create_box 2 box");
    does("create_atoms 1 box");
    does("set group all type/fraction 2 0.4 123");
    does("mass 1 1.5");
    does("mass 2 4.0");
    does("displace_atoms all random 0.05 0.05 0.05 12 units box");
    does("pair_style lj/cut 2.4");
    does("pair_coeff * * 1.0 1.0");
    does("fix move all nve");
    does("run 0");
}

/* Adds the second derivatives of one pair's energy. */
static void add_pair(gsl_matrix *hessian, size_t i, size_t j)
{
    const struct md_atoms *atoms = &sim.system.atoms;
    double d[3], square = 0.0;
    for (int c = 0; c < 3; c++) {
        d[c] = atoms->x[i][c] - atoms->x[j][c];
        d[c] -= sim.system.box.length[c] * round(d[c] / sim.system.box.length[c]);
        square += d[c] * d[c];
    }
    double r = sqrt(square), first = lj_first(r) / r, second = lj_second(r);
    for (size_t a = 0; a < 3 && r < 2.4; a++)
        for (size_t b = 0; b < 3; b++) {
            double h = (second - first) * d[a] * d[b] / square + (a == b ? first : 0.0);
            *gsl_matrix_ptr(hessian, 3 * i + a, 3 * i + b) += h;
            *gsl_matrix_ptr(hessian, 3 * i + a, 3 * j + b) -= h;
        }
}

/* The Hessian column by column from forces. */
static void differences(gsl_matrix *hessian)
{
    struct md_atoms *atoms = &sim.system.atoms;
    const double e = 1e-4;
    for (size_t k = 0; k < 3 * atoms->count; k++) {
        double *x = &atoms->x[k / 3][k % 3], at = *x;
        for (int side = -1; side <= 1; side += 2) {
            *x = at + side * e;
            md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
            TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&sim.forces, &sim.system, false, &error));
            for (size_t l = 0; l < 3 * atoms->count; l++)
                *gsl_matrix_ptr(hessian, l, k) -= side * atoms->f[l / 3][l % 3] / (2.0 * e);
        }
        *x = at;
    }
    md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
}

/* The largest of all frequencies of a Hessian, which is freed. */
static double all_frequencies(gsl_matrix *hessian)
{
    const struct md_atoms *atoms = &sim.system.atoms;
    size_t n = 3 * atoms->count;
    gsl_vector *values = gsl_vector_alloc(n);
    gsl_eigen_symm_workspace *room = gsl_eigen_symm_alloc(n);
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            *gsl_matrix_ptr(hessian, k, l) /=
                sqrt(sim.system.mass[atoms->type[k / 3]] * sim.system.mass[atoms->type[l / 3]]);
    TEST_ASSERT_EQUAL(0, gsl_eigen_symm(hessian, values, room));
    double largest = gsl_vector_max(values);
    gsl_eigen_symm_free(room);
    gsl_vector_free(values);
    gsl_matrix_free(hessian);
    return sqrt(sim.system.units->ftm2v * largest);
}

static void test_crystal(void)
{
    strained_crystal("3");
    size_t n = sim.system.atoms.count;
    gsl_matrix *hessian = gsl_matrix_calloc(3 * n, 3 * n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (i != j)
                add_pair(hessian, i, j);
    near(all_frequencies(hessian), fastest(), NEAR);
}

static void metal(void)
{
    char name[] = "/tmp/avimd-spectrum-XXXXXX", line[256];
    struct eam_text text = eam_text_make(MD_EAM_SETFL, 0, 1, 2000, 500);
    int file = mkstemp(name);
    TEST_ASSERT_TRUE(file >= 0);
    TEST_ASSERT_EQUAL_INT(text.size, write(file, text.text, text.size));
    close(file);
    free(text.text);
    does("units metal");
    does("lattice fcc 3.1");
    does("region box block 0 3 0 3 0 3");
    does("create_box 1 box");
    does("create_atoms 1 box");
    does("displace_atoms all random 0.05 0.05 0.05 12 units box");
    does("pair_style eam/alloy");
    snprintf(line, sizeof line, "pair_coeff * * %s A", name);
    does(line);
    unlink(name);
    does("fix move all nve");
    does("run 0");
}

static void test_metal(void)
{
    metal();
    size_t n = 3 * sim.system.atoms.count;
    gsl_matrix *hessian = gsl_matrix_calloc(n, n);
    differences(hessian);
    near(all_frequencies(hessian), fastest(), NEAR);
}

/* Out of the plane nothing moves, whatever the forces there. */
static void test_plane(void)
{
    does("units lj");
    does("dimension 2");
    does("region box block -9 9 -9 9 -0.5 0.5");
    does("create_box 1 box");
    does("create_atoms 1 single 0 0 0 units box");
    does("create_atoms 1 single 0 1.5 0 units box");
    does("mass 1 1.0");
    does("pair_style harmonic/cut");
    does("pair_coeff 1 1 10.0 1.2");
    does("fix move all nve");
    does("fix f all spring/self 3.0 xyz");
    does("fix flat all enforce2d");
    does("run 0");
    near(sqrt(3.0), fastest(), 1e-6);
    does("unfix f");
    does("fix f all spring/self 3.0 z");
    does("run 0");
    TEST_ASSERT_EQUAL_DOUBLE(0.0, fastest());
}

/* ------------------------------------------------------------------ no trace, no dependence */

static enum md_status four_times(void *context, struct md_dynamics *dynamics, md_vec3 *f,
                                 struct md_error *failed)
{
    int *calls = context;
    (*calls)++;
    if (md_forces_compute(dynamics->forces, dynamics->system, false, failed))
        return failed->status;
    for (size_t i = 0; i < dynamics->system->atoms.count; i++)
        for (int c = 0; c < 3; c++)
            f[i][c] = 4.0 * dynamics->system->atoms.f[i][c];
    return MD_OK;
}

static void test_forces_of_the_caller(void)
{
    int calls = 0;
    double omega;
    strained_crystal("2");
    double once = fastest();
    TEST_ASSERT_EQUAL(MD_OK,
                      md_spectrum_fastest(&sim.dynamics, four_times, &calls, &omega, &error));
    near(2.0 * once, omega, 1e-12);
    TEST_ASSERT_TRUE(calls >= 8 && calls <= 48);
}

static enum md_status refuse(void *context, struct md_dynamics *dynamics, md_vec3 *f,
                             struct md_error *failed)
{
    (void)context, (void)dynamics, (void)f;
    return md_error_set(failed, MD_ERR_RUN, NULL, "no forces today");
}

struct bits {
    md_vec3 *x, *v, *f;
    double *site;
    size_t atoms, sites;
    struct md_tally tally;
    struct md_clock clock;
    uint64_t evaluations, pair_evaluations, instant;
    int64_t ago, builds;
};

static void *duplicate(const void *from, size_t bytes)
{
    void *to = malloc(bytes);
    TEST_ASSERT_NOT_NULL(to);
    return memcpy(to, from, bytes);
}

static struct bits take(void)
{
    const struct md_atoms *atoms = &sim.system.atoms;
    const struct md_neighbors *list = &sim.forces.neighbors;
    struct bits bits = {.atoms = atoms->count * sizeof(md_vec3),
                        .sites = (list->atoms + list->ghosts + 1) * 4 * sizeof(double),
                        .tally = sim.forces.tally,
                        .clock = sim.system.clock,
                        .evaluations = sim.forces.evaluations,
                        .pair_evaluations = sim.forces.pair_evaluations,
                        .instant = sim.forces.instant,
                        .ago = list->ago,
                        .builds = list->builds};
    bits.x = duplicate(atoms->x, bits.atoms);
    bits.v = duplicate(atoms->v, bits.atoms);
    bits.f = duplicate(atoms->f, bits.atoms);
    bits.site = duplicate(list->site, bits.sites);
    return bits;
}

static void same(struct bits *a, struct bits *b)
{
    TEST_ASSERT_EQUAL_UINT64(a->atoms, b->atoms);
    TEST_ASSERT_EQUAL_UINT64(a->sites, b->sites);
    TEST_ASSERT_EQUAL_MEMORY(a->x, b->x, a->atoms);
    TEST_ASSERT_EQUAL_MEMORY(a->v, b->v, a->atoms);
    TEST_ASSERT_EQUAL_MEMORY(a->f, b->f, a->atoms);
    TEST_ASSERT_EQUAL_MEMORY(a->site, b->site, a->sites);
    TEST_ASSERT_EQUAL_MEMORY(&a->tally, &b->tally, sizeof a->tally);
    TEST_ASSERT_EQUAL_INT64(a->clock.now, b->clock.now);
    TEST_ASSERT_EQUAL_UINT64(a->evaluations, b->evaluations);
    TEST_ASSERT_EQUAL_UINT64(a->pair_evaluations, b->pair_evaluations);
    TEST_ASSERT_EQUAL_UINT64(a->instant, b->instant);
    TEST_ASSERT_EQUAL_INT64(a->ago, b->ago);
    TEST_ASSERT_EQUAL_INT64(a->builds, b->builds);
    for (struct bits *bits = a;; bits = b) {
        free(bits->x);
        free(bits->v);
        free(bits->f);
        free(bits->site);
        if (bits == b)
            break;
    }
}

static void test_nothing_is_changed(void)
{
    double omega;
    metal();
    does("velocity all create 300.0 4711");
    does("fix spring all spring/self 0.1");
    does("run 7");
    struct bits before = take();
    fastest();
    struct bits after = take();
    same(&before, &after);
    before = take();
    TEST_ASSERT_EQUAL(MD_ERR_RUN, md_spectrum_fastest(&sim.dynamics, refuse, NULL, &omega, &error));
    after = take();
    same(&before, &after);
}

/* The noise of a thermostat and the trajectory go on as if nobody had asked. */
static double noisy_run(bool ask)
{
    simulation_end();
    simulation_begin();
    strained_crystal("3");
    does("fix heat all langevin 1.0 1.0 0.1 4711");
    does("fix hold all setforce NULL NULL 0.0");
    does("run 20");
    if (ask)
        fastest();
    does("run 20 pre no");
    return sim.system.atoms.x[17][0];
}

static void test_random_forces_are_left_alone(void)
{
    double alone = noisy_run(false), asked = noisy_run(true);
    TEST_ASSERT_EQUAL_MEMORY(&alone, &asked, sizeof alone);
}

static void test_any_number_of_threads(void)
{
    strained_crystal("7");
    TEST_ASSERT_TRUE(sim.system.atoms.count > MD_PARALLEL_MIN);
    double one = fastest();
    sim.system.threads = 3;
    double three = fastest();
    TEST_ASSERT_EQUAL_MEMORY(&one, &three, sizeof one);
}

static void test_not_before_forces(void)
{
    double omega = 1.0;
    TEST_ASSERT_EQUAL(MD_ERR_INTERNAL,
                      md_spectrum_fastest(&sim.dynamics, NULL, NULL, &omega, &error));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, omega);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_diatomic);
    RUN_TEST(test_only_mobile_atoms_take_part);
    RUN_TEST(test_chain);
    RUN_TEST(test_lennard_jones_pair);
    RUN_TEST(test_pair_that_is_hardly_bound);
    RUN_TEST(test_atom_on_a_spring);
    RUN_TEST(test_crystal);
    RUN_TEST(test_metal);
    RUN_TEST(test_plane);
    RUN_TEST(test_forces_of_the_caller);
    RUN_TEST(test_nothing_is_changed);
    RUN_TEST(test_random_forces_are_left_alone);
    RUN_TEST(test_any_number_of_threads);
    RUN_TEST(test_not_before_forces);
    return UNITY_END();
}
