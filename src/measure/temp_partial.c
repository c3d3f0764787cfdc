/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute temp/partial: the temperature of some components of the velocities.  With n components
 * counted, dof = n N - n/dimension extra; those not counted are the bias.
 */
#include "measure/styles.h"

#include "measure/thermal.h"

#include <string.h>

struct partial {
    bool axis[3];
};

static enum md_status partial_create(void *state, const struct md_measure_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct partial *partial = state;
    enum md_status status = md_args_count(args, 3, 3, md_measure_temp_partial.style.usage, error);
    for (int k = 0; k < 3 && status == MD_OK; k++) {
        int64_t flag;
        status = md_word_int(&args->words[k], "flag of an axis", 0, 1, &flag, error);
        partial->axis[k] = status == MD_OK && flag == 1;
    }
    if (status == MD_OK && partial->axis[2] && context->system->dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, &args->words[2].place,
                            "compute temp/partial cannot count vz in two dimensions");
    return status;
}

static double partial_freedom(void *state, const struct md_measure_context *context,
                              const struct md_frame *frame)
{
    const struct partial *partial = state;
    double axes = partial->axis[0] + partial->axis[1] + partial->axis[2];
    return axes * (double)md_thermal_members(context, frame) -
           axes / frame->system->dimension *
               (md_thermal_extra(context, frame) + md_thermal_removed(context, frame));
}

static void partial_bias(const void *state, const struct md_measure_context *context,
                         const double x[3], const double v[3], double bias[3])
{
    const struct partial *partial = state;
    (void)context;
    (void)x;
    for (int k = 0; k < 3; k++)
        bias[k] = partial->axis[k] ? 0.0 : v[k];
}

static enum md_status partial_scalar(void *state, const struct md_measure_context *context,
                                     const struct md_frame *frame, double *value,
                                     struct md_error *error)
{
    return md_thermal_value(frame, md_thermal_sum(&md_measure_temp_partial, state, context, frame),
                            partial_freedom(state, context, frame),
                            md_thermal_members(context, frame), value, error);
}

static enum md_status partial_vector(void *state, const struct md_measure_context *context,
                                     const struct md_frame *frame, double *values,
                                     struct md_error *error)
{
    (void)error;
    md_thermal_tensor(&md_measure_temp_partial, state, context, frame, values);
    return MD_OK;
}

const struct md_measure md_measure_temp_partial = {
    .style =
        {
            .name = "temp/partial",
            .summary = "temperature of some velocity components; vector: their energy tensor",
            .usage = "compute ID GROUP temp/partial XFLAG YFLAG ZFLAG",
            .manual =
                "c_ID is the temperature of the components whose flag is 1; those with 0 are left\n"
                "out, and thermostats that use this compute leave them alone.  c_ID[1] to c_ID[6]\n"
                "are the sums of m v v of the counted components in energy units, in the order xx\n"
                "yy zz xy xz yz.",
            .state_size = sizeof(struct partial),
        },
    .is_temperature = true,
    .vector_extensive = true,
    .create = partial_create,
    .scalar = partial_scalar,
    .vector_length = 6,
    .vector = partial_vector,
    .freedom = partial_freedom,
    .bias = partial_bias,
};
