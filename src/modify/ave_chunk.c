/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix ave/chunk: averages over the atoms of each chunk of a compute chunk/atom, and over time, in
 * LAMMPS's order of operations.  norm says how: `all` divides all that was summed by all atoms that
 * were counted, `sample` averages the averages of the samples, `none` averages their sums.
 *
 * Sums over atoms are exact.  A sum takes memory, and chunks may be as many as atoms, so the atoms
 * are sorted by chunks and the sums made one after the other.
 */
#include "modify/styles.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/reference.h"
#include "measure/atom_input.h"
#include "measure/chunk.h"
#include "modify/average.h"
#include "state/mass.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum what { NUMBER_DENSITY, MASS_DENSITY, MASS, TEMPERATURE, ATOM_VALUE };
enum norm { ALL, SAMPLE, NONE };

struct value {
    enum what what;
    char text[96];
    struct md_atom_input *input; /* ATOM_VALUE: one */
    int inputs;
};

struct ave_chunk {
    struct md_schedule schedule;
    struct md_average average; /* of each chunk: atoms, then values */
    struct md_average_file file;
    char chunks[64]; /* the compute's ID */
    struct md_place place;
    struct value *value;
    int values;
    enum norm norm;
    double atom_freedom, chunk_freedom; /* adof, cdof; adof < 0: the dimension */
    int dimensions;                     /* of the chunks */
    bool compressed;
    int64_t count;  /* chunks of the present window */
    double *many;   /* [count * (1 + values)]: samples of the present window, atoms first */
    double *one;    /* the same of one sample */
    double *coord;  /* [count * dimensions] */
    int64_t *label; /* [count] */
    char id[64], group[64];
};

/* ------------------------------------------------------------------ words */

static const char *const plain[] = {"density/number", "density/mass", "mass", "temp", NULL};

static bool is_value(const struct md_word *word)
{
    for (int k = 0; plain[k] != NULL; k++) {
        if (md_word_is(word, plain[k]))
            return true;
    }
    return md_atom_input_known(word->text);
}

static enum md_status read_value(struct value *value, const struct md_modify_context *context,
                                 const struct md_word *word, struct md_error *error)
{
    snprintf(value->text, sizeof value->text, "%.95s", word->text);
    for (int k = 0; plain[k] != NULL; k++) {
        if (md_word_is(word, plain[k])) {
            value->what = (enum what)k;
            return MD_OK;
        }
    }
    value->what = ATOM_VALUE;
    return md_atom_inputs_add(&value->input, &value->inputs, word, context->quantities,
                              context->variables, error);
}

static enum md_status read_values(struct ave_chunk *ave, const struct md_modify_context *context,
                                  const struct md_args *words, struct md_error *error)
{
    struct md_expanded all;
    enum md_status status =
        md_references_expand(words, true, context->quantities, context->variables, &all, error);
    if (status != MD_OK)
        return status;
    ave->value = md_memory_array((size_t)all.count + 1, sizeof *ave->value);
    if (ave->value == NULL)
        status = md_error_memory(error, "fix ave/chunk");
    for (int k = 0; k < all.count && status == MD_OK; k++) {
        ave->values = k + 1;
        status = read_value(&ave->value[k], context, &all.words[k], error);
    }
    md_expanded_free(&all);
    return status;
}

enum { NORM, BIAS, ADOF, CDOF };

static enum md_status read_own(struct ave_chunk *ave, const struct md_args *args, int at, int *used,
                               struct md_error *error)
{
    static const char *const keys[] = {"norm",   "bias",   "adof",   "cdof",      "ave",
                                       "start",  "file",   "append", "overwrite", "format",
                                       "title1", "title2", "title3", NULL};
    static const char *const norms[] = {"all", "sample", "none", NULL};
    const struct md_word *word = &args->words[at];
    int key, choice = 0;
    enum md_status status = md_word_choice(word, "keyword of fix ave/chunk", keys, &key, error);
    if (status != MD_OK)
        return status;
    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    *used = 2;
    switch (key) {
    case NORM:
        status = md_word_choice(word + 1, "norm", norms, &choice, error);
        ave->norm = (enum norm)choice;
        return status;
    case ADOF:
        return md_word_double(word + 1, "adof", 0.0, INFINITY, &ave->atom_freedom, error);
    case CDOF:
        return md_word_double(word + 1, "cdof", -INFINITY, INFINITY, &ave->chunk_freedom, error);
    default:
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "'bias' is not available yet: temperatures of chunks are taken from "
                            "whole velocities");
    }
}

static enum md_status find_chunks(const struct ave_chunk *ave,
                                  const struct md_modify_context *context,
                                  struct md_compute **compute, struct md_error *error)
{
    *compute = md_computes_find(context->computes, ave->chunks);
    if (*compute == NULL)
        return md_error_set(error, MD_ERR_REFERENCE, &ave->place,
                            "fix ave/chunk needs the compute chunk/atom '%s', which is not there",
                            ave->chunks);
    if (md_chunks_of(*compute) == NULL)
        return md_error_set(error, MD_ERR_VALUE, &ave->place,
                            "fix ave/chunk needs a compute chunk/atom, and '%s' is a %s",
                            ave->chunks, (*compute)->type->style.name);
    return MD_OK;
}

static enum md_status read_keywords(struct ave_chunk *ave, const struct md_args *args,
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
                              "overwrite keeps the last table only, which is for ave running");
    return status;
}

static enum md_status ave_chunk_create(void *state, const struct md_modify_context *context,
                                       const struct md_args *args, struct md_error *error)
{
    struct ave_chunk *ave = state;
    struct md_compute *compute;
    int end = 4;
    ave->file.record.resume = -1;
    ave->atom_freedom = (double)context->system->dimension;
    snprintf(ave->id, sizeof ave->id, "%s", context->id != NULL ? context->id : "");
    snprintf(ave->group, sizeof ave->group, "%s", context->system->groups.name[context->group]);
    enum md_status status = md_args_count(args, 5, -1, md_modifier_ave_chunk.style.usage, error);
    if (status == MD_OK)
        status = md_schedule_read(&ave->schedule, args, error);
    if (status != MD_OK)
        return status;
    snprintf(ave->chunks, sizeof ave->chunks, "%.63s", args->words[3].text);
    ave->place = args->words[3].place;
    status = find_chunks(ave, context, &compute, error);
    if (status != MD_OK)
        return status;
    ave->dimensions = md_chunks_dimensions(md_chunks_of(compute));
    ave->compressed = md_chunks_compressed(md_chunks_of(compute));
    while (end < args->count && is_value(&args->words[end]))
        end++;
    if (end == 4)
        return md_error_set(error, MD_ERR_VALUE, &args->words[4].place,
                            "fix ave/chunk needs values to average: vx, fx, density/number, temp, "
                            "c_ID ..., not '%s'",
                            args->words[4].text);
    struct md_args words = {.words = args->words + 4, .count = end - 4, .command = args->command};
    struct md_args rest = md_args_after(args, end);
    status = read_values(ave, context, &words, error);
    if (status == MD_OK)
        status = read_keywords(ave, &rest, error);
    md_schedule_begin(&ave->schedule, md_clock_step(&context->system->clock));
    return status;
}

static enum md_status ave_chunk_begin(void *state, const struct md_modify_context *context,
                                      struct md_error *error)
{
    struct ave_chunk *ave = state;
    struct md_compute *compute;
    md_schedule_resume(&ave->schedule, md_clock_step(&context->system->clock));
    return find_chunks(ave, context, &compute, error);
}

static int64_t ave_chunk_next(const void *state, int64_t step)
{
    const struct ave_chunk *ave = state;
    return md_schedule_next(&ave->schedule, step);
}

/* ------------------------------------------------------------------ samples */

static size_t width_of(const struct ave_chunk *ave)
{
    return (size_t)ave->values + 1;
}

static enum md_status reserve(struct ave_chunk *ave, int64_t count, struct md_error *error)
{
    size_t n = (size_t)count, width = width_of(ave);
    double *many = md_memory_array(n * width + 1, sizeof *many);
    double *one = md_memory_array(n * width + 1, sizeof *one);
    double *coord = md_memory_array(n * 3 + 1, sizeof *coord);
    int64_t *label = md_memory_array(n + 1, sizeof *label);
    if (many == NULL || one == NULL || coord == NULL || label == NULL) {
        md_memory_free(many);
        md_memory_free(one);
        md_memory_free(coord);
        md_memory_free(label);
        return md_error_memory(error, "fix ave/chunk");
    }
    md_memory_free(ave->many);
    md_memory_free(ave->one);
    md_memory_free(ave->coord);
    md_memory_free(ave->label);
    ave->many = many;
    ave->one = one;
    ave->coord = coord;
    ave->label = label;
    ave->count = count;
    return MD_OK;
}

/* A window begins: as many chunks as there are now. */
static enum md_status open_window(struct ave_chunk *ave, const struct md_chunk_view *view,
                                  struct md_error *error)
{
    if (view->count != ave->count && ave->average.norm > 0.0 && ave->average.kind != MD_AVERAGE_ONE)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "the number of chunks changed from %" PRId64 " to %" PRId64
                            ", which a running average cannot follow",
                            ave->count, view->count);
    if ((view->count != ave->count || ave->many == NULL) &&
        reserve(ave, view->count, error) != MD_OK)
        return error->status;
    size_t n = (size_t)view->count;
    memset(ave->many, 0, n * width_of(ave) * sizeof *ave->many);
    if (view->dimensions > 0)
        memcpy(ave->coord, view->coord, n * (size_t)view->dimensions * sizeof *ave->coord);
    if (view->label != NULL)
        memcpy(ave->label, view->label, n * sizeof *ave->label);
    return MD_OK;
}

/* The atoms chunk after chunk, and room for a value of each; kept for one sample. */
struct sorted {
    int64_t *chunk; /* of each atom, from 1; 0: none */
    size_t *end;    /* of each chunk's part of `atom`; its beginning is the end of the one before */
    size_t *atom;
    double *value; /* of each atom */
};

static enum md_status reserve_sorted(struct sorted *sorted, size_t atoms, struct md_error *error)
{
    *sorted = (struct sorted){.chunk = md_memory_array(atoms + 1, sizeof *sorted->chunk),
                              .atom = md_memory_array(atoms + 1, sizeof *sorted->atom),
                              .value = md_memory_array(atoms + 1, sizeof *sorted->value)};
    return sorted->chunk == NULL || sorted->atom == NULL || sorted->value == NULL
               ? md_error_memory(error, "fix ave/chunk")
               : MD_OK;
}

static void free_sorted(struct sorted *sorted)
{
    md_memory_free(sorted->chunk);
    md_memory_free(sorted->end);
    md_memory_free(sorted->atom);
    md_memory_free(sorted->value);
}

/* Sorts the members of the group by chunks, and counts them into `one`. */
static enum md_status sort_atoms(struct ave_chunk *ave, const struct md_modify_context *context,
                                 struct sorted *sorted, struct md_error *error)
{
    const struct md_atoms *atoms = &context->system->atoms;
    size_t *end = sorted->end = md_memory_array((size_t)ave->count + 2, sizeof *end);
    if (end == NULL)
        return md_error_memory(error, "fix ave/chunk");
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & md_group_bit(context->group)) == 0)
            sorted->chunk[i] = 0;
        end[sorted->chunk[i] + 1] += sorted->chunk[i] > 0;
    }
    for (int64_t m = 1; m <= ave->count; m++) {
        ave->one[(size_t)(m - 1) * width_of(ave)] = (double)end[m + 1];
        end[m + 1] += end[m];
    }
    /* Until all atoms are in their places, end[m] is where the next one of chunk m goes. */
    for (size_t i = 0; i < atoms->count; i++)
        if (sorted->chunk[i] > 0)
            sorted->atom[end[sorted->chunk[i]]++] = i;
    return MD_OK;
}

/* What atom i adds to a value of its chunk. */
static double term_of(const struct value *value, const struct md_frame *frame,
                      const struct sorted *sorted, size_t i)
{
    const struct md_system *system = frame->system;
    const double *v = frame->v[i];
    switch (value->what) {
    case ATOM_VALUE:
        return sorted->value[i];
    case TEMPERATURE:
        return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * md_mass_of(system, i);
    case NUMBER_DENSITY:
        return 1.0;
    default:
        return md_mass_of(system, i);
    }
}

/* Sums of value k over the atoms of each chunk, into `one`: exact ones, one after the other. */
static enum md_status sum_value(struct ave_chunk *ave, int k,
                                const struct md_modify_context *context,
                                const struct md_frame *frame, const struct sorted *sorted,
                                struct md_error *error)
{
    const struct value *value = &ave->value[k];
    size_t width = width_of(ave), at = 0;
    struct md_exact sum = {0};
    if (value->what == ATOM_VALUE && md_atom_input_values(value->input, frame, context->quantities,
                                                          context->variables, sorted->value, error))
        return error->status;
    for (int64_t m = 1; m <= ave->count; m++) {
        for (; at < sorted->end[m]; at++)
            md_exact_add(&sum, term_of(value, frame, sorted, sorted->atom[at]));
        ave->one[(size_t)(m - 1) * width + 1 + (size_t)k] = md_exact_value(&sum);
        md_exact_number_init(&sum.number);
        sum.count = 0;
    }
    return MD_OK;
}

/* A value of one sample (norm sample, none), given the atoms in the chunk. */
static double of_sample(const struct ave_chunk *ave, const struct value *value,
                        const struct md_units *units, double volume, double atoms, double sum)
{
    switch (value->what) {
    case TEMPERATURE:
        return units->mvv2e * sum /
               ((ave->chunk_freedom + ave->atom_freedom * atoms) * units->boltz);
    case NUMBER_DENSITY:
        return sum / volume;
    case MASS_DENSITY:
        return units->mv2d * (sum / volume);
    default:
        return ave->norm == SAMPLE ? sum / atoms : sum;
    }
}

static void add_sample(struct ave_chunk *ave, const struct md_units *units, double volume)
{
    size_t width = width_of(ave);
    for (int64_t m = 0; m < ave->count; m++) {
        const double *one = ave->one + (size_t)m * width;
        double *many = ave->many + (size_t)m * width;
        if (ave->norm != ALL && !(one[0] > 0.0))
            continue;
        many[0] += one[0];
        for (int k = 0; k < ave->values; k++)
            many[k + 1] += ave->norm == ALL
                               ? one[k + 1]
                               : of_sample(ave, &ave->value[k], units, volume, one[0], one[k + 1]);
    }
}

static enum md_status take_sample(struct ave_chunk *ave, const struct md_modify_context *context,
                                  struct sorted *sorted, double *volume, struct md_error *error)
{
    struct md_frame frame = md_modify_frame(context, true);
    struct md_chunk_view view;
    struct md_compute *compute;
    enum md_status status = find_chunks(ave, context, &compute, error);
    if (status == MD_OK)
        status = md_chunks_assign(compute, context->computes, &frame, ave->schedule.taken > 0,
                                  sorted->chunk, &view, error);
    if (status == MD_OK && ave->schedule.taken == 0)
        status = open_window(ave, &view, error);
    if (status == MD_OK &&
        (view.count != ave->count ||
         (view.label != NULL && memcmp(view.label, ave->label, (size_t)ave->count * 8) != 0)))
        status = md_error_set(error, MD_ERR_RUN, NULL,
                              "the compute chunk/atom '%s' was changed in the middle of an average",
                              ave->chunks);
    if (status != MD_OK)
        return status;
    *volume = view.volume;
    status = sort_atoms(ave, context, sorted, error);
    for (int k = 0; k < ave->values && status == MD_OK; k++)
        status = sum_value(ave, k, context, &frame, sorted, error);
    if (status == MD_OK)
        add_sample(ave, context->system->units, view.volume);
    return status;
}

/* ------------------------------------------------------------------ results */

/* norm all: what was summed by what was counted. */
static void divide_all(struct ave_chunk *ave, const struct md_units *units, double volume)
{
    double repeat = (double)ave->schedule.repeat;
    size_t width = width_of(ave);
    for (int64_t m = 0; m < ave->count; m++) {
        double *many = ave->many + (size_t)m * width;
        for (int k = 1; k <= ave->values && many[0] > 0.0; k++) {
            switch (ave->value[k - 1].what) {
            case TEMPERATURE:
                many[k] *=
                    units->mvv2e /
                    ((repeat * ave->chunk_freedom + ave->atom_freedom * many[0]) * units->boltz);
                break;
            case NUMBER_DENSITY:
                many[k] = many[k] / volume / repeat;
                break;
            case MASS_DENSITY:
                many[k] = many[k] / volume * (units->mv2d / repeat);
                break;
            default:
                many[k] /= many[0];
                break;
            }
        }
        many[0] /= repeat;
    }
}

static void divide(struct ave_chunk *ave, const struct md_units *units, double volume)
{
    double repeat = (double)ave->schedule.repeat;
    if (ave->norm == ALL) {
        divide_all(ave, units, volume);
        return;
    }
    for (size_t k = 0; k < (size_t)ave->count * width_of(ave); k++)
        ave->many[k] /= repeat;
}

static void write_head(struct ave_chunk *ave)
{
    FILE *out = ave->file.record.file;
    const struct md_average_file *file = &ave->file;
    if (file->titled[0])
        fprintf(out, "%s\n", file->title[0]);
    else
        fprintf(out, "# Chunk-averaged data for fix %s and group %s\n", ave->id, ave->group);
    fprintf(out, "%s\n",
            file->titled[1] ? file->title[1] : "# Timestep Number-of-chunks Total-count");
    if (file->titled[2]) {
        fprintf(out, "%s\n", file->title[2]);
    } else {
        fprintf(out, "# Chunk%s", ave->compressed ? " OrigID" : "");
        for (int k = 0; k < ave->dimensions; k++)
            fprintf(out, " Coord%d", k + 1);
        fprintf(out, " Ncount");
        for (int k = 0; k < ave->values; k++)
            fprintf(out, " %s", ave->value[k].text);
        fprintf(out, "\n");
    }
    md_record_headed(&ave->file.record);
}

static enum md_status write_table(struct ave_chunk *ave, int64_t step, struct md_error *error)
{
    size_t width = width_of(ave);
    double atoms = 0.0;
    bool fresh;
    if (ave->file.record.path == NULL)
        return MD_OK;
    enum md_status status = md_record_open(&ave->file.record, &fresh, error);
    if (status != MD_OK)
        return status;
    if (fresh)
        write_head(ave);
    FILE *out = ave->file.record.file;
    for (int64_t m = 0; m < ave->count; m++)
        atoms += ave->average.total[(size_t)m * width];
    fprintf(out, "%" PRId64 " %" PRId64 " %g\n", step, ave->count, atoms);
    for (int64_t m = 0; m < ave->count; m++) {
        fprintf(out, "  %" PRId64, m + 1);
        if (ave->compressed)
            fprintf(out, " %" PRId64, ave->label[m]);
        for (int k = 0; k < ave->dimensions; k++)
            fprintf(out, " %g", ave->coord[m * ave->dimensions + k]);
        fprintf(out, " %g", md_average_value(&ave->average, (size_t)m * width));
        for (size_t k = 1; k < width; k++)
            md_average_print(&ave->file, md_average_value(&ave->average, (size_t)m * width + k));
        fprintf(out, "\n");
    }
    return md_record_flush(&ave->file.record, error);
}

static enum md_status ave_chunk_act(void *state, const struct md_modify_context *context,
                                    unsigned *changed, struct md_error *error)
{
    struct ave_chunk *ave = state;
    int64_t step = md_clock_step(&context->system->clock);
    struct sorted sorted;
    double volume = 0.0;
    (void)changed;
    enum md_status status = reserve_sorted(&sorted, context->system->atoms.count, error);
    if (status == MD_OK)
        status = take_sample(ave, context, &sorted, &volume, error);
    free_sorted(&sorted);
    if (status != MD_OK || !md_schedule_advance(&ave->schedule, step))
        return status;
    divide(ave, context->system->units, volume);
    status = md_average_resize(&ave->average, (size_t)ave->count * width_of(ave), error);
    if (status != MD_OK)
        return status;
    md_average_add(&ave->average, ave->many);
    return write_table(ave, step, error);
}

/* ------------------------------------------------------------------ values */

static void ave_chunk_shape(const void *state, struct md_shape *shape)
{
    const struct ave_chunk *ave = state;
    shape->rows = (int64_t)(ave->average.size / width_of(ave));
    shape->rows_vary = true;
    shape->columns = ave->compressed + ave->dimensions + 1 + ave->values;
}

static enum md_status ave_chunk_value(const void *state, const struct md_modify_context *context,
                                      int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct ave_chunk *ave = state;
    int64_t column = j - 1;
    (void)context;
    (void)error;
    *value = 0.0;
    if (i > ave->count || (size_t)i * width_of(ave) > ave->average.size)
        return MD_OK;
    if (ave->compressed && column-- == 0) {
        *value = (double)ave->label[i - 1];
        return MD_OK;
    }
    if (column < ave->dimensions) {
        *value = ave->coord[(i - 1) * ave->dimensions + column];
        return MD_OK;
    }
    column -= ave->dimensions;
    *value = md_average_value(&ave->average, (size_t)(i - 1) * width_of(ave) + (size_t)column);
    return MD_OK;
}

static enum md_status ave_chunk_keep(void *state, struct md_archive *archive,
                                     struct md_error *error)
{
    struct ave_chunk *ave = state;
    bool reading = md_archive_reading(archive);
    enum md_status status = md_schedule_keep(&ave->schedule, archive, error);
    if (status == MD_OK)
        status = md_average_keep(&ave->average, archive, error);
    if (status == MD_OK)
        status = md_record_keep(&ave->file.record, archive, error);
    if (status != MD_OK || (reading ? !md_archive_has(archive, "sums") : ave->many == NULL))
        return status;
    if (reading)
        status = reserve(ave, (int64_t)(md_archive_size(archive, "sums") / width_of(ave)), error);
    size_t n = (size_t)ave->count;
    if (status == MD_OK)
        status = md_archive_doubles(archive, "sums", ave->many, n * width_of(ave), error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "coordinates", ave->coord, 3 * n, error);
    if (status == MD_OK)
        status = md_archive_ints(archive, "labels", ave->label, n, error);
    return status;
}

static struct md_record *ave_chunk_record(void *state)
{
    struct ave_chunk *ave = state;
    return &ave->file.record;
}

static void ave_chunk_destroy(void *state)
{
    struct ave_chunk *ave = state;
    for (int k = 0; k < ave->values; k++)
        md_memory_free(ave->value[k].input);
    md_memory_free(ave->value);
    md_memory_free(ave->many);
    md_memory_free(ave->one);
    md_memory_free(ave->coord);
    md_memory_free(ave->label);
    md_average_free(&ave->average);
    md_record_free(&ave->file.record);
}

const struct md_modifier md_modifier_ave_chunk = {
    .style =
        {
            .name = "ave/chunk",
            .summary = "averages over the atoms of chunks and over time: profiles",
            .usage = "fix ID GROUP ave/chunk NEVERY NREPEAT NFREQ CHUNK-ID VALUE ... [KEYWORD ...]",
            .manual =
                "Averages over the group's atoms in each chunk of the compute chunk/atom "
                "CHUNK-ID,\n"
                "and over NREPEAT samples, NEVERY steps apart, the last at a multiple of NFREQ.\n"
                "Values: vx vy vz fx fy fz density/number density/mass mass temp c_ID c_ID[i] "
                "f_ID\n"
                "f_ID[i] v_name.  Keywords:\n"
                "  norm all|sample|none    sums of all samples by all atoms counted; the average\n"
                "                          of the samples' averages; the average of their sums\n"
                "  ave one|running|window M; start N (not in LAMMPS)\n"
                "  adof N, cdof M          degrees of freedom of each atom (the dimension) and of\n"
                "                          each chunk (0), for temp\n"
                "  file NAME, append NAME, overwrite, format %g, title1, title2, title3 TEXT\n"
                "\n"
                "f_ID[i][j] is row i, column j of the last table without the chunk's number: the\n"
                "number before compression if there is one, coordinates, atoms, values.  Bins are\n"
                "laid out when a window begins and stay until it ends.  Going on from a restart\n"
                "file, sums and file are continued; a window that was open then must have bins of\n"
                "the same layout.",
            .state_size = sizeof(struct ave_chunk),
        },
    .looks = true,
    .counts_steps = true,
    .create = ave_chunk_create,
    .begin = ave_chunk_begin,
    .next = ave_chunk_next,
    .act = ave_chunk_act,
    .shape = ave_chunk_shape,
    .value = ave_chunk_value,
    .keep = ave_chunk_keep,
    .record = ave_chunk_record,
    .destroy = ave_chunk_destroy,
};
