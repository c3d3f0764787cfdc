/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute com: the centre of mass of a group, of unwrapped positions. */
#include "measure/styles.h"

#include "state/group_sums.h"

static enum md_status com_create(void *state, const struct md_measure_context *context,
                                 const struct md_args *args, struct md_error *error)
{
    (void)state;
    (void)context;
    return md_args_count(args, 0, 0, md_measure_com.style.usage, error);
}

static enum md_status com_vector(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    struct md_members members = md_members_of(frame->system, context->group);
    (void)state;
    (void)error;
    members.x = frame->x;
    md_group_xcm(&members, md_group_mass(&members), values);
    return MD_OK;
}

const struct md_measure md_measure_com = {
    .style =
        {
            .name = "com",
            .summary = "centre of mass of a group",
            .usage = "compute ID GROUP com",
            .manual =
                "c_ID[1], c_ID[2] and c_ID[3] are the centre of mass of the group, of\n"
                "positions that are not wrapped into the box, in units of distance; 0 for a group\n"
                "without atoms.",
        },
    .create = com_create,
    .vector_length = 3,
    .vector = com_vector,
};
