/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands that decide which line comes next: include, jump, label, next, if, quit.
 *
 * While checking, every line is visited once and in the order of the file: jumps are only looked
 * at, a file jumped to is read like an included one, and of an `if` the branch that would be taken
 * is checked, or all of them when its condition cannot be known yet.
 */
#include "base/memory.h"
#include "base/nearest.h"
#include "deck/engine.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ include */

enum md_status md_flow_include(struct md_interpreter *interpreter, const struct md_args *args,
                               struct md_error *error)
{
    struct md_deck_file *file;
    enum md_status status = md_engine_open(interpreter, &args->words[0], &file, error);

    if (status == MD_OK)
        status = md_engine_read(interpreter, file, 0, &args->words[0].place, error);
    return status;
}

/* ------------------------------------------------------------------ labels and jumps */

/* Labels are found without substituting anything, as variables before them may not exist. */
static enum md_status scan_labels(struct md_deck_file *file, struct md_error *error)
{
    struct md_line line;
    struct md_error ignored;
    int next;

    for (int i = 0; i < file->source->lines && !file->scanned; i = next) {
        enum md_status status = md_lexer_line(file->source, i, NULL, &line, &ignored);
        bool label = status == MD_OK && line.count == 2 && md_word_is(&line.words[0], "label");
        struct md_deck_label *grown = NULL;
        char *name = NULL;

        next = line.next;
        if (label) {
            name = md_memory_text(line.words[1].text);
            grown = realloc(file->labels, ((size_t)file->label_count + 1) * sizeof *grown);
        }
        md_line_free(&line);
        if (!label)
            continue;
        if (grown)
            file->labels = grown;
        if (!grown || !name) {
            free(name);
            return md_error_memory(error, "a deck's labels");
        }
        file->labels[file->label_count++] = (struct md_deck_label){name, next};
    }
    file->scanned = true;
    return MD_OK;
}

static const char *label_name(const void *context, int i)
{
    const struct md_deck_file *file = context;

    return i < file->label_count ? file->labels[i].name : NULL;
}

/* The physical line behind the first label of that name. */
static enum md_status find_label(struct md_deck_file *file, const struct md_word *word, int *index,
                                 struct md_error *error)
{
    enum md_status status = file->scanned ? MD_OK : scan_labels(file, error);

    if (status != MD_OK)
        return status;
    for (int i = 0; i < file->label_count; i++) {
        if (md_word_is(word, file->labels[i].name)) {
            *index = file->labels[i].next;
            return MD_OK;
        }
    }
    md_error_set(error, MD_ERR_SYNTAX, &word->place, "there is no line 'label %s' in %s",
                 word->text, file->source->name);
    return md_nearest_hint(error, word->text, md_nearest(word->text, label_name, file));
}

enum md_status md_flow_jump(struct md_interpreter *interpreter, const struct md_args *args,
                            struct md_error *error)
{
    struct md_deck_frame *frame = interpreter->frame;
    bool self = md_word_is(&args->words[0], "SELF");
    struct md_deck_file *file = frame ? frame->file : NULL;
    enum md_status status = MD_OK;
    int index = 0;

    if (interpreter->skip_jump) {
        interpreter->skip_jump = false;
        return MD_OK;
    }
    if (!frame)
        return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                            "jump works only in a deck read from a file or text");
    if (!self)
        status = md_engine_open(interpreter, &args->words[0], &file, error);
    if (status == MD_OK && args->count == 2)
        status = find_label(file, &args->words[1], &index, error);
    if (status != MD_OK)
        return status;
    if (interpreter->checking)
        return file->visited
                   ? MD_OK
                   : md_engine_read(interpreter, file, index, &args->words[0].place, error);
    frame->file = file;
    frame->index = index;
    frame->jumped = args->count == 2;
    return MD_OK;
}

enum md_status md_flow_label(struct md_interpreter *interpreter, const struct md_args *args,
                             struct md_error *error)
{
    (void)interpreter;
    (void)args;
    (void)error;
    return MD_OK;
}

static const char *variable_name(const void *context, int i)
{
    const struct md_interpreter *interpreter = context;

    return md_variable_name(interpreter->book, i);
}

static enum md_status check_next(const struct md_interpreter *interpreter,
                                 const struct md_args *args, struct md_error *error)
{
    for (int i = 0; i < args->count; i++) {
        const struct md_word *word = &args->words[i];
        const char *name;
        int k = 0;

        while ((name = variable_name(interpreter, k)) != NULL && !md_word_is(word, name))
            k++;
        if (name)
            continue;
        md_error_set(error, MD_ERR_REFERENCE, &word->place, "there is no variable '%s'",
                     word->text);
        return md_nearest_hint(error, word->text,
                               md_nearest(word->text, variable_name, interpreter));
    }
    return MD_OK;
}

enum md_status md_flow_next(struct md_interpreter *interpreter, const struct md_args *args,
                            struct md_error *error)
{
    enum md_status status;
    bool exhausted = false;

    if (interpreter->checking)
        return check_next(interpreter, args, error);
    status = md_variable_next(interpreter->book, args, &exhausted, error);
    if (status == MD_OK && exhausted)
        interpreter->skip_jump = true;
    return status;
}

/* ------------------------------------------------------------------ partition */

/* The words of a command as a line again: quoted ones keep their quotes, which hold substitution
 * back. */
static char *line_of(const struct md_word *words, int count)
{
    size_t length = 1;
    char *line;

    for (int i = 0; i < count; i++)
        length += strlen(words[i].text) + 7;
    line = md_memory_array(length, 1);
    for (int i = 0; line && i < count; i++) {
        const char *quote = "";
        if (words[i].quoted)
            quote = strchr(words[i].text, '"') == NULL    ? "\""
                    : strchr(words[i].text, '\'') == NULL ? "'"
                                                          : "\"\"\"";
        snprintf(line + strlen(line), length - strlen(line), "%s%s%s%s", i ? " " : "", quote,
                 words[i].text, quote);
    }
    return line;
}

/* There is one partition, number 1. */
enum md_status md_flow_partition(struct md_interpreter *interpreter, const struct md_args *args,
                                 struct md_error *error)
{
    int first, last;
    bool yes;
    char *line;
    enum md_status status = md_word_bool(&args->words[0], "partition", &yes, error);

    if (status == MD_OK)
        status = md_word_range(&args->words[1], "partition", 1, &first, &last, error);
    if (status != MD_OK || !yes)
        return status;
    line = line_of(&args->words[2], args->count - 2);
    if (!line)
        return md_error_memory(error, "a command");
    status = md_interpreter_line(interpreter, line, &args->words[2].place, error);
    md_memory_free(line);
    return status;
}

/* ------------------------------------------------------------------ quit */

enum md_status md_flow_quit(struct md_interpreter *interpreter, const struct md_args *args,
                            struct md_error *error)
{
    int64_t code = 0;
    enum md_status status = MD_OK;

    if (args->count == 1)
        status = md_word_int(&args->words[0], "exit code", 0, 255, &code, error);
    if (status != MD_OK)
        return status;
    if (interpreter->checking) {
        /* What stands behind a quit is no deck any more; behind one inside of an `if` it is. */
        if (interpreter->nesting == 0)
            interpreter->stop = true;
        return MD_OK;
    }
    interpreter->exit_code = (int)code;
    return md_error_set(error, MD_STOP_QUIT, &args->command.place, "quit with code %d", (int)code);
}

/* ------------------------------------------------------------------ if */

struct branch {
    const struct md_word *condition; /* NULL: else */
    const struct md_word *commands;
    int count;
};

/* Reads the branch at word *i (0, or where elif or else stands); *i moves to the next one. */
static enum md_status read_branch(const struct md_args *args, int *i, struct branch *branch,
                                  struct md_error *error)
{
    const struct md_word *words = args->words, *head = &words[*i == 0 ? 1 : *i];
    bool otherwise = *i > 0 && md_word_is(head, "else");
    int at = *i == 0 ? 2 : *i + 1;

    branch->condition = *i == 0 ? &words[0] : NULL;
    if (*i > 0 && !otherwise && at < args->count)
        branch->condition = &words[at++];
    branch->commands = words + at;
    *i = at;
    while (*i < args->count && !md_word_is(&words[*i], "elif") && !md_word_is(&words[*i], "else"))
        ++*i;
    branch->count = *i - at;
    if (otherwise && *i < args->count)
        return md_error_set(error, MD_ERR_SYNTAX, &words[*i].place, "'%s' cannot follow else",
                            words[*i].text);
    if (branch->count > 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_COUNT, &head->place, "'%s' needs %s after it", head->text,
                        otherwise || branch->condition ? "a command" : "a condition");
}

/* Substitution that remembers whether a value was a guess, made because only a run can tell it. */
struct watched {
    struct md_variable_book *book;
    struct md_substitution plain;
    bool guessed;
};

static enum md_status watched_expand(void *context, const char **cursor,
                                     const struct md_place *place, char **value,
                                     struct md_error *error)
{
    struct watched *watched = context;
    enum md_status status =
        watched->plain.expand(watched->plain.context, cursor, place, value, error);

    if (md_variable_guessed(watched->book))
        watched->guessed = true;
    return status;
}

/* *known is false when the condition depends on what only a run can tell. */
static enum md_status condition_of(struct md_interpreter *interpreter, const struct branch *branch,
                                   bool *taken, bool *known, struct md_error *error)
{
    struct watched watched = {interpreter->book, md_variable_substitution(interpreter->book),
                              false};
    struct md_substitution substitution = {&watched, watched_expand};
    const struct md_word *word = branch->condition;
    enum md_status status;
    char *text;

    *taken = *known = true;
    if (!word)
        return MD_OK;
    (void)md_variable_guessed(interpreter->book);
    status = md_lexer_substitute(word->text, &substitution, &word->place, &text, error);
    if (status == MD_OK)
        status = md_variable_condition(interpreter->book, text, &word->place, taken, error);
    free(text);
    if (status != MD_OK && !error->place.file)
        error->place = word->place;
    if (interpreter->checking)
        *known = !watched.guessed && status != MD_ERR_ORDER && status != MD_ERR_REFERENCE;
    return status;
}

static enum md_status run_branch(struct md_interpreter *interpreter, const struct branch *branch,
                                 struct md_error *error)
{
    const struct md_deck_frame *frame = interpreter->frame;

    for (int i = 0; i < branch->count && !interpreter->stop; i++) {
        const struct md_word *word = &branch->commands[i];
        enum md_status status = md_interpreter_line(interpreter, word->text, &word->place, error);

        if (status != MD_OK && !interpreter->checking)
            return status;
        if (status != MD_OK)
            md_engine_fail(interpreter, error);
        if (frame && frame->jumped)
            break; /* as in LAMMPS: commands behind a jump to a label are skipped */
    }
    return MD_OK;
}

enum md_status md_flow_if(struct md_interpreter *interpreter, const struct md_args *args,
                          struct md_error *error)
{
    bool done = false, taken = false, known = true, loose = false;
    enum md_status status = MD_OK;
    struct branch branch;

    if (!md_word_is(&args->words[1], "then"))
        return md_error_set(error, MD_ERR_SYNTAX, &args->words[1].place,
                            "the word after the condition of an if must be 'then', not '%s'",
                            args->words[1].text);
    for (int i = 0; i < args->count && status == MD_OK;) /* its whole form, before any of it runs */
        status = read_branch(args, &i, &branch, error);
    for (int i = 0; i < args->count && status == MD_OK && !done;) {
        status = read_branch(args, &i, &branch, error);
        if (status == MD_OK)
            status = condition_of(interpreter, &branch, &taken, &known, error);
        if (!known) {
            if (status == MD_ERR_REFERENCE)
                md_engine_fail(interpreter, error);
            interpreter->loose += !loose;
            loose = true;
            if (status == MD_ERR_ORDER || status == MD_ERR_REFERENCE)
                status = MD_OK;
        }
        if (status == MD_OK && (taken || loose))
            status = run_branch(interpreter, &branch, error);
        done = taken && !loose;
    }
    interpreter->loose -= loose;
    return status;
}
