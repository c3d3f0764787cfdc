/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's method with GMRES, where inserting fails. */
#include "integrate/step/newton.h"

#include "unity.h"

#include <math.h>
#include <string.h>

#define MANY 200

static struct md_newton newton;
static struct md_error error;
static int calls;

void setUp(void)
{
    memset(&newton, 0, sizeof newton);
    memset(&error, 0, sizeof error);
    calls = 0;
}

void tearDown(void)
{
    md_newton_free(&newton);
}

static double measure(void *context, const double *step)
{
    const size_t *size = context;
    double most = 0.0;
    for (size_t i = 0; i < *size; i++)
        most = fmax(most, fabs(step[i]));
    return most;
}

static double enough(void *context)
{
    (void)context;
    return 1e-12;
}

static double nudge(void *context)
{
    (void)context;
    return 1e-6;
}

/* g = 1 - k L a, L the stiffness of a chain: far from a contraction. */
static enum md_status chain(void *context, const double *a, double *g, struct md_error *failed)
{
    const size_t *size = context;
    (void)failed;
    calls++;
    for (size_t i = 0; i < *size; i++)
        g[i] =
            1.0 - 25.0 * (2.0 * a[i] - (i > 0 ? a[i - 1] : 0.0) - (i + 1 < *size ? a[i + 1] : 0.0));
    return MD_OK;
}

/* a = -10 atan(a - 3): whole Newton steps from 20 run away, halved ones do not. */
static enum md_status bent(void *context, const double *a, double *g, struct md_error *failed)
{
    (void)context;
    (void)failed;
    calls++;
    g[0] = a[0] - 10.0 * atan(a[0] - 3.0);
    return MD_OK;
}

static enum md_status broken(void *context, const double *a, double *g, struct md_error *failed)
{
    (void)context;
    (void)a;
    (void)g;
    return md_error_set(failed, MD_ERR_RUN, NULL, "no forces");
}

static struct md_newton_problem
problem_of(size_t *size, enum md_status (*map)(void *, const double *, double *, struct md_error *),
           int64_t evaluations)
{
    return (struct md_newton_problem){.size = *size,
                                      .context = size,
                                      .map = map,
                                      .measure = measure,
                                      .enough = enough,
                                      .nudge = nudge,
                                      .evaluations = evaluations};
}

static void test_linear(void)
{
    double a[MANY] = {0.0}, g[MANY], left;
    size_t size = MANY;
    bool solved;
    struct md_newton_problem problem = problem_of(&size, chain, 2000);
    TEST_ASSERT_EQUAL_INT(MD_OK, md_newton_solve(&newton, &problem, a, &solved, &left, &error));
    TEST_ASSERT_TRUE(solved);
    chain(&size, a, g, &error);
    for (size_t i = 0; i < size; i++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-10, a[i], g[i]);
    TEST_ASSERT_TRUE(a[MANY / 2] > 0.5);
}

static void test_halves(void)
{
    double a[1] = {20.0}, left;
    size_t size = 1;
    bool solved;
    struct md_newton_problem problem = problem_of(&size, bent, 200);
    TEST_ASSERT_EQUAL_INT(MD_OK, md_newton_solve(&newton, &problem, a, &solved, &left, &error));
    TEST_ASSERT_TRUE(solved);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 3.0, a[0]);
}

static void test_gives_up(void)
{
    double a[MANY] = {0.0}, left;
    size_t size = MANY;
    bool solved;
    struct md_newton_problem problem = problem_of(&size, chain, 10);
    TEST_ASSERT_EQUAL_INT(MD_OK, md_newton_solve(&newton, &problem, a, &solved, &left, &error));
    TEST_ASSERT_FALSE(solved);
    TEST_ASSERT_TRUE(calls <= 11);
    problem = problem_of(&size, broken, 10);
    TEST_ASSERT_EQUAL_INT(MD_ERR_RUN,
                          md_newton_solve(&newton, &problem, a, &solved, &left, &error));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_linear);
    RUN_TEST(test_halves);
    RUN_TEST(test_gives_up);
    return UNITY_END();
}
