/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums over the velocities of a group, cut into blocks so that threads never change a bit. */
#ifndef MD_MEASURE_KINETIC_H
#define MD_MEASURE_KINETIC_H

#include "state/frame.h"

int64_t md_kinetic_members(const struct md_frame *frame, int group);

/* Sum of m v.v over the group. */
double md_kinetic_sum(const struct md_frame *frame, int group);

/* Sums of m v v: xx yy zz xy xz yz. */
void md_kinetic_tensor(const struct md_frame *frame, int group, double sum[6]);

#endif
