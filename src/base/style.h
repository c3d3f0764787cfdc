/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every plug-in has: a name, a summary, its manual text and a table of parameters.  The one
 * table drives deck keywords, range checks, restart, `avimd --list`, `avimd --help STYLE`, the
 * manual and shell completion.
 */
#ifndef MD_BASE_STYLE_H
#define MD_BASE_STYLE_H

#include "base/word.h"

#include <stddef.h>

enum md_param_kind {
    MD_PARAM_DOUBLE, /* double */
    MD_PARAM_INT,    /* int64_t */
    MD_PARAM_BOOL,   /* bool: yes|no */
    MD_PARAM_CHOICE, /* int: index into choices, "a|b|c" */
    MD_PARAM_TEXT,   /* char[MD_PARAM_TEXT_SIZE] */
    MD_PARAM_END
};

#define MD_PARAM_TEXT_SIZE 128

enum md_param_form {
    MD_PARAM_POSITIONAL, /* must be there, in table order */
    MD_PARAM_OPTIONAL,   /* positional, may be left out at the end */
    MD_PARAM_KEYWORD,    /* `name value` after the positional ones, in any order */
    MD_PARAM_STATE       /* never in a deck: private state that restart must keep */
};

struct md_param {
    const char *name;
    enum md_param_kind kind;
    enum md_param_form form;
    const char *unit; /* "distance", "energy", "time", "" */
    const char *doc;
    size_t offset; /* in the plug-in's private state */
    double lo, hi; /* allowed range, inclusive (MD_PARAM_TINY: "> 0"); both 0: no limits */
    const char *choices;
    const char *fallback; /* default value as deck text; NULL: none */
};

#define MD_PARAM_TINY 2.2250738585072014e-308 /* smallest normal double: "greater than 0" */

struct md_style {
    const char *name;
    const char *summary; /* one line */
    const char *usage;   /* "lj/cut CUTOFF" */
    const char *manual;  /* a few paragraphs */
    const char *cite;    /* the paper, or NULL */
    size_t state_size;
    const struct md_param *params; /* ends with MD_PARAM_END; may be NULL */
};

/* The name without the endings of LAMMPS's other implementations of the same (/opt, /omp, /gpu,
 * /intel, /kk), in `copy`; what does not fit is cut off. */
#define MD_STYLE_NAME_SIZE 64
const char *md_style_plain(const char *name, char copy[MD_STYLE_NAME_SIZE]);

/* Sets every parameter to its fallback; those without one stay as they are. */
void md_params_default(const struct md_param *params, void *state);

/* Defaults, then reads args (positional, then keywords) into state. */
enum md_status md_params_read(const struct md_style *style, const struct md_args *args, void *state,
                              struct md_error *error);

/* Reads only `keyword value` pairs, leaving other parameters as they are. */
enum md_status md_params_modify(const struct md_style *style, const struct md_args *args,
                                void *state, struct md_error *error);

#endif
