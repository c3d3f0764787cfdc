/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy of motion. */
#include "state/motion.h"

#include "base/exact.h"
#include "state/mass.h"

/* Below this many atoms a parallel region costs more than it saves. */
#define PARALLEL_ATOMS 16384

size_t md_motion_threads(const struct md_system *system)
{
    bool alone = system->atoms.count < PARALLEL_ATOMS || system->threads < 2;
    return alone ? 1 : (size_t)system->threads;
}

static void sum_part(const struct md_system *system, const md_vec3 *v, uint32_t groups,
                     size_t begin, size_t end, struct md_exact *sum)
{
    const struct md_atoms *atoms = &system->atoms;
    for (size_t i = begin; i < end; i++)
        if ((atoms->groups[i] & groups) != 0)
            md_exact_add(sum, md_mass_of(system, i) *
                                  (v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]));
}

double md_motion_sum(const struct md_system *system, const md_vec3 *v, uint32_t groups)
{
    size_t count = system->atoms.count, threads = md_motion_threads(system);
    struct md_exact total;
    md_exact_init(&total);
    if (threads == 1) { /* a region of one thread costs more than a sum over few atoms */
        sum_part(system, v, groups, 0, count, &total);
        return md_exact_value(&total);
    }
#pragma omp parallel for default(none) num_threads((int)threads)                                   \
    shared(system, v, groups, count, threads, total)
    for (size_t t = 0; t < threads; t++) {
        struct md_exact part;
        md_exact_init(&part);
        sum_part(system, v, groups, count * t / threads, count * (t + 1) / threads, &part);
#pragma omp critical
        md_exact_merge(&total, &part);
    }
    return md_exact_value(&total);
}

double md_motion_energy(const struct md_system *system, const md_vec3 *v, uint32_t groups)
{
    return 0.5 * system->units->mvv2e * md_motion_sum(system, v, groups);
}
