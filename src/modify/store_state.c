/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix store/state: values of atoms as they were.  What atoms carry is stored when the fix is made,
 * what computes, fixes and variables say when the next run begins; with N all of it again at every
 * N-th step.  Stored by atom ID.
 */
#include "modify/styles.h"

#include "base/memory.h"
#include "measure/atom_input.h"
#include "measure/property.h"
#include "state/group_sums.h"
#include "state/rows.h"

#include <string.h>

struct column {
    int property; /* -1: an input */
    struct md_atom_input input;
};

struct store {
    int64_t every; /* 0: never again */
    bool com;      /* unwrapped coordinates from the group's centre of mass */
    bool waiting;  /* inputs that are not properties have not been seen yet */
    int64_t begun; /* first step of the run */
    struct column *column;
    int columns;
    struct md_rows rows;
};

static enum md_status add_column(struct store *store, const struct column *column,
                                 struct md_error *error)
{
    size_t count = (size_t)store->columns;
    if (md_memory_grow(&store->column, count, count + 1, sizeof *store->column, error))
        return error->status;
    store->column[store->columns++] = *column;
    return MD_OK;
}

static enum md_status read_column(struct store *store, const struct md_modify_context *context,
                                  const struct md_word *word, struct md_error *error)
{
    struct column column = {.property = -1};
    struct md_atom_input *inputs = NULL;
    int count = 0;
    if (md_property_known(word->text) || !md_atom_input_known(word->text)) {
        if (md_property_of_word(context->system, word, &column.property, error))
            return error->status;
        return add_column(store, &column, error);
    }
    enum md_status status =
        md_atom_inputs_add(&inputs, &count, word, context->quantities, context->variables, error);
    for (int k = 0; k < count && status == MD_OK; k++) {
        column.input = inputs[k];
        status = add_column(store, &column, error);
    }
    md_memory_free(inputs);
    store->waiting = true;
    return status;
}

/* Values of the group's atoms into a column of the rows. */
static enum md_status take(struct store *store, const struct md_modify_context *context,
                           const struct md_frame *frame, int k, double *room,
                           struct md_error *error)
{
    const struct column *column = &store->column[k];
    const struct md_atoms *atoms = &context->system->atoms;
    double centre[3] = {0.0, 0.0, 0.0};
    int axis = column->property >= 0 ? md_property_unwrapped(column->property) : -1;
    if (column->property >= 0)
        md_property_values(column->property, frame, 1, room);
    else if (md_atom_input_values(&column->input, frame, context->quantities, context->variables,
                                  room, error))
        return error->status;
    if (store->com && axis >= 0) {
        struct md_members members = md_members_of(context->system, context->group);
        md_group_xcm(&members, md_group_mass(&members), centre);
    }
    for (size_t i = 0; i < atoms->count; i++) {
        bool member = (atoms->groups[i] & md_group_bit(context->group)) != 0;
        double *row = md_rows_find(&store->rows, atoms->id[i]);
        row[k] = member ? room[i] - (axis >= 0 ? centre[axis] : 0.0) : 0.0;
    }
    return MD_OK;
}

static enum md_status take_all(struct store *store, const struct md_modify_context *context,
                               bool properties, bool inputs, struct md_error *error)
{
    struct md_frame frame = md_modify_frame(context, false);
    if (md_rows_cover(&store->rows, &context->system->atoms, error))
        return error->status;
    double *room = md_memory_array(frame.count, sizeof *room);
    enum md_status status = room != NULL ? MD_OK : md_error_memory(error, "the values of atoms");
    for (int k = 0; k < store->columns && status == MD_OK; k++)
        if (store->column[k].property >= 0 ? properties : inputs)
            status = take(store, context, &frame, k, room, error);
    md_memory_free(room);
    return status;
}

static enum md_status store_create(void *state, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    struct store *store = state;
    int at = 1;
    if (md_args_count(args, 2, -1, md_modifier_store_state.style.usage, error) ||
        md_word_int(&args->words[0], "interval of fix store/state", 0, MD_STEP_MAX, &store->every,
                    error))
        return error->status;
    for (; at < args->count && !md_word_is(&args->words[at], "com"); at++)
        if (read_column(store, context, &args->words[at], error))
            return error->status;
    if (store->columns == 0)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                            "fix store/state has no values to store");
    if (at < args->count) {
        if (at + 2 != args->count)
            return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                                "'com' needs yes or no, and ends the line");
        if (md_word_bool(&args->words[at + 1], "com", &store->com, error))
            return error->status;
    }
    store->rows.columns = (size_t)store->columns;
    return take_all(store, context, true, false, error);
}

static enum md_status store_begin(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    struct store *store = state;
    (void)error;
    store->begun = md_clock_step(&context->system->clock);
    return MD_OK;
}

static int64_t store_next(const void *state, int64_t step)
{
    const struct store *store = state;
    if (store->waiting)
        return step + 1;
    step = step > store->begun ? step : store->begun;
    return store->every > 0 ? (step / store->every + 1) * store->every : MD_NEVER;
}

static enum md_status store_act(void *state, const struct md_modify_context *context,
                                unsigned *changed, struct md_error *error)
{
    struct store *store = state;
    bool first = store->waiting;
    (void)changed;
    store->waiting = false;
    return take_all(store, context, !first, true, error);
}

static void store_shape(const void *state, struct md_shape *shape)
{
    const struct store *store = state;
    shape->per_atom = true;
    shape->atom_columns = store->columns;
}

static enum md_status store_atom(const void *state, const struct md_modify_context *context,
                                 double *values, struct md_error *error)
{
    const struct store *store = state;
    (void)error;
    md_rows_gather(&store->rows, &context->system->atoms, values);
    return MD_OK;
}

static enum md_status store_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct store *store = state;
    if (md_archive_bools(archive, "waiting", &store->waiting, 1, error))
        return error->status;
    return md_rows_keep(&store->rows, "rows", archive, error);
}

static void store_destroy(void *state)
{
    struct store *store = state;
    md_memory_free(store->column);
    md_rows_free(&store->rows);
}

const struct md_modifier md_modifier_store_state = {
    .style =
        {
            .name = "store/state",
            .summary = "keeps values of atoms as they are",
            .usage = "fix ID GROUP store/state N VALUE ... [com yes|no]",
            .manual =
                "f_ID (one value) or f_ID[i] (several) of an atom are values as they were when\n"
                "the fix was made: what compute property/atom knows, c_ID, c_ID[i], f_ID, "
                "f_ID[i],\n"
                "v_NAME; these latter when the next run begins.  With N above 0 all are stored "
                "anew at\n"
                "steps divisible by N.  com yes: xu yu zu are taken from the group's centre of "
                "mass.  0\n"
                "outside the group.",
            .state_size = sizeof(struct store),
        },
    .looks = true,
    .create = store_create,
    .begin = store_begin,
    .next = store_next,
    .act = store_act,
    .shape = store_shape,
    .atom = store_atom,
    .keep = store_keep,
    .destroy = store_destroy,
};
