/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader works line by line.  A paragraph or list item is given to the sink as one text with
 * its line breaks; marks inside it are found by looking for their ends in the same block, and a
 * mark without an end is plain text.
 */
#include "manual/markdown.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct reader {
    const char *at; /* the present line */
    const struct md_markdown_sink *sink;
};

/* ------------------------------------------------------------------ inside a block */

static void tell(const struct md_markdown_sink *sink, const char *text, size_t length)
{
    if (length > 0)
        sink->text(sink->context, text, length);
}

static void open_mark(const struct md_markdown_sink *sink, enum md_mark mark, int level)
{
    sink->open(sink->context, mark, level, NULL, 0);
}

static void close_mark(const struct md_markdown_sink *sink, enum md_mark mark, int level)
{
    sink->close(sink->context, mark, level);
}

/* Where `mark` stands again, or NULL. */
static const char *find_end(const char *text, const char *end, const char *mark)
{
    size_t length = strlen(mark);

    for (; text + length <= end; text++)
        if (memcmp(text, mark, length) == 0)
            return text;
    return NULL;
}

static void inline_text(const struct md_markdown_sink *sink, const char *text, const char *end);

/* `code`, **strong**, *emphasis*: returns what follows, or NULL if it is none. */
static const char *inline_span(const struct md_markdown_sink *sink, const char *at, const char *end)
{
    static const struct {
        const char *mark;
        enum md_mark what;
    } spans[] = {{"`", MD_MARK_LITERAL}, {"**", MD_MARK_STRONG}, {"*", MD_MARK_EMPHASIS}};

    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        size_t length = strlen(spans[i].mark);

        if ((size_t)(end - at) <= length || strncmp(at, spans[i].mark, length) != 0)
            continue;
        const char *inner = at + length, *stop = find_end(inner, end, spans[i].mark);
        if (stop == NULL || stop == inner || isspace((unsigned char)*inner))
            continue;
        open_mark(sink, spans[i].what, 0);
        if (spans[i].what == MD_MARK_LITERAL)
            tell(sink, inner, (size_t)(stop - inner));
        else
            inline_text(sink, inner, stop);
        close_mark(sink, spans[i].what, 0);
        return stop + length;
    }
    return NULL;
}

/* [text](target) */
static const char *inline_link(const struct md_markdown_sink *sink, const char *at, const char *end)
{
    const char *middle = find_end(at + 1, end, "](");
    const char *stop = middle != NULL ? find_end(middle + 2, end, ")") : NULL;

    if (stop == NULL || memchr(at + 1, '[', (size_t)(middle - at - 1)) != NULL)
        return NULL;
    sink->open(sink->context, MD_MARK_LINK, 0, middle + 2, (size_t)(stop - middle - 2));
    inline_text(sink, at + 1, middle);
    sink->close(sink->context, MD_MARK_LINK, 0);
    return stop + 1;
}

static void inline_text(const struct md_markdown_sink *sink, const char *text, const char *end)
{
    const char *plain = text;

    for (const char *at = text; at < end;) {
        const char *after = NULL;

        if (*at == '\\' && at + 1 < end && ispunct((unsigned char)at[1])) {
            tell(sink, plain, (size_t)(at - plain));
            plain = at + 1;
            at += 2;
            continue;
        }
        if (*at == '`' || *at == '*' || *at == '[') {
            tell(sink, plain, (size_t)(at - plain));
            plain = at;
            after = *at == '[' ? inline_link(sink, at, end) : inline_span(sink, at, end);
        }
        at = after != NULL ? after : at + 1;
        if (after != NULL)
            plain = after;
    }
    tell(sink, plain, (size_t)(end - plain));
}

/* ------------------------------------------------------------------ lines */

static const char *line_end(const char *line)
{
    return line + strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
    const char *end = line_end(line);
    return *end == '\n' ? end + 1 : end;
}

static bool blank(const char *line)
{
    return line[strspn(line, " \t\r")] == '\n' || line[strspn(line, " \t\r")] == '\0';
}

static int heading_level(const char *line)
{
    int level = (int)strspn(line, "#");
    return level > 0 && level <= 6 && line[level] == ' ' ? level : 0;
}

/* Characters before an item's text: "- ", "12. "; 0: no item. */
static size_t item_mark(const char *line, bool *number)
{
    size_t digits = strspn(line, "0123456789");

    *number = digits > 0;
    if (digits > 0 && digits < 4 && line[digits] == '.' && line[digits + 1] == ' ')
        return digits + 2;
    return digits == 0 && line[0] == '-' && line[1] == ' ' ? 2 : 0;
}

static bool is_table(const char *line)
{
    return line[0] == '|';
}

static bool starts_block(const char *line)
{
    bool number;

    return blank(line) || heading_level(line) > 0 || strncmp(line, "```", 3) == 0 ||
           is_table(line) || item_mark(line, &number) > 0;
}

/* ------------------------------------------------------------------ blocks */

static void heading(struct reader *reader)
{
    int level = heading_level(reader->at);
    const char *first = reader->at + level + 1, *end = line_end(reader->at);

    reader->sink->open(reader->sink->context, MD_MARK_HEADING, level, first, (size_t)(end - first));
    inline_text(reader->sink, first, end);
    close_mark(reader->sink, MD_MARK_HEADING, level);
    reader->at = next_line(reader->at);
}

/* To the closing fence, or to the end of the text. */
static void code(struct reader *reader)
{
    const char *first = next_line(reader->at), *line = first;

    while (*line != '\0' && strncmp(line, "```", 3) != 0)
        line = next_line(line);
    open_mark(reader->sink, MD_MARK_CODE, 0);
    tell(reader->sink, first, (size_t)(line - first));
    close_mark(reader->sink, MD_MARK_CODE, 0);
    reader->at = next_line(line);
}

/* From `first` to the end of the last line that belongs to the same paragraph. */
static void flow(struct reader *reader, const char *first)
{
    const char *line = reader->at, *end = line_end(line);

    for (line = next_line(line); !starts_block(line); line = next_line(line))
        end = line_end(line);
    inline_text(reader->sink, first, end);
    reader->at = line;
}

static void paragraph(struct reader *reader)
{
    open_mark(reader->sink, MD_MARK_PARAGRAPH, 0);
    flow(reader, reader->at);
    close_mark(reader->sink, MD_MARK_PARAGRAPH, 0);
}

static void list(struct reader *reader)
{
    bool numbers, number;
    size_t skip = item_mark(reader->at, &numbers);
    enum md_mark mark = numbers ? MD_MARK_NUMBERS : MD_MARK_LIST;

    open_mark(reader->sink, mark, 0);
    while (skip > 0) {
        open_mark(reader->sink, MD_MARK_ITEM, numbers ? 1 : 0);
        flow(reader, reader->at + skip);
        close_mark(reader->sink, MD_MARK_ITEM, numbers ? 1 : 0);
        skip = item_mark(reader->at, &number);
        if (skip > 0 && number != numbers)
            break;
    }
    close_mark(reader->sink, mark, 0);
}

/* ------------------------------------------------------------------ tables */

/* The end of the cell that begins at `cell`: a bar that is neither escaped nor in `code`; NULL
 * after the last one. */
static const char *cell_end(const char *cell, const char *end)
{
    bool literal = false;

    for (const char *c = cell; c < end; c++) {
        if (*c == '\\' && c + 1 < end)
            c++;
        else if (*c == '`')
            literal = !literal;
        else if (*c == '|' && !literal)
            return c;
    }
    return NULL;
}

static int columns(const char *line)
{
    const char *end = line_end(line);
    int count = 0;

    for (const char *c = line + 1; (c = cell_end(c, end)) != NULL; c++)
        count++;
    return count;
}

static void row(const struct md_markdown_sink *sink, const char *line, int count, int head)
{
    const char *end = line_end(line), *cell = line + 1;

    open_mark(sink, MD_MARK_ROW, head);
    for (int i = 0; i < count; i++) {
        const char *stop = cell != NULL ? cell_end(cell, end) : NULL, *last = stop;

        open_mark(sink, MD_MARK_CELL, head);
        if (stop != NULL) {
            while (cell < last && *cell == ' ')
                cell++;
            while (last > cell && last[-1] == ' ')
                last--;
            inline_text(sink, cell, last);
        }
        close_mark(sink, MD_MARK_CELL, head);
        cell = stop != NULL ? stop + 1 : NULL;
    }
    close_mark(sink, MD_MARK_ROW, head);
}

/* A line of dashes, bars, colons and spaces below the first makes that the head. */
static bool is_rule(const char *line)
{
    size_t length = strcspn(line, "\n");
    return is_table(line) && strspn(line, "|-: ") == length && memchr(line, '-', length) != NULL;
}

static void table(struct reader *reader)
{
    int count = columns(reader->at), head = is_rule(next_line(reader->at)) ? 1 : 0;

    open_mark(reader->sink, MD_MARK_TABLE, count);
    while (is_table(reader->at)) {
        row(reader->sink, reader->at, count, head);
        reader->at = next_line(reader->at);
        if (head)
            reader->at = next_line(reader->at);
        head = 0;
    }
    close_mark(reader->sink, MD_MARK_TABLE, count);
}

void md_markdown_render(const char *text, const struct md_markdown_sink *sink)
{
    struct reader reader = {text, sink};
    bool number;

    while (*reader.at != '\0') {
        if (blank(reader.at))
            reader.at = next_line(reader.at);
        else if (heading_level(reader.at) > 0)
            heading(&reader);
        else if (strncmp(reader.at, "```", 3) == 0)
            code(&reader);
        else if (is_table(reader.at))
            table(&reader);
        else if (item_mark(reader.at, &number) > 0)
            list(&reader);
        else
            paragraph(&reader);
    }
}
