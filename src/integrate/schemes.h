/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schemes registry.c lists: one const struct per file. */
#ifndef MD_INTEGRATE_SCHEMES_H
#define MD_INTEGRATE_SCHEMES_H

#include "integrate/integrator.h"

extern const struct md_integrator md_integrator_verlet;

#endif
