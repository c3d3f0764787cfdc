/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The longest time step in which no atom of a group goes too far: what fix dt/reset is about. */
#ifndef MD_MODIFY_TRAVEL_H
#define MD_MODIFY_TRAVEL_H

#include "state/system.h"

struct md_travel {
    double distance; /* that no atom may exceed in one step */
    double energy;   /* that no force may exceed as work in one step; 0: any */
};

/* The largest step, at most `longest`, from present velocities and forces. */
double md_travel_step(const struct md_travel *travel, const struct md_system *system, int group,
                      double longest);

/* Makes it the time step; true if it was another one. */
bool md_travel_set_step(struct md_system *system, double step);

#endif
