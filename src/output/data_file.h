/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_data: the system as a LAMMPS data file, written aside and renamed. */
#ifndef MD_OUTPUT_DATA_FILE_H
#define MD_OUTPUT_DATA_FILE_H

#include "state/frame.h"

/* coeff(context, i, j, text, size): text of a type pair's coefficients, or NULL for none. */
enum md_status md_data_file_write(const struct md_frame *frame, const char *path,
                                  const char *pair_style,
                                  void (*coeff)(void *context, int i, int j, char *text,
                                                size_t size),
                                  void *context, bool all_pairs, struct md_error *error);

#endif
