/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of the embedded-atom method in the three file formats in use:
 *
 *   funcfl  one element: a comment line; Z mass ...; nrho drho nr dr cutoff; then
 *           F(rho) [nrho], Z(r) [nr], rho(r) [nr]
 *   setfl   several elements: three comment lines; n name1 .. namen; nrho drho nr dr cutoff; then
 * for each element: Z mass ...; F(rho) [nrho], rho(r) [nr]; then r phi(r) [nr] for each pair of
 *           elements i >= j
 *   fs      as setfl, but each element has n densities: what it gives to each of the elements
 *
 * Each array begins on a line of its own; # begins a comment.
 */
#ifndef MD_INPUT_EAM_FILE_H
#define MD_INPUT_EAM_FILE_H

#include "input/potential_file.h"

enum md_eam_format { MD_EAM_FUNCFL, MD_EAM_SETFL, MD_EAM_FS };

#define MD_EAM_NAME     16  /* characters of an element's name, NUL included */
#define MD_EAM_ELEMENTS 256 /* elements of a file at most */
#define MD_EAM_POINTS   6   /* points of a table at least: its slopes need five */

struct md_eam_element {
    char name[MD_EAM_NAME]; /* "" in a funcfl file */
    double mass;
};

struct md_eam_file {
    enum md_eam_format format;
    const char *name;          /* as found; belongs to the list of kept texts */
    char units[MD_FILE_UNITS]; /* after "UNITS:" in the first line, or "" */
    int elements;
    struct md_eam_element *element;
    int nrho, nr;
    double drho, dr, cutoff;
    double *embed;   /* [elements][nrho]: F */
    double *density; /* [elements][nr], or of fs [giver][taker][nr] */
    double *pair;    /* funcfl: Z [nr]; else r phi of i >= j at [i (i+1)/2 + j][nr] */
};

/* Reads a file; its places and name live as long as *kept.  On failure *eam is empty. */
enum md_status md_eam_file_read(struct md_eam_file *eam, enum md_eam_format format,
                                const struct md_word *path, struct md_keep **kept,
                                struct md_error *error);

/* The same from memory. */
enum md_status md_eam_file_parse(struct md_eam_file *eam, enum md_eam_format format,
                                 const char *name, const char *text, size_t size,
                                 struct md_keep **kept, struct md_error *error);
void md_eam_file_free(struct md_eam_file *eam);

/* How many densities and pair tables there are. */
size_t md_eam_file_densities(const struct md_eam_file *eam);
size_t md_eam_file_pairs(const struct md_eam_file *eam);

#endif
