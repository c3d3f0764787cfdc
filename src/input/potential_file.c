/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Potential files: where they are looked for, and how they fall into lines, words and numbers.
 */
#include "input/potential_file.h"

#include "base/files.h"
#include "base/memory.h"
#include "input/potential_folders.h"
#include "input/row_order.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define WORD_SIZE 128  /* no number is longer */
#define LINE_KEPT 1000 /* characters of a line that an error may show */
#define PATH_SIZE 4096
#define LARGEST   1e100

/* ------------------------------------------------------------------ finding and loading */

static bool readable(const struct md_files *files, const char *path)
{
    struct stat about;
    return md_files_stat(files, path, &about) == 0 && !S_ISDIR(about.st_mode) &&
           md_files_readable(files, path);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static enum md_status not_found(const char *path, const struct md_place *place, int reason,
                                struct md_error *error)
{
    char folder[MD_FOLDER_SIZE], list[MD_ERROR_HINT - 120] = "";
    size_t used = 0;
    for (int i = 0; md_potential_folder(i, folder) && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", folder);
    md_error_set(error, MD_ERR_FILE, place, "cannot open potential file '%.200s': %s", path,
                 strerror(reason));
    if (list[0] == '\0')
        return md_error_hint(error, "the environment variable LAMMPS_POTENTIALS may name folders "
                                    "where potential files are looked for");
    return md_error_hint(error, "nor is '%.40s' in %s (LAMMPS_POTENTIALS may name folders)",
                         last_part(path), list);
}

static bool find_in_tables(const char *path, char *found, size_t size)
{
    char folder[MD_FOLDER_SIZE];
    for (int i = 0; md_potential_folder(i, folder); i++) {
        int n = snprintf(found, size, "%s/%s", folder, last_part(path));
        if (n > 0 && (size_t)n < size && readable(&md_files_any, found))
            return true;
    }
    return false;
}

/* *files: what `found` may be.  The folders of tables are the user's, not the deck's, so that a
 * confined deck finds there what it names elsewhere. */
static enum md_status find(const struct md_word *word, char *found, size_t size,
                           const struct md_files **files, struct md_error *error)
{
    const char *path = word->text;
    struct stat about;
    *files = word->files;
    if (readable(word->files, path)) {
        if (md_files_why(word->files, path, MD_FILES_READ) != NULL &&
            !find_in_tables(path, found, size))
            (void)md_files_allow(word->files, path, MD_FILES_READ, &word->place, error);
        int n = snprintf(found, size, "%s", path);
        return n > 0 && (size_t)n < size ? MD_OK
                                         : not_found(path, &word->place, ENAMETOOLONG, error);
    }
    int reason = md_files_stat(word->files, path, &about) != 0 ? errno
                 : S_ISDIR(about.st_mode)                      ? EISDIR
                                                               : EACCES;
    *files = &md_files_any;
    if (find_in_tables(path, found, size))
        return MD_OK;
    if (md_files_allow(word->files, path, MD_FILES_READ, &word->place, error))
        return error->status;
    return not_found(path, &word->place, reason, error);
}

/* The whole file, which must be text: /dev/zero has no end. */
static enum md_status read_all(gzFile in, const char *path, const struct md_place *place,
                               char **text, size_t *size, struct md_error *error)
{
    size_t room = 0;
    for (;;) {
        if (*size == room) {
            size_t wanted = room == 0 ? 1 << 16 : 2 * room;
            if (md_memory_grow(text, room, wanted, 1, error))
                return error->status;
            room = wanted;
        }
        unsigned part = room - *size > 1u << 30 ? 1u << 30 : (unsigned)(room - *size);
        errno = 0;
        int got = gzread(in, *text + *size, part);
        const char *zero = got > 0 ? memchr(*text + *size, '\0', (size_t)got) : NULL;
        *size += got > 0 ? (size_t)got : 0;
        if (got > 0 && zero == NULL)
            continue;
        int code = Z_OK;
        const char *why = gzerror(in, &code);
        if (zero != NULL)
            return md_error_set(error, MD_ERR_FILE, place,
                                "potential file '%.200s' is not a text file: a byte is 0", path);
        if (got == 0 && (code == Z_OK || code == Z_STREAM_END))
            return MD_OK;
        return md_error_set(error, MD_ERR_FILE, place, "cannot read potential file '%.200s': %s",
                            path,
                            code == Z_ERRNO       ? strerror(errno)
                            : code == Z_BUF_ERROR ? "the compressed file is truncated"
                                                  : why);
    }
}

enum md_status md_potential_file_open(struct md_potential_file *file, const struct md_word *word,
                                      struct md_keep **kept, struct md_error *error)
{
    const struct md_files *files;
    char found[PATH_SIZE], *text = NULL;
    size_t size = 0;
    *file = (struct md_potential_file){0};
    if (find(word, found, sizeof found, &files, error))
        return error->status;
    const char *name = md_keep_text(kept, found, strlen(found));
    if (!name)
        return md_error_memory(error, "the name of a potential file");
    errno = 0;
    gzFile in = md_files_gzip(files, found, "rb");
    if (!in)
        return not_found(word->text, &word->place, errno ? errno : ENOMEM, error);
    enum md_status status = read_all(in, found, &word->place, &text, &size, error);
    gzclose(in);
    if (status) {
        md_memory_free(text);
        return status;
    }
    md_potential_file_text(file, name, text, size, kept, error);
    file->memory = text;
    return MD_OK;
}

void md_potential_file_close(struct md_potential_file *file)
{
    md_memory_free(file->memory);
    *file = (struct md_potential_file){0};
}

void md_potential_file_text(struct md_potential_file *file, const char *name, const char *text,
                            size_t size, struct md_keep **kept, struct md_error *error)
{
    *file = (struct md_potential_file){.name = name,
                                       .text = text,
                                       .end = text + size,
                                       .cursor = text,
                                       .line = text,
                                       .word = text,
                                       .stop = text,
                                       .kept = kept,
                                       .error = error};
}

/* ------------------------------------------------------------------ lines and words */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

bool md_potential_file_line(struct md_potential_file *file)
{
    file->word = file->stop;
    if (file->cursor >= file->end)
        return false;
    const char *start = file->cursor;
    const char *stop = memchr(start, '\n', (size_t)(file->end - start));
    stop = stop ? stop : file->end;
    file->cursor = stop < file->end ? stop + 1 : stop;
    while (stop > start && is_blank(stop[-1]))
        stop--;
    file->line = file->word = start;
    file->length = (size_t)(stop - start);
    file->number++;
    const char *comment = memchr(start, '#', file->length);
    file->stop = comment ? comment : stop;
    return true;
}

bool md_potential_file_words(struct md_potential_file *file)
{
    while (md_potential_file_line(file)) {
        while (file->word < file->stop && is_blank(*file->word))
            file->word++;
        if (file->word < file->stop)
            return true;
    }
    return false;
}

bool md_potential_file_word(struct md_potential_file *file, struct md_file_word *word)
{
    const char *at = file->word;
    while (at < file->stop && is_blank(*at))
        at++;
    word->start = at;
    while (at < file->stop && !is_blank(*at))
        at++;
    word->length = (size_t)(at - word->start);
    file->word = at;
    return word->length > 0;
}

size_t md_potential_file_left(const struct md_potential_file *file)
{
    return (size_t)(file->end - file->cursor);
}

/* ------------------------------------------------------------------ units */

void md_potential_file_units(struct md_potential_file *file, char units[MD_FILE_UNITS])
{
    struct md_file_word word;
    units[0] = '\0';
    if (!md_potential_file_line(file))
        return;
    file->stop = file->line + file->length; /* this line may begin with a # */
    while (md_potential_file_word(file, &word))
        if (word.length == 6 && memcmp(word.start, "UNITS:", 6) == 0) {
            if (md_potential_file_word(file, &word) && word.length < MD_FILE_UNITS) {
                memcpy(units, word.start, word.length);
                units[word.length] = '\0';
            }
            return;
        }
}

/* ------------------------------------------------------------------ errors */

enum md_status md_potential_file_fail(struct md_potential_file *file,
                                      const struct md_file_word *word, const char *format, ...)
{
    char text[MD_ERROR_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    struct md_place place = {.file = file->name, .line = file->number > 0 ? file->number : 1};
    size_t length = file->length < LINE_KEPT ? file->length : LINE_KEPT;
    place.text = md_keep_text(file->kept, file->line, length);
    if (place.text && word && word->start >= file->line && word->start < file->line + length) {
        place.column = (int)(word->start - file->line) + 1;
        place.length = (int)(word->length < LINE_KEPT ? word->length : LINE_KEPT);
    }
    return md_error_set(file->error, MD_ERR_FILE, &place, "%s", text);
}

enum md_status md_potential_file_ends(struct md_potential_file *file, const char *wanted)
{
    return md_potential_file_fail(file, NULL, "the file ends here; %s expected", wanted);
}

/* ------------------------------------------------------------------ numbers */

/* A word as a text; false: longer than any number. */
static bool text_of(const struct md_file_word *word, char text[WORD_SIZE])
{
    size_t length = word->length < WORD_SIZE ? word->length : WORD_SIZE - 1;
    memcpy(text, word->start, length);
    text[length] = '\0';
    /* Bytes that would end the text early are no part of a number. */
    return word->length < WORD_SIZE && strlen(text) == length;
}

static void range(double lo, double hi, char *text, size_t size)
{
    if (lo == -INFINITY && hi == INFINITY)
        snprintf(text, size, "a finite number");
    else if (lo == MD_ABOVE(0.0))
        snprintf(text, size, "a number greater than 0");
    else
        snprintf(text, size, "a number from %g to %g", lo, hi);
}

enum md_status md_potential_file_double(struct md_potential_file *file,
                                        const struct md_file_word *word, const char *what,
                                        double lo, double hi, double *value)
{
    char text[WORD_SIZE], wanted[80];
    if (text_of(word, text) && md_parse_double(text, value) && *value >= lo && *value <= hi)
        return MD_OK;
    range(lo, hi, wanted, sizeof wanted);
    return md_potential_file_fail(file, word, "'%.60s' cannot be %s: %s is expected", text, what,
                                  wanted);
}

enum md_status md_potential_file_int(struct md_potential_file *file,
                                     const struct md_file_word *word, const char *what, int64_t lo,
                                     int64_t hi, int64_t *value)
{
    char text[WORD_SIZE];
    if (text_of(word, text) && md_parse_int(text, value) && *value >= lo && *value <= hi)
        return MD_OK;
    return md_potential_file_fail(
        file, word, "'%.60s' cannot be %s: an integer from %" PRId64 " to %" PRId64 " is expected",
        text, what, lo, hi);
}

/* A value of an array: what is larger would overflow where splines are made of it. */
static enum md_status read_value(struct md_potential_file *file, const struct md_file_word *word,
                                 const char *what, size_t k, size_t count, double *value)
{
    char text[WORD_SIZE], name[160];
    bool number = text_of(word, text) && md_parse_double(text, value);
    if (number && fabs(*value) <= LARGEST)
        return MD_OK;
    snprintf(name, sizeof name, "value %zu of %zu of %.80s", k + 1, count, what);
    double bound = number ? LARGEST : INFINITY;
    return md_potential_file_double(file, word, name, -bound, bound, value);
}

static enum md_status read_array(struct md_potential_file *file, const char *what, size_t count,
                                 double *values, int *row)
{
    struct md_file_word word;
    char name[160];
    for (size_t k = 0; k < count;) {
        if (!md_potential_file_words(file)) {
            snprintf(name, sizeof name, "%zu of %zu values of %.80s are still", count - k, count,
                     what);
            return md_potential_file_ends(file, name);
        }
        for (; k < count && md_potential_file_word(file, &word); k++) {
            row[k] = file->number;
            if (read_value(file, &word, what, k, count, &values[k]))
                return file->error->status;
        }
    }
    if (md_potential_file_word(file, &word))
        return md_potential_file_fail(file, &word,
                                      "'%.*s' follows the last of %zu values of %s in this line: "
                                      "the end of the line is expected",
                                      (int)(word.length < 60 ? word.length : 60), word.start, count,
                                      what);
    return MD_OK;
}

enum md_status md_potential_file_array(struct md_potential_file *file, const char *what,
                                       size_t count, double *values)
{
    size_t a = 0, b = 0;
    int *row = md_memory_array(count, sizeof *row);
    if (row == NULL)
        return md_error_memory(file->error, "a table");
    enum md_status status = read_array(file, what, count, values, row);
    if (status == MD_OK && !md_rows_in_order(values, row, count, &a, &b))
        status = md_error_set(
            file->error, MD_ERR_FILE, &(struct md_place){file->name, NULL, row[a], 0, 0},
            "%s jumps from %g to %g at line %d and from %g to %g at line %d: the "
            "rows of the table are out of order, or some are missing",
            what, values[a - 1], values[a], row[a], values[b - 1], values[b], row[b]);
    md_memory_free(row);
    return status;
}
