/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute ke: the kinetic energy of a group, half the sum of m v.v; no degree is subtracted. */
#include "measure/styles.h"

#include "measure/kinetic.h"

static enum md_status ke_create(void *state, const struct md_measure_context *context,
                                const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_measure_ke.style.usage, error);
}

static enum md_status ke_scalar(void *state, const struct md_measure_context *context,
                                const struct md_frame *frame, double *value, struct md_error *error)
{
    (void)state;
    (void)error;
    *value = 0.5 * frame->system->units->mvv2e * md_kinetic_sum(frame, context->group);
    return MD_OK;
}

const struct md_measure md_measure_ke = {
    .style =
        {
            .name = "ke",
            .summary = "kinetic energy of a group",
            .usage = "compute ID GROUP ke",
            .manual =
                "c_ID is the kinetic energy of the group's atoms, sum m v.v / 2, never divided\n"
                "by their number.  The thermo keyword ke is (dof/2) k T instead.",
        },
    .extensive = true,
    .create = ke_create,
    .scalar = ke_scalar,
};
