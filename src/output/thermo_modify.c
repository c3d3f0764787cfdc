/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * thermo_modify: a table of keywords, each with the function that reads its value.
 */
#include "output/thermo.h"

#include "base/nearest.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Copies a compute's ID; the command layer checks that it exists and is of the right sort. */
static enum md_status read_id(const struct md_word *word, const char *what, char *out, size_t size,
                              struct md_error *error)
{
    size_t length = strlen(word->text);
    if (length == 0 || length >= size)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%.80s' cannot be the ID of a %s compute: 1 to %zu characters",
                            word->text, what, size - 1);
    memcpy(out, word->text, length + 1);
    return MD_OK;
}

/* N from the left (1..count), -N from the right, or a column's keyword: its index. */
static enum md_status read_column_word(const struct md_thermo *thermo, const struct md_word *word,
                                       int *index, struct md_error *error)
{
    int64_t n;
    if (md_parse_int(word->text, &n)) {
        int64_t k = n < 0 ? thermo->count + n : n - 1;
        if (n == 0 || k < 0 || k >= thermo->count)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "there is no thermo column %s; there are %d, counted from 1 or, "
                                "from the right, from -1",
                                word->text, thermo->count);
        *index = (int)k;
        return MD_OK;
    }
    for (int k = 0; k < thermo->count; k++) {
        if (strcmp(thermo->columns[k].word, word->text) == 0) {
            *index = k;
            return MD_OK;
        }
    }
    return md_error_set(error, MD_ERR_VALUE, &word->place,
                        "no thermo column is called '%s'; the columns of the present thermo_style "
                        "are meant, or their numbers 1 to %d",
                        word->text, thermo->count);
}

static enum md_format_kind kind_of(const struct md_thermo_column *column)
{
    return column->integer ? MD_FORMAT_INT : MD_FORMAT_FLOAT;
}

/* `format line "%d %g ..."`: one format for each column, separated by blanks. */
static enum md_status format_line(struct md_thermo *thermo, const struct md_word *word,
                                  struct md_error *error)
{
    const char *cursor = word->text;
    for (int k = 0;; k++) {
        char one[MD_FORMAT_SIZE * 2];
        cursor += strspn(cursor, " \t");
        size_t length = strcspn(cursor, " \t");
        if ((length == 0) != (k == thermo->count))
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "format line '%.100s' has %s than %d formats, one for each thermo "
                                "column",
                                word->text, length == 0 ? "fewer" : "more", thermo->count);
        if (length == 0)
            return MD_OK;
        snprintf(one, sizeof one, "%.*s", length < sizeof one ? (int)length : (int)sizeof one - 1,
                 cursor);
        if (md_format_read(one, kind_of(&thermo->columns[k]), &word->place,
                           thermo->columns[k].line_format, error) != MD_OK)
            return error->status;
        cursor += length;
    }
}

static void format_none(struct md_thermo *thermo)
{
    thermo->format_int[0] = '\0';
    thermo->format_float[0] = '\0';
    for (int k = 0; k < thermo->count; k++) {
        thermo->columns[k].format[0] = '\0';
        thermo->columns[k].line_format[0] = '\0';
    }
}

static enum md_status missing(const struct md_word *keyword, const char *usage,
                              struct md_error *error)
{
    return md_error_set(error, MD_ERR_COUNT, &keyword->place,
                        "thermo_modify %s lacks its value: thermo_modify %s", keyword->text, usage);
}

static enum md_status modify_format(struct md_thermo *thermo, const struct md_args *args, int *used,
                                    struct md_error *error)
{
    static const char usage[] = "format none | line TEXT | int TEXT | float TEXT | N TEXT";
    const struct md_word *which = &args->words[1];
    if (args->count < 2)
        return missing(&args->words[0], usage, error);
    if (md_word_is(which, "none")) {
        format_none(thermo);
        *used = 2;
        return MD_OK;
    }
    if (args->count < 3)
        return missing(&args->words[0], usage, error);
    const struct md_word *text = &args->words[2];
    *used = 3;
    if (md_word_is(which, "line"))
        return format_line(thermo, text, error);
    if (md_word_is(which, "int"))
        return md_format_read(text->text, MD_FORMAT_INT, &text->place, thermo->format_int, error);
    if (md_word_is(which, "float"))
        return md_format_read(text->text, MD_FORMAT_FLOAT, &text->place, thermo->format_float,
                              error);
    int k;
    if (read_column_word(thermo, which, &k, error) != MD_OK)
        return error->status;
    return md_format_read(text->text, kind_of(&thermo->columns[k]), &text->place,
                          thermo->columns[k].format, error);
}

static enum md_status modify_colname(struct md_thermo *thermo, const struct md_args *args,
                                     int *used, struct md_error *error)
{
    int k;
    if (args->count >= 2 && md_word_is(&args->words[1], "default")) {
        for (k = 0; k < thermo->count; k++)
            thermo->columns[k].name[0] = '\0';
        *used = 2;
        return MD_OK;
    }
    if (args->count < 3)
        return missing(&args->words[0], "colname default | COLUMN NAME", error);
    if (read_column_word(thermo, &args->words[1], &k, error) != MD_OK)
        return error->status;
    const struct md_word *name = &args->words[2];
    bool plain = name->text[0] != '\0' && strlen(name->text) < sizeof thermo->columns[k].name;
    for (const char *c = name->text; *c != '\0'; c++)
        plain = plain && isgraph((unsigned char)*c) && *c != '\'';
    if (!plain)
        return md_error_set(error, MD_ERR_VALUE, &name->place,
                            "'%.80s' cannot head a column: 1 to %zu printable characters without "
                            "blanks and without '",
                            name->text, sizeof thermo->columns[k].name - 1);
    snprintf(thermo->columns[k].name, sizeof thermo->columns[k].name, "%s", name->text);
    *used = 3;
    return MD_OK;
}

/* One keyword and its value. */
typedef enum md_status modify_one(struct md_thermo *thermo, const struct md_args *args, int *used,
                                  struct md_error *error);

static enum md_status modify_norm(struct md_thermo *thermo, const struct md_args *args, int *used,
                                  struct md_error *error)
{
    bool yes = false;
    *used = 2;
    if (md_word_bool(&args->words[1], "thermo_modify norm", &yes, error) != MD_OK)
        return error->status;
    thermo->norm = yes;
    return MD_OK;
}

static enum md_status modify_flush(struct md_thermo *thermo, const struct md_args *args, int *used,
                                   struct md_error *error)
{
    *used = 2;
    return md_word_bool(&args->words[1], "thermo_modify flush", &thermo->flush, error);
}

static const char *const lost_names[] = {"error", "warn", "ignore", NULL};

static enum md_status modify_lost(struct md_thermo *thermo, const struct md_args *args, int *used,
                                  struct md_error *error)
{
    int policy;
    *used = 2;
    if (md_word_choice(&args->words[1], "thermo_modify lost", lost_names, &policy, error) != MD_OK)
        return error->status;
    thermo->lost = (enum md_lost_policy)policy;
    return MD_OK;
}

static enum md_status modify_lost_bond(struct md_thermo *thermo, const struct md_args *args,
                                       int *used, struct md_error *error)
{
    int policy;
    *used = 2;
    if (md_word_choice(&args->words[1], "thermo_modify lost/bond", lost_names, &policy, error))
        return error->status;
    thermo->lost_bonds = (enum md_lost_policy)policy;
    return MD_OK;
}

/* How many warnings are shown; here all of them are. */
static enum md_status modify_warn(struct md_thermo *thermo, const struct md_args *args, int *used,
                                  struct md_error *error)
{
    static const char *const names[] = {"ignore", "always", "reset", "default", NULL};
    int64_t number;
    int choice;
    (void)thermo;
    *used = 2;
    if (md_parse_int(args->words[1].text, &number))
        return md_word_int(&args->words[1], "number of warnings", -1, INT32_MAX, &number, error);
    return md_word_choice(&args->words[1], "thermo_modify warn", names, &choice, error);
}

static enum md_status modify_line(struct md_thermo *thermo, const struct md_args *args, int *used,
                                  struct md_error *error)
{
    static const char *const names[] = {"one", "multi", "yaml", NULL};
    int line;
    *used = 2;
    if (md_word_choice(&args->words[1], "thermo_modify line", names, &line, error) != MD_OK)
        return error->status;
    thermo->line = (enum md_thermo_line)line;
    return MD_OK;
}

static enum md_status modify_temp(struct md_thermo *thermo, const struct md_args *args, int *used,
                                  struct md_error *error)
{
    *used = 2;
    thermo->temperature_place = args->words[1].place;
    return read_id(&args->words[1], "temperature", thermo->temperature, sizeof thermo->temperature,
                   error);
}

static enum md_status modify_press(struct md_thermo *thermo, const struct md_args *args, int *used,
                                   struct md_error *error)
{
    *used = 2;
    thermo->pressure_place = args->words[1].place;
    return read_id(&args->words[1], "pressure", thermo->pressure, sizeof thermo->pressure, error);
}

static const struct {
    const char *name;
    const char *usage;
    modify_one *apply;
} modifiers[] = {
    {"norm", "norm yes|no", modify_norm},
    {"lost", "lost error|warn|ignore", modify_lost},
    {"lost/bond", "lost/bond error|warn|ignore", modify_lost_bond},
    {"warn", "warn ignore|always|reset|default|N", modify_warn},
    {"flush", "flush yes|no", modify_flush},
    {"line", "line one|multi|yaml", modify_line},
    {"format", "format none | line TEXT | int TEXT | float TEXT | N TEXT", modify_format},
    {"colname", "colname default | COLUMN NAME", modify_colname},
    {"temp", "temp COMPUTE", modify_temp},
    {"press", "press COMPUTE", modify_press},
};
#define MODIFIERS (sizeof modifiers / sizeof modifiers[0])
enum md_status md_thermo_modify(struct md_thermo *thermo, const struct md_args *args,
                                struct md_error *error)
{
    if (md_args_count(args, 2, -1, "thermo_modify KEYWORD VALUE ...", error) != MD_OK)
        return error->status;
    const char *names[MODIFIERS + 1] = {NULL};
    for (size_t k = 0; k < MODIFIERS; k++)
        names[k] = modifiers[k].name;
    for (int at = 0; at < args->count;) {
        struct md_args rest = md_args_after(args, at);
        int k, used = 0;
        if (md_word_choice(&rest.words[0], "thermo_modify keyword", names, &k, error) != MD_OK)
            return error->status;
        if (rest.count < 2)
            return missing(&rest.words[0], modifiers[k].usage, error);
        enum md_status status = modifiers[k].apply(thermo, &rest, &used, error);
        if (status != MD_OK)
            return status;
        at += used;
    }
    thermo->modified = true;
    return MD_OK;
}
