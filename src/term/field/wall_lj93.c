/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix wall/lj93: flat walls with V = epsilon [2/15 (sigma/d)^9 - (sigma/d)^3]. */
#include "base/range.h"
#include "term/field/wall.h"

static inline double energy_at(const struct md_wall *wall, double d, double slope[2])
{
    double s = wall->sigma / d, s3 = s * s * s, s9 = s3 * s3 * s3;
    slope[0] = wall->epsilon * (3.0 * s3 - 1.2 * s9) / d;
    slope[1] = wall->epsilon * (12.0 * s9 - 12.0 * s3) / (d * d);
    return wall->epsilon * (2.0 / 15.0 * s9 - s3);
}

/* Two powers that fall with distance. */
static inline struct md_range bend_between(const struct md_wall *wall, double near, double far)
{
    double repel = 12.0 * wall->epsilon * pow(wall->sigma, 9.0);
    double attract = -12.0 * wall->epsilon * pow(wall->sigma, 3.0);
    struct md_range high = {pow(far, -11.0), pow(near, -11.0)};
    struct md_range low = {pow(far, -5.0), pow(near, -5.0)};
    return md_range_sum(md_range_scale(repel, high), md_range_scale(attract, low));
}

#include "term/field/wall_faces.h"

const struct md_potential md_external_wall_lj93 = {
    .style =
        {
            .name = "wall/lj93",
            .summary = "walls of a half space of Lennard-Jones matter",
            .usage = "fix ID GROUP wall/lj93 FACE POSITION EPSILON SIGMA CUTOFF ... "
                     "[units lattice|box] [pbc yes|no]",
            .manual = "V = epsilon [2/15 (sigma/d)^9 - (sigma/d)^3]." WALL_MANUAL,
            .state_size = sizeof(struct md_walls),
        },
    .can = EXTERNAL_CAN | MD_CAN_VIRIAL,
    WALL_HOOKS,
};
