/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What must survive the end of the program: named, typed arrays in nested sections.  One object
 * with two directions, so that one function describes a state both for writing and for reading
 * back, and the two can never disagree:
 *
 *     enum md_status keep(void *state, struct md_archive *archive, struct md_error *error)
 *     {
 *         struct thermostat *t = state;
 *         if (md_archive_doubles(archive, "eta", t->eta, 3, error))
 *             return error->status;
 *         return md_archive_marsaglia(archive, "random", &t->random, error);
 *     }
 *
 * While writing, values are copied into the archive; while reading, out of it.  A name that is
 * missing or whose kind or number differs is an error that names section and field.  For arrays
 * whose length is not known beforehand: md_archive_size.
 *
 * A large state need not be copied: described once it is outlined, that is only names and lengths
 * are noted, and described once more its values go to a sink one array after the other.
 */
#ifndef MD_BASE_ARCHIVE_H
#define MD_BASE_ARCHIVE_H

#include "base/error.h"
#include "base/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct md_archive;

/* Letters as they stand in files. */
enum md_archive_kind {
    MD_ARCHIVE_DOUBLES = 'd',
    MD_ARCHIVE_INTS = 'i',
    MD_ARCHIVE_BOOLS = 'b',
    MD_ARCHIVE_TEXT = 't'
};

#define MD_ARCHIVE_PATH 256 /* sections and name, with the 0 at the end */

/* One array.  `path` is "section:section:name"; a bool is one byte, a text has no 0 at its end.
 * `data` is NULL in an outline. */
struct md_archive_entry {
    char path[MD_ARCHIVE_PATH];
    enum md_archive_kind kind;
    size_t count;
    void *data;
};

/* An empty archive to be written into; NULL: no memory. */
struct md_archive *md_archive_create(void);
void md_archive_destroy(struct md_archive *archive); /* NULL is allowed */

/* From now on the archive is read (or written, from its end on), from its outermost section. */
void md_archive_rewind(struct md_archive *archive, bool reading);
bool md_archive_reading(const struct md_archive *archive);

/* From now on only names and lengths are noted, from the outermost section. */
void md_archive_outline(struct md_archive *archive);

/* What takes the arrays as they are described: begin, the values in one or more pieces, end.  It
 * remembers its own failures. */
struct md_archive_sink {
    void (*begin)(void *context, const struct md_archive_entry *entry);
    void (*values)(void *context, const void *values, size_t count);
    void (*end)(void *context);
    void *context;
};

/* From now on values go to the sink, which must outlive this; each array must be the next one of
 * the outline. */
void md_archive_pour(struct md_archive *archive, const struct md_archive_sink *sink);
/* After the description: MD_ERR_INTERNAL when arrays of the outline did not come. */
enum md_status md_archive_poured(const struct md_archive *archive, struct md_error *error);

/* Names contain no ':' and are at most MD_ARCHIVE_PATH long, together with their sections. */
enum md_status md_archive_doubles(struct md_archive *archive, const char *name, double *values,
                                  size_t count, struct md_error *error);
enum md_status md_archive_ints(struct md_archive *archive, const char *name, int64_t *values,
                               size_t count, struct md_error *error);
enum md_status md_archive_bools(struct md_archive *archive, const char *name, bool *values,
                                size_t count, struct md_error *error);
/* Arrays of 32 bits, kept as integers of 64; reading a number that does not fit is an error. */
enum md_status md_archive_ints32(struct md_archive *archive, const char *name, int32_t *values,
                                 size_t count, struct md_error *error);
enum md_status md_archive_bits32(struct md_archive *archive, const char *name, uint32_t *values,
                                 size_t count, struct md_error *error);
/* `size` is the room for the text and its 0; one that does not fit is an error. */
enum md_status md_archive_text(struct md_archive *archive, const char *name, char *text,
                               size_t size, struct md_error *error);

/* One int, and one size_t, which must lie between lo and hi when read back. */
enum md_status md_archive_int(struct md_archive *archive, const char *name, int *value, int lo,
                              int hi, struct md_error *error);
enum md_status md_archive_count(struct md_archive *archive, const char *name, size_t *value,
                                size_t hi, struct md_error *error);

/* Random generators. */
enum md_status md_archive_park(struct md_archive *archive, const char *name, struct md_park *random,
                               struct md_error *error);
enum md_status md_archive_marsaglia(struct md_archive *archive, const char *name,
                                    struct md_marsaglia *random, struct md_error *error);

/* How many values (characters of a text) the present section holds under this name; 0: none. */
size_t md_archive_size(const struct md_archive *archive, const char *name);

/* Whether the present section holds an array or a section of this name. */
bool md_archive_has(const struct md_archive *archive, const char *name);

/* Into a section and out of it again.  Entering one that does not exist is an error when reading;
 * while writing, an empty section leaves no trace. */
enum md_status md_archive_enter(struct md_archive *archive, const char *section,
                                struct md_error *error);
void md_archive_leave(struct md_archive *archive);

/* For writers and readers of files: the arrays in the order written, and adding one by its whole
 * path (data is copied; an error when the path exists or is not one). */
size_t md_archive_entries(const struct md_archive *archive);
const struct md_archive_entry *md_archive_entry_at(const struct md_archive *archive, size_t i);
/* The array of this whole path, or NULL. */
const struct md_archive_entry *md_archive_find(const struct md_archive *archive, const char *path);
enum md_status md_archive_add(struct md_archive *archive, const char *path,
                              enum md_archive_kind kind, size_t count, const void *data,
                              struct md_error *error);
/* Takes an array out again, if there is one of this path, and frees its memory. */
void md_archive_drop(struct md_archive *archive, const char *path);
size_t md_archive_width(enum md_archive_kind kind); /* bytes of one value; 0: no such kind */

#endif
