/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The deck language's words, by LAMMPS's rules:
 *
 *   1. A line whose last visible character is & goes on in the next; so does one with an open
 *      triple quote, and there the end of line is kept.
 *   2. From a # outside of quotes on, the rest of the logical line is a comment.
 *   3. $x, ${name} and $(formula) outside of quotes are replaced; \$ is a plain dollar.
 *   4. What is left is cut at white space.  A word that begins with a quote extends to the matching
 *      one, which white space must follow; a quote inside of a word is a letter like others
 *      (though 2 and 3 heed it).
 *
 * Steps 1 and 3 move characters around, so each character of the text carries its origin: the
 * stretch of the file it stands for.  A character that came out of a substitution stands for the
 * whole reference.
 */
#include "deck/lexer.h"

#include "base/files.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ------------------------------------------------------------------ sources */

/* Cuts text into lines in place; a carriage return before the end of line goes with it. */
static enum md_status cut_lines(struct md_source *source, size_t length, struct md_error *error)
{
    size_t lines = 1, n = 0;
    char *start = source->text;

    for (size_t i = 0; i < length; i++)
        lines += source->text[i] == '\n';
    if (lines >= INT_MAX)
        return md_error_set(error, MD_ERR_FILE, NULL, "%s has too many lines: %zu", source->name,
                            lines);
    source->line = malloc(lines * sizeof *source->line);
    if (!source->line)
        return md_error_memory(error, "the lines of a deck");
    if (length >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0)
        start += 3; /* the byte order mark some editors put first */
    while (*start) {
        char *end = strchr(start, '\n');
        char *next = end ? end + 1 : start + strlen(start);

        if (!end)
            end = next;
        *end = '\0';
        if (end > start && end[-1] == '\r')
            end[-1] = '\0';
        source->line[n++] = start;
        start = next;
    }
    source->lines = (int)n;
    return MD_OK;
}

/* Takes text (malloc'ed, NUL-terminated) over, also when it fails. */
static enum md_status make_source(struct md_source **source, const char *name, char *text,
                                  size_t length, struct md_error *error)
{
    struct md_source *made = calloc(1, sizeof *made);
    enum md_status status = MD_OK;

    *source = NULL;
    if (!made) {
        free(text);
        return md_error_memory(error, "a deck");
    }
    made->text = text;
    made->name = md_memory_text(name);
    if (!made->name)
        status = md_error_memory(error, "a deck's name");
    if (status == MD_OK)
        status = cut_lines(made, length, error);
    if (status != MD_OK) {
        md_source_free(made);
        return status;
    }
    *source = made;
    return MD_OK;
}

/* The first NUL ends the reading: such a file is no deck, and may have no end (/dev/zero). */
static enum md_status check_bytes(const char *path, const char *text, size_t length, size_t from,
                                  struct md_error *error)
{
    const char *bad = memchr(text + from, '\0', length - from);
    struct md_place place = {.line = 1, .column = 1, .length = 1};

    if (!bad)
        return MD_OK;
    for (const char *c = text; c < bad; c++) {
        place.column = *c == '\n' ? 1 : place.column + 1;
        place.line += *c == '\n';
    }
    /* The path may not live as long as the error: who knows better adds it to the place. */
    md_error_set(error, MD_ERR_FILE, &place, "%s is not a text file: line %d contains a NUL byte",
                 path, place.line);
    if (length > 2 && memcmp(text, "\x1f\x8b", 2) == 0)
        md_error_hint(error, "it looks compressed: uncompress it with gunzip first");
    else if (length > 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        md_error_hint(error, "it looks like UTF-16 text: save it as UTF-8");
    return MD_ERR_FILE;
}

static enum md_status slurp(FILE *file, const char *path, char **text, size_t *length,
                            struct md_error *error)
{
    size_t room = 0, used = 0;
    char *buffer = NULL;

    for (;;) {
        enum md_status status;
        size_t got;

        if (room - used < 2) {
            size_t more = room ? 2 * room : 1 << 16;
            char *bigger = more > room ? realloc(buffer, more) : NULL;

            if (!bigger) {
                free(buffer);
                return md_error_set(error, MD_ERR_MEMORY, NULL, "not enough memory to read %s",
                                    path);
            }
            buffer = bigger;
            room = more;
        }
        got = fread(buffer + used, 1, room - used - 1, file);
        if (got == 0)
            break;
        status = check_bytes(path, buffer, used + got, used, error);
        if (status != MD_OK) {
            free(buffer);
            return status;
        }
        used += got;
    }
    if (ferror(file)) {
        int why = errno;

        free(buffer);
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot read %s: %s", path, strerror(why));
    }
    buffer[used] = '\0';
    *text = buffer;
    *length = used;
    return MD_OK;
}

enum md_status md_source_read(struct md_source **source, const char *path,
                              const struct md_files *files, struct md_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *file = standard ? stdin : md_files_stream(files, path, "rb");
    enum md_status status;
    size_t length = 0;
    char *text = NULL;
    struct stat about = {0};

    *source = NULL;
    if (!file)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot open '%s': %s", path,
                            strerror(errno));
    if (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode))
        status = md_error_set(error, MD_ERR_FILE, NULL,
                              "cannot read '%s': it is a directory, not a file", path);
    else
        status = slurp(file, name, &text, &length, error);
    if (!standard)
        fclose(file);
    if (status != MD_OK)
        return status;
    status = make_source(source, name, text, length, error);
    if (status == MD_OK && S_ISREG(about.st_mode)) {
        (*source)->device = about.st_dev;
        (*source)->inode = about.st_ino;
    }
    return status;
}

enum md_status md_source_of_text(struct md_source **source, const char *name, const char *text,
                                 struct md_error *error)
{
    char *copy = md_memory_text(text);

    *source = NULL;
    if (!copy)
        return md_error_memory(error, "a deck");
    return make_source(source, name, copy, strlen(copy), error);
}

void md_source_free(struct md_source *source)
{
    if (!source)
        return;
    free(source->name);
    free(source->text);
    free(source->line);
    free(source);
}

/* ------------------------------------------------------------------ text with origins */

struct origin {
    int line;   /* physical line, from 0 */
    int column; /* from 0 */
    int length; /* characters of the file this one stands for */
};

struct text {
    char *c; /* always NUL-terminated once something was put */
    struct origin *from;
    size_t used, room;
};

static void text_free(struct text *text)
{
    free(text->c);
    free(text->from);
}

static enum md_status text_room(struct text *text, size_t more, struct md_error *error)
{
    size_t room = text->room ? text->room : 128;
    struct origin *from;
    char *c;

    if (text->used + more + 1 <= text->room)
        return MD_OK;
    while (room < text->used + more + 1)
        room *= 2;
    c = realloc(text->c, room);
    if (!c)
        return md_error_memory(error, "a line of the deck");
    text->c = c;
    from = realloc(text->from, room * sizeof *from);
    if (!from)
        return md_error_memory(error, "a line of the deck");
    text->from = from;
    text->room = room;
    return MD_OK;
}

static void text_put(struct text *text, char c, struct origin from)
{
    text->from[text->used] = from;
    text->c[text->used++] = c;
    text->c[text->used] = '\0';
}

static void text_cut(struct text *text, size_t length)
{
    text->used = length;
    text->c[length] = '\0';
}

/* The place in the file of characters first..last (included) of a text. */
static struct md_place place_of(const struct md_source *source, const struct text *text,
                                size_t first, size_t last)
{
    const struct origin *a = &text->from[first], *b = &text->from[last];
    const char *line = source->line[a->line];
    int end = b->column + b->length;

    if (b->line != a->line) /* a block over several lines: underline its first */
        end = (int)strlen(line);
    return (struct md_place){.file = source->name,
                             .text = line,
                             .line = a->line + 1,
                             .column = a->column + 1,
                             .length = end > a->column ? end - a->column : 1};
}

/* ------------------------------------------------------------------ quotes */

static bool is_triple(const char *c)
{
    return c[0] == '"' && c[1] == '"' && c[2] == '"';
}

/* Walks over the character at c; *quote is the kind of quote open there: 0, ', " or 3.  Returns
 * how many characters were walked over. */
static size_t quote_step(const char *c, char *quote)
{
    if (is_triple(c) && (*quote == 0 || *quote == 3)) {
        *quote = *quote ? 0 : 3;
        return 3;
    }
    if (*quote == 0 && (*c == '"' || *c == '\''))
        *quote = *c;
    else if (*quote != 3 && *quote == *c)
        *quote = 0;
    return 1;
}

/* ------------------------------------------------------------------ step 1: join */

static enum md_status append_line(struct text *text, const struct md_source *source, int line,
                                  struct md_error *error)
{
    const char *c = source->line[line];
    size_t length = strlen(c);
    enum md_status status;

    if (length >= INT_MAX)
        return md_error_set(error, MD_ERR_FILE, NULL, "line %d of %s is too long", line + 1,
                            source->name);
    status = text_room(text, length + 1, error);
    for (size_t i = 0; status == MD_OK && i < length; i++)
        text_put(text, c[i], (struct origin){line, (int)i, 1});
    return status;
}

static size_t without_blanks(const struct text *text, size_t least)
{
    size_t n = text->used;

    while (n > least && isspace((unsigned char)text->c[n - 1]))
        n--;
    return n;
}

/* Counts the triple quotes from *scan on; *scan moves behind the last. */
static bool odd_triples(const struct text *text, size_t *scan, bool odd)
{
    const char *hit;

    while ((hit = strstr(text->c + *scan, "\"\"\"")) != NULL) {
        *scan = (size_t)(hit - text->c) + 3;
        odd = !odd;
    }
    return odd;
}

static enum md_status join(const struct md_source *source, int index, struct text *text, int *next,
                           struct md_error *error)
{
    size_t scan = 0, start = 0;
    bool open = false;

    for (int i = index;; i++) {
        enum md_status status = append_line(text, source, i, error);
        size_t end;

        *next = i + 1;
        if (status != MD_OK)
            return status;
        end = without_blanks(text, start);
        if (end > start && text->c[end - 1] == '&') {
            if (i + 1 == source->lines) {
                struct md_place place = place_of(source, text, end - 1, end - 1);

                return md_error_set(error, MD_ERR_SYNTAX, &place,
                                    "the deck ends after an '&', which continues a line in the "
                                    "next");
            }
            text_cut(text, end - 1);
        } else {
            text_cut(text, end);
            open = odd_triples(text, &scan, open);
            if (!open || i + 1 == source->lines)
                return MD_OK;
            text_put(text, '\n', (struct origin){i, (int)strlen(source->line[i]), 0});
        }
        start = text->used;
        /* A triple quote may be half written before an &: look at the last two again. */
        if (start > 2 && scan < start - 2)
            scan = start - 2;
    }
}

/* ------------------------------------------------------------------ step 2: comments */

static void strip_comment(struct text *text)
{
    char quote = 0;

    for (size_t i = 0; i < text->used;) {
        if (text->c[i] == '#' && !quote) {
            text_cut(text, i);
            return;
        }
        i += quote_step(text->c + i, &quote);
    }
}

/* ------------------------------------------------------------------ step 3: substitution */

/* Characters of the reference at c as far as can be told without evaluating it. */
static size_t reference_length(const char *c)
{
    size_t n = 2;
    int depth = 1;

    if (c[1] == '{') {
        const char *end = strchr(c, '}');

        return end ? (size_t)(end - c) + 1 : strlen(c);
    }
    if (c[1] != '(')
        return c[1] && !isspace((unsigned char)c[1]) ? 2 : 1;
    for (; c[n] && depth > 0; n++)
        depth += (c[n] == '(') - (c[n] == ')');
    return n;
}

/* Beyond these only the end result is echoed: decks made by programs can have very long lines. */
#define MOST_ECHOES  64
#define LONGEST_ECHO 65536

/* Adds "text so far" + "what is still to be read" as one line of *echo, as LAMMPS logs it. */
static enum md_status echo_step(char **echo, const struct text *out, const char *rest,
                                struct md_error *error)
{
    size_t old = *echo ? strlen(*echo) + 1 : 0, tail = strlen(rest);
    char *grown = realloc(*echo, old + out->used + tail + 1);

    if (!grown)
        return md_error_memory(error, "a line of the deck");
    if (old)
        grown[old - 1] = '\n';
    memcpy(grown + old, out->c ? out->c : "", out->used);
    memcpy(grown + old + out->used, rest, tail + 1);
    *echo = grown;
    return MD_OK;
}

/* Replaces the reference at in->c[*at]; *at moves behind it. */
static enum md_status replace(const struct md_source *source, const struct text *in, size_t *at,
                              const struct md_substitution *substitution, struct text *out,
                              struct md_error *error)
{
    size_t length = reference_length(in->c + *at);
    struct md_place place = place_of(source, in, *at, *at + length - 1);
    struct origin from = in->from[*at];
    const char *cursor = in->c + *at;
    char *value = NULL;
    enum md_status status;

    from.length = place.length;
    status = substitution->expand(substitution->context, &cursor, &place, &value, error);
    if (status != MD_OK) {
        free(value);
        if (!error->place.file)
            error->place = place;
        return status;
    }
    status = text_room(out, strlen(value), error);
    for (const char *c = value; status == MD_OK && *c; c++)
        text_put(out, *c, from);
    free(value);
    *at = (size_t)(cursor - in->c);
    return status;
}

static enum md_status substitute(const struct md_source *source, const struct text *in,
                                 const struct md_substitution *substitution, struct text *out,
                                 char **echo, struct md_error *error)
{
    char quote = 0;
    size_t steps = 0;

    for (size_t i = 0; i < in->used;) {
        enum md_status status = text_room(out, 3, error);
        size_t n;

        if (status != MD_OK)
            return status;
        if (substitution && !quote && in->c[i] == '\\' && in->c[i + 1] == '$') {
            text_put(out, '$', in->from[i]);
            i += 2;
            continue;
        }
        if (substitution && !quote && in->c[i] == '$') {
            status = replace(source, in, &i, substitution, out, error);
            steps += in->used > LONGEST_ECHO ? MOST_ECHOES + 1 : 1;
            if (status == MD_OK && echo && steps <= MOST_ECHOES)
                status = echo_step(echo, out, in->c + i, error);
            if (status != MD_OK)
                return status;
            continue;
        }
        for (n = quote_step(in->c + i, &quote); n > 0; n--, i++)
            text_put(out, in->c[i], in->from[i]);
    }
    if (echo && steps > MOST_ECHOES)
        return echo_step(echo, out, "", error);
    return MD_OK;
}

/* ------------------------------------------------------------------ step 4: words */

static enum md_status add_word(struct md_line *line, const struct md_source *source,
                               const struct text *text, size_t first, size_t last, int quotes,
                               struct md_error *error)
{
    char *storage = line->storage;
    struct md_word *word;

    if ((line->count & (line->count - 1)) == 0) { /* full at every power of two */
        size_t room = line->count ? 2 * (size_t)line->count : 1;
        struct md_word *words = realloc(line->words, room * sizeof *words);

        if (!words)
            return md_error_memory(error, "the words of a line");
        line->words = words;
    }
    word = &line->words[line->count++];
    word->place = place_of(source, text, first, last);
    word->quoted = quotes > 0;
    word->files = source->files;
    word->text = storage + first + quotes;
    storage[last + 1 - (size_t)quotes] = '\0';
    return MD_OK;
}

/* The end of the quoted word that begins at `first` (index of its last quote). */
static enum md_status quoted_end(const struct md_source *source, const struct text *text,
                                 size_t first, int quotes, size_t *last, struct md_error *error)
{
    static const char triple[] = "\"\"\"";
    const char one[2] = {text->c[first], '\0'};
    const char *mark = quotes == 3 ? triple : one;
    const char *end = strstr(text->c + first + quotes, mark);
    struct md_place place;

    if (!end) {
        place = place_of(source, text, first, first + (size_t)quotes - 1);
        return md_error_set(error, MD_ERR_SYNTAX, &place,
                            "this quote %s is never closed in its line", mark);
    }
    *last = (size_t)(end - text->c) + (size_t)quotes - 1;
    if (text->c[*last + 1] && !isspace((unsigned char)text->c[*last + 1])) {
        place = place_of(source, text, first, *last);
        md_error_set(error, MD_ERR_SYNTAX, &place,
                     "the closing quote %s must be followed by white space, not '%c'", mark,
                     text->c[*last + 1]);
        return md_error_hint(error, "a text that contains %s can stand between %s", mark,
                             quotes == 3     ? "single or double quotes"
                             : one[0] == '"' ? "single or triple quotes"
                                             : "double or triple quotes");
    }
    return MD_OK;
}

static enum md_status cut_words(const struct md_source *source, const struct text *text,
                                struct md_line *line, struct md_error *error)
{
    enum md_status status = MD_OK;
    const char *c = text->c;

    line->storage = malloc(text->used + 1);
    if (!line->storage)
        return md_error_memory(error, "the words of a line");
    memcpy(line->storage, c, text->used + 1);
    for (size_t i = 0; i < text->used && status == MD_OK;) {
        size_t last = i;
        int quotes = 0;

        if (isspace((unsigned char)c[i])) {
            i++;
            continue;
        }
        if (c[i] == '"' || c[i] == '\'') {
            quotes = is_triple(c + i) ? 3 : 1;
            status = quoted_end(source, text, i, quotes, &last, error);
        } else {
            while (c[last + 1] && !isspace((unsigned char)c[last + 1]))
                last++;
        }
        if (status == MD_OK)
            status = add_word(line, source, text, i, last, quotes, error);
        i = last + 1;
    }
    return status;
}

/* ------------------------------------------------------------------ the whole */

enum md_status md_lexer_line(const struct md_source *source, int index,
                             const struct md_substitution *substitution, struct md_line *line,
                             struct md_error *error)
{
    struct text in = {NULL, NULL, 0, 0}, out = {NULL, NULL, 0, 0};
    enum md_status status;

    memset(line, 0, sizeof *line);
    line->next = index + 1;
    status = text_room(&in, 1, error);
    if (status == MD_OK)
        status = text_room(&out, 1, error);
    if (status == MD_OK) {
        in.c[0] = out.c[0] = '\0';
        if (index < source->lines)
            status = join(source, index, &in, &line->next, error);
        line->raw = md_memory_text(in.c);
        if (status == MD_OK && !line->raw)
            status = md_error_memory(error, "a line of the deck");
    }
    if (status == MD_OK) {
        strip_comment(&in);
        status = substitute(source, &in, substitution, &out, &line->echo, error);
    }
    if (status == MD_OK)
        status = cut_words(source, &out, line, error);
    text_free(&in);
    free(out.from);
    line->expanded = out.c;
    return status;
}

void md_line_free(struct md_line *line)
{
    free(line->words);
    free(line->expanded);
    free(line->raw);
    free(line->echo);
    free(line->storage);
    memset(line, 0, sizeof *line);
}

/* Appends n characters; *out is always terminated. */
static enum md_status append(char **out, size_t *used, size_t *room, const char *text, size_t n,
                             struct md_error *error)
{
    if (*used + n + 1 > *room) {
        size_t more = 2 * (*used + n + 1);
        char *grown = realloc(*out, more);

        if (!grown)
            return md_error_memory(error, "a text with variables");
        *out = grown;
        *room = more;
    }
    memcpy(*out + *used, text, n);
    *used += n;
    (*out)[*used] = '\0';
    return MD_OK;
}

enum md_status md_lexer_substitute(const char *text, const struct md_substitution *substitution,
                                   const struct md_place *place, char **out, struct md_error *error)
{
    size_t used = 0, room = 0;
    char quote = 0, *value;
    enum md_status status;

    *out = NULL;
    status = append(out, &used, &room, "", 0, error);
    for (const char *c = text; status == MD_OK && *c;) {
        if (!quote && c[0] == '\\' && c[1] == '$') {
            status = append(out, &used, &room, "$", 1, error);
            c += 2;
        } else if (!quote && *c == '$') {
            value = NULL;
            status = substitution->expand(substitution->context, &c, place, &value, error);
            if (status == MD_OK)
                status = append(out, &used, &room, value, strlen(value), error);
            free(value);
        } else {
            size_t n = quote_step(c, &quote);

            status = append(out, &used, &room, c, n, error);
            c += n;
        }
    }
    if (status != MD_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}
