/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fastest vibration of a system, cheaply: from the curvatures of the elements in the
 * neighbour list, by one sweep that looks and changes nothing.  md_spectrum_fastest finds that of
 * the system as it stands to 1 %, for fifty evaluations of the forces.
 */
#ifndef MD_INTEGRATE_VIBRATION_H
#define MD_INTEGRATE_VIBRATION_H

#include "integrate/integrator.h"

struct md_vibration {
    double period; /* 0: nothing vibrates, or nothing is known */
    int64_t atom;  /* ID: where the rest of the system holds an atom most stiffly */
    bool collides; /* it is that of pairs that collide, not of atoms where they are */
};

/* The fastest vibration of the system as it stands has this period or a shorter one, except where
 * pairs collide: a step too long for it is too long.  Atoms that do not move, and those of the
 * groups `held` (bits), stand still.  After md_forces_begin. */
enum md_status md_vibration_find(const struct md_dynamics *dynamics, uint32_t held,
                                 struct md_vibration *vibration, struct md_error *error);

#endif
