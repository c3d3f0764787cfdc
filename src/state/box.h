/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The orthogonal simulation box and its boundaries. */
#ifndef MD_STATE_BOX_H
#define MD_STATE_BOX_H

#include <stdbool.h>
#include <stdint.h>

enum md_boundary { MD_PERIODIC, MD_FIXED, MD_SHRINK, MD_SHRINK_MIN };

struct md_box {
    double lo[3], hi[3];
    double length[3];
    enum md_boundary face[3][2]; /* [axis][lo, hi] */
    bool periodic[3];
    double small[3];      /* margin of shrink-wrapped faces: 1e-4 of the initial length */
    double start_lo[3];   /* initial edges: m faces never move inside them */
    double start_hi[3];
    bool exists;
    /* While faces move apart (fix deform remap v): velocities of these groups' atoms change by
     * this much when they cross a periodic face. */
    double rate[3];
    uint32_t rate_groups;
};

/* Shrink-wrapped faces keep this share of the box length as a margin. */
#define MD_SHRINK_MARGIN 1.0e-4

double md_box_volume(const struct md_box *box, int dimension); /* area in 2d */

/* Recomputes length from lo and hi. */
void md_box_refresh(struct md_box *box);

/* Wraps x into the box along periodic axes, counting images (image may be NULL). */
void md_box_wrap(const struct md_box *box, double x[3], int image[3]);

/* Where the atom would be had it never been wrapped. */
void md_box_unwrap(const struct md_box *box, const double x[3], const int image[3],
                   double out[3]);

#endif
