/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * AviMD as a library: open a simulation, feed it decks or single commands, look at the atoms.
 * One handle is one simulation; handles are independent of each other.  The library prints only to
 * the FILEs you give it and never exits.
 */
#ifndef AVIMD_H
#define AVIMD_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define AVIMD_API __attribute__((visibility("default")))
#else
#define AVIMD_API
#endif

struct avimd; /* opaque */

enum avimd_status {
    AVIMD_OK = 0,
    AVIMD_ERROR = 1,
    AVIMD_QUIT = 2,       /* the deck said quit */
    AVIMD_INTERRUPTED = 3 /* avimd_interrupt, Ctrl-C */
};

#define AVIMD_THREADS_MAX 1024

/* Something that keeps a deck from running. */
enum avimd_problem_kind {
    AVIMD_PROBLEM_MISSING = 0, /* a command, style or keyword that does not exist here */
    AVIMD_PROBLEM_FILE = 1,    /* a file that is not there or cannot be read */
    AVIMD_PROBLEM_OTHER = 2    /* a wrong number, a wrong order ... */
};

struct avimd_problem {
    enum avimd_problem_kind kind;
    const char *what; /* "fix adapt": the same for all decks that lack it */
    const char *text; /* the message */
    const char *file; /* where, or NULL */
    int line;         /* from 1; 0: not known */
};

struct avimd_options {
    FILE *screen;     /* rows and messages; NULL: none */
    FILE *errors;     /* error messages with carets; NULL: none */
    FILE *progress;   /* remaining time; NULL: none */
    const char *log;  /* log file; NULL: "log.avimd"; "none": none */
    int echo;         /* 1 log, 2 screen, 3 both, 0 none; -1: the default (log) */
    int threads;      /* 0: OMP_NUM_THREADS or all cores; AVIMD_THREADS_MAX at most */
    int check;        /* read the whole deck, report every error, run nothing */
    int check_forces; /* check forces instead of the first run, and end there */
    int allow_shell;
    /* A variable of avimd_variable that no line of the first deck uses is an error, and a warning
     * at its end where the deck may use it under a name made at run time. */
    int need_variables;
    /* For decks that are not trusted: writes only below the present working folder, reads there and
     * in the folders of tables, and getenv gives "".  Not together with allow_shell.  Holds for
     * commands given by avimd_command, too, but not for `log` above nor the path of avimd_deck. */
    int confine;
    int color; /* ANSI colours in error messages */
    /* With check: goes past everything that is missing to find all of it, and tells each problem
     * by this function instead of on `errors`; what only follows from an earlier one is left out.
     * NULL: an ordinary check.  The texts live until it returns. */
    void (*survey)(void *context, const struct avimd_problem *problem);
    void *survey_context;
};

/* Silent, with a log file and all cores. */
AVIMD_API void avimd_options_default(struct avimd_options *options);

/* NULL: no memory or no log file; the reason has then been written to options->errors.  Turns off
 * the aborting error handler of the GNU Scientific Library, for the whole process. */
AVIMD_API struct avimd *avimd_open(const struct avimd_options *options);
/* Finishes files and frees everything.  Not AVIMD_OK when something could not be written. */
AVIMD_API enum avimd_status avimd_close(struct avimd *simulation);

/* -var name value... */
AVIMD_API enum avimd_status avimd_variable(struct avimd *simulation, const char *name, int count,
                                           const char *const *values);
AVIMD_API enum avimd_status avimd_deck(struct avimd *simulation, const char *path);
/* A deck held in memory; `name` stands where a file name would in messages. */
AVIMD_API enum avimd_status avimd_text(struct avimd *simulation, const char *name,
                                       const char *text);
AVIMD_API enum avimd_status avimd_command(struct avimd *simulation, const char *line);

/* The last error as a sentence, "" when there was none; the deck's exit code after quit. */
AVIMD_API const char *avimd_message(const struct avimd *simulation);
AVIMD_API int avimd_exit_code(const struct avimd *simulation);
AVIMD_API int avimd_error_count(const struct avimd *simulation);

/* Safe to call from a signal handler: the run stops after the present step. */
AVIMD_API void avimd_interrupt(struct avimd *simulation);

/* Atoms in the order of their ids: "x", "v", "f" (3 doubles each, count = 3 * atoms). */
AVIMD_API size_t avimd_atoms(const struct avimd *simulation);
AVIMD_API enum avimd_status avimd_gather(struct avimd *simulation, const char *name, double *values,
                                         size_t count);
/* A thermo keyword, c_ID, f_ID, v_name, or any formula of them. */
AVIMD_API enum avimd_status avimd_value(struct avimd *simulation, const char *name, double *value);

/* Lists of what exists: kind is "command", "pair", "bond", "fix", "compute", "run_style",
 * "min_style", "dump", "region", "units", "thermo" or NULL for all; and the manual text of one
 * style or command, which may stand behind its kind ("fix nvt").
 * Unknown names are answered on `errors` (may be NULL), with the nearest known one. */
AVIMD_API enum avimd_status avimd_list(FILE *out, FILE *errors, const char *kind);
AVIMD_API enum avimd_status avimd_help(FILE *out, FILE *errors, const char *style);

/* The whole manual, written into the folder `out`: HTML (html/), pages for man (man7/), completion
 * for bash (completions/) and syntax for vim (vim/). */
struct avimd_manual_options {
    const char *out;
    const char *doc; /* folder with pages/NAME.md and examples/KIND/NAME.in; NULL: neither */
    const char *usage, *coverage_usage; /* texts that name the program's options; NULL: none */
    FILE *errors;                       /* NULL: none */
};
AVIMD_API enum avimd_status avimd_manual(const struct avimd_manual_options *options);

/* What a restart file holds, as text; and a restart file written anew as a data file (TO ends in
 * .data) or as extended XYZ (.extxyz). */
AVIMD_API enum avimd_status avimd_restart_info(FILE *out, FILE *errors, const char *path);
AVIMD_API enum avimd_status avimd_convert(FILE *errors, const char *from, const char *to);

/* `avimd compare`: argv[0..argc-1] are the words after that.  Runs the deck's set-up, then its run
 * many times in processes of their own, which are forked here and end by calling `leave`, a
 * function that must not return (_exit): the library itself never ends a process. */
struct avimd_compare_options {
    FILE *out;      /* help, and what --verbose tells; NULL: nothing */
    FILE *errors;   /* NULL: none */
    FILE *progress; /* a terminal: remaining time; NULL: none, and `out` only with --verbose */
    int color;
    void (*leave)(int status);
};
AVIMD_API enum avimd_status avimd_compare(const struct avimd_compare_options *options, int argc,
                                          char **argv);

/* The version number; and a few lines with compiler, flags, libraries and vector unit in use. */
AVIMD_API const char *avimd_version(void);
AVIMD_API enum avimd_status avimd_describe(FILE *out);

/* The one of names (ended by NULL) that was probably meant, or NULL. */
AVIMD_API const char *avimd_nearest(const char *word, const char *const *names);

#ifdef __cplusplus
}
#endif

#endif
