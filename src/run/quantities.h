/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of struct md_quantities over a simulation (md_quantities_init in run/sim.h puts them
 * together): thermo keywords, group functions, and how much of a frame a question needs.
 */
#ifndef MD_RUN_QUANTITIES_H
#define MD_RUN_QUANTITIES_H

#include "run/sim.h"

/* The present positions and velocities without computing anything: what a temperature or a
 * formula with x needs must not depend on coefficients that a deck has not given yet. */
enum md_status md_quantities_glance(struct md_sim *sim, struct md_frame *frame,
                                    struct md_error *error);

/* A frame with energies; MD_ERR_ORDER when there are none. */
enum md_status md_quantities_look(struct md_sim *sim, struct md_frame *frame,
                                  struct md_error *error);

/* A frame for this compute, with energies if it needs them. */
enum md_status md_quantities_for(struct md_sim *sim, const struct md_compute *compute,
                                 struct md_frame *frame, struct md_error *error);

/* keywords.c */
bool md_keyword_known(void *sim, const char *name);
const char *md_keyword_name(const void *sim, int i);
/* Per atom when thermo_modify norm says so (by default in units lj). */
double md_keyword_normed(const struct md_sim *sim, double value);
enum md_status md_keyword_value(void *sim, const char *name, double *value, struct md_error *error);

/* group_functions.c */
bool md_group_function_known(void *sim, const char *name);
enum md_status md_group_function_value(void *sim, const char *name, int count,
                                       const char *const *arguments, double *value,
                                       struct md_error *error);

/* questions.c: is_active(category,name), is_available(category,name) */
enum md_status md_questions_active(void *sim, const char *category, const char *name, bool *value,
                                   struct md_error *error);
enum md_status md_questions_available(void *sim, const char *category, const char *name,
                                      bool *value, struct md_error *error);

/* Index of a group or region, or an error with the nearest name. */
enum md_status md_quantities_group(const struct md_sim *sim, const char *name, int *index,
                                   struct md_error *error);
enum md_status md_quantities_region(const struct md_sim *sim, const char *name, int *index,
                                    struct md_error *error);

#endif
