/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans of single pairs: honest styles pass, an error in a narrow range of distances is found
 * there. */
#include "command/check_scan.h"

#include "../cluster.h"

#include <math.h>

static struct md_error error;
static struct md_system system_;
static struct md_forces forces;
static const struct md_potential *honest;

void setUp(void)
{
    static const double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {9.0, 9.0, 9.0};
    md_error_clear(&error);
    md_system_init(&system_);
    md_forces_init(&forces);
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(&system_, 2, lo, hi, &error));
}

void tearDown(void)
{
    md_forces_free(&forces);
    md_system_free(&system_);
}

static void use(const char *name, const char *settings, const char *coeff)
{
    char text[128];
    struct md_word words[16];
    struct md_args args = {.words = words, .count = cluster_split(text, settings, words)};
    md_forces_drop_pair(&forces);
    honest = md_potential_find(name);
    TEST_ASSERT_NOT_NULL_MESSAGE(honest, name);
    forces.pair = (struct md_potential_use){
        .type = honest, .state = md_memory_array(1, honest->style.state_size), .name = name};
    TEST_ASSERT_EQUAL(MD_OK, honest->create(forces.pair.state, &system_, &args, &error));
    args.count = cluster_split(text, coeff, words);
    TEST_ASSERT_EQUAL(MD_OK, honest->coeff(forces.pair.state, &system_, &args, &error));
    TEST_ASSERT_EQUAL(MD_OK, honest->prepare(forces.pair.state, &system_, &error));
}

static struct md_check_scan scan(void)
{
    struct md_check_scan found;
    md_check_scan_pairs(&forces.pair, 2, 1.1, 1e-7, &found);
    return found;
}

static void test_honest_styles_pass(void)
{
    static const char *const styles[][3] = {{"lj/smooth", "1.5 2.5", "* * 1 1"},
                                            {"lj/cut", "2.5", "* * 1 1"},
                                            {"lj/cut", "2000", "* * 1 1"},
                                            {"lj/cubic", "", "* * 1 1"},
                                            {"soft", "1.4", "* * 5"},
                                            {"zero", "2", "* *"}};
    for (size_t k = 0; k < sizeof styles / sizeof styles[0]; k++) {
        use(styles[k][0], styles[k][1], styles[k][2]);
        struct md_check_scan found = scan();
        TEST_ASSERT_EQUAL_MESSAGE(0, found.beyond, styles[k][0]);
        TEST_ASSERT_TRUE_MESSAGE(found.compared > 3 * MD_CHECK_DISTANCES - 30, styles[k][0]);
    }
}

/* One part in 100,000, between two distances only. */
static enum md_status wrong_one(const void *state, const struct md_element *element, double *energy,
                                double (*f)[3])
{
    enum md_status status = honest->one(state, element, energy, f);
    double r = element->x[1][0] - element->x[0][0];
    if (r > 2.0 && r < 2.05) {
        f[0][0] *= 1.0 + 1e-5;
        f[1][0] *= 1.0 + 1e-5;
    }
    return status;
}

static void test_an_error_is_found_where_it_is(void)
{
    use("lj/smooth", "1.5 2.5", "* * 1 1");
    struct md_potential wrong = *honest;
    wrong.one = wrong_one;
    forces.pair.type = &wrong;
    struct md_check_scan found = scan();
    forces.pair.type = honest;
    TEST_ASSERT_TRUE(found.beyond > 3);
    TEST_ASSERT_TRUE(found.r > 2.0 && found.r < 2.05);
    TEST_ASSERT_TRUE(found.worst > 9e-6 && found.worst < 1.1e-5);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_honest_styles_pass);
    RUN_TEST(test_an_error_is_found_where_it_is);
    return UNITY_END();
}
