/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads decks and executes them line by line.  Control flow (include, if, jump, label, next,
 * quit), variables, print, echo, log, clear and shell live here; everything else goes to the
 * host.
 *
 * Several errors in one pass: after the first error nothing is executed any more, but the rest of
 * the deck is still checked (host->command with checking), and what is wrong there is reported too;
 * errors that may only follow from an earlier one (MD_ERR_ORDER, MD_ERR_REFERENCE) are kept back
 * then.  Checking visits each line once: loops are not followed.
 */
#ifndef MD_DECK_INTERPRETER_H
#define MD_DECK_INTERPRETER_H

#include "base/value.h"
#include "deck/lexer.h"
#include "deck/variable.h"

/* Must live as long as the interpreter. */
struct md_deck_host {
    void *context;
    /* Executes a command; checking: validates it, runs and writes nothing. */
    enum md_status (*command)(void *context, const struct md_args *args, bool checking,
                              struct md_error *error);
    const char *(*command_name)(void *context, int i); /* for did-you-mean, NULL at the end */
    /* Text for the log file (1) and the screen (2). */
    void (*emit)(void *context, unsigned targets, const char *text);
    /* The command line being executed, for echo: raw text, then the text after each substitution;
     * without the last end of line. */
    void (*echo)(void *context, const char *text);
    enum md_status (*set_echo)(void *context, bool screen, bool file);
    enum md_status (*open_log)(void *context, const char *path, bool append,
                               struct md_error *error);
    enum md_status (*clear)(void *context, struct md_error *error);
    /* An error was found (called for each); the interpreter goes on as described above. */
    void (*report)(void *context, const struct md_error *error);
    /* A command was refused, before the error is reported: which one it was, so that the host can
     * name what is missing.  May be NULL. */
    void (*refused)(void *context, const struct md_args *args, const struct md_error *error);
    /* Asked before each line: true ends the deck with MD_STOP_INTERRUPT.  May be NULL. */
    bool (*stopped)(void *context);
    const struct md_files *files; /* what files the deck's words may name */
    bool allow_shell;
    bool checking; /* --check */
    bool survey;   /* with checking: all errors are reported, however many */
};

struct md_interpreter; /* opaque */

struct md_interpreter *md_interpreter_create(const struct md_deck_host *host,
                                             struct md_variable_book *book);
void md_interpreter_free(struct md_interpreter *interpreter); /* frees all sources: places die */

/* Executes a whole deck.  Returns MD_OK, MD_STOP_QUIT (exit code in *exit_code), MD_STOP_INTERRUPT
 * or the status of the first error; *errors counts those reported.  Both may be NULL. */
enum md_status md_interpreter_file(struct md_interpreter *interpreter, const char *path,
                                   int *exit_code, int *errors);
enum md_status md_interpreter_text(struct md_interpreter *interpreter, const char *name,
                                   const char *text, int *exit_code, int *errors);
/* One command given as text (if ... then "cmd", run ... every "cmd"). */
enum md_status md_interpreter_line(struct md_interpreter *interpreter, const char *line,
                                   const struct md_place *place, struct md_error *error);

/* The control-flow and variable commands, for --list and did-you-mean. */
struct md_builtin {
    const char *name, *usage, *summary;
    int min_words, max_words; /* after the command; max -1: no limit */
    enum md_status (*execute)(struct md_interpreter *interpreter, const struct md_args *args,
                              struct md_error *error);
    const char *manual;
};
extern const struct md_builtin md_builtins[]; /* ended by a NULL name */

#endif
