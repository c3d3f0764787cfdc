/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restarts: what of a simulation goes into an archive, when restart files are written during a run,
 * and how a simulation goes on from one.
 *
 * A file written during a run holds all that the next step depends on, so that the first run after
 * read_restart resumes: it does not set anything up, and goes the way the interrupted run would
 * have gone, bit for bit.  A file written between runs leads to an ordinary set-up, as the next run
 * of the same deck would have made it.
 */
#ifndef MD_RUN_RESTART_H
#define MD_RUN_RESTART_H

#include "base/archive.h"
#include "base/word.h"

#include <stdio.h>

struct md_sim;
struct md_run_plan;
struct md_forces_resume;

#define MD_RESTART_NAME 1024

/* One of the two kinds of `restart N ...`. */
struct md_restart_rule {
    int64_t every;                 /* 0: not asked for */
    char variable[64];             /* names the next step instead; "" : none */
    char file[2][MD_RESTART_NAME]; /* [1] "" : one name, with a * for the step */
    const struct md_files *files;  /* what they may be */
    int turn;                      /* which of two names is next */
    int64_t next;                  /* step of the next file in the present run */
};

#define MD_RESTART_LINE 1024

/* The present run as far as ramps and its continuation depend on it; one piece of it when it is
 * cut (every). */
struct md_restart_span {
    int64_t step;                       /* at which a file was written */
    int64_t first, last;                /* of the run, or of the piece */
    int64_t ramp_first, ramp_last;      /* of its ramps */
    int64_t whole_last;                 /* of the command */
    int64_t start, stop, every;         /* its words; -1, -1, 0: not given */
    bool pre;                           /* likewise */
    char commands[MD_RESTART_LINE / 2]; /* after `every M`, as a deck writes them */
};

/* Part of a simulation. */
struct md_restart {
    bool looked;                    /* for files in the folder that were never completed */
    struct md_restart_rule rule[2]; /* files named by step; two files in turn */
    int64_t written;                /* step of the last file of this run; -1: none yet */
    char last[MD_RESTART_NAME];     /* its name; "" : none */

    struct md_restart_span span; /* of the present run */
    bool rest;                   /* it ends where the run of the file would have */
    bool continues;              /* its ramps have the span of that run */
    /* That of the file after a `run 0`, which moves nothing: the next run may go on in it. */
    struct md_restart_span waiting;
    bool waits;

    struct md_archive *kept; /* what read_restart brought, until the first run; or NULL */
    bool *claimed;           /* [fixes of kept]: a fix of the deck took it over */
    bool *claimed_computes;
};

void md_restart_free(struct md_restart *restart);

/* The outline of the whole simulation, to be destroyed; NULL after an error.  `during` a run: with
 * what resuming it needs. */
struct md_archive *md_restart_outline(struct md_sim *sim, bool during, struct md_error *error);
/* Writes the simulation, which is as it was outlined; a file of that name is kept when
 * `old`; a WARNING says if it could not be. */
enum md_status md_restart_save(struct md_sim *sim, bool during, struct md_archive *outline,
                               const struct md_files *files, const char *path, bool old,
                               struct md_error *error);
/* Whether it holds the pair potential, or the deck must give that again. */
bool md_restart_holds_pair(const struct md_sim *sim);
/* Into a simulation without a box.  The archive belongs to the simulation from now on, also after
 * an error. */
enum md_status md_restart_read(struct md_sim *sim, struct md_archive *archive,
                               struct md_error *error);

/* A fix or compute was made: what is kept under its ID and style is its. */
enum md_status md_restart_claim_fix(struct md_sim *sim, const char *id, struct md_error *error);
enum md_status md_restart_claim_compute(struct md_sim *sim, const char *id, struct md_error *error);

/* ------------------------------------------------------------------ for the driver */

/* A command `run` begins: is it the rest of the run that a file was written in? */
void md_restart_span_begin(struct md_sim *sim, const struct md_run_plan *plan);
/* Steps of its next piece, which would have `size`. */
int64_t md_restart_piece(const struct md_sim *sim, int64_t now, int64_t size);
/* A piece begins: the steps of the run and of its ramps, for fixes and formulas. */
void md_restart_span_piece(struct md_sim *sim, int64_t first, int64_t last);
/* A warning when it is a new run, which names what depends on the span. */
void md_restart_warn_span(struct md_sim *sim, const struct md_place *place);
/* The command that goes on. */
void md_restart_line(const struct md_restart_span *span, char line[MD_RESTART_LINE]);

/* A run begins: tells what nobody claimed, and whether it can resume. */
enum md_status md_restart_begin(struct md_sim *sim, bool *resumes, struct md_error *error);
/* What the forces need for that, while the integrator begins. */
enum md_status md_restart_instant(struct md_sim *sim, struct md_forces_resume *resume,
                                  struct md_error *error);
/* After everybody has begun: fixes, computes and integrator get again what they had. */
enum md_status md_restart_reclaim(struct md_sim *sim, struct md_error *error);
void md_restart_forget(struct md_sim *sim);

/* The rules' next steps, from the present one on. */
enum md_status md_restart_plan(struct md_sim *sim, struct md_error *error);
int64_t md_restart_next(const struct md_sim *sim); /* INT64_MAX: never */
/* Writes what is due at the present step; `stopped`: one file is due whatever the step. */
enum md_status md_restart_due(struct md_sim *sim, bool stopped, struct md_error *error);

/* A * in the name becomes the step. */
enum md_status md_restart_name(const char *pattern, int64_t step, char name[MD_RESTART_NAME],
                               struct md_error *error);

/* A readable summary of an archive. */
enum md_status md_restart_info(struct md_archive *archive, const char *path, FILE *out,
                               struct md_error *error);

#endif
