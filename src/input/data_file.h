/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAMMPS data files for atom_style atomic. */
#ifndef MD_INPUT_DATA_FILE_H
#define MD_INPUT_DATA_FILE_H

#include "base/word.h"
#include "state/system.h"

struct md_data_coeff { /* a line of Pair Coeffs or PairIJ Coeffs, applied by the command */
    int i, j;
    char text[256];
    int line;
};

struct md_data_file {
    struct md_data_coeff *coeffs;
    int coeff_count;
    int64_t atoms, velocities;
};

/* Reads the file into a system whose box does not exist yet.  Errors name the data file, line and
 * column as their place.  Plain or .gz. */
enum md_status md_data_file_read(struct md_system *system, const char *path,
                                 const struct md_args *options, struct md_data_file *found,
                                 struct md_error *error);
void md_data_file_free(struct md_data_file *found);

#endif
