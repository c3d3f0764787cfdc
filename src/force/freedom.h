/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Degrees of freedom besides the atoms' positions, which a minimisation changes together with them:
 * the edges of the box (fix box/relax).  Each has a force, minus the derivative of the energy by
 * it.
 */
#ifndef MD_FORCE_FREEDOM_H
#define MD_FORCE_FREEDOM_H

#include "state/frame.h"

#define MD_FREEDOM_MAX 3

struct md_freedom {
    const char *name; /* the fix style, for messages */
    int count;        /* at most MD_FREEDOM_MAX */
    void *state;
    /* A minimisation begins. */
    enum md_status (*begin)(void *state, struct md_system *system, struct md_error *error);
    /* Energy and forces, from the potentials' energies and virial of the present positions. */
    double (*energy)(void *state, const struct md_system *system, const struct md_tally *tally,
                     double force[MD_FREEDOM_MAX]);
    /* Keeps the present values: the start of a line. */
    void (*store)(void *state, const struct md_system *system);
    /* Goes to alpha along h from there; atoms may move with it. */
    enum md_status (*step)(void *state, struct md_system *system, double alpha,
                           const double h[MD_FREEDOM_MAX], struct md_error *error);
    /* The longest alpha allowed along h. */
    double (*limit)(const void *state, const double h[MD_FREEDOM_MAX]);
    /* A line search ended well at iteration `iteration`: true when energies must be computed anew.
     */
    bool (*refer)(void *state, const struct md_system *system, int64_t iteration);
};

#endif
