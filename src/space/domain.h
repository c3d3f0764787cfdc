/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens to atoms and box between rebuilds: wrapping, shrink-wrapping, losing, sorting. */
#ifndef MD_SPACE_DOMAIN_H
#define MD_SPACE_DOMAIN_H

#include "state/system.h"

/* A count of crossings beyond this ends a run: one more wrap adds less than is left of an int. */
#define MD_IMAGE_MOST 2145000000

/* Wraps atoms into the periodic box (counting images) and moves s and m faces to the atoms.
 * Returns the lowest ID of an atom whose count is beyond MD_IMAGE_MOST, or 0. */
int64_t md_domain_wrap(struct md_system *system);

/* Removes atoms that left through f faces (or are not finite); fills the lowest ID of them and its
 * place; returns how many. */
int64_t md_domain_remove_lost(struct md_system *system, int64_t *id, double x[3]);

/* Spatial sort of the local order in LAMMPS's bins; bin <= 0: half of list_cutoff. */
enum md_status md_domain_sort(struct md_system *system, double bin, double list_cutoff,
                              struct md_error *error);

#endif
