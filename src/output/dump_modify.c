/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dump_modify: a table of keywords, each with the function that reads its values.  Keywords of
 * LAMMPS that mean nothing here are refused by name, with the reason.
 */
#include "base/memory.h"
#include "base/nearest.h"
#include "output/dump_parts.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a keyword's reader works on; args->words[0] is the keyword itself. */
struct change {
    struct md_dump *dump;
    const struct md_system *system;
    const struct md_dump_context *context;
    struct md_args args;
    int used; /* words taken, the keyword included */
};

typedef enum md_status change_one(struct change *change, struct md_error *error);

struct keyword {
    const char *name;
    const char *usage;
    int values;     /* that must follow */
    unsigned takes; /* what the format must have; 0: all formats do */
    change_one *apply;
};

static const struct md_word *value(const struct change *change)
{
    return &change->args.words[1];
}

static enum md_status flag(struct change *change, bool *out, struct md_error *error)
{
    char what[64];
    snprintf(what, sizeof what, "dump_modify %s", change->args.words[0].text);
    return md_word_bool(value(change), what, out, error);
}

static enum md_status change_append(struct change *change, struct md_error *error)
{
    struct md_dump *dump = change->dump;
    if (strchr(dump->path, '*') != NULL)
        return md_error_set(error, MD_ERR_VALUE, &change->args.words[0].place,
                            "dump '%s' begins a file for each snapshot ('%.200s'), so there is "
                            "none to append to",
                            dump->id, dump->path);
    return flag(change, &dump->append, error);
}

/* Output is buffered as the system does it: checked, and without effect. */
static enum md_status change_buffer(struct change *change, struct md_error *error)
{
    bool ignored = false;
    return flag(change, &ignored, error);
}

static enum md_status change_delay(struct change *change, struct md_error *error)
{
    return md_word_int(value(change), "dump_modify delay", INT64_MIN, MD_STEP_MAX,
                       &change->dump->delay, error);
}

static enum md_status change_element(struct change *change, struct md_error *error)
{
    struct md_dump *dump = change->dump;
    if (change->args.count - 1 < dump->types)
        return md_error_set(error, MD_ERR_COUNT, &change->args.words[0].place,
                            "dump_modify element has %d name%s for %d atom types, one for each is "
                            "needed",
                            change->args.count - 1, change->args.count == 2 ? "" : "s",
                            dump->types);
    for (int t = 1; t <= dump->types; t++) {
        const struct md_word *word = &change->args.words[t];
        size_t length = strlen(word->text);
        bool plain = length > 0 && length < MD_ELEMENT_SIZE;
        for (const char *c = word->text; *c != '\0'; c++)
            plain = plain && isgraph((unsigned char)*c) && *c != '"';
        if (!plain)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "'%.80s' cannot be an element's name: 1 to %d printable characters "
                                "without blanks",
                                word->text, MD_ELEMENT_SIZE - 1);
        memcpy(dump->element[t], word->text, length + 1);
    }
    change->used = dump->types + 1;
    return MD_OK;
}

static enum md_status change_every(struct change *change, struct md_error *error)
{
    struct md_dump *dump = change->dump;
    const struct md_word *word = value(change);
    struct md_reference reference;
    const struct md_variables *variables = change->context->variables;
    if (strncmp(word->text, "v_", 2) != 0) {
        if (md_word_int(word, "number of steps between snapshots", 1, MD_STEP_MAX, &dump->every,
                        error) != MD_OK)
            return error->status;
        dump->every_variable[0] = '\0';
        return MD_OK;
    }
    if (!md_reference_split(word->text, &reference) || reference.i != 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%.80s' is not a number of steps nor v_NAME of an equal-style "
                            "variable",
                            word->text);
    if (md_reference_check(&reference, NULL, variables, word, error) != MD_OK)
        return error->status;
    if (variables != NULL && variables->kind != NULL &&
        variables->kind(variables->context, reference.id) != MD_VARIABLE_EQUAL)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "variable '%s' is not equal-style, which dump_modify every needs",
                            reference.id);
    snprintf(dump->every_variable, sizeof dump->every_variable, "%s", reference.id);
    dump->next_step = INT64_MAX;
    return MD_OK;
}

static enum md_status change_first(struct change *change, struct md_error *error)
{
    return flag(change, &change->dump->first, error);
}

static enum md_status change_flush(struct change *change, struct md_error *error)
{
    return flag(change, &change->dump->flush, error);
}

static enum md_status change_units(struct change *change, struct md_error *error)
{
    return flag(change, &change->dump->units, error);
}

static enum md_status change_time(struct change *change, struct md_error *error)
{
    return flag(change, &change->dump->time, error);
}

/* Options that change which columns there are. */
static enum md_status column_flag(struct change *change, bool *out, struct md_error *error)
{
    if (flag(change, out, error) != MD_OK)
        return error->status;
    return change->dump->type->columns(change->dump, error);
}

static enum md_status change_scale(struct change *change, struct md_error *error)
{
    return column_flag(change, &change->dump->scale, error);
}

static enum md_status change_image(struct change *change, struct md_error *error)
{
    return column_flag(change, &change->dump->image, error);
}

static enum md_status change_unwrap(struct change *change, struct md_error *error)
{
    return column_flag(change, &change->dump->unwrap, error);
}

static enum md_status change_velocity(struct change *change, struct md_error *error)
{
    return column_flag(change, &change->dump->velocity, error);
}

static enum md_status change_force(struct change *change, struct md_error *error)
{
    return column_flag(change, &change->dump->force, error);
}

static enum md_status change_mass(struct change *change, struct md_error *error)
{
    return column_flag(change, &change->dump->mass, error);
}

static enum md_status change_header(struct change *change, struct md_error *error)
{
    bool header = true;
    enum md_status status = flag(change, &header, error);
    change->dump->headless = !header;
    return status;
}

static enum md_status change_pbc(struct change *change, struct md_error *error)
{
    return flag(change, &change->dump->pbc, error);
}

/* One process writes one file, however many were asked for. */
static enum md_status change_files(struct change *change, struct md_error *error)
{
    const struct md_dump *dump = change->dump;
    int64_t ignored;
    if (strchr(dump->path, '%') == NULL)
        return md_error_set(error, MD_ERR_VALUE, &change->args.words[0].place,
                            "dump '%s' writes to '%.200s'; %s needs a %% in its name", dump->id,
                            dump->path, change->args.words[0].text);
    return md_word_int(value(change), change->args.words[0].text, 1, INT32_MAX, &ignored, error);
}

static enum md_status change_pad(struct change *change, struct md_error *error)
{
    int64_t pad;
    if (md_word_int(value(change), "dump_modify pad", 0, 20, &pad, error) != MD_OK)
        return error->status;
    change->dump->pad = (int)pad;
    return MD_OK;
}

static enum md_status change_maxfiles(struct change *change, struct md_error *error)
{
    struct md_dump *dump = change->dump;
    int64_t files;
    if (strchr(dump->path, '*') == NULL)
        return md_error_set(error, MD_ERR_VALUE, &change->args.words[0].place,
                            "dump '%s' writes one file, '%.200s'; maxfiles needs a * in its name",
                            dump->id, dump->path);
    if (md_word_int(value(change), "dump_modify maxfiles", -1, 1000000, &files, error) != MD_OK)
        return error->status;
    if (files == 0)
        return md_error_set(error, MD_ERR_VALUE, &value(change)->place,
                            "dump_modify maxfiles 0: at least 1, or -1 for no limit");
    md_dump_forget_files(dump);
    if (files < 0)
        return MD_OK;
    dump->kept = md_memory_array((size_t)files, sizeof *dump->kept);
    if (dump->kept == NULL)
        return md_error_memory(error, "the names of dump files");
    dump->max_files = (int)files;
    return MD_OK;
}

static enum md_status change_region(struct change *change, struct md_error *error)
{
    int index;
    const struct md_word *word = value(change);
    change->dump->region[0] = '\0';
    if (md_word_is(word, "none") || md_word_is(word, "NULL"))
        return MD_OK;
    if (md_regions_of_word(&change->system->regions, word, &index, error) != MD_OK)
        return error->status;
    snprintf(change->dump->region, sizeof change->dump->region, "%s", word->text);
    return MD_OK;
}

static enum md_status change_sort(struct change *change, struct md_error *error)
{
    struct md_dump *dump = change->dump;
    const struct md_word *word = value(change);
    int64_t column;
    dump->descending = false;
    if (md_word_is(word, "off") || md_word_is(word, "id")) {
        dump->sort = md_word_is(word, "id") ? MD_SORT_ID : MD_SORT_OFF;
        return MD_OK;
    }
    if (!md_parse_int(word->text, &column) || column == 0 || llabs(column) > dump->count)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "dump_modify sort '%.80s': off, id, or the number of a column from 1 "
                            "to %d, negative for descending order",
                            word->text, dump->count);
    dump->sort = MD_SORT_COLUMN;
    dump->sort_column = (int)llabs(column) - 1;
    dump->descending = column < 0;
    return MD_OK;
}

/* -------------------------------------------------------------------------- formats */

static enum md_status find_column(const struct md_dump *dump, const struct md_word *word, int *k,
                                  struct md_error *error)
{
    int64_t n;
    if (md_parse_int(word->text, &n)) {
        int64_t at = n < 0 ? dump->count + n : n - 1;
        if (n == 0 || at < 0 || at >= dump->count)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "dump '%s' has no column %s; it has %d, counted from 1", dump->id,
                                word->text, dump->count);
        *k = (int)at;
        return MD_OK;
    }
    for (*k = 0; *k < dump->count; (*k)++) {
        if (strcmp(dump->columns[*k].word, word->text) == 0)
            return MD_OK;
    }
    return md_error_set(error, MD_ERR_VALUE, &word->place,
                        "dump '%s' has no column '%.80s'; a number from 1 to %d or the name of a "
                        "column is wanted",
                        dump->id, word->text, dump->count);
}

static enum md_status format_line(struct md_dump *dump, const struct md_word *word,
                                  struct md_error *error)
{
    const char *cursor = word->text;
    for (int k = 0;; k++) {
        char one[MD_FORMAT_SIZE * 2];
        cursor += strspn(cursor, " \t");
        size_t length = strcspn(cursor, " \t");
        if ((length == 0) != (k == dump->count))
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "format line '%.100s' has %s than %d formats, one for each column "
                                "of dump '%s'",
                                word->text, length == 0 ? "fewer" : "more", dump->count, dump->id);
        if (length == 0)
            return MD_OK;
        snprintf(one, sizeof one, "%.*s", length < sizeof one ? (int)length : (int)sizeof one - 1,
                 cursor);
        if (md_format_read(one, dump->columns[k].kind, &word->place, dump->columns[k].line_format,
                           error) != MD_OK)
            return error->status;
        cursor += length;
    }
}

static enum md_status change_format(struct change *change, struct md_error *error)
{
    struct md_dump *dump = change->dump;
    const struct md_word *which = value(change);
    int k;
    if (md_word_is(which, "none")) {
        dump->format_int[0] = dump->format_float[0] = '\0';
        for (k = 0; k < dump->count; k++)
            dump->columns[k].format[0] = dump->columns[k].line_format[0] = '\0';
        return MD_OK;
    }
    if (change->args.count < 3)
        return md_error_set(error, MD_ERR_COUNT, &which->place,
                            "dump_modify format %s lacks the format itself: dump_modify ID format "
                            "none | line TEXT | int TEXT | float TEXT | N TEXT",
                            which->text);
    const struct md_word *text = &change->args.words[2];
    change->used = 3;
    if (md_word_is(which, "line"))
        return format_line(dump, text, error);
    if (md_word_is(which, "int"))
        return md_format_read(text->text, MD_FORMAT_INT, &text->place, dump->format_int, error);
    if (md_word_is(which, "float"))
        return md_format_read(text->text, MD_FORMAT_FLOAT, &text->place, dump->format_float, error);
    if (find_column(dump, which, &k, error) != MD_OK)
        return error->status;
    return md_format_read(text->text, dump->columns[k].kind, &text->place, dump->columns[k].format,
                          error);
}

static enum md_status change_colname(struct change *change, struct md_error *error)
{
    struct md_dump *dump = change->dump;
    int k;
    if (md_word_is(value(change), "default")) {
        for (k = 0; k < dump->count; k++)
            dump->columns[k].name[0] = '\0';
        return MD_OK;
    }
    if (change->args.count < 3)
        return md_error_set(error, MD_ERR_COUNT, &value(change)->place,
                            "dump_modify colname %s lacks the new name: dump_modify ID colname "
                            "default | COLUMN NAME",
                            value(change)->text);
    if (find_column(dump, value(change), &k, error) != MD_OK)
        return error->status;
    const struct md_word *name = &change->args.words[2];
    size_t length = strlen(name->text);
    bool plain = length > 0 && length < sizeof dump->columns[k].name;
    for (const char *c = name->text; *c != '\0'; c++)
        plain = plain && isgraph((unsigned char)*c);
    if (!plain)
        return md_error_set(error, MD_ERR_VALUE, &name->place,
                            "'%.80s' cannot head a column: 1 to %zu printable characters without "
                            "blanks",
                            name->text, sizeof dump->columns[k].name - 1);
    memcpy(dump->columns[k].name, name->text, length + 1);
    change->used = 3;
    return MD_OK;
}

/* -------------------------------------------------------------------------- thresholds */

static enum md_status change_thresh(struct change *change, struct md_error *error)
{
    static const char *const ops[] = {"<", "<=", ">", ">=", "==", "!=", "|^", NULL};
    struct md_dump *dump = change->dump;
    struct md_threshold threshold = {.memory = NULL};
    int op;
    if (md_word_is(value(change), "none")) {
        md_dump_forget_thresholds(dump);
        return MD_OK;
    }
    if (change->args.count < 4)
        return md_error_set(
            error, MD_ERR_COUNT, &change->args.words[0].place,
            "dump_modify thresh lacks words: dump_modify ID thresh none | ATTRIBUTE "
            "OPERATOR VALUE");
    if (md_dump_column_read(dump, change->context, value(change), &threshold.column, error) !=
            MD_OK ||
        md_word_choice(&change->args.words[2], "comparison", ops, &op, error) != MD_OK)
        return error->status;
    if (threshold.column.kind == MD_FORMAT_TEXT)
        return md_error_set(error, MD_ERR_VALUE, &value(change)->place,
                            "'%s' is a text and cannot be compared with a number; use type",
                            value(change)->text);
    threshold.last = md_word_is(&change->args.words[3], "LAST");
    if (!threshold.last && md_word_double(&change->args.words[3], "threshold", -INFINITY, INFINITY,
                                          &threshold.value, error) != MD_OK)
        return error->status;
    if (md_memory_grow(&dump->thresholds, (size_t)dump->threshold_count,
                       (size_t)dump->threshold_count + 1, sizeof threshold, error) != MD_OK)
        return error->status;
    threshold.op = (enum md_threshold_op)op;
    dump->thresholds[dump->threshold_count++] = threshold;
    change->used = 4;
    return MD_OK;
}

/* -------------------------------------------------------------------------- the table */

static const struct keyword keywords[] = {
    {"append", "append yes|no", 1, 0, change_append},
    {"buffer", "buffer yes|no", 1, 0, change_buffer},
    {"colname", "colname default | COLUMN NAME", 1, 0, change_colname},
    {"delay", "delay STEP", 1, 0, change_delay},
    {"element", "element NAME ... (one for each atom type)", 1, 0, change_element},
    {"every", "every N | v_NAME", 1, 0, change_every},
    {"fileper", "fileper N", 1, 0, change_files},
    {"first", "first yes|no", 1, 0, change_first},
    {"flush", "flush yes|no", 1, 0, change_flush},
    {"forces", "forces yes|no", 1, MD_WRITER_VECTORS, change_force},
    {"format", "format none | line TEXT | int TEXT | float TEXT | N TEXT", 1, 0, change_format},
    {"header", "header yes|no", 1, 0, change_header},
    {"image", "image yes|no", 1, MD_WRITER_SCALE, change_image},
    {"mass", "mass yes|no", 1, MD_WRITER_VECTORS, change_mass},
    {"maxfiles", "maxfiles N | -1", 1, 0, change_maxfiles},
    {"nfile", "nfile N", 1, 0, change_files},
    {"pad", "pad N", 1, 0, change_pad},
    {"pbc", "pbc yes|no", 1, 0, change_pbc},
    {"region", "region ID | none", 1, 0, change_region},
    {"scale", "scale yes|no", 1, MD_WRITER_SCALE, change_scale},
    {"sort", "sort off | id | N | -N", 1, 0, change_sort},
    {"thresh", "thresh none | ATTRIBUTE OPERATOR VALUE|LAST", 1, 0, change_thresh},
    {"time", "time yes|no", 1, 0, change_time},
    {"units", "units yes|no", 1, 0, change_units},
    {"unwrap", "unwrap yes|no", 1, MD_WRITER_UNWRAP, change_unwrap},
    {"vel", "vel yes|no", 1, MD_WRITER_VECTORS, change_velocity},
    {NULL, NULL, 0, 0, NULL},
};

static const struct {
    const char *name, *why;
} refused[] = {
    {"at", "it numbers the frames of binary formats"},
    {"balance", "it spreads a snapshot over processes, and there is one"},
    {"compression_level", "files named .gz are compressed at zlib's default level"},
    {"every/time", "snapshots are counted in steps: every N or every v_name"},
    {"precision", "it belongs to the xtc format"},
    {"refresh", "values are computed anew for every snapshot"},
    {"sfactor", "it belongs to the xtc format"},
    {"skip", "every v_name tells the step of the next snapshot"},
    {"tfactor", "it belongs to the xtc format"},
    {"triclinic/general", "boxes are orthogonal"},
    {"types", "type labels do not exist here"},
    {NULL, NULL},
};

static const char *keyword_name(const void *context, int i)
{
    (void)context;
    return keywords[i].name;
}

static enum md_status find_keyword(const struct md_dump *dump, const struct md_word *word,
                                   const struct keyword **found, struct md_error *error)
{
    for (const struct keyword *k = keywords; k->name != NULL; k++) {
        if (strcmp(k->name, word->text) != 0)
            continue;
        if ((k->takes & dump->type->takes) != k->takes)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "dump_modify %s does not go with dump style '%s' of dump '%s'",
                                k->name, dump->type->style.name, dump->id);
        *found = k;
        return MD_OK;
    }
    for (int k = 0; refused[k].name != NULL; k++) {
        if (strcmp(refused[k].name, word->text) == 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "dump_modify %s does not exist here: %s", word->text,
                                refused[k].why);
    }
    md_error_set(
        error, MD_ERR_UNKNOWN, &word->place,
        "unknown dump_modify keyword '%.80s'; known are append buffer colname delay "
        "element every fileper first flush format header maxfiles nfile pad pbc region sort thresh "
        "time units, for "
        "style atom image and scale, for xyz and extxyz unwrap, for extxyz vel forces and "
        "mass",
        word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, keyword_name, NULL));
}

enum md_status md_dump_modify(struct md_dump *dump, const struct md_system *system,
                              const struct md_dump_context *context, const struct md_args *args,
                              struct md_error *error)
{
    if (dump->type->idle)
        return MD_OK;
    for (int at = 0; at < args->count;) {
        struct change change = {dump, system, context, md_args_after(args, at), 0};
        const struct keyword *keyword = NULL;
        if (find_keyword(dump, &change.args.words[0], &keyword, error) != MD_OK)
            return error->status;
        if (change.args.count < keyword->values + 1)
            return md_error_set(error, MD_ERR_COUNT, &change.args.words[0].place,
                                "dump_modify %s lacks its value: dump_modify ID %s", keyword->name,
                                keyword->usage);
        change.used = keyword->values + 1;
        if (keyword->apply(&change, error) != MD_OK)
            return error->status;
        at += change.used;
    }
    return MD_OK;
}

const char *md_dump_modify_refused(int i, const char **reason)
{
    if (i < 0 || i >= (int)(sizeof refused / sizeof refused[0]))
        return NULL;
    *reason = refused[i].why;
    return refused[i].name;
}
