/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands that set a system up: what they do to a small system, and what they say to every kind of
 * wrong word.  Agreement with LAMMPS in every bit is tested by tests/lammps/setup.sh; here are the
 * few numbers that must hold where LAMMPS is not installed.
 */
#include "command/command.h"
#include "deck/lexer.h"
#include "deck/variable.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct md_sim sim;
static struct md_variable_book *book;
static struct md_error error;

void setUp(void)
{
    TEST_ASSERT_EQUAL(MD_OK, md_sim_init(&sim, NULL, &error));
    book = md_variable_book_create(&sim.quantities);
    TEST_ASSERT_NOT_NULL(book);
    sim.variables = md_variable_interface(book);
}

void tearDown(void)
{
    md_variable_book_free(book);
    md_sim_free(&sim);
}

/* Executes the deck's lines until one fails; places point into the source, so it is kept until the
 * next call. */
static enum md_status run(const char *text)
{
    static struct md_source *source;
    enum md_status status;
    if (source)
        md_source_free(source);
    md_error_clear(&error);
    status = md_source_of_text(&source, "deck", text, &error);
    for (int i = 0; status == MD_OK && i < source->lines;) {
        struct md_line line;
        status = md_lexer_line(source, i, NULL, &line, &error);
        if (status != MD_OK)
            return status;
        i = line.next;
        struct md_args args = {
            .words = line.words + 1, .count = line.count - 1, .command = line.words[0]};
        if (line.count > 0)
            status = strcmp(line.words[0].text, "variable") == 0
                         ? md_variable_define(book, &args, &error)
                         : md_command_execute(&sim, &args, &error);
        md_line_free(&line);
    }
    return status;
}

#define BOX   "lattice fcc 0.8442\nregion b block 0 3 0 3 0 3\ncreate_box 2 b\n"
#define ATOMS BOX "create_atoms 1 box\nmass * 1.0\n"

/* ------------------------------------------------------------------ what they do */

static void assert_bits(const double expected[3], const double actual[3])
{
    TEST_ASSERT_EQUAL_MEMORY(expected, actual, 3 * sizeof *expected);
}

static void test_velocities_of_a_crystal(void)
{
    TEST_ASSERT_EQUAL(MD_OK, run(ATOMS "velocity all create 1.44 87287 loop geom\n"));
    const struct md_atoms *atoms = &sim.system.atoms;
    TEST_ASSERT_EQUAL(108, atoms->count);
    static const double first[3] = {-0x1.20869e3eadc4ap-3, -0x1.50cf6602cf9a7p-1,
                                    -0x1.0f9d707d43d7cp+1},
                        last[3] = {0x1.263eefc2d989bp+0, -0x1.d2de16feaf3b4p+0,
                                   0x1.1d1b32fceeb8fp-2};
    assert_bits(first, atoms->v[0]);
    assert_bits(last, atoms->v[107]);
    TEST_ASSERT_EQUAL(MD_OK, run("velocity all create 3.0 12345 rot yes dist gaussian\n"));
    static const double all[3] = {0x1.982941942be33p-1, 0x1.575caf7b5c179p-1, 0x1.c4ed975834077p-1};
    assert_bits(all, atoms->v[107]);
}

static void test_groups_accumulate_and_combine(void)
{
    TEST_ASSERT_EQUAL(MD_OK, run(ATOMS "group a id 1:10\ngroup a id 20 30:40:5\n"
                                       "group b id > 5\ngroup c intersect a b\n"
                                       "group d subtract a b\ngroup e union a b\n"));
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const int expected[] = {14, 103, 9, 5, 108};
    for (int k = 0; k < 5; k++) {
        uint32_t bit = md_group_bit(md_groups_find(&sim.system.groups, names[k]));
        int count = 0;
        for (size_t i = 0; i < sim.system.atoms.count; i++)
            count += (sim.system.atoms.groups[i] & bit) != 0;
        TEST_ASSERT_EQUAL_MESSAGE(expected[k], count, names[k]);
    }
}

static void test_deleting_compresses_ids(void)
{
    TEST_ASSERT_EQUAL(MD_OK, run(ATOMS "group g id 2 108\ndelete_atoms group g compress no\n"));
    TEST_ASSERT_EQUAL(106, sim.system.atoms.count);
    TEST_ASSERT_EQUAL(107, sim.system.atoms.id[1]); /* 108 went into the gap, and out of it */
    TEST_ASSERT_EQUAL(MD_OK, run("delete_atoms group g\n"));
    TEST_ASSERT_EQUAL(106, sim.system.atoms.id[1]); /* by old IDs, wherever atoms stand */
    TEST_ASSERT_EQUAL(105, sim.system.atoms.id[105]);
}

/* As in LAMMPS: the last atom moves into each gap, and gets the ID that was there. */
static void test_deleting_gives_ids_of_gaps(void)
{
    TEST_ASSERT_EQUAL(MD_OK, run(ATOMS "group g id 2 108\ndelete_atoms group g\n"));
    TEST_ASSERT_EQUAL(106, sim.system.atoms.count);
    TEST_ASSERT_EQUAL(2, sim.system.atoms.id[1]); /* 107 */
    TEST_ASSERT_EQUAL(106, sim.system.atoms.id[105]);
}

static void test_units_reset_time_step_and_skin(void)
{
    TEST_ASSERT_EQUAL(MD_OK, run("units metal\n"));
    TEST_ASSERT_EQUAL_DOUBLE(0.001, sim.system.clock.timestep);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, sim.forces.neighbors.rules.skin);
    TEST_ASSERT_EQUAL(MD_OK, run("atom_modify sort 50 2.5 \n"));
    TEST_ASSERT_EQUAL(50, sim.forces.neighbors.rules.sort_every);
    TEST_ASSERT_EQUAL_DOUBLE(2.5, sim.forces.neighbors.rules.sort_bin);
}

static void test_boundaries_by_face(void)
{
    TEST_ASSERT_EQUAL(MD_OK, run("boundary p fs m\n"));
    TEST_ASSERT_TRUE(sim.system.box.periodic[0]);
    TEST_ASSERT_EQUAL(MD_FIXED, sim.system.box.face[1][0]);
    TEST_ASSERT_EQUAL(MD_SHRINK, sim.system.box.face[1][1]);
    TEST_ASSERT_EQUAL(MD_SHRINK_MIN, sim.system.box.face[2][1]);
}

static void test_parallel_words_have_no_effect(void)
{
    TEST_ASSERT_EQUAL(MD_OK,
                      run("newton on off\nprocessors * * 1\ncomm_style tiled\npackage omp 4\n"
                          "suffix opt\ntimer full sync\ncomm_modify mode single vel yes "
                          "cutoff 3.5\n" BOX "balance 1.1 shift xyz 10 1.05\n"));
}

static void test_a_failed_create_leaves_nothing(void)
{
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, run(BOX "create_atoms 1 box subset 1000 5\n"));
    TEST_ASSERT_EQUAL(0, sim.system.atoms.count);
    TEST_ASSERT_EQUAL(MD_OK, run("create_atoms 1 box subset 108 5\n"));
    TEST_ASSERT_EQUAL(108, sim.system.atoms.count);
}

/* ------------------------------------------------------------------ what they refuse */

struct refusal {
    const char *line;
    enum md_status status;
    int column;
    const char *says; /* in the text */
};

static void refuse(const char *before, const struct refusal *cases, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        char deck[1024], seen[1400];
        tearDown();
        setUp();
        TEST_ASSERT_EQUAL(MD_OK, run(before));
        snprintf(deck, sizeof deck, "%s\n", cases[k].line);
        enum md_status status = run(deck);
        snprintf(seen, sizeof seen, "%s -> %d:%s", cases[k].line, error.place.column, error.text);
        TEST_ASSERT_EQUAL_MESSAGE(cases[k].status, status, seen);
        TEST_ASSERT_EQUAL_MESSAGE(cases[k].column, error.place.column, seen);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, cases[k].says), seen);
    }
}

#define REFUSE(before, cases) refuse(before, cases, sizeof(cases) / sizeof(cases)[0])

static void test_before_the_box(void)
{
    static const struct refusal cases[] = {
        {"units", MD_ERR_COUNT, 1, "units"},
        {"units lj metal", MD_ERR_COUNT, 10, "units"},
        {"units metall", MD_ERR_UNKNOWN, 7, "metall"},
        {"dimension 4", MD_ERR_VALUE, 11, "4"},
        {"dimension two", MD_ERR_VALUE, 11, "two"},
        {"boundary p p", MD_ERR_COUNT, 1, "boundary"},
        {"boundary p p q", MD_ERR_VALUE, 14, "q"},
        {"boundary p pf p", MD_ERR_VALUE, 12, "pf"},
        {"boundary p p ppp", MD_ERR_VALUE, 14, "ppp"},
        {"atom_style sphere", MD_ERR_UNSUPPORTED, 12, "finite size"},
        {"atom_style atomc", MD_ERR_UNKNOWN, 12, "atomc"},
        {"atom_style atomic 3", MD_ERR_COUNT, 19, "'3'"},
        {"atom_modify map", MD_ERR_COUNT, 1, "atom_modify"},
        {"atom_modify map none", MD_ERR_UNKNOWN, 17, "none"},
        {"atom_modify sort 10", MD_ERR_COUNT, 13, "sort"},
        {"atom_modify sort -1 1", MD_ERR_VALUE, 18, "-1"},
        {"atom_modify first g", MD_ERR_UNSUPPORTED, 13, "first"},
        {"atom_modify id no", MD_ERR_UNSUPPORTED, 16, "IDs"},
        {"newton maybe", MD_ERR_VALUE, 8, "maybe"},
        {"processors 1 1 0", MD_ERR_VALUE, 16, "0"},
        {"comm_modify vel", MD_ERR_COUNT, 13, "vel"},
        {"comm_style stripes", MD_ERR_UNKNOWN, 12, "stripes"},
        {"timer timeout 1:x0", MD_ERR_VALUE, 15, "1:x0"},
        {"create_box 1 nowhere", MD_ERR_REFERENCE, 14, "nowhere"},
        {"create_atoms 1 box", MD_ERR_ORDER, 1, "create_atoms"},
        {"mass 1 1", MD_ERR_ORDER, 1, "mass"},
        {"group g type 1", MD_ERR_ORDER, 1, "group"},
        {"velocity all create 1 1", MD_ERR_ORDER, 1, "velocity"},
        {"set atom 1 type 1", MD_ERR_ORDER, 1, "set"},
        {"kspace_style pppm 1e-4", MD_ERR_UNSUPPORTED, 1, "kspace_style"},
        {"minimize 0 0 1 1", MD_ERR_ORDER, 1, "minimize"},
        {"angle_style harmonic", MD_ERR_ORDER, 1, "angle"},
        {"dihedral_style harmonic", MD_ERR_UNSUPPORTED, 1, "dihedral"},
        {"lattce fcc 1", MD_ERR_UNKNOWN, 1, "lattce"},
    };
    REFUSE("", cases);
    run("lattce fcc 1\n");
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.hint, "lattice"), error.hint);
}

static void test_box_and_atoms(void)
{
    static const struct refusal cases[] = {
        {"units lj", MD_ERR_ORDER, 1, "too late"},
        {"dimension 3", MD_ERR_ORDER, 1, "too late"},
        {"create_box 1 b", MD_ERR_ORDER, 1, "too late"},
        {"create_atoms 3 box", MD_ERR_VALUE, 14, "3"},
        {"create_atoms 1 bx", MD_ERR_UNKNOWN, 16, "bx"},
        {"create_atoms 1 mesh f", MD_ERR_UNSUPPORTED, 16, "mesh"},
        {"create_atoms 1 region", MD_ERR_COUNT, 16, "region"},
        {"create_atoms 1 region c", MD_ERR_REFERENCE, 23, "c"},
        {"create_atoms 1 single 1 2", MD_ERR_COUNT, 16, "3 values"},
        {"create_atoms 1 single 1 2 z", MD_ERR_VALUE, 27, "z"},
        {"create_atoms 1 random 10 0 NULL", MD_ERR_VALUE, 26, "0"},
        {"create_atoms 1 random -1 5 NULL", MD_ERR_VALUE, 23, "-1"},
        {"create_atoms 1 box basis 5 1", MD_ERR_VALUE, 26, "5"},
        {"create_atoms 1 box basis 1 9", MD_ERR_VALUE, 28, "9"},
        {"create_atoms 1 box mol a 1", MD_ERR_UNSUPPORTED, 20, "mol"},
        {"create_atoms 1 box var v", MD_ERR_COUNT, 16, "set"},
        {"create_atoms 1 box ratio 1.5 3", MD_ERR_VALUE, 26, "1.5"},
        {"create_atoms 1 single 1 1 1 ratio 0.5 3", MD_ERR_VALUE, 29, "ratio"},
        {"create_atoms 1 box units", MD_ERR_COUNT, 20, "units"},
        {"mass 3 1.0", MD_ERR_VALUE, 6, "3"},
        {"mass 1 -2", MD_ERR_VALUE, 8, "-2"},
        {"mass 1 x", MD_ERR_VALUE, 8, "x"},
        {"mass 1", MD_ERR_COUNT, 1, "mass"},
        {"mass 1 1 1", MD_ERR_COUNT, 10, "mass"},
        {"group g typ 1", MD_ERR_UNKNOWN, 9, "typ"},
        {"group g type 3", MD_ERR_VALUE, 14, "3"},
        {"group g type 2:1", MD_ERR_VALUE, 14, "2:1"},
        {"group g type < ", MD_ERR_COUNT, 14, "<"},
        {"group g id 1:x", MD_ERR_VALUE, 12, "1:x"},
        {"group g region c", MD_ERR_REFERENCE, 16, "c"},
        {"group g union all h", MD_ERR_REFERENCE, 19, "h"},
        {"group g include all", MD_ERR_UNKNOWN, 17, "all"},
        {"group all delete", MD_ERR_VALUE, 7, "all"},
        {"group g clear", MD_ERR_REFERENCE, 7, "g"},
        {"group g variable nothing", MD_ERR_REFERENCE, 18, "nothing"},
        {"set mol 1 type 1", MD_ERR_ORDER, 5, "mol"},
        {"set atom 1 charge 1", MD_ERR_ORDER, 12, "charge"},
        {"set atom 1 type 3", MD_ERR_VALUE, 17, "3"},
        {"set atom 1 x v_nobody", MD_ERR_REFERENCE, 14, "nobody"},
        {"set type 1 type/fraction 2 1.5 3", MD_ERR_VALUE, 28, "1.5"},
        {"set type 1 type/fraction 2 0.5", MD_ERR_COUNT, 12, "type/fraction"},
        {"set type 4 type 1", MD_ERR_VALUE, 10, "4"},
        {"set atom 1 colour 1", MD_ERR_UNKNOWN, 12, "colour"},
        {"delete_atoms random count 1 yes all 0 1", MD_ERR_UNSUPPORTED, 14, "random"},
        {"delete_atoms group g", MD_ERR_REFERENCE, 20, "g"},
        {"delete_atoms region b bond yes", MD_ERR_ORDER, 23, "bond"},
        {"delete_atoms region b compress perhaps", MD_ERR_VALUE, 32, "perhaps"},
        {"displace_atoms all mov 1 1 1", MD_ERR_UNKNOWN, 20, "mov"},
        {"displace_atoms all move 1 1", MD_ERR_COUNT, 20, "move"},
        {"displace_atoms all random 1 1 1 -5", MD_ERR_VALUE, 33, "-5"},
        {"displace_atoms all rotate 0 0 0 0 0 0 90", MD_ERR_VALUE, 33, "axis"},
        {"displace_atoms all move 1 1 1 units inch", MD_ERR_UNKNOWN, 37, "inch"},
    };
    REFUSE(ATOMS, cases);
}

static void test_velocity_refuses(void)
{
    static const struct refusal cases[] = {
        {"velocity al create 1 1", MD_ERR_REFERENCE, 10, "al"},
        {"velocity all creat 1 1", MD_ERR_UNKNOWN, 14, "creat"},
        {"velocity all create 1", MD_ERR_COUNT, 14, "create"},
        {"velocity all create -1 1", MD_ERR_VALUE, 21, "-1"},
        {"velocity all create 1 0", MD_ERR_VALUE, 23, "0"},
        {"velocity all create 1 1.5", MD_ERR_VALUE, 23, "1.5"},
        {"velocity all create 1 5 loop some", MD_ERR_UNKNOWN, 30, "some"},
        {"velocity all create 1 5 dist flat", MD_ERR_UNKNOWN, 30, "flat"},
        {"velocity all create 1 5 mom", MD_ERR_COUNT, 25, "mom"},
        {"velocity all create 1 5 temp nobody", MD_ERR_REFERENCE, 30, "nobody"},
        {"velocity all create 1 5 temp thermo_pe", MD_ERR_VALUE, 30, "temperature"},
        {"velocity all create 1 5 rigid f", MD_ERR_UNSUPPORTED, 25, "rigid"},
        {"velocity all create 1 5 bias yes", MD_ERR_COUNT, 10, "temp"},
        {"velocity none create 1 5", MD_ERR_ORDER, 10, "0 atoms"},
        {"velocity all scale 5", MD_ERR_VALUE, 10, "temperature 0"},
        {"velocity all set 1 x 1", MD_ERR_VALUE, 20, "x"},
        {"velocity all ramp vx 0 1 y 2 2", MD_ERR_VALUE, 30, "2"},
        {"velocity all ramp x 0 1 y 2 3", MD_ERR_UNKNOWN, 19, "x"},
        {"velocity all zero both", MD_ERR_UNKNOWN, 19, "both"},
        {"velocity none zero linear", MD_ERR_ORDER, 10, "0 atoms"},
    };
    REFUSE(ATOMS "group none empty\n", cases);
    static const struct refusal massless[] = {{"velocity all create 1 5", MD_ERR_ORDER, 1, "mass"}};
    REFUSE(BOX "create_atoms 1 box\n", massless);
    static const struct refusal gaps[] = {
        {"velocity all create 1 5", MD_ERR_ORDER, 1, "without gaps"}};
    REFUSE(ATOMS "group g id 1\ndelete_atoms group g compress no\n", gaps);
    static const struct refusal flat[] = {
        {"velocity all set 0 0 1", MD_ERR_VALUE, 22, "2d"},
        {"velocity all ramp vz 0 1 x 0 1", MD_ERR_VALUE, 19, "2d"},
        {"displace_atoms all rotate 0 0 0 1 0 0 9", MD_ERR_VALUE, 33, "2d"},
    };
    REFUSE("dimension 2\nlattice sq 1\nregion b block 0 3 0 3 -0.5 0.5\ncreate_box 1 b\n"
           "create_atoms 1 box\nmass 1 1\n",
           flat);
}

static void test_registry_is_complete(void)
{
    int count = 0;
    for (const struct md_command *c; (c = md_command_at(count)) != NULL; count++) {
        TEST_ASSERT_EQUAL_PTR_MESSAGE(c, md_command_find(c->name), c->name);
        TEST_ASSERT_NULL_MESSAGE(md_command_unsupported(c->name), c->name);
        TEST_ASSERT_NOT_NULL_MESSAGE(c->usage, c->name);
        TEST_ASSERT_NOT_NULL_MESSAGE(c->summary, c->name);
    }
    TEST_ASSERT_GREATER_THAN(30, count);
    TEST_ASSERT_NULL(md_command_find("nothing"));
    TEST_ASSERT_NULL(md_command_unsupported("nothing"));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_velocities_of_a_crystal);
    RUN_TEST(test_groups_accumulate_and_combine);
    RUN_TEST(test_deleting_compresses_ids);
    RUN_TEST(test_deleting_gives_ids_of_gaps);
    RUN_TEST(test_units_reset_time_step_and_skin);
    RUN_TEST(test_boundaries_by_face);
    RUN_TEST(test_parallel_words_have_no_effect);
    RUN_TEST(test_a_failed_create_leaves_nothing);
    RUN_TEST(test_before_the_box);
    RUN_TEST(test_box_and_atoms);
    RUN_TEST(test_velocity_refuses);
    RUN_TEST(test_registry_is_complete);
    return UNITY_END();
}
