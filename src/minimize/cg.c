/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conjugate gradients.  Each iteration goes downhill along h, then
 *
 *     beta = max(0, f.(f - g) / g.g),   h <- f + beta h,   g <- f
 *
 * with the new force f and the one before, g (Polak and Ribiere, Rev. Fr. Inform. Rech. Oper. 3-R1
 * (1969) 35).  After as many iterations as there are degrees of freedom, and whenever h would point
 * uphill, h begins anew as f.
 */
#include "minimize/linesearch.h"
#include "minimize/styles.h"

#include <string.h>

struct cg {
    double gg;     /* g.g */
    int64_t cycle; /* iterations after which h begins anew */
};

static void copy(md_vec3 *to, md_vec3 *from, size_t count)
{
    if (count > 0)
        memcpy(to, from, count * sizeof *to);
}

static enum md_status cg_begin(void *state, struct md_minimization *min, struct md_error *error)
{
    struct cg *cg = state;
    struct md_atoms *atoms = &min->system->atoms;
    (void)error;
    copy(min->g, atoms->f, atoms->count);
    copy(min->h, atoms->f, atoms->count);
    memcpy(min->extra_g, min->extra_f, sizeof min->extra_g);
    memcpy(min->extra_h, min->extra_f, sizeof min->extra_h);
    cg->gg = md_minimization_norm(min, MD_MIN_TWO);
    cg->cycle = 3 * (int64_t)atoms->count + min->freedom.count;
    if (cg->cycle < 1)
        cg->cycle = 1;
    return MD_OK;
}

/* h <- f + beta h, unless that points uphill. */
static void turn(struct cg *cg, struct md_minimization *min)
{
    struct md_atoms *atoms = &min->system->atoms;
    md_vec3 *f = atoms->f;
    double ff = md_minimization_dot(min, (const md_vec3 *)f, (const md_vec3 *)f, min->extra_f,
                                    min->extra_f);
    double fg = md_minimization_dot(min, (const md_vec3 *)f, (const md_vec3 *)min->g, min->extra_f,
                                    min->extra_g);
    double beta = (ff - fg) / cg->gg;
    if (!(beta > 0.0) || (min->iterations + 1) % cg->cycle == 0)
        beta = 0.0;
    cg->gg = ff;
    for (size_t i = 0; i < atoms->count; i++)
        for (int d = 0; d < 3; d++)
            min->h[i][d] = f[i][d] + beta * min->h[i][d];
    for (int k = 0; k < min->freedom.count; k++)
        min->extra_h[k] = min->extra_f[k] + beta * min->extra_h[k];
    copy(min->g, f, atoms->count);
    memcpy(min->extra_g, min->extra_f, sizeof min->extra_g);
    if (md_minimization_dot(min, (const md_vec3 *)min->g, (const md_vec3 *)min->h, min->extra_g,
                            min->extra_h) <= 0.0) {
        copy(min->h, min->g, atoms->count);
        memcpy(min->extra_h, min->extra_g, sizeof min->extra_h);
    }
}

static enum md_status cg_iterate(void *state, struct md_minimization *min, enum md_min_stop *stop,
                                 struct md_error *error)
{
    struct cg *cg = state;
    min->previous = min->energy;
    enum md_status status = md_linesearch(min, stop, error);
    if (status != MD_OK || *stop != MD_MIN_GOES_ON)
        return status;
    if (min->evaluations >= min->max_evaluations)
        *stop = MD_MIN_EVALUATIONS;
    else if (md_minimization_energy_met(min))
        *stop = MD_MIN_ENERGY;
    else if (md_minimization_force_met(min))
        *stop = MD_MIN_FORCE;
    else
        turn(cg, min);
    return MD_OK;
}

const struct md_minimizer md_minimizer_cg = {
    .style =
        {
            .name = "cg",
            .summary = "conjugate gradients (the default)",
            .usage = "min_style cg",
            .manual =
                "Each iteration is a search along a line (min_modify line); the next line is\n"
                "the force, made conjugate to the last one by the rule of Polak and Ribiere.\n"
                "This is the default, and usually takes the fewest force evaluations of those\n"
                "that follow the energy downhill.",
            .cite = "E. Polak, G. Ribiere, Rev. Fr. Inform. Rech. Oper. 3-R1 (1969) 35",
            .state_size = sizeof(struct cg),
        },
    .searches = true,
    .begin = cg_begin,
    .iterate = cg_iterate,
};
