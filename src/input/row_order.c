/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table without its abscissas cannot say that its rows were sorted by a text tool, or that a part
 * was pasted twice and another lost; but a smooth function then jumps where a row begins, at least
 * twice. A jump is a step that is several times as large as those around it.  Where several values
 * stand in a row the steps next to it are known to be right; where one does, a value out of its
 * place makes two jumps side by side.  None of the 53 tables of metals that LAMMPS and this program
 * ship, with their kinks, noise and ends cut off, has two such jumps in one function.
 */
#include "input/row_order.h"

#include <math.h>

#define JUMP        5.0  /* times the steps around, at the beginning of a row */
#define JUMP_SINGLE 10.0 /* with one value in a row */
#define FLAT        1e-7 /* of the function's range: digits that were cut off */

static double step(const double *value, size_t k)
{
    return fabs(value[k] - value[k - 1]);
}

/* Between value k - 1 and value k, with `next` the nearest of the steps it is held against. */
static bool jumps(const double *value, size_t k, size_t next, double least, double factor)
{
    double around = fmax(fmax(step(value, k - next), step(value, k - next - 1)),
                         fmax(step(value, k + next), step(value, k + next + 1)));
    return step(value, k) > fmax(factor * around, least);
}

bool md_rows_in_order(const double *value, const int *row, size_t count, size_t *first,
                      size_t *second)
{
    double lo = INFINITY, hi = -INFINITY;
    size_t found = 0;
    for (size_t k = 0; k < count; k++) {
        lo = fmin(lo, value[k]);
        hi = fmax(hi, value[k]);
    }
    for (size_t k = 4; k + 3 < count && found < 2; k++) {
        bool single = row[k] != row[k - 1] && row[k + 1] != row[k] && row[k - 1] != row[k - 2];
        if (row[k] == row[k - 1] ||
            !jumps(value, k, single ? 2 : 1, FLAT * (hi - lo), single ? JUMP_SINGLE : JUMP))
            continue;
        *(found == 0 ? first : second) = k;
        found++;
    }
    return found < 2;
}
