/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths of all atoms: those of the reference are kept in a file, and a run's are compared with them
 * in the norm of H1,
 *
 *     |e|^2 = 1/T int (|x - x_ref|^2 + |v - v_ref|^2) dt,
 *
 * sums over all atoms and axes, in the deck's units.  Between its records the reference is the
 * cubic that has its positions and velocities, so that runs may have any step.
 */
#ifndef MD_COMPARE_PATHS_H
#define MD_COMPARE_PATHS_H

#include "compare/sampler.h"

enum md_status md_paths_write(const struct md_path *path, const double *bin, const char *name,
                              struct md_error *error);
enum md_status md_paths_read(struct md_path *path, double *bin, const char *name,
                             struct md_error *error);

/* H1, and its parts of positions and of velocities; NaN when they have no time in common. */
void md_paths_compare(const struct md_path *path, const struct md_path *reference, double h1[3]);

#endif
