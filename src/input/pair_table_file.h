/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One section of a file of pair tables:
 *
 *     # comments and blank lines anywhere
 *     KEYWORD
 *     N n [R lo hi | RSQ lo hi] [FPRIME lo hi]
 *
 *     1 r energy force
 *     ...
 *     n r energy force
 *
 * A file may have many sections; the words of the second line may come in any order.  R and RSQ say
 * that distances are evenly spaced in r or r^2 from lo to hi: they are then computed, and those in
 * the rows only compared with them.  FPRIME gives the force's derivative at both ends.
 */
#ifndef MD_INPUT_PAIR_TABLE_FILE_H
#define MD_INPUT_PAIR_TABLE_FILE_H

#include "input/potential_file.h"

enum md_pair_table_spacing { MD_TABLE_AS_GIVEN, MD_TABLE_R, MD_TABLE_RSQ };

struct md_pair_table_file {
    const char *name; /* as found; belongs to the list of kept texts */
    char units[MD_FILE_UNITS];
    enum md_pair_table_spacing spacing;
    double lo, hi; /* the first and the last distance */
    bool slopes;   /* FPRIME was there */
    double slope_lo, slope_hi;
    int count;
    double *r, *energy, *force; /* [count] each */

    int off_grid;     /* rows whose distance differs by more than 1e-6 from the computed one */
    int inconsistent; /* rows whose force is between no two slopes of the energy beside it */
};

/* Reads a section of a file, both as the deck names them; places and name live as long as *kept.
 * On failure *table is empty. */
enum md_status md_pair_table_file_read(struct md_pair_table_file *table, const struct md_word *path,
                                       const struct md_word *keyword, struct md_keep **kept,
                                       struct md_error *error);

/* The same from memory. */
enum md_status md_pair_table_file_parse(struct md_pair_table_file *table, const char *keyword,
                                        const char *name, const char *text, size_t size,
                                        struct md_keep **kept, struct md_error *error);
void md_pair_table_file_free(struct md_pair_table_file *table);

#endif
