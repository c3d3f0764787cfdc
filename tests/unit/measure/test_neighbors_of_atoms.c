/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures that look at an atom's neighbours, on structures whose answers are known: perfect
 * lattices, an icosahedron, two chains; and what compute reduce makes of numbers counted by hand.
 */
#include "../simulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

void setUp(void)
{
    simulation_begin();
}

void tearDown(void)
{
    simulation_end();
}

static double value(const char *formula)
{
    double found = NAN;
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_variable_formula(book, formula, NULL, &found, &error),
                                  error.text);
    return found;
}

static void is(double expected, const char *formula)
{
    TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(expected, value(formula), formula);
}

static void crystal(const char *lattice)
{
    does("units metal");
    does("atom_modify map yes");
    does(lattice);
    does("region box block 0 3 0 3 0 3");
    does("create_box 1 box");
    does("create_atoms 1 box");
    does("mass 1 1.0");
    does("pair_style lj/cut 6.0");
    does("pair_coeff 1 1 0.01 2.5");
}

static void lattice_is(const char *lattice, const char *cutoff, double kind, double neighbors)
{
    char line[64];
    crystal(lattice);
    snprintf(line, sizeof line, "compute a all cna/atom %s", cutoff);
    does(line);
    snprintf(line, sizeof line, "compute n all coord/atom cutoff %s", cutoff);
    does(line);
    does("compute lo all reduce min c_a c_n");
    does("compute hi all reduce max c_a c_n");
    is(kind, "c_lo[1]");
    is(kind, "c_hi[1]");
    is(neighbors, "c_lo[2]");
    is(neighbors, "c_hi[2]");
}

static void test_fcc(void)
{
    lattice_is("lattice fcc 4.0", "3.4", 1.0, 12.0);
    does("compute c all centro/atom fcc");
    does("compute most all reduce max c_c");
    TEST_ASSERT_TRUE(value("c_most") < 1e-25);
    does("compute k all cluster/atom 3.4");
    does("compute first all reduce max c_k");
    is(1.0, "c_first");
}

static void test_bcc(void)
{
    lattice_is("lattice bcc 3.0", "3.6", 3.0, 14.0);
    does("compute c all centro/atom bcc");
    does("compute most all reduce max c_c");
    TEST_ASSERT_TRUE(value("c_most") < 1e-25);
}

static void test_hcp(void)
{
    lattice_is("lattice hcp 2.8", "3.4", 2.0, 12.0);
}

static void test_simple_cubic_is_something_else(void)
{
    lattice_is("lattice sc 2.8", "3.0", 5.0, 6.0);
}

/* A missing atom leaves its twelve neighbours asymmetric by one unpaired vector. */
static void test_vacancy(void)
{
    crystal("lattice fcc 4.0");
    does("group gone id 20");
    does("delete_atoms group gone compress no");
    does("compute n all coord/atom cutoff 3.4");
    does("compute c all centro/atom fcc");
    does("compute sum all reduce sum c_n");
    does("compute least all reduce min c_n c_c");
    does("compute most all reduce max c_c");
    is(107.0 * 12.0 - 12.0, "c_sum");
    is(11.0, "c_least[1]");
    TEST_ASSERT_TRUE(value("c_least[2]") < 1e-25);
    TEST_ASSERT_TRUE(value("c_most") > 1.0);
}

/* An atom with just the neighbours that are asked for has a parameter, one that misses one has 0.
 * On a line of atoms 1 and 1.5 apart, |R_i + R_j|^2 = 0.5^2. */
static void test_as_many_neighbors_as_needed(void)
{
    char line[64];
    does("units lj");
    does("atom_modify map yes");
    does("boundary f f f");
    does("region box block -1 6 -1 1 -1 1");
    does("create_box 1 box");
    for (int k = 0; k < 3; k++) {
        snprintf(line, sizeof line, "create_atoms 1 single %g 0 0 units box",
                 k == 2 ? 2.5 : (double)k);
        does(line);
    }
    does("mass 1 1.0");
    does("pair_style lj/cut 1.8");
    does("pair_coeff 1 1 1.0 1.0");
    does("compute c all centro/atom 2");
    is(0.0, "c_c[1]");
    is(0.25, "c_c[2]");
    is(0.0, "c_c[3]");
}

/* The middle of an icosahedron. */
static void test_icosahedron(void)
{
    const double g = 1.6180339887498949;
    char line[128];
    int atoms = 0;
    does("units metal");
    does("atom_modify map yes");
    does("boundary f f f");
    does("region box block -9 9 -9 9 -9 9");
    does("create_box 1 box");
    does("create_atoms 1 single 0 0 0 units box");
    for (int axis = 0; axis < 3; axis++)
        for (int sign = 0; sign < 4; sign++) {
            double x[3] = {0.0, 0.0, 0.0};
            x[axis] = sign & 1 ? 1.0 : -1.0;
            x[(axis + 1) % 3] = sign & 2 ? g : -g;
            snprintf(line, sizeof line, "create_atoms 1 single %.15g %.15g %.15g units box", x[0],
                     x[1], x[2]);
            does(line);
            atoms++;
        }
    TEST_ASSERT_EQUAL_INT(12, atoms);
    does("mass 1 1.0");
    does("pair_style lj/cut 4.0");
    does("pair_coeff 1 1 0.01 1.9");
    does("compute a all cna/atom 2.3");
    is(4.0, "c_a[1]");
    is(5.0, "c_a[2]");
}

static void test_clusters_of_a_group(void)
{
    does("units lj");
    does("atom_modify map yes");
    does("region box block 0 12 0 3 0 3");
    does("create_box 2 box");
    for (int k = 0; k < 10; k++) {
        char line[96];
        snprintf(line, sizeof line, "create_atoms %d single %d.5 1 1 units box", k == 4 ? 2 : 1, k);
        does(line);
    }
    does("mass * 1.0");
    does("pair_style lj/cut 1.5");
    does("pair_coeff * * 1.0 1.0");
    does("group one type 1");
    does("compute all all cluster/atom 1.1");
    does("compute one one cluster/atom 1.1");
    is(1.0, "c_all[10]");
    is(1.0, "c_one[4]");
    is(0.0, "c_one[5]");
    is(6.0, "c_one[10]"); /* the way through atom 5 is barred, and 10 to 1 around the box is long */
    TEST_ASSERT_EQUAL_INT(MD_OK, command("compute far all cluster/atom 1.6"));
    double unused;
    TEST_ASSERT_NOT_EQUAL(MD_OK, md_variable_formula(book, "c_far[1]", NULL, &unused, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "longer"));
}

static void test_reduce_by_hand(void)
{
    does("units lj");
    does("region box block 0 10 0 10 0 10");
    does("create_box 1 box");
    does("create_atoms 1 single 1 2 3 units box");
    does("create_atoms 1 single 4 1 7 units box");
    does("create_atoms 1 single 2 9 5 units box");
    does("mass 1 2.0");
    does("set atom 2 vx -3 vy 1");
    does("group two id 2 3");
    does("region low block 0 10 0 5 0 10 units box");
    does("compute s all reduce sum x vx");
    does("compute q all reduce sumsq x vx");
    does("compute b all reduce sumabs x vx");
    does("compute a two reduce ave x vx");
    does("compute aq two reduce avesq x vx");
    does("compute ab two reduce aveabs x vx");
    does("compute l all reduce min y vx");
    does("compute h all reduce max y vx");
    does("compute lb all reduce minabs y vx");
    does("compute hb all reduce maxabs y vx");
    does("compute w all reduce max x y z replace 1 2 replace 3 2");
    does("compute r all reduce/region low sum x");
    does("compute k all ke/atom");
    does("compute e all reduce sum c_k");
    is(7.0, "c_s[1]");
    is(-3.0, "c_s[2]");
    is(21.0, "c_q[1]");
    is(9.0, "c_q[2]");
    is(3.0, "c_b[2]");
    is(3.0, "c_a[1]");
    is(-1.5, "c_a[2]");
    is(10.0, "c_aq[1]");
    is(1.5, "c_ab[2]");
    is(1.0, "c_l[1]");
    is(-3.0, "c_l[2]");
    is(9.0, "c_h[1]");
    is(0.0, "c_h[2]");
    is(0.0, "c_lb[2]");
    is(3.0, "c_hb[2]");
    is(2.0, "c_w[1]");
    is(9.0, "c_w[2]");
    is(5.0, "c_w[3]");
    is(5.0, "c_r");
    is(10.0, "c_e");
    struct md_compute *reduce = md_computes_find(&sim.computes, "s");
    double one;
    const struct md_frame *frame;
    TEST_ASSERT_EQUAL_INT(MD_OK, md_sim_frame(&sim, &frame, &error));
    TEST_ASSERT_NOT_EQUAL(MD_OK, md_compute_scalar(reduce, &sim.computes, frame, &one, &error));
}

/* The origin belongs to the atom, not to its place in memory. */
static void test_displacement_follows_the_atom(void)
{
    does("units lj");
    does("atom_modify map yes");
    does("region box block 0 10 0 10 0 10");
    does("create_box 1 box");
    does("create_atoms 1 single 1 2 3 units box");
    does("create_atoms 1 single 4 1 7 units box");
    does("create_atoms 1 single 2 9 5 units box");
    does("compute d all displace/atom");
    does("group first id 1");
    does("displace_atoms all move 3 0 -4 units box");
    does("delete_atoms group first compress no"); /* the last atom takes its slot */
    is(3.0, "c_d[3][1]");
    is(-4.0, "c_d[2][3]");
    is(5.0, "c_d[3][4]");
    does("create_atoms 1 single 5 5 5 units box");
    is(0.0, "c_d[4][4]");
}

/* Q_4, Q_6 and W_4 hat, W_6 hat of all atoms, as Steinhardt, Nelson and Ronchetti tabulate them
 * (Q_l of a simple cubic lattice are sqrt(7/12) and sqrt(1/8)). */
static void order_is(const char *lattice, const char *nearest, const double expected[4])
{
    char line[96];
    crystal(lattice);
    snprintf(line, sizeof line, "compute o all orientorder/atom degrees 3 4 5 6 nnn %s wl/hat yes",
             nearest);
    does(line);
    does("compute lo all reduce min c_o[1] c_o[3] c_o[4] c_o[6] c_o[5]");
    does("compute hi all reduce max c_o[1] c_o[3] c_o[4] c_o[6] c_o[5]");
    for (int k = 0; k < 4; k++) {
        snprintf(line, sizeof line, "c_lo[%d]", k + 1);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-6, expected[k], value(line), lattice);
        snprintf(line, sizeof line, "c_hi[%d]", k + 1);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-6, expected[k], value(line), lattice);
    }
    is(0.0, "c_lo[5]"); /* W_5 hat */
    is(0.0, "c_hi[5]");
}

static void test_order_of_fcc(void)
{
    order_is("lattice fcc 4.0", "12", (const double[]){0.190941, 0.574524, -0.159317, -0.013161});
}

static void test_order_of_simple_cubic(void)
{
    order_is("lattice sc 2.8", "6", (const double[]){0.763763, 0.353553, 0.159317, 0.013161});
}

static void test_order_of_bcc(void)
{
    order_is("lattice bcc 3.0", "14", (const double[]){0.036370, 0.510688, 0.159317, 0.013161});
}

/* Values are remembered: whatever they depend on may change between two looks. */
static void test_order_is_looked_at_anew(void)
{
    crystal("lattice fcc 4.0");
    does("group some id 1:50");
    does("compute o some orientorder/atom degrees 1 6");
    does("compute sum all reduce sum c_o");
    double whole = value("c_sum");
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 50.0 * 0.574524, whole);
    is(whole, "c_sum");
    does("group some id 51:60");
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 60.0 * 0.574524, value("c_sum"));
    does("group one id 1");
    does("displace_atoms one move 0.3 0.1 0 units box");
    TEST_ASSERT_TRUE(fabs(value("c_sum") - 60.0 * 0.574524) > 1e-2);
    does("displace_atoms one move -0.3 -0.1 0 units box");
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 60.0 * 0.574524, value("c_sum"));
    does("neigh_modify exclude group all all");
    is(0.0, "c_sum");
    does("neigh_modify exclude none");
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 60.0 * 0.574524, value("c_sum"));
    does("pair_coeff 1 1 0.01 2.5 2.5"); /* nobody within reach */
    is(0.0, "c_sum");
}

/* An atom at another's place has no direction. */
static void test_order_of_atoms_at_one_place(void)
{
    does("units lj");
    does("atom_modify map yes");
    does("region box block 0 9 0 9 0 9");
    does("create_box 1 box");
    does("create_atoms 1 single 4 4 4 units box");
    does("create_atoms 1 single 4 4 4 units box");
    does("create_atoms 1 single 4 5 4 units box");
    does("mass 1 1.0");
    does("pair_style zero 2.0");
    does("pair_coeff * *");
    does("compute o all orientorder/atom degrees 1 4 nnn 1");
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, value("c_o[1]"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, value("c_o[3]"));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_fcc);
    RUN_TEST(test_bcc);
    RUN_TEST(test_hcp);
    RUN_TEST(test_simple_cubic_is_something_else);
    RUN_TEST(test_vacancy);
    RUN_TEST(test_as_many_neighbors_as_needed);
    RUN_TEST(test_icosahedron);
    RUN_TEST(test_clusters_of_a_group);
    RUN_TEST(test_reduce_by_hand);
    RUN_TEST(test_displacement_follows_the_atom);
    RUN_TEST(test_order_of_fcc);
    RUN_TEST(test_order_of_simple_cubic);
    RUN_TEST(test_order_of_bcc);
    RUN_TEST(test_order_is_looked_at_anew);
    RUN_TEST(test_order_of_atoms_at_one_place);
    return UNITY_END();
}
