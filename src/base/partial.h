/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file written beside its final name, which it takes in one step when it is complete: whatever
 * fails or is killed, there is never half a file under the name that others read.
 *
 * The name it has until then, FOLDER/.partial.RANDOM.NAME, cannot be known before, and the file is
 * always a new one: nothing that is there is followed or overwritten, be it a link in a folder that
 * others write to or the file of another process.  A name that is a device or a pipe is written to
 * as it is, never replaced by a file.
 */
#ifndef MD_BASE_PARTIAL_H
#define MD_BASE_PARTIAL_H

#include "base/files.h"

#include <stdbool.h>

struct md_partial {
    const struct md_files *files; /* what names it may have; must live as long */
    char *path, *name;            /* name NULL: path itself is written to */
    int file;                     /* open for writing; the caller closes it */
};

/* 0, or errno: then nothing is open and there is nothing to free. */
int md_partial_create(struct md_partial *partial, const struct md_files *files, const char *path);
/* Gives a second name to a file that is there (a hard link), for md_partial_keep. */
int md_partial_link(struct md_partial *partial, const struct md_files *files, const char *from,
                    const char *path);

/* After the file was closed: gives it its name (0, or errno: then it is removed) or removes it. */
int md_partial_keep(struct md_partial *partial);
void md_partial_drop(struct md_partial *partial);

/* A file in the folder of path that is not complete, because its writer was killed or is still at
 * work: its name, to be freed, or NULL. */
char *md_partial_left(const struct md_files *files, const char *path);

/* Whether it may be flushed to the disk: a device may refuse that. */
bool md_partial_regular(const struct md_partial *partial);

#endif
