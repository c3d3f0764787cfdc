/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measures of single atoms share. */
#include "measure/atoms.h"

#include "base/memory.h"

#include <math.h>

enum md_status md_atoms_shares(const struct md_measure_context *context,
                               const struct md_frame *frame, unsigned asked,
                               const struct md_per_atom **shares, struct md_error *error)
{
    if (context->forces == NULL)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "energies of atoms need potentials, and there are none");
    return md_per_atom_at(context->forces, frame, asked, shares, error);
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

/* LAMMPS takes neighbours from a list that ends, for each pair of types, at their own cutoff plus
 * skin. */
enum md_status md_atoms_near(const struct md_measure_context *context, const struct md_frame *frame,
                             double cutoff, struct md_snapshot *near, struct md_error *error)
{
    const struct md_potential_use *pair = &context->forces->pair;
    const struct md_neighbor_rules *rules = &context->forces->neighbors.rules;
    size_t row = (size_t)frame->system->types + 1;
    double *table = md_memory_array(row * row, sizeof *table);
    if (table == NULL)
        return md_error_memory(error, "cutoffs");
    for (size_t i = 1; i < row && !context->forces->idle; i++)
        for (size_t j = 1; j < row; j++) {
            double own = pair->type->cutoff(pair->state, (int)i, (int)j);
            table[i * row + j] = own > 0.0 ? fmin(cutoff, own + rules->skin) : 0.0;
        }
    enum md_status status = md_snapshot_build(near, frame, rules, table, true, error);
    md_memory_free(table);
    return status;
}

size_t md_atoms_most(const struct md_snapshot *near, size_t count)
{
    size_t most = 1;

    for (size_t i = 0; i < count; i++)
        most = (size_t)near->list.number[i] > most ? (size_t)near->list.number[i] : most;
    return most;
}

/* The few nearest are kept sorted while the others pass: most neighbours are farther than the last
 * of them and cost one comparison. */
size_t md_atoms_gather(const struct md_snapshot *near, size_t i, double cutoff, int64_t nearest,
                       bool apart, struct md_atoms_bond *list)
{
    size_t most = nearest > 0 ? (size_t)nearest : SIZE_MAX, count = 0;
    double reach = cutoff * cutoff;
    struct md_atoms_bond next;

    for (int32_t n = 0; md_atoms_neighbor(near, i, &n, next.d) >= 0;) {
        next.r2 = next.d[0] * next.d[0] + next.d[1] * next.d[1] + next.d[2] * next.d[2];
        if (!(next.r2 < reach) || (apart && next.r2 <= 0.0))
            continue;
        if (count == most && next.r2 >= list[count - 1].r2)
            continue;
        size_t at = count < most ? count++ : count - 1;
        for (; nearest > 0 && at > 0 && next.r2 < list[at - 1].r2; at--)
            list[at] = list[at - 1];
        list[at] = next;
    }
    return nearest > 0 && count < most ? 0 : count;
}
