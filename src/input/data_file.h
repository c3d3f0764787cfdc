/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAMMPS data files for atom_style atomic, bond, angle, molecular and full. */
#ifndef MD_INPUT_DATA_FILE_H
#define MD_INPUT_DATA_FILE_H

#include "base/word.h"
#include "state/system.h"

/* A line of Pair Coeffs, PairIJ Coeffs, Bond Coeffs, ... as the words of a pair_coeff (I J and the
 * coefficients), bond_coeff, ... command.  Their texts and places belong to the system. */
struct md_data_coeff {
    struct md_word *words;
    int count;
};

struct md_data_coeffs_read {
    struct md_data_coeff *lines;
    int count;
    char style[64];         /* comment of the section: the style; "" : none */
    struct md_word section; /* its heading, for errors */
};

struct md_data_file {
    struct md_data_coeffs_read pair, coeffs[MD_TOPOLOGY_KINDS];
    int64_t atoms, velocities, count[MD_TOPOLOGY_KINDS];
    bool charged; /* some atom has a charge */
};

/* Reads the file into a system whose box does not exist yet; on failure the system is as it was.
 * options: the words after the file's name.  Errors name the data file, line and column as their
 * place.  Plain or gzipped. */
enum md_status md_data_file_read(struct md_system *system, const struct md_word *path,
                                 const struct md_args *options, struct md_data_file *found,
                                 struct md_error *error);
void md_data_file_free(struct md_data_file *found);

/* The same from memory, for tests; name stands for the path. */
enum md_status md_data_file_parse(struct md_system *system, const char *name, const char *text,
                                  size_t size, const struct md_args *options,
                                  struct md_data_file *found, struct md_error *error);

#endif
