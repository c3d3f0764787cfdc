/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute gyration: the radius of gyration of a group, Rg^2 = sum m |r - R|^2 / M about its centre
 * of mass R, and the tensor whose trace that is.  Positions are unwrapped.
 */
#include "measure/styles.h"

#include "state/group_sums.h"

#include <math.h>
#include <string.h>

static enum md_status gyration_create(void *state, const struct md_measure_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_measure_gyration.style.usage, error);
}

static enum md_status gyration_vector(void *state, const struct md_measure_context *context,
                                      const struct md_frame *frame, double *values,
                                      struct md_error *error)
{
    const struct md_system *system = frame->system;
    struct md_members members = md_members_of(system, context->group);
    double mass, centre[3];
    (void)state;
    (void)error;
    members.x = frame->x;
    mass = md_group_mass(&members);
    md_group_xcm(&members, mass, centre);
    memset(values, 0, 6 * sizeof *values);
    for (size_t i = 0; i < frame->count && mass > 0.0; i++) {
        double r[3];
        if (!md_members_has(&members, i))
            continue;
        md_box_unwrap(&system->box, frame->x[i], system->atoms.image[i], r);
        double share = system->mass[system->atoms.type[i]];
        for (int k = 0; k < 3; k++)
            r[k] -= centre[k];
        for (int k = 0; k < 3; k++)
            values[k] += share * r[k] * r[k];
        values[3] += share * r[0] * r[1];
        values[4] += share * r[0] * r[2];
        values[5] += share * r[1] * r[2];
    }
    for (int k = 0; k < 6 && mass > 0.0; k++)
        values[k] /= mass;
    return MD_OK;
}

static enum md_status gyration_scalar(void *state, const struct md_measure_context *context,
                                      const struct md_frame *frame, double *value,
                                      struct md_error *error)
{
    double tensor[6];
    enum md_status status = gyration_vector(state, context, frame, tensor, error);
    *value = sqrt(tensor[0] + tensor[1] + tensor[2]);
    return status;
}

const struct md_measure md_measure_gyration = {
    .style =
        {
            .name = "gyration",
            .summary = "radius of gyration of a group; vector: its tensor",
            .usage = "compute ID GROUP gyration",
            .manual =
                "Rg^2 = sum m (r - rcm)^2 / sum m.  c_ID is the radius of gyration Rg about the\n"
                "centre of mass rcm, c_ID[1] to c_ID[6] the tensor xx yy zz xy xz yz whose trace\n"
                "is its square.  Positions are unwrapped.",
        },
    .create = gyration_create,
    .scalar = gyration_scalar,
    .vector_length = 6,
    .vector = gyration_vector,
};
