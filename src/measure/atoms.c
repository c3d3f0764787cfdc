/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measures of single atoms share. */
#include "measure/atoms.h"

#include <math.h>

enum md_status md_atoms_shares(const struct md_measure_context *context,
                               const struct md_frame *frame, const struct md_per_atom **shares,
                               struct md_error *error)
{
    if (context->forces == NULL)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "energies of atoms need potentials, and there are none");
    return md_per_atom_at(context->forces, frame, shares, error);
}

enum md_status md_atoms_cutoff(const struct md_word *word, double *cutoff, struct md_error *error)
{
    return md_word_double(word, "cutoff", MD_ABOVE(0.0), INFINITY, cutoff, error);
}

enum md_status md_atoms_within_reach(const struct md_measure_context *context, const char *style,
                                     double cutoff, struct md_error *error)
{
    const struct md_potential_use *pair = context->forces ? &context->forces->pair : NULL;
    if (pair == NULL || pair->type == NULL)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "compute %s needs a pair_style: neighbours are found within its reach",
                            style);
    double reach = context->forces->idle ? INFINITY : pair->type->reach(pair->state);
    if (cutoff <= reach)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL,
                        "the cutoff %g of compute %s is longer than the %g of the pair forces",
                        cutoff, style, reach);
}
