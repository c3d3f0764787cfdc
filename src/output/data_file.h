/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_data: the system as a LAMMPS data file, written aside and renamed. */
#ifndef MD_OUTPUT_DATA_FILE_H
#define MD_OUTPUT_DATA_FILE_H

#include "base/files.h"
#include "state/frame.h"

/* The coefficients that go into the file. */
struct md_data_coeffs {
    const char *style; /* of the potential; NULL: there are no coefficients */
    bool all_pairs;    /* PairIJ Coeffs instead of Pair Coeffs */
    void (*describe)(const void *context, int i, int j, char *text, size_t size);
    const void *context;
};

/* coeffs NULL: none of pairs are written.  elements: for each kind of the topology, where all_pairs
 * and j mean nothing; NULL: none.  Of the frame: step, count, x, v. */
enum md_status md_data_file_write(const struct md_frame *frame, const struct md_files *files,
                                  const char *path, const struct md_data_coeffs *coeffs,
                                  const struct md_data_coeffs *elements, struct md_error *error);

#endif
