/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run and a minimisation share: a stretch of steps with thermo rows, dumps, warnings and a
 * line of progress on the way.  The driver of each says how the system gets on and when to look.
 */
#ifndef MD_RUN_COURSE_H
#define MD_RUN_COURSE_H

#include "run/progress.h"
#include "run/self_check.h"
#include "run/sim.h"
#include "run/timing.h"

/* One run, one piece of `run ... every`, or one minimisation. */
struct md_course {
    struct md_sim *sim;
    const struct md_args *args;
    int64_t first, last;
    bool pre, post;
    bool silent;      /* no word about setting up */
    bool header;      /* rows have begun: they must be closed */
    bool interrupted; /* the user asked to stop */
    int64_t next_row;
    /* Bonds, angles, ... that had lost an atom when that was last told. */
    size_t missing[MD_TOPOLOGY_KINDS];
    struct md_timing timing;
    struct md_progress progress;
    struct md_self_check_run check;
};

/* The fixes' hook `begin`. */
/* Dihedrals and impropers have no potentials here: no run is possible with them. */
enum md_status md_course_need_styles(const struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error);

enum md_status md_course_begin_fixes(struct md_sim *sim, struct md_error *error);

/* The box may change on the way: rows then show the volume. */
bool md_course_box_changes(const struct md_sim *sim);

/* --check, once everything was validated: are the columns of the rows there?  Values are not; who
 * asks for one that only a run could tell gets MD_ERR_ORDER, which is no error of the deck. */
enum md_status md_course_check_row(struct md_sim *sim, struct md_error *error);

/* Atoms that left the box were taken out when the list was rebuilt: what thermo_modify says. */
enum md_status md_course_judge_lost(struct md_course *course, struct md_error *error);

/* What a potential found worth a warning: the first of a run is told when it is seen. */
void md_course_warn(struct md_course *course);

/* Of the frame just observed: the head of the rows with the first row and dumps, later rows (which
 * also find the step of the next one), dumps. */
enum md_status md_course_open(struct md_course *course, struct md_error *error);
enum md_status md_course_row(struct md_course *course, double cpu, struct md_error *error);
enum md_status md_course_dumps(struct md_course *course, bool at_start, struct md_error *error);

/* Time and progress begin. */
void md_course_start(struct md_course *course);

/* Rows are closed, then, after whatever the caller reports, everything written reaches the disk;
 * also after an error, which then is the one to be told. */
enum md_status md_course_close(struct md_course *course, enum md_status status,
                               struct md_error *error);
enum md_status md_course_flush(struct md_course *course, enum md_status status,
                               struct md_error *error);

/* The loop time, and a warning when atoms were lost. */
void md_course_report(struct md_course *course);

/* MD_STOP_INTERRUPT when the user stopped it, else status. */
enum md_status md_course_interrupted(const struct md_course *course, enum md_status status,
                                     struct md_error *error);

#endif
