/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a formula of a bond gives; its faces are made of that by bond_faces.h.  What bonds share
 * with other elements of the topology is in term/bonded.h.
 */
#ifndef MD_TERM_BOND_H
#define MD_TERM_BOND_H

#include "base/range.h"
#include "term/bonded.h"

/* What a formula gives for one bond of length r. */
struct bond_value {
    double force;     /* -U'(r) / r */
    double energy;    /* U(r) */
    double curvature; /* U''(r) */
    bool flagged;     /* too long for the formula to be trusted */
};

/* What -U'/r and U'' can be between two lengths. */
struct bond_bounds {
    struct md_range force, curvature;
};

enum md_status md_bonds_judge(void *state, const struct md_system *system,
                              const struct md_neighbors *neighbors, struct md_error *error);
/* The length at rest of a bond type; 0: it has none, or no coefficients yet. */
double md_bonds_rest(const struct md_bonded *bonds, int type);

#endif
