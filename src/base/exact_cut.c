/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cutting the terms of one exact sum. */
#include "base/exact_cut.h"

#define VECTORS (MD_EXACT_LANES / MDV_WIDTH)

/* Of a vector's lanes. */
static double largest_of(mdv a)
{
    double largest = 0.0;
    for (int lane = 0; lane < MDV_WIDTH; lane++)
        largest = a[lane] > largest ? a[lane] : largest;
    return largest;
}

bool MD_ISA_NAME(md_exact_cut)(const double *term, size_t count, double sum[2])
{
    mdv size[VECTORS], all = mdv_zero(), cuts[VECTORS][3];
    for (int v = 0; v < VECTORS; v++)
        size[v] = mdv_zero();
    for (size_t i = 0; i < count; i += MD_EXACT_LANES)
        for (int v = 0; v < VECTORS; v++)
            size[v] = mdv_max(md_exact_size(mdv_load(term + i + v * MDV_WIDTH)), size[v]);
    for (int v = 0; v < VECTORS; v++)
        all = mdv_max(size[v], all);
    const double largest = largest_of(all);
    const mdv grid[2] = {md_exact_grid(mdv_set(largest), MD_EXACT_COARSE),
                         md_exact_grid(mdv_set(largest), MD_EXACT_FINE)};
    for (int v = 0; v < VECTORS; v++)
        cuts[v][0] = cuts[v][1] = cuts[v][2] = mdv_zero();
    for (size_t i = 0; i < count; i += MD_EXACT_LANES)
        for (int v = 0; v < VECTORS; v++)
            md_exact_cut_terms(mdv_load(term + i + v * MDV_WIDTH), grid, cuts[v]);
    for (int v = 1; v < VECTORS; v++)
        for (int k = 0; k < 3; k++)
            cuts[0][k] = mdv_add(cuts[0][k], cuts[v][k]);
    sum[0] = mdv_sum(cuts[0][0]);
    sum[1] = mdv_sum(cuts[0][1]);
    return md_exact_is_cut(largest, mdv_sum(cuts[0][2]));
}
