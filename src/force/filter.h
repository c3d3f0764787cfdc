/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What acts on forces but is no potential: projections such as setforce, aveforce and enforce2d.
 * Every integrator applies them after the pair and bond forces, in the order of the deck, or
 * refuses them by name.  A filter acts on what stands before it in the deck: a force added by a
 * later fix is not filtered.
 */
#ifndef MD_FORCE_FILTER_H
#define MD_FORCE_FILTER_H

#include "state/system.h"

struct md_filter {
    const char *name; /* the fix style, for messages */
    int order;        /* place among all fixes of the deck */
    void *state;
    /* May change f and, for enforce2d, v. */
    enum md_status (*apply)(void *state, struct md_system *system, md_vec3 *f,
                            struct md_error *error);
    /* For schemes that sum forces by parts: the same on all parts but the last, which `apply` gets.
     * What is added or set comes with the last one; `first`: a new sum begins. */
    enum md_status (*part)(void *state, struct md_system *system, md_vec3 *f, bool first,
                           struct md_error *error);
};

#endif
