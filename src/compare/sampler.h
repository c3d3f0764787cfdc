/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who looks at a run of a comparison: a fix that acts on nothing.  It looks at regular instants of
 * the whole run (energies, temperature, values of the deck) and, in the first part of the run,
 * often enough to compare paths with those of the reference.
 */
#ifndef MD_COMPARE_SAMPLER_H
#define MD_COMPARE_SAMPLER_H

#include "base/blocking.h"
#include "base/trend.h"
#include "compare/result.h"
#include "modify/modifier.h"
#include "run/sim.h"

#define MD_SAMPLER_BINS 200 /* of distances between atoms */

/* A path: at each record the time, then positions and velocities of all atoms by ID. */
struct md_path {
    size_t width; /* atoms, 0 to the largest ID */
    size_t count, room;
    double *record; /* [count][1 + 6 width] */
};

struct md_sampler {
    struct md_sim *sim;
    const struct md_plan *plan;
    int64_t first, every, dense, dense_last;
    double limit;    /* of the energy error */
    double reach;    /* of distances that are counted */
    bool exploded;   /* the run ended for this reason */
    bool late;       /* or for this one */
    double deadline; /* of the wall clock; 0: none */
    int64_t last;    /* step of the run */
    char why[160];
    long parent; /* process that waits for the result: without it the run is for nothing */
    int board;   /* file in which that process sees how far the run is; -1: none */
    long slot;   /* of the board */

    bool begun;
    double time0, energy0, kept0, account0, kinetic0, momentum0[3], angular0[3];
    double time; /* of the last look, from the start */
    double worst, kept_worst, momentum, angular;
    struct md_trend energy;
    struct md_blocking temperature, kinetic, extra[MD_PLAN_EXTRAS];
    struct md_path path;
    double bin[MD_SAMPLER_BINS], pairs;
    int64_t looks, rdf_every;
    double (*series)[5]; /* time, E with accounts of fixes, what the scheme keeps, K, T */
    size_t series_count, series_room;
};

extern const struct md_modifier md_sampler_fix;

/* The largest ID: how wide a path is. */
size_t md_sampler_width(const struct md_sim *sim);

/* Kinetic and potential energy of a frame. */
double md_sampler_kinetic(const struct md_frame *frame);
double md_sampler_potential(const struct md_frame *frame);

/* What was seen, into the result's figures. */
void md_sampler_finish(const struct md_sampler *sampler, struct md_result *result);
void md_sampler_free(struct md_sampler *sampler);

#endif
