/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensated (Neumaier) summation, for what is added up in the course of time; sums over atoms are
 * exact (base/exact.h). And the number of atoms in a block, which one thread takes at a time. */
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
