/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Positions of atoms and their images, rounded to a grid so fine that next to nothing is lost, and
 * so coarse that a coordinate plus whole box lengths is no longer rounded.  So x_i - (x_j + L) and
 * x_j - (x_i - L) are opposite numbers: both sides of a pair that crosses a periodic face have the
 * same distance, are inside or outside the cutoff together, and exert opposite forces.
 */
#ifndef MD_SPACE_GRAIN_H
#define MD_SPACE_GRAIN_H

#include "state/box.h"

struct md_grain {
    double centre[3]; /* of the box; 0 where nothing is to be rounded */
    double power[3];  /* added to the distance from the centre and taken away again: rounds; or 0 */
    double length[3]; /* of the box, rounded */
};

/* For atoms in the box and their images within reach of it. */
struct md_grain md_grain_of(const struct md_box *box, double reach);

/* Rounds nothing: where there are no images. */
struct md_grain md_grain_none(const struct md_box *box);

static inline double md_grain_round(const struct md_grain *grain, int d, double x)
{
    double from_centre = x - grain->centre[d];
    double power = __builtin_copysign(grain->power[d], from_centre);
    return ((from_centre + power) - power) + grain->centre[d];
}

/* The image of x that many box lengths away. */
static inline void md_grain_image(const struct md_grain *grain, const double x[3],
                                  const int16_t shift[3], double image[3])
{
    for (int d = 0; d < 3; d++)
        image[d] = md_grain_round(grain, d, x[d]) + shift[d] * grain->length[d];
}

#endif
