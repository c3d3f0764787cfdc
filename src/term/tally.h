/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energies and virials while they are summed: exact sums, so that a total depends neither on the
 * order of the atoms nor on which thread met them. An atom's own part is a row: its energy and the
 * virial xx yy zz xy xz yz.
 */
#ifndef MD_TERM_TALLY_H
#define MD_TERM_TALLY_H

#include "base/exact_rows.h"
#include "state/frame.h"

enum md_tally_column { MD_TALLY_ENERGY, MD_TALLY_VIRIAL };

/* One for each thread; they are merged into the first. */
struct md_tally_sums {
    struct md_exact_rows part[MD_PARTS];
};

void md_tally_clear(struct md_tally_sums *sums);
void md_tally_merge(struct md_tally_sums *sums, struct md_tally_sums *other);
/* The totals without tail correction; the sums are 0 afterwards. */
void md_tally_take(struct md_tally_sums *sums, struct md_tally *tally);

/* Adds all numbers of a part to those of a sum. */
void md_tally_add(struct md_tally *sum, const struct md_tally *added);

/* A row of an energy and of the virial of a force f at the end d of a line, each times `weight`. */
static inline void md_tally_line(struct md_exact_rows *rows, double weight, double energy,
                                 const double f[3], const double d[3])
{
    double *row = md_exact_rows_next(rows);
    row[MD_TALLY_ENERGY] = weight * energy;
    for (int k = 0; k < 3; k++)
        row[MD_TALLY_VIRIAL + k] = weight * f[k] * d[k];
    row[MD_TALLY_VIRIAL + 3] = weight * f[0] * d[1];
    row[MD_TALLY_VIRIAL + 4] = weight * f[0] * d[2];
    row[MD_TALLY_VIRIAL + 5] = weight * f[1] * d[2];
    row[7] = 0.0;
    md_exact_rows_push(rows);
}

#endif
