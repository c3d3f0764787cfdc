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

struct avimd_options {
    FILE *screen;    /* rows and messages; NULL: none */
    FILE *errors;    /* error messages with carets; NULL: none */
    FILE *progress;  /* remaining time; NULL: none */
    const char *log; /* log file; NULL: "log.avimd"; "none": none */
    int echo;        /* 1 log, 2 screen, 3 both, 0 none; -1: the default (log) */
    int threads;     /* 0: OMP_NUM_THREADS or all cores */
    int check;       /* read the whole deck, report every error, run nothing */
    int allow_shell;
    int color; /* ANSI colours in error messages */
};

AVIMD_API void avimd_options_default(struct avimd_options *options);

AVIMD_API struct avimd *
avimd_open(const struct avimd_options *options); /* NULL: no memory or no log file */
AVIMD_API void avimd_close(struct avimd *simulation);

/* -var name value... */
AVIMD_API enum avimd_status avimd_variable(struct avimd *simulation, const char *name, int count,
                                           const char *const *values);
AVIMD_API enum avimd_status avimd_deck(struct avimd *simulation, const char *path);
AVIMD_API enum avimd_status avimd_text(struct avimd *simulation, const char *name,
                                       const char *text);
AVIMD_API enum avimd_status avimd_command(struct avimd *simulation, const char *line);

/* The last error as a sentence; the deck's exit code after quit. */
AVIMD_API const char *avimd_message(const struct avimd *simulation);
AVIMD_API int avimd_exit_code(const struct avimd *simulation);
AVIMD_API int avimd_error_count(const struct avimd *simulation);

/* Safe to call from a signal handler: the run stops after the present step. */
AVIMD_API void avimd_interrupt(struct avimd *simulation);

/* Atoms in the order of their ids: "x", "v", "f" (3 doubles each). */
AVIMD_API size_t avimd_atoms(const struct avimd *simulation);
AVIMD_API enum avimd_status avimd_gather(struct avimd *simulation, const char *name, double *values,
                                         size_t count);
/* A thermo keyword, c_ID, f_ID or v_name. */
AVIMD_API enum avimd_status avimd_value(struct avimd *simulation, const char *name, double *value);

/* Lists of what exists: kind is "command", "pair", "fix", "compute", "run_style", "dump",
 * "region", "units", "thermo" or NULL for all; and the manual text of one style or command. */
AVIMD_API enum avimd_status avimd_list(FILE *out, const char *kind);
AVIMD_API enum avimd_status avimd_help(FILE *out, const char *style);
/* Version of the library, with the compiler, flags and libraries it was built with. */
AVIMD_API const char *avimd_version(void);

#ifdef __cplusplus
}
#endif

#endif
