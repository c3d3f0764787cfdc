/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors as a person reads them:
 *
 *     in.melt:3:17: error: unknown lattice style 'fcb'; ...
 *         lattice     fcb 0.8442
 *                     ^~~
 *       hint: did you mean 'fcc'?
 *
 * The first line is what editors and compilers agree on, so that a click in a terminal or editor
 * leads to the word.  The caret line repeats the tabs of the deck's line, whatever their width.
 */
#include "api/report.h"

#include <string.h>

struct md_colors {
    const char *place, *error, *caret, *hint, *end;
};

static const struct md_colors plain = {"", "", "", "", ""};
static const struct md_colors ansi = {"\033[1m", "\033[1;31m", "\033[1;32m", "\033[36m", "\033[0m"};

/* A deck may contain anything; a terminal should not be sent it raw. */
static void put_line(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        fputc((unsigned char)*c < ' ' && *c != '\t' ? '?' : *c, out);
}

/* Blanks as wide as the line's first `count` bytes: tabs stay tabs, and the later bytes of a
 * character encoded in several take no room. */
static void put_blanks(FILE *out, const char *text, int count)
{
    for (int i = 0; i < count && text[i] != '\0'; i++)
        if (text[i] == '\t')
            fputc('\t', out);
        else if (((unsigned char)text[i] & 0xC0) != 0x80)
            fputc(' ', out);
}

static void put_caret(FILE *out, const struct md_place *place, const struct md_colors *color)
{
    int left = (int)strlen(place->text) - (place->column - 1);
    int length = place->length < left ? place->length : left;

    fputs("    ", out);
    put_blanks(out, place->text, place->column - 1);
    fprintf(out, "%s^", color->caret);
    for (int i = 1; i < length; i++)
        if (((unsigned char)place->text[place->column - 1 + i] & 0xC0) != 0x80)
            fputc('~', out);
    fprintf(out, "%s\n", color->end);
}

static void put_place(FILE *out, const struct md_place *place)
{
    if (place->file == NULL)
        fputs("avimd", out);
    else if (place->line <= 0)
        fputs(place->file, out);
    else if (place->column <= 0)
        fprintf(out, "%s:%d", place->file, place->line);
    else
        fprintf(out, "%s:%d:%d", place->file, place->line, place->column);
}

void md_report_write(FILE *out, const struct md_error *error, bool color)
{
    const struct md_place *place = &error->place;
    const struct md_colors *use = color ? &ansi : &plain;

    fputs(use->place, out);
    put_place(out, place);
    fprintf(out, ":%s %serror:%s ", use->end, use->error, use->end);
    put_line(out, error->text);
    fputc('\n', out);
    if (place->file != NULL && place->text != NULL && place->line > 0) {
        fputs("    ", out);
        put_line(out, place->text);
        fputc('\n', out);
        if (place->column > 0 && (size_t)place->column <= strlen(place->text) + 1)
            put_caret(out, place, use);
    }
    if (error->hint[0] != '\0')
        fprintf(out, "  %shint:%s %s\n", use->hint, use->end, error->hint);
}
