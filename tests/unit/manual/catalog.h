/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A catalog of a few made-up entries, for tests. */
#ifndef MD_TESTS_MANUAL_CATALOG_H
#define MD_TESTS_MANUAL_CATALOG_H

#include "manual/manual.h"

static const struct md_param test_params[] = {
    {"width", MD_PARAM_DOUBLE, MD_PARAM_KEYWORD, "distance", "of a <thing> & more", 0,
     MD_PARAM_TINY, 5.0, NULL, "1.5"},
    {"hidden", MD_PARAM_INT, MD_PARAM_STATE, "", "never shown", 0, 0, 0, NULL, NULL},
    {.kind = MD_PARAM_END}};

static const struct md_param test_coeffs[] = {{.name = "K", .unit = "energy", .doc = "stiffness"},
                                              {.name = NULL}};

static const struct md_entry test_commands[] = {
    {"fix", "fix ID GROUP STYLE ...", "adds a fix", "One of many.", NULL, NULL, NULL},
    {"run", "run N", "runs",
     "Runs.  Even\n  run 10\nwith fix hold/it.\n  a N  first\n       line\n  .b   second", NULL,
     NULL, NULL},
    {"pair_style", "pair_style STYLE", "chooses", "See run_style and nothing/at.", NULL, NULL,
     NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL}};

static const struct md_entry test_fixes[] = {{"hold", "fix ID GROUP hold", "holds <&>",
                                              "Uses pair_style or fix hold/it, not hold.", NULL,
                                              test_params, test_coeffs},
                                             {"hold/it", "fix ID GROUP hold/it", "holds it",
                                              ".dot\n'quote\\ \"a\" - b", "A. Author", NULL, NULL},
                                             {NULL, NULL, NULL, NULL, NULL, NULL, NULL}};

static const struct md_entry test_units[] = {{"lj", NULL, NULL, NULL, NULL, NULL, NULL},
                                             {NULL, NULL, NULL, NULL, NULL, NULL, NULL}};

static inline bool test_at(const struct md_entry *list, int i, struct md_entry *entry)
{
    int count = 0;

    while (list[count].name != NULL)
        count++;
    if (i < 0 || i >= count)
        return false;
    *entry = list[i];
    return true;
}

static inline bool test_command_at(int i, struct md_entry *entry)
{
    return test_at(test_commands, i, entry);
}

static inline bool test_fix_at(int i, struct md_entry *entry)
{
    return test_at(test_fixes, i, entry);
}

static inline bool test_units_at(int i, struct md_entry *entry)
{
    return test_at(test_units, i, entry);
}

static const struct md_kind test_kinds[] = {
    {"command", "Commands", NULL, NULL, 0, test_command_at, NULL, 0},
    {"fix", "Fixes", "fix", NULL, 3, test_fix_at, NULL, 0},
    {"units", "Units", "units", NULL, 1, test_units_at, NULL, 0},
};

static const struct md_catalog test_catalog = {
    .kinds = test_kinds, .count = 3, .version = "1.2", .insert = NULL};

#endif
