/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changing the box: who moves, where to, and that threads change no bit. */
#include "state/remap.h"

#include <string.h>
#include <unity.h>

static struct md_system box;
static struct md_error error;

void setUp(void)
{
    const double lo[3] = {-1.0, 0.0, 2.0}, hi[3] = {1.0, 4.0, 10.0};
    md_error_clear(&error);
    md_system_init(&box);
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&box, 1, lo, hi, &error));
}

void tearDown(void)
{
    md_system_free(&box);
}

static void add(double x, double y, double z)
{
    const double at[3] = {x, y, z};
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&box.atoms, 1, 0, at, &error));
}

/* Corners stay corners, the middle the middle, and an atom outside keeps its fraction too. */
static void test_fractions_stay(void)
{
    const double lo[3] = {0.0, -2.0, 2.0}, hi[3] = {8.0, 2.0, 6.0};
    const double wanted[3][3] = {{0.0, -2.0, 2.0}, {4.0, 0.0, 4.0}, {12.0, 1.0, 0.0}};
    add(-1.0, 0.0, 2.0);
    add(0.0, 2.0, 6.0);
    add(2.0, 3.0, -2.0);
    md_remap(&box, md_group_bit(0), lo, hi);
    TEST_ASSERT_EQUAL_MEMORY(lo, box.box.lo, sizeof lo);
    TEST_ASSERT_EQUAL_MEMORY(hi, box.box.hi, sizeof hi);
    TEST_ASSERT_EQUAL_DOUBLE(8.0, box.box.length[0]);
    TEST_ASSERT_EQUAL_DOUBLE(4.0, box.box.length[1]);
    TEST_ASSERT_EQUAL_DOUBLE(4.0, box.box.length[2]);
    TEST_ASSERT_EQUAL_MEMORY(wanted, box.atoms.x, sizeof wanted);
}

/* Only members move, and without groups nobody: the box alone changes. */
static void test_only_members_move(void)
{
    const double lo[3] = {-2.0, 0.0, 2.0}, hi[3] = {2.0, 4.0, 10.0};
    add(0.5, 1.0, 3.0);
    add(0.5, 1.0, 3.0);
    box.atoms.groups[1] |= 1u << 3;
    md_remap(&box, 0, lo, hi);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, box.atoms.x[0][0]);
    TEST_ASSERT_EQUAL_DOUBLE(4.0, box.box.length[0]);
    const double back[3] = {-1.0, 0.0, 2.0}, top[3] = {1.0, 4.0, 10.0};
    md_remap(&box, 1u << 3, back, top);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, box.atoms.x[0][0]);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, box.atoms.x[1][0]);
}

static void test_threads_change_no_bit(void)
{
    enum { COUNT = 20000 };
    const double lo[3] = {-1.1, 0.03, 1.7}, hi[3] = {1.3, 4.5, 9.1};
    static md_vec3 one[COUNT];
    for (int i = 0; i < COUNT; i++)
        add(-1.0 + 1e-4 * i, 3e-4 * i, 2.0 + 1e-5 * i);
    struct md_atoms before = {0};
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_copy(&before, &box.atoms, &error));
    struct md_box old = box.box;
    md_remap(&box, md_group_bit(0), lo, hi);
    memcpy(one, box.atoms.x, sizeof one);
    memcpy(box.atoms.x, before.x, sizeof one);
    box.box = old;
    box.threads = 4;
    md_remap(&box, md_group_bit(0), lo, hi);
    TEST_ASSERT_EQUAL_MEMORY(one, box.atoms.x, sizeof one);
    md_atoms_free(&before);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_fractions_stay);
    RUN_TEST(test_only_members_move);
    RUN_TEST(test_threads_change_no_bit);
    return UNITY_END();
}
