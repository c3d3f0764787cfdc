/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What potentials of bonds, angles and other elements of the topology have in common: reading
 * bond_coeff, angle_coeff, ..., and records of derived constants for each type.
 *
 * Such an element (struct md_element) has its atoms at positions that are already the right images;
 * type[0] is the type of the element.
 */
#ifndef MD_TERM_BONDED_H
#define MD_TERM_BONDED_H

#include "term/potential.h"

#define MD_BONDED_COEFFS 4 /* of a type at most */
#define MD_BONDED_RECORD 6 /* derived constants of a type */

struct md_bonded_kind {
    int topology; /* MD_BONDS, MD_ANGLES, ... */
    int coeffs;
    const char *usage;                           /* "bond_coeff N K R0" */
    struct md_param coeff[MD_BONDED_COEFFS + 1]; /* name, unit, doc, lo, hi; NULL name: the end */
    /* What becomes of the element where this coefficient is negative, for a warning; NULL: a sign
     * of use. */
    const char *negative[MD_BONDED_COEFFS];
    void (*derive)(const double *coeff, double *record);
    double (*rest)(const double *coeff); /* the length that a constraint gives it; NULL: none */
    /* Of a bond that the formula flagged: whether the run may go on with a warning, and what length
     * there could have been.  NULL: no bond is ever flagged. */
    bool (*bearable)(const double *record, double r2, double *longest);
};

/* The state of every such potential. */
struct md_bonded {
    const struct md_bonded_kind *kind;
    int types; /* 0 until the first coefficients */
    bool *given;
    double *coeff;  /* [(types + 1) * MD_BONDED_COEFFS] */
    double *record; /* [(types + 1) * MD_BONDED_RECORD] */
    bool optional;  /* coefficients need not be given */
    bool flagged;   /* some formula flagged a bond in the last sum */
};

enum md_status md_bonded_create(struct md_bonded *bonds, const struct md_bonded_kind *kind,
                                const struct md_style *style, const struct md_args *args,
                                struct md_error *error);
enum md_status md_bonded_coeff(void *state, const struct md_system *system,
                               const struct md_args *args, struct md_error *error);
enum md_status md_bonded_prepare(void *state, const struct md_system *system,
                                 struct md_error *error);
enum md_status md_bonded_keep(void *state, struct md_archive *archive, struct md_error *error);
void md_bonded_destroy(void *state);
void md_bonded_describe(const void *state, int type, int unused, char *text, size_t size);

#endif
