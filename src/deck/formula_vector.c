/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What formulas make of whole vectors, in LAMMPS's order of operations. */
#include "deck/formula.h"

#include <stdlib.h>
#include <string.h>

/* Slope of a straight line through the elements, one apart. */
static double slope(const double *values, size_t count)
{
    double n = (double)count, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (size_t i = 0; i < count; i++) {
        double x = (double)i;
        sx += x;
        sy += values[i];
        sxx += x * x;
        sxy += x * values[i];
    }
    double above = n * sxy - sx * sy, below = n * sxx - sx * sx;
    return below != 0.0 ? above / below : 1.0e20;
}

double md_formula_reduce(const char *name, const double *values, size_t count)
{
    double sum = 0.0, least = values[0], most = values[0];
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    if (strcmp(name, "min") == 0)
        return least;
    if (strcmp(name, "max") == 0)
        return most;
    if (strcmp(name, "ave") == 0)
        return sum / (double)count;
    if (strcmp(name, "trap") == 0)
        return sum - (0.5 * values[0] + 0.5 * values[count - 1]);
    return strcmp(name, "slope") == 0 ? slope(values, count) : sum;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int falling(const void *a, const void *b)
{
    return ascending(b, a);
}

void md_formula_sort(double *values, size_t count, bool descending)
{
    if (count > 1)
        qsort(values, count, sizeof *values, descending ? falling : ascending);
}
