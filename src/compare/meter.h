/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line on a terminal: how many runs are done, and the time that is left. */
#ifndef MD_COMPARE_METER_H
#define MD_COMPARE_METER_H

#include "compare/comparison.h"

/* Columns of a terminal; 0: the stream is none. */
int md_meter_width(FILE *stream);

/* Puts a text into the line, "" removes it; nothing happens without a terminal. */
void md_meter_line(const struct md_comparison *comparison, const char *text);

/* The state of the runs, some times a second at most. */
void md_meter_show(struct md_comparison *comparison);

#endif
