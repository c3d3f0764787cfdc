/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check forces, second part: single pairs at many distances. */
#ifndef MD_COMMAND_CHECK_SCAN_H
#define MD_COMMAND_CHECK_SCAN_H

#include "force/forces.h"

/* What was found about the pairs of one potential. */
struct md_check_scan {
    int64_t compared, undecided, beyond;
    double worst;                /* error of the force, as a share of what it is judged by */
    double r, force, derivative; /* there */
    int type[2];
};

#define MD_CHECK_DISTANCES 400 /* of each pair of types */

/* Compares the force between two atoms with the derivative of their energy, from half the `spacing`
 * of atoms (or 0.3 of the cutoff, if less) to just beyond the cutoff; after prepare.  Only for
 * potentials with pairs among their elements. */
void md_check_scan_pairs(const struct md_potential_use *use, int types, double spacing,
                         double tolerance, struct md_check_scan *scan);

#endif
