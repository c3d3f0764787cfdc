/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine: files in, words to builtins or to the host, errors to the report.
 *
 * An error is reported where it happens and the engine goes on checking, so one pass shows all that
 * is wrong.  What may be a mere consequence of an earlier error is kept back, and an error of the
 * simulation itself (lost atoms, no memory) ends the pass: the deck's other lines are not to blame.
 */
#include "deck/interpreter.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "deck/engine.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ERRORS  20
#define MOST_FILES   32 /* included in each other */
#define MOST_NESTING 64 /* commands in commands */

/* ------------------------------------------------------------------ creation */

struct md_interpreter *md_interpreter_create(const struct md_deck_host *host,
                                             struct md_variable_book *book)
{
    struct md_interpreter *made = calloc(1, sizeof *made);

    if (made) {
        made->host = host;
        made->book = book;
    }
    return made;
}

static void file_free(struct md_deck_file *file)
{
    if (!file)
        return;
    for (int i = 0; i < file->label_count; i++)
        free(file->labels[i].name);
    free(file->labels);
    md_source_free(file->source);
    free(file);
}

void md_interpreter_free(struct md_interpreter *interpreter)
{
    if (!interpreter)
        return;
    for (int i = 0; i < interpreter->file_count; i++)
        file_free(interpreter->files[i]);
    free(interpreter->files);
    free(interpreter);
}

/* ------------------------------------------------------------------ files */

static bool same_source(const struct md_source *a, const struct md_source *b)
{
    if (a->lines != b->lines || strcmp(a->name, b->name) != 0)
        return false;
    for (int i = 0; i < a->lines; i++)
        if (strcmp(a->line[i], b->line[i]) != 0)
            return false;
    return true;
}

/* Takes source over, also when it fails.  An equal one kept before is used again, so that a loop
 * around an include does not pile up copies. */
static enum md_status keep(struct md_interpreter *interpreter, struct md_source *source,
                           struct md_deck_file **file, struct md_error *error)
{
    struct md_deck_file **files, *made;

    for (int i = 0; i < interpreter->file_count; i++) {
        *file = interpreter->files[i];
        if (same_source((*file)->source, source)) {
            md_source_free(source);
            return MD_OK;
        }
    }
    files = realloc(interpreter->files, ((size_t)interpreter->file_count + 1) * sizeof *files);
    if (files)
        interpreter->files = files;
    made = files ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        md_source_free(source);
        return md_error_memory(error, "the list of decks");
    }
    made->source = source;
    interpreter->files[interpreter->file_count++] = made;
    *file = made;
    return MD_OK;
}

/* What the user named is read, wherever it is; its words may name what the host allows. */
static enum md_status open_deck(struct md_interpreter *interpreter, const char *path,
                                const struct md_files *files, struct md_deck_file **file,
                                struct md_error *error)
{
    struct md_source *source;
    enum md_status status = md_source_read(&source, path, files, error);

    if (status != MD_OK)
        return status;
    source->files = interpreter->host->files;
    return keep(interpreter, source, file, error);
}

enum md_status md_engine_open(struct md_interpreter *interpreter, const struct md_word *word,
                              struct md_deck_file **file, struct md_error *error)
{
    enum md_status status =
        md_files_allow(word->files, word->text, MD_FILES_READ, &word->place, error);

    if (status == MD_OK)
        status = open_deck(interpreter, word->text, word->files, file, error);
    if (status != MD_OK)
        error->place = word->place;
    return status;
}

/* ------------------------------------------------------------------ errors */

static bool is_consequence(enum md_status status)
{
    return status == MD_ERR_ORDER || status == MD_ERR_REFERENCE;
}

static bool is_fatal(enum md_status status)
{
    return status == MD_ERR_RUN || status == MD_ERR_MEMORY || status == MD_ERR_INTERNAL;
}

static void add_included_from(const struct md_interpreter *interpreter, struct md_error *error)
{
    for (const struct md_deck_frame *f = interpreter->frame; f && !error->hint[0]; f = f->outer) {
        if (!f->included.file || error->place.file != f->file->source->name)
            continue;
        md_error_hint(error, "included from %s:%d", f->included.file, f->included.line);
    }
}

void md_engine_fail(struct md_interpreter *interpreter, const struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    struct md_error copy = *error;

    if (copy.status == MD_STOP_QUIT || copy.status == MD_STOP_INTERRUPT) {
        interpreter->stop = true;
        if (interpreter->outcome == MD_OK)
            interpreter->outcome = copy.status;
        return;
    }
    if ((interpreter->failed || interpreter->loose) && is_consequence(copy.status))
        return;
    if (interpreter->errors == MOST_ERRORS && !host->survey) {
        md_error_set(&copy, copy.status, NULL, "%d errors were found; further errors are not shown",
                     MOST_ERRORS);
        host->report(host->context, &copy);
        interpreter->stop = true;
        return;
    }
    add_included_from(interpreter, &copy);
    host->report(host->context, &copy);
    interpreter->errors++;
    if (interpreter->outcome == MD_OK)
        interpreter->outcome = copy.status;
    interpreter->failed = interpreter->checking = true;
    md_variable_checking(interpreter->book, true);
    if (is_fatal(copy.status))
        interpreter->stop = true;
}

/* ------------------------------------------------------------------ commands */

struct names {
    const struct md_deck_host *host;
    int builtins;
};

static const char *command_name(const void *context, int i)
{
    const struct names *names = context;

    if (i < names->builtins)
        return md_builtins[i].name;
    return names->host->command_name
               ? names->host->command_name(names->host->context, i - names->builtins)
               : NULL;
}

/* Turns the host's refusal of a command nobody knows into one that knows the builtins too. */
static enum md_status unknown_command(const struct md_interpreter *interpreter,
                                      const struct md_word *command, struct md_error *error)
{
    struct names names = {interpreter->host, 0};
    const char *name;

    while (md_builtins[names.builtins].name)
        names.builtins++;
    for (int i = 0; (name = command_name(&names, i)) != NULL; i++)
        if (strcmp(name, command->text) == 0)
            return error->status; /* the command is known: something else was not */
    md_error_set(error, MD_ERR_UNKNOWN, &command->place, "unknown command '%s'", command->text);
    return md_nearest_hint(error, command->text, md_nearest(command->text, command_name, &names));
}

static enum md_status execute(struct md_interpreter *interpreter, const struct md_line *line,
                              struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    const struct md_args args = {line->words + 1, line->count - 1, line->words[0]};
    const struct md_builtin *builtin = md_builtins;
    enum md_status status;

    md_error_clear(error);
    while (builtin->name && strcmp(builtin->name, args.command.text) != 0)
        builtin++;
    if (builtin->name) {
        status =
            md_args_count(&args, builtin->min_words, builtin->max_words, builtin->usage, error);
        if (status == MD_OK)
            status = builtin->execute(interpreter, &args, error);
    } else {
        status = host->command(host->context, &args, interpreter->checking, error);
        if (status == MD_ERR_UNKNOWN)
            status = unknown_command(interpreter, &args.command, error);
    }
    if (status != MD_OK && !error->place.file)
        error->place = args.command.place;
    error->status = status;
    if (status != MD_OK && host->refused)
        host->refused(host->context, &args, error);
    return status;
}

static void echo(const struct md_interpreter *interpreter, const struct md_line *line)
{
    const struct md_deck_host *host = interpreter->host;

    if (interpreter->checking || !host->echo || !line->raw)
        return;
    host->echo(host->context, line->raw);
    if (line->echo)
        host->echo(host->context, line->echo);
}

/* ------------------------------------------------------------------ lines of a file */

static bool stopped(struct md_interpreter *interpreter)
{
    const struct md_deck_host *host = interpreter->host;
    struct md_error error;

    if (!interpreter->stop && host->stopped && host->stopped(host->context)) {
        md_error_set(&error, MD_STOP_INTERRUPT, NULL, "interrupted");
        md_engine_fail(interpreter, &error);
    }
    return interpreter->stop;
}

static void read_line(struct md_interpreter *interpreter, struct md_deck_frame *frame)
{
    struct md_substitution substitution = md_variable_substitution(interpreter->book);
    struct md_error error;
    struct md_line line;
    enum md_status status;

    md_error_clear(&error);
    status = md_lexer_line(frame->file->source, frame->index, &substitution, &line, &error);
    frame->index = line.next;
    frame->jumped = false;
    echo(interpreter, &line);
    if (status == MD_OK && line.count > 0)
        status = execute(interpreter, &line, &error);
    if (status != MD_OK)
        md_engine_fail(interpreter, &error);
    md_line_free(&line);
}

enum md_status md_engine_read(struct md_interpreter *interpreter, struct md_deck_file *file,
                              int index, const struct md_place *included, struct md_error *error)
{
    struct md_deck_frame frame = {.file = file, .index = index, .outer = interpreter->frame};

    if (included)
        frame.included = *included;
    if (interpreter->depth == MOST_FILES) {
        md_error_set(error, MD_ERR_FILE, included,
                     "files include each other more than %d levels deep at '%s'", MOST_FILES,
                     file->source->name);
        return md_error_hint(error, "does the file include itself?");
    }
    file->visited = true;
    interpreter->depth++;
    interpreter->frame = &frame;
    while (!stopped(interpreter) && frame.index < frame.file->source->lines)
        read_line(interpreter, &frame);
    interpreter->frame = frame.outer;
    interpreter->depth--;
    return MD_OK;
}

/* ------------------------------------------------------------------ one command as text */

/* Characters of quotes before the text of the word at `place` when it stands there just so, else
 * -1: then it came out of a substitution or spans lines. */
static int verbatim(const struct md_place *place, const char *text)
{
    const char *start;
    int quotes = 0;

    if (!place->text || place->column < 1 || (size_t)place->column > strlen(place->text))
        return -1;
    start = place->text + place->column - 1;
    if (strncmp(start, "\"\"\"", 3) == 0)
        quotes = 3;
    else if (*start == '"' || *start == '\'')
        quotes = 1;
    return strncmp(start + quotes, text, strlen(text)) == 0 ? quotes : -1;
}

/* A place inside of the text becomes one in the file the text stands in. */
static void relocate(struct md_place *inner, const struct md_place *outer, int quotes)
{
    int column = inner->column, length = inner->length;

    *inner = *outer;
    if (quotes < 0 || column < 1)
        return;
    inner->column = outer->column + quotes + column - 1;
    inner->length = length;
}

static enum md_status line_inside(struct md_interpreter *interpreter, const char *text,
                                  const struct md_place *place, const struct md_source *source,
                                  struct md_error *error)
{
    struct md_substitution substitution = md_variable_substitution(interpreter->book);
    int quotes = place ? verbatim(place, text) : -1;
    struct md_line line;
    enum md_status status = md_lexer_line(source, 0, &substitution, &line, error);

    echo(interpreter, &line);
    for (int i = 0; place && i < line.count; i++)
        relocate(&line.words[i].place, place, quotes);
    if (status != MD_OK && place && (error->place.file == source->name || !error->place.file))
        relocate(&error->place, place, quotes);
    if (status == MD_OK && line.count > 0)
        status = execute(interpreter, &line, error);
    md_line_free(&line);
    return status;
}

enum md_status md_interpreter_line(struct md_interpreter *interpreter, const char *line,
                                   const struct md_place *place, struct md_error *error)
{
    struct md_source *source = NULL;
    struct md_deck_file *file;
    enum md_status status;

    md_error_clear(error);
    if (place && !place->file)
        place = NULL;
    if (interpreter->nesting == MOST_NESTING)
        return md_error_set(error, MD_ERR_SYNTAX, place,
                            "commands contain commands more than %d levels deep at '%.60s'",
                            MOST_NESTING, line);
    status = md_source_of_text(&source, "command", line, error);
    if (status != MD_OK)
        return status;
    source->files = interpreter->host->files;
    /* The end of a line inside of a block is white space like any other. */
    for (int i = 1; i < source->lines; i++)
        for (char *c = source->line[i] - 1; c >= source->text && *c == '\0'; c--)
            *c = ' ';
    if (source->lines > 1)
        source->lines = 1;
    if (!place) {
        status = keep(interpreter, source, &file, error);
        if (status != MD_OK)
            return status;
        source = file->source;
    }
    interpreter->nesting++;
    status = line_inside(interpreter, line, place, source, error);
    interpreter->nesting--;
    if (place)
        md_source_free(source);
    return status;
}

/* ------------------------------------------------------------------ whole decks */

static void start(struct md_interpreter *interpreter)
{
    interpreter->checking = interpreter->host->checking;
    interpreter->failed = interpreter->stop = interpreter->skip_jump = false;
    interpreter->loose = interpreter->errors = interpreter->exit_code = 0;
    interpreter->outcome = MD_OK;
    for (int i = 0; i < interpreter->file_count; i++)
        interpreter->files[i]->visited = false;
    md_variable_checking(interpreter->book, interpreter->checking);
}

static enum md_status finish(struct md_interpreter *interpreter, int *exit_code, int *errors)
{
    md_variable_checking(interpreter->book, interpreter->host->checking);
    if (exit_code)
        *exit_code = interpreter->exit_code;
    if (errors)
        *errors = interpreter->errors;
    return interpreter->outcome;
}

enum md_status md_interpreter_file(struct md_interpreter *interpreter, const char *path,
                                   int *exit_code, int *errors)
{
    struct md_deck_file *file;
    struct md_error error;

    start(interpreter);
    md_error_clear(&error);
    if (open_deck(interpreter, path, &md_files_any, &file, &error) != MD_OK) {
        if (error.place.line > 0)
            error.place.file = path;
        md_engine_fail(interpreter, &error);
    } else if (md_engine_read(interpreter, file, 0, NULL, &error) != MD_OK) {
        md_engine_fail(interpreter, &error);
    }
    return finish(interpreter, exit_code, errors);
}

enum md_status md_interpreter_text(struct md_interpreter *interpreter, const char *name,
                                   const char *text, int *exit_code, int *errors)
{
    struct md_source *source;
    struct md_deck_file *file;
    struct md_error error;

    start(interpreter);
    md_error_clear(&error);
    enum md_status status = md_source_of_text(&source, name, text, &error);
    if (status == MD_OK)
        source->files = interpreter->host->files;
    if (status != MD_OK || keep(interpreter, source, &file, &error) != MD_OK ||
        md_engine_read(interpreter, file, 0, NULL, &error) != MD_OK)
        md_engine_fail(interpreter, &error);
    return finish(interpreter, exit_code, errors);
}
