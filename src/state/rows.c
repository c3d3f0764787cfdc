/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of numbers by atom ID, in ascending order of IDs. */
#include "state/rows.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Index of the first ID that is not smaller. */
static size_t place_of(const int64_t *ids, size_t count, int64_t id)
{
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (ids[middle] < id)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

double *md_rows_find(const struct md_rows *rows, int64_t id)
{
    size_t i = place_of(rows->id, rows->count, id);
    return i < rows->count && rows->id[i] == id ? rows->value + i * rows->columns : NULL;
}

static int ascending(const void *a, const void *b)
{
    const int64_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/* Merges `more` new IDs, ascending, each with a row of zeros. */
static enum md_status merge(struct md_rows *rows, const int64_t *ids, size_t more,
                            struct md_error *error)
{
    size_t count = rows->count + more, columns = rows->columns;
    int64_t *id = md_memory_array(count, sizeof *id);
    double *value = md_memory_array(count * columns, sizeof *value);
    if (id == NULL || value == NULL) {
        md_memory_free(id);
        md_memory_free(value);
        return md_error_memory(error, "values by atom ID");
    }
    for (size_t k = 0, old = 0, fresh = 0; k < count; k++) {
        bool keep = fresh == more || (old < rows->count && rows->id[old] < ids[fresh]);
        id[k] = keep ? rows->id[old] : ids[fresh];
        if (keep)
            memcpy(value + k * columns, rows->value + old * columns, columns * sizeof *value);
        old += keep;
        fresh += !keep;
    }
    md_memory_free(rows->id);
    md_memory_free(rows->value);
    rows->id = id;
    rows->value = value;
    rows->count = count;
    return MD_OK;
}

enum md_status md_rows_cover(struct md_rows *rows, const struct md_atoms *atoms,
                             struct md_error *error)
{
    size_t missing = 0;
    for (size_t i = 0; i < atoms->count; i++)
        missing += md_rows_find(rows, atoms->id[i]) == NULL;
    if (missing == 0)
        return MD_OK;
    int64_t *ids = md_memory_array(missing, sizeof *ids);
    if (ids == NULL)
        return md_error_memory(error, "values by atom ID");
    missing = 0;
    for (size_t i = 0; i < atoms->count; i++)
        if (md_rows_find(rows, atoms->id[i]) == NULL)
            ids[missing++] = atoms->id[i];
    qsort(ids, missing, sizeof *ids, ascending);
    enum md_status status = merge(rows, ids, missing, error);
    md_memory_free(ids);
    return status;
}

void md_rows_gather(const struct md_rows *rows, const struct md_atoms *atoms, double *values)
{
    size_t bytes = rows->columns * sizeof *values;
    for (size_t i = 0; i < atoms->count; i++) {
        const double *row = md_rows_find(rows, atoms->id[i]);
        if (row != NULL)
            memcpy(values + i * rows->columns, row, bytes);
        else
            memset(values + i * rows->columns, 0, bytes);
    }
}

enum md_status md_rows_keep(struct md_rows *rows, const char *name, struct md_archive *archive,
                            struct md_error *error)
{
    if (md_archive_enter(archive, name, error))
        return error->status;
    enum md_status status = MD_OK;
    if (md_archive_reading(archive)) {
        size_t count = md_archive_size(archive, "id"), columns = rows->columns;
        md_rows_free(rows);
        rows->columns = columns;
        rows->id = md_memory_array(count, sizeof *rows->id);
        rows->value = md_memory_array(count * columns, sizeof *rows->value);
        if (rows->id == NULL || rows->value == NULL)
            status = md_error_memory(error, "values by atom ID");
        else
            rows->count = count;
    }
    if (status == MD_OK)
        status = md_archive_ints(archive, "id", rows->id, rows->count, error);
    if (status == MD_OK)
        status =
            md_archive_doubles(archive, "value", rows->value, rows->count * rows->columns, error);
    md_archive_leave(archive);
    return status;
}

void md_rows_free(struct md_rows *rows)
{
    md_memory_free(rows->id);
    md_memory_free(rows->value);
    *rows = (struct md_rows){0};
}
