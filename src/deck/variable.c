/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The book of the deck's variables: what `variable` defines, `next` advances, and formulas,
 * thermo, fixes and dumps read.  Formulas are kept as text and read anew at each evaluation, so a
 * variable always speaks of the present state of the simulation and of other variables.
 */
#include "deck/variable.h"

#include "base/files.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "deck/formula.h"
#include "deck/variable_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum style { INDEX, LOOP, STRING, GETENV, EQUAL, ATOM, INTERNAL, VECTOR, FORMAT, FILED, ATOMFILE };

static const char *const style_names[] = {"index",  "loop", "string",   "getenv",
                                          "equal",  "atom", "internal", "vector",
                                          "format", "file", "atomfile"};

struct variable {
    char *name;
    enum style style;
    char *
        *words; /* index: the list; format: variable and format; file: the present word; else one */
    int count, which;
    int64_t now, last;             /* loop */
    int width;                     /* loop ... pad: digits; 0: none */
    double number;                 /* internal */
    struct md_variable_file *file; /* file, atomfile */
    struct md_variable_set set;    /* atomfile */
    struct md_place place;         /* of the formula */
    bool busy;                     /* being evaluated */
    bool watched, read;            /* -var defined it; something asked for it since */
    struct variable *caller;
    struct variable *next;            /* in its bucket */
    char shown[MD_FORMAT_OUTPUT + 1]; /* text of what is no word */
};

struct md_variable_book {
    struct variable **list;
    int count, capacity;
    struct variable **bucket; /* by name; a power of two, and none before the first variable */
    size_t buckets;
    struct md_formula_scope scope;
    const struct md_quantities *quantities;
    struct variable *current; /* the innermost one being evaluated */
    int depth;
};

/* ------------------------------------------------------------------ the list */

/* FNV-1a. */
static size_t bucket_of(const struct md_variable_book *book, const char *name)
{
    uint64_t hash = 14695981039346656037u;

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32) & (book->buckets - 1);
}

static struct variable *find(const struct md_variable_book *book, const char *name)
{
    struct variable *variable = book->buckets ? book->bucket[bucket_of(book, name)] : NULL;

    while (variable && strcmp(variable->name, name) != 0)
        variable = variable->next;
    if (variable)
        variable->read = true;
    return variable;
}

static void add_to_bucket(struct md_variable_book *book, struct variable *variable)
{
    struct variable **bucket = &book->bucket[bucket_of(book, variable->name)];

    variable->next = *bucket;
    *bucket = variable;
}

static void remove_from_bucket(struct md_variable_book *book, struct variable *variable)
{
    struct variable **at = &book->bucket[bucket_of(book, variable->name)];

    while (*at != variable)
        at = &(*at)->next;
    *at = variable->next;
}

/* Room for one more in the list, and as many buckets as the list has room for. */
static enum md_status make_room(struct md_variable_book *book, struct md_error *error)
{
    if (book->count < book->capacity)
        return MD_OK;
    int capacity = book->capacity ? 2 * book->capacity : 16;
    struct variable **bucket = md_memory_array((size_t)capacity, sizeof *bucket);
    if (!bucket)
        return md_error_memory(error, "the list of variables");
    enum md_status status = md_memory_grow(&book->list, (size_t)book->capacity, (size_t)capacity,
                                           sizeof *book->list, error);
    if (status) {
        md_memory_free(bucket);
        return status;
    }
    md_memory_free(book->bucket);
    book->bucket = bucket;
    book->buckets = (size_t)capacity;
    book->capacity = capacity;
    for (int i = 0; i < book->count; i++)
        add_to_bucket(book, book->list[i]);
    return MD_OK;
}

static void free_words(struct variable *variable)
{
    for (int i = 0; i < variable->count; i++)
        md_memory_free(variable->words[i]);
    md_memory_free(variable->words);
    variable->words = NULL;
    variable->count = 0;
}

static void free_variable(struct variable *variable)
{
    if (!variable)
        return;
    free_words(variable);
    md_variable_file_close(variable->file);
    md_variable_set_free(&variable->set);
    md_memory_free(variable->name);
    md_memory_free(variable);
}

/* The last ones come and go most. */
static void delete_variable(struct md_variable_book *book, struct variable *variable)
{
    int i = book->count - 1;

    while (book->list[i] != variable)
        i--;
    remove_from_bucket(book, variable);
    free_variable(variable);
    memmove(&book->list[i], &book->list[i + 1], (size_t)(book->count - i - 1) * sizeof *book->list);
    book->count--;
}

void md_variable_watch(struct md_variable_book *book, const char *name)
{
    struct variable *variable = name ? find(book, name) : NULL;

    if (variable)
        variable->watched = true;
    for (int i = 0; i < book->count; i++)
        book->list[i]->read = false;
}

const char *md_variable_unread(const struct md_variable_book *book, int i)
{
    for (int k = 0; k < book->count; k++)
        if (book->list[k]->watched && !book->list[k]->read && i-- == 0)
            return book->list[k]->name;
    return NULL;
}

const char *md_variable_name(const struct md_variable_book *book, int i)
{
    return i >= 0 && i < book->count ? book->list[i]->name : NULL;
}

static const char *nearest_name(const void *book, int i)
{
    return md_variable_name(book, i);
}

static enum md_status unknown(const struct md_variable_book *book, const char *name,
                              const struct md_place *place, struct md_error *error)
{
    md_error_set(error, MD_ERR_REFERENCE, place, "there is no variable '%.100s'", name);
    md_nearest_hint(error, name, md_nearest(name, nearest_name, book));
    return MD_ERR_REFERENCE;
}

/* ------------------------------------------------------------------ evaluation */

/* "a -> b -> a": the variables being evaluated from `first` on, and `first` again. */
static enum md_status circular(struct md_variable_book *book, const struct variable *first,
                               struct md_error *error)
{
    const struct variable *chain[MD_FORMULA_DEPTH + 1];
    char text[400] = "";
    size_t used = 0;
    int count = 0;

    for (const struct variable *v = book->current; v && count < MD_FORMULA_DEPTH; v = v->caller) {
        chain[count++] = v;
        if (v == first)
            break;
    }
    while (count-- > 0 && used < sizeof text - 80)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.60s -> ", chain[count]->name);
    return md_error_set(error, MD_ERR_VALUE, &first->place,
                        "variable '%.60s' depends on itself: %s%.60s", first->name, text,
                        first->name);
}

static enum md_status enter(struct md_variable_book *book, struct variable *variable,
                            struct md_error *error)
{
    if (book->depth == 0)
        book->scope.give_up = 0.0;
    if (md_formula_stopped(&book->scope, error))
        return error->status;
    if (variable->busy)
        return circular(book, variable, error);
    if (book->depth >= MD_FORMULA_DEPTH)
        return md_error_set(error, MD_ERR_VALUE, &variable->place,
                            "variable '%.60s' stands at the end of more than %d variables that "
                            "refer to each other",
                            variable->name, MD_FORMULA_DEPTH);
    if (book->depth == 0)
        book->scope.guessed = false;
    variable->busy = true;
    variable->caller = book->current;
    book->current = variable;
    book->depth++;
    return MD_OK;
}

static void leave(struct md_variable_book *book, struct variable *variable)
{
    book->current = variable->caller;
    variable->caller = NULL;
    variable->busy = false;
    book->depth--;
}

static enum md_status formula_value(struct md_variable_book *book, struct variable *variable,
                                    double *value, struct md_error *error)
{
    struct md_formula *formula;
    enum md_status status = enter(book, variable, error);

    if (status)
        return status;
    status = md_formula_parse(&formula, variable->words[0], false, book->quantities,
                              &variable->place, error);
    if (!status)
        status = md_formula_value(formula, &book->scope, value, error);
    md_formula_free(formula);
    leave(book, variable);
    return status;
}

static enum md_status formula_atoms(struct md_variable_book *book, struct variable *variable,
                                    double *values, size_t count, struct md_error *error)
{
    struct md_formula *formula;
    enum md_status status = enter(book, variable, error);

    if (status)
        return status;
    status = md_formula_parse(&formula, variable->words[0], true, book->quantities,
                              &variable->place, error);
    if (!status)
        status = md_formula_atoms(formula, &book->scope, values, count, error);
    md_formula_free(formula);
    leave(book, variable);
    return status;
}

/* "[1,2.5,3]": *values is NULL when the text is no such list. */
static enum md_status list_values(const char *text, const struct md_place *place, double **values,
                                  size_t *count, struct md_error *error)
{
    size_t room = 1, length = strlen(text);
    char number[64];

    *values = NULL;
    *count = 0;
    if (text[0] != '[')
        return MD_OK;
    for (const char *c = text; *c; c++)
        room += *c == ',';
    *values = md_memory_array(room, sizeof **values);
    if (!*values)
        return md_error_memory(error, "a vector");
    for (const char *c = text + 1; c < text + length;) {
        size_t size = strcspn(c, ",]"), blank = strspn(c, " \t");
        size_t used = size > blank ? size - blank : 0;

        while (used > 0 && (c[blank + used - 1] == ' ' || c[blank + used - 1] == '\t'))
            used--;
        snprintf(number, sizeof number, "%.*s", (int)(used < 63 ? used : 63), c + blank);
        bool last = c[size] != ',';
        if (!md_parse_double(number, &(*values)[*count]) || (last && strcmp(c + size, "]") != 0)) {
            md_memory_free(*values);
            *values = NULL;
            return md_error_set(error, MD_ERR_VALUE, place,
                                "the vector '%.100s' must be numbers with commas in brackets: "
                                "[1,2.5,3]",
                                text);
        }
        (*count)++;
        c += size + 1;
    }
    return MD_OK;
}

static enum md_status formula_vector(struct md_variable_book *book, struct variable *variable,
                                     double **values, size_t *count, struct md_error *error)
{
    struct md_formula *formula;
    enum md_status status = list_values(variable->words[0], &variable->place, values, count, error);

    if (status || *values)
        return status;
    status = enter(book, variable, error);
    if (status)
        return status;
    status = md_formula_parse(&formula, variable->words[0], false, book->quantities,
                              &variable->place, error);
    if (!status)
        status = md_formula_vector(formula, &book->scope, values, count, error);
    md_formula_free(formula);
    leave(book, variable);
    return status;
}

static bool per_atom(const struct variable *variable)
{
    return variable->style == ATOM || variable->style == ATOMFILE;
}

/* The text of a variable whose value is text or an integer. */
static const char *plain_text(const struct md_variable_book *book, struct variable *variable)
{
    const char *text;

    switch (variable->style) {
    case INDEX:
        return variable->words[variable->which];
    case LOOP:
        snprintf(variable->shown, sizeof variable->shown, "%0*" PRId64, variable->width,
                 variable->now);
        return variable->shown;
    case GETENV:
        text = book->scope.files->confined ? "" : getenv(variable->words[0]);
        return text ? text : "";
    default:
        return variable->words[0];
    }
}

static enum md_status number_of(void *context, const char *name, double *value,
                                struct md_error *error);

/* What a format can be laid on. */
static enum md_status formattable(const struct md_variable_book *book, const char *name,
                                  const struct md_place *place, struct md_error *error)
{
    const struct variable *variable = find(book, name);

    if (!variable)
        return unknown(book, name, place, error);
    if (variable->style == EQUAL || variable->style == INTERNAL)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, place,
                        "variable '%.100s' must have style equal or internal to be formatted",
                        name);
}

/* A format-style variable: the number of another one, printed. */
static enum md_status formatted(struct md_variable_book *book, struct variable *variable,
                                const char **text, struct md_error *error)
{
    double value = 0.0;
    enum md_status status = enter(book, variable, error);

    if (status)
        return status;
    status = formattable(book, variable->words[0], NULL, error);
    if (!status)
        status = number_of(book, variable->words[0], &value, error);
    leave(book, variable);
    if (status)
        return status;
    md_format_float(variable->shown, variable->words[1], value);
    *text = variable->shown;
    return MD_OK;
}

/* v_name as a number, for every style that can be one. */
static enum md_status number_of(void *context, const char *name, double *value,
                                struct md_error *error)
{
    struct md_variable_book *book = context;
    struct variable *variable = find(book, name);
    const char *text;

    if (!variable)
        return unknown(book, name, NULL, error);
    if (variable->style == EQUAL)
        return formula_value(book, variable, value, error);
    if (variable->style == INTERNAL) {
        *value = variable->number;
        return MD_OK;
    }
    if (per_atom(variable) || variable->style == VECTOR)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "variable '%.100s' %s, and one number is wanted", name,
                            per_atom(variable) ? "has one value per atom" : "is a vector");
    text = plain_text(book, variable);
    if (variable->style == FORMAT) {
        enum md_status status = formatted(book, variable, &text, error);
        if (status)
            return status;
        text += strspn(text, " ");
    }
    if (md_parse_double(text, value))
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL,
                        "variable '%.100s' must be a number here, not '%.100s'", name, text);
}

/* v_name inside of a formula.  LAMMPS hands an equal-style value over as a text of 15 digits; a
 * number made from it may become a box or a lattice constant, so the same digits are lost here. */
static enum md_status referred(void *context, const char *name, double *value,
                               struct md_error *error)
{
    const struct variable *variable = find(context, name);
    enum md_status status = number_of(context, name, value, error);
    char text[40];

    if (status || variable->style != EQUAL || !isfinite(*value))
        return status;
    snprintf(text, sizeof text, "%.15g", *value);
    *value = strtod(text, NULL);
    return MD_OK;
}

/* Values by atom IDs in the order of the atoms; atoms that the file does not name have 0. */
static enum md_status file_atoms(struct md_variable_book *book, const struct variable *variable,
                                 double *values, size_t count, struct md_error *error)
{
    const struct md_variable_set *set = &variable->set;
    double *ids = md_memory_array(count + 1, sizeof *ids), most = 0.0;
    double *of_id = NULL;
    enum md_status status = MD_OK;

    if (!ids)
        return md_error_memory(error, "values of atoms");
    status = book->quantities->atom_values(book->quantities->context, "id", ids, error);
    for (size_t i = 0; i < count && !status; i++)
        most = fmax(most, ids[i]);
    if (!status && !(of_id = md_memory_array((size_t)most + 1, sizeof *of_id)))
        status = md_error_memory(error, "values of atoms");
    for (size_t k = 0; k < set->count && !status; k++) {
        if ((double)set->id[k] > most && !book->scope.checking)
            status = md_error_set(error, MD_ERR_VALUE, &variable->place,
                                  "the file of variable '%.60s' has a value of atom %" PRId64
                                  ", and there is no such atom",
                                  variable->name, set->id[k]);
        else if ((double)set->id[k] <= most)
            of_id[set->id[k]] = set->value[k];
    }
    for (size_t i = 0; i < count && !status; i++)
        values[i] = of_id[(size_t)ids[i]];
    md_memory_free(of_id);
    md_memory_free(ids);
    return status;
}

static enum md_status atoms_of(void *context, const char *name, double *values, size_t count,
                               struct md_error *error)
{
    struct md_variable_book *book = context;
    struct variable *variable = find(book, name);
    enum md_status status;
    double value;

    if (!variable)
        return unknown(book, name, NULL, error);
    if (variable->style == ATOM)
        return formula_atoms(book, variable, values, count, error);
    if (variable->style == ATOMFILE)
        return file_atoms(book, variable, values, count, error);
    status = number_of(context, name, &value, error);
    for (size_t i = 0; i < count && !status; i++)
        values[i] = value;
    return status;
}

static enum md_status vector_of(void *context, const char *name, double **values, size_t *count,
                                struct md_error *error)
{
    struct md_variable_book *book = context;
    struct variable *variable = find(book, name);

    *values = NULL;
    *count = 0;
    if (!variable)
        return unknown(book, name, NULL, error);
    if (variable->style == VECTOR)
        return formula_vector(book, variable, values, count, error);
    return md_error_set(error, MD_ERR_VALUE, NULL,
                        "variable '%.100s' must have style vector here, not %s", name,
                        style_names[variable->style]);
}

static enum md_variable_kind kind_of(void *context, const char *name)
{
    const struct variable *variable = find(context, name);

    if (!variable)
        return MD_VARIABLE_NONE;
    if (per_atom(variable))
        return MD_VARIABLE_ATOM;
    if (variable->style == VECTOR)
        return MD_VARIABLE_VECTOR;
    return variable->style == EQUAL || variable->style == INTERNAL ? MD_VARIABLE_EQUAL
                                                                   : MD_VARIABLE_TEXT;
}

enum md_status md_variable_text(struct md_variable_book *book, const char *name,
                                const struct md_place *place, const char **text,
                                struct md_error *error)
{
    struct variable *variable = find(book, name);
    enum md_status status;
    double value;

    if (!variable)
        return unknown(book, name, place, error);
    if (per_atom(variable) || variable->style == VECTOR)
        return md_error_set(error, MD_ERR_VALUE, place,
                            "variable '%.100s' %s and has no text of its own", name,
                            per_atom(variable) ? "has one value per atom" : "is a vector");
    if (variable->style == FORMAT)
        return formatted(book, variable, text, error);
    if (variable->style != EQUAL && variable->style != INTERNAL) {
        *text = plain_text(book, variable);
        return MD_OK;
    }
    status = number_of(book, name, &value, error);
    if (status && book->scope.checking && status == MD_ERR_ORDER) {
        status = MD_OK;
        value = 0.0;
    }
    if (status)
        return status;
    snprintf(variable->shown, sizeof variable->shown, "%.15g", value);
    *text = variable->shown;
    return MD_OK;
}

enum md_status md_variable_formula(struct md_variable_book *book, const char *formula,
                                   const struct md_place *place, double *value,
                                   struct md_error *error)
{
    struct md_formula *program;
    enum md_status status =
        md_formula_parse(&program, formula, false, book->quantities, place, error);

    if (book->depth == 0) {
        book->scope.guessed = false;
        book->scope.give_up = 0.0;
    }
    if (!status)
        status = md_formula_value(program, &book->scope, value, error);
    md_formula_free(program);
    return status;
}

enum md_status md_variable_condition(struct md_variable_book *book, const char *text,
                                     const struct md_place *place, bool *value,
                                     struct md_error *error)
{
    (void)book;
    return md_formula_condition(text, place, value, error);
}

/* ------------------------------------------------------------------ definition */

static enum md_status check_name(const char *name, const struct md_place *place,
                                 struct md_error *error)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

    if (name[0] && name[strspn(name, allowed)] == '\0')
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, place,
                        "a variable's name consists of letters, digits and underscores, not '%s'",
                        name);
}

/* A new variable at the end of the list. */
static enum md_status append(struct md_variable_book *book, const char *name, enum style style,
                             struct variable **variable, struct md_error *error)
{
    struct variable *made;

    if (make_room(book, error))
        return error->status;
    made = md_memory_array(1, sizeof *made);
    if (made)
        made->name = md_memory_text(name);
    if (!made || !made->name) {
        free_variable(made);
        return md_error_memory(error, "a variable");
    }
    made->style = style;
    book->list[book->count++] = made;
    add_to_bucket(book, made);
    *variable = made;
    return MD_OK;
}

/* The variable to fill: the existing one of the same style, or a new one. */
static enum md_status renew(struct md_variable_book *book, const struct md_args *args,
                            enum style style, struct variable **variable, struct md_error *error)
{
    const struct md_word *name = &args->words[0];
    struct variable *found = find(book, name->text);

    *variable = found;
    if (!found)
        return append(book, name->text, style, variable, error);
    if (found->style == style)
        return MD_OK;
    md_error_set(error, MD_ERR_VALUE, &args->words[1].place,
                 "variable '%.100s' exists with style %s and cannot change to style %s", name->text,
                 style_names[found->style], style_names[style]);
    md_error_hint(error, "variable %.100s delete", name->text);
    return MD_ERR_VALUE;
}

/* Replaces a variable's words; on failure the old ones stay. */
static enum md_status set_words(struct variable *variable, const char *const *words, int count,
                                struct md_error *error)
{
    char **copy = md_memory_array((size_t)count, sizeof *copy);
    bool complete = copy != NULL;

    for (int i = 0; complete && i < count; i++) {
        copy[i] = md_memory_text(words[i]);
        complete = copy[i] != NULL;
    }
    if (!complete) {
        for (int i = 0; copy && i < count; i++)
            md_memory_free(copy[i]);
        md_memory_free(copy);
        return md_error_memory(error, "a variable");
    }
    free_words(variable);
    variable->words = copy;
    variable->count = count;
    variable->which = 0;
    return MD_OK;
}

/* Drops a variable that could not be filled and was not there before. */
static enum md_status undo(struct md_variable_book *book, struct variable *variable,
                           enum md_status status)
{
    if (status && variable->count == 0 && book->list[book->count - 1] == variable)
        delete_variable(book, variable);
    return status;
}

static enum md_status define_list(struct md_variable_book *book, const char *name,
                                  const char *const *words, int count, struct md_error *error)
{
    struct variable *variable;
    enum md_status status = append(book, name, INDEX, &variable, error);

    return status ? status : undo(book, variable, set_words(variable, words, count, error));
}

/* An index or loop variable that exists, with whatever style, stays as it is: so -var and the
 * jumps of a loop work. */
static enum md_status define_index(struct md_variable_book *book, const struct md_args *args,
                                   struct md_error *error)
{
    const char **words;
    enum md_status status = md_args_count(args, 3, -1, "variable NAME index WORD ...", error);

    if (status || find(book, args->words[0].text))
        return status;
    words = md_memory_array((size_t)args->count, sizeof *words);
    if (!words)
        return md_error_memory(error, "a variable");
    for (int i = 2; i < args->count; i++)
        words[i - 2] = args->words[i].text;
    status = define_list(book, args->words[0].text, words, args->count - 2, error);
    md_memory_free(words);
    return status;
}

static int digits(int64_t number)
{
    char text[32];

    return snprintf(text, sizeof text, "%" PRId64, number);
}

static enum md_status define_loop(struct md_variable_book *book, const struct md_args *args,
                                  struct md_error *error)
{
    static const char usage[] = "variable NAME loop LAST | FIRST LAST [pad]";
    bool pad = args->count > 2 && md_word_is(&args->words[args->count - 1], "pad");
    int numbers = args->count - 2 - pad;
    struct variable *variable;
    enum md_status status = md_args_count(args, 3, 5, usage, error);
    int64_t first = 1, last;

    if (status)
        return status;
    if (numbers > 2)
        return md_error_set(error, MD_ERR_COUNT, &args->words[4].place,
                            "extra word '%s': the command is %s", args->words[4].text, usage);
    if (numbers == 0)
        return md_error_set(error, MD_ERR_COUNT, &args->words[2].place,
                            "a number is missing before '%s': the command is %s",
                            args->words[2].text, usage);
    if (numbers == 2)
        status = md_word_int(&args->words[2], "the loop's first value", INT32_MIN, INT32_MAX,
                             &first, error);
    if (!status)
        status = md_word_int(&args->words[1 + numbers], "the loop's last value", first, INT32_MAX,
                             &last, error);
    if (status || find(book, args->words[0].text))
        return status;
    status = append(book, args->words[0].text, LOOP, &variable, error);
    if (status)
        return status;
    variable->now = first;
    variable->last = last;
    variable->width = pad ? digits(last) : 0;
    return MD_OK;
}

static enum md_status define_one_word(struct md_variable_book *book, const struct md_args *args,
                                      enum style style, const char *usage, struct md_error *error)
{
    struct variable *variable;
    const char *word;
    enum md_status status = md_args_count(args, 3, 3, usage, error);

    if (!status)
        status = renew(book, args, style, &variable, error);
    if (status)
        return status;
    word = args->words[2].text;
    status = undo(book, variable, set_words(variable, &word, 1, error));
    if (!status)
        variable->place = args->words[2].place;
    return status;
}

static enum md_status define_string(struct md_variable_book *book, const struct md_args *args,
                                    struct md_error *error)
{
    return define_one_word(book, args, STRING, "variable NAME string TEXT", error);
}

static enum md_status define_getenv(struct md_variable_book *book, const struct md_args *args,
                                    struct md_error *error)
{
    enum md_status status =
        define_one_word(book, args, GETENV, "variable NAME getenv ENVIRONMENT_VARIABLE", error);

    if (!status && !book->scope.files->confined) /* a confined deck goes on with the empty text */
        status = md_files_refuse(book->scope.files, &args->words[1].place, error,
                                 "to read the environment: getenv gives the empty text");
    return status;
}

/* Reads the formula at once, so that a slip of the pen is found where it stands and not at the
 * first use; what is not available yet may be defined and never used. */
static enum md_status define_formula(struct md_variable_book *book, const struct md_args *args,
                                     enum style style, const char *usage, struct md_error *error)
{
    struct md_formula *formula = NULL;
    enum md_status status = md_args_count(args, 3, 3, usage, error);

    if (status) {
        if (args->count > 3)
            md_error_hint(error, "a formula with blanks needs quotes around it");
        return status;
    }
    status = md_formula_parse(&formula, args->words[2].text, style == ATOM, book->quantities,
                              &args->words[2].place, error);
    md_formula_free(formula);
    if (status && status != MD_ERR_UNSUPPORTED)
        return status;
    return define_one_word(book, args, style, usage, error);
}

static enum md_status define_equal(struct md_variable_book *book, const struct md_args *args,
                                   struct md_error *error)
{
    return define_formula(book, args, EQUAL, "variable NAME equal FORMULA", error);
}

static enum md_status define_atom(struct md_variable_book *book, const struct md_args *args,
                                  struct md_error *error)
{
    return define_formula(book, args, ATOM, "variable NAME atom FORMULA", error);
}

static enum md_status define_vector(struct md_variable_book *book, const struct md_args *args,
                                    struct md_error *error)
{
    static const char usage[] = "variable NAME vector FORMULA | [NUMBER,...]";
    double *values = NULL;
    size_t count;

    if (args->count == 3 && args->words[2].text[0] == '[') {
        enum md_status status =
            list_values(args->words[2].text, &args->words[2].place, &values, &count, error);
        md_memory_free(values);
        return status ? status : define_one_word(book, args, VECTOR, usage, error);
    }
    return define_formula(book, args, VECTOR, usage, error);
}

/* One conversion of a real number, as dumps and rows take it. */
static enum md_status define_format(struct md_variable_book *book, const struct md_args *args,
                                    struct md_error *error)
{
    const char *words[2];
    char format[MD_FORMAT_SIZE];
    struct variable *variable;
    enum md_status status =
        md_args_count(args, 4, 4, "variable NAME format VARIABLE FORMAT", error);

    /* As in LAMMPS it may be defined later, before it is asked for. */
    if (!status && find(book, args->words[2].text))
        status = formattable(book, args->words[2].text, &args->words[2].place, error);
    if (!status)
        status = md_format_read(args->words[3].text, MD_FORMAT_FLOAT, &args->words[3].place, format,
                                error);
    if (!status)
        status = renew(book, args, FORMAT, &variable, error);
    if (status)
        return status;
    words[0] = args->words[2].text;
    words[1] = format;
    status = undo(book, variable, set_words(variable, words, 2, error));
    if (!status)
        variable->place = args->words[2].place;
    return status;
}

/* The first value of a new variable, or the next one of an old; *found is false at the end. */
static enum md_status next_of_file(struct variable *variable, bool *found, struct md_error *error)
{
    const char *word;

    *found = false;
    if (!variable->file)
        return MD_OK;
    if (variable->style == ATOMFILE)
        return md_variable_file_set(variable->file, &variable->set, found, error);
    word = md_variable_file_word(variable->file);
    *found = word != NULL;
    return word ? set_words(variable, &word, 1, error) : MD_OK;
}

/* Like index, a variable that exists stays.  While a deck is checked, files that it will write are
 * not there yet. */
static enum md_status define_of_file(struct md_variable_book *book, const struct md_args *args,
                                     enum style style, const char *usage, struct md_error *error)
{
    static const char *const guess[] = {"0"};
    const struct md_word *path = &args->words[2];
    struct variable *variable;
    bool found = false;
    enum md_status status = md_args_count(args, 3, 3, usage, error);

    if (status || find(book, args->words[0].text))
        return status;
    status = append(book, args->words[0].text, style, &variable, error);
    if (status)
        return status;
    variable->place = path->place;
    status = md_variable_file_open(&variable->file, path, error);
    if (status == MD_ERR_FILE && book->scope.checking) {
        md_error_clear(error);
        book->scope.guessed = true;
        status = set_words(variable, guess, 1, error);
        found = true;
    } else if (!status) {
        status = next_of_file(variable, &found, error);
    }
    if (!status && !found)
        status =
            md_error_set(error, MD_ERR_FILE, &path->place, "'%.200s' holds no value", path->text);
    if (status)
        delete_variable(book, book->list[book->count - 1]);
    return status;
}

static enum md_status define_file(struct md_variable_book *book, const struct md_args *args,
                                  struct md_error *error)
{
    return define_of_file(book, args, FILED, "variable NAME file FILE", error);
}

static enum md_status define_atomfile(struct md_variable_book *book, const struct md_args *args,
                                      struct md_error *error)
{
    return define_of_file(book, args, ATOMFILE, "variable NAME atomfile FILE", error);
}

/* One simulation is one world: its only word. */
static enum md_status define_world(struct md_variable_book *book, const struct md_args *args,
                                   struct md_error *error)
{
    if (args->count > 3)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[3].place,
                            "variable %.60s world has %d words for as many partitions, and this "
                            "program runs one",
                            args->words[0].text, args->count - 2);
    return define_one_word(book, args, STRING, "variable NAME world WORD", error);
}

static enum md_status define_internal(struct md_variable_book *book, const struct md_args *args,
                                      struct md_error *error)
{
    struct variable *variable;
    double value;
    enum md_status status = md_args_count(args, 3, 3, "variable NAME internal NUMBER", error);

    if (!status)
        status = md_word_double(&args->words[2], "the value of an internal variable", -1e308, 1e308,
                                &value, error);
    if (!status)
        status = renew(book, args, INTERNAL, &variable, error);
    if (!status)
        variable->number = value;
    return status;
}

static enum md_status define_delete(struct md_variable_book *book, const struct md_args *args,
                                    struct md_error *error)
{
    enum md_status status = md_args_count(args, 2, 2, "variable NAME delete", error);
    struct variable *variable = find(book, args->words[0].text);

    if (status || !variable)
        return status;
    delete_variable(book, variable);
    return MD_OK;
}

static enum md_status define_missing(struct md_variable_book *book, const struct md_args *args,
                                     struct md_error *error)
{
    (void)book;
    return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[1].place,
                        "variables of style '%s' are not available; there are delete, index, loop, "
                        "world, universe, uloop, string, format, getenv, file, atomfile, equal, "
                        "atom, vector and internal",
                        args->words[1].text);
}

static const struct {
    const char *name;
    enum md_status (*define)(struct md_variable_book *, const struct md_args *, struct md_error *);
} styles[] = {
    {"delete", define_delete},
    {"index", define_index},
    {"loop", define_loop},
    {"string", define_string},
    {"getenv", define_getenv},
    {"equal", define_equal},
    {"atom", define_atom},
    {"internal", define_internal},
    {"world", define_world},
    {"universe", define_index},
    {"uloop", define_loop},
    {"file", define_file},
    {"atomfile", define_atomfile},
    {"format", define_format},
    {"vector", define_vector},
    {MD_NOT_OFFERED "python", define_missing},
    {MD_NOT_OFFERED "timer", define_missing},
};

#define STYLES (int)(sizeof styles / sizeof styles[0])

enum md_status md_variable_define(struct md_variable_book *book, const struct md_args *args,
                                  struct md_error *error)
{
    const char *names[STYLES + 1];
    enum md_status status = md_args_count(args, 2, -1, "variable NAME STYLE WORD ...", error);
    int style;

    if (!status)
        status = check_name(args->words[0].text, &args->words[0].place, error);
    if (status)
        return status;
    for (int i = 0; i < STYLES; i++)
        names[i] = styles[i].name;
    names[STYLES] = NULL;
    status = md_word_choice(&args->words[1], "variable style", names, &style, error);
    return status ? status : styles[style].define(book, args, error);
}

enum md_status md_variable_define_from_command_line(struct md_variable_book *book, const char *name,
                                                    int count, const char *const *values,
                                                    struct md_error *error)
{
    enum md_status status = check_name(name, NULL, error);
    const struct variable *found = find(book, name);

    if (status)
        return status;
    if (count < 1)
        return md_error_set(error, MD_ERR_COUNT, NULL, "-var %.100s has no value", name);
    /* Said twice: the first holds, as for index variables in the deck. */
    return found ? MD_OK : define_list(book, name, values, count, error);
}

/* ------------------------------------------------------------------ next */

static enum md_status check_next(struct md_variable_book *book, const struct md_args *args,
                                 struct md_error *error)
{
    const struct variable *first = NULL;

    for (int i = 0; i < args->count; i++) {
        const struct md_word *word = &args->words[i];
        const struct variable *variable = find(book, word->text);

        if (!variable)
            return unknown(book, word->text, &word->place, error);
        if (variable->style != INDEX && variable->style != LOOP && variable->style != FILED &&
            variable->style != ATOMFILE)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "next advances index, loop, file and atomfile variables, and "
                                "'%.100s' has style %s",
                                word->text, style_names[variable->style]);
        if (!first)
            first = variable;
        if (variable->style != first->style)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "all variables of a next command have the same style: '%.100s' "
                                "has style %s and '%.100s' has style %s",
                                first->name, style_names[first->style], word->text,
                                style_names[variable->style]);
    }
    return MD_OK;
}

enum md_status md_variable_next(struct md_variable_book *book, const struct md_args *args,
                                bool *exhausted, struct md_error *error)
{
    enum md_status status = md_args_count(args, 1, -1, "next VARIABLE ...", error);

    *exhausted = false;
    if (!status)
        status = check_next(book, args, error);
    for (int i = 0; i < args->count && !status; i++) {
        struct variable *variable = find(book, args->words[i].text);

        if (!variable) /* named twice, and gone */
            continue;
        bool more = false;
        if (variable->style == INDEX)
            more = ++variable->which < variable->count;
        else if (variable->style == LOOP)
            more = ++variable->now <= variable->last;
        else
            status = next_of_file(variable, &more, error);
        if (!status && !more) {
            *exhausted = true;
            delete_variable(book, variable);
        }
    }
    return status;
}

/* The function next(): as `next`, on a variable whose value was just used. */
static enum md_status advance(void *context, const char *name, struct md_error *error)
{
    struct md_variable_book *book = context;
    struct variable *variable = find(book, name);
    bool found;
    enum md_status status;

    if (!variable)
        return unknown(book, name, NULL, error);
    if (variable->style != FILED && variable->style != ATOMFILE)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "next(%.60s): the variable must have style file or atomfile, not %s",
                            name, style_names[variable->style]);
    status = next_of_file(variable, &found, error);
    if (!status && !found)
        delete_variable(book, variable);
    return status;
}

/* ------------------------------------------------------------------ substitution */

/* One conversion of a double and nothing else that printf would take an argument for. */
static bool is_double_format(const char *format)
{
    int conversions = 0;

    for (const char *c = format; *c; c++) {
        if (*c != '%')
            continue;
        c++;
        if (*c == '%')
            continue;
        c += strspn(c, "-+ #0");
        for (int i = 0; *c >= '0' && *c <= '9'; i++, c++)
            if (i == 3)
                return false;
        if (*c == '.') {
            c++;
            for (int i = 0; *c >= '0' && *c <= '9'; i++, c++)
                if (i == 3)
                    return false;
        }
        if (!*c || !strchr("eEfFgG", *c))
            return false;
        conversions++;
    }
    return conversions == 1;
}

static enum md_status print_value(double value, const char *format, const struct md_place *place,
                                  char **text, struct md_error *error)
{
    char *made;
    int size;

    if (!is_double_format(format)) {
        md_error_set(error, MD_ERR_VALUE, place,
                     "the format '%.60s' must contain one conversion of a real number, such as "
                     "%%.3f, %%12.4e or %%g, and no other",
                     format);
        if (strpbrk(format, "di"))
            md_error_hint(error, "%%.0f prints a whole number");
        return MD_ERR_VALUE;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    size = snprintf(NULL, 0, format, value);
    made = size < 0 ? NULL : md_memory_array((size_t)size + 1, 1);
    if (!made)
        return md_error_memory(error, "a substituted value");
    snprintf(made, (size_t)size + 1, format, value);
#pragma GCC diagnostic pop
    *text = made;
    return MD_OK;
}

/* $(formula) and $(formula:%format); *cursor stands at the '$'. */
static enum md_status expand_formula(struct md_variable_book *book, const char **cursor,
                                     const struct md_place *place, char **value,
                                     struct md_error *error)
{
    const char *begin = *cursor + 2, *end = begin;
    char *formula, *format;
    enum md_status status;
    double number = 0.0;

    for (int depth = 1; *end; end++) {
        depth += (*end == '(') - (*end == ')');
        if (depth == 0)
            break;
    }
    if (!*end)
        return md_error_set(error, MD_ERR_SYNTAX, place, "'$(' without its ')': %.100s", *cursor);
    formula = md_memory_array((size_t)(end - begin) + 1, 1);
    if (!formula)
        return md_error_memory(error, "a formula");
    memcpy(formula, begin, (size_t)(end - begin));
    format = strrchr(formula, ':');
    if (format && format[1] == '%')
        *format++ = '\0';
    else
        format = NULL;
    status = md_variable_formula(book, formula, place, &number, error);
    if (!status)
        status = print_value(number, format ? format : "%.20g", place, value, error);
    md_memory_free(formula);
    *cursor = end + 1;
    return status;
}

static enum md_status expand_name(struct md_variable_book *book, const char *name,
                                  const struct md_place *place, char **value,
                                  struct md_error *error)
{
    const char *text;
    enum md_status status = md_variable_text(book, name, place, &text, error);

    if (status)
        return status;
    *value = md_memory_text(text);
    return *value ? MD_OK : md_error_memory(error, "a substituted value");
}

static enum md_status expand(void *context, const char **cursor, const struct md_place *place,
                             char **value, struct md_error *error)
{
    struct md_variable_book *book = context;
    const char *begin = *cursor + 1, *end;
    char name[256];

    *value = NULL;
    if (*begin == '(')
        return expand_formula(book, cursor, place, value, error);
    if (*begin != '{') {
        if (!*begin || *begin == ' ' || *begin == '\t')
            return md_error_set(error, MD_ERR_SYNTAX, place,
                                "'$' must be followed by a variable's name, {name} or (formula)");
        name[0] = *begin;
        name[1] = '\0';
        *cursor = begin + 1;
        return expand_name(book, name, place, value, error);
    }
    end = strchr(++begin, '}');
    if (!end)
        return md_error_set(error, MD_ERR_SYNTAX, place, "'${' without its '}': %.100s", *cursor);
    if (end == begin)
        return md_error_set(error, MD_ERR_SYNTAX, place, "'${}' names no variable");
    if ((size_t)(end - begin) >= sizeof name)
        return md_error_set(error, MD_ERR_SYNTAX, place, "the name '%.60s...' is too long", begin);
    memcpy(name, begin, (size_t)(end - begin));
    name[end - begin] = '\0';
    *cursor = end + 1;
    return expand_name(book, name, place, value, error);
}

struct output {
    char *text;
    size_t used, size;
};

static bool put(struct output *out, const char *text, size_t length)
{
    if (out->used + length >= out->size)
        return false;
    memcpy(out->text + out->used, text, length);
    out->used += length;
    out->text[out->used] = '\0';
    return true;
}

/* The length of the quoted part at text, or 0: what stands in quotes is left alone. */
static size_t quoted_length(const char *text)
{
    const char *end;
    char quote[2] = {text[0], '\0'};

    if (strncmp(text, "\"\"\"", 3) == 0) {
        end = strstr(text + 3, "\"\"\"");
        return end ? (size_t)(end - text) + 3 : 0;
    }
    if (text[0] != '"' && text[0] != '\'')
        return 0;
    end = strstr(text + 1, quote);
    return end ? (size_t)(end - text) + 1 : 0;
}

static enum md_status substitute(void *context, const char *text, char *out, size_t size,
                                 struct md_error *error)
{
    struct output output = {out, 0, size};
    bool fits = size > 0;
    const char *at = text;

    if (fits)
        out[0] = '\0';
    while (*at && fits) {
        size_t quoted = quoted_length(at);
        char *value;
        enum md_status status;

        if (quoted) {
            fits = put(&output, at, quoted);
            at += quoted;
        } else if (at[0] == '\\' && at[1] == '$') {
            fits = put(&output, "$", 1);
            at += 2;
        } else if (*at != '$') {
            fits = put(&output, at++, 1);
        } else {
            status = expand(context, &at, NULL, &value, error);
            if (status)
                return status;
            fits = put(&output, value, strlen(value));
            md_memory_free(value);
        }
    }
    if (fits)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL,
                        "the text is longer than %zu characters after substitution: %.60s ...",
                        size, text);
}

/* ------------------------------------------------------------------ views for others */

static enum md_status equal_of(void *context, const char *name, double *value,
                               struct md_error *error)
{
    const struct variable *variable = find(context, name);

    if (variable && variable->style != EQUAL && variable->style != INTERNAL)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "variable '%.100s' must have style equal or internal here, not %s",
                            name, style_names[variable->style]);
    return number_of(context, name, value, error);
}

static enum md_status text_of(void *context, const char *name, const char **text,
                              struct md_error *error)
{
    return md_variable_text(context, name, NULL, text, error);
}

static enum md_status set_internal(void *context, const char *name, double value,
                                   struct md_error *error)
{
    struct variable *variable = find(context, name);

    if (!variable)
        return unknown(context, name, NULL, error);
    if (variable->style != INTERNAL)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "variable '%.100s' must have style internal here, not %s", name,
                            style_names[variable->style]);
    variable->number = value;
    return MD_OK;
}

/* What of a formula's names depends on the span of a run; NULL: nothing. */
static const char *spanned_name(const char *name, size_t length, bool called)
{
    static const char *const keywords[] = {"elapsed", "elaplong", NULL};
    for (int k = 0; !called && keywords[k]; k++)
        if (strlen(keywords[k]) == length && strncmp(keywords[k], name, length) == 0)
            return keywords[k];
    for (const struct md_formula_function *f = md_formula_functions; called && f->name; f++)
        if (f->during_run && strlen(f->name) == length && strncmp(f->name, name, length) == 0)
            return f->usage;
    return NULL;
}

static const char *spans_of(void *context, int i, const char **part)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const struct md_variable_book *book = context;
    *part = NULL;
    if (i >= book->count)
        return NULL;
    const struct variable *variable = book->list[i];
    bool formula = variable->style == EQUAL || variable->style == ATOM || variable->style == VECTOR;
    for (const char *at = formula ? variable->words[0] : ""; *at != '\0' && *part == NULL;) {
        size_t length = strspn(at, letters);
        *part = length > 0 ? spanned_name(at, length, at[length] == '(') : NULL;
        at += length > 0 ? length : 1;
    }
    return variable->name;
}

struct md_substitution md_variable_substitution(struct md_variable_book *book)
{
    struct md_substitution view = {book, expand};

    return view;
}

struct md_variables md_variable_interface(struct md_variable_book *book)
{
    struct md_variables view = {
        .context = book,
        .kind = kind_of,
        .equal = equal_of,
        .atom = atoms_of,
        .text = text_of,
        .set_internal = set_internal,
        .vector = vector_of,
        .substitute = substitute,
        .spans = spans_of,
    };

    return view;
}

/* ------------------------------------------------------------------ the book */

void md_variable_files(struct md_variable_book *book, const struct md_files *files)
{
    book->scope.files = files;
}

void md_variable_checking(struct md_variable_book *book, bool checking)
{
    book->scope.checking = checking;
}

bool md_variable_guessed(struct md_variable_book *book)
{
    bool guessed = book->scope.guessed;

    book->scope.guessed = false;
    return guessed;
}

struct md_variable_book *md_variable_book_create(const struct md_quantities *quantities)
{
    struct md_variable_book *book = md_memory_array(1, sizeof *book);

    if (!book)
        return NULL;
    book->quantities = quantities;
    book->scope.quantities = quantities;
    book->scope.files = &md_files_any;
    book->scope.book = book;
    book->scope.kind = kind_of;
    book->scope.variable = referred;
    book->scope.variable_atoms = atoms_of;
    book->scope.variable_vector = vector_of;
    book->scope.advance = advance;
    return book;
}

void md_variable_book_free(struct md_variable_book *book)
{
    if (!book)
        return;
    for (int i = 0; i < book->count; i++)
        free_variable(book->list[i]);
    md_memory_free(book->list);
    md_memory_free(book->bucket);
    md_memory_free(book);
}
