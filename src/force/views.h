/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of a hybrid potential, each with a neighbour list of its own: a view of the common one,
 * without what the part cannot need before the next build.  A view has the partners that it keeps
 * in the vectors in which the common list has them, so a part's forces have the same bits with
 * either list.
 */
#ifndef MD_FORCE_VIEWS_H
#define MD_FORCE_VIEWS_H

#include "space/pages.h"
#include "term/potential.h"

struct md_view {
    struct md_potential_part part;
    const struct md_neighbors *list; /* what the part goes over now: its own, or the sum's */

    struct md_neighbors own; /* a shallow copy of the common list but for partner and number */
    bool made;               /* since the last build, because it is shorter */
    int rest;                /* builds before the next attempt: the last one did not pay */
    bool *types;             /* by i*(types+1)+j: the partners j that i needs */
    const int32_t **partner;
    int32_t *number;
    size_t room; /* of these two, in atoms */
    struct md_pages *pages;
    int threads; /* that have pages */
};

struct md_views {
    struct md_view *view; /* in the order of the parts */
    int count;            /* 0: the potential is not made of parts */
};

void md_views_free(struct md_views *views);

/* After each build of the common list, once the potential is prepared: the parts and their views.
 */
enum md_status md_views_list(struct md_views *views, const struct md_potential *type,
                             const void *state, const struct md_neighbors *neighbors,
                             const struct md_system *system, struct md_error *error);

/* Before a sum over `list`: each part goes over its own view if the list is the one views were made
 * of (`common`) and no distance has changed by more than the skin since then, else over `list`. */
void md_views_choose(struct md_views *views, const struct md_neighbors *list, bool common,
                     const struct md_system *system);

/* The hooks `reserve`, `sum` and `judge` of all parts, in their order. */
enum md_status md_views_reserve(struct md_views *views, size_t slots, struct md_error *error);
void md_views_sum(struct md_views *views, const struct md_system *system, struct md_share share,
                  md_vec3 *f, struct md_tally_sums *tally);
enum md_status md_views_judge(struct md_views *views, const struct md_system *system,
                              const struct md_neighbors *list, struct md_error *error);

#endif
