/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lattices, regions and the box.  Expected coordinates are LAMMPS's own (29 Sep 2021), dumped with
 * %.17g after create_atoms: they must agree in every bit.
 */
#include "state/system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct md_system box;
static struct md_error error;

void setUp(void)
{
    md_system_init(&box);
    md_error_clear(&error);
}

void tearDown(void)
{
    md_system_free(&box);
}

/* The words of a command given as text; only one at a time. */
static struct md_args words_of(const char *text)
{
    static char copy[512];
    static struct md_word words[64];
    int count = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *c = copy; *c;) {
        while (*c == ' ')
            *c++ = '\0';
        if (*c)
            words[count++] = (struct md_word){.text = c, .place = {.column = (int)(c - copy) + 1}};
        while (*c && *c != ' ')
            c++;
    }
    return (struct md_args){.words = words + 1, .count = count - 1, .command = words[0]};
}

static enum md_status lattice(const char *text)
{
    struct md_args args = words_of(text);
    return md_lattice_define(&box, &args, &error);
}

static enum md_status region(const char *text)
{
    struct md_args args = words_of(text);
    return md_region_define(&box, &args, &error);
}

static void assert_bits(const double expected[3], const double actual[3])
{
    TEST_ASSERT_EQUAL_MEMORY(expected, actual, 3 * sizeof *expected);
}

/* ------------------------------------------------------------------ lattice */

static void test_fcc_in_reduced_units(void)
{
    TEST_ASSERT_EQUAL(MD_OK, lattice("lattice fcc 0.8442"));
    double x[3] = {0.5, 0.0, 3.5};
    md_lattice_to_box(&box.lattice, x);
    const double expected[3] = {0x1.adfa04187959cp-1, 0x0p+0, 0x1.783ac3956a2e8p+2};
    assert_bits(expected, x);
    TEST_ASSERT_EQUAL_INT(4, box.lattice.basis_count);
}

static void test_rotated_fcc_with_origin(void)
{
    TEST_ASSERT_EQUAL(MD_OK, lattice("lattice fcc 0.8442 origin 0.1 0.25 0.37 orient x 1 1 1 "
                                     "orient y 1 -2 1 orient z 1 0 -1"));
    double x[3] = {2.5, -0.5, 3.0};
    md_lattice_to_box(&box.lattice, x);
    const double expected[3] = {0x1.48ed6c54aac7p+2, 0x1.4921ddd9cec36p+2, 0x1.23e0b846112c6p-2};
    assert_bits(expected, x);
    md_lattice_from_box(&box.lattice, x);
    const double back[3] = {2.5, -0.5, 3.0};
    for (int d = 0; d < 3; d++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, back[d], x[d]);
}

static void test_spacing_is_the_extent_of_the_turned_cell(void)
{
    box.units = md_units_find("metal");
    TEST_ASSERT_EQUAL(MD_OK, lattice("lattice fcc 2 orient x 1 1 0 orient y -1 1 0"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2.0 * sqrt(2.0), box.lattice.spacing[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2.0, box.lattice.spacing[2]);
    TEST_ASSERT_EQUAL(MD_OK, lattice("lattice sc 2 spacing 1.5 1 0.5"));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, box.lattice.spacing[0]);
    TEST_ASSERT_EQUAL(MD_OK, lattice("lattice none 3"));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, box.lattice.spacing[1]);
    TEST_ASSERT_FALSE(box.lattice.defined);
}

static void test_lattice_refuses(void)
{
    static const struct {
        const char *text;
        enum md_status status;
        int column;
        const char *says;
    } cases[] = {
        {"lattice fc 1", MD_ERR_UNKNOWN, 9, "fc"},
        {"lattice hex 1", MD_ERR_VALUE, 9, "2d"},
        {"lattice fcc 0", MD_ERR_VALUE, 13, "greater than 0"},
        {"lattice fcc x", MD_ERR_VALUE, 13, "'x'"},
        {"lattice fcc", MD_ERR_COUNT, 0, "lattice"},
        {"lattice none 1 origin 0 0 0", MD_ERR_COUNT, 16, "origin"},
        {"lattice fcc 1 origin 0 1 0", MD_ERR_VALUE, 24, "1"},
        {"lattice fcc 1 origin 0 0", MD_ERR_COUNT, 15, "3"},
        {"lattice fcc 1 orient w 1 0 0", MD_ERR_UNKNOWN, 22, "w"},
        {"lattice fcc 1 orient x 1 1 0", MD_ERR_VALUE, 9, "right angles"},
        {"lattice fcc 1 orient x -1 0 0", MD_ERR_VALUE, 9, "left-handed"},
        {"lattice fcc 1 orient x 0 0 0", MD_ERR_VALUE, 9, "zero"},
        {"lattice fcc 1 a1 1 0 0", MD_ERR_VALUE, 15, "custom"},
        {"lattice fcc 1 basis 0 0 0", MD_ERR_VALUE, 15, "custom"},
        {"lattice custom 1", MD_ERR_COUNT, 9, "basis"},
        {"lattice custom 1 basis 0 0 0 a1 0 1 0 a2 0 1 0", MD_ERR_VALUE, 9, "plane"},
        {"lattice custom 1 basis 0 0 1.5", MD_ERR_VALUE, 28, "1.5"},
        {"lattice fcc 1 spacing 1 0 1", MD_ERR_VALUE, 25, "0"},
        {"lattice fcc 1 orgin 0 0 0", MD_ERR_UNKNOWN, 15, "orgin"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        md_error_clear(&error);
        TEST_ASSERT_EQUAL_MESSAGE(cases[k].status, lattice(cases[k].text), cases[k].text);
        if (cases[k].column > 0)
            TEST_ASSERT_EQUAL_MESSAGE(cases[k].column, error.place.column, cases[k].text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, cases[k].says), error.text);
        TEST_ASSERT_FALSE_MESSAGE(box.lattice.defined, "a refused lattice must change nothing");
    }
}

/* ------------------------------------------------------------------ regions */

static bool inside(const char *id, double x, double y, double z)
{
    const double point[3] = {x, y, z};
    int index = md_regions_find(&box.regions, id);
    TEST_ASSERT_GREATER_OR_EQUAL(0, index);
    return md_region_contains(&box.regions, index, point);
}

static void test_surfaces_belong_to_regions(void)
{
    TEST_ASSERT_EQUAL(MD_OK, region("region b block 0 1 0 1 0 1"));
    TEST_ASSERT_EQUAL(MD_OK, region("region s sphere 0 0 0 2"));
    TEST_ASSERT_EQUAL(MD_OK, region("region c cylinder y 0 0 2 -1 1"));
    TEST_ASSERT_EQUAL(MD_OK, region("region k cone z 0 0 2 0 0 2"));
    TEST_ASSERT_EQUAL(MD_OK, region("region p plane 0 0 1 0 0 3"));
    TEST_ASSERT_EQUAL(MD_OK, region("region o sphere 0 0 0 2 side out"));
    TEST_ASSERT_TRUE(inside("b", 1, 0, 1));
    TEST_ASSERT_FALSE(inside("b", nextafter(1, 2), 0, 1));
    TEST_ASSERT_TRUE(inside("s", 0, 2, 0));
    TEST_ASSERT_FALSE(inside("s", 0, nextafter(2, 3), 0));
    TEST_ASSERT_TRUE(inside("c", 2, -1, 0));
    TEST_ASSERT_FALSE(inside("c", 2, -1.1, 0));
    TEST_ASSERT_TRUE(inside("k", 1, 0, 1));
    TEST_ASSERT_FALSE(inside("k", 1.01, 0, 1));
    TEST_ASSERT_TRUE(inside("p", 5, 5, 1));
    TEST_ASSERT_FALSE(inside("p", 5, 5, 0.99));
    TEST_ASSERT_FALSE(inside("o", 0, 2, 0));
    TEST_ASSERT_TRUE(inside("o", 0, nextafter(2, 3), 0));
}

static void test_unions_and_intersections(void)
{
    TEST_ASSERT_EQUAL(MD_OK, region("region a sphere -1 0 0 1.5"));
    TEST_ASSERT_EQUAL(MD_OK, region("region b sphere 1 0 0 1.5"));
    TEST_ASSERT_EQUAL(MD_OK, region("region u union 2 a b"));
    TEST_ASSERT_EQUAL(MD_OK, region("region i intersect 2 a b"));
    TEST_ASSERT_EQUAL(MD_OK, region("region n union 2 a b side out"));
    TEST_ASSERT_TRUE(inside("u", 2, 0, 0));
    TEST_ASSERT_FALSE(inside("i", 2, 0, 0));
    TEST_ASSERT_TRUE(inside("i", 0, 0, 0));
    TEST_ASSERT_FALSE(inside("n", 0, 0, 0));
    TEST_ASSERT_TRUE(inside("n", 5, 0, 0));
    const struct md_region *both = &box.regions.list[md_regions_find(&box.regions, "i")];
    TEST_ASSERT_TRUE(both->bounded);
    TEST_ASSERT_EQUAL_DOUBLE(-0.5, both->lo[0]);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, both->hi[0]);
    const struct md_region *any = &box.regions.list[md_regions_find(&box.regions, "u")];
    TEST_ASSERT_EQUAL_DOUBLE(-2.5, any->lo[0]);
    TEST_ASSERT_EQUAL_DOUBLE(2.5, any->hi[0]);
    TEST_ASSERT_FALSE(box.regions.list[md_regions_find(&box.regions, "n")].bounded);
}

static void test_regions_scale_with_the_lattice(void)
{
    TEST_ASSERT_EQUAL(MD_OK, lattice("lattice none 2"));
    TEST_ASSERT_EQUAL(MD_OK, region("region b block 0 1 0 1 0 1"));
    TEST_ASSERT_EQUAL(MD_OK, region("region c block 0 1 0 1 0 1 units box"));
    TEST_ASSERT_TRUE(inside("b", 2, 2, 2));
    TEST_ASSERT_FALSE(inside("c", 2, 2, 2));
}

static void test_deleted_regions_leave_the_others(void)
{
    TEST_ASSERT_EQUAL(MD_OK, region("region a sphere 0 0 0 1"));
    TEST_ASSERT_EQUAL(MD_OK, region("region b sphere 9 0 0 1"));
    TEST_ASSERT_EQUAL(MD_OK, region("region a delete"));
    TEST_ASSERT_EQUAL(-1, md_regions_find(&box.regions, "a"));
    TEST_ASSERT_TRUE(inside("b", 9, 0, 0));
    TEST_ASSERT_EQUAL(MD_OK, region("region a block 0 1 0 1 0 1"));
    TEST_ASSERT_TRUE(inside("a", 1, 1, 1));
}

static void test_region_refuses(void)
{
    static const struct {
        const char *text;
        enum md_status status;
        int column;
        const char *says;
    } cases[] = {
        {"region r blok 0 1 0 1 0 1", MD_ERR_UNKNOWN, 10, "blok"},
        {"region r block 0 1 0 1 0", MD_ERR_COUNT, 0, "region"},
        {"region r block 2 1 0 1 0 1", MD_ERR_VALUE, 16, "xlo"},
        {"region r block INF 1 0 1 0 1", MD_ERR_ORDER, 16, "INF"},
        {"region r block 0 1 0 y 0 1", MD_ERR_VALUE, 22, "y"},
        {"region r sphere 0 0 0 -1", MD_ERR_VALUE, 23, "-1"},
        {"region r cylinder w 0 0 1 0 1", MD_ERR_UNKNOWN, 19, "w"},
        {"region r cone z 0 0 0 0 0 1", MD_ERR_VALUE, 21, "radii"},
        {"region r cone z 0 0 1 0 2 2", MD_ERR_VALUE, 25, "2"},
        {"region r plane 0 0 0 0 0 0", MD_ERR_VALUE, 22, "normal"},
        {"region r union 2 first nobody", MD_ERR_REFERENCE, 24, "nobody"},
        {"region r union 1 first", MD_ERR_VALUE, 16, "1"},
        {"region r ellipsoid 0 0 0 1 1 1", MD_ERR_UNSUPPORTED, 10, "sphere"},
        {"region r sphere 0 0 0 1 move v_x NULL NULL", MD_ERR_UNSUPPORTED, 25, "move"},
        {"region r sphere 0 0 0 1 side inn", MD_ERR_UNKNOWN, 30, "inn"},
        {"region r sphere 0 0 0 1 side", MD_ERR_COUNT, 25, "side"},
        {"region r sphere 0 0 0 1 unit box", MD_ERR_UNKNOWN, 25, "unit"},
        {"region first sphere 0 0 0 1", MD_ERR_VALUE, 8, "first"},
        {"region firts delete", MD_ERR_REFERENCE, 8, "firts"},
        {"region part delete", MD_ERR_ORDER, 8, "whole"},
    };
    TEST_ASSERT_EQUAL(MD_OK, region("region first block 0 1 0 1 0 1"));
    TEST_ASSERT_EQUAL(MD_OK, region("region part block 0 1 0 1 0 1"));
    TEST_ASSERT_EQUAL(MD_OK, region("region whole union 2 first part"));
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        md_error_clear(&error);
        TEST_ASSERT_EQUAL_MESSAGE(cases[k].status, region(cases[k].text), cases[k].text);
        if (cases[k].column > 0)
            TEST_ASSERT_EQUAL_MESSAGE(cases[k].column, error.place.column, cases[k].text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.text, cases[k].says), error.text);
        TEST_ASSERT_EQUAL(3, box.regions.count);
    }
    region("region firts delete");
    TEST_ASSERT_NOT_NULL(strstr(error.hint, "first"));
}

/* ------------------------------------------------------------------ box */

static void test_shrink_faces_are_widened(void)
{
    const double lo[3] = {0, 0, 0}, hi[3] = {10, 20, 30};
    box.box.face[0][0] = box.box.face[0][1] = MD_SHRINK;
    box.box.face[1][0] = box.box.face[1][1] = MD_SHRINK_MIN;
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&box, 2, lo, hi, &error));
    TEST_ASSERT_EQUAL_DOUBLE(-1e-3, box.box.lo[0]);
    TEST_ASSERT_EQUAL_DOUBLE(10 + 1e-3, box.box.hi[0]);
    TEST_ASSERT_EQUAL_DOUBLE(0, box.box.lo[1]);
    TEST_ASSERT_FALSE(box.box.periodic[0]);
    TEST_ASSERT_TRUE(box.box.periodic[2]);
    TEST_ASSERT_EQUAL_DOUBLE(30, box.box.length[2]);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, box.mass[2]);
}

static void test_box_refuses(void)
{
    const double lo[3] = {0, 0, 0}, hi[3] = {1, 0, 1}, good[3] = {1, 1, 1};
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_system_create_box(&box, 1, lo, hi, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "ylo"));
    box.dimension = 2;
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_system_create_box(&box, 1, lo, good, &error));
    TEST_ASSERT_FALSE(box.box.exists);
}

static void test_wrapping_counts_images(void)
{
    const double lo[3] = {0, 0, 0}, hi[3] = {10, 10, 10};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&box, 1, lo, hi, &error));
    double x[3] = {-0.5, 10.0, 35.0}, back[3];
    int image[3] = {0, 0, 0};
    md_box_wrap(&box.box, x, image);
    TEST_ASSERT_EQUAL_DOUBLE(9.5, x[0]);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, x[1]);
    TEST_ASSERT_EQUAL_DOUBLE(5.0, x[2]);
    TEST_ASSERT_EQUAL_INT(-1, image[0]);
    TEST_ASSERT_EQUAL_INT(1, image[1]);
    TEST_ASSERT_EQUAL_INT(3, image[2]);
    md_box_unwrap(&box.box, x, image, back);
    TEST_ASSERT_EQUAL_DOUBLE(-0.5, back[0]);
    TEST_ASSERT_EQUAL_DOUBLE(35.0, back[2]);
    /* A hair below zero becomes the upper edge in rounding, and that is outside again. */
    double hair[3] = {-1e-18, 1e300, 1};
    md_box_wrap(&box.box, hair, NULL);
    TEST_ASSERT_TRUE(hair[0] >= 0.0 && hair[0] < 10.0);
    TEST_ASSERT_EQUAL_DOUBLE(1e300, hair[1]);
}

/* An unstable run throws atoms out by thousands of boxes: that must cost no time, and a count of
 * images that is full stays so instead of turning over. */
static void test_wrapping_from_far(void)
{
    const double lo[3] = {-5, 0, 0}, hi[3] = {5, 10, 10};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&box, 1, lo, hi, &error));
    double x[3] = {9000003.5, -9000003.5, 1e8};
    int image[3] = {2147483647, -2147483647 - 1, 7};
    md_box_wrap(&box.box, x, image);
    TEST_ASSERT_EQUAL_DOUBLE(3.5, x[0]);
    TEST_ASSERT_EQUAL_DOUBLE(6.5, x[1]);
    TEST_ASSERT_EQUAL_DOUBLE(1e8, x[2]);
    TEST_ASSERT_EQUAL_INT(2147483647, image[0]);
    TEST_ASSERT_EQUAL_INT(-2147483647 - 1, image[1]);
    TEST_ASSERT_EQUAL_INT(7, image[2]);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_fcc_in_reduced_units);
    RUN_TEST(test_rotated_fcc_with_origin);
    RUN_TEST(test_spacing_is_the_extent_of_the_turned_cell);
    RUN_TEST(test_lattice_refuses);
    RUN_TEST(test_surfaces_belong_to_regions);
    RUN_TEST(test_unions_and_intersections);
    RUN_TEST(test_regions_scale_with_the_lattice);
    RUN_TEST(test_deleted_regions_leave_the_others);
    RUN_TEST(test_region_refuses);
    RUN_TEST(test_shrink_faces_are_widened);
    RUN_TEST(test_box_refuses);
    RUN_TEST(test_wrapping_counts_images);
    RUN_TEST(test_wrapping_from_far);
    return UNITY_END();
}
