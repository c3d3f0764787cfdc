/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute temp/com: the temperature of a group after the velocity of its centre of mass, which is
 * the bias, is taken out.
 */
#include "measure/styles.h"

#include "measure/thermal.h"
#include "state/group_sums.h"

#include <string.h>

struct com {
    double velocity[3];
};

static enum md_status com_create(void *state, const struct md_measure_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_measure_temp_com.style.usage, error);
}

static void find(struct com *com, const struct md_measure_context *context,
                 const struct md_frame *frame)
{
    struct md_members members = md_members_of(frame->system, context->group);
    members.x = frame->x;
    members.v = frame->v;
    md_group_vcm(&members, md_group_mass(&members), com->velocity);
}

static double com_freedom(void *state, const struct md_measure_context *context,
                          const struct md_frame *frame)
{
    (void)state;
    return frame->system->dimension * (double)md_thermal_members(context, frame) -
           md_thermal_extra(context, frame) - md_thermal_removed(context, frame);
}

static void com_bias(const void *state, const struct md_measure_context *context, const double x[3],
                     const double v[3], double bias[3])
{
    const struct com *com = state;
    (void)context;
    (void)x;
    (void)v;
    memcpy(bias, com->velocity, 3 * sizeof(double));
}

static enum md_status com_scalar(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *value,
                                 struct md_error *error)
{
    find(state, context, frame);
    return md_thermal_value(frame, md_thermal_sum(&md_measure_temp_com, state, context, frame),
                            com_freedom(state, context, frame), md_thermal_members(context, frame),
                            value, error);
}

static enum md_status com_vector(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    (void)error;
    find(state, context, frame);
    md_thermal_tensor(&md_measure_temp_com, state, context, frame, values);
    return MD_OK;
}

const struct md_measure md_measure_temp_com = {
    .style =
        {
            .name = "temp/com",
            .summary = "temperature about the motion of a group's centre of mass",
            .usage = "compute ID GROUP temp/com",
            .manual =
                "As compute temp, after the velocity of the group's centre of mass is taken from\n"
                "all velocities.  Thermostats that use this compute keep that velocity.",
            .state_size = sizeof(struct com),
        },
    .is_temperature = true,
    .vector_extensive = true,
    .create = com_create,
    .scalar = com_scalar,
    .vector_length = 6,
    .vector = com_vector,
    .freedom = com_freedom,
    .bias = com_bias,
};
