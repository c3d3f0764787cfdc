/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fixes and computes remember sites, origins and averages by atom ID.  When atoms are renumbered,
 * each is asked, through its hook `keep`, to write down what it has; the IDs in it are changed, and
 * it reads it back.  Nobody has to know of this who follows the custom that IDs stand in an array
 * "id", in increasing order, with rows for them in "site", "origin" or "value" beside it.
 */
#include "run/renumber.h"

#include "base/memory.h"
#include "run/restart_parts.h"

#include <stdlib.h>
#include <string.h>

struct pair {
    int64_t old, now;
};

/* The pairs by old ID. */
struct book {
    struct pair *pair;
    size_t count;
};

/* A row that stays: its new ID and where it was. */
struct row {
    int64_t id;
    size_t from;
};

static int by_old(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    return (p->old > q->old) - (p->old < q->old);
}

static int by_id(const void *a, const void *b)
{
    const struct row *p = a, *q = b;
    return (p->id > q->id) - (p->id < q->id);
}

/* "outer:inner:name" ends in this name. */
static bool named(const char *path, const char *name)
{
    const char *colon = strrchr(path, ':');
    return strcmp(colon ? colon + 1 : path, name) == 0;
}

/* The array "id" beside this one, or NULL. */
static const struct md_archive_entry *ids_beside(const struct md_archive *archive, const char *path)
{
    const char *colon = strrchr(path, ':');
    size_t head = colon ? (size_t)(colon - path) + 1 : 0;
    for (size_t i = 0; i < md_archive_entries(archive); i++) {
        const struct md_archive_entry *entry = md_archive_entry_at(archive, i);
        if (entry->kind == MD_ARCHIVE_INTS && strncmp(entry->path, path, head) == 0 &&
            strcmp(entry->path + head, "id") == 0)
            return entry;
    }
    return NULL;
}

/* The rows of these IDs that stay, in the order of the new IDs. */
static size_t order_rows(const struct book *book, const struct md_archive_entry *ids,
                         struct row *rows)
{
    const int64_t *id = ids->data;
    size_t count = 0;
    for (size_t k = 0; k < ids->count; k++) {
        struct pair key = {.old = id[k]};
        const struct pair *found =
            book->count ? bsearch(&key, book->pair, book->count, sizeof key, by_old) : NULL;
        if (found)
            rows[count++] = (struct row){found->now, k};
    }
    qsort(rows, count, sizeof *rows, by_id);
    return count;
}

static enum md_status put_rows(struct md_archive *to, const struct md_archive_entry *entry,
                               size_t before, const struct row *rows, size_t count,
                               struct md_error *error)
{
    size_t width = before ? entry->count / before * md_archive_width(entry->kind) : 0;
    char *data = md_memory_array(count, width ? width : 1);
    if (!data)
        return md_error_memory(error, "renumbered atoms");
    for (size_t k = 0; k < count; k++) {
        if (named(entry->path, "id"))
            memcpy(data + k * width, &rows[k].id, sizeof rows[k].id);
        else
            memcpy(data + k * width, (const char *)entry->data + rows[k].from * width, width);
    }
    enum md_status status = md_archive_add(to, entry->path, entry->kind,
                                           before ? entry->count / before * count : 0, data, error);
    md_memory_free(data);
    return status;
}

static enum md_status change(const struct book *book, const struct md_archive *from,
                             struct md_archive *to, struct md_error *error)
{
    for (size_t i = 0; i < md_archive_entries(from); i++) {
        const struct md_archive_entry *entry = md_archive_entry_at(from, i);
        const struct md_archive_entry *ids = ids_beside(from, entry->path);
        bool rowed = named(entry->path, "id") || named(entry->path, "site") ||
                     named(entry->path, "origin") || named(entry->path, "value");
        enum md_status status;
        if (ids && rowed) {
            struct row *rows = md_memory_array(ids->count, sizeof *rows);
            if (!rows)
                return md_error_memory(error, "renumbered atoms");
            size_t count = order_rows(book, ids, rows);
            status = put_rows(to, entry, ids->count, rows, count, error);
            md_memory_free(rows);
        } else {
            status = md_archive_add(to, entry->path, entry->kind, entry->count, entry->data, error);
        }
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

/* One fix or one compute. */
static enum md_status renumber_one(const struct book *book, const struct md_fix *fix,
                                   const struct md_compute *compute, struct md_error *error)
{
    struct md_archive *before = md_archive_create(), *after = md_archive_create();
    enum md_status status =
        before && after ? MD_OK : md_error_memory(error, "what remembers atoms");
    if (status == MD_OK)
        status = fix ? md_restart_keep_fix(fix, before, error)
                     : compute->type->keep(compute->state, before, error);
    if (status == MD_OK)
        status = change(book, before, after, error);
    if (status == MD_OK) {
        md_archive_rewind(after, true);
        status = fix ? md_restart_keep_fix(fix, after, error)
                     : compute->type->keep(compute->state, after, error);
    }
    md_archive_destroy(before);
    md_archive_destroy(after);
    return status;
}

enum md_status md_renumber(struct md_sim *sim, const int64_t *old, struct md_error *error)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    struct book book = {md_memory_array(atoms->count, sizeof *book.pair), atoms->count};
    if (!book.pair)
        return md_error_memory(error, "renumbered atoms");
    for (size_t i = 0; i < atoms->count; i++)
        book.pair[i] = (struct pair){old[i], atoms->id[i]};
    qsort(book.pair, book.count, sizeof *book.pair, by_old);
    enum md_status status = MD_OK;
    for (int k = 0; status == MD_OK && k < sim->fixes.count; k++)
        if (sim->fixes.list[k].type->keep ||
            (sim->fixes.list[k].potential && sim->fixes.list[k].potential->keep))
            status = renumber_one(&book, &sim->fixes.list[k], NULL, error);
    for (int k = 0; status == MD_OK && k < sim->computes.count; k++)
        if (sim->computes.list[k].type->keep)
            status = renumber_one(&book, NULL, &sim->computes.list[k], error);
    md_memory_free(book.pair);
    return status;
}
