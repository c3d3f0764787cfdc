/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading a parameter table: defaults, positional words, optional positional words, keywords.
 * A misspelt keyword where an optional number could stand is told apart by its nearness to a
 * keyword, so that the message speaks of what the user meant.
 */
#include "base/style.h"

#include "base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_PARAMS 64

static const struct md_param no_params[] = {{.kind = MD_PARAM_END}};

static const struct md_param *table_of(const struct md_style *style)
{
    return style->params ? style->params : no_params;
}

const char *md_style_plain(const char *name, char copy[MD_STYLE_NAME_SIZE])
{
    static const char *const suffixes[] = {"/opt", "/omp", "/gpu", "/intel", "/kk", NULL};

    snprintf(copy, MD_STYLE_NAME_SIZE, "%s", name);
    for (int k = 0; suffixes[k]; k++) {
        size_t length = strlen(copy), tail = strlen(suffixes[k]);

        if (length > tail && strcmp(copy + length - tail, suffixes[k]) == 0)
            copy[length - tail] = '\0';
    }
    return copy;
}

/* ------------------------------------------------------------------ one value */

static int64_t int_bound(double bound)
{
    if (bound <= -9.2e18)
        return INT64_MIN;
    if (bound >= 9.2e18)
        return INT64_MAX;
    return (int64_t)ceil(bound);
}

/* Splits "a|b|c" into copy and fills the NULL-terminated list; too many choices are cut off. */
static void split_choices(const char *choices, char *copy, size_t size, const char **list, int most)
{
    int n = 0;

    snprintf(copy, size, "%s", choices ? choices : "");
    for (char *c = copy; n < most - 1;) {
        char *bar = strchr(c, '|');

        list[n++] = c;
        if (!bar)
            break;
        *bar = '\0';
        c = bar + 1;
    }
    list[n] = NULL;
}

static enum md_status read_text(const struct md_param *param, const struct md_word *word,
                                char *target, struct md_error *error)
{
    size_t length = strlen(word->text);

    if (length >= MD_PARAM_TEXT_SIZE)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s must be at most %d characters long, not %zu: '%.40s...'",
                            param->name, MD_PARAM_TEXT_SIZE - 1, length, word->text);
    memset(target, 0, MD_PARAM_TEXT_SIZE);
    memcpy(target, word->text, length);
    return MD_OK;
}

static enum md_status read_value(const struct md_param *param, const struct md_word *word,
                                 void *state, struct md_error *error)
{
    char *target = (char *)state + param->offset;
    bool any = param->lo == 0.0 && param->hi == 0.0;
    double lo = any ? -INFINITY : param->lo, hi = any ? INFINITY : param->hi;
    const char *list[MOST_PARAMS];
    char copy[512];

    switch (param->kind) {
    case MD_PARAM_DOUBLE:
        return md_word_double(word, param->name, lo, hi, (double *)(void *)target, error);
    case MD_PARAM_INT:
        return md_word_int(word, param->name, int_bound(lo), int_bound(floor(hi)),
                           (int64_t *)(void *)target, error);
    case MD_PARAM_BOOL:
        return md_word_bool(word, param->name, (bool *)(void *)target, error);
    case MD_PARAM_CHOICE:
        split_choices(param->choices, copy, sizeof copy, list, MOST_PARAMS);
        return md_word_choice(word, param->name, list, (int *)(void *)target, error);
    case MD_PARAM_TEXT:
        return read_text(param, word, target, error);
    case MD_PARAM_END:
        break;
    }
    return md_error_set(error, MD_ERR_INTERNAL, &word->place, "parameter '%s' has no kind",
                        param->name);
}

void md_params_default(const struct md_param *params, void *state)
{
    struct md_error ignored;

    for (const struct md_param *p = params; p && p->kind != MD_PARAM_END; p++) {
        struct md_word word = {.text = p->fallback};

        /* Only a defect in the table can fail here; the tests read every registered table. */
        if (p->fallback)
            (void)read_value(p, &word, state, &ignored);
    }
}

/* ------------------------------------------------------------------ keywords */

static const struct md_param *find_keyword(const struct md_param *params, const char *name)
{
    for (const struct md_param *p = params; p->kind != MD_PARAM_END; p++)
        if (p->form == MD_PARAM_KEYWORD && strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

/* The table's keywords as a NULL-terminated list; returns how many. */
static int keyword_names(const struct md_param *params, const char *names[MOST_PARAMS + 1])
{
    int n = 0;

    for (const struct md_param *p = params; p->kind != MD_PARAM_END && n < MOST_PARAMS; p++)
        if (p->form == MD_PARAM_KEYWORD)
            names[n++] = p->name;
    names[n] = NULL;
    return n;
}

static enum md_status usage_hint(const struct md_style *style, struct md_error *error)
{
    return style->usage ? md_error_hint(error, "usage: %s", style->usage) : error->status;
}

/* A word where a keyword should stand. */
static enum md_status unknown_word(const struct md_style *style, const struct md_word *word,
                                   struct md_error *error)
{
    const char *names[MOST_PARAMS + 1];
    int index;

    if (keyword_names(table_of(style), names) == 0) {
        md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' is too much: %s takes no more words",
                     word->text, style->name);
        return usage_hint(style, error);
    }
    (void)md_word_choice(word, "keyword", names, &index, error);
    if (error->hint[0])
        return error->status;
    return usage_hint(style, error);
}

static enum md_status read_keywords(const struct md_style *style, const struct md_args *args,
                                    void *state, struct md_error *error)
{
    const struct md_param *params = table_of(style);
    bool given[MOST_PARAMS] = {false};

    for (int i = 0; i < args->count; i += 2) {
        const struct md_word *word = &args->words[i];
        const struct md_param *param = find_keyword(params, word->text);
        enum md_status status;

        if (!param)
            return unknown_word(style, word, error);
        if (param - params < MOST_PARAMS && given[param - params])
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "keyword '%s' is given twice for %s", word->text, style->name);
        if (i + 1 == args->count) {
            md_error_set(error, MD_ERR_COUNT, &word->place, "keyword '%s' of %s needs a value",
                         word->text, style->name);
            return usage_hint(style, error);
        }
        status = read_value(param, &args->words[i + 1], state, error);
        if (status != MD_OK)
            return status;
        if (param - params < MOST_PARAMS)
            given[param - params] = true;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ whole commands */

/* Whether the word was meant as a keyword and so ends the optional positional ones. */
static bool looks_like_keyword(const struct md_param *params, const struct md_param *param,
                               const struct md_word *word)
{
    const char *names[MOST_PARAMS + 1];
    bool number = param->kind == MD_PARAM_DOUBLE || param->kind == MD_PARAM_INT;
    double value;

    if (find_keyword(params, word->text))
        return true;
    if (!number || md_parse_double(word->text, &value) || keyword_names(params, names) == 0)
        return false;
    return md_nearest_of(word->text, names) != NULL;
}

enum md_status md_params_read(const struct md_style *style, const struct md_args *args, void *state,
                              struct md_error *error)
{
    const struct md_param *params = table_of(style);
    struct md_args rest;
    int used = 0;

    md_params_default(params, state);
    for (const struct md_param *p = params; p->kind != MD_PARAM_END; p++) {
        enum md_status status;

        if (p->form != MD_PARAM_POSITIONAL && p->form != MD_PARAM_OPTIONAL)
            continue;
        if (used == args->count && p->form == MD_PARAM_POSITIONAL) {
            md_error_set(error, MD_ERR_COUNT, &args->command.place, "%s needs a value for %s%s%s",
                         style->name, p->name, p->doc ? ": " : "", p->doc ? p->doc : "");
            return usage_hint(style, error);
        }
        if (used == args->count)
            break;
        if (p->form == MD_PARAM_OPTIONAL && looks_like_keyword(params, p, &args->words[used]))
            break;
        status = read_value(p, &args->words[used++], state, error);
        if (status != MD_OK)
            return status;
    }
    rest = md_args_after(args, used);
    return read_keywords(style, &rest, state, error);
}

enum md_status md_params_modify(const struct md_style *style, const struct md_args *args,
                                void *state, struct md_error *error)
{
    return read_keywords(style, args, state, error);
}
