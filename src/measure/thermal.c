/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What temperatures have in common; see thermal.h.  Blocks as in kinetic.c. */
#include "measure/thermal.h"

#include "base/sum.h"
#include "measure/kinetic.h"

#include <string.h>

/* Blocks summed at a time, on the stack: no allocation, nothing that could fail. */
#define BATCH 64

/* Below this many atoms a parallel region costs more than it saves. */
#define PARALLEL_ATOMS 16384

int64_t md_thermal_members(const struct md_measure_context *context, const struct md_frame *frame)
{
    if (context->self != NULL && context->self->members >= 0)
        return context->self->members;
    return md_kinetic_members(frame, context->group);
}

double md_thermal_extra(const struct md_measure_context *context, const struct md_frame *frame)
{
    if (context->self != NULL && context->self->extra_set)
        return context->self->extra;
    return frame->system->dimension;
}

double md_thermal_removed(const struct md_measure_context *context, const struct md_frame *frame)
{
    return frame->system->topology.removed[context->group];
}

enum md_status md_thermal_value(const struct md_frame *frame, double sum, double freedom,
                                int64_t members, double *value, struct md_error *error)
{
    const struct md_units *units = frame->system->units;
    if (freedom < 0.0 && members > 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "temperature of %lld atoms has %g degrees of freedom, fewer than 0: "
                            "extra/dof is too large",
                            (long long)members, freedom);
    *value = freedom > 0.0 ? sum * (units->mvv2e / (freedom * units->boltz)) : 0.0;
    return MD_OK;
}

struct job {
    const struct md_measure *type;
    const void *state;
    const struct md_measure_context *context;
    const struct md_frame *frame;
};

static void sum_block(const struct job *job, size_t block, double sum[6])
{
    const struct md_frame *frame = job->frame;
    const struct md_system *system = frame->system;
    uint32_t bit = md_group_bit(job->context->group);
    size_t begin = block * MD_SUM_BLOCK;
    size_t end = begin + MD_SUM_BLOCK < frame->count ? begin + MD_SUM_BLOCK : frame->count;
    memset(sum, 0, 6 * sizeof(double));
    for (size_t i = begin; i < end; i++) {
        if ((system->atoms.groups[i] & bit) == 0)
            continue;
        double u[3], bias[3], mass = system->mass[system->atoms.type[i]];
        job->type->bias(job->state, job->context, frame->x[i], frame->v[i], bias);
        for (int k = 0; k < 3; k++)
            u[k] = frame->v[i][k] - bias[k];
        sum[0] += mass * u[0] * u[0];
        sum[1] += mass * u[1] * u[1];
        sum[2] += mass * u[2] * u[2];
        sum[3] += mass * u[0] * u[1];
        sum[4] += mass * u[0] * u[2];
        sum[5] += mass * u[1] * u[2];
    }
}

static void sum_all(const struct job *job, double sum[6])
{
    const struct md_frame *frame = job->frame;
    size_t blocks = (frame->count + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    int threads = frame->count < PARALLEL_ATOMS ? 1 : frame->system->threads;
    memset(sum, 0, 6 * sizeof(double));
    for (size_t first = 0; first < blocks; first += BATCH) {
        double part[BATCH][6];
        size_t now = blocks - first < BATCH ? blocks - first : BATCH;
        if (threads < 2) {
            for (size_t b = 0; b < now; b++)
                sum_block(job, first + b, part[b]);
        } else {
#pragma omp parallel for default(none) schedule(static) num_threads(threads)                       \
    shared(job, first, now, part, threads)
            for (size_t b = 0; b < now; b++)
                sum_block(job, first + b, part[b]);
        }
        for (size_t b = 0; b < now; b++) {
            for (int k = 0; k < 6; k++)
                sum[k] += part[b][k];
        }
    }
}

void md_thermal_tensor(const struct md_measure *type, const void *state,
                       const struct md_measure_context *context, const struct md_frame *frame,
                       double sum[6])
{
    struct job job = {type, state, context, frame};
    sum_all(&job, sum);
    for (int k = 0; k < 6; k++)
        sum[k] *= frame->system->units->mvv2e;
}

double md_thermal_sum(const struct md_measure *type, const void *state,
                      const struct md_measure_context *context, const struct md_frame *frame)
{
    struct job job = {type, state, context, frame};
    double sum[6];
    sum_all(&job, sum);
    return sum[0] + sum[1] + sum[2];
}
