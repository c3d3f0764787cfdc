/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every registered external potential: forces against derivatives of the energy in 1,000 strained
 * configurations, the two faces against each other, the virial of those that have one against
 * changes of the volume, the bound on the curvature against the Hessian's eigenvalues, and bounds
 * along ways against the force.  A potential without an entry in the table below fails.
 */
#include "../trial.h"

#include "base/memory.h"
#include "term/external.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

#define ATOMS          24
#define CONFIGURATIONS 1000
#define EDGE           6.0

/* Where a potential has a kink, or changes too fast for differences. */
struct kinks {
    struct {
        int axis; /* 0 .. 2 */
        int side; /* +1: a wall below the atoms, -1: above; 0: none */
        double cutoff;
    } wall[2];
    double center[3], radius; /* of a sphere; of a cylinder along `axis` when that is not -1 */
    double least;             /* distance to keep from the centre */
    int axis;
};

/* Words of the fix; a % stands for the next of the positions, which are shares of the box's edge
 * along the axis in the same place of `along`. */
struct sample {
    const char *name, *words;
    double position[3];
    const char *along;
    struct kinks kinks;
};

#define LO_HI(cut)                                                                                 \
    {                                                                                              \
        .wall = {{0, 1, cut}, {1, -1, cut}}, .axis = -1                                            \
    }

static const struct sample samples[] = {
    {"addforce", "0.7 -1.3 0.4", {0}, "", {.axis = -1}},
    {"central/kepler",
     "2.5 center 1.9 2.2 2.5",
     {0},
     "",
     {.center = {1.9, 2.2, 2.5}, .least = 0.7, .axis = -1}},
    {"central/kepler", "-1.5", {0}, "", {.least = 0.7, .axis = -1}},
    {"central/poly", "0.3 1 -0.2 0.05 center 1 2 3", {0}, "", {.axis = -1}},
    {"gravity", "1.7 vector 1 2 -0.5", {0}, "", {.axis = -1}},
    {"gravity", "0.9 chute 24", {0}, "", {.axis = -1}},
    {"indent",
     "10 sphere 3 2.5 3.5 2.2 units box",
     {0},
     "",
     {.center = {3.0, 2.5, 3.5}, .radius = 2.2, .least = 0.3, .axis = -1}},
    {"indent",
     "10 sphere 3 2.5 3.5 1.2 side in units box",
     {0},
     "",
     {.center = {3.0, 2.5, 3.5}, .radius = 1.2, .least = 0.3, .axis = -1}},
    {"indent",
     "7 cylinder y 3 2.5 2.0 units box",
     {0},
     "",
     {.center = {3.0, 0.0, 2.5}, .radius = 2.0, .least = 0.3, .axis = 1}},
    {"indent", "5 plane x 2.5 lo units box", {0}, "", {.wall = {{0, 1, 2.5}}, .axis = -1}},
    {"indent", "5 plane z 2.5 hi units box", {0}, "", {.wall = {{2, 1, 2.5}}, .axis = -1}},
    {"spring/self", "3.5", {0}, "", {.axis = -1}},
    {"spring/self", "3.5 xz", {0}, "", {.axis = -1}},
    {"wall/harmonic",
     "xlo % 3 1 2.5 yhi % 4 1 2.5 units box pbc yes",
     {0.0, 1.0},
     "xy",
     LO_HI(2.5)},
    {"wall/lj1043",
     "xlo % 0.3 1.1 2.4 yhi % 0.2 0.9 2.4 units box pbc yes",
     {0.0, 1.0},
     "xy",
     LO_HI(2.4)},
    {"wall/lj126",
     "xlo % 1 0.9 2.2 yhi % 0.7 1 2.2 units box pbc yes",
     {0.0, 1.0},
     "xy",
     LO_HI(2.2)},
    {"wall/lj93",
     "xlo % 1 1.1 2.4 yhi % 0.8 0.9 2.4 units box pbc yes",
     {0.0, 1.0},
     "xy",
     LO_HI(2.4)},
    {"wall/morse",
     "xlo % 2 1.7 1.1 2.4 yhi % 1.5 2.1 0.9 2.4 units box pbc yes",
     {0.0, 1.0},
     "xy",
     LO_HI(2.4)},
};

#define SAMPLES (sizeof samples / sizeof samples[0])

static struct md_system sys;
static struct md_error error;
static const struct md_potential *type;
static struct md_external *external;
static struct md_tally_sums tally_sums;
static struct md_tally tally;
static md_vec3 f[ATOMS];
static uint64_t seed;

static double uniform(double lo, double hi)
{
    return trial_number(&seed, lo, hi);
}

static void forget(void)
{
    if (external) {
        external->type->destroy(external);
        md_memory_free(external);
    }
    external = NULL;
}

void setUp(void)
{
    double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {EDGE, EDGE, EDGE};
    md_system_init(&sys);
    md_error_clear(&error);
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&sys, 2, lo, hi, &error));
    for (int k = 0; k < ATOMS; k++)
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1 + k % 2, 0, lo, &error));
    md_atoms_number(&sys.atoms);
    sys.mass[1] = 1.0;
    sys.mass[2] = 2.5;
}

void tearDown(void)
{
    forget();
    md_system_free(&sys);
}

/* ------------------------------------------------------------------ a system and its potential */

/* The words with the positions filled in, in the present box. */
static void fill(const struct sample *sample, char *text, size_t size)
{
    size_t used = 0;
    int next = 0;
    for (const char *c = sample->words; *c; c++) {
        int axis = sample->along[next] - 'x';
        int n = *c == '%' ? snprintf(text + used, size - used, "%.17g",
                                     sample->position[next++] * sys.box.hi[axis])
                          : snprintf(text + used, size - used, "%c", *c);
        used += (size_t)n;
    }
}

static void make(const struct sample *sample)
{
    char text[256], copy[256];
    struct md_word list[32];
    fill(sample, text, sizeof text);
    struct md_args args = trial_words(text, copy, sizeof copy, list);
    forget();
    type = md_external_find(sample->name);
    TEST_ASSERT_NOT_NULL_MESSAGE(type, sample->name);
    external = md_memory_array(1, type->style.state_size);
    external->type = type;
    external->group = md_group_bit(0);
    external->energy = external->virial = true;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->create(external, &sys, &args, &error), error.text);
}

static bool near_kink(const struct kinks *kinks, const double x[3], double width)
{
    for (int w = 0; w < 2; w++) {
        int axis = kinks->wall[w].axis, side = kinks->wall[w].side;
        double d = side > 0 ? x[axis] : sys.box.hi[axis] - x[axis];
        if (side != 0 && (d < 0.55 || fabs(d - kinks->wall[w].cutoff) < width))
            return true;
    }
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = x[k] - kinks->center[k];
        if (k == kinks->axis)
            continue;
        if (kinks->radius > 0.0) /* an indenter: the nearest image, which changes half way */
            d -= sys.box.length[k] * nearbyint(d / sys.box.length[k]);
        if (kinks->radius > 0.0 && fabs(fabs(d) - 0.5 * sys.box.length[k]) < width)
            return true;
        square += d * d;
    }
    return sqrt(square) < kinks->least || fabs(sqrt(square) - kinks->radius) < width;
}

/* Atoms anywhere in a box strained differently along each axis, but for kinks; some have crossed
 * it. */
static void shake(const struct sample *sample)
{
    for (int d = 0; d < 3; d++)
        sys.box.hi[d] = EDGE * uniform(0.95, 1.1);
    md_box_refresh(&sys.box);
    for (int i = 0; i < ATOMS; i++) {
        do {
            for (int d = 0; d < 3; d++)
                sys.atoms.x[i][d] = uniform(0.02, 0.98) * sys.box.hi[d];
        } while (near_kink(&sample->kinks, sys.atoms.x[i], 2e-3));
        for (int d = 0; d < 3; d++)
            sys.atoms.image[i][d] = sample->kinks.least > 0.5 ? 0 : (int)uniform(0.0, 2.999) - 1;
    }
}

/* Forces into f, energy and virial into the tally. */
static double sum(void)
{
    memset(f, 0, sizeof f);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->reserve(external, NULL, 1, &error), error.text);
    type->sum(external, &sys, NULL, (struct md_share){.end = ATOMS}, f, &tally_sums);
    md_tally_take(&tally_sums, &tally);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->judge(external, &sys, NULL, &error), error.text);
    return tally.energy[MD_PART_EXTERNAL];
}

static void start(const struct sample *sample)
{
    shake(sample);
    make(sample);
    /* Springs begin where they are at rest. */
    double box[3];
    memcpy(box, sys.box.hi, sizeof box);
    if (strcmp(sample->name, "spring/self") == 0)
        shake(sample);
    memcpy(sys.box.hi, box, sizeof box);
    md_box_refresh(&sys.box);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->prepare(external, &sys, &error), error.text);
    sum();
}

static double largest_force(void)
{
    return trial_largest((const double(*)[3])f, ATOMS);
}

/* ------------------------------------------------------------------ the tests */

static void test_every_style_has_an_entry(void)
{
    for (int i = 0; md_external_at(i); i++) {
        bool found = false;
        for (size_t s = 0; s < SAMPLES; s++)
            found = found || strcmp(samples[s].name, md_external_at(i)->style.name) == 0;
        TEST_ASSERT_TRUE_MESSAGE(found, md_external_at(i)->style.name);
    }
}

/* The worst | F.u + dE/du | over the largest force, u a random direction of a random atom. */
static double worst_derivative(const struct sample *sample, int configurations)
{
    const double h = 2e-4;
    double worst = 0.0;
    for (int c = 0, tried = 0; c < configurations; tried++) {
        start(sample);
        TEST_ASSERT_TRUE_MESSAGE(tried < 2 * configurations, sample->name);
        if (largest_force() == 0.0)
            continue; /* no atom is within an indenter */
        c++;
        int i = (int)uniform(0.0, ATOMS);
        double u[3], x[3], value[4], along = 0.0, largest = largest_force();
        for (int d = 0; d < 3; d++) {
            u[d] = uniform(-1.0, 1.0);
            along += u[d] * f[i][d];
        }
        memcpy(x, sys.atoms.x[i], sizeof x);
        for (int k = 0; k < 4; k++) {
            for (int d = 0; d < 3; d++)
                sys.atoms.x[i][d] = x[d] + trial_stencil[k] * h * u[d];
            value[k] = sum();
        }
        worst = fmax(worst, fabs(along + trial_difference(value, h)) / largest);
    }
    return worst;
}

static void test_forces_are_derivatives(void)
{
    seed = 201;
    for (size_t s = 0; s < SAMPLES; s++) {
        char text[128];
        double worst = worst_derivative(&samples[s], CONFIGURATIONS);
        snprintf(text, sizeof text, "%s %s: off by %g", samples[s].name, samples[s].words, worst);
        TEST_ASSERT_TRUE_MESSAGE(worst < 1e-8, text);
    }
}

static const struct md_potential *honest;

static void wrong_sum(void *state, const struct md_system *system,
                      const struct md_neighbors *neighbors, struct md_share share, md_vec3 *force,
                      struct md_tally_sums *to)
{
    honest->sum(state, system, neighbors, share, force, to);
    for (size_t i = share.begin; i < share.end; i++)
        for (int d = 0; d < 3; d++)
            force[i][d] = -force[i][d];
}

/* The planted defect: forces of the wrong sign. */
static void test_wrong_sign_is_caught(void)
{
    seed = 202;
    for (size_t s = 0; s < SAMPLES; s++) {
        const double h = 2e-4;
        double value[4], worst = 0.0;
        start(&samples[s]);
        honest = type;
        struct md_potential wrong = *type;
        wrong.sum = wrong_sum;
        type = &wrong;
        sum();
        double largest = largest_force();
        md_vec3 turned[ATOMS];
        memcpy(turned, f, sizeof f);
        for (int i = 0; i < ATOMS; i++)
            for (int d = 0; d < 3; d++) {
                double x = sys.atoms.x[i][d];
                for (int k = 0; k < 4; k++) {
                    sys.atoms.x[i][d] = x + trial_stencil[k] * h;
                    value[k] = sum();
                }
                sys.atoms.x[i][d] = x;
                worst = fmax(worst, fabs(turned[i][d] + trial_difference(value, h)) / largest);
            }
        type = honest;
        TEST_ASSERT_TRUE_MESSAGE(worst > 1.0, samples[s].words);
    }
}

/* One atom by itself, unwrapped. */
static struct md_element element_of(int i, double (*x)[3])
{
    md_box_unwrap(&sys.box, sys.atoms.x[i], sys.atoms.image[i], x[0]);
    return (struct md_element){
        .count = 1, .x = (const double(*)[3])x, .type = &sys.atoms.type[i], .id = &sys.atoms.id[i]};
}

static void test_two_faces_agree(void)
{
    seed = 203;
    for (size_t s = 0; s < SAMPLES; s++)
        for (int c = 0; c < 100; c++) {
            double total = 0.0, terms = 0.0;
            start(&samples[s]);
            double largest = largest_force();
            for (int i = 0; i < ATOMS; i++) {
                double x[1][3], g[1][3], e;
                struct md_element element = element_of(i, x);
                TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->one(external, &element, &e, g),
                                          samples[s].words);
                total += e;
                terms += fabs(e);
                for (int d = 0; d < 3; d++)
                    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13 * largest, f[i][d], g[0][d],
                                                      samples[s].words);
            }
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13 * terms, total, tally.energy[MD_PART_EXTERNAL],
                                              samples[s].words);
        }
}

/* Stretches the box, the atoms and (by its words) the potential along one axis. */
static double stretched(const struct sample *sample, int axis, double factor)
{
    double hi = sys.box.hi[axis], x[ATOMS];
    sys.box.hi[axis] = hi * factor;
    md_box_refresh(&sys.box);
    for (int i = 0; i < ATOMS; i++) {
        x[i] = sys.atoms.x[i][axis];
        sys.atoms.x[i][axis] = x[i] * factor;
    }
    make(sample);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->prepare(external, &sys, &error), error.text);
    double energy = sum();
    sys.box.hi[axis] = hi;
    md_box_refresh(&sys.box);
    for (int i = 0; i < ATOMS; i++)
        sys.atoms.x[i][axis] = x[i];
    return energy;
}

/* W_dd = -dE/de_dd for a strain e along each axis, of the potentials that say they have one. */
static void test_virial_is_derivative(void)
{
    const double h = 1e-4;
    int with = 0;
    seed = 204;
    for (size_t s = 0; s < SAMPLES; s++) {
        if ((md_external_find(samples[s].name)->can & MD_CAN_VIRIAL) == 0)
            continue;
        with++;
        for (int c = 0; c < 100; c++) {
            double virial[6], value[4], scale = 0.0;
            start(&samples[s]);
            memcpy(virial, tally.virial_part[MD_PART_EXTERNAL], sizeof virial);
            for (int d = 0; d < 3; d++)
                scale = fmax(scale, fabs(virial[d]));
            for (int d = 0; d < 3; d++) {
                for (int k = 0; k < 4; k++)
                    value[k] = stretched(&samples[s], d, 1.0 + trial_stencil[k] * h);
                TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7 * scale, -trial_difference(value, h),
                                                  virial[d], samples[s].words);
            }
        }
    }
    TEST_ASSERT_TRUE(with >= 4);
}

/* The largest absolute eigenvalue of atom i's Hessian. */
static double hessian(int i)
{
    const double h = 1e-4;
    double matrix[9], eigen[3], largest = 0.0;
    for (int d = 0; d < 3; d++) {
        double x = sys.atoms.x[i][d], value[3][4];
        for (int k = 0; k < 4; k++) {
            sys.atoms.x[i][d] = x + trial_stencil[k] * h;
            sum();
            for (int e = 0; e < 3; e++)
                value[e][k] = -f[i][e];
        }
        sys.atoms.x[i][d] = x;
        for (int e = 0; e < 3; e++)
            matrix[3 * e + d] = trial_difference(value[e], h);
    }
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < d; e++)
            matrix[3 * e + d] = matrix[3 * d + e] = 0.5 * (matrix[3 * e + d] + matrix[3 * d + e]);
    gsl_matrix_view view = gsl_matrix_view_array(matrix, 3, 3);
    gsl_vector_view values = gsl_vector_view_array(eigen, 3);
    gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(3);
    gsl_eigen_symm(&view.matrix, &values.vector, work);
    gsl_eigen_symm_free(work);
    for (int d = 0; d < 3; d++)
        largest = fmax(largest, fabs(eigen[d]));
    return largest;
}

/* Never below the curvature, and not more than three axes can make of it. */
static void test_stiffness_bounds_the_hessian(void)
{
    seed = 205;
    for (size_t s = 0; s < SAMPLES; s++)
        for (int c = 0; c < 200; c++) {
            double x[1][3];
            char text[128];
            start(&samples[s]);
            double scale = largest_force() + 1.0;
            int i = c % ATOMS;
            struct md_element element = element_of(i, x);
            double bound = type->stiffness(external, &element), found = hessian(i);
            snprintf(text, sizeof text, "%s: bound %g, found %g", samples[s].words, bound, found);
            TEST_ASSERT_TRUE_MESSAGE(bound >= found * (1.0 - 1e-7) - 1e-9 * scale, text);
            TEST_ASSERT_TRUE_MESSAGE(bound <= 3.0 * found * (1.0 + 1e-7) + 1e-7 * scale, text);
        }
}

/* ------------------------------------------------------------------ bounds along a way */

struct way {
    int atom;
    double v[3], time, bound[2];
};

static void at(const struct way *way, double t, double x[3], double r[3])
{
    md_box_unwrap(&sys.box, sys.atoms.x[way->atom], sys.atoms.image[way->atom], r);
    for (int d = 0; d < 3; d++) {
        x[d] = sys.atoms.x[way->atom][d] + way->v[d] * t;
        r[d] += way->v[d] * t;
    }
}

/* dV/dt on the way. */
static double rate(const struct way *way, double t)
{
    struct md_external_sums sums = {0};
    double x[3], r[3], g[3] = {0.0, 0.0, 0.0};
    at(way, t, x, r);
    struct md_external_atom atom = {x, r, NULL, sys.atoms.type[way->atom], sys.atoms.id[way->atom]};
    type->field(external, &sys.box, &atom, &sums, g);
    return -(g[0] * way->v[0] + g[1] * way->v[1] + g[2] * way->v[2]);
}

static void find_bounds(struct way *way, double time)
{
    double x[3], r[3];
    at(way, 0.0, x, r);
    struct md_external_atom atom = {x, r, NULL, sys.atoms.type[way->atom], sys.atoms.id[way->atom]};
    way->time = time;
    type->field_span(external, &sys.box, &atom, way->v, time, way->bound);
    TEST_ASSERT_TRUE_MESSAGE(way->bound[0] <= way->bound[1], type->style.name);
}

/* Whether the force jumps on the way, at the cutoff of a wall. */
static bool jumps(const struct sample *sample, const struct way *way)
{
    for (int w = 0; w < 2 && !md_potential_smooth(type, external); w++) {
        int axis = sample->kinks.wall[w].axis, side = sample->kinks.wall[w].side;
        double x = sys.atoms.x[way->atom][axis], y = x + way->v[axis] * way->time;
        double edge = side > 0 ? 0.0 : sys.box.hi[axis], cutoff = sample->kinks.wall[w].cutoff;
        if (side != 0 && (fabs(x - edge) < cutoff) != (fabs(y - edge) < cutoff))
            return true;
    }
    return false;
}

/* How many secants of dV/dt are not between the bounds made narrower by a share of their distance:
 * what is true of all d2V/dt2 is true of their averages. */
static int count_outside(const struct way *way, double shrink)
{
    int outside = 0;
    for (int k = 0; k < 8; k++) {
        double from = way->time * k / 8.0, till = way->time * (k + 1) / 8.0;
        double a = rate(way, from), b = rate(way, till), step = till - from;
        double noise = 1e-14 * (fabs(a) + fabs(b) + 10.0) / step;
        outside +=
            !trial_within((b - a) / step, way->bound[0] - noise, way->bound[1] + noise, shrink);
    }
    return outside;
}

static void draw_way(struct way *way)
{
    way->atom = (int)uniform(0.0, ATOMS);
    for (int d = 0; d < 3; d++)
        way->v[d] = uniform(-1.0, 1.0);
}

static void test_spans_hold(void)
{
    seed = 206;
    for (size_t s = 0; s < SAMPLES; s++) {
        int narrow = 0, finite = 0;
        for (int c = 0; c < CONFIGURATIONS; c++) {
            struct way way;
            if (c % 10 == 0)
                start(&samples[s]);
            draw_way(&way);
            find_bounds(&way, pow(10.0, uniform(-6.0, 0.0)));
            if (jumps(&samples[s], &way))
                continue;
            TEST_ASSERT_EQUAL_MESSAGE(0, count_outside(&way, 0.0), samples[s].words);
            narrow += count_outside(&way, 0.2); /* the planted defect */
            finite += isfinite(way.bound[0]) && isfinite(way.bound[1]);
        }
        bool constant = !strcmp(samples[s].name, "addforce") ||
                        !strcmp(samples[s].name, "gravity") ||
                        !strcmp(samples[s].name, "spring/self");
        TEST_ASSERT_TRUE_MESSAGE(constant || narrow > 0, samples[s].words);
        TEST_ASSERT_TRUE_MESSAGE(finite > CONFIGURATIONS / 2, samples[s].words);
    }
}

/* Ways ten times shorter have bounds at least five times narrower, but where both are narrow. */
static void test_spans_become_narrow(void)
{
    seed = 207;
    for (size_t s = 0; s < SAMPLES; s++)
        for (int c = 0; c < 200; c++) {
            struct way wide, narrow;
            if (c % 10 == 0)
                start(&samples[s]);
            draw_way(&wide);
            narrow = wide;
            find_bounds(&wide, 1e-3);
            find_bounds(&narrow, 1e-4);
            double scale = 1.0 + fabs(wide.bound[0]) + fabs(wide.bound[1]);
            TEST_ASSERT_TRUE_MESSAGE(narrow.bound[1] - narrow.bound[0] <=
                                         (wide.bound[1] - wide.bound[0]) / 5.0 + 1e-5 * scale,
                                     samples[s].words);
        }
}

/* All of them have bounds, but for those that follow variables. */
static void test_who_has_spans(void)
{
    for (size_t s = 0; s < SAMPLES; s++) {
        start(&samples[s]);
        TEST_ASSERT_TRUE_MESSAGE(md_potential_can(type, external) & MD_CAN_SPAN, samples[s].name);
        external->drives = 1;
        TEST_ASSERT_FALSE_MESSAGE(md_potential_can(type, external) & MD_CAN_SPAN, samples[s].name);
        external->drives = 0;
        bool jump = !strncmp(samples[s].name, "wall/", 5) && /* they all have, but for springs */
                    strcmp(samples[s].name, "wall/harmonic") != 0;
        TEST_ASSERT_EQUAL_MESSAGE(!jump, md_potential_smooth(type, external), samples[s].name);
    }
}

/* Behind a wall nothing is known. */
static void test_no_bound_behind_a_wall(void)
{
    struct way way = {.v = {-1.0, 0.0, 0.0}};
    seed = 208;
    for (size_t s = 0; s < SAMPLES; s++)
        if (strncmp(samples[s].name, "wall/", 5) == 0) {
            start(&samples[s]);
            find_bounds(&way, 1.1 * sys.atoms.x[0][0]);
            TEST_ASSERT_TRUE(isinf(way.bound[1]));
        }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_style_has_an_entry);
    RUN_TEST(test_forces_are_derivatives);
    RUN_TEST(test_wrong_sign_is_caught);
    RUN_TEST(test_two_faces_agree);
    RUN_TEST(test_virial_is_derivative);
    RUN_TEST(test_stiffness_bounds_the_hessian);
    RUN_TEST(test_spans_hold);
    RUN_TEST(test_spans_become_narrow);
    RUN_TEST(test_who_has_spans);
    RUN_TEST(test_no_bound_behind_a_wall);
    return UNITY_END();
}
