/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hard walls: an atom that passed one is put back as far as it went beyond, its velocity across
 * the wall reversed.  An infinite force for no time is no force at all, so an integrator with
 * `takes_mirrors` calls md_forces_reflect after positions moved and before forces are computed;
 * one without refuses the fix by name before the run.
 */
#ifndef MD_POTENTIAL_MIRROR_H
#define MD_POTENTIAL_MIRROR_H

#include "state/system.h"

struct md_mirror {
    const char *name; /* the fix style, for messages */
    void *state;
    enum md_status (*reflect)(void *state, struct md_system *system, struct md_error *error);
};

#endif
