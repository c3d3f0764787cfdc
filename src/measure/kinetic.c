/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums over velocities.  The atoms are cut into blocks of MD_SUM_BLOCK whatever the number of
 * threads; each block is summed by one thread, and the blocks are added in their order.  So the
 * result is the same bits on one thread and on many.
 */
#include "measure/kinetic.h"

#include "base/sum.h"

#include <string.h>

/* Blocks summed at a time, on the stack: no allocation, nothing that could fail. */
#define BATCH 64

/* Below this many atoms a parallel region costs more than it saves. */
#define PARALLEL_ATOMS 16384

int64_t md_kinetic_members(const struct md_frame *frame, int group)
{
    if (group == 0)
        return (int64_t)frame->count;
    uint32_t bit = md_group_bit(group);
    int64_t members = 0;
    for (size_t i = 0; i < frame->count; i++) {
        if (frame->system->atoms.groups[i] & bit)
            members++;
    }
    return members;
}

static void sum_block(const struct md_frame *frame, uint32_t bit, size_t block, double sum[6])
{
    const struct md_system *system = frame->system;
    size_t begin = block * MD_SUM_BLOCK;
    size_t end = begin + MD_SUM_BLOCK < frame->count ? begin + MD_SUM_BLOCK : frame->count;
    memset(sum, 0, 6 * sizeof(double));
    for (size_t i = begin; i < end; i++) {
        if ((system->atoms.groups[i] & bit) == 0)
            continue;
        const double *v = frame->v[i];
        double mass = system->mass[system->atoms.type[i]];
        sum[0] += mass * v[0] * v[0];
        sum[1] += mass * v[1] * v[1];
        sum[2] += mass * v[2] * v[2];
        sum[3] += mass * v[0] * v[1];
        sum[4] += mass * v[0] * v[2];
        sum[5] += mass * v[1] * v[2];
    }
}

void md_kinetic_tensor(const struct md_frame *frame, int group, double sum[6])
{
    uint32_t bit = md_group_bit(group);
    size_t blocks = (frame->count + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    int threads = frame->count < PARALLEL_ATOMS ? 1 : frame->system->threads;
    memset(sum, 0, 6 * sizeof(double));
    for (size_t first = 0; first < blocks; first += BATCH) {
        double part[BATCH][6];
        size_t now = blocks - first < BATCH ? blocks - first : BATCH;
        if (threads < 2) {
            for (size_t b = 0; b < now; b++)
                sum_block(frame, bit, first + b, part[b]);
        } else {
#pragma omp parallel for default(none) schedule(static) num_threads(threads)                       \
    shared(frame, bit, first, now, part, threads)
            for (size_t b = 0; b < now; b++)
                sum_block(frame, bit, first + b, part[b]);
        }
        for (size_t b = 0; b < now; b++) {
            for (int k = 0; k < 6; k++)
                sum[k] += part[b][k];
        }
    }
}

double md_kinetic_sum(const struct md_frame *frame, int group)
{
    double sum[6];
    md_kinetic_tensor(frame, group, sum);
    return sum[0] + sum[1] + sum[2];
}
