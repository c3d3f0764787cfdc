/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energy-stepping from inside: what its files share.
 *
 *     es.c         the plug-in: its event scheme, hooks, restart
 *     es_words.c   the words after `run_style energy-stepping`
 *     es_start.c   what it refuses, levels and the first terrace
 *     es_fly.c     from event to event
 *     es_path.c    the potential energy along straight paths, with bounds of its curvature
 *     es_loops.c   its loops over pairs, as vector code
 *     es_search.c  the earliest exit from a terrace, given that
 *     es_verify.c  the same by brute force (verify)
 *     es_report.c  what is counted, and told after a run
 *
 * The terrace is an integer k: V_h = origin + k h as long as origin + k h <= V < origin + (k+1) h.
 * It changes at crossings and is never computed again from a rounded V.
 */
#ifndef MD_INTEGRATE_TERRACES_WHOLE_ES_H
#define MD_INTEGRATE_TERRACES_WHOLE_ES_H

#include "integrate/event/event_loop.h"
#include "integrate/terraces/whole/es_path.h"
#include "integrate/terraces/whole/es_search.h"

/* As the deck says it. */
struct md_es_words {
    double height;   /* 0: the next one is meant */
    double parts;    /* h = |V at the start| / parts */
    bool from_start; /* levels are counted from V at the start, not from 0 */
    double root;     /* tolerance, in units of h */
    bool verify;
    struct md_place place, height_place, verify_place;
};

/* A run of reflections this long is called a trap. */
#define MD_ES_TRAP 10

struct md_es_counts {
    uint64_t reflections, uphill, downhill, barriers;
    uint64_t evaluations, bounds;
    double time, longest;
    double trapped, longest_trap;
    uint64_t trap_reflections;
    uint64_t row;    /* reflections since the last crossing, */
    double row_time; /* which took this long */
    uint64_t verified;
};

struct md_es {
    struct md_event_loop loop;
    struct md_es_words words;
    double height, origin; /* of the levels; 0: not yet known */
    int64_t terrace;

    bool found;               /* the next event is known */
    struct md_instant base;   /* of the flight's positions */
    struct md_instant last;   /* of the latest event */
    struct md_es_point start; /* where the search for the next one begins */
    enum md_es_exit exit;     /* of the next one; MD_ES_INSIDE: a new list, a wall or a contact */
    double ahead;             /* and its distance from the base, in units of time */

    struct md_es_path path;
    struct md_es_search search;
    const double *inverse; /* [atoms]: the mobility's ftm2v / m, 0 for atoms that rest */
    md_vec3 *v;            /* [atoms]: velocities, 0 for those */
    size_t room;
    double lively; /* mvv2e ftm2v: 1, but for rounded constants of units */

    struct md_es_counts counts;
    double impulse[6], impulse_bond[6]; /* integral of the virial over time since the last look */
    struct md_instant since;
    double begin_energy; /* E_h when the run began, and the most it strayed */
    double worst;
    double bin0;
    uint64_t *bin; /* [MD_LEDGER_BINS] */
    /* The wall that an atom meets first, and no level before; atom -1: none. */
    struct {
        ptrdiff_t atom;
        int axis;
        double at;
    } wall;
    double
        *contact; /* [(types + 1)^2]: squares of distances at which pairs are thrown back; NULL */
    ptrdiff_t touching; /* pair of the path's set that touches first; -1: none */
    int touching_set;
    int crowd; /* events in a row that took no time */
};

/* es_words.c */
enum md_status md_es_read(struct md_es_words *words, const struct md_args *args,
                          struct md_error *error);

/* es_start.c: the hooks set_up, launch and listed of struct md_event_scheme. */
enum md_status md_es_set_up(void *state, struct md_dynamics *dynamics, struct md_error *error);
enum md_status md_es_launch(void *state, struct md_dynamics *dynamics, struct md_error *error);
enum md_status md_es_listed(void *state, struct md_dynamics *dynamics, bool lost,
                            struct md_error *error);
/* V at the base, and the point where the search begins, but for its value. */
enum md_status md_es_look_ahead(struct md_es *es, struct md_dynamics *dynamics, double *potential,
                                struct md_error *error);
/* Velocities of the way: atoms outside of all groups that move stay where they are. */
const md_vec3 *md_es_velocities(struct md_es *es, const struct md_dynamics *dynamics);
double md_es_kinetic(const struct md_dynamics *dynamics);

/* es_fly.c: the hooks next and event: the next event, and what is done there. */
enum md_status md_es_next(void *state, struct md_dynamics *dynamics, md_tick t_stop, bool *due,
                          struct md_error *error);
enum md_status md_es_event(void *state, struct md_dynamics *dynamics, struct md_error *error);
/* All atoms go on along their way. */
void md_es_drift(struct md_es *es, struct md_dynamics *dynamics, double by);

/* es_verify.c: the exit that was found is the first one, or an error. */
enum md_status md_es_verify(struct md_es *es, const struct md_dynamics *dynamics, const md_vec3 *v,
                            const struct md_es_point *start, const struct md_es_point *end,
                            struct md_error *error);

/* es_report.c */
void md_es_count(struct md_es *es, double step, bool reflected);
void md_es_count_barrier(struct md_es *es, double step);    /* a hard wall threw an atom back */
void md_es_show(void *state, struct md_dynamics *dynamics); /* the hook */
void md_es_report(const void *state, const struct md_dynamics *dynamics,
                  const struct md_speaker *speaker);

/* Time from one instant to another, in units of time. */
static inline double md_es_between(const struct md_es *es, struct md_instant from,
                                   struct md_instant to)
{
    return md_instant_between(from, to, es->loop.quantum);
}

static inline double md_es_terraced(const struct md_es *es)
{
    return es->origin + (double)es->terrace * es->height;
}

#endif
