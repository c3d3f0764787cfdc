/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix wall/harmonic: flat walls with V = epsilon (cutoff - d)^2. */
#include "base/range.h"
#include "term/field/wall.h"

static inline double energy_at(const struct md_wall *wall, double d, double slope[2])
{
    double left = wall->cutoff - d;
    slope[0] = -2.0 * wall->epsilon * left;
    slope[1] = 2.0 * wall->epsilon;
    return wall->epsilon * left * left;
}

static inline struct md_range bend_between(const struct md_wall *wall, double near, double far)
{
    (void)near, (void)far;
    return (struct md_range){2.0 * wall->epsilon, 2.0 * wall->epsilon};
}

#include "term/field/wall_faces.h"

const struct md_potential md_external_wall_harmonic = {
    .style =
        {
            .name = "wall/harmonic",
            .summary = "walls that repel like springs",
            .usage = "fix ID GROUP wall/harmonic FACE POSITION EPSILON SIGMA CUTOFF ... "
                     "[units lattice|box] [pbc yes|no]",
            .manual = "V = epsilon (cutoff - d)^2; sigma is read and has no effect." WALL_MANUAL,
            .state_size = sizeof(struct md_walls),
        },
    .can = EXTERNAL_CAN | MD_CAN_VIRIAL,
    WALL_HOOKS,
};
