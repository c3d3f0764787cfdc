/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Angles between two bonds a and b from a middle atom: what their potentials have in common.  A
 * formula gives energy and slope in terms of the angle; forces follow by the chain rule over its
 * cosine.  Coefficients are read by term/bonded.h.  There is no sweep: angles are summed element
 * by element.
 */
#ifndef MD_TERM_ANGLE_H
#define MD_TERM_ANGLE_H

#include "term/bonded.h"

/* Smaller sines count as this: the forces of a straight angle that wants to bend are unbounded. */
#define MD_ANGLE_SINE_LEAST 0.001

struct md_angle {
    double a[3], b[3]; /* from the middle atom to the first and the third */
    double square[2];  /* of their lengths */
    double cosine, sine;
};

/* Of an element whose second atom is the middle. */
struct md_angle md_angle_of(const struct md_element *element);

/* Forces on the three atoms, where the energy's derivative with respect to the angle is `slope`. */
void md_angle_forces(const struct md_angle *angle, double slope, double (*f)[3]);

/* A bound on the largest eigenvalue of the Hessian, of first and second derivatives with respect
 * to the angle. */
double md_angle_stiffness(const struct md_angle *angle, double slope, double curvature);

#endif
