/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A harmonic bond, U(r) = K (r - r0)^2: K includes the usual factor 1/2.
 */
#include "term/bond.h"

#include <math.h>

#define BOND_POTENTIAL md_bond_harmonic

enum { STIFFNESS, LENGTH };

static inline struct bond_value bond_evaluate(const double *p, double r2)
{
    double r = sqrt(r2), stretch = r - p[LENGTH], pull = p[STIFFNESS] * stretch;
    return (struct bond_value){.force = r > 0.0 ? -2.0 * pull / r : 0.0,
                               .energy = pull * stretch,
                               .curvature = 2.0 * p[STIFFNESS]};
}

/* -2 K (1 - r0/r), and a constant. */
static inline struct bond_bounds bond_between(const double *p, double near, double far)
{
    struct md_range r = {sqrt(near), sqrt(far)}, one = {1.0, 1.0};
    struct md_range ratio = md_range_scale(-p[LENGTH], md_range_inverse(r));
    double twice = 2.0 * p[STIFFNESS];
    return (struct bond_bounds){.force = md_range_scale(-twice, md_range_sum(one, ratio)),
                                .curvature = {twice, twice}};
}

static void derive(const double *coeff, double *record)
{
    record[STIFFNESS] = coeff[STIFFNESS];
    record[LENGTH] = coeff[LENGTH];
}

static double rest(const double *coeff)
{
    return coeff[LENGTH];
}

static const struct md_bonded_kind kind = {
    .coeffs = 2,
    .usage = "bond_coeff N K R0",
    .coeff =
        {{.name = "K",
          .unit = "energy/distance^2",
          .doc = "stiffness: the energy is K times the squared stretch",
          .lo = -INFINITY,
          .hi = INFINITY},
         {.name = "R0", .unit = "distance", .doc = "length at rest", .lo = 0.0, .hi = INFINITY}},
    .negative = {"the bond pushes its atoms away from the length at rest"},
    .derive = derive,
    .rest = rest,
};

#include "term/bond_faces.h"

const struct md_potential BOND_POTENTIAL = {
    .style =
        {
            .name = "harmonic",
            .summary = "harmonic bonds",
            .usage = "bond_style harmonic",
            .manual = "U(r) = K (r - R0)^2; K includes the factor 1/2 of a spring.\n\n"
                      "bond_coeff N K R0 sets the bonds of type N: energy/distance^2, distance.",
            .state_size = sizeof(struct md_bonded),
        },
    BOND_FACES,
};
