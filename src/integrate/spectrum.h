/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fastest vibration of a system as it stands, which bounds the time steps of every scheme: the
 * largest eigenvalue of the mass-weighted Hessian.  Only forces are asked for, so it works with
 * every potential.
 */
#ifndef MD_INTEGRATE_SPECTRUM_H
#define MD_INTEGRATE_SPECTRUM_H

#include "integrate/integrator.h"

/* How forces at the present positions are got: fills f[0..n-1]; the neighbour list's sites are up
 * to date.  It may leave anything in system->atoms.f. */
typedef enum md_status md_spectrum_forces(void *context, struct md_dynamics *dynamics, md_vec3 *f,
                                          struct md_error *error);

/* Angular frequency of the fastest mode of the mobile atoms (radians per unit of time), to about
 * 1 % and rather too low than too high; 0 if nothing is bound.  forces NULL: those of all
 * potentials, without filters and forcings: a projection can only lower the frequency.
 * After md_forces_begin.  Nothing of the system, its forces or the list is changed afterwards. */
enum md_status md_spectrum_fastest(struct md_dynamics *dynamics, md_spectrum_forces *forces,
                                   void *context, double *omega, struct md_error *error);

#endif
