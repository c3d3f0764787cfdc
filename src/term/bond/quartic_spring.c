/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A spring with a quartic term,
 *
 *     U(r) = K2/2 (r - r0)^2 + K4/4 (r - r0)^4,
 *
 * the bond of nonlinear lattices: in a chain, the beta model of E. Fermi, J. Pasta and S. Ulam, Los
 * Alamos report LA-1940 (1955).
 */
#include "term/bond.h"

#include <math.h>

#define BOND_POTENTIAL md_bond_quartic_spring

enum { QUADRATIC, QUARTIC, LENGTH };

static inline struct bond_value bond_evaluate(const double *p, double r2)
{
    double r = sqrt(r2), stretch = r - p[LENGTH], square = stretch * stretch;
    double slope = (p[QUADRATIC] + p[QUARTIC] * square) * stretch;
    return (struct bond_value){.force = r > 0.0 ? -slope / r : 0.0,
                               .energy = (0.5 * p[QUADRATIC] + 0.25 * p[QUARTIC] * square) * square,
                               .curvature = p[QUADRATIC] + 3.0 * p[QUARTIC] * square};
}

/* The slope is K2 x + K4 x^3 of the stretch x: two terms that rise or fall. */
static inline struct bond_bounds bond_between(const double *p, double near, double far)
{
    struct md_range r = {sqrt(near), sqrt(far)}, stretch = {r.lo - p[LENGTH], r.hi - p[LENGTH]};
    double a = stretch.lo, b = stretch.hi;
    struct md_range cube = {a * a * a, b * b * b}, even = {p[QUADRATIC], p[QUADRATIC]};
    struct md_range push =
        md_range_sum(md_range_scale(-p[QUADRATIC], stretch), md_range_scale(-p[QUARTIC], cube));
    struct md_range bend = md_range_scale(3.0 * p[QUARTIC], md_range_square(stretch));
    return (struct bond_bounds){.force = md_range_product(push, md_range_inverse(r)),
                                .curvature = md_range_sum(even, bend)};
}

static void derive(const double *coeff, double *record)
{
    record[QUADRATIC] = coeff[QUADRATIC];
    record[QUARTIC] = coeff[QUARTIC];
    record[LENGTH] = coeff[LENGTH];
}

static double rest(const double *coeff)
{
    return coeff[LENGTH];
}

static const struct md_bonded_kind kind = {
    .coeffs = 3,
    .usage = "bond_coeff N K2 K4 R0",
    .coeff =
        {{.name = "K2",
          .unit = "energy/distance^2",
          .doc = "stiffness at rest",
          .lo = -INFINITY,
          .hi = INFINITY},
         {.name = "K4",
          .unit = "energy/distance^4",
          .doc = "how much stiffer it becomes: K2 + 3 K4 (r - R0)^2",
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
            .name = "spring/quartic",
            .summary = "springs with a quadratic and a quartic term (not in LAMMPS)",
            .usage = "bond_style spring/quartic",
            .manual =
                "U(r) = K2/2 (r - R0)^2 + K4/4 (r - R0)^4, the bond of nonlinear lattices. K2 "
                "has the factor 1/2 of a spring: with K4 = 0 this is bond_style harmonic with "
                "K = K2/2. LAMMPS has no such style (its bond_style quartic is another "
                "formula).\n\n"
                "bond_coeff N K2 K4 R0 sets the bonds of type N: energy/distance^2, "
                "energy/distance^4, distance.",
            .cite = "E. Fermi, J. Pasta and S. Ulam, Los Alamos report LA-1940 (1955)",
            .state_size = sizeof(struct md_bonded),
        },
    BOND_FACES,
};
