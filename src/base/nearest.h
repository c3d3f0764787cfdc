/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Did you mean": the nearest of a list of names by edit distance (with transpositions). */
#ifndef MD_BASE_NEAREST_H
#define MD_BASE_NEAREST_H

#include "base/error.h"

/* The nearest name when it is near enough to be meant, else NULL.  name(context, i) yields the
 * i-th candidate, NULL ends the list. */
const char *md_nearest(const char *word, const char *(*name)(const void *context, int i),
                       const void *context);
const char *md_nearest_of(const char *word, const char *const *names);

/* Adds "did you mean 'x'?" to error when there is a near name; returns error's status. */
enum md_status md_nearest_hint(struct md_error *error, const char *word, const char *nearest);

#endif
