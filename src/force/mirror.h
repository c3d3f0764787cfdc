/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hard walls: an atom that passed one is put back as far as it went beyond, its velocity across
 * the wall reversed.  An infinite force for no time is no force at all, so an integrator with
 * `takes_mirrors` calls md_forces_reflect after positions moved and before forces are computed;
 * one without refuses the fix by name before the run.  An event-driven scheme asks where they stand
 * and throws atoms back there itself.
 */
#ifndef MD_FORCE_MIRROR_H
#define MD_FORCE_MIRROR_H

#include "state/system.h"

#define MD_MIRROR_PLANES 6

/* A wall across an axis that stands still. */
struct md_mirror_plane {
    int axis;
    double side; /* 1: atoms are above it, -1: below */
    double at;
    uint32_t groups; /* bits of those whose atoms it throws back */
};

struct md_mirror {
    const char *name; /* the fix style, for messages */
    void *state;
    enum md_status (*reflect)(void *state, struct md_system *system, struct md_error *error);
    const struct md_place *place; /* of the fix */
    struct md_mirror_plane plane[MD_MIRROR_PLANES];
    int planes; /* 0: what it does is not said by planes */
};

#endif
