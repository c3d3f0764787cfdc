/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files a deck names.  All of them are opened, renamed and removed here and nowhere else in
 * the library, so that one place decides what a deck may do with files.
 *
 * A deck that is confined may use the files below one folder, the working folder at the start.  The
 * folder is held open, and a name is followed from there one part at a time: each folder on the way
 * is opened relative to the one before, without following links, and a symbolic link is read and
 * its target followed in the same manner.  What is checked is therefore what is opened; a folder
 * that is exchanged for a link meanwhile leads nowhere else.
 */
#ifndef MD_BASE_FILES_H
#define MD_BASE_FILES_H

#include "base/error.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

enum md_files_use { MD_FILES_READ, MD_FILES_WRITE };

struct gzFile_s; /* gzFile of zlib */

struct md_files {
    int folder;    /* descriptor of the folder that holds all files of the deck; -1: no limits */
    char *name;    /* its resolved name */
    bool confined; /* false: what would be refused is only reported */
    void (*report)(void *context, const struct md_place *place, const char *text); /* or NULL */
    void *context;
};

/* Without limits: for names that come from the user and not from a deck. */
extern const struct md_files md_files_any;

/* The limits are the present working folder.  Refused in the home folder and above it. */
enum md_status md_files_begin(struct md_files *files, bool confined, struct md_error *error);
void md_files_end(struct md_files *files);

/* Whether a deck may use the file: an error with the place if it is confined, a report if what
 * --confine would refuse is asked for.  To be called for each word of a deck that names a file,
 * also when the deck is only checked.  A * may stand for a number. */
enum md_status md_files_allow(const struct md_files *files, const char *name, enum md_files_use use,
                              const struct md_place *place, struct md_error *error);

/* The same for what is no file; `what` completes "--confine refuses ...". */
enum md_status md_files_refuse(const struct md_files *files, const struct md_place *place,
                               struct md_error *error, const char *what);

/* Like the functions of the system with these names, and with their errno; EPERM: refused.  If
 * `files` is NULL, all is refused.  When confined, only ordinary files are opened. */
int md_files_open(const struct md_files *files, const char *name, int flags);
FILE *md_files_stream(const struct md_files *files, const char *name, const char *mode);
struct gzFile_s *md_files_gzip(const struct md_files *files, const char *name, const char *mode);
DIR *md_files_folder(const struct md_files *files, const char *name);
int md_files_stat(const struct md_files *files, const char *name, struct stat *about);
int md_files_rename(const struct md_files *files, const char *from, const char *to);
int md_files_link(const struct md_files *files, const char *from, const char *to);
int md_files_remove(const struct md_files *files, const char *name);
bool md_files_readable(const struct md_files *files, const char *name);

/* Why a confined deck may not use the file, as the end of a sentence; NULL: it may, or there are no
 * limits to tell of. */
const char *md_files_why(const struct md_files *files, const char *name, enum md_files_use use);

#endif
