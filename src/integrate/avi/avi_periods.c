/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fastest vibrations of a system, of all forces together and of each class of elements alone:
 * what the steps of the clocks are measured by, before a run begins.
 */
#include "integrate/avi/avi.h"
#include "integrate/spectrum.h"

#include <math.h>

struct of_class {
    struct md_avi *avi;
    int k;
};

static enum md_status forces_of_class(void *context, struct md_dynamics *dynamics, md_vec3 *f,
                                      struct md_error *error)
{
    const struct of_class *of = context;
    return md_classes_sum(&of->avi->classes, of->k, dynamics->forces, dynamics->system, f, NULL,
                          error);
}

/* Where atoms overlap there is no telling, which is no reason not to run: then it is unknown. */
static enum md_status fastest(struct md_dynamics *dynamics, md_spectrum_forces *forces,
                              void *context, double *omega, struct md_error *error)
{
    struct md_error why = {0};
    enum md_status status = md_spectrum_fastest(dynamics, forces, context, omega, &why);
    if (status == MD_OK)
        return MD_OK;
    *omega = 0.0;
    if (status != MD_ERR_MEMORY)
        return MD_OK;
    *error = why;
    return status;
}

enum md_status md_avi_periods(struct md_avi *avi, struct md_dynamics *dynamics,
                              struct md_error *error)
{
    if (fastest(dynamics, NULL, NULL, &avi->omega, error))
        return error->status;
    for (int k = 0; k < avi->classes.count; k++) {
        struct of_class of = {avi, k};
        double omega = avi->omega;
        /* The only class is all there is. */
        if (avi->classes.count > 1 && fastest(dynamics, forces_of_class, &of, &omega, error))
            return error->status;
        avi->clock[k].period = omega > 0.0 ? 2.0 * acos(-1.0) / omega : 0.0;
    }
    return MD_OK;
}
