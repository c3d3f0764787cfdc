/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Readers of funcfl, setfl and Finnis-Sinclair tables.  Counts in a file are believed only as far
 * as its size allows; a file of another of the three formats is recognised and named in the hint.
 */
#include "input/eam_file.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const style_of[] = {"eam", "eam/alloy", "eam/fs"};
static const char *const format_of[] = {"funcfl", "setfl", "Finnis-Sinclair setfl"};

size_t md_eam_file_densities(const struct md_eam_file *eam)
{
    size_t n = (size_t)eam->elements;
    return eam->format == MD_EAM_FS ? n * n : n;
}

size_t md_eam_file_pairs(const struct md_eam_file *eam)
{
    size_t n = (size_t)eam->elements;
    return eam->format == MD_EAM_FUNCFL ? 1 : n * (n + 1) / 2;
}

void md_eam_file_free(struct md_eam_file *eam)
{
    md_memory_free(eam->element);
    md_memory_free(eam->embed);
    md_memory_free(eam->density);
    md_memory_free(eam->pair);
    *eam = (struct md_eam_file){0};
}

/* ------------------------------------------------------------------ which format is it */

/* Whether the present line holds an integer and then a number (an element), or that twice and
 * another number (the grid). */
static bool line_is(struct md_potential_file *file, int numbers)
{
    struct md_file_word word;
    for (int k = 0; k < numbers; k++) {
        char text[64];
        double value;
        int64_t whole;
        if (!md_potential_file_word(file, &word) || word.length >= sizeof text)
            return false;
        memcpy(text, word.start, word.length);
        text[word.length] = '\0';
        if (k % 2 == 0 && k < 4 ? !md_parse_int(text, &whole) : !md_parse_double(text, &value))
            return false;
    }
    return true;
}

/* Adds to the error what the file looks like, when that is not what it was read as. */
static enum md_status hint_format(struct md_potential_file *file, const struct md_eam_file *eam)
{
    struct md_potential_file again;
    struct md_error ignored;
    bool funcfl, setfl;
    md_potential_file_text(&again, file->name, file->text, (size_t)(file->end - file->text),
                           file->kept, &ignored);
    funcfl = md_potential_file_line(&again) && md_potential_file_line(&again) &&
             line_is(&again, 2) && md_potential_file_line(&again) && line_is(&again, 5);
    md_potential_file_text(&again, file->name, file->text, (size_t)(file->end - file->text),
                           file->kept, &ignored);
    for (int k = 0; k < 4; k++)
        md_potential_file_line(&again);
    setfl = md_potential_file_line(&again) && line_is(&again, 5) &&
            md_potential_file_line(&again) && line_is(&again, 2);
    if (eam->format == MD_EAM_FUNCFL && setfl && !funcfl)
        return md_error_hint(file->error, "this looks like a setfl file: pair_style eam/alloy (or "
                                          "eam/fs) reads it");
    if (eam->format != MD_EAM_FUNCFL && funcfl && !setfl)
        return md_error_hint(file->error, "this looks like a funcfl file: pair_style eam reads it");
    return file->error->status;
}

/* ------------------------------------------------------------------ lines of the head */

static enum md_status read_comments(struct md_potential_file *file, struct md_eam_file *eam)
{
    int lines = eam->format == MD_EAM_FUNCFL ? 1 : 3;
    if (file->text == file->end)
        return md_potential_file_fail(file, NULL, "the file is empty; a %s table was expected",
                                      format_of[eam->format]);
    md_potential_file_units(file, eam->units);
    for (int k = 1; k < lines; k++)
        if (!md_potential_file_line(file))
            return md_potential_file_ends(file, "comment lines and a table are");
    return MD_OK;
}

/* Fails with what the line should hold when it has no more words. */
static enum md_status need_word(struct md_potential_file *file, struct md_file_word *word,
                                const char *line)
{
    if (md_potential_file_word(file, word))
        return MD_OK;
    return md_potential_file_fail(file, NULL, "this line is too short; expected: %s", line);
}

/* nrho drho nr dr cutoff */
static enum md_status read_grid(struct md_potential_file *file, struct md_eam_file *eam)
{
    static const char line[] = "nrho drho nr dr cutoff";
    static const char *const count_name[] = {"nrho, the number of densities",
                                             "nr, the number of distances"};
    static const char *const step_name[] = {"drho, the step of density",
                                            "dr, the step of distance"};
    int *count[] = {&eam->nrho, &eam->nr};
    double *step[] = {&eam->drho, &eam->dr};
    struct md_file_word word;
    if (!md_potential_file_words(file))
        return md_potential_file_ends(file, "nrho drho nr dr cutoff are");
    int64_t most = (int64_t)(md_potential_file_left(file) / 2 + 1);
    for (int k = 0; k < 2; k++) {
        int64_t value;
        if (need_word(file, &word, line) ||
            md_potential_file_int(file, &word, count_name[k], MD_EAM_POINTS, INT32_MAX / 16,
                                  &value))
            return file->error->status;
        if (value > most)
            return md_potential_file_fail(file, &word,
                                          "%lld values cannot be in this file, of which only %zu "
                                          "bytes remain: it is truncated or the number is wrong",
                                          (long long)value, md_potential_file_left(file));
        *count[k] = (int)value;
        if (need_word(file, &word, line) ||
            md_potential_file_double(file, &word, step_name[k], MD_ABOVE(0.0), 1e6, step[k]))
            return file->error->status;
    }
    if (need_word(file, &word, line))
        return file->error->status;
    return md_potential_file_double(file, &word, "the cutoff", MD_ABOVE(0.0), 1e6, &eam->cutoff);
}

/* Z mass [lattice constant, lattice]: only the mass matters. */
static enum md_status read_element(struct md_potential_file *file, struct md_eam_file *eam,
                                   int element)
{
    static const char line[] = "atomic number and mass";
    struct md_file_word word;
    int64_t number;
    if (!md_potential_file_words(file))
        return md_potential_file_ends(file, "the atomic number and mass of an element are");
    if (need_word(file, &word, line) ||
        md_potential_file_int(file, &word, "an atomic number", -1000, 1000, &number) ||
        need_word(file, &word, line))
        return file->error->status;
    return md_potential_file_double(file, &word, "a mass", MD_ABOVE(0.0), 1e6,
                                    &eam->element[element].mass);
}

/* n name1 .. namen */
static enum md_status read_names(struct md_potential_file *file, struct md_eam_file *eam)
{
    struct md_file_word word;
    int64_t count;
    if (!md_potential_file_words(file))
        return md_potential_file_ends(file, "the number of elements and their names are");
    if (need_word(file, &word, "the number of elements and their names") ||
        md_potential_file_int(file, &word, "the number of elements", 1, MD_EAM_ELEMENTS, &count) ||
        md_memory_grow(&eam->element, 0, (size_t)count, sizeof *eam->element, file->error))
        return file->error->status;
    eam->elements = (int)count;
    for (int k = 0; k < eam->elements; k++) {
        if (!md_potential_file_word(file, &word))
            return md_potential_file_fail(file, NULL,
                                          "this line has %d names of elements; %d "
                                          "are expected",
                                          k, eam->elements);
        if (word.length >= MD_EAM_NAME)
            return md_potential_file_fail(file, &word,
                                          "'%.*s' cannot be an element: a name of at "
                                          "most %d characters is expected",
                                          (int)(word.length < 60 ? word.length : 60), word.start,
                                          MD_EAM_NAME - 1);
        memcpy(eam->element[k].name, word.start, word.length);
        eam->element[k].name[word.length] = '\0';
    }
    if (md_potential_file_word(file, &word))
        return md_potential_file_fail(
            file, &word, "'%.*s' is one name too many: %d elements are expected",
            (int)(word.length < 60 ? word.length : 60), word.start, eam->elements);
    return MD_OK;
}

/* ------------------------------------------------------------------ arrays */

/* Memory for all arrays, once the rest of the file can hold their numbers. */
static enum md_status make_room(struct md_potential_file *file, struct md_eam_file *eam)
{
    size_t embeds = (size_t)eam->elements * (size_t)eam->nrho;
    size_t densities = md_eam_file_densities(eam) * (size_t)eam->nr;
    size_t pairs = md_eam_file_pairs(eam) * (size_t)eam->nr;
    size_t all = embeds + densities + pairs;
    if (all > md_potential_file_left(file) / 2 + 1)
        return md_potential_file_fail(
            file, NULL,
            "%zu values (%d elements, nrho = %d, nr = %d) cannot be in "
            "this file, of which only %zu bytes remain: it is truncated or "
            "is no %s file",
            all, eam->elements, eam->nrho, eam->nr, md_potential_file_left(file),
            format_of[eam->format]);
    if (md_memory_grow(&eam->embed, 0, embeds, sizeof(double), file->error) ||
        md_memory_grow(&eam->density, 0, densities, sizeof(double), file->error) ||
        md_memory_grow(&eam->pair, 0, pairs, sizeof(double), file->error))
        return file->error->status;
    return MD_OK;
}

static enum md_status read_density(struct md_potential_file *file, struct md_eam_file *eam,
                                   int giver, int taker)
{
    char what[80];
    size_t nr = (size_t)eam->nr, at = (size_t)giver;
    if (eam->format == MD_EAM_FS) {
        snprintf(what, sizeof what, "the density of %s at %s", eam->element[giver].name,
                 eam->element[taker].name);
        at = (size_t)giver * (size_t)eam->elements + (size_t)taker;
    } else {
        snprintf(what, sizeof what, "the density of %s", eam->element[giver].name);
    }
    return md_potential_file_array(file, what, nr, eam->density + at * nr);
}

static enum md_status read_setfl(struct md_potential_file *file, struct md_eam_file *eam)
{
    size_t nrho = (size_t)eam->nrho, nr = (size_t)eam->nr;
    char what[80];
    for (int i = 0; i < eam->elements; i++) {
        int takers = eam->format == MD_EAM_FS ? eam->elements : 1;
        if (read_element(file, eam, i))
            return file->error->status;
        snprintf(what, sizeof what, "the embedding energy of %s", eam->element[i].name);
        if (md_potential_file_array(file, what, nrho, eam->embed + (size_t)i * nrho))
            return file->error->status;
        for (int j = 0; j < takers; j++)
            if (read_density(file, eam, i, j))
                return file->error->status;
    }
    for (int i = 0; i < eam->elements; i++)
        for (int j = 0; j <= i; j++) {
            size_t at = (size_t)i * (size_t)(i + 1) / 2 + (size_t)j;
            snprintf(what, sizeof what, "the pair energy of %s and %s", eam->element[i].name,
                     eam->element[j].name);
            if (md_potential_file_array(file, what, nr, eam->pair + at * nr))
                return file->error->status;
        }
    return MD_OK;
}

static enum md_status read_funcfl(struct md_potential_file *file, struct md_eam_file *eam)
{
    if (md_potential_file_array(file, "the embedding energy", (size_t)eam->nrho, eam->embed) ||
        md_potential_file_array(file, "the effective charge", (size_t)eam->nr, eam->pair))
        return file->error->status;
    return md_potential_file_array(file, "the density", (size_t)eam->nr, eam->density);
}

/* Numbers behind the last table: the counts were wrong, or the format. */
static enum md_status need_end(struct md_potential_file *file, const struct md_eam_file *eam)
{
    struct md_file_word word;
    double value;
    char text[64];
    if (!md_potential_file_words(file) || !md_potential_file_word(file, &word) ||
        word.length >= sizeof text)
        return MD_OK;
    memcpy(text, word.start, word.length);
    text[word.length] = '\0';
    if (!md_parse_double(text, &value))
        return MD_OK; /* words of the author's */
    return md_potential_file_fail(file, &word,
                                  "'%s' follows the last value of this %s table (%d elements, nrho "
                                  "= %d, nr = %d): the end of the file is expected",
                                  text, format_of[eam->format], eam->elements, eam->nrho, eam->nr);
}

static enum md_status read_file(struct md_potential_file *file, struct md_eam_file *eam)
{
    if (read_comments(file, eam))
        return file->error->status;
    if (eam->format == MD_EAM_FUNCFL) {
        eam->elements = 1;
        if (md_memory_grow(&eam->element, 0, 1, sizeof *eam->element, file->error) ||
            read_element(file, eam, 0))
            return file->error->status;
    } else if (read_names(file, eam)) {
        return file->error->status;
    }
    if (read_grid(file, eam) || make_room(file, eam) ||
        (eam->format == MD_EAM_FUNCFL ? read_funcfl : read_setfl)(file, eam))
        return file->error->status;
    return need_end(file, eam);
}

static enum md_status read_or_free(struct md_potential_file *file, struct md_eam_file *eam,
                                   enum md_eam_format format)
{
    *eam = (struct md_eam_file){.format = format, .name = file->name};
    if (!read_file(file, eam))
        return MD_OK;
    enum md_status status = file->error->status;
    if (status == MD_ERR_FILE) {
        hint_format(file, eam);
        if (!file->error->hint[0])
            md_error_hint(file->error, "pair_style %s reads %s files", style_of[format],
                          format_of[format]);
    }
    md_eam_file_free(eam);
    return status;
}

enum md_status md_eam_file_parse(struct md_eam_file *eam, enum md_eam_format format,
                                 const char *name, const char *text, size_t size,
                                 struct md_keep **kept, struct md_error *error)
{
    struct md_potential_file file;
    md_potential_file_text(&file, name, text, size, kept, error);
    return read_or_free(&file, eam, format);
}

enum md_status md_eam_file_read(struct md_eam_file *eam, enum md_eam_format format,
                                const struct md_word *path, struct md_keep **kept,
                                struct md_error *error)
{
    struct md_potential_file file;
    *eam = (struct md_eam_file){0};
    if (md_potential_file_open(&file, path, kept, error))
        return error->status;
    enum md_status status = read_or_free(&file, eam, format);
    md_potential_file_close(&file);
    return status;
}
