/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute pe/atom: the potential energy of each atom, half of each of its pairs' and bonds' and all
 * of its own embedding term.  Energies of fixes are of the whole system; `fix` adds nothing, as in
 * LAMMPS.
 */
#include "measure/styles.h"

#include "measure/atoms.h"

struct pe_atom {
    bool part[MD_PARTS];
};

/* In the order of enum md_part; kspace adds 0: no charge exerts a force. */
static const char *const parts[] = {"pair",     "bond", "angle",  "dihedral",
                                    "improper", "fix",  "kspace", NULL};

static enum md_status pe_create(void *state, const struct md_measure_context *context,
                                const struct md_args *args, struct md_error *error)
{
    struct pe_atom *pe = state;
    (void)context;
    for (int part = 0; part < MD_PART_EXTERNAL; part++)
        pe->part[part] = args->count == 0;
    for (int i = 0; i < args->count; i++) {
        int part;
        enum md_status status =
            md_word_choice(&args->words[i], "part of the potential energy", parts, &part, error);
        if (status != MD_OK)
            return status;
        if (part < MD_PART_EXTERNAL)
            pe->part[part] = true;
    }
    return MD_OK;
}

static enum md_status pe_atom(void *state, const struct md_measure_context *context,
                              const struct md_frame *frame, double *values, struct md_error *error)
{
    const struct pe_atom *pe = state;
    const struct md_per_atom *shares;
    unsigned asked = 0;
    for (int part = 0; part < MD_PART_EXTERNAL; part++)
        asked |= pe->part[part] ? MD_SHARE_ENERGY(part) : 0;
    enum md_status status = md_atoms_shares(context, frame, asked, &shares, error);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++) {
        bool member = md_atoms_member(context, frame, i);
        values[i] = 0.0;
        for (int part = 0; part < MD_PART_EXTERNAL && member; part++)
            if (pe->part[part])
                values[i] += md_share_energy(shares, (enum md_part)part, i);
    }
    return status;
}

const struct md_measure md_measure_pe_atom = {
    .style =
        {
            .name = "pe/atom",
            .summary = "potential energy of each atom",
            .usage = "compute ID GROUP pe/atom [pair] [bond] [fix] ...",
            .manual =
                "c_ID of an atom is its share of the potential energy: half of each pair and bond\n"
                "it is part of, whoever the partner is, and all of its embedding energy; 0 outside "
                "the\n"
                "group.  With words, only those parts.  Over all atoms it sums to the pair and "
                "bond\n"
                "energy; the long-range correction and the energies of fixes are of the system\n"
                "and in no atom's share.",
            .state_size = sizeof(struct pe_atom),
        },
    .needs_tally = true,
    .create = pe_create,
    .atom_columns = 1,
    .atom = pe_atom,
};
