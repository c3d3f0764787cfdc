/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deck text to words.  A source holds a whole file; logical lines join physical ones ended by &
 * and triple-quoted blocks; every word remembers file, line and column it stood at in the file.
 */
#ifndef MD_DECK_LEXER_H
#define MD_DECK_LEXER_H

#include "base/word.h"

#include <sys/types.h>

#include <stddef.h>

struct md_source {
    char *name;  /* as the user wrote it */
    char *text;  /* whole file, NUL-terminated, the ends of lines replaced by NUL */
    char **line; /* physical lines (inside text, without newline), [0..lines-1] */
    int lines;
    dev_t device; /* which file it is, whatever its name; inode 0: none */
    ino_t inode;
    const struct md_files *files; /* what files its words may name */
};

/* path "-": the standard input. */
enum md_status md_source_read(struct md_source **source, const char *path,
                              const struct md_files *files, struct md_error *error);
enum md_status md_source_of_text(struct md_source **source, const char *name, const char *text,
                                 struct md_error *error);
void md_source_free(struct md_source *source);

/* Substitutes $x, ${name}, $(formula): given by the variables; text in, malloc'ed text out. */
struct md_substitution {
    void *context;
    /* at *cursor stands the '$'; on success *cursor is just behind the reference. */
    enum md_status (*expand)(void *context, const char **cursor, const struct md_place *place,
                             char **value, struct md_error *error);
};

struct md_line {
    struct md_word *words; /* words[0] is the command */
    int count;
    int next;       /* index of the physical line after this logical one */
    char *expanded; /* the line after substitution, without its comment */
    char *raw;      /* the logical line as written, for echo and the log */
    char *echo;     /* the line after each single substitution, one per line; NULL: none */
    void *storage;  /* owns the words' texts */
};

/* The logical line that begins at physical line `index` (from 0); empty lines have count 0.
 * substitution may be NULL (label search).  After an error too, line->next is set, line->raw is
 * unless memory failed, and md_line_free must be called. */
enum md_status md_lexer_line(const struct md_source *source, int index,
                             const struct md_substitution *substitution, struct md_line *line,
                             struct md_error *error);
void md_line_free(struct md_line *line);

/* What commands do that substitute in a quoted text themselves (print, if, variable string): every
 * reference outside of quotes within the text is replaced, \$ becomes $.  *out is malloc'ed. */
enum md_status md_lexer_substitute(const char *text, const struct md_substitution *substitution,
                                   const struct md_place *place, char **out,
                                   struct md_error *error);

#endif
