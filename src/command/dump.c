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

/* Readers that look columns up by name find one of the two and lose the other. */
static void tell_repeated(struct md_sim *sim, const struct md_args *args)
{
    const char *name = md_dumps_repeated(&sim->dumps);
    const struct md_word *word = &args->words[0];
    for (int k = 4; name != NULL && k < args->count; k++)
        if (md_word_is(&args->words[k], name))
            word = &args->words[k];
    if (name != NULL)
        md_log_warn(&sim->log, &word->place, "dump '%s' writes the column '%s' more than once",
                    args->words[0].text, name);
}

static enum md_status execute_dump(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    struct md_dump_context context = context_of(sim);
    enum md_status status = md_dumps_add(&sim->dumps, &sim->system, &context, args, error);
    if (status == MD_OK && md_dumps_idle(&sim->dumps))
        tell_idle(sim, args, 2);
    if (status == MD_OK)
        tell_repeated(sim, args);
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
        .usage = "dump_modify ID [append yes|no] [colname ...] [delay STEP] [element NAME ...] "
                 "[every N|v_NAME] [first yes|no] [flush yes|no] [format ...] [header yes|no] "
                 "[maxfiles N] [pad N] [pbc yes|no] [region ID|none] [sort off|id|N|-N] "
                 "[thresh ...] [time yes|no] [units yes|no] [image|scale|unwrap|vel|forces|mass "
                 "yes|no] [buffer yes|no] [fileper N] [nfile N]",
        .summary = "change the settings of a dump",
        .when = MD_AFTER_BOX,
        .min_words = 2,
        .max_words = -1,
        .execute = execute_modify,
        .manual =
            "Keywords, of which several may follow each other:\n"
            "  append yes|no            goes on with a file that is there\n"
            "  colname COLUMN NAME      another title of a column\n"
            "  colname default          the usual titles again\n"
            "  delay STEP               no snapshot before this step\n"
            "  element NAME ...         names of elements, one for each type\n"
            "  every N|v_NAME           steps between snapshots; an equal-style variable tells\n"
            "                           the step of the next one\n"
            "  first yes|no             a snapshot at the first step of a run in any case\n"
            "  flush yes|no             the file is written out after every snapshot\n"
            "  format none              the usual formats again\n"
            "  format line TEXT         of the whole line\n"
            "  format int|float TEXT    of all whole or all real numbers\n"
            "  format COLUMN TEXT       of one column\n"
            "  header yes|no            the lines above the atoms\n"
            "  maxfiles N               keeps the last N files of one for each snapshot; -1: all\n"
            "  pad N                    the step in a file's name has at least N digits\n"
            "  pbc yes|no               wraps atoms into the box first\n"
            "  region ID|none           only atoms in a region\n"
            "  sort off|id|N|-N         by ID, or by the N-th column, up or down\n"
            "  thresh ATTRIBUTE OPERATOR VALUE|LAST\n"
            "                           only atoms of which this is true; LAST: what the atom\n"
            "                           had at the last snapshot\n"
            "  thresh none              all atoms again\n"
            "  time yes|no, units yes|no\n"
            "                           the time, or the units, above each snapshot\n"
            "  image yes|no, scale yes|no\n"
            "                           style atom: image counts; positions in box lengths\n"
            "  unwrap yes|no            styles xyz and extxyz: positions along the way\n"
            "  vel, forces, mass yes|no\n"
            "                           style extxyz: these columns\n"
            "  fileper N, nfile N       with a % in the file's name, which becomes 0: there is\n"
            "                           one process\n"
            "  buffer yes|no            read, no difference",
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
