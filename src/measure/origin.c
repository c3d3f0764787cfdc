/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept by atom ID.  Atoms come mostly in order of their IDs, so that adding is cheap. */
#include "measure/origin.h"

#include "base/memory.h"

#include <string.h>

/* Index of the first ID that is not smaller. */
static size_t place_of(const struct md_origins *origins, int64_t id)
{
    size_t lo = 0, hi = origins->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (origins->id[middle] < id)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

double *md_origins_find(const struct md_origins *origins, int64_t id)
{
    size_t i = place_of(origins, id);
    return i < origins->count && origins->id[i] == id ? origins->value[i] : NULL;
}

enum md_status md_origins_reserve(struct md_origins *origins, size_t count, struct md_error *error)
{
    if (count <= origins->capacity)
        return MD_OK;
    enum md_status status =
        md_memory_grow(&origins->id, origins->capacity, count, sizeof *origins->id, error);
    if (status == MD_OK)
        status = md_memory_grow(&origins->value, origins->capacity, count, sizeof *origins->value,
                                error);
    if (status == MD_OK)
        origins->capacity = count;
    return status;
}

enum md_status md_origins_set(struct md_origins *origins, int64_t id, const double value[3],
                              struct md_error *error)
{
    size_t i = place_of(origins, id);
    if (i < origins->count && origins->id[i] == id) {
        memcpy(origins->value[i], value, sizeof(md_vec3));
        return MD_OK;
    }
    if (origins->count == origins->capacity &&
        md_origins_reserve(origins, 2 * origins->count + 16, error) != MD_OK)
        return error->status;
    size_t behind = origins->count - i;
    memmove(&origins->id[i + 1], &origins->id[i], behind * sizeof *origins->id);
    memmove(&origins->value[i + 1], &origins->value[i], behind * sizeof *origins->value);
    origins->id[i] = id;
    memcpy(origins->value[i], value, sizeof(md_vec3));
    origins->count++;
    return MD_OK;
}

enum md_status md_origins_keep(struct md_origins *origins, struct md_archive *archive,
                               struct md_error *error)
{
    if (md_archive_reading(archive)) {
        origins->count = 0;
        if (md_origins_reserve(origins, md_archive_size(archive, "id"), error) != MD_OK)
            return error->status;
        origins->count = md_archive_size(archive, "id");
    }
    enum md_status status = md_archive_ints(archive, "id", origins->id, origins->count, error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "origin", (double *)origins->value, 3 * origins->count,
                                    error);
    return status;
}

void md_origins_mean(struct md_exact_rows *rows, double count, double mean[4])
{
    double sum[MD_EXACT_COLUMNS];
    md_exact_rows_take(rows, sum);
    for (int k = 0; k < 4; k++)
        mean[k] = count > 0.0 ? sum[k] / count : 0.0;
}

void md_origins_free(struct md_origins *origins)
{
    md_memory_free(origins->id);
    md_memory_free(origins->value);
    *origins = (struct md_origins){0};
}
