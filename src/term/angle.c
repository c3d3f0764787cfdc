/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geometry of angles. */
#include "term/angle.h"

#include <math.h>

static double dot(const double u[3], const double v[3])
{
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

struct md_angle md_angle_of(const struct md_element *element)
{
    struct md_angle angle;
    for (int k = 0; k < 3; k++) {
        angle.a[k] = element->x[0][k] - element->x[1][k];
        angle.b[k] = element->x[2][k] - element->x[1][k];
    }
    angle.square[0] = dot(angle.a, angle.a);
    angle.square[1] = dot(angle.b, angle.b);
    double cosine = dot(angle.a, angle.b) / (sqrt(angle.square[0]) * sqrt(angle.square[1]));
    cosine = cosine > 1.0 ? 1.0 : cosine < -1.0 ? -1.0 : cosine;
    double sine = sqrt(1.0 - cosine * cosine);
    angle.cosine = cosine;
    angle.sine = sine < MD_ANGLE_SINE_LEAST ? MD_ANGLE_SINE_LEAST : sine;
    return angle;
}

/* With c the cosine, dc/da = b/(|a||b|) - c a/|a|^2 and the same for b; the middle atom has what is
 * left. */
void md_angle_forces(const struct md_angle *angle, double slope, double (*f)[3])
{
    double factor = slope / angle->sine; /* -dE/dc */
    double across = factor / (sqrt(angle->square[0]) * sqrt(angle->square[1]));
    double along[2] = {factor * angle->cosine / angle->square[0],
                       factor * angle->cosine / angle->square[1]};
    for (int k = 0; k < 3; k++) {
        f[0][k] = across * angle->b[k] - along[0] * angle->a[k];
        f[2][k] = across * angle->a[k] - along[1] * angle->b[k];
        f[1][k] = -(f[0][k] + f[2][k]);
    }
}

/*
 * The Hessian in a and b is E'' grad grad^T + E' D, with grad the gradient and D the Hessian of the
 * angle.  Let u = (1/|a|, 1/|b|).  The gradient has a part of length 1/|a| across a and one of
 * 1/|b| across b: its square is |u|^2.  Within the plane of the angle D has only 1/|a|^2 between
 * along and across a, and the same for b; across the plane cot/|a|^2, cot/|b|^2 and -1/(|a||b|
 * sine).  So no element of D exceeds that of u u^T / sine, and |D| <= |u|^2 / sine.  From (a, b) to
 * the three atoms, a = x0 - x1 and b = x2 - x1, squares of lengths grow threefold at most.
 */
double md_angle_stiffness(const struct md_angle *angle, double slope, double curvature)
{
    double square = 1.0 / angle->square[0] + 1.0 / angle->square[1];
    return 3.0 * square * (fabs(curvature) + fabs(slope) / angle->sine);
}
