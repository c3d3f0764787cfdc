/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixes against what they should do to three atoms, and the words that make and remove them. */
#include "modify/modifier.h"

#include "state/group_sums.h"

#include "../cluster.h"

#include <math.h>

static struct md_error error;
static struct md_system sys;
static struct md_fixes fixes;
static struct md_variables variables;
static struct md_modify_context context;

/* A deck's variables: "two" is 2, "each" is 10 times the atom's index, "text" is a string. */
static enum md_variable_kind kind_of(void *book, const char *name)
{
    (void)book;
    return strcmp(name, "two") == 0    ? MD_VARIABLE_EQUAL
           : strcmp(name, "each") == 0 ? MD_VARIABLE_ATOM
           : strcmp(name, "text") == 0 ? MD_VARIABLE_TEXT
                                       : MD_VARIABLE_NONE;
}

static enum md_status equal_of(void *book, const char *name, double *value, struct md_error *err)
{
    (void)book;
    (void)name;
    (void)err;
    *value = 2.0;
    return MD_OK;
}

static enum md_status atom_of(void *book, const char *name, double *values, size_t count,
                              struct md_error *err)
{
    (void)book;
    (void)name;
    (void)err;
    for (size_t i = 0; i < count; i++)
        values[i] = 10.0 * (double)i;
    return MD_OK;
}

static void fill(void)
{
    static const double v[3][3] = {{1, 2, 3}, {-1, 0.5, 0}, {0, -3, 1}};
    static const double f[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    memcpy(sys.atoms.v, v, sizeof(v));
    memcpy(sys.atoms.f, f, sizeof(f));
}

/* Group 1 ("two") is the first two atoms; the third has crossed the box once along x. */
void setUp(void)
{
    static const double lo[3] = {0, 0, -1}, hi[3] = {4, 3, 4};
    static const double x[3][3] = {{0.5, 0.5, 0.5}, {1, 1, 1}, {1, 2, 3}};
    struct md_word two = {.text = "two"};
    int group;
    md_error_clear(&error);
    md_system_init(&sys);
    fixes = (struct md_fixes){0};
    variables = (struct md_variables){.kind = kind_of, .equal = equal_of, .atom = atom_of};
    context = (struct md_modify_context){.system = &sys, .variables = &variables};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&sys, 2, lo, hi, &error));
    sys.mass[1] = 1.0;
    sys.mass[2] = 2.0;
    TEST_ASSERT_EQUAL(MD_OK, md_groups_create(&sys.groups, &two, &group, &error));
    TEST_ASSERT_EQUAL_INT(1, group);
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1 + i % 2, i + 1, x[i], &error));
        if (i < 2)
            sys.atoms.groups[i] |= md_group_bit(group);
    }
    sys.atoms.image[2][0] = 1;
    fill();
}

void tearDown(void)
{
    md_fixes_free(&fixes);
    md_system_free(&sys);
}

static struct md_args words_of(const char *line)
{
    static char text[256];
    static struct md_word words[16];
    int count = cluster_split(text, line, words);
    return (struct md_args){.words = words,
                            .count = count,
                            .command = {.text = "fix", .place = {"deck", line, 1, 0, 0}}};
}

static enum md_status add(const char *line)
{
    struct md_args args = words_of(line);
    return md_fixes_add(&fixes, &context, &args, &error);
}

static struct md_fix *made(const char *line)
{
    char id[64] = "";
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, add(line), error.text);
    sscanf(line, "%63s", id);
    struct md_fix *fix = md_fixes_find(&fixes, id);
    TEST_ASSERT_NOT_NULL(fix);
    context.group = fix->group;
    if (fix->type->begin != NULL)
        TEST_ASSERT_EQUAL_MESSAGE(MD_OK, fix->type->begin(fix->state, &context, &error),
                                  error.text);
    return fix;
}

static void filter(const struct md_fix *fix)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, fix->type->filter(fix->state, &context, sys.atoms.f, &error),
                              error.text);
}

static void forces_are(const double want[3][3])
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            TEST_ASSERT_EQUAL_DOUBLE(want[i][k], sys.atoms.f[i][k]);
    }
}

static void test_setforce_numbers(void)
{
    double value;
    const struct md_fix *fix = made("S two setforce 0 NULL -1.5");
    filter(fix);
    forces_are((const double[3][3]){{0, 2, -1.5}, {0, 5, -1.5}, {7, 8, 9}});
    const double total[3] = {5, 7, 9};
    for (int k = 0; k < 3; k++) {
        TEST_ASSERT_EQUAL(MD_OK, md_fix_value(fix, &context, k + 1, 0, &value, &error));
        TEST_ASSERT_EQUAL_DOUBLE(total[k], value);
    }
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_fix_value(fix, &context, 0, 0, &value, &error));
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_fix_value(fix, &context, 4, 0, &value, &error));
}

static void test_setforce_variables(void)
{
    filter(made("S all setforce v_two v_each NULL"));
    forces_are((const double[3][3]){{2, 0, 3}, {2, 10, 6}, {2, 20, 9}});
    TEST_ASSERT_EQUAL(MD_OK, add("T all setforce v_text 0 0"));
    const struct md_fix *fix = md_fixes_find(&fixes, "T");
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, fix->type->begin(fix->state, &context, &error));
    TEST_ASSERT_EQUAL_INT(16, error.place.column);
    TEST_ASSERT_EQUAL(MD_OK, add("T all setforce 0 v_none 0"));
    fix = md_fixes_find(&fixes, "T");
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, fix->type->begin(fix->state, &context, &error));
}

/* Only atoms inside the region, and only their forces are counted. */
static void test_setforce_region(void)
{
    double value;
    struct md_args args = words_of("R block 0 0.9 INF INF INF INF units box");
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_region_define(&sys, &args, &error), error.text);
    const struct md_fix *fix = made("S all setforce 0 0 0 region R");
    filter(fix);
    forces_are((const double[3][3]){{0, 0, 0}, {4, 5, 6}, {7, 8, 9}});
    TEST_ASSERT_EQUAL(MD_OK, md_fix_value(fix, &context, 3, 0, &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, value);
}

static void test_enforce2d(void)
{
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, add("E all enforce2d"));
    sys.dimension = 2;
    filter(made("E two enforce2d"));
    forces_are((const double[3][3]){{1, 2, 0}, {4, 5, 0}, {7, 8, 9}});
    TEST_ASSERT_EQUAL_DOUBLE(0.0, sys.atoms.v[0][2]);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, sys.atoms.v[0][1]);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, sys.atoms.v[2][2]);
}

static void act(const struct md_fix *fix)
{
    unsigned changed = 0;
    TEST_ASSERT_EQUAL(MD_OK, fix->type->act(fix->state, &context, &changed, &error));
    TEST_ASSERT_EQUAL(MD_CHANGED_VELOCITY, changed);
}

/* Mass 3 of the group moves with (-1/3, 1, 1): only flagged axes are stopped. */
static void test_momentum_linear(void)
{
    const struct md_fix *fix = made("M two momentum 10 linear 1 0 1");
    TEST_ASSERT_EQUAL_INT64(10, fix->type->next(fix->state, 0));
    TEST_ASSERT_EQUAL_INT64(10, fix->type->next(fix->state, 9));
    TEST_ASSERT_EQUAL_INT64(20, fix->type->next(fix->state, 10));
    act(fix);
    const double want[3][3] = {{1 + 1.0 / 3.0, 2, 2}, {-1 + 1.0 / 3.0, 0.5, -1}, {0, -3, 1}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            TEST_ASSERT_DOUBLE_WITHIN(1e-15, want[i][k], sys.atoms.v[i][k]);
    }
}

static void angular_momentum(double angmom[3])
{
    struct md_members members = md_members_of(&sys, 0);
    double xcm[3];
    md_group_xcm(&members, md_group_mass(&members), xcm);
    md_group_angmom(&members, xcm, angmom);
}

static void test_momentum_angular(void)
{
    struct md_members members = md_members_of(&sys, 0);
    double angmom[3], vcm[3], before = md_group_ke(&members);
    angular_momentum(angmom);
    TEST_ASSERT_TRUE(fabs(angmom[0]) + fabs(angmom[1]) + fabs(angmom[2]) > 1.0);
    act(made("M all momentum 1 angular linear 1 1 1 rescale"));
    angular_momentum(angmom);
    md_group_vcm(&members, md_group_mass(&members), vcm);
    for (int k = 0; k < 3; k++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, angmom[k]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, vcm[k]);
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, before, md_group_ke(&members));
}

/* Atom 1: mass 1, v = (1, 2, 3), f = (1, 2, 3) limits the group: h = X / v, then h X / |h v + h^2
 * a / 2| = X / (v (1 + h / 2)), which is what is left of 1 percent of the speed's X / v. */
static void test_dt_reset(void)
{
    unsigned changed = 0;
    double value, h = 0.02 / sqrt(14.0);
    const struct md_fix *fix = made("D two dt/reset 4 NULL 1 0.02 units box");
    sys.clock.now = 6 * MD_TICKS_PER_STEP;
    TEST_ASSERT_EQUAL(MD_OK, fix->type->begin(fix->state, &context, &error));
    TEST_ASSERT_EQUAL_INT64(6, fix->type->next(fix->state, 5));
    TEST_ASSERT_EQUAL_INT64(8, fix->type->next(fix->state, 6));
    TEST_ASSERT_EQUAL(MD_OK, fix->type->act(fix->state, &context, &changed, &error));
    TEST_ASSERT_EQUAL(MD_CHANGED_TIMESTEP, changed);
    TEST_ASSERT_DOUBLE_WITHIN(1e-17, h / (1.0 + 0.5 * h), sys.clock.timestep);
    TEST_ASSERT_EQUAL(MD_OK, md_fix_value(fix, &context, 0, 0, &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(6.0, value);
    changed = 0;
    TEST_ASSERT_EQUAL(MD_OK, fix->type->act(fix->state, &context, &changed, &error));
    TEST_ASSERT_EQUAL(0, changed);
    fix = made("D all dt/reset 1 0.5 1 0.02");
    TEST_ASSERT_EQUAL(MD_OK, fix->type->act(fix->state, &context, &changed, &error));
    TEST_ASSERT_EQUAL_DOUBLE(0.5, sys.clock.timestep);
    fix = made("D all dt/reset 1 NULL 0.001 1000");
    TEST_ASSERT_EQUAL(MD_OK, fix->type->act(fix->state, &context, &changed, &error));
    TEST_ASSERT_EQUAL_DOUBLE(0.001, sys.clock.timestep);
}

static void test_balance(void)
{
    double value;
    const struct md_fix *fix = made("B all balance 50 1.1 shift x 10 1.1");
    TEST_ASSERT_EQUAL(MD_OK, md_fix_value(fix, &context, 0, 0, &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, value);
    TEST_ASSERT_EQUAL(MD_OK, md_fix_value(fix, &context, 3, 0, &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, value);
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_fix_value(fix, &context, 4, 0, &value, &error));
}

/* The same ID replaces the same style where it stands; another style is refused. */
static void test_replace(void)
{
    struct md_args args;
    made("A all setforce 1 1 1");
    made("B all nve");
    filter(made("A two setforce 0 0 0"));
    TEST_ASSERT_EQUAL_INT(2, fixes.count);
    TEST_ASSERT_EQUAL_STRING("A", fixes.list[0].id);
    TEST_ASSERT_EQUAL_INT(1, fixes.list[0].group);
    forces_are((const double[3][3]){{0, 0, 0}, {0, 0, 0}, {7, 8, 9}});
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, add("A all nve"));
    args = words_of("A");
    TEST_ASSERT_EQUAL(MD_OK, md_fixes_remove(&fixes, &args, &error));
    TEST_ASSERT_EQUAL_INT(1, fixes.count);
    TEST_ASSERT_EQUAL_STRING("B", fixes.list[0].id);
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, md_fixes_remove(&fixes, &args, &error));
}

static void refused(const char *line, enum md_status status, int column)
{
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_MESSAGE(status, add(line), line);
    TEST_ASSERT_EQUAL_MESSAGE(column, error.place.column, line);
    TEST_ASSERT_EQUAL_INT(0, fixes.count);
}

static void test_refusals(void)
{
    double value;
    refused("a/b all nve", MD_ERR_VALUE, 1);
    refused("A al nve", MD_ERR_REFERENCE, 3);
    refused("A all nev", MD_ERR_UNKNOWN, 7);
    TEST_ASSERT_NOT_NULL(strstr(error.hint, "nve"));
    refused("A all msst x 1 q 1", MD_ERR_UNSUPPORTED, 7);
    refused("A all shake 1 2 3", MD_ERR_ORDER, 7);
    refused("A all nve now", MD_ERR_COUNT, 11);
    refused("A all setforce 0 0", MD_ERR_COUNT, 0);
    refused("A all setforce 0 0 zero", MD_ERR_VALUE, 20);
    refused("A all setforce 0 0 0 regio R", MD_ERR_UNKNOWN, 22);
    refused("A all setforce 0 0 0 region", MD_ERR_COUNT, 22);
    refused("A all setforce 0 0 0 region R", MD_ERR_REFERENCE, 29);
    refused("A all momentum 0 angular", MD_ERR_VALUE, 16);
    refused("A all momentum 10", MD_ERR_COUNT, 7);
    refused("A all momentum 10 rescale", MD_ERR_COUNT, 7);
    refused("A all momentum 10 linear 1 1", MD_ERR_COUNT, 19);
    refused("A all momentum 10 linear 1 2 1", MD_ERR_VALUE, 28);
    refused("A all momentum 10 angula", MD_ERR_UNKNOWN, 19);
    refused("A all balance 10 1.0 shaft", MD_ERR_UNKNOWN, 22);
    const struct md_fix *fix = made("N all nve");
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_fix_value(fix, &context, 0, 0, &value, &error));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_setforce_numbers);
    RUN_TEST(test_setforce_variables);
    RUN_TEST(test_setforce_region);
    RUN_TEST(test_enforce2d);
    RUN_TEST(test_momentum_linear);
    RUN_TEST(test_momentum_angular);
    RUN_TEST(test_dt_reset);
    RUN_TEST(test_balance);
    RUN_TEST(test_replace);
    RUN_TEST(test_refusals);
    return UNITY_END();
}
