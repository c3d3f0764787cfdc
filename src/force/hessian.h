/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The second derivatives of the potential energy with respect to some atoms' positions, by central
 * differences of forces.  Filters and forces without a potential are left out.  Afterwards the
 * system, its forces and all counters are as they were, bit for bit.
 */
#ifndef MD_FORCE_HESSIAN_H
#define MD_FORCE_HESSIAN_H

#include "force/forces.h"

struct md_hessian_plan {
    const size_t *atom; /* which atoms, by their present places */
    size_t count;
    const md_vec3 *at; /* [count]: where they stand meanwhile; within the reach of the list */
    int axes;          /* 1: x, 2: x and y, 3: all */
    double nudge;      /* how far an atom is moved to either side */
};

/* matrix gets (axes count)^2 numbers, symmetrised; force, [axes count], the forces at `at` (may be
 * NULL).  Needs a neighbour list, as there is one from the first forces of a run on. */
enum md_status md_hessian_find(struct md_forces *forces, struct md_system *system,
                               const struct md_hessian_plan *plan, double *matrix, double *force,
                               struct md_error *error);

#endif
