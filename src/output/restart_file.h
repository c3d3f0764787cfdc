/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive as a restart file (base/restart_format.h). */
#ifndef MD_OUTPUT_RESTART_FILE_H
#define MD_OUTPUT_RESTART_FILE_H

#include "base/archive.h"
#include "base/files.h"

/* What describes the state whose outline an archive is. */
struct md_restart_source {
    enum md_status (*describe)(void *context, struct md_archive *archive, struct md_error *error);
    void *context;
};

/* Writes beside the final name, makes sure that it reached the disk, and renames.  A file that had
 * the name is kept as PATH.old when `old` says so; *lost is errno of what kept it from that, or 0.
 * Whatever else fails, the file that was there stays.  The archive is an outline, and its values go
 * from the source into the file array by array; source NULL: it holds its values itself. */
enum md_status md_restart_file_write(struct md_archive *archive,
                                     const struct md_restart_source *source,
                                     const struct md_files *files, const char *path, bool old,
                                     int *lost, struct md_error *error);

#endif
