/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strict reading of words.  Nothing goes through atoi or atof: the grammar is checked first, all of
 * the word must match it, and a refusal names the quantity, what was allowed and what was there.
 */
#include "base/word.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ plain parsers */

static const char *skip_sign(const char *c)
{
    return *c == '+' || *c == '-' ? c + 1 : c;
}

static const char *skip_digits(const char *c)
{
    while (isdigit((unsigned char)*c))
        c++;
    return c;
}

/* [+-] digits [. digits] [(e|E) [+-] digits], with at least one digit before or after the point. */
static bool double_grammar(const char *text)
{
    const char *start = skip_sign(text), *end = skip_digits(start);
    bool digits = end > start;

    if (*end == '.') {
        start = end + 1;
        end = skip_digits(start);
        digits = digits || end > start;
    }
    if (!digits)
        return false;
    if (*end == 'e' || *end == 'E') {
        start = skip_sign(end + 1);
        end = skip_digits(start);
        if (end == start)
            return false;
    }
    return *end == '\0';
}

bool md_parse_double(const char *text, double *value)
{
    char *end;
    double read;

    if (!double_grammar(text))
        return false;
    read = strtod(text, &end);
    if (*end != '\0' || !isfinite(read))
        return false;
    *value = read;
    return true;
}

bool md_parse_int(const char *text, int64_t *value)
{
    const char *start = skip_sign(text);
    intmax_t read;

    if (start == skip_digits(start) || *skip_digits(start) != '\0')
        return false;
    errno = 0;
    read = strtoimax(text, NULL, 10);
    if (errno == ERANGE || read < INT64_MIN || read > INT64_MAX)
        return false;
    *value = read;
    return true;
}

const char *md_number_text(char text[MD_NUMBER_SIZE], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, MD_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return text;
}

double md_above(double x)
{
    return nextafter(x, INFINITY);
}

/* ------------------------------------------------------------------ ranges in words */

#define MOST_OFFERED 100 /* names that a message can list */
#define RANGE_SIZE   96

/* True when x is what a person would write down: ten digits say it all. */
static bool is_round(double x)
{
    char text[40];

    snprintf(text, sizeof text, "%.10g", x);
    return strtod(text, NULL) == x;
}

/* "greater than 0", "between 1 and 3", ...: a bound one step beside a round number was meant to
 * exclude that number, and so was the smallest normal double beside 0. */
static void double_range(double lo, double hi, char text[RANGE_SIZE])
{
    bool lo_open = false, hi_open = false;
    char below[40] = "", above[40] = "";

    if (lo > 0.0 && lo <= 2.2250738585072014e-308) {
        lo = 0.0;
        lo_open = true;
    } else if (!is_round(lo) && is_round(nextafter(lo, -INFINITY))) {
        lo = nextafter(lo, -INFINITY);
        lo_open = true;
    }
    if (isfinite(hi) && !is_round(hi) && is_round(nextafter(hi, INFINITY))) {
        hi = nextafter(hi, INFINITY);
        hi_open = true;
    }
    if (isfinite(lo))
        snprintf(below, sizeof below, "%s %.10g", lo_open ? "greater than" : "at least", lo);
    if (isfinite(hi))
        snprintf(above, sizeof above, "%s %.10g", hi_open ? "less than" : "at most", hi);
    if (below[0] && above[0] && !lo_open && !hi_open)
        snprintf(text, RANGE_SIZE, "between %.10g and %.10g", lo, hi);
    else
        snprintf(text, RANGE_SIZE, "%s%s%s", below, below[0] && above[0] ? " and " : "", above);
}

static void int_range(int64_t lo, int64_t hi, char text[RANGE_SIZE])
{
    if (lo == INT64_MIN && hi == INT64_MAX)
        text[0] = '\0';
    else if (hi == INT64_MAX)
        snprintf(text, RANGE_SIZE, "at least %" PRId64, lo);
    else if (lo == INT64_MIN)
        snprintf(text, RANGE_SIZE, "at most %" PRId64, hi);
    else if (lo == hi)
        snprintf(text, RANGE_SIZE, "%" PRId64, lo);
    else
        snprintf(text, RANGE_SIZE, "between %" PRId64 " and %" PRId64, lo, hi);
}

/* ------------------------------------------------------------------ words to values */

enum md_status md_word_double(const struct md_word *word, const char *what, double lo, double hi,
                              double *value, struct md_error *error)
{
    char range[RANGE_SIZE];
    double read;

    double_range(lo, hi, range);
    if (!md_parse_double(word->text, &read))
        return md_error_set(error, MD_ERR_VALUE, &word->place, "%s must be a number%s%s, not '%s'",
                            what, range[0] ? " " : "", range, word->text);
    if (!(read >= lo && read <= hi))
        return md_error_set(error, MD_ERR_VALUE, &word->place, "%s must be %s, not %s", what, range,
                            word->text);
    *value = read;
    return MD_OK;
}

enum md_status md_word_int(const struct md_word *word, const char *what, int64_t lo, int64_t hi,
                           int64_t *value, struct md_error *error)
{
    char range[RANGE_SIZE];
    int64_t read;

    int_range(lo, hi, range);
    if (!md_parse_int(word->text, &read))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s must be an integer%s%s, not '%s'", what, range[0] ? " " : "", range,
                            word->text);
    if (read < lo || read > hi)
        return md_error_set(error, MD_ERR_VALUE, &word->place, "%s must be %s, not %s", what, range,
                            word->text);
    *value = read;
    return MD_OK;
}

enum md_status md_word_bool(const struct md_word *word, const char *what, bool *value,
                            struct md_error *error)
{
    static const char *const spellings[] = {"no", "yes", "off", "on", "false", "true"};

    for (int i = 0; i < 6; i++) {
        if (md_word_is(word, spellings[i])) {
            *value = i % 2 != 0;
            return MD_OK;
        }
    }
    return md_error_set(error, MD_ERR_VALUE, &word->place, "%s must be yes or no, not '%s'", what,
                        word->text);
}

/* "a, b or c", cut short with "..." when there are too many names. */
static void join_names(const char *const *names, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; names[i]; i++) {
        const char *glue = i == 0 ? "" : names[i + 1] ? ", " : " or ";

        if (used + strlen(glue) + strlen(names[i]) + 6 > size) {
            snprintf(text + used, size - used, " ...");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s", glue, names[i]);
    }
}

enum md_status md_word_choice(const struct md_word *word, const char *what,
                              const char *const *choices, int *index, struct md_error *error)
{
    const char *offered[MOST_OFFERED + 1];
    char names[400];
    int count = 0;

    for (int i = 0; choices[i]; i++) {
        bool refused = choices[i][0] == MD_NOT_OFFERED[0];

        if (md_word_is(word, choices[i] + refused)) {
            *index = i;
            return MD_OK;
        }
        if (!refused && count < MOST_OFFERED)
            offered[count++] = choices[i];
    }
    offered[count] = NULL;
    join_names(offered, names, sizeof names);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place, "%s must be %s, not '%s'", what, names,
                 word->text);
    return md_nearest_hint(error, word->text, md_nearest_of(word->text, offered));
}

/* The number before (or after) the star; an empty side means the end of the range. */
static bool range_end(const char *text, size_t length, int64_t empty, int64_t *value)
{
    char copy[24];

    if (length == 0) {
        *value = empty;
        return true;
    }
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return md_parse_int(copy, value);
}

enum md_status md_word_range(const struct md_word *word, const char *what, int max, int *first,
                             int *last, struct md_error *error)
{
    const char *star = strchr(word->text, '*');
    int64_t lo, hi;
    bool ok;

    if (star) {
        ok = range_end(word->text, (size_t)(star - word->text), 1, &lo) &&
             range_end(star + 1, strlen(star + 1), max, &hi);
    } else {
        ok = md_parse_int(word->text, &lo);
        hi = lo;
    }
    if (!ok)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s must be a number or a range (n, *, *n, n*, m*n) within 1 and %d, "
                            "not '%s'",
                            what, max, word->text);
    if (lo < 1 || hi > max)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s must be between 1 and %d, not '%s'", what, max, word->text);
    if (lo > hi)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s '%s' is an empty range: %" PRId64 " is greater than %" PRId64, what,
                            word->text, lo, hi);
    *first = (int)lo;
    *last = (int)hi;
    return MD_OK;
}

bool md_word_is(const struct md_word *word, const char *text)
{
    return strcmp(word->text, text) == 0;
}

/* ------------------------------------------------------------------ lists of words */

enum md_status md_args_count(const struct md_args *args, int min, int max, const char *usage,
                             struct md_error *error)
{
    const char *name = args->command.text ? args->command.text : "the command";

    if (args->count >= min && (max < 0 || args->count <= max))
        return MD_OK;
    if (args->count < min)
        md_error_set(error, MD_ERR_COUNT, &args->command.place,
                     "%s needs %s%d word%s after it, not %d", name, min == max ? "" : "at least ",
                     min, min == 1 ? "" : "s", args->count);
    else if (max == 0)
        md_error_set(error, MD_ERR_COUNT, &args->words[0].place,
                     "'%s' is too much: %s takes no words after it", args->words[0].text, name);
    else
        md_error_set(error, MD_ERR_COUNT, &args->words[max].place,
                     "'%s' is too much: %s takes %s%d word%s after it, not %d",
                     args->words[max].text, name, min == max ? "" : "at most ", max,
                     max == 1 ? "" : "s", args->count);
    return usage ? md_error_hint(error, "usage: %s", usage) : MD_ERR_COUNT;
}

struct md_args md_args_after(const struct md_args *args, int n)
{
    struct md_args rest = *args;

    if (n > args->count)
        n = args->count;
    if (n > 0)
        rest.words += n;
    rest.count -= n;
    return rest;
}

char *md_args_line(const struct md_args *args)
{
    size_t size = strlen(args->command.text) + 1, used;
    for (int k = 0; k < args->count; k++)
        size += strlen(args->words[k].text) + 3;
    char *line = md_memory_array(size, 1);
    if (!line)
        return NULL;
    used = (size_t)snprintf(line, size, "%s", args->command.text);
    for (int k = 0; k < args->count; k++) {
        const char *text = args->words[k].text;
        const char *quote = text[0] != '\0' && !strpbrk(text, " \t#&\"'") ? "" : "\"";
        if (quote[0] != '\0' && strchr(text, '"'))
            quote = "'";
        used += (size_t)snprintf(line + used, size - used, " %s%s%s", quote, text, quote);
    }
    return line;
}
