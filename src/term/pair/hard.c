/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hard spheres: nothing beyond the diameter, and nobody gets nearer.  A step of infinite height has
 * no force, so only schemes that know of steps can drive it (struct md_integrator, takes_contacts);
 * for the sums it is no potential at all.
 */
#include "term/pair_range.h"

#include <math.h>

#define PAIR_POTENTIAL MD_ISA_NAME(md_pair_hard)
#define PAIR_KIND      kind
#define PAIR_RECORD    4
#define PAIR_SPAN

enum { DIAMETER }; /* of pair_coeff */

MD_INLINE struct pair_value pair_evaluate(const mdv *p, mdv r2, bool energy, bool curvature)
{
    (void)p, (void)r2, (void)energy, (void)curvature;
    return (struct pair_value){mdv_zero(), mdv_zero(), mdv_zero()};
}

MD_INLINE struct pair_bounds pair_span_between(const mdv *p, mdv near, mdv far)
{
    const struct pair_range zero = {mdv_zero(), mdv_zero()};
    (void)p, (void)near, (void)far;
    return pair_range_bounds(zero, zero);
}

static double range(const double *coeff, double cutoff)
{
    (void)cutoff;
    return coeff[DIAMETER];
}

static const struct md_pair_kind kind = {
    .coeffs = 1,
    .usage = "pair_coeff I J DIAMETER",
    .coeff = {{.name = "diameter",
               .unit = "distance",
               .doc = "nobody gets nearer",
               .lo = 0.0,
               .hi = INFINITY}},
    .mixing = {MD_MIX_DISTANCE},
    .cutoffs = MD_CUTOFF_NONE,
    .range = range,
    .record = PAIR_RECORD,
    .no_shift = true,
};

#include "term/pair_faces.h"

const struct md_potential PAIR_POTENTIAL = {
    .style =
        {
            .name = "hard",
            .summary = "hard spheres, for event-driven schemes",
            .usage = "pair_style hard",
            .manual =
                "phi(r) is infinite for r < DIAMETER and 0 beyond: atoms are thrown back where "
                "they touch.  Only run_style energy-stepping and energy-stepping/pair can do "
                "that; all others refuse it.  pair_style hybrid/overlay gives other potentials "
                "a hard core.  Not in LAMMPS.\n\n"
                "pair_coeff I J DIAMETER, a distance; unset pairs are mixed from I I and J J by "
                "the "
                "rule of pair_modify mix. There is no energy: pe is 0, and the pressure is that of "
                "the impulses at contacts.",
            .state_size = sizeof(struct md_pair),
        },
    .can = PAIR_CAN | MD_SMOOTH_CUTOFF | MD_HAS_CONTACTS,
    .contact = md_pair_cutoff,
    PAIR_FACES,
};
