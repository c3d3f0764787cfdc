/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute reduce, compute reduce/region: one number out of the values of a group's atoms: their
 * sum, mean, smallest or largest value.  Sums are exact, and of several atoms with the extreme
 * value the one with the lowest ID counts, so that the order of the atoms in memory does not
 * matter.
 */
#include "measure/styles.h"

#include "base/exact.h"
#include "base/memory.h"
#include "measure/atom_input.h"
#include "measure/atoms.h"

#include <math.h>
#include <string.h>

enum mode { SUM, SUMSQ, SUMABS, AVE, AVESQ, AVEABS, MIN, MAX, MINABS, MAXABS };
static const char *const modes[] = {"sum", "sumsq", "sumabs", "ave",    "avesq", "aveabs",
                                    "min", "max",   "minabs", "maxabs", NULL};

/* What the smallest and largest of no values are, as in LAMMPS. */
#define NONE 1e20

struct reduce {
    enum mode mode;
    bool within;     /* reduce/region */
    char region[64]; /* its ID */
    struct md_atom_input *inputs;
    int count;
    int *replace; /* [count]: another input whose extreme atom is taken instead; -1: its own */
    bool forces;
};

static enum md_status read_replace(struct reduce *reduce, const struct md_args *args, int at,
                                   struct md_error *error)
{
    int64_t which, by;
    if (at + 2 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &args->words[at].place,
                            "'replace' needs two numbers of inputs");
    if (reduce->mode < MIN)
        return md_error_set(error, MD_ERR_VALUE, &args->words[at].place,
                            "'replace' goes with min and max, not with %s", modes[reduce->mode]);
    if (md_word_int(&args->words[at + 1], "input to replace", 1, reduce->count, &which, error) ||
        md_word_int(&args->words[at + 2], "input to replace it by", 1, reduce->count, &by, error))
        return error->status;
    if (which == by)
        return md_error_set(error, MD_ERR_VALUE, &args->words[at + 2].place,
                            "input %lld cannot be replaced by itself", (long long)which);
    reduce->replace[which - 1] = (int)by - 1;
    return MD_OK;
}

static enum md_status check_replace(const struct reduce *reduce, const struct md_args *args,
                                    struct md_error *error)
{
    for (int k = 0; k < reduce->count; k++)
        if (reduce->replace[k] >= 0 && reduce->replace[reduce->replace[k]] >= 0)
            return md_error_set(error, MD_ERR_VALUE, &args->command.place,
                                "input %d replaces input %d and is replaced itself",
                                reduce->replace[k] + 1, k + 1);
    return MD_OK;
}

/* MODE INPUT ... [replace I J ...] */
static enum md_status read_rest(struct reduce *reduce, const struct md_measure_context *context,
                                const struct md_args *args, struct md_error *error)
{
    static const char *const keys[] = {"replace", NULL};
    int mode, key, at = 1;
    if (md_word_choice(&args->words[0], "what to reduce to", modes, &mode, error))
        return error->status;
    reduce->mode = (enum mode)mode;
    for (; at < args->count && md_atom_input_known(args->words[at].text); at++)
        if (md_atom_inputs_add(&reduce->inputs, &reduce->count, &args->words[at],
                               context->quantities, context->variables, error))
            return error->status;
    if (reduce->count == 0)
        return md_error_set(error, MD_ERR_VALUE, &args->words[1].place,
                            "'%s' is no value of atoms: x y z vx vy vz fx fy fz, c_ID, c_ID[i], "
                            "f_ID, f_ID[i] and v_NAME are",
                            args->words[1].text);
    reduce->replace = md_memory_array((size_t)reduce->count, sizeof *reduce->replace);
    if (reduce->replace == NULL)
        return md_error_memory(error, "a compute");
    for (int k = 0; k < reduce->count; k++) {
        reduce->replace[k] = -1;
        reduce->forces |= reduce->inputs[k].kind == 'f';
    }
    for (; at < args->count; at += 3)
        if (md_word_choice(&args->words[at], "input or keyword of compute reduce", keys, &key,
                           error) ||
            read_replace(reduce, args, at, error))
            return error->status;
    return check_replace(reduce, args, error);
}

static enum md_status reduce_create(void *state, const struct md_measure_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    if (md_args_count(args, 2, -1, md_measure_reduce.style.usage, error))
        return error->status;
    return read_rest(state, context, args, error);
}

static enum md_status region_create(void *state, const struct md_measure_context *context,
                                    const struct md_args *args, struct md_error *error)
{
    struct reduce *reduce = state;
    int region;
    if (md_args_count(args, 3, -1, md_measure_reduce_region.style.usage, error) ||
        md_regions_of_word(&context->system->regions, &args->words[0], &region, error))
        return error->status;
    reduce->within = true;
    memcpy(reduce->region, context->system->regions.list[region].id, sizeof reduce->region);
    struct md_args rest = md_args_after(args, 1);
    return read_rest(reduce, context, &rest, error);
}

static void reduce_destroy(void *state)
{
    struct reduce *reduce = state;
    md_memory_free(reduce->inputs);
    md_memory_free(reduce->replace);
}

static void reduce_shape(const void *state, struct md_shape *shape)
{
    const struct reduce *reduce = state;
    shape->scalar = reduce->count == 1;
    shape->vector_length = reduce->count > 1 ? reduce->count : 0;
}

static bool reduce_grows(const void *state, int64_t i, int64_t j)
{
    const struct reduce *reduce = state;
    (void)i;
    (void)j;
    return reduce->mode <= SUMABS;
}

static bool reduce_needs(const void *state)
{
    const struct reduce *reduce = state;
    return reduce->forces;
}

/* Which atoms take part, 1 or 0 each. */
static enum md_status choose(const struct reduce *reduce, const struct md_measure_context *context,
                             const struct md_frame *frame, bool *in, struct md_error *error)
{
    const struct md_regions *regions = &frame->system->regions;
    int region = reduce->within ? md_regions_find(regions, reduce->region) : -1;
    if (reduce->within && region < 0)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "the region '%s' of compute reduce/region is no longer there",
                            reduce->region);
    for (size_t i = 0; i < frame->count; i++)
        in[i] = md_atoms_member(context, frame, i) &&
                (!reduce->within || md_region_contains(regions, region, frame->x[i]));
    return MD_OK;
}

static double term(enum mode mode, double value)
{
    if (mode == SUMSQ || mode == AVESQ)
        return value * value;
    return mode == SUMABS || mode == AVEABS || mode == MINABS || mode == MAXABS ? fabs(value)
                                                                                : value;
}

/* One sum or mean. */
static double add_up(enum mode mode, const double *values, const bool *in, size_t count)
{
    struct md_exact sum = {0};
    size_t members = 0;
    for (size_t i = 0; i < count; i++) {
        if (!in[i])
            continue;
        md_exact_add(&sum, term(mode, values[i]));
        members++;
    }
    double total = md_exact_value(&sum);
    return mode >= AVE && members > 0 ? total / (double)members : total;
}

/* The extreme value, and the atom that has it. */
static double find_extreme(enum mode mode, const double *values, const bool *in, const int64_t *id,
                           size_t count, size_t *where)
{
    bool least = mode == MIN || mode == MINABS;
    double best = least ? NONE : -NONE;
    *where = count;
    for (size_t i = 0; i < count; i++) {
        if (!in[i])
            continue;
        double value = term(mode, values[i]);
        bool better = least ? value < best : value > best;
        if (better || (value == best && *where < count && id[i] < id[*where])) {
            best = value;
            *where = i;
        }
    }
    return best;
}

static double fold(enum mode mode, const double *values, const bool *in, const int64_t *id,
                   size_t count, size_t *where)
{
    *where = count;
    return mode < MIN ? add_up(mode, values, in, count)
                      : find_extreme(mode, values, in, id, count, where);
}

static enum md_status fold_inputs(const struct reduce *reduce,
                                  const struct md_measure_context *context,
                                  const struct md_frame *frame, const bool *in, double *room,
                                  double *results, struct md_error *error)
{
    const int64_t *id = frame->system->atoms.id;
    size_t where, unused;
    for (int k = 0; k < reduce->count; k++) {
        int by = reduce->replace[k] >= 0 ? reduce->replace[k] : k;
        if (md_atom_input_values(&reduce->inputs[by], frame, context->quantities,
                                 context->variables, room, error))
            return error->status;
        results[k] = fold(reduce->mode, room, in, id, frame->count, &where);
        if (by == k)
            continue;
        if (md_atom_input_values(&reduce->inputs[k], frame, context->quantities, context->variables,
                                 room, error))
            return error->status;
        results[k] =
            where < frame->count ? room[where] : fold(reduce->mode, room, in, id, 0, &unused);
    }
    return MD_OK;
}

static enum md_status reduce_vector(void *state, const struct md_measure_context *context,
                                    const struct md_frame *frame, double *values,
                                    struct md_error *error)
{
    const struct reduce *reduce = state;
    double *room = md_memory_array(frame->count, sizeof *room);
    bool *in = md_memory_array(frame->count, sizeof *in);
    enum md_status status = MD_OK;
    if (room == NULL || in == NULL)
        status = md_error_memory(error, "the values of atoms");
    if (status == MD_OK)
        status = choose(reduce, context, frame, in, error);
    if (status == MD_OK)
        status = fold_inputs(reduce, context, frame, in, room, values, error);
    md_memory_free(room);
    md_memory_free(in);
    return status;
}

#define REDUCE_MANUAL                                                                              \
    "c_ID is one number out of the values of the group's atoms, or with several inputs\n"          \
    "c_ID[1], c_ID[2], ...: sum, ave(rage), min, max, sumsq and avesq (of squares), sumabs,\n"     \
    "aveabs, minabs and maxabs (of magnitudes).  Inputs are x y z vx vy vz fx fy fz, c_ID,\n"      \
    "c_ID[i], f_ID, f_ID[i] of computes and fixes with per-atom values, where [*] and [2*4]\n"     \
    "name several columns, and v_NAME of an atom-style variable.  With min and max, replace I J\n" \
    "shows of input I the value of the atom at which input J is extreme, of several such atoms\n"  \
    "that with the lowest ID.  Sums grow with the system: thermo rows show them per atom under\n"  \
    "thermo_modify norm yes."

#define REDUCE_HOOKS                                                                               \
    .needs = reduce_needs, .shape = reduce_shape, .grows = reduce_grows, .scalar = reduce_vector,  \
    .vector = reduce_vector, .destroy = reduce_destroy

const struct md_measure md_measure_reduce = {
    .style =
        {
            .name = "reduce",
            .summary = "sum, mean or extreme of values of atoms",
            .usage = "compute ID GROUP reduce MODE INPUT ... [replace I J] ...",
            .manual = REDUCE_MANUAL,
            .state_size = sizeof(struct reduce),
        },
    .create = reduce_create,
    REDUCE_HOOKS,
};

const struct md_measure md_measure_reduce_region = {
    .style =
        {
            .name = "reduce/region",
            .summary = "sum, mean or extreme of values of atoms in a region",
            .usage = "compute ID GROUP reduce/region REGION MODE INPUT ... [replace I J] ...",
            .manual = "Only atoms in the region at that moment take part.\n\n" REDUCE_MANUAL,
            .state_size = sizeof(struct reduce),
        },
    .create = region_create,
    REDUCE_HOOKS,
};
