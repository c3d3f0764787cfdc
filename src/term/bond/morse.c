/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A Morse bond, U(r) = D [1 - exp(-alpha (r - r0))]^2 [P. M. Morse, Phys. Rev. 34 (1929) 57].
 */
#include "term/bond.h"

#include <math.h>

#define BOND_POTENTIAL md_bond_morse

enum { DEPTH, ALPHA, LENGTH };

static inline struct bond_value bond_evaluate(const double *p, double r2)
{
    double r = sqrt(r2), fade = exp(-p[ALPHA] * (r - p[LENGTH])), rest = 1.0 - fade;
    double slope = 2.0 * p[DEPTH] * p[ALPHA] * rest * fade;
    return (struct bond_value){.force = r > 0.0 ? -slope / r : 0.0,
                               .energy = p[DEPTH] * rest * rest,
                               .curvature = 2.0 * p[DEPTH] * p[ALPHA] * p[ALPHA] * fade *
                                            (2.0 * fade - 1.0)};
}

/* The fading factor e rises or falls all the way; e (e - 1) and e (2 e - 1) have one minimum. */
static inline struct bond_bounds bond_between(const double *p, double near, double far)
{
    struct md_range r = {sqrt(near), sqrt(far)};
    struct md_range e =
        md_range_between(exp(-p[ALPHA] * (r.lo - p[LENGTH])), exp(-p[ALPHA] * (r.hi - p[LENGTH])));
    double slope = 2.0 * p[DEPTH] * p[ALPHA];
    struct md_range push = md_range_scale(slope, md_range_well(1.0, e));
    return (struct bond_bounds){
        .force = md_range_product(push, md_range_inverse(r)),
        .curvature = md_range_scale(slope * p[ALPHA], md_range_well(2.0, e)),
    };
}

static void derive(const double *coeff, double *record)
{
    record[DEPTH] = coeff[DEPTH];
    record[ALPHA] = coeff[ALPHA];
    record[LENGTH] = coeff[LENGTH];
}

static double rest(const double *coeff)
{
    return coeff[LENGTH];
}

static const struct md_bonded_kind kind = {
    .coeffs = 3,
    .usage = "bond_coeff N D ALPHA R0",
    .coeff =
        {{.name = "D",
          .unit = "energy",
          .doc = "depth of the well",
          .lo = -INFINITY,
          .hi = INFINITY},
         {.name = "alpha",
          .unit = "1/distance",
          .doc = "steepness",
          .lo = -INFINITY,
          .hi = INFINITY},
         {.name = "R0", .unit = "distance", .doc = "length at rest", .lo = 0.0, .hi = INFINITY}},
    .negative = {"the well is a hill: the bond pushes its atoms away from the length at rest"},
    .derive = derive,
    .rest = rest,
};

#include "term/bond_faces.h"

const struct md_potential BOND_POTENTIAL = {
    .style =
        {
            .name = "morse",
            .summary = "Morse bonds",
            .usage = "bond_style morse",
            .manual =
                "U(r) = D [1 - exp(-alpha (r - R0))]^2.\n\n"
                "bond_coeff N D ALPHA R0 sets the bonds of type N: energy, 1/distance, distance.",
            .cite = "P. M. Morse, Phys. Rev. 34 (1929) 57",
            .state_size = sizeof(struct md_bonded),
        },
    BOND_FACES,
};
