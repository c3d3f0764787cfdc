/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Angle potentials: forces are derivatives of the energy, add up to nothing and do not turn the
 * whole; the bound of the curvature holds; straight and folded angles give numbers. */
#include "../trial.h"
#include "base/memory.h"
#include "state/system.h"
#include "term/bonded.h"
#include "unity.h"

#include <math.h>
#include <string.h>

static struct md_system sys;
static struct md_error error;
static const struct md_potential *type;
static void *state;
static uint64_t seed;

static double uniform(double lo, double hi)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (double)(seed >> 11) / 9007199254740992.0;
}

static void tell(enum md_status (*hook)(void *, const struct md_system *, const struct md_args *,
                                        struct md_error *),
                 const char *line)
{
    static char copy[128];
    struct md_word list[8];
    struct md_args args = trial_words(line, copy, sizeof copy, list);
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, hook(state, &sys, &args, &error), error.text);
}

void setUp(void)
{
    md_system_init(&sys);
    md_error_clear(&error);
    sys.topology.style = MD_ATOM_ANGLE;
    sys.topology.list[MD_ANGLES].types = 2;
    seed = 77;
    type = md_bonded_find(MD_ANGLES, "harmonic");
    TEST_ASSERT_NOT_NULL(type);
    state = md_memory_array(1, type->style.state_size);
    tell(type->create, "");
    tell(type->coeff, "1 20 100.5");
    tell(type->coeff, "2 35 180");
    TEST_ASSERT_EQUAL(MD_OK, type->prepare(state, &sys, &error));
}

void tearDown(void)
{
    type->destroy(state);
    md_memory_free(state);
    md_system_free(&sys);
}

static double forces(int kind, double (*x)[3], double (*f)[3])
{
    struct md_element element = {.count = 3, .x = (const double(*)[3])x, .type = &kind};
    double energy = 0.0;
    TEST_ASSERT_EQUAL(MD_OK, type->one(state, &element, &energy, f));
    return energy;
}

static void shape(double (*x)[3])
{
    for (int a = 0; a < 3; a++)
        for (int k = 0; k < 3; k++)
            x[a][k] = uniform(-1.0, 1.0);
}

static void test_forces_are_derivatives(void)
{
    const double h = 1e-5;
    for (int n = 0; n < 200; n++) {
        double x[3][3], f[3][3], other[3][3];
        int kind = 1 + n % 2;
        shape(x);
        forces(kind, x, f);
        for (int a = 0; a < 3; a++)
            for (int k = 0; k < 3; k++) {
                double at = x[a][k], e[2];
                for (int side = 0; side < 2; side++) {
                    x[a][k] = at + (side ? h : -h);
                    e[side] = forces(kind, x, other);
                }
                x[a][k] = at;
                double largest = fabs(f[0][0]) + fabs(f[1][1]) + fabs(f[2][2]) + 1.0;
                TEST_ASSERT_DOUBLE_WITHIN(1e-4 * largest, (e[0] - e[1]) / (2.0 * h), f[a][k]);
            }
    }
}

static void test_neither_pushed_nor_turned(void)
{
    for (int n = 0; n < 200; n++) {
        double x[3][3], f[3][3];
        shape(x);
        forces(1 + n % 2, x, f);
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            double sum = 0.0, torque = 0.0, size = 1.0;
            for (int a = 0; a < 3; a++) {
                sum += f[a][k];
                torque += x[a][l] * f[a][m] - x[a][m] * f[a][l];
                size += fabs(f[a][k]) + fabs(f[a][l]) + fabs(f[a][m]);
            }
            TEST_ASSERT_DOUBLE_WITHIN(1e-13 * size, 0.0, sum);
            TEST_ASSERT_DOUBLE_WITHIN(1e-12 * size, 0.0, torque);
        }
    }
}

/* d H d for random directions, by differences of forces. */
static void test_stiffness_is_a_bound(void)
{
    const double h = 1e-5;
    for (int n = 0; n < 2000; n++) {
        double x[3][3], d[3][3], f[2][3][3], square = 0.0, along = 0.0;
        int kind = 1 + n % 2;
        shape(x);
        struct md_element element = {.count = 3, .x = (const double(*)[3])x, .type = &kind};
        double bound = type->stiffness(state, &element);
        shape(d);
        for (int a = 0; a < 9; a++)
            square += d[a / 3][a % 3] * d[a / 3][a % 3];
        for (int side = 0; side < 2; side++) {
            double moved[3][3];
            for (int a = 0; a < 9; a++)
                moved[a / 3][a % 3] = x[a / 3][a % 3] + (side ? h : -h) * d[a / 3][a % 3];
            forces(kind, moved, f[side]);
        }
        for (int a = 0; a < 9; a++)
            along += d[a / 3][a % 3] * (f[0][a / 3][a % 3] - f[1][a / 3][a % 3]) / (2.0 * h);
        TEST_ASSERT_TRUE(fabs(along) / square <= bound * (1.0 + 1e-3));
    }
}

static void test_straight_and_folded(void)
{
    double x[3][3] = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}}, f[3][3];
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, forces(2, x, f));
    for (int side = 0; side < 2; side++) {
        x[2][0] = side ? 0.7 : -1.0;
        TEST_ASSERT_TRUE(isfinite(forces(1, x, f)));
        for (int a = 0; a < 9; a++)
            TEST_ASSERT_TRUE(isfinite(f[a / 3][a % 3]));
    }
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_forces_are_derivatives);
    RUN_TEST(test_neither_pushed_nor_turned);
    RUN_TEST(test_stiffness_is_a_bound);
    RUN_TEST(test_straight_and_folded);
    return UNITY_END();
}
