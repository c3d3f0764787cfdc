/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writing restart files.  There is a complete file under the final name at every moment, even if
 * the machine stops: the new one is written under another name in the same folder, flushed to the
 * disk, and takes the name in one step; the old one gets a second name before that.
 */
#include "output/restart_file.h"

#include "base/memory.h"
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

static void put_entry(struct sink *sink, const struct md_archive_entry *entry)
{
    size_t length = strlen(entry->path);
    sink->array = crc32(0, NULL, 0);
    put_number(sink, (uint64_t)entry->kind, 1);
    put_number(sink, length, 1);
    put_number(sink, 0, 2);
    put_number(sink, entry->count, 8);
    put(sink, entry->path, length);
    if (md_archive_width(entry->kind) == 8)
        put_values(sink, entry->data, entry->count);
    else
        put(sink, entry->data, entry->count);
    put_number(sink, sink->array, 4);
}

static void put_archive(struct sink *sink, const struct md_archive *archive)
{
    size_t entries = md_archive_entries(archive);
    sink->array = sink->whole = crc32(0, NULL, 0);
    put(sink, MD_RESTART_MAGIC, 8);
    put_number(sink, MD_RESTART_VERSION, 4);
    put_number(sink, entries, 4);
    put_number(sink, file_size(archive), 8);
    put_number(sink, sink->array, 4);
    for (size_t i = 0; i < entries; i++)
        put_entry(sink, md_archive_entry_at(archive, i));
    put_number(sink, sink->whole, 4);
}

/* ------------------------------------------------------------------ names */

static enum md_status fail(struct md_error *error, const char *what, const char *path, int reason)
{
    return md_error_set(error, MD_ERR_FILE, NULL, "cannot %s restart file '%s': %s", what, path,
                        reason ? strerror(reason) : "write error");
}

/* FOLDER/PREFIX NAME SUFFIX, to be freed. */
static char *beside(const char *path, const char *prefix, const char *suffix)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    size_t room = strlen(path) + strlen(prefix) + strlen(suffix) + 1;
    char *name = md_memory_array(room, 1);
    if (name)
        snprintf(name, room, "%.*s%s%s%s", (int)folder, path, prefix, path + folder, suffix);
    return name;
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

/* The present file gets a second name.  Where there are no hard links, nothing is kept. */
static void keep_old(const struct md_files *files, const char *path)
{
    char *old = beside(path, "", ".old"), *link_name = beside(path, ".partial.", ".old");
    if (old && link_name) {
        (void)md_files_remove(files, link_name);
        if (md_files_link(files, path, link_name) == 0 &&
            md_files_rename(files, link_name, old) != 0)
            (void)md_files_remove(files, link_name);
    }
    md_memory_free(old);
    md_memory_free(link_name);
}

static enum md_status write_to(const struct md_archive *archive, const struct md_files *files,
                               const char *name, bool regular, const char *path,
                               struct md_error *error)
{
    struct sink sink = {0};
    errno = 0;
    sink.file = md_files_stream(files, name, "wb");
    if (!sink.file)
        return fail(error, "open", path, errno);
    put_archive(&sink, archive);
    errno = 0;
    if (!sink.failed && (fflush(sink.file) != 0 || (regular && fsync(fileno(sink.file)) != 0))) {
        sink.failed = true;
        sink.reason = errno;
    }
    errno = 0;
    if (fclose(sink.file) != 0 && !sink.failed) {
        sink.failed = true;
        sink.reason = errno;
    }
    return sink.failed ? fail(error, "write", path, sink.reason) : MD_OK;
}

enum md_status md_restart_file_write(const struct md_archive *archive, const struct md_files *files,
                                     const char *path, bool old, struct md_error *error)
{
    struct stat there;
    bool exists = md_files_stat(files, path, &there) == 0;
    if (md_archive_entries(archive) > MD_RESTART_ARRAYS)
        return md_error_set(error, MD_ERR_FILE, NULL,
                            "restart file '%s' would hold %zu arrays, more than %d", path,
                            md_archive_entries(archive), MD_RESTART_ARRAYS);
    if (exists && S_ISDIR(there.st_mode))
        return fail(error, "write", path, EISDIR);
    if (exists && !S_ISREG(there.st_mode)) /* a device or a pipe is never replaced */
        return write_to(archive, files, path, false, path, error);
    char *name = beside(path, ".partial.", "");
    if (!name)
        return md_error_memory(error, "the name of a restart file");
    enum md_status status = write_to(archive, files, name, true, path, error);
    if (status == MD_OK && exists && old)
        keep_old(files, path);
    if (status == MD_OK && md_files_rename(files, name, path) != 0)
        status = fail(error, "rename", path, errno);
    if (status != MD_OK)
        (void)md_files_remove(files, name);
    else
        sync_folder(files, path);
    md_memory_free(name);
    return status;
}
