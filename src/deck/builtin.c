/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands of the language itself that are not control flow (print, variable, log, echo, clear,
 * shell), and the table of all builtins.
 */
#include "base/memory.h"
#include "base/nearest.h"
#include "deck/engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BOTH 3u /* the log file and the screen */

/* ------------------------------------------------------------------ variable, clear, echo, log */

/* A quoted text of style string is substituted when the variable is defined. */
static enum md_status define_string(struct md_interpreter *interpreter, const struct md_args *args,
                                    struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    struct md_substitution substitution = md_variable_substitution(interpreter->book);
    struct md_word words[3] = {args->words[0], args->words[1], args->words[2]};
    struct md_args changed = {words, 3, args->command};
    char *text;
    enum md_status status =
        md_lexer_substitute(words[2].text, &substitution, &words[2].place, &text, error);

    if (status != MD_OK)
        return status;
    if (!interpreter->checking && host->echo && strcmp(text, words[2].text) != 0)
        host->echo(host->context, text);
    words[2].text = text;
    status = md_variable_define(interpreter->book, &changed, error);
    free(text);
    return status;
}

static enum md_status do_variable(struct md_interpreter *interpreter, const struct md_args *args,
                                  struct md_error *error)
{
    if (args->count == 3 && md_word_is(&args->words[1], "string") && args->words[2].quoted)
        return define_string(interpreter, args, error);
    return md_variable_define(interpreter->book, args, error);
}

static enum md_status do_clear(struct md_interpreter *interpreter, const struct md_args *args,
                               struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;

    (void)args;
    return host->clear ? host->clear(host->context, error) : MD_OK;
}

static enum md_status do_echo(struct md_interpreter *interpreter, const struct md_args *args,
                              struct md_error *error)
{
    static const char *const choices[] = {"none", "log", "screen", "both", NULL};
    const struct md_deck_host *host = interpreter->host;
    enum md_status status;
    int index;

    status = md_word_choice(&args->words[0], "echo", choices, &index, error);
    if (status != MD_OK || interpreter->checking || !host->set_echo)
        return status;
    return host->set_echo(host->context, (index & 2) != 0, (index & 1) != 0);
}

static enum md_status do_log(struct md_interpreter *interpreter, const struct md_args *args,
                             struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    bool append = args->count == 2;
    enum md_status status;

    if (append && !md_word_is(&args->words[1], "append"))
        return md_error_set(error, MD_ERR_UNKNOWN, &args->words[1].place,
                            "the word after log's file must be 'append', not '%s'",
                            args->words[1].text);
    if (interpreter->checking || !host->open_log)
        return MD_OK;
    status = host->open_log(host->context, args->words[0].text, append, error);
    if (status != MD_OK && !error->place.file)
        error->place = args->words[0].place;
    return status;
}

/* ------------------------------------------------------------------ print */

struct print {
    const struct md_word *file;
    bool append, screen;
};

static enum md_status print_options(const struct md_args *args, struct print *print,
                                    struct md_error *error)
{
    static const char *const keywords[] = {"file", "append", "screen", "universe", NULL};
    bool ignored;

    print->screen = true;
    for (int i = 1; i < args->count; i += 2) {
        const struct md_word *word = &args->words[i];
        enum md_status status;
        int index;

        status = md_word_choice(word, "keyword of print", keywords, &index, error);
        if (status != MD_OK) {
            if (!error->hint[0] && !args->words[0].quoted)
                md_error_hint(error, "a text of several words must stand in quotes");
            return status;
        }
        if (i + 1 == args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "keyword '%s' of print needs a value", word->text);
        if (index < 2) {
            print->file = word + 1;
            print->append = index == 1;
        } else {
            status =
                md_word_bool(word + 1, word->text, index == 2 ? &print->screen : &ignored, error);
        }
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

static enum md_status print_to_file(const struct print *print, const char *text,
                                    struct md_error *error)
{
    const char *path = print->file->text;
    FILE *file = fopen(path, print->append ? "a" : "w");
    bool failed;

    if (!file)
        return md_error_set(error, MD_ERR_FILE, &print->file->place, "cannot open '%s': %s", path,
                            strerror(errno));
    failed = fprintf(file, "%s\n", text) < 0;
    failed = fclose(file) != 0 || failed;
    if (failed)
        return md_error_set(error, MD_ERR_FILE, &print->file->place, "cannot write to '%s': %s",
                            path, strerror(errno));
    return MD_OK;
}

static enum md_status do_print(struct md_interpreter *interpreter, const struct md_args *args,
                               struct md_error *error)
{
    const struct md_deck_host *host = interpreter->host;
    struct md_substitution substitution = md_variable_substitution(interpreter->book);
    const struct md_word *word = &args->words[0];
    struct print print = {NULL, false, false};
    enum md_status status = print_options(args, &print, error);
    char *text = NULL;

    if (status == MD_OK)
        status = md_lexer_substitute(word->text, &substitution, &word->place, &text, error);
    if (status == MD_OK && !interpreter->checking) {
        if (print.screen) {
            host->emit(host->context, BOTH, text);
            host->emit(host->context, BOTH, "\n");
        }
        if (print.file)
            status = print_to_file(&print, text, error);
    }
    free(text);
    if (status != MD_OK && !error->place.file)
        error->place = word->place;
    return status;
}

/* ------------------------------------------------------------------ shell */

static int make_directory(const char *path)
{
    return mkdir(path, 0777);
}

static int change_directory(const char *path)
{
    return chdir(path);
}

static int remove_file(const char *path)
{
    return unlink(path);
}

static int remove_directory(const char *path)
{
    return rmdir(path);
}

static int put_environment(const char *text)
{
    const char *equals = strchr(text, '=');
    char *name = md_memory_text(text);
    int result = -1;

    if (name) {
        if (equals)
            name[equals - text] = '\0';
        result = setenv(name, equals ? equals + 1 : "", 1);
    }
    free(name);
    return result;
}

/* What the shell command does itself, one word at a time. */
static const struct {
    const char *name;
    int (*act)(const char *);
} shell_acts[] = {{"cd", change_directory},
                  {"mkdir", make_directory},
                  {"putenv", put_environment},
                  {"rm", remove_file},
                  {"rmdir", remove_directory}};

static void warn(struct md_interpreter *interpreter, const char *command, const char *word,
                 const char *why)
{
    const struct md_deck_host *host = interpreter->host;
    const char *const parts[] = {"WARNING: shell ", command, " ", word, ": ", why, "\n"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        host->emit(host->context, BOTH, parts[i]);
}

static enum md_status run_system(struct md_interpreter *interpreter, const struct md_args *args,
                                 struct md_error *error)
{
    size_t length = 1;
    char *command, number[40];
    int result;

    for (int i = 0; i < args->count; i++)
        length += strlen(args->words[i].text) + 1;
    command = malloc(length);
    if (!command)
        return md_error_memory(error, "a shell command");
    command[0] = '\0';
    for (int i = 0; i < args->count; i++) {
        if (i)
            strcat(command, " ");
        strcat(command, args->words[i].text);
    }
    fflush(NULL); /* what was printed stands before what the command prints */
    result = system(command);
    if (result != 0) {
        snprintf(number, sizeof number, "ended with status %d",
                 result > 0 && WIFEXITED(result) ? WEXITSTATUS(result) : result);
        warn(interpreter, "command", command, number);
    }
    free(command);
    return MD_OK;
}

static enum md_status do_shell(struct md_interpreter *interpreter, const struct md_args *args,
                               struct md_error *error)
{
    const struct md_word *first = &args->words[0];
    size_t acts = sizeof shell_acts / sizeof *shell_acts, act = 0;

    if (!interpreter->host->allow_shell) {
        md_error_set(error, MD_ERR_UNSUPPORTED, &args->command.place,
                     "this deck wants to run the shell command '%s', which is not allowed",
                     first->text);
        return md_error_hint(error, "if you trust the deck, start with --allow-shell");
    }
    if (interpreter->checking)
        return MD_OK;
    if (md_word_is(first, "mv")) {
        if (args->count != 3)
            return md_error_set(error, MD_ERR_COUNT, &first->place,
                                "shell mv needs 2 words after it, not %d", args->count - 1);
        if (rename(args->words[1].text, args->words[2].text) != 0)
            warn(interpreter, "mv", args->words[1].text, strerror(errno));
        return MD_OK;
    }
    while (act < acts && !md_word_is(first, shell_acts[act].name))
        act++;
    if (act == acts)
        return run_system(interpreter, args, error);
    if (args->count < 2)
        return md_error_set(error, MD_ERR_COUNT, &first->place, "shell %s needs a word after it",
                            first->text);
    for (int i = 1; i < args->count; i++) {
        const struct md_word *word = &args->words[i];

        if (shell_acts[act].act(word->text) == 0)
            continue;
        if (shell_acts[act].act == change_directory) /* all later files would go astray */
            return md_error_set(error, MD_ERR_FILE, &word->place, "cannot change to '%s': %s",
                                word->text, strerror(errno));
        warn(interpreter, first->text, word->text, strerror(errno));
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ the table */

const struct md_builtin md_builtins[] = {
    {"clear", "clear", "forget the whole system, but not the variables", 0, 0, do_clear},
    {"echo", "echo none|screen|log|both", "where the deck's lines are repeated", 1, 1, do_echo},
    {"if",
     "if \"CONDITION\" then \"COMMAND\" ... [elif \"CONDITION\" \"COMMAND\" ...] "
     "[else \"COMMAND\" ...]",
     "execute commands when a condition holds", 3, -1, md_flow_if},
    {"include", "include FILE", "read commands from another file", 1, 1, md_flow_include},
    {"jump", "jump FILE|SELF [LABEL]", "go on in another file or at a label", 1, 2, md_flow_jump},
    {"label", "label NAME", "a line jump can go to", 1, 1, md_flow_label},
    {"log", "log FILE|none [append]", "close the log file and open another", 1, 2, do_log},
    {"next", "next VARIABLE ...", "give variables their next value, or end the loop", 1, -1,
     md_flow_next},
    {"partition", "partition yes|no RANGE COMMAND ...",
     "a command for some partitions of processes, of which there is one", 3, -1, md_flow_partition},
    {"print", "print \"TEXT\" [file FILE] [append FILE] [screen yes|no]",
     "write a text to the screen, the log or a file", 1, -1, do_print},
    {"quit", "quit [CODE]", "end the deck", 0, 1, md_flow_quit},
    {"shell", "shell COMMAND ...", "run a command of the operating system", 1, -1, do_shell},
    {"variable", "variable NAME STYLE ARGUMENT ...", "define a variable", 2, -1, do_variable},
    {NULL, NULL, NULL, 0, 0, NULL}};
