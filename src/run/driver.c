/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The driver.  A run is: set up, look at the first instant, then again and again find the next
 * instant at which a thermo row, a dump, a fix or the end wants something, tell the integrator to
 * go there, let the fixes act and the writers look.  The driver knows nothing of how the integrator
 * gets there, and nobody who looks can change where it goes.
 *
 * Whatever happens, what was written stays readable: rows are closed, log and dumps flushed.
 */
#include "run/driver.h"

#include "base/memory.h"
#include "run/driver_parts.h"
#include "run/fix_lists.h"
#include "state/mass.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ before a run */

/* An atom in the groups of two moving fixes would move twice as far. */
static enum md_status refuse_moved_twice(struct md_sim *sim, const struct md_fix *a,
                                         const struct md_fix *b, struct md_error *error)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    uint32_t bit_a = md_group_bit(a->group), bit_b = md_group_bit(b->group);
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & bit_a) != 0 && (atoms->groups[i] & bit_b) != 0)
            return md_error_set(error, MD_ERR_VALUE, &b->place,
                                "atom %" PRId64 " would be moved twice, by the fixes '%s' (%s, "
                                "group %s) and '%s' (%s, group %s)",
                                atoms->id[i], a->id, a->style->name,
                                sim->system.groups.name[a->group], b->id, b->style->name,
                                sim->system.groups.name[b->group]);
    }
    return MD_OK;
}

static enum md_status set_mobile(struct md_sim *sim, uint32_t *mobile, struct md_error *error)
{
    *mobile = 0;
    for (int i = 0; i < sim->fixes.count; i++) {
        if (!sim->fixes.list[i].type->moves)
            continue;
        for (int j = 0; j < i; j++) {
            if (!sim->fixes.list[j].type->moves)
                continue;
            enum md_status status =
                refuse_moved_twice(sim, &sim->fixes.list[j], &sim->fixes.list[i], error);
            if (status != MD_OK)
                return status;
        }
        if (!sim->fixes.list[i].type->carries)
            *mobile |= md_group_bit(sim->fixes.list[i].group);
    }
    return MD_OK;
}

/* Two fixes cannot both say how long the box is. */
static enum md_status refuse_resized_twice(const struct md_sim *sim, struct md_error *error)
{
    const struct md_fix *owner[3] = {NULL, NULL, NULL};
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        unsigned axes = fix->type->axes != NULL ? fix->type->axes(fix->state) : 0;
        for (int k = 0; k < 3; k++) {
            if ((axes & 1u << k) == 0)
                continue;
            if (owner[k] != NULL)
                return md_error_set(error, MD_ERR_VALUE, &fix->place,
                                    "the fixes '%s' (%s) and '%s' (%s) both change the box along "
                                    "%c",
                                    owner[k]->id, owner[k]->style->name, fix->id, fix->style->name,
                                    "xyz"[k]);
            owner[k] = fix;
        }
    }
    return MD_OK;
}

/* One of the two hooks of all fixes: setup, or renew. */
static enum md_status set_up(struct md_sim *sim, bool again, struct md_error *error)
{
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        enum md_status (*hook)(void *, const struct md_modify_context *, struct md_error *) =
            again ? fix->type->renew : fix->type->setup;
        if (hook == NULL)
            continue;
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        enum md_status status = hook(fix->state, &context, error);
        if (status != MD_OK) {
            if (error->place.file == NULL)
                error->place = fix->place;
            return status;
        }
    }
    return MD_OK;
}

/* The first forces are there. */
enum md_status md_driver_set_up(struct md_sim *sim, struct md_error *error)
{
    return set_up(sim, false, error);
}

static unsigned can(const struct md_potential_use *use)
{
    return md_potential_can(use->type, use->state);
}

/* What the integrator needs, every potential can. */
static enum md_status match_potentials(const struct md_sim *sim, const struct md_args *args,
                                       struct md_error *error)
{
    static const struct {
        unsigned need, can;
        const char *what;
    } match[] = {
        {MD_NEEDS_SUM, MD_CAN_SUM, "all forces at once"},
        {MD_NEEDS_ONE, MD_CAN_ONE, "one interaction at a time"},
        {MD_NEEDS_STIFFNESS, MD_CAN_STIFFNESS, "a bound on the curvature"},
    };
    const struct md_forces *forces = &sim->forces;
    const struct md_potential_use *pair = &forces->pair;
    if (pair->type == NULL)
        return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                            "'%s' needs forces, and there is no pair_style yet",
                            args->command.text);
    if ((can(pair) & MD_HAS_CONTACTS) != 0 && !sim->integrator->takes_contacts) {
        md_error_set(error, MD_ERR_UNSUPPORTED, &pair->place,
                     "pair_style %s has hard contacts, which have no force, and run_style %s knows "
                     "nothing else",
                     pair->name, sim->integrator->style.name);
        return md_error_hint(error, "run_style energy-stepping/pair h 1.0");
    }
    for (size_t k = 0; k < sizeof(match) / sizeof(match[0]); k++) {
        if ((sim->integrator->needs & match[k].need) == 0)
            continue;
        const struct md_potential_use *bad = NULL;
        for (int i = forces->externals_count - 1; i >= 0; i--) {
            if ((can(&forces->externals[i]) & match[k].can) == 0)
                bad = &forces->externals[i];
        }
        for (int i = forces->others_count - 1; i >= 0; i--) {
            if ((can(&forces->others[i]) & match[k].can) == 0)
                bad = &forces->others[i];
        }
        if ((can(pair) & match[k].can) == 0)
            bad = pair;
        if (bad != NULL)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &bad->place,
                                "run_style %s needs %s, which %s cannot give",
                                sim->integrator->style.name, match[k].what, bad->type->style.usage);
    }
    return MD_OK;
}

/* Who wants to see what an asynchronous integrator counts needs one that does. */
static enum md_status need_ledger(const struct md_sim *sim, struct md_error *error)
{
    const struct md_compute *compute = md_computes_of_ledger(&sim->computes, false);
    const struct md_compute *terraces = md_computes_of_ledger(&sim->computes, true);
    if (terraces != NULL && !sim->integrator->keeps_terraces)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &terraces->place,
                            "compute '%s' (%s) shows what energy-stepping counts, and run_style %s "
                            "counts nothing of the kind",
                            terraces->id, terraces->type->style.name, sim->integrator->style.name);
    if (compute == NULL || sim->integrator->keeps_ledger)
        return MD_OK;
    return md_error_set(error, MD_ERR_UNSUPPORTED, &compute->place,
                        "compute '%s' (%s) shows what an asynchronous integrator counts, and "
                        "run_style %s counts nothing of the kind",
                        compute->id, compute->type->style.name, sim->integrator->style.name);
}

enum md_status md_driver_validate(struct md_course *course, uint32_t *mobile,
                                  struct md_error *error)
{
    struct md_sim *sim = course->sim;
    enum md_status status = md_mass_need(&sim->system, error);
    if (status == MD_OK)
        status = md_course_need_styles(sim, course->args, error);
    if (status == MD_OK)
        status = md_fix_lists_set(sim, error);
    if (status == MD_OK)
        status = match_potentials(sim, course->args, error);
    if (status == MD_OK)
        status = set_mobile(sim, mobile, error);
    if (status == MD_OK)
        status = refuse_resized_twice(sim, error);
    if (status == MD_OK)
        status = need_ledger(sim, error);
    if (status == MD_OK)
        status = md_course_begin_fixes(sim, error);
    return status;
}

/* --check: everything that can be known without a step. */
enum md_status md_driver_check(struct md_course *course, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    uint32_t mobile;
    enum md_status status = md_driver_validate(course, &mobile, error);
    if (status == MD_OK)
        status = md_forces_prepare(&sim->forces, &sim->system, error);
    if (status == MD_OK)
        status = md_course_check_row(sim, error);
    return status;
}

static void announce(struct md_course *course, bool resumes)
{
    struct md_sim *sim = course->sim;
    md_log_print(&sim->log,
                 "%s %s run ...\n"
                 "  Unit style    : %s\n"
                 "  Current step  : %" PRId64 "\n"
                 "  Time step     : %g\n",
                 resumes ? "Resuming" : "Setting up", sim->integrator->style.name,
                 sim->system.units->name, course->first, sim->system.clock.timestep);
}

/* The integrator begins anew, or (pre no) goes on from where it is when nothing stands in the way,
 * or resumes what a restart file holds. */
enum md_status md_driver_begin(struct md_course *course, uint32_t mobile, bool resumes,
                               struct md_error *error)
{
    struct md_sim *sim = course->sim;
    struct md_forces_resume resume;
    unsigned changed = sim->system.changed;
    bool gentle = (changed & ~(unsigned)(MD_CHANGED_VELOCITY | MD_CHANGED_TIMESTEP)) == 0;
    md_computes_heat(&sim->computes, &sim->system.heat, sim->integrator->pays_heat);
    bool more = md_computes_want(&sim->computes, &sim->system.ledger);
    bool go_on = !course->pre && sim->prepared && gentle && mobile == sim->dynamics.mobile && !more;
    enum md_status status = MD_OK;
    sim->dynamics.mobile = mobile;
    sim->system.changed = 0;
    md_self_check_changed(sim, changed);
    sim->forces.neighbors.rules.lost_bonds = (enum md_lost_bonds)sim->thermo.lost_bonds;
    if (go_on) {
        sim->forces.lost = sim->forces.lost_id = 0;
        sim->forces.neighbors.builds = sim->forces.neighbors.dangerous = 0;
        sim->forces.warnings = 0;
        sim->forces.warned = false;
        if (changed != 0)
            sim->integrator->changed(sim->integrator_state, &sim->dynamics, changed);
    } else {
        if (!course->silent)
            announce(course, resumes);
        sim->prepared = false;
        sim->tally_valid = false;
        sim->system.ledger.active = false;
        if (resumes)
            status = md_restart_instant(sim, &resume, error);
        sim->forces.resume = resumes ? &resume : NULL;
        sim->advancing = true;
        if (changed != 0)
            sim->integrator->changed(sim->integrator_state, &sim->dynamics, changed);
        if (status == MD_OK)
            status = sim->integrator->begin(sim->integrator_state, &sim->dynamics, error);
        sim->advancing = false;
        sim->forces.resume = NULL;
        if (status == MD_OK && resumes && resume.x != NULL)
            status = md_computes_restore(&sim->computes, &sim->system, resume.x, resume.x_lo,
                                         resume.x_hi, error);
        sim->prepared = status == MD_OK;
    }
    return status;
}

/* ------------------------------------------------------------------ looking */

enum md_status md_driver_observe(struct md_course *course, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    sim->frame_valid = false;
    enum md_status status = sim->integrator->observe(sim->integrator_state, &sim->dynamics,
                                                     sim->system.clock.now, &sim->frame, error);
    if (status == MD_OK)
        sim->frame_valid = sim->tally_valid = sim->frame.tallied;
    return status;
}

/* Changes that fixes made are told to the integrator; a fix that looks sees them. */
static enum md_status look_for_fix(struct md_course *course, unsigned *changed,
                                   struct md_error *error)
{
    struct md_sim *sim = course->sim;
    if (*changed == 0 && sim->frame_valid)
        return MD_OK;
    if (*changed != 0)
        sim->integrator->changed(sim->integrator_state, &sim->dynamics, *changed);
    *changed = 0;
    return md_driver_observe(course, error);
}

/* Values of atoms belong to the positions and the box of this step's forces, like the energies and
 * the pressure of its row: a fix that is about to change them leaves a copy where they are asked
 * for. */
static enum md_status hold_for_values(struct md_course *course, const struct md_fix *fix,
                                      struct md_error *error)
{
    struct md_sim *sim = course->sim;
    bool seen = sim->dynamics.look || course->interrupted;
    if (!fix->type->displaces || !seen)
        return MD_OK;
    enum md_status status = sim->frame_valid ? MD_OK : md_driver_observe(course, error);
    if (status != MD_OK)
        return status;
    /* A restart file is written after fixes acted, and the run that goes on from it may ask. */
    if (course->interrupted || md_restart_next(sim) == md_clock_step(&sim->system.clock))
        return md_computes_hold(&sim->computes, &sim->frame, true, error);
    return md_computes_hold(&sim->computes, &sim->frame, false, error);
}

/* Fixes whose next step after `from` is now act, in deck order; at the first step of a run only
 * those that look or open. */
enum md_status md_driver_act(struct md_course *course, int64_t from, bool first,
                             struct md_error *error)
{
    struct md_sim *sim = course->sim;
    int64_t now = md_clock_step(&sim->system.clock);
    unsigned changed = 0;
    for (int i = 0; i < sim->fixes.count; i++) {
        struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->act == NULL || (first && !fix->type->looks && !fix->type->opens) ||
            fix->type->next(fix->state, from) != now)
            continue;
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        enum md_status status = MD_OK;
        if (fix->type->looks)
            status = look_for_fix(course, &changed, error);
        if (status == MD_OK)
            status = hold_for_values(course, fix, error);
        if (status == MD_OK)
            status = fix->type->act(fix->state, &context, &changed, error);
        if (status != MD_OK) {
            if (error->place.file == NULL)
                error->place = fix->place;
            return status;
        }
    }
    if (changed != 0)
        sim->integrator->changed(sim->integrator_state, &sim->dynamics, changed);
    return MD_OK;
}

/* Who resumes has seen this instant already: fixes do not act again, and whatever the beginning
 * changed in them is put back. */
static enum md_status look_first(struct md_course *course, bool resumes, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    enum md_status status = md_driver_observe(course, error);
    if (status != MD_OK)
        return status;
    status = md_self_check_begin(&course->check, sim, error);
    if (status != MD_OK)
        return status;
    md_heat_first(&sim->system.heat, &sim->frame);
    status = md_course_judge_lost(course, error);
    if (status == MD_OK)
        status = md_computes_first(&sim->computes, &sim->frame, error);
    if (status == MD_OK)
        status = resumes ? md_restart_reclaim(sim, error)
                         : md_driver_act(course, course->first - 1, true, error);
    if (status == MD_OK && resumes && !sim->restart.continues)
        status = set_up(sim, true, error);
    if (status == MD_OK)
        status = md_course_open(course, error);
    return status;
}

/* ------------------------------------------------------------------ going on */

/* The next step at which a fix acts; *looked: the next at which one wants a look. */
static int64_t next_act(const struct md_sim *sim, int64_t step, int64_t *looked)
{
    int64_t next = MD_NEVER;
    *looked = MD_NEVER;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->act == NULL)
            continue;
        int64_t at = fix->type->next(fix->state, step);
        if (at < next)
            next = at;
        if (fix->type->looks && at < *looked)
            *looked = at;
    }
    return next;
}

/* No piece goes beyond the next step at which the wall clock is looked at. */
static int64_t before_timeout(const struct md_sim *sim, int64_t from, int64_t to)
{
    if (sim->timeout <= 0.0 || sim->timed_out || sim->timeout_every > to - from)
        return to;
    int64_t next = (from / sim->timeout_every + 1) * sim->timeout_every;
    return next < to ? next : to;
}

/* When time is up, the run ends as if the next such step had been its last. */
static bool judge_timeout(struct md_course *course)
{
    struct md_sim *sim = course->sim;
    int64_t now = md_clock_step(&sim->system.clock), every = sim->timeout_every;
    if (sim->timeout <= 0.0 || sim->timed_out || now % every != 0 ||
        md_timing_wall() < sim->timeout)
        return false;
    sim->timed_out = true;
    if (course->last - now > every)
        course->last = now + every;
    if (course->next_row > course->last)
        course->next_row = course->last;
    return true;
}

/* To `target`, in pieces when a terminal wants to see progress.  Coming back before a piece's end
 * means that the user asked to stop; the integrator has then finished a step and knows its
 * energies. */
static enum md_status go_to(struct md_course *course, int64_t target, bool look,
                            struct md_error *error)
{
    struct md_sim *sim = course->sim;
    struct md_clock *clock = &sim->system.clock;
    enum md_status status = MD_OK;
    sim->frame_valid = sim->tally_valid = false;
    bool late = false;
    while (status == MD_OK && !course->interrupted && !late && md_clock_step(clock) < target) {
        int64_t from = md_clock_step(clock);
        int64_t to = from + md_progress_piece(&course->progress, target - from);
        to = before_timeout(sim, from, to);
        struct md_timing_lap lap = md_timing_lap(&sim->forces);
        bool stopping = sim->stop; /* a piece of one step has no place before its end to stop at */
        sim->dynamics.look = (look && to == target) || stopping;
        sim->dynamics.passing = to < target && !stopping;
        sim->advancing = true;
        status = sim->integrator->advance(sim->integrator_state, &sim->dynamics,
                                          to * MD_TICKS_PER_STEP, error);
        sim->advancing = sim->dynamics.passing = false;
        double seconds = md_timing_advance(&course->timing, &lap, &sim->forces);
        course->interrupted =
            md_clock_step(clock) < to || (stopping && md_clock_step(clock) < course->last);
        late = judge_timeout(course);
        md_progress_show(&course->progress, md_clock_step(clock), md_clock_step(clock) - from,
                         seconds);
    }
    return status;
}

/* Accounts of the kinetic energy that the integrator does not fill see each step: before fixes act
 * at its end, and after, when `renew` says so.  The frame is one of its own, since nobody asked for
 * energies. */
static enum md_status account(struct md_course *course, bool renew, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    struct md_frame frame;
    if (!sim->system.heat.looks)
        return MD_OK;
    enum md_status status = sim->integrator->observe(sim->integrator_state, &sim->dynamics,
                                                     sim->system.clock.now, &frame, error);
    if (status == MD_OK && renew)
        md_heat_first(&sim->system.heat, &frame);
    else if (status == MD_OK)
        md_heat_look(&sim->system.heat, &frame);
    return status;
}

/* To the next instant, and what is to be done there. */
static enum md_status go_on(struct md_course *course, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    int64_t from = md_clock_step(&sim->system.clock);
    int64_t looked;
    int64_t dump = md_dumps_next(&sim->dumps, from), fix = next_act(sim, from, &looked);
    int64_t restart = md_restart_next(sim);
    int64_t seen = dump < course->next_row ? dump : course->next_row;
    seen = restart < seen ? restart : seen;
    int64_t target = fix < seen ? fix : seen;
    if (sim->system.heat.looks && target > from + 1)
        target = from + 1;
    enum md_status status = go_to(course, target, target == seen || target == looked, error);
    if (status == MD_OK)
        status = account(course, false, error);
    if (status != MD_OK)
        return status;
    int64_t now = md_clock_step(&sim->system.clock);
    double begin = md_timing_wall();
    status = md_driver_act(course, from, false, error);
    if (status == MD_OK && now == fix)
        status = account(course, true, error);
    double acted = md_timing_wall();
    course->timing.modify += acted - begin;
    if (status != MD_OK || (now != seen && !course->interrupted))
        return status;
    status = md_driver_observe(course, error);
    if (status == MD_OK)
        status = md_course_judge_lost(course, error);
    md_course_warn(course);
    if (status == MD_OK && (now == course->next_row || course->interrupted))
        status = md_course_row(course, acted - course->timing.wall_begin, error);
    if (status == MD_OK)
        status = md_course_dumps(course, false, error);
    if (status == MD_OK)
        status = md_restart_due(sim, course->interrupted, error);
    course->timing.output += md_timing_wall() - acted;
    return status;
}

/* ------------------------------------------------------------------ after a run */

static enum md_status finish(struct md_course *course, enum md_status status,
                             struct md_error *error)
{
    struct md_sim *sim = course->sim;
    int64_t steps = md_clock_step(&sim->system.clock) - course->first;
    status = md_course_close(course, status, error);
    if (status == MD_OK)
        md_course_report(course);
    if (status == MD_OK)
        md_self_check_warn(&course->check, sim, steps, &course->args->command.place);
    if (status == MD_OK && course->post) {
        md_timing_report(&course->timing, sim, steps);
        md_self_check_report(&course->check.before, &course->check.after, sim->forces.lost,
                             &sim->log);
        if (sim->integrator->report != NULL)
            sim->integrator->report(sim->integrator_state, &sim->dynamics, &sim->speaker);
    }
    return md_course_flush(course, status, error);
}

static enum md_status loop(struct md_course *course, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    enum md_status status = MD_OK;
    md_course_start(course);
    while (status == MD_OK && !course->interrupted && sim->halt == MD_HALT_NOT &&
           md_clock_step(&sim->system.clock) < course->last)
        status = go_on(course, error);
    md_timing_end(&course->timing);
    return status == MD_OK ? md_self_check_end(&course->check, sim, error) : status;
}

static enum md_status run_course(struct md_course *course, struct md_error *error)
{
    struct md_sim *sim = course->sim;
    uint32_t mobile = 0;
    enum md_status status = md_driver_validate(course, &mobile, error);
    if (status != MD_OK)
        return status;
    if (mobile == 0)
        md_log_warn(&sim->log, &course->args->command.place,
                    "no fix with time integration (fix nve): atoms will not move");
    md_restart_warn_span(sim, &course->args->command.place);
    sim->cpu_start = md_timing_wall();
    bool resumes = false;
    status = md_restart_begin(sim, &resumes, error);
    if (status == MD_OK)
        status = md_driver_begin(course, mobile, resumes, error);
    if (status == MD_OK && course->last - course->first > 1)
        status = md_self_check_step(sim, &course->args->command.place, error);
    /* After the set-up, which may have taken lost atoms out. */
    md_computes_begin(&sim->computes, &sim->system);
    if (status == MD_OK)
        status = md_driver_set_up(sim, error);
    if (status == MD_OK)
        status = look_first(course, resumes, error);
    md_restart_forget(sim);
    if (status == MD_OK)
        status = md_restart_plan(sim, error);
    md_forces_reset_times(&sim->forces);
    if (status == MD_OK)
        status = loop(course, error);
    if (status == MD_OK)
        status = sim->integrator->end(sim->integrator_state, &sim->dynamics, error);
    if (status != MD_OK)
        sim->prepared = false;
    if (status == MD_OK && sim->timed_out)
        md_log_print(&sim->log, "Wall time limit reached: the run ends at step %" PRId64 "\n",
                     md_clock_step(&sim->system.clock));
    status = finish(course, status, error);
    md_computes_end(&sim->computes);
    return md_course_interrupted(course, status, error);
}

/* ------------------------------------------------------------------ the whole command */

static enum md_status execute_commands(struct md_sim *sim, const struct md_run_plan *plan,
                                       struct md_error *error)
{
    for (int i = 0; i < plan->command_count; i++) {
        const struct md_word *word = &plan->commands[i];
        if (md_word_is(word, "NULL") && !word->quoted)
            continue;
        enum md_status status = sim->execute(sim->execute_context, word->text, &word->place, error);
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

/* A run in pieces: the last is the one that may be short.  With pre no, only the first piece is
 * set up; with post no, only the last one reports. */
static enum md_status run_pieces(struct md_sim *sim, const struct md_run_plan *plan,
                                 const struct md_args *args, int64_t last, struct md_error *error)
{
    enum md_status status = MD_OK;
    bool first = true;
    md_restart_span_begin(sim, plan);
    for (int64_t now = md_clock_step(&sim->system.clock);
         status == MD_OK && !sim->timed_out && (now < last || first);
         now = md_clock_step(&sim->system.clock)) {
        int64_t size = plan->every > 0 && plan->every < last - now ? plan->every : last - now;
        size = md_restart_piece(sim, now, size);
        bool final = now + size == last;
        struct md_course course = {
            .sim = sim,
            .args = args,
            .first = now,
            .last = now + size,
            .pre = plan->pre || (first && plan->every > 0),
            .post = plan->post || (final && plan->every > 0),
        };
        md_restart_span_piece(sim, course.first, course.last);
        sim->running = true;
        status = run_course(&course, error);
        sim->running = false;
        if (sim->halt != MD_HALT_NOT)
            break;
        if (status == MD_OK && sim->stop && !final)
            status = md_error_set(error, MD_STOP_INTERRUPT, &args->command.place,
                                  "interrupted at step %" PRId64 " of %" PRId64, course.last, last);
        if (status == MD_OK && plan->every > 0)
            status = execute_commands(sim, plan, error);
        first = false;
    }
    if (sim->halt == MD_HALT_NOW) /* later runs go on */
        sim->halt = MD_HALT_NOT;
    return status;
}

enum md_status md_driver_run(struct md_sim *sim, const struct md_run_plan *plan,
                             const struct md_args *args, struct md_error *error)
{
    int64_t now = md_clock_step(&sim->system.clock);
    if (plan->steps < 0 || plan->steps > MD_STEP_MAX - now)
        return md_error_set(error, MD_ERR_VALUE, &args->command.place,
                            "%" PRId64 " steps from step %" PRId64
                            " on: a run must have 0 or more, and end at step %" PRId64
                            " at the latest",
                            plan->steps, now, (int64_t)MD_STEP_MAX);
    if (sim->checking) {
        struct md_course course = {
            .sim = sim, .args = args, .first = now, .last = now + plan->steps};
        return md_driver_check(&course, error);
    }
    if (sim->halt == MD_HALT_FOR_GOOD) {
        md_log_print(&sim->log, "Run skipped: a fix halt has ended the simulation\n");
        return MD_OK;
    }
    if (sim->timed_out) {
        md_log_print(&sim->log, "Wall time limit reached: the run is skipped\n");
        return MD_OK;
    }
    return run_pieces(sim, plan, args, now + plan->steps, error);
}
