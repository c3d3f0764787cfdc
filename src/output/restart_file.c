/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writing restart files.  There is a complete file under the final name at every moment, even if
 * the machine stops: the new one is written under another name in the same folder, flushed to the
 * disk, and takes the name in one step; the old one gets a second name before that.
 */
#include "output/restart_file.h"

#include "base/memory.h"
#include "base/partial.h"
#include "base/restart_format.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* The file being written and the sums of what went into it. */
struct sink {
    FILE *file;
    uLong array, whole; /* CRC-32 of the present array, of the file */
    size_t width;       /* bytes of one of its values */
    bool failed;
    int reason; /* errno of the first failure */
};

static uLong sum(uLong crc, const unsigned char *bytes, size_t count)
{
    while (count > 0) {
        uInt part = count > 1u << 30 ? 1u << 30 : (uInt)count;
        crc = crc32(crc, bytes, part);
        bytes += part;
        count -= part;
    }
    return crc;
}

static void put(struct sink *sink, const void *bytes, size_t count)
{
    if (sink->failed || count == 0)
        return;
    sink->array = sum(sink->array, bytes, count);
    sink->whole = sum(sink->whole, bytes, count);
    errno = 0;
    if (fwrite(bytes, 1, count, sink->file) == count)
        return;
    sink->failed = true;
    sink->reason = errno;
}

/* The lowest bytes first. */
static void put_number(struct sink *sink, uint64_t value, int bytes)
{
    unsigned char text[8];
    for (int k = 0; k < bytes; k++)
        text[k] = (unsigned char)(value >> (8 * k));
    put(sink, text, (size_t)bytes);
}

/* Eight-byte values in pieces, whatever the machine's own order of bytes. */
static void put_values(struct sink *sink, const unsigned char *values, size_t count)
{
    unsigned char piece[8 * 512];
    for (size_t done = 0; done < count && !sink->failed;) {
        size_t part = count - done < 512 ? count - done : 512;
        for (size_t k = 0; k < part; k++) {
            uint64_t bits;
            memcpy(&bits, values + 8 * (done + k), sizeof bits);
            for (int b = 0; b < 8; b++)
                piece[8 * k + (size_t)b] = (unsigned char)(bits >> (8 * b));
        }
        put(sink, piece, 8 * part);
        done += part;
    }
}

static uint64_t file_size(const struct md_archive *archive)
{
    uint64_t size = MD_RESTART_HEADER + 4;
    for (size_t i = 0; i < md_archive_entries(archive); i++) {
        const struct md_archive_entry *entry = md_archive_entry_at(archive, i);
        size += MD_RESTART_ARRAY + strlen(entry->path) + 4;
        size += (uint64_t)entry->count * md_archive_width(entry->kind);
    }
    return size;
}

static void begin_array(void *context, const struct md_archive_entry *entry)
{
    struct sink *sink = context;
    size_t length = strlen(entry->path);
    sink->array = crc32(0, NULL, 0);
    sink->width = md_archive_width(entry->kind);
    put_number(sink, (uint64_t)entry->kind, 1);
    put_number(sink, length, 1);
    put_number(sink, 0, 2);
    put_number(sink, entry->count, 8);
    put(sink, entry->path, length);
}

static void add_values(void *context, const void *values, size_t count)
{
    struct sink *sink = context;
    if (sink->width == 8)
        put_values(sink, values, count);
    else
        put(sink, values, count);
}

static void end_array(void *context)
{
    struct sink *sink = context;
    put_number(sink, sink->array, 4);
}

static enum md_status put_arrays(struct sink *sink, struct md_archive *archive,
                                 const struct md_restart_source *source, struct md_error *error)
{
    struct md_archive_sink into = {begin_array, add_values, end_array, sink};
    if (source) {
        md_archive_pour(archive, &into);
        if (source->describe(source->context, archive, error))
            return error->status;
        return md_archive_poured(archive, error);
    }
    for (size_t i = 0; i < md_archive_entries(archive); i++) {
        const struct md_archive_entry *entry = md_archive_entry_at(archive, i);
        begin_array(sink, entry);
        add_values(sink, entry->data, entry->count);
        end_array(sink);
    }
    return MD_OK;
}

static enum md_status put_archive(struct sink *sink, struct md_archive *archive,
                                  const struct md_restart_source *source, struct md_error *error)
{
    sink->array = sink->whole = crc32(0, NULL, 0);
    put(sink, MD_RESTART_MAGIC, 8);
    put_number(sink, (uint64_t)md_archive_format(archive), 4);
    put_number(sink, md_archive_entries(archive), 4);
    put_number(sink, file_size(archive), 8);
    put_number(sink, sink->array, 4);
    enum md_status status = put_arrays(sink, archive, source, error);
    put_number(sink, sink->whole, 4);
    return status;
}

/* ------------------------------------------------------------------ names */

static enum md_status fail(struct md_error *error, const char *what, const char *path, int reason)
{
    return md_error_set(error, MD_ERR_FILE, NULL, "cannot %s restart file '%s': %s", what, path,
                        reason ? strerror(reason) : "write error");
}

/* So that the new name itself survives a loss of power; failing here harms nothing. */
static void sync_folder(const struct md_files *files, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    char *folder = md_memory_array(length + 2, 1);
    if (!folder)
        return;
    snprintf(folder, length + 2, "%.*s.", (int)length, path);
    int fd = md_files_open(files, folder, O_RDONLY);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    md_memory_free(folder);
}

/* Closes both; 0, or errno of what failed. */
static int copy_bytes(int from, int to)
{
    static const size_t room = 1 << 16;
    char *piece = md_memory_array(room, 1);
    int reason = piece == NULL ? ENOMEM : 0;
    for (ssize_t got = 1; reason == 0 && got > 0;) {
        got = read(from, piece, room);
        if (got < 0)
            reason = errno;
        for (ssize_t done = 0, part; reason == 0 && done < got; done += part)
            if ((part = write(to, piece + done, (size_t)(got - done))) <= 0)
                reason = part < 0 ? errno : ENOSPC;
    }
    if (reason == 0 && fsync(to) != 0)
        reason = errno;
    if (close(to) != 0 && reason == 0)
        reason = errno;
    close(from);
    md_memory_free(piece);
    return reason;
}

/* Where there are no hard links. */
static int copy_old(const struct md_files *files, const char *path, const char *old)
{
    struct md_partial copy;
    int from = md_files_open(files, path, O_RDONLY);
    if (from < 0)
        return errno;
    int reason = md_partial_create(&copy, files, old);
    if (reason != 0) {
        close(from);
        return reason;
    }
    reason = copy_bytes(from, copy.file);
    if (reason == 0)
        return md_partial_keep(&copy);
    md_partial_drop(&copy);
    return reason;
}

/* The present file gets a second name, so that the first never lacks a file; 0 or errno. */
static int keep_old(const struct md_files *files, const char *path)
{
    static const char suffix[] = ".old";
    struct md_partial second;
    size_t room = strlen(path) + sizeof suffix;
    char *old = md_memory_array(room, 1);
    if (!old)
        return ENOMEM;
    snprintf(old, room, "%s%s", path, suffix);
    int reason = md_partial_link(&second, files, path, old) == 0 ? md_partial_keep(&second)
                                                                 : copy_old(files, path, old);
    md_memory_free(old);
    return reason;
}

static enum md_status write_to(struct md_archive *archive, const struct md_restart_source *source,
                               const struct md_partial *partial, struct md_error *error)
{
    struct sink sink = {.file = fdopen(partial->file, "wb")};
    if (!sink.file) {
        int reason = errno;
        close(partial->file);
        return fail(error, "open", partial->path, reason);
    }
    enum md_status status = put_archive(&sink, archive, source, error);
    errno = 0;
    if (!sink.failed && (fflush(sink.file) != 0 ||
                         (md_partial_regular(partial) && fsync(fileno(sink.file)) != 0))) {
        sink.failed = true;
        sink.reason = errno;
    }
    errno = 0;
    if (fclose(sink.file) != 0 && !sink.failed) {
        sink.failed = true;
        sink.reason = errno;
    }
    if (status != MD_OK)
        return status;
    return sink.failed ? fail(error, "write", partial->path, sink.reason) : MD_OK;
}

enum md_status md_restart_file_write(struct md_archive *archive,
                                     const struct md_restart_source *source,
                                     const struct md_files *files, const char *path, bool old,
                                     int *lost, struct md_error *error)
{
    struct md_partial partial;
    struct stat there;
    bool exists = md_files_stat(files, path, &there) == 0;
    *lost = 0;
    if (md_archive_entries(archive) > MD_RESTART_ARRAYS)
        return md_error_set(error, MD_ERR_FILE, NULL,
                            "restart file '%s' would hold %zu arrays, more than %d", path,
                            md_archive_entries(archive), MD_RESTART_ARRAYS);
    if (exists && S_ISDIR(there.st_mode))
        return fail(error, "write", path, EISDIR);
    int reason = md_partial_create(&partial, files, path);
    if (reason != 0)
        return fail(error, "open", path, reason);
    enum md_status status = write_to(archive, source, &partial, error);
    if (status != MD_OK) {
        md_partial_drop(&partial);
        return status;
    }
    if (exists && old && md_partial_regular(&partial))
        *lost = keep_old(files, path);
    reason = md_partial_keep(&partial);
    if (reason != 0)
        return fail(error, "rename", path, reason);
    sync_folder(files, path);
    return MD_OK;
}
