/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about computes: compute, uncompute, compute_modify. */
#include "command/command.h"

static enum md_status compute(struct md_sim *sim, const struct md_args *args,
                              struct md_error *error)
{
    enum md_status status = md_computes_add(&sim->computes, &sim->system, args, error);
    if (status == MD_OK)
        status = md_restart_claim_compute(sim, args->words[0].text, error);
    return status;
}

static enum md_status uncompute(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    return md_computes_remove(&sim->computes, args, error);
}

static enum md_status compute_modify(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    return md_computes_modify(&sim->computes, args, error);
}

const struct md_command md_commands_compute[] = {
    {
        .name = "compute",
        .usage = "compute ID GROUP STYLE ...",
        .summary = "a quantity rows, dumps and formulas can ask for",
        .when = MD_AFTER_BOX,
        .min_words = 3,
        .max_words = -1,
        .execute = compute,
        .manual =
            "Defines a quantity of a group of atoms: c_ID in thermo_style custom, dump custom\n"
            "and formulas, c_ID[i] for the elements of vectors.",
    },
    {
        .name = "uncompute",
        .usage = "uncompute ID",
        .summary = "removes a compute",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 1,
        .execute = uncompute,
        .manual = "c_ID no longer exists, and the ID may be given again.  Nothing that uses it "
                  "(thermo rows,\n"
                  "fixes, dumps, variables) may be left when the next run begins.",
    },
    {
        .name = "compute_modify",
        .usage = "compute_modify ID [extra/dof N] [dynamic/dof yes|no]",
        .summary = "changes how a temperature counts degrees of freedom",
        .when = MD_ANYTIME,
        .min_words = 3,
        .max_words = -1,
        .execute = compute_modify,
        .manual = "extra/dof N: degrees of freedom to subtract (by default the dimension).\n"
                  "dynamic/dof yes: count the atoms at every look, not once when a run begins.",
    },
    {0},
};
