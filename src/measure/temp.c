/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute temp: the temperature of a group,
 *
 *     T = sum m v.v / (dof k),   dof = dimension * N - extra,
 *
 * where extra (by default the dimension) stands for the conserved momentum of the centre of mass.
 * N is counted when the run begins unless compute_modify says dynamic/dof yes.
 */
#include "measure/styles.h"

#include "measure/kinetic.h"
#include "measure/thermal.h"

static enum md_status temp_create(void *state, const struct md_measure_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_measure_temp.style.usage, error);
}

static double temp_freedom(void *state, const struct md_measure_context *context,
                           const struct md_frame *frame)
{
    (void)state;
    return frame->system->dimension * (double)md_thermal_members(context, frame) -
           md_thermal_extra(context, frame) - md_thermal_removed(context, frame);
}

static enum md_status temp_scalar(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *value,
                                  struct md_error *error)
{
    return md_thermal_value(frame, md_kinetic_sum(frame, context->group),
                            temp_freedom(state, context, frame), md_thermal_members(context, frame),
                            value, error);
}

static enum md_status temp_vector(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    (void)state;
    (void)error;
    md_kinetic_tensor(frame, context->group, values);
    for (int k = 0; k < 6; k++)
        values[k] *= frame->system->units->mvv2e;
    return MD_OK;
}

const struct md_measure md_measure_temp = {
    .style =
        {
            .name = "temp",
            .summary = "temperature of a group; vector: its kinetic energy tensor",
            .usage = "compute ID GROUP temp",
            .manual =
                "c_ID is the temperature, sum m v.v / (dof k).  The degrees of freedom are\n"
                "dimension * N minus extra/dof (by default the dimension, for the conserved total\n"
                "momentum) and minus one for each bond that fix shake holds.  N is counted when a\n"
                "run begins; compute_modify ID dynamic/dof yes "
                "counts\n"
                "it at every look.  c_ID[1] to c_ID[6] are the sums of m v v in energy units, in "
                "the\n"
                "order xx yy zz xy xz yz.",
        },
    .is_temperature = true,
    .vector_extensive = true,
    .create = temp_create,
    .scalar = temp_scalar,
    .vector_length = 6,
    .vector = temp_vector,
    .freedom = temp_freedom,
};
