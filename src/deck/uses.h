/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which variables the lines of a deck use, as far as its text says it before it runs: a misspelt
 * -var would otherwise leave the deck's own value in force without a word.
 */
#ifndef MD_DECK_USES_H
#define MD_DECK_USES_H

#include "base/error.h"
#include "base/files.h"

enum md_use {
    MD_USE_NONE,  /* no line of the deck, or of a file it includes, has this name */
    MD_USE_MAYBE, /* a line has it as a plain word, or makes names of variables or files at run time
                   */
    MD_USE_SURE
};

#define MD_USES_NAME 64

/* files: what the deck may include; path: of the deck, or NULL and its text; name: of the variable.
 * near: the name the deck's lines use that is most like this one, "" where none is. */
enum md_use md_uses_variable(const struct md_files *files, const char *path, const char *text,
                             const char *name, char near[MD_USES_NAME]);

#endif
