/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bonds: every style's forces against derivatives of the energy in strained configurations, the two
 * faces against each other, virial against a change of volume, curvature against a difference of
 * forces, and a planted sign error; special_bonds against a sum over all pairs; bonds across a
 * boundary, lost atoms, bonds that are too long, and the same bits with any number of threads.
 */
#include "../trial.h"

#include "base/memory.h"
#include "force/forces.h"
#include "term/bond.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ATOMS 40
#define BOX   9.0

static struct md_system sys;
static struct md_forces forces;
static struct md_error error;
static uint64_t seed;

static double uniform(void)
{
    return trial_number(&seed, 0.0, 1.0);
}

void setUp(void)
{
    md_system_init(&sys);
    md_forces_init(&forces);
    sys.topology.style = MD_ATOM_BOND;
    md_error_clear(&error);
    seed = 77;
}

void tearDown(void)
{
    md_forces_free(&forces);
    md_system_free(&sys);
}

/* Calls a hook with the words of a line. */
static enum md_status tell(enum md_status (*hook)(void *, const struct md_system *,
                                                  const struct md_args *, struct md_error *),
                           void *state, const char *line)
{
    static char copy[128];
    struct md_word list[8];
    struct md_args args = trial_words(line, copy, sizeof copy, list);
    return hook(state, &sys, &args, &error);
}

/* Two coefficient lines for each style, and the lengths its bonds may have. */
static const struct style {
    const char *name, *first, *second;
    double shortest, longest;
} styles[] = {
    {"harmonic", "1 60.0 1.0", "2 40 1.1", 0.7, 1.4},
    {"fene", "1 30 1.5 1.0 1.0", "2 20 1.7 0.8 1.1", 0.8, 1.4},
    {"morse", "1 50 1.7 1.0", "2 30 2.1 1.1", 0.7, 1.6},
    {"spring/quartic", "1 9.0 250.0 1.0", "2 4.0 -30.0 1.1", 0.6, 1.5},
    {"zero", "1", "2", 0.7, 1.4},
};
#define STYLES (int)(sizeof styles / sizeof styles[0])

static struct md_bonded *bond(const struct style *style)
{
    const struct md_potential *type = md_bonded_find(MD_BONDS, style->name);
    TEST_ASSERT_NOT_NULL_MESSAGE(type, style->name);
    struct md_potential_use use = {.type = type, .name = style->name};
    use.state = md_memory_array(1, type->style.state_size);
    struct md_args none = {.command = {.text = "bond_style"}};
    TEST_ASSERT_EQUAL(MD_OK, type->create(use.state, &sys, &none, &error));
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, tell(type->coeff, use.state, style->first), error.text);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, tell(type->coeff, use.state, style->second), error.text);
    TEST_ASSERT_EQUAL(MD_OK, md_forces_add(&forces, use, &error));
    return forces.others[forces.others_count - 1].state;
}

static void pair(double cutoff)
{
    char text[32];
    forces.pair.type = md_potential_find("lj/cut");
    forces.pair.state = md_memory_array(1, forces.pair.type->style.state_size);
    forces.pair.name = "lj/cut";
    snprintf(text, sizeof text, "%g", cutoff);
    TEST_ASSERT_EQUAL(MD_OK, tell(forces.pair.type->create, forces.pair.state, text));
    TEST_ASSERT_EQUAL(MD_OK, tell(forces.pair.type->coeff, forces.pair.state, "1 1 1.0 0.9"));
}

static void box(double length)
{
    double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {length, length, length};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&sys, 1, lo, hi, &error));
    sys.topology.list[MD_BONDS].types = 2;
    sys.mass[1] = 1.0;
}

static void connect(int64_t a, int64_t b, int type)
{
    const int64_t id[2] = {a, b};
    TEST_ASSERT_EQUAL(MD_OK, md_topology_add(&sys.topology, MD_BONDS, type, id, &error));
}

/* A branched tree of bonds whose lengths lie between the two, through the periodic boundary; every
 * atom is bonded to one before it. */
static void tree(int atoms, double length, double shortest, double longest)
{
    box(length);
    for (int i = 0; i < atoms; i++) {
        double x[3] = {0.3, 0.2, 0.1}, step[3], size = 0.0;
        int from = i > 2 ? i - 1 - (int)(3.0 * uniform()) : i - 1;
        for (int d = 0; d < 3; d++) {
            step[d] = uniform() - 0.5;
            size += step[d] * step[d];
        }
        double want = shortest + (longest - shortest) * uniform();
        for (int d = 0; i > 0 && d < 3; d++)
            x[d] = sys.atoms.x[from][d] + want * step[d] / sqrt(size);
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1, i + 1, x, &error));
        if (i > 0)
            connect(i % 3 ? from + 1 : i + 1, i % 3 ? i + 1 : from + 1, 1 + i % 2);
    }
    for (int i = 0; i < atoms; i++)
        md_box_wrap(&sys.box, sys.atoms.x[i], sys.atoms.image[i]);
}

static void begin(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_forces_begin(&forces, &sys, &error), error.text);
}

static double energy(void)
{
    begin();
    return forces.tally.energy[MD_PART_BOND] + forces.tally.energy[MD_PART_PAIR];
}

/* ------------------------------------------------------------------ derivatives */

/* The force on a random atom along a random direction beside a fourth-order difference of the
 * energy, in units of the largest force. */
static double derivative_error(void)
{
    const double h = 2e-4;
    double along = 0.0, u[3], x[3], e[4];
    size_t i = (size_t)(uniform() * (double)sys.atoms.count);
    begin();
    double largest = trial_largest((const double(*)[3])sys.atoms.f, sys.atoms.count);
    for (int d = 0; d < 3; d++) {
        u[d] = 2.0 * uniform() - 1.0;
        along += u[d] * sys.atoms.f[i][d];
    }
    memcpy(x, sys.atoms.x[i], sizeof x);
    for (int k = 0; k < 4; k++) {
        for (int d = 0; d < 3; d++)
            sys.atoms.x[i][d] = x[d] + trial_stencil[k] * h * u[d];
        e[k] = energy();
    }
    memcpy(sys.atoms.x[i], x, sizeof x);
    double slope = trial_difference(e, h);
    return largest > 0.0 ? fabs(along + slope) / largest : 0.0;
}

/* FENE's core ends with a kink in the second derivative: bonds stay on one side of it. */
static void smooth_tree(const struct style *style, bool core)
{
    bool fene = strcmp(style->name, "fene") == 0;
    tree(ATOMS, BOX, fene && !core ? 1.26 : style->shortest, fene && core ? 1.1 : style->longest);
}

static void test_forces_are_derivatives(void)
{
    for (int s = 0; s < STYLES; s++)
        for (int k = 0; k < 1000; k++) { /* trees of bonds of other lengths and directions */
            tearDown();
            setUp();
            seed += (uint64_t)k;
            smooth_tree(&styles[s], k % 2);
            bond(&styles[s]);
            TEST_ASSERT_TRUE_MESSAGE(derivative_error() < 1e-8, styles[s].name);
        }
}

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
    tree(ATOMS, BOX, 0.7, 1.4);
    bond(&styles[0]);
    honest = forces.others[0].type;
    struct md_potential wrong = *honest;
    wrong.sum = wrong_sum;
    forces.others[0].type = &wrong;
    double worst = 0.0;
    for (int k = 0; k < 20; k++)
        worst = fmax(worst, derivative_error());
    TEST_ASSERT_TRUE(worst > 1e-2);
    forces.others[0].type = honest;
}

static void test_every_style_has_an_entry(void)
{
    for (int i = 0; md_bonded_at(MD_BONDS, i); i++) {
        bool found = false;
        for (int s = 0; s < STYLES; s++)
            found = found || strcmp(styles[s].name, md_bonded_at(MD_BONDS, i)->style.name) == 0;
        TEST_ASSERT_TRUE_MESSAGE(found, md_bonded_at(MD_BONDS, i)->style.name);
    }
}

static void test_virial_is_volume_derivative(void)
{
    for (int c = 0; c < 20 * STYLES; c++) {
        const double h = 5e-5;
        double e[4];
        int s = c % STYLES;
        tearDown();
        setUp();
        seed += (uint64_t)c;
        smooth_tree(&styles[s], c / STYLES % 2);
        bond(&styles[s]);
        begin();
        double trace = forces.tally.virial[0] + forces.tally.virial[1] + forces.tally.virial[2];
        for (int k = 0; k < 6; k++)
            TEST_ASSERT_TRUE(forces.tally.virial[k] == forces.tally.virial_part[MD_PART_BOND][k]);
        for (int side = 0; side < 4; side++) {
            double scale = 1.0 + trial_stencil[side] * h;
            for (int d = 0; d < 3; d++)
                sys.box.hi[d] = BOX * scale;
            md_box_refresh(&sys.box);
            for (size_t i = 0; i < sys.atoms.count; i++)
                for (int d = 0; d < 3; d++)
                    sys.atoms.x[i][d] *= scale;
            e[side] = energy();
            for (size_t i = 0; i < sys.atoms.count; i++)
                for (int d = 0; d < 3; d++)
                    sys.atoms.x[i][d] /= scale;
        }
        double slope = trial_difference(e, h);
        TEST_ASSERT_DOUBLE_WITHIN(1e-7 * (1.0 + fabs(trace)), -slope, trace);
    }
}

/* ------------------------------------------------------------------ the other face */

static void test_two_faces_agree(void)
{
    for (int s = 0; s < STYLES; s++) {
        md_vec3 f[ATOMS] = {{0.0}};
        double total = 0.0, largest = 0.0;
        tearDown();
        setUp();
        tree(ATOMS, BOX, styles[s].shortest, styles[s].longest);
        const struct md_bonded *state = bond(&styles[s]);
        begin();
        for (size_t k = 0; k < sys.topology.list[MD_BONDS].count; k++) {
            const int64_t *id = md_topology_ids(&sys.topology, MD_BONDS, k);
            const int *bond_type = &sys.topology.list[MD_BONDS].type[k];
            size_t i = (size_t)md_atoms_find(&sys.atoms, id[0]);
            size_t j = (size_t)md_atoms_find(&sys.atoms, id[1]);
            double x[2][3], g[2][3], e;
            for (int d = 0; d < 3; d++) {
                x[0][d] = sys.atoms.x[i][d];
                x[1][d] = sys.atoms.x[j][d];
                x[1][d] += BOX * rint((x[0][d] - x[1][d]) / BOX);
            }
            struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = bond_type};
            const struct md_potential *type = forces.others[0].type;
            TEST_ASSERT_EQUAL(MD_OK, type->one(state, &element, &e, g));
            total += e;
            for (int d = 0; d < 3; d++) {
                TEST_ASSERT_TRUE(g[1][d] == -g[0][d]);
                f[i][d] += g[0][d];
                f[j][d] += g[1][d];
            }
        }
        for (size_t i = 0; i < sys.atoms.count; i++)
            for (int d = 0; d < 3; d++)
                largest = fmax(largest, fabs(f[i][d]));
        TEST_ASSERT_DOUBLE_WITHIN(1e-13 * (1.0 + fabs(total)), total,
                                  forces.tally.energy[MD_PART_BOND]);
        for (size_t i = 0; i < sys.atoms.count; i++)
            for (int d = 0; d < 3; d++)
                TEST_ASSERT_DOUBLE_WITHIN(1e-13 * largest, f[i][d], sys.atoms.f[i][d]);
    }
}

/* Force on the first of two atoms on the x axis. */
static double pull(const struct md_potential *type, const void *state, double r, double *stiffness)
{
    double x[2][3] = {{0.0, 0.0, 0.0}, {r, 0.0, 0.0}}, f[2][3], e;
    int kind = 1;
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = &kind};
    TEST_ASSERT_EQUAL(MD_OK, type->one(state, &element, &e, f));
    *stiffness = type->stiffness(state, &element);
    return f[0][0];
}

static void test_stiffness_is_the_largest_curvature(void)
{
    const double h = 1e-5;
    for (int s = 0; s < STYLES; s++) {
        tearDown();
        setUp();
        tree(3, BOX, 0.9, 1.0);
        const struct md_bonded *state = bond(&styles[s]);
        const struct md_potential *type = forces.others[0].type;
        begin();
        for (double r = 0.813; r < 1.4; r += 0.02) {
            double stiffness, ignored;
            double along =
                (pull(type, state, r + h, &ignored) - pull(type, state, r - h, &ignored)) /
                (2.0 * h);
            double across = pull(type, state, r, &stiffness) / r;
            double want = 2.0 * fmax(fabs(along), fabs(across));
            TEST_ASSERT_DOUBLE_WITHIN(1e-5 * (1.0 + want), want, stiffness);
        }
    }
}

/* K2/2 s^2 + K4/4 s^4 by hand. */
static void test_quartic_spring_by_hand(void)
{
    double x[2][3] = {{0.0, 0.0, 0.0}, {0.0, 1.5, 0.0}}, f[2][3], e;
    int kind = 1;
    box(BOX);
    connect(1, 2, 1);
    for (int i = 0; i < 2; i++)
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1, i + 1, x[i], &error));
    const struct md_bonded *state = bond(&styles[3]);
    begin();
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = &kind};
    TEST_ASSERT_EQUAL(MD_OK, forces.others[0].type->one(state, &element, &e, f));
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, 9.0 / 2.0 * 0.25 + 250.0 / 4.0 * 0.0625, e);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, 9.0 * 0.5 + 250.0 * 0.125, f[0][1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, e, forces.tally.energy[MD_PART_BOND]);
}

/* ------------------------------------------------------------------ special_bonds */

/* Bonds between two atoms by the shortest way, by trying; 9: more than 3. */
static int apart(int64_t a, int64_t b, int most)
{
    if (a == b)
        return 0;
    int best = 9;
    for (size_t k = 0; most > 0 && k < sys.topology.list[MD_BONDS].count; k++) {
        const int64_t *id = md_topology_ids(&sys.topology, MD_BONDS, k);
        int64_t next = id[0] == a ? id[1] : id[1] == a ? id[0] : 0;
        int way = next ? 1 + apart(next, b, most - 1) : 9;
        best = way < best ? way : best;
    }
    return best;
}

static void test_special_weights(void)
{
    static const double weights[][3] = {
        {0.5, 0.25, 0.125}, {0.0, 1.0, 1.0}, {0.0, 0.0, 0.0}, {1.0, 0.5, 0.0}, {1.0, 1.0, 1.0}};
    for (size_t w = 0; w < sizeof weights / sizeof weights[0]; w++) {
        double total = 0.0;
        tearDown();
        setUp();
        tree(12, BOX, 1.0, 1.3);
        connect(1, 12, 1); /* a ring */
        pair(2.5);
        bond(&styles[0]);
        memcpy(sys.topology.weight, weights[w], sizeof sys.topology.weight);
        begin();
        for (size_t i = 0; i < sys.atoms.count; i++)
            for (size_t j = 0; j < i; j++) {
                double x[2][3], g[2][3], e;
                int type[2] = {1, 1}, way = apart(sys.atoms.id[i], sys.atoms.id[j], 3);
                for (int d = 0; d < 3; d++) {
                    x[0][d] = sys.atoms.x[i][d];
                    x[1][d] = sys.atoms.x[j][d];
                    x[1][d] += BOX * rint((x[0][d] - x[1][d]) / BOX);
                }
                struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
                forces.pair.type->one(forces.pair.state, &element, &e, g);
                total += way <= 3 ? weights[w][way - 1] * e : e;
            }
        TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (1.0 + fabs(total)), total,
                                  forces.tally.energy[MD_PART_PAIR]);
        TEST_ASSERT_TRUE(derivative_error() < 1e-5); /* the plain cutoff has a kink */
    }
}

/* ------------------------------------------------------------------ lost, too long, threads */

static void test_lost_atom(void)
{
    tree(5, BOX, 0.9, 1.0);
    bond(&styles[0]);
    begin();
    md_atoms_remove(&sys.atoms, (size_t)md_atoms_find(&sys.atoms, 5));
    TEST_ASSERT_EQUAL(MD_ERR_RUN, md_forces_begin(&forces, &sys, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "lost atom 5"));
    forces.neighbors.rules.lost_bonds = MD_LOST_BONDS_IGNORE;
    begin();
    TEST_ASSERT_EQUAL(1, forces.neighbors.graph.missing[MD_BONDS]);
    TEST_ASSERT_EQUAL(1, md_topology_prune(&sys.topology, &sys.atoms, true));
    forces.neighbors.rules.lost_bonds = MD_LOST_BONDS_ERROR;
    begin();
}

static void test_fene_too_long(void)
{
    static const double far[2] = {1.47,
                                  3.1}; /* R0 = 1.5: a warning; more than twice that: an end */
    for (int k = 0; k < 2; k++) {
        double x[2][3] = {{1.0, 1.0, 1.0}, {1.0, 1.0, 1.0 + far[k]}};
        tearDown();
        setUp();
        box(BOX);
        for (int i = 0; i < 2; i++)
            TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1, 10 + i, x[i], &error));
        connect(10, 11, 1);
        bond(&styles[1]);
        enum md_status status = md_forces_begin(&forces, &sys, &error);
        TEST_ASSERT_EQUAL(k ? MD_ERR_RUN : MD_OK, status);
        const char *text = k ? error.text : forces.warning;
        TEST_ASSERT_NOT_NULL(strstr(text, "FENE bond too long: atoms 10 and 11"));
        TEST_ASSERT_EQUAL(k ? 0 : 1, forces.warnings);
        if (k == 0) /* the logarithm's argument is held at 0.1 */
            TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.5 * 30.0 * 2.25 * log(0.1),
                                      forces.tally.energy[MD_PART_BOND]);
    }
}

static void test_bits_with_threads(void)
{
    md_vec3 *f[2];
    struct md_tally tally[2];
    const size_t n = 3000;
    for (int k = 0; k < 2; k++) {
        tearDown();
        setUp();
        tree((int)n, 60.0, 0.9, 1.3);
        pair(1.3);
        bond(&styles[1]);
        sys.topology.weight[0] = sys.topology.weight[1] = 0.5;
        sys.threads = k ? 2 : 1;
        begin();
        f[k] = md_memory_array(n, sizeof *f[k]);
        memcpy(f[k], sys.atoms.f, n * sizeof *f[k]);
        tally[k] = forces.tally;
    }
    TEST_ASSERT_EQUAL_MEMORY(f[0], f[1], n * sizeof *f[0]);
    TEST_ASSERT_EQUAL_MEMORY(&tally[0], &tally[1], sizeof tally[0]);
    md_memory_free(f[0]);
    md_memory_free(f[1]);
}

/* Sorting, wrapping and deleting atoms leave bonds as they are. */
static void test_bonds_survive_reordering(void)
{
    tree(ATOMS, BOX, 0.8, 1.3);
    bond(&styles[0]);
    double before = energy();
    size_t order[ATOMS];
    for (size_t i = 0; i < ATOMS; i++)
        order[i] = (7 * i + 3) % ATOMS;
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_permute(&sys.atoms, order, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * before, before, energy());
    for (size_t i = 0; i < ATOMS; i++)
        for (int d = 0; d < 3; d++)
            sys.atoms.x[i][d] += 0.37 * BOX; /* wraps others */
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * before, before, energy());
}

/* ------------------------------------------------------------------ bounds over a range */

#define RANGES 16

struct ranges {
    double near[RANGES], far[RANGES], force[2][RANGES], curvature[2][RANGES];
    int32_t row[RANGES];
};

static void find_ranges(const struct md_potential *type, const void *state, struct ranges *ranges,
                        double width)
{
    struct md_span to = {{ranges->force[0], ranges->force[1]},
                         {ranges->curvature[0], ranges->curvature[1]}};
    for (int k = 0; k < RANGES; k++) {
        double end = sqrt(ranges->near[k]) + width;
        ranges->far[k] = end * end;
        ranges->row[k] = 1 + k % 2;
    }
    type->span(state, RANGES, ranges->near, ranges->far, ranges->row, &to);
}

/* How many values are not within bounds made narrower by `shrink`; also compares `some` and `one`
 * where the formula is used as it stands. */
static int count_outside(const struct md_potential *type, const void *state,
                         const struct ranges *ranges, double shrink)
{
    int outside = 0;
    for (int point = 0; point <= 8; point++) {
        double r2[RANGES], force[RANGES], curvature[RANGES], e[RANGES], one, f[2][3];
        for (int k = 0; k < RANGES; k++)
            r2[k] = ranges->near[k] + (ranges->far[k] - ranges->near[k]) * point / 8.0;
        type->some(state, RANGES, r2, ranges->row, force, curvature, e);
        for (int k = 0; k < RANGES; k++) {
            double x[2][3] = {{sqrt(r2[k])}, {0.0}};
            int types[2] = {ranges->row[k], 0};
            struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = types};
            type->one(state, &element, &one, f);
            if (r2[k] < 1.4 * 1.4 && strcmp(type->style.name, "fene") != 0) {
                TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (1.0 + fabs(one)), one, e[k]);
                TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (1.0 + fabs(f[0][0])), f[0][0],
                                          force[k] * x[0][0]);
            }
            if (!isfinite(e[k])) /* beyond the greatest length */
                continue;
            outside += !trial_within(force[k], ranges->force[0][k], ranges->force[1][k], shrink);
            outside += !trial_within(curvature[k], ranges->curvature[0][k], ranges->curvature[1][k],
                                     shrink);
        }
    }
    return outside;
}

static void test_spans_hold(void)
{
    for (int s = 0; s < STYLES; s++) {
        int narrow = 0;
        tearDown();
        setUp();
        box(BOX);
        const void *state = bond(&styles[s]);
        const struct md_potential *type = forces.others[0].type;
        TEST_ASSERT_TRUE_MESSAGE(md_potential_can(type, state) & MD_CAN_SPAN, type->style.name);
        TEST_ASSERT_EQUAL(MD_OK, type->prepare(forces.others[0].state, &sys, &error));
        for (int c = 0; c < 500; c++) {
            struct ranges ranges;
            for (int k = 0; k < RANGES; k++)
                ranges.near[k] = pow(0.3 + 1.6 * uniform(), 2.0);
            find_ranges(type, state, &ranges, pow(10.0, -6.0 * uniform()));
            TEST_ASSERT_EQUAL_MESSAGE(0, count_outside(type, state, &ranges, 0.0),
                                      type->style.name);
            narrow += count_outside(type, state, &ranges, 1e-3); /* the planted defect */
        }
        TEST_ASSERT_TRUE_MESSAGE(narrow > 0 || strcmp(type->style.name, "zero") == 0,
                                 type->style.name);
    }
}

/* Ranges ten times shorter have bounds at least five times narrower, but where the curvature has an
 * extremum and both are narrow. */
static void test_spans_become_narrow(void)
{
    for (int s = 0; s < STYLES; s++) {
        tearDown();
        setUp();
        box(BOX);
        const void *state = bond(&styles[s]);
        const struct md_potential *type = forces.others[0].type;
        TEST_ASSERT_EQUAL(MD_OK, type->prepare(forces.others[0].state, &sys, &error));
        for (int c = 0; c < 100; c++) {
            struct ranges wide, narrow;
            for (int k = 0; k < RANGES; k++) {
                double r = styles[s].shortest + 0.5 * uniform(), core = 1.122462048;
                r += fabs(r - core) < 2e-3 || fabs(r - 1.1 * core) < 2e-3 ? 4e-3 : 0.0;
                wide.near[k] = narrow.near[k] = r * r;
            }
            find_ranges(type, state, &wide, 1e-3);
            find_ranges(type, state, &narrow, 1e-4);
            for (int k = 0; k < RANGES; k++) {
                TEST_ASSERT_TRUE_MESSAGE(narrow.force[1][k] - narrow.force[0][k] <=
                                             (wide.force[1][k] - wide.force[0][k]) / 5.0 + 1e-9,
                                         type->style.name);
                TEST_ASSERT_TRUE_MESSAGE(narrow.curvature[1][k] - narrow.curvature[0][k] <=
                                             (wide.curvature[1][k] - wide.curvature[0][k]) / 5.0 +
                                                 1e-3,
                                         type->style.name);
            }
        }
    }
}

/* A bond of this type cannot become longer: an energy without end, and no bound beyond. */
static void test_fene_has_a_greatest_length(void)
{
    box(BOX);
    const void *state = bond(&styles[1]);
    const struct md_potential *type = forces.others[0].type;
    struct ranges ranges;
    double r2[2] = {1.48 * 1.48, 1.51 * 1.51}, force[2], curvature[2], e[2];
    const int32_t row[2] = {1, 1};
    TEST_ASSERT_EQUAL(MD_OK, type->prepare(forces.others[0].state, &sys, &error));
    type->some(state, 2, r2, row, force, curvature, e);
    double wanted = -0.5 * 30.0 * 2.25 * log(1.0 - r2[0] / 2.25);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * wanted, wanted, e[0]);
    TEST_ASSERT_TRUE(isinf(e[1]) && e[1] > 0.0 && isinf(force[1]) && force[1] < 0.0);
    for (int k = 0; k < RANGES; k++)
        ranges.near[k] = 1.4 * 1.4;
    find_ranges(type, state, &ranges, 0.2);
    TEST_ASSERT_TRUE(isinf(ranges.curvature[1][0]) && isfinite(ranges.curvature[0][0]));
    TEST_ASSERT_TRUE(isinf(ranges.force[0][0]) && isfinite(ranges.force[1][0]));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_every_style_has_an_entry);
    RUN_TEST(test_forces_are_derivatives);
    RUN_TEST(test_wrong_sign_is_caught);
    RUN_TEST(test_virial_is_volume_derivative);
    RUN_TEST(test_spans_hold);
    RUN_TEST(test_spans_become_narrow);
    RUN_TEST(test_fene_has_a_greatest_length);
    RUN_TEST(test_two_faces_agree);
    RUN_TEST(test_stiffness_is_the_largest_curvature);
    RUN_TEST(test_quartic_spring_by_hand);
    RUN_TEST(test_special_weights);
    RUN_TEST(test_lost_atom);
    RUN_TEST(test_fene_too_long);
    RUN_TEST(test_bits_with_threads);
    RUN_TEST(test_bonds_survive_reordering);
    return UNITY_END();
}
