/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about restart files: restart, write_restart, read_restart. */
#include "base/files.h"
#include "base/memory.h"
#include "command/command.h"
#include "input/restart_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A name LAMMPS would spread over many files, or one that does not fit. */
static enum md_status check_name(const struct md_word *word, enum md_files_use use,
                                 struct md_error *error)
{
    if (strchr(word->text, '%'))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "'%s': a %% asks for one file per process, and here there is one file",
                            word->text);
    if (strlen(word->text) + 32 > MD_RESTART_NAME)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the name of a restart file has at most %d characters",
                            MD_RESTART_NAME - 32);
    const char *star = strchr(word->text, '*');
    if (star && strchr(star + 1, '*'))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' has more than one *, which stands for the step", word->text);
    return md_files_allow(word->files, word->text, use, &word->place, error);
}

static enum md_status at_word(enum md_status status, const struct md_word *word,
                              struct md_error *error)
{
    if (status != MD_OK && !error->place.file)
        error->place = word->place;
    return status;
}

/* ------------------------------------------------------------------ restart */

static enum md_status read_interval(struct md_sim *sim, const struct md_word *word,
                                    struct md_restart_rule *rule, struct md_error *error)
{
    if (strncmp(word->text, "v_", 2) != 0)
        return md_word_int(word, "interval of restart files", 1, MD_STEP_MAX, &rule->every, error);
    const char *name = word->text + 2;
    if (sim->variables.kind(sim->variables.context, name) != MD_VARIABLE_EQUAL)
        return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                            "'%s': there is no equal-style variable '%s'", word->text, name);
    if (strlen(name) >= sizeof rule->variable)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "'%s' is too long", word->text);
    snprintf(rule->variable, sizeof rule->variable, "%s", name);
    return MD_OK;
}

static enum md_status restart(struct md_sim *sim, const struct md_args *args,
                              struct md_error *error)
{
    struct md_restart_rule rule = {.next = INT64_MAX};
    const struct md_word *word = args->words;
    if (args->count == 1) {
        int64_t zero;
        if (md_word_int(word, "interval of restart files without a file name", 0, 0, &zero, error))
            return error->status;
        sim->restart.rule[0] = sim->restart.rule[1] = rule;
        return MD_OK;
    }
    if (read_interval(sim, word, &rule, error))
        return error->status;
    for (int k = 1; k < args->count; k++) {
        if (check_name(&word[k], MD_FILES_WRITE, error))
            return error->status;
        bool step = args->count == 2 && !strchr(word[k].text, '*');
        snprintf(rule.file[k - 1], sizeof rule.file[k - 1], "%s%s", word[k].text, step ? ".*" : "");
        rule.files = word[k].files;
    }
    if (args->count == 3 && strcmp(word[1].text, word[2].text) == 0)
        return md_error_set(error, MD_ERR_VALUE, &word[2].place,
                            "the two files that take turns are both '%s'", word[2].text);
    sim->restart.rule[args->count - 2] = rule;
    return MD_OK;
}

/* ------------------------------------------------------------------ write_restart */

static enum md_status write_restart(struct md_sim *sim, const struct md_args *args,
                                    struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    char name[MD_RESTART_NAME];
    if (check_name(word, MD_FILES_WRITE, error))
        return error->status;
    if (sim->checking)
        return MD_OK;
    if (md_restart_name(word->text, md_clock_step(&sim->system.clock), name, error))
        return at_word(error->status, word, error);
    struct md_archive *outline = md_restart_outline(sim, false, error);
    enum md_status status = outline ? MD_OK : error->status;
    if (status == MD_OK) {
        md_log_print(&sim->log, "Writing restart file %s ...\n", name);
        status = md_restart_save(sim, false, outline, word->files, name, true, error);
    }
    md_archive_destroy(outline);
    return at_word(status, word, error);
}

/* ------------------------------------------------------------------ read_restart */

static enum md_status read_file(struct md_sim *sim, const struct md_files *files, const char *path,
                                struct md_error *error)
{
    struct md_archive *archive;
    md_log_print(&sim->log, "Reading restart file %s ...\n", path);
    if (md_restart_file_read(files, path, &archive, error))
        return error->status;
    if (md_restart_read(sim, archive, error) == MD_OK)
        return MD_OK;
    char text[MD_ERROR_TEXT];
    memcpy(text, error->text, sizeof text);
    return md_error_set(error, error->status, NULL, "restart file '%s': %.500s", path, text);
}

static enum md_status read_restart(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    const struct md_box *box = &sim->system.box;
    if (check_name(word, MD_FILES_READ, error))
        return error->status;
    char *found = strchr(word->text, '*') ? md_restart_file_newest(word->files, word->text, error)
                                          : md_memory_text(word->text);
    if (!found)
        return strchr(word->text, '*') ? at_word(error->status, word, error)
                                       : md_error_memory(error, "the name of a restart file");
    enum md_status status = read_file(sim, word->files, found, error);
    md_memory_free(found);
    if (status != MD_OK)
        return at_word(status, word, error);
    md_log_print(&sim->log, "  orthogonal box = (%.8g %.8g %.8g) to (%.8g %.8g %.8g)\n", box->lo[0],
                 box->lo[1], box->lo[2], box->hi[0], box->hi[1], box->hi[2]);
    md_log_print(&sim->log, "  %zu atoms, step %" PRId64 "\n", sim->system.atoms.count,
                 md_clock_step(&sim->system.clock));
    return MD_OK;
}

const struct md_command md_commands_restart[] = {
    {
        .name = "restart",
        .usage = "restart 0 | restart N ROOT | restart N FILE1 FILE2",
        .summary = "writes restart files during runs",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 3,
        .execute = restart,
        .manual =
            "Every N steps a restart file is written from which a run goes on bit for bit, with\n"
            "its ramps when it ends at the same last step (read_restart).\n"
            "  restart N ROOT         ROOT.STEP, or the step in place of a * in ROOT\n"
            "  restart N FILE1 FILE2  the two in turn: the last is never overwritten\n"
            "  restart 0              no more\n"
            "N may be v_NAME, an equal-style variable that gives the step of the next file.\n"
            "Files are written aside and renamed, so that one that has its name is complete.\n"
            "Ctrl-C and SIGTERM write one more before the program ends.",
    },
    {
        .name = "write_restart",
        .usage = "write_restart FILE",
        .summary = "writes a restart file now, between runs",
        .when = MD_AFTER_BOX,
        .min_words = 1,
        .max_words = 1,
        .execute = write_restart,
        .manual =
            "A * in the name becomes the step.  The next run of a deck that reads it is the one\n"
            "this deck would make next, but event-driven integrators (avi, energy-stepping) start\n"
            "again from the state that is shown.  A file of the same name is kept as FILE.old.\n"
            "While it is written its name is .partial.RANDOM.FILE, which a killed run leaves\n"
            "behind: it is not whole and may be removed.",
    },
    {
        .name = "read_restart",
        .usage = "read_restart FILE",
        .summary = "creates the box and all in it from a restart file",
        .when = MD_BEFORE_BOX,
        .min_words = 1,
        .max_words = 1,
        .execute = read_restart,
        .manual =
            "A * in the name stands for the greatest step there is a file of.  The file brings\n"
            "units, box, boundaries, atoms, bonds, special_bonds, groups, step, time and time\n"
            "step, and pair_style and bond_style with their coefficients, unless these come from\n"
            "files or are hybrid: then they must be given again.  Regions, neighbour settings,\n"
            "computes, fixes, dumps and thermo settings are not in it; a fix or compute given\n"
            "again with the same ID and style goes on from where it was.\n"
            "The first run resumes, without any set-up, when the file was written during a run\n"
            "(restart N) and neither atoms, box, time step, potential, neighbour skin nor the\n"
            "list of fixes are others: it then goes on bit for bit.  The log says what stands in\n"
            "the way.\n"
            "When that run ends at the last step of the run that the file was written in, it is\n"
            "the rest of it: ramps of fixes, deform, ramp() and the like go on.  One that ends\n"
            "elsewhere is a new run: deform starts from the box that is there, ramps from their\n"
            "first value, and a warning names what starts again and the line that would have\n"
            "gone on, which avimd --restart-info FILE prints too.  start and stop of the deck\n"
            "always count.  A run 0 before it moves nothing, and the next run may be the rest.",
    },
    {.name = NULL},
};
