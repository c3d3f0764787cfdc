/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The orthogonal box.  Wrapping adds or subtracts one length at a time, as LAMMPS does: a division
 * would be quicker for atoms far away but would round differently.
 */
#include "state/box.h"

#include <math.h>

double md_box_volume(const struct md_box *box, int dimension)
{
    double area = box->length[0] * box->length[1];
    return dimension == 2 ? area : area * box->length[2];
}

void md_box_refresh(struct md_box *box)
{
    for (int d = 0; d < 3; d++)
        box->length[d] = box->hi[d] - box->lo[d];
}

/* One coordinate into [lo, hi); returns how many images it crossed. */
static int wrap(double *x, double lo, double hi, double length)
{
    int crossed = 0;
    if (!(*x < lo || *x >= hi))
        return 0;
    /* Adding lengths one by one would never end for positions so far out that it changes nothing;
     * those (and non-finite ones) are left for the lost-atom check. */
    if (!(fabs(*x - lo) < 1.0e9 * length))
        return 0;
    while (*x < lo) {
        *x += length;
        crossed--;
    }
    while (*x >= hi) {
        *x -= length;
        crossed++;
        if (*x < lo) /* rounding: a hair below hi became a hair below lo */
            *x = lo;
    }
    return crossed;
}

void md_box_wrap(const struct md_box *box, double x[3], int image[3])
{
    for (int d = 0; d < 3; d++) {
        if (!box->periodic[d])
            continue;
        int crossed = wrap(&x[d], box->lo[d], box->hi[d], box->length[d]);
        if (image)
            image[d] += crossed;
    }
}

void md_box_unwrap(const struct md_box *box, const double x[3], const int image[3], double out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = x[d] + image[d] * box->length[d];
}
