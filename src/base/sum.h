/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensated (Neumaier) summation, and the block size in which parallel sums are cut so that
 * their result does not depend on the number of threads. */
#ifndef MD_BASE_SUM_H
#define MD_BASE_SUM_H

#include <stddef.h>

#define MD_SUM_BLOCK 512

struct md_sum {
    double high, low;
};

void md_sum_add(struct md_sum *sum, double value);
double md_sum_value(const struct md_sum *sum);

#endif
