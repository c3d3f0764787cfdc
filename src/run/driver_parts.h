/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a run, for who drives a system through instants in another way (rerun). */
#ifndef MD_RUN_DRIVER_PARTS_H
#define MD_RUN_DRIVER_PARTS_H

#include "run/course.h"

/* Everything that must hold before a run; *mobile: the groups of moving fixes. */
enum md_status md_driver_validate(struct md_course *course, uint32_t *mobile,
                                  struct md_error *error);

/* --check: everything that can be known without a step. */
enum md_status md_driver_check(struct md_course *course, struct md_error *error);

/* The integrator begins anew, or (pre no) goes on from where it is when nothing stands in the way,
 * or resumes what a restart file holds. */
enum md_status md_driver_begin(struct md_course *course, uint32_t mobile, bool resumes,
                               struct md_error *error);

/* The fixes' hook `setup`: the first forces are there. */
enum md_status md_driver_set_up(struct md_sim *sim, struct md_error *error);

/* A frame of this instant, into sim->frame. */
enum md_status md_driver_observe(struct md_course *course, struct md_error *error);

/* Fixes whose next step after `from` is now act, in deck order; at the first step of a run only
 * those that look or open. */
enum md_status md_driver_act(struct md_course *course, int64_t from, bool first,
                             struct md_error *error);

#endif
