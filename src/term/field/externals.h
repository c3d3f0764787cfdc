/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The external potentials registry.c lists: one const struct per file. */
#ifndef MD_TERM_FIELD_EXTERNALS_H
#define MD_TERM_FIELD_EXTERNALS_H

#include "term/external.h"

extern const struct md_potential md_external_addforce;
extern const struct md_potential md_external_central_kepler;
extern const struct md_potential md_external_central_poly;
extern const struct md_potential md_external_gravity;
extern const struct md_potential md_external_indent;
extern const struct md_potential md_external_spring_self;
extern const struct md_potential md_external_wall_harmonic;
extern const struct md_potential md_external_wall_lj1043;
extern const struct md_potential md_external_wall_lj126;
extern const struct md_potential md_external_wall_lj93;
extern const struct md_potential md_external_wall_morse;

#endif
