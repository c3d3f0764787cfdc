/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pair_write: the present pair potential as a table of distance, energy and force, in the file
 * format of LAMMPS's tables.  Sections are appended; the units are those of the file's first line.
 */
#include "base/files.h"
#include "command/command.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct request {
    int type[2];
    int64_t count;
    int spacing; /* 0: in r; 1: in r^2 */
    double inner, outer;
    const struct md_word *file;
    const char *keyword;
};

static enum md_status read_request(const struct md_system *system, const struct md_args *args,
                                   struct request *request, struct md_error *error)
{
    static const char *const spacings[] = {"r", "rsq", MD_NOT_OFFERED "bitmap", NULL};
    const struct md_word *word = args->words;
    int64_t type[2];
    if (md_word_int(&word[0], "atom type", 1, system->types, &type[0], error) ||
        md_word_int(&word[1], "atom type", 1, system->types, &type[1], error) ||
        md_word_int(&word[2], "number of points", 2, INT32_MAX, &request->count, error) ||
        md_word_choice(&word[3], "spacing of pair_write", spacings, &request->spacing, error) ||
        md_word_double(&word[4], "inner distance", MD_ABOVE(0.0), INFINITY, &request->inner,
                       error) ||
        md_word_double(&word[5], "outer distance", MD_ABOVE(request->inner), INFINITY,
                       &request->outer, error))
        return error->status;
    if (request->spacing == 2)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word[3].place,
                            "pair_write %s is not supported; there are: r, rsq", word[3].text);
    if (args->count == 10)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word[8].place,
                            "pair_write with charges %s and %s is not supported: atoms have no "
                            "charges here",
                            word[8].text, word[9].text);
    if (args->count == 9)
        return md_error_set(error, MD_ERR_COUNT, &word[8].place,
                            "pair_write has one word too many: '%s'", word[8].text);
    request->type[0] = (int)type[0];
    request->type[1] = (int)type[1];
    request->file = &word[6];
    if (md_files_allow(word[6].files, word[6].text, MD_FILES_WRITE, &word[6].place, error))
        return error->status;
    request->keyword = word[7].text;
    return MD_OK;
}

/* A file that is there must be in our units; *fresh: there is none, or an empty one. */
static enum md_status look_at_file(const struct request *request, const char *units, bool *fresh,
                                   struct md_error *error)
{
    char line[256] = "", theirs[32];
    FILE *file = md_files_stream(request->file->files, request->file->text, "r");
    *fresh = file == NULL || fgets(line, sizeof line, file) == NULL;
    if (file != NULL)
        fclose(file);
    const char *tag = strstr(line, "UNITS:");
    if (tag == NULL || sscanf(tag + strlen("UNITS:"), "%31s", theirs) != 1 ||
        strcmp(theirs, units) == 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &request->file->place,
                        "pair_write cannot append to %s: it is in units %s, and the deck in %s",
                        request->file->text, theirs, units);
}

static enum md_status write_rows(FILE *file, const struct request *request,
                                 const struct md_potential_use *pair, struct md_error *error)
{
    double inner = request->inner, outer = request->outer;
    for (int64_t k = 0; k < request->count; k++) {
        double part = (double)k / (double)(request->count - 1), energy, f[2][3];
        double r = request->spacing == 0
                       ? inner + (outer - inner) * part
                       : sqrt(inner * inner + (outer * outer - inner * inner) * part);
        double x[2][3] = {{0.0, 0.0, 0.0}, {r, 0.0, 0.0}};
        struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = request->type};
        if (pair->type->one(pair->state, &element, &energy, f))
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "pair style %s gives no energy at distance %g", pair->name, r);
        fprintf(file, "%" PRId64 " %.15g %.15g %.15g\n", k + 1, r, energy, f[1][0]);
    }
    return MD_OK;
}

static enum md_status write_section(const struct request *request, const char *units,
                                    const struct md_potential_use *pair, struct md_error *error)
{
    bool fresh;
    if (look_at_file(request, units, &fresh, error))
        return error->status;
    FILE *file = md_files_stream(request->file->files, request->file->text, "a");
    if (file == NULL)
        return md_error_set(error, MD_ERR_FILE, &request->file->place, "cannot write %s: %s",
                            request->file->text, strerror(errno));
    if (fresh)
        fprintf(file, "# UNITS: %s Created by pair_write\n", units);
    fprintf(file, "# Pair potential %s for atom types %d %d: i,r,energy,force\n\n%s\n", pair->name,
            request->type[0], request->type[1], request->keyword);
    fprintf(file, "N %" PRId64 " %s %.15g %.15g\n\n", request->count,
            request->spacing == 0 ? "R" : "RSQ", request->inner, request->outer);
    enum md_status status = write_rows(file, request, pair, error);
    bool bad = ferror(file) != 0;
    if ((fclose(file) != 0 || bad) && status == MD_OK)
        return md_error_set(error, MD_ERR_FILE, &request->file->place, "cannot write all of %s: %s",
                            request->file->text, strerror(errno));
    return status;
}

static enum md_status pair_write(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    const struct md_potential_use *pair = &sim->forces.pair;
    struct request request = {0};
    if (read_request(&sim->system, args, &request, error))
        return error->status;
    if (pair->type == NULL)
        return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                            "pair_write comes before any pair_style");
    if (pair->type->kind != MD_KIND_PAIR || pair->type->one == NULL)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->command.place,
                            "pair_write: the energy of pair style %s is no sum over pairs",
                            pair->name);
    if (sim->checking)
        return MD_OK;
    if (pair->type->prepare(pair->state, &sim->system, error))
        return error->status;
    return write_section(&request, sim->system.units->name, pair, error);
}

const struct md_command md_commands_pair_write[] = {
    {.name = "pair_write",
     .usage = "pair_write I J N r|rsq INNER OUTER FILE KEYWORD",
     .summary = "write the pair potential of two types as a table",
     .when = MD_AFTER_BOX,
     .min_words = 8,
     .max_words = 10,
     .execute = pair_write,
     .manual =
         "Appends a section KEYWORD to FILE: N distances from INNER to OUTER, evenly spaced in "
         "r or in r squared, with energy and force (-dE/dr) of a pair of types I and J. "
         "Distances beyond the cutoff have zeros. A file in other units is refused."},
    {.name = NULL}};
