/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lattice that scales regions and creates atoms. */
#ifndef MD_STATE_LATTICE_H
#define MD_STATE_LATTICE_H

#include "base/word.h"

#include <stdbool.h>

struct md_system;

#define MD_LATTICE_BASIS_MAX 64

struct md_lattice {
    bool defined; /* style is not none (none still sets a scale) */
    char style[16];
    double scale;
    double spacing[3]; /* distance units per lattice unit along each axis */
    double origin[3];
    int orient[3][3];
    double a[3][3]; /* a1, a2, a3 */
    int basis_count;
    double basis[MD_LATTICE_BASIS_MAX][3];
    double primitive[3][3], inverse[3][3]; /* P and its inverse */
    double rotate_row[3][3], rotate_col[3][3];
};

void md_lattice_init(struct md_lattice *lattice);

/* `lattice style scale keyword...`: the whole command. */
enum md_status md_lattice_define(struct md_system *system, const struct md_args *args,
                                 struct md_error *error);

void md_lattice_to_box(const struct md_lattice *lattice, double x[3]);
void md_lattice_from_box(const struct md_lattice *lattice, double x[3]);
/* Grows lo, hi (lattice coordinates) to contain the box point. */
void md_lattice_bound(const struct md_lattice *lattice, const double point[3], double lo[3],
                      double hi[3]);

#endif
