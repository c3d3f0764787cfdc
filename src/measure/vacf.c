/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute vacf: the velocities of a group times those when the compute was made, averaged. */
#include "measure/styles.h"

#include "measure/origin.h"

static enum md_status vacf_create(void *state, const struct md_measure_context *context,
                                  const struct md_args *args, struct md_error *error)
{
    struct md_origins *origins = state;
    const struct md_atoms *atoms = &context->system->atoms;
    enum md_status status = md_args_count(args, 0, 0, md_measure_vacf.style.usage, error);
    if (status == MD_OK)
        status = md_origins_reserve(origins, atoms->count, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++) {
        if ((atoms->groups[i] & md_group_bit(context->group)) != 0)
            status = md_origins_set(origins, atoms->id[i], atoms->v[i], error);
    }
    return status;
}

static enum md_status vacf_arrived(void *state, const struct md_measure_context *context, size_t i,
                                   struct md_error *error)
{
    const struct md_atoms *atoms = &context->system->atoms;
    if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
        return MD_OK;
    return md_origins_set(state, atoms->id[i], atoms->v[i], error);
}

static enum md_status vacf_vector(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    struct md_origins *origins = state;
    const struct md_atoms *atoms = &frame->system->atoms;
    struct md_exact_rows rows;
    double count = 0.0;
    md_exact_rows_init(&rows);
    for (size_t i = 0; i < frame->count; i++) {
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            continue;
        const double *v = frame->v[i], *first = md_origins_find(origins, atoms->id[i]);
        if (first == NULL) {
            if (md_origins_set(origins, atoms->id[i], v, error) != MD_OK)
                return error->status;
            first = v;
        }
        md_origins_add(&rows, v[0] * first[0], v[1] * first[1], v[2] * first[2]);
        count += 1.0;
    }
    md_origins_mean(&rows, count, values);
    return MD_OK;
}

static enum md_status vacf_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    return md_origins_keep(state, archive, error);
}

static void vacf_destroy(void *state)
{
    md_origins_free(state);
}

const struct md_measure md_measure_vacf = {
    .style =
        {
            .name = "vacf",
            .summary = "velocity autocorrelation of a group since the compute was made",
            .usage = "compute ID GROUP vacf",
            .manual =
                "c_ID[1] to c_ID[3] are the averages over the group of v(0) v(t) along x, y and "
                "z,\n"
                "c_ID[4] their sum; v(0) is the velocity when the compute was made.  An atom that\n"
                "comes later (fix deposit) starts when it comes, and the average is over those "
                "that\n"
                "are there.  The integral of c_ID[4]/3 over the "
                "time is\n"
                "the diffusion constant.",
            .state_size = sizeof(struct md_origins),
        },
    .create = vacf_create,
    .arrived = vacf_arrived,
    .vector_length = 4,
    .vector = vacf_vector,
    .keep = vacf_keep,
    .destroy = vacf_destroy,
};
