/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump, dump_modify, undump, write_dump: snapshots of atoms in files. */
#include "command/command.h"

static struct md_dump_context context_of(const struct md_sim *sim)
{
    struct md_dump_context context = {&sim->quantities, &sim->variables, &sim->system};
    return context;
}

/* Nobody shall wait for a picture. */
static void tell_idle(struct md_sim *sim, const struct md_args *args, int style)
{
    md_log_warn(&sim->log, &args->words[style].place,
                "dump %s draws nothing here: the run goes on without its pictures",
                args->words[style].text);
}

static enum md_status execute_dump(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    struct md_dump_context context = context_of(sim);
    enum md_status status = md_dumps_add(&sim->dumps, &sim->system, &context, args, error);
    if (status == MD_OK && md_dumps_idle(&sim->dumps))
        tell_idle(sim, args, 2);
    return status;
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

/* The present state as it stands: forces are computed only for who shows them. */
static enum md_status frame_for(struct md_sim *sim, bool forces, struct md_frame *frame,
                                struct md_error *error)
{
    const struct md_system *system = &sim->system;
    const struct md_frame *observed;
    if (forces) {
        enum md_status status = md_sim_frame(sim, &observed, error);
        if (status == MD_OK)
            *frame = *observed;
        return status;
    }
    *frame = (struct md_frame){
        .system = system,
        .step = md_clock_step(&system->clock),
        .time = md_clock_time(&system->clock),
        .count = system->atoms.count,
        .x = (const md_vec3 *)system->atoms.x,
        .v = (const md_vec3 *)system->atoms.v,
        .f = (const md_vec3 *)system->atoms.f,
    };
    return MD_OK;
}

static enum md_status execute_write(struct md_sim *sim, const struct md_args *args,
                                    struct md_error *error)
{
    struct md_dump_context context = context_of(sim);
    struct md_dump *dump;
    struct md_frame frame;
    struct md_error ignored;
    bool forces;
    enum md_status status = md_dumps_single(&sim->system, &context, args, &dump, &forces, error);
    if (status != MD_OK)
        return status;
    if (md_word_is(&args->words[1], "image"))
        tell_idle(sim, args, 1);
    if (!sim->checking)
        status = frame_for(sim, forces, &frame, error);
    if (status == MD_OK)
        return md_dumps_write_single(dump, &context, sim->checking ? NULL : &frame, error);
    md_dumps_write_single(dump, &context, NULL, &ignored);
    return status;
}

const struct md_command md_commands_dump[] = {
    {
        .name = "dump",
        .usage = "dump ID GROUP atom|custom|xyz|extxyz|cfg|image|movie N FILE [ATTRIBUTE ...]",
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
            "NAME ... (one for each type), every N | v_NAME, fileper N and nfile N (with a % in "
            "the "
            "file's name, which becomes 0), first yes|no, flush yes|no, header yes|no, pbc yes|no, "
            "format none | line TEXT | int TEXT | float TEXT | COLUMN TEXT, maxfiles N, pad "
            "N, region ID | none, sort off | id | N | -N, thresh none | ATTRIBUTE OPERATOR "
            "VALUE|LAST (LAST: what the atom had at the last snapshot), time yes|no, units yes|no; "
            "for style atom image and scale yes|no; for "
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
    {
        .name = "write_dump",
        .usage =
            "write_dump GROUP atom|custom|xyz|extxyz FILE [ATTRIBUTE ...] [modify KEYWORD VALUE "
            "...]",
        .summary = "write one snapshot of atoms to a file, now",
        .when = MD_AFTER_BOX,
        .min_words = 3,
        .max_words = -1,
        .execute = execute_write,
        .manual =
            "The words are those of dump, without ID and N; after modify stand those of "
            "dump_modify, without ID.  A * in FILE becomes the step.  Atoms are written where "
            "they are: those outside a periodic box are wrapped at the next run only.  "
            "Attributes that need forces or energies have them computed first.",
    },
    {.name = NULL},
};
