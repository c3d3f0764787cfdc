/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energy that fixes take from a system or bring to it.  An integrator answers for the total energy
 * and what fixes account for (the thermo keywords ecouple and econserve); where a fix keeps no
 * account, its heat cannot be told from the integrator's error, and a reader must know.
 */
#ifndef MD_RUN_ACCOUNT_H
#define MD_RUN_ACCOUNT_H

#include "run/sim.h"

/* What belongs to the energy that a run should keep, besides kinetic and potential energy as the
 * deck counts them: heat that fixes took, and energies of fixes without fix_modify energy yes. */
enum md_status md_account_energy(struct md_sim *sim, double *energy, struct md_error *error);

/* Fixes that exchange energy without account, as "heat (langevin), walls (viscous)"; returns how
 * many there are. */
int md_account_gaps(struct md_sim *sim, char *text, size_t size);

#endif
