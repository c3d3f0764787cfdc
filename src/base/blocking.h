/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The standard error of the mean of correlated samples, by blocking: neighbours are averaged in
 * pairs, pairs of pairs and so on, and the error estimated from blocks long enough to be
 * independent no longer grows.  Samples are taken one at a time; only a few numbers for each level
 * are kept.
 */
#ifndef MD_BASE_BLOCKING_H
#define MD_BASE_BLOCKING_H

#include "base/archive.h"

#define MD_BLOCKING_LEVELS 48

struct md_blocking {
    double count[MD_BLOCKING_LEVELS]; /* blocks of 2^level samples seen */
    double mean[MD_BLOCKING_LEVELS];
    double square[MD_BLOCKING_LEVELS];  /* sum of squared deviations from the mean */
    double waiting[MD_BLOCKING_LEVELS]; /* a block whose partner has not come */
    bool waits[MD_BLOCKING_LEVELS];
};

void md_blocking_clear(struct md_blocking *blocking);
void md_blocking_add(struct md_blocking *blocking, double sample);

/* The mean of all samples. */
double md_blocking_mean(const struct md_blocking *blocking);

/* Its standard error, from the shortest blocks that are long enough; NaN for fewer than two
 * samples.  With too few samples to tell, the largest of the estimates: rather too long a bar. */
double md_blocking_error(const struct md_blocking *blocking);

enum md_status md_blocking_keep(struct md_blocking *blocking, struct md_archive *archive,
                                const char *name, struct md_error *error);

#endif
