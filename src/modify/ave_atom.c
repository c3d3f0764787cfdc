/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix ave/atom: averages of values of atoms over time.  At every multiple of Nfreq the mean of
 * Nrepeat samples, Nevery steps apart, of which that step's is the last.  Kept by atom ID.
 */
#include "modify/styles.h"

#include "base/memory.h"
#include "measure/atom_input.h"
#include "state/rows.h"

#include <inttypes.h>
#include <string.h>

struct average {
    int64_t every, repeat, freq;
    struct md_atom_input *inputs;
    int columns;
    int64_t next;  /* step of the next sample */
    int64_t taken; /* samples of the present window */
    struct md_rows sum, mean;
};

static enum md_status check_windows(const struct average *average, const struct md_args *args,
                                    struct md_error *error)
{
    if (average->freq % average->every == 0 && average->repeat <= average->freq / average->every)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &args->words[2].place,
                        "Nfreq must be a multiple of Nevery, and Nrepeat samples must fit into it: "
                        "%" PRId64 " %" PRId64 " %" PRId64 " do not",
                        average->every, average->repeat, average->freq);
}

/* The first sample of the next whole window from this step on. */
static int64_t first_sample(const struct average *average, int64_t step)
{
    int64_t end = (step / average->freq + 1) * average->freq;
    if (average->repeat == 1 && end - average->freq == step)
        return step;
    int64_t first = end - (average->repeat - 1) * average->every;
    return first < step ? first + average->freq : first;
}

static enum md_status average_create(void *state, const struct md_modify_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct average *average = state;
    if (md_args_count(args, 4, -1, md_modifier_ave_atom.style.usage, error) ||
        md_word_int(&args->words[0], "Nevery", 1, MD_STEP_MAX, &average->every, error) ||
        md_word_int(&args->words[1], "Nrepeat", 1, MD_STEP_MAX, &average->repeat, error) ||
        md_word_int(&args->words[2], "Nfreq", 1, MD_STEP_MAX, &average->freq, error) ||
        check_windows(average, args, error))
        return error->status;
    for (int k = 3; k < args->count; k++)
        if (md_atom_inputs_add(&average->inputs, &average->columns, &args->words[k],
                               context->quantities, context->variables, error))
            return error->status;
    average->sum.columns = average->mean.columns = (size_t)average->columns;
    average->next = first_sample(average, md_clock_step(&context->system->clock));
    return MD_OK;
}

/* A clock that was set: the window begins again. */
static enum md_status average_begin(void *state, const struct md_modify_context *context,
                                    struct md_error *error)
{
    struct average *average = state;
    int64_t step = md_clock_step(&context->system->clock);
    (void)error;
    if (average->next >= step)
        return MD_OK;
    average->taken = 0;
    average->next = first_sample(average, step);
    return MD_OK;
}

static int64_t average_next(const void *state, int64_t step)
{
    const struct average *average = state;
    return average->next > step ? average->next : MD_NEVER;
}

static enum md_status add_samples(struct average *average, const struct md_modify_context *context,
                                  double *room, struct md_error *error)
{
    struct md_frame frame = md_modify_frame(context, false);
    const struct md_atoms *atoms = &context->system->atoms;
    for (int k = 0; k < average->columns; k++) {
        if (md_atom_input_values(&average->inputs[k], &frame, context->quantities,
                                 context->variables, room, error))
            return error->status;
        for (size_t i = 0; i < atoms->count; i++)
            if (atoms->groups[i] & md_group_bit(context->group))
                md_rows_find(&average->sum, atoms->id[i])[k] += room[i];
    }
    return MD_OK;
}

/* The window is full: its mean is what can be seen from now on. */
static enum md_status close_window(struct average *average, const struct md_atoms *atoms,
                                   struct md_error *error)
{
    if (md_rows_cover(&average->mean, atoms, error))
        return error->status;
    for (size_t i = 0; i < atoms->count; i++) {
        const double *sum = md_rows_find(&average->sum, atoms->id[i]);
        double *mean = md_rows_find(&average->mean, atoms->id[i]);
        for (int k = 0; k < average->columns; k++)
            mean[k] = sum[k] / (double)average->repeat;
    }
    return MD_OK;
}

static enum md_status average_act(void *state, const struct md_modify_context *context,
                                  unsigned *changed, struct md_error *error)
{
    struct average *average = state;
    const struct md_atoms *atoms = &context->system->atoms;
    (void)changed;
    if (md_rows_cover(&average->sum, atoms, error))
        return error->status;
    if (average->taken == 0 && average->sum.count > 0)
        memset(average->sum.value, 0, average->sum.count * average->sum.columns * sizeof(double));
    double *room = md_memory_array(atoms->count, sizeof *room);
    enum md_status status = room != NULL ? add_samples(average, context, room, error)
                                         : md_error_memory(error, "the values of atoms");
    md_memory_free(room);
    if (status != MD_OK)
        return status;
    average->taken++;
    average->next += average->every;
    if (average->taken < average->repeat)
        return MD_OK;
    average->taken = 0;
    average->next += average->freq - average->repeat * average->every;
    return close_window(average, atoms, error);
}

static void average_shape(const void *state, struct md_shape *shape)
{
    const struct average *average = state;
    shape->per_atom = true;
    shape->atom_columns = average->columns;
}

static enum md_status average_atom(const void *state, const struct md_modify_context *context,
                                   double *values, struct md_error *error)
{
    const struct average *average = state;
    (void)error;
    md_rows_gather(&average->mean, &context->system->atoms, values);
    return MD_OK;
}

static enum md_status average_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct average *average = state;
    if (md_archive_ints(archive, "next", &average->next, 1, error) ||
        md_archive_ints(archive, "taken", &average->taken, 1, error) ||
        md_rows_keep(&average->sum, "sum", archive, error))
        return error->status;
    return md_rows_keep(&average->mean, "mean", archive, error);
}

static void average_destroy(void *state)
{
    struct average *average = state;
    md_memory_free(average->inputs);
    md_rows_free(&average->sum);
    md_rows_free(&average->mean);
}

const struct md_modifier md_modifier_ave_atom = {
    .style =
        {
            .name = "ave/atom",
            .summary = "averages values of atoms over time",
            .usage = "fix ID GROUP ave/atom NEVERY NREPEAT NFREQ VALUE ...",
            .manual =
                "f_ID (one value) or f_ID[i] (several) of an atom are means over NREPEAT steps,\n"
                "NEVERY apart, the last of which is a multiple of NFREQ; 0 before the first and "
                "outside\n"
                "the group.  Values are x y z vx vy vz fx fy fz, c_ID, c_ID[i], f_ID, f_ID[i] and "
                "v_NAME.",
            .state_size = sizeof(struct average),
        },
    .looks = true,
    .create = average_create,
    .begin = average_begin,
    .next = average_next,
    .act = average_act,
    .shape = average_shape,
    .atom = average_atom,
    .keep = average_keep,
    .destroy = average_destroy,
};
