/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops over pairs of es_path.c, compiled for each instruction set. */
#ifndef MD_INTEGRATE_TERRACES_WHOLE_ES_LOOPS_H
#define MD_INTEGRATE_TERRACES_WHOLE_ES_LOOPS_H

#include "base/simd.h"
#include "integrate/terraces/whole/es_path.h"

struct md_es_loops {
    /* a, b, c and cross from r and w. */
    void (*aim)(struct md_es_set *set);
    /* Squares of distances at s. */
    void (*squares)(struct md_es_set *set, double s);
    /* Adds V, V', V'' of the set to the value; `some` was called with the squares at s. */
    void (*sums)(const struct md_es_set *set, double s, double value[3]);
    /* Squares of distances between from and to: at the ends, or where two atoms are closest. */
    void (*ranges)(struct md_es_set *set, double from, double to);
    /* Adds bounds of V''; `span` was called with the ranges. */
    void (*bounds)(const struct md_es_set *set, double bound[2]);
    /* Forces on the first atoms at s, into near, far and energy; adds to the virial. */
    void (*pulls)(struct md_es_set *set, double s, double virial[6]);
};

extern const struct md_es_loops md_es_loops_base, md_es_loops_avx2, md_es_loops_avx512;

#endif
