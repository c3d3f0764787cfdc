/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions on a grid: images of both sides of a pair are opposite, and next to nothing is lost. */
#include "space/grain.h"

#include "base/random.h"
#include "unity.h"

#include <math.h>

static struct md_park generator;

static double between(double lo, double hi)
{
    return lo + (hi - lo) * md_park_uniform(&generator);
}

static struct md_box box_of(double lo, double length)
{
    struct md_box box = {.lo = {lo, lo, lo}, .hi = {lo + length, lo + length, lo + length}};
    for (int d = 0; d < 3; d++)
        box.periodic[d] = true;
    md_box_refresh(&box);
    return box;
}

void setUp(void)
{
    md_park_seed(&generator, 5551);
}

void tearDown(void)
{
}

/* Boxes of many sizes, near and far from the origin, wider and narrower than the reach. */
static struct md_box draw(double *reach)
{
    double size = pow(10.0, between(-20.0, 20.0)), away = md_park_uniform(&generator);
    double lo = away < 0.4 ? 0.0 : size * between(-1.0, 1.0) * (away < 0.8 ? 1.0 : 1e4);
    *reach = size * between(0.05, 3.0);
    return box_of(lo, size);
}

static bool is_beyond(const struct md_box *box, int d, double x, double reach)
{
    return x < box->lo[d] - reach || x > box->hi[d] + reach;
}

static int unequal(const struct md_grain *grain, const struct md_box *box, double reach)
{
    double a[3], b[3], here[3], there[3];
    const int16_t none[3] = {0, 0, 0};
    int16_t shift[3], back[3];
    int images = (int)(reach / box->length[0]) + 1;
    for (int d = 0; d < 3; d++) {
        a[d] = between(box->lo[d], box->hi[d]);
        b[d] = between(box->lo[d], box->hi[d]);
        shift[d] = (int16_t)lrint(between(-images, images));
        if (is_beyond(box, d, b[d] + shift[d] * box->length[d], reach) ||
            is_beyond(box, d, a[d] - shift[d] * box->length[d], reach))
            shift[d] = 0;
        back[d] = (int16_t)-shift[d];
    }
    double from_a[3], from_b[3];
    md_grain_image(grain, a, none, here);
    md_grain_image(grain, b, shift, there);
    for (int d = 0; d < 3; d++)
        from_a[d] = here[d] - there[d];
    md_grain_image(grain, b, none, here);
    md_grain_image(grain, a, back, there);
    for (int d = 0; d < 3; d++)
        from_b[d] = here[d] - there[d];
    return from_a[0] != -from_b[0] || from_a[1] != -from_b[1] || from_a[2] != -from_b[2];
}

static void test_both_sides_see_one_distance(void)
{
    int different = 0, plain = 0;
    for (int k = 0; k < 2000; k++) {
        double reach;
        struct md_box box = draw(&reach);
        struct md_grain grain = md_grain_of(&box, reach), none = md_grain_none(&box);
        for (int n = 0; n < 20; n++) {
            different += unequal(&grain, &box, reach);
            plain += unequal(&none, &box, reach);
        }
    }
    TEST_ASSERT_EQUAL_INT(0, different);
    TEST_ASSERT_GREATER_THAN_INT(1000, plain); /* without the grid there is something to mend */
}

static void test_next_to_nothing_is_lost(void)
{
    double worst = 0.0;
    for (int k = 0; k < 2000; k++) {
        double reach;
        struct md_box box = draw(&reach);
        struct md_grain grain = md_grain_of(&box, reach);
        double size = fmax(box.length[0], fmax(fabs(box.lo[0] - reach), fabs(box.hi[0] + reach)));
        for (int n = 0; n < 20; n++) {
            double x = between(box.lo[0], box.hi[0]);
            worst = fmax(worst, fabs(md_grain_round(&grain, 0, x) - x) / size);
        }
        worst = fmax(worst, fabs(grain.length[0] - box.length[0]) / size);
    }
    TEST_ASSERT_TRUE(worst > 0.0 && worst < 2.3e-16);
}

static void test_open_faces_and_what_is_not_a_number(void)
{
    struct md_box box = box_of(0.0, 3.0);
    box.periodic[1] = false;
    struct md_grain grain = md_grain_of(&box, 1.0);
    for (int n = 0; n < 100; n++) {
        double x = between(-1.0, 4.0);
        TEST_ASSERT_TRUE(md_grain_round(&grain, 1, x) == x);
    }
    TEST_ASSERT_TRUE(isnan(md_grain_round(&grain, 0, NAN)));
    TEST_ASSERT_TRUE(md_grain_round(&grain, 0, INFINITY) == INFINITY);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_both_sides_see_one_distance);
    RUN_TEST(test_next_to_nothing_is_lost);
    RUN_TEST(test_open_faces_and_what_is_not_a_number);
    return UNITY_END();
}
