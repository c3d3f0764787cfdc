/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of interaction elements: together they are all forces, each is the gradient of its own
 * energy, none misses a pair while the common list is valid (against a sum over all images), and
 * every bit is the same for any number of threads, with or without tally.  Shells are twice
 * differentiable and add up to 1.
 */
#include "../trial.h"

#include "../eam_text.h"
#include "../simulation.h"
#include "force/classes.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define SKIN 0.3

static struct md_classes classes;
static uint64_t seed;
static bool eleven[9], others[9]; /* pairs of types 1-1, and the rest, of two types */

void setUp(void)
{
    simulation_begin();
    classes = (struct md_classes){0};
    seed = 3;
    for (int k = 0; k < 9; k++)
        others[k] = !(eleven[k] = k == 4);
}

void tearDown(void)
{
    md_classes_free(&classes);
    simulation_end();
}

static void must(enum md_status status)
{
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, status, error.text);
}

static void made(int count)
{
    md_classes_free(&classes);
    must(md_classes_make(&classes, count, &error));
    TEST_ASSERT_EQUAL_INT(count, classes.count);
}

static void shell(int k, double in0, double in1, double out0, double out1)
{
    classes.list[k].terms = MD_TERM_PAIR;
    classes.list[k].shelled = true;
    classes.list[k].shell = (struct md_shell){.in = {in0, in1}, .out = {out0, out1}};
}

/* Classes k and k + 1: within and beyond about 1.5. */
static void two_shells(int k)
{
    shell(k, 0.0, 0.0, 1.25, 1.75);
    shell(k + 1, 1.25, 1.75, INFINITY, INFINITY);
}

static void list(void)
{
    must(md_classes_list(&classes, &sim.forces, &sim.system, &error));
}

static md_vec3 *forces_of(int k, struct md_tally *tally)
{
    md_vec3 *f = malloc(sim.system.atoms.count * sizeof *f);
    memset(f, 0x7f, sim.system.atoms.count * sizeof *f); /* to be overwritten */
    must(md_classes_sum(&classes, k, &sim.forces, &sim.system, f, tally, &error));
    return f;
}

/* Each atom anywhere within just less than half the skin; the list stays. */
static void move_atoms(void)
{
    struct md_atoms *atoms = &sim.system.atoms;
    for (size_t i = 0; i < atoms->count; i++) {
        double u[3], norm = 0.0, by = 0.4999 * SKIN * (i % 3 ? 1.0 : trial_number(&seed, 0.0, 1.0));
        for (int d = 0; d < 3; d++) {
            u[d] = trial_number(&seed, -1.0, 1.0);
            norm += u[d] * u[d];
        }
        for (int d = 0; d < 3; d++)
            atoms->x[i][d] = sim.forces.neighbors.held[i][d] + by * u[d] / sqrt(norm);
    }
    md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
}

/* ------------------------------------------------------------------ what is checked */

static void near(double expected, double got, double scale, const char *what)
{
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * (scale + 1.0), expected, got, what);
}

/* All classes together are what md_forces_compute gives. */
static void add_up(void)
{
    size_t n = sim.system.atoms.count;
    struct md_tally sum = {0}, part;
    md_vec3 *f = calloc(n, sizeof *f);
    double pull = 0.0, energy = 0.0, virial = 0.0;
    must(md_forces_compute(&sim.forces, &sim.system, true, &error));
    const struct md_tally *all = &sim.forces.tally;
    for (int k = 0; k < classes.count; k++) {
        md_vec3 *g = forces_of(k, &part);
        for (size_t i = 0; i < n; i++)
            for (int d = 0; d < 3; d++) {
                f[i][d] += g[i][d];
                pull = fmax(pull, fabs(g[i][d]));
            }
        sum.energy[MD_PART_PAIR] += part.energy[MD_PART_PAIR];
        sum.energy[MD_PART_BOND] += part.energy[MD_PART_BOND];
        sum.energy[MD_PART_EXTERNAL] += part.energy[MD_PART_EXTERNAL];
        energy += fabs(part.energy[MD_PART_PAIR]) + fabs(part.energy[MD_PART_BOND]) +
                  fabs(part.energy[MD_PART_EXTERNAL]);
        for (int c = 0; c < 6; c++) {
            sum.virial[c] += part.virial[c];
            sum.virial_part[MD_PART_BOND][c] += part.virial_part[MD_PART_BOND][c];
            sum.virial_part[MD_PART_EXTERNAL][c] += part.virial_part[MD_PART_EXTERNAL][c];
            virial += fabs(part.virial[c]);
        }
        free(g);
    }
    TEST_ASSERT_TRUE(pull > 1e-3 && energy > 1e-3);
    for (size_t i = 0; i < n; i++)
        for (int d = 0; d < 3; d++)
            near(sim.system.atoms.f[i][d], f[i][d], 10.0 * pull, "force");
    near(all->energy[MD_PART_PAIR], sum.energy[MD_PART_PAIR], energy, "pair energy");
    near(all->energy[MD_PART_BOND], sum.energy[MD_PART_BOND], energy, "bond energy");
    near(all->energy[MD_PART_EXTERNAL], sum.energy[MD_PART_EXTERNAL], energy, "external energy");
    for (int c = 0; c < 6; c++) {
        near(all->virial[c], sum.virial[c], virial, "virial");
        near(all->virial_part[MD_PART_BOND][c], sum.virial_part[MD_PART_BOND][c], virial,
             "virial of bonds");
        near(all->virial_part[MD_PART_EXTERNAL][c], sum.virial_part[MD_PART_EXTERNAL][c], virial,
             "virial of externals");
    }
    free(f);
}

static double energy_of(int k)
{
    struct md_tally tally;
    md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
    free(forces_of(k, &tally));
    return tally.energy[MD_PART_PAIR] + tally.energy[MD_PART_BOND] + tally.energy[MD_PART_EXTERNAL];
}

/* The force of each class is minus the slope of its energy; to `tolerance` of the largest. */
static void are_gradients(double tolerance)
{
    const double h = 2e-4;
    size_t n = sim.system.atoms.count;
    for (int k = 0; k < classes.count; k++) {
        md_vec3 *f = forces_of(k, NULL);
        double largest = 1.0 + trial_largest((const double(*)[3])f, n);
        for (size_t i = 0; i < n; i += 1 + n / 7)
            for (int d = 0; d < 3; d++) {
                double *x = &sim.system.atoms.x[i][d], at = *x, value[4];
                for (int s = 0; s < 4; s++) {
                    *x = at + trial_stencil[s] * h;
                    value[s] = energy_of(k);
                }
                *x = at;
                TEST_ASSERT_DOUBLE_WITHIN(tolerance * largest, -trial_difference(value, h),
                                          f[i][d]);
            }
        md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
        free(f);
    }
}

/* Adds the class's share of the pair of sites i and s, by the other face. */
static void add_one(const struct md_class *class, size_t i, size_t s, double f[3], double *energy)
{
    const struct md_neighbors *all = &sim.forces.neighbors;
    const double *site[2] = {all->site + 4 * i, all->site + 4 * s};
    int type[2] = {(int)site[0][3], (int)site[1][3]};
    double x[2][3], g[2][3], e, r2 = 0.0, share = 1.0, slope = 0.0;
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
    if (class->types && !class->types[type[0] * (sim.system.types + 1) + type[1]])
        return;
    for (int d = 0; d < 3; d++) {
        x[0][d] = site[0][d];
        x[1][d] = site[1][d];
        r2 += (x[0][d] - x[1][d]) * (x[0][d] - x[1][d]);
    }
    must(sim.forces.pair.type->one(sim.forces.pair.state, &element, &e, g));
    if (class->shelled)
        share = md_shell_at(&class->shell, r2, &slope);
    *energy += 0.5 * share * e;
    for (int d = 0; d < 3; d++)
        f[d] += share * g[0][d] - slope * e * (x[0][d] - x[1][d]);
}

/* Classes of pairs hold what a sum over all images does; of systems without bonds. */
static void miss_nothing(void)
{
    const struct md_neighbors *all = &sim.forces.neighbors;
    for (int k = 0; k < classes.count; k++) {
        struct md_tally tally;
        double energy = 0.0;
        if (classes.list[k].terms != MD_TERM_PAIR)
            continue;
        md_vec3 *f = forces_of(k, &tally);
        double largest = 1.0 + trial_largest((const double(*)[3])f, sim.system.atoms.count);
        for (size_t i = 0; i < sim.system.atoms.count; i++) {
            double sum[3] = {0.0, 0.0, 0.0};
            for (size_t s = 0; s < all->atoms + all->ghosts; s++)
                if (s != i)
                    add_one(&classes.list[k], i, s, sum, &energy);
            for (int d = 0; d < 3; d++)
                near(sum[d], f[i][d], 10.0 * largest, "force of all images");
        }
        near(energy, tally.energy[MD_PART_PAIR], 100.0 * (fabs(energy) + largest),
             "energy of all images");
        free(f);
    }
}

static void all_is_well(double tolerance, bool pairs)
{
    list();
    add_up();
    for (int turn = 0; turn < 3; turn++) {
        move_atoms();
        add_up();
        if (pairs)
            miss_nothing();
    }
    if (tolerance > 0.0) /* not where the energy jumps at the cutoff */
        are_gradients(tolerance);
}

/* ------------------------------------------------------------------ systems */

/* Two cells each way: the box is about as long as the cutoff. */
static void crystal(const char *cells, const char *types)
{
    char line[128];
    does("units lj");
    does("lattice fcc 0.9");
    snprintf(line, sizeof line, "region box block 0 %s 0 %s 0 %s", cells, cells, cells);
    does(line);
    snprintf(line, sizeof line, "create_box %s box", types);
    does(line);
    does("create_atoms 1 box");
    if (types[0] == '2')
        does("set group all type/fraction 2 0.4 123");
    does("mass * 1.5");
    does("displace_atoms all random 0.03 0.03 0.03 12 units box");
    does("neighbor 0.3 bin");
    does("fix move all nve");
}

static void lennard_jones(const char *style)
{
    char line[64];
    snprintf(line, sizeof line, "pair_style %s 2.5", style);
    does(line);
    does("pair_coeff * * 1.0 1.0");
    if (sim.system.types == 2) {
        does("pair_coeff 2 2 0.8 0.9 2.2");
        does("pair_coeff 1 2 1.2 0.95 2.7");
    }
    does("run 0");
}

static void shells_with(const char *style, double tolerance)
{
    for (int isa = 0; isa < MD_ISA_COUNT; isa++) {
        if (!md_simd_has((enum md_isa)isa))
            continue;
        sim.forces.pair.type = md_potential_find_for(style, (enum md_isa)isa);
        sim.forces.neighbors.isa = (enum md_isa)isa;
        made(2);
        two_shells(0);
        all_is_well(tolerance, true);
        made(3); /* shells so thin that no pair of the middle one is safe from the edges */
        shell(0, 0.0, 0.0, 1.2, 1.4);
        shell(1, 1.2, 1.4, 1.5, 2.0);
        shell(2, 1.5, 2.0, INFINITY, INFINITY);
        all_is_well(tolerance, true);
        for (int k = 0; k < 3; k++)
            classes.list[k].shell.of_force = true;
        all_is_well(0.0, true); /* S phi is then no energy of the force */
    }
}

static void test_shells_of_one_type(void)
{
    crystal("2", "1");
    lennard_jones("lj/cut");
    shells_with("lj/cut", 0.0);
    lennard_jones("lj/smooth/linear");
    shells_with("lj/smooth/linear", 1e-6);
}

static void test_lists_are_as_short_as_they_can_be(void)
{
    crystal("6", "1");
    does("pair_style lj/cut 4.0");
    does("pair_coeff * * 1.0 1.0");
    does("run 0");
    made(3);
    two_shells(0);
    classes.list[2].terms = MD_TERM_PAIR;
    list();
    const struct md_neighbors *all = &sim.forces.neighbors;
    uint64_t inner = 0, plain = 0, outer = 0;
    for (size_t i = 0; i < all->atoms; i++)
        for (int32_t k = 0; k < all->number[i]; k++) {
            const double *x = all->site + 4 * i, *y = all->site + 4 * (size_t)all->partner[i][k];
            double r = sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                            (x[2] - y[2]) * (x[2] - y[2]));
            inner += r < 1.75 + SKIN;
            outer += r > 1.25 - SKIN && r < 4.0 + SKIN;
            plain += r > 1.75 + SKIN && r < 4.0 + SKIN;
        }
    TEST_ASSERT_EQUAL_UINT64(inner / 2, classes.list[0].pairs);
    TEST_ASSERT_EQUAL_UINT64(outer / 2, classes.list[1].pairs);
    TEST_ASSERT_EQUAL_UINT64(all->pairs, classes.list[2].pairs);
    TEST_ASSERT_TRUE(classes.list[2].common);
    uint64_t listed = 0, most = 8 * all->atoms; /* of padding */
    for (size_t i = 0; i < all->atoms; i++)
        listed += (uint64_t)classes.list[1].part[0].number[i];
    TEST_ASSERT_TRUE(listed >= plain && listed < plain + most);
}

static void test_pairs_of_types(void)
{
    static const char *const style[] = {"lj/cut", "lj/smooth/linear"};
    for (int k = 0; k < 2; k++) {
        tearDown();
        setUp();
        crystal("2", "2");
        lennard_jones(style[k]);
        made(3);
        classes.list[0].terms = MD_TERM_PAIR | MD_TERM_EMBED; /* of which there are none */
        classes.list[0].types = eleven;
        two_shells(1);
        classes.list[1].types = classes.list[2].types = others;
        all_is_well(k == 0 ? 0.0 : 1e-6, true);
    }
}

static void test_morse(void)
{
    crystal("2", "2");
    does("pair_style morse 2.4");
    does("pair_coeff * * 1.1 3.0 1.2");
    does("pair_coeff 2 2 0.7 2.5 1.15 2.1");
    does("run 0");
    made(2);
    two_shells(0);
    all_is_well(1e-7, true);
}

static void test_table(void)
{
    char name[] = "/tmp/avimd-classes-XXXXXX", line[256];
    int file = mkstemp(name);
    TEST_ASSERT_TRUE(file >= 0);
    close(file);
    unlink(name);
    crystal("2", "1");
    lennard_jones("lj/smooth/linear");
    snprintf(line, sizeof line, "pair_write 1 1 4000 r 0.6 2.5 %s LJ", name);
    does(line);
    does("pair_style table spline 4000");
    snprintf(line, sizeof line, "pair_coeff 1 1 %s LJ", name);
    does(line);
    unlink(name);
    does("run 0");
    made(2);
    two_shells(0);
    all_is_well(1e-4, true);
    does("pair_style lj/cut 2.5"); /* the file's name is not needed any more */
}

/* Atoms closer than the table begins end the run, in whatever class. */
static void test_judges_are_asked(void)
{
    char name[] = "/tmp/avimd-classes-XXXXXX", line[256];
    int file = mkstemp(name);
    TEST_ASSERT_TRUE(file >= 0);
    close(file);
    unlink(name);
    crystal("2", "1");
    lennard_jones("lj/cut");
    snprintf(line, sizeof line, "pair_write 1 1 4000 r 0.9 2.5 %s LJ", name);
    does(line);
    does("pair_style table linear 4000");
    snprintf(line, sizeof line, "pair_coeff 1 1 %s LJ", name);
    does(line);
    unlink(name);
    does("run 0");
    made(2);
    two_shells(0);
    list();
    md_vec3 *x = sim.system.atoms.x;
    md_vec3 *f = malloc(sim.system.atoms.count * sizeof *f);
    size_t i = 0;
    /* A partner of atom 0. */
    for (double best = INFINITY, r2 = INFINITY; i == 0 || r2 > best; i++) {
        best = 1.3 * 1.3;
        r2 = 0.0;
        for (int d = 0; d < 3; d++)
            r2 += (x[i + 1][d] - x[0][d]) * (x[i + 1][d] - x[0][d]);
    }
    for (int d = 0; d < 3; d++)
        x[0][d] += 0.4 * (x[i][d] - x[0][d]);
    md_neighbors_refresh(&sim.forces.neighbors, &sim.system);
    TEST_ASSERT_EQUAL_INT(MD_ERR_RUN,
                          md_classes_sum(&classes, 0, &sim.forces, &sim.system, f, NULL, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "inner cutoff"));
    free(f);
}

static void eam(enum md_eam_format format, const char *style, const char *types)
{
    char name[] = "/tmp/avimd-classes-XXXXXX", line[256];
    struct eam_text text = eam_text_make(format, 0, 2, 2000, 500);
    int file = mkstemp(name);
    TEST_ASSERT_TRUE(file >= 0);
    TEST_ASSERT_EQUAL_INT(text.size, write(file, text.text, text.size));
    close(file);
    free(text.text);
    does("units metal");
    does("lattice fcc 3.1");
    does("region box block 0 2 0 2 0 2");
    snprintf(line, sizeof line, "create_box %s box", types);
    does(line);
    does("create_atoms 1 box");
    if (types[0] == '2')
        does("set group all type/fraction 2 0.4 123");
    does("displace_atoms all random 0.05 0.05 0.05 12 units box");
    does("neighbor 0.3 bin");
    if (strncmp(style, "hybrid", 6) == 0) {
        does("pair_style hybrid eam/alloy lj/cut 2.8");
        does("pair_coeff 2 2 lj/cut 0.5 2.1");
        does("pair_coeff 1 2 lj/cut 0.4 2.0");
        snprintf(line, sizeof line, "pair_coeff * * eam/alloy %s A NULL", name);
        does(line);
        does("mass 2 50.0");
    } else {
        snprintf(line, sizeof line, "pair_style %s", style);
        does(line);
        snprintf(line, sizeof line, "pair_coeff * * %s A %s", name, types[0] == '2' ? "B" : "");
        does(line);
    }
    unlink(name);
    does("fix move all nve");
    does("run 0");
}

static void test_embedded_atoms(void)
{
    static const char *const style[][2] = {
        {"eam/alloy", "1"}, {"eam/alloy", "2"}, {"eam/fs", "2"}, {"hybrid", "2"}};
    for (int k = 0; k < 4; k++) {
        tearDown();
        setUp();
        eam(k == 2 ? MD_EAM_FS : MD_EAM_SETFL, style[k][0], style[k][1]);
        made(1);
        classes.list[0].terms = MD_TERM_PAIR | MD_TERM_EMBED;
        all_is_well(1e-6, false);
        made(2);
        classes.list[0].terms = MD_TERM_PAIR;
        classes.list[1].terms = MD_TERM_EMBED;
        all_is_well(1e-6, true);
        made(2);
        shell(0, 0.0, 0.0, 2.2, 2.6);
        shell(1, 2.2, 2.6, INFINITY, INFINITY);
        classes.list[1].terms = MD_TERM_PAIR | MD_TERM_EMBED; /* one shell, all embedding terms */
        all_is_well(1e-6, true);
        if (sim.system.types == 1)
            continue;
        made(3);
        classes.list[0].terms = classes.list[1].terms = MD_TERM_PAIR;
        classes.list[0].types = eleven;
        classes.list[1].types = others;
        classes.list[2].terms = MD_TERM_EMBED;
        all_is_well(1e-6, true);
    }
}

static void test_hybrid(void)
{
    crystal("2", "2");
    does("pair_style hybrid/overlay lj/smooth/linear 2.5 morse 2.4");
    does("pair_coeff * * lj/smooth/linear 1.0 1.0");
    does("pair_coeff 1 2 morse 0.7 2.5 1.15 2.1");
    does("run 0");
    made(3);
    two_shells(0);
    classes.list[0].types = classes.list[1].types = others;
    classes.list[2].terms = MD_TERM_PAIR;
    classes.list[2].types = eleven;
    all_is_well(1e-6, true);
}

static void polymers(void)
{
    does("units lj");
    does("atom_style bond");
    does("lattice sc 0.9");
    does("region box block 0 4 0 4 0 4");
    does("create_box 2 box bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 60");
    does("create_atoms 1 box");
    does("set group all type/fraction 2 0.4 123");
    does("mass * 1.5");
    does("displace_atoms all random 0.03 0.03 0.03 12 units box");
    does("special_bonds lj 0.3 0.5 0.7");
    does("neighbor 0.3 bin");
    does("pair_style lj/smooth/linear 2.1");
    does("pair_coeff * * 1.0 1.0");
    does("bond_style harmonic");
    does("bond_coeff 1 30 1.1");
    for (int k = 1; k < 60; k++) {
        char line[64];
        snprintf(line, sizeof line, "create_bonds single/bond 1 %d %d", k, k + 1);
        if (k % 4 != 0)
            does(line);
    }
    does("fix move all nve");
    does("run 0");
}

static void test_bonds_and_weakened_pairs(void)
{
    polymers();
    TEST_ASSERT_TRUE(sim.forces.neighbors.block[0].weighted_count > 50);
    made(2);
    classes.list[0].terms = MD_TERM_BOND;
    classes.list[1].terms = MD_TERM_PAIR;
    all_is_well(1e-6, false);
    made(4);
    classes.list[0].terms = MD_TERM_BOND;
    two_shells(1);
    classes.list[1].types = classes.list[2].types = others;
    classes.list[3].terms = MD_TERM_PAIR;
    classes.list[3].types = eleven;
    all_is_well(1e-6, false);
    made(3);
    classes.list[0].terms = MD_TERM_BOND;
    shell(1, 0.0, 0.0, 0.9, 1.3); /* bonded atoms are at the edge */
    shell(2, 0.9, 1.3, INFINITY, INFINITY);
    all_is_well(1e-5, false);
    made(2); /* all pairs, weakened ones too, are in the two shells or three */
    two_shells(0);
    list();
    uint64_t both = classes.list[0].pairs + classes.list[1].pairs;
    TEST_ASSERT_TRUE(both > sim.forces.neighbors.pairs);
}

static void test_external_potentials(void)
{
    crystal("2", "2");
    does("group few id 1:9");
    does("fix a few addforce 0.3 0.2 -0.1");
    does("fix s all spring/self 3.0");
    does("fix_modify a energy yes virial yes");
    does("fix_modify s energy yes");
    lennard_jones("lj/smooth/linear");
    made(3);
    two_shells(0);
    classes.list[2].terms = MD_TERM_EXTERNAL | MD_TERM_BOND;
    list();
    TEST_ASSERT_EQUAL_UINT64(0, classes.list[2].pairs);
    all_is_well(1e-6, true);
}

/* A style whose author wrote no vector code for shells. */
static void test_general_path(void)
{
    crystal("2", "2");
    lennard_jones("lj/smooth/linear");
    struct md_potential plain = *sim.forces.pair.type;
    const struct md_potential *type = sim.forces.pair.type;
    plain.can &= ~(unsigned)MD_CAN_SHELL;
    sim.forces.pair.type = &plain;
    made(3);
    two_shells(0);
    classes.list[0].types = classes.list[1].types = others;
    classes.list[2].terms = MD_TERM_PAIR;
    classes.list[2].types = eleven;
    all_is_well(1e-6, true);
    plain.can &= ~(unsigned)MD_CAN_ONE;
    TEST_ASSERT_EQUAL_INT(MD_ERR_UNSUPPORTED,
                          md_classes_list(&classes, &sim.forces, &sim.system, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "lj/smooth/linear"));
    sim.forces.pair.type = type;
    md_classes_free(&classes);
    tearDown();
    setUp();
    eam(MD_EAM_SETFL, "eam/alloy", "2");
    type = sim.forces.pair.type;
    plain = *type;
    plain.can &= ~(unsigned)MD_CAN_SHELL;
    sim.forces.pair.type = &plain;
    made(1);
    classes.list[0].terms = MD_TERM_EMBED;
    TEST_ASSERT_EQUAL_INT(MD_ERR_UNSUPPORTED,
                          md_classes_list(&classes, &sim.forces, &sim.system, &error));
    made(1);
    classes.list[0].terms = MD_TERM_PAIR;
    list();
    miss_nothing();
    sim.forces.pair.type = type;
}

static void refused(const char *word, enum md_status status)
{
    TEST_ASSERT_EQUAL_INT(status, md_classes_list(&classes, &sim.forces, &sim.system, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, word), error.text);
}

static void test_what_is_refused(void)
{
    static const double bad[][4] = {{1.0, 1.0, 2.0, 2.5},  {1.2, 1.0, 2.0, 2.5},
                                    {1.0, 1.5, 1.4, 2.5},  {1.0, 1.5, 2.0, 2.0},
                                    {-1.0, 1.5, 2.0, 2.5}, {NAN, 1.5, 2.0, 2.5}};
    bool lopsided[9] = {[5] = true};
    eam(MD_EAM_SETFL, "eam/alloy", "2");
    made(1);
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        shell(0, bad[k][0], bad[k][1], bad[k][2], bad[k][3]);
        refused("shell", MD_ERR_VALUE);
    }
    made(1);
    classes.list[0].terms = MD_TERM_PAIR;
    classes.list[0].types = lopsided;
    refused("one order", MD_ERR_VALUE);
    classes.list[0].types = others;
    classes.list[0].terms = MD_TERM_PAIR | MD_TERM_EMBED;
    refused("eam/alloy", MD_ERR_UNSUPPORTED);
}

static void test_empty_classes(void)
{
    crystal("2", "1");
    lennard_jones("lj/cut");
    struct md_tally tally = {.energy = {[MD_PART_PAIR] = 7.0}};
    made(3);
    classes.list[1].terms = MD_TERM_BOND | MD_TERM_EXTERNAL | MD_TERM_EMBED;
    shell(2, 7.0, 8.0, 9.0, 10.0); /* beyond the cutoff */
    list();
    for (int k = 0; k < 3; k++) {
        md_vec3 *f = forces_of(k, &tally);
        TEST_ASSERT_EQUAL_UINT64(0, classes.list[k].pairs);
        TEST_ASSERT_TRUE(tally.energy[MD_PART_PAIR] == 0.0);
        TEST_ASSERT_TRUE(trial_largest((const double(*)[3])f, sim.system.atoms.count) == 0.0);
        free(f);
    }
}

/* Lists are made of the places where the common one was, wherever the atoms are meanwhile. */
static void test_lists_of_a_resumed_run(void)
{
    crystal("3", "1");
    lennard_jones("lj/cut");
    made(2);
    two_shells(0);
    list();
    size_t bytes = sim.system.atoms.count * sizeof(int32_t);
    int32_t *number = malloc(bytes);
    memcpy(number, classes.list[0].part[1].number, bytes);
    uint64_t pairs = classes.list[0].pairs;
    move_atoms();
    list();
    TEST_ASSERT_EQUAL_UINT64(pairs, classes.list[0].pairs);
    TEST_ASSERT_EQUAL_MEMORY(number, classes.list[0].part[1].number, bytes);
    free(number);
    move_atoms();
    add_up();
    miss_nothing();
}

static void test_threads_and_tally_change_no_bit(void)
{
    crystal("7", "2"); /* 1372 atoms: three blocks */
    lennard_jones("lj/cut");
    move_atoms();
    made(4);
    two_shells(0);
    classes.list[0].types = classes.list[1].types = others;
    classes.list[2].terms = MD_TERM_PAIR;
    classes.list[2].types = eleven;
    classes.list[3].terms = MD_TERM_PAIR;
    size_t bytes = sim.system.atoms.count * sizeof(md_vec3);
    sim.system.threads = 1;
    list();
    for (int k = 0; k < classes.count; k++) {
        struct md_tally tally, other;
        sim.system.threads = 1;
        md_vec3 *f = forces_of(k, &tally), *g = forces_of(k, NULL);
        TEST_ASSERT_EQUAL_MEMORY(f, g, bytes);
        free(g);
        for (int threads = 2; threads <= 4; threads += 2) {
            sim.system.threads = threads;
            list();
            g = forces_of(k, &other);
            TEST_ASSERT_EQUAL_MEMORY(f, g, bytes);
            TEST_ASSERT_EQUAL_MEMORY(&tally, &other, sizeof tally);
            free(g);
        }
        free(f);
    }
}

/* ------------------------------------------------------------------ the switch itself */

static double share_at(const struct md_shell *s, double r)
{
    double slope;
    return md_shell_at(s, r * r, &slope);
}

static double slope_at(const struct md_shell *s, double r)
{
    double slope;
    md_shell_at(s, r * r, &slope);
    return slope * r;
}

static void test_switch(void)
{
    const struct md_shell in = {.out = {1.2, 1.7}},
                          out = {.in = {1.2, 1.7}, .out = {INFINITY, INFINITY}};
    const struct md_shell both = {.in = {1.2, 1.7}, .out = {2.1, 2.4}};
    const double edge[] = {1.2, 1.7, 2.1, 2.4}, h = 1e-5;
    for (double r = 0.9; r < 2.6; r += 0.0103) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.0, share_at(&in, r) + share_at(&out, r));
        TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, slope_at(&in, r) + slope_at(&out, r));
        double numeric = (share_at(&both, r + h) - share_at(&both, r - h)) / (2.0 * h);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, numeric, slope_at(&both, r));
        TEST_ASSERT_TRUE(share_at(&both, r) >= 0.0 && share_at(&both, r) <= 1.0 + 1e-15);
    }
    TEST_ASSERT_TRUE(share_at(&both, 1.2) < 1e-30 && share_at(&both, 2.41) < 1e-15);
    TEST_ASSERT_TRUE(share_at(&both, 1.8) == 1.0 && share_at(&out, 1e3) == 1.0);
    TEST_ASSERT_TRUE(share_at(&in, 0.0) == 1.0 && share_at(&out, 0.0) == 0.0);
    for (int k = 0; k < 4; k++) { /* first and second derivative vanish at the edges */
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, slope_at(&both, edge[k] + h));
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, slope_at(&both, edge[k] - h));
        TEST_ASSERT_DOUBLE_WITHIN(0.02, 0.0, slope_at(&both, edge[k] + h) / h);
        TEST_ASSERT_DOUBLE_WITHIN(0.02, 0.0, slope_at(&both, edge[k] - h) / h);
    }
}

/* The switch of forces: a cubic of r, and shares of force and energy add up to the whole. */
static void test_switch_of_forces(void)
{
    const struct md_shell in = {.out = {1.2, 1.7}, .of_force = true};
    const struct md_shell both = {.in = {1.2, 1.7}, .out = {2.1, 2.4}, .of_force = true};
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.5, share_at(&in, 1.45));
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 27.0 / 32.0, share_at(&in, 1.325));
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, 5.0 / 32.0, share_at(&both, 2.325));
    for (double r = 0.9; r < 2.0; r += 0.0103) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.0, share_at(&in, r) + share_at(&both, r));
        TEST_ASSERT_TRUE(slope_at(&in, r) == 0.0);
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_switch);
    RUN_TEST(test_switch_of_forces);
    RUN_TEST(test_shells_of_one_type);
    RUN_TEST(test_lists_are_as_short_as_they_can_be);
    RUN_TEST(test_pairs_of_types);
    RUN_TEST(test_morse);
    RUN_TEST(test_table);
    RUN_TEST(test_judges_are_asked);
    RUN_TEST(test_embedded_atoms);
    RUN_TEST(test_hybrid);
    RUN_TEST(test_bonds_and_weakened_pairs);
    RUN_TEST(test_external_potentials);
    RUN_TEST(test_general_path);
    RUN_TEST(test_what_is_refused);
    RUN_TEST(test_empty_classes);
    RUN_TEST(test_lists_of_a_resumed_run);
    RUN_TEST(test_threads_and_tally_change_no_bit);
    return UNITY_END();
}
