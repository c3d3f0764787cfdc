/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump, dump_modify, undump: snapshots of atoms in files. */
#include "command/command.h"

static struct md_dump_context context_of(const struct md_sim *sim)
{
    struct md_dump_context context = {&sim->quantities, &sim->variables, &sim->system};
    return context;
}

static enum md_status execute_dump(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    struct md_dump_context context = context_of(sim);
    return md_dumps_add(&sim->dumps, &sim->system, &context, args, error);
}

static enum md_status execute_modify(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    struct md_dump_context context = context_of(sim);
    return md_dumps_modify(&sim->dumps, &sim->system, &context, args, error);
}

static enum md_status execute_undump(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    return md_dumps_remove(&sim->dumps, args, error);
}

const struct md_command md_commands_dump[] = {
    {
        .name = "dump",
        .usage = "dump ID GROUP atom|custom|xyz|extxyz N FILE [ATTRIBUTE ...]",
        .summary = "write snapshots of atoms to a file every N steps",
        .when = MD_AFTER_BOX,
        .min_words = 5,
        .max_words = -1,
        .execute = execute_dump,
        .manual = "A snapshot is written at the first step of a run if that is a multiple of N, "
                  "and at every later multiple.  A * in FILE becomes the step (one file for each "
                  "snapshot); a name that ends in .gz is compressed.",
    },
    {
        .name = "dump_modify",
        .usage = "dump_modify ID KEYWORD VALUE ...",
        .summary = "change the settings of a dump",
        .when = MD_AFTER_BOX,
        .min_words = 2,
        .max_words = -1,
        .execute = execute_modify,
        .manual =
            "append yes|no, buffer yes|no, colname default | COLUMN NAME, delay STEP, element "
            "NAME ... (one for each type), every N | v_NAME, first yes|no, flush yes|no, "
            "format none | line TEXT | int TEXT | float TEXT | COLUMN TEXT, maxfiles N, pad "
            "N, region ID | none, sort off | id | N | -N, thresh none | ATTRIBUTE OPERATOR "
            "VALUE, time yes|no, units yes|no; for style atom image and scale yes|no; for "
            "xyz and extxyz unwrap yes|no; for extxyz vel, forces and mass yes|no.",
    },
    {
        .name = "undump",
        .usage = "undump ID",
        .summary = "end a dump and close its file",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 1,
        .execute = execute_undump,
        .manual = "The dump's file is closed; what was written stays.",
    },
    {.name = NULL},
};
