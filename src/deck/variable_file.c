/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of variables: words of lines, and sets of values of atoms. */
#include "deck/variable_file.h"

#include "base/files.h"
#include "base/memory.h"
#include "deck/lexer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BLANKS " \t\r\f\v"

struct md_variable_file {
    struct md_source *source;
    struct md_place place; /* of the deck's word */
    int next;              /* line, from 0 */
    char *word;            /* the last one given */
};

enum md_status md_variable_file_open(struct md_variable_file **file, const struct md_word *word,
                                     struct md_error *error)
{
    struct md_variable_file *made = md_memory_array(1, sizeof *made);
    enum md_status status;

    *file = NULL;
    if (!made)
        return md_error_memory(error, "a variable's file");
    made->place = word->place;
    status = md_files_allow(word->files, word->text, MD_FILES_READ, &word->place, error);
    if (!status)
        status = md_source_read(&made->source, word->text, word->files, error);
    if (status) {
        md_memory_free(made);
        if (!error->place.file)
            error->place = word->place;
        return status;
    }
    *file = made;
    return MD_OK;
}

void md_variable_file_close(struct md_variable_file *file)
{
    if (!file)
        return;
    md_source_free(file->source);
    md_memory_free(file->word);
    md_memory_free(file);
}

/* The next line with a word before any #, as a copy without comment; NULL at the end or without
 * memory. */
static char *next_line(struct md_variable_file *file)
{
    while (file->next < file->source->lines) {
        char *line = md_memory_text(file->source->line[file->next++]);

        if (!line)
            return NULL;
        line[strcspn(line, "#")] = '\0';
        if (line[strspn(line, BLANKS)])
            return line;
        md_memory_free(line);
    }
    return NULL;
}

const char *md_variable_file_word(struct md_variable_file *file)
{
    char *line = next_line(file), *begin;

    md_memory_free(file->word);
    file->word = line;
    if (!line)
        return NULL;
    begin = line + strspn(line, BLANKS);
    begin[strcspn(begin, BLANKS)] = '\0';
    return begin;
}

/* The place is the file's line, without the text, which dies with the variable. */
static enum md_status fail(const struct md_variable_file *file, const char *line,
                           const char *wanted, struct md_error *error)
{
    return md_error_set(error, MD_ERR_FILE, &file->place,
                        "line %d of '%.100s' is '%.60s', where %s is expected", file->next,
                        file->source->name, line, wanted);
}

/* "ID VALUE" */
static bool read_pair(const char *line, int64_t *id, double *value)
{
    char first[32], second[64], rest[2];

    return sscanf(line, "%31s %63s %1s", first, second, rest) == 2 && md_parse_int(first, id) &&
           *id > 0 && md_parse_double(second, value);
}

static enum md_status add_pair(struct md_variable_set *set, size_t *room, int64_t id, double value,
                               struct md_error *error)
{
    size_t more = *room ? 2 * *room : 64;
    enum md_status status = MD_OK;

    if (set->count == *room) {
        status = md_memory_grow(&set->id, set->count, more, sizeof *set->id, error);
        if (!status)
            status = md_memory_grow(&set->value, set->count, more, sizeof *set->value, error);
        *room = more;
    }
    if (status)
        return status;
    set->id[set->count] = id;
    set->value[set->count++] = value;
    return MD_OK;
}

static enum md_status read_rows(struct md_variable_file *file, int64_t count,
                                struct md_variable_set *set, struct md_error *error)
{
    enum md_status status = MD_OK;
    size_t room = 0;

    for (int64_t k = 0; k < count && !status; k++) {
        char *line = next_line(file);
        int64_t id;
        double value;

        if (!line)
            return md_error_set(error, MD_ERR_FILE, &file->place,
                                "'%.100s' ends after %" PRId64 " of the %" PRId64
                                " values of its last set",
                                file->source->name, k, count);
        status = read_pair(line, &id, &value)
                     ? add_pair(set, &room, id, value, error)
                     : fail(file, line, "an atom's ID and its value", error);
        md_memory_free(line);
    }
    return status;
}

enum md_status md_variable_file_set(struct md_variable_file *file, struct md_variable_set *set,
                                    bool *found, struct md_error *error)
{
    struct md_variable_set made = {NULL, NULL, 0};
    char *line = next_line(file), number[32], rest[2];
    enum md_status status;
    int64_t count = 0;

    *found = line != NULL;
    if (!line)
        return MD_OK;
    status =
        sscanf(line, "%31s %1s", number, rest) == 1 && md_parse_int(number, &count) && count >= 0
            ? MD_OK
            : fail(file, line, "the number of atoms of a set of values", error);
    md_memory_free(line);
    if (!status)
        status = read_rows(file, count, &made, error);
    if (status) {
        md_variable_set_free(&made);
        return status;
    }
    md_variable_set_free(set);
    *set = made;
    return MD_OK;
}

void md_variable_set_free(struct md_variable_set *set)
{
    md_memory_free(set->id);
    md_memory_free(set->value);
    *set = (struct md_variable_set){NULL, NULL, 0};
}
