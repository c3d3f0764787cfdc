/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A vector and a number summed over atoms, the total force on them and its work: exact sums, the
 * same bits in whatever order the atoms are stored.
 *
 *     struct md_exact_rows sums;
 *     md_exact_rows_init(&sums);
 *     md_total_add(&sums, f[i], 0.0);
 *     md_total_take(&sums, total, NULL);
 */
#ifndef MD_MODIFY_TOTAL_H
#define MD_MODIFY_TOTAL_H

#include "base/exact_rows.h"

static inline void md_total_add(struct md_exact_rows *sums, const double vector[3], double number)
{
    double *row = md_exact_rows_next(sums);
    for (int k = 0; k < 3; k++)
        row[k] = vector[k];
    row[3] = number;
    for (int k = 4; k < MD_EXACT_COLUMNS; k++)
        row[k] = 0.0;
    md_exact_rows_push(sums);
}

/* The sums, which are 0 afterwards; number may be NULL. */
static inline void md_total_take(struct md_exact_rows *sums, double vector[3], double *number)
{
    double value[MD_EXACT_COLUMNS];
    md_exact_rows_take(sums, value);
    for (int k = 0; k < 3; k++)
        vector[k] = value[k];
    if (number)
        *number = value[3];
}

#endif
