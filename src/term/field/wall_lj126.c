/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix wall/lj126: flat walls with V = 4 epsilon [(sigma/d)^12 - (sigma/d)^6]. */
#include "base/range.h"
#include "term/field/wall.h"

static inline double energy_at(const struct md_wall *wall, double d, double slope[2])
{
    double s = wall->sigma / d, s2 = s * s, s6 = s2 * s2 * s2, s12 = s6 * s6;
    slope[0] = wall->epsilon * (24.0 * s6 - 48.0 * s12) / d;
    slope[1] = wall->epsilon * (624.0 * s12 - 168.0 * s6) / (d * d);
    return 4.0 * wall->epsilon * (s12 - s6);
}

/* Two powers that fall with distance. */
static inline struct md_range bend_between(const struct md_wall *wall, double near, double far)
{
    double repel = 624.0 * wall->epsilon * pow(wall->sigma, 12.0);
    double attract = -168.0 * wall->epsilon * pow(wall->sigma, 6.0);
    struct md_range high = {pow(far, -14.0), pow(near, -14.0)};
    struct md_range low = {pow(far, -8.0), pow(near, -8.0)};
    return md_range_sum(md_range_scale(repel, high), md_range_scale(attract, low));
}

#include "term/field/wall_faces.h"

const struct md_potential md_external_wall_lj126 = {
    .style =
        {
            .name = "wall/lj126",
            .summary = "walls with the Lennard-Jones 12-6 energy",
            .usage = "fix ID GROUP wall/lj126 FACE POSITION EPSILON SIGMA CUTOFF ... "
                     "[units lattice|box] [pbc yes|no]",
            .manual = "V = 4 epsilon [(sigma/d)^12 - (sigma/d)^6]." WALL_MANUAL,
            .state_size = sizeof(struct md_walls),
        },
    .can = EXTERNAL_CAN | MD_CAN_VIRIAL,
    WALL_HOOKS,
};
