/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix ave/time: averages over time of numbers (mode scalar) or of whole vectors and columns of
 * arrays (mode vector), in LAMMPS's order of operations.
 *
 * An addition of ours: `error yes` gives each number its standard error, by blocking (base/
 * blocking.h) of all samples that went into the average.
 */
#include "modify/styles.h"

#include "base/blocking.h"
#include "base/memory.h"
#include "base/reference.h"
#include "modify/average.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct input {
    struct md_reference reference;
    char text[96];
    struct md_place place;
    bool off; /* not averaged: the last value */
    bool extensive;
};

struct ave_time {
    struct md_schedule schedule;
    struct md_average average;
    struct md_average_file file;
    bool vector; /* mode vector */
    bool errors; /* error yes */
    struct input *input;
    int inputs;
    int64_t rows;  /* mode vector: length of the present window; else 1 */
    double *sum;   /* [rows * inputs], row by row: samples of the present window */
    double *fetch; /* [fetched]: what was read for one sample */
    size_t room, fetched;
    struct md_blocking *blocking; /* [inputs]; error yes */
    char id[64];
};

/* ------------------------------------------------------------------ words */

static bool is_reference(const struct md_word *word)
{
    return word->text[0] != '\0' && strchr("cfv", word->text[0]) != NULL && word->text[1] == '_';
}

/* The keywords of ave/time alone; *off collects columns. */
static enum md_status read_own(struct ave_time *ave, const struct md_args *args, int at, int *used,
                               struct md_error *error)
{
    static const char *const keys[] = {"mode",   "off",    "error",     "ave",    "start",
                                       "file",   "append", "overwrite", "format", "title1",
                                       "title2", "title3", NULL};
    static const char *const modes[] = {"scalar", "vector", NULL};
    const struct md_word *word = &args->words[at];
    int key, mode = 0;
    enum md_status status = md_word_choice(word, "keyword of fix ave/time", keys, &key, error);
    if (status != MD_OK)
        return status;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    *used = 2;
    if (key == 0) {
        status = md_word_choice(word + 1, "mode", modes, &mode, error);
        ave->vector = mode == 1;
    } else if (key == 2) {
        status = md_word_bool(word + 1, "error", &ave->errors, error);
    }
    return status; /* off: when the number of inputs is known */
}

static enum md_status read_keywords(struct ave_time *ave, const struct md_args *args,
                                    struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int at = 0, used = 0; at < args->count && status == MD_OK; at += used) {
        status =
            md_average_keyword(&ave->average, &ave->schedule, &ave->file, args, at, &used, error);
        if (status == MD_OK && used == 0)
            status = read_own(ave, args, at, &used, error);
    }
    if (status == MD_OK && ave->file.record.overwrite && ave->average.kind != MD_AVERAGE_RUNNING)
        status = md_error_set(error, MD_ERR_VALUE, &args->command.place,
                              "overwrite keeps the last row only, which is for ave running");
    if (status == MD_OK && ave->errors && (ave->vector || ave->average.kind == MD_AVERAGE_WINDOW))
        status = md_error_set(error, MD_ERR_VALUE, &args->command.place,
                              "standard errors exist in mode scalar with ave one or running only");
    return status;
}

static enum md_status read_off(struct ave_time *ave, const struct md_args *args,
                               struct md_error *error)
{
    for (int at = 0; at + 1 < args->count; at++) {
        int64_t column;
        if (!md_word_is(&args->words[at], "off") ||
            (at > 0 && strncmp(args->words[at - 1].text, "title", 5) == 0))
            continue;
        enum md_status status =
            md_word_int(&args->words[at + 1], "column of 'off'", 1, ave->inputs, &column, error);
        if (status != MD_OK)
            return status;
        ave->input[column - 1].off = true;
        at++;
    }
    return MD_OK;
}

/* How long an input is now: 1 in mode scalar. */
static enum md_status length_of(const struct ave_time *ave, const struct input *input,
                                const struct md_modify_context *context, int64_t *length,
                                struct md_error *error)
{
    const struct md_reference *r = &input->reference;
    const struct md_quantities *q = context->quantities;
    struct md_shape shape;
    *length = 1;
    if (!ave->vector)
        return MD_OK;
    if (r->kind == 'v') {
        double *values = NULL;
        size_t count = 0;
        enum md_status status =
            context->variables->vector(context->variables->context, r->id, &values, &count, error);
        md_memory_free(values);
        *length = (int64_t)count;
        return status;
    }
    enum md_status status = q->shape(q->context, r->kind, r->id, &shape, error);
    if (status == MD_OK)
        *length = r->i > 0 ? shape.rows : shape.vector_length;
    return status;
}

/* What the compute or fix has instead, and the words that average it. */
static enum md_status hint_mode(const struct ave_time *ave, const struct md_reference *r,
                                const struct md_shape *shape, struct md_error *error)
{
    if (shape->columns > 0)
        return md_error_hint(error,
                             "it has an array of %" PRId64 " columns: c_ID[*] averages all of "
                             "them with 'mode vector' at the end of the line",
                             (int64_t)shape->columns);
    if (!ave->vector && r->i == 0 && shape->vector_length > 0)
        return md_error_hint(error,
                             "it has a vector of %" PRId64 " elements: c_ID[*] averages each, "
                             "'mode vector' the whole",
                             (int64_t)shape->vector_length);
    if (ave->vector && r->i == 0 && shape->scalar)
        return md_error_hint(error, "it has a single value: leave out 'mode vector'");
    return error->status;
}

/* What the shapes say: is there such a value at all? */
static enum md_status check_shape(const struct ave_time *ave, const struct input *input,
                                  const struct md_modify_context *context, struct md_error *error)
{
    const struct md_reference *r = &input->reference;
    const struct md_quantities *q = context->quantities;
    const char *what = r->kind == 'c' ? "compute" : "fix";
    struct md_shape shape;
    enum md_status status = q->shape(q->context, r->kind, r->id, &shape, error);
    if (status != MD_OK)
        return status;
    bool vector = shape.vector_length > 0 || (r->kind == 'f' && !shape.scalar && shape.rows == 0);
    bool has =
        ave->vector ? (r->i > 0 ? shape.columns > 0 : vector) : (r->i > 0 ? vector : shape.scalar);
    if (!has) {
        md_error_set(error, MD_ERR_VALUE, NULL,
                     "'%s': %s '%s' has no %s that mode %s could average", input->text, what, r->id,
                     ave->vector ? (r->i > 0 ? "array" : "vector")
                                 : (r->i > 0 ? "vector" : "single value (scalar)"),
                     ave->vector ? "vector" : "scalar");
        return hint_mode(ave, r, &shape, error);
    }
    int64_t most = ave->vector ? shape.columns : shape.vector_length;
    if (r->i > most && most > 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "'%s': %s '%s' has %s 1 to %" PRId64,
                            input->text, what, r->id, ave->vector ? "columns" : "elements", most);
    return MD_OK;
}

static enum md_status check_variable(const struct ave_time *ave, const struct input *input,
                                     const struct md_modify_context *context,
                                     struct md_error *error)
{
    const struct md_reference *r = &input->reference;
    const struct md_variables *v = context->variables;
    bool whole = ave->vector || r->i > 0;
    if (ave->vector && r->i > 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "'%s' is one element, and mode vector takes whole vectors",
                            input->text);
    if (v->kind(v->context, r->id) == (whole ? MD_VARIABLE_VECTOR : MD_VARIABLE_EQUAL))
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL, "'%s' must be an %s-style variable in mode %s",
                        input->text, whole ? "vector" : "equal", ave->vector ? "vector" : "scalar");
}

static enum md_status read_input(struct ave_time *ave, struct input *input,
                                 const struct md_modify_context *context,
                                 const struct md_word *word, struct md_error *error)
{
    const struct md_quantities *q = context->quantities;
    struct md_reference *r = &input->reference;
    if (strlen(word->text) >= sizeof input->text || !md_reference_split(word->text, r) || r->j > 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' must be c_ID, c_ID[i], f_ID, f_ID[i], v_name or v_name[i]",
                            word->text);
    snprintf(input->text, sizeof input->text, "%s", word->text);
    input->place = word->place;
    enum md_status status =
        md_reference_check(r, context->quantities, context->variables, word, error);
    if (status == MD_OK)
        status = r->kind == 'v' ? check_variable(ave, input, context, error)
                                : check_shape(ave, input, context, error);
    if (status == MD_OK && r->kind != 'v')
        input->extensive =
            q->extensive(q->context, r->kind, r->id, ave->vector && r->i == 0 ? 1 : r->i,
                         ave->vector ? r->i : 0);
    if (status != MD_OK && error->place.file == NULL)
        error->place = word->place;
    return status;
}

static enum md_status read_inputs(struct ave_time *ave, const struct md_modify_context *context,
                                  const struct md_args *words, struct md_error *error)
{
    struct md_expanded all;
    enum md_status status = md_references_expand(words, ave->vector, context->quantities,
                                                 context->variables, &all, error);
    if (status != MD_OK)
        return status;
    ave->inputs = all.count;
    ave->input = md_memory_array((size_t)all.count + 1, sizeof *ave->input);
    if (ave->errors)
        ave->blocking = md_memory_array((size_t)all.count + 1, sizeof *ave->blocking);
    if (ave->input == NULL || (ave->errors && ave->blocking == NULL))
        status = md_error_memory(error, "fix ave/time");
    for (int k = 0; k < all.count && status == MD_OK; k++)
        status = read_input(ave, &ave->input[k], context, &all.words[k], error);
    md_expanded_free(&all);
    return status;
}

/* In an array all values are of one kind, or rows could not show them per atom. */
static enum md_status check_kinds(const struct ave_time *ave, struct md_error *error)
{
    for (int k = 1; k < ave->inputs && ave->vector; k++) {
        if (ave->input[k].extensive != ave->input[0].extensive)
            return md_error_set(error, MD_ERR_VALUE, &ave->input[k].place,
                                "'%s' and '%s' cannot stand in one array: only one of them grows "
                                "with the system",
                                ave->input[0].text, ave->input[k].text);
    }
    return MD_OK;
}

/* Rows may ask for elements before there is a sample; what only a run can tell comes later. */
static enum md_status first_length(struct ave_time *ave, const struct md_modify_context *context,
                                   struct md_error *error)
{
    struct md_error unknown = {0};
    if (length_of(ave, &ave->input[0], context, &ave->rows, &unknown) != MD_OK)
        ave->rows = 0;
    return md_average_resize(&ave->average, (size_t)(ave->rows * ave->inputs), error);
}

static enum md_status ave_time_create(void *state, const struct md_modify_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    struct ave_time *ave = state;
    ave->file.record.resume = -1;
    ave->rows = 1;
    snprintf(ave->id, sizeof ave->id, "%s", context->id != NULL ? context->id : "");
    enum md_status status = md_args_count(args, 4, -1, md_modifier_ave_time.style.usage, error);
    if (status == MD_OK)
        status = md_schedule_read(&ave->schedule, args, error);
    if (status != MD_OK)
        return status;
    int end = 3;
    while (end < args->count && is_reference(&args->words[end]))
        end++;
    if (end == 3)
        return md_error_set(error, MD_ERR_VALUE, &args->words[3].place,
                            "fix ave/time needs values to average: c_ID, f_ID or v_name, not '%s'",
                            args->words[3].text);
    struct md_args words = {.words = args->words + 3, .count = end - 3, .command = args->command};
    struct md_args rest = md_args_after(args, end);
    status = read_keywords(ave, &rest, error);
    if (status == MD_OK)
        status = read_inputs(ave, context, &words, error);
    if (status == MD_OK)
        status = read_off(ave, &rest, error);
    if (status == MD_OK)
        status = check_kinds(ave, error);
    if (status == MD_OK)
        status = first_length(ave, context, error);
    md_schedule_begin(&ave->schedule, md_clock_step(&context->system->clock));
    return status;
}

static enum md_status ave_time_begin(void *state, const struct md_modify_context *context,
                                     struct md_error *error)
{
    struct ave_time *ave = state;
    for (int k = 0; k < ave->inputs; k++) {
        const struct input *input = &ave->input[k];
        enum md_status status = input->reference.kind == 'v'
                                    ? check_variable(ave, input, context, error)
                                    : check_shape(ave, input, context, error);
        if (status != MD_OK) {
            error->place = input->place;
            return status;
        }
    }
    md_schedule_resume(&ave->schedule, md_clock_step(&context->system->clock));
    return MD_OK;
}

static int64_t ave_time_next(const void *state, int64_t step)
{
    const struct ave_time *ave = state;
    return md_schedule_next(&ave->schedule, step);
}

/* ------------------------------------------------------------------ samples */

/* Inputs of one length; a window begins with zeros. */
static enum md_status open_window(struct ave_time *ave, const struct md_modify_context *context,
                                  struct md_error *error)
{
    int64_t rows = 0;
    for (int k = 0; k < ave->inputs; k++) {
        int64_t length;
        enum md_status status = length_of(ave, &ave->input[k], context, &length, error);
        if (status == MD_OK && k > 0 && length != rows)
            status = md_error_set(error, MD_ERR_VALUE, NULL,
                                  "'%s' has %" PRId64 " elements and '%s' has %" PRId64
                                  ": all must have as many",
                                  ave->input[0].text, rows, ave->input[k].text, length);
        if (status != MD_OK) {
            error->place = ave->input[k].place;
            return status;
        }
        rows = length;
    }
    if (rows != ave->rows && ave->average.norm > 0.0 && ave->average.kind != MD_AVERAGE_ONE)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "the length of the vectors changed from %" PRId64 " to %" PRId64
                            ", which a running average cannot follow",
                            ave->rows, rows);
    ave->rows = rows;
    size_t wanted = (size_t)(rows * ave->inputs) + 1;
    if (wanted > ave->room || ave->sum == NULL) {
        enum md_status status =
            md_memory_grow(&ave->sum, ave->room, wanted, sizeof *ave->sum, error);
        if (status != MD_OK)
            return status;
        ave->room = wanted;
    }
    memset(ave->sum, 0, wanted * sizeof *ave->sum);
    for (int k = 0; k < ave->inputs && ave->errors && ave->average.kind == MD_AVERAGE_ONE; k++)
        md_blocking_clear(&ave->blocking[k]);
    return MD_OK;
}

static enum md_status sample_scalars(struct ave_time *ave, const struct md_modify_context *context,
                                     struct md_error *error)
{
    for (int k = 0; k < ave->inputs; k++) {
        const struct input *input = &ave->input[k];
        double value = 0.0;
        if (md_reference_number(&input->reference, context->quantities, context->variables, &value,
                                error) != MD_OK) {
            if (error->place.file == NULL)
                error->place = input->place;
            return error->status;
        }
        ave->sum[k] = input->off ? value : ave->sum[k] + value;
        if (ave->errors)
            md_blocking_add(&ave->blocking[k], value);
    }
    return MD_OK;
}

/* One input's vector into `fetch`; columns of one array are computed together. */
static enum md_status fetch(struct ave_time *ave, int k, const struct md_modify_context *context,
                            const double **values, size_t *stride, struct md_error *error)
{
    const struct md_reference *r = &ave->input[k].reference;
    const struct md_quantities *q = context->quantities;
    struct md_shape shape;
    *stride = 1;
    if (r->kind == 'v') {
        size_t count = 0;
        md_memory_free(ave->fetch);
        ave->fetch = NULL;
        ave->fetched = 0;
        enum md_status status = context->variables->vector(context->variables->context, r->id,
                                                           &ave->fetch, &count, error);
        if (status == MD_OK && (int64_t)count != ave->rows)
            status =
                md_error_set(error, MD_ERR_RUN, NULL,
                             "'%s' changed its length while it was averaged", ave->input[k].text);
        *values = ave->fetch;
        return status;
    }
    enum md_status status = q->shape(q->context, r->kind, r->id, &shape, error);
    if (status != MD_OK)
        return status;
    size_t columns = r->i > 0 ? (size_t)shape.columns : 1;
    size_t wanted = (size_t)(r->i > 0 ? shape.rows : shape.vector_length) * columns;
    if (wanted != (size_t)ave->rows * columns)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "'%s' changed its length while it was averaged", ave->input[k].text);
    *stride = columns;
    const struct md_reference *last = k > 0 ? &ave->input[k - 1].reference : NULL;
    bool there = last != NULL && r->i > 0 && last->i > 0 && last->kind == r->kind &&
                 strcmp(last->id, r->id) == 0 && ave->fetched == wanted;
    if (!there) {
        md_memory_free(ave->fetch);
        ave->fetched = 0;
        ave->fetch = md_memory_array(wanted + 1, sizeof *ave->fetch);
        if (ave->fetch == NULL)
            return md_error_memory(error, "fix ave/time");
        status = q->vector(q->context, r->kind, r->id, r->i > 0 ? -1 : 0, ave->fetch, error);
        ave->fetched = wanted;
    }
    *values = ave->fetch + (r->i > 0 ? (size_t)r->i - 1 : 0);
    return status;
}

static enum md_status sample_vectors(struct ave_time *ave, const struct md_modify_context *context,
                                     struct md_error *error)
{
    ave->fetched = 0;
    for (int k = 0; k < ave->inputs; k++) {
        const struct input *input = &ave->input[k];
        const double *values = NULL;
        size_t stride = 1;
        if (fetch(ave, k, context, &values, &stride, error) != MD_OK) {
            if (error->place.file == NULL)
                error->place = input->place;
            return error->status;
        }
        for (int64_t i = 0; i < ave->rows; i++) {
            double *sum = &ave->sum[i * ave->inputs + k];
            double value = values[(size_t)i * stride];
            *sum = input->off ? value : *sum + value;
        }
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ results */

static void write_head(struct ave_time *ave)
{
    FILE *out = ave->file.record.file;
    struct md_average_file *file = &ave->file;
    if (file->titled[0])
        fprintf(out, "%s\n", file->title[0]);
    else
        fprintf(out, "# Time-averaged data for fix %s\n", ave->id);
    if (file->titled[1])
        fprintf(out, "%s\n", file->title[1]);
    else if (ave->vector)
        fprintf(out, "# TimeStep Number-of-rows\n");
    if (ave->vector && file->titled[2])
        fprintf(out, "%s\n", file->title[2]);
    if (ave->vector ? !file->titled[2] : !file->titled[1]) {
        fprintf(out, ave->vector ? "# Row" : "# TimeStep");
        for (int k = 0; k < ave->inputs; k++)
            fprintf(out, " %s", ave->input[k].text);
        for (int k = 0; k < ave->inputs && ave->errors; k++)
            fprintf(out, " error(%s)", ave->input[k].text);
        fprintf(out, "\n");
    }
    md_record_headed(&file->record);
}

static enum md_status write_row(struct ave_time *ave, int64_t step, struct md_error *error)
{
    bool fresh;
    if (ave->file.record.path == NULL)
        return MD_OK;
    enum md_status status = md_record_open(&ave->file.record, &fresh, error);
    if (status != MD_OK)
        return status;
    if (fresh)
        write_head(ave);
    FILE *out = ave->file.record.file;
    fprintf(out, "%" PRId64, step);
    if (ave->vector)
        fprintf(out, " %" PRId64 "\n", ave->rows);
    for (int64_t i = 0; i < ave->rows; i++) {
        if (ave->vector)
            fprintf(out, "%" PRId64, i + 1);
        for (int k = 0; k < ave->inputs; k++)
            md_average_print(&ave->file,
                             md_average_value(&ave->average, (size_t)(i * ave->inputs + k)));
        for (int k = 0; k < ave->inputs && ave->errors; k++)
            md_average_print(&ave->file, md_blocking_error(&ave->blocking[k]));
        fprintf(out, "\n");
    }
    return md_record_flush(&ave->file.record, error);
}

/* The mean of the window's samples joins the average. */
static enum md_status close_window(struct ave_time *ave, int64_t step, struct md_error *error)
{
    size_t inputs = (size_t)ave->inputs, size = (size_t)ave->rows * inputs;
    double repeat = (double)ave->schedule.repeat;
    enum md_status status = md_average_resize(&ave->average, size, error);
    if (status != MD_OK)
        return status;
    for (size_t k = 0; k < size; k++) {
        if (!ave->input[k % inputs].off)
            ave->sum[k] /= repeat;
    }
    md_average_add(&ave->average, ave->sum);
    for (size_t k = 0; k < size; k++) {
        if (ave->input[k % inputs].off)
            ave->average.total[k] = ave->average.norm * ave->sum[k];
    }
    return write_row(ave, step, error);
}

static enum md_status ave_time_act(void *state, const struct md_modify_context *context,
                                   unsigned *changed, struct md_error *error)
{
    struct ave_time *ave = state;
    int64_t step = md_clock_step(&context->system->clock);
    enum md_status status = MD_OK;
    (void)changed;
    if (ave->schedule.taken == 0)
        status = open_window(ave, context, error);
    if (status == MD_OK)
        status =
            ave->vector ? sample_vectors(ave, context, error) : sample_scalars(ave, context, error);
    if (status == MD_OK && md_schedule_advance(&ave->schedule, step))
        status = close_window(ave, step, error);
    return status;
}

/* ------------------------------------------------------------------ values */

static void ave_time_shape(const void *state, struct md_shape *shape)
{
    const struct ave_time *ave = state;
    int64_t length = ave->vector ? (int64_t)ave->average.size / ave->inputs : 0;
    shape->scalar = !ave->vector && ave->inputs == 1;
    if (ave->vector && ave->inputs == 1) {
        shape->vector_length = length;
    } else if (ave->vector) {
        shape->rows = length;
        shape->columns = ave->inputs;
    } else if (ave->errors) {
        shape->vector_length = 2 * ave->inputs;
    } else {
        shape->vector_length = ave->inputs > 1 ? ave->inputs : 0;
    }
}

static enum md_status ave_time_value(const void *state, const struct md_modify_context *context,
                                     int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct ave_time *ave = state;
    size_t index = j > 0 ? (size_t)((i - 1) * ave->inputs + j - 1) : i > 0 ? (size_t)i - 1 : 0;
    (void)context;
    (void)error;
    *value = md_average_value(&ave->average, index);
    if (ave->errors && i > ave->inputs)
        *value =
            ave->average.norm > 0.0 ? md_blocking_error(&ave->blocking[i - 1 - ave->inputs]) : 0.0;
    return MD_OK;
}

static bool ave_time_grows(const void *state, int64_t i, int64_t j)
{
    const struct ave_time *ave = state;
    if (ave->vector)
        return ave->input[0].extensive;
    (void)j;
    return ave->input[i > 0 ? (i - 1) % ave->inputs : 0].extensive;
}

static enum md_status ave_time_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct ave_time *ave = state;
    bool reading = md_archive_reading(archive);
    char name[32];
    enum md_status status = md_schedule_keep(&ave->schedule, archive, error);
    if (status == MD_OK)
        status = md_average_keep(&ave->average, archive, error);
    if (status == MD_OK)
        status = md_record_keep(&ave->file.record, archive, error);
    for (int k = 0; k < ave->inputs && ave->errors && status == MD_OK; k++) {
        snprintf(name, sizeof name, "error%d", k + 1);
        status = md_blocking_keep(&ave->blocking[k], archive, name, error);
    }
    if (status != MD_OK || (reading ? !md_archive_has(archive, "sum") : ave->sum == NULL))
        return status;
    size_t count = reading ? md_archive_size(archive, "sum") : (size_t)(ave->rows * ave->inputs);
    if (reading && count >= ave->room) {
        status = md_memory_grow(&ave->sum, ave->room, count + 1, sizeof *ave->sum, error);
        if (status != MD_OK)
            return status;
        ave->room = count + 1;
    }
    if (reading)
        ave->rows = (int64_t)count / ave->inputs;
    return md_archive_doubles(archive, "sum", ave->sum, count, error);
}

static struct md_record *ave_time_record(void *state)
{
    struct ave_time *ave = state;
    return &ave->file.record;
}

static void ave_time_destroy(void *state)
{
    struct ave_time *ave = state;
    md_record_free(&ave->file.record);
    md_average_free(&ave->average);
    md_memory_free(ave->input);
    md_memory_free(ave->sum);
    md_memory_free(ave->fetch);
    md_memory_free(ave->blocking);
}

const struct md_modifier md_modifier_ave_time = {
    .style =
        {
            .name = "ave/time",
            .summary = "averages numbers or vectors over time, with standard errors if you like",
            .usage = "fix ID GROUP ave/time NEVERY NREPEAT NFREQ VALUE ... [KEYWORD ...]",
            .manual =
                "Averages NREPEAT samples, NEVERY steps apart, the last of which is taken at a\n"
                "multiple of NFREQ.  Values are c_ID, c_ID[i], f_ID, f_ID[i], v_name, v_name[i];\n"
                "c_ID[*] and the like stand for several.  Keywords:\n"
                "  mode scalar|vector      numbers, or whole vectors (c_ID) and columns of arrays\n"
                "                          (c_ID[i])\n"
                "  ave one|running|window M  how the results of the windows are combined\n"
                "  start N                 no window ends before step N\n"
                "  off M                   value M is not averaged, the last one is taken\n"
                "  file NAME, append NAME  where rows are written; overwrite: only the last\n"
                "  format %g, title1, title2, title3 TEXT\n"
                "  error yes               (not in LAMMPS) the standard error of each mean\n"
                "\n"
                "f_ID is the average of a single value, f_ID[i] of one of several; in mode vector\n"
                "f_ID[i] is element i, or f_ID[i][j] row i of value j.  They are 0 until the "
                "first\n"
                "window is complete.  A window goes on through the end of a run into the next.\n"
                "\n"
                "error yes: all samples of the average (of the window with ave one) are blocked:\n"
                "neighbours are averaged in pairs until blocks are independent.  The file gets "
                "one\n"
                "more column for each value, and f_ID[n+i] is the error of value i of n.\n"
                "\n"
                "Every row is flushed.  When a simulation goes on from a restart file with the\n"
                "same fix, sums and windows go on and the file is continued.",
            .cite = "H. Flyvbjerg, H. G. Petersen, J. Chem. Phys. 91 (1989) 461 (standard errors)",
            .state_size = sizeof(struct ave_time),
        },
    .looks = true,
    .counts_steps = true,
    .create = ave_time_create,
    .begin = ave_time_begin,
    .next = ave_time_next,
    .act = ave_time_act,
    .shape = ave_time_shape,
    .value = ave_time_value,
    .grows = ave_time_grows,
    .keep = ave_time_keep,
    .record = ave_time_record,
    .destroy = ave_time_destroy,
};
