/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cutting rows of exact sums (base/exact_cut.h): a column's grids follow from its largest term.
 * Where a column cannot be cut, or leaves rests, its terms are added one by one.
 */
#include "base/exact_cut.h"
#include "base/exact_rows.h"

#define VECTORS (MD_EXACT_COLUMNS / MDV_WIDTH)

static void add_column(struct md_exact_rows *rows, int column)
{
    double term[MD_EXACT_ROWS];
    rows->used = 1;
    for (int32_t k = 0; k < rows->count; k++)
        term[k] = rows->row[k][column];
    md_exact_number_add_many(&rows->column[column], term, (size_t)rows->count);
}

/* A column whose cuts have these sums, without rests. */
static void close_column(struct md_exact_number *column, double coarse, double fine, double *last)
{
    if (last && column->low == column->high && column->special == 0) {
        *last = coarse + fine;
        return;
    }
    if (coarse != 0.0)
        md_exact_number_add(column, coarse);
    if (fine != 0.0)
        md_exact_number_add(column, fine);
}

/* No more terms will come and none came before: the sums are what the cuts of this vector give. */
MD_INLINE bool close_vector(mdv largest, const mdv sum[3], double *last)
{
    for (int lane = 0; lane < MDV_WIDTH; lane++)
        if (!md_exact_is_cut(largest[lane], sum[2][lane]))
            return false;
    mdv_store(last, mdv_add(sum[0], sum[1]));
    return true;
}

/* One vector of columns. */
MD_INLINE void flush_vector(struct md_exact_rows *rows, int vector, double *last)
{
    const double *term = &rows->row[0][vector * MDV_WIDTH];
    const int32_t count = rows->count;
    mdv largest = mdv_zero(), sum[3] = {mdv_zero(), mdv_zero(), mdv_zero()};
    for (int32_t k = 0; k < count; k++)
        largest = mdv_max(md_exact_size(mdv_load(term + k * MD_EXACT_COLUMNS)), largest);
    const mdv grid[2] = {md_exact_grid(largest, MD_EXACT_COARSE),
                         md_exact_grid(largest, MD_EXACT_FINE)};
    for (int32_t k = 0; k < count; k++)
        md_exact_cut_terms(mdv_load(term + k * MD_EXACT_COLUMNS), grid, sum);
    if (last && !rows->used && close_vector(largest, sum, last + vector * MDV_WIDTH))
        return;
    for (int lane = 0; lane < MDV_WIDTH; lane++) {
        int column = vector * MDV_WIDTH + lane;
        if (md_exact_is_cut(largest[lane], sum[2][lane]))
            close_column(&rows->column[column], sum[0][lane], sum[1][lane],
                         last ? last + column : NULL);
        else
            add_column(rows, column);
    }
}

void MD_ISA_NAME(md_exact_rows_flush)(struct md_exact_rows *rows, double *last)
{
    if (!last)
        rows->used = 1;
    for (int vector = 0; vector < VECTORS; vector++)
        flush_vector(rows, vector, last);
    rows->count = 0;
}
