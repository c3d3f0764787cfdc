/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of pair tables.  A number of rows is believed only as far as the file's size allows.
 * Rounded distances are common in such files and only counted; a distance that belongs to another
 * row is an error.
 */
#include "input/pair_table_file.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROW_BYTES 8    /* of "1 1 1 1\n": no row is shorter */
#define ROUNDED   1e-6 /* relative error of a distance that nobody is told of */

void md_pair_table_file_free(struct md_pair_table_file *table)
{
    md_memory_free(table->r);
    md_memory_free(table->energy);
    md_memory_free(table->force);
    *table = (struct md_pair_table_file){0};
}

static bool is(const struct md_file_word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->start, text, word->length) == 0;
}

/* ------------------------------------------------------------------ the section */

/* Whether a word begins the line of parameters or a row: no keyword of a section is meant. */
static bool is_keyword(const struct md_file_word *word)
{
    static const char *const others[] = {"N", "R", "RSQ", "BITMAP", "FPRIME", NULL};
    char c = word->start[0];
    for (int k = 0; others[k]; k++)
        if (is(word, others[k]))
            return false;
    return !(c >= '0' && c <= '9') && c != '-' && c != '+' && c != '.';
}

static enum md_status no_section(struct md_potential_file *file, const char *keyword,
                                 const char *list, const struct md_place *place)
{
    struct md_place at = {.file = file->name, .line = 1};
    if (file->text == file->end)
        return md_error_set(file->error, MD_ERR_FILE, &at,
                            "the file is empty; a section '%.60s' of a pair table is expected",
                            keyword);
    if (list[0] == '\0')
        md_error_set(file->error, MD_ERR_FILE, place && place->file ? place : &at,
                     "'%.200s' has no section '%.60s', nor any other: a line with the keyword is "
                     "expected before N and the rows",
                     file->name, keyword);
    else
        md_error_set(file->error, MD_ERR_FILE, place && place->file ? place : &at,
                     "'%.200s' has no section '%.60s'; there are: %s", file->name, keyword, list);
    return file->error->status;
}

/* Goes to the line of the keyword. */
static enum md_status find_section(struct md_potential_file *file, const char *keyword,
                                   const struct md_place *place)
{
    struct md_file_word word;
    char list[300] = "";
    size_t used = 0;
    while (md_potential_file_words(file)) {
        if (!md_potential_file_word(file, &word))
            continue;
        if (is(&word, keyword))
            return MD_OK;
        if (is_keyword(&word) && used < sizeof list) {
            int length = word.length < 60 ? (int)word.length : 60;
            int n = snprintf(list + used, sizeof list - used, "%s%.*s", used ? ", " : "", length,
                             word.start);
            used += n > 0 ? (size_t)n : 0;
        }
    }
    return no_section(file, keyword, list, place);
}

/* ------------------------------------------------------------------ its parameters */

static enum md_status need_word(struct md_potential_file *file, struct md_file_word *word,
                                const char *what)
{
    if (md_potential_file_word(file, word))
        return MD_OK;
    return md_potential_file_fail(file, NULL, "this line ends where %s is expected", what);
}

static enum md_status read_count(struct md_potential_file *file, struct md_pair_table_file *table)
{
    struct md_file_word word;
    int64_t count;
    if (need_word(file, &word, "the number of rows after N") ||
        md_potential_file_int(file, &word, "N, the number of rows", 2, INT32_MAX / 16, &count))
        return file->error->status;
    if ((size_t)count > md_potential_file_left(file) / ROW_BYTES + 1)
        return md_potential_file_fail(file, &word,
                                      "%lld rows cannot be in this file, of which only %zu bytes "
                                      "remain: it is truncated or the number is wrong",
                                      (long long)count, md_potential_file_left(file));
    table->count = (int)count;
    return MD_OK;
}

static enum md_status read_range(struct md_potential_file *file, struct md_pair_table_file *table,
                                 enum md_pair_table_spacing spacing)
{
    struct md_file_word word;
    table->spacing = spacing;
    if (need_word(file, &word, "the first distance") ||
        md_potential_file_double(file, &word, "the first distance", MD_ABOVE(0.0), 1e100,
                                 &table->lo) ||
        need_word(file, &word, "the last distance") ||
        md_potential_file_double(file, &word, "the last distance", MD_ABOVE(0.0), 1e100,
                                 &table->hi))
        return file->error->status;
    if (table->hi > table->lo)
        return MD_OK;
    return md_potential_file_fail(file, &word,
                                  "the last distance is %g, and more than the first, %g, is "
                                  "expected",
                                  table->hi, table->lo);
}

static enum md_status read_slopes(struct md_potential_file *file, struct md_pair_table_file *table)
{
    static const char *const what[] = {"the force's derivative at the first distance",
                                       "the force's derivative at the last distance"};
    double *slope[] = {&table->slope_lo, &table->slope_hi};
    struct md_file_word word;
    table->slopes = true;
    for (int k = 0; k < 2; k++)
        if (need_word(file, &word, what[k]) ||
            md_potential_file_double(file, &word, what[k], -1e100, 1e100, slope[k]))
            return file->error->status;
    return MD_OK;
}

/* N n [R lo hi | RSQ lo hi] [FPRIME lo hi] */
static enum md_status read_parameters(struct md_potential_file *file,
                                      struct md_pair_table_file *table)
{
    struct md_file_word word;
    if (!md_potential_file_words(file))
        return md_potential_file_ends(file, "N and the number of rows are");
    while (md_potential_file_word(file, &word)) {
        enum md_status status;
        if (is(&word, "N"))
            status = read_count(file, table);
        else if (is(&word, "R"))
            status = read_range(file, table, MD_TABLE_R);
        else if (is(&word, "RSQ"))
            status = read_range(file, table, MD_TABLE_RSQ);
        else if (is(&word, "FPRIME"))
            status = read_slopes(file, table);
        else if (is(&word, "BITMAP"))
            status = md_potential_file_fail(file, &word,
                                            "BITMAP tables are not supported; R, RSQ or neither "
                                            "is expected");
        else
            status = md_potential_file_fail(file, &word,
                                            "'%.*s' cannot be here; expected: N n [R lo hi | RSQ "
                                            "lo hi] [FPRIME lo hi]",
                                            (int)(word.length < 60 ? word.length : 60), word.start);
        if (status)
            return status;
    }
    if (table->count == 0)
        return md_potential_file_fail(file, NULL,
                                      "this line has no N: the number of rows is "
                                      "expected after the keyword of a section");
    return MD_OK;
}

/* ------------------------------------------------------------------ its rows */

/* The distance of row k, where it is computed. */
static double grid(const struct md_pair_table_file *table, int k)
{
    double lo = table->lo, hi = table->hi, last = table->count - 1;
    if (table->spacing == MD_TABLE_R)
        return lo + (hi - lo) * k / last;
    return sqrt(lo * lo + (hi * hi - lo * lo) * k / last);
}

/* The distance of a row is that of its place in the grid, or follows those before it. */
static enum md_status place_row(struct md_potential_file *file, struct md_pair_table_file *table,
                                int k, const struct md_file_word *word)
{
    double given = table->r[k];
    if (table->spacing == MD_TABLE_AS_GIVEN) {
        if (k == 0 || given > table->r[k - 1])
            return MD_OK;
        return md_potential_file_fail(file, word,
                                      "the distance of row %d is %g; more than that of the row "
                                      "before, %g, is expected",
                                      k + 1, given, table->r[k - 1]);
    }
    double wanted = grid(table, k);
    double beside = fabs(grid(table, k > 0 ? k - 1 : 1) - wanted);
    if (!(fabs(given - wanted) <= 0.5 * beside))
        return md_potential_file_fail(file, word,
                                      "the distance of row %d is %g; %g is expected by the line "
                                      "of N",
                                      k + 1, given, wanted);
    table->off_grid += fabs(wanted - given) / given > ROUNDED;
    table->r[k] = wanted;
    return MD_OK;
}

static enum md_status read_row(struct md_potential_file *file, struct md_pair_table_file *table,
                               int k)
{
    static const char *const what[] = {"the distance", "the energy", "the force"};
    double *value[] = {&table->r[k], &table->energy[k], &table->force[k]};
    struct md_file_word word, distance = {0};
    int64_t number;
    char text[96];
    if (!md_potential_file_words(file)) {
        snprintf(text, sizeof text, "%d of %d rows (number, r, energy, force) are still",
                 table->count - k, table->count);
        return md_potential_file_ends(file, text);
    }
    snprintf(text, sizeof text, "the number of row %d of %d", k + 1, table->count);
    if (need_word(file, &word, text) ||
        md_potential_file_int(file, &word, text, INT32_MIN, INT32_MAX, &number))
        return file->error->status;
    for (int c = 0; c < 3; c++) {
        snprintf(text, sizeof text, "%s of row %d of %d", what[c], k + 1, table->count);
        if (need_word(file, &word, text) ||
            md_potential_file_double(file, &word, text, c == 0 ? MD_ABOVE(0.0) : -1e100, 1e100,
                                     value[c]))
            return file->error->status;
        if (c == 0)
            distance = word;
    }
    return place_row(file, table, k, &distance);
}

/* Rows whose force is above or below both slopes of the energy beside it: there the force is not
 * the energy's derivative, unless the curvature changes sign. */
static int count_inconsistent(const struct md_pair_table_file *table)
{
    const double *r = table->r, *e = table->energy, *f = table->force;
    int count = 0;
    for (int k = 1; k < table->count - 1; k++) {
        double left = -(e[k] - e[k - 1]) / (r[k] - r[k - 1]);
        double right = -(e[k + 1] - e[k]) / (r[k + 1] - r[k]);
        count += (f[k] < left && f[k] < right) || (f[k] > left && f[k] > right);
    }
    return count;
}

static enum md_status read_rows(struct md_potential_file *file, struct md_pair_table_file *table)
{
    size_t count = (size_t)table->count;
    if (md_memory_grow(&table->r, 0, count, sizeof(double), file->error) ||
        md_memory_grow(&table->energy, 0, count, sizeof(double), file->error) ||
        md_memory_grow(&table->force, 0, count, sizeof(double), file->error))
        return file->error->status;
    for (int k = 0; k < table->count; k++)
        if (read_row(file, table, k))
            return file->error->status;
    if (table->spacing == MD_TABLE_AS_GIVEN) {
        table->lo = table->r[0];
        table->hi = table->r[count - 1];
    }
    table->inconsistent = count_inconsistent(table);
    return MD_OK;
}

static enum md_status read_table(struct md_potential_file *file, struct md_pair_table_file *table,
                                 const char *keyword, const struct md_place *place)
{
    struct md_potential_file first = *file;
    *table = (struct md_pair_table_file){.name = file->name};
    md_potential_file_units(&first, table->units);
    if (find_section(file, keyword, place) || read_parameters(file, table) ||
        read_rows(file, table)) {
        md_pair_table_file_free(table);
        return file->error->status;
    }
    return MD_OK;
}

enum md_status md_pair_table_file_parse(struct md_pair_table_file *table, const char *keyword,
                                        const char *name, const char *text, size_t size,
                                        struct md_keep **kept, struct md_error *error)
{
    struct md_potential_file file;
    md_potential_file_text(&file, name, text, size, kept, error);
    return read_table(&file, table, keyword, NULL);
}

enum md_status md_pair_table_file_read(struct md_pair_table_file *table, const struct md_word *path,
                                       const struct md_word *keyword, struct md_keep **kept,
                                       struct md_error *error)
{
    struct md_potential_file file;
    *table = (struct md_pair_table_file){0};
    if (md_potential_file_open(&file, path, kept, error))
        return error->status;
    enum md_status status = read_table(&file, table, keyword->text, &keyword->place);
    md_potential_file_close(&file);
    return status;
}
