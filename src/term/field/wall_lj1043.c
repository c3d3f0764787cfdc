/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix wall/lj1043: flat walls of a crystal's close-packed layers,
 *
 *     V = 2 pi epsilon [2/5 (sigma/d)^10 - (sigma/d)^4 - sqrt(2) sigma^3 / (3 (d + b sigma)^3)],
 *
 * b = 0.61/sqrt(2): the first layer is summed as a plane, those behind it are smeared out (J. J.
 * Magda, M. Tirrell, H. T. Davis, J. Chem. Phys. 83 (1985) 1888).
 */
#include "base/range.h"
#include "term/field/wall.h"

#include <math.h>

#define PI     3.14159265358979323846
#define ROOT2  1.41421356237309504880
#define BEHIND (0.61 / ROOT2)

static inline double energy_at(const struct md_wall *wall, double d, double slope[2])
{
    double s = wall->sigma / d, s2 = s * s, s4 = s2 * s2, s10 = s4 * s4 * s2;
    double far = d + BEHIND * wall->sigma, scale = 2.0 * PI * wall->epsilon;
    double t = wall->sigma / far, t3 = ROOT2 * t * t * t;
    slope[0] = scale * (4.0 * (s4 - s10) / d + t3 / far);
    slope[1] = scale * ((44.0 * s10 - 20.0 * s4) / (d * d) - 4.0 * t3 / (far * far));
    return scale * (0.4 * s10 - s4 - t3 / 3.0);
}

/* Three powers that fall with distance. */
static inline struct md_range bend_between(const struct md_wall *wall, double near, double far)
{
    double sigma = wall->sigma, scale = 2.0 * PI * wall->epsilon, b = BEHIND * sigma;
    struct md_range high = {pow(far, -12.0), pow(near, -12.0)};
    struct md_range low = {pow(far, -6.0), pow(near, -6.0)};
    struct md_range behind = {pow(far + b, -5.0), pow(near + b, -5.0)};
    high = md_range_scale(44.0 * scale * pow(sigma, 10.0), high);
    low = md_range_scale(-20.0 * scale * pow(sigma, 4.0), low);
    behind = md_range_scale(-4.0 * ROOT2 * scale * pow(sigma, 3.0), behind);
    return md_range_sum(md_range_sum(high, low), behind);
}

#include "term/field/wall_faces.h"

const struct md_potential md_external_wall_lj1043 = {
    .style =
        {
            .name = "wall/lj1043",
            .summary = "walls of the layers of a Lennard-Jones crystal",
            .usage = "fix ID GROUP wall/lj1043 FACE POSITION EPSILON SIGMA CUTOFF ... "
                     "[units lattice|box] [pbc yes|no]",
            .manual = "V = 2 pi epsilon [2/5 (sigma/d)^10 - (sigma/d)^4\n"
                      "- sqrt(2) sigma^3 / (3 (d + 0.61/sqrt(2) sigma)^3)]." WALL_MANUAL,
            .cite = "J. J. Magda, M. Tirrell, H. T. Davis, J. Chem. Phys. 83 (1985) 1888",
            .state_size = sizeof(struct md_walls),
        },
    .can = EXTERNAL_CAN | MD_CAN_VIRIAL,
    WALL_HOOKS,
};
