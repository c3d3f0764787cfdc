/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix wall/morse: flat walls with V = D0 [e^2 - 2 e], e = exp(-alpha (d - r0)). */
#include "base/range.h"
#include "term/field/wall.h"

#include <math.h>

static inline double energy_at(const struct md_wall *wall, double d, double slope[2])
{
    double a = wall->alpha, e = exp(-a * (d - wall->sigma));
    slope[0] = 2.0 * wall->epsilon * a * (e - e * e);
    slope[1] = 2.0 * wall->epsilon * a * a * (2.0 * e * e - e);
    return wall->epsilon * (e * e - 2.0 * e);
}

/* Two exponentials that fall with distance. */
static inline struct md_range bend_between(const struct md_wall *wall, double near, double far)
{
    double a = wall->alpha, scale = 2.0 * wall->epsilon * a * a;
    double hi = exp(-a * (near - wall->sigma)), lo = exp(-a * (far - wall->sigma));
    struct md_range repel = md_range_scale(2.0 * scale, (struct md_range){lo * lo, hi * hi});
    return md_range_sum(repel, md_range_scale(-scale, (struct md_range){lo, hi}));
}

#include "term/field/wall_faces.h"

const struct md_potential md_external_wall_morse = {
    .style =
        {
            .name = "wall/morse",
            .summary = "walls with the Morse energy",
            .usage = "fix ID GROUP wall/morse FACE POSITION D0 ALPHA R0 CUTOFF ... "
                     "[units lattice|box] [pbc yes|no]",
            .manual = "V = D0 [exp(-2 alpha (d - r0)) - 2 exp(-alpha (d - r0))]; the force is its\n"
                      "derivative (LAMMPS of 29 Sep 2021 divides it by d)." WALL_MANUAL,
            .state_size = sizeof(struct md_walls),
        },
    .can = EXTERNAL_CAN | MD_CAN_VIRIAL,
    WALL_HOOKS,
};
