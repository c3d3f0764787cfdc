/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restart files without a deck: what one holds, and one as a data file or extended XYZ. */
#include "api/report.h"
#include "avimd.h"
#include "base/files.h"
#include "base/memory.h"
#include "command/command.h"
#include "input/restart_file.h"

#include <string.h>

static enum avimd_status tell(FILE *errors, const struct md_error *error, enum md_status status)
{
    if (status == MD_OK)
        return AVIMD_OK;
    if (errors != NULL)
        md_report_write(errors, error, false);
    return AVIMD_ERROR;
}

enum avimd_status avimd_restart_info(FILE *out, FILE *errors, const char *path)
{
    struct md_error error = {0};
    struct md_archive *archive;
    enum md_status status = md_restart_file_read(&md_files_any, path, &archive, &error);

    if (status == MD_OK)
        status = md_restart_info(archive, path, out, &error);
    md_archive_destroy(archive);
    return tell(errors, &error, status);
}

/* ------------------------------------------------------------------ conversion */

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);

    if (length > 3 && strcmp(path + length - 3, ".gz") == 0)
        length -= 3;
    return length > tail && strncmp(path + length - tail, ending, tail) == 0;
}

static enum md_status write_data(struct md_sim *sim, const char *to, struct md_error *error)
{
    struct md_word word = {.text = to, .files = &md_files_any};
    struct md_args args = {.words = &word, .count = 1, .command = {.text = "write_data"}};

    return md_command_execute(sim, &args, error);
}

/* One snapshot, with the file's forces, and its energies when it was written during a run. */
static enum md_status write_extxyz(struct md_sim *sim, const char *to, struct md_error *error)
{
    struct md_dump_context context = {&sim->quantities, &sim->variables, &sim->system};
    const struct md_atoms *atoms = &sim->system.atoms;
    const char *const texts[] = {"convert", "all", "extxyz", "1", to};
    struct md_word words[5];
    struct md_forces_resume resume = {0};
    struct md_frame frame = {
        .system = &sim->system,
        .tick = sim->system.clock.now,
        .step = md_clock_step(&sim->system.clock),
        .time = md_clock_time(&sim->system.clock),
        .count = atoms->count,
        .x = (const md_vec3 *)atoms->x,
        .v = (const md_vec3 *)atoms->v,
        .f = (const md_vec3 *)atoms->f,
    };

    for (int i = 0; i < 5; i++)
        words[i] = (struct md_word){.text = texts[i], .files = &md_files_any};
    struct md_args args = {.words = words, .count = 5, .command = {.text = "dump"}};
    if (md_archive_has(sim->restart.kept, "instant")) {
        if (md_restart_instant(sim, &resume, error) != MD_OK)
            return error->status;
        frame.tally = resume.tally;
        frame.tallied = true;
    }
    enum md_status status = md_dumps_add(&sim->dumps, &sim->system, &context, &args, error);
    const char *const format[] = {"convert", "format", "float", "%.17g"};
    for (int i = 0; i < 4; i++)
        words[i] = (struct md_word){.text = format[i]};
    args.count = 4;
    if (status == MD_OK)
        status = md_dumps_modify(&sim->dumps, &sim->system, &context, &args, error);
    if (status == MD_OK)
        status = md_dumps_write(&sim->dumps, &context, &frame, true, error);
    args.count = 1; /* its ID: closes the file */
    return status == MD_OK ? md_dumps_remove(&sim->dumps, &args, error) : status;
}

static enum md_status convert(struct md_sim *sim, const char *from, const char *to,
                              struct md_error *error)
{
    struct md_archive *archive;
    bool data = ends_in(to, ".data") || ends_in(to, ".dat") || ends_in(to, ".lmp");

    if (!data && !ends_in(to, ".extxyz") && !ends_in(to, ".xyz"))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "'%s': a file to convert to ends in .data (a data file of LAMMPS) or "
                            ".extxyz (extended XYZ), and maybe .gz",
                            to);
    enum md_status status = md_restart_file_read(&md_files_any, from, &archive, error);
    if (status == MD_OK)
        status = md_restart_read(sim, archive, error);
    if (status == MD_OK)
        status = data ? write_data(sim, to, error) : write_extxyz(sim, to, error);
    return status;
}

enum avimd_status avimd_convert(FILE *errors, const char *from, const char *to)
{
    struct md_error error = {0};
    struct md_sim *sim = md_memory_array(1, sizeof *sim);

    if (sim == NULL)
        return tell(errors, &error, md_error_memory(&error, "a simulation"));
    enum md_status status = md_sim_init(sim, NULL, &error);
    if (status == MD_OK) {
        status = convert(sim, from, to, &error);
        md_sim_free(sim);
    }
    md_memory_free(sim);
    return tell(errors, &error, status);
}
