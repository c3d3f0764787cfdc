/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The earliest exit of a function of time from a band: where V(s), which is between two levels at
 * the start, first leaves them.  Nothing is taken for granted between two evaluations: bounds of
 * the second derivative over a piece of the way tell how far V surely stays inside (safe) and by
 * when it surely is outside (sure).  A piece whose V' cannot change sign between the two holds
 * exactly one root, and only then is it polished.  So no double root can be missed, whatever the
 * potential does between.
 *
 * A level that is touched from inside by no more than the tolerance may count as not crossed: the
 * way then goes on, and either way is right to rounding.  A start on a level (value 0 or height) is
 * inside: it is left at once only if V points out.
 */
#ifndef MD_INTEGRATE_TERRACES_WHOLE_ES_SEARCH_H
#define MD_INTEGRATE_TERRACES_WHOLE_ES_SEARCH_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/* V less the lower level, V', and V'' (which may be a guess: it only speeds things up). */
struct md_es_point {
    double s;
    double value, slope, curve;
};

/* What is searched. */
struct md_es_way {
    void *context;
    enum md_status (*evaluate)(void *context, double s, struct md_es_point *, struct md_error *);
    /* The least and the most V'' anywhere in [from, to]. */
    enum md_status (*bound)(void *context, double from, double to, double bound[2],
                            struct md_error *);
};

enum md_es_exit { MD_ES_INSIDE, MD_ES_BELOW, MD_ES_ABOVE };

struct md_es_search {
    double height;    /* of the band */
    double tolerance; /* how far V may be from the level at a root, or beyond one it touches */
    double limit;     /* no farther than this; INFINITY: as far as it goes */
    double first;     /* length of the first piece where V tells nothing; 0: no idea */
    uint64_t evaluations, bounds; /* are counted up */
    /* Of the last search: a piece within which the answer was found at once. */
    uint64_t pieces;
};

/* From `start`, which was evaluated, to the first exit or the limit: *end is the point there, and
 * was the last to be evaluated. */
enum md_status md_es_search(struct md_es_search *search, const struct md_es_way *way,
                            const struct md_es_point *start, enum md_es_exit *exit,
                            struct md_es_point *end, struct md_error *error);

/* When c + b s + a s^2/2, with c >= 0, first gets below 0 for s > 0; INFINITY: never. */
double md_es_search_falls(double c, double b, double a);

#endif
