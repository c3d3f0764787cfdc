/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute centro/atom: the centro-symmetry parameter
 *
 *     CS = sum over N/2 pairs of |R_i + R_j|^2
 *
 * of an atom's N nearest neighbours, the pairs being those with the smallest contributions: 0 in a
 * perfect lattice, large at defects and surfaces [C. L. Kelchner, S. J. Plimpton, J. C. Hamilton,
 * Phys. Rev. B 58 (1998) 11085].
 */
#include "measure/styles.h"

#include "base/memory.h"
#include "measure/atoms.h"

#include <omp.h>
#include <string.h>

struct centro {
    int64_t neighbors; /* N */
};

/* Room for one atom: all its neighbours, and the smallest sums of pairs of the nearest. */
struct room {
    struct md_atoms_bond *bond;
    double *pair;
};

static enum md_status centro_create(void *state, const struct md_measure_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    struct centro *centro = state;
    (void)context;
    if (md_args_count(args, 1, -1, md_measure_centro_atom.style.usage, error))
        return error->status;
    const struct md_word *word = &args->words[0];
    if (args->count > 1 && md_word_is(&args->words[1], "axes"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[1].place,
                            "the axes of compute centro/atom are not available");
    if (md_args_count(args, 1, 1, md_measure_centro_atom.style.usage, error))
        return error->status;
    if (md_word_is(word, "fcc") || md_word_is(word, "bcc")) {
        centro->neighbors = md_word_is(word, "fcc") ? 12 : 8;
        return MD_OK;
    }
    if (md_word_int(word, "number of neighbours (or fcc, bcc)", 2, 1000, &centro->neighbors, error))
        return error->status;
    if (centro->neighbors % 2 != 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the number of neighbours must be even, not '%s': they are taken in "
                            "pairs",
                            word->text);
    return MD_OK;
}

/* The `most` smallest numbers are kept sorted; `count` are there. */
static size_t keep_smallest(double *list, size_t count, size_t most, double next)
{
    if (count == most && next >= list[count - 1])
        return count;
    size_t at = count < most ? count++ : count - 1;
    for (; at > 0 && next < list[at - 1]; at--)
        list[at] = list[at - 1];
    list[at] = next;
    return count;
}

static double parameter(const struct centro *centro, const struct md_snapshot *near, size_t i,
                        double reach, const struct room *room)
{
    size_t n = md_atoms_gather(near, i, reach, centro->neighbors, false, room->bond), pairs = 0;
    double sum = 0.0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const double *p = room->bond[a].d, *q = room->bond[b].d;
            double x = p[0] + q[0], y = p[1] + q[1], z = p[2] + q[2];
            pairs = keep_smallest(room->pair, pairs, n / 2, x * x + y * y + z * z);
        }
    for (size_t k = 0; k < n / 2; k++)
        sum += room->pair[k];
    return sum;
}

static enum md_status measure_all(const struct centro *centro,
                                  const struct md_measure_context *context,
                                  const struct md_frame *frame, const struct md_snapshot *near,
                                  double reach, double *values, struct md_error *error)
{
    size_t half = (size_t)centro->neighbors / 2, total = frame->count;
    size_t most = md_atoms_most(near, total);
    int threads =
        total < MD_PARALLEL_MIN || frame->system->threads < 1 ? 1 : frame->system->threads;
    struct room all = {md_memory_array(most * (size_t)threads, sizeof *all.bond),
                       md_memory_array(half * (size_t)threads, sizeof *all.pair)};
    enum md_status status = all.bond != NULL && all.pair != NULL
                                ? MD_OK
                                : md_error_memory(error, "the neighbours of an atom");
    if (status != MD_OK)
        total = 0;
#pragma omp parallel for default(none) schedule(static) num_threads(threads) if (threads > 1)      \
    shared(centro, context, frame, near, reach, values, half, most, total, all)
    for (size_t i = 0; i < total; i++) {
        size_t own = (size_t)omp_get_thread_num();
        struct room room = {all.bond + most * own, all.pair + half * own};
        if (md_atoms_member(context, frame, i))
            values[i] = parameter(centro, near, i, reach, &room);
    }
    md_memory_free(all.bond);
    md_memory_free(all.pair);
    return status;
}

static enum md_status centro_atom(void *state, const struct md_measure_context *context,
                                  const struct md_frame *frame, double *values,
                                  struct md_error *error)
{
    struct md_snapshot near = {0};
    enum md_status status = md_atoms_within_reach(context, "centro/atom", 0.0, error);
    memset(values, 0, frame->count * sizeof *values);
    if (status != MD_OK || context->forces->idle)
        return status;
    double reach = context->forces->pair.type->reach(context->forces->pair.state);
    status = md_atoms_near(context, frame, reach, &near, error);
    if (status == MD_OK)
        status = measure_all(state, context, frame, &near, reach, values, error);
    md_snapshot_free(&near);
    return status;
}

const struct md_measure md_measure_centro_atom = {
    .style =
        {
            .name = "centro/atom",
            .summary = "centro-symmetry parameter of each atom",
            .usage = "compute ID GROUP centro/atom fcc|bcc|N",
            .manual = "0 for an atom in a perfect lattice, larger at defects and surfaces: "
                      "|R_i + R_j|^2\n"
                      "summed over the N/2 smallest pairs of its N nearest neighbours (12 for fcc, "
                      "8 for bcc)\n"
                      "within the cutoff of the pair forces; 0 with fewer neighbours and outside "
                      "the group.",
            .cite = "C. L. Kelchner, S. J. Plimpton, J. C. Hamilton, Phys. Rev. B 58 (1998) 11085",
            .state_size = sizeof(struct centro),
        },
    .needs_tally = true,
    .create = centro_create,
    .atom_columns = 1,
    .atom = centro_atom,
};
