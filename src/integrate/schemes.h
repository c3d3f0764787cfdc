/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schemes registry.c lists: one const struct per file. */
#ifndef MD_INTEGRATE_SCHEMES_H
#define MD_INTEGRATE_SCHEMES_H

#include "integrate/integrator.h"

extern const struct md_integrator md_integrator_verlet;
extern const struct md_integrator md_integrator_avi;
extern const struct md_integrator md_integrator_energy_stepping;
extern const struct md_integrator md_integrator_es_pair;
extern const struct md_integrator md_integrator_force_stepping;
extern const struct md_integrator md_integrator_symplectic_euler;
extern const struct md_integrator md_integrator_forest_ruth;
extern const struct md_integrator md_integrator_suzuki4;
extern const struct md_integrator md_integrator_blanes_moan4;
extern const struct md_integrator md_integrator_newmark;
extern const struct md_integrator md_integrator_midpoint;
extern const struct md_integrator md_integrator_galerkin;
extern const struct md_integrator md_integrator_rk4;
extern const struct md_integrator md_integrator_respa;

#endif
