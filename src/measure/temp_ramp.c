/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute temp/ramp: the temperature of a group after a velocity that grows linearly along one axis
 * is taken out: between the coordinates lo and hi it goes from vlo to vhi, outside it is constant.
 */
#include "measure/styles.h"

#include "measure/thermal.h"

#include <math.h>
#include <string.h>

struct ramp {
    int component, axis;
    double vlo, vhi, lo, hi;
};

static enum md_status read_axis(const struct md_word *word, const char *const *names,
                                const char *what, const struct md_system *system, int *axis,
                                struct md_error *error)
{
    enum md_status status = md_word_choice(word, what, names, axis, error);
    if (status == MD_OK && *axis == 2 && system->dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' cannot be %s in two dimensions", word->text, what);
    return status;
}

static enum md_status read_units(struct ramp *ramp, const struct md_system *system,
                                 const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"units", NULL};
    static const char *const units[] = {"lattice", "box", NULL};
    int key, which = 0;
    enum md_status status = MD_OK;
    if (args->count == 7)
        return md_error_set(error, MD_ERR_COUNT, &args->words[6].place,
                            "'units' needs a value: lattice or box");
    if (args->count > 7) {
        status = md_word_choice(&args->words[6], "keyword of compute temp/ramp", keys, &key, error);
        if (status == MD_OK)
            status = md_word_choice(&args->words[7], "units", units, &which, error);
    }
    if (status != MD_OK || which == 1)
        return status;
    ramp->vlo *= system->lattice.spacing[ramp->component];
    ramp->vhi *= system->lattice.spacing[ramp->component];
    ramp->lo *= system->lattice.spacing[ramp->axis];
    ramp->hi *= system->lattice.spacing[ramp->axis];
    return MD_OK;
}

static enum md_status ramp_create(void *state, const struct md_measure_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    static const char *const components[] = {"vx", "vy", "vz", NULL};
    static const char *const axes[] = {"x", "y", "z", NULL};
    struct ramp *ramp = state;
    const struct md_word *words = args->words;
    enum md_status status = md_args_count(args, 6, 8, md_measure_temp_ramp.style.usage, error);
    if (status == MD_OK)
        status = read_axis(&words[0], components, "velocity component", context->system,
                           &ramp->component, error);
    if (status == MD_OK)
        status = md_word_double(&words[1], "velocity", -INFINITY, INFINITY, &ramp->vlo, error);
    if (status == MD_OK)
        status = md_word_double(&words[2], "velocity", -INFINITY, INFINITY, &ramp->vhi, error);
    if (status == MD_OK)
        status = read_axis(&words[3], axes, "axis", context->system, &ramp->axis, error);
    if (status == MD_OK)
        status = md_word_double(&words[4], "lower end", -INFINITY, INFINITY, &ramp->lo, error);
    if (status == MD_OK)
        status =
            md_word_double(&words[5], "upper end", MD_ABOVE(ramp->lo), INFINITY, &ramp->hi, error);
    return status == MD_OK ? read_units(ramp, context->system, args, error) : status;
}

static double ramp_freedom(void *state, const struct md_measure_context *context,
                           const struct md_frame *frame)
{
    (void)state;
    return frame->system->dimension * (double)md_thermal_members(context, frame) -
           md_thermal_extra(context, frame) - md_thermal_removed(context, frame);
}

static void ramp_bias(const void *state, const struct md_measure_context *context,
                      const double x[3], const double v[3], double bias[3])
{
    const struct ramp *ramp = state;
    double fraction = (x[ramp->axis] - ramp->lo) / (ramp->hi - ramp->lo);
    (void)context;
    (void)v;
    fraction = fmin(fmax(fraction, 0.0), 1.0);
    memset(bias, 0, 3 * sizeof(double));
    bias[ramp->component] = ramp->vlo + fraction * (ramp->vhi - ramp->vlo);
}

static enum md_status ramp_scalar(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *value,
                                  struct md_error *error)
{
    return md_thermal_value(frame, md_thermal_sum(&md_measure_temp_ramp, state, context, frame),
                            ramp_freedom(state, context, frame), md_thermal_members(context, frame),
                            value, error);
}

static enum md_status ramp_vector(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    (void)error;
    md_thermal_tensor(&md_measure_temp_ramp, state, context, frame, values);
    return MD_OK;
}

const struct md_measure md_measure_temp_ramp = {
    .style =
        {
            .name = "temp/ramp",
            .summary = "temperature about a velocity that grows linearly along an axis",
            .usage = "compute ID GROUP temp/ramp vx|vy|vz VLO VHI x|y|z LO HI [units lattice|box]",
            .manual =
                "As compute temp, after a velocity is taken out that goes linearly from VLO to "
                "VHI\n"
                "between the coordinates LO and HI and is constant outside.  Thermostats that use\n"
                "this compute keep that velocity.  units lattice (the default) scales all four\n"
                "numbers by the lattice spacings.",
            .state_size = sizeof(struct ramp),
        },
    .is_temperature = true,
    .vector_extensive = true,
    .create = ramp_create,
    .scalar = ramp_scalar,
    .vector_length = 6,
    .vector = ramp_vector,
    .freedom = ramp_freedom,
    .bias = ramp_bias,
};
