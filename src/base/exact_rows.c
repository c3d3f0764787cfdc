/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of rows: what needs no vector code. */
#include "base/exact_rows.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

void md_exact_rows_init(struct md_exact_rows *rows)
{
    rows->count = rows->used = 0;
    for (int k = 0; k < MD_EXACT_COLUMNS; k++)
        md_exact_number_init(&rows->column[k]);
}

void md_exact_rows_flush(struct md_exact_rows *rows, double *last)
{
    switch (md_simd_best()) {
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        md_exact_rows_flush_avx2(rows, last);
        return;
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        md_exact_rows_flush_avx512(rows, last);
        return;
#endif
    default:
        md_exact_rows_flush_base(rows, last);
        return;
    }
}

void md_exact_rows_merge(struct md_exact_rows *rows, struct md_exact_rows *other)
{
    if (rows->count > 0)
        md_exact_rows_flush(rows, NULL);
    if (other->count > 0)
        md_exact_rows_flush(other, NULL);
    if (!other->used)
        return;
    rows->used = 1;
    for (int k = 0; k < MD_EXACT_COLUMNS; k++)
        md_exact_number_merge(&rows->column[k], &other->column[k]);
}

void md_exact_rows_take(struct md_exact_rows *rows, double value[MD_EXACT_COLUMNS])
{
    for (int k = 0; k < MD_EXACT_COLUMNS; k++)
        value[k] = 0.0;
    if (rows->count > 0)
        md_exact_rows_flush(rows, value);
    if (!rows->used)
        return;
    for (int k = 0; k < MD_EXACT_COLUMNS; k++) {
        const struct md_exact_number *number = &rows->column[k];
        if (number->low < number->high || number->special != 0)
            value[k] = md_exact_number_value(number);
    }
    md_exact_rows_init(rows);
}
