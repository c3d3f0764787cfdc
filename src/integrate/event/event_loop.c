/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that all event-driven schemes share. */
#include "integrate/event/event_loop.h"
#include "integrate/step/march.h"

#include <time.h>

/* What makes lists, plans and tables of an older state useless. */
#define OUTDATES (MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_POTENTIAL | MD_CHANGED_TIMESTEP)

double md_event_loop_wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void md_event_loop_free(struct md_event_loop *loop)
{
    md_flight_free(&loop->flight);
    *loop = (struct md_event_loop){0};
}

/* ------------------------------------------------------------------ set-up */

/* The atoms' arrays are all there is. */
static void forget(struct md_event_loop *loop)
{
    loop->running = loop->flight.copied = false;
}

enum md_status md_event_loop_set_up(void *state, struct md_dynamics *dynamics,
                                    struct md_error *error)
{
    struct md_event_loop *loop = state;
    struct md_system *system = dynamics->system;
    forget(loop);
    loop->changed = ~0u;
    dynamics->forces->neighbors.margin = 0.0;
    loop->quantum = system->clock.timestep / (double)MD_TICKS_PER_STEP;
    if (md_forces_begin(dynamics->forces, system, error) || md_dynamics_mobilize(dynamics, error))
        return error->status;
    if (loop->scheme->set_up(state, dynamics, error))
        return error->status;
    loop->flight.atoms = system->atoms.count;
    loop->stale = false;
    return MD_OK;
}

static enum md_status launch(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_event_loop *loop = state;
    loop->now = dynamics->system->clock.now;
    if (loop->scheme->launch(state, dynamics, error))
        return error->status;
    loop->running = true;
    loop->changed = 0;
    return MD_OK;
}

enum md_status md_event_loop_renew(void *state, struct md_dynamics *dynamics, md_tick tick,
                                   struct md_error *error)
{
    struct md_event_loop *loop = state;
    struct md_system *system = dynamics->system;
    size_t atoms = system->atoms.count;
    system->clock.now = tick;
    if (md_forces_rebuild(dynamics->forces, system, error) ||
        md_dynamics_mobilize(dynamics, error))
        return error->status;
    return loop->scheme->listed(state, dynamics, system->atoms.count != atoms, error);
}

/* ------------------------------------------------------------------ runs */

/* A flight that is known: the atoms' arrays show an instant of it. */
static bool in_flight(const struct md_event_loop *loop)
{
    return loop->running && (loop->scheme->place == MD_FLIGHT_OWN || loop->flight.copied);
}

bool md_event_loop_goes_on(const struct md_event_loop *loop, const struct md_dynamics *dynamics)
{
    const struct md_forces *forces = dynamics->forces;
    return in_flight(loop) && !loop->stale && forces->listed && forces->resume == NULL &&
           loop->now == dynamics->system->clock.now && loop->mark == md_flight_mark(dynamics);
}

/* The counts that a set-up would begin at 0. */
static void reset_forces(struct md_forces *forces)
{
    forces->lost = forces->lost_id = 0;
    forces->neighbors.builds = forces->neighbors.dangerous = 0;
    forces->warnings = 0;
    forces->warned = false;
}

enum md_status md_event_loop_begin(void *state, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct md_event_loop *loop = state;
    bool resumes = dynamics->forces->resume != NULL; /* what was kept comes later */
    bool goes_on = md_event_loop_goes_on(loop, dynamics);
    loop->dynamics = dynamics;
    loop->seconds = 0.0;
    loop->started = !goes_on && !resumes;
    if (goes_on)
        reset_forces(dynamics->forces);
    else if (md_event_loop_set_up(state, dynamics, error) ||
             (loop->started && launch(state, dynamics, error)))
        return error->status;
    if (loop->scheme->show != NULL && !resumes)
        loop->scheme->show(state, dynamics);
    return MD_OK;
}

void md_event_loop_changed(void *state, struct md_dynamics *dynamics, unsigned what)
{
    struct md_event_loop *loop = state;
    (void)dynamics;
    forget(loop);
    loop->changed |= what;
    if (what & OUTDATES)
        loop->stale = true;
}

enum md_status md_event_loop_end(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_event_loop *loop = state;
    (void)error;
    loop->mark = md_flight_mark(dynamics);
    return MD_OK;
}

/* ------------------------------------------------------------------ from event to event */

static bool stop_requested(const struct md_dynamics *dynamics)
{
    return dynamics->stop != NULL && *dynamics->stop != 0;
}

/* A run stops at the end of the step that the latest event is in, or at that of the first step. */
static void lower_stop(struct md_event_loop *loop, const void *state)
{
    md_tick latest = loop->scheme->latest(state);
    md_tick at = latest > loop->now ? latest : loop->now;
    md_tick end = (at / MD_TICKS_PER_STEP + 1) * MD_TICKS_PER_STEP;
    if (end >= loop->t_stop)
        return;
    loop->t_stop = end;
    loop->stopping = true;
}

static enum md_status do_events(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_event_loop *loop = state;
    const struct md_event_scheme *scheme = loop->scheme;
    for (;;) {
        bool due = false;
        if (stop_requested(dynamics))
            lower_stop(loop, state);
        if (scheme->next(state, dynamics, loop->t_stop, &due, error))
            return error->status;
        if (!due)
            return MD_OK;
        if (scheme->event(state, dynamics, error))
            return error->status;
    }
}

/* The flight is in its place, and its events can be done. */
static enum md_status depart(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_event_loop *loop = state;
    const struct md_event_scheme *scheme = loop->scheme;
    if (loop->now != dynamics->system->clock.now) /* the step counter was set to another number */
        forget(loop);
    if (!loop->running && launch(state, dynamics, error))
        return error->status;
    if (loop->flight.copied)
        md_flight_take(&loop->flight, &dynamics->system->atoms);
    if (loop->resumed && scheme->resumed != NULL && scheme->resumed(state, dynamics, error))
        return error->status;
    loop->resumed = false;
    return scheme->depart != NULL ? scheme->depart(state, dynamics, error) : MD_OK;
}

/* The atoms' arrays show the instant, if output or a fix will look there. */
static enum md_status show(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_event_loop *loop = state;
    const struct md_event_scheme *scheme = loop->scheme;
    bool stopped = stop_requested(dynamics), copies = scheme->place == MD_FLIGHT_ATOMS;
    if (dynamics->passing && !stopped)
        return MD_OK;
    if (copies && md_flight_put(&loop->flight, &dynamics->system->atoms, error))
        return error->status;
    if (scheme->synchronise(state, dynamics, dynamics->look || stopped, error))
        return error->status;
    loop->flight.copied = copies;
    if (scheme->show != NULL)
        scheme->show(state, dynamics);
    return MD_OK;
}

static enum md_status go_to(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                            struct md_error *error)
{
    struct md_event_loop *loop = state;
    struct md_clock *clock = &dynamics->system->clock;
    if (loop->stale && md_event_loop_set_up(state, dynamics, error))
        return error->status;
    if (t_stop == clock->now)
        return MD_OK;
    loop->t_stop = t_stop;
    loop->stopping = false;
    if (depart(state, dynamics, error) || do_events(state, dynamics, error))
        return error->status;
    clock->now = loop->now = loop->t_stop;
    return show(state, dynamics, error);
}

enum md_status md_event_loop_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                     struct md_error *error)
{
    struct md_event_loop *loop = state;
    double begin = md_event_loop_wall();
    enum md_status status = go_to(state, dynamics, t_stop, error);
    loop->seconds += md_event_loop_wall() - begin;
    if (status == MD_OK)
        return MD_OK;
    forget(loop);
    loop->stale = true;
    return md_march_at_step(dynamics->system, error);
}

/* ------------------------------------------------------------------ restart */

enum md_status md_event_loop_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_event_loop *loop = state;
    const struct md_event_scheme *scheme = loop->scheme;
    bool flags[2] = {in_flight(loop), loop->stale}, reading = md_archive_reading(archive);
    if (md_archive_bools(archive, "flags", flags, 2, error))
        return error->status;
    bool running = flags[0] && loop->dynamics != NULL && scheme->place != MD_FLIGHT_NONE;
    loop->stale = flags[1];
    if (reading && loop->dynamics != NULL)
        loop->now = loop->dynamics->system->clock.now;
    if (scheme->keep(state, archive, running, error) ||
        (running && scheme->place == MD_FLIGHT_ATOMS &&
         md_flight_keep(&loop->flight, archive, error)))
        return error->status;
    if (!reading || !running)
        return MD_OK;
    loop->running = loop->resumed = true;
    loop->flight.copied = scheme->place == MD_FLIGHT_ATOMS;
    loop->changed = 0;
    if (scheme->show != NULL)
        scheme->show(state, loop->dynamics);
    return MD_OK;
}
