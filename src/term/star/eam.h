/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The embedded-atom method: what its three styles share.  eam_tables.c turns files into tables of
 * spline coefficients, eam.c sums over them, eam_span.c bounds their derivatives.
 */
#ifndef MD_TERM_STAR_EAM_H
#define MD_TERM_STAR_EAM_H

#include "input/eam_file.h"
#include "term/potential.h"

/* Terms of an element (struct md_element). */
enum { MD_EAM_PAIR = MD_ELEMENT_PAIR, MD_EAM_EMBEDDING = MD_ELEMENT_EMBEDDING };

/*
 * A record holds the cubics of one interval of distance, each as value, slope, square and cube of
 * the position within it: the density that the partner gives to the atom, r phi, and, where it
 * may be another, the density that the atom gives to the partner.
 */
#define MD_EAM_RECORD_ONE  8
#define MD_EAM_RECORD_MANY 12

struct md_eam {
    enum md_eam_format format;

    /* As the deck gave it. */
    int types;
    struct md_eam_file *files; /* funcfl: any number; else one */
    char **asked;              /* the files' names in the deck */
    int file_count;
    struct md_file_factors *factors; /* of each file */
    int *element; /* [types + 1]: of the file, or the file; MD_EAM_UNSET, MD_EAM_NULL */
    double *mass; /* [types + 1] that the last pair_coeff brought; 0: none */
    struct md_keep *kept;
    bool stale;       /* tables do not belong to what the deck gave */
    const bool *mine; /* part of a hybrid style: pairs of types that are its own; NULL: all */

    /* Tables, after prepare. */
    int nr, nrho;
    double dr, drho, per_dr, per_drho, rho_max, cutoff, cutoff_sq;
    bool many;               /* more than one element */
    double *embed;           /* [elements in use + 1][nrho - 1][4]; the last is zero */
    double *pair;            /* [elements in use ^ 2 + 1][nr][record]; the last is zero */
    const double **embed_of; /* [types + 1] */
    const double **pair_of;  /* [(types + 1)^2], row: the atom, column: its partner */

    /* Kept from the first pass to the last; see eam.c.  The first three hold `slots` blocks. */
    int32_t *near;  /* near_room of each */
    double *slope;  /* likewise */
    int32_t *count; /* MD_SUM_BLOCK of each */
    double *point;
    size_t slots, near_room, site_room;
};

enum { MD_EAM_UNSET = -2, MD_EAM_NULL = -1 };

enum md_status md_eam_create(struct md_eam *eam, enum md_eam_format format,
                             const struct md_style *style, const struct md_args *args,
                             struct md_error *error);

/* Hooks of struct md_potential. */
enum md_status md_eam_coeff_file(void *state, const struct md_system *system,
                                 const struct md_args *args, struct md_error *error);
enum md_status md_eam_coeff_elements(void *state, const struct md_system *system,
                                     const struct md_args *args, struct md_error *error);
enum md_status md_eam_modify(void *state, const struct md_args *args, struct md_error *error);
enum md_status md_eam_prepare(void *state, const struct md_system *system, struct md_error *error);
enum md_status md_eam_reserve(void *state, const struct md_neighbors *neighbors, size_t slots,
                              struct md_error *error);
void md_eam_destroy(void *state);
bool md_eam_given(const void *state, int type_i, int type_j);
void md_eam_assign(void *state, const bool *mine);
double md_eam_cutoff(const void *state, int type_i, int type_j);
double md_eam_reach(const void *state);
double md_eam_mass(const void *state, int type);
void md_eam_span(const void *state, int type, size_t count, const struct md_star_range *range,
                 const int32_t *row, double *scratch, double bound[2]);

#endif
