/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * read_data.  A data file is someone else's text and may be anything: the whole file is read and
 * checked before the system is touched, nothing is allocated on the word of a number in it that its
 * own size belies, and whatever is wrong is reported with the file's line and column.
 *
 * The form: a first line that is ignored, a header of `number ... keyword` lines, then sections,
 * each a heading and as many lines as the header promised.  `#` begins a comment anywhere.
 */
#include "input/data_file.h"

#include "base/files.h"
#include "base/memory.h"
#include "base/nearest.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define TOKENS_MAX           64
#define TOKEN_SIZE           128
#define ID_MAX               INT32_MAX
#define IMAGE_MAX            1000000
#define FAR_AWAY             1.0e5 /* box lengths an atom may be outside a periodic box */
#define ATOM_BYTES           10    /* the shortest line of an atom: "1 1 0 0 0" */
#define ELEMENT_BYTES(atoms) (2 * (2 + (atoms))) /* of a bond: "1 1 1 2" */
#define WORDS_MAX            7                   /* of an atom's line without image flags */

struct token {
    const char *start;
    size_t length;
};

struct atom {
    int64_t id, molecule;
    int type;
    double x[3], v[3], charge, mass;
    int image[3];
    int line;
    struct token where[3]; /* of the coordinates, for errors found at the end */
    const char *line_start;
    bool moving;  /* has a line in Velocities */
    bool weighed; /* and one in Atom Masses */
};

/* What the header says of bonds, angles, ..., and what the options add. */
struct promised {
    int64_t count, types, extra_types;
    bool has_count, has_types;
    struct md_place place; /* of the count */
    bool read;             /* its section */
};

struct reader {
    struct md_system *system;
    struct md_data_file *found;
    struct md_error *error;
    const char *name;             /* kept by the system */
    const struct md_files *files; /* what files its words may name: those that the deck's may */
    const char *text, *end;
    const char *cursor; /* the next line */

    const char *line; /* the present line and its words before any # */
    size_t line_length;
    int number;
    struct token tokens[TOKENS_MAX];
    int count;
    const char *comment; /* behind the #, or NULL */

    /* Options. */
    bool no_coefficients;
    int64_t extra_types;

    /* The header. */
    int64_t atom_count, type_count;
    struct promised promised[MD_TOPOLOGY_KINDS];
    double lo[3], hi[3];
    bool has_atoms, has_types, has_bounds[3];
    struct md_place z_place; /* a 2d box has rules for z */

    /* The sections. */
    struct atom *atoms;          /* sorted by ID when Velocities or the end need it */
    struct md_topology topology; /* the lists of elements */
    size_t *by_id;
    double *mass;
    bool masses, sorted, own_masses;
};

/* ---------------------------------------------------------------------------- errors */

static struct md_place place_in_line(struct reader *reader, const char *line, size_t length,
                                     int number, const struct token *token)
{
    struct md_place place = {reader->name, NULL, number, 0, 0};
    place.text = md_keep_text(&reader->system->kept, line, length < 1000 ? length : 1000);
    if (token != NULL && token->start >= line && token->start < line + 1000) {
        place.column = (int)(token->start - line) + 1;
        place.length = (int)token->length;
    }
    if (place.text == NULL)
        place.column = 0;
    return place;
}

static struct md_place place_of(struct reader *reader, const struct token *token)
{
    int number = reader->number > 0 ? reader->number : 1;
    return place_in_line(reader, reader->line, reader->line_length, number, token);
}

/* Fails at a word of the present line, or (NULL) at the whole line. */
static enum md_status fail(struct reader *reader, const struct token *token, enum md_status status,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

static enum md_status fail(struct reader *reader, const struct token *token, enum md_status status,
                           const char *format, ...)
{
    char text[MD_ERROR_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    struct md_place place = place_of(reader, token);
    return md_error_set(reader->error, status, &place, "%s", text);
}

/* ---------------------------------------------------------------------------- lines and words */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Takes the next physical line; false at the end of the file. */
static bool next_line(struct reader *reader)
{
    if (reader->cursor >= reader->end)
        return false;
    const char *start = reader->cursor;
    const char *stop = memchr(start, '\n', (size_t)(reader->end - start));
    stop = stop != NULL ? stop : reader->end;
    reader->cursor = stop < reader->end ? stop + 1 : stop;
    reader->number++;
    reader->line = start;
    reader->line_length = (size_t)(stop - start);
    while (reader->line_length > 0 && is_blank(start[reader->line_length - 1]))
        reader->line_length--;
    reader->comment = memchr(start, '#', reader->line_length);
    stop = reader->comment != NULL ? reader->comment : start + reader->line_length;
    reader->count = 0;
    for (const char *c = start; c < stop && reader->count < TOKENS_MAX;) {
        while (c < stop && is_blank(*c))
            c++;
        const char *word = c;
        while (c < stop && !is_blank(*c))
            c++;
        if (c > word)
            reader->tokens[reader->count++] = (struct token){word, (size_t)(c - word)};
    }
    return true;
}

/* The next line that has words; false at the end of the file, whose last line stays present. */
static bool next_words(struct reader *reader)
{
    while (next_line(reader)) {
        if (reader->count > 0)
            return true;
    }
    reader->count = 0;
    return false;
}

/* A word as a NUL-terminated text, cut when it is absurdly long. */
static const char *text_of(const struct token *token, char buffer[TOKEN_SIZE])
{
    size_t length = token->length < TOKEN_SIZE ? token->length : TOKEN_SIZE - 1;
    memcpy(buffer, token->start, length);
    buffer[length] = '\0';
    return buffer;
}

static bool token_is(const struct token *token, const char *text)
{
    return strlen(text) == token->length && memcmp(token->start, text, token->length) == 0;
}

static enum md_status read_int(struct reader *reader, const struct token *token, const char *what,
                               int64_t lo, int64_t hi, int64_t *value)
{
    char text[TOKEN_SIZE];
    if (token->length < TOKEN_SIZE && md_parse_int(text_of(token, text), value) && *value >= lo &&
        *value <= hi)
        return MD_OK;
    return fail(reader, token, MD_ERR_FILE,
                "'%.60s' cannot be %s: an integer from %" PRId64 " to %" PRId64 " is expected",
                text_of(token, text), what, lo, hi);
}

static enum md_status read_double(struct reader *reader, const struct token *token,
                                  const char *what, double *value)
{
    char text[TOKEN_SIZE];
    if (token->length < TOKEN_SIZE && md_parse_double(text_of(token, text), value))
        return MD_OK;
    return fail(reader, token, MD_ERR_FILE, "'%.60s' cannot be %s: a finite number is expected",
                text_of(token, text), what);
}

/* ---------------------------------------------------------------------------- the header */

static enum md_status header_count(struct reader *reader, int64_t max, int64_t *value, bool *has)
{
    char what[TOKEN_SIZE];
    snprintf(what, sizeof what, "the number of %.*s", (int)reader->tokens[1].length,
             reader->tokens[1].start);
    if (*has)
        return fail(reader, NULL, MD_ERR_FILE, "%s is given a second time", what);
    *has = true;
    return read_int(reader, &reader->tokens[0], what, 0, max, value);
}

static enum md_status header_atoms(struct reader *reader)
{
    int64_t bytes = (int64_t)(reader->end - reader->cursor);
    if (header_count(reader, INT64_MAX, &reader->atom_count, &reader->has_atoms) != MD_OK)
        return reader->error->status;
    if (reader->atom_count > bytes / ATOM_BYTES + 1)
        return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                    "%" PRId64 " atoms cannot be in this file, of which only %" PRId64
                    " bytes remain: it is truncated or the number is wrong",
                    reader->atom_count, bytes);
    return MD_OK;
}

static enum md_status header_types(struct reader *reader)
{
    if (header_count(reader, MD_TYPES_MAX, &reader->type_count, &reader->has_types) != MD_OK)
        return reader->error->status;
    return MD_OK;
}

/* Elements in the file need an atom_style that has them. */
static enum md_status need_style(struct reader *reader, int kind, int64_t count, const char *what)
{
    const struct md_topology *topology = &reader->system->topology;
    char styles[MD_TOPOLOGY_TEXT];
    if (count == 0 || md_topology_allows(topology, kind))
        return MD_OK;
    return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                "the file has %" PRId64 " %s, and atom_style is %s, whose atoms have none: %s have",
                count, what, md_atom_style_names[topology->style],
                md_topology_styles(kind, "and", styles));
}

static enum md_status header_elements(struct reader *reader, int kind)
{
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    struct promised *promised = &reader->promised[kind];
    int64_t bytes = (int64_t)(reader->end - reader->cursor);
    if (header_count(reader, INT64_MAX, &promised->count, &promised->has_count) != MD_OK ||
        need_style(reader, kind, promised->count, row->many) != MD_OK)
        return reader->error->status;
    if (promised->count > bytes / ELEMENT_BYTES(row->atoms) + 1)
        return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                    "%" PRId64 " %s cannot be in this file, of which only %" PRId64
                    " bytes remain: it is truncated or the number is wrong",
                    promised->count, row->many, bytes);
    promised->place = place_of(reader, &reader->tokens[0]);
    return MD_OK;
}

static enum md_status header_element_types(struct reader *reader, int kind)
{
    struct promised *promised = &reader->promised[kind];
    if (header_count(reader, MD_TOPOLOGY_TYPES_MAX, &promised->types, &promised->has_types) !=
        MD_OK)
        return reader->error->status;
    return need_style(reader, kind, promised->types, md_topology_kinds[kind].types);
}

/* Room for more elements is found when it is needed: the number is checked and forgotten. */
static enum md_status header_room(struct reader *reader)
{
    int64_t count;
    return read_int(reader, &reader->tokens[0], "a count", 0, INT64_MAX, &count);
}

static enum md_status header_bounds(struct reader *reader)
{
    static const char axes[] = "xyz";
    char what[16];
    int axis = (int)(strchr(axes, reader->tokens[2].start[0]) - axes);
    snprintf(what, sizeof what, "%clo", axes[axis]);
    if (reader->has_bounds[axis])
        return fail(reader, NULL, MD_ERR_FILE, "%clo %chi is given a second time", axes[axis],
                    axes[axis]);
    if (read_double(reader, &reader->tokens[0], what, &reader->lo[axis]) != MD_OK)
        return reader->error->status;
    snprintf(what, sizeof what, "%chi", axes[axis]);
    if (read_double(reader, &reader->tokens[1], what, &reader->hi[axis]) != MD_OK)
        return reader->error->status;
    const char *flaw = md_box_flaw(reader->lo[axis], reader->hi[axis]);
    if (flaw != NULL && !(reader->lo[axis] < reader->hi[axis]))
        return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                    "%clo = %g must be less than %chi = %g", axes[axis], reader->lo[axis],
                    axes[axis], reader->hi[axis]);
    if (flaw != NULL)
        return fail(reader, &reader->tokens[0], MD_ERR_FILE, "%clo = %g, %chi = %g: %s", axes[axis],
                    reader->lo[axis], axes[axis], reader->hi[axis], flaw);
    reader->has_bounds[axis] = true;
    if (axis == 2)
        reader->z_place = place_of(reader, NULL);
    return MD_OK;
}

static enum md_status header_tilt(struct reader *reader)
{
    for (int k = 0; k < 3; k++) {
        double tilt;
        if (read_double(reader, &reader->tokens[k], "a tilt factor", &tilt) != MD_OK)
            return reader->error->status;
        if (tilt != 0.0)
            return fail(reader, &reader->tokens[k], MD_ERR_UNSUPPORTED,
                        "the box is triclinic (tilt factor %g): only orthogonal boxes, xy xz yz = "
                        "0 0 0, exist here",
                        tilt);
    }
    return MD_OK;
}

/* Counts of things that do not exist here: 0 of them is fine. */
static enum md_status header_absent(struct reader *reader)
{
    int64_t count;
    const struct token *word = &reader->tokens[1];
    const struct token *last = &reader->tokens[reader->count - 1];
    int length = (int)(last->start + last->length - word->start);
    if (read_int(reader, &reader->tokens[0], "a count", 0, INT64_MAX, &count) != MD_OK)
        return reader->error->status;
    if (count == 0)
        return MD_OK;
    return fail(reader, &reader->tokens[0], MD_ERR_UNSUPPORTED,
                "the file has %" PRId64 " %.*s, which do not exist here", count, length,
                word->start);
}

static const struct header {
    int numbers; /* words before the keyword */
    const char *keyword;
    enum md_status (*read)(struct reader *reader);
} headers[] = {
    {1, "atoms", header_atoms},
    {1, "atom types", header_types},
    {2, "xlo xhi", header_bounds},
    {2, "ylo yhi", header_bounds},
    {2, "zlo zhi", header_bounds},
    {3, "xy xz yz", header_tilt},
    {1, "extra special per atom", header_room},
    {1, "ellipsoids", header_absent},
    {1, "lines", header_absent},
    {1, "triangles", header_absent},
    {1, "bodies", header_absent},
};
#define HEADERS (int)(sizeof headers / sizeof headers[0])

/* Whether the words from `first` on are exactly those of the keyword. */
static bool words_are(const struct reader *reader, int first, const char *keyword)
{
    int k = first;
    for (const char *c = keyword; *c != '\0'; k++) {
        size_t length = strcspn(c, " ");
        if (k >= reader->count || reader->tokens[k].length != length ||
            memcmp(reader->tokens[k].start, c, length) != 0)
            return false;
        c += length + strspn(c + length, " ");
    }
    return k == reader->count;
}

/* The keywords of a kind's lines. */
enum { COUNT_LINE, TYPES_LINE, ROOM_LINE, KIND_LINES };

static const char *kind_keyword(int kind, int line)
{
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    return line == COUNT_LINE ? row->many : line == TYPES_LINE ? row->types : row->room;
}

static const char *header_name(const void *context, int i)
{
    (void)context;
    if (i < HEADERS)
        return headers[i].keyword;
    i -= HEADERS;
    return i < KIND_LINES * MD_TOPOLOGY_KINDS ? kind_keyword(i / KIND_LINES, i % KIND_LINES) : NULL;
}

static enum md_status kind_line(struct reader *reader, int kind, int line)
{
    return line == COUNT_LINE   ? header_elements(reader, kind)
           : line == TYPES_LINE ? header_element_types(reader, kind)
                                : header_room(reader);
}

static enum md_status header_line(struct reader *reader)
{
    char text[TOKEN_SIZE], line[81];
    for (const struct header *h = headers; h < headers + HEADERS; h++) {
        if (words_are(reader, h->numbers, h->keyword))
            return h->read(reader);
    }
    for (int k = 0; k < KIND_LINES * MD_TOPOLOGY_KINDS; k++)
        if (words_are(reader, 1, kind_keyword(k / KIND_LINES, k % KIND_LINES)))
            return kind_line(reader, k / KIND_LINES, k % KIND_LINES);
    snprintf(line, sizeof line, "%.*s", reader->line_length < 80 ? (int)reader->line_length : 80,
             reader->line);
    const struct token *guilty = &reader->tokens[reader->count > 1 ? 1 : 0];
    fail(reader, guilty, MD_ERR_FILE,
         "'%s' is no line of a data file's header; expected are `N atoms`, `N atom types`, `LO HI "
         "xlo xhi` (ylo yhi, zlo zhi) or the heading of a section",
         line);
    text_of(guilty, text);
    return md_nearest_hint(reader->error, text, md_nearest(text, header_name, NULL));
}

/* ---------------------------------------------------------------------------- sections */

/* The next line of a section; the file may not end before it, nor another section begin. */
static enum md_status section_line(struct reader *reader, const char *section, int64_t done,
                                   int64_t wanted, const char *form)
{
    if (!next_words(reader))
        return fail(reader, NULL, MD_ERR_FILE,
                    "the file ends in section %s after %" PRId64 " of %" PRId64 " lines", section,
                    done, wanted);
    char c = reader->tokens[0].start[0];
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
        return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                    "section %s ends after %" PRId64 " of %" PRId64 " lines; a line `%s` is "
                    "expected",
                    section, done, wanted, form);
    return MD_OK;
}

/* The line has `one` words or, where the form has an optional part, `other`. */
static enum md_status section_words(struct reader *reader, const char *section, int one, int other,
                                    const char *form)
{
    if (reader->count == one || reader->count == other)
        return MD_OK;
    return fail(reader, reader->count > other ? &reader->tokens[other] : NULL, MD_ERR_FILE,
                "a line of section %s has %d words: `%s` is expected", section, reader->count,
                form);
}

static enum md_status read_masses(struct reader *reader, int kind)
{
    (void)kind;
    for (int64_t k = 0; k < reader->type_count; k++) {
        int64_t type;
        double mass;
        if (section_line(reader, "Masses", k, reader->type_count, "TYPE MASS") != MD_OK ||
            section_words(reader, "Masses", 2, 2, "TYPE MASS") != MD_OK ||
            read_int(reader, &reader->tokens[0], "an atom type", 1, reader->type_count, &type) !=
                MD_OK ||
            read_double(reader, &reader->tokens[1], "a mass", &mass) != MD_OK)
            return reader->error->status;
        if (!(mass > 0.0))
            return fail(reader, &reader->tokens[1], MD_ERR_FILE,
                        "mass %g of type %" PRId64 " must be greater than 0", mass, type);
        if (reader->mass[type] > 0.0)
            return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                        "type %" PRId64 " has two lines in section Masses", type);
        reader->mass[type] = mass;
    }
    reader->masses = true;
    return MD_OK;
}

/* The columns of section Atoms by atom_style. */
enum column { ID, MOLECULE, TYPE, CHARGE, X, Y, Z };

static const struct columns {
    int count;
    enum column column[WORDS_MAX];
    const char *plain, *images, *form;
} columns_of[] = {
    [MD_ATOM_ATOMIC] = {5,
                        {ID, TYPE, X, Y, Z},
                        "ID TYPE X Y Z",
                        "ID TYPE X Y Z IX IY IZ",
                        "ID TYPE X Y Z [IX IY IZ]"},
    [MD_ATOM_BOND] = {6,
                      {ID, MOLECULE, TYPE, X, Y, Z},
                      "ID MOLECULE TYPE X Y Z",
                      "ID MOLECULE TYPE X Y Z IX IY IZ",
                      "ID MOLECULE TYPE X Y Z [IX IY IZ]"},
    [MD_ATOM_MOLECULAR] = {6,
                           {ID, MOLECULE, TYPE, X, Y, Z},
                           "ID MOLECULE TYPE X Y Z",
                           "ID MOLECULE TYPE X Y Z IX IY IZ",
                           "ID MOLECULE TYPE X Y Z [IX IY IZ]"},
    [MD_ATOM_ANGLE] = {6,
                       {ID, MOLECULE, TYPE, X, Y, Z},
                       "ID MOLECULE TYPE X Y Z",
                       "ID MOLECULE TYPE X Y Z IX IY IZ",
                       "ID MOLECULE TYPE X Y Z [IX IY IZ]"},
    [MD_ATOM_FULL] = {7,
                      {ID, MOLECULE, TYPE, CHARGE, X, Y, Z},
                      "ID MOLECULE TYPE CHARGE X Y Z",
                      "ID MOLECULE TYPE CHARGE X Y Z IX IY IZ",
                      "ID MOLECULE TYPE CHARGE X Y Z [IX IY IZ]"},
};

/* `Atoms # style`: other styles have other columns. */
static enum md_status check_style(struct reader *reader)
{
    static const char *const others[] = {
        "body", "charge", "dipole", "dpd",    "edpd", "electron", "ellipsoid", "hybrid",     "line",
        "mdpd", "peri",   "smd",    "sphere", "spin", "template", "tri",       "wavepacket", NULL};
    const enum md_atom_style style = reader->system->topology.style;
    if (reader->comment == NULL)
        return MD_OK;
    struct token word = {reader->comment + 1, 0};
    const char *end = reader->line + reader->line_length;
    while (word.start < end && is_blank(*word.start))
        word.start++;
    while (word.start + word.length < end && !is_blank(word.start[word.length]))
        word.length++;
    for (int k = 0; others[k] != NULL; k++) {
        if (token_is(&word, others[k]))
            return fail(reader, &word, MD_ERR_UNSUPPORTED,
                        "the section is of atom style '%s'; there are atomic, bond, angle, "
                        "molecular and full here",
                        others[k]);
    }
    for (int k = 0; md_atom_style_names[k] != NULL; k++) {
        if (token_is(&word, md_atom_style_names[k]) &&
            columns_of[k].form != columns_of[style].form &&
            columns_of[k].count != columns_of[style].count)
            return fail(reader, &word, MD_ERR_FILE,
                        "the section is of atom style '%s', and the deck's atom_style is %s",
                        md_atom_style_names[k], md_atom_style_names[style]);
    }
    return MD_OK;
}

static enum md_status read_column(struct reader *reader, struct atom *atom, enum column column,
                                  const struct token *token)
{
    static const char *const names[] = {"a coordinate x", "a coordinate y", "a coordinate z"};
    int64_t type;
    switch (column) {
    case ID:
        return read_int(reader, token, "an atom ID", 1, ID_MAX, &atom->id);
    case MOLECULE:
        return read_int(reader, token, "a molecule", 0, ID_MAX, &atom->molecule);
    case TYPE:
        if (read_int(reader, token, "an atom type", 1, reader->type_count, &type) != MD_OK)
            return reader->error->status;
        atom->type = (int)type;
        return MD_OK;
    case CHARGE:
        return read_double(reader, token, "a charge", &atom->charge);
    default:
        atom->where[column - X] = *token;
        return read_double(reader, token, names[column - X], &atom->x[column - X]);
    }
}

static enum md_status read_atom(struct reader *reader, struct atom *atom)
{
    const struct columns *columns = &columns_of[reader->system->topology.style];
    for (int k = 0; k < columns->count; k++)
        if (read_column(reader, atom, columns->column[k], &reader->tokens[k]) != MD_OK)
            return reader->error->status;
    for (int axis = 0; axis < 3 && reader->count > columns->count; axis++) {
        int64_t image;
        if (read_int(reader, &reader->tokens[columns->count + axis], "an image flag", -IMAGE_MAX,
                     IMAGE_MAX, &image) != MD_OK)
            return reader->error->status;
        atom->image[axis] = (int)image;
    }
    reader->found->charged = reader->found->charged || atom->charge != 0.0;
    atom->line = reader->number;
    atom->line_start = reader->line;
    return MD_OK;
}

/* Orders by_id; two atoms with one ID are an error at the later line. */
struct id_index {
    int64_t id;
    size_t index;
};

static int compare_ids(const void *a, const void *b)
{
    const struct id_index *p = a, *q = b;
    if (p->id != q->id)
        return p->id < q->id ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

static struct md_place place_of_atom(struct reader *reader, const struct atom *atom,
                                     const struct token *token)
{
    const char *stop = memchr(atom->line_start, '\n', (size_t)(reader->end - atom->line_start));
    stop = stop != NULL ? stop : reader->end;
    return place_in_line(reader, atom->line_start, (size_t)(stop - atom->line_start), atom->line,
                         token);
}

static enum md_status sort_atoms(struct reader *reader)
{
    size_t count = (size_t)reader->atom_count;
    struct id_index *keys = md_memory_array(count + 1, sizeof *keys);
    reader->by_id = md_memory_array(count + 1, sizeof *reader->by_id);
    if (keys == NULL || reader->by_id == NULL) {
        md_memory_free(keys);
        return md_error_memory(reader->error, "the atoms of a data file");
    }
    for (size_t k = 0; k < count; k++)
        keys[k] = (struct id_index){reader->atoms[k].id, k};
    qsort(keys, count, sizeof *keys, compare_ids);
    enum md_status status = MD_OK;
    for (size_t k = 0; k < count; k++) {
        reader->by_id[k] = keys[k].index;
        if (k == 0 || keys[k].id != keys[k - 1].id || status != MD_OK)
            continue;
        const struct atom *second = &reader->atoms[keys[k].index];
        struct md_place place = place_of_atom(reader, second, NULL);
        status = md_error_set(reader->error, MD_ERR_FILE, &place,
                              "atom ID %" PRId64 " is also on line %d: IDs must be unique",
                              second->id, reader->atoms[keys[k - 1].index].line);
    }
    md_memory_free(keys);
    reader->sorted = status == MD_OK;
    return status;
}

static enum md_status read_atoms(struct reader *reader, int kind)
{
    (void)kind;
    const struct columns *columns = &columns_of[reader->system->topology.style];
    int words = 0, least = columns->count, most = columns->count + 3;
    if (check_style(reader) != MD_OK)
        return reader->error->status;
    reader->atoms = md_memory_array((size_t)reader->atom_count + 1, sizeof *reader->atoms);
    if (reader->atoms == NULL)
        return md_error_memory(reader->error, "the atoms of a data file");
    for (int64_t k = 0; k < reader->atom_count; k++) {
        if (section_line(reader, "Atoms", k, reader->atom_count, columns->form) != MD_OK ||
            section_words(reader, "Atoms", words > 0 ? words : least, words > 0 ? words : most,
                          words == least  ? columns->plain
                          : words == most ? columns->images
                                          : columns->form) != MD_OK)
            return reader->error->status;
        words = reader->count;
        if (read_atom(reader, &reader->atoms[k]) != MD_OK)
            return reader->error->status;
    }
    return sort_atoms(reader);
}

static struct atom *find_atom(const struct reader *reader, int64_t id)
{
    size_t lo = 0, hi = (size_t)reader->atom_count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        struct atom *atom = &reader->atoms[reader->by_id[mid]];
        if (atom->id == id)
            return atom;
        if (atom->id < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

static enum md_status read_velocities(struct reader *reader, int kind)
{
    (void)kind;
    if (!reader->sorted)
        return fail(reader, NULL, MD_ERR_FILE, "section Velocities comes before section Atoms");
    for (int64_t k = 0; k < reader->atom_count; k++) {
        int64_t id;
        if (section_line(reader, "Velocities", k, reader->atom_count, "ID VX VY VZ") != MD_OK ||
            section_words(reader, "Velocities", 4, 4, "ID VX VY VZ") != MD_OK ||
            read_int(reader, &reader->tokens[0], "an atom ID", 1, ID_MAX, &id) != MD_OK)
            return reader->error->status;
        struct atom *atom = find_atom(reader, id);
        if (atom == NULL)
            return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                        "section Atoms has no atom with ID %" PRId64, id);
        if (atom->moving)
            return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                        "atom %" PRId64 " has two lines in section Velocities", id);
        atom->moving = true;
        for (int axis = 0; axis < 3; axis++) {
            if (read_double(reader, &reader->tokens[1 + axis], "a velocity", &atom->v[axis]) !=
                MD_OK)
                return reader->error->status;
        }
    }
    reader->found->velocities = reader->atom_count;
    return MD_OK;
}

/* Masses of the atoms themselves: a line for each, 0 for the mass of its type. */
static enum md_status read_own_masses(struct reader *reader, int kind)
{
    (void)kind;
    if (!reader->sorted)
        return fail(reader, NULL, MD_ERR_FILE, "section Atom Masses comes before section Atoms");
    for (int64_t k = 0; k < reader->atom_count; k++) {
        int64_t id;
        double mass;
        if (section_line(reader, "Atom Masses", k, reader->atom_count, "ID MASS") != MD_OK ||
            section_words(reader, "Atom Masses", 2, 2, "ID MASS") != MD_OK ||
            read_int(reader, &reader->tokens[0], "an atom ID", 1, ID_MAX, &id) != MD_OK ||
            read_double(reader, &reader->tokens[1], "a mass", &mass) != MD_OK)
            return reader->error->status;
        struct atom *atom = find_atom(reader, id);
        if (atom == NULL)
            return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                        "section Atoms has no atom with ID %" PRId64, id);
        if (atom->weighed)
            return fail(reader, &reader->tokens[0], MD_ERR_FILE,
                        "atom %" PRId64 " has two lines in section Atom Masses", id);
        if (mass < 0.0)
            return fail(reader, &reader->tokens[1], MD_ERR_FILE,
                        "mass %g of atom %" PRId64 " must be 0 (that of its type) or more", mass,
                        id);
        atom->weighed = true;
        atom->mass = mass;
        reader->own_masses = reader->own_masses || mass > 0.0;
    }
    return MD_OK;
}

/* "a bond type", "an angle type" */
static void name_type(int kind, char what[TOKEN_SIZE])
{
    const char *one = md_topology_kinds[kind].one;
    snprintf(what, TOKEN_SIZE, "%s %s type", strchr("aei", one[0]) != NULL ? "an" : "a", one);
}

static enum md_status read_element(struct reader *reader, int kind)
{
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    const struct promised *promised = &reader->promised[kind];
    int64_t number, type, id[MD_TOPOLOGY_ATOMS];
    char what[TOKEN_SIZE];
    name_type(kind, what);
    if (read_int(reader, &reader->tokens[0], "the number of a line", INT64_MIN, INT64_MAX,
                 &number) != MD_OK ||
        read_int(reader, &reader->tokens[1], what, 1, promised->types + promised->extra_types,
                 &type) != MD_OK)
        return reader->error->status;
    for (int k = 0; k < row->atoms; k++) {
        const struct token *token = &reader->tokens[2 + k];
        if (read_int(reader, token, "an atom ID", 1, ID_MAX, &id[k]) != MD_OK)
            return reader->error->status;
        if (find_atom(reader, id[k]) == NULL)
            return fail(reader, token, MD_ERR_FILE, "section Atoms has no atom with ID %" PRId64,
                        id[k]);
        for (int before = 0; before < k; before++)
            if (id[before] == id[k])
                return fail(reader, token, MD_ERR_FILE,
                            "atom %" PRId64 " comes twice: the atoms of one %s must differ", id[k],
                            row->one);
    }
    return md_topology_add(&reader->topology, kind, (int)type, id, reader->error);
}

static enum md_status read_elements(struct reader *reader, int kind)
{
    static const char forms[] = "NUMBER TYPE ID ID ID ID ID ID ID ID ID ID";
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    struct promised *promised = &reader->promised[kind];
    int words = 2 + row->atoms;
    char form[sizeof forms];
    snprintf(form, sizeof form, "%.*s", (int)strlen("NUMBER TYPE") + 3 * row->atoms, forms);
    if (promised->count == 0)
        return fail(reader, NULL, MD_ERR_FILE,
                    "section %s without `N %s`, N at least 1, in the header", row->section,
                    row->many);
    if (!reader->sorted)
        return fail(reader, NULL, MD_ERR_FILE, "section %s comes before section Atoms",
                    row->section);
    if (md_topology_reserve(&reader->topology, kind, (size_t)promised->count, reader->error))
        return reader->error->status;
    promised->read = true;
    for (int64_t k = 0; k < promised->count; k++) {
        if (section_line(reader, row->section, k, promised->count, form) != MD_OK ||
            section_words(reader, row->section, words, words, form) != MD_OK ||
            read_element(reader, kind) != MD_OK)
            return reader->error->status;
    }
    return MD_OK;
}

/* ---------------------------------------------------------------------------- coefficients */

static enum md_status keep_word(struct reader *reader, const struct token *token,
                                struct md_word *word)
{
    word->text = md_keep_text(&reader->system->kept, token->start, token->length);
    word->place = place_of(reader, token);
    word->quoted = false;
    word->files = reader->files;
    return word->text != NULL ? MD_OK
                              : md_error_memory(reader->error, "the coefficients of a data file");
}

/* A section of coefficients: what it is called and what stands in front of each line. */
struct coefficients {
    const char *section, *what;
    int types;    /* how many types begin a line */
    bool doubled; /* the one type is both I and J of pair_coeff */
    int64_t lines, most;
};

static enum md_status keep_coeff(struct reader *reader, const struct coefficients *kind,
                                 struct md_data_coeffs_read *read)
{
    struct md_data_coeff *coeff = &read->lines[read->count];
    int doubled = kind->doubled ? 1 : 0;
    coeff->words = md_memory_array((size_t)reader->count + 1, sizeof *coeff->words);
    if (coeff->words == NULL)
        return md_error_memory(reader->error, "the coefficients of a data file");
    coeff->count = reader->count + doubled;
    read->count++;
    for (int k = 0; k < coeff->count; k++) {
        const struct token *token = &reader->tokens[k == 0 ? 0 : k - doubled];
        if (keep_word(reader, token, &coeff->words[k]) != MD_OK)
            return reader->error->status;
    }
    return MD_OK;
}

/* The comment of the heading names the style. */
static void keep_style(const struct reader *reader, struct md_data_coeffs_read *read)
{
    const char *end = reader->line + reader->line_length;
    if (reader->comment == NULL)
        return;
    const char *style = reader->comment + 1;
    while (style < end && is_blank(*style))
        style++;
    snprintf(read->style, sizeof read->style, "%.*s", end - style < 63 ? (int)(end - style) : 63,
             style);
}

static enum md_status read_coeffs(struct reader *reader, const struct coefficients *kind,
                                  struct md_data_coeffs_read *read)
{
    const char *form = kind->types == 1 ? "TYPE [COEFF ...]" : "TYPE TYPE [COEFF ...]";
    if (read->lines != NULL)
        return fail(reader, NULL, MD_ERR_FILE, "a second section of pair coefficients");
    keep_style(reader, read);
    struct token heading = reader->tokens[0];
    if (keep_word(reader, &heading, &read->section) != MD_OK)
        return reader->error->status;
    if (kind->lines > (int64_t)(reader->end - reader->cursor))
        return fail(reader, &heading, MD_ERR_FILE,
                    "section %s needs %" PRId64 " lines, more than the file has", kind->section,
                    kind->lines);
    read->lines = md_memory_array((size_t)kind->lines + 1, sizeof *read->lines);
    if (read->lines == NULL)
        return md_error_memory(reader->error, "the coefficients of a data file");
    for (int64_t k = 0; k < kind->lines; k++) {
        int64_t type;
        if (section_line(reader, kind->section, k, kind->lines, form) != MD_OK)
            return reader->error->status;
        /* No word behind the types: a style without coefficients, such as zero. */
        if (reader->count < kind->types || reader->count >= TOKENS_MAX)
            return fail(reader, NULL, MD_ERR_FILE,
                        "a line of section %s has %d words: `%s` is expected", kind->section,
                        reader->count, form);
        for (int t = 0; t < kind->types; t++) {
            if (read_int(reader, &reader->tokens[t], kind->what, 1, kind->most, &type) != MD_OK)
                return reader->error->status;
        }
        if (!reader->no_coefficients && keep_coeff(reader, kind, read) != MD_OK)
            return reader->error->status;
    }
    return MD_OK;
}

static enum md_status read_pair_coeffs(struct reader *reader, int unused)
{
    (void)unused;
    struct coefficients kind = {"Pair Coeffs", "an atom type",     1,
                                true,          reader->type_count, reader->type_count};
    return read_coeffs(reader, &kind, &reader->found->pair);
}

static enum md_status read_pairij_coeffs(struct reader *reader, int unused)
{
    (void)unused;
    int64_t types = reader->type_count;
    struct coefficients kind = {"PairIJ Coeffs", "an atom type",          2,
                                false,           types * (types + 1) / 2, types};
    return read_coeffs(reader, &kind, &reader->found->pair);
}

static enum md_status read_element_coeffs(struct reader *reader, int kind)
{
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    int64_t types = reader->promised[kind].types;
    char what[TOKEN_SIZE];
    name_type(kind, what);
    struct coefficients coefficients = {row->coeffs, what, 1, false, types, types};
    if (types == 0)
        return fail(reader, NULL, MD_ERR_FILE,
                    "section %s without `N %s`, N at least 1, in the header", row->coeffs,
                    row->types);
    return read_coeffs(reader, &coefficients, &reader->found->coeffs[kind]);
}

/* ---------------------------------------------------------------------------- all of it */

struct section {
    const char *heading;
    enum md_status (*read)(struct reader *reader, int kind); /* NULL: refused */
    const char *why;
    int kind; /* of elements, if the section is about them */
};

static const struct section sections[] = {
    {"Atoms", read_atoms, NULL, 0},
    {"Velocities", read_velocities, NULL, 0},
    {"Atom Masses", read_own_masses, NULL, 0},
    {"Masses", read_masses, NULL, 0},
    {"Pair Coeffs", read_pair_coeffs, NULL, 0},
    {"PairIJ Coeffs", read_pairij_coeffs, NULL, 0},
    {"BondBond Coeffs", NULL, "cross terms of angles", 0},
    {"BondAngle Coeffs", NULL, "cross terms of angles", 0},
    {"MiddleBondTorsion Coeffs", NULL, "cross terms of dihedrals", 0},
    {"EndBondTorsion Coeffs", NULL, "cross terms of dihedrals", 0},
    {"AngleTorsion Coeffs", NULL, "cross terms of dihedrals", 0},
    {"AngleAngleTorsion Coeffs", NULL, "cross terms of dihedrals", 0},
    {"BondBond13 Coeffs", NULL, "cross terms of dihedrals", 0},
    {"AngleAngle Coeffs", NULL, "cross terms of impropers", 0},
    {"Atom Type Labels", NULL, "type labels", 0},
    {"Bond Type Labels", NULL, "type labels", 0},
    {"Ellipsoids", NULL, "atoms with a shape", 0},
    {"Lines", NULL, "atoms with a shape", 0},
    {"Triangles", NULL, "atoms with a shape", 0},
    {"Bodies", NULL, "atoms with a shape", 0},
};
enum {
    PLAIN_SECTIONS = sizeof sections / sizeof sections[0],
    SECTIONS = PLAIN_SECTIONS + 2 * MD_TOPOLOGY_KINDS
};

/* The i-th of all sections: those of the list, then two for each kind of elements. */
static struct section section_at(int i)
{
    if (i < PLAIN_SECTIONS)
        return sections[i];
    int kind = (i - PLAIN_SECTIONS) / 2;
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    bool coeffs = (i - PLAIN_SECTIONS) % 2 != 0;
    return (struct section){coeffs ? row->coeffs : row->section,
                            coeffs ? read_element_coeffs : read_elements, NULL, kind};
}

static const char *section_name(const void *context, int i)
{
    (void)context;
    return i < SECTIONS ? section_at(i).heading : NULL;
}

/* The number of the section whose heading the line is; -1: it is none. */
static int find_section(const struct reader *reader)
{
    for (int i = 0; i < SECTIONS; i++) {
        if (words_are(reader, 0, section_at(i).heading))
            return i;
    }
    return -1;
}

/* LAMMPS takes -0.5 0.5 for bounds that are left out, so a file that lost a line packs its atoms
 * into a box of length 1.  Here only z may be left out, in 2d. */
static enum md_status need_bounds(struct reader *reader)
{
    const bool *has = reader->has_bounds;
    if (!has[0] && !has[1] && !has[2])
        return fail(reader, NULL, MD_ERR_FILE,
                    "the header ends here without the box: `LO HI xlo xhi`, `LO HI ylo yhi`, `LO "
                    "HI zlo zhi`");
    for (int k = 0; k < (reader->system->dimension == 2 ? 2 : 3); k++)
        if (!has[k])
            return fail(reader, NULL, MD_ERR_FILE,
                        "the header ends here without the box along %c: a line `LO HI %clo %chi` "
                        "is missing",
                        "xyz"[k], "xyz"[k], "xyz"[k]);
    return MD_OK;
}

static enum md_status header_complete(struct reader *reader)
{
    if (!reader->has_types || reader->type_count + reader->extra_types < 1)
        return fail(reader, NULL, MD_ERR_FILE,
                    "the header ends here without `N atom types`, N at least 1");
    if (reader->type_count + reader->extra_types > MD_TYPES_MAX)
        return fail(reader, NULL, MD_ERR_FILE,
                    "%" PRId64 " atom types and %" PRId64 " extra ones are more than %d",
                    reader->type_count, reader->extra_types, MD_TYPES_MAX);
    if (!reader->has_atoms)
        return fail(reader, NULL, MD_ERR_FILE, "the header ends here without `N atoms`");
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_topology_kind *row = &md_topology_kinds[kind];
        const struct promised *promised = &reader->promised[kind];
        if (promised->count > 0 && promised->types + promised->extra_types < 1)
            return md_error_set(reader->error, MD_ERR_FILE, &promised->place,
                                "%" PRId64 " %s need `N %s`, N at least 1, in the header",
                                promised->count, row->many, row->types);
    }
    if (need_bounds(reader) != MD_OK)
        return reader->error->status;
    reader->mass = md_memory_array((size_t)(reader->type_count + reader->extra_types) + 1,
                                   sizeof *reader->mass);
    return reader->mass != NULL ? MD_OK
                                : md_error_memory(reader->error, "the masses of a data file");
}

static enum md_status unknown_section(struct reader *reader)
{
    char text[TOKEN_SIZE];
    if (strchr("+-.0123456789", reader->tokens[0].start[0]) != NULL)
        return fail(reader, NULL, MD_ERR_FILE,
                    "this line is more than the header promised; the heading of a section is "
                    "expected");
    fail(reader, &reader->tokens[0], MD_ERR_FILE,
         "'%.60s' is no section of a data file; Masses, Atoms, Velocities, Atom Masses, Bonds, "
         "Angles, Dihedrals, Impropers, Pair Coeffs, PairIJ Coeffs, Bond Coeffs and the like are",
         text_of(&reader->tokens[0], text));
    return md_nearest_hint(reader->error, text, md_nearest(text, section_name, NULL));
}

static enum md_status one_section(struct reader *reader, bool *seen)
{
    int number = find_section(reader);
    if (number < 0)
        return unknown_section(reader);
    struct section section = section_at(number);
    if (section.read == NULL)
        return fail(reader, &reader->tokens[0], MD_ERR_UNSUPPORTED,
                    "section %s: %s do not exist here", section.heading, section.why);
    if (seen[number])
        return fail(reader, &reader->tokens[0], MD_ERR_FILE, "section %s comes a second time",
                    section.heading);
    seen[number] = true;
    return section.read(reader, section.kind);
}

static enum md_status read_everything(struct reader *reader)
{
    bool seen[SECTIONS] = {false};
    if (!next_line(reader))
        return fail(reader, NULL, MD_ERR_FILE,
                    "the file is empty; a line of comment and the header of a data file are "
                    "expected");
    bool more;
    while ((more = next_words(reader)) && find_section(reader) < 0) {
        if (header_line(reader) != MD_OK)
            return reader->error->status;
    }
    if (header_complete(reader) != MD_OK)
        return reader->error->status;
    for (; more; more = next_words(reader)) {
        if (one_section(reader, seen) != MD_OK)
            return reader->error->status;
    }
    if (reader->atom_count > 0 && !reader->sorted)
        return fail(reader, NULL, MD_ERR_FILE,
                    "the file ends without section Atoms, of which %" PRId64 " were promised",
                    reader->atom_count);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (reader->promised[kind].count > 0 && !reader->promised[kind].read)
            return fail(reader, NULL, MD_ERR_FILE,
                        "the file ends without section %s, of which %" PRId64 " were promised",
                        md_topology_kinds[kind].section, reader->promised[kind].count);
    return MD_OK;
}

/* ---------------------------------------------------------------------------- into the system */

/* Wraps an atom into the periodic box; outside a non-periodic one it is an error. */
static enum md_status settle(struct reader *reader, const struct md_box *box, struct atom *atom)
{
    for (int axis = 0; axis < 3; axis++) {
        double x = atom->x[axis];
        double away = fmax(box->lo[axis] - x, x - box->hi[axis]);
        bool outside = box->periodic[axis] ? away > FAR_AWAY * box->length[axis] : away > 0.0;
        if (!outside)
            continue;
        struct md_place place = place_of_atom(reader, atom, &atom->where[axis]);
        return md_error_set(reader->error, MD_ERR_FILE, &place,
                            "atom %" PRId64 " has %c = %g, %s the box, whose %c reaches from %g to "
                            "%g",
                            atom->id, "xyz"[axis], x,
                            box -> periodic[axis] ? "absurdly far from" : "outside", "xyz"[axis],
                            box -> lo[axis], box -> hi[axis]);
    }
    md_box_wrap(box, atom->x, atom->image);
    return MD_OK;
}

static enum md_status add_atoms(struct reader *reader)
{
    struct md_system *system = reader->system;
    struct md_atoms *atoms = &system->atoms;
    if (md_atoms_reserve(atoms, (size_t)reader->atom_count, reader->error) != MD_OK ||
        (reader->own_masses && md_atoms_own_masses(atoms, reader->error) != MD_OK))
        return reader->error->status;
    for (int64_t k = 0; k < reader->atom_count; k++) {
        struct atom *atom = &reader->atoms[k];
        if (settle(reader, &system->box, atom) != MD_OK ||
            md_atoms_add(atoms, atom->type, atom->id, atom->x, reader->error) != MD_OK)
            return reader->error->status;
        size_t i = atoms->count - 1;
        memcpy(atoms->v[i], atom->v, sizeof atom->v);
        memcpy(atoms->image[i], atom->image, sizeof atom->image);
        atoms->molecule[i] = atom->molecule;
        atoms->charge[i] = atom->charge;
        if (reader->own_masses)
            atoms->mass[i] = atom->mass;
    }
    return MD_OK;
}

static enum md_status build(struct reader *reader)
{
    struct md_system *system = reader->system;
    struct md_box before = system->box;
    int types = (int)(reader->type_count + reader->extra_types);
    for (int axis = 0; axis < 3; axis++) {
        if (!reader->has_bounds[axis]) {
            reader->lo[axis] = -0.5;
            reader->hi[axis] = 0.5;
        }
    }
    enum md_status status =
        md_system_create_box(system, types, reader->lo, reader->hi, reader->error);
    if (status == MD_OK) {
        memcpy(system->mass, reader->mass, ((size_t)types + 1) * sizeof *reader->mass);
        status = add_atoms(reader);
    }
    if (status != MD_OK) {
        while (system->atoms.count > 0)
            md_atoms_remove(&system->atoms, system->atoms.count - 1);
        md_memory_free(system->mass);
        system->mass = NULL;
        system->types = 0;
        system->box = before;
        if (reader->error->place.file == NULL)
            reader->error->place = reader->z_place;
        return status;
    }
    md_topology_move(&system->topology, &reader->topology);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct promised *promised = &reader->promised[kind];
        system->topology.list[kind].types = (int)(promised->types + promised->extra_types);
        reader->found->count[kind] = promised->count;
    }
    reader->found->atoms = reader->atom_count;
    return MD_OK;
}

/* Words of read_data: the plain ones, two for each kind of elements, and what LAMMPS also has. */
enum { NOCOEFF, ATOM_TYPES, SPECIAL_ROOM, OF_KINDS };
enum { ABSENT = OF_KINDS + 2 * MD_TOPOLOGY_KINDS, ABSENT_WORDS = 5 };

static void name_options(const char *names[ABSENT + ABSENT_WORDS + 1])
{
    static const char *const plain[] = {"nocoeff", "extra/atom/types", "extra/special/per/atom"};
    static const char *const absent[ABSENT_WORDS] = {MD_NOT_OFFERED "add", MD_NOT_OFFERED "offset",
                                                     MD_NOT_OFFERED "shift", MD_NOT_OFFERED "fix",
                                                     MD_NOT_OFFERED "group"};
    memcpy(names, plain, sizeof plain);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        names[OF_KINDS + 2 * kind] = md_topology_kinds[kind].extra_types;
        names[OF_KINDS + 2 * kind + 1] = md_topology_kinds[kind].extra;
    }
    memcpy(names + ABSENT, absent, sizeof absent);
    names[ABSENT + ABSENT_WORDS] = NULL;
}

static enum md_status read_number(struct reader *reader, const struct md_args *options, int k,
                                  int64_t most, int64_t *value)
{
    const struct md_word *word = &options->words[k];
    if (k + 1 == options->count)
        return md_error_set(reader->error, MD_ERR_COUNT, &word->place,
                            "read_data %s lacks its number", word->text);
    return md_word_int(word + 1, word->text, 0, most, value, reader->error);
}

/* More types of a kind of elements, or room for more, which is found when it is needed. */
static enum md_status read_kind_option(struct reader *reader, const struct md_args *options, int k,
                                       int kind, bool types)
{
    const struct md_topology *topology = &reader->system->topology;
    int64_t value;
    char styles[MD_TOPOLOGY_TEXT];
    if (read_number(reader, options, k, types ? MD_TOPOLOGY_TYPES_MAX : INT32_MAX, &value) != MD_OK)
        return reader->error->status;
    if (!types)
        return MD_OK;
    reader->promised[kind].extra_types = value;
    if (value == 0 || md_topology_allows(topology, kind))
        return MD_OK;
    return md_error_set(reader->error, MD_ERR_ORDER, &options->words[k].place,
                        "read_data %s %" PRId64 " needs atoms that can have %s (atom_style %s), "
                        "and atom_style is %s",
                        options->words[k].text, value, md_topology_kinds[kind].many,
                        md_topology_styles(kind, "or", styles),
                        md_atom_style_names[topology->style]);
}

static enum md_status read_options(struct reader *reader, const struct md_args *options)
{
    const char *names[ABSENT + ABSENT_WORDS + 1];
    name_options(names);
    for (int k = 0; options != NULL && k < options->count; k++) {
        const struct md_word *word = &options->words[k];
        int which;
        int64_t room;
        enum md_status status = MD_OK;
        if (md_word_choice(word, "option of read_data", names, &which, reader->error) != MD_OK)
            return reader->error->status;
        if (which >= ABSENT)
            return md_error_set(reader->error, MD_ERR_UNSUPPORTED, &word->place,
                                "read_data %s does not exist here; nocoeff, extra/atom/types N and "
                                "extra/bond/types N (extra/angle/types, ...) do",
                                word->text);
        if (which == NOCOEFF)
            reader->no_coefficients = true;
        else if (which == ATOM_TYPES)
            status = read_number(reader, options, k++, MD_TYPES_MAX, &reader->extra_types);
        else if (which == SPECIAL_ROOM)
            status = read_number(reader, options, k++, INT32_MAX, &room);
        else
            status = read_kind_option(reader, options, k++, (which - OF_KINDS) / 2,
                                      (which - OF_KINDS) % 2 == 0);
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

enum md_status md_data_file_parse(struct md_system *system, const char *name, const char *text,
                                  size_t size, const struct md_args *options,
                                  struct md_data_file *found, struct md_error *error)
{
    struct reader *reader = md_memory_array(1, sizeof *reader);
    memset(found, 0, sizeof *found);
    if (reader == NULL)
        return md_error_memory(error, "reading a data file");
    reader->system = system;
    reader->found = found;
    reader->error = error;
    reader->name = md_keep_text(&system->kept, name, strlen(name));
    reader->files = options != NULL ? options->command.files : NULL;
    reader->text = reader->cursor = reader->line = text;
    reader->end = text + size;
    const char *binary = memchr(text, '\0', size);
    enum md_status status = MD_OK;
    if (reader->name == NULL)
        status = md_error_memory(error, "the name of a data file");
    if (status == MD_OK)
        status = read_options(reader, options);
    if (status == MD_OK && binary != NULL)
        status =
            fail(reader, NULL, MD_ERR_FILE, "byte %zu of the file is 0: this is not a text file",
                 (size_t)(binary - text));
    if (status == MD_OK)
        status = read_everything(reader);
    if (status == MD_OK)
        status = build(reader);
    md_memory_free(reader->atoms);
    md_topology_free(&reader->topology);
    md_memory_free(reader->by_id);
    md_memory_free(reader->mass);
    md_memory_free(reader);
    if (status != MD_OK)
        md_data_file_free(found);
    return status;
}

/* The whole file, or as far as it is text (/dev/zero has no end); gzopen reads plain files too. */
static enum md_status load(const struct md_files *files, const char *path, char **text,
                           size_t *size, struct md_error *error)
{
    size_t room = 0;
    *text = NULL;
    *size = 0;
    errno = 0;
    gzFile file = md_files_gzip(files, path, "rb");
    if (file == NULL)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot open data file '%s': %s", path,
                            errno != 0 ? strerror(errno) : "not enough memory");
    for (;;) {
        if (*size == room) {
            size_t wanted = room == 0 ? 1 << 16 : 2 * room;
            if (md_memory_grow(text, room, wanted, 1, error) != MD_OK)
                break;
            room = wanted;
        }
        unsigned part = room - *size > 1u << 30 ? 1u << 30 : (unsigned)(room - *size);
        errno = 0;
        int got = gzread(file, *text + *size, part);
        const char *zero = got > 0 ? memchr(*text + *size, '\0', (size_t)got) : NULL;
        *size += got > 0 ? (size_t)got : 0;
        if (got > 0 && zero == NULL)
            continue;
        int code = Z_OK;
        const char *why = gzerror(file, &code);
        if (zero != NULL || (got == 0 && (code == Z_OK || code == Z_STREAM_END))) {
            gzclose(file);
            return MD_OK;
        }
        md_error_set(error, MD_ERR_FILE, NULL, "cannot read data file '%s': %s", path,
                     code == Z_ERRNO       ? strerror(errno)
                     : code == Z_BUF_ERROR ? "the compressed file is truncated"
                                           : why);
        break;
    }
    gzclose(file);
    md_memory_free(*text);
    *text = NULL;
    return error->status;
}

enum md_status md_data_file_read(struct md_system *system, const struct md_word *path,
                                 const struct md_args *options, struct md_data_file *found,
                                 struct md_error *error)
{
    char *text;
    size_t size;
    memset(found, 0, sizeof *found);
    if (load(path->files, path->text, &text, &size, error) != MD_OK)
        return error->status;
    enum md_status status =
        md_data_file_parse(system, path->text, text, size, options, found, error);
    md_memory_free(text);
    return status;
}

static void free_coeffs(struct md_data_coeffs_read *read)
{
    for (int k = 0; k < read->count; k++)
        md_memory_free(read->lines[k].words);
    md_memory_free(read->lines);
}

void md_data_file_free(struct md_data_file *found)
{
    free_coeffs(&found->pair);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        free_coeffs(&found->coeffs[kind]);
    memset(found, 0, sizeof *found);
}
