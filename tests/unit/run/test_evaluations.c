/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a run sums all forces: energy-stepping once for each state that is shown, however often
 * the run is cut so that a terminal can show its progress; Verlet once a step.
 */
#include "../simulation.h"

static FILE *terminal;

void setUp(void)
{
    simulation_begin();
    terminal = tmpfile();
    TEST_ASSERT_NOT_NULL(terminal);
}

void tearDown(void)
{
    simulation_end();
    fclose(terminal);
}

/* Of the loop over 1000 steps, with this many between rows. */
static uint64_t evaluations(const char *style, const char *every, bool show)
{
    static const char *const lines[] = {"units lj",
                                        "region r block 0 5 0 5 0 5",
                                        "create_box 1 r",
                                        "mass 1 1.0",
                                        "pair_style lj/smooth/linear 2.0",
                                        "pair_coeff 1 1 1.0 1.0",
                                        "create_atoms 1 single 1.0 1.0 1.0",
                                        "create_atoms 1 single 2.1 1.0 1.0",
                                        "create_atoms 1 single 1.5 2.0 1.0",
                                        "velocity all create 0.2 4711",
                                        "timestep 0.001",
                                        "fix 1 all nve"};
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++)
        does(lines[k]);
    does(style);
    does(every);
    sim.terminal = terminal;
    sim.show_progress = show;
    does("run 1000");
    return sim.forces.evaluations;
}

static void test_energy_stepping(void)
{
    TEST_ASSERT_EQUAL_UINT64(1,
                             evaluations("run_style energy-stepping h 0.02", "thermo 1000", false));
}

static void test_energy_stepping_on_a_terminal(void)
{
    TEST_ASSERT_EQUAL_UINT64(1,
                             evaluations("run_style energy-stepping h 0.02", "thermo 1000", true));
}

static void test_energy_stepping_pair_on_a_terminal(void)
{
    TEST_ASSERT_EQUAL_UINT64(
        2, evaluations("run_style energy-stepping/pair h 0.02", "thermo 500", true));
}

static void test_verlet(void)
{
    TEST_ASSERT_EQUAL_UINT64(1000, evaluations("run_style verlet", "thermo 1000", true));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_energy_stepping);
    RUN_TEST(test_energy_stepping_on_a_terminal);
    RUN_TEST(test_energy_stepping_pair_on_a_terminal);
    RUN_TEST(test_verlet);
    return UNITY_END();
}
