/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words that stand for one value of each atom: x y z vx vy vz fx fy fz, c_ID, c_ID[i], f_ID,
 * f_ID[i] and v_NAME, as compute reduce and fixes that store or average take them.
 */
#ifndef MD_MEASURE_ATOM_INPUT_H
#define MD_MEASURE_ATOM_INPUT_H

#include "base/value.h"
#include "base/word.h"
#include "state/frame.h"

struct md_atom_input {
    char kind; /* 'x', 'v' or 'f' with an axis: of the frame; 'C', 'F', 'V': of a compute ... */
    int axis;
    char id[64];    /* of the compute, fix or variable */
    int64_t column; /* 0: the only one */
    char word[80];
    struct md_place place;
};

/* Whether the word has the form of an input. */
bool md_atom_input_known(const char *word);

/* One word as inputs in memory to be freed: c_ID[*], c_ID[2*4] are several.  *inputs grows from
 * *count.  What it refers to must exist and have values of atoms. */
enum md_status md_atom_inputs_add(struct md_atom_input **inputs, int *count,
                                  const struct md_word *word,
                                  const struct md_quantities *quantities,
                                  const struct md_variables *variables, struct md_error *error);

/* The values of all atoms, in their local order. */
enum md_status md_atom_input_values(const struct md_atom_input *input, const struct md_frame *frame,
                                    const struct md_quantities *quantities,
                                    const struct md_variables *variables, double *values,
                                    struct md_error *error);

#endif
