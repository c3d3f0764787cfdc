/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compensated summation: `low` gathers what each addition to `high` rounds away, whichever of the
 * two is the larger.  A. Neumaier, Z. angew. Math. Mech. 54 (1974) 39.
 */
#include "base/sum.h"

#include <math.h>

void md_sum_add(struct md_sum *sum, double value)
{
    double total = sum->high + value;

    if (fabs(sum->high) >= fabs(value))
        sum->low += (sum->high - total) + value;
    else
        sum->low += (value - total) + sum->high;
    sum->high = total;
}

double md_sum_value(const struct md_sum *sum)
{
    return sum->high + sum->low;
}
