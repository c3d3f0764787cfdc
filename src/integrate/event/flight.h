/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flight of event-driven schemes (see event_loop.h), as positions and velocities that are
 * copied while the atoms' arrays show the state of one instant instead; and a mark by which a
 * change of that state is noticed.
 */
#ifndef MD_INTEGRATE_EVENT_FLIGHT_H
#define MD_INTEGRATE_EVENT_FLIGHT_H

#include "base/archive.h"
#include "integrate/integrator.h"

struct md_flight {
    bool copied;    /* the copies hold it, and the atoms' arrays show an instant */
    md_vec3 *x, *v; /* while copied */
    size_t atoms;   /* how many there are of each */
    size_t room;
};

void md_flight_free(struct md_flight *flight);

/* Copies the atoms' arrays.  The caller then makes a state of one instant of them, and sets
 * `copied`. */
enum md_status md_flight_put(struct md_flight *flight, const struct md_atoms *atoms,
                             struct md_error *error);
void md_flight_take(struct md_flight *flight, struct md_atoms *atoms);

/* A mark of everything that decides how a flight goes on from the instant that is shown: positions,
 * velocities, masses, box and time step, moving groups, how many fields there are, hard walls. */
uint64_t md_flight_mark(const struct md_dynamics *dynamics);

/* x and v, for a restart of `flight->atoms` atoms. */
enum md_status md_flight_keep(struct md_flight *flight, struct md_archive *archive,
                              struct md_error *error);

#endif
