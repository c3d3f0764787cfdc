/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What temperatures have in common: sums over the thermal part of velocities, degrees of freedom,
 * and the bias, the part of a velocity that is no heat (flow, components not counted, atoms outside
 * a region).
 */
#ifndef MD_MEASURE_THERMAL_H
#define MD_MEASURE_THERMAL_H

#include "measure/measure.h"

/* Atoms of the group: as many as when the run began, unless they are to be counted anew. */
int64_t md_thermal_members(const struct md_measure_context *context, const struct md_frame *frame);

/* compute_modify extra/dof, by default the dimension. */
double md_thermal_extra(const struct md_measure_context *context, const struct md_frame *frame);

/* Degrees of freedom that constraints take from the group. */
double md_thermal_removed(const struct md_measure_context *context, const struct md_frame *frame);

/* T from a sum of m v.v; negative degrees of freedom of more than no atoms are an error. */
enum md_status md_thermal_value(const struct md_frame *frame, double sum, double freedom,
                                int64_t members, double *value, struct md_error *error);

/* Sums of m u u, u = v - bias: xx yy zz xy xz yz, in energy units; cut into blocks so that threads
 * never change a bit. */
void md_thermal_tensor(const struct md_measure *type, const void *state,
                       const struct md_measure_context *context, const struct md_frame *frame,
                       double sum[6]);

/* The trace of it. */
double md_thermal_sum(const struct md_measure *type, const void *state,
                      const struct md_measure_context *context, const struct md_frame *frame);

#endif
