/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The neighbour list against a plain double loop over all images: random systems in boxes of
 * every size beside the cutoff, two and three dimensions, type-pair cutoffs, exclusions, all
 * instruction sets, several threads.  And when a list is due.
 */
#include "base/memory.h"
#include "space/domain.h"
#include "space/neighbors.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct md_system system_;
static struct md_neighbors list;
static struct md_error error;

void setUp(void)
{
    md_system_init(&system_);
    md_neighbors_init(&list);
    system_.threads = 1;
}

void tearDown(void)
{
    md_system_free(&system_);
    md_neighbors_free(&list);
}

static uint64_t seed;

static double uniform(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) * 0x1p-53;
}

static void make(int types, const double size[3], const bool periodic[3], int dimension,
                 size_t atoms)
{
    double lo[3], hi[3];
    system_.dimension = dimension;
    for (int d = 0; d < 3; d++) {
        lo[d] = d == 2 && dimension == 2 ? -0.5 * size[d] : uniform() * 3.0 - 2.0;
        hi[d] = lo[d] + size[d];
        system_.box.periodic[d] = periodic[d];
        system_.box.face[d][0] = system_.box.face[d][1] = periodic[d] ? MD_PERIODIC : MD_FIXED;
    }
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_system_create_box(&system_, types, lo, hi, &error),
                              error.text);
    for (size_t i = 0; i < atoms; i++) {
        double x[3];
        for (int d = 0; d < 3; d++)
            x[d] = lo[d] + uniform() * size[d];
        if (dimension == 2)
            x[2] = 0.0;
        int type = 1 + (int)(uniform() * types);
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system_.atoms, type, 0, x, &error));
    }
    md_atoms_number(&system_.atoms);
}

/* One partner as seen from an atom: whose image, where. */
struct seen {
    int32_t atom;
    int shift[3];
};

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct seen));
}

static size_t brute(const double *cutoff, size_t i, struct seen *out)
{
    const struct md_box *box = &system_.box;
    const struct md_atoms *atoms = &system_.atoms;
    size_t n = 0;
    int most[3];
    double reach = 0.0;
    for (int t = 0; t < (system_.types + 1) * (system_.types + 1); t++)
        reach = fmax(reach, cutoff[t] + list.rules.skin);
    for (int d = 0; d < 3; d++) {
        bool images = box->periodic[d] && !(d == 2 && system_.dimension == 2);
        most[d] = images ? (int)floor(reach / box->length[d]) + 1 : 0;
    }
    for (int32_t j = 0; j < (int32_t)atoms->count; j++) {
        double c = cutoff[atoms->type[i] * (system_.types + 1) + atoms->type[j]];
        if (!(c > 0.0))
            continue;
        c += list.rules.skin;
        for (int z = -most[2]; z <= most[2]; z++)
            for (int y = -most[1]; y <= most[1]; y++)
                for (int x = -most[0]; x <= most[0]; x++) {
                    int shift[3] = {x, y, z};
                    double r2 = 0.0;
                    if (j == (int32_t)i && x == 0 && y == 0 && z == 0)
                        continue;
                    for (int d = 0; d < 3; d++) {
                        double at = atoms->x[j][d] + shift[d] * box->length[d];
                        r2 += (at - atoms->x[i][d]) * (at - atoms->x[i][d]);
                    }
                    if (r2 <= c * c) {
                        memset(&out[n], 0, sizeof out[n]);
                        out[n].atom = j;
                        memcpy(out[n].shift, shift, sizeof shift);
                        n++;
                    }
                }
    }
    qsort(out, n, sizeof *out, compare);
    return n;
}

static size_t listed(size_t i, struct seen *out)
{
    size_t n = 0, sites = list.atoms + list.ghosts;
    TEST_ASSERT_EQUAL(0, list.number[i] % list.padding);
    for (int32_t k = 0; k < list.number[i]; k++) {
        size_t s = (size_t)list.partner[i][k];
        TEST_ASSERT_TRUE(s <= sites);
        if (s == sites)
            continue;
        memset(&out[n], 0, sizeof out[n]);
        out[n].atom = list.owner[s];
        for (int d = 0; s >= list.atoms && d < 3; d++)
            out[n].shift[d] = list.shift[s - list.atoms][d];
        n++;
    }
    qsort(out, n, sizeof *out, compare);
    return n;
}

#define MOST 60000

/* Compares every atom's list; returns the number of entries. */
static size_t compare_all(const double *cutoff)
{
    struct seen *a = malloc(MOST * sizeof *a), *b = malloc(MOST * sizeof *b);
    size_t total = 0;
    for (size_t i = 0; i < system_.atoms.count; i++) {
        size_t n = brute(cutoff, i, a);
        TEST_ASSERT_TRUE(n < MOST);
        TEST_ASSERT_EQUAL_UINT64(n, listed(i, b));
        if (n > 0)
            TEST_ASSERT_EQUAL_MEMORY(a, b, n * sizeof *a);
        total += n;
    }
    free(a);
    free(b);
    TEST_ASSERT_EQUAL_UINT64(total / 2, list.pairs);
    return total;
}

static void build(const double *cutoff)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_neighbors_build(&list, &system_, cutoff, &error),
                              error.text);
}

static void test_random_boxes(void)
{
    size_t entries = 0;
    for (int round = 0; round < 150; round++) {
        double cutoff[9], size[3];
        bool periodic[3];
        int types = 1 + round % 2, row = types + 1, dimension = round % 5 == 0 ? 2 : 3;
        tearDown();
        setUp();
        seed = 1000 + (uint64_t)round;
        list.isa = (enum md_isa)(round % MD_ISA_COUNT);
        if (!md_simd_has(list.isa))
            list.isa = md_simd_best();
        for (int d = 0; d < 3; d++) {
            size[d] = exp(log(0.4) + uniform() * log(30.0));
            periodic[d] = uniform() < 0.7 || (d == 2 && dimension == 2);
        }
        for (int k = 0; k < 9; k++)
            cutoff[k] = 0.0;
        for (int i = 1; i <= types; i++)
            for (int j = i; j <= types; j++)
                cutoff[i * row + j] = cutoff[j * row + i] =
                    round % 7 == 0 ? 1.0 : 0.3 + uniform() * 1.2;
        make(types, size, periodic, dimension, 1 + (size_t)(uniform() * 60));
        list.rules.skin = uniform() * 0.4;
        system_.threads = 1 + round % 3;
        build(cutoff);
        entries += compare_all(cutoff);
    }
    TEST_ASSERT_TRUE(entries > 50000);
}

static void test_many_atoms_threads(void)
{
    double size[3] = {9.0, 8.0, 7.0}, cutoff[4] = {0.0, 0.0, 0.0, 0.9};
    bool periodic[3] = {true, true, true};
    seed = 5;
    make(1, size, periodic, 3, 1300);
    for (int threads = 1; threads <= 4; threads++) {
        system_.threads = threads;
        build(cutoff);
        compare_all(cutoff);
    }
}

static void test_tiny_box(void)
{
    double size[3] = {0.31, 0.5, 0.4}, cutoff[4] = {0.0, 0.0, 0.0, 2.0};
    bool periodic[3] = {true, true, true};
    seed = 6;
    make(1, size, periodic, 3, 2);
    build(cutoff);
    TEST_ASSERT_TRUE(compare_all(cutoff) > 1000);
}

static void test_coincident_atoms(void)
{
    double size[3] = {5.0, 5.0, 5.0}, cutoff[4] = {0.0, 0.0, 0.0, 1.0};
    bool periodic[3] = {true, true, true};
    make(1, size, periodic, 3, 2);
    memcpy(system_.atoms.x[1], system_.atoms.x[0], sizeof(md_vec3));
    build(cutoff);
    TEST_ASSERT_EQUAL_UINT64(2, compare_all(cutoff));
}

static void test_wide_boxes(void)
{
    double size[3] = {1e12, 1e-3, 2e9}, cutoff[4] = {0.0, 0.0, 0.0, 1.0};
    bool periodic[3] = {false, false, false};
    seed = 7;
    make(1, size, periodic, 3, 50);
    for (size_t i = 1; i < 50; i += 2) /* some pairs that are near */
        for (int d = 0; d < 3; d++)
            system_.atoms.x[i][d] = system_.atoms.x[i - 1][d];
    build(cutoff);
    TEST_ASSERT_TRUE(compare_all(cutoff) >= 50);
    TEST_ASSERT_TRUE(md_cells_count(&list.cells) < 1000);
}

/* A few cells for each atom, whatever lies around them. */
static void test_cluster_in_vacuum(void)
{
    double size[3] = {1e4, 1e4, 1e4}, cutoff[4] = {0.0, 0.0, 0.0, 1.0};
    bool periodic[3] = {true, true, true};
    seed = 17;
    make(1, size, periodic, 3, 2000);
    for (size_t i = 0; i < 2000; i++)
        for (int d = 0; d < 3; d++)
            system_.atoms.x[i][d] = 10.0 + 1e-3 * (system_.atoms.x[i][d] - system_.box.lo[d]);
    build(cutoff);
    compare_all(cutoff);
    TEST_ASSERT_TRUE(md_cells_count(&list.cells) > 2000);
    TEST_ASSERT_TRUE(md_cells_count(&list.cells) < 20000);
}

static void test_exclusions(void)
{
    double size[3] = {4.0, 4.0, 4.0}, cutoff[9], with[9];
    bool periodic[3] = {true, true, true};
    for (int k = 0; k < 9; k++)
        cutoff[k] = k / 3 && k % 3 ? 1.0 : 0.0;
    memcpy(with, cutoff, sizeof with);
    with[1 * 3 + 2] = with[2 * 3 + 1] = 0.0;
    seed = 8;
    make(2, size, periodic, 3, 100);
    list.rules.exclusion = md_memory_array(2, sizeof *list.rules.exclusion);
    list.rules.exclusion[0] = (struct md_exclusion){false, 2, 1};
    list.rules.exclusions = 1;
    build(cutoff);
    TEST_ASSERT_TRUE(compare_all(with) > 100);

    /* By group: the first half does not see the second. */
    list.rules.exclusion[0] = (struct md_exclusion){true, 1, 2};
    for (size_t i = 0; i < 100; i++)
        system_.atoms.groups[i] |= md_group_bit(i < 50 ? 1 : 2);
    build(cutoff);
    size_t left = 0, crossing = 0;
    for (size_t i = 0; i < 100; i++)
        for (int32_t k = 0; k < list.number[i]; k++)
            if ((size_t)list.partner[i][k] < list.atoms + list.ghosts) {
                left++;
                crossing += (list.owner[list.partner[i][k]] < 50) != (i < 50);
            }
    TEST_ASSERT_TRUE(left > 100);
    TEST_ASSERT_EQUAL_UINT64(0, crossing);
    list.rules.exclusions = 0;
    build(cutoff);
    compare_all(cutoff);
}

static void test_no_cutoff_and_no_atoms(void)
{
    double size[3] = {4.0, 4.0, 4.0}, cutoff[4] = {0.0};
    bool periodic[3] = {true, true, true};
    make(1, size, periodic, 3, 20);
    build(cutoff);
    TEST_ASSERT_EQUAL_UINT64(0, compare_all(cutoff));
    system_.atoms.count = 0;
    build(cutoff);
    cutoff[3] = 1.0;
    build(cutoff);
    TEST_ASSERT_EQUAL_UINT64(0, list.pairs);
}

static void test_no_place(void)
{
    double size[3] = {4.0, 4.0, 4.0}, cutoff[4] = {0.0, 0.0, 0.0, 1.0};
    bool periodic[3] = {true, true, true};
    make(1, size, periodic, 3, 20);
    system_.atoms.x[7][1] = NAN;
    TEST_ASSERT_EQUAL(MD_ERR_RUN, md_neighbors_build(&list, &system_, cutoff, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "atom 8 "));
    system_.atoms.x[7][1] = 1e30;
    TEST_ASSERT_EQUAL(MD_ERR_RUN, md_neighbors_build(&list, &system_, cutoff, &error));
}

static void test_too_many_images(void)
{
    double size[3] = {1e-3, 1e-3, 1e-3}, cutoff[4] = {0.0, 0.0, 0.0, 10.0};
    bool periodic[3] = {true, true, true};
    make(1, size, periodic, 3, 2);
    TEST_ASSERT_EQUAL(MD_ERR_MEMORY, md_neighbors_build(&list, &system_, cutoff, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "periodic images"));
}

static void test_refresh_follows(void)
{
    double size[3] = {2.0, 3.0, 2.5}, cutoff[4] = {0.0, 0.0, 0.0, 1.4};
    bool periodic[3] = {true, true, false};
    seed = 9;
    make(1, size, periodic, 3, 1500);
    for (int threads = 1; threads <= 2; threads++) {
        system_.threads = threads;
        build(cutoff);
        for (size_t i = 0; i < system_.atoms.count; i++)
            system_.atoms.x[i][i % 3] += 0.01 * (double)(i % 7);
        md_neighbors_refresh(&list, &system_);
        for (size_t s = 0; s < list.atoms + list.ghosts; s++) {
            const int16_t none[3] = {0, 0, 0};
            const int16_t *shift = s < list.atoms ? none : list.shift[s - list.atoms];
            double x[3];
            md_grain_image(&list.grain, system_.atoms.x[list.owner[s]], shift, x);
            for (int d = 0; d < 3; d++)
                TEST_ASSERT_TRUE(x[d] == list.site[4 * s + (size_t)d]);
        }
        for (size_t i = 0; i < system_.atoms.count; i++)
            md_box_wrap(&system_.box, system_.atoms.x[i], NULL);
    }
}

static void test_when_due(void)
{
    double size[3] = {9.0, 9.0, 9.0}, cutoff[4] = {0.0, 0.0, 0.0, 1.0};
    bool periodic[3] = {false, false, false};
    make(1, size, periodic, 3, 2000);
    list.rules = (struct md_neighbor_rules){.skin = 0.5, .every = 2, .delay = 4, .check = false};
    for (int threads = 1; threads <= 2; threads++) {
        system_.threads = threads;
        list.rules.check = false;
        build(cutoff);
        bool wanted[7] = {0, 0, 0, 0, 1, 0, 1};
        for (int ago = 1; ago < 7; ago++)
            TEST_ASSERT_EQUAL(wanted[ago], md_neighbors_due(&list, &system_));
        list.rules.check = true;
        list.dangerous = 0;
        build(cutoff);
        system_.atoms.x[1999][1] += 0.2499;
        for (int ago = 1; ago < 7; ago++)
            TEST_ASSERT_FALSE(md_neighbors_due(&list, &system_));
        system_.atoms.x[1999][1] += 0.0002;
        TEST_ASSERT_FALSE(md_neighbors_due(&list, &system_));
        TEST_ASSERT_TRUE(md_neighbors_due(&list, &system_));
        TEST_ASSERT_EQUAL(0, list.dangerous);
        build(cutoff);
        system_.atoms.x[3][0] = NAN;
        for (int ago = 1; ago < 4; ago++)
            TEST_ASSERT_FALSE(md_neighbors_due(&list, &system_));
        TEST_ASSERT_TRUE(md_neighbors_due(&list, &system_));
        TEST_ASSERT_EQUAL(1, list.dangerous);
        system_.atoms.x[3][0] = 1.0;
    }
    list.rules = (struct md_neighbor_rules){.skin = 0.5, .every = 1, .check = true};
    system_.box.hi[0] += 0.4;
    build(cutoff);
    system_.box.hi[0] -= 0.4; /* the box shrinks: less is left for the atoms */
    system_.atoms.x[0][0] += 0.06;
    TEST_ASSERT_TRUE(md_neighbors_due(&list, &system_));
    list.rules.once = true;
    TEST_ASSERT_FALSE(md_neighbors_due(&list, &system_));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_random_boxes);
    RUN_TEST(test_many_atoms_threads);
    RUN_TEST(test_tiny_box);
    RUN_TEST(test_coincident_atoms);
    RUN_TEST(test_wide_boxes);
    RUN_TEST(test_cluster_in_vacuum);
    RUN_TEST(test_exclusions);
    RUN_TEST(test_no_cutoff_and_no_atoms);
    RUN_TEST(test_no_place);
    RUN_TEST(test_too_many_images);
    RUN_TEST(test_refresh_follows);
    RUN_TEST(test_when_due);
    return UNITY_END();
}
