/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fixes get into the forces: the lists of struct md_forces, filled from the deck's fixes. */
#ifndef MD_RUN_FIX_LISTS_H
#define MD_RUN_FIX_LISTS_H

#include "run/sim.h"

/* All lists, or an error naming the fix that the integrator does not take. */
enum md_status md_fix_lists_set(struct md_sim *sim, struct md_error *error);

/* The same for a minimisation: what takes part there. */
enum md_status md_fix_lists_minimize(struct md_sim *sim, struct md_error *error);

/* Only the external potentials: what energies between runs need. */
enum md_status md_fix_lists_make_room(struct md_sim *sim, struct md_error *error);
void md_fix_lists_externals(struct md_sim *sim);

void md_fix_lists_free(struct md_sim *sim);

#endif
