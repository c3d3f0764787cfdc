/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atoms get other IDs: whoever remembers something by ID is told. */
#ifndef MD_RUN_RENUMBER_H
#define MD_RUN_RENUMBER_H

#include "run/sim.h"

/* Atom i of the system, which has its new ID, had the ID old[i].  What fixes and computes keep of
 * atoms that are gone is forgotten. */
enum md_status md_renumber(struct md_sim *sim, const int64_t *old, struct md_error *error);

#endif
