/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute temp/region: the temperature of the atoms that are in a region at this moment, with
 * dof = dimension * their number - extra.  The velocity of all others is bias: thermostats that use
 * this compute leave them alone.
 */
#include "measure/styles.h"

#include "measure/thermal.h"

#include <stdio.h>
#include <string.h>

struct region {
    char id[64];
    int index;
};

static enum md_status region_create(void *state, const struct md_measure_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    struct region *region = state;
    enum md_status status = md_args_count(args, 1, 1, md_measure_temp_region.style.usage, error);
    if (status == MD_OK)
        status =
            md_regions_of_word(&context->system->regions, &args->words[0], &region->index, error);
    if (status == MD_OK)
        snprintf(region->id, sizeof(region->id), "%s", args->words[0].text);
    return status;
}

/* Regions may be deleted and defined anew. */
static enum md_status find(struct region *region, const struct md_frame *frame,
                           struct md_error *error)
{
    region->index = md_regions_find(&frame->system->regions, region->id);
    if (region->index >= 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_REFERENCE, NULL,
                        "the region '%s' of compute temp/region is no longer there", region->id);
}

static int64_t inside(const struct region *region, const struct md_measure_context *context,
                      const struct md_frame *frame)
{
    uint32_t bit = md_group_bit(context->group);
    int64_t count = 0;
    if (region->index < 0)
        return 0;
    for (size_t i = 0; i < frame->count; i++) {
        if ((frame->system->atoms.groups[i] & bit) != 0 &&
            md_region_contains(&frame->system->regions, region->index, frame->x[i]))
            count++;
    }
    return count;
}

static double region_freedom(void *state, const struct md_measure_context *context,
                             const struct md_frame *frame)
{
    struct region *region = state;
    region->index = md_regions_find(&frame->system->regions, region->id);
    return frame->system->dimension * (double)inside(region, context, frame) -
           md_thermal_extra(context, frame);
}

static void region_bias(const void *state, const struct md_measure_context *context,
                        const double x[3], const double v[3], double bias[3])
{
    const struct region *region = state;
    memset(bias, 0, 3 * sizeof(double));
    if (region->index < 0 || !md_region_contains(&context->system->regions, region->index, x))
        memcpy(bias, v, 3 * sizeof(double));
}

static enum md_status region_scalar(void *state, const struct md_measure_context *context,
                                    const struct md_frame *frame, double *value,
                                    struct md_error *error)
{
    struct region *region = state;
    enum md_status status = find(region, frame, error);
    if (status != MD_OK)
        return status;
    int64_t count = inside(region, context, frame);
    double freedom = frame->system->dimension * (double)count - md_thermal_extra(context, frame);
    return md_thermal_value(frame, md_thermal_sum(&md_measure_temp_region, state, context, frame),
                            freedom, count, value, error);
}

static enum md_status region_vector(void *state, const struct md_measure_context *context,
                                    const struct md_frame *frame, double *values,
                                    struct md_error *error)
{
    enum md_status status = find(state, frame, error);
    if (status == MD_OK)
        md_thermal_tensor(&md_measure_temp_region, state, context, frame, values);
    return status;
}

const struct md_measure md_measure_temp_region = {
    .style =
        {
            .name = "temp/region",
            .summary = "temperature of the atoms in a region; vector: their energy tensor",
            .usage = "compute ID GROUP temp/region REGION",
            .manual =
                "c_ID is the temperature of the atoms of the group that are inside the region "
                "when\n"
                "it is asked for; they are counted each time.  Thermostats that use this compute\n"
                "leave all other atoms alone.  c_ID[1] to c_ID[6] are the sums of m v v in energy\n"
                "units, in the order xx yy zz xy xz yz.",
            .state_size = sizeof(struct region),
        },
    .is_temperature = true,
    .vector_extensive = true,
    .create = region_create,
    .scalar = region_scalar,
    .vector_length = 6,
    .vector = region_vector,
    .freedom = region_freedom,
    .bias = region_bias,
};
