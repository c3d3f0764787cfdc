/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute gyration: the radius of gyration of a group, Rg^2 = sum m |r - R|^2 / M about its centre
 * of mass R, and the tensor whose trace that is.  Positions are unwrapped.
 */
#include "measure/styles.h"

#include "base/exact_rows.h"
#include "state/group_sums.h"
#include "state/mass.h"

#include <math.h>

static enum md_status gyration_create(void *state, const struct md_measure_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_measure_gyration.style.usage, error);
}

/* The terms of one atom, xx yy zz xy xz yz, as a row of the sums. */
static void add_atom(const struct md_members *members, const double centre[3], size_t i,
                     struct md_exact_rows *rows)
{
    const struct md_system *system = members->system;
    double r[3], share = md_mass_of(system, i), *row = md_exact_rows_next(rows);
    md_box_unwrap(&system->box, members->x[i], system->atoms.image[i], r);
    for (int k = 0; k < 3; k++)
        r[k] -= centre[k];
    for (int k = 0; k < 3; k++)
        row[k] = share * r[k] * r[k];
    row[3] = share * r[0] * r[1];
    row[4] = share * r[0] * r[2];
    row[5] = share * r[1] * r[2];
    row[6] = row[7] = 0.0;
    md_exact_rows_push(rows);
}

static enum md_status gyration_vector(void *state, const struct md_measure_context *context,
                                      const struct md_frame *frame, double *values,
                                      struct md_error *error)
{
    struct md_members members = md_members_of(frame->system, context->group);
    struct md_exact_rows rows;
    double mass, centre[3], sum[MD_EXACT_COLUMNS];
    (void)state;
    (void)error;
    members.x = frame->x;
    mass = md_group_mass(&members);
    md_group_xcm(&members, mass, centre);
    md_exact_rows_init(&rows);
    for (size_t i = 0; i < frame->count; i++)
        if (md_members_has(&members, i))
            add_atom(&members, centre, i, &rows);
    md_exact_rows_take(&rows, sum);
    for (int k = 0; k < 6; k++)
        values[k] = mass > 0.0 ? sum[k] / mass : 0.0;
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
