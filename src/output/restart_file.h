/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive as a restart file (base/restart_format.h). */
#ifndef MD_OUTPUT_RESTART_FILE_H
#define MD_OUTPUT_RESTART_FILE_H

#include "base/archive.h"
#include "base/files.h"

/* Writes beside the final name, makes sure that it reached the disk, and renames.  A file that had
 * the name is kept as PATH.old when `old` says so.  Whatever fails, the file that was there stays.
 */
enum md_status md_restart_file_write(const struct md_archive *archive, const struct md_files *files,
                                     const char *path, bool old, struct md_error *error);

#endif
