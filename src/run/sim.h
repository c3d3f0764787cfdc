/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation: the system, what drives it, what looks at it. */
#ifndef MD_RUN_SIM_H
#define MD_RUN_SIM_H

#include "base/value.h"
#include "integrate/integrator.h"
#include "integrate/vibration.h"
#include "measure/measure.h"
#include "minimize/minimizer.h"
#include "modify/modifier.h"
#include "output/dump.h"
#include "output/log.h"
#include "output/thermo.h"
#include "run/restart.h"

struct md_run_plan;

/* A fix as the forces call it: the state of a filter, a forcing or a mirror. */
struct md_fix_use {
    struct md_sim *sim;
    int fix; /* index into sim->fixes */
};

/* A simulation must not be moved in memory once md_sim_init has been called. */
struct md_sim {
    struct md_system system;
    struct md_forces forces;
    struct md_dynamics dynamics;
    const struct md_integrator *integrator; /* run_style; verlet unless the deck says so */
    void *integrator_state;
    struct md_place integrator_place;
    char **integrator_words; /* after its name, as the deck gave them: for restart files */
    int integrator_words_count;
    struct md_speaker speaker;            /* what the integrator says goes to the log */
    const struct md_minimizer *minimizer; /* min_style; cg unless the deck says so */
    struct md_min_options min_options;    /* min_modify */
    struct md_fixes fixes;
    struct md_computes computes; /* thermo_temp, thermo_press, thermo_pe always exist */
    struct md_thermo thermo;
    struct md_dumps dumps;
    struct md_log log;
    struct md_quantities quantities; /* implemented in run/quantities.c over this sim */
    struct md_variables variables;   /* implemented by deck/, wired up by api/ */

    struct md_frame frame; /* the last observation */
    bool frame_valid;      /* nothing changed since */
    bool tally_valid;      /* only velocities or the time step changed since */
    bool prepared;         /* the integrator has begun: `run ... pre no` may go on from there */
    bool advancing;        /* inside the integrator: positions and velocities are half way */
    struct md_fix_use *fix_uses; /* [fix_capacity] of each fix; so are the lists of sim->forces */
    int fix_capacity;

    char **pair_lines; /* pair_style, pair_coeff, pair_modify as the deck gave them: to go on from
                          a restart file that does not hold the pair potential */
    int pair_line_count;
    /* Before the last run that looked for it: what its step was compared with. */
    struct md_vibration vibration;
    bool vibration_known;

    struct md_restart restart; /* files during runs; what read_restart brought */
    /* timer timeout: the wall clock at which runs end, looked at every so many steps; 0: none. */
    double timeout;
    int64_t timeout_every;
    bool timed_out; /* it has passed: runs are skipped */

    int64_t first_step, last_step; /* of the present or last run, also of a part before a restart */
    int64_t loop_first;            /* where this program began with it */
    int64_t ramp_first, ramp_last; /* run ... start stop; else as above */
    bool running;                  /* a run is going on: the driver sets and clears it */
    double cpu_start;              /* wall clock at the run's beginning */
    bool checking;                 /* --check: validate everything, run nothing, write nothing */
    bool check_forces;             /* --check-forces: the first run is replaced by the check */
    bool show_progress;
    struct md_stage stage;                                    /* what fixes can ask of a run */
    enum { MD_HALT_NOT, MD_HALT_NOW, MD_HALT_FOR_GOOD } halt; /* a fix ended the run */
    FILE *terminal;                                           /* where progress goes; NULL: none */
    volatile sig_atomic_t stop;                               /* set by avimd_interrupt */

    bool (*command_known)(const char *name); /* for is_available(command,name); NULL: none is */

    /* A command line for `run ... every`: executes one deck command. */
    enum md_status (*execute)(void *context, const char *line, const struct md_place *place,
                              struct md_error *error);
    void *execute_context;

    /* Not NULL: what happens instead of every run of one step or more. */
    enum md_status (*instead)(void *context, struct md_sim *sim, const struct md_run_plan *plan,
                              const struct md_args *args, struct md_error *error);
    void *instead_context;
};

enum md_status md_sim_init(struct md_sim *sim, FILE *screen, struct md_error *error);
/* A deck's pair_style, pair_coeff or pair_modify was taken; what it replaces is forgotten. */
enum md_status md_sim_note_pair(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error);
/* A part that returned MD_OK with a text in *error meant a warning: it is given, and *error
 * cleared. */
void md_sim_warn(struct md_sim *sim, struct md_error *error);
/* Closes the files of dumps and fixes, before md_sim_free; every failure goes to `report`. */
void md_sim_close(struct md_sim *sim, md_error_sink *report, void *context);
void md_sim_free(struct md_sim *sim);

/* Uses this integrator from now on; args are the words after its name. */
enum md_status md_sim_set_integrator(struct md_sim *sim, const struct md_integrator *type,
                                     const struct md_args *args, struct md_error *error);

/* What a fix sees: system, variables, the ramps of the present run, its own group. */
struct md_modify_context md_sim_fix_context(struct md_sim *sim, int group);

/* A frame of the present state.  When none is valid, forces and energies are computed aside: the
 * atoms' order and wrapping stay as they are, so looking never changes a trajectory.  The frame's
 * `tallied` is false when there are no energies to be had: no pair_style yet, or a formula asks in
 * the middle of a step.  While checking a deck nothing is computed and energies read as 0. */
enum md_status md_sim_frame(struct md_sim *sim, const struct md_frame **frame,
                            struct md_error *error);

/* The deck changed something: the frame is stale, the integrator is told at the next run. */
void md_sim_changed(struct md_sim *sim, unsigned what);

/* Fills sim->quantities (run/quantities.c). */
void md_quantities_init(struct md_sim *sim);

#endif
