/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums over velocities: exact, so that neither the order of the atoms nor the number of threads
 * changes a bit.
 */
#include "measure/kinetic.h"

#include "state/mass.h"
#include "state/motion.h"

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

/* ------------------------------------------------------------------ the tensor */

void md_kinetic_init(struct md_kinetic *kinetic)
{
    kinetic->count = 0;
    for (int c = 0; c < 6; c++)
        md_exact_number_init(&kinetic->sum[c]);
}

void md_kinetic_flush(struct md_kinetic *kinetic)
{
    static const int factor[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    double p[3][MD_KINETIC_WAITING], term[MD_KINETIC_WAITING];
    int count = kinetic->count;
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < count; n++)
            p[k][n] = kinetic->mass[n] * kinetic->v[k][n];
    for (int c = 0; c < 6; c++) {
        const double *a = p[factor[c][0]], *v = kinetic->v[factor[c][1]];
        for (int n = 0; n < count; n++)
            term[n] = a[n] * v[n];
        md_exact_number_add_many(&kinetic->sum[c], term, (size_t)count);
    }
    kinetic->count = 0;
}

void md_kinetic_merge(struct md_kinetic *kinetic, struct md_kinetic *other)
{
    md_kinetic_flush(other);
    for (int c = 0; c < 6; c++)
        md_exact_number_merge(&kinetic->sum[c], &other->sum[c]);
}

void md_kinetic_values(struct md_kinetic *kinetic, double sum[6])
{
    md_kinetic_flush(kinetic);
    for (int c = 0; c < 6; c++)
        sum[c] = md_exact_number_value(&kinetic->sum[c]);
}

static void add_tensors(const struct md_frame *frame, uint32_t bit, size_t begin, size_t end,
                        struct md_kinetic *kinetic)
{
    const struct md_system *system = frame->system;
    for (size_t i = begin; i < end; i++)
        if (system->atoms.groups[i] & bit)
            md_kinetic_add(kinetic, md_mass_of(system, i), frame->v[i]);
}

void md_kinetic_tensor(const struct md_frame *frame, int group, double sum[6])
{
    uint32_t bit = md_group_bit(group);
    size_t threads = md_motion_threads(frame->system), count = frame->count;
    struct md_kinetic total;
    md_kinetic_init(&total);
    if (threads == 1) { /* a region of one thread costs more than a sum over few atoms */
        add_tensors(frame, bit, 0, count, &total);
        md_kinetic_values(&total, sum);
        return;
    }
#pragma omp parallel for default(none) num_threads((int)threads)                                   \
    shared(frame, bit, threads, count, total)
    for (size_t t = 0; t < threads; t++) {
        struct md_kinetic part;
        md_kinetic_init(&part);
        add_tensors(frame, bit, count * t / threads, count * (t + 1) / threads, &part);
#pragma omp critical
        md_kinetic_merge(&total, &part);
    }
    md_kinetic_values(&total, sum);
}

double md_kinetic_sum(const struct md_frame *frame, int group)
{
    return md_motion_sum(frame->system, frame->v, md_group_bit(group));
}
