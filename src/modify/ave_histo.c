/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix ave/histo: how often values lie in each of NBIN equal bins between LO and HI.  Values are
 * numbers (mode scalar), or all elements of vectors, of columns of arrays, or of all atoms of the
 * group (mode vector).  Counts of the samples of a window are summed, not averaged, and so are
 * those of windows with ave running or ave window.
 */
#include "modify/styles.h"

#include "base/memory.h"
#include "base/reference.h"
#include "measure/atom_input.h"
#include "modify/average.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define BINS_MAX 10000000

enum beyond { IGNORE, END, EXTRA };

/* Where the bins end and the four numbers about all values begin. */
enum { TOTAL, MISSING, LEAST, MOST, STATS };

struct input {
    bool atoms; /* one value of each atom */
    struct md_atom_input of_atoms;
    struct md_reference reference;
    struct md_place place;
};

struct histo {
    struct md_schedule schedule;
    struct md_average average; /* of bins and stats; sums are its totals */
    struct md_average_file file;
    double lo, hi, width;
    int64_t bins; /* with those beyond */
    enum beyond beyond;
    bool vector;
    struct input *input;
    int inputs;
    double *now;  /* [bins + STATS] of the present window */
    double *told; /* [bins + STATS] as last written: what f_ID shows */
    char id[64];
};

/* ------------------------------------------------------------------ words */

enum { MODE, KIND, BEYOND };

static enum md_status read_own(struct histo *histo, const struct md_args *args, int at, int *used,
                               struct md_error *error)
{
    static const char *const keys[] = {"mode",   "kind",      "beyond", "ave",    "start",  "file",
                                       "append", "overwrite", "title1", "title2", "title3", NULL};
    static const char *const modes[] = {"scalar", "vector", NULL};
    static const char *const kinds[] = {"global", "peratom", "local", NULL};
    static const char *const where[] = {"ignore", "end", "extra", NULL};
    const struct md_word *word = &args->words[at];
    int key, choice = 0;
    if (md_word_choice(word, "keyword of fix ave/histo", keys, &key, error))
        return error->status;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    *used = 2;
    if (md_word_choice(word + 1, word->text,
                       key == MODE   ? modes
                       : key == KIND ? kinds
                                     : where,
                       &choice, error))
        return error->status;
    if (key == MODE)
        histo->vector = choice == 1;
    else if (key == BEYOND)
        histo->beyond = (enum beyond)choice;
    else if (choice == 2)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word[1].place,
                            "local values do not exist here: global or peratom");
    return MD_OK;
}

static enum md_status read_keywords(struct histo *histo, const struct md_args *args,
                                    struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int at = 0, used = 0; at < args->count && status == MD_OK; at += used) {
        status = md_average_keyword(&histo->average, &histo->schedule, &histo->file, args, at,
                                    &used, error);
        if (status == MD_OK && used == 0)
            status = read_own(histo, args, at, &used, error);
    }
    if (status == MD_OK && histo->file.record.overwrite &&
        histo->average.kind != MD_AVERAGE_RUNNING)
        status = md_error_set(error, MD_ERR_VALUE, &args->command.place,
                              "overwrite keeps the last table only, which is for ave running");
    return status;
}

/* Whether a word stands for values of atoms. */
static bool of_atoms(const struct md_reference *reference, const struct md_modify_context *context)
{
    const struct md_quantities *q = context->quantities;
    const struct md_variables *v = context->variables;
    struct md_shape shape = {0};
    struct md_error unknown = {0};
    if (reference->kind == 'v')
        return v->kind(v->context, reference->id) == MD_VARIABLE_ATOM;
    return q->shape(q->context, reference->kind, reference->id, &shape, &unknown) == MD_OK &&
           shape.per_atom;
}

static enum md_status add_input(struct histo *histo, const struct input *input,
                                struct md_error *error)
{
    size_t count = (size_t)histo->inputs;
    if (md_memory_grow(&histo->input, count, count + 1, sizeof *histo->input, error))
        return error->status;
    histo->input[histo->inputs++] = *input;
    return MD_OK;
}

static enum md_status add_atoms(struct histo *histo, const struct md_modify_context *context,
                                const struct md_word *word, struct md_error *error)
{
    struct md_atom_input *list = NULL;
    int count = 0;
    if (!histo->vector)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is a value of each atom, which is for mode vector", word->text);
    enum md_status status =
        md_atom_inputs_add(&list, &count, word, context->quantities, context->variables, error);
    for (int k = 0; k < count && status == MD_OK; k++) {
        struct input input = {.atoms = true, .of_atoms = list[k], .place = word->place};
        status = add_input(histo, &input, error);
    }
    md_memory_free(list);
    return status;
}

static enum md_status add_global(struct histo *histo, const struct md_modify_context *context,
                                 const struct md_word *word, struct md_error *error)
{
    struct input input = {.place = word->place};
    if (!md_reference_split(word->text, &input.reference) || input.reference.j > 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' must be x, vx, fx, ..., c_ID, c_ID[i], f_ID, f_ID[i] or v_name",
                            word->text);
    if (md_reference_check(&input.reference, context->quantities, context->variables, word, error))
        return error->status;
    return add_input(histo, &input, error);
}

static enum md_status read_inputs(struct histo *histo, const struct md_modify_context *context,
                                  const struct md_args *words, struct md_error *error)
{
    struct md_expanded all;
    if (md_references_expand(words, histo->vector, context->quantities, context->variables, &all,
                             error))
        return error->status;
    enum md_status status = MD_OK;
    for (int k = 0; k < all.count && status == MD_OK; k++) {
        const struct md_word *word = &all.words[k];
        struct md_reference reference;
        bool split = md_reference_split(word->text, &reference);
        if (!split || of_atoms(&reference, context))
            status = add_atoms(histo, context, word, error);
        else
            status = add_global(histo, context, word, error);
    }
    md_expanded_free(&all);
    return status;
}

static enum md_status read_bins(struct histo *histo, const struct md_word *word,
                                struct md_error *error)
{
    if (md_word_double(&word[0], "lower end of the bins", -INFINITY, INFINITY, &histo->lo, error) ||
        md_word_double(&word[1], "upper end of the bins", -INFINITY, INFINITY, &histo->hi, error) ||
        md_word_int(&word[2], "number of bins", 1, BINS_MAX, &histo->bins, error))
        return error->status;
    if (!(histo->lo < histo->hi))
        return md_error_set(error, MD_ERR_VALUE, &word[1].place,
                            "the bins end at %g, which must be above their beginning %g", histo->hi,
                            histo->lo);
    histo->width = (histo->hi - histo->lo) / (double)histo->bins;
    return MD_OK;
}

static enum md_status reserve(struct histo *histo, struct md_error *error)
{
    if (histo->beyond == EXTRA)
        histo->bins += 2;
    size_t size = (size_t)histo->bins + STATS;
    histo->now = md_memory_array(size, sizeof *histo->now);
    histo->told = md_memory_array(size, sizeof *histo->told);
    if (histo->now == NULL || histo->told == NULL)
        return md_error_memory(error, "fix ave/histo");
    return md_average_resize(&histo->average, size, error);
}

static enum md_status histo_create(void *state, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    struct histo *histo = state;
    int end = 6;
    histo->file.record.resume = -1;
    snprintf(histo->id, sizeof histo->id, "%s", context->id != NULL ? context->id : "");
    if (md_args_count(args, 7, -1, md_modifier_ave_histo.style.usage, error) ||
        md_schedule_read(&histo->schedule, args, error) || read_bins(histo, &args->words[3], error))
        return error->status;
    while (end < args->count && md_atom_input_known(args->words[end].text))
        end++;
    if (end == 6)
        return md_error_set(error, MD_ERR_VALUE, &args->words[6].place,
                            "fix ave/histo needs values: x, vx, fx, ..., c_ID, f_ID or v_name, not "
                            "'%s'",
                            args->words[6].text);
    struct md_args words = {.words = args->words + 6, .count = end - 6, .command = args->command};
    struct md_args rest = md_args_after(args, end);
    if (read_keywords(histo, &rest, error) || read_inputs(histo, context, &words, error))
        return error->status;
    md_schedule_begin(&histo->schedule, md_clock_step(&context->system->clock));
    return reserve(histo, error);
}

static enum md_status histo_begin(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    struct histo *histo = state;
    (void)error;
    md_schedule_resume(&histo->schedule, md_clock_step(&context->system->clock));
    return MD_OK;
}

static int64_t histo_next(const void *state, int64_t step)
{
    const struct histo *histo = state;
    return md_schedule_next(&histo->schedule, step);
}

/* ------------------------------------------------------------------ samples */

static void count(struct histo *histo, double value)
{
    double *stats = histo->now + histo->bins;
    int64_t extra = histo->beyond == EXTRA ? 1 : 0, inner = histo->bins - 2 * extra, bin;
    /* + 0.0: of 0 and -0, which are equal, the file shows 0 whichever came first */
    stats[LEAST] = fmin(stats[LEAST], value + 0.0);
    stats[MOST] = fmax(stats[MOST], value + 0.0);
    bool inside = value >= histo->lo && value <= histo->hi;
    if (!inside && (histo->beyond == IGNORE || isnan(value))) {
        stats[MISSING] += 1.0;
        return;
    }
    if (inside) {
        bin = (int64_t)((value - histo->lo) / histo->width);
        bin = extra + (bin < inner ? bin : inner - 1);
    } else {
        bin = value < histo->lo ? 0 : histo->bins - 1;
    }
    stats[TOTAL] += 1.0;
    histo->now[bin] += 1.0;
}

static enum md_status sample_atoms(struct histo *histo, const struct input *input,
                                   const struct md_modify_context *context, struct md_error *error)
{
    const struct md_atoms *atoms = &context->system->atoms;
    struct md_frame frame = md_modify_frame(context, true);
    double *values = md_memory_array(atoms->count + 1, sizeof *values);
    if (values == NULL)
        return md_error_memory(error, "fix ave/histo");
    enum md_status status = md_atom_input_values(&input->of_atoms, &frame, context->quantities,
                                                 context->variables, values, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        if ((atoms->groups[i] & md_group_bit(context->group)) != 0)
            count(histo, values[i]);
    md_memory_free(values);
    return status;
}

/* A whole vector, or a column of an array. */
static enum md_status sample_vector(struct histo *histo, const struct input *input,
                                    const struct md_modify_context *context, struct md_error *error)
{
    const struct md_reference *r = &input->reference;
    const struct md_quantities *q = context->quantities;
    double *values = NULL;
    size_t length = 0;
    enum md_status status;
    if (r->kind == 'v') {
        status =
            context->variables->vector(context->variables->context, r->id, &values, &length, error);
    } else {
        struct md_shape shape;
        status = q->shape(q->context, r->kind, r->id, &shape, error);
        if (status == MD_OK) {
            length = (size_t)(r->i > 0 ? shape.rows : shape.vector_length);
            values = md_memory_array(length + 1, sizeof *values);
            if (length == 0 || r->i > shape.columns)
                status = md_error_set(error, MD_ERR_VALUE, NULL,
                                      "'%c_%s' has no such vector or column for mode vector",
                                      r->kind, r->id);
            else if (values == NULL)
                status = md_error_memory(error, "fix ave/histo");
            else
                status = q->vector(q->context, r->kind, r->id, r->i, values, error);
        }
    }
    for (size_t k = 0; k < length && status == MD_OK; k++)
        count(histo, values[k]);
    md_memory_free(values);
    return status;
}

static enum md_status take_sample(struct histo *histo, const struct md_modify_context *context,
                                  struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int k = 0; k < histo->inputs && status == MD_OK; k++) {
        const struct input *input = &histo->input[k];
        double value;
        if (input->atoms) {
            status = sample_atoms(histo, input, context, error);
        } else if (histo->vector) {
            status = sample_vector(histo, input, context, error);
        } else {
            status = md_reference_number(&input->reference, context->quantities, context->variables,
                                         &value, error);
            if (status == MD_OK)
                count(histo, value);
        }
        if (status != MD_OK && error->place.file == NULL)
            error->place = input->place;
    }
    return status;
}

static void clear(struct histo *histo)
{
    memset(histo->now, 0, ((size_t)histo->bins + STATS) * sizeof *histo->now);
    histo->now[histo->bins + LEAST] = INFINITY;
    histo->now[histo->bins + MOST] = -INFINITY;
}

/* ------------------------------------------------------------------ results */

/* Counts are sums of the windows' counts; least and most are theirs. */
static void settle(struct histo *histo)
{
    const struct md_average *average = &histo->average;
    size_t least = (size_t)histo->bins + LEAST, most = (size_t)histo->bins + MOST;
    double lo = histo->now[least], hi = histo->now[most];
    bool before = average->norm > 0.0;
    for (size_t k = 0; average->kind == MD_AVERAGE_WINDOW && k < (size_t)average->norm; k++) {
        /* the one that is about to leave is told from the others by its place */
        if (average->full && k == (size_t)average->at)
            continue;
        lo = fmin(lo, average->list[k * average->size + least]);
        hi = fmax(hi, average->list[k * average->size + most]);
    }
    if (average->kind == MD_AVERAGE_RUNNING && before) {
        lo = fmin(lo, histo->told[least]);
        hi = fmax(hi, histo->told[most]);
    }
    md_average_add(&histo->average, histo->now);
    memcpy(histo->told, average->total, average->size * sizeof *histo->told);
    histo->told[least] = lo;
    histo->told[most] = hi;
}

static double centre(const struct histo *histo, int64_t bin)
{
    if (histo->beyond != EXTRA)
        return histo->lo + ((double)bin + 0.5) * histo->width;
    return bin == 0                 ? histo->lo
           : bin == histo->bins - 1 ? histo->hi
                                    : histo->lo + ((double)bin - 0.5) * histo->width;
}

static double share(const struct histo *histo, int64_t bin)
{
    double total = histo->told[histo->bins + TOTAL];
    return total > 0.0 ? histo->told[bin] / total : 0.0;
}

static enum md_status write_table(struct histo *histo, int64_t step, struct md_error *error)
{
    static const char *const heads[] = {
        "# TimeStep Number-of-bins Total-counts Missing-counts Min-value Max-value",
        "# Bin Coord Count Count/Total"};
    const struct md_average_file *file = &histo->file;
    const double *stats = histo->told + histo->bins;
    bool fresh;
    if (file->record.path == NULL)
        return MD_OK;
    if (md_record_open(&histo->file.record, &fresh, error))
        return error->status;
    FILE *out = file->record.file;
    if (fresh) {
        if (file->titled[0])
            fprintf(out, "%s\n", file->title[0]);
        else
            fprintf(out, "# Histogrammed data for fix %s\n", histo->id);
        for (int k = 1; k < 3; k++)
            fprintf(out, "%s\n", file->titled[k] ? file->title[k] : heads[k - 1]);
        md_record_headed(&histo->file.record);
    }
    fprintf(out, "%" PRId64 " %" PRId64 " %g %g %g %g\n", step, histo->bins, stats[TOTAL],
            stats[MISSING], stats[LEAST], stats[MOST]);
    for (int64_t bin = 0; bin < histo->bins; bin++)
        fprintf(out, "%" PRId64 " %g %g %g\n", bin + 1, centre(histo, bin), histo->told[bin],
                share(histo, bin));
    return md_record_flush(&histo->file.record, error);
}

static enum md_status histo_act(void *state, const struct md_modify_context *context,
                                unsigned *changed, struct md_error *error)
{
    struct histo *histo = state;
    int64_t step = md_clock_step(&context->system->clock);
    (void)changed;
    if (histo->schedule.taken == 0)
        clear(histo);
    if (take_sample(histo, context, error))
        return error->status;
    if (!md_schedule_advance(&histo->schedule, step))
        return MD_OK;
    settle(histo);
    return write_table(histo, step, error);
}

static void histo_shape(const void *state, struct md_shape *shape)
{
    const struct histo *histo = state;
    shape->vector_length = STATS;
    shape->rows = histo->bins;
    shape->columns = 3;
}

static enum md_status histo_value(const void *state, const struct md_modify_context *context,
                                  int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct histo *histo = state;
    (void)context;
    (void)error;
    if (j == 0)
        *value = histo->told[histo->bins + i - 1];
    else
        *value = j == 1 ? centre(histo, i - 1) : j == 2 ? histo->told[i - 1] : share(histo, i - 1);
    return MD_OK;
}

static enum md_status histo_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct histo *histo = state;
    size_t size = (size_t)histo->bins + STATS;
    if (md_schedule_keep(&histo->schedule, archive, error) ||
        md_average_keep(&histo->average, archive, error) ||
        md_record_keep(&histo->file.record, archive, error) ||
        md_archive_doubles(archive, "now", histo->now, size, error))
        return error->status;
    return md_archive_doubles(archive, "told", histo->told, size, error);
}

static struct md_record *histo_record(void *state)
{
    struct histo *histo = state;
    return &histo->file.record;
}

static void histo_destroy(void *state)
{
    struct histo *histo = state;
    md_record_free(&histo->file.record);
    md_average_free(&histo->average);
    md_memory_free(histo->input);
    md_memory_free(histo->now);
    md_memory_free(histo->told);
}

const struct md_modifier md_modifier_ave_histo = {
    .style =
        {
            .name = "ave/histo",
            .summary = "counts how often values lie in bins",
            .usage = "fix ID GROUP ave/histo NEVERY NREPEAT NFREQ LO HI NBIN VALUE ... "
                     "[KEYWORD ...]",
            .manual =
                "Every NEVERY steps the values are sorted into NBIN bins between LO and HI; the\n"
                "counts of NREPEAT samples, the last at a multiple of NFREQ, make a table.\n"
                "Values are c_ID, c_ID[i], f_ID, f_ID[i], v_name; in mode vector also x, y, z,\n"
                "vx, ..., fz.  Keywords:\n"
                "  mode scalar|vector      numbers; or whole vectors, columns of arrays, values "
                "of\n"
                "                          all atoms of the group\n"
                "  beyond ignore|end|extra  values outside are left out, go to the first and last\n"
                "                          bin, or to two more bins\n"
                "  ave one|running|window M  tables are summed\n"
                "  start N, file NAME, append NAME, overwrite, title1, title2, title3 TEXT\n"
                "  kind global|peratom     means nothing: the values tell\n"
                "\n"
                "f_ID[1] to f_ID[4] are the number of values counted and left out, the least and\n"
                "the greatest; f_ID[i][1] to f_ID[i][3] a bin's centre, its count and its share.",
            .state_size = sizeof(struct histo),
        },
    .looks = true,
    .counts_steps = true,
    .create = histo_create,
    .begin = histo_begin,
    .next = histo_next,
    .act = histo_act,
    .shape = histo_shape,
    .value = histo_value,
    .keep = histo_keep,
    .record = histo_record,
    .destroy = histo_destroy,
};
