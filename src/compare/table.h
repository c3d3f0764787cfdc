/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.csv, a row for each run, and summary.txt, what a person reads in a minute. */
#ifndef MD_COMPARE_TABLE_H
#define MD_COMPARE_TABLE_H

#include "compare/groups.h"

enum md_status md_table_csv(const struct md_plan *plan, const struct md_result *results,
                            const char *folder, struct md_error *error);
enum md_status md_table_summary(const struct md_plan *plan, const struct md_result *results,
                                const char *folder, struct md_error *error);

/* The same text to a stream that is open. */
void md_table_print(const struct md_plan *plan, const struct md_groups_of_runs *groups, FILE *out);

/* For terminals narrower than the summary: the same in short lines of up to 40 columns. */
#define MD_TABLE_WIDTH 129
void md_table_brief(const struct md_plan *plan, const struct md_groups_of_runs *groups, FILE *out);

/* The list of runs, for --dry-run. */
void md_table_plan(const struct md_plan *plan, FILE *out);

#endif
