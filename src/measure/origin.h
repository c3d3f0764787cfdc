/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three numbers for each atom, kept by atom ID: where it was, or how fast, when following began. */
#ifndef MD_MEASURE_ORIGIN_H
#define MD_MEASURE_ORIGIN_H

#include "base/archive.h"
#include "base/exact_rows.h"
#include "state/atoms.h"

struct md_origins {
    int64_t *id; /* ascending */
    md_vec3 *value;
    size_t count, capacity;
};

/* Where the numbers of this atom stand, or NULL. */
double *md_origins_find(const struct md_origins *origins, int64_t id);

/* Adds or overwrites one. */
enum md_status md_origins_set(struct md_origins *origins, int64_t id, const double value[3],
                              struct md_error *error);

/* Room for this many without allocating again. */
enum md_status md_origins_reserve(struct md_origins *origins, size_t count, struct md_error *error);

enum md_status md_origins_keep(struct md_origins *origins, struct md_archive *archive,
                               struct md_error *error);
void md_origins_free(struct md_origins *origins);

/* What has become of them, averaged over atoms: x, y, z and the sum of the three. */
static inline void md_origins_add(struct md_exact_rows *rows, double x, double y, double z)
{
    double *row = md_exact_rows_next(rows);
    row[0] = x;
    row[1] = y;
    row[2] = z;
    row[3] = x + y + z;
    row[4] = row[5] = row[6] = row[7] = 0.0;
    md_exact_rows_push(rows);
}

void md_origins_mean(struct md_exact_rows *rows, double count, double mean[4]);

#endif
