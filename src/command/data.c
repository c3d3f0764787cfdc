/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_data, write_data: a system from and to a LAMMPS data file. */
#include "base/files.h"
#include "base/memory.h"
#include "command/command.h"
#include "input/data_file.h"
#include "output/data_file.h"
#include "space/domain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------------------- read_data */

/* The file's coefficients, as if each were a pair_coeff, bond_coeff, ... command of the deck. */
static enum md_status apply_coeffs(struct md_sim *sim, const struct md_data_coeffs_read *read,
                                   const struct md_potential_use *use, const char *kind,
                                   struct md_error *error)
{
    char command[32];
    if (read->count == 0)
        return MD_OK;
    if (use == NULL || use->type == NULL)
        return md_error_set(error, MD_ERR_ORDER, &read->section.place,
                            "the data file has %s coefficients, but no %s_style came before "
                            "read_data; give one, or read with nocoeff",
                            kind, kind);
    if (read->style[0] != '\0' && strcmp(read->style, use->type->style.name) != 0)
        md_log_warn(&sim->log, &read->section.place,
                    "the data file's %s coefficients are for %s style '%s', not for '%s'", kind,
                    kind, read->style, use->type->style.name);
    snprintf(command, sizeof command, "%s_coeff", kind);
    for (int k = 0; k < read->count; k++) {
        struct md_args args = {read->lines[k].words, read->lines[k].count, read->section};
        args.command.text = command;
        md_error_clear(error);
        if (use->type->coeff(use->state, &sim->system, &args, error))
            return error->status;
        md_sim_warn(sim, error);
        if (use == &sim->forces.pair && md_sim_note_pair(sim, &args, error))
            return error->status;
    }
    return MD_OK;
}

static enum md_status execute_read(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    struct md_data_file found;
    struct md_args options = md_args_after(args, 1);
    const struct md_box *box = &sim->system.box;
    if (md_files_allow(args->words[0].files, args->words[0].text, MD_FILES_READ,
                       &args->words[0].place, error))
        return error->status;
    md_log_print(&sim->log, "Reading data file %s ...\n", args->words[0].text);
    enum md_status status =
        md_data_file_read(&sim->system, &args->words[0], &options, &found, error);
    if (status != MD_OK) {
        if (error->place.file == NULL)
            error->place = args->words[0].place;
        return status;
    }
    md_log_print(&sim->log, "  orthogonal box = (%.8g %.8g %.8g) to (%.8g %.8g %.8g)\n", box->lo[0],
                 box->lo[1], box->lo[2], box->hi[0], box->hi[1], box->hi[2]);
    md_log_print(&sim->log, "  %" PRId64 " atoms\n", found.atoms);
    if (found.velocities > 0)
        md_log_print(&sim->log, "  %" PRId64 " velocities\n", found.velocities);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (found.count[kind] > 0)
            md_log_print(&sim->log, "  %" PRId64 " %s\n", found.count[kind],
                         md_topology_kinds[kind].many);
    if (found.charged)
        md_log_print(&sim->log, "  charges are kept and written, and exert no force\n");
    md_domain_wrap(&sim->system); /* s and m faces move to the atoms, as in LAMMPS */
    md_sim_changed(sim,
                   MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_VELOCITY | MD_CHANGED_POTENTIAL);
    status = apply_coeffs(sim, &found.pair, &sim->forces.pair, "pair", error);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS && status == MD_OK; kind++)
        status = apply_coeffs(sim, &found.coeffs[kind], md_forces_bonded(&sim->forces, kind),
                              md_topology_kinds[kind].one, error);
    md_data_file_free(&found);
    return status;
}

/* ---------------------------------------------------------------------------- write_data */

/* The potential's text; in PairIJ Coeffs each pair has its cutoff too. */
struct describer {
    const struct md_potential_use *pair;
    bool cutoffs;
};

static void describe(const void *context, int i, int j, char *text, size_t size)
{
    const struct describer *describer = context;
    const struct md_potential *type = describer->pair->type;
    if (describer->cutoffs && type->describe_all)
        type->describe_all(describer->pair->state, i, j, text, size);
    else
        type->describe(describer->pair->state, i, j, text, size);
}

static void describe_bonded(const void *context, int type, int unused, char *text, size_t size)
{
    const struct md_potential_use *use = context;
    use->type->describe(use->state, type, unused, text, size);
}

/* The coefficients of bonds, angles, ... that have a style. */
static enum md_status bonded_coeffs(struct md_sim *sim, struct md_data_coeffs *elements,
                                    struct md_error *error)
{
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_potential_use *use = md_forces_bonded(&sim->forces, kind);
        if (use == NULL)
            continue;
        if (use->type->prepare(use->state, &sim->system, error) != MD_OK)
            return error->status;
        elements[kind] =
            (struct md_data_coeffs){use->type->style.name, false, describe_bonded, use};
    }
    return MD_OK;
}

struct write_options {
    bool coefficients, all_pairs;
};

static enum md_status read_options(const struct md_args *args, struct write_options *options,
                                   struct md_error *error)
{
    static const char *const names[] = {"nocoeff", "pair", "nofix", "noinit", "nolabelmap", NULL};
    static const char *const pairs[] = {"ii", "ij", NULL};
    options->coefficients = true;
    options->all_pairs = false;
    for (int k = 0; k < args->count; k++) {
        int name, which;
        if (md_word_choice(&args->words[k], "option of write_data", names, &name, error) != MD_OK)
            return error->status;
        if (name == 0)
            options->coefficients = false;
        if (name != 1)
            continue;
        if (++k == args->count)
            return md_error_set(error, MD_ERR_COUNT, &args->words[k - 1].place,
                                "write_data pair lacks its value: pair ii | ij");
        if (md_word_choice(&args->words[k], "write_data pair", pairs, &which, error) != MD_OK)
            return error->status;
        options->all_pairs = which == 1;
    }
    return MD_OK;
}

/* The coefficients of the types alone may be less than what the deck gave. */
static void warn_of_loss(struct md_sim *sim, const struct md_args *args)
{
    const struct md_potential_use *pair = &sim->forces.pair;
    if (pair->type->described == NULL || pair->type->described(pair->state))
        return;
    md_log_warn(&sim->log, &args->words[0].place,
                "the data file lacks coefficients or cutoffs that pairs of types have of their "
                "own; `write_data %s pair ij` writes them too",
                args->words[0].text);
}

/* A * in the file's name becomes the step; to be freed by the caller. */
static char *name_at(const char *path, int64_t step)
{
    const char *star = strchr(path, '*');
    size_t room = strlen(path) + 32;
    char *name = star != NULL ? md_memory_array(room, 1) : md_memory_text(path);
    if (star != NULL && name != NULL)
        snprintf(name, room, "%.*s%" PRId64 "%s", (int)(star - path), path, step, star + 1);
    return name;
}

/* Between runs the system itself is the consistent state: no forces are needed to write it. */
static struct md_frame frame_of(const struct md_system *system)
{
    struct md_frame frame = {0};
    frame.system = system;
    frame.step = md_clock_step(&system->clock);
    frame.time = md_clock_time(&system->clock);
    frame.count = system->atoms.count;
    frame.x = (const md_vec3 *)system->atoms.x;
    frame.v = (const md_vec3 *)system->atoms.v;
    return frame;
}

static enum md_status execute_write(struct md_sim *sim, const struct md_args *args,
                                    struct md_error *error)
{
    const struct md_potential_use *pair = &sim->forces.pair;
    struct write_options options;
    struct md_args rest = md_args_after(args, 1);
    if (read_options(&rest, &options, error) != MD_OK ||
        md_files_allow(args->words[0].files, args->words[0].text, MD_FILES_WRITE,
                       &args->words[0].place, error))
        return error->status;
    if (sim->checking)
        return MD_OK;
    bool known = options.coefficients && pair->type != NULL && pair->type->describe != NULL;
    if (known && pair->type->prepare != NULL &&
        pair->type->prepare(pair->state, &sim->system, error) != MD_OK)
        return error->status;
    if (known && !options.all_pairs)
        warn_of_loss(sim, args);
    struct md_data_coeffs elements[MD_TOPOLOGY_KINDS] = {{0}};
    if (options.coefficients && bonded_coeffs(sim, elements, error) != MD_OK)
        return error->status;
    struct describer describer = {pair, options.all_pairs};
    struct md_data_coeffs coeffs = {known ? pair->type->style.name : NULL, options.all_pairs,
                                    describe, &describer};
    struct md_frame frame = frame_of(&sim->system);
    char *path = name_at(args->words[0].text, frame.step);
    if (path == NULL)
        return md_error_memory(error, "the name of a data file");
    enum md_status status = md_data_file_write(&frame, args->words[0].files, path,
                                               known ? &coeffs : NULL, elements, error);
    md_memory_free(path);
    if (status != MD_OK && error->place.file == NULL)
        error->place = args->words[0].place;
    return status;
}

const struct md_command md_commands_data[] = {
    {
        .name = "read_data",
        .usage = "read_data FILE [nocoeff] [extra/atom/types N] [extra/bond/types N] "
                 "[extra/angle/types N] ...",
        .summary = "create the box and its atoms from a LAMMPS data file",
        .when = MD_BEFORE_BOX,
        .min_words = 1,
        .max_words = -1,
        .execute = execute_read,
        .manual =
            "Sections Masses, Atoms (of the deck's atom_style, with or without image flags), "
            "Velocities, Atom Masses, Bonds, Angles, Dihedrals, Impropers, Pair Coeffs, PairIJ "
            "Coeffs, Bond Coeffs and Angle Coeffs are read, plain or gzipped.  Dihedrals and "
            "impropers are kept and written, but no run is possible with them.  Atom Masses is a "
            "section of our own for masses that atoms have themselves (set ... mass): lines ID "
            "MASS for all atoms, MASS 0 for that of the type.  Atoms outside a periodic box are "
            "wrapped into it.  nocoeff leaves the coefficients alone, extra/atom/types, "
            "extra/bond/types, extra/angle/types and so on make room for more types than the file "
            "has.",
    },
    {
        .name = "write_data",
        .usage = "write_data FILE [nocoeff] [pair ii|ij]",
        .summary = "write the system as a LAMMPS data file",
        .when = MD_AFTER_BOX,
        .min_words = 1,
        .max_words = -1,
        .execute = execute_write,
        .manual =
            "Numbers are written so that reading them gives the same bits.  The file appears "
            "under its name only when it is complete; a * in the name becomes the step, a "
            "name that ends in .gz is compressed.  nocoeff leaves out all "
            "coefficients, pair ij writes those of all pairs of types, with their cutoffs; "
            "without it the file has what pair_coeff I I gave, without cutoffs, and a "
            "warning says when other pairs of types do not follow from that.  Masses of atoms "
            "themselves (set ... mass) are in a section Atom Masses.  Styles that "
            "read files, and hybrid, write no coefficients: give them again after "
            "read_data.",
    },
    {.name = NULL},
};
