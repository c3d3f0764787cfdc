/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bond of bead-spring polymers: a spring that cannot be stretched beyond R0 and a repulsive
 * core,
 *
 *     U(r) = -K R0^2/2 ln[1 - (r/R0)^2] + 4 eps [(sig/r)^12 - (sig/r)^6] + eps,
 *
 * the core only below its minimum at 2^(1/6) sig [K. Kremer and G. S. Grest, J. Chem. Phys. 92
 * (1990) 5057].
 *
 * A bond that numerical errors stretch so far that the logarithm's argument falls below 0.1 is held
 * at that argument and flagged: a warning, and the end of the run from r = 2 R0 on.  These are
 * LAMMPS's rules.  There the force is no longer the derivative of the energy.
 */
#include "term/bond.h"

#include <math.h>

#define BOND_MAY_BREAK
#define BOND_POTENTIAL md_bond_fene

enum { STIFFNESS, SQUARE, EPSILON, SIGMA_SQ, CORE_SQ, GREATEST };
enum { K, R0, EPS, SIGMA }; /* of bond_coeff */

#define LEAST_ARGUMENT 0.1
#define WORST_ARGUMENT (-3.0)

static inline struct bond_value formula(const double *p, double r2, double argument)
{
    struct bond_value value = {0};
    value.force = -p[STIFFNESS] / argument;
    value.energy = -0.5 * p[STIFFNESS] * p[SQUARE] * log(argument);
    value.curvature = p[STIFFNESS] / argument * (2.0 / argument - 1.0);
    if (r2 < p[CORE_SQ]) {
        double q = p[SIGMA_SQ] / r2, six = q * q * q;
        value.force += 48.0 * p[EPSILON] * six * (six - 0.5) / r2;
        value.energy += 4.0 * p[EPSILON] * six * (six - 1.0) + p[EPSILON];
        value.curvature += 4.0 * p[EPSILON] * six * (156.0 * six - 42.0) / r2;
    }
    return value;
}

static inline struct bond_value bond_evaluate(const double *p, double r2)
{
    double argument = 1.0 - r2 / p[SQUARE];
    bool flagged = argument < LEAST_ARGUMENT;
    struct bond_value value = formula(p, r2, flagged ? LEAST_ARGUMENT : argument);
    value.flagged = flagged;
    return value;
}

/* The formula itself up to R0, and a barrier without end from there on. */
static inline struct bond_value bond_exact(const double *p, double r2)
{
    double argument = 1.0 - r2 / p[SQUARE];
    return formula(p, r2, argument > 0.0 ? argument : 0.0);
}

/* The core: two powers that fall, up to its edge. */
static inline struct bond_bounds core_between(const double *p, double near, double far)
{
    struct md_range zero = {0.0, 0.0}, q = {1.0 / fmin(far, p[CORE_SQ]), 1.0 / near};
    struct bond_bounds bounds = {zero, zero};
    if (near >= p[CORE_SQ])
        return bounds;
    double six = p[SIGMA_SQ] * p[SIGMA_SQ] * p[SIGMA_SQ];
    struct md_range eighth = {pow(q.lo, 4.0), pow(q.hi, 4.0)};
    struct md_range last = {pow(q.lo, 7.0), pow(q.hi, 7.0)};
    struct md_range repel = md_range_scale(48.0 * p[EPSILON] * six * six, last);
    struct md_range attract = md_range_scale(-24.0 * p[EPSILON] * six, eighth);
    bounds.force = md_range_sum(repel, attract);
    bounds.curvature = md_range_sum(md_range_scale(13.0, repel), md_range_scale(7.0, attract));
    if (far >= p[CORE_SQ]) {
        bounds.force = md_range_union(bounds.force, zero);
        bounds.curvature = md_range_union(bounds.curvature, zero);
    }
    return bounds;
}

/* With q = 1 / argument >= 1: -K q and K (2 q^2 - q), which both go one way. */
static inline struct bond_bounds bond_between(const double *p, double near, double far)
{
    double from = 1.0 - near / p[SQUARE], till = 1.0 - far / p[SQUARE];
    struct bond_bounds bounds = core_between(p, near, far);
    if (!(from > 0.0))
        return (struct bond_bounds){md_range_all(), md_range_all()};
    struct md_range q = {1.0 / from, till > 0.0 ? 1.0 / till : INFINITY};
    struct md_range pull = md_range_scale(-p[STIFFNESS], q);
    struct md_range bend = {q.lo * (2.0 * q.lo - 1.0), q.hi * (2.0 * q.hi - 1.0)};
    bounds.force = md_range_sum(bounds.force, pull);
    bounds.curvature = md_range_sum(bounds.curvature, md_range_scale(p[STIFFNESS], bend));
    return bounds;
}

static void derive(const double *coeff, double *record)
{
    record[STIFFNESS] = coeff[K];
    record[GREATEST] = coeff[R0];
    record[SQUARE] = coeff[R0] * coeff[R0];
    record[EPSILON] = coeff[EPS];
    record[SIGMA_SQ] = coeff[SIGMA] * coeff[SIGMA];
    record[CORE_SQ] = cbrt(2.0) * record[SIGMA_SQ];
}

static bool bearable(const double *record, double r2, double *longest)
{
    *longest = record[GREATEST];
    return 1.0 - r2 / record[SQUARE] > WORST_ARGUMENT;
}

/* Where attraction and repulsion balance, nearly, with the usual coefficients. */
static double rest(const double *coeff)
{
    return 0.97 * coeff[SIGMA];
}

static const struct md_bonded_kind kind = {
    .coeffs = 4,
    .usage = "bond_coeff N K R0 EPSILON SIGMA",
    .coeff = {{.name = "K",
               .unit = "energy/distance^2",
               .doc = "stiffness",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "R0",
               .unit = "distance",
               .doc = "greatest length",
               .lo = MD_PARAM_TINY,
               .hi = INFINITY},
              {.name = "epsilon",
               .unit = "energy",
               .doc = "strength of the core",
               .lo = -INFINITY,
               .hi = INFINITY},
              {.name = "sigma",
               .unit = "distance",
               .doc = "size of the core",
               .lo = 0.0,
               .hi = INFINITY}},
    .negative = {"the bond pushes its atoms apart, the more the longer it is", NULL,
                 "the core attracts without bound as atoms approach"},
    .derive = derive,
    .rest = rest,
    .bearable = bearable,
};

#include "term/bond_faces.h"

const struct md_potential BOND_POTENTIAL = {
    .style =
        {
            .name = "fene",
            .summary = "finitely extensible bonds of bead-spring polymers",
            .usage = "bond_style fene",
            .manual =
                "U(r) = -K R0^2/2 ln[1 - (r/R0)^2] + 4 epsilon [(sigma/r)^12 - (sigma/r)^6] + "
                "epsilon, the last two terms for r < 2^(1/6) sigma only. It contains the "
                "bonded pair's repulsion: use it with special_bonds fene, which takes bonded "
                "atoms out of the pair force.\n\n"
                "bond_coeff N K R0 EPSILON SIGMA sets the bonds of type N: energy/distance^2, "
                "distance, energy, "
                "distance. When 1 - (r/R0)^2 "
                "falls below 0.1 it is held there and a warning is given; a bond twice as long "
                "as R0 ends the run.",
            .cite = "K. Kremer and G. S. Grest, J. Chem. Phys. 92 (1990) 5057",
            .state_size = sizeof(struct md_bonded),
        },
    BOND_FACES,
};
