/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals of the exact sums: each is rounded once, and they are added in a fixed order. */
#include "term/tally.h"

void md_tally_clear(struct md_tally_sums *sums)
{
    for (int part = 0; part < MD_PARTS; part++)
        md_exact_rows_init(&sums->part[part]);
}

void md_tally_merge(struct md_tally_sums *sums, struct md_tally_sums *other)
{
    for (int part = 0; part < MD_PARTS; part++)
        md_exact_rows_merge(&sums->part[part], &other->part[part]);
}

void md_tally_take(struct md_tally_sums *sums, struct md_tally *tally)
{
    double value[MD_PARTS][MD_EXACT_COLUMNS], rest[6] = {0.0};
    *tally = (struct md_tally){0};
    for (int part = 0; part < MD_PARTS; part++) {
        md_exact_rows_take(&sums->part[part], value[part]);
        tally->energy[part] = value[part][MD_TALLY_ENERGY];
        for (int k = 0; k < 6 && part != MD_PART_PAIR; k++) {
            tally->virial_part[part][k] = value[part][MD_TALLY_VIRIAL + k];
            rest[k] += tally->virial_part[part][k];
        }
    }
    for (int k = 0; k < 6; k++)
        tally->virial[k] = value[MD_PART_PAIR][MD_TALLY_VIRIAL + k] + rest[k];
}

void md_tally_add(struct md_tally *sum, const struct md_tally *added)
{
    sum->tail += added->tail;
    for (int part = 0; part < MD_PARTS; part++) {
        sum->energy[part] += added->energy[part];
        for (int k = 0; k < 6; k++)
            sum->virial_part[part][k] += added->virial_part[part][k];
    }
    for (int k = 0; k < 6; k++)
        sum->virial[k] += added->virial[k];
}
