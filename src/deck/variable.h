/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deck's variables: index, loop, string, getenv, equal, atom, internal ... */
#ifndef MD_DECK_VARIABLE_H
#define MD_DECK_VARIABLE_H

#include "base/value.h"
#include "base/word.h"
#include "deck/lexer.h"

struct md_variable_book; /* opaque */

struct md_variable_book *md_variable_book_create(const struct md_quantities *quantities);
void md_variable_book_free(struct md_variable_book *book);

/* The command `variable name style args...` (args->words[0] is the name). */
enum md_status md_variable_define(struct md_variable_book *book, const struct md_args *args,
                                  struct md_error *error);
/* -var name value...: an index variable the deck cannot redefine (LAMMPS skips it silently). */
enum md_status md_variable_define_from_command_line(struct md_variable_book *book, const char *name,
                                                    int count, const char *const *values,
                                                    struct md_error *error);
/* `next v...`: *exhausted when the list ran out (the variable is then deleted). */
enum md_status md_variable_next(struct md_variable_book *book, const struct md_args *args,
                                bool *exhausted, struct md_error *error);

/* What $x, ${x} becomes. */
enum md_status md_variable_text(struct md_variable_book *book, const char *name,
                                const struct md_place *place, const char **text,
                                struct md_error *error);
/* Value of a formula: `$(...)`, `if "a > b"` conditions (also string comparison there). */
enum md_status md_variable_formula(struct md_variable_book *book, const char *formula,
                                   const struct md_place *place, double *value,
                                   struct md_error *error);
enum md_status md_variable_condition(struct md_variable_book *book, const char *text,
                                     const struct md_place *place, bool *value,
                                     struct md_error *error);

/* Views for other parts. */
struct md_substitution md_variable_substitution(struct md_variable_book *book);
struct md_variables md_variable_interface(struct md_variable_book *book);

/* What files formulas may ask for, and whether getenv answers; at first all. */
void md_variable_files(struct md_variable_book *book, const struct md_files *files);

/* While checking a deck nothing is known of run-time values: equal variables that fail with
 * MD_ERR_ORDER read as 0 then. */
void md_variable_checking(struct md_variable_book *book, bool checking);

/* While checking: whether a formula used such a value since this was last asked. */
bool md_variable_guessed(struct md_variable_book *book);

/* From now on it is noticed whether this variable (NULL: the same ones) is read; the i-th one that
 * was not, NULL at the end. */
void md_variable_watch(struct md_variable_book *book, const char *name);
const char *md_variable_unread(const struct md_variable_book *book, int i);

/* i-th name for did-you-mean, NULL at the end. */
const char *md_variable_name(const struct md_variable_book *book, int i);

#endif
