/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute chunk/atom puts every atom into a chunk: a bin of space, its type, its molecule, or a
 * number that another compute, a fix or a variable gives it.  fix ave/chunk averages over chunks.
 */
#ifndef MD_MEASURE_CHUNK_H
#define MD_MEASURE_CHUNK_H

#include "measure/measure.h"

struct md_chunks; /* opaque: the state of a compute chunk/atom */

/* What the chunks are at a frame. */
struct md_chunk_view {
    int64_t count;
    int dimensions;       /* coordinates of each chunk: 0 to 3 */
    const double *coord;  /* [count * dimensions]: middles of the bins */
    const int64_t *label; /* [count]: chunk numbers before compression; NULL: not compressed */
    double volume;        /* of each chunk; the box where chunks are no bins */
};

/* NULL when this is no compute chunk/atom. */
struct md_chunks *md_chunks_of(const struct md_compute *compute);
bool md_chunks_compressed(const struct md_chunks *chunks);
int md_chunks_dimensions(const struct md_chunks *chunks);

/* Bins, their number and volume from the box as it is; then the chunk (from 1; 0: none) of every
 * atom.  hold: bins, number and labels stay as they were (in the middle of averaging). */
enum md_status md_chunks_assign(const struct md_compute *compute, struct md_computes *computes,
                                const struct md_frame *frame, bool hold, int64_t *chunk,
                                struct md_chunk_view *view, struct md_error *error);

#endif
