/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix vector: collects numbers every N steps; the rows grow as the simulation goes on. */
#include "modify/styles.h"

#include "base/memory.h"
#include "base/reference.h"

#include <inttypes.h>
#include <string.h>

struct collector {
    int64_t every, valid; /* the next step at which a row is added */
    int64_t most;         /* rows that are kept, the latest; 0: all */
    struct md_reference *input;
    struct md_place *place;
    bool *extensive;
    int inputs;
    double *values; /* row by row */
    size_t rows, room;
};

static enum md_status read_inputs(struct collector *vector, const struct md_modify_context *context,
                                  const struct md_args *words, struct md_error *error)
{
    const struct md_quantities *q = context->quantities;
    struct md_expanded all;
    enum md_status status = md_references_expand(words, false, q, context->variables, &all, error);
    if (status != MD_OK)
        return status;
    size_t count = (size_t)all.count;
    vector->input = md_memory_array(count + 1, sizeof *vector->input);
    vector->place = md_memory_array(count + 1, sizeof *vector->place);
    vector->extensive = md_memory_array(count + 1, sizeof *vector->extensive);
    if (vector->input == NULL || vector->place == NULL || vector->extensive == NULL)
        status = md_error_memory(error, "fix vector");
    vector->inputs = all.count;
    for (int k = 0; k < all.count && status == MD_OK; k++) {
        const struct md_word *word = &all.words[k];
        struct md_reference *r = &vector->input[k];
        if (!md_reference_split(word->text, r))
            status =
                md_error_set(error, MD_ERR_VALUE, &word->place,
                             "'%s' must be c_ID, c_ID[i], f_ID, f_ID[i] or v_name", word->text);
        if (status == MD_OK)
            status = md_reference_check(r, q, context->variables, word, error);
        vector->place[k] = word->place;
        if (status == MD_OK && r->kind != 'v')
            vector->extensive[k] = q->extensive(q->context, r->kind, r->id, r->i, r->j);
    }
    md_expanded_free(&all);
    return status;
}

static enum md_status vector_create(void *state, const struct md_modify_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    struct collector *vector = state;
    int64_t now = md_clock_step(&context->system->clock);
    int end = 1;
    enum md_status status = md_args_count(args, 2, -1, md_modifier_vector.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix vector", 1, MD_STEP_MAX,
                             &vector->every, error);
    if (status != MD_OK)
        return status;
    while (end < args->count && !md_word_is(&args->words[end], "nmax"))
        end++;
    if (end < args->count) {
        if (end + 2 != args->count)
            return md_error_set(error, MD_ERR_COUNT, &args->words[end].place,
                                "'nmax' needs one value, at the end: a number of rows");
        status = md_word_int(&args->words[end + 1], "number of rows", 1, 1000000000, &vector->most,
                             error);
    }
    struct md_args words = {.words = args->words + 1, .count = end - 1, .command = args->command};
    if (status == MD_OK && end == 1)
        status = md_error_set(error, MD_ERR_COUNT, &args->words[1].place,
                              "fix vector needs values before 'nmax'");
    if (status == MD_OK)
        status = read_inputs(vector, context, &words, error);
    vector->valid =
        vector->every > 0 ? (now + vector->every - 1) / vector->every * vector->every : now;
    return status;
}

static enum md_status vector_begin(void *state, const struct md_modify_context *context,
                                   struct md_error *error)
{
    struct collector *vector = state;
    int64_t now = md_clock_step(&context->system->clock);
    (void)error;
    if (vector->valid < now)
        vector->valid = (now + vector->every - 1) / vector->every * vector->every;
    return MD_OK;
}

static int64_t vector_next(const void *state, int64_t step)
{
    const struct collector *vector = state;
    return vector->valid > step ? vector->valid : MD_NEVER;
}

static enum md_status vector_act(void *state, const struct md_modify_context *context,
                                 unsigned *changed, struct md_error *error)
{
    struct collector *vector = state;
    size_t inputs = (size_t)vector->inputs;
    (void)changed;
    vector->valid += vector->every;
    if (vector->most > 0 && vector->rows == (size_t)vector->most) {
        vector->rows--;
        memmove(vector->values, vector->values + inputs,
                vector->rows * inputs * sizeof *vector->values);
    }
    if (vector->rows == vector->room) {
        size_t more = 2 * vector->room + 64;
        if (md_memory_grow(&vector->values, vector->room * inputs, more * inputs,
                           sizeof *vector->values, error) != MD_OK)
            return error->status;
        vector->room = more;
    }
    double *row = vector->values + vector->rows * inputs;
    for (int k = 0; k < vector->inputs; k++) {
        if (md_reference_number(&vector->input[k], context->quantities, context->variables, &row[k],
                                error) != MD_OK) {
            if (error->place.file == NULL)
                error->place = vector->place[k];
            return error->status;
        }
    }
    vector->rows++;
    return MD_OK;
}

static void vector_shape(const void *state, struct md_shape *shape)
{
    const struct collector *vector = state;
    shape->runs_fill = true;
    if (vector->inputs == 1) {
        shape->vector_length = (int64_t)vector->rows;
    } else {
        shape->rows = (int64_t)vector->rows;
        shape->columns = vector->inputs;
    }
}

static enum md_status vector_value(const void *state, const struct md_modify_context *context,
                                   int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct collector *vector = state;
    size_t index = (size_t)((i - 1) * vector->inputs + (j > 0 ? j - 1 : 0));
    (void)context;
    (void)error;
    *value = index < vector->rows * (size_t)vector->inputs ? vector->values[index] : 0.0;
    return MD_OK;
}

static bool vector_grows(const void *state, int64_t i, int64_t j)
{
    const struct collector *vector = state;
    (void)i;
    return vector->extensive[j > 0 ? j - 1 : 0];
}

static enum md_status vector_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct collector *vector = state;
    size_t inputs = (size_t)vector->inputs, count = vector->rows * inputs;
    enum md_status status = md_archive_ints(archive, "valid", &vector->valid, 1, error);
    if (status == MD_OK && md_archive_reading(archive)) {
        count = md_archive_size(archive, "values");
        vector->rows = count / inputs;
        if (vector->rows >= vector->room) {
            status = md_memory_grow(&vector->values, vector->room * inputs, count + inputs,
                                    sizeof *vector->values, error);
            vector->room = status == MD_OK ? vector->rows + 1 : vector->room;
        }
    }
    if (status == MD_OK && count > 0)
        status = md_archive_doubles(archive, "values", vector->values, count, error);
    return status;
}

static void vector_destroy(void *state)
{
    struct collector *vector = state;
    md_memory_free(vector->input);
    md_memory_free(vector->place);
    md_memory_free(vector->extensive);
    md_memory_free(vector->values);
}

const struct md_modifier md_modifier_vector = {
    .style =
        {
            .name = "vector",
            .summary = "collects numbers every N steps into a vector or an array",
            .usage = "fix ID GROUP vector N VALUE ... [nmax M]",
            .manual =
                "Every N steps (the first of a run included, if it is a multiple of N) the values\n"
                "c_ID, c_ID[i], f_ID, f_ID[i], v_name are added: f_ID[i] is the i-th of a single\n"
                "value, f_ID[i][j] the i-th of value j.  sum(f_ID), trap(f_ID), slope(f_ID[2]) "
                "and\n"
                "vector-style variables work on them.  nmax M keeps the last M only.",
            .state_size = sizeof(struct collector),
        },
    .looks = true,
    .counts_steps = true,
    .create = vector_create,
    .begin = vector_begin,
    .next = vector_next,
    .act = vector_act,
    .shape = vector_shape,
    .value = vector_value,
    .grows = vector_grows,
    .keep = vector_keep,
    .destroy = vector_destroy,
};
