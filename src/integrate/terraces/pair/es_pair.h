/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energy-stepping with a terraced potential for each pair.
 *
 *     es_pair.c           words, its event scheme, hooks, restart
 *     es_pair_terraces.c  at which distances a potential has its steps
 *     es_pair_list.c      which pairs there are, and the terrace each is on
 *     es_pair_start.c     how far V_h is from V when a run begins
 *     es_pair_events.c    when pairs meet the edges of their terraces, and what happens there
 *     es_pair_verify.c    the same once more, slowly
 *     es_pair_report.c    counts, and what is told after a run
 */
#ifndef MD_INTEGRATE_TERRACES_PAIR_ES_PAIR_H
#define MD_INTEGRATE_TERRACES_PAIR_ES_PAIR_H

#include "integrate/event/event_loop.h"
#include "integrate/event/queue.h"

#include <math.h>

/* ------------------------------------------------------------------ terraces */

/* A distance and the energy there. */
struct md_es_node {
    double r, energy;
};

/* The steps of one potential between two types of atoms, from the outside to the inside.  A pair on
 * terrace s is between radius s-1 and radius s; terrace 0 is beyond all steps. */
struct md_es_terraces {
    const struct md_potential_use *use;
    int type[2];
    double weight; /* of special_bonds */
    double h;

    struct md_es_node *node; /* the energy is monotone between one and the next, inwards */
    size_t nodes, node_room;
    size_t done;  /* the table reaches to this node at least */
    bool wall;    /* the last node is a wall: no pair gets nearer */
    double depth; /* of the well */
    double reach; /* the outermost radius */

    double *square; /* [count]: squares of the radii, falling */
    int64_t *level; /* [count + 1]: energy of each terrace over h */
    size_t count, room;
    bool closed; /* there is nothing further inside */
};

/* A level that no energy reaches. */
#define MD_ES_WALL INT64_MAX

/* Looks at the potential from `cutoff` inwards; weight and h are in *terraces.  Fails where the
 * energy jumps, but at the cutoff itself: no radii are found then, and node[0] says how much. */
enum md_status md_es_pair_terraces_make(struct md_es_terraces *terraces, double cutoff,
                                        struct md_error *error);
/* Makes the table reach further inside, to `wanted` radii if there are so many. */
enum md_status md_es_pair_terraces_extend(struct md_es_terraces *terraces, size_t wanted,
                                          struct md_error *error);
/* The terrace of a pair at this distance that comes nearer or not, which decides on an edge. */
enum md_status md_es_pair_terraces_find(struct md_es_terraces *terraces, double r2, bool nearing,
                                        size_t *terrace, struct md_error *error);
double md_es_pair_terraces_energy(const struct md_es_terraces *terraces, double r);
void md_es_pair_terraces_free(struct md_es_terraces *terraces);

/* ------------------------------------------------------------------ flight */

/* An atom: where it was at its own time s, counted from the epoch, and how it goes on. */
struct md_es_body {
    double x[3], v[3];
    double s;
    double inverse; /* of m mvv2e, so that energies divide by it; 0: it does not move */
};

/* A pair as one of its atoms sees it.  The atom of the smaller ID owns it. */
struct md_es_edge {
    double in2, out2; /* squares of the radii it is between; -1 and INFINITY: none */
    int32_t partner, mate;
    int32_t terrace;
    uint16_t image; /* index of what is added to the position of the atom that does not own it */
    uint16_t table;
};

/* What an atom waits for. */
struct md_es_wait {
    double pair;   /* the earliest event of the pairs it owns */
    double escape; /* leaves the half skin around the place where the list found it */
    double wall;   /* meets a hard wall */
    double next;   /* the earliest of them */
    int32_t edge, plane;
};

struct md_es_pair_counts {
    uint64_t events, up, down, reflected; /* of pairs; */
    uint64_t walls;                       /* reflections at hard walls */
    uint64_t rebuilds, predictions;
    double flight, longest;       /* times of free flight of atoms, from event to event */
    uint64_t flights;             /* how many there were, */
    uint64_t bin[MD_LEDGER_BINS]; /* and how many of which length */
    double potential, kinetic;    /* V_h and K at present */
    double energy, first_energy;  /* E_h at present and when the flight began */
};

struct md_es_pair {
    struct md_event_loop loop;

    /* Words. */
    double h;
    bool verify;
    struct md_place place, h_place;

    struct md_es_terraces *table;
    size_t tables;
    int32_t *table_of; /* [(types+1)^2]: of unweakened pairs; -1: none */
    size_t table_types;

    /* Which atoms are near each other. */
    struct md_es_body *body;
    struct md_es_wait *wait;
    double *since;  /* [atoms]: s of the atom's latest event */
    size_t *start;  /* [atoms + 1] into edge; */
    int32_t *owned; /* [atoms]: so many of an atom's are its own and stand first */
    struct md_es_edge *edge;
    double *when; /* [edges]: of own edges the time of the next event */
    size_t atoms, atom_room, edges, edge_room;
    double (*image)[3]; /* [images] */
    int16_t (*shift)[3];
    size_t images, image_room;

    /* Hard walls, of all fixes together. */
    struct md_mirror_plane *plane;
    size_t planes;

    /* States of pairs on their way from one list to the next. */
    struct md_es_state *state;
    size_t states, state_room;
    size_t *state_start;
    int32_t *scratch, *chain;
    int64_t *old_id;
    double *old_since;

    struct md_queue queue;
    bool queue_made;

    struct md_instant epoch; /* s = 0 */
    double now;              /* s of the latest event */
    double half;             /* of the skin: how far an atom may be from where the list found it */
    size_t entry;            /* of the next event: this atom's earliest */
    double mvv2e;            /* of the units */
    int64_t level;           /* V_h / h, all pairs together */
    uint64_t stalled;        /* events since time went on */
    double last_verify;      /* s up to which all was verified */

    /* Impulses times distances since they were last shown, and from when on. */
    double virial[6], virial_time, shown[6];
    bool shown_any;

    struct md_es_pair_counts counts;
    uint64_t evaluations;
    double bin0; /* lower end of the histogram of flights */
};

/* What was counted since the run began, and the energies of the instant. */
void md_es_pair_counts(const void *state, struct md_es_pair_counts *counts);

/* es_pair_list.c: edges from the present list; terraces by the positions, or as they were saved. */
enum md_status md_es_pair_list(struct md_es_pair *es, struct md_dynamics *dynamics,
                               struct md_error *error);
enum md_status md_es_pair_locate(struct md_es_pair *es, struct md_dynamics *dynamics,
                                 struct md_error *error);
enum md_status md_es_pair_save(struct md_es_pair *es, const struct md_dynamics *dynamics,
                               struct md_error *error);
enum md_status md_es_pair_recall(struct md_es_pair *es, struct md_dynamics *dynamics,
                                 struct md_error *error);
/* Gives the edge this terrace, on both sides. */
enum md_status md_es_pair_set(struct md_es_pair *es, size_t edge, size_t terrace,
                              struct md_error *error);
void md_es_pair_list_free(struct md_es_pair *es);

/* es_pair_events.c */
enum md_status md_es_pair_predict_all(struct md_es_pair *es, struct md_dynamics *dynamics,
                                      struct md_error *error);
/* The hooks depart, next, event and latest of struct md_event_scheme. */
enum md_status md_es_pair_depart(void *state, struct md_dynamics *dynamics, struct md_error *error);
enum md_status md_es_pair_next(void *state, struct md_dynamics *dynamics, md_tick t_stop, bool *due,
                               struct md_error *error);
enum md_status md_es_pair_event(void *state, struct md_dynamics *dynamics, struct md_error *error);
md_tick md_es_pair_latest(const void *state);
/* s of an instant. */
double md_es_pair_instant(const struct md_es_pair *es, md_tick t);

/* es_pair_start.c: V - V_h, with a warning where it is about to become heat. */
enum md_status md_es_pair_announce(const struct md_es_pair *es, const struct md_dynamics *dynamics,
                                   struct md_error *error);

/* es_pair_verify.c: no pair left its terrace between the last call and s, and each terrace is that
 * of the potential itself. */
enum md_status md_es_pair_verify(struct md_es_pair *es, const struct md_dynamics *dynamics,
                                 double s, struct md_error *error);

/* es_pair_report.c: what compute es/steps sees of the instant that the atoms' arrays show. */
void md_es_pair_show(const struct md_es_pair *es, const struct md_dynamics *dynamics);
void md_es_pair_report(const void *state, const struct md_dynamics *dynamics,
                       const struct md_speaker *speaker);

/* From the atom that does not own the pair to the one that does, and the relative velocity, at s.
 */
static inline void md_es_pair_apart(const struct md_es_body *a, const struct md_es_body *b,
                                    const double image[3], double s, double d[3], double w[3])
{
    double ta = s - a->s, tb = s - b->s;
    for (int k = 0; k < 3; k++) {
        d[k] = (a->x[k] + ta * a->v[k]) - ((b->x[k] + tb * b->v[k]) + image[k]);
        w[k] = a->v[k] - b->v[k];
    }
}

#endif
