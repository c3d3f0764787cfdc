/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The journal of a comparison: a line for each finished run, on the disk before the next begins.
 * A power cut loses at most the runs that were going on.  Its first line names the comparison by a
 * hash of everything its results depend on.
 */
#ifndef MD_COMPARE_JOURNAL_H
#define MD_COMPARE_JOURNAL_H

#include "compare/result.h"

struct md_journal {
    int file; /* -1: none */
    int extras, trials;
};

/* Opens or makes it, and fills results[trials] with what was finished.  Fails when another
 * comparison is in it (unless `again`), or when another process writes it. */
enum md_status md_journal_open(struct md_journal *journal, const char *path, uint64_t hash,
                               int trials, int extras, bool again, struct md_result *results,
                               struct md_error *error);
enum md_status md_journal_add(struct md_journal *journal, int trial, const struct md_result *result,
                              struct md_error *error);
void md_journal_close(struct md_journal *journal);

/* FNV-1a; begin with MD_JOURNAL_HASH. */
#define MD_JOURNAL_HASH 14695981039346656037u
uint64_t md_journal_hash(uint64_t hash, const void *bytes, size_t count);

#endif
