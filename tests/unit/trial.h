/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What tests of potentials share: numbers that look random and are always the same, the words of a
 * command, a displaced lattice, differences of fourth order.
 */
#ifndef MD_TEST_TRIAL_H
#define MD_TEST_TRIAL_H

#include "base/files.h"
#include "base/word.h"
#include "state/system.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

/* A number from lo to hi, from a generator whose state is *seed. */
static inline double trial_number(uint64_t *seed, double lo, double hi)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * ((double)(*seed >> 11) * 0x1p-53);
}

/* Splits "1 1 1.0 1.0" into words, which live in copy and list. */
static inline struct md_args trial_words(const char *text, char *copy, size_t size,
                                         struct md_word *list)
{
    struct md_args args = {.words = list, .count = 0, .command = {.text = "command"}};
    char *rest = NULL;
    snprintf(copy, size, "%s", text);
    for (char *w = strtok_r(copy, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        list[args.count++] = (struct md_word){.text = w, .files = &md_files_any};
    return args;
}

/* A cubic lattice of n^3 atoms, `spacing` apart and displaced at random, types in turn. */
static inline void trial_lattice(struct md_system *system, uint64_t *seed, int n, double spacing,
                                 double jiggle, int types, struct md_error *error)
{
    double lo[3] = {0.0, 0.0, 0.0}, hi[3] = {n * spacing, n * spacing, n * spacing};
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(system, types, lo, hi, error));
    for (int k = 0; k < n * n * n; k++) {
        int c[3] = {k % n, k / n % n, k / n / n};
        double x[3];
        for (int d = 0; d < 3; d++)
            x[d] = (c[d] + 0.5 + jiggle * (trial_number(seed, 0.0, 1.0) - 0.5)) * spacing;
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system->atoms, 1 + k % types, 0, x, error));
    }
    md_atoms_number(&system->atoms);
    for (int t = 1; t <= types; t++)
        system->mass[t] = 1.0;
    system->changed = 0;
}

/* The derivative from values at these many steps h: fourth order. */
static const double trial_stencil[4] = {-2.0, -1.0, 1.0, 2.0};

static inline double trial_difference(const double *value, double h)
{
    return (8.0 * (value[2] - value[1]) - (value[3] - value[0])) / (12.0 * h);
}

/* Whether a number is between bounds made narrower by a share of their distance, give or take
 * rounding. */
static inline bool trial_within(double value, double lo, double hi, double shrink)
{
    double size = value < 0.0 ? -value : value;
    double slack = 1e-9 * (size + 1e-3) - (shrink > 0.0 ? shrink * (hi - lo) : 0.0);
    return lo <= hi && value >= lo - slack && value <= hi + slack;
}

/* The largest component of all atoms' forces. */
static inline double trial_largest(const double (*f)[3], size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < 3; d++) {
            double size = f[i][d] < 0.0 ? -f[i][d] : f[i][d];
            largest = size > largest ? size : largest;
        }
    return largest;
}

#endif
