/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What bond potentials have in common: reading bond_style and bond_coeff, and records of derived
 * constants for each bond type.  The faces are made by bond_faces.h from one formula.
 *
 * A bond as an element (struct md_element) has two atoms at positions that are already the right
 * images; type[0] is the type of the bond.
 */
#ifndef MD_TERM_BOND_H
#define MD_TERM_BOND_H

#include "base/range.h"
#include "term/potential.h"

#define MD_BOND_COEFFS 4 /* of a bond type at most */
#define MD_BOND_RECORD 6 /* derived constants of a bond type */

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

struct md_bond_kind {
    int coeffs;
    const char *usage;                         /* "bond_coeff N K R0" */
    struct md_param coeff[MD_BOND_COEFFS + 1]; /* name, unit, doc, lo, hi; NULL name: the end */
    /* What becomes of the bond where this coefficient is negative, for a warning; NULL: a sign of
     * use. */
    const char *negative[MD_BOND_COEFFS];
    void (*derive)(const double *coeff, double *record);
    double (*rest)(const double *coeff); /* the length that a constraint gives it; NULL: none */
    /* Of a bond that the formula flagged: whether the run may go on with a warning, and what length
     * there could have been.  NULL: no bond is ever flagged. */
    bool (*bearable)(const double *record, double r2, double *longest);
};

/* The state of every bond potential. */
struct md_bonds {
    const struct md_bond_kind *kind;
    int types; /* 0 until the first bond_coeff */
    bool *given;
    double *coeff;  /* [(types + 1) * MD_BOND_COEFFS] */
    double *record; /* [(types + 1) * MD_BOND_RECORD] */
    bool optional;  /* coefficients need not be given */
    bool flagged;   /* some formula flagged a bond in the last sum */
};

enum md_status md_bonds_create(struct md_bonds *bonds, const struct md_bond_kind *kind,
                               const struct md_style *style, const struct md_args *args,
                               struct md_error *error);
enum md_status md_bonds_coeff(void *state, const struct md_system *system,
                              const struct md_args *args, struct md_error *error);
enum md_status md_bonds_prepare(void *state, const struct md_system *system,
                                struct md_error *error);
enum md_status md_bonds_judge(void *state, const struct md_system *system,
                              const struct md_neighbors *neighbors, struct md_error *error);
enum md_status md_bonds_keep(void *state, struct md_archive *archive, struct md_error *error);
/* The length at rest of a bond type; 0: it has none, or no coefficients yet. */
double md_bonds_rest(const struct md_bonds *bonds, int type);
void md_bonds_destroy(void *state);
void md_bonds_describe(const void *state, int type, int unused, char *text, size_t size);

#endif
