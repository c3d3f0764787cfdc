/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The driver of minimisations.  Each iteration of the minimiser is a step of the clock, so that
 * thermo rows and dumps come at multiples of their intervals as in runs.  Fixes that move, act or
 * throw back do nothing; potentials, filters and those forcings take part that say so.
 *
 * However it ends, the last row, all dumps and a restart file show the final state, and the
 * neighbour rules are the deck's again.
 */
#include "run/minimize.h"

#include "base/memory.h"
#include "run/course.h"
#include "run/fix_lists.h"
#include "run/restart.h"
#include "state/mass.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct minimize {
    struct md_course course;
    struct md_minimization min;
    const struct md_minimizer *type;
    void *state;
    enum md_min_stop stop;
    struct md_neighbor_rules rules; /* the deck's */
    double initial, norm_initial, component_initial;
};

/* ------------------------------------------------------------------ before */

static bool has_norm(const struct md_sim *sim)
{
    return sim->thermo.norm < 0 ? sim->system.units->reduced : sim->thermo.norm != 0;
}

/* The one fix that brings degrees of freedom besides the atoms'. */
static enum md_status find_freedom(struct md_sim *sim, struct md_freedom *freedom,
                                   struct md_error *error)
{
    const struct md_fix *found = NULL;
    *freedom = (struct md_freedom){0};
    for (int i = 0; i < sim->fixes.count; i++) {
        struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->freedom == NULL)
            continue;
        if (found != NULL)
            return md_error_set(error, MD_ERR_VALUE, &fix->place,
                                "the fixes '%s' and '%s' (%s) both change the box in a "
                                "minimisation; only one can",
                                found->id, fix->id, fix->style->name);
        if (!sim->minimizer->searches)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &fix->place,
                                "fix %s cannot be used with min_style %s: only those that search "
                                "along lines (cg, sd) change the box",
                                fix->style->name, sim->minimizer->style.name);
        found = fix;
        fix->type->freedom(fix->state, freedom);
        freedom->name = fix->style->name;
        freedom->state = fix->state;
    }
    return MD_OK;
}

/* An energy that does not count leaves forces that are no derivatives of what is minimised. */
static void warn_energies(struct md_sim *sim)
{
    for (int i = 0; i < sim->forces.externals_count; i++) {
        const struct md_fix *fix = &sim->fixes.list[sim->forces.externals[i].order];
        if (!fix->energy)
            md_log_warn(&sim->log, &fix->place,
                        "the energy of fix '%s' (%s) does not count in what is minimised; use "
                        "'fix_modify %s energy yes'",
                        fix->id, fix->style->name, fix->id);
    }
}

static enum md_status validate(struct md_sim *sim, const struct md_args *args,
                               struct md_freedom *freedom, struct md_error *error)
{
    enum md_status status = md_mass_need(&sim->system, error);
    if (status == MD_OK)
        status = md_course_need_styles(sim, args, error);
    if (status == MD_OK && sim->forces.pair.type == NULL)
        status =
            md_error_set(error, MD_ERR_ORDER, &args->command.place,
                         "'%s' needs forces, and there is no pair_style yet", args->command.text);
    if (status == MD_OK)
        status = md_fix_lists_minimize(sim, error);
    if (status == MD_OK)
        status = find_freedom(sim, freedom, error);
    if (status == MD_OK)
        status = md_course_begin_fixes(sim, error);
    return status;
}

static enum md_status check_only(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_freedom freedom;
    enum md_status status = validate(sim, args, &freedom, error);
    if (status == MD_OK)
        status = md_forces_prepare(&sim->forces, &sim->system, error);
    if (status == MD_OK)
        status = md_course_check_row(sim, error);
    return status;
}

/* Atoms may jump: lists are checked at every evaluation, whatever the deck says for runs. */
static void set_rules(struct minimize *run)
{
    struct md_sim *sim = run->course.sim;
    struct md_neighbor_rules *rules = &sim->forces.neighbors.rules;
    run->rules = *rules;
    if (rules->every != 1 || rules->delay != 0 || !rules->check)
        md_log_warn(&sim->log, &run->course.args->command.place,
                    "using 'neigh_modify every 1 delay 0 check yes' during this minimization");
    rules->every = 1;
    rules->delay = 0;
    rules->check = true;
    rules->lost_bonds = (enum md_lost_bonds)sim->thermo.lost_bonds;
}

static void reset_rules(struct minimize *run)
{
    struct md_neighbor_rules *rules = &run->course.sim->forces.neighbors.rules;
    rules->every = run->rules.every;
    rules->delay = run->rules.delay;
    rules->check = run->rules.check;
}

static void observe(struct minimize *run)
{
    struct md_sim *sim = run->course.sim;
    struct md_modify_context context = md_sim_fix_context(sim, 0);
    sim->frame = md_modify_frame(&context, true);
    sim->frame_valid = sim->tally_valid = true;
}

static enum md_status begin(struct minimize *run, struct md_error *error)
{
    struct md_course *course = &run->course;
    struct md_sim *sim = course->sim;
    md_log_print(&sim->log,
                 "Setting up %s style minimization ...\n"
                 "  Unit style    : %s\n"
                 "  Current step  : %" PRId64 "\n",
                 run->type->style.name, sim->system.units->name, course->first);
    md_self_check_changed(sim, sim->system.changed | MD_CHANGED_ATOMS);
    sim->system.changed = 0;
    sim->prepared = sim->tally_valid = sim->frame_valid = false;
    bool resumes; /* never: what a restart file holds of a run is given up */
    enum md_status status = md_restart_begin(sim, &resumes, error);
    md_restart_forget(sim);
    if (status == MD_OK)
        status = md_restart_plan(sim, error);
    sim->advancing = true;
    if (status == MD_OK)
        status = md_minimization_begin(&run->min, run->type, error);
    sim->advancing = false;
    md_computes_begin(&sim->computes, &sim->system);
    if (status != MD_OK)
        return status;
    run->initial = run->min.energy;
    run->norm_initial = sqrt(md_minimization_norm(&run->min, MD_MIN_TWO));
    run->component_initial = sqrt(md_minimization_norm(&run->min, MD_MIN_INF));
    if (!isfinite(run->norm_initial)) {
        md_error_set(error, MD_ERR_RUN, NULL,
                     "the square of the force at the start of the minimisation is %s",
                     isnan(run->norm_initial) ? "nan" : "infinite");
        return md_error_hint(error, "atoms on top of each other, or the pressure of a fix "
                                    "box/relax too large?");
    }
    observe(run);
    status = md_course_judge_lost(course, error);
    if (status == MD_OK)
        status = md_computes_first(&sim->computes, &sim->frame, error);
    if (status == MD_OK)
        status = md_course_open(course, error);
    return status;
}

/* ------------------------------------------------------------------ iterations */

/* timer timeout: looked at every so many iterations. */
static bool is_late(const struct minimize *run)
{
    const struct md_sim *sim = run->course.sim;
    return sim->timeout > 0.0 && !sim->timed_out && run->min.iterations % sim->timeout_every == 0 &&
           md_timing_wall() >= sim->timeout;
}

static enum md_status iterate(struct minimize *run, struct md_error *error)
{
    struct md_sim *sim = run->course.sim;
    sim->frame_valid = sim->tally_valid = false;
    sim->system.clock.now += MD_TICKS_PER_STEP;
    run->min.iterations++;
    sim->advancing = true;
    enum md_status status = run->type->iterate(run->state, &run->min, &run->stop, error);
    sim->advancing = false;
    if (status == MD_OK)
        status = md_course_judge_lost(&run->course, error);
    if (status == MD_OK && run->stop == MD_MIN_GOES_ON && sim->stop != 0)
        run->stop = MD_MIN_INTERRUPTED;
    if (status == MD_OK && run->stop == MD_MIN_GOES_ON && is_late(run)) {
        run->stop = MD_MIN_TIMEOUT;
        sim->timed_out = true;
    }
    return status;
}

/* A row and dumps where they are due; at an early end both are, and energies are summed once more:
 * a line search that failed has been elsewhere since. */
static enum md_status look(struct minimize *run, struct md_error *error)
{
    struct md_course *course = &run->course;
    struct md_sim *sim = course->sim;
    int64_t now = md_clock_step(&sim->system.clock);
    bool early = run->stop != MD_MIN_GOES_ON;
    if (!early && now != course->next_row && now != md_dumps_next(&sim->dumps, now - 1) &&
        now != md_restart_next(sim))
        return MD_OK;
    double begun = md_timing_wall();
    enum md_status status = MD_OK;
    if (early) {
        sim->advancing = true;
        status = md_minimization_evaluate(&run->min, false, error);
        sim->advancing = false;
        if (status == MD_OK)
            status = md_course_judge_lost(course, error);
    }
    if (status != MD_OK)
        return status;
    observe(run);
    md_course_warn(course);
    if (early || now == course->next_row)
        status = md_course_row(course, begun - course->timing.wall_begin, error);
    if (status == MD_OK)
        status = early ? md_dumps_write_all(&sim->dumps,
                                            &(struct md_dump_context){
                                                &sim->quantities, &sim->variables, &sim->system},
                                            &sim->frame, error)
                       : md_course_dumps(course, false, error);
    if (status == MD_OK)
        status = md_restart_due(sim, early, error);
    course->timing.output += md_timing_wall() - begun;
    return status;
}

static enum md_status loop(struct minimize *run, struct md_error *error)
{
    struct md_course *course = &run->course;
    struct md_clock *clock = &course->sim->system.clock;
    enum md_status status = MD_OK;
    md_course_start(course);
    if (run->type->begin != NULL && md_clock_step(clock) < course->last) {
        course->sim->advancing = true;
        status = run->type->begin(run->state, &run->min, error);
        course->sim->advancing = false;
    }
    double shown = course->timing.wall_begin;
    int64_t shown_step = course->first;
    while (status == MD_OK && run->stop == MD_MIN_GOES_ON && md_clock_step(clock) < course->last) {
        struct md_timing_lap lap = md_timing_lap(&course->sim->forces);
        status = iterate(run, error);
        double now = lap.begin + md_timing_advance(&course->timing, &lap, &course->sim->forces);
        if (status == MD_OK)
            status = look(run, error);
        if (now - shown > 0.1) {
            md_progress_show(&course->progress, md_clock_step(clock),
                             md_clock_step(clock) - shown_step, now - shown);
            shown = now;
            shown_step = md_clock_step(clock);
        }
    }
    if (status == MD_OK && run->stop == MD_MIN_GOES_ON)
        run->stop = MD_MIN_ITERATIONS;
    md_timing_end(&course->timing);
    course->interrupted = run->stop == MD_MIN_INTERRUPTED;
    return status;
}

/* ------------------------------------------------------------------ after */

/* The block that log parsers know. */
static void print_stats(const struct minimize *run)
{
    const struct md_minimization *min = &run->min;
    double norm = sqrt(md_minimization_norm(min, MD_MIN_TWO));
    double component = sqrt(md_minimization_norm(min, MD_MIN_INF));
    double alpha = run->type->searches ? min->alpha : 0.0;
    md_log_print(&run->course.sim->log,
                 "\nMinimization stats:\n"
                 "  Stopping criterion = %s\n"
                 "  Energy initial, next-to-last, final = \n"
                 "    %18.15g %18.15g %18.15g\n"
                 "  Force two-norm initial, final = %#.8g %#.8g\n"
                 "  Force max component initial, final = %#.8g %#.8g\n"
                 "  Final line search alpha, max atom move = %#.8g %#.8g\n"
                 "  Iterations, force evaluations = %" PRId64 " %" PRId64 "\n",
                 md_min_stop_text(run->stop), run->initial, min->previous, min->energy,
                 run->norm_initial, norm, run->component_initial, component, alpha,
                 alpha * component, min->iterations, min->evaluations);
}

static enum md_status finish(struct minimize *run, enum md_status status, struct md_error *error)
{
    struct md_course *course = &run->course;
    status = md_course_close(course, status, error);
    if (status == MD_OK) {
        md_course_report(course);
        md_timing_use(&course->timing, course->sim);
        print_stats(run);
        md_timing_details(&course->timing, course->sim, false);
    }
    return md_course_flush(course, status, error);
}

static enum md_status run_all(struct minimize *run, struct md_error *error)
{
    struct md_sim *sim = run->course.sim;
    set_rules(run);
    sim->cpu_start = md_timing_wall();
    enum md_status status = begin(run, error);
    md_forces_reset_times(&sim->forces);
    if (status == MD_OK)
        status = loop(run, error);
    status = finish(run, status, error);
    md_computes_end(&sim->computes);
    reset_rules(run);
    return md_course_interrupted(&run->course, status, error);
}

static enum md_status make_state(struct minimize *run, struct md_error *error)
{
    size_t size = run->type->style.state_size;
    if (size == 0)
        return MD_OK;
    run->state = md_memory_array(1, size);
    return run->state == NULL ? md_error_memory(error, "a minimisation") : MD_OK;
}

enum md_status md_minimize_run(struct md_sim *sim, const struct md_minimize_plan *plan,
                               const struct md_args *args, struct md_error *error)
{
    struct md_clock *clock = &sim->system.clock;
    int64_t now = md_clock_step(clock);
    double time = md_clock_time(clock);
    if (plan->iterations > MD_STEP_MAX - now)
        return md_error_set(error, MD_ERR_VALUE, &args->command.place,
                            "%" PRId64 " iterations from step %" PRId64
                            " on would go beyond step %" PRId64
                            ", the last one that can be counted",
                            plan->iterations, now, (int64_t)MD_STEP_MAX);
    if (sim->checking)
        return check_only(sim, args, error);
    struct minimize run = {
        .course = {.sim = sim, .args = args, .first = now, .last = now + plan->iterations},
        .type = sim->minimizer,
        .min = {.system = &sim->system,
                .forces = &sim->forces,
                .options = sim->min_options,
                .norm = has_norm(sim),
                .etol = plan->etol,
                .ftol = plan->ftol,
                .max_evaluations = plan->evaluations},
    };
    sim->ramp_first = sim->first_step = sim->loop_first = run.course.first;
    sim->ramp_last = sim->last_step = run.course.last;
    sim->running = true;
    enum md_status status = validate(sim, args, &run.min.freedom, error);
    if (status == MD_OK)
        status = make_state(&run, error);
    if (status == MD_OK) {
        warn_energies(sim);
        status = run_all(&run, error);
    }
    sim->running = false;
    /* Steps of a minimisation are no time: it counts in its rows and is then what it was. */
    md_clock_reset(clock, md_clock_step(clock), time);
    sim->frame.time = time;
    sim->frame.tick = clock->now;
    md_memory_free(run.state);
    md_minimization_free(&run.min);
    return status;
}
