/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What temperatures have in common; see thermal.h. */
#include "measure/thermal.h"

#include "measure/kinetic.h"
#include "state/mass.h"
#include "state/motion.h"

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

static void add_atoms(const struct job *job, size_t begin, size_t end, struct md_kinetic *kinetic)
{
    const struct md_frame *frame = job->frame;
    const struct md_system *system = frame->system;
    uint32_t bit = md_group_bit(job->context->group);
    for (size_t i = begin; i < end; i++) {
        double u[3], bias[3];
        if ((system->atoms.groups[i] & bit) == 0)
            continue;
        job->type->bias(job->state, job->context, frame->x[i], frame->v[i], bias);
        for (int k = 0; k < 3; k++)
            u[k] = frame->v[i][k] - bias[k];
        md_kinetic_add(kinetic, md_mass_of(system, i), u);
    }
}

static void sum_all(const struct job *job, double sum[6])
{
    size_t threads = md_motion_threads(job->frame->system), count = job->frame->count;
    struct md_kinetic total;
    md_kinetic_init(&total);
    if (threads == 1) { /* a region of one thread costs more than a sum over few atoms */
        add_atoms(job, 0, count, &total);
        md_kinetic_values(&total, sum);
        return;
    }
#pragma omp parallel for default(none) num_threads((int)threads) shared(job, threads, count, total)
    for (size_t t = 0; t < threads; t++) {
        struct md_kinetic part;
        md_kinetic_init(&part);
        add_atoms(job, count * t / threads, count * (t + 1) / threads, &part);
#pragma omp critical
        md_kinetic_merge(&total, &part);
    }
    md_kinetic_values(&total, sum);
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
