/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What quickmin and fire share: motion under forces, step after step. */
#ifndef MD_MINIMIZE_DAMPED_H
#define MD_MINIMIZE_DAMPED_H

#include "minimize/minimizer.h"

/* v += h f / m for all atoms. */
void md_damped_kick(struct md_minimization *min, double h);
/* x += h v for all atoms. */
void md_damped_drift(struct md_minimization *min, double h);
/* v = a v + b f for all atoms. */
void md_damped_mix(struct md_minimization *min, double a, double b);
void md_damped_rest(struct md_minimization *min); /* v = 0 */

/* h, or less: no component of a displacement is longer than dmax. */
double md_damped_limit(const struct md_minimization *min, double h);

/* No component of a velocity takes an atom farther than dmax in the time h. */
void md_damped_clip(struct md_minimization *min, double h);

/* v.f, v.v */
double md_damped_vf(const struct md_minimization *min);
double md_damped_vv(const struct md_minimization *min);

/* Both tolerances; that of energies only when `settled`.  As in LAMMPS force evaluations, about one
 * per iteration, are not limited here. */
enum md_min_stop md_damped_stop(const struct md_minimization *min, bool settled);

#endif
