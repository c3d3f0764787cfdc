/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file being written.  Nobody checks every single write; instead the first failure is remembered
 * with its reason, and the next flush or close reports it.  Names that end in .gz are compressed
 * with zlib; appending to one adds a gzip member, which every reader of gzip joins.
 */
#include "output/stream.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

struct md_stream {
    FILE *file;
    gzFile gzip;
    char *path;
    bool failed;
    int reason; /* errno of the first failure; 0: unknown */
};

static bool ends_in_gz(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

static void fail(struct md_stream *stream)
{
    if (stream->failed)
        return;
    stream->failed = true;
    stream->reason = errno;
}

static const char *reason_text(int reason)
{
    return reason != 0 ? strerror(reason) : "write error";
}

enum md_status md_stream_adopt(struct md_stream **stream, int file, const char *path,
                               struct md_error *error)
{
    struct md_stream *made = md_memory_array(1, sizeof *made);
    char *copy = md_memory_text(path);
    *stream = NULL;
    if (made != NULL && copy != NULL) {
        made->path = copy;
        if (ends_in_gz(path))
            made->gzip = gzdopen(file, "wb6");
        else
            made->file = fdopen(file, "w");
    }
    if (made == NULL || copy == NULL || (made->file == NULL && made->gzip == NULL)) {
        md_memory_free(made);
        md_memory_free(copy);
        close(file);
        return md_error_memory(error, "an output file");
    }
    *stream = made;
    return MD_OK;
}

enum md_status md_stream_open(struct md_stream **stream, const struct md_files *files,
                              const char *path, bool append, struct md_error *error)
{
    int file = md_files_open(files, path, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC));
    *stream = NULL;
    if (file < 0)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot open '%s' for writing: %s", path,
                            strerror(errno));
    return md_stream_adopt(stream, file, path, error);
}

void md_stream_write(struct md_stream *stream, const char *bytes, size_t count)
{
    if (stream->failed || count == 0)
        return;
    errno = 0;
    if (stream->file != NULL) {
        if (fwrite(bytes, 1, count, stream->file) != count)
            fail(stream);
        return;
    }
    while (count > 0) {
        unsigned part = count > 1u << 30 ? 1u << 30 : (unsigned)count;
        if (gzwrite(stream->gzip, bytes, part) != (int)part) {
            fail(stream);
            return;
        }
        bytes += part;
        count -= part;
    }
}

void md_stream_print(struct md_stream *stream, const char *format, ...)
{
    char small[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(small, sizeof small, format, list);
    va_end(list);
    if (length < 0) {
        fail(stream);
        return;
    }
    if ((size_t)length < sizeof small) {
        md_stream_write(stream, small, (size_t)length);
        return;
    }
    char *large = md_memory_array((size_t)length + 1, 1);
    if (large == NULL) {
        errno = ENOMEM;
        fail(stream);
        return;
    }
    va_start(list, format);
    vsnprintf(large, (size_t)length + 1, format, list);
    va_end(list);
    md_stream_write(stream, large, (size_t)length);
    md_memory_free(large);
}

static enum md_status judge(const struct md_stream *stream, struct md_error *error)
{
    if (!stream->failed)
        return MD_OK;
    return md_error_set(error, MD_ERR_FILE, NULL, "cannot write '%s': %s", stream->path,
                        reason_text(stream->reason));
}

enum md_status md_stream_flush(struct md_stream *stream, struct md_error *error)
{
    if (!stream->failed) {
        errno = 0;
        if (stream->file != NULL ? fflush(stream->file) != 0
                                 : gzflush(stream->gzip, Z_SYNC_FLUSH) != Z_OK)
            fail(stream);
    }
    return judge(stream, error);
}

enum md_status md_stream_close(struct md_stream *stream, struct md_error *error)
{
    if (stream == NULL)
        return MD_OK;
    errno = 0;
    if (stream->file != NULL ? fclose(stream->file) != 0 : gzclose(stream->gzip) != Z_OK)
        fail(stream);
    enum md_status status = judge(stream, error);
    md_memory_free(stream->path);
    md_memory_free(stream);
    return status;
}
