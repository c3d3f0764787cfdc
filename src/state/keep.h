/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Texts that must outlive the code that read them: names and lines of data files, to which the
 * places of errors and of pair coefficients point.  They live as long as the system.
 */
#ifndef MD_STATE_KEEP_H
#define MD_STATE_KEEP_H

#include <stddef.h>

struct md_keep {
    struct md_keep *next;
    char text[];
};

/* A copy of the first `length` characters of text, owned by the list; NULL: no memory. */
const char *md_keep_text(struct md_keep **list, const char *text, size_t length);
void md_keep_free(struct md_keep **list);

#endif
