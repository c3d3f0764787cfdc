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

#include <stdlib.h>
#include <string.h>

struct centro {
    int64_t neighbors; /* N */
};

struct bond {
    double r2, d[3];
};

/* Room for one atom: all its neighbours, and the sums of all pairs of the nearest. */
struct room {
    struct bond *bond;
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

static int nearer(const void *a, const void *b)
{
    const struct bond *p = a, *q = b;
    return (p->r2 > q->r2) - (p->r2 < q->r2);
}

static int smaller(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static double parameter(const struct centro *centro, const struct md_snapshot *near, size_t i,
                        double reach, const struct room *room)
{
    size_t count = 0, n = (size_t)centro->neighbors, pairs = 0;
    int32_t at = 0;
    struct bond next;
    double sum = 0.0;
    while (md_atoms_neighbor(near, i, &at, next.d) >= 0) {
        next.r2 = next.d[0] * next.d[0] + next.d[1] * next.d[1] + next.d[2] * next.d[2];
        if (next.r2 < reach * reach)
            room->bond[count++] = next;
    }
    if (count < n)
        return 0.0;
    qsort(room->bond, count, sizeof *room->bond, nearer);
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const double *p = room->bond[a].d, *q = room->bond[b].d;
            double x = p[0] + q[0], y = p[1] + q[1], z = p[2] + q[2];
            room->pair[pairs++] = x * x + y * y + z * z;
        }
    qsort(room->pair, pairs, sizeof *room->pair, smaller);
    for (size_t k = 0; k < n / 2; k++)
        sum += room->pair[k];
    return sum;
}

static enum md_status measure_all(const struct centro *centro,
                                  const struct md_measure_context *context,
                                  const struct md_frame *frame, const struct md_snapshot *near,
                                  double reach, double *values, struct md_error *error)
{
    size_t n = (size_t)centro->neighbors, most = 0;
    for (size_t i = 0; i < frame->count; i++)
        most = (size_t)near->list.number[i] > most ? (size_t)near->list.number[i] : most;
    struct room room = {md_memory_array(most + 1, sizeof *room.bond),
                        md_memory_array(n * (n - 1) / 2, sizeof *room.pair)};
    enum md_status status = room.bond != NULL && room.pair != NULL
                                ? MD_OK
                                : md_error_memory(error, "the neighbours of an atom");
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        if (md_atoms_member(context, frame, i))
            values[i] = parameter(centro, near, i, reach, &room);
    md_memory_free(room.bond);
    md_memory_free(room.pair);
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
