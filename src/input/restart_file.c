/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading restart files.  The bytes are not trusted: every length is compared with what is left of
 * the file before anything is allocated or copied, and the sums are checked, of the whole file
 * first, so that a damaged file is refused before any of it is believed.
 */
#include "input/restart_file.h"

#include "base/memory.h"
#include "base/restart_format.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

struct source {
    const unsigned char *bytes;
    size_t at, end;
    const char *path;
};

static uint64_t number(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    for (int k = count - 1; k >= 0; k--)
        value = value << 8 | bytes[k];
    return value;
}

static uint32_t sum(const unsigned char *bytes, size_t count)
{
    uLong crc = crc32(0, NULL, 0);
    while (count > 0) {
        uInt part = count > 1u << 30 ? 1u << 30 : (uInt)count;
        crc = crc32(crc, bytes, part);
        bytes += part;
        count -= part;
    }
    return (uint32_t)crc;
}

static enum md_status broken(const struct source *source, struct md_error *error, const char *why)
{
    return md_error_set(error, MD_ERR_FILE, NULL, "restart file '%s' is damaged: %s", source->path,
                        why);
}

/* ------------------------------------------------------------------ the header */

static enum md_status not_ours(const struct source *source, struct md_error *error)
{
    static const char lammps[] = "LammpS RestartT";
    if (source->end >= sizeof lammps - 1 && memcmp(source->bytes, lammps, sizeof lammps - 1) == 0) {
        md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                     "'%s' is a restart file of LAMMPS, which only LAMMPS itself can read",
                     source->path);
        return md_error_hint(error, "lmp -restart2data %s FILE makes a data file for read_data",
                             source->path);
    }
    return md_error_set(error, MD_ERR_FILE, NULL, "'%s' is no restart file of AviMD", source->path);
}

/* Bits differ between formats, so a run could not be continued as it would have gone on. */
static enum md_status other_format(const struct source *source, uint64_t version,
                                   struct md_error *error)
{
    bool old = version < MD_RESTART_VERSION;
    md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                 "restart file '%s' has format %" PRIu64 ", written by %s AviMD; this one reads "
                 "formats %d to %d",
                 source->path, version, old ? "an earlier" : "a later", MD_RESTART_VERSION,
                 MD_RESTART_NEWEST);
    return md_error_hint(error, "the program that wrote it can make a data file of it: "
                                "read_restart, then write_data");
}

static enum md_status check_header(struct source *source, size_t *arrays, int *format,
                                   struct md_error *error)
{
    const unsigned char *bytes = source->bytes;
    char why[160];
    if (source->end < 8 || memcmp(bytes, MD_RESTART_MAGIC, 8) != 0)
        return not_ours(source, error);
    if (source->end < MD_RESTART_HEADER + 4)
        return broken(source, error, "it ends within its header");
    if (number(bytes + 24, 4) != sum(bytes, 24))
        return broken(source, error, "the sum of its header is wrong");
    uint64_t version = number(bytes + 8, 4), size = number(bytes + 16, 8);
    if (version < MD_RESTART_VERSION || version > MD_RESTART_NEWEST)
        return other_format(source, version, error);
    if (size != source->end) {
        snprintf(why, sizeof why, "it has %zu bytes and should have %" PRIu64, source->end, size);
        return broken(source, error, why);
    }
    *arrays = (size_t)number(bytes + 12, 4);
    *format = (int)version;
    if (*arrays > MD_RESTART_ARRAYS)
        return broken(source, error, "it claims to hold too many arrays");
    if (number(bytes + source->end - 4, 4) != sum(bytes, source->end - 4))
        return broken(source, error, "the sum of the whole file is wrong");
    source->at = MD_RESTART_HEADER;
    source->end -= 4;
    return MD_OK;
}

/* ------------------------------------------------------------------ arrays */

/* Into the machine's own order of bytes. */
static enum md_status add_array(struct source *source, struct md_archive *archive, const char *path,
                                enum md_archive_kind kind, size_t count, struct md_error *error)
{
    const unsigned char *bytes = source->bytes + source->at;
    enum md_status status;
    if (md_archive_width(kind) == 8 && count > 0) {
        uint64_t *values = md_memory_array(count, sizeof *values);
        if (!values)
            return md_error_memory(error, "an array of a restart file");
        for (size_t k = 0; k < count; k++)
            values[k] = number(bytes + 8 * k, 8);
        status = md_archive_add(archive, path, kind, count, values, error);
        md_memory_free(values);
    } else {
        status = md_archive_add(archive, path, kind, count, bytes, error);
    }
    return status;
}

static enum md_status read_array(struct source *source, struct md_archive *archive,
                                 struct md_error *error)
{
    char path[MD_ARCHIVE_PATH];
    size_t begin = source->at, left = source->end - source->at;
    const unsigned char *bytes = source->bytes + begin;
    if (left < MD_RESTART_ARRAY + 4)
        return broken(source, error, "it ends within an array");
    enum md_archive_kind kind = (enum md_archive_kind)bytes[0];
    size_t length = bytes[1], width = md_archive_width(kind);
    uint64_t count = number(bytes + 4, 8);
    if (width == 0)
        return broken(source, error, "it holds an array of an unknown kind");
    left -= MD_RESTART_ARRAY + 4;
    if (length == 0 || length >= sizeof path || length > left)
        return broken(source, error, "the name of an array does not fit");
    left -= length;
    memcpy(path, bytes + MD_RESTART_ARRAY, length);
    path[length] = '\0';
    if (strlen(path) != length)
        return broken(source, error, "the name of an array is no text");
    if (count > left / width)
        return broken(source, error, "an array is longer than the file");
    source->at += MD_RESTART_ARRAY + length;
    if (add_array(source, archive, path, kind, (size_t)count, error))
        return error->status == MD_ERR_MEMORY ? error->status
                                              : broken(source, error, "a name is there twice");
    source->at += (size_t)count * width;
    if (number(source->bytes + source->at, 4) != sum(bytes, source->at - begin))
        return broken(source, error, "the sum of an array is wrong");
    source->at += 4;
    return MD_OK;
}

enum md_status md_restart_file_parse(const unsigned char *bytes, size_t size, const char *path,
                                     struct md_archive **archive, struct md_error *error)
{
    struct source source = {.bytes = bytes, .end = size, .path = path};
    size_t arrays = 0;
    int format = 0;
    *archive = NULL;
    if (check_header(&source, &arrays, &format, error))
        return error->status;
    struct md_archive *made = md_archive_create();
    enum md_status status = made ? MD_OK : md_error_memory(error, "a restart file");
    if (made)
        md_archive_need_format(made, format);
    for (size_t k = 0; status == MD_OK && k < arrays; k++)
        status = read_array(&source, made, error);
    if (status == MD_OK && source.at != source.end)
        status = broken(&source, error, "there is more after its last array");
    if (status != MD_OK) {
        md_archive_destroy(made);
        return status;
    }
    md_archive_rewind(made, true);
    *archive = made;
    return MD_OK;
}

/* ------------------------------------------------------------------ files */

static enum md_status cannot(struct md_error *error, const char *path, int reason)
{
    return md_error_set(error, MD_ERR_FILE, NULL, "cannot read restart file '%s': %s", path,
                        reason ? strerror(reason) : "read error");
}

/* The whole file; a pipe has no size beforehand, and what is no restart file (/dev/zero) perhaps
 * no end: of that the beginning is enough. */
static enum md_status load(FILE *file, const char *path, unsigned char **bytes, size_t *size,
                           struct md_error *error)
{
    struct stat there;
    size_t room = 1 << 16;
    *bytes = NULL;
    *size = 0;
    if (fstat(fileno(file), &there) == 0 && S_ISDIR(there.st_mode))
        return cannot(error, path, EISDIR);
    if (S_ISREG(there.st_mode) && there.st_size > 0)
        room = (size_t)there.st_size + 1;
    for (size_t had = 0;; had = *size, room *= 2) {
        if (md_memory_grow(bytes, had, room, 1, error))
            return error->status;
        errno = 0;
        *size += fread(*bytes + *size, 1, room - *size, file);
        if (ferror(file))
            return cannot(error, path, errno);
        if (*size < room || memcmp(*bytes, MD_RESTART_MAGIC, sizeof MD_RESTART_MAGIC - 1) != 0)
            return MD_OK;
    }
}

enum md_status md_restart_file_read(const struct md_files *files, const char *path,
                                    struct md_archive **archive, struct md_error *error)
{
    unsigned char *bytes = NULL;
    size_t size;
    *archive = NULL;
    errno = 0;
    FILE *file = md_files_stream(files, path, "rb");
    if (!file)
        return cannot(error, path, errno);
    enum md_status status = load(file, path, &bytes, &size, error);
    fclose(file);
    if (status == MD_OK)
        status = md_restart_file_parse(bytes, size, path, archive, error);
    md_memory_free(bytes);
    return status;
}

/* The step in a name HEAD step TAIL, or -1. */
static int64_t step_in(const char *name, const char *head, size_t head_length, const char *tail)
{
    size_t length = strlen(name), tail_length = strlen(tail);
    int64_t step = 0;
    if (length <= head_length + tail_length || strncmp(name, head, head_length) != 0 ||
        strcmp(name + length - tail_length, tail) != 0)
        return -1;
    for (const char *c = name + head_length; c < name + length - tail_length; c++) {
        if (!isdigit((unsigned char)*c) || step > INT64_MAX / 10 - 1)
            return -1;
        step = 10 * step + (*c - '0');
    }
    return step;
}

char *md_restart_file_newest(const struct md_files *files, const char *pattern,
                             struct md_error *error)
{
    const char *star = strchr(pattern, '*'), *slash = strrchr(pattern, '/');
    if (!star || (slash && slash > star)) {
        md_error_set(error, MD_ERR_FILE, NULL, "the * of '%s' must be in the file's name", pattern);
        return NULL;
    }
    size_t folder = slash ? (size_t)(slash - pattern) + 1 : 0, room = strlen(pattern) + 32;
    char *name = md_memory_array(room, 1);
    if (!name) {
        md_error_memory(error, "the name of a restart file");
        return NULL;
    }
    snprintf(name, room, "%.*s.", (int)folder, pattern);
    DIR *there = md_files_folder(files, name);
    int64_t newest = -1;
    for (struct dirent *file; there && (file = readdir(there));) {
        int64_t step =
            step_in(file->d_name, pattern + folder, (size_t)(star - pattern) - folder, star + 1);
        if (step > newest) {
            newest = step;
            snprintf(name, room, "%.*s%.*s", (int)folder, pattern, (int)(room - folder - 1),
                     file->d_name);
        }
    }
    if (there)
        closedir(there);
    if (newest >= 0)
        return name;
    md_memory_free(name);
    md_error_set(error, MD_ERR_FILE, NULL, "there is no restart file '%s'", pattern);
    return NULL;
}
