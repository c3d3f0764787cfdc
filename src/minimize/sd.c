/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steepest descent: line after line along the force. */
#include "minimize/linesearch.h"
#include "minimize/styles.h"

#include <string.h>

static enum md_status sd_iterate(void *state, struct md_minimization *min, enum md_min_stop *stop,
                                 struct md_error *error)
{
    (void)state;
    const struct md_atoms *atoms = &min->system->atoms;
    if (atoms->count > 0)
        memcpy(min->h, atoms->f, atoms->count * sizeof *min->h);
    memcpy(min->extra_h, min->extra_f, sizeof min->extra_h);
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
    return MD_OK;
}

const struct md_minimizer md_minimizer_sd = {
    .style =
        {
            .name = "sd",
            .summary = "steepest descent: lines along the force",
            .usage = "min_style sd",
            .manual = "Each iteration is a search along the force (min_modify line).  Robust far\n"
                      "from a minimum and slow near one.",
        },
    .searches = true,
    .iterate = sd_iterate,
};
