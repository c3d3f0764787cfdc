/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flight of event-driven schemes, kept aside.  Between events their atoms are on their way,
 * each perhaps from a time of its own.  While the driver's side looks at the system, between two
 * calls of `advance`, the atoms' arrays hold the synchronous state instead: whoever looks sees one
 * instant, and the trajectory never notices.  A mark of what was left there tells whether anybody
 * changed it.
 */
#ifndef MD_INTEGRATE_EVENT_FLIGHT_H
#define MD_INTEGRATE_EVENT_FLIGHT_H

#include "base/archive.h"
#include "state/system.h"

struct md_flight {
    bool aside;     /* it is here, and the atoms' arrays are synchronous */
    md_vec3 *x, *v; /* while aside */
    size_t atoms;   /* how many there are of each */
    size_t room;
    uint64_t print; /* of the synchronous state that was left */
};

void md_flight_free(struct md_flight *flight);

/* Copies the atoms' arrays; who calls this then makes a synchronous state of them, and sets
 * `aside`. */
enum md_status md_flight_put(struct md_flight *flight, const struct md_atoms *atoms,
                             struct md_error *error);
void md_flight_take(struct md_flight *flight, struct md_atoms *atoms);

/* A mark of positions, velocities, masses and the box. */
uint64_t md_flight_print(const struct md_system *system);

/* x and v, for a restart of `flight->atoms` atoms. */
enum md_status md_flight_keep(struct md_flight *flight, struct md_archive *archive,
                              struct md_error *error);

#endif
