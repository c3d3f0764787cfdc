/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Thermodynamic rows.  This file knows columns and formats; the values come through the
 * quantities interface, so that a row and a formula can never disagree.
 */
#ifndef MD_OUTPUT_THERMO_H
#define MD_OUTPUT_THERMO_H

#include "base/format.h"
#include "base/reference.h"
#include "base/value.h"
#include "base/word.h"
#include "output/log.h"

#include <stdint.h>

enum md_thermo_line { MD_THERMO_ONE, MD_THERMO_MULTI, MD_THERMO_YAML };

enum md_lost_policy { MD_LOST_ERROR, MD_LOST_WARN, MD_LOST_IGNORE };

struct md_thermo_column {
    char word[128];                   /* as in the deck: temp, c_x[1], v_name */
    char header[128];                 /* Temp, c_x[1] */
    char name[128];                   /* thermo_modify colname; "" : header */
    char format[MD_FORMAT_SIZE];      /* thermo_modify format N; "" : the default */
    char line_format[MD_FORMAT_SIZE]; /* its share of thermo_modify format line */
    bool integer;
    struct md_reference reference; /* kind 0: the word is a keyword */
    struct md_place place;
};

struct md_thermo {
    int64_t every;           /* 0: first and last step only */
    char every_variable[64]; /* v_name of `thermo v_name`, or "" */
    enum md_thermo_line line;
    bool custom;                      /* thermo_style custom: Volume is never appended */
    struct md_thermo_column *columns; /* `count` of them, and Volume behind them */
    int count;
    int shown; /* columns of the present run: count, or count + 1 with Volume */
    int norm;  /* -1: the units' default, else 0 or 1 */
    enum md_lost_policy lost;
    enum md_lost_policy lost_bonds; /* whose atoms are gone */
    bool flush;
    bool modified; /* thermo_modify was used since the style was set */
    char format_int[MD_FORMAT_SIZE], format_float[MD_FORMAT_SIZE];
    char temperature[64], pressure[64];                /* compute IDs: thermo_temp, thermo_press */
    struct md_place temperature_place, pressure_place; /* of thermo_modify's words */
};

enum md_status md_thermo_init(struct md_thermo *thermo, struct md_error *error); /* style one */
void md_thermo_free(struct md_thermo *thermo);

/* `thermo_style STYLE words...`; undoes what thermo_modify did.  quantities and variables (either
 * may be NULL) tell whether what columns refer to exists. */
enum md_status md_thermo_style(struct md_thermo *thermo, const struct md_quantities *quantities,
                               const struct md_variables *variables, const struct md_args *args,
                               struct md_error *error);
enum md_status md_thermo_modify(struct md_thermo *thermo, const struct md_args *args,
                                struct md_error *error);

/* box_changes: append Volume (styles one, multi and yaml). */
enum md_status md_thermo_header(struct md_thermo *thermo, const struct md_quantities *quantities,
                                bool box_changes, struct md_log *log, struct md_error *error);
enum md_status md_thermo_row(struct md_thermo *thermo, const struct md_quantities *quantities,
                             const struct md_variables *variables, double cpu, struct md_log *log,
                             struct md_error *error);
enum md_status md_thermo_footer(struct md_thermo *thermo, struct md_log *log,
                                struct md_error *error);

/* The known keywords, for errors, --list and completion; NULL-terminated. */
extern const char *const md_thermo_keywords[];

#endif
