/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line, in LAMMPS's spelling and our own. */
#ifndef MD_MAIN_OPTIONS_H
#define MD_MAIN_OPTIONS_H

#include <stdbool.h>

/* What the user asked for; the strings are argv's own. */
struct md_options {
    const char *deck;   /* NULL: standard input */
    const char *log;    /* NULL: the default */
    const char *screen; /* NULL: standard output; "none" */
    int echo;           /* 0 none, 1 log, 2 screen, 3 both, -1 not given */
    int threads;        /* 0: not given */
    bool check, check_forces, allow_shell, confine;
    bool version, list, help;
    const char *restart_info; /* the file to tell of, or NULL */
    char **convert;           /* [2]: from and to, or NULL */
    const char *topic;        /* of --list or --help; NULL: all, the summary */
    const char *topic_more;   /* the second word of --help, or NULL */
    const char *ignored;      /* the first option accepted without effect, or NULL */
    /* -var name value...: where each begins in argv and how many words it has. */
    char **argv;
    int *variable, *variable_words;
    int variables;
};

/* False after a message on standard error: the command line is wrong. */
bool md_options_read(struct md_options *options, int argc, char **argv);
void md_options_free(struct md_options *options);

/* The text of avimd --help. */
extern const char md_options_usage[];

#endif
