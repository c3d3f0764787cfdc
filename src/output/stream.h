/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text file being written, gzipped when its name ends in .gz; write errors are sticky. */
#ifndef MD_OUTPUT_STREAM_H
#define MD_OUTPUT_STREAM_H

#include "base/files.h"

#include <stdbool.h>
#include <stddef.h>

struct md_stream;

enum md_status md_stream_open(struct md_stream **stream, const struct md_files *files,
                              const char *path, bool append, struct md_error *error);
/* Takes over an open file; path is its name in messages, and tells whether it is gzipped. */
enum md_status md_stream_adopt(struct md_stream **stream, int file, const char *path,
                               struct md_error *error);
void md_stream_write(struct md_stream *stream, const char *bytes, size_t count);
void md_stream_print(struct md_stream *stream, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Any failure so far (full disk, ...) as an error that names the file. */
enum md_status md_stream_flush(struct md_stream *stream, struct md_error *error);
enum md_status md_stream_close(struct md_stream *stream, struct md_error *error);

#endif
