/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forces that follow from no potential: damping (fix viscous), and added forces that vary from
 * atom to atom, from region to region or with time (fix addforce with variables).
 *
 * A forcing adds to the forces when they are computed, at the atoms' present positions and the
 * velocities the integrator has at that moment; with velocity Verlet these are the half-step
 * velocities, which makes damping first order in the time step.  It has no energy and conserves
 * none.  An integrator says with `takes_forcing` whether it can be driven like this; one that
 * cannot refuses the fix by name before the run.
 */
#ifndef MD_FORCE_FORCING_H
#define MD_FORCE_FORCING_H

#include "state/frame.h"
#include "state/system.h"

struct md_forcing {
    const char *name; /* the fix style, for messages */
    int order;        /* place among all fixes of the deck */
    void *state;
    enum md_status (*apply)(void *state, struct md_system *system, md_vec3 *f,
                            struct md_error *error);
    /* Adds the energy of what was just applied, where it has one that counts (may be NULL). */
    void (*tally)(void *state, struct md_tally *tally);
};

#endif
