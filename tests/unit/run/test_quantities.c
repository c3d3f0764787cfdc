/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What formulas can ask of a simulation: four atoms in a box, every keyword and group function
 * against the value LAMMPS (29 Sep 2021) printed with %.17g for the same deck, without and with
 * division by the number of atoms.
 */
#include "../simulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

static const char *const deck[] = {
    "units metal",
    "atom_modify map yes",
    "boundary p p f",
    "lattice sc 2.0",
    "region box block 0 10 0 10 0 10 units box",
    "create_box 2 box",
    "create_atoms 1 single 1 2 3 units box",
    "create_atoms 2 single 2 3 4.5 units box",
    "create_atoms 1 single 3 1.25 4 units box",
    "create_atoms 2 single 9.5 2 3.5 units box",
    "mass 1 1.5",
    "mass 2 4",
    "group b type 2",
    "region left block 0 5 0 10 0 10 units box",
    "set atom 1 vx 0.5 vy -0.25 vz 2",
    "set atom 2 vx 1.5 vy 0.125 vz -1",
    "set atom 3 vx -2 vy 0.75 vz 0.5",
    "set atom 4 vx 1 vy 1 vz -1",
    "set atom 3 image 1 -2 NULL",
    "pair_style lj/cut 2.5",
    "pair_coeff 1 1 1 1",
    "pair_coeff 2 2 2 1.1",
    "pair_coeff 1 2 0.5 0.9 2.2",
    "timestep 0.002",
    "compute k b ke",
    "neighbor 0.3 bin",
    "reset_timestep 40",
};

static void build(void)
{
    for (size_t i = 0; i < sizeof deck / sizeof deck[0]; i++)
        does(deck[i]);
}

void setUp(void)
{
    simulation_begin();
}

void tearDown(void)
{
    simulation_end();
}

static enum md_status ask(const char *formula, double *value)
{
    md_error_clear(&error);
    return md_variable_formula(book, formula, NULL, value, &error);
}

/* To 1e-12 of the value: sums may run in another order. */
static void expect(const char *formula, double expected)
{
    double found = NAN;
    char text[160];

    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, ask(formula, &found), error.text);
    snprintf(text, sizeof text, "%s is %.17g, not %.17g", formula, found, expected);
    TEST_ASSERT_TRUE_MESSAGE(fabs(found - expected) <= 1e-12 * fabs(expected) + 1e-16, text);
}

static void refused(const char *formula, enum md_status status, const char *says)
{
    double value;

    TEST_ASSERT_EQUAL_INT_MESSAGE(status, ask(formula, &value), formula);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, says), error.text);
}

static const struct {
    const char *formula;
    double plain, normed;
} measured[] = {
    {"step", 40, 40},
    {"dt", 0.002, 0.002},
    {"time", 0, 0},
    {"atoms", 4, 4},
    {"temp", 5.1783868847070638, 5.1783868847070638},
    {"press", -360.26350030376881, -360.26350030376881},
    {"pe", -0.11573112702580854, -0.028932781756452135},
    {"ke", 0.0020080771187499999, 0.00050201927968749997},
    {"etotal", -0.11372304990705853, -0.028430762476764633},
    {"enthalpy", -0.3385818593476968, -0.0846454648369242},
    {"evdwl", -0.11573112702580854, -0.028932781756452135},
    {"ecoul", 0, 0},
    {"epair", -0.11573112702580854, -0.028932781756452135},
    {"ebond", 0, 0},
    {"emol", 0, 0},
    {"elong", 0, 0},
    {"etail", 0, 0},
    {"vol", 1000, 1000},
    {"density", 0.018265928131354088, 0.018265928131354088},
    {"lx", 10, 10},
    {"ly", 10, 10},
    {"lz", 10, 10},
    {"xlo", 0, 0},
    {"xhi", 10, 10},
    {"zhi", 10, 10},
    {"xy", 0, 0},
    {"xlat", 2, 2},
    {"ylat", 2, 2},
    {"zlat", 2, 2},
    {"bonds", 0, 0},
    {"pxx", -764.10374053229327, -764.10374053229327},
    {"pyy", -141.65524514620904, -141.65524514620904},
    {"pzz", -175.03151523280408, -175.03151523280408},
    {"pxy", 80.05861434959769, 80.05861434959769},
    {"pxz", 70.024840931293966, 70.024840931293966},
    {"pyz", -42.837458583799091, -42.837458583799091},
    {"fmax", 0.22822964090746317, 0.22822964090746317},
    {"fnorm", 0.33400848918718384, 0.33400848918718384},
    {"cella", 10, 10},
    {"cellgamma", 90, 90},
    {"part", 0, 0},
    {"timeremain", 0, 0},
    {"count(all)", 4, 4},
    {"count(b)", 2, 2},
    {"count(all,left)", 3, 3},
    {"count(b,left)", 1, 1},
    {"mass(all)", 11, 11},
    {"mass(b)", 8, 8},
    {"mass(all,left)", 7, 7},
    {"xcm(all,x)", 6.0909090909090908, 6.0909090909090908},
    {"xcm(all,y)", -0.46590909090909088, -0.46590909090909088},
    {"xcm(b,z)", 4, 4},
    {"xcm(all,x,left)", 4.1428571428571432, 4.1428571428571432},
    {"vcm(all,x)", 0.70454545454545459, 0.70454545454545459},
    {"vcm(b,y)", 0.5625, 0.5625},
    {"vcm(all,z,left)", -0.035714285714285712, -0.035714285714285712},
    {"fcm(b,x)", 0.22714716836076995, 0.22714716836076995},
    {"fcm(all,y,left)", 0, 0},
    {"bound(all,xmin)", 1, 1},
    {"bound(all,xmax)", 9.5, 9.5},
    {"bound(b,zmin)", 3.5, 3.5},
    {"bound(all,ymax,left)", 3, 3},
    {"gyration(all)", 8.5820134920956868, 8.5820134920956868},
    {"gyration(b)", 3.8160843806184368, 3.8160843806184368},
    {"gyration(all,left)", 9.9861032266375673, 9.9861032266375673},
    {"ke(all)", 0.0020080771187499999, 0.0020080771187499999},
    {"ke(b)", 0.0012987724590624999, 0.0012987724590624999},
    {"ke(all,left)", 0.00138622097875, 0.00138622097875},
    {"angmom(all,x)", -29.383522727272727, -29.383522727272727},
    {"angmom(b,y)", 1, 1},
    {"angmom(all,z,left)", -72.709821428571431, -72.709821428571431},
    {"torque(all,x)", 0.31360804445610618, 0.31360804445610618},
    {"torque(b,z)", 0.306339966982489, 0.306339966982489},
    {"torque(all,y,left)", 0.64043349938910588, 0.64043349938910588},
    {"inertia(all,xx)", 586.2514204545455, 586.2514204545455},
    {"inertia(all,yy)", 227.20454545454544, 227.20454545454544},
    {"inertia(all,zz)", 806.86505681818187, 806.86505681818187},
    {"inertia(all,xy)", 231.40909090909093, 231.40909090909093},
    {"inertia(all,yz)", 1.6988636363636385, 1.6988636363636385},
    {"inertia(all,xz)", 7.3636363636363642, 7.3636363636363642},
    {"inertia(b,xx)", 4, 4},
    {"omega(all,x)", -0.1077042356375414, -0.1077042356375414},
    {"omega(all,y)", 0.14846623825201699, 0.14846623825201699},
    {"omega(all,z)", -0.081236876842374281, -0.081236876842374281},
    {"omega(b,x)", 0.015021459227467813, 0.015021459227467813},
    {"omega(all,x,left)", -0.65998361702230679, -0.65998361702230679},
    {"c_thermo_temp", 5.1783868847070638, 5.1783868847070638},
    {"c_thermo_temp[1]", 0.0020080771187499999, 0.0020080771187499999},
    {"c_thermo_temp[6]", -0.000485825109375, -0.000485825109375},
    {"c_thermo_press", -360.26350030376881, -360.26350030376881},
    {"c_thermo_press[4]", 80.05861434959769, 80.05861434959769},
    {"c_thermo_pe", -0.11573112702580854, -0.11573112702580854},
    {"c_k", 0.0012987724590624999, 0.0012987724590624999},
    {"x[4]", 9.5, 9.5},
    {"y[3]", 1.25, 1.25},
    {"vz[2]", -1, -1},
    {"fx[1]", -0.1593985552935232, -0.1593985552935232},
    {"mass[2]", 4, 4},
    {"type[2]", 2, 2},
    {"id[3]", 3, 3},
};

static void test_values_are_those_of_lammps(void)
{
    build();
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++)
        expect(measured[i].formula, measured[i].plain);
}

static void test_norm_divides_energies(void)
{
    build();
    sim.thermo.norm = 1;
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++)
        expect(measured[i].formula, measured[i].normed);
}

/* The kinetic energy of thermo is that of the temperature named by thermo_modify. */
static void test_ke_follows_the_temperature(void)
{
    build();
    does("compute tb b temp");
    does("thermo_modify temp tb");
    expect("temp", 10.047741003713867);
    expect("ke", 0.0012987724590625002);
    expect("press", -361.02112114183001); /* and so does the pressure */
    expect("pxx", -765.16233403205013);
}

static void test_between_runs(void)
{
    static const char *const words[] = {"elapsed", "elaplong",  "cpu",       "tpcpu",
                                        "spcpu",   "cpuremain", "ramp(1,2)", "swiggle(0,1,2)"};

    build();
    for (int i = 0; i < 8; i++)
        refused(words[i], MD_ERR_ORDER, "during a run");
    sim.running = true;
    sim.first_step = 30;
    sim.last_step = 50;
    sim.ramp_first = 20;
    sim.ramp_last = 60;
    expect("elapsed", 10);
    expect("elaplong", 20);
    expect("ramp(1,3)", 2);
    expect("vdisplace(1,2)", 1 + 2 * 20 * 0.002);
}

static void test_before_the_box(void)
{
    static const char *const words[] = {"vol", "temp", "pe", "lx", "atoms", "count(all)", "x[1]"};

    for (int i = 0; i < 7; i++)
        refused(words[i], MD_ERR_ORDER, "box");
    expect("step", 0);
    expect("is_defined(group,all)", 1);
}

/* What needs no energies is answered before there is a pair_style. */
static void test_before_the_pair_style(void)
{
    for (size_t i = 0; strncmp(deck[i], "pair_style", 10) != 0; i++)
        does(deck[i]);
    expect("ke", 0.0020080771187499999);
    expect("xcm(all,x)", 6.0909090909090908);
    refused("pe", MD_ERR_ORDER, "pair_style");
    refused("press", MD_ERR_ORDER, "");
    refused("fx[1]", MD_ERR_ORDER, "pair_style");
    does("pair_style lj/cut 2.5");
    expect("vcm(all,x)", 0.70454545454545459); /* no coefficients yet */
}

static void test_refusals(void)
{
    build();
    refused("count(nobody)", MD_ERR_REFERENCE, "'nobody'");
    refused("count(all,nowhere)", MD_ERR_REFERENCE, "'nowhere'");
    refused("xcm(all,w)", MD_ERR_UNKNOWN, "w");
    refused("inertia(all,yx)", MD_ERR_UNKNOWN, "yx");
    refused("charge(all)", MD_ERR_ORDER, "charge");
    refused("c_nothing", MD_ERR_REFERENCE, "'nothing'");
    refused("f_nothing", MD_ERR_REFERENCE, "'nothing'");
    refused("c_thermo_temp[7]", MD_ERR_VALUE, "1 to 6");
    refused("c_thermo_pe[1]", MD_ERR_VALUE, "no vector");
    refused("c_thermo_temp[1][1]", MD_ERR_VALUE, "no array");
    refused("x[500]", MD_ERR_REFERENCE, "500");
    refused("q[1]", MD_ERR_ORDER, "'q'");
    refused("is_available(foo,nve)", MD_ERR_UNKNOWN, "'foo'");
    refused("is_active(foo,nve)", MD_ERR_UNKNOWN, "'foo'");
    refused("tmep", MD_ERR_UNKNOWN, "'tmep'");
    TEST_ASSERT_EQUAL_STRING("did you mean 'temp'?", error.hint);
}

static void test_what_there_is(void)
{
    build();
    expect("is_defined(group,b)", 1);
    expect("is_defined(group,c)", 0);
    expect("is_defined(region,left)", 1);
    expect("is_defined(compute,k)", 1);
    expect("is_defined(fix,k)", 0);
    expect("is_defined(dump,k)", 0);
    expect("is_active(pair_style,lj/cut)", 1);
    expect("is_active(run_style,verlet)", 1);
    expect("is_active(atom_style,atomic)", 1);
    expect("is_active(package,gpu)", 0);
    expect("is_available(pair,lj/cut)", 1);
    expect("is_available(fix,nve)", 1);
    expect("is_available(fix,foo)", 0);
    expect("is_available(compute,temp)", 1);
    expect("is_available(dump,atom)", 1);
}

static void test_per_atom(void)
{
    double values[4];
    struct md_word words[] = {{.text = "a"}, {.text = "atom"}, {.text = NULL}};
    struct md_args args = {.words = words, .count = 3, .command = {.text = "variable"}};

    build();
    words[2].text = "x+100*gmask(b)+1000*rmask(left)+id*type*mass+vx";
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, md_variable_define(book, &args, &error), error.text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        MD_OK, sim.variables.atom(sim.variables.context, "a", values, 4, &error), error.text);
    TEST_ASSERT_EQUAL_DOUBLE(1 + 1000 + 1.5 + 0.5, values[0]);
    TEST_ASSERT_EQUAL_DOUBLE(2 + 100 + 1000 + 16 + 1.5, values[1]);
    TEST_ASSERT_EQUAL_DOUBLE(3 + 1000 + 4.5 - 2, values[2]);
    TEST_ASSERT_EQUAL_DOUBLE(9.5 + 100 + 32 + 1, values[3]);
    expect("v_a[4]", 142.5);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_values_are_those_of_lammps);
    RUN_TEST(test_norm_divides_energies);
    RUN_TEST(test_ke_follows_the_temperature);
    RUN_TEST(test_between_runs);
    RUN_TEST(test_before_the_box);
    RUN_TEST(test_before_the_pair_style);
    RUN_TEST(test_refusals);
    RUN_TEST(test_what_there_is);
    RUN_TEST(test_per_atom);
    return UNITY_END();
}
