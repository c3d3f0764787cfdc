/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy of motion: an exact sum, the same whatever the order of the atoms and the threads. */
#ifndef MD_STATE_MOTION_H
#define MD_STATE_MOTION_H

#include "state/system.h"

#define MD_MOTION_ALL UINT32_MAX

/* The sum of m v.v over the atoms of these groups (bits). */
double md_motion_sum(const struct md_system *system, const md_vec3 *v, uint32_t groups);
/* Half of that, in units of energy. */
double md_motion_energy(const struct md_system *system, const md_vec3 *v, uint32_t groups);

/* How many threads share a sum over the atoms that costs as little as this one. */
size_t md_motion_threads(const struct md_system *system);

#endif
