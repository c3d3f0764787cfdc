/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading restart files (base/restart_format.h) into an archive. */
#ifndef MD_INPUT_RESTART_FILE_H
#define MD_INPUT_RESTART_FILE_H

#include "base/archive.h"
#include "base/files.h"

/* The archive of a file, to be read; the caller destroys it.  `path` stands in messages. */
enum md_status md_restart_file_read(const struct md_files *files, const char *path,
                                    struct md_archive **archive, struct md_error *error);
/* The same of a file held in memory. */
enum md_status md_restart_file_parse(const unsigned char *bytes, size_t size, const char *path,
                                     struct md_archive **archive, struct md_error *error);

/* A * in the name stands for a step: the file of the greatest one there is.  To be freed with
 * md_memory_free; NULL with an error when there is none. */
char *md_restart_file_newest(const struct md_files *files, const char *pattern,
                             struct md_error *error);

#endif
