/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A text file that a fix writes rows to.  It is opened when the first row comes, so that checking a
 * deck writes nothing; every row reaches the disk at once, and a failure is an error that names the
 * file.  A simulation that goes on from a restart file goes on with the file, too: what was written
 * after the restart file is cut off and written again.
 */
#ifndef MD_MODIFY_RECORD_H
#define MD_MODIFY_RECORD_H

#include "base/archive.h"
#include "base/word.h"

#include <stdio.h>

struct md_record {
    char *path; /* NULL: no file */
    FILE *file; /* NULL: not open yet */
    bool append, overwrite;
    struct md_place place;
    const struct md_files *files;
    long head;      /* where rows begin, for overwrite */
    int64_t resume; /* -1, or how long the file was when the simulation was kept */
};

/* The file's name, as it stands behind `file` or `append`. */
enum md_status md_record_name(struct md_record *record, const struct md_word *word, bool append,
                              struct md_error *error);

/* Before a row: opens the file if need be.  *fresh: it has no head yet. */
enum md_status md_record_open(struct md_record *record, bool *fresh, struct md_error *error);
/* The head is written. */
void md_record_headed(struct md_record *record);
/* After a row. */
enum md_status md_record_flush(struct md_record *record, struct md_error *error);

enum md_status md_record_keep(struct md_record *record, struct md_archive *archive,
                              struct md_error *error);
/* Closes the file and forgets it; a failure, which may come only now (a quota, a file server), is
 * an error that names it.  md_record_free closes too, for what came to nothing. */
enum md_status md_record_close(struct md_record *record, struct md_error *error);
void md_record_free(struct md_record *record);

#endif
