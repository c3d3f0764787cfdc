/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rerun: the forces, energies and measures of snapshots that somebody else made.  Each snapshot is
 * an instant like the first one of a run: the integrator begins there and is observed, fixes that
 * are due act, rows and dumps that are due are written.  The last snapshot always gets a row; that
 * it is the last is known only when the file has no other.
 */
#include "run/rerun.h"

#include "run/driver_parts.h"

#include <inttypes.h>

/* A fix that plans steps may miss snapshots; it then plans anew, as in LAMMPS, and its averages
 * lack something: said once. */
static void warn_missed(struct md_sim *sim, int64_t before, int64_t now, bool *warned)
{
    for (int i = 0; i < sim->fixes.count && !*warned; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->act == NULL || !fix->type->counts_steps)
            continue;
        int64_t next = fix->type->next(fix->state, before);
        if (next >= now)
            continue;
        md_log_warn(&sim->log, &fix->place,
                    "fix '%s' (%s) wanted to see step %" PRId64
                    ", and the snapshot after step %" PRId64 " is that of step %" PRId64,
                    fix->id, fix->style->name, next, before, now);
        *warned = true;
    }
}

static bool row_due(const struct md_course *course, int64_t now)
{
    const struct md_thermo *thermo = &course->sim->thermo;
    if (thermo->every_variable[0] != '\0')
        return now == course->next_row;
    return thermo->every > 0 && now % thermo->every == 0;
}

/* The state was just loaded: whatever a run does at its first instant. */
static enum md_status look(struct md_course *course, bool first, bool *shown,
                           struct md_error *error)
{
    struct md_sim *sim = course->sim;
    int64_t now = md_clock_step(&sim->system.clock);
    uint32_t mobile;
    enum md_status status = md_driver_validate(course, &mobile, error);
    md_forces_reset_times(&sim->forces);
    struct md_timing_lap lap = md_timing_lap(&sim->forces);
    if (status == MD_OK)
        status = md_driver_begin(course, mobile, false, error);
    md_timing_advance(&course->timing, &lap, &sim->forces);
    md_computes_begin(&sim->computes, &sim->system);
    if (status == MD_OK)
        status = md_driver_set_up(sim, error);
    if (status == MD_OK)
        status = md_driver_observe(course, error);
    if (status == MD_OK)
        status = md_course_judge_lost(course, error);
    if (status == MD_OK && first)
        status = md_computes_first(&sim->computes, &sim->frame, error);
    if (status == MD_OK)
        status = md_driver_act(course, now - 1, false, error);
    if (status == MD_OK && !sim->frame_valid)
        status = md_driver_observe(course, error);
    *shown = first || row_due(course, now);
    if (status == MD_OK && first)
        return md_course_open(course, error);
    md_course_warn(course);
    if (status == MD_OK && *shown)
        status = md_course_row(course, md_timing_wall() - course->timing.wall_begin, error);
    if (status == MD_OK)
        status = md_course_dumps(course, false, error);
    return status;
}

static enum md_status loop(struct md_course *course, const struct md_rerun_source *source,
                           int64_t *count, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    bool more, shown = true, warned = false;
    int64_t before = -1;
    enum md_status status = source->seek(source->context, &more, error);
    for (*count = 0; status == MD_OK && more && sim->halt == MD_HALT_NOT && !sim->stop; ++*count) {
        status = source->load(source->context, error);
        int64_t now = md_clock_step(&sim->system.clock);
        if (status == MD_OK && *count > 0)
            warn_missed(sim, before, now, &warned);
        if (status == MD_OK)
            status = look(course, *count == 0, &shown, error);
        before = now;
        if (status == MD_OK)
            status = source->seek(source->context, &more, error);
    }
    if (status == MD_OK && !shown)
        status = md_course_row(course, md_timing_wall() - course->timing.wall_begin, error);
    course->interrupted = sim->stop != 0;
    return status;
}

enum md_status md_rerun_run(struct md_sim *sim, const struct md_rerun_plan *plan,
                            const struct md_rerun_source *source, const struct md_args *args,
                            struct md_error *error)
{
    int64_t count = 0;
    struct md_course course = {.sim = sim,
                               .args = args,
                               .first = plan->first,
                               .last = MD_STEP_MAX,
                               .pre = true,
                               .post = true,
                               .silent = true};
    if (sim->checking)
        return md_driver_check(&course, error);
    sim->first_step = sim->loop_first = plan->first;
    sim->last_step = plan->last;
    sim->ramp_first = plan->ramp_first >= 0 ? plan->ramp_first : plan->first;
    sim->ramp_last = plan->ramp_last >= 0 ? plan->ramp_last : plan->last;
    sim->running = true;
    md_timing_begin(&course.timing);
    sim->cpu_start = course.timing.wall_begin;
    enum md_status status = loop(&course, source, &count, error);
    md_timing_end(&course.timing);
    if (status == MD_OK && count > 0)
        status = sim->integrator->end(sim->integrator_state, &sim->dynamics, error);
    sim->prepared = false; /* nothing goes on from here */
    sim->running = false;
    if (sim->halt == MD_HALT_NOW)
        sim->halt = MD_HALT_NOT;
    status = md_course_close(&course, status, error);
    if (status == MD_OK)
        md_timing_loop(&course.timing, sim, count);
    if (status == MD_OK && plan->post)
        md_timing_details(&course.timing, sim, false);
    status = md_course_flush(&course, status, error);
    md_computes_end(&sim->computes);
    return md_course_interrupted(&course, status, error);
}
