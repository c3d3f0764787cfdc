/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atoms, groups, sums over groups, units and the clock. */
#include "base/memory.h"
#include "state/group_sums.h"
#include "state/mobility.h"
#include "state/system.h"

#include <math.h>
#include <string.h>
#include <unity.h>

static struct md_system box;
static struct md_error error;

void setUp(void)
{
    const double lo[3] = {0, 0, 0}, hi[3] = {10, 10, 10};
    md_system_init(&box);
    md_error_clear(&error);
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&box, 2, lo, hi, &error));
    box.mass[1] = 1.0;
    box.mass[2] = 3.0;
}

void tearDown(void)
{
    md_system_free(&box);
}

static void add(int type, int64_t id, double x, double y, double z)
{
    const double point[3] = {x, y, z};
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&box.atoms, type, id, point, &error));
}

/* ------------------------------------------------------------------ atoms */

static void test_atoms_grow_and_number(void)
{
    for (int i = 0; i < 1000; i++)
        add(1, i == 500 ? 7000 : 0, i, 0, 0);
    TEST_ASSERT_EQUAL(1000, box.atoms.count);
    md_atoms_number(&box.atoms);
    TEST_ASSERT_EQUAL(7001, box.atoms.id[0]);
    TEST_ASSERT_EQUAL(7000, box.atoms.id[500]);
    TEST_ASSERT_EQUAL(7999, box.atoms.id[999]);
    TEST_ASSERT_EQUAL(999, md_atoms_find(&box.atoms, 7999));
    TEST_ASSERT_EQUAL(-1, md_atoms_find(&box.atoms, 1));
    TEST_ASSERT_EQUAL(-1, md_atoms_find(&box.atoms, 8000));
    TEST_ASSERT_EQUAL(-1, md_atoms_find(&box.atoms, -3));
}

static void test_the_last_atom_fills_the_gap(void)
{
    for (int i = 0; i < 4; i++)
        add(1 + i % 2, i + 1, i, 0, 0);
    TEST_ASSERT_EQUAL(3, md_atoms_find(&box.atoms, 4));
    md_atoms_remove(&box.atoms, 1);
    TEST_ASSERT_EQUAL(3, box.atoms.count);
    TEST_ASSERT_EQUAL(4, box.atoms.id[1]);
    TEST_ASSERT_EQUAL(2, box.atoms.type[1]);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, box.atoms.x[1][0]);
    TEST_ASSERT_EQUAL(1, md_atoms_find(&box.atoms, 4));
    TEST_ASSERT_EQUAL(-1, md_atoms_find(&box.atoms, 2));
    md_atoms_remove(&box.atoms, 2);
    TEST_ASSERT_EQUAL(2, box.atoms.count);
}

static void test_permute_moves_everything(void)
{
    for (int i = 0; i < 3; i++)
        add(1, i + 1, i, 0, 0);
    box.atoms.v[2][1] = 5.0;
    box.atoms.image[2][0] = -4;
    box.atoms.groups[2] = 9;
    const size_t order[3] = {2, 0, 1};
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_permute(&box.atoms, order, &error));
    TEST_ASSERT_EQUAL(3, box.atoms.id[0]);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, box.atoms.x[0][0]);
    TEST_ASSERT_EQUAL_DOUBLE(5.0, box.atoms.v[0][1]);
    TEST_ASSERT_EQUAL(-4, box.atoms.image[0][0]);
    TEST_ASSERT_EQUAL(9, box.atoms.groups[0]);
    TEST_ASSERT_EQUAL(0, md_atoms_find(&box.atoms, 3));
    TEST_ASSERT_EQUAL(1, md_atoms_find(&box.atoms, 1));
}

/* What an integrator counts follows the atoms, through growth too. */
static void test_counts_follow_the_atoms(void)
{
    struct md_atoms copy;
    const size_t order[3] = {2, 0, 1};
    for (int i = 0; i < 3; i++)
        add(1, i + 1, i, 0, 0);
    TEST_ASSERT_NULL(box.atoms.updates);
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_count_events(&box.atoms, true, true, &error));
    for (int i = 0; i < 3; i++) {
        box.atoms.updates[i] = 10.0 * (i + 1);
        box.atoms.residual[i][1] = -(i + 1);
    }
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_permute(&box.atoms, order, &error));
    md_atoms_remove(&box.atoms, 0);
    for (int i = 0; i < 1000; i++)
        add(1, i + 4, i, 0, 0);
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_copy(&copy, &box.atoms, &error));
    for (size_t i = 0; i < copy.count; i++) {
        double expected = copy.id[i] <= 3 ? (double)copy.id[i] : 0.0;
        TEST_ASSERT_EQUAL_DOUBLE(10.0 * expected, copy.updates[i]);
        TEST_ASSERT_EQUAL_DOUBLE(-expected, copy.residual[i][1]);
    }
    TEST_ASSERT_EQUAL(1, md_atoms_find(&copy, 1) + md_atoms_find(&copy, 2));
    md_atoms_free(&copy);
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_count_events(&box.atoms, false, true, &error));
    TEST_ASSERT_NULL(box.atoms.updates);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, box.atoms.residual[0][1]);
}

/* Masses of their own follow the atoms; an atom that has none weighs what its type does. */
static void test_masses_follow_the_atoms(void)
{
    struct md_atoms copy;
    double least[3];
    const size_t order[3] = {2, 0, 1};
    for (int i = 0; i < 3; i++)
        add(1 + i % 2, i + 1, i, 0, 0);
    TEST_ASSERT_TRUE(md_mass_by_type(&box));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, md_mass_of(&box, 1));
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_own_masses(&box.atoms, &error));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, md_mass_of(&box, 1));
    box.atoms.mass[1] = 0.25;
    box.atoms.mass[2] = 7.0;
    md_mass_least(&box, least);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, least[1]);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, least[2]);
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_permute(&box.atoms, order, &error));
    TEST_ASSERT_EQUAL_DOUBLE(7.0, md_mass_of(&box, 0));
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_copy(&copy, &box.atoms, &error));
    TEST_ASSERT_EQUAL_DOUBLE(0.25, copy.mass[2]);
    md_atoms_free(&copy);
    md_atoms_remove(&box.atoms, 0);
    for (int i = 0; i < 100; i++)
        add(2, 10 + i, 0, 0, 0);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, md_mass_of(&box, 0));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, md_mass_of(&box, 1));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, md_mass_of(&box, 2));
    box.mass[2] = 0.0;
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_mass_need(&box, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_own_masses(&box.atoms, &error));
    for (size_t i = 0; i < box.atoms.count; i++)
        box.atoms.mass[i] = 1.0;
    TEST_ASSERT_EQUAL(MD_OK, md_mass_need(&box, &error));
}

/* A row for each type, or for each atom, with the same numbers. */
static void test_mobility(void)
{
    struct md_mobility mobility = {0};
    for (int i = 0; i < 3; i++)
        add(1 + i % 2, i + 1, i, 0, 0);
    box.atoms.groups[2] |= 2;
    TEST_ASSERT_EQUAL(MD_OK, md_mobility_renew(&mobility, &box, 2, false, &error));
    TEST_ASSERT_TRUE(mobility.by_type);
    TEST_ASSERT_FALSE(mobility.all);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_mobility_of(&mobility, &box.atoms, 1));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, md_mobility_of(&mobility, &box.atoms, 2));
    TEST_ASSERT_EQUAL_DOUBLE(1.0 / 3.0,
                             mobility.inverse[md_mobility_rows(&mobility, &box.atoms)[1]]);
    TEST_ASSERT_EQUAL(MD_OK, md_mobility_renew(&mobility, &box, 3, false, &error));
    TEST_ASSERT_TRUE(mobility.all);
    TEST_ASSERT_EQUAL_DOUBLE(1.0 / 3.0, md_mobility_of(&mobility, &box.atoms, 1));
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_own_masses(&box.atoms, &error));
    box.atoms.mass[0] = 4.0;
    TEST_ASSERT_EQUAL(MD_OK, md_mobility_renew(&mobility, &box, 3, false, &error));
    TEST_ASSERT_FALSE(mobility.by_type);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, md_mobility_of(&mobility, &box.atoms, 0));
    TEST_ASSERT_EQUAL_DOUBLE(1.0 / 3.0, md_mobility_of(&mobility, &box.atoms, 1));
    TEST_ASSERT_EQUAL_DOUBLE(md_mobility_half_kick(&box, 0), mobility.half_kick[0]);
    TEST_ASSERT_EQUAL(MD_OK, md_mobility_renew(&mobility, &box, 2, true, &error));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, mobility.inverse[0]);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, mobility.inverse[2]);
    md_mobility_free(&mobility);
}

static void test_classes_of_a_ledger(void)
{
    struct md_ledger *ledger = &box.ledger;
    ledger->want_updates = true;
    TEST_ASSERT_EQUAL(MD_OK, md_ledger_begin(ledger, &box.atoms, &error));
    TEST_ASSERT_TRUE(ledger->active && ledger->want_updates && !ledger->want_residual);
    for (int k = 0; k < MD_LEDGER_CLASSES; k++)
        TEST_ASSERT_EQUAL_PTR(&ledger->list[k], md_ledger_add(ledger, "a class"));
    TEST_ASSERT_EQUAL_STRING("a class", ledger->list[MD_LEDGER_CLASSES - 1].name);
    TEST_ASSERT_EQUAL_PTR(&ledger->list[MD_LEDGER_CLASSES - 1], md_ledger_add(ledger, "more"));
    TEST_ASSERT_EQUAL_STRING("rest", ledger->list[MD_LEDGER_CLASSES - 1].name);
    TEST_ASSERT_EQUAL(MD_LEDGER_CLASSES, ledger->classes);
    TEST_ASSERT_EQUAL(MD_OK, md_ledger_begin(ledger, &box.atoms, &error));
    TEST_ASSERT_EQUAL(0, ledger->classes);
}

/* ------------------------------------------------------------------ groups */

static void test_groups_up_to_their_limit(void)
{
    char name[16];
    int index;
    for (int g = 1; g < MD_GROUP_MAX; g++) {
        snprintf(name, sizeof name, "g%d", g);
        struct md_word word = {.text = name};
        TEST_ASSERT_EQUAL(MD_OK, md_groups_create(&box.groups, &word, &index, &error));
        TEST_ASSERT_EQUAL(g, index);
    }
    struct md_word again = {.text = "g7"}, more = {.text = "more"}, odd = {.text = "a b"};
    TEST_ASSERT_EQUAL(MD_OK, md_groups_create(&box.groups, &again, &index, &error));
    TEST_ASSERT_EQUAL(7, index);
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_groups_create(&box.groups, &more, &index, &error));
    md_groups_delete(&box.groups, 7);
    TEST_ASSERT_EQUAL(-1, md_groups_find(&box.groups, "g7"));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_groups_create(&box.groups, &odd, &index, &error));
    TEST_ASSERT_EQUAL(MD_OK, md_groups_create(&box.groups, &more, &index, &error));
    TEST_ASSERT_EQUAL(7, index);
}

static void test_unknown_group_suggests(void)
{
    int index;
    struct md_word name = {.text = "mobile"}, wrong = {.text = "moblie", .place = {.column = 5}};
    TEST_ASSERT_EQUAL(MD_OK, md_groups_create(&box.groups, &name, &index, &error));
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, md_groups_of_word(&box.groups, &wrong, &index, &error));
    TEST_ASSERT_EQUAL(5, error.place.column);
    TEST_ASSERT_NOT_NULL(strstr(error.hint, "mobile"));
}

/* ------------------------------------------------------------------ sums */

/* Two atoms of masses 1 and 3 on the x axis, the heavy one across the periodic face. */
static struct md_members pair(void)
{
    add(1, 1, 1, 5, 5);
    add(2, 2, 1, 5, 5);
    box.atoms.image[1][0] = 1; /* really at x = 11 */
    box.atoms.v[0][1] = 3.0;
    box.atoms.v[1][1] = -1.0;
    box.atoms.v[1][2] = 4.0;
    return md_members_of(&box, 0);
}

static void test_sums_of_a_pair(void)
{
    struct md_members members = pair();
    double xcm[3], vcm[3], angmom[3], inertia[3][3], lo[3], hi[3];
    double mass = md_group_mass(&members);
    TEST_ASSERT_EQUAL_DOUBLE(4.0, mass);
    TEST_ASSERT_EQUAL(2, md_group_count(&members));
    md_group_xcm(&members, mass, xcm);
    TEST_ASSERT_EQUAL_DOUBLE(8.5, xcm[0]);
    md_group_vcm(&members, mass, vcm);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, vcm[1]);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, vcm[2]);
    TEST_ASSERT_EQUAL_DOUBLE(0.5 * (9 + 3 * 17), md_group_ke(&members));
    md_group_angmom(&members, xcm, angmom); /* sum m (r x v): r = -7.5, 2.5 */
    TEST_ASSERT_EQUAL_DOUBLE(-3 * 2.5 * 4.0, angmom[1]);
    TEST_ASSERT_EQUAL_DOUBLE(-7.5 * 3.0 - 3 * 2.5, angmom[2]);
    md_group_inertia(&members, xcm, inertia);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, inertia[0][0]);
    TEST_ASSERT_EQUAL_DOUBLE(7.5 * 7.5 + 3 * 2.5 * 2.5, inertia[1][1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, sqrt(75.0 / 4.0), md_group_gyration(&members, mass, xcm));
    md_group_bound(&members, lo, hi);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, hi[0]);
}

static void test_omega_of_a_line_of_atoms(void)
{
    struct md_members members = pair();
    double xcm[3], angmom[3], inertia[3][3], omega[3];
    md_group_xcm(&members, md_group_mass(&members), xcm);
    md_group_angmom(&members, xcm, angmom);
    md_group_inertia(&members, xcm, inertia);
    md_group_omega(angmom, (const double(*)[3])inertia, omega);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, omega[0]); /* no inertia about x: must not blow up */
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, -30.0 / 75.0, omega[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, -30.0 / 75.0, omega[2]);
}

static void test_omega_of_a_solid(void)
{
    const double inertia[3][3] = {{4, 1, 0}, {1, 3, 0.5}, {0, 0.5, 5}}, omega[3] = {0.3, -2, 7};
    double angmom[3], found[3];
    for (int d = 0; d < 3; d++)
        angmom[d] = inertia[d][0] * omega[0] + inertia[d][1] * omega[1] + inertia[d][2] * omega[2];
    md_group_omega(angmom, inertia, found);
    for (int d = 0; d < 3; d++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-13, omega[d], found[d]);
}

/* Positions and velocities without pattern, from -1 to 1. */
static double scattered(int k)
{
    double x = 12.9898 * k;
    return sin(x * x);
}

#define MANY 200

static void add_many(void)
{
    for (int i = 0; i < MANY; i++) {
        add(1 + i % 2, i + 1, 5.0 * scattered(i), 5.0 * scattered(i + 1000), scattered(i + 2000));
        for (int d = 0; d < 3; d++)
            box.atoms.v[i][d] = scattered(3 * i + d + 3000);
    }
}

/* Some sums over all atoms. */
static void add_up(const size_t *order, double sum[10])
{
    struct md_members members = md_members_of(&box, 0);
    members.order = order;
    double inertia[3][3], mass = md_group_mass(&members);
    md_group_xcm(&members, mass, sum);
    md_group_momentum(&members, sum + 3);
    md_group_inertia(&members, sum, inertia);
    md_group_angmom(&members, sum, sum + 6);
    sum[9] = inertia[0][1] + md_group_mvv(&members);
}

/* Atom k comes from place 77 k. */
static void mix(void)
{
    size_t from[MANY];
    for (size_t k = 0; k < MANY; k++)
        from[k] = 77 * k % MANY;
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_permute(&box.atoms, from, &error));
}

static void test_atoms_by_id(void)
{
    size_t *order;
    add_many();
    mix();
    TEST_ASSERT_NOT_EQUAL(2, box.atoms.id[1]);
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_by_id(&box.atoms, &order, &error));
    for (size_t k = 0; k < MANY; k++)
        TEST_ASSERT_EQUAL(k + 1, box.atoms.id[order[k]]);
    md_memory_free(order);
}

static void test_sums_do_not_depend_on_the_order_in_memory(void)
{
    double exact[10], plain[10], mixed[10], last = 0.0;
    size_t *order;
    add_many();
    add_up(NULL, exact);
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_by_id(&box.atoms, &order, &error));
    add_up(order, plain);
    md_memory_free(order);
    for (size_t i = 0; i < MANY; i++)
        last += box.atoms.v[i][2] * box.mass[box.atoms.type[i]];
    TEST_ASSERT_EQUAL_MEMORY(&last, &plain[5], sizeof last); /* as a loop does */
    TEST_ASSERT_TRUE(memcmp(exact, plain, sizeof exact) != 0);
    mix();
    add_up(NULL, mixed);
    TEST_ASSERT_EQUAL_MEMORY(exact, mixed, sizeof exact);
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_by_id(&box.atoms, &order, &error));
    add_up(order, mixed);
    md_memory_free(order);
    TEST_ASSERT_EQUAL_MEMORY(plain, mixed, sizeof plain);
}

static void test_sums_of_nobody(void)
{
    struct md_members members = md_members_of(&box, 0);
    double xcm[3];
    md_group_xcm(&members, 0.0, xcm);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, xcm[0]);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, md_group_gyration(&members, 0.0, xcm));
    TEST_ASSERT_EQUAL(0, md_group_count(&members));
}

/* ------------------------------------------------------------------ units and clock */

static void test_all_units_are_found(void)
{
    int count = 0;
    for (; md_units_names[count]; count++) {
        const struct md_units *units = md_units_find(md_units_names[count]);
        TEST_ASSERT_NOT_NULL(units);
        TEST_ASSERT_EQUAL_STRING(md_units_names[count], units->name);
        TEST_ASSERT_TRUE(units->boltz > 0 && units->timestep > 0 && units->skin > 0);
        TEST_ASSERT_DOUBLE_WITHIN(1e-8, 1.0, units->mvv2e * units->ftm2v);
        /* Two elementary charges 1 Angstrom apart, as a temperature: the same in all units. */
        double kelvin = units->coulomb / units->angstrom / units->boltz;
        TEST_ASSERT_DOUBLE_WITHIN(2.0, units->reduced ? 1.0 : 167101.0, kelvin);
    }
    TEST_ASSERT_EQUAL(8, count);
    TEST_ASSERT_NULL(md_units_find("LJ"));
}

static void test_clock_rebases(void)
{
    struct md_clock clock;
    md_clock_init(&clock, 0.005);
    clock.now = 100 * MD_TICKS_PER_STEP;
    TEST_ASSERT_EQUAL_DOUBLE(0.5, md_clock_time(&clock));
    md_clock_set_timestep(&clock, 0.001);
    clock.now += 1000 * MD_TICKS_PER_STEP;
    TEST_ASSERT_EQUAL_DOUBLE(1.5, md_clock_time(&clock));
    TEST_ASSERT_EQUAL(1100, md_clock_step(&clock));
    clock.now += MD_TICKS_PER_STEP - 1;
    TEST_ASSERT_EQUAL(1100, md_clock_step(&clock));
    md_clock_reset(&clock, 7, 3.25);
    TEST_ASSERT_EQUAL(7, md_clock_step(&clock));
    TEST_ASSERT_EQUAL_DOUBLE(3.25, md_clock_time(&clock));
    clock.now = -1;
    TEST_ASSERT_EQUAL(-1, md_clock_step(&clock));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_atoms_grow_and_number);
    RUN_TEST(test_the_last_atom_fills_the_gap);
    RUN_TEST(test_permute_moves_everything);
    RUN_TEST(test_counts_follow_the_atoms);
    RUN_TEST(test_masses_follow_the_atoms);
    RUN_TEST(test_mobility);
    RUN_TEST(test_classes_of_a_ledger);
    RUN_TEST(test_groups_up_to_their_limit);
    RUN_TEST(test_unknown_group_suggests);
    RUN_TEST(test_sums_of_a_pair);
    RUN_TEST(test_omega_of_a_line_of_atoms);
    RUN_TEST(test_omega_of_a_solid);
    RUN_TEST(test_atoms_by_id);
    RUN_TEST(test_sums_do_not_depend_on_the_order_in_memory);
    RUN_TEST(test_sums_of_nobody);
    RUN_TEST(test_all_units_are_found);
    RUN_TEST(test_clock_rebases);
    return UNITY_END();
}
