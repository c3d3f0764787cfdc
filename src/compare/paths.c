/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths and their distances: see paths.h. */
#include "compare/paths.h"

#include "base/memory.h"
#include "compare/safe_file.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const char magic[16] = "avimd paths 1\n";

enum md_status md_paths_write(const struct md_path *path, const double *bin, const char *name,
                              struct md_error *error)
{
    struct md_safe_file safe;
    double head[2] = {(double)path->width, (double)path->count};
    if (md_safe_file_open(&safe, error, "%s", name))
        return error->status;
    fwrite(magic, sizeof magic, 1, safe.file);
    fwrite(head, sizeof head, 1, safe.file);
    fwrite(bin, sizeof *bin, MD_SAMPLER_BINS, safe.file);
    if (path->count > 0)
        fwrite(path->record, sizeof(double) * (1 + 6 * path->width), path->count, safe.file);
    return md_safe_file_close(&safe, 1, error);
}

enum md_status md_paths_read(struct md_path *path, double *bin, const char *name,
                             struct md_error *error)
{
    char start[sizeof magic];
    double head[2] = {0.0, 0.0};
    FILE *file = fopen(name, "rb");
    *path = (struct md_path){0};
    if (file == NULL)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot open '%s': %s", name,
                            strerror(errno));
    bool good = fread(start, sizeof start, 1, file) == 1 &&
                memcmp(start, magic, sizeof magic) == 0 && fread(head, sizeof head, 1, file) == 1 &&
                head[0] >= 0.0 && head[0] < 1e9 && head[1] >= 0.0 && head[1] < 1e9 &&
                fread(bin, sizeof *bin, MD_SAMPLER_BINS, file) == MD_SAMPLER_BINS;
    if (good) {
        path->width = (size_t)head[0];
        path->count = path->room = (size_t)head[1];
        path->record = md_memory_array(path->count * (1 + 6 * path->width) + 1, sizeof(double));
        good = path->record != NULL && fread(path->record, sizeof(double) * (1 + 6 * path->width),
                                             path->count, file) == path->count;
    }
    fclose(file);
    if (good)
        return MD_OK;
    md_memory_free(path->record);
    *path = (struct md_path){0};
    return md_error_set(error, MD_ERR_FILE, NULL, "'%s' is no file of paths", name);
}

static const double *record_at(const struct md_path *path, size_t k)
{
    return path->record + k * (1 + 6 * path->width);
}

/* The cubic through positions and velocities a (at s = 0) and b (at s = 1), dt apart. */
static void between(const double *a, const double *b, double s, double dt, double out[6])
{
    double t = 1.0 - s;
    double pa = (1.0 + 2.0 * s) * t * t, pb = s * s * (3.0 - 2.0 * s);
    double va = s * t * t * dt, vb = -s * s * t * dt;
    double slope = 6.0 * s * t / dt, da = t * (1.0 - 3.0 * s), db = s * (3.0 * s - 2.0);
    for (int k = 0; k < 3; k++) {
        out[k] = pa * a[k] + pb * b[k] + va * a[k + 3] + vb * b[k + 3];
        out[k + 3] = slope * (b[k] - a[k]) + da * a[k + 3] + db * b[k + 3];
    }
}

/* Squares of the distances in positions and velocities at one record. */
static void differ(const struct md_path *path, const double *record,
                   const struct md_path *reference, size_t k, double square[2])
{
    const double *a = record_at(reference, k), *b = record_at(reference, k + 1);
    double dt = b[0] - a[0], s = (record[0] - a[0]) / dt;
    square[0] = square[1] = 0.0;
    for (size_t i = 0; i < path->width; i++) {
        double there[6];
        between(a + 1 + 6 * i, b + 1 + 6 * i, s, dt, there);
        for (int c = 0; c < 6; c++) {
            double d = record[1 + 6 * i + (size_t)c] - there[c];
            square[c / 3] += d * d;
        }
    }
}

void md_paths_compare(const struct md_path *path, const struct md_path *reference, double h1[3])
{
    double sum[2] = {0.0, 0.0}, before[2] = {0.0, 0.0}, last = 0.0;
    h1[0] = h1[1] = h1[2] = NAN;
    if (path->width != reference->width || path->width == 0 || reference->count < 2)
        return;
    size_t k = 0;
    double end = record_at(reference, reference->count - 1)[0];
    for (size_t n = 0; n < path->count; n++) {
        const double *record = record_at(path, n);
        double square[2];
        if (record[0] > end * (1.0 + 1e-9))
            break;
        while (k + 2 < reference->count && record_at(reference, k + 1)[0] <= record[0])
            k++;
        differ(path, record, reference, k, square);
        for (int c = 0; c < 2 && n > 0; c++)
            sum[c] += 0.5 * (square[c] + before[c]) * (record[0] - last);
        memcpy(before, square, sizeof before);
        last = record[0];
    }
    if (!(last > 0.0))
        return;
    h1[0] = sqrt((sum[0] + sum[1]) / last);
    h1[1] = sqrt(sum[0] / last);
    h1[2] = sqrt(sum[1] / last);
}
