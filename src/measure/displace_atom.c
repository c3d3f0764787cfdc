/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute displace/atom: how far each atom has come from where it was when the compute was made,
 * along x, y and z and in all.  Positions are unwrapped; the places belong to atom IDs.
 */
#include "measure/styles.h"

#include "measure/atoms.h"
#include "measure/origin.h"

#include <math.h>
#include <string.h>

static enum md_status displace_create(void *state, const struct md_measure_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    struct md_origins *origins = state;
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    if (args->count > 0 && md_word_is(&args->words[0], "refresh"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[0].place,
                            "'refresh', which goes with dump_modify refresh, is not available");
    if (md_args_count(args, 0, 0, md_measure_displace_atom.style.usage, error) ||
        md_origins_reserve(origins, atoms->count, error))
        return error->status;
    for (size_t i = 0; i < atoms->count; i++) {
        double x[3] = {0.0, 0.0, 0.0};
        if (atoms->groups[i] & md_group_bit(context->group))
            md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], x);
        if (md_origins_set(origins, atoms->id[i], x, error))
            return error->status;
    }
    return MD_OK;
}

static enum md_status displace_arrived(void *state, const struct md_measure_context *context,
                                       size_t i, struct md_error *error)
{
    const struct md_system *system = context->system;
    const struct md_atoms *atoms = &system->atoms;
    double r[3];
    if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
        return MD_OK;
    md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], r);
    return md_origins_set(state, atoms->id[i], r, error);
}

static enum md_status displace_atom(void *state, const struct md_measure_context *context,
                                    const struct md_frame *frame, double *values,
                                    struct md_error *error)
{
    struct md_origins *origins = state;
    const struct md_atoms *atoms = &frame->system->atoms;
    memset(values, 0, 4 * frame->count * sizeof *values);
    for (size_t i = 0; i < frame->count; i++) {
        double r[3], *d = values + 4 * i;
        if (!md_atoms_member(context, frame, i))
            continue;
        md_box_unwrap(&frame->system->box, frame->x[i], atoms->image[i], r);
        const double *origin = md_origins_find(origins, atoms->id[i]);
        /* An atom that was not there then starts now. */
        if (origin == NULL && md_origins_set(origins, atoms->id[i], r, error))
            return error->status;
        for (int k = 0; k < 3 && origin != NULL; k++)
            d[k] = r[k] - origin[k];
        d[3] = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    return MD_OK;
}

static enum md_status displace_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    return md_origins_keep(state, archive, error);
}

static void displace_destroy(void *state)
{
    md_origins_free(state);
}

const struct md_measure md_measure_displace_atom = {
    .style =
        {
            .name = "displace/atom",
            .summary = "how far each atom has come since the compute was made",
            .usage = "compute ID GROUP displace/atom",
            .manual =
                "c_ID[1], c_ID[2], c_ID[3] of an atom are its displacement along x, y and z since\n"
                "the compute was made, c_ID[4] its length; 0 outside the group.  Positions are\n"
                "unwrapped.",
            .state_size = sizeof(struct md_origins),
        },
    .create = displace_create,
    .arrived = displace_arrived,
    .atom_columns = 4,
    .atom = displace_atom,
    .keep = displace_keep,
    .destroy = displace_destroy,
};
