/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute property/atom: what atoms carry, as per-atom values for formulas, sums and dumps. */
#include "measure/styles.h"

#include "base/memory.h"
#include "measure/atoms.h"
#include "measure/property.h"

struct property {
    int count;
    int *which; /* [count] of the table */
    bool forces;
};

static enum md_status property_create(void *state, const struct md_measure_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    struct property *property = state;
    if (md_args_count(args, 1, -1, md_measure_property_atom.style.usage, error))
        return error->status;
    property->which = md_memory_array((size_t)args->count, sizeof *property->which);
    if (property->which == NULL)
        return md_error_memory(error, "a compute");
    property->count = args->count;
    for (int k = 0; k < args->count; k++) {
        if (md_property_of_word(context->system, &args->words[k], &property->which[k], error))
            return error->status;
        property->forces |= md_property_is_force(property->which[k]);
    }
    return MD_OK;
}

static void property_destroy(void *state)
{
    struct property *property = state;
    md_memory_free(property->which);
}

static void property_shape(const void *state, struct md_shape *shape)
{
    const struct property *property = state;
    shape->atom_columns = property->count;
}

static bool property_tally(const void *state)
{
    const struct property *property = state;
    return property->forces;
}

static enum md_status property_atom(void *state, const struct md_measure_context *context,
                                    const struct md_frame *frame, double *values,
                                    struct md_error *error)
{
    const struct property *property = state;
    (void)error;
    size_t columns = (size_t)property->count;
    for (size_t k = 0; k < columns; k++) {
        md_property_values(property->which[k], frame, columns, values + k);
        for (size_t i = 0; i < frame->count; i++)
            if (!md_atoms_member(context, frame, i))
                values[i * columns + k] = 0.0;
    }
    return MD_OK;
}

const struct md_measure md_measure_property_atom = {
    .style =
        {
            .name = "property/atom",
            .summary = "what atoms carry: ID, type, position, velocity ...",
            .usage = "compute ID GROUP property/atom NAME ...",
            .manual =
                "One column for each name, 0 outside the group: id type mol proc mass q x y z,\n"
                "xs ys zs (as fractions of the box), xu yu zu (unwrapped), xsu ysu zsu (both), ix "
                "iy iz (images), vx\n"
                "vy vz fx fy fz, nbonds (bonds stored with the atom), i_NAME and\n"
                "d_NAME of a fix property/atom.  c_ID with one name, c_ID[i] "
                "with several.",
            .state_size = sizeof(struct property),
        },
    .create = property_create,
    .needs = property_tally,
    .shape = property_shape,
    .atom_columns = 1,
    .atom = property_atom,
    .destroy = property_destroy,
};
