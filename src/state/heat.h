/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Accounts of the time integral of the kinetic energy, int K dt.  Whoever wants one (compute
 * heat/average) opens it; the driver lists it for a run.  An integrator that has a quadrature of
 * its own pays into it where its discrete Lagrangian has the kinetic energy: `pay` adds K of the
 * present velocities times a piece of time, `close` ends the step.  All other schemes, and accounts
 * that ask for it, get the trapezoidal rule over whole steps, for which the driver looks at each.
 *
 * Sums over atoms are exact: they depend neither on the atoms' order nor on the number of threads.
 */
#ifndef MD_STATE_HEAT_H
#define MD_STATE_HEAT_H

#include "base/blocking.h"
#include "base/sum.h"
#include "state/atoms.h"

struct md_frame;
struct md_system;

struct md_heat_account {
    int group;
    bool own;                /* wants the integrator's own quadrature, if it has one */
    bool served;             /* the integrator of this run pays in */
    double part, piece;      /* of the step that is not closed: int K dt, and its time */
    double before, moment;   /* K and time at the last look, for the trapezoidal rule */
    struct md_sum sum, time; /* of all closed steps */
    struct md_blocking blocking;
    struct md_heat_account *next; /* in the list of this run */
};

struct md_heat {
    struct md_heat_account *first; /* NULL: nobody wants it */
    bool pays;                     /* one of them is the integrator's */
    bool looks;                    /* one of them wants a look at each step */
};

/* A run begins: an empty list, into which accounts come; `quadrature`: the integrator has one. */
void md_heat_clear(struct md_heat *heat);
void md_heat_open(struct md_heat *heat, struct md_heat_account *account, bool quadrature);

/* For integrators: K of the atoms' present velocities, or of v, for this time; a whole step is
 * over.  Both do nothing when nobody wants it. */
void md_heat_pay(struct md_system *system, const md_vec3 *v, double time);
void md_heat_close(struct md_system *system);

/* For the driver: velocities as they are before the next step; and at its end. */
void md_heat_first(struct md_heat *heat, const struct md_frame *frame);
void md_heat_look(struct md_heat *heat, const struct md_frame *frame);

/* The mean so far; 0 before the first step. */
double md_heat_mean(const struct md_heat_account *account);

enum md_status md_heat_keep(struct md_heat_account *account, struct md_archive *archive,
                            struct md_error *error);

#endif
