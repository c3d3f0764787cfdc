/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The manual as pages for man(1), section 7.  Everything but letters, digits and spaces is written
 * so that roff can take it for nothing else: backslashes, quotes, dashes, and dots at the beginning
 * of a line.
 */
#include "manual/manual.h"
#include "manual/markdown.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RELATED = 16, MOST_COLUMNS = 16, HEAD_SIZE = 64, WIDE = 4 };

/* A page being written. */
struct roff {
    FILE *out;
    const struct md_catalog *catalog;
    bool start;       /* at the beginning of a line */
    bool fixed;       /* in a block that keeps its lines */
    bool skip;        /* in the title, which NAME already said */
    bool one_line;    /* in the word of a macro */
    bool breaks;      /* in words that may be divided after a bar */
    bool fresh;       /* below a heading, where no paragraph need begin */
    int item, column; /* of a list and of a table, from 0 */
    /* A table of WIDE columns or more becomes a list, since a page has 80: the name in bold, then
     * what stands above each other column and its value. */
    bool wide, in_head;
    char head[MOST_COLUMNS][HEAD_SIZE];
};

/* ------------------------------------------------------------------ texts */

static void put_char(struct roff *roff, char c)
{
    static const char *const written[128] = {
        ['\\'] = "\\e",  ['-'] = "\\-",   ['\''] = "\\(aq", ['"'] = "\\(dq",
        ['`'] = "\\(ga", ['^'] = "\\(ha", ['~'] = "\\(ti"};
    const char *text = (unsigned char)c < 128 ? written[(unsigned char)c] : "?";

    roff->fresh = false;
    if (roff->start && c == '.')
        fputs("\\&", roff->out);
    if (text != NULL)
        fputs(text, roff->out);
    else if (isprint((unsigned char)c) || c == '\n')
        putc(c, roff->out);
    if (roff->breaks && c == '|')
        fputs("\\:", roff->out);
    roff->start = c == '\n';
}

/* In running text lines are filled: spaces at the beginning of one would break it, and sentences
 * that two spaces part begin new ones. */
static void put(struct roff *roff, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool space = text[i] == ' ' || text[i] == '\n';

        if (roff->one_line && text[i] == '\n')
            put_char(roff, ' ');
        else if (roff->fixed || !space)
            put_char(roff, text[i]);
        else if (roff->start)
            continue;
        else if (!roff->one_line && i + 1 < length && text[i] == ' ' && text[i + 1] == ' ')
            put_char(roff, '\n');
        else
            put_char(roff, text[i]);
    }
}

static void puts_text(struct roff *roff, const char *text)
{
    put(roff, text, strlen(text));
}

static void end_line(struct roff *roff)
{
    if (!roff->start)
        putc('\n', roff->out);
    roff->start = true;
}

static void request(struct roff *roff, const char *text)
{
    end_line(roff);
    fputs(text, roff->out);
    putc('\n', roff->out);
}

static void paragraph(struct roff *roff)
{
    if (roff->fresh)
        end_line(roff);
    else
        request(roff, ".PP");
    roff->fresh = false;
}

static void heading(struct roff *roff, const char *name)
{
    request(roff, name);
    roff->fresh = true;
}

static void open_fixed(struct roff *roff)
{
    paragraph(roff);
    request(roff, ".RS 2\n.nf");
    roff->fixed = true;
}

static void close_fixed(struct roff *roff)
{
    request(roff, ".fi\n.RE");
    roff->fixed = false;
}

static void put_definitions(struct roff *roff, const struct md_block *block)
{
    struct md_definition definition;

    for (size_t at = 0; md_catalog_definition(block, &at, &definition);) {
        request(roff, ".TP");
        fputs("\\fB", roff->out);
        roff->start = false;
        put(roff, definition.word, definition.word_length);
        fputs("\\fR", roff->out);
        end_line(roff);
        put(roff, definition.meaning, definition.meaning_length);
        end_line(roff);
    }
}

static void put_manual(struct roff *roff, const char *text)
{
    struct md_block block;

    while (md_catalog_block(&text, &block)) {
        if (block.form == MD_BLOCK_DEFINITIONS) {
            put_definitions(roff, &block);
            continue;
        }
        if (block.form == MD_BLOCK_FIXED)
            open_fixed(roff);
        else
            paragraph(roff);
        put(roff, block.text, block.length);
        if (block.form == MD_BLOCK_FIXED)
            close_fixed(roff);
    }
    end_line(roff);
}

/* ------------------------------------------------------------------ around every page */

/* \(dq is for text; inside the words of .TH nothing but letters, digits and dashes stands. */
static void begin(struct roff *roff, const struct md_manual *manual, const char *name,
                  const char *summary)
{
    FILE *out = roff->out;

    fputs("'\\\" t\n.TH \"AVIMD", out);
    for (const char *c = name; *c != '\0'; c++) {
        if (c == name)
            fputs("\\-", out);
        put_char(roff, (char)toupper((unsigned char)*c));
    }
    fprintf(out, "\" \"7\" \"\" \"AviMD %s\" \"Decks of AviMD\"\n", manual->catalog->version);
    fputs(".SH NAME\navimd\\-", out);
    puts_text(roff, name);
    fputs(" \\- ", out);
    puts_text(roff, summary);
    roff->start = false;
    end_line(roff);
}

static void put_reference(struct roff *roff, struct md_ref ref, bool first)
{
    char name[MD_CATALOG_NAME];

    md_catalog_page_name(roff->catalog, ref, name);
    fputs(first ? "" : ",\n", roff->out);
    fputs("\\fBavimd\\-", roff->out);
    roff->start = false;
    puts_text(roff, name);
    fputs("\\fR(7)", roff->out);
}

/* ------------------------------------------------------------------ the page of an entry */

static void put_param(struct roff *roff, const struct md_param *param)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);

    if (memory == NULL)
        return;
    md_catalog_param(memory, param);
    if (param->doc != NULL && param->doc[0] != '\0')
        fprintf(memory, ": %s", param->doc);
    if (fclose(memory) != 0 || text == NULL) {
        free(text);
        errno = ENOMEM; /* the page is given up where it is closed */
        return;
    }
    fputs(".TP\n.B ", roff->out);
    roff->start = false;
    puts_text(roff, param->name);
    end_line(roff);
    puts_text(roff, text);
    end_line(roff);
    free(text);
}

static void put_params(struct roff *roff, const char *title, const struct md_param *params)
{
    const struct md_param *param = md_catalog_next_param(params);

    if (param != NULL)
        request(roff, title);
    for (; param != NULL; param = md_catalog_next_param(param + 1))
        put_param(roff, param);
}

static void put_list(struct roff *roff, int kind)
{
    struct md_entry entry;

    for (int i = 0; md_catalog_at(&roff->catalog->kinds[kind], i, &entry); i++) {
        if (!md_catalog_has_page(&entry)) {
            puts_text(roff, entry.name);
            end_line(roff);
            continue;
        }
        fputs(".TP\n", roff->out);
        put_reference(roff, (struct md_ref){kind, i}, true);
        end_line(roff);
        puts_text(roff, entry.summary != NULL ? entry.summary : entry.name);
        end_line(roff);
    }
}

static void put_heading(struct roff *roff, const char *title)
{
    end_line(roff);
    fputs(".SH \"", roff->out);
    roff->start = false;
    for (const char *c = title; *c != '\0'; c++)
        put_char(roff, (char)toupper((unsigned char)*c));
    fputs("\"", roff->out);
    end_line(roff);
}

static void put_styles(struct roff *roff, const struct md_entry *entry)
{
    for (int k = 0; k < roff->catalog->count; k++) {
        const struct md_kind *kind = &roff->catalog->kinds[k];

        if (kind->command == NULL || strcmp(kind->command, entry->name) != 0)
            continue;
        put_heading(roff, kind->title);
        put_list(roff, k);
    }
}

static void put_related(struct roff *roff, struct md_ref self)
{
    struct md_ref list[MOST_RELATED];
    int count = md_catalog_related(roff->catalog, self, list, MOST_RELATED);

    request(roff, ".SH SEE ALSO");
    for (int i = 0; i < count; i++)
        put_reference(roff, list[i], i == 0);
    fputs(count > 0 ? ",\n" : "", roff->out);
    fputs("\\fBavimd\\-decks\\fR(7), \\fBavimd\\fR(1)\n", roff->out);
    roff->start = true;
}

/* Filled, since some are long, but without stretching and dividing words. */
static void put_usage(struct roff *roff, const char *usage)
{
    request(roff, ".SH SYNOPSIS\n.na\n.nh");
    roff->breaks = true;
    for (const char *line = usage; *line != '\0';) {
        size_t length = strcspn(line, "\n");

        if (line > usage)
            request(roff, ".br");
        put(roff, line, length);
        line += length + (line[length] == '\n');
    }
    roff->breaks = false;
    request(roff, ".hy\n.ad");
}

void md_roff_entry(FILE *out, const struct md_manual *manual, struct md_ref ref,
                   const char *example)
{
    struct roff roff = {.out = out, .catalog = manual->catalog, .start = true};
    char name[MD_CATALOG_NAME];
    struct md_entry entry;

    if (!md_catalog_entry(manual->catalog, ref, &entry))
        return;
    md_catalog_page_name(manual->catalog, ref, name);
    begin(&roff, manual, name, entry.summary != NULL ? entry.summary : entry.name);
    put_usage(&roff, entry.usage);
    put_params(&roff, ".SH PARAMETERS", entry.params);
    put_params(&roff, ".SH COEFFICIENTS", entry.coeffs);
    if (entry.manual != NULL && entry.manual[0] != '\0') {
        heading(&roff, ".SH DESCRIPTION");
        put_manual(&roff, entry.manual);
    }
    if (example != NULL) {
        request(&roff, ".SH EXAMPLE\n.nf");
        roff.fixed = true;
        puts_text(&roff, example);
        roff.fixed = false;
        request(&roff, ".fi");
    }
    if (entry.cite != NULL) {
        request(&roff, ".SH REFERENCE");
        puts_text(&roff, entry.cite);
        end_line(&roff);
    }
    put_styles(&roff, &entry);
    put_related(&roff, ref);
}

/* ------------------------------------------------------------------ Markdown */

static void open_table(struct roff *roff, int columns)
{
    roff->wide = columns >= WIDE;
    memset(roff->head, 0, sizeof roff->head);
    if (roff->wide)
        return;
    paragraph(roff);
    /* Room for its head and first row: groff warns of a table that begins at a page's last line. */
    request(roff, ".na\n.ne 6v\n.TS\ntab(@);");
    for (int i = 0; i < columns; i++)
        fputs(i == 0 ? "l" : " lx", roff->out);
    fputs(".\n", roff->out);
}

static void open_item(struct roff *roff, bool number)
{
    end_line(roff);
    roff->item++;
    if (number)
        fprintf(roff->out, ".IP %d. 4\n", roff->item);
    else
        fputs(".IP \\(bu 2\n", roff->out);
}

static void open_wide_cell(struct roff *roff, bool head)
{
    const char *name = roff->column < MOST_COLUMNS ? roff->head[roff->column] : "";

    roff->in_head = head;
    roff->column++;
    if (head)
        return;
    if (roff->column == 1) {
        request(roff, ".TP");
        return;
    }
    if (roff->column > 2)
        puts_text(roff, "; ");
    puts_text(roff, name);
    puts_text(roff, ": ");
}

static void close_wide_cell(struct roff *roff)
{
    if (!roff->in_head && roff->column == 1)
        end_line(roff);
    roff->in_head = false;
}

static void open_cell(struct roff *roff, bool head)
{
    fputs(roff->column++ > 0 ? "@T{\n" : "T{\n", roff->out);
    fputs(head ? "\\fB" : "", roff->out);
    roff->start = !head;
}

static void mark_open(void *context, enum md_mark mark, int level, const char *target,
                      size_t length)
{
    struct roff *roff = context;

    (void)target, (void)length;
    switch (mark) {
    case MD_MARK_HEADING:
        end_line(roff);
        roff->skip = level == 1;
        roff->one_line = true;
        if (level > 1)
            fputs(level == 2 ? ".SH \"" : ".SS \"", roff->out);
        roff->start = level == 1;
        break;
    case MD_MARK_PARAGRAPH:
        paragraph(roff);
        break;
    case MD_MARK_LIST:
    case MD_MARK_NUMBERS:
        roff->item = 0;
        break;
    case MD_MARK_ITEM:
        open_item(roff, level == 1);
        break;
    case MD_MARK_CODE:
        open_fixed(roff);
        break;
    case MD_MARK_TABLE:
        open_table(roff, level);
        break;
    case MD_MARK_ROW:
        roff->column = 0;
        break;
    case MD_MARK_CELL:
        if (roff->wide)
            open_wide_cell(roff, level == 1);
        else
            open_cell(roff, level == 1);
        break;
    default:
        if (!roff->skip && !roff->one_line && !roff->in_head)
            fputs(mark == MD_MARK_EMPHASIS || mark == MD_MARK_LINK ? "\\fI" : "\\fB", roff->out);
        roff->start = roff->start && roff->skip;
    }
}

static void mark_close(void *context, enum md_mark mark, int level)
{
    struct roff *roff = context;

    switch (mark) {
    case MD_MARK_HEADING:
        if (level > 1)
            fputs("\"", roff->out);
        end_line(roff);
        roff->fresh = true;
        roff->skip = roff->one_line = false;
        break;
    case MD_MARK_CODE:
        close_fixed(roff);
        break;
    case MD_MARK_TABLE:
        if (roff->wide)
            end_line(roff);
        else
            request(roff, ".TE\n.ad");
        break;
    case MD_MARK_CELL:
        if (roff->wide) {
            close_wide_cell(roff);
            break;
        }
        fputs(level == 1 ? "\\fR" : "", roff->out);
        roff->start = roff->start && level != 1;
        end_line(roff);
        fputs("T}", roff->out);
        roff->start = false;
        break;
    case MD_MARK_PARAGRAPH:
    case MD_MARK_LIST:
    case MD_MARK_NUMBERS:
    case MD_MARK_ITEM:
    case MD_MARK_ROW:
        end_line(roff);
        break;
    default:
        if (!roff->skip && !roff->one_line && !roff->in_head)
            fputs("\\fR", roff->out);
    }
}

static void mark_text(void *context, const char *text, size_t length)
{
    struct roff *roff = context;

    if (roff->in_head && roff->column <= MOST_COLUMNS) {
        char *head = roff->head[roff->column - 1];
        size_t used = strlen(head);

        snprintf(head + used, HEAD_SIZE - used, "%.*s", (int)length, text);
    } else if (!roff->skip) {
        put(roff, text, length);
    }
}

void md_roff_page(FILE *out, const struct md_manual *manual, const struct md_manual_page *page)
{
    struct roff roff = {.out = out, .catalog = manual->catalog, .start = true};
    struct md_markdown_sink sink = {&roff, mark_open, mark_close, mark_text};

    begin(&roff, manual, page->name, page->title);
    heading(&roff, ".SH DESCRIPTION");
    md_markdown_render(page->text, &sink);
    request(&roff, ".SH SEE ALSO\n\\fBavimd\\-decks\\fR(7), \\fBavimd\\fR(1)");
}

/* ------------------------------------------------------------------ everything there is */

void md_roff_overview(FILE *out, const struct md_manual *manual)
{
    struct roff roff = {.out = out, .catalog = manual->catalog, .start = true};

    begin(&roff, manual, "decks", "commands and styles of decks");
    fputs(".SH DESCRIPTION\n"
          "A deck is a text of commands, one on each line, in the language of LAMMPS.\n"
          "A comment goes from # to the end of its line, & at the end of a line continues it, and\n"
          "$x, ${name} and $(formula) stand for values of variables.\n"
          "Every command and style has a page of its own; \\fBavimd \\-\\-help \\fINAME\\fR shows\n"
          "the same without the example.\n",
          out);
    if (manual->page_count > 0)
        fputs(".PP\nThere is more to read in\n", out);
    for (int i = 0; i < manual->page_count; i++) {
        fputs(i > 0 ? ",\n" : "", out);
        fputs("\\fBavimd\\-", out);
        roff.start = false;
        puts_text(&roff, manual->pages[i].name);
        fputs("\\fR(7)", out);
    }
    if (manual->page_count > 0)
        fputs(".", out);
    end_line(&roff);
    for (int k = 0; k < manual->catalog->count; k++) {
        put_heading(&roff, manual->catalog->kinds[k].title);
        put_list(&roff, k);
    }
    request(&roff, ".SH SEE ALSO\n\\fBavimd\\fR(1)");
}
