/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact sums over the velocities of a group. */
#ifndef MD_MEASURE_KINETIC_H
#define MD_MEASURE_KINETIC_H

#include "base/exact.h"
#include "state/frame.h"

#define MD_KINETIC_WAITING 128

int64_t md_kinetic_members(const struct md_frame *frame, int group);

/* Sum of m v.v over the group. */
double md_kinetic_sum(const struct md_frame *frame, int group);

/* Sums of m v v: xx yy zz xy xz yz. */
void md_kinetic_tensor(const struct md_frame *frame, int group, double sum[6]);

/* Sums of m v v while they are made. */
struct md_kinetic {
    int count; /* of the atoms that wait: many at once cost less */
    double mass[MD_KINETIC_WAITING], v[3][MD_KINETIC_WAITING];
    struct md_exact_number sum[6];
};

void md_kinetic_init(struct md_kinetic *kinetic);
void md_kinetic_flush(struct md_kinetic *kinetic);
void md_kinetic_merge(struct md_kinetic *kinetic, struct md_kinetic *other);
void md_kinetic_values(struct md_kinetic *kinetic, double sum[6]);

static inline void md_kinetic_add(struct md_kinetic *kinetic, double mass, const double v[3])
{
    int n = kinetic->count++;
    kinetic->mass[n] = mass;
    for (int k = 0; k < 3; k++)
        kinetic->v[k][n] = v[k];
    if (kinetic->count == MD_KINETIC_WAITING)
        md_kinetic_flush(kinetic);
}

#endif
