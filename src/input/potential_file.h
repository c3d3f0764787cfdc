/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A potential file in memory, read line by line and word by word, for the readers of its formats.
 * Such a file is someone else's text and may be anything; whatever is wrong is reported with the
 * file's name, line and column.
 */
#ifndef MD_INPUT_POTENTIAL_FILE_H
#define MD_INPUT_POTENTIAL_FILE_H

#include "base/word.h"
#include "state/keep.h"
#include "state/units.h"

#include <stddef.h>

#define MD_FILE_UNITS 16 /* characters of a name of units, NUL included */

struct md_file_word {
    const char *start;
    size_t length;
};

struct md_potential_file {
    const char *name; /* as found */
    const char *text, *end;
    const char *cursor; /* behind the present line */

    const char *line; /* the present line, its length without blanks at the end, its number */
    size_t length;
    int number;
    const char *word; /* where the next word of the line is looked for */
    const char *stop; /* where its words end: there or at a # */

    struct md_keep **kept; /* owns the texts that places of errors point to */
    struct md_error *error;
    char *memory; /* what md_potential_file_open has to free */
};

/* Finds and loads a file, plain or gzipped: as named, else its last part in the folders of
 * input/potential_folders.h.  What is not below the working folder of a confined deck is looked
 * for in the latter alone. */
enum md_status md_potential_file_open(struct md_potential_file *file, const struct md_word *word,
                                      struct md_keep **kept, struct md_error *error);
void md_potential_file_close(struct md_potential_file *file);

/* The same from memory. */
void md_potential_file_text(struct md_potential_file *file, const char *name, const char *text,
                            size_t size, struct md_keep **kept, struct md_error *error);

/* "UNITS: name" in the first line, which is read; "" when it says nothing. */
void md_potential_file_units(struct md_potential_file *file, char units[MD_FILE_UNITS]);

/* What an energy, a distance and a mass of a file in units `have` are in those of the deck, `want`.
 * Reduced units (lj) are converted into no others.  A file that does not say its units is taken as
 * it is, which units lj refuse and other units than metal tell: MD_OK with a text in *error is a
 * warning.  name: of the file; place: of the deck's word. */
struct md_file_factors {
    double energy, distance, mass;
};
enum md_status md_potential_file_factors(const char *name, const char *have,
                                         const struct md_units *want, const struct md_place *place,
                                         struct md_file_factors *factors, struct md_error *error);

/* The same of a table of energies alone: only eV and kcal/mol are converted into each other, and
 * one that does not say its units is the deck's own. */
enum md_status md_potential_file_energy_unit(const char *name, const char *have,
                                             const struct md_units *want,
                                             const struct md_place *place, double *unit,
                                             struct md_error *error);

/* The next line; false at the end of the file, whose last line stays present. */
bool md_potential_file_line(struct md_potential_file *file);

/* The next line that has words before any #. */
bool md_potential_file_words(struct md_potential_file *file);

/* The next word of the present line; false: there is none. */
bool md_potential_file_word(struct md_potential_file *file, struct md_file_word *word);

/* Fails at a word of the present line, or (NULL) at the whole line. */
enum md_status md_potential_file_fail(struct md_potential_file *file,
                                      const struct md_file_word *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails because the file ends here; `wanted` says what was expected. */
enum md_status md_potential_file_ends(struct md_potential_file *file, const char *wanted);

/* A word as a number within lo..hi; `what` names it in the message. */
enum md_status md_potential_file_double(struct md_potential_file *file,
                                        const struct md_file_word *word, const char *what,
                                        double lo, double hi, double *value);
enum md_status md_potential_file_int(struct md_potential_file *file,
                                     const struct md_file_word *word, const char *what, int64_t lo,
                                     int64_t hi, int64_t *value);

/* `count` numbers from the lines that follow, any number of them in a line; they must end with the
 * end of a line.  `what` names them. */
enum md_status md_potential_file_array(struct md_potential_file *file, const char *what,
                                       size_t count, double *values);

/* Bytes behind the present line: no more numbers than half of them can follow. */
size_t md_potential_file_left(const struct md_potential_file *file);

#endif
