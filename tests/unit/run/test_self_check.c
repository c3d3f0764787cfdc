/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run is accused of: each fault beside a run that is just within what is allowed, and the
 * runs that must not be judged.
 */
#include "run/self_check.h"

#include <math.h>
#include <unity.h>

static struct md_vibration vibration;

void setUp(void)
{
    vibration = (struct md_vibration){0};
}

void tearDown(void)
{
}

/* A hundred atoms that keep energy and momentum. */
static struct md_self_check_run good(void)
{
    struct md_self_check at = {
        .kinetic = 100.0, .energy = -500.0, .scale = 200.0, .atoms = 100, .tallied = true};
    return (struct md_self_check_run){.before = at,
                                      .after = at,
                                      .hottest = 100.0,
                                      .keeps_energy = true,
                                      .keeps_momentum = true,
                                      .rounding = 1e-10,
                                      .degrees = 150.0,
                                      .step = 0.005,
                                      .vibration = &vibration};
}

static void test_good(void)
{
    struct md_self_check_run run = good();
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
}

static void test_energy(void)
{
    struct md_self_check_run run = good();
    run.after.energy = -500.0 + 4.9;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.after.energy = -500.0 - 5.1;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_ENERGY, md_self_check_judge(&run));
    run.after.account = 5.1; /* a fix has it */
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.after.account = 0.0;
    run.noise = 0.2;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
}

/* A fix whose own account drifts is given more, and an explosion is still seen. */
static void test_rough(void)
{
    struct md_self_check_run run = good();
    run.rough = true;
    run.after.energy = -500.0 - 49.0;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.after.kinetic = run.hottest = 1e8;
    run.after.energy = 1e8;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_ENERGY, md_self_check_judge(&run));
}

static void test_energy_not_judged(void)
{
    struct md_self_check_run run = good();
    run.after.energy = 1e6;
    run.keeps_energy = false;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.keeps_energy = true;
    run.after.atoms = 99; /* one was lost */
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.after.atoms = 100;
    run.after.tallied = false;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
}

/* Atoms at rest that fall towards each other, and an explosion. */
static void test_cold_start(void)
{
    struct md_self_check_run run = good();
    run.before.kinetic = 0.0;
    run.after.energy = -499.0;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.after.kinetic = run.hottest = 1e8;
    run.after.energy = 1e8;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_ENERGY, md_self_check_judge(&run));
}

/* A long step that is still stable lets the energy of one vibration swing. */
static void test_swing(void)
{
    struct md_self_check_run run = good();
    run.after.energy = -500.0 + 15.0;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_ENERGY, md_self_check_judge(&run));
    vibration.period = 0.045;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    vibration.period = 0.01; /* shorter than pi steps: not stable, and no excuse */
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_ENERGY, md_self_check_judge(&run));
}

static void test_momentum(void)
{
    struct md_self_check_run run = good();
    run.after.momentum[1] = 0.9e-8;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.after.momentum[1] = 1.1e-8;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_MOMENTUM, md_self_check_judge(&run));
    run.before.momentum[1] = 1.1e-8; /* it had it before */
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.before.momentum[1] = 0.0;
    run.keeps_momentum = false;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
}

static void test_temperature(void)
{
    struct md_self_check_run run = good();
    run.keeps_energy = false;
    run.asked = 0.5; /* 75 of kinetic energy */
    run.hottest = 7400.0;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.hottest = 7600.0;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_TEMPERATURE, md_self_check_judge(&run));
    run.asked = INFINITY; /* a variable says it */
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.asked = 0.0;
    run.hottest = 9900.0;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.hottest = 10100.0;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_TEMPERATURE, md_self_check_judge(&run));
    run.before.kinetic = 1.0; /* a cold start, which may become as hot as it was bound */
    run.before.energy = -599.0;
    run.hottest = 590.0;
    TEST_ASSERT_EQUAL_UINT(0, md_self_check_judge(&run));
    run.hottest = 610.0;
    TEST_ASSERT_EQUAL_UINT(MD_SELF_CHECK_TEMPERATURE, md_self_check_judge(&run));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_good);
    RUN_TEST(test_energy);
    RUN_TEST(test_rough);
    RUN_TEST(test_energy_not_judged);
    RUN_TEST(test_cold_start);
    RUN_TEST(test_swing);
    RUN_TEST(test_momentum);
    RUN_TEST(test_temperature);
    return UNITY_END();
}
