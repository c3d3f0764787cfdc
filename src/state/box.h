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

/* A length outside these bounds is refused: volumes and squares of lengths must be ordinary
 * numbers.  An edge shorter than the last share of its coordinates leaves no room for positions
 * in it. */
#define MD_BOX_SHORTEST 1.0e-50
#define MD_BOX_LONGEST  1.0e50
#define MD_BOX_FLAT     1.0e-12

/* The one judge of boxes, for all commands, files and fixes that make or change one: NULL, or what
 * is wrong with an axis from lo to hi, as the end of a sentence. */
const char *md_box_flaw(double lo, double hi);

/* The first axis of three that has a flaw, or -1; *flaw says which. */
int md_box_bad_axis(const double lo[3], const double hi[3], const char **flaw);

double md_box_volume(const struct md_box *box, int dimension); /* area in 2d */

/* Recomputes length from lo and hi. */
void md_box_refresh(struct md_box *box);

/* Wraps x into the box along periodic axes, counting images (image may be NULL). */
void md_box_wrap(const struct md_box *box, double x[3], int image[3]);

/* Where the atom would be had it never been wrapped. */
void md_box_unwrap(const struct md_box *box, const double x[3], const int image[3],
                   double out[3]);

#endif
