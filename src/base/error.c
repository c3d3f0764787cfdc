/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Filling errors.  Texts are formatted into a buffer of their own first, because callers like to
 * wrap a message in a longer one and then pass error->text as an argument.  Control characters
 * (a deck may be any file) become '?', so that a message is always one line a terminal can show.
 */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

static void fill(char *target, size_t size, const char *format, va_list list)
{
    char buffer[MD_ERROR_TEXT];

    if (vsnprintf(buffer, sizeof buffer < size ? sizeof buffer : size, format, list) < 0)
        strcpy(buffer, "(this message could not be formatted)");
    for (char *c = buffer; *c; c++)
        if ((unsigned char)*c < 32 || (unsigned char)*c == 127)
            *c = '?';
    memcpy(target, buffer, strlen(buffer) + 1);
}

enum md_status md_error_set(struct md_error *error, enum md_status status,
                            const struct md_place *place, const char *format, ...)
{
    struct md_place where = {NULL, NULL, 0, 0, 0};
    va_list list;

    if (!error)
        return status;
    if (place)
        where = *place;
    va_start(list, format);
    fill(error->text, sizeof error->text, format, list);
    va_end(list);
    error->hint[0] = '\0';
    error->place = where;
    error->status = status;
    return status;
}

enum md_status md_error_hint(struct md_error *error, const char *format, ...)
{
    va_list list;

    if (!error)
        return MD_ERR_INTERNAL;
    va_start(list, format);
    fill(error->hint, sizeof error->hint, format, list);
    va_end(list);
    return error->status;
}

enum md_status md_error_memory(struct md_error *error, const char *what)
{
    return md_error_set(error, MD_ERR_MEMORY, NULL, "not enough memory for %s", what);
}

void md_error_clear(struct md_error *error)
{
    memset(error, 0, sizeof *error);
}
