/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The potential energy along straight paths of all atoms, x + s v: its value, its derivatives with
 * respect to s, bounds of the second one over a piece of the way, and the gradient at the end.
 *
 * The square of the distance of two atoms is a polynomial in s,
 *
 *     r^2(s) = c + 2 b s + a s^2,   r r' = b + a s,   r^3 r'' = a c - b^2 = |r x w|^2,
 *
 * with their relative position r and velocity w: three numbers a pair are all it takes.  Pairs and
 * bonds stand in sets, each a potential with arrays for its face `some`; atoms of many-body
 * potentials are stars, external potentials are fields.
 *
 * All of them stand in an order that follows from the IDs of their atoms, and so do sums over them:
 * where an atom is in memory has no influence.
 */
#ifndef MD_INTEGRATE_TERRACES_WHOLE_ES_PATH_H
#define MD_INTEGRATE_TERRACES_WHOLE_ES_PATH_H

#include "integrate/integrator.h"
#include "integrate/order.h"

/* Two atoms, by their places in the atoms' arrays. */
struct md_es_two {
    int32_t atom[2];
    double offset[3]; /* is added to the second one's position */
};

/* Arrays of `room` doubles, which is a multiple of MD_SOME. */
struct md_es_set {
    const struct md_potential_use *use;
    struct md_es_two *two;
    size_t count, padded, room;
    int32_t *row;
    double *weight; /* special_bonds; NULL: all 1 */
    double *r[3], *w[3];
    double *a, *b, *c, *cross;          /* of r^2(s); |r x w|^2 */
    double *square;                     /* at the last s */
    double *force, *curvature, *energy; /* as of the face `some`, there */
    double *near, *far;
    struct md_span span;
    bool bonds;
};

/* An atom with its partners, which are members first .. first+count-1 of the set `stars`. */
struct md_es_star {
    int32_t atom;
    size_t first, count;
};

enum { MD_ES_PAIRS, MD_ES_WEAKENED, MD_ES_BONDS, MD_ES_STARS, MD_ES_SETS };

struct md_es_loops;

struct md_es_path {
    const struct md_es_loops *loops; /* for this machine */
    struct md_es_set set[MD_ES_SETS];
    struct md_es_star *star;
    size_t stars, star_room;
    double *range[6], *scratch; /* of the star with most partners */
    size_t most;
    bool fields;
    struct md_order order; /* of the atoms */
    double rest_curve;     /* a guess of V'' of stars and fields, from their last bounds */

    md_vec3 *n;                       /* gradient, where md_es_path_gradient was asked */
    size_t room;                      /* of n */
    double virial[6], virial_bond[6]; /* there: sum of r F */
    uint64_t evaluations;
};

void md_es_path_free(struct md_es_path *path);

/* Everything that interacts in the present lists; after each new list. */
enum md_status md_es_path_list(struct md_es_path *path, const struct md_dynamics *dynamics,
                               struct md_error *error);

/* The way begins at the present positions with the velocities v (0 for atoms that rest). */
void md_es_path_aim(struct md_es_path *path, const struct md_dynamics *dynamics, const md_vec3 *v);

/* V, V', V'' at s; the second form knows the faces' results at s = 0 already, since the way turned
 * where it was evaluated last. */
enum md_status md_es_path_evaluate(struct md_es_path *path, const struct md_dynamics *dynamics,
                                   const md_vec3 *v, double s, double value[3],
                                   struct md_error *error);
void md_es_path_turned(const struct md_es_path *path, double *curve);

enum md_status md_es_path_bound(struct md_es_path *path, const struct md_dynamics *dynamics,
                                const md_vec3 *v, double from, double to, double bound[2],
                                struct md_error *error);

/* The energy of all external potentials alone. */
double md_es_path_fields(const struct md_es_path *path, const struct md_dynamics *dynamics,
                         const md_vec3 *v, double s);

/* The gradient, and the virial, where it was evaluated last. */
void md_es_path_gradient(struct md_es_path *path, const struct md_dynamics *dynamics,
                         const md_vec3 *v, double s);

#endif
