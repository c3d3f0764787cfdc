/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The generators against numbers LAMMPS itself drew (29 Sep 2021): `velocity all create 1.0 12345
 * mom no rot no` on three atoms of mass 1, dumped with %.17g, and random() and normal() variables
 * printed with 15 digits.  `velocity create` divides by the square root of the temperature drawn,
 * so the expected bits follow from the raw numbers by the same arithmetic.
 */
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <unity.h>

static const double positions[3][3] = {{0.1, 0.2, 0.3}, {0.7, 1.2, 1.3}, {1.9, 0.0, 1.7}};

void setUp(void)
{
}

void tearDown(void)
{
}

static double draw(struct md_park *random, bool gaussian)
{
    return gaussian ? md_park_gaussian(random) : md_park_uniform(random) - 0.5;
}

static void compare(double v[3][3], const double expected[3][3])
{
    double t = 0.0, factor;

    for (int i = 0; i < 3; i++)
        t += v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2];
    factor = sqrt(1.0 / (t * (1.0 / 6.0)));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            TEST_ASSERT_TRUE_MESSAGE(v[i][k] * factor == expected[i][k], "not the same bits");
}

static void create(bool geom, bool local, bool gaussian, const double expected[3][3])
{
    struct md_park random;
    double v[3][3];

    md_park_seed(&random, 12345);
    for (int i = 0; local && i < 100; i++)
        md_park_uniform(&random);
    for (int i = 0; i < 3; i++) {
        if (geom)
            md_park_seed_at(&random, 12345, positions[i]);
        for (int k = 0; k < 3; k++)
            v[i][k] = draw(&random, gaussian);
    }
    compare(v, expected);
}

static void test_park_all(void)
{
    static const double uniform[3][3] = {
        {-0.84125732026659517, 0.69654669830602312, 0.93368476919959431},
        {-0.96792644482865875, -1.0186724435321968, -0.93606700148082478},
        {0.5542998570162333, 0.17712120110451415, 0.86366934500468262}};
    static const double gaussian[3][3] = {
        {0.48294524604187372, 1.5113745794311781, -1.0990282109628582},
        {-0.60145787705203735, 0.87613594850691601, -0.69683397649103018},
        {-0.23521308836202781, -0.081209652035160729, -0.77316504579276568}};

    create(false, false, false, uniform);
    create(false, false, true, gaussian);
}

static void test_park_geom(void)
{
    static const double uniform[3][3] = {
        {0.41788747370272861, 0.73575998789136543, 0.79777278944455132},
        {1.140648432021268, 0.87261573886403743, 0.7231942736267466},
        {0.16543760119709566, -0.80456873233900472, -1.1778533017411559}};
    static const double gaussian[3][3] = {
        {0.73163544494504917, 0.41554486896697201, -0.37297646963880382},
        {0.30134094862471295, 0.91216755035384489, 0.15253106922968479},
        {-0.85872695461112514, 0.17657376149971044, 1.85424070188535}};

    create(true, false, false, uniform);
    create(true, false, true, gaussian);
}

static void test_park_local(void)
{
    static const double uniform[3][3] = {
        {-1.3311649042616334, -0.16579730960123942, 0.37727368661050292},
        {-0.12277670496678998, 0.47768873570708037, -1.1626758126917969},
        {0.54828033369140339, -1.2455718035372632, 0.78169027125846957}};
    static const double gaussian[3][3] = {
        {-0.041350175333217082, -0.33199514709273786, -0.6895856099253761},
        {2.1189891466827566, -0.56344884197116518, 0.23149459377991874},
        {-0.21379344070918035, 0.094108375510891115, 0.70483877733263878}};

    create(false, true, false, uniform);
    create(false, true, true, gaussian);
}

/* Park and Miller's own check: from 1, the 10000th state is 1043618065. */
static void test_park_ten_thousand(void)
{
    struct md_park random;

    md_park_seed(&random, 1);
    for (int i = 0; i < 10000; i++)
        md_park_uniform(&random);
    TEST_ASSERT_EQUAL_INT32(1043618065, random.state);
}

static void test_park_seed_forgets_the_saved_gaussian(void)
{
    struct md_park random;
    double first;

    md_park_seed_at(&random, 7, positions[0]);
    first = md_park_gaussian(&random);
    TEST_ASSERT_TRUE(random.saved);
    md_park_seed_at(&random, 7, positions[0]);
    TEST_ASSERT_TRUE(first == md_park_gaussian(&random));
}

static void expect(double value, const char *text)
{
    char buffer[40];

    snprintf(buffer, sizeof buffer, "%.15g", value);
    TEST_ASSERT_EQUAL_STRING(text, buffer);
}

static void test_marsaglia(void)
{
    struct md_marsaglia random;

    md_marsaglia_seed(&random, 4711);
    expect(md_marsaglia_uniform(&random), "0.626690030097961");
    expect(md_marsaglia_uniform(&random), "0.242093563079834");
    expect(md_marsaglia_uniform(&random), "0.320457816123962");
    /* In a deck all random() and normal() share the generator of the first seed. */
    expect(md_marsaglia_gaussian(&random), "0.32268226291773");
    expect(md_marsaglia_gaussian(&random), "-1.53291086370934");
    expect(md_marsaglia_gaussian(&random), "0.17500072152491");
    expect(md_marsaglia_uniform(&random), "0.0386312007904053");
    expect(md_marsaglia_uniform(&random), "0.557912230491638");
    expect(md_marsaglia_uniform(&random), "0.659488439559937");
    md_marsaglia_seed(&random, 1);
    expect(md_marsaglia_uniform(&random), "0.0801426768302917");
    expect(md_marsaglia_uniform(&random), "0.178243935108185");
    md_marsaglia_seed(&random, 900000000);
    expect(md_marsaglia_uniform(&random), "0.368837594985962");
    expect(md_marsaglia_uniform(&random), "0.713677227497101");
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_park_all);
    RUN_TEST(test_park_geom);
    RUN_TEST(test_park_local);
    RUN_TEST(test_park_ten_thousand);
    RUN_TEST(test_park_seed_forgets_the_saved_gaussian);
    RUN_TEST(test_marsaglia);
    return UNITY_END();
}
