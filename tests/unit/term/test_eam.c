/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The embedded-atom method on tables of cubic polynomials, which splines reproduce: energy against
 * the formula, forces against derivatives of the energy, the two faces against each other, virial
 * against a change of volume, the bound on curvature against the curvature; the same bits with any
 * number of threads and with or without tally; pair_coeff and its errors.
 */
#include "../eam_text.h"
#include "../trial.h"

#include "base/files.h"
#include "base/memory.h"
#include "force/forces.h"
#include "term/star/eam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

#define NRHO 400
#define NR   310 /* beyond the cutoff, so that the end of the table is never met */

static struct md_system system_;
static struct md_forces forces;
static struct md_error error;
static uint64_t seed;
static char folder[] = "eam-test-XXXXXX", path[5][64]; /* a.eam b.eam alloy fs alloy of one */

static const char *const names[] = {"eam", "eam/alloy", "eam/fs"};

static double uniform(void)
{
    return trial_number(&seed, 0.0, 1.0);
}

void setUp(void)
{
    md_system_init(&system_);
    md_forces_init(&forces);
    system_.units = md_units_find("metal");
    system_.threads = 1;
    md_error_clear(&error);
}

void tearDown(void)
{
    md_forces_free(&forces);
    md_system_free(&system_);
}

static void write_file(int k, struct eam_text text)
{
    snprintf(path[k], sizeof path[k], "%s/%d", folder, k);
    FILE *out = fopen(path[k], "w");
    TEST_ASSERT_EQUAL(text.size, fwrite(text.text, 1, text.size, out));
    fclose(out);
    free(text.text);
}

static void write_files(void)
{
    TEST_ASSERT_NOT_NULL(mkdtemp(folder));
    write_file(0, eam_text_make(MD_EAM_FUNCFL, 0, 1, NRHO, NR));
    write_file(1, eam_text_make(MD_EAM_FUNCFL, 1, 1, NRHO, NR));
    write_file(2, eam_text_make(MD_EAM_SETFL, 0, 2, NRHO, NR));
    write_file(3, eam_text_make(MD_EAM_FS, 0, 2, NRHO, NR));
    write_file(4, eam_text_make(MD_EAM_SETFL, 0, 1, NRHO, NR));
}

static void remove_files(void)
{
    for (int k = 0; k < 5; k++)
        unlink(path[k]);
    rmdir(folder);
}

/* ------------------------------------------------------------------ systems */

static enum md_status coeff(const char *a, const char *b, const char *file, const char *c,
                            const char *d)
{
    struct md_word words[5] = {
        {.text = a}, {.text = b}, {.text = file, .files = &md_files_any}, {.text = c}, {.text = d}};
    struct md_args args = {words, d ? 5 : c ? 4 : 3, {.text = "pair_coeff"}};
    return forces.pair.type->coeff(forces.pair.state, &system_, &args, &error);
}

static void style(enum md_eam_format format, int types, enum md_isa isa)
{
    struct md_args none = {NULL, 0, {.text = "pair_style"}};
    enum md_status status;
    forces.pair.type = md_potential_find_for(names[format], isa);
    TEST_ASSERT_NOT_NULL(forces.pair.type);
    forces.pair.state = md_memory_array(1, forces.pair.type->style.state_size);
    forces.pair.name = names[format];
    forces.neighbors.isa = isa;
    TEST_ASSERT_EQUAL(MD_OK, forces.pair.type->create(forces.pair.state, &system_, &none, &error));
    if (format == MD_EAM_FUNCFL) {
        status = coeff("1", "1", path[0], NULL, NULL);
        if (status == MD_OK && types == 2)
            status = coeff("2", "2", path[1], NULL, NULL);
    } else {
        status =
            coeff("*", "*", path[format == MD_EAM_SETFL ? 2 : 3], "A", types == 2 ? "B" : NULL);
    }
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, status, error.text);
}

static void lattice(int n, double spacing, double jiggle, int types)
{
    trial_lattice(&system_, &seed, n, spacing, jiggle, types, &error);
}

static void again(enum md_eam_format format, int types, enum md_isa isa, int n, double spacing)
{
    tearDown();
    setUp();
    lattice(n, spacing, 0.3, types);
    style(format, types, isa);
    forces.neighbors.rules.sort_every = 0; /* atoms keep their places */
}

static void begin(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_forces_begin(&forces, &system_, &error), error.text);
}

/* The energy with all atoms moved by s along u. */
static double energy_at(double (*x)[3], double (*u)[3], double s)
{
    bool rebuilt;
    for (size_t i = 0; i < system_.atoms.count; i++)
        for (int k = 0; k < 3; k++)
            system_.atoms.x[i][k] = x[i][k] + s * u[i][k];
    forces.neighbors.rules.check = false;
    TEST_ASSERT_EQUAL(MD_OK, md_forces_moved(&forces, &system_, &rebuilt, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&forces, &system_, true, &error));
    return forces.tally.energy[MD_PART_PAIR];
}

static double largest_force(void)
{
    return trial_largest((const double(*)[3])system_.atoms.f, system_.atoms.count);
}

/* ------------------------------------------------------------------ sum */

/* The formula itself, over all atoms and images. */
static double energy_by_formula(enum md_eam_format format)
{
    const struct md_neighbors *list = &forces.neighbors;
    double total = 0.0;
    for (size_t i = 0; i < list->atoms; i++) {
        double density = 0.0;
        int a = system_.atoms.type[i] - 1;
        for (size_t s = 0; s < list->atoms + list->ghosts; s++) {
            double r2 = 0.0;
            int b = system_.atoms.type[list->owner[s]] - 1;
            for (size_t k = 0; k < 3; k++)
                r2 += pow(list->site[4 * i + k] - list->site[4 * s + k], 2.0);
            if (s == i || r2 >= EAM_TEXT_CUTOFF * EAM_TEXT_CUTOFF)
                continue;
            density += eam_text_density(format, b, a, sqrt(r2));
            total += 0.5 * eam_text_pair(format, a, b, sqrt(r2)) / sqrt(r2);
        }
        total += eam_text_embed(a, density);
    }
    return total;
}

static void test_energy_is_the_formula(void)
{
    seed = 1;
    for (int format = 0; format < 3; format++)
        for (int types = 1; types <= 2; types++)
            for (int n = 1; n <= 4; n++) {
                again((enum md_eam_format)format, types, md_simd_best(), n, 1.9);
                begin();
                double wanted = energy_by_formula((enum md_eam_format)format);
                TEST_ASSERT_DOUBLE_WITHIN(1e-11 * (1.0 + fabs(wanted)), wanted,
                                          forces.tally.energy[MD_PART_PAIR]);
            }
}

/* Worst deviation of the force along a random direction from the derivative of the energy, in the
 * largest force. */
static double derivative_error(void)
{
    size_t n = system_.atoms.count;
    const double h = 1e-4;
    md_vec3 x[64], u[64];
    double along = 0.0;
    begin();
    memcpy(x, system_.atoms.x, n * sizeof *x);
    double largest = largest_force();
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            u[i][k] = 2.0 * uniform() - 1.0;
            along -= u[i][k] * system_.atoms.f[i][k];
        }
    double near = energy_at(x, u, h) - energy_at(x, u, -h);
    double far = energy_at(x, u, 2.0 * h) - energy_at(x, u, -2.0 * h);
    return fabs(along - (8.0 * near - far) / (12.0 * h)) / largest;
}

/* Whether some pair may cross the cutoff, where the force has a kink, in derivative_error. */
static bool near_cutoff(void)
{
    const struct md_neighbors *list = &forces.neighbors;
    for (size_t i = 0; i < list->atoms; i++)
        for (size_t s = 0; s < list->atoms + list->ghosts; s++) {
            double r2 = 0.0;
            for (size_t k = 0; k < 3; k++)
                r2 += pow(list->site[4 * i + k] - list->site[4 * s + k], 2.0);
            if (fabs(sqrt(r2) - EAM_TEXT_CUTOFF) < 7.5e-4)
                return true;
        }
    return false;
}

static void test_forces_are_derivatives(void)
{
    seed = 2;
    double worst = 0.0;
    int tried = 0;
    for (int round = 0; tried < 1000; round++) {
        enum md_isa isa = (enum md_isa)(round % MD_ISA_COUNT);
        again((enum md_eam_format)(round / 2 % 3), 1 + round % 2,
              md_simd_has(isa) ? isa : MD_ISA_BASE, 2 + round % 2, 1.7 + 0.3 * uniform());
        begin();
        if (near_cutoff())
            continue;
        worst = fmax(worst, derivative_error());
        tried++;
    }
    TEST_ASSERT_TRUE(worst < 1e-8);
}

static const struct md_potential *honest;

static void wrong_sum(void *state, const struct md_system *system,
                      const struct md_neighbors *neighbors, struct md_share share, md_vec3 *f,
                      struct md_tally_sums *tally)
{
    md_vec3 before[64];
    memcpy(before, f, system->atoms.count * sizeof *f);
    honest->sum(state, system, neighbors, share, f, tally);
    for (size_t i = share.begin; share.pass == 1 && i < share.end; i++)
        f[i][1] = 2.0 * before[i][1] - f[i][1];
}

/* The planted defect: the last pass with the wrong sign along y. */
static void test_wrong_sign_is_caught(void)
{
    seed = 3;
    again(MD_EAM_FS, 2, md_simd_best(), 3, 1.8);
    honest = forces.pair.type;
    struct md_potential wrong = *honest;
    wrong.sum = wrong_sum;
    forces.pair.type = &wrong;
    TEST_ASSERT_TRUE(derivative_error() > 1e-3);
    forces.pair.type = honest;
}

static void scale_system(double scale)
{
    for (int k = 0; k < 3; k++)
        system_.box.hi[k] *= scale;
    md_box_refresh(&system_.box);
    for (size_t i = 0; i < system_.atoms.count; i++)
        for (int k = 0; k < 3; k++)
            system_.atoms.x[i][k] *= scale;
}

/* The trace of the virial is -3 V dE/dV. */
static void test_virial_is_volume_derivative(void)
{
    static const double point[4] = {-2.0, -1.0, 1.0, 2.0};
    const double h = 1e-4;
    seed = 4;
    for (int format = 0; format < 3; format++)
        for (int types = 1; types <= 2; types++) {
            double e[4];
            again((enum md_eam_format)format, types, md_simd_best(), 3, 1.8);
            begin();
            double trace = forces.tally.virial[0] + forces.tally.virial[1] + forces.tally.virial[2];
            for (int k = 0; k < 4; k++) {
                scale_system(1.0 + h * point[k]);
                begin();
                e[k] = forces.tally.energy[MD_PART_PAIR];
                scale_system(1.0 / (1.0 + h * point[k]));
            }
            double slope = (8.0 * (e[2] - e[1]) - (e[3] - e[0])) / (12.0 * h);
            TEST_ASSERT_DOUBLE_WITHIN(1e-7 * fabs(trace), -slope, trace);
        }
}

/* Several blocks of atoms, one and two elements. */
static void test_bits_do_not_depend_on_threads_or_tally(void)
{
    seed = 5;
    for (int types = 1; types <= 2; types++) {
        again(MD_EAM_FS, types, md_simd_best(), 11, 2.1);
        size_t size = system_.atoms.count * sizeof(md_vec3);
        md_vec3 *f = malloc(size);
        struct md_tally tally = {0};
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
}

static void test_instruction_sets_agree(void)
{
    md_vec3 f[125];
    for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
        if (!md_simd_has((enum md_isa)isa))
            continue;
        seed = 6;
        again(MD_EAM_FS, 2, (enum md_isa)isa, 5, 1.8);
        begin();
        if (isa == MD_ISA_BASE)
            memcpy(f, system_.atoms.f, sizeof f);
        double largest = largest_force();
        for (int i = 0; i < 125; i++)
            for (int k = 0; k < 3; k++)
                TEST_ASSERT_DOUBLE_WITHIN(1e-12 * largest, f[i][k], system_.atoms.f[i][k]);
    }
}

/* ------------------------------------------------------------------ one */

static double virial_of(const double (*x)[3], double (*f)[3], int count, int a, int b)
{
    double sum = 0.0;
    for (int j = 0; j < count; j++)
        sum += x[j][a] * f[j][b];
    return sum;
}

static double largest_term; /* force of a single element */

/* Adds one element: its forces to the owners of its sites. */
static void add_element(struct md_element element, const int32_t *owner, double weight, md_vec3 *f,
                        double *energy, double *trace)
{
    double g[400][3], e;
    TEST_ASSERT_EQUAL(MD_OK, forces.pair.type->one(forces.pair.state, &element, &e, g));
    *energy += weight * e;
    for (int j = 0; j < element.count; j++)
        for (int k = 0; k < 3; k++) {
            f[owner[j]][k] += weight * g[j][k];
            largest_term = fmax(largest_term, fabs(g[j][k]));
        }
    for (int k = 0; k < 3; k++)
        *trace += weight * virial_of(element.x, g, element.count, k, k);
}

/* All pair terms and all embedding terms, one by one. */
static void sum_of_ones(md_vec3 *f, double *energy, double *trace)
{
    const struct md_neighbors *list = &forces.neighbors;
    memset(f, 0, list->atoms * sizeof *f);
    *energy = *trace = largest_term = 0.0;
    for (size_t i = 0; i < list->atoms; i++) {
        double x[400][3];
        int type[400], count = 1;
        int32_t owner[400];
        memcpy(x[0], list->site + 4 * i, sizeof x[0]);
        type[0] = system_.atoms.type[i];
        owner[0] = (int32_t)i;
        for (int32_t n = 0; n < list->number[i]; n++) {
            int32_t s = list->partner[i][n];
            if ((size_t)s == list->atoms + list->ghosts)
                continue;
            TEST_ASSERT_TRUE(count < 400);
            memcpy(x[count], list->site + 4 * (size_t)s, sizeof x[0]);
            owner[count] = list->owner[s];
            type[count++] = system_.atoms.type[list->owner[s]];
        }
        for (int j = 1; j < count; j++) {
            const double pair[2][3] = {{x[0][0], x[0][1], x[0][2]}, {x[j][0], x[j][1], x[j][2]}};
            const int pair_type[2] = {type[0], type[j]};
            const int32_t pair_owner[2] = {owner[0], owner[j]};
            add_element((struct md_element){2, pair, pair_type, MD_EAM_PAIR, NULL}, pair_owner, 0.5,
                        f, energy, trace);
        }
        add_element((struct md_element){count, (const double(*)[3])x, type, MD_EAM_EMBEDDING, NULL},
                    owner, 1.0, f, energy, trace);
    }
}

static void test_two_faces_agree(void)
{
    seed = 7;
    for (int isa = 0; isa < MD_ISA_COUNT; isa++)
        for (int format = 0; format < 3; format++)
            for (int types = 1; types <= 2 && md_simd_has((enum md_isa)isa); types++) {
                md_vec3 f[27];
                double energy, trace;
                again((enum md_eam_format)format, types, (enum md_isa)isa, 3, 1.8);
                begin();
                sum_of_ones(f, &energy, &trace);
                const double *virial = forces.tally.virial;
                TEST_ASSERT_DOUBLE_WITHIN(1e-13 * fabs(energy), energy,
                                          forces.tally.energy[MD_PART_PAIR]);
                TEST_ASSERT_DOUBLE_WITHIN(1e-13 * 27.0 * largest_term, trace,
                                          virial[0] + virial[1] + virial[2]);
                for (int i = 0; i < 27; i++)
                    for (int k = 0; k < 3; k++)
                        TEST_ASSERT_DOUBLE_WITHIN(1e-13 * largest_term, f[i][k],
                                                  system_.atoms.f[i][k]);
            }
}

/* The stars of all atoms, F + 1/2 sum phi, by the face that needs no list: forces against those of
 * the sum.  The count is filled up with partners out of reach. */
static void sum_of_stars(md_vec3 *f, double *energy)
{
    const struct md_neighbors *list = &forces.neighbors;
    memset(f, 0, list->atoms * sizeof *f);
    *energy = 0.0;
    for (size_t i = 0; i < list->atoms; i++) {
        double d[400][3], r2[400], force[400], curvature[400], scratch[800];
        int32_t row[400], owner[400];
        int columns = system_.types + 1, own = system_.atoms.type[i] * columns;
        size_t count = 0;
        for (int32_t n = 0; n < list->number[i]; n++) {
            size_t s = (size_t)list->partner[i][n];
            if (s == list->atoms + list->ghosts)
                continue;
            TEST_ASSERT_TRUE(count < 390);
            for (int k = 0; k < 3; k++)
                d[count][k] = list->site[4 * i + (size_t)k] - list->site[4 * s + (size_t)k];
            r2[count] =
                d[count][0] * d[count][0] + d[count][1] * d[count][1] + d[count][2] * d[count][2];
            owner[count] = list->owner[s];
            row[count] = own + system_.atoms.type[owner[count]];
            count++;
        }
        size_t full = (count + MD_SOME - 1) / MD_SOME * MD_SOME;
        for (size_t n = count; n < full; n++) {
            r2[n] = 1e30;
            row[n] = own + 1;
        }
        *energy += forces.pair.type->star(forces.pair.state, system_.atoms.type[i], full, r2, row,
                                          force, curvature, scratch);
        for (size_t n = 0; n < count; n++)
            for (int k = 0; k < 3; k++) {
                f[i][k] += force[n] * d[n][k];
                f[owner[n]][k] -= force[n] * d[n][k];
            }
    }
}

static void test_stars_agree(void)
{
    seed = 7;
    for (int isa = 0; isa < MD_ISA_COUNT; isa++)
        for (int format = 0; format < 3; format++)
            for (int types = 1; types <= 2 && md_simd_has((enum md_isa)isa); types++) {
                md_vec3 f[27];
                double energy, largest = 0.0;
                again((enum md_eam_format)format, types, (enum md_isa)isa, 3, 1.8);
                begin();
                TEST_ASSERT_NOT_NULL(forces.pair.type->star);
                sum_of_stars(f, &energy);
                for (int i = 0; i < 27; i++)
                    for (int k = 0; k < 3; k++)
                        largest = fmax(largest, fabs(system_.atoms.f[i][k]));
                TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(energy), energy,
                                          forces.tally.energy[MD_PART_PAIR]);
                for (int i = 0; i < 27; i++)
                    for (int k = 0; k < 3; k++)
                        TEST_ASSERT_DOUBLE_WITHIN(1e-11 * largest, f[i][k], system_.atoms.f[i][k]);
            }
}

/* ------------------------------------------------------------------ bounds along a way */

#define PETALS 400

/* An atom's partners, going by each other: distances d + w t. */
struct way {
    size_t count;
    int type;
    double d[PETALS][3], w[PETALS][3];
    int32_t row[PETALS];
};

static void draw_way(struct way *way, size_t i)
{
    const struct md_neighbors *list = &forces.neighbors;
    md_vec3 v[64];
    for (size_t k = 0; k < list->atoms; k++)
        for (int c = 0; c < 3; c++)
            v[k][c] = 2.0 * uniform() - 1.0;
    *way = (struct way){.type = system_.atoms.type[i]};
    for (int32_t n = 0; n < list->number[i]; n++) {
        size_t s = (size_t)list->partner[i][n];
        if (s == list->atoms + list->ghosts)
            continue;
        for (int c = 0; c < 3; c++) {
            way->d[way->count][c] = list->site[4 * i + (size_t)c] - list->site[4 * s + (size_t)c];
            way->w[way->count][c] = v[i][c] - v[list->owner[s]][c];
        }
        way->row[way->count++] =
            way->type * (system_.types + 1) + system_.atoms.type[list->owner[s]];
    }
    for (; way->count % MD_SOME != 0; way->count++) {
        way->d[way->count][0] = 1e15;
        way->row[way->count] = way->type * (system_.types + 1) + 1;
    }
    TEST_ASSERT_TRUE(way->count <= PETALS);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* dV/dt of the star at a time. */
static double rate_at(const struct way *way, double t)
{
    double r2[PETALS], force[PETALS], curvature[PETALS], scratch[2 * PETALS], sum = 0.0;
    double d[3];
    for (size_t n = 0; n < way->count; n++) {
        for (int c = 0; c < 3; c++)
            d[c] = way->d[n][c] + t * way->w[n][c];
        r2[n] = dot(d, d);
    }
    forces.pair.type->star(forces.pair.state, way->type, way->count, r2, way->row, force, curvature,
                           scratch);
    for (size_t n = 0; n < way->count; n++)
        sum -= force[n] * (dot(way->d[n], way->w[n]) + t * dot(way->w[n], way->w[n]));
    return sum;
}

/* r' only rises, r'' = |d x w|^2 / r^3. */
static void find_bounds(const struct way *way, double time, double bound[2])
{
    double square[2][PETALS], rate[2][PETALS], swing[2][PETALS], scratch[8 * PETALS];
    struct md_star_range range = {{square[0], square[1]}, {rate[0], rate[1]}, {swing[0], swing[1]}};
    for (size_t n = 0; n < way->count; n++) {
        double begin = dot(way->d[n], way->d[n]), along = dot(way->d[n], way->w[n]);
        double speed = dot(way->w[n], way->w[n]), later = along + speed * time;
        double end = begin + (along + later) * time;
        double turning = fmax(begin * speed - along * along, 0.0);
        square[0][n] = along < 0.0 && later > 0.0 ? turning / speed : fmin(begin, end);
        square[1][n] = fmax(begin, end);
        rate[0][n] = along / sqrt(begin);
        rate[1][n] = later / sqrt(end);
        swing[0][n] = turning / pow(square[1][n], 1.5);
        swing[1][n] = turning / pow(square[0][n], 1.5);
    }
    forces.pair.type->star_span(forces.pair.state, way->type, way->count, &range, way->row, scratch,
                                bound);
    TEST_ASSERT_TRUE(bound[0] <= bound[1] && isfinite(bound[0]) && isfinite(bound[1]));
}

/* How many secants of dV/dt are not between the bounds, made narrower by a share. */
static int count_outside(const struct way *way, double time, const double bound[2], double shrink)
{
    int outside = 0;
    for (int k = 0; k < 8; k++) {
        double a = rate_at(way, time * k / 8.0), b = rate_at(way, time * (k + 1) / 8.0);
        double noise = 1e-12 * (fabs(a) + fabs(b) + 10.0) / (time / 8.0);
        outside +=
            !trial_within((b - a) / (time / 8.0), bound[0] - noise, bound[1] + noise, shrink);
    }
    return outside;
}

static void test_spans_hold(void)
{
    static struct way way;
    int narrow = 0;
    seed = 8;
    for (int isa = 0; isa < MD_ISA_COUNT; isa++)
        for (int format = 0; format < 3; format++)
            for (int types = 1; types <= 2 && md_simd_has((enum md_isa)isa); types++) {
                again((enum md_eam_format)format, types, (enum md_isa)isa, 3, 1.8);
                begin();
                TEST_ASSERT_TRUE(forces.pair.type->can & MD_CAN_SPAN);
                for (int c = 0; c < 100; c++) {
                    double bound[2], time = pow(10.0, -6.0 + 5.5 * uniform());
                    draw_way(&way, (size_t)(27.0 * uniform()));
                    find_bounds(&way, time, bound);
                    TEST_ASSERT_EQUAL(0, count_outside(&way, time, bound, 0.0));
                    narrow += count_outside(&way, time, bound, 0.49); /* the planted defect */
                }
            }
    TEST_ASSERT_TRUE(narrow > 0);
}

/* Takes away the partners that may cross the cutoff, where the curvature jumps. */
static void keep_from_cutoff(struct way *way)
{
    for (size_t n = 0; n < way->count; n++)
        if (fabs(sqrt(dot(way->d[n], way->d[n])) - EAM_TEXT_CUTOFF) < 0.05)
            way->d[n][0] = 1e15;
}

/* Ways ten times shorter have bounds at least five times narrower. */
static void test_spans_become_narrow(void)
{
    static struct way way;
    seed = 9;
    for (int format = 0; format < 3; format++) {
        again((enum md_eam_format)format, 2, md_simd_best(), 3, 1.8);
        begin();
        for (int c = 0; c < 200; c++) {
            double wide[2], narrow[2];
            draw_way(&way, (size_t)(27.0 * uniform()));
            keep_from_cutoff(&way);
            find_bounds(&way, 1e-2, wide);
            find_bounds(&way, 1e-3, narrow);
            TEST_ASSERT_TRUE(narrow[1] - narrow[0] < (wide[1] - wide[0]) / 5.0);
        }
    }
}

#define STAR 8 /* atoms of an embedding element */

/* The largest curvature of an element, by power iteration with differences of forces. */
static double curvature_of(struct md_element element, double (*x)[3])
{
    double v[STAR][3], e, up[STAR][3], down[STAR][3], size = 1.0;
    const double h = 1e-5;
    for (int j = 0; j < element.count; j++)
        for (int k = 0; k < 3; k++)
            v[j][k] = uniform() - 0.5;
    for (int round = 0; round < 200; round++) {
        double keep[STAR][3], norm = 0.0;
        memcpy(keep, x, sizeof keep);
        for (int side = 0; side < 2; side++) {
            for (int j = 0; j < element.count; j++)
                for (int k = 0; k < 3; k++)
                    x[j][k] = keep[j][k] + (side ? -h : h) * v[j][k];
            forces.pair.type->one(forces.pair.state, &element, &e, side ? down : up);
        }
        memcpy(x, keep, sizeof keep);
        for (int j = 0; j < element.count; j++)
            for (int k = 0; k < 3; k++) {
                v[j][k] = (down[j][k] - up[j][k]) / (2.0 * h);
                norm += v[j][k] * v[j][k];
            }
        size = sqrt(norm);
        for (int j = 0; j < element.count; j++)
            for (int k = 0; k < 3; k++)
                v[j][k] /= size;
    }
    return size;
}

static void test_stiffness_bounds_curvature(void)
{
    seed = 8;
    again(MD_EAM_FS, 2, md_simd_best(), 2, 2.0);
    begin();
    for (int round = 0; round < 60; round++)
        for (int term = MD_EAM_PAIR; term <= MD_EAM_EMBEDDING; term++) {
            double x[STAR][3] = {{0.0, 0.0, 0.0}};
            int type[STAR] = {1 + round % 2, 1, 2, 1, 2, 2, 1, 2};
            int count = term == MD_EAM_PAIR ? 2 : 2 + round % (STAR - 1);
            for (int j = 1; j < count; j++) {
                double u[3], norm = 0.0, r = 1.2 + 1.7 * uniform();
                for (int k = 0; k < 3; k++) {
                    u[k] = uniform() - 0.5;
                    norm += u[k] * u[k];
                }
                for (int k = 0; k < 3; k++)
                    x[j][k] = r * u[k] / sqrt(norm);
            }
            struct md_element element = {count, (const double(*)[3])x, type, term, NULL};
            double true_one = curvature_of(element, x);
            double bound = forces.pair.type->stiffness(forces.pair.state, &element);
            TEST_ASSERT_TRUE(bound >= true_one * (1.0 - 1e-6));
            TEST_ASSERT_TRUE(bound <= 12.0 * true_one);
        }
}

/* ------------------------------------------------------------------ the deck's side */

static void test_masses_and_mapping(void)
{
    seed = 9;
    again(MD_EAM_SETFL, 2, md_simd_best(), 2, 2.0);
    TEST_ASSERT_EQUAL(MD_OK, coeff("*", "*", path[2], "B", "A"));
    TEST_ASSERT_TRUE(forces.pair.type->mass(forces.pair.state, 1) == 60.0);
    TEST_ASSERT_TRUE(forces.pair.type->mass(forces.pair.state, 2) == 50.0);
    again(MD_EAM_FUNCFL, 2, md_simd_best(), 2, 2.0);
    TEST_ASSERT_TRUE(forces.pair.type->mass(forces.pair.state, 1) == 0.0); /* not by the last one */
    TEST_ASSERT_TRUE(forces.pair.type->mass(forces.pair.state, 2) == 60.0);
    TEST_ASSERT_EQUAL(MD_OK, coeff("*", "*", path[0], NULL, NULL));
    TEST_ASSERT_TRUE(forces.pair.type->mass(forces.pair.state, 2) == 50.0);
    begin();
    TEST_ASSERT_TRUE(forces.pair.type->reach(forces.pair.state) == EAM_TEXT_CUTOFF);
    TEST_ASSERT_TRUE(forces.pair.type->cutoff(forces.pair.state, 1, 2) == EAM_TEXT_CUTOFF);
}

/* Files in other units: eV and kcal/mol are converted, others refused. */
static void test_units(void)
{
    seed = 10;
    again(MD_EAM_FUNCFL, 1, md_simd_best(), 2, 2.0);
    begin();
    double energy = forces.tally.energy[MD_PART_PAIR];
    seed = 10;
    tearDown();
    setUp();
    system_.units = md_units_find("real");
    lattice(2, 2.0, 0.3, 1);
    style(MD_EAM_FUNCFL, 1, md_simd_best());
    begin();
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 23.060549 * energy, forces.tally.energy[MD_PART_PAIR]);
    system_.units = md_units_find("lj");
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, coeff("1", "1", path[1], NULL, NULL));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "units metal"));
}

static void test_errors(void)
{
    again(MD_EAM_SETFL, 2, md_simd_best(), 2, 2.0);
    TEST_ASSERT_EQUAL(MD_ERR_COUNT, coeff("*", "*", path[2], "A", NULL));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, coeff("*", "2", path[2], "A", "B"));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, coeff("*", "*", path[2], "A", "Bb"));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'Bb'"));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "A, B"));
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_begin(&forces, &system_, &error));
    TEST_ASSERT_EQUAL(MD_ERR_FILE, coeff("*", "*", path[0], "A", "B")); /* a funcfl file */
    TEST_ASSERT_NOT_NULL(strstr(error.hint, "pair_style eam"));
    TEST_ASSERT_EQUAL(MD_OK, coeff("*", "*", path[2], "A", "NULL"));
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_forces_begin(&forces, &system_, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "type 2"));
    TEST_ASSERT_EQUAL(MD_OK, coeff("*", "*", path[4], "A", "A"));
    begin();
    again(MD_EAM_FUNCFL, 1, md_simd_best(), 2, 2.0);
    TEST_ASSERT_EQUAL(MD_ERR_FILE, coeff("1", "1", "nowhere.eam", NULL, NULL));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, coeff("1", "2", path[0], NULL, NULL));
    begin(); /* refused coefficients leave the old ones */
}

int main(void)
{
    UNITY_BEGIN();
    write_files();
    RUN_TEST(test_energy_is_the_formula);
    RUN_TEST(test_forces_are_derivatives);
    RUN_TEST(test_wrong_sign_is_caught);
    RUN_TEST(test_virial_is_volume_derivative);
    RUN_TEST(test_bits_do_not_depend_on_threads_or_tally);
    RUN_TEST(test_instruction_sets_agree);
    RUN_TEST(test_two_faces_agree);
    RUN_TEST(test_stars_agree);
    RUN_TEST(test_spans_hold);
    RUN_TEST(test_spans_become_narrow);
    RUN_TEST(test_stiffness_bounds_curvature);
    RUN_TEST(test_masses_and_mapping);
    RUN_TEST(test_units);
    RUN_TEST(test_errors);
    remove_files();
    return UNITY_END();
}
