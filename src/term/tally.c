/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals of the exact sums: each is rounded once, and they are added in a fixed order. */
#include "term/tally.h"

#include <string.h>

void md_tally_clear(struct md_tally_sums *sums)
{
    md_exact_rows_clear(&sums->pair);
    md_exact_rows_clear(&sums->bond);
    md_exact_rows_clear(&sums->external);
}

void md_tally_merge(struct md_tally_sums *sums, struct md_tally_sums *other)
{
    md_exact_rows_merge(&sums->pair, &other->pair);
    md_exact_rows_merge(&sums->bond, &other->bond);
    md_exact_rows_merge(&sums->external, &other->external);
}

void md_tally_take(struct md_tally_sums *sums, struct md_tally *tally)
{
    double pair[MD_EXACT_COLUMNS], bond[MD_EXACT_COLUMNS], external[MD_EXACT_COLUMNS];
    md_exact_rows_take(&sums->pair, pair);
    md_exact_rows_take(&sums->bond, bond);
    md_exact_rows_take(&sums->external, external);
    *tally = (struct md_tally){.pair = pair[MD_TALLY_ENERGY],
                               .bond = bond[MD_TALLY_ENERGY],
                               .external = external[MD_TALLY_ENERGY]};
    memcpy(tally->virial_bond, bond + MD_TALLY_VIRIAL, sizeof tally->virial_bond);
    memcpy(tally->virial_external, external + MD_TALLY_VIRIAL, sizeof tally->virial_external);
    for (int k = 0; k < 6; k++)
        tally->virial[k] =
            pair[MD_TALLY_VIRIAL + k] + (tally->virial_bond[k] + tally->virial_external[k]);
}

void md_tally_add(struct md_tally *sum, const struct md_tally *part)
{
    sum->pair += part->pair;
    sum->tail += part->tail;
    sum->bond += part->bond;
    sum->external += part->external;
    for (int k = 0; k < 6; k++) {
        sum->virial[k] += part->virial[k];
        sum->virial_bond[k] += part->virial_bond[k];
        sum->virial_external[k] += part->virial_external[k];
    }
}
