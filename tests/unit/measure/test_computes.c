/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes against numbers worked out by hand, and the words that make, change and remove them. */
#include "measure/measure.h"

#include "../cluster.h"

static struct md_error error;
static struct md_system sys;
static struct md_computes computes;
static struct md_frame frame;

/* Three atoms, masses 1, 2 and 1, in a box of 2 x 3 x 4; group 1 ("two") is the first two. */
void setUp(void)
{
    static const double lo[3] = {0, 0, 0}, hi[3] = {2, 3, 4};
    static const double x[3][3] = {{0.5, 0.5, 0.5}, {1, 1, 1}, {1, 2, 3}};
    static const double v[3][3] = {{1, 2, 3}, {-1, 0.5, 0}, {0, -3, 1}};
    struct md_word two = {.text = "two"};
    int group;
    md_error_clear(&error);
    md_system_init(&sys);
    computes = (struct md_computes){0};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&sys, 2, lo, hi, &error));
    sys.mass[1] = 1.0;
    sys.mass[2] = 2.0;
    TEST_ASSERT_EQUAL(MD_OK, md_groups_create(&sys.groups, &two, &group, &error));
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1 + i % 2, i + 1, x[i], &error));
        memcpy(sys.atoms.v[i], v[i], sizeof(md_vec3));
        if (i < 2)
            sys.atoms.groups[i] |= md_group_bit(group);
    }
    frame = (struct md_frame){
        .system = &sys,
        .count = 3,
        .x = (const md_vec3 *)sys.atoms.x,
        .v = (const md_vec3 *)sys.atoms.v,
        .f = (const md_vec3 *)sys.atoms.f,
        .tally =
            {.energy = {[MD_PART_PAIR] = -3.0, [MD_PART_BOND] = 2.0, [MD_PART_EXTERNAL] = 0.25},
             .tail = -0.5,
             .virial = {1, 2, 3, 4, 5, 6}},
        .tallied = true,
    };
}

void tearDown(void)
{
    md_computes_free(&computes);
    md_system_free(&sys);
}

/* One command from a line of words separated by single blanks. */

static enum md_status add(const struct md_args *args)
{
    return md_computes_add(&computes, &sys, args, &error);
}

static enum md_status modify(const struct md_args *args)
{
    return md_computes_modify(&computes, args, &error);
}

static enum md_status removes(const struct md_args *args)
{
    return md_computes_remove(&computes, args, &error);
}

static enum md_status say(enum md_status (*command)(const struct md_args *), const char *line)
{
    static char text[256];
    struct md_word words[16];
    int count = cluster_split(text, line, words);
    struct md_args args = {.words = words,
                           .count = count,
                           .command = {.text = "compute", .place = {"deck", line, 1, 0, 0}}};
    return command(&args);
}

static double scalar(const char *id)
{
    double value = 0.0;
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK,
        md_compute_scalar(md_computes_find(&computes, id), &computes, &frame, &value, &error),
        error.text);
    return value;
}

/* sum m v.v: atom 1: 14, atom 2: 2 * 1.25, atom 3: 10. */
static void test_temperature(void)
{
    double tensor[6];
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T2 two temp"));
    TEST_ASSERT_EQUAL_DOUBLE(26.5 / 6.0, scalar("T"));
    TEST_ASSERT_EQUAL_DOUBLE(16.5 / 3.0, scalar("T2"));
    TEST_ASSERT_EQUAL_DOUBLE(
        6.0, md_compute_freedom(md_computes_find(&computes, "T"), &computes, &frame));
    TEST_ASSERT_EQUAL(MD_OK, md_compute_vector(md_computes_find(&computes, "T"), &computes, &frame,
                                               tensor, &error));
    const double want[6] = {1 + 2, 4 + 0.5 + 9, 9 + 1, 2 - 1, 3, 6 - 3};
    for (int k = 0; k < 6; k++)
        TEST_ASSERT_EQUAL_DOUBLE(want[k], tensor[k]);
}

static void test_units_of_temperature(void)
{
    sys.units = md_units_find("metal");
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "K all ke"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 26.5 * 1.0364269e-4 / (6.0 * 8.617343e-5), scalar("T"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.5 * 26.5 * 1.0364269e-4, scalar("K"));
}

/* Degrees of freedom: 2d, extra/dof, counted once in a run unless dynamic/dof. */
static void test_freedom(void)
{
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "D all temp"));
    TEST_ASSERT_EQUAL(MD_OK, say(modify, "D dynamic/dof yes extra/dof 0"));
    TEST_ASSERT_EQUAL_DOUBLE(26.5 / 9.0, scalar("D"));
    md_computes_begin(&computes, &sys);
    frame.count = sys.atoms.count = 2;
    TEST_ASSERT_EQUAL_DOUBLE(16.5 / 6.0, scalar("T"));
    TEST_ASSERT_EQUAL_DOUBLE(16.5 / 6.0, scalar("D"));
    md_computes_end(&computes);
    TEST_ASSERT_EQUAL_DOUBLE(16.5 / 3.0, scalar("T"));
    sys.dimension = 2;
    TEST_ASSERT_EQUAL_DOUBLE(16.5 / 2.0, scalar("T"));
    TEST_ASSERT_EQUAL(MD_OK, say(modify, "T extra/dof 5"));
    double value;
    TEST_ASSERT_EQUAL(MD_ERR_VALUE, md_compute_scalar(md_computes_find(&computes, "T"), &computes,
                                                      &frame, &value, &error));
    frame.count = sys.atoms.count = 0;
    TEST_ASSERT_EQUAL_DOUBLE(0.0, scalar("T"));
}

static void test_energies(void)
{
    TEST_ASSERT_EQUAL(MD_OK, say(add, "K all ke"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "K2 two ke"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "E all pe"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "Ep all pe pair"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "Eb all pe bond fix"));
    TEST_ASSERT_EQUAL_DOUBLE(13.25, scalar("K"));
    TEST_ASSERT_EQUAL_DOUBLE(8.25, scalar("K2"));
    TEST_ASSERT_EQUAL_DOUBLE(-1.25, scalar("E"));
    TEST_ASSERT_EQUAL_DOUBLE(-3.5, scalar("Ep"));
    TEST_ASSERT_EQUAL_DOUBLE(2.25, scalar("Eb"));
}

static void test_pressure(void)
{
    double tensor[6];
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "P all pressure T"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "V all pressure NULL virial"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "K all pressure T ke"));
    TEST_ASSERT_EQUAL_DOUBLE((26.5 + 6.0) / 72.0, scalar("P"));
    TEST_ASSERT_EQUAL_DOUBLE(6.0 / 72.0, scalar("V"));
    TEST_ASSERT_EQUAL_DOUBLE(26.5 / 72.0, scalar("K"));
    const struct md_compute *pressure = md_computes_find(&computes, "P");
    TEST_ASSERT_EQUAL(MD_OK, md_compute_vector(pressure, &computes, &frame, tensor, &error));
    const double want[6] = {4, 15.5, 13, 5, 8, 9};
    for (int k = 0; k < 6; k++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-15, want[k] / 24.0, tensor[k]);
    sys.dimension = 2;
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, (26.5 + 3.0) / 12.0, scalar("P"));
    TEST_ASSERT_EQUAL(MD_OK, md_compute_vector(pressure, &computes, &frame, tensor, &error));
    TEST_ASSERT_EQUAL_DOUBLE(5.0 / 6.0, tensor[3]);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, tensor[2]);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, tensor[5]);
}

/* A frame without energies gives none, and says so. */
static void test_no_tally(void)
{
    double value;
    TEST_ASSERT_EQUAL(MD_OK, say(add, "E all pe"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    frame.tallied = false;
    TEST_ASSERT_EQUAL(MD_ERR_ORDER, md_compute_scalar(md_computes_find(&computes, "E"), &computes,
                                                      &frame, &value, &error));
    TEST_ASSERT_EQUAL_DOUBLE(26.5 / 6.0, scalar("T"));
}

/* Sums over many blocks are the same bits on one thread and on several. */
static void test_threads(void)
{
    size_t many = 40000;
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    for (size_t i = 3; i < many; i++) {
        const double x[3] = {1, 1, 1};
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&sys.atoms, 1, (int64_t)i + 1, x, &error));
        for (int k = 0; k < 3; k++)
            sys.atoms.v[i][k] = (double)((i * 7919 + (size_t)k * 104729) % 10007) / 10007.0 - 0.5;
    }
    frame.count = many;
    frame.v = (const md_vec3 *)sys.atoms.v;
    double one = scalar("T");
    for (int threads = 2; threads <= 5; threads++) {
        sys.threads = threads;
        double several = scalar("T");
        TEST_ASSERT_EQUAL_MEMORY(&one, &several, sizeof(one));
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 1.0 / 12.0, one);
}

static void refused(enum md_status (*command)(const struct md_args *), const char *line,
                    enum md_status status, int column)
{
    md_error_clear(&error);
    TEST_ASSERT_EQUAL_MESSAGE(status, say(command, line), line);
    TEST_ASSERT_EQUAL_MESSAGE(column, error.place.column, line);
}

static void test_refusals(void)
{
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "E all pe"));
    refused(add, "T all temp", MD_ERR_VALUE, 1);
    refused(add, "a-b all temp", MD_ERR_VALUE, 1);
    refused(add, "X al temp", MD_ERR_REFERENCE, 3);
    refused(add, "X all tmp", MD_ERR_UNKNOWN, 7);
    TEST_ASSERT_NOT_NULL(strstr(error.hint, "temp"));
    refused(add, "X all rdf", MD_ERR_COUNT, 0);
    refused(add, "X all rdf 0", MD_ERR_VALUE, 11);
    refused(add, "X all rdf 9 1", MD_ERR_COUNT, 13);
    refused(add, "X all rdf 9 1 3", MD_ERR_VALUE, 15);
    refused(add, "X all rdf 9 cutoff 0", MD_ERR_VALUE, 20);
    refused(add, "X all rdf 9 cutoff", MD_ERR_COUNT, 13);
    refused(add, "X all msd com", MD_ERR_COUNT, 11);
    refused(add, "X all msd com 3", MD_ERR_VALUE, 15);
    refused(add, "X all vacf 1", MD_ERR_COUNT, 12);
    refused(add, "X all slice", MD_ERR_UNSUPPORTED, 7);
    refused(add, "X all erotate/sphere", MD_ERR_UNSUPPORTED, 7);
    refused(add, "X all temp 1", MD_ERR_COUNT, 12);
    refused(add, "X two pe", MD_ERR_VALUE, 3);
    refused(add, "X all pe pear", MD_ERR_UNKNOWN, 10);
    refused(add, "X two pressure T", MD_ERR_VALUE, 3);
    refused(add, "X all pressure E", MD_ERR_VALUE, 16);
    refused(add, "X all pressure Q", MD_ERR_REFERENCE, 16);
    refused(add, "X all pressure NULL", MD_ERR_VALUE, 16);
    refused(modify, "T extra/dof x", MD_ERR_VALUE, 13);
    refused(modify, "T extra/dof 1 dynamic/dof", MD_ERR_COUNT, 15);
    refused(modify, "T extradof 1", MD_ERR_UNKNOWN, 3);
    refused(removes, "Q", MD_ERR_REFERENCE, 1);
    TEST_ASSERT_EQUAL_INT(2, computes.count);
    TEST_ASSERT_EQUAL(MD_OK, say(removes, "T"));
    TEST_ASSERT_NULL(md_computes_find(&computes, "T"));
    TEST_ASSERT_EQUAL_DOUBLE(-1.25, scalar("E"));
}

/* The temperature a pressure was made with may go away before it is asked. */
static void test_removed_temperature(void)
{
    double value;
    TEST_ASSERT_EQUAL(MD_OK, say(add, "T all temp"));
    TEST_ASSERT_EQUAL(MD_OK, say(add, "P all pressure T"));
    TEST_ASSERT_EQUAL(MD_OK, say(removes, "T"));
    TEST_ASSERT_EQUAL(MD_ERR_REFERENCE, md_compute_scalar(md_computes_find(&computes, "P"),
                                                          &computes, &frame, &value, &error));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_temperature);
    RUN_TEST(test_units_of_temperature);
    RUN_TEST(test_freedom);
    RUN_TEST(test_energies);
    RUN_TEST(test_pressure);
    RUN_TEST(test_no_tally);
    RUN_TEST(test_threads);
    RUN_TEST(test_refusals);
    RUN_TEST(test_removed_temperature);
    return UNITY_END();
}
