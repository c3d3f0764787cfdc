/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every registered pair style, by the registry: forces against derivatives of the energy in 1,000
 * strained configurations, the two faces against each other, virial against changes of the box,
 * curvature against derivatives of the force, bounds over ranges of distance, the claim of a smooth
 * cutoff, bits with and without tally, instruction sets, single pairs, and coefficients written and
 * read again.  A style without an entry in the table below fails.
 */
#include "../trial.h"

#include "base/memory.h"
#include "force/forces.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATOMS          27
#define CONFIGURATIONS 1000

struct sample {
    const char *name, *settings;
    const char *coeff[3];
    const char *modify;
    double kink[4]; /* distances, besides cutoffs, where some derivative jumps */
    /* How far forces may be from derivatives where a style claims no more (MD_TABULATED), of the
     * largest force; STEPS: not even nearly, the energy has steps. */
    double rough;
};

#define STEPS 1.0

static const struct sample samples[] = {
    {"born",
     "2.0",
     {"1 1 1 0.15 1 0.9 0.1", "1 2 0.6 0.17 1.1 0.4 0.2 1.7", "2 2 0.8 0.2 0.9 0 0.5"},
     "shift yes",
     {0},
     0.0},
    {"buck",
     "2.0",
     {"1 1 900 0.15 0.3", "1 2 500 0.17 0.2 1.7", "2 2 300 0.2 0"},
     "shift no",
     {0},
     0.0},
    {"gauss", "2.0", {"1 1 10 0.9", "2 2 -4 1.7 1.8"}, "shift yes", {0}, 0.0},
    {"harmonic/cut", "", {"1 1 10 1.4", "2 2 7 1.7"}, "shift no", {0}, 0.0},
    {"lj/cubic",
     "",
     {"1 1 1 1", "2 2 0.7 1.1"},
     "mix geometric",
     {1.24445506, 1.36890057, 1.30519596},
     0.0},
    {"lj/cut", "2.0", {"1 1 1 1", "2 2 0.7 1.1 1.8"}, "shift yes", {0}, 0.0},
    {"lj/expand", "1.9", {"1 1 1 0.9 0.1", "2 2 0.7 1.1 -0.1 2.1"}, "shift yes", {0}, 0.0},
    {"lj/smooth",
     "1.5 2.0",
     {"1 1 1 1", "1 2 0.8 1.05 1.4 1.9", "2 2 0.7 1.1 1.3 2.1"},
     "shift yes",
     {1.5, 1.4, 1.3},
     0.0},
    {"lj/smooth/linear", "2.0", {"1 1 1 1", "2 2 0.7 1.1 1.8"}, "mix arithmetic", {0}, 0.0},
    {"mie/cut", "2.0", {"1 1 1 1 14 7", "2 2 0.7 1.1 10.5 6.2 1.8"}, "shift yes", {0}, 0.0},
    {"morse",
     "2.0",
     {"1 1 1 4.5 1.1", "1 2 0.8 5 1.2 1.8", "2 2 1.3 3.7 1.05"},
     "shift no",
     {0},
     0.0},
    {"soft", "1.5", {"1 1 10", "2 2 30 1.8"}, "mix arithmetic", {0}, 0.0},
    {"table",
     "spline 4000",
     {"1 1 @ LONG", "1 2 @ SHORT 1.7", "2 2 @ SHORT"},
     "mix geometric",
     {0},
     1e-5},
    {"table",
     "linear 4000",
     {"1 1 @ LONG", "1 2 @ SHORT 1.7", "2 2 @ SHORT"},
     "tail no",
     {0},
     STEPS},
    {"table",
     "lookup 900",
     {"1 1 @ LONG", "1 2 @ SHORT 1.7", "2 2 @ SHORT"},
     "tail no",
     {0},
     STEPS},
    {"yukawa", "1.7 2.0", {"1 1 10", "2 2 3 1.8"}, "shift yes", {0}, 0.0},
    {"zbl", "1.2 2.0", {"1 1 1.5 1.5", "2 2 3 3"}, "mix geometric", {1.2}, 0.0},
    {"zero", "1.5", {"* *"}, "mix geometric", {0}, 0.0},
    {"hard", "", {"1 1 1.5", "2 2 1.7"}, "mix arithmetic", {0}, 0.0},
};

/* Styles that have no forces at all. */
static bool forceless(const char *name)
{
    return strcmp(name, "zero") == 0 || strcmp(name, "hard") == 0;
}

#define SAMPLES (sizeof samples / sizeof samples[0])

static struct md_system system_;
static struct md_forces forces;
static struct md_error error;
static uint64_t seed;

static double uniform(double lo, double hi)
{
    return trial_number(&seed, lo, hi);
}

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

/* ------------------------------------------------------------------ a system and its potential */

/* Where tables are: written by write_tables, '@' in coefficients. */
static char tables[64];

static void write_section(FILE *file, const char *keyword, double hi, int rows)
{
    fprintf(file, "\n%s\nN %d R 0.4 %.17g\n\n", keyword, rows, hi);
    for (int k = 0; k < rows; k++) {
        double r = 0.4 + (hi - 0.4) * k / (rows - 1), e = exp(-3.0 * r);
        fprintf(file, "%d %.17g %.17g %.17g\n", k + 1, r, 20.0 * e, 60.0 * e);
    }
}

static bool write_tables(void)
{
    snprintf(tables, sizeof tables, "/tmp/avimd-test-table-XXXXXX");
    int descriptor = mkstemp(tables);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file)
        return false;
    write_section(file, "LONG", 2.0, 500);
    write_section(file, "SHORT", 1.8, 700);
    return fclose(file) == 0;
}

static void tell(enum md_status (*hook)(void *, const struct md_system *, const struct md_args *,
                                        struct md_error *),
                 const char *text)
{
    char copy[256];
    struct md_word list[16];
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    for (int k = 0; k < args.count; k++)
        if (strcmp(list[k].text, "@") == 0)
            list[k].text = tables;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, hook(forces.pair.state, &system_, &args, &error), error.text);
}

static void use(const struct sample *sample, enum md_isa isa)
{
    md_forces_drop_pair(&forces);
    forces.pair.type = md_potential_find_for(sample->name, isa);
    TEST_ASSERT_NOT_NULL_MESSAGE(forces.pair.type, sample->name);
    forces.pair.state = md_memory_array(1, forces.pair.type->style.state_size);
    forces.pair.name = sample->name;
    forces.neighbors.isa = isa;
    tell(forces.pair.type->create, sample->settings);
}

static void modify(const char *text)
{
    char copy[64];
    struct md_word list[8];
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, forces.pair.type->modify(forces.pair.state, &args, &error),
                              error.text);
}

static void coefficients(const struct sample *sample)
{
    for (int k = 0; k < 3 && sample->coeff[k]; k++)
        tell(forces.pair.type->coeff, sample->coeff[k]);
    modify(sample->modify);
}

/* 27 atoms of two types, jiggled, in a box strained differently along each axis. */
static void shake(void)
{
    for (int d = 0; d < 3; d++)
        system_.box.hi[d] = 3.0 * uniform(1.05, 1.25);
    md_box_refresh(&system_.box);
    for (int k = 0; k < ATOMS; k++) {
        int c[3] = {k % 3, k / 3 % 3, k / 9};
        for (int d = 0; d < 3; d++)
            system_.atoms.x[k][d] = (c[d] + 0.5 + uniform(-0.12, 0.12)) * system_.box.hi[d] / 3.0;
    }
}

static void begin(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_forces_begin(&forces, &system_, &error), error.text);
}

static void start(const struct sample *sample, enum md_isa isa, uint64_t first)
{
    double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {3.3, 3.3, 3.3};
    tearDown();
    setUp();
    seed = first;
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&system_, 2, lo, hi, &error));
    for (int k = 0; k < ATOMS; k++)
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system_.atoms, 1 + k % 2, 0, lo, &error));
    md_atoms_number(&system_.atoms);
    system_.mass[1] = system_.mass[2] = 1.0;
    forces.neighbors.rules.sort_every = 0;
    use(sample, isa);
    coefficients(sample);
    shake();
    begin();
}

/* Energy at the present positions with the present list. */
static double energy(void)
{
    md_neighbors_refresh(&forces.neighbors, &system_);
    TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&forces, &system_, true, &error));
    return forces.tally.energy[MD_PART_PAIR];
}

/* Whether a pair of these types is within `width` of a distance where the formula has a kink. */
static bool near_kink(const struct sample *sample, double r, int a, int b, double width)
{
    bool near = fabs(r - forces.pair.type->cutoff(forces.pair.state, a, b)) < width;
    for (int k = 0; k < 4; k++)
        near = near || fabs(r - sample->kink[k]) < width;
    return near;
}

static double distance(size_t i, size_t site)
{
    const double *x = system_.atoms.x[i], *y = forces.neighbors.site + 4 * site;
    return sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                (x[2] - y[2]) * (x[2] - y[2]));
}

static bool atom_near_kink(const struct sample *sample, size_t i, double width)
{
    const struct md_neighbors *list = &forces.neighbors;
    for (size_t s = 0; s < list->atoms + list->ghosts; s++)
        if (s != i && near_kink(sample, distance(i, s), system_.atoms.type[i],
                                system_.atoms.type[list->owner[s]], width))
            return true;
    return false;
}

static double largest_force(void)
{
    return trial_largest((const double(*)[3])system_.atoms.f, ATOMS);
}

/* ------------------------------------------------------------------ the tests */

static void test_every_style_has_an_entry(void)
{
    int pairs = 0;
    for (int i = 0; md_potential_name(i); i++) {
        const struct md_potential *type = md_potential_find(md_potential_name(i));
        bool found = type->kind != MD_KIND_PAIR;
        for (size_t k = 0; k < SAMPLES; k++)
            found = found || strcmp(samples[k].name, type->style.name) == 0;
        TEST_ASSERT_TRUE_MESSAGE(found, type->style.name);
        pairs += type->kind == MD_KIND_PAIR;
    }
    size_t names = 0;
    for (size_t k = 0; k < SAMPLES; k++) {
        const struct md_potential *type = md_potential_find(samples[k].name);
        names += k == 0 || strcmp(samples[k].name, samples[k - 1].name) != 0;
        TEST_ASSERT_EQUAL_MESSAGE(samples[k].rough > 0.0, (type->can & MD_TABULATED) != 0,
                                  samples[k].name);
    }
    TEST_ASSERT_EQUAL(names, pairs);
    TEST_ASSERT_EQUAL_PTR(md_potential_find("lj/smooth/linear"), md_potential_find("lj/sf"));
}

/* The worst of the configurations: | F.u + dE/du | over the largest force, u a random direction of
 * a random atom. */
static double worst_derivative(const struct sample *sample, int configurations)
{
    const double h = 2e-4;
    double worst = 0.0;
    int tried = 0;
    for (int c = 0; c < configurations; tried++) {
        shake();
        begin();
        size_t i = (size_t)uniform(0.0, ATOMS);
        double u[3], x[3], value[4], along = 0.0, largest = largest_force();
        TEST_ASSERT_TRUE(tried < 4 * configurations);
        if (atom_near_kink(sample, i, 5.0 * h))
            continue;
        c++;
        for (int d = 0; d < 3; d++) {
            u[d] = uniform(-1.0, 1.0);
            along += u[d] * system_.atoms.f[i][d];
        }
        memcpy(x, system_.atoms.x[i], sizeof x);
        for (int k = 0; k < 4; k++) {
            for (int d = 0; d < 3; d++)
                system_.atoms.x[i][d] = x[d] + trial_stencil[k] * h * u[d];
            value[k] = energy();
        }
        worst =
            fmax(worst, largest > 0.0 ? fabs(along + trial_difference(value, h)) / largest : 0.0);
    }
    return worst;
}

static void test_forces_are_derivatives(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        if (samples[s].rough == STEPS)
            continue;
        start(&samples[s], md_simd_best(), 101);
        double worst = worst_derivative(&samples[s], CONFIGURATIONS);
        char text[128];
        snprintf(text, sizeof text, "%s: off by %g", samples[s].name, worst);
        TEST_ASSERT_TRUE_MESSAGE(worst < fmax(1e-8, samples[s].rough), text);
    }
}

/* The planted defect: of every style, with one component of the force turned round. */
static const struct md_potential *honest;

static void wrong_sum(void *state, const struct md_system *system,
                      const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                      struct md_tally_sums *tally)
{
    honest->sum(state, system, neighbors, share, f, tally);
    for (size_t i = share.begin; i < share.end; i++)
        f[i][1] = -f[i][1];
}

static void test_wrong_sign_is_caught(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        if (forceless(samples[s].name))
            continue;
        start(&samples[s], md_simd_best(), 102);
        honest = forces.pair.type;
        struct md_potential wrong = *honest;
        wrong.sum = wrong_sum;
        forces.pair.type = &wrong;
        double worst = worst_derivative(&samples[s], 20);
        forces.pair.type = honest;
        TEST_ASSERT_TRUE_MESSAGE(worst > 1e-2, samples[s].name);
    }
}

/* Sums over all pairs and images with the other face; terms: sums of absolute values. */
struct sums {
    double f[ATOMS][3], force_terms, energy, energy_terms;
};

static void sum_of_ones(struct sums *sums)
{
    const struct md_neighbors *list = &forces.neighbors;
    *sums = (struct sums){0};
    for (size_t i = 0; i < ATOMS; i++) {
        double terms = 0.0;
        for (size_t s = 0; s < list->atoms + list->ghosts; s++) {
            double x[2][3], g[2][3], e;
            int type[2] = {system_.atoms.type[i], system_.atoms.type[list->owner[s]]};
            struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
            if (s == i)
                continue;
            memcpy(x[0], system_.atoms.x[i], sizeof x[0]);
            memcpy(x[1], list->site + 4 * s, sizeof x[1]);
            TEST_ASSERT_EQUAL(MD_OK, forces.pair.type->one(forces.pair.state, &element, &e, g));
            sums->energy += 0.5 * e;
            sums->energy_terms += 0.5 * fabs(e);
            for (int d = 0; d < 3; d++) {
                sums->f[i][d] += g[0][d];
                terms += fabs(g[0][d]);
                TEST_ASSERT_TRUE(g[1][d] == -g[0][d]);
            }
        }
        sums->force_terms = fmax(sums->force_terms, terms);
    }
}

static void test_two_faces_agree(void)
{
    for (size_t s = 0; s < SAMPLES; s++)
        for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
            if (!md_simd_has((enum md_isa)isa))
                continue;
            start(&samples[s], (enum md_isa)isa, 103);
            for (int c = 0; c < 10; c++) {
                struct sums sums;
                shake();
                begin();
                sum_of_ones(&sums);
                TEST_ASSERT_DOUBLE_WITHIN(1e-13 * sums.energy_terms, sums.energy,
                                          forces.tally.energy[MD_PART_PAIR]);
                for (int i = 0; i < ATOMS; i++)
                    for (int d = 0; d < 3; d++)
                        TEST_ASSERT_DOUBLE_WITHIN(1e-13 * sums.force_terms, sums.f[i][d],
                                                  system_.atoms.f[i][d]);
            }
        }
}

/* The faces for single pairs apart from any list.  `some` counts its arguments in whole vectors,
 * and some of each are out of reach. */
#define SINGLES (4 * MD_SOME)

struct singles {
    double r2[SINGLES], force[SINGLES], curvature[SINGLES], energy[SINGLES];
    int32_t row[SINGLES];
};

static void draw_singles(const struct sample *sample, struct singles *singles)
{
    for (int k = 0; k < SINGLES; k++) {
        int a = 1 + k % 2, b = 1 + k / 2 % 2;
        double r;
        do
            r = uniform(0.85, 2.4);
        while (near_kink(sample, r, a, b, 1e-3));
        singles->r2[k] = k == SINGLES - 1 ? 1e30 : r * r;
        singles->row[k] = a * 3 + b;
    }
}

/* -phi'/r and phi by `one`, phi'' by a difference of it. */
static void by_one(int a, int b, double r, double *force, double *energy)
{
    double x[2][3] = {{r, 0.0, 0.0}, {0.0}}, f[2][3];
    int type[2] = {a, b};
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
    TEST_ASSERT_EQUAL(MD_OK, forces.pair.type->one(forces.pair.state, &element, energy, f));
    *force = f[0][0] / r;
}

static double curvature_by_one(int a, int b, double r)
{
    const double h = 1e-4;
    double value[4], energy;
    for (int k = 0; k < 4; k++) {
        double at = r + trial_stencil[k] * h, force;
        by_one(a, b, at, &force, &energy);
        value[k] = -force * at;
    }
    return trial_difference(value, h);
}

/* Forces without the rest are the same bits, and those of `pull`. */
static void compare_forces(const struct sample *sample, const struct singles *singles)
{
    const struct md_potential *type = forces.pair.type;
    double force[SINGLES];
    type->some(forces.pair.state, SINGLES, singles->r2, singles->row, force, NULL, NULL);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(singles->force, force, sizeof force, sample->name);
    for (int k = 0; k < SINGLES && type->pull != NULL; k++) {
        double pull =
            type->pull(forces.pair.state, singles->row[k] / 3, singles->row[k] % 3, singles->r2[k]);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&pull, &force[k], sizeof pull, sample->name);
    }
}

static void compare_singles(const struct sample *sample, const struct singles *singles)
{
    const struct md_potential *type = forces.pair.type;
    for (int k = 0; k < SINGLES; k++) {
        double r2 = singles->r2[k], r = sqrt(r2), force, energy;
        int a = singles->row[k] / 3, b = singles->row[k] % 3;
        bool within = r < type->cutoff(forces.pair.state, a, b);
        by_one(a, b, r, &force, &energy);
        if (type->pull != NULL) {
            double pull = type->pull(forces.pair.state, a, b, r2);
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13 * fabs(force), force, pull, sample->name);
            TEST_ASSERT_TRUE_MESSAGE(within || pull == 0.0, sample->name);
        }
        if (type->some == NULL)
            continue;
        double scale = fabs(force) + fabs(energy) + 1.0;
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * scale, force, singles->force[k], sample->name);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * scale, energy, singles->energy[k], sample->name);
        double found = singles->curvature[k], bend = within ? curvature_by_one(a, b, r) : 0.0;
        TEST_ASSERT_TRUE_MESSAGE(within || found == 0.0, sample->name);
        if (sample->rough > 0.0)
            continue;
        scale += fabs(bend);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6 * scale, bend, found, sample->name);
    }
}

static void test_single_pairs_agree(void)
{
    int some = 0, pull = 0;
    for (size_t s = 0; s < SAMPLES; s++)
        for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
            if (!md_simd_has((enum md_isa)isa))
                continue;
            start(&samples[s], (enum md_isa)isa, 111);
            some += forces.pair.type->some != NULL;
            pull += forces.pair.type->pull != NULL;
            for (int c = 0; c < 20; c++) {
                struct singles singles = {0};
                draw_singles(&samples[s], &singles);
                if (forces.pair.type->some != NULL) {
                    forces.pair.type->some(forces.pair.state, SINGLES, singles.r2, singles.row,
                                           singles.force, singles.curvature, singles.energy);
                    compare_forces(&samples[s], &singles);
                }
                compare_singles(&samples[s], &singles);
            }
        }
    TEST_ASSERT_TRUE(some > 0 && pull > 0);
}

/* ------------------------------------------------------------------ bounds over a range */

#define INSIDE 8 /* points looked at between the ends */

struct spans {
    double near[SINGLES], far[SINGLES], force[2][SINGLES], curvature[2][SINGLES];
    int32_t row[SINGLES];
};

static bool can_span(void)
{
    return (md_potential_can(forces.pair.type, forces.pair.state) & MD_CAN_SPAN) != 0;
}

static void find_spans(struct spans *spans)
{
    struct md_span to = {{spans->force[0], spans->force[1]},
                         {spans->curvature[0], spans->curvature[1]}};
    forces.pair.type->span(forces.pair.state, SINGLES, spans->near, spans->far, spans->row, &to);
}

/* Ranges from `least` on, of widths from 1e-6 to 1. */
static void draw_spans(struct spans *spans, double least)
{
    for (int k = 0; k < SINGLES; k++) {
        double r = uniform(least, 2.2), width = pow(10.0, uniform(-6.0, 0.0));
        spans->near[k] = r * r;
        spans->far[k] = (r + width) * (r + width);
        spans->row[k] = (1 + k % 2) * 3 + 1 + k / 2 % 2;
    }
}

/* How many of the values between the ends are not within the bounds made narrower by `shrink`. */
static int count_outside(const struct spans *spans, double shrink)
{
    int outside = 0;
    for (int point = 0; point <= INSIDE; point++) {
        struct singles at = {0};
        for (int k = 0; k < SINGLES; k++)
            at.r2[k] = spans->near[k] + (spans->far[k] - spans->near[k]) * point / INSIDE;
        forces.pair.type->some(forces.pair.state, SINGLES, at.r2, spans->row, at.force,
                               at.curvature, at.energy);
        for (int k = 0; k < SINGLES; k++) {
            outside += !trial_within(at.force[k], spans->force[0][k], spans->force[1][k], shrink);
            outside += !trial_within(at.curvature[k], spans->curvature[0][k],
                                     spans->curvature[1][k], shrink);
        }
    }
    return outside;
}

/* Every style bounds its derivatives; a table whose energy has kinks or steps has no second one. */
static void test_spans_hold(void)
{
    for (size_t s = 0; s < SAMPLES; s++)
        for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
            int narrow = 0;
            if (!md_simd_has((enum md_isa)isa))
                continue;
            start(&samples[s], (enum md_isa)isa, 112);
            TEST_ASSERT_EQUAL_MESSAGE(samples[s].rough != STEPS, can_span(), samples[s].name);
            for (int c = 0; c < 200 && can_span(); c++) {
                struct spans spans;
                draw_spans(&spans, 0.45);
                find_spans(&spans);
                TEST_ASSERT_EQUAL_MESSAGE(0, count_outside(&spans, 0.0), samples[s].name);
                narrow += count_outside(&spans, 1e-3);
            }
            /* The planted defect: bounds a little too narrow. */
            bool nothing = !can_span() || forceless(samples[s].name);
            TEST_ASSERT_TRUE_MESSAGE(nothing || narrow > 0, samples[s].name);
        }
}

/* Atoms that may meet: the bounds may be infinite, but are numbers and hold. */
static void test_spans_hold_at_no_distance(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        start(&samples[s], md_simd_best(), 113);
        for (int c = 0; c < 50 && can_span(); c++) {
            struct spans spans;
            struct singles at = {0};
            draw_spans(&spans, 0.0);
            for (int k = 0; k < SINGLES; k++) {
                spans.near[k] = k % 3 == 0 ? 0.0 : 1e-300;
                at.r2[k] = spans.far[k] * uniform(0.1, 1.0);
            }
            find_spans(&spans);
            forces.pair.type->some(forces.pair.state, SINGLES, at.r2, spans.row, at.force,
                                   at.curvature, at.energy);
            for (int k = 0; k < SINGLES; k++) {
                double *f[2] = {spans.force[0] + k, spans.force[1] + k};
                double *b[2] = {spans.curvature[0] + k, spans.curvature[1] + k};
                bool far = isfinite(at.curvature[k]) && isfinite(at.force[k]);
                TEST_ASSERT_TRUE_MESSAGE(*f[0] <= *f[1] && *b[0] <= *b[1], samples[s].name);
                TEST_ASSERT_TRUE_MESSAGE(!far || trial_within(at.force[k], *f[0], *f[1], 0.0),
                                         samples[s].name);
                TEST_ASSERT_TRUE_MESSAGE(!far || trial_within(at.curvature[k], *b[0], *b[1], 0.0),
                                         samples[s].name);
            }
        }
    }
}

/* The widest of the bounds from r to r + width, of force and curvature, in the size of both. */
static void widths(double r, double width, int a, int b, double wide[2])
{
    struct spans spans;
    for (int k = 0; k < SINGLES; k++) {
        spans.near[k] = r * r;
        spans.far[k] = (r + width) * (r + width);
        spans.row[k] = a * 3 + b;
    }
    find_spans(&spans);
    double f = fabs(spans.force[0][0]) + fabs(spans.force[1][0]);
    double c = fabs(spans.curvature[0][0]) + fabs(spans.curvature[1][0]);
    wide[0] = (spans.force[1][0] - spans.force[0][0]) / (f + c + 1e-300);
    wide[1] = (spans.curvature[1][0] - spans.curvature[0][0]) / (f + c + 1e-300);
}

/* Ranges ten times shorter have bounds at least five times narrower, down to rounding or to the
 * error of a table. */
static void test_spans_become_narrow(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        start(&samples[s], md_simd_best(), 114);
        for (int c = 0; c < 1000 && can_span(); c++) {
            int a = 1 + c % 2, b = 1 + c / 2 % 2;
            double r = uniform(0.5, 1.9), wide[2], narrow[2];
            if (near_kink(&samples[s], r, a, b, 2e-3))
                continue;
            widths(r, 1e-3, a, b, wide);
            widths(r, 1e-4, a, b, narrow);
            for (int k = 0; k < 2; k++)
                TEST_ASSERT_TRUE_MESSAGE(narrow[k] <=
                                             wide[k] / 5.0 + fmax(1e-12, 100.0 * samples[s].rough),
                                         samples[s].name);
        }
    }
}

/* Stretches box and atoms along one axis. */
static void stretch(int axis, double factor)
{
    system_.box.hi[axis] *= factor;
    md_box_refresh(&system_.box);
    for (size_t i = 0; i < ATOMS; i++)
        system_.atoms.x[i][axis] *= factor;
}

/* W_dd = -dE/de_dd for a strain e along each axis. */
static void test_virial_is_derivative(void)
{
    const double h = 5e-5;
    for (size_t s = 0; s < SAMPLES; s++) {
        if (samples[s].rough == STEPS)
            continue;
        start(&samples[s], md_simd_best(), 104);
        for (int c = 0, tried = 0; c < 10; tried++) {
            shake();
            begin();
            bool near = false;
            for (size_t i = 0; i < ATOMS; i++)
                near = near || atom_near_kink(&samples[s], i, 8.0 * h);
            TEST_ASSERT_TRUE(tried < 1000);
            if (near)
                continue;
            c++;
            double virial[3], value[4];
            memcpy(virial, forces.tally.virial, sizeof virial);
            double scale = fmax(fabs(virial[0]), fmax(fabs(virial[1]), fabs(virial[2])));
            for (int d = 0; d < 3; d++) {
                for (int k = 0; k < 4; k++) {
                    stretch(d, 1.0 + trial_stencil[k] * h);
                    value[k] = energy();
                    stretch(d, 1.0 / (1.0 + trial_stencil[k] * h));
                }
                TEST_ASSERT_DOUBLE_WITHIN(fmax(1e-7, samples[s].rough) * scale,
                                          -trial_difference(value, h), virial[d]);
            }
        }
    }
}

/* Energy and force along the line of a pair r apart. */
static double pair_force(double r, int a, int b, double *e, double *stiffness)
{
    double x[2][3] = {{0.0, 0.0, 0.0}, {r, 0.0, 0.0}}, f[2][3];
    int type[2] = {a, b};
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
    TEST_ASSERT_EQUAL(MD_OK, forces.pair.type->one(forces.pair.state, &element, e, f));
    *stiffness = forces.pair.type->stiffness(forces.pair.state, &element);
    return f[1][0];
}

static void test_stiffness_is_curvature(void)
{
    const double h = 1e-4;
    for (size_t s = 0; s < SAMPLES; s++) {
        if (samples[s].rough == STEPS)
            continue;
        start(&samples[s], md_simd_best(), 105);
        for (int c = 0; c < 2000; c++) {
            int a = 1 + c % 2, b = 1 + c / 2 % 2;
            double r = uniform(0.7, 2.3), value[4], e, stiffness, unused;
            if (near_kink(&samples[s], r, a, b, 3.0 * h))
                continue;
            for (int k = 0; k < 4; k++)
                value[k] = pair_force(r + trial_stencil[k] * h, a, b, &e, &unused);
            double force = pair_force(r, a, b, &e, &stiffness);
            double wanted = 2.0 * fmax(fabs(trial_difference(value, h)), fabs(force) / r);
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7 * (wanted + fabs(force)) + 1e-9, wanted,
                                              stiffness, samples[s].name);
        }
    }
}

/* Energy and force just inside the cutoff vanish if and only if the style says so. */
static void test_smooth_cutoff_is_true(void)
{
    for (size_t s = 0; s < SAMPLES; s++)
        for (int shift = 0; shift < 2; shift++) {
            if (forceless(samples[s].name) || (shift && samples[s].rough > 0.0))
                continue;
            start(&samples[s], md_simd_best(), 106);
            modify(shift ? "shift yes" : "shift no");
            begin();
            bool vanishes = true;
            for (int a = 1; a <= 2; a++)
                for (int b = a; b <= 2; b++) {
                    double rc = forces.pair.type->cutoff(forces.pair.state, a, b), e, unused;
                    double scale = fabs(pair_force(0.9, a, b, &e, &unused));
                    double f = pair_force(rc * (1.0 - 1e-8), a, b, &e, &unused);
                    vanishes = vanishes && fabs(f) < 1e-6 * scale && fabs(e) < 1e-6 * scale;
                }
            TEST_ASSERT_EQUAL_MESSAGE(vanishes,
                                      md_potential_smooth(forces.pair.type, forces.pair.state),
                                      samples[s].name);
        }
}

/* With two types and with one, whose loop is another. */
static void test_bits_do_not_depend_on_tally(void)
{
    for (size_t s = 0; s < SAMPLES; s++)
        for (int types = 1; types <= 2; types++)
            for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
                md_vec3 f[ATOMS];
                if (!md_simd_has((enum md_isa)isa))
                    continue;
                start(&samples[s], (enum md_isa)isa, 107);
                if (types == 1) {
                    for (size_t i = 0; i < ATOMS; i++)
                        system_.atoms.type[i] = 1;
                    system_.types = 1;
                    use(&samples[s], (enum md_isa)isa);
                    tell(forces.pair.type->coeff, samples[s].coeff[0]);
                    modify(samples[s].modify);
                    begin();
                }
                memcpy(f, system_.atoms.f, sizeof f);
                TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&forces, &system_, false, &error));
                TEST_ASSERT_EQUAL_MEMORY(f, system_.atoms.f, sizeof f);
            }
}

static void test_instruction_sets_agree(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        struct sums sums = {0};
        md_vec3 f[ATOMS];
        for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
            if (!md_simd_has((enum md_isa)isa))
                continue;
            start(&samples[s], (enum md_isa)isa, 108);
            if (isa == MD_ISA_BASE) {
                memcpy(f, system_.atoms.f, sizeof f);
                sum_of_ones(&sums);
            }
            for (int i = 0; i < ATOMS; i++)
                for (int d = 0; d < 3; d++)
                    TEST_ASSERT_DOUBLE_WITHIN(2e-13 * sums.force_terms, f[i][d],
                                              system_.atoms.f[i][d]);
        }
    }
}

/* What describe_all writes, pair_coeff reads; mixed pairs included. */
static void test_coefficients_survive_writing(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        char text[3][128], all[128];
        md_vec3 f[ATOMS];
        if (!md_potential_find(samples[s].name)->describe_all)
            continue; /* files do not come back from coefficients */
        start(&samples[s], md_simd_best(), 109);
        memcpy(f, system_.atoms.f, sizeof f);
        for (int k = 0; k < 3; k++) {
            int a = k < 2 ? 1 : 2, b = k < 1 ? 1 : 2;
            forces.pair.type->describe_all(forces.pair.state, a, b, all, sizeof all);
            snprintf(text[k], sizeof text[k], "%d %d %.120s", a, b, all);
        }
        use(&samples[s], md_simd_best());
        for (int k = 0; k < 3; k++)
            tell(forces.pair.type->coeff, text[k]);
        begin();
        for (int i = 0; i < ATOMS; i++)
            for (int d = 0; d < 3; d++)
                TEST_ASSERT_DOUBLE_WITHIN(1e-11 * (1.0 + largest_force()), f[i][d],
                                          system_.atoms.f[i][d]);
    }
}

/* Atoms at one place: finite for the styles that promise it, an error for others. */
static void test_atoms_at_one_place(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        const char *name = samples[s].name;
        bool promised = !strcmp(name, "soft") || !strcmp(name, "harmonic/cut") ||
                        !strcmp(name, "gauss") || forceless(name);
        start(&samples[s], md_simd_best(), 110);
        memcpy(system_.atoms.x[3], system_.atoms.x[7], sizeof(md_vec3));
        enum md_status status = md_forces_begin(&forces, &system_, &error);
        if (strcmp(name, "morse") != 0 && strcmp(name, "lj/expand") != 0)
            TEST_ASSERT_EQUAL_MESSAGE(promised ? MD_OK : MD_ERR_RUN, status, name);
    }
}

int main(void)
{
    if (!write_tables())
        return 1;
    UNITY_BEGIN();
    RUN_TEST(test_every_style_has_an_entry);
    RUN_TEST(test_forces_are_derivatives);
    RUN_TEST(test_wrong_sign_is_caught);
    RUN_TEST(test_two_faces_agree);
    RUN_TEST(test_single_pairs_agree);
    RUN_TEST(test_spans_hold);
    RUN_TEST(test_spans_hold_at_no_distance);
    RUN_TEST(test_spans_become_narrow);
    RUN_TEST(test_virial_is_derivative);
    RUN_TEST(test_stiffness_is_curvature);
    RUN_TEST(test_smooth_cutoff_is_true);
    RUN_TEST(test_bits_do_not_depend_on_tally);
    RUN_TEST(test_instruction_sets_agree);
    RUN_TEST(test_coefficients_survive_writing);
    RUN_TEST(test_atoms_at_one_place);
    remove(tables);
    return UNITY_END();
}
