/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Snapshots of dump files, one after the other: LAMMPS's own text format (dump atom, custom) and
 * xyz, plain or gzipped.  Such a file is someone else's text, may be anything and of any length:
 * only the snapshot that is asked for is ever in memory, nothing is allocated on the word of a
 * number in the file, and whatever is wrong is reported with the file's name, line and column.
 */
#ifndef MD_INPUT_DUMP_FILE_H
#define MD_INPUT_DUMP_FILE_H

#include "base/word.h"
#include "state/keep.h"

enum md_dump_format { MD_DUMP_NATIVE, MD_DUMP_XYZ };

#define MD_DUMP_UNITS 16

/* What stands above the rows of a snapshot. */
struct md_dump_snapshot {
    int64_t step; /* xyz: the snapshot's number in the file, from 0 */
    int64_t count;
    bool boxed; /* xyz has no box */
    double lo[3], hi[3];
    char units[MD_DUMP_UNITS]; /* "" : the file does not say */
    const char *const *label;  /* of the columns; they belong to the file */
    int columns;
    struct md_place place; /* of the line that names the columns */
    int first_line;        /* of the rows; row i stands at first_line + i */
};

struct md_dump_file; /* opaque */

/* kept: owns what places of errors point to. */
enum md_status md_dump_file_open(struct md_dump_file **file, const struct md_word *path,
                                 enum md_dump_format format, struct md_keep **kept,
                                 struct md_error *error);
void md_dump_file_close(struct md_dump_file *file);

/* The next snapshot's header; rows of the last one that were not read are passed over.  *found is
 * false at the end of the file. */
enum md_status md_dump_file_next(struct md_dump_file *file, bool *found,
                                 struct md_dump_snapshot *snapshot, struct md_error *error);

/* The column of this name, or -1. */
int md_dump_file_column(const struct md_dump_snapshot *snapshot, const char *label);

/* Stands for a column that counts rows from 1. */
#define MD_DUMP_COUNTED (-1)

/* The chosen columns of all rows, row by row; *values is to be freed. */
enum md_status md_dump_file_rows(struct md_dump_file *file, const int *column, int columns,
                                 double **values, struct md_error *error);

#endif
