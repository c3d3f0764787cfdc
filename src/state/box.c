/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The orthogonal box.  Wrapping adds or subtracts one length at a time, as LAMMPS does: a division
 * rounds differently.  Only atoms so far away that counting takes time are divided first.
 */
#include "state/box.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

const char *md_box_flaw(double lo, double hi)
{
    double length = hi - lo, far = fmax(fabs(lo), fabs(hi));
    if (!isfinite(lo) || !isfinite(hi))
        return "both bounds must be finite";
    if (!(lo < hi))
        return "the lower bound must be less than the upper one";
    if (!(length <= MD_BOX_LONGEST) || !(far <= MD_BOX_LONGEST))
        return "bounds and length must be at most 1e50";
    if (!(length >= MD_BOX_SHORTEST))
        return "the length must be at least 1e-50";
    if (!(length > MD_BOX_FLAT * far))
        return "the length must be more than 1e-12 of its bounds";
    return NULL;
}

int md_box_bad_axis(const double lo[3], const double hi[3], const char **flaw)
{
    for (int d = 0; d < 3; d++) {
        *flaw = md_box_flaw(lo[d], hi[d]);
        if (*flaw != NULL)
            return d;
    }
    return -1;
}

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
    /* What is further out than any sound simulation goes between two lists (or not finite) is left
     * for the check that comes after. */
    if (!(fabs(*x - lo) < 1.0e6 * length))
        return 0;
    if (fabs(*x - lo) > 1.0e3 * length) {
        double lengths = floor((*x - lo) / length);
        *x -= lengths * length;
        crossed = (int)lengths;
    }
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

/* A count that is full stays so: see MD_IMAGE_MOST. */
static int count_on(int image, int crossed)
{
    int64_t sum = (int64_t)image + crossed;
    return sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : (int)sum;
}

void md_box_wrap(const struct md_box *box, double x[3], int image[3])
{
    for (int d = 0; d < 3; d++) {
        if (!box->periodic[d])
            continue;
        int crossed = wrap(&x[d], box->lo[d], box->hi[d], box->length[d]);
        if (image)
            image[d] = count_on(image[d], crossed);
    }
}

void md_box_unwrap(const struct md_box *box, const double x[3], const int image[3], double out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = x[d] + image[d] * box->length[d];
}
