/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A word of a deck after substitution, with the place it came from, and the strict readers that
 * turn words into numbers: all of the word must be a number, ranges are checked, and the message
 * contains the offending word and what was allowed.
 */
#ifndef MD_BASE_WORD_H
#define MD_BASE_WORD_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct md_files;

struct md_word {
    const char *text;
    struct md_place place;
    bool quoted;
    const struct md_files *files; /* what a file of this name may be; NULL: the word names none */
};

/* The words of one command: words[0] is the first argument, not the command itself. */
struct md_args {
    const struct md_word *words;
    int count;
    struct md_word command;
};

/* The command as a line of a deck, to be freed with md_memory_free; NULL: no memory. */
char *md_args_line(const struct md_args *args);

/* Plain parsers: true when the whole of text is one finite number (LAMMPS's rules: decimal or
 * exponent form, no hexadecimal, no inf, no nan; integers without point or exponent). */
bool md_parse_double(const char *text, double *value);
bool md_parse_int(const char *text, int64_t *value);

/* The shortest of %.15g, %.16g and %.17g that reads back to the same double; returns text. */
#define MD_NUMBER_SIZE 32
const char *md_number_text(char text[MD_NUMBER_SIZE], double value);

/* lo <= value <= hi; `what` names the quantity in the message ("cutoff").  Use -INFINITY and
 * INFINITY for open ends; MD_ABOVE(0.0) as lo means "greater than 0". */
enum md_status md_word_double(const struct md_word *word, const char *what, double lo, double hi,
                              double *value, struct md_error *error);
enum md_status md_word_int(const struct md_word *word, const char *what, int64_t lo, int64_t hi,
                           int64_t *value, struct md_error *error);
enum md_status md_word_bool(const struct md_word *word, const char *what, bool *value,
                            struct md_error *error); /* yes|no|on|off|true|false */

/* Index of word in the NULL-terminated list; MD_ERR_UNKNOWN with the nearest as hint.  A name that
 * begins with MD_NOT_OFFERED is found like the others, so that its caller can say why it is
 * refused, and is not among those a message lists. */
#define MD_NOT_OFFERED "\1"
enum md_status md_word_choice(const struct md_word *word, const char *what,
                              const char *const *choices, int *index, struct md_error *error);

/* Type ranges and the like: "*", "n", "*n", "n*", "m*n" within 1..max. */
enum md_status md_word_range(const struct md_word *word, const char *what, int max, int *first,
                             int *last, struct md_error *error);

/* Fails with MD_ERR_COUNT unless min <= args->count <= max (max < 0: no limit); `usage` is shown:
 * "mass TYPE VALUE".  The place is the first extra word, or the command when words are missing. */
enum md_status md_args_count(const struct md_args *args, int min, int max, const char *usage,
                             struct md_error *error);

/* args without its first n words. */
struct md_args md_args_after(const struct md_args *args, int n);

bool md_word_is(const struct md_word *word, const char *text);

/* The smallest double greater than x: an exclusive lower bound for md_word_double. */
#define MD_ABOVE(x) md_above(x)
double md_above(double x);

#endif
