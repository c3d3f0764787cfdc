/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A random configuration has few pairs in a narrow switching region, near a knot of a table or just
 * within a cutoff, which is where formulas are wrong most often.  So each pair of types is also
 * taken through all of its distances, two atoms alone, by the one-element face.
 */
#include "command/check_scan.h"

#include <gsl/gsl_deriv.h>

#include <math.h>
#include <stdlib.h>

struct pair_at {
    const struct md_potential_use *use;
    int type[2];
    double lo, hi; /* distances, in equal ratios: some cutoffs are a thousand spacings */
    double floor;  /* forces less than this are judged as if they were it */
};

static double distance(const struct pair_at *pair, int k)
{
    return pair->lo * pow(pair->hi / pair->lo, (k + 0.5) / MD_CHECK_DISTANCES);
}

/* Energy at distance r; *force pushes the atoms apart. */
static double look(const struct pair_at *pair, double r, double *force)
{
    double x[2][3] = {{0.0, 0.0, 0.0}, {r, 0.0, 0.0}}, f[2][3], energy;
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = pair->type};
    if (pair->use->type->one(pair->use->state, &element, &energy, f))
        return NAN;
    *force = f[1][0];
    return energy;
}

static double energy_at(double r, void *context)
{
    double force;
    return look(context, r, &force);
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Forces grow without bound at short distances and vanish at the cutoff: a force is judged by its
 * own size, or by that of the smallest tenth where it is less; of forces far below the largest
 * nothing but rounding is left. */
static double floor_of(const struct pair_at *pair)
{
    double size[MD_CHECK_DISTANCES];
    for (int k = 0; k < MD_CHECK_DISTANCES; k++) {
        double force = 0.0;
        size[k] = isfinite(look(pair, distance(pair, k), &force)) ? fabs(force) : 0.0;
    }
    qsort(size, MD_CHECK_DISTANCES, sizeof *size, by_size);
    return fmax(size[MD_CHECK_DISTANCES / 10], fmax(1e-9 * size[MD_CHECK_DISTANCES - 1], 1e-300));
}

/* The derivative with the step that agrees best with `force`; *estimate is the formula's error. */
static double derivative(struct pair_at *pair, double r, double force, double allowed,
                         double *estimate)
{
    static const double step[] = {1e-3, 1e-4, 1e-5, 4e-3};
    gsl_function function = {energy_at, pair};
    double best = NAN;
    *estimate = INFINITY;
    for (size_t k = 0; k < sizeof step / sizeof step[0]; k++) {
        double slope = NAN, uncertain = NAN;
        gsl_deriv_central(&function, r, step[k] * r, &slope, &uncertain);
        if (isfinite(slope) && !(fabs(slope + force) >= fabs(best + force))) {
            best = slope;
            *estimate = uncertain;
        }
        if (fabs(best + force) <= allowed)
            break;
    }
    return -best;
}

static void judge(struct pair_at *pair, double r, double tolerance, struct md_check_scan *scan)
{
    double force, estimate;
    if (!isfinite(look(pair, r, &force)) || !isfinite(force))
        return; /* atoms closer than a table begins */
    double scale = fmax(fabs(force), pair->floor);
    double slope = derivative(pair, r, force, tolerance * scale, &estimate);
    double wrong = fabs(slope - force), share = wrong / scale;
    if (!isfinite(wrong) || (share > tolerance && wrong < 10.0 * estimate)) {
        scan->undecided++;
        return;
    }
    scan->compared++;
    scan->beyond += share > tolerance;
    if (scan->compared > 1 && share <= scan->worst)
        return;
    scan->worst = share;
    scan->r = r;
    scan->force = force;
    scan->derivative = slope;
    scan->type[0] = pair->type[0];
    scan->type[1] = pair->type[1];
}

void md_check_scan_pairs(const struct md_potential_use *use, int types, double spacing,
                         double tolerance, struct md_check_scan *scan)
{
    *scan = (struct md_check_scan){0};
    for (int i = 1; i <= types; i++)
        for (int j = i; j <= types; j++) {
            struct pair_at pair = {.use = use, .type = {i, j}};
            double cutoff = use->type->cutoff(use->state, i, j);
            if (!(cutoff > 0.0) || !isfinite(cutoff))
                continue;
            pair.lo = fmin(0.3 * cutoff, 0.5 * spacing);
            pair.hi = 1.01 * cutoff;
            pair.floor = floor_of(&pair);
            for (int k = 0; k < MD_CHECK_DISTANCES; k++)
                judge(&pair, distance(&pair, k), tolerance, scan);
        }
}
