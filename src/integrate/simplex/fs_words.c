/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words after `run_style force-stepping`. */
#include "integrate/schemes.h"
#include "integrate/simplex/fs.h"

#include <math.h>

static enum md_status read_size(struct md_fs_words *words, const struct md_word *word,
                                struct md_error *error)
{
    words->size_place = word->place;
    if (md_word_double(word, "H", -INFINITY, INFINITY, &words->size, error))
        return error->status;
    if (words->size > 0.0)
        return MD_OK;
    md_error_set(error, MD_ERR_VALUE, &word->place,
                 "H, the size of the grid, must be greater than 0, not %s: the smaller it is, the "
                 "closer the motion is to the true one, and the more facets it crosses",
                 word->text);
    return md_error_hint(error, "run_style force-stepping 0.01");
}

enum md_status md_fs_read(struct md_fs_words *words, const struct md_args *args,
                          struct md_error *error)
{
    static const char *const keywords[] = {"offset", NULL};
    const char *usage = md_integrator_force_stepping.style.usage;
    words->place = args->command.place;
    words->offset = -1.0;
    if (args->count == 0) {
        md_error_set(error, MD_ERR_COUNT, &words->place, "the size of the grid is missing: %s",
                     usage);
        return md_error_hint(error, "run_style force-stepping 0.01");
    }
    if (read_size(words, &args->words[0], error))
        return error->status;
    for (int at = 1; at < args->count; at += 2) {
        const struct md_word *word = &args->words[at];
        int keyword;
        if (md_word_choice(word, "keyword", keywords, &keyword, error))
            return error->status;
        if (at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s",
                                word->text, usage);
        if (md_word_double(&args->words[at + 1], "offset of the grid", 0.0, 1.0, &words->offset,
                           error))
            return error->status;
    }
    return MD_OK;
}
