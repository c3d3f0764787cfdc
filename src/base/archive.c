/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The archive is a flat list of arrays with their whole paths.  States are written and read in the
 * same order, so the array looked for is nearly always the one after the last: the search begins
 * there and goes once around.
 */
#include "base/archive.h"

#include "base/memory.h"
#include "base/restart_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct md_archive {
    struct md_archive_entry *entry;
    size_t count, capacity;
    size_t next;                   /* where the next search begins */
    char section[MD_ARCHIVE_PATH]; /* "" or "outer:inner:" */
    bool reading, outline;
    int format;                         /* of its file; 0: the lowest */
    const struct md_archive_sink *sink; /* NULL: values are copied, or only noted */
};

/* Values as they lie in memory: of the kind's own width, or 32 bits wide. */
enum form { AS_KEPT, INTS32, BITS32 };

#define PIECE 512 /* values that are widened at a time */

struct md_archive *md_archive_create(void)
{
    return md_memory_array(1, sizeof(struct md_archive));
}

int md_archive_format(const struct md_archive *archive)
{
    return archive->format > MD_RESTART_VERSION ? archive->format : MD_RESTART_VERSION;
}

void md_archive_need_format(struct md_archive *archive, int format)
{
    if (format > archive->format)
        archive->format = format;
}

void md_archive_destroy(struct md_archive *archive)
{
    if (!archive)
        return;
    for (size_t i = 0; i < archive->count; i++)
        md_memory_free(archive->entry[i].data);
    md_memory_free(archive->entry);
    md_memory_free(archive);
}

void md_archive_rewind(struct md_archive *archive, bool reading)
{
    archive->reading = reading;
    archive->outline = false;
    archive->sink = NULL;
    archive->next = 0;
    archive->section[0] = '\0';
}

void md_archive_outline(struct md_archive *archive)
{
    md_archive_rewind(archive, false);
    archive->outline = true;
}

void md_archive_pour(struct md_archive *archive, const struct md_archive_sink *sink)
{
    md_archive_rewind(archive, false);
    archive->sink = sink;
}

enum md_status md_archive_poured(const struct md_archive *archive, struct md_error *error)
{
    if (archive->next == archive->count)
        return MD_OK;
    return md_error_set(error, MD_ERR_INTERNAL, NULL, "'%s' was outlined and did not come",
                        archive->entry[archive->next].path);
}

bool md_archive_reading(const struct md_archive *archive)
{
    return archive->reading;
}

size_t md_archive_width(enum md_archive_kind kind)
{
    switch (kind) {
    case MD_ARCHIVE_DOUBLES:
    case MD_ARCHIVE_INTS:
        return 8;
    case MD_ARCHIVE_BOOLS:
    case MD_ARCHIVE_TEXT:
        return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------ names */

static enum md_status need_name(const char *name, struct md_error *error)
{
    if (name[0] != '\0' && !strchr(name, ':'))
        return MD_OK;
    return md_error_set(error, MD_ERR_INTERNAL, NULL, "'%s' is no name for an archive", name);
}

/* Joins the present section and the name. */
static enum md_status make_path(const struct md_archive *archive, const char *name,
                                char path[MD_ARCHIVE_PATH], struct md_error *error)
{
    size_t head = strlen(archive->section), tail = strlen(name);
    if (need_name(name, error))
        return error->status;
    if (head + tail >= MD_ARCHIVE_PATH)
        return md_error_set(error, MD_ERR_INTERNAL, NULL, "the name '%s%s' is too long",
                            archive->section, name);
    memcpy(path, archive->section, head);
    memcpy(path + head, name, tail + 1);
    return MD_OK;
}

/* The array of this path, or NULL; *at gets its place. */
static struct md_archive_entry *find(const struct md_archive *archive, const char *path, size_t *at)
{
    for (size_t k = 0; k < archive->count; k++) {
        size_t i = (archive->next + k) % archive->count;
        if (strcmp(archive->entry[i].path, path) == 0) {
            *at = i;
            return &archive->entry[i];
        }
    }
    return NULL;
}

size_t md_archive_size(const struct md_archive *archive, const char *name)
{
    char path[MD_ARCHIVE_PATH];
    struct md_error error;
    size_t at;
    if (make_path(archive, name, path, &error))
        return 0;
    const struct md_archive_entry *entry = find(archive, path, &at);
    return entry ? entry->count : 0;
}

bool md_archive_has(const struct md_archive *archive, const char *name)
{
    char path[MD_ARCHIVE_PATH];
    struct md_error error;
    if (make_path(archive, name, path, &error))
        return false;
    size_t length = strlen(path);
    for (size_t i = 0; i < archive->count; i++) {
        const char *other = archive->entry[i].path;
        if (strncmp(other, path, length) == 0 && (other[length] == '\0' || other[length] == ':'))
            return true;
    }
    return false;
}

enum md_status md_archive_enter(struct md_archive *archive, const char *section,
                                struct md_error *error)
{
    char path[MD_ARCHIVE_PATH];
    if (make_path(archive, section, path, error))
        return error->status;
    size_t length = strlen(path);
    if (length + 2 > MD_ARCHIVE_PATH)
        return md_error_set(error, MD_ERR_INTERNAL, NULL, "the name '%s' is too long", path);
    if (archive->reading && !md_archive_has(archive, section))
        return md_error_set(error, MD_ERR_FILE, NULL, "there is no section '%s'", path);
    memcpy(archive->section, path, length);
    memcpy(archive->section + length, ":", 2);
    return MD_OK;
}

void md_archive_leave(struct md_archive *archive)
{
    size_t length = strlen(archive->section);
    if (length == 0)
        return;
    archive->section[length - 1] = '\0';
    char *colon = strrchr(archive->section, ':');
    if (colon)
        colon[1] = '\0';
    else
        archive->section[0] = '\0';
}

/* ------------------------------------------------------------------ arrays */

size_t md_archive_entries(const struct md_archive *archive)
{
    return archive->count;
}

const struct md_archive_entry *md_archive_entry_at(const struct md_archive *archive, size_t i)
{
    return &archive->entry[i];
}

const struct md_archive_entry *md_archive_find(const struct md_archive *archive, const char *path)
{
    size_t at;
    return find(archive, path, &at);
}

static bool path_valid(const char *path)
{
    size_t length = strlen(path);
    return length > 0 && length < MD_ARCHIVE_PATH && path[0] != ':' && path[length - 1] != ':' &&
           !strstr(path, "::");
}

/* A new entry at the end, as yet without data; NULL: see the error. */
static struct md_archive_entry *append(struct md_archive *archive, const char *path,
                                       enum md_archive_kind kind, size_t count,
                                       struct md_error *error)
{
    size_t at;
    if (!path_valid(path) || md_archive_width(kind) == 0) {
        md_error_set(error, MD_ERR_FILE, NULL, "'%.200s' is no array of an archive", path);
        return NULL;
    }
    if (find(archive, path, &at)) {
        md_error_set(error, MD_ERR_FILE, NULL, "'%s' is there twice", path);
        return NULL;
    }
    if (archive->count == archive->capacity) {
        size_t wanted = 2 * archive->capacity + 32;
        if (md_memory_grow(&archive->entry, archive->count, wanted, sizeof *archive->entry, error))
            return NULL;
        archive->capacity = wanted;
    }
    struct md_archive_entry *entry = &archive->entry[archive->count];
    memcpy(entry->path, path, strlen(path) + 1);
    entry->kind = kind;
    entry->count = count;
    entry->data = NULL;
    return entry;
}

static void widen(int64_t *wide, enum form form, const void *values, size_t first, size_t count)
{
    const int32_t *ints = values;
    const uint32_t *bits = values;
    for (size_t k = 0; k < count; k++)
        wide[k] = form == INTS32 ? ints[first + k] : (int64_t)bits[first + k];
}

static enum md_status copy(struct md_archive *archive, const char *path, enum md_archive_kind kind,
                           enum form form, const void *values, size_t count, struct md_error *error)
{
    struct md_archive_entry *entry = append(archive, path, kind, count, error);
    if (!entry)
        return error->status;
    if (!archive->outline) {
        entry->data = md_memory_array(count, md_archive_width(kind));
        if (!entry->data)
            return md_error_memory(error, "an array of an archive");
        if (form != AS_KEPT)
            widen(entry->data, form, values, 0, count);
        else if (count > 0)
            memcpy(entry->data, values, count * md_archive_width(kind));
    }
    archive->count++;
    return MD_OK;
}

static enum md_status pour(struct md_archive *archive, const char *path, enum md_archive_kind kind,
                           enum form form, const void *values, size_t count, struct md_error *error)
{
    const struct md_archive_sink *sink = archive->sink;
    const struct md_archive_entry *entry = &archive->entry[archive->next];
    int64_t wide[PIECE];
    if (archive->next == archive->count || strcmp(entry->path, path) != 0 || entry->kind != kind ||
        entry->count != count)
        return md_error_set(error, MD_ERR_INTERNAL, NULL, "'%s' is not as it was outlined", path);
    sink->begin(sink->context, entry);
    if (form == AS_KEPT && count > 0)
        sink->values(sink->context, values, count);
    for (size_t done = 0; form != AS_KEPT && done < count; done += PIECE) {
        size_t part = count - done < PIECE ? count - done : PIECE;
        widen(wide, form, values, done, part);
        sink->values(sink->context, wide, part);
    }
    sink->end(sink->context);
    archive->next++;
    return MD_OK;
}

enum md_status md_archive_add(struct md_archive *archive, const char *path,
                              enum md_archive_kind kind, size_t count, const void *data,
                              struct md_error *error)
{
    return archive->sink ? pour(archive, path, kind, AS_KEPT, data, count, error)
                         : copy(archive, path, kind, AS_KEPT, data, count, error);
}

void md_archive_drop(struct md_archive *archive, const char *path)
{
    size_t at;
    struct md_archive_entry *entry = find(archive, path, &at);
    if (!entry)
        return;
    md_memory_free(entry->data);
    archive->count--;
    memmove(entry, entry + 1, (archive->count - at) * sizeof *entry);
    archive->next = 0;
}

static const char *kind_name(enum md_archive_kind kind)
{
    switch (kind) {
    case MD_ARCHIVE_DOUBLES:
        return "numbers";
    case MD_ARCHIVE_INTS:
        return "integers";
    case MD_ARCHIVE_BOOLS:
        return "truth values";
    case MD_ARCHIVE_TEXT:
        return "characters";
    }
    return "?";
}

/* The stored array of this name and kind. */
static enum md_status take(struct md_archive *archive, const char *name, enum md_archive_kind kind,
                           const struct md_archive_entry **entry, struct md_error *error)
{
    char path[MD_ARCHIVE_PATH];
    size_t at;
    if (make_path(archive, name, path, error))
        return error->status;
    *entry = find(archive, path, &at);
    if (!*entry)
        return md_error_set(error, MD_ERR_FILE, NULL, "'%s' is missing", path);
    if ((*entry)->kind != kind)
        return md_error_set(error, MD_ERR_FILE, NULL, "'%s' holds %s, not %s", path,
                            kind_name((*entry)->kind), kind_name(kind));
    archive->next = at + 1;
    return MD_OK;
}

/* The stored array, which must be as long. */
static enum md_status take_all(struct md_archive *archive, const char *name,
                               enum md_archive_kind kind, size_t count,
                               const struct md_archive_entry **entry, struct md_error *error)
{
    if (take(archive, name, kind, entry, error))
        return error->status;
    if ((*entry)->count == count)
        return MD_OK;
    return md_error_set(error, MD_ERR_FILE, NULL, "'%s' holds %zu %s, not %zu", (*entry)->path,
                        (*entry)->count, kind_name(kind), count);
}

static enum md_status put(struct md_archive *archive, const char *name, enum md_archive_kind kind,
                          enum form form, const void *values, size_t count, struct md_error *error)
{
    char path[MD_ARCHIVE_PATH];
    if (make_path(archive, name, path, error))
        return error->status;
    return archive->sink ? pour(archive, path, kind, form, values, count, error)
                         : copy(archive, path, kind, form, values, count, error);
}

static enum md_status transfer(struct md_archive *archive, const char *name,
                               enum md_archive_kind kind, void *values, size_t count,
                               struct md_error *error)
{
    const struct md_archive_entry *entry;
    if (!archive->reading)
        return put(archive, name, kind, AS_KEPT, values, count, error);
    if (take_all(archive, name, kind, count, &entry, error))
        return error->status;
    if (count > 0)
        memcpy(values, entry->data, count * md_archive_width(kind));
    return MD_OK;
}

enum md_status md_archive_doubles(struct md_archive *archive, const char *name, double *values,
                                  size_t count, struct md_error *error)
{
    return transfer(archive, name, MD_ARCHIVE_DOUBLES, values, count, error);
}

enum md_status md_archive_ints(struct md_archive *archive, const char *name, int64_t *values,
                               size_t count, struct md_error *error)
{
    return transfer(archive, name, MD_ARCHIVE_INTS, values, count, error);
}

enum md_status md_archive_ints32(struct md_archive *archive, const char *name, int32_t *values,
                                 size_t count, struct md_error *error)
{
    const struct md_archive_entry *entry;
    if (!archive->reading)
        return put(archive, name, MD_ARCHIVE_INTS, INTS32, values, count, error);
    if (take_all(archive, name, MD_ARCHIVE_INTS, count, &entry, error))
        return error->status;
    const int64_t *wide = entry->data;
    for (size_t k = 0; k < count; k++) {
        if (wide[k] < INT32_MIN || wide[k] > INT32_MAX)
            return md_error_set(error, MD_ERR_FILE, NULL, "'%s' holds %" PRId64, name, wide[k]);
        values[k] = (int32_t)wide[k];
    }
    return MD_OK;
}

enum md_status md_archive_bits32(struct md_archive *archive, const char *name, uint32_t *values,
                                 size_t count, struct md_error *error)
{
    const struct md_archive_entry *entry;
    if (!archive->reading)
        return put(archive, name, MD_ARCHIVE_INTS, BITS32, values, count, error);
    if (take_all(archive, name, MD_ARCHIVE_INTS, count, &entry, error))
        return error->status;
    for (size_t k = 0; k < count; k++)
        values[k] = (uint32_t)((const int64_t *)entry->data)[k];
    return MD_OK;
}

enum md_status md_archive_bools(struct md_archive *archive, const char *name, bool *values,
                                size_t count, struct md_error *error)
{
    _Static_assert(sizeof(bool) == 1, "a bool is one byte in files");
    /* Only 0 and 1 may become a bool. */
    if (archive->reading) {
        const struct md_archive_entry *entry;
        if (take(archive, name, MD_ARCHIVE_BOOLS, &entry, error))
            return error->status;
        for (size_t i = 0; i < entry->count; i++)
            if (((const unsigned char *)entry->data)[i] > 1)
                return md_error_set(error, MD_ERR_FILE, NULL,
                                    "'%s' holds something that is neither true nor false",
                                    entry->path);
    }
    return transfer(archive, name, MD_ARCHIVE_BOOLS, values, count, error);
}

enum md_status md_archive_text(struct md_archive *archive, const char *name, char *text,
                               size_t size, struct md_error *error)
{
    const struct md_archive_entry *entry;
    if (!archive->reading)
        return transfer(archive, name, MD_ARCHIVE_TEXT, text, strlen(text), error);
    if (take(archive, name, MD_ARCHIVE_TEXT, &entry, error))
        return error->status;
    if (entry->count >= size)
        return md_error_set(error, MD_ERR_FILE, NULL,
                            "'%s' holds %zu characters, more than the %zu that fit", entry->path,
                            entry->count, size ? size - 1 : 0);
    if (memchr(entry->data, '\0', entry->count))
        return md_error_set(error, MD_ERR_FILE, NULL, "'%s' is no text", entry->path);
    memcpy(text, entry->data, entry->count);
    text[entry->count] = '\0';
    return MD_OK;
}

static enum md_status out_of_range(const struct md_archive *archive, const char *name,
                                   int64_t value, int64_t lo, int64_t hi, struct md_error *error)
{
    return md_error_set(error, MD_ERR_FILE, NULL, "'%s%s' is %lld, not between %lld and %lld",
                        archive->section, name, (long long)value, (long long)lo, (long long)hi);
}

enum md_status md_archive_int(struct md_archive *archive, const char *name, int *value, int lo,
                              int hi, struct md_error *error)
{
    int64_t wide = *value;
    if (md_archive_ints(archive, name, &wide, 1, error))
        return error->status;
    if (archive->reading && (wide < lo || wide > hi))
        return out_of_range(archive, name, wide, lo, hi, error);
    *value = (int)wide;
    return MD_OK;
}

enum md_status md_archive_count(struct md_archive *archive, const char *name, size_t *value,
                                size_t hi, struct md_error *error)
{
    int64_t wide = (int64_t)*value;
    if (md_archive_ints(archive, name, &wide, 1, error))
        return error->status;
    if (archive->reading && (wide < 0 || (uint64_t)wide > hi))
        return out_of_range(archive, name, wide, 0, (int64_t)hi, error);
    *value = (size_t)wide;
    return MD_OK;
}

/* ------------------------------------------------------------------ random generators */

enum md_status md_archive_park(struct md_archive *archive, const char *name, struct md_park *random,
                               struct md_error *error)
{
    int64_t state = random->state;
    if (md_archive_enter(archive, name, error))
        return error->status;
    if (md_archive_ints(archive, "state", &state, 1, error) ||
        md_archive_bools(archive, "saved", &random->saved, 1, error) ||
        md_archive_doubles(archive, "second", &random->second, 1, error))
        return error->status;
    if (archive->reading && (state < 0 || state > INT32_MAX))
        return out_of_range(archive, "state", state, 0, INT32_MAX, error);
    random->state = (int32_t)state;
    md_archive_leave(archive);
    return MD_OK;
}

enum md_status md_archive_marsaglia(struct md_archive *archive, const char *name,
                                    struct md_marsaglia *random, struct md_error *error)
{
    double *constants[] = {&random->c, &random->cd, &random->cm, &random->second};
    static const char *const names[] = {"c", "cd", "cm", "second"};
    if (md_archive_enter(archive, name, error))
        return error->status;
    if (md_archive_doubles(archive, "u", random->u, 98, error))
        return error->status;
    for (int i = 0; i < 4; i++)
        if (md_archive_doubles(archive, names[i], constants[i], 1, error))
            return error->status;
    if (md_archive_int(archive, "i97", &random->i97, 1, 97, error) ||
        md_archive_int(archive, "j97", &random->j97, 1, 97, error) ||
        md_archive_bools(archive, "saved", &random->saved, 1, error))
        return error->status;
    md_archive_leave(archive);
    return MD_OK;
}
