/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the rows of a tabulated smooth function stand in their order. */
#ifndef MD_INPUT_ROW_ORDER_H
#define MD_INPUT_ROW_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/* row[k]: the line that value k stands in.  True: they do, as far as the values can say; else
 * *first and *second are values before which the function jumps. */
bool md_rows_in_order(const double *value, const int *row, size_t count, size_t *first,
                      size_t *second);

#endif
