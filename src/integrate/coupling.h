/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Thermostats and barostats act inside a step, between kicks and drifts.  A coupling is who moves a
 * group of atoms and what it does around their moves.  An integrator with `takes_couplings` that
 * finds some in struct md_dynamics serves them one after another, in the order of the deck:
 *
 *     opening    open, half a kick of its atoms, drift, their new positions, drift, moved
 *                (then hard walls, neighbour list and forces of all)
 *     closing    half a kick of its atoms, close
 *
 * and constraints come in between:
 *
 *     begun      forces are those of a run's beginning, or made anew between steps: velocities are
 *                those of the same instant
 *     forced     before all closings: forces are new, velocities those of half a step ago
 *     closed     after all closings
 *
 * with the clock at the step's end already, to which ramps refer.  An integrator without refuses
 * such fixes by name.
 *
 * A fix nve among couplings is one without hooks.  Without any hook there are no couplings, and an
 * integrator moves all of md_dynamics.mobile in its own, fastest way.
 */
#ifndef MD_INTEGRATE_COUPLING_H
#define MD_INTEGRATE_COUPLING_H

#include "state/system.h"

struct md_coupling {
    const char *name; /* the fix style, for messages */
    uint32_t groups;  /* bits: whose atoms it moves; 0: it moves nobody */
    bool virial;      /* wants energies and virial at every step */
    void *state;
    /* Each may be NULL. */
    enum md_status (*open)(void *state, struct md_system *, struct md_error *);
    enum md_status (*drift)(void *state, struct md_system *, struct md_error *);
    enum md_status (*moved)(void *state, struct md_system *, struct md_error *);
    enum md_status (*close)(void *state, struct md_system *, struct md_error *);
    enum md_status (*begun)(void *state, struct md_system *, struct md_error *);
    enum md_status (*forced)(void *state, struct md_system *, struct md_error *);
    enum md_status (*closed)(void *state, struct md_system *, struct md_error *);
};

#endif
