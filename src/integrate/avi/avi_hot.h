/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The collision cascade from inside: what avi_hot.c, avi_hot_find.c and avi_hot_pairs.c share.
 *
 * Time goes in blocks H.  At the beginning of a block the hot atoms S are found; every pair with an
 * atom of S is a hot element and goes through the block with steps of its own, H/2^rung; all
 * other pairs are one element, cold, whose step is H.
 */
#ifndef MD_INTEGRATE_AVI_AVI_HOT_H
#define MD_INTEGRATE_AVI_AVI_HOT_H

#include "integrate/avi/avi.h"

#define MD_HOT_RUNGS 16 /* the shortest step is H/2^16 */

/* A local atom: a hot one, or one that has a pair with a hot one. */
struct md_hot_spot {
    double x[3], v[3];
    double inverse; /* ftm2v / mass; 0: it does not move */
    int32_t tick;   /* of x, in units of the shortest step since the block began */
    float bound;    /* square of the speed that is reckoned with nearby in this block */
};

/* A hot pair.  Its atoms are spots; x_i - x_j - shift[image] is what is between them. */
struct md_hot_pair {
    int32_t i, j;
    int32_t row; /* of types */
    uint8_t image, rung;
};

/* All that belongs to one atom in a many-body potential, a hot element if it holds a hot atom.  In
 * the bins it is a struct md_hot_pair whose i is its number. */
struct md_hot_star {
    size_t begin; /* of its partners */
    int32_t count, room;
};

struct md_hot_partner {
    int32_t spot;
    int32_t row;
    uint8_t image;
};

#define MD_HOT_PARTNERS 1024 /* of a star */

struct md_hot_bin {
    struct md_hot_pair *pair;
    size_t count, room;
};

/* Atoms in cells, at the positions the list was made at. */
struct md_hot_grid {
    double lo[3], inverse[3];
    int n[3];
    int32_t *start, *atom;
    size_t cells, room;
};

struct md_hot {
    /* Constants of the run. */
    md_tick ticks; /* of a block */
    double block;  /* H */
    double speed_sq, radius, accuracy;
    double travel, stretch, far; /* lambda; scale of the energy error; longest way of a step */
    double eta_sq;
    double reach;   /* largest cutoff */
    double heavier; /* how much faster than its projectile an atom may become */
    bool many;      /* embedded-atom method */

    /* Of the block. */
    int32_t *local; /* [atoms]: spot + 1, 0: none */
    uint8_t *mark;  /* [atoms] */
    size_t atoms;   /* room of both */
    struct md_hot_spot *spot;
    int32_t *atom;                 /* [spots] whose spot it is */
    md_vec3 *force;                /* [spots] of hot elements, at the block's ends */
    size_t spots, hots, spot_room; /* the first `hots` of the spots are S */
    int32_t *fast, *stray;
    size_t fasts, strays, fast_room, stray_room;
    struct md_hot_bin bin[MD_HOT_RUNGS + 1], work;
    uint64_t pairs;           /* hot ones in this block */
    struct md_hot_star *star; /* [stars]: of the first spots */
    struct md_hot_partner *member;
    size_t stars, star_room, members, member_room;
    double shift[27][3];
    struct md_tally tally; /* of hot elements at the block's end */

    /* The common list without the hot atoms. */
    struct md_neighbors view;
    const int32_t **partner;
    int32_t *number;
    int32_t *touched; /* atoms whose list is another than the common one */
    int32_t *scratch; /* their lists */
    size_t touches, view_room, touch_room, scratch_room;
    uint64_t removed; /* entries that are missing in the view */

    struct md_hot_grid grid;
};

enum { MD_HOT_FAST = 1, MD_HOT_NEAR = 2, MD_HOT_STRAY = 4, MD_HOT_TOUCHED = 8 };

/* avi_hot_find.c: after each new list; and before each block S, its pairs (all in bin[0]) and the
 * view.  *crowded (unless NULL): there are so many strays that a new list would be cheaper;
 * nothing is made then. */
enum md_status md_avi_hot_find_listed(struct md_hot *hot, const struct md_dynamics *dynamics,
                                      struct md_error *error);
enum md_status md_avi_hot_find(struct md_hot *hot, const struct md_avi *avi,
                               struct md_dynamics *dynamics, bool *crowded, struct md_error *error);
void md_avi_hot_find_free(struct md_hot *hot);

/* avi_hot_pairs.c: through the block.  Velocities of the spots lack the cold half kick of the
 * block's beginning: f holds the forces of everything there. */
enum md_status md_avi_hot_pairs_fly(struct md_hot *hot, struct md_avi *avi,
                                    struct md_dynamics *dynamics, struct md_error *error);
void md_avi_hot_pairs_free(struct md_hot *hot);
/* Appends to a bin. */
enum md_status md_avi_hot_pairs_room(struct md_hot_bin *bin, size_t more, struct md_error *error);
/* The rung of a pair: u_sq the square of the highest speed nearby, k a bound of its curvature,
 * inverse the sum of its atoms' ftm2v / mass. */
int md_avi_hot_pairs_rung(const struct md_hot *hot, double u_sq, double k, double r2,
                          double inverse);

/* One instant of a flight: which events these are. */
struct md_hot_instant {
    double unit;  /* time of the shortest step */
    int32_t tick; /* in such units since the block began */
    int coarsest; /* the lowest rung that has events now */
    bool first, last;
};

static inline void md_hot_move(struct md_hot_spot *spot, const struct md_hot_instant *now)
{
    if (spot->tick == now->tick)
        return;
    double h = (double)(now->tick - spot->tick) * now->unit;
    spot->x[0] += h * spot->v[0];
    spot->x[1] += h * spot->v[1];
    spot->x[2] += h * spot->v[2];
    spot->tick = now->tick;
}

/* avi_hot_stars.c: the events of `count` stars; and what the view's sum holds of the stars, which
 * is neither hot nor cold: away from f and the tally. */
uint64_t md_avi_hot_stars_fire(struct md_hot *hot, const struct md_potential_use *use,
                               const struct md_system *system, const struct md_hot_instant *now,
                               struct md_hot_pair *entry, size_t count);
void md_avi_hot_stars_correct(struct md_hot *hot, const struct md_potential_use *use,
                              struct md_system *system, struct md_tally *tally);

#endif
