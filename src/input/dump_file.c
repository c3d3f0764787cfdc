/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dump files, read line by line.  A snapshot of the native format is a sequence of items:
 *
 *     ITEM: UNITS / ITEM: TIME (both may be missing), ITEM: TIMESTEP, ITEM: NUMBER OF ATOMS,
 *     ITEM: BOX BOUNDS and three lines, ITEM: ATOMS with the names of columns, one line an atom
 *
 * One of the xyz format is the number of atoms, a comment, and a type and three coordinates a line.
 */
#include "input/dump_file.h"

#include "base/files.h"
#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#define COLUMNS_MAX 256
#define LINE_KEPT   1000    /* characters of a line that an error may show */
#define LINE_MAX_IN 1000000 /* a longer line is no dump's */
#define ROWS_FIRST  1024

struct md_dump_file {
    gzFile in;
    const char *name; /* kept */
    enum md_dump_format format;
    struct md_keep **kept;
    struct md_error *error; /* of the present call */

    char *line; /* without its end */
    size_t room, length;
    int number;

    int64_t left;      /* rows of the present snapshot not read yet */
    int64_t snapshots; /* headers read */
    char *labels;      /* the line that names them, cut into words */
    const char *label[COLUMNS_MAX];
    int columns;
};

/* ---------------------------------------------------------------------------- errors */

static struct md_place place_of(struct md_dump_file *file, const char *word, size_t length)
{
    struct md_place place = {file->name, NULL, file->number > 0 ? file->number : 1, 0, 0};
    if (file->line == NULL)
        return place;
    size_t shown = file->length < LINE_KEPT ? file->length : LINE_KEPT;
    place.text = md_keep_text(file->kept, file->line, shown);
    if (place.text != NULL && word != NULL && (size_t)(word - file->line) < shown) {
        place.column = (int)(word - file->line) + 1;
        place.length = (int)length;
    }
    return place;
}

/* Fails at a word of the present line, or (NULL) at the whole line. */
static enum md_status fail(struct md_dump_file *file, const char *word, size_t length,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

static enum md_status fail(struct md_dump_file *file, const char *word, size_t length,
                           const char *format, ...)
{
    char text[MD_ERROR_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    struct md_place place = place_of(file, word, length);
    return md_error_set(file->error, MD_ERR_FILE, &place, "%s", text);
}

/* ---------------------------------------------------------------------------- lines */

static enum md_status read_error(struct md_dump_file *file)
{
    int code = Z_OK;
    const char *why = gzerror(file->in, &code);
    if (code == Z_OK || code == Z_STREAM_END)
        return MD_OK;
    return fail(file, NULL, 0, "cannot read dump file '%.200s' beyond this line: %s", file->name,
                code == Z_ERRNO       ? strerror(errno)
                : code == Z_BUF_ERROR ? "the compressed file is truncated"
                                      : why);
}

/* The next line; *got is false at the end of the file, whose last line stays present. */
static enum md_status next_line(struct md_dump_file *file, bool *got)
{
    size_t used = 0;
    *got = false;
    for (;;) {
        if (file->room < used + 256) {
            size_t room = file->room == 0 ? 512 : 2 * file->room;
            if (md_memory_grow(&file->line, file->room, room, 1, file->error) != MD_OK)
                return file->error->status;
            file->room = room;
        }
        if (gzgets(file->in, file->line + used, (int)(file->room - used)) == NULL)
            break;
        size_t more = strlen(file->line + used);
        if (more == 0)
            return fail(file, NULL, 0, "the file is no text file: a byte after this line is 0");
        used += more;
        if ((used > 0 && file->line[used - 1] == '\n') || used > LINE_MAX_IN)
            break;
    }
    if (used == 0)
        return read_error(file);
    *got = true;
    file->number++;
    bool whole = file->line[used - 1] == '\n';
    while (used > 0 && strchr("\n\r \t", file->line[used - 1]) != NULL)
        used--;
    file->line[used] = '\0';
    file->length = used;
    if (!whole && !gzeof(file->in))
        return fail(file, NULL, 0, "this is not a line of a text file");
    return MD_OK;
}

static enum md_status need_line(struct md_dump_file *file, const char *wanted)
{
    bool got;
    enum md_status status = next_line(file, &got);
    if (status == MD_OK && !got)
        return fail(file, NULL, 0, "the dump file ends here, where %s should follow", wanted);
    return status;
}

/* The next word at *cursor; false at the line's end. */
static bool next_word(const char **cursor, const char **word, size_t *length)
{
    *cursor += strspn(*cursor, " \t");
    *word = *cursor;
    *length = strcspn(*cursor, " \t");
    *cursor += *length;
    return *length > 0;
}

static bool word_double(const char *word, size_t length, double *value)
{
    char text[64];
    if (length >= sizeof text)
        return false;
    memcpy(text, word, length);
    text[length] = '\0';
    return md_parse_double(text, value);
}

/* One whole number of 0 or more, alone in its line. */
static enum md_status read_count(struct md_dump_file *file, const char *what, int64_t most,
                                 int64_t *value)
{
    enum md_status status = need_line(file, what);
    if (status != MD_OK)
        return status;
    const char *begin = file->line + strspn(file->line, " \t");
    if (md_parse_int(begin, value) && *value >= 0 && *value <= most)
        return MD_OK;
    return fail(file, begin, strlen(begin),
                "'%.60s' cannot be %s: an integer of 0 or more is "
                "expected",
                begin, what);
}

/* ---------------------------------------------------------------------------- the header */

static bool is_item(const struct md_dump_file *file, const char *item)
{
    return strncmp(file->line, item, strlen(item)) == 0;
}

static enum md_status name_columns(struct md_dump_file *file, const char *names)
{
    const char *cursor, *word;
    size_t length;
    md_memory_free(file->labels);
    file->columns = 0;
    file->labels = md_memory_text(names);
    if (file->labels == NULL)
        return md_error_memory(file->error, "a dump file");
    for (cursor = file->labels; next_word(&cursor, &word, &length);) {
        if (file->columns == COLUMNS_MAX)
            return fail(file, NULL, 0, "a dump file has at most %d columns", COLUMNS_MAX);
        file->label[file->columns++] = word;
    }
    for (int k = 0; k < file->columns; k++)
        file->labels[file->label[k] - file->labels + (long)strcspn(file->label[k], " \t")] = '\0';
    return MD_OK;
}

/* xlo xhi, and in triclinic boxes a tilt factor, which must be 0 here. */
static enum md_status read_bounds(struct md_dump_file *file, struct md_dump_snapshot *snapshot)
{
    for (int axis = 0; axis < 3; axis++) {
        double value[3] = {0.0, 0.0, 0.0};
        const char *word;
        size_t length;
        int count = 0;
        enum md_status status = need_line(file, "the bounds of the box");
        if (status != MD_OK)
            return status;
        for (const char *cursor = file->line; next_word(&cursor, &word, &length); count++)
            if (count == 3 || !word_double(word, length, &value[count]))
                return fail(file, word, length, "'%.*s' cannot be a bound of the box",
                            (int)(length < 60 ? length : 60), word);
        if (count < 2 || !(value[0] <= value[1]))
            return fail(file, NULL, 0,
                        "the bounds of the box along %c must be two numbers, the "
                        "lower one first",
                        "xyz"[axis]);
        if (value[2] != 0.0)
            return fail(file, NULL, 0,
                        "the box is triclinic (tilt factor %g): only orthogonal "
                        "boxes exist here",
                        value[2]);
        snapshot->lo[axis] = value[0];
        snapshot->hi[axis] = value[1];
    }
    snapshot->boxed = true;
    return MD_OK;
}

/* One item of the native format; the present line is its heading. */
static enum md_status read_item(struct md_dump_file *file, struct md_dump_snapshot *snapshot,
                                unsigned *seen)
{
    enum md_status status;
    if (is_item(file, "ITEM: UNITS") || is_item(file, "ITEM: TIME")) {
        bool step = is_item(file, "ITEM: TIMESTEP"), units = is_item(file, "ITEM: UNITS");
        if (step) {
            *seen |= 1u;
            return read_count(file, "a step", INT64_MAX, &snapshot->step);
        }
        status = need_line(file, "a value");
        if (status == MD_OK && units)
            snprintf(snapshot->units, sizeof snapshot->units, "%.15s",
                     file->line + strspn(file->line, " \t"));
        return status;
    }
    if (is_item(file, "ITEM: NUMBER OF ATOMS")) {
        *seen |= 2u;
        return read_count(file, "the number of atoms", INT64_MAX, &snapshot->count);
    }
    if (is_item(file, "ITEM: BOX BOUNDS")) {
        *seen |= 4u;
        return read_bounds(file, snapshot);
    }
    return fail(file, NULL, 0,
                "'%.60s' is no item of a dump of atoms: TIMESTEP, NUMBER OF ATOMS, "
                "BOX BOUNDS and ATOMS are",
                file->line);
}

static enum md_status native_header(struct md_dump_file *file, struct md_dump_snapshot *snapshot)
{
    static const char atoms[] = "ITEM: ATOMS";
    unsigned seen = 0;
    enum md_status status = MD_OK;
    while (status == MD_OK && !is_item(file, atoms)) {
        status = read_item(file, snapshot, &seen);
        if (status == MD_OK)
            status = need_line(file, "the next item of the snapshot");
    }
    if (status != MD_OK)
        return status;
    if (seen != 7u)
        return fail(file, NULL, 0, "%s should come before the atoms",
                    (seen & 1u) == 0   ? "ITEM: TIMESTEP"
                    : (seen & 2u) == 0 ? "ITEM: NUMBER OF ATOMS"
                                       : "ITEM: BOX BOUNDS");
    return name_columns(file, file->line + strlen(atoms));
}

static enum md_status xyz_header(struct md_dump_file *file, struct md_dump_snapshot *snapshot)
{
    const char *begin = file->line + strspn(file->line, " \t");
    if (!md_parse_int(begin, &snapshot->count) || snapshot->count < 0)
        return fail(file, begin, strlen(begin),
                    "'%.60s' cannot be the number of atoms with which "
                    "a snapshot of an xyz file begins",
                    begin);
    snapshot->step = file->snapshots;
    enum md_status status = need_line(file, "a comment");
    return status == MD_OK ? name_columns(file, "type x y z") : status;
}

enum md_status md_dump_file_next(struct md_dump_file *file, bool *found,
                                 struct md_dump_snapshot *snapshot, struct md_error *error)
{
    enum md_status status = MD_OK;
    file->error = error;
    *snapshot = (struct md_dump_snapshot){0};
    for (*found = true; status == MD_OK && file->left > 0; file->left--)
        status = need_line(file, "another atom of the snapshot");
    do /* blank lines between snapshots */
        status = status == MD_OK ? next_line(file, found) : status;
    while (status == MD_OK && *found && file->length == 0);
    if (status != MD_OK || !*found)
        return status;
    status =
        file->format == MD_DUMP_XYZ ? xyz_header(file, snapshot) : native_header(file, snapshot);
    if (status != MD_OK)
        return status;
    snapshot->place = place_of(file, NULL, 0);
    snapshot->label = file->label;
    snapshot->columns = file->columns;
    snapshot->first_line = file->number + 1;
    file->left = snapshot->count;
    file->snapshots++;
    return MD_OK;
}

int md_dump_file_column(const struct md_dump_snapshot *snapshot, const char *label)
{
    for (int k = 0; k < snapshot->columns; k++)
        if (strcmp(snapshot->label[k], label) == 0)
            return k;
    return -1;
}

/* ---------------------------------------------------------------------------- rows */

/* The chosen columns of the present line. */
static enum md_status read_row(struct md_dump_file *file, const int *column, int columns,
                               double row_number, double *row)
{
    const char *word[COLUMNS_MAX], *cursor = file->line;
    size_t length[COLUMNS_MAX];
    int count = 0;
    while (count < file->columns && next_word(&cursor, &word[count], &length[count]))
        count++;
    cursor += strspn(cursor, " \t");
    if (count < file->columns || *cursor != '\0')
        return fail(file, NULL, 0, "an atom's line has %s than the %d words of its columns",
                    count < file->columns ? "fewer" : "more", file->columns);
    for (int k = 0; k < columns; k++) {
        int at = column[k];
        if (at == MD_DUMP_COUNTED)
            row[k] = row_number;
        else if (!word_double(word[at], length[at], &row[k]))
            return fail(file, word[at], length[at], "'%.*s' in column '%.60s' is no finite number",
                        (int)(length[at] < 60 ? length[at] : 60), word[at], file->label[at]);
    }
    return MD_OK;
}

enum md_status md_dump_file_rows(struct md_dump_file *file, const int *column, int columns,
                                 double **values, struct md_error *error)
{
    size_t room = 0, row = 0, size = (size_t)columns * sizeof **values;
    enum md_status status = MD_OK;
    file->error = error;
    *values = NULL;
    for (; status == MD_OK && file->left > 0; file->left--, row++) {
        if (row == room) {
            size_t more = room == 0 ? ROWS_FIRST : 2 * room;
            status = md_memory_grow(values, room, more, size, error);
            room = more;
        }
        if (status == MD_OK)
            status = need_line(file, "another atom of the snapshot");
        if (status == MD_OK)
            status =
                read_row(file, column, columns, (double)(row + 1), *values + row * (size_t)columns);
    }
    if (status != MD_OK) {
        md_memory_free(*values);
        *values = NULL;
    }
    return status;
}

/* ---------------------------------------------------------------------------- opening */

enum md_status md_dump_file_open(struct md_dump_file **file, const struct md_word *word,
                                 enum md_dump_format format, struct md_keep **kept,
                                 struct md_error *error)
{
    const char *path = word->text;
    struct stat about;
    int reason = md_files_stat(word->files, path, &about) != 0 ? errno
                 : S_ISDIR(about.st_mode)                      ? EISDIR
                                                               : 0;
    struct md_dump_file *made = md_memory_array(1, sizeof *made);
    *file = NULL;
    if (made == NULL)
        return md_error_memory(error, "a dump file");
    made->format = format;
    made->kept = kept;
    made->name = md_keep_text(kept, path, strlen(path));
    errno = 0;
    made->in = reason == 0 ? md_files_gzip(word->files, path, "rb") : NULL;
    if (made->name == NULL || made->in == NULL) {
        reason = reason != 0 ? reason : errno != 0 ? errno : ENOMEM;
        md_dump_file_close(made);
        return md_error_set(error, MD_ERR_FILE, &word->place, "cannot open dump file '%.200s': %s",
                            path, strerror(reason));
    }
    gzbuffer(made->in, 1 << 17);
    *file = made;
    return MD_OK;
}

void md_dump_file_close(struct md_dump_file *file)
{
    if (file == NULL)
        return;
    if (file->in != NULL)
        gzclose(file->in);
    md_memory_free(file->labels);
    md_memory_free(file->line);
    md_memory_free(file);
}
