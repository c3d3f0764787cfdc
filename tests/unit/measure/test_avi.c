/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an asynchronous integrator counts, as computes show it.  The integrator here is velocity
 * Verlet with a ledger that holds known numbers: each advance counts an atom's ID once more.
 */
#include "../simulation.h"
#include "integrate/integrator.h"

#include <math.h>

static struct md_integrator counting;
static const struct md_integrator *verlet;
static int begun, advanced;

static enum md_status count_begin(void *state, struct md_dynamics *dynamics,
                                  struct md_error *failed)
{
    struct md_system *system = dynamics->system;
    if (verlet->begin(state, dynamics, failed) ||
        md_ledger_begin(&system->ledger, &system->atoms, failed))
        return failed->status;
    md_ledger_add(&system->ledger, "near")->elements = 10;
    md_ledger_add(&system->ledger, "far")->elements = 20;
    begun++;
    advanced = 0;
    return MD_OK;
}

static enum md_status count_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                    struct md_error *failed)
{
    struct md_ledger *ledger = &dynamics->system->ledger;
    struct md_atoms *atoms = &dynamics->system->atoms;
    if (verlet->advance(state, dynamics, t_stop, failed))
        return failed->status;
    advanced++;
    for (int k = 0; k < ledger->classes; k++) {
        ledger->list[k].updates += 3 + (uint64_t)k;
        ledger->list[k].residual = 0.5 + k;
        ledger->list[k].residual_sum -= 0.25;
    }
    for (size_t i = 0; i < atoms->count; i++) {
        double id = (double)atoms->id[i];
        if (ledger->want_updates)
            atoms->updates[i] += id;
        if (ledger->want_shares) {
            atoms->residual[i][0] = -id;
            atoms->residual[i][1] += 0.5 * id;
        }
    }
    return MD_OK;
}

static void counts(void)
{
    sim.integrator = &counting;
}

void setUp(void)
{
    simulation_begin();
    verlet = sim.integrator;
    counting = *verlet;
    counting.keeps_ledger = true;
    counting.begin = count_begin;
    counting.advance = count_advance;
    begun = advanced = 0;
}

void tearDown(void)
{
    sim.integrator = verlet;
    simulation_end();
}

/* 108 atoms of a hot liquid, sorted anew again and again. */
static void liquid(const char *boundary)
{
    does("units lj");
    does(boundary);
    does("atom_modify sort 3 0.9");
    does("lattice fcc 0.7");
    does("region box block 0 3 0 3 0 3");
    does("create_box 1 box");
    does("create_atoms 1 box");
    does("mass 1 1.0");
    does("velocity all create 6.0 4711");
    does("pair_style lj/cut 2.5");
    does("pair_coeff 1 1 1.0 1.0");
    does("neighbor 0.3 bin");
    does("neigh_modify every 1 delay 0 check yes");
    does("fix move all nve");
    does("thermo 10");
}

static enum md_status ask(const char *id, int64_t i, int64_t j, double *value)
{
    md_error_clear(&error);
    return sim.quantities.reference(sim.quantities.context, 'c', id, i, j, value, &error);
}

static double value(const char *id, int64_t i, int64_t j)
{
    double found = NAN;
    TEST_ASSERT_EQUAL_INT_MESSAGE(MD_OK, ask(id, i, j, &found), error.text);
    return found;
}

static double fix_value(const char *id, int64_t i)
{
    double found = NAN;
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        MD_OK, sim.quantities.reference(sim.quantities.context, 'f', id, i, 0, &found, &error),
        error.text);
    return found;
}

/* ------------------------------------------------------------------ values */

static void test_atoms(void)
{
    liquid("boundary p p p");
    counts();
    does("group odd id 1:107:2");
    does("compute u all avi/updates");
    does("compute o odd avi/updates atom");
    does("compute r all avi/residual");
    does("compute sum all reduce sum c_u c_r[2]");
    does("fix mean all ave/atom 10 1 10 c_u");
    does("thermo_style custom step c_sum[1] c_u[7] c_r[7][2]");
    does("dump d all custom 20 /dev/null id c_u c_r[1] c_r[2]");
    does("run 60");
    TEST_ASSERT_EQUAL_INT(6, advanced);
    bool sorted = false;
    for (int64_t id = 1; id <= 108; id++) {
        sorted = sorted || sim.system.atoms.id[id - 1] != id;
        TEST_ASSERT_EQUAL_DOUBLE(6.0 * (double)id, value("u", id, 0));
        TEST_ASSERT_EQUAL_DOUBLE(id % 2 == 1 ? 6.0 * (double)id : 0.0, value("o", id, 0));
        TEST_ASSERT_EQUAL_DOUBLE(-(double)id, value("r", id, 1));
        TEST_ASSERT_EQUAL_DOUBLE(3.0 * (double)id, value("r", id, 2));
        TEST_ASSERT_EQUAL_DOUBLE(6.0 * (double)id, fix_value("mean", id));
    }
    TEST_ASSERT_TRUE(sorted);
    TEST_ASSERT_EQUAL_DOUBLE(6.0 * 54.0 * 109.0, value("sum", 1, 0));
    TEST_ASSERT_EQUAL_DOUBLE(3.0 * 54.0 * 109.0, value("sum", 2, 0));
}

static void test_atoms_that_leave(void)
{
    liquid("boundary f f f");
    counts();
    does("compute u all avi/updates");
    does("thermo_modify lost ignore");
    does("run 100");
    TEST_ASSERT_TRUE(sim.system.atoms.count > 20 && sim.system.atoms.count < 108);
    for (size_t i = 0; i < sim.system.atoms.count; i++) {
        int64_t id = sim.system.atoms.id[i];
        TEST_ASSERT_EQUAL_DOUBLE((double)(advanced * id), value("u", id, 0));
    }
}

static void test_classes(void)
{
    liquid("boundary p p p");
    counts();
    does("compute u all avi/updates class");
    does("compute r all avi/residual class");
    does("fix mean all ave/time 10 1 10 c_u[2]");
    does("fix all all ave/time 10 1 10 c_u mode vector");
    does("fix last all ave/time 10 1 10 c_r[1] mode vector");
    does("thermo_style custom step c_u[1] c_r[2][2]");
    does("thermo_modify norm yes");
    does("run 40");
    TEST_ASSERT_EQUAL_DOUBLE(12.0, value("u", 1, 0));
    TEST_ASSERT_EQUAL_DOUBLE(16.0, value("u", 2, 0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, value("u", 3, 0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, value("u", MD_LEDGER_CLASSES, 0));
    TEST_ASSERT_EQUAL_DOUBLE(0.5, value("r", 1, 1));
    TEST_ASSERT_EQUAL_DOUBLE(1.5, value("r", 2, 1));
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, value("r", 2, 2));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, value("r", 3, 2));
    TEST_ASSERT_EQUAL_DOUBLE(16.0, fix_value("mean", 0));
    TEST_ASSERT_EQUAL_DOUBLE(16.0, fix_value("all", 2));
    TEST_ASSERT_EQUAL_DOUBLE(1.5, fix_value("last", 2));
    double none;
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, ask("u", MD_LEDGER_CLASSES + 1, 0, &none));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, ask("u", 0, 0, &none));
    TEST_ASSERT_EQUAL_INT(MD_ERR_VALUE, ask("r", 1, 3, &none));
}

/* ------------------------------------------------------------------ who wants what, and when */

/* Nothing is kept that nobody wants. */
static void test_wants(void)
{
    const struct md_ledger *ledger = &sim.system.ledger;
    liquid("boundary p p p");
    counts();
    does("compute c all avi/updates class");
    does("run 0");
    TEST_ASSERT_TRUE(ledger->active && !ledger->want_updates && !ledger->want_residual);
    TEST_ASSERT_TRUE(sim.system.atoms.updates == NULL && sim.system.atoms.residual == NULL);
    does("compute u all avi/updates");
    does("run 0");
    TEST_ASSERT_TRUE(ledger->want_updates && !ledger->want_residual);
    TEST_ASSERT_TRUE(sim.system.atoms.updates != NULL && sim.system.atoms.residual == NULL);
    does("compute r all avi/residual class");
    does("uncompute u");
    does("run 0");
    TEST_ASSERT_TRUE(!ledger->want_updates && ledger->want_residual && !ledger->want_shares);
    TEST_ASSERT_TRUE(sim.system.atoms.updates == NULL && sim.system.atoms.residual == NULL);
    does("compute s all avi/residual");
    does("run 0");
    TEST_ASSERT_TRUE(ledger->want_residual && ledger->want_shares);
    TEST_ASSERT_TRUE(sim.system.atoms.residual != NULL);
}

/* A run that only goes on is set up all the same when something new is wanted. */
static void test_wants_of_a_run_that_goes_on(void)
{
    liquid("boundary p p p");
    counts();
    does("compute c all avi/updates class");
    does("run 10");
    does("run 10 pre no");
    TEST_ASSERT_EQUAL_INT(1, begun);
    TEST_ASSERT_EQUAL_DOUBLE(6.0, value("c", 1, 0));
    does("compute u all avi/updates");
    does("run 10 pre no");
    TEST_ASSERT_EQUAL_INT(2, begun);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, value("c", 1, 0));
    TEST_ASSERT_EQUAL_DOUBLE(5.0, value("u", 5, 0));
}

static void test_before_any_run(void)
{
    double none;
    liquid("boundary p p p");
    counts();
    does("compute u all avi/updates");
    does("compute c all avi/updates class");
    does("compute r all avi/residual class");
    does("run 0");
    does("compute s all avi/residual");
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_count_events(&sim.system.atoms, true, false, &error));
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, ask("s", 1, 1, &none));
    sim.system.ledger.active = false;
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, ask("u", 1, 0, &none));
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, ask("c", 1, 0, &none));
    TEST_ASSERT_EQUAL_INT(MD_ERR_ORDER, ask("r", 1, 1, &none));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "run_style"));
}

/* Verlet counts nothing: it is refused as long as somebody wants to see something, and what the
 * other counted is gone afterwards. */
static void test_other_integrators(void)
{
    liquid("boundary p p p");
    counts();
    does("compute u all avi/updates class");
    does("run 10");
    does("min_style sd");
    does("minimize 0.0 0.0 1 1");
    sim.integrator = verlet;
    TEST_ASSERT_EQUAL_INT(MD_ERR_UNSUPPORTED, command("run 0"));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "'u' (avi/updates)"));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "run_style verlet"));
    does("uncompute u");
    does("run 0");
    TEST_ASSERT_FALSE(sim.system.ledger.active);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_atoms);
    RUN_TEST(test_atoms_that_leave);
    RUN_TEST(test_classes);
    RUN_TEST(test_wants);
    RUN_TEST(test_wants_of_a_run_that_goes_on);
    RUN_TEST(test_before_any_run);
    RUN_TEST(test_other_integrators);
    return UNITY_END();
}
