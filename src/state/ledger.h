/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an asynchronous integrator counts, for measures to see: how often each class of elements was
 * updated, and how well each kept the local energy balance.  The integrator writes, measures
 * read; what belongs to single atoms stands among their arrays (state/atoms.h), so that it follows
 * them when they are sorted or removed.
 *
 * The balance of an element at its event j is
 *
 *     [T(+) + V(x_(j+1))] - [T(-) + V(x_j)]
 *
 * with the kinetic energy T of its atoms before and after the kick, and its potential energy V at
 * this and at its next event: 0 where its energy equation holds exactly (A. Lew, J. E. Marsden,
 * M. Ortiz, M. West, Arch. Rational Mech. Anal. 167 (2003) 85, eq. 97).
 */
#ifndef MD_STATE_LEDGER_H
#define MD_STATE_LEDGER_H

#include "state/atoms.h"

#define MD_LEDGER_CLASSES 64

/* Elements that share a clock: a shell of distances, a type of bonds. */
struct md_ledger_class {
    char name[32];
    uint64_t elements; /* at present */
    uint64_t updates;  /* of all its elements together, since the run began */
    /* Of its elements together: what each left at its latest event, and what all events left. */
    double residual, residual_sum;
};

/* Bins of a histogram of steps: each a factor of 2^(1/4) longer than the one before. */
#define MD_LEDGER_BINS 100

/* What schemes on terraces of energy count (integrate/terraces/whole/es.h), since the run began. */
struct md_ledger_terraces {
    bool active;
    uint64_t steps, reflections, uphill, downhill, barriers;
    uint64_t evaluations, bounds;   /* of the potential, of its curvature along the way */
    double time, longest;           /* of all steps, of one */
    double trapped, longest_trap;   /* time in long runs of reflections */
    uint64_t trap_reflections;      /* of the longest */
    double height, terraced, total; /* h; V_h and E_h at the instant that is shown */
    double terrace;
    double bin0; /* lower end of the first bin */
    uint64_t bin[MD_LEDGER_BINS];
};

struct md_ledger {
    bool active;        /* an integrator keeps it */
    bool want_updates;  /* some measure wants atoms->updates */
    bool want_residual; /* some measure wants the balance: energies at every event */
    bool want_shares;   /* and the atoms' shares in it, atoms->residual */
    int classes;
    struct md_ledger_class list[MD_LEDGER_CLASSES];
    struct md_ledger_terraces terraces;
};

/* An integrator begins to keep it: no classes yet, all counts 0, and those arrays of the atoms that
 * somebody wants. */
enum md_status md_ledger_begin(struct md_ledger *ledger, struct md_atoms *atoms,
                               struct md_error *error);

/* Counts a step in a histogram of MD_LEDGER_BINS bins that begins at bin0. */
void md_ledger_count(uint64_t *bin, double bin0, double step);

/* A class more.  There is room for MD_LEDGER_CLASSES; whatever comes then shares the last one,
 * which is called `rest`. */
struct md_ledger_class *md_ledger_add(struct md_ledger *ledger, const char *name);

#endif
