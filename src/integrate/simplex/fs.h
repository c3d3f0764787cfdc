/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Force-stepping from inside: what its files share.
 *
 *     force_stepping.c  the plug-in: its event scheme, hooks, restart
 *     fs_words.c        the words after `run_style force-stepping`
 *     fs_start.c        what it refuses, which atoms move, the first simplex
 *     fs_fly.c          from facet to facet, energies at corners
 *     fs_grid.c         simplices, without atoms
 *     fs_report.c       what is counted, and told after a run
 *
 * The d coordinates are those of the atoms that move, by ascending ID, so that nothing depends on
 * the order in which atoms happen to be stored.  They are unwrapped: the grid knows no box.  While
 * it flies the atoms' own positions are no more than a place to evaluate energies at; between two
 * calls of `advance` they show the instant.
 */
#ifndef MD_INTEGRATE_SIMPLEX_FS_H
#define MD_INTEGRATE_SIMPLEX_FS_H

#include "integrate/event/event_loop.h"
#include "integrate/simplex/fs_grid.h"

/* As the deck says it. */
struct md_fs_words {
    double size;   /* H */
    double offset; /* of all coordinates' corners, in units of H; negative: each its own */
    struct md_place place, size_place;
};

/* Above so many coordinates the user is warned. */
#define MD_FS_MANY 100

struct md_fs_counts {
    uint64_t crossings, turns; /* all, and those into another cube */
    uint64_t uphill, downhill; /* V_h was rising or falling there */
    uint64_t evaluations;      /* of all forces, for energies at corners */
    double time, longest;      /* of flights */
};

struct md_fs {
    struct md_event_loop loop;
    struct md_fs_words words;
    bool found; /* the next facet is known: */
    size_t facet;
    double ahead; /* and how far away it is, in units of time */

    struct md_fs_grid grid;
    struct md_instant base; /* of the grid's place and of v */
    struct md_instant last; /* of the latest crossing */
    int dimension;
    size_t movers;   /* atoms that move */
    bool others;     /* the latest list has others */
    size_t *atom;    /* [movers]: where they are in the atoms' arrays */
    int64_t *id;     /* [movers]: ascending */
    double *inertia; /* [movers]: mass, so that 1/2 inertia v^2 is an energy */
    size_t room;
    double *v, *a; /* [d]: at the base, and as long as the simplex is the same */
    double *q;     /* [d]: where it is launched */
    size_t coordinates;

    struct md_fs_counts counts;
    uint64_t *bin; /* [MD_LEDGER_BINS]: histogram of flights */
    double bin0;
    double begin_energy; /* E_h when the simplex was first found, and the most it strayed */
    double worst;
    uint64_t crowd; /* crossings within the same tick */
};

/* fs_words.c */
enum md_status md_fs_read(struct md_fs_words *words, const struct md_args *args,
                          struct md_error *error);

/* fs_start.c: the hooks set_up, launch and listed of struct md_event_scheme. */
enum md_status md_fs_set_up(void *state, struct md_dynamics *dynamics, struct md_error *error);
enum md_status md_fs_launch(void *state, struct md_dynamics *dynamics, struct md_error *error);
enum md_status md_fs_listed(void *state, struct md_dynamics *dynamics, bool lost,
                            struct md_error *error);
/* The simplex, from the state of one instant that the atoms' arrays hold. */
enum md_status md_fs_launch_at(struct md_fs *fs, struct md_dynamics *dynamics, struct md_instant at,
                               struct md_error *error);

/* fs_fly.c */
/* Its energy, into the grid, with a new list where that is due; *same: that is of the same atoms,
 * else nothing else was done. */
enum md_status md_fs_corner(struct md_fs *fs, struct md_dynamics *dynamics, size_t corner,
                            bool *same, struct md_error *error);
void md_fs_accelerate(struct md_fs *fs); /* a, from the grid's slopes */
/* The hooks next and event. */
enum md_status md_fs_next(void *state, struct md_dynamics *dynamics, md_tick t_stop, bool *due,
                          struct md_error *error);
enum md_status md_fs_event(void *state, struct md_dynamics *dynamics, struct md_error *error);
/* The atoms' arrays show the state at a time after the base. */
void md_fs_put(const struct md_fs *fs, struct md_system *system, double by);
void md_fs_energies(const struct md_fs *fs, double by, double *interpolated, double *kinetic);

/* fs_report.c */
void md_fs_count(struct md_fs *fs, bool uphill, bool turned);
void md_fs_show(void *state, struct md_dynamics *dynamics); /* the hook */
/* Crossings per time, of coordinates that are anywhere in their cubes. */
double md_fs_rate(const struct md_fs *fs);
void md_fs_warn(const struct md_fs *fs, const struct md_dynamics *dynamics);
void md_fs_report(const void *state, const struct md_dynamics *dynamics,
                  const struct md_speaker *speaker);

/* Time from one instant to another, in units of time. */
static inline double md_fs_between(const struct md_fs *fs, struct md_instant from,
                                   struct md_instant to)
{
    return md_instant_between(from, to, fs->loop.quantum);
}

#endif
