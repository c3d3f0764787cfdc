/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute coord/atom: how many neighbours each atom has within a distance, of some types. */
#include "measure/styles.h"

#include "base/memory.h"
#include "measure/atoms.h"

#include <string.h>

struct coord {
    double cutoff;
    uint32_t group; /* whose atoms are counted */
    int columns;
    int *lo, *hi; /* [columns]: types that a column counts */
};

static enum md_status read_types(struct coord *coord, const struct md_system *system,
                                 const struct md_args *args, int at, struct md_error *error)
{
    coord->columns = args->count > at ? args->count - at : 1;
    coord->lo = md_memory_array((size_t)coord->columns, sizeof *coord->lo);
    coord->hi = md_memory_array((size_t)coord->columns, sizeof *coord->hi);
    if (coord->lo == NULL || coord->hi == NULL)
        return md_error_memory(error, "a compute");
    coord->lo[0] = 1;
    coord->hi[0] = system->types;
    for (int k = 0; at + k < args->count; k++)
        if (md_word_range(&args->words[at + k], "atom type", system->types, &coord->lo[k],
                          &coord->hi[k], error))
            return error->status;
    return MD_OK;
}

static enum md_status coord_create(void *state, const struct md_measure_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    static const char *const kinds[] = {"cutoff", NULL};
    struct coord *coord = state;
    int which, group = 0, at = 2;
    if (md_args_count(args, 2, -1, md_measure_coord_atom.style.usage, error))
        return error->status;
    if (md_word_is(&args->words[0], "orientorder"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[0].place,
                            "compute coord/atom orientorder is not available yet");
    if (md_word_choice(&args->words[0], "kind of compute coord/atom", kinds, &which, error) ||
        md_atoms_cutoff(&args->words[1], &coord->cutoff, error))
        return error->status;
    if (args->count > 2 && md_word_is(&args->words[2], "group")) {
        at = 4;
        if (args->count < 4)
            return md_error_set(error, MD_ERR_COUNT, &args->words[2].place,
                                "'group' needs the ID of a group");
        if (md_groups_of_word(&context->system->groups, &args->words[3], &group, error))
            return error->status;
    }
    coord->group = md_group_bit(group);
    return read_types(coord, context->system, args, at, error);
}

static void coord_destroy(void *state)
{
    struct coord *coord = state;
    md_memory_free(coord->lo);
    md_memory_free(coord->hi);
}

static void coord_shape(const void *state, struct md_shape *shape)
{
    const struct coord *coord = state;
    shape->atom_columns = coord->columns;
}

static void count(const struct coord *coord, const struct md_frame *frame,
                  const struct md_snapshot *near, size_t i, double *row)
{
    const struct md_atoms *atoms = &frame->system->atoms;
    double d[3];
    int32_t site, n = 0;
    while ((site = md_atoms_neighbor(near, i, &n, d)) >= 0) {
        size_t j = (size_t)near->list.owner[site];
        double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        if ((atoms->groups[j] & coord->group) == 0 || !(r2 < coord->cutoff * coord->cutoff))
            continue;
        for (int k = 0; k < coord->columns; k++)
            row[k] += atoms->type[j] >= coord->lo[k] && atoms->type[j] <= coord->hi[k];
    }
}

static enum md_status coord_atom(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    const struct coord *coord = state;
    size_t columns = (size_t)coord->columns;
    struct md_snapshot near = {0};
    memset(values, 0, columns * frame->count * sizeof *values);
    enum md_status status = md_atoms_within_reach(context, "coord/atom", coord->cutoff, error);
    if (status == MD_OK)
        status = md_atoms_near(context, frame, coord->cutoff, &near, error);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        if (md_atoms_member(context, frame, i))
            count(coord, frame, &near, i, values + columns * i);
    md_snapshot_free(&near);
    return status;
}

const struct md_measure md_measure_coord_atom = {
    .style =
        {
            .name = "coord/atom",
            .summary = "number of neighbours of each atom",
            .usage = "compute ID GROUP coord/atom cutoff DISTANCE [group GROUP] [TYPES] ...",
            .manual =
                "The number of atoms (of the second group) closer than the distance, which may be\n"
                "no longer than the cutoff of the pair forces; 0 outside the group.  With types\n"
                "(N, M*N, *) one column for each, c_ID[i] if there are several.  Pairs that\n"
                "neigh_modify exclude or the weight 0 of special_bonds leaves out are no\n"
                "neighbours, nor are those farther apart than their types' own cutoff plus skin.",
            .state_size = sizeof(struct coord),
        },
    .needs_tally = true,
    .create = coord_create,
    .shape = coord_shape,
    .atom_columns = 1,
    .atom = coord_atom,
    .destroy = coord_destroy,
};
