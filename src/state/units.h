/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The eight unit systems and the conversion constants decks depend on. */
#ifndef MD_STATE_UNITS_H
#define MD_STATE_UNITS_H

#include <stdbool.h>

struct md_units {
    const char *name;
    double boltz;    /* energy per temperature */
    double mvv2e;    /* mass velocity^2 to energy */
    double ftm2v;    /* force time / mass to velocity */
    double nktv2p;   /* energy / volume to pressure */
    double mv2d;     /* mass / volume to density */
    double coulomb;  /* energy times distance of two elementary charges; lj: of two charges of 1 */
    double angstrom; /* distance; lj: 1 */
    double electronvolt;   /* energy; lj: 1 */
    double dalton;         /* mass of 1 g/mol; lj: 1 */
    double timestep;       /* default */
    double skin;           /* default neighbour skin */
    bool reduced;          /* lj: lattice scale is a density, thermo is per atom */
    const char *time_name; /* "tau", "ps", "fs", ... for the Performance line */
};

/* By deck word; NULL when unknown.  md_units_names is NULL-terminated. */
const struct md_units *md_units_find(const char *name);
extern const char *const md_units_names[];

#endif
