/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several exact sums side by side (base/exact.h): terms come as rows of MD_EXACT_COLUMNS numbers,
 * an atom's energy and virial, and are cut and added by vector code.
 *
 *     double *row = md_exact_rows_next(&rows);
 *     row[0] = ...; all columns must be written
 *     md_exact_rows_push(&rows);
 */
#ifndef MD_BASE_EXACT_ROWS_H
#define MD_BASE_EXACT_ROWS_H

#include "base/exact.h"
#include "base/simd.h"

#define MD_EXACT_COLUMNS 8
#define MD_EXACT_ROWS    64

struct md_exact_rows {
    double row[MD_EXACT_ROWS][MD_EXACT_COLUMNS] __attribute__((aligned(64)));
    int32_t count; /* rows that wait to be added */
    int32_t used;  /* some column may have terms */
    struct md_exact_number column[MD_EXACT_COLUMNS];
};

/* The sums are 0. */
void md_exact_rows_init(struct md_exact_rows *rows);

/* Takes the rows that wait into the columns; the same result with every instruction set. Where
 * `last` is not NULL no more rows will come: a column that was empty need not be filled, its sum
 * goes to last[column] at once. */
typedef void md_exact_rows_flusher(struct md_exact_rows *rows, double *last);
md_exact_rows_flusher md_exact_rows_flush_base, md_exact_rows_flush_avx2,
    md_exact_rows_flush_avx512;
/* That of this machine. */
void md_exact_rows_flush(struct md_exact_rows *rows, double *last);

static inline double *md_exact_rows_next(struct md_exact_rows *rows)
{
    return rows->row[rows->count];
}

static inline void md_exact_rows_push(struct md_exact_rows *rows)
{
    if (++rows->count == MD_EXACT_ROWS)
        md_exact_rows_flush(rows, NULL);
}

void md_exact_rows_merge(struct md_exact_rows *rows, struct md_exact_rows *other);
/* The values of the sums, which are 0 afterwards. */
void md_exact_rows_take(struct md_exact_rows *rows, double value[MD_EXACT_COLUMNS]);

#ifdef MD_ISA
/* The same for files that are compiled for an instruction set. */
MD_INLINE void md_exact_rows_push_here(struct md_exact_rows *rows)
{
    if (++rows->count == MD_EXACT_ROWS)
        MD_ISA_NAME(md_exact_rows_flush)(rows, NULL);
}
#endif

#endif
