/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dumps: which atoms, in which order, into which file, at which steps.  All formats share this:
 * atoms are chosen (group, region, thresholds), sorted if asked, and printed row by row below the
 * format's header.  Columns of computes, fixes and variables are evaluated for all atoms before;
 * all others are read from the frame as they are printed.
 *
 * A file is opened when its first snapshot is written, so that a deck can be checked without
 * touching the disk, and a name with a `*` becomes one file for each snapshot.
 */
#include "output/dump.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "output/dump_parts.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------- the list */

static struct md_dump *find(const struct md_dumps *dumps, const char *id)
{
    for (int k = 0; k < dumps->count; k++) {
        if (strcmp(dumps->list[k]->id, id) == 0)
            return dumps->list[k];
    }
    return NULL;
}

bool md_dumps_has(const struct md_dumps *dumps, const char *id)
{
    return find(dumps, id) != NULL;
}

const char *md_dumps_repeated(const struct md_dumps *dumps)
{
    const struct md_dump *dump = dumps->list[dumps->count - 1];
    for (int k = 0; k < dump->count; k++)
        for (int m = 0; m < k; m++)
            if (strcmp(dump->columns[k].word, dump->columns[m].word) == 0)
                return dump->columns[k].word;
    return NULL;
}

bool md_dumps_idle(const struct md_dumps *dumps)
{
    return dumps->count > 0 && dumps->list[dumps->count - 1]->type->idle;
}

const char *md_dumps_of_group(const struct md_dumps *dumps, int group)
{
    for (int k = 0; k < dumps->count; k++)
        if (dumps->list[k]->group == group)
            return dumps->list[k]->id;
    return NULL;
}

static const char *dump_id(const void *context, int i)
{
    const struct md_dumps *dumps = context;
    return i < dumps->count ? dumps->list[i]->id : NULL;
}

static enum md_status find_word(const struct md_dumps *dumps, const struct md_word *word,
                                struct md_dump **dump, struct md_error *error)
{
    *dump = find(dumps, word->text);
    if (*dump != NULL)
        return MD_OK;
    md_error_set(error, MD_ERR_REFERENCE, &word->place, "there is no dump '%s'%s", word->text,
                 dumps->count == 0 ? "; no dump is defined" : "");
    return md_nearest_hint(error, word->text, md_nearest(word->text, dump_id, dumps));
}

void md_dump_forget_files(struct md_dump *dump)
{
    for (int k = 0; dump->kept != NULL && k < dump->max_files; k++)
        md_memory_free(dump->kept[k]);
    md_memory_free(dump->kept);
    dump->kept = NULL;
    dump->max_files = 0;
    dump->files = 0;
}

void md_dump_forget_thresholds(struct md_dump *dump)
{
    for (int k = 0; k < dump->threshold_count; k++)
        md_memory_free(dump->thresholds[k].memory);
    md_memory_free(dump->thresholds);
    dump->thresholds = NULL;
    dump->threshold_count = 0;
}

static enum md_status free_dump(struct md_dump *dump, struct md_error *error)
{
    enum md_status status = md_stream_close(dump->stream, error);
    if (status != MD_OK)
        error->place = dump->place;
    md_dump_forget_files(dump);
    md_memory_free(dump->path);
    md_memory_free(dump->columns);
    md_dump_forget_thresholds(dump);
    md_memory_free(dump->element);
    md_memory_free(dump);
    return status;
}

void md_dumps_close(struct md_dumps *dumps, md_error_sink *report, void *context)
{
    for (int k = 0; k < dumps->count; k++) {
        struct md_error error = {0};
        struct md_stream *stream = dumps->list[k]->stream;
        dumps->list[k]->stream = NULL;
        if (md_stream_close(stream, &error) == MD_OK)
            continue;
        error.place = dumps->list[k]->place;
        report(context, &error);
    }
}

void md_dumps_free(struct md_dumps *dumps)
{
    struct md_error ignored;
    for (int k = 0; k < dumps->count; k++)
        free_dump(dumps->list[k], &ignored);
    md_memory_free(dumps->list);
    dumps->list = NULL;
    dumps->count = 0;
}

/* -------------------------------------------------------------------------- making one */

static enum md_status check_id(const struct md_dumps *dumps, const struct md_word *word,
                               struct md_error *error)
{
    bool plain = word->text[0] != '\0' && strlen(word->text) < sizeof((struct md_dump *)0)->id;
    for (const char *c = word->text; *c != '\0'; c++)
        plain = plain && (isalnum((unsigned char)*c) || *c == '_');
    if (!plain)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%.80s' cannot be a dump's ID: 1 to 63 letters, digits or _",
                            word->text);
    const struct md_dump *other = find(dumps, word->text);
    if (other != NULL)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "dump '%s' exists already (%s:%d); undump it first or choose another "
                            "ID",
                            word->text, other->place.file != NULL ? other->place.file : "deck",
                            other->place.line);
    return MD_OK;
}

static enum md_status check_path(const struct md_word *word, struct md_error *error)
{
    static const struct {
        const char *suffix, *why;
    } refused[] = {
        {".bin", "binary dumps do not exist here; text and .gz do"},
        {".zst", "zstd compression does not exist here; .gz does"},
        {".bz2", "bzip2 compression does not exist here; .gz does"},
        {".xz", "xz compression does not exist here; .gz does"},
    };
    const char *path = word->text;
    size_t length = strlen(path);
    if (length == 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the name of the dump's file is empty");
    const char *star = strchr(path, '*');
    if (star != NULL && strchr(star + 1, '*') != NULL)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%.200s' has more than one *, which stands for the step", path);
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        size_t n = strlen(refused[k].suffix);
        if (length > n && strcmp(path + length - n, refused[k].suffix) == 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place, "'%.200s': %s", path,
                                refused[k].why);
    }
    return MD_OK;
}

static const char *writer_name(const void *context, int i)
{
    const struct md_writer *writer = md_writer_at(i);
    (void)context;
    return writer != NULL ? writer->style.name : NULL;
}

static const char *why_not(const char *style)
{
    if (strcmp(style, "local") == 0)
        return ": there are no computes of pairs or bonds (pair/local) whose values it would show";
    if (strcmp(style, "dcd") == 0 || strcmp(style, "xtc") == 0 || strcmp(style, "netcdf") == 0 ||
        strcmp(style, "h5md") == 0)
        return ": its files are binary";
    return "";
}

static enum md_status find_writer(const struct md_word *word, const struct md_writer **writer,
                                  struct md_error *error)
{
    static const char *const elsewhere[] = {"atom/gz", "custom/gz", "dcd",    "grid",   "h5md",
                                            "local",   "molfile",   "mpiio",  "netcdf", "vtk",
                                            "xtc",     "yaml",      "xyz/gz", "cfg/gz", NULL};
    *writer = md_writer_find(word->text);
    if (*writer != NULL)
        return MD_OK;
    for (int k = 0; elsewhere[k] != NULL; k++) {
        if (strcmp(elsewhere[k], word->text) == 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "dump style '%s' does not exist here%s; atom, custom, xyz, extxyz "
                                "and cfg do, compressed when the file's name ends in .gz",
                                word->text, why_not(word->text));
    }
    md_error_set(
        error, MD_ERR_UNKNOWN, &word->place,
        "unknown dump style '%s'; known are atom, custom, xyz, extxyz, cfg, image and movie",
        word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, writer_name, NULL));
}

static enum md_status name_elements(struct md_dump *dump, struct md_error *error)
{
    dump->element = md_memory_array((size_t)dump->types + 1, sizeof *dump->element);
    if (dump->element == NULL)
        return md_error_memory(error, "element names");
    for (int t = 1; t <= dump->types; t++) {
        if (dump->type->element != NULL)
            snprintf(dump->element[t], MD_ELEMENT_SIZE, "%s", dump->type->element);
        else
            snprintf(dump->element[t], MD_ELEMENT_SIZE, "%d", t);
    }
    return MD_OK;
}

/* Everything of a new dump but its ID and its place in the list. */
static enum md_status fill(struct md_dump *dump, const struct md_system *system,
                           const struct md_dump_context *context, const struct md_args *args,
                           struct md_error *error)
{
    const struct md_word *words = args->words;
    if (md_groups_of_word(&system->groups, &words[1], &dump->group, error) != MD_OK ||
        find_writer(&words[2], &dump->type, error) != MD_OK ||
        md_word_int(&words[3], "number of steps between snapshots", 1, MD_STEP_MAX, &dump->every,
                    error) != MD_OK ||
        check_path(&words[4], error) != MD_OK ||
        md_files_allow(words[4].files, words[4].text, MD_FILES_WRITE, &words[4].place, error))
        return error->status;
    dump->allowed = words[4].files;
    dump->place = args->command.place;
    dump->path_place = words[4].place;
    dump->types = system->types;
    dump->path = md_memory_text(words[4].text);
    if (dump->path == NULL)
        return md_error_memory(error, "the name of a dump's file");
    dump->scale = dump->flush = dump->velocity = dump->force = true;
    dump->sort = dump->type->sorted ? MD_SORT_ID : MD_SORT_OFF;
    dump->next_step = INT64_MAX;
    if (name_elements(dump, error) != MD_OK)
        return error->status;
    struct md_args rest = md_args_after(args, 5);
    if (dump->type->create != NULL)
        return dump->type->create(dump, context, &rest, error);
    if (md_args_count(args, 5, 5, dump->type->style.usage, error) != MD_OK)
        return error->status;
    return dump->type->columns(dump, error);
}

enum md_status md_dumps_add(struct md_dumps *dumps, const struct md_system *system,
                            const struct md_dump_context *context, const struct md_args *args,
                            struct md_error *error)
{
    struct md_error ignored;
    if (md_args_count(args, 5, -1, "dump ID GROUP STYLE N FILE [ATTRIBUTE ...]", error) != MD_OK ||
        check_id(dumps, &args->words[0], error) != MD_OK ||
        md_memory_grow(&dumps->list, (size_t)dumps->count, (size_t)dumps->count + 1,
                       sizeof *dumps->list, error) != MD_OK)
        return error->status;
    struct md_dump *dump = md_memory_array(1, sizeof *dump);
    if (dump == NULL)
        return md_error_memory(error, "a dump");
    snprintf(dump->id, sizeof dump->id, "%s", args->words[0].text);
    enum md_status status = fill(dump, system, context, args, error);
    if (status != MD_OK) {
        free_dump(dump, &ignored);
        return status;
    }
    dumps->list[dumps->count++] = dump;
    return MD_OK;
}

enum md_status md_dumps_modify(struct md_dumps *dumps, const struct md_system *system,
                               const struct md_dump_context *context, const struct md_args *args,
                               struct md_error *error)
{
    struct md_dump *dump;
    if (md_args_count(args, 2, -1, "dump_modify ID KEYWORD VALUE ...", error) != MD_OK ||
        find_word(dumps, &args->words[0], &dump, error) != MD_OK)
        return error->status;
    struct md_args rest = md_args_after(args, 1);
    return md_dump_modify(dump, system, context, &rest, error);
}

enum md_status md_dumps_remove(struct md_dumps *dumps, const struct md_args *args,
                               struct md_error *error)
{
    struct md_dump *dump;
    if (md_args_count(args, 1, 1, "undump ID", error) != MD_OK ||
        find_word(dumps, &args->words[0], &dump, error) != MD_OK)
        return error->status;
    int at = 0;
    while (dumps->list[at] != dump)
        at++;
    dumps->count--;
    for (int k = at; k < dumps->count; k++)
        dumps->list[k] = dumps->list[k + 1];
    return free_dump(dump, error);
}

/* -------------------------------------------------------------------------- when */

static bool by_variable(const struct md_dump *dump)
{
    return dump->every_variable[0] != '\0';
}

/* The first step after `step` at which this dump writes. */
static int64_t next_of(const struct md_dump *dump, int64_t step)
{
    if (dump->type->idle)
        return INT64_MAX;
    if (by_variable(dump))
        return dump->next_step > step ? dump->next_step : INT64_MAX;
    int64_t from = step < dump->delay ? dump->delay - 1 : step;
    return (from / dump->every + 1) * dump->every;
}

int64_t md_dumps_next(const struct md_dumps *dumps, int64_t step)
{
    int64_t next = INT64_MAX;
    for (int k = 0; k < dumps->count; k++) {
        int64_t mine = next_of(dumps->list[k], step);
        next = mine < next ? mine : next;
    }
    return next;
}

static bool due(const struct md_dump *dump, int64_t step, bool at_start)
{
    if (dump->wrote && dump->last_step == step)
        return false;
    if (at_start && dump->first && !dump->wrote)
        return true;
    if (by_variable(dump))
        return !at_start && dump->next_step == step;
    return step % dump->every == 0 && step >= dump->delay;
}

/* dump_modify every v_name: the variable tells the step of the next snapshot. */
static enum md_status ask_variable(struct md_dump *dump, const struct md_dump_context *context,
                                   int64_t step, struct md_error *error)
{
    double value = 0.0;
    enum md_status status =
        context->variables->equal(context->variables->context, dump->every_variable, &value, error);
    if (status == MD_OK && !(value > (double)step && value <= (double)MD_STEP_MAX))
        status = md_error_set(error, MD_ERR_VALUE, NULL,
                              "dump '%s': variable '%s' gave %.15g as the step of the next "
                              "snapshot; it must be greater than the present step %" PRId64,
                              dump->id, dump->every_variable, value, step);
    if (status != MD_OK) {
        if (error->place.file == NULL)
            error->place = dump->place;
        return status;
    }
    dump->next_step = (int64_t)value;
    return MD_OK;
}

/* -------------------------------------------------------------------------- which atoms */

/* A snapshot being put together: `count` atoms of a frame. */
struct table {
    const struct md_frame *frame;
    uint32_t *chosen; /* NULL: all of them as they stand */
    size_t count;
    double **values; /* [column]: of all atoms of the frame; NULL: an attribute */
};

static size_t atom_at(const struct table *table, size_t c)
{
    return table->chosen != NULL ? table->chosen[c] : c;
}

/* The values of a column for all atoms of the frame, to be freed; NULL: see the error. */
static double *whole_column(const struct md_dump_column *column,
                            const struct md_dump_context *context, const struct md_frame *frame,
                            struct md_error *error)
{
    double *values = md_memory_array(frame->count + 1, sizeof *values);
    if (values == NULL) {
        md_error_memory(error, "a snapshot");
        return NULL;
    }
    if (md_dump_column_values(column, context, frame, values, error) == MD_OK)
        return values;
    md_memory_free(values);
    return NULL;
}

static bool passes(double value, enum md_threshold_op op, double limit)
{
    switch (op) {
    case MD_BELOW:
        return value < limit;
    case MD_AT_MOST:
        return value <= limit;
    case MD_ABOVE_ONLY:
        return value > limit;
    case MD_AT_LEAST:
        return value >= limit;
    case MD_EQUAL:
        return value == limit;
    case MD_UNEQUAL:
        return value != limit;
    case MD_EITHER:
        return (value == 0.0) != (limit == 0.0);
    }
    return false;
}

static int by_id(const void *a, const void *b)
{
    const struct md_dump_memory *p = a, *q = b;
    return p->id < q->id ? -1 : p->id > q->id;
}

/* What atom i had at the last snapshot; at the first one, and for new atoms, what it has now. */
static double remembered(const struct md_threshold *threshold, const struct md_frame *frame,
                         size_t i, double now)
{
    struct md_dump_memory key = {frame->system->atoms.id[i], 0.0};
    const struct md_dump_memory *found =
        threshold->memory == NULL
            ? NULL
            : bsearch(&key, threshold->memory, threshold->memory_count, sizeof key, by_id);
    return found != NULL ? found->value : now;
}

static enum md_status remember(struct md_threshold *threshold, const struct md_frame *frame,
                               const double *values, struct md_error *error)
{
    struct md_dump_memory *memory = md_memory_array(frame->count + 1, sizeof *memory);
    if (memory == NULL)
        return md_error_memory(error, "thresholds of a dump");
    for (size_t i = 0; i < frame->count; i++)
        memory[i] = (struct md_dump_memory){frame->system->atoms.id[i], values[i]};
    qsort(memory, frame->count, sizeof *memory, by_id);
    md_memory_free(threshold->memory);
    threshold->memory = memory;
    threshold->memory_count = frame->count;
    return MD_OK;
}

static enum md_status pass_threshold(struct md_threshold *threshold,
                                     const struct md_dump_context *context, struct table *table,
                                     struct md_error *error)
{
    double *values = whole_column(&threshold->column, context, table->frame, error);
    if (values == NULL)
        return error->status;
    size_t kept = 0;
    for (size_t c = 0; c < table->count; c++) {
        uint32_t i = table->chosen[c];
        double limit =
            threshold->last ? remembered(threshold, table->frame, i, values[i]) : threshold->value;
        if (passes(values[i], threshold->op, limit))
            table->chosen[kept++] = i;
    }
    table->count = kept;
    enum md_status status =
        threshold->last ? remember(threshold, table->frame, values, error) : MD_OK;
    md_memory_free(values);
    return status;
}

static enum md_status choose(struct md_dump *dump, const struct md_dump_context *context,
                             struct table *table, struct md_error *error)
{
    const struct md_frame *frame = table->frame;
    const struct md_system *system = frame->system;
    int region = -1;
    if (dump->region[0] != '\0') {
        region = md_regions_find(&system->regions, dump->region);
        if (region < 0)
            return md_error_set(error, MD_ERR_REFERENCE, &dump->place,
                                "dump '%s' writes the atoms of region '%s', which was deleted",
                                dump->id, dump->region);
    }
    for (size_t i = 0; i < frame->count; i++) {
        if ((system->atoms.groups[i] & md_group_bit(dump->group)) == 0)
            continue;
        if (region >= 0 && !md_region_contains(&system->regions, region, frame->x[i]))
            continue;
        table->chosen[table->count++] = (uint32_t)i;
    }
    for (int k = 0; k < dump->threshold_count; k++)
        if (pass_threshold(&dump->thresholds[k], context, table, error) != MD_OK)
            return error->status;
    return MD_OK;
}

struct sort_key {
    double value;
    uint32_t atom; /* ties keep the order of the atoms */
};

static int ascending(const void *a, const void *b)
{
    const struct sort_key *p = a, *q = b;
    if (p->value != q->value)
        return p->value < q->value ? -1 : 1;
    return p->atom < q->atom ? -1 : p->atom > q->atom;
}

static int descending(const void *a, const void *b)
{
    const struct sort_key *p = a, *q = b;
    if (p->value != q->value)
        return p->value > q->value ? -1 : 1;
    return p->atom < q->atom ? -1 : p->atom > q->atom;
}

static enum md_status sort(const struct md_dump *dump, const struct md_dump_context *context,
                           struct table *table, struct md_error *error)
{
    const int64_t *id = table->frame->system->atoms.id;
    double *values = NULL;
    bool by_id = dump->sort == MD_SORT_ID;
    if (dump->sort == MD_SORT_OFF || table->count < 2)
        return MD_OK;
    if (!by_id) {
        values = whole_column(&dump->columns[dump->sort_column], context, table->frame, error);
        if (values == NULL)
            return error->status;
    }
    struct sort_key *keys = md_memory_array(table->count, sizeof *keys);
    for (size_t c = 0; keys != NULL && c < table->count; c++) {
        uint32_t i = table->chosen[c];
        keys[c] = (struct sort_key){by_id ? (double)id[i] : values[i], i};
    }
    md_memory_free(values);
    if (keys == NULL)
        return md_error_memory(error, "sorting a dump");
    qsort(keys, table->count, sizeof *keys, dump->descending ? descending : ascending);
    for (size_t c = 0; c < table->count; c++)
        table->chosen[c] = keys[c].atom;
    md_memory_free(keys);
    return MD_OK;
}

static enum md_status evaluate(const struct md_dump *dump, const struct md_dump_context *context,
                               struct table *table, struct md_error *error)
{
    table->values = md_memory_array((size_t)dump->count + 1, sizeof *table->values);
    if (table->values == NULL)
        return md_error_memory(error, "a snapshot");
    for (int k = 0; k < dump->count && table->count > 0; k++) {
        if (dump->columns[k].attribute != NULL)
            continue;
        table->values[k] = whole_column(&dump->columns[k], context, table->frame, error);
        if (table->values[k] == NULL)
            return error->status;
    }
    return MD_OK;
}

/* Whether the rows are the frame's atoms as they stand. */
static bool is_plain(const struct md_dump *dump)
{
    return dump->group == 0 && dump->region[0] == '\0' && dump->threshold_count == 0 &&
           dump->sort == MD_SORT_OFF;
}

static enum md_status fill_table(struct md_dump *dump, const struct md_dump_context *context,
                                 struct table *table, struct md_error *error)
{
    if (is_plain(dump)) {
        table->count = table->frame->count;
        return evaluate(dump, context, table, error);
    }
    table->chosen = md_memory_array(table->frame->count + 1, sizeof *table->chosen);
    if (table->chosen == NULL)
        return md_error_memory(error, "a snapshot");
    if (choose(dump, context, table, error) != MD_OK || sort(dump, context, table, error) != MD_OK)
        return error->status;
    return evaluate(dump, context, table, error);
}

static void free_table(const struct md_dump *dump, struct table *table)
{
    for (int k = 0; table->values != NULL && k < dump->count; k++)
        md_memory_free(table->values[k]);
    md_memory_free(table->values);
    md_memory_free(table->chosen);
}

/* -------------------------------------------------------------------------- printing */

static char face_letter(enum md_boundary face)
{
    switch (face) {
    case MD_PERIODIC:
        return 'p';
    case MD_FIXED:
        return 'f';
    case MD_SHRINK:
        return 's';
    case MD_SHRINK_MIN:
        return 'm';
    }
    return '?';
}

void md_dump_item_header(struct md_dump *dump, const struct md_frame *frame, size_t count)
{
    const struct md_box *box = &frame->system->box;
    if (dump->units && dump->new_file)
        md_stream_print(dump->stream, "ITEM: UNITS\n%s\n", frame->system->units->name);
    if (dump->time)
        md_stream_print(dump->stream, "ITEM: TIME\n%.16g\n", frame->time);
    md_stream_print(dump->stream,
                    "ITEM: TIMESTEP\n%" PRId64 "\nITEM: NUMBER OF ATOMS\n%zu\nITEM: BOX BOUNDS",
                    frame->step, count);
    for (int axis = 0; axis < 3; axis++)
        md_stream_print(dump->stream, " %c%c", face_letter(box->face[axis][0]),
                        face_letter(box->face[axis][1]));
    for (int axis = 0; axis < 3; axis++)
        md_stream_print(dump->stream, "\n%-1.16e %-1.16e", box->lo[axis], box->hi[axis]);
    md_stream_print(dump->stream, "\nITEM: ATOMS");
    for (int k = 0; k < dump->count; k++) {
        const struct md_dump_column *column = &dump->columns[k];
        md_stream_print(dump->stream, " %s", column->name[0] != '\0' ? column->name : column->word);
    }
    md_stream_print(dump->stream, "\n");
}

static const char *format_of(const struct md_dump *dump, const struct md_dump_column *column)
{
    const char *by_kind = column->kind == MD_FORMAT_INT     ? dump->format_int
                          : column->kind == MD_FORMAT_FLOAT ? dump->format_float
                                                            : "";
    const char *fixed =
        dump->type->format != NULL ? dump->type->format((int)(column - dump->columns)) : NULL;
    if (fixed != NULL)
        return fixed;
    if (column->format[0] != '\0')
        return column->format;
    if (by_kind[0] != '\0')
        return by_kind;
    if (column->line_format[0] != '\0')
        return column->line_format;
    if (column->kind == MD_FORMAT_INT)
        return "%lld";
    if (column->kind == MD_FORMAT_TEXT)
        return "%s";
    return dump->type->real != NULL ? dump->type->real : "%g";
}

static void print_rows(struct md_dump *dump, const struct table *table)
{
    char text[MD_FORMAT_OUTPUT + 1];
    for (size_t c = 0; c < table->count; c++) {
        size_t i = atom_at(table, c);
        for (int k = 0; k < dump->count; k++) {
            const struct md_dump_column *column = &dump->columns[k];
            const char *format = format_of(dump, column);
            double value = table->values[k] != NULL ? table->values[k][i]
                                                    : md_dump_column_at(column, table->frame, i);
            size_t length;
            if (dump->type->adjust != NULL)
                value = dump->type->adjust(dump, k, value);
            if (column->kind == MD_FORMAT_INT)
                length = md_format_int(text, format, (int64_t)value);
            else if (column->kind == MD_FORMAT_FLOAT)
                length = md_format_float(text, format, value);
            else
                length = md_format_text(text, format, dump->element[(int)value]);
            md_stream_write(dump->stream, text, length);
            const char *gap = dump->type->gap != NULL ? dump->type->gap(k) : " ";
            gap = k + 1 < dump->count ? gap : "\n";
            md_stream_write(dump->stream, gap, strlen(gap));
        }
    }
}

/* -------------------------------------------------------------------------- files */

/* The file's name with its * replaced by the step and its % by the number of the only process; to
 * be freed by the caller. */
static char *name_at(const struct md_dump *dump, int64_t step)
{
    const char *star = strchr(dump->path, '*');
    size_t room = strlen(dump->path) + (size_t)dump->pad + 32;
    char *name = md_memory_array(room, 1);
    if (name == NULL)
        return NULL;
    if (star != NULL)
        snprintf(name, room, "%.*s%0*" PRId64 "%s", (int)(star - dump->path), dump->path, dump->pad,
                 step, star + 1);
    else
        snprintf(name, room, "%s", dump->path);
    char *percent = strchr(name, '%');
    if (percent != NULL)
        *percent = '0';
    return name;
}

/* dump_modify maxfiles: remembers the new file and removes the one max_files before it. */
static enum md_status keep(struct md_dump *dump, const char *name, struct md_error *error)
{
    if (dump->max_files == 0)
        return MD_OK;
    char **slot = &dump->kept[dump->files++ % dump->max_files];
    if (*slot != NULL && strcmp(*slot, name) != 0)
        (void)md_files_remove(dump->allowed, *slot);
    md_memory_free(*slot);
    *slot = md_memory_text(name);
    return *slot != NULL ? MD_OK : md_error_memory(error, "the name of a dump's file");
}

static enum md_status open_file(struct md_dump *dump, int64_t step, struct md_error *error)
{
    bool many = strchr(dump->path, '*') != NULL;
    if (dump->stream != NULL)
        return MD_OK;
    char *name = name_at(dump, step);
    if (name == NULL)
        return md_error_memory(error, "the name of a dump's file");
    enum md_status status =
        md_stream_open(&dump->stream, dump->allowed, name, !many && dump->append, error);
    if (status == MD_OK && many)
        status = keep(dump, name, error);
    dump->new_file = true;
    md_memory_free(name);
    return status;
}

static enum md_status open_named(struct md_dump *dump, int64_t step, struct md_error *error)
{
    enum md_status status = open_file(dump, step, error);
    if (status != MD_OK && error->place.file == NULL)
        error->place = dump->path_place;
    return status;
}

static enum md_status finish_file(struct md_dump *dump, struct md_error *error)
{
    if (strchr(dump->path, '*') != NULL) {
        struct md_stream *stream = dump->stream;
        dump->stream = NULL;
        return md_stream_close(stream, error);
    }
    dump->new_file = false;
    return dump->flush ? md_stream_flush(dump->stream, error) : MD_OK;
}

/* After a failure: the file is left as far as it got, and what comes later is appended. */
static void give_up(struct md_dump *dump)
{
    struct md_error ignored;
    if (dump->stream == NULL)
        return;
    md_stream_close(dump->stream, &ignored);
    dump->stream = NULL;
    dump->append = true;
}

/* dump_modify pbc yes: a frame whose atoms are inside the periodic box, with copies of its own. */
struct wrapped {
    struct md_system system;
    struct md_frame frame;
    md_vec3 *x;
    int (*image)[3];
};

static enum md_status wrap(struct wrapped *wrapped, const struct md_frame **frame,
                           struct md_error *error)
{
    const struct md_frame *from = *frame;
    wrapped->x = md_memory_array(from->count + 1, sizeof *wrapped->x);
    wrapped->image = md_memory_array(from->count + 1, sizeof *wrapped->image);
    if (wrapped->x == NULL || wrapped->image == NULL)
        return md_error_memory(error, "a snapshot");
    for (size_t i = 0; i < from->count; i++) {
        memcpy(wrapped->x[i], from->x[i], sizeof wrapped->x[i]);
        memcpy(wrapped->image[i], from->system->atoms.image[i], sizeof wrapped->image[i]);
        md_box_wrap(&from->system->box, wrapped->x[i], wrapped->image[i]);
    }
    wrapped->system = *from->system;
    wrapped->system.atoms.image = wrapped->image;
    wrapped->frame = *from;
    wrapped->frame.system = &wrapped->system;
    wrapped->frame.x = (const md_vec3 *)wrapped->x;
    *frame = &wrapped->frame;
    return MD_OK;
}

static enum md_status write_snapshot(struct md_dump *dump, const struct md_dump_context *context,
                                     const struct md_frame *frame, struct md_error *error)
{
    struct table table = {.count = 0};
    struct wrapped wrapped = {.x = NULL, .image = NULL};
    int64_t step = frame->step;
    if (dump->type->idle)
        return MD_OK;
    enum md_status status = dump->pbc ? wrap(&wrapped, &frame, error) : MD_OK;
    table.frame = frame;
    if (status == MD_OK)
        status = fill_table(dump, context, &table, error);
    if (status == MD_OK)
        status = open_named(dump, frame->step, error);
    if (status == MD_OK) {
        if (!dump->headless)
            dump->type->header(dump, frame, table.count);
        print_rows(dump, &table);
        status = finish_file(dump, error);
    }
    free_table(dump, &table);
    md_memory_free(wrapped.x);
    md_memory_free(wrapped.image);
    if (status != MD_OK) {
        give_up(dump);
        if (error->place.file == NULL)
            error->place = dump->place;
        return status;
    }
    dump->wrote = true;
    dump->last_step = step;
    return MD_OK;
}

enum md_status md_dumps_write(struct md_dumps *dumps, const struct md_dump_context *context,
                              const struct md_frame *frame, bool at_start, struct md_error *error)
{
    for (int k = 0; k < dumps->count; k++) {
        struct md_dump *dump = dumps->list[k];
        bool now = due(dump, frame->step, at_start);
        if (now && write_snapshot(dump, context, frame, error) != MD_OK)
            return error->status;
        if (by_variable(dump) && (now || at_start) &&
            ask_variable(dump, context, frame->step, error) != MD_OK)
            return error->status;
    }
    return MD_OK;
}

enum md_status md_dumps_write_all(struct md_dumps *dumps, const struct md_dump_context *context,
                                  const struct md_frame *frame, struct md_error *error)
{
    for (int k = 0; k < dumps->count; k++) {
        struct md_dump *dump = dumps->list[k];
        if (dump->wrote && dump->last_step == frame->step)
            continue;
        bool now = by_variable(dump) && dump->next_step == frame->step;
        if (write_snapshot(dump, context, frame, error) != MD_OK)
            return error->status;
        if (now && ask_variable(dump, context, frame->step, error) != MD_OK)
            return error->status;
    }
    return MD_OK;
}

/* -------------------------------------------------------------------------- write_dump */

static bool shows_forces(const struct md_dump *dump)
{
    bool shows = false;
    for (int k = 0; k < dump->count; k++)
        shows = shows || md_dump_column_is_force(&dump->columns[k]);
    for (int k = 0; k < dump->threshold_count; k++)
        shows = shows || md_dump_column_is_force(&dump->thresholds[k].column);
    return shows;
}

/* The words of a dump command that would write the same: ID GROUP STYLE 1 FILE ... */
static enum md_status make_single(struct md_dump *dump, const struct md_system *system,
                                  const struct md_dump_context *context, const struct md_args *args,
                                  int own, struct md_error *error)
{
    struct md_word *words = md_memory_array((size_t)own + 2, sizeof *words);
    if (words == NULL)
        return md_error_memory(error, "a dump");
    words[0] = (struct md_word){.text = "WRITE_DUMP", .place = args->command.place};
    words[1] = args->words[0];
    words[2] = args->words[1];
    words[3] = (struct md_word){.text = "1", .place = args->command.place};
    for (int k = 2; k < own; k++)
        words[k + 2] = args->words[k];
    struct md_args as_dump = {words, own + 2, args->command};
    snprintf(dump->id, sizeof dump->id, "%s", words[0].text);
    dump->single = true;
    enum md_status status = fill(dump, system, context, &as_dump, error);
    md_memory_free(words);
    if (status == MD_OK && own < args->count) {
        struct md_args changes = md_args_after(args, own + 1);
        status = md_dump_modify(dump, system, context, &changes, error);
    }
    return status;
}

enum md_status md_dumps_single(const struct md_system *system,
                               const struct md_dump_context *context, const struct md_args *args,
                               struct md_dump **dump, bool *forces, struct md_error *error)
{
    struct md_error ignored;
    int own = 3; /* words before modify */
    while (own < args->count && !md_word_is(&args->words[own], "modify"))
        own++;
    *dump = md_memory_array(1, sizeof **dump);
    if (*dump == NULL)
        return md_error_memory(error, "a dump");
    enum md_status status = make_single(*dump, system, context, args, own, error);
    if (status != MD_OK) {
        free_dump(*dump, &ignored);
        *dump = NULL;
        return status;
    }
    *forces = shows_forces(*dump);
    return MD_OK;
}

enum md_status md_dumps_write_single(struct md_dump *dump, const struct md_dump_context *context,
                                     const struct md_frame *frame, struct md_error *error)
{
    struct md_error second;
    enum md_status status = frame != NULL ? write_snapshot(dump, context, frame, error) : MD_OK;
    enum md_status closed = free_dump(dump, &second);
    if (status == MD_OK && closed != MD_OK) {
        *error = second;
        status = closed;
    }
    return status;
}

enum md_status md_dumps_flush(struct md_dumps *dumps, struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int k = 0; k < dumps->count && status == MD_OK; k++) {
        struct md_dump *dump = dumps->list[k];
        if (dump->stream == NULL)
            continue;
        status = md_stream_flush(dump->stream, error);
        if (status != MD_OK) {
            give_up(dump);
            error->place = dump->place;
        }
    }
    return status;
}
