/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a comparison shall do: the words of `avimd compare`, or of a file of such words, and the
 * list of runs they mean.  A scheme is a run_style line in which {step} stands for the step in the
 * deck's units, {2.5*step} for a multiple of it, and {raw} for the number as it was given.
 */
#ifndef MD_COMPARE_PLAN_H
#define MD_COMPARE_PLAN_H

#include "base/word.h"

#include <stddef.h>
#include <stdio.h>

#define MD_PLAN_NAME   64
#define MD_PLAN_WORDS  256
#define MD_PLAN_EXTRAS 8 /* measures that are formulas of the deck */

/* One way of integrating time, and the steps to try. */
struct md_scheme {
    char name[MD_PLAN_NAME];
    char words[MD_PLAN_WORDS]; /* run_style and its words, with braces */
    double *step;              /* as given: times the unit they are in the deck's units */
    int steps;
    double timestep; /* as given; 0: the step, or the deck's where {raw} stands */
    struct md_place place;
};

enum md_plan_measure {
    MD_PLAN_ENERGY = 1,
    MD_PLAN_MOMENTUM = 2,
    MD_PLAN_TEMPERATURE = 4,
    MD_PLAN_HEAT = 8,
    MD_PLAN_H1 = 16,
    MD_PLAN_RDF = 32
};

/* One run of the comparison. */
struct md_trial {
    int scheme; /* -1: the reference */
    double step;
    double timestep; /* in the deck's units, as are the words */
    char words[2 * MD_PLAN_WORDS];
    int64_t steps; /* of the timestep */
    int start;     /* 0: the deck's own state */
    int32_t seed;  /* of its perturbation; 0: none */
};

struct md_plan {
    const char *deck;
    struct md_scheme *scheme;
    int schemes;
    struct md_scheme reference; /* name "": none */
    double *step;               /* for schemes without steps of their own */
    int steps;
    double time, window; /* as given; 0: the deck's run, and 2000 of its steps */
    int64_t starts, seed, samples, jobs, threads, run;
    double perturb;   /* of velocities, relative; INFINITY: drawn again */
    double settle;    /* how long other starts than the deck's go on before */
    double limit;     /* seconds that a run may take; 0: any */
    double explode;   /* an energy error of so many times |E0| + K0 is an explosion */
    unsigned measure; /* enum md_plan_measure */
    char extra[MD_PLAN_EXTRAS][MD_PLAN_NAME];
    int extras;
    char unit[MD_PLAN_NAME], unit_formula[MD_PLAN_WORDS];
    char title[MD_PLAN_WORDS];
    char out[1024];
    bool again, verbose, plots, dry_run;
    bool standard; /* nobody named integrators: those that do not begin are left out */
    /* -var, and lines var of files: the name and its values. */
    struct md_plan_variable {
        char **word;
        int words;
        bool owned; /* the list is the plan's, and the text it points to */
    } variable[64];
    int variables;
    char **argv;
    int argc;
    char **text; /* lines of files, which places point to */
    int texts;

    char gaps[512];      /* fixes that exchange energy without account, as a sentence's begin */
    bool accounted;      /* other fixes say how much they took */
    char left_out[2048]; /* integrators that do not begin with the deck: a line for each */

    double unit_value;      /* in the deck's units, once the deck has been set up */
    double length, stretch; /* of runs and of their first part, in the deck's units */
    struct md_trial *trial;
    int trials, references; /* the first `references` trials are the reference's */
};

/* Reads argv[0..argc-1], the words after `avimd compare`. */
enum md_status md_plan_read(struct md_plan *plan, int argc, char **argv, struct md_error *error);
void md_plan_free(struct md_plan *plan);

/* The list of runs.  time and timestep are those of the deck's run; unit is plan->unit_formula's
 * value. */
enum md_status md_plan_expand(struct md_plan *plan, double unit, double time, double timestep,
                              struct md_error *error);

/* Leaves a scheme and its trials out, for this reason. */
void md_plan_leave_out(struct md_plan *plan, int scheme, const char *why);

/* How long a trial is, in the plan's units: the reference ends with the first part of the run
 * unless all of it is compared. */
double md_plan_duration(const struct md_plan *plan, const struct md_trial *trial);

/* Name of the trial's scheme. */
const char *md_plan_name(const struct md_plan *plan, const struct md_trial *trial);

/* The words of the table of options, for the help. */
extern const char md_plan_usage[];

#endif
