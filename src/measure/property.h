/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What atoms carry, by name: id, type, mass, x, xs, xu, vx, fx ... */
#ifndef MD_MEASURE_PROPERTY_H
#define MD_MEASURE_PROPERTY_H

#include "base/word.h"
#include "state/frame.h"

bool md_property_known(const char *name);

/* Which one a word names; an error when there is none, or atoms of this atom_style have it not. */
enum md_status md_property_of_word(const struct md_system *system, const struct md_word *word,
                                   int *which, struct md_error *error);
bool md_property_is_force(int which);

/* The axis of an unwrapped coordinate; -1: it is something else. */
int md_property_unwrapped(int which);

/* Of all atoms, into values[0], values[columns], ... */
void md_property_values(int which, const struct md_frame *frame, size_t columns, double *values);

#endif
