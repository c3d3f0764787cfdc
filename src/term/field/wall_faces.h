/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The faces of a kind of wall, made from
 *
 *     static inline double energy_at(const struct md_wall *, double d, double slope[2]);
 *
 * which returns the energy at distance d and puts dV/dd and d2V/dd2 into slope, and
 *
 *     static inline struct md_range bend_between(const struct md_wall *, double near, double far);
 *
 * between which d2V/dd2 is for 0 < near <= d <= far.  The energy is
 * shifted to be zero at the cutoff.  The reactions are the forces on the walls.
 */
#include "base/range.h"
#include "term/field/wall.h"

#include <math.h>

static inline void term(const struct md_walls *walls, const struct md_box *box,
                        const struct md_external_atom *atom, struct md_external_sums *sums,
                        double f[3])
{
    (void)box;
    for (int w = 0; w < walls->count; w++) {
        const struct md_wall *wall = &walls->wall[w];
        double d = wall->side * (atom->x[wall->axis] - wall->at), slope[2], unused[2];
        if (d >= wall->cutoff)
            continue;
        if (d <= 0.0) {
            sums->trapped = atom->id;
            continue;
        }
        sums->energy += energy_at(wall, d, slope) - energy_at(wall, wall->cutoff, unused);
        f[wall->axis] -= wall->side * slope[0];
        sums->reaction[w] += wall->side * slope[0];
        sums->virial[wall->axis] -= slope[0] * d;
    }
}

/* A wall's energy has no value on or behind it: nothing bounds it there. */
static struct md_range bend(const struct md_walls *walls, const struct md_box *box,
                            const struct md_external_atom *atom, const double v[3], double time)
{
    struct md_range sum = {0.0, 0.0}, zero = sum;
    (void)box;
    for (int w = 0; w < walls->count; w++) {
        const struct md_wall *wall = &walls->wall[w];
        double begin = wall->side * (atom->x[wall->axis] - wall->at), speed = v[wall->axis];
        struct md_range d = md_range_between(begin, begin + wall->side * speed * time);
        if (d.lo >= wall->cutoff)
            continue;
        struct md_range one =
            d.lo > 0.0 ? bend_between(wall, d.lo, fmin(d.hi, wall->cutoff)) : md_range_all();
        if (d.hi >= wall->cutoff)
            one = md_range_union(one, zero);
        sum = md_range_sum(sum, md_range_scale(speed * speed, one));
    }
    return sum;
}

/* The energy is shifted, so only the force can jump at a cutoff. */
static bool smooth(const void *state)
{
    const struct md_walls *walls = state;
    for (int w = 0; w < walls->count; w++) {
        const struct md_wall *wall = &walls->wall[w];
        double slope[2];
        energy_at(wall, wall->cutoff, slope);
        if (!(fabs(slope[0]) * wall->cutoff <= 1e-9 * fabs(wall->epsilon)))
            return false;
    }
    return true;
}

static double curvature(const struct md_walls *walls, const struct md_box *box,
                        const struct md_external_atom *atom)
{
    double sum = 0.0;
    (void)box;
    for (int w = 0; w < walls->count; w++) {
        const struct md_wall *wall = &walls->wall[w];
        double d = wall->side * (atom->x[wall->axis] - wall->at), slope[2];
        if (d <= 0.0 || d >= wall->cutoff)
            continue;
        energy_at(wall, d, slope);
        sum += fabs(slope[1]);
    }
    return sum;
}

#define EXTERNAL_STATE md_walls
#include "term/external_faces.h"

#define WALL_HOOKS                                                                                 \
    .create = md_walls_create, .prepare = md_external_prepare, .destroy = md_external_destroy,     \
    .smooth = smooth, EXTERNAL_FACES

#define WALL_MANUAL                                                                                \
    "\nA wall is a face (xlo, xhi, ylo, yhi, zlo, zhi), its POSITION (a number, EDGE for the\n"    \
    "box's present edge, or v_NAME), its parameters and its CUTOFF; up to six walls.  Atoms\n"     \
    "must stay on the inner side.  units lattice (the default) scales positions but\n"             \
    "EDGE.  pbc yes allows walls across a periodic axis.  The energy is shifted to be zero\n"      \
    "at the cutoff.  f_ID is the energy, f_ID[i] the force on the i-th wall; fix_modify energy\n"  \
    "and virial count them."
