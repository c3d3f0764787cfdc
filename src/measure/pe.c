/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute pe: the potential energy of the whole system, all of it or the parts named: pair (with
 * its long-range correction), bond, fix (elements parsed as fixes).
 */
#include "measure/styles.h"

struct pe {
    bool pair, bond, external;
};

/* angle and the like are accepted and add 0: no such interaction can exist here. */
static const char *const parts[] = {"pair",     "bond",     "fix",    "angle",
                                    "dihedral", "improper", "kspace", NULL};

static enum md_status pe_create(void *state, const struct md_measure_context *context,
                                const struct md_args *args, struct md_error *error)
{
    struct pe *pe = state;
    if (context->group != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "compute pe is of the group 'all', not of '%s'",
                            context->system->groups.name[context->group]);
    pe->pair = pe->bond = pe->external = args->count == 0;
    for (int i = 0; i < args->count; i++) {
        int part;
        enum md_status status =
            md_word_choice(&args->words[i], "part of the potential energy", parts, &part, error);
        if (status != MD_OK)
            return status;
        pe->pair |= part == 0;
        pe->bond |= part == 1;
        pe->external |= part == 2;
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
    if (pe->pair)
        *value += tally->pair;
    if (pe->bond)
        *value += tally->bond;
    if (pe->pair)
        *value += tally->tail;
    if (pe->external)
        *value += tally->external;
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
