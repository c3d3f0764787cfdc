/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute avi/updates, compute avi/residual: what an asynchronous integrator counts.  How often the
 * events of elements touched each atom, or each class of elements was updated; and what is left of
 * the local energy balance, which shows where steps are too long.
 */
#include "measure/styles.h"

#include "measure/atoms.h"

#include <string.h>

struct avi {
    bool classes; /* else of atoms */
};

static enum md_status read_kind(struct avi *avi, const struct md_measure_context *context,
                                const struct md_args *args, const char *usage,
                                struct md_error *error)
{
    static const char *const kinds[] = {"atom", "class", NULL};
    int kind = 0;
    if (md_args_count(args, 0, 1, usage, error) ||
        (args->count > 0 &&
         md_word_choice(&args->words[0], "what to count by", kinds, &kind, error)))
        return error->status;
    avi->classes = kind == 1;
    if (avi->classes && context->group != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "elements of a class belong to no group: the group must be 'all' with "
                            "the word class, and it is '%s'",
                            context->system->groups.name[context->group]);
    return MD_OK;
}

static enum md_status updates_create(void *state, const struct md_measure_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    return read_kind(state, context, args, md_measure_avi_updates.style.usage, error);
}

static enum md_status residual_create(void *state, const struct md_measure_context *context,
                                      const struct md_args *args, struct md_error *error)
{
    return read_kind(state, context, args, md_measure_avi_residual.style.usage, error);
}

/* Classes are always counted, atoms only for those who ask. */
static void updates_wants(const void *state, struct md_ledger *ledger)
{
    const struct avi *avi = state;
    ledger->want_updates = ledger->want_updates || !avi->classes;
}

static void residual_wants(const void *state, struct md_ledger *ledger)
{
    const struct avi *avi = state;
    ledger->want_residual = true;
    ledger->want_shares = ledger->want_shares || !avi->classes;
}

static void updates_shape(const void *state, struct md_shape *shape)
{
    const struct avi *avi = state;
    if (avi->classes)
        *shape = (struct md_shape){.vector_length = MD_LEDGER_CLASSES};
}

static void residual_shape(const void *state, struct md_shape *shape)
{
    const struct avi *avi = state;
    if (avi->classes)
        *shape = (struct md_shape){.rows = MD_LEDGER_CLASSES, .columns = 2};
}

static enum md_status need(const struct md_measure_context *context, const struct md_frame *frame,
                           bool counted, struct md_error *error)
{
    if (frame->system->ledger.active && counted)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, NULL,
                        "compute '%s' (%s) has nothing to show before a run whose run_style counts "
                        "its events",
                        context->self->id, context->self->type->style.name);
}

static enum md_status updates_vector(void *state, const struct md_measure_context *context,
                                     const struct md_frame *frame, double *values,
                                     struct md_error *error)
{
    const struct md_ledger *ledger = &frame->system->ledger;
    (void)state;
    for (int k = 0; k < MD_LEDGER_CLASSES; k++)
        values[k] = k < ledger->classes ? (double)ledger->list[k].updates : 0.0;
    return need(context, frame, true, error);
}

static enum md_status residual_array(void *state, const struct md_measure_context *context,
                                     const struct md_frame *frame, double *values,
                                     struct md_error *error)
{
    const struct md_ledger *ledger = &frame->system->ledger;
    (void)state;
    for (int k = 0; k < MD_LEDGER_CLASSES; k++) {
        values[2 * k] = k < ledger->classes ? ledger->list[k].residual : 0.0;
        values[2 * k + 1] = k < ledger->classes ? ledger->list[k].residual_sum : 0.0;
    }
    return need(context, frame, ledger->want_residual, error);
}

static enum md_status updates_atom(void *state, const struct md_measure_context *context,
                                   const struct md_frame *frame, double *values,
                                   struct md_error *error)
{
    const double *updates = frame->system->atoms.updates;
    (void)state;
    if (need(context, frame, updates != NULL, error))
        return error->status;
    for (size_t i = 0; i < frame->count; i++)
        values[i] = md_atoms_member(context, frame, i) ? updates[i] : 0.0;
    return MD_OK;
}

static enum md_status residual_atom(void *state, const struct md_measure_context *context,
                                    const struct md_frame *frame, double *values,
                                    struct md_error *error)
{
    const struct md_atoms *atoms = &frame->system->atoms;
    (void)state;
    if (need(context, frame, atoms->residual != NULL, error))
        return error->status;
    memset(values, 0, 2 * frame->count * sizeof *values);
    for (size_t i = 0; i < frame->count; i++)
        if (md_atoms_member(context, frame, i))
            memcpy(values + 2 * i, atoms->residual[i], sizeof atoms->residual[i]);
    return MD_OK;
}

#define AVI_MANUAL                                                                                 \
    "The run_style must be one that counts its events; any other is refused before the run.\n"     \
    "The order of the classes is that of the log's table; there are at most 64, and values of\n"   \
    "those that do not exist are 0.  All counts begin with the run."

#define AVI_CITE                                                                                   \
    "A. Lew, J. E. Marsden, M. Ortiz, M. West, Arch. Rational Mech. Anal. 167 (2003) 85"

const struct md_measure md_measure_avi_updates = {
    .style =
        {
            .name = "avi/updates",
            .summary = "how often an asynchronous integrator updated atoms or classes",
            .usage = "compute ID GROUP avi/updates [atom|class]",
            .manual =
                "atom (or nothing): c_ID of an atom is the number of events that touched it since\n"
                "the run began; 0 outside the group.  Where all elements of a class are driven\n"
                "together (element group), an event is one of the class and counts once for every\n"
                "atom that has an element in it.\n"
                "class: c_ID[k] is the number of updates of all elements of class k, those that\n"
                "share a clock; the group must be all.\n"
                "With hot, only classes are counted.\n\n" AVI_MANUAL,
            .cite = AVI_CITE,
            .state_size = sizeof(struct avi),
        },
    .create = updates_create,
    .wants = updates_wants,
    .shape = updates_shape,
    .vector = updates_vector,
    .atom_columns = 1,
    .atom = updates_atom,
};

const struct md_measure md_measure_avi_residual = {
    .style =
        {
            .name = "avi/residual",
            .summary = "local energy balance of an asynchronous integrator",
            .usage = "compute ID GROUP avi/residual [atom|class]",
            .manual =
                "The residual of an element at an event is [T(+) + V'] - [T(-) + V]: the kinetic\n"
                "energy of its atoms before (-) and after (+) the kick, and its potential energy\n"
                "at this event (V) and at its next one (V').  Each of its atoms has an equal\n"
                "share of it.\n"
                "atom (or nothing): c_ID[1] of an atom is its share at the latest events, c_ID[2]\n"
                "that of all events since the run began; 0 outside the group.\n"
                "class: c_ID[k][1] and c_ID[k][2] are the same of all elements of class k, those\n"
                "that share a clock; the group must be all.\n"
                "With element group, all elements of a class are kicked at once: then there are\n"
                "no shares of atoms, and the word class is needed.\n"
                "A balance is closed by the next event of its class; a new start, and a restart,\n"
                "begin at 0.\n"
                "The integrator then computes energies at every event, which costs time.\n"
                "\n" AVI_MANUAL,
            .cite = AVI_CITE,
            .state_size = sizeof(struct avi),
        },
    .create = residual_create,
    .wants = residual_wants,
    .shape = residual_shape,
    .array = residual_array,
    .atom_columns = 2,
    .atom = residual_atom,
};
