/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrapping, shrink-wrapping, losing and sorting atoms. */
#include "space/domain.h"
#include "unity.h"

#include <math.h>
#include <string.h>

static struct md_system system_;
static struct md_error error;

static void make(const char *faces, double size)
{
    double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {size, size, size};
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            char c = faces[2 * d + side];
            system_.box.face[d][side] = c == 'p'   ? MD_PERIODIC
                                        : c == 'f' ? MD_FIXED
                                        : c == 's' ? MD_SHRINK
                                                   : MD_SHRINK_MIN;
            system_.box.periodic[d] = c == 'p';
        }
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&system_, 1, lo, hi, &error));
}

static void add(double x, double y, double z)
{
    double at[3] = {x, y, z};
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system_.atoms, 1, 0, at, &error));
    md_atoms_number(&system_.atoms);
}

void setUp(void)
{
    md_system_init(&system_);
}

void tearDown(void)
{
    md_system_free(&system_);
}

static void test_wrap(void)
{
    make("pppppp", 10.0);
    add(-0.5, 10.0, 25.0);
    add(-1e-17, 3.0, 10.0 - 1e-12);
    md_domain_wrap(&system_);
    TEST_ASSERT_TRUE(system_.atoms.x[0][0] == 9.5);
    TEST_ASSERT_TRUE(system_.atoms.x[0][1] == 0.0);
    TEST_ASSERT_TRUE(system_.atoms.x[0][2] == 5.0);
    TEST_ASSERT_EQUAL(-1, system_.atoms.image[0][0]);
    TEST_ASSERT_EQUAL(1, system_.atoms.image[0][1]);
    TEST_ASSERT_EQUAL(2, system_.atoms.image[0][2]);
    for (int d = 0; d < 3; d++) {
        TEST_ASSERT_TRUE(system_.atoms.x[1][d] >= 0.0);
        TEST_ASSERT_TRUE(system_.atoms.x[1][d] < 10.0);
    }
}

static void test_shrink(void)
{
    make("ssmmfs", 10.0);
    add(2.0, 12.0, 4.0);
    add(7.0, 3.0, 5.0);
    md_domain_wrap(&system_);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2.0 - 1e-3, system_.box.lo[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 7.0 + 1e-3, system_.box.hi[0]);
    TEST_ASSERT_TRUE(system_.box.lo[1] <= 0.0); /* m: never inside the initial edge */
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 12.0 + 1e-3, system_.box.hi[1]);
    TEST_ASSERT_TRUE(system_.box.lo[2] == 0.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 5.0 + 1e-3, system_.box.hi[2]);
    TEST_ASSERT_TRUE(system_.box.length[0] == system_.box.hi[0] - system_.box.lo[0]);
}

static void test_lost(void)
{
    make("ffppff", 10.0);
    add(1.0, 1.0, 1.0);
    add(10.0, 1.0, 1.0);
    add(2.0, 1.0, -0.1);
    add(3.0, 1.0, 1.0);
    int64_t id = 0;
    double x[3];
    TEST_ASSERT_EQUAL(2, md_domain_remove_lost(&system_, &id, x));
    TEST_ASSERT_EQUAL(2, id);
    TEST_ASSERT_TRUE(x[0] == 10.0);
    TEST_ASSERT_EQUAL(2, system_.atoms.count);
    TEST_ASSERT_EQUAL(1, system_.atoms.id[0]);
    TEST_ASSERT_EQUAL(4, system_.atoms.id[1]);
}

static void test_sort(void)
{
    make("pppppp", 10.0);
    add(9.0, 9.0, 9.0);
    add(6.0, 1.0, 1.0);
    add(1.0, 1.0, 1.0);
    add(2.0, 6.0, 1.0);
    add(0.5, 1.0, 1.0);
    /* Half of the cutoff 10.2 makes one bin an axis; 9.8 makes two. */
    TEST_ASSERT_EQUAL(MD_OK, md_domain_sort(&system_, 0.0, 20.4, &error));
    TEST_ASSERT_EQUAL(1, system_.atoms.id[0]);
    TEST_ASSERT_EQUAL(MD_OK, md_domain_sort(&system_, 0.0, 9.8, &error));
    int64_t wanted[5] = {3, 5, 2, 4, 1}; /* z slowest, x fastest, stable in a bin */
    for (int i = 0; i < 5; i++)
        TEST_ASSERT_EQUAL(wanted[i], system_.atoms.id[i]);
    TEST_ASSERT_EQUAL(MD_OK, md_domain_sort(&system_, 1e-5, 9.8, &error)); /* 1e18 bins */
}

static void test_sort_plane(void)
{
    make("pppppp", 10.0);
    system_.dimension = 2;
    add(1.0, 1.0, 9.0);
    add(1.0, 1.0, 1.0);
    TEST_ASSERT_EQUAL(MD_OK, md_domain_sort(&system_, 2.0, 0.0, &error));
    TEST_ASSERT_EQUAL(1, system_.atoms.id[0]);                            /* one bin along z */
    TEST_ASSERT_EQUAL(MD_OK, md_domain_sort(&system_, 0.0, 0.0, &error)); /* no size: no sort */
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_wrap);
    RUN_TEST(test_shrink);
    RUN_TEST(test_lost);
    RUN_TEST(test_sort);
    RUN_TEST(test_sort_plane);
    return UNITY_END();
}
