/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Status and errors.  Every fallible call returns an md_status and, when it is not MD_OK, has
 * filled a struct md_error: what happened, where in the deck, and what to do about it.  The
 * library never prints and never exits.
 */
#ifndef MD_BASE_ERROR_H
#define MD_BASE_ERROR_H

#include <stdarg.h>

enum md_status {
    MD_OK = 0,
    MD_ERR_SYNTAX,      /* the deck language itself: quotes, brackets, formula grammar */
    MD_ERR_COUNT,       /* missing or extra words */
    MD_ERR_VALUE,       /* a word that is not the number or choice wanted, or out of range */
    MD_ERR_UNKNOWN,     /* an unknown command, style or keyword */
    MD_ERR_REFERENCE,   /* an ID (group, region, fix, compute, variable, dump) nobody defined */
    MD_ERR_ORDER,       /* a command too early or too late */
    MD_ERR_UNSUPPORTED, /* LAMMPS has it, this program does not */
    MD_ERR_FILE,        /* cannot open, read, write; broken contents */
    MD_ERR_MEMORY,
    MD_ERR_RUN,       /* the simulation itself: lost atoms, non-finite force */
    MD_ERR_INTERNAL,  /* a defect of ours */
    MD_STOP_QUIT,     /* not errors: the deck said quit, */
    MD_STOP_INTERRUPT /* the user pressed Ctrl-C */
};

/* A place in a deck.  The strings belong to the deck reader and live as long as the deck. */
struct md_place {
    const char *file; /* NULL: no place known */
    const char *text; /* the whole line as written in the file */
    int line;         /* from 1 */
    int column;       /* from 1; 0: the whole line */
    int length;       /* of the guilty word, in characters */
};

#define MD_ERROR_TEXT 640
#define MD_ERROR_HINT 320

struct md_error {
    enum md_status status;
    struct md_place place;
    char text[MD_ERROR_TEXT]; /* one sentence that contains the offending value */
    char hint[MD_ERROR_HINT]; /* "did you mean 'fcc'?", or empty */
};

/* Fills *error (hint emptied) and returns status, so that callers write
 * `return md_error_set(error, MD_ERR_VALUE, &word->place, "...", ...);`
 * place may be NULL: the interpreter then puts in the command's own place. */
enum md_status md_error_set(struct md_error *error, enum md_status status,
                            const struct md_place *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds the hint and returns the status already stored. */
enum md_status md_error_hint(struct md_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum md_status md_error_memory(struct md_error *error, const char *what);

void md_error_clear(struct md_error *error);

/* Takes errors of which there may be several, as when many files are closed. */
typedef void md_error_sink(void *context, const struct md_error *error);

#endif
