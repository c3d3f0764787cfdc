/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute pe: the potential energy of the whole system, all of it or the parts named: pair (with
 * its long-range correction), bond, fix (elements parsed as fixes).
 */
#include "measure/styles.h"

struct pe {
    bool part[MD_PARTS];
};

/* In the order of enum md_part; kspace adds 0: no charge exerts a force. */
static const char *const parts[] = {"pair",     "bond", "angle",  "dihedral",
                                    "improper", "fix",  "kspace", NULL};

static enum md_status pe_create(void *state, const struct md_measure_context *context,
                                const struct md_args *args, struct md_error *error)
{
    struct pe *pe = state;
    if (context->group != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "compute pe is of the group 'all', not of '%s'",
                            context->system->groups.name[context->group]);
    for (int part = 0; part < MD_PARTS; part++)
        pe->part[part] = args->count == 0;
    for (int i = 0; i < args->count; i++) {
        int part;
        enum md_status status =
            md_word_choice(&args->words[i], "part of the potential energy", parts, &part, error);
        if (status != MD_OK)
            return status;
        if (part < MD_PARTS)
            pe->part[part] = true;
    }
    return MD_OK;
}

static enum md_status pe_scalar(void *state, const struct md_measure_context *context,
                                const struct md_frame *frame, double *value, struct md_error *error)
{
    const struct pe *pe = state;
    const struct md_tally *tally = &frame->tally;
    (void)context;
    (void)error;
    *value = 0.0;
    for (int part = 0; part < MD_PART_EXTERNAL; part++)
        if (pe->part[part])
            *value += tally->energy[part];
    if (pe->part[MD_PART_PAIR])
        *value += tally->tail;
    if (pe->part[MD_PART_EXTERNAL])
        *value += tally->energy[MD_PART_EXTERNAL];
    return MD_OK;
}

const struct md_measure md_measure_pe = {
    .style =
        {
            .name = "pe",
            .summary = "potential energy of the system",
            .usage = "compute ID all pe [pair] [bond] [fix] ...",
            .manual = "c_ID is the potential energy of the system, never divided by the number of\n"
                      "atoms.  With words, only those parts are added.",
            .state_size = sizeof(struct pe),
        },
    .needs_tally = true,
    .extensive = true,
    .create = pe_create,
    .scalar = pe_scalar,
};
