/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flat walls across the axes, each with its own energy of the distance d to it.  A file that
 * includes wall_faces.h gives the formula; this is what it needs of the walls.
 */
#ifndef MD_TERM_FIELD_WALL_H
#define MD_TERM_FIELD_WALL_H

#include "term/field/externals.h"

struct md_wall {
    int axis;
    double side; /* +1: atoms are above it (lo), -1: below (hi) */
    double at;   /* its position, epsilon, sigma may follow variables */
    double epsilon, sigma, cutoff;
    double alpha; /* of wall/morse alone, whose D0 and R0 are epsilon and sigma */
};

struct md_walls {
    struct md_external external;
    struct md_wall wall[6];
    int count;
};

/* FACE POSITION EPSILON SIGMA CUTOFF ... [units lattice|box] [pbc yes|no]; wall/morse has
 * D0 ALPHA R0 in place of EPSILON SIGMA. */
enum md_status md_walls_create(void *state, const struct md_system *system,
                               const struct md_args *args, struct md_error *error);

#endif
