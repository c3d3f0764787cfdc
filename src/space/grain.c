/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Doubles from 2^e to 2^(e+1) are multiples of 2^(e-52), and so are those from -2^(e+1) to -2^e.
 * The distance from the centre of the box is moved into these ranges and back, so coordinates
 * become such multiples, too.  Their images are multiples below 2^(e+1), and these are doubles.
 */
#include "space/grain.h"

#include <math.h>

/* The ranges are wider than half a box: atoms leave it a little between builds of a list. */
#define ROOM 1.02

struct md_grain md_grain_none(const struct md_box *box)
{
    struct md_grain grain = {.length = {box->length[0], box->length[1], box->length[2]}};
    return grain;
}

struct md_grain md_grain_of(const struct md_box *box, double reach)
{
    struct md_grain grain = md_grain_none(box);
    for (int d = 0; d < 3; d++) {
        int e;
        if (!box->periodic[d])
            continue;
        double farthest = fmax(fabs(box->lo[d] - reach), fabs(box->hi[d] + reach));
        frexp(0.5 * fmax(ROOM * box->length[d], farthest), &e);
        double grid = ldexp(1.0, e - 52);
        grain.power[d] = ldexp(1.0, e);
        grain.centre[d] = rint(0.5 * (box->lo[d] + box->hi[d]) / grid) * grid;
        grain.length[d] = rint(box->length[d] / grid) * grid;
    }
    return grain;
}
