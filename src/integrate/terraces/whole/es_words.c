/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words after `run_style energy-stepping`. */
#include "integrate/schemes.h"
#include "integrate/terraces/whole/es.h"

#include <math.h>
#include <string.h>

/* `0.1`, or `E0/100`. */
static enum md_status read_height(struct md_es_words *words, const struct md_word *word,
                                  struct md_error *error)
{
    words->height_place = word->place;
    if (strncmp(word->text, "E0/", 3) != 0) {
        if (md_word_double(word, "height of the terraces", -INFINITY, INFINITY, &words->height,
                           error))
            return error->status;
        if (words->height > 0.0)
            return MD_OK;
        md_error_set(error, MD_ERR_VALUE, &word->place,
                     "terraces must be higher than 0, not %s: the lower they are, the closer the "
                     "motion is to the true one, and the shorter its steps",
                     word->text);
        return md_error_hint(error, "h E0/100");
    }
    struct md_word parts = *word;
    parts.text += 3;
    parts.place.column += 3;
    if (md_word_double(&parts, "number of terraces in E0", -INFINITY, INFINITY, &words->parts,
                       error))
        return error->status;
    if (words->parts > 0.0)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &parts.place,
                        "E0 must be cut into a positive number of terraces, not %s", parts.text);
}

static enum md_status read_offset(struct md_es_words *words, const struct md_word *word,
                                  struct md_error *error)
{
    static const char *const kinds[] = {"zero", "start", NULL};
    int kind;
    if (md_word_choice(word, "origin of the levels", kinds, &kind, error))
        return error->status;
    words->from_start = kind == 1;
    return MD_OK;
}

enum md_status md_es_read(struct md_es_words *words, const struct md_args *args,
                          struct md_error *error)
{
    static const char *const keywords[] = {"h", "offset", "root", "verify", NULL};
    const char *usage = md_integrator_energy_stepping.style.usage;
    bool given = false;
    words->root = 1e-12;
    words->place = args->command.place;
    for (int at = 0; at < args->count; at++) {
        int keyword;
        const struct md_word *word = &args->words[at];
        if (md_word_choice(word, "keyword", keywords, &keyword, error))
            return error->status;
        if (keyword == 3) {
            words->verify = true;
            words->verify_place = word->place;
            continue;
        }
        if (++at >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s",
                                word->text, usage);
        const struct md_word *value = &args->words[at];
        if (keyword == 0 ? read_height(words, value, error)
            : keyword == 1
                ? read_offset(words, value, error)
                : md_word_double(value, "tolerance of roots", 0.0, 0.01, &words->root, error))
            return error->status;
        given = given || keyword == 0;
    }
    if (given)
        return MD_OK;
    md_error_set(error, MD_ERR_COUNT, &words->place, "the height of the terraces is missing: %s",
                 usage);
    return md_error_hint(error, "run_style energy-stepping h E0/100");
}
