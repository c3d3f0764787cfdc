/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A printf format from a deck is a program someone else wrote: it is read character by character
 * and rebuilt from its parts, so that only formats made here are ever handed to printf.
 */
#include "base/format.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH_MAX     100
#define PRECISION_MAX 60

static const struct {
    const char *conversions;
    const char *lengths; /* letters allowed before the conversion */
    const char *example;
    const char *what;
} kinds[] = {
    [MD_FORMAT_INT] = {"di", "hljz", "%d or %8d", "an integer"},
    [MD_FORMAT_FLOAT] = {"eEfFgG", "l", "%g or %20.15g", "a real number"},
    [MD_FORMAT_TEXT] = {"s", "", "%s or %-4s", "a text"},
};

static enum md_status refuse(const char *text, enum md_format_kind kind,
                             const struct md_place *place, const char *why, struct md_error *error)
{
    return md_error_set(error, MD_ERR_VALUE, place,
                        "format '%.80s' %s: this column is %s and needs exactly one conversion "
                        "such as %s, width at most %d, precision at most %d",
                        text, why, kinds[kind].what, kinds[kind].example, WIDTH_MAX, PRECISION_MAX);
}

/* Digits at *cursor as a number; -1 when it is greater than max. */
static int digits(const char **cursor, int max)
{
    int value = 0;
    for (; isdigit((unsigned char)**cursor); (*cursor)++) {
        value = value * 10 + (**cursor - '0');
        if (value > max)
            return -1;
    }
    return value;
}

/* Reads the conversion that begins at *cursor (a '%') and appends its safe form to out. */
static const char *conversion(const char **cursor, enum md_format_kind kind, char *out, size_t size)
{
    const char *start = *cursor;
    const char *c = start + 1;
    c += strspn(c, "-+ 0#");
    if (c - start > 6)
        return "has too many flags";
    if (digits(&c, WIDTH_MAX) < 0)
        return "is too wide";
    if (*c == '.') {
        c++;
        if (digits(&c, PRECISION_MAX) < 0)
            return "is too precise";
    }
    size_t kept = (size_t)(c - start);
    c += strspn(c, kinds[kind].lengths);
    if (*c == '\0' || strchr(kinds[kind].conversions, *c) == NULL)
        return "has the wrong conversion";
    snprintf(out + strlen(out), size - strlen(out), "%.*s%s%c", (int)kept, start,
             kind == MD_FORMAT_INT ? "ll" : "", *c);
    *cursor = c + 1;
    return NULL;
}

enum md_status md_format_read(const char *text, enum md_format_kind kind,
                              const struct md_place *place, char out[MD_FORMAT_SIZE],
                              struct md_error *error)
{
    char safe[MD_FORMAT_SIZE] = "";
    int found = 0;
    if (strlen(text) > MD_FORMAT_SIZE - 8)
        return refuse(text, kind, place, "is too long", error);
    for (const char *c = text; *c != '\0';) {
        if (c[0] == '%' && c[1] != '%') {
            const char *why = conversion(&c, kind, safe, sizeof safe);
            if (why == NULL && ++found > 1)
                why = "has two conversions";
            if (why != NULL)
                return refuse(text, kind, place, why, error);
            continue;
        }
        if (!isprint((unsigned char)*c) && *c != '\t')
            return refuse(text, kind, place, "has an unprintable character", error);
        size_t step = *c == '%' ? 2 : 1;
        strncat(safe, c, step);
        c += step;
    }
    if (found == 0)
        return refuse(text, kind, place, "has no conversion", error);
    snprintf(out, MD_FORMAT_SIZE, "%s", safe);
    return MD_OK;
}

static size_t clip(int length)
{
    if (length < 0)
        return 0;
    return length < MD_FORMAT_OUTPUT ? (size_t)length : MD_FORMAT_OUTPUT - 1;
}

size_t md_format_int(char buffer[MD_FORMAT_OUTPUT], const char *format, int64_t value)
{
    return clip(snprintf(buffer, MD_FORMAT_OUTPUT, format, (long long)value));
}

size_t md_format_float(char buffer[MD_FORMAT_OUTPUT], const char *format, double value)
{
    return clip(snprintf(buffer, MD_FORMAT_OUTPUT, format, value));
}

size_t md_format_text(char buffer[MD_FORMAT_OUTPUT], const char *format, const char *value)
{
    return clip(snprintf(buffer, MD_FORMAT_OUTPUT, format, value));
}
