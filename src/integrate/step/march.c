/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all schemes share that go by whole steps of one time step for all atoms. */
#include "integrate/step/march.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ set-up */

enum md_status md_march_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_march *march = state;
    dynamics->forces->neighbors.margin = 0.0;
    enum md_status status = md_forces_begin(dynamics->forces, dynamics->system, error);
    if (status != MD_OK)
        return status;
    march->stale = false;
    march->steps = 0;
    march->evaluations = 1;
    return md_dynamics_mobilize(dynamics, error);
}

enum md_status md_march_ready(struct md_march *march, struct md_dynamics *dynamics, md_tick t_stop,
                              struct md_error *error)
{
    const struct md_clock *clock = &dynamics->system->clock;
    if (t_stop < clock->now || (t_stop - clock->now) % MD_TICKS_PER_STEP != 0)
        return md_error_set(error, MD_ERR_INTERNAL, NULL,
                            "this scheme goes forward by whole steps, not from tick %" PRId64
                            " to tick %" PRId64,
                            clock->now, t_stop);
    if (march->stale) {
        enum md_status status = md_forces_begin(dynamics->forces, dynamics->system, error);
        if (status != MD_OK)
            return md_march_at_step(dynamics->system, error);
        march->evaluations++;
        march->stale = false;
    }
    return md_dynamics_mobilize(dynamics, error);
}

void md_march_changed(void *state, struct md_dynamics *dynamics, unsigned what)
{
    struct md_march *march = state;
    (void)dynamics;
    if (what & (MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_POTENTIAL))
        march->stale = true;
}

enum md_status md_march_end(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    (void)state;
    (void)error;
    dynamics->forces->neighbors.margin = 0.0;
    return MD_OK;
}

/* Between steps the system is all there is, unless a fix asked for a new set-up. */
enum md_status md_march_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_march *march = state;
    return md_archive_bools(archive, "stale", &march->stale, 1, error);
}

/* ------------------------------------------------------------------ steps */

enum md_status md_march_at_step(const struct md_system *system, struct md_error *error)
{
    char text[MD_ERROR_TEXT];
    memcpy(text, error->text, sizeof(text));
    text[sizeof(text) - 1] = '\0';
    snprintf(error->text, sizeof(error->text), "step %" PRId64 ": %.600s",
             md_clock_step(&system->clock), text);
    return error->status;
}

enum md_status md_march_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                md_march_step step, struct md_error *error)
{
    struct md_march *march = state;
    struct md_clock *clock = &dynamics->system->clock;
    enum md_status status = md_march_ready(march, dynamics, t_stop, error);
    bool last = t_stop == clock->now;
    while (status == MD_OK && !last) {
        md_tick end = clock->now + MD_TICKS_PER_STEP;
        /* The flag is read once a step, before the forces: whoever stops us wants energies too. */
        bool stopping = dynamics->stop != NULL && *dynamics->stop != 0;
        last = stopping || end == t_stop;
        status = step(state, dynamics, last && (dynamics->look || stopping), error);
        clock->now = end;
        march->steps++;
        if (status != MD_OK)
            return md_march_at_step(dynamics->system, error);
    }
    return status;
}

enum md_status md_march_forces_within(struct md_march *march, struct md_dynamics *dynamics,
                                      struct md_error *error)
{
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    march->evaluations++;
    return md_forces_compute(dynamics->forces, dynamics->system, false, error);
}

void md_march_margin(struct md_dynamics *dynamics, double steps)
{
    const struct md_atoms *atoms = &dynamics->system->atoms;
    double fastest = 0.0;
    for (size_t i = 0; i < atoms->count; i++) {
        const double *v = atoms->v[i];
        double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        if (square > fastest && md_dynamics_moves(dynamics, i))
            fastest = square;
    }
    dynamics->forces->neighbors.margin =
        steps * fabs(dynamics->system->clock.timestep) * sqrt(fastest);
}

/* Between steps everything is synchronous: the arrays themselves are the frame. */
enum md_status md_march_observe(const void *state, const struct md_dynamics *dynamics, md_tick t,
                                struct md_frame *frame, struct md_error *error)
{
    (void)state;
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    if (t != system->clock.now)
        return md_error_set(error, MD_ERR_INTERNAL, NULL,
                            "this scheme can be observed at tick %" PRId64 ", not at tick %" PRId64,
                            system->clock.now, t);
    *frame = (struct md_frame){
        .system = system,
        .tick = t,
        .step = md_clock_step(&system->clock),
        .time = md_clock_time(&system->clock),
        .count = atoms->count,
        .x = (const md_vec3 *)atoms->x,
        .v = (const md_vec3 *)atoms->v,
        .f = (const md_vec3 *)atoms->f,
        .tally = dynamics->forces->tally,
        .tallied = true,
    };
    return MD_OK;
}

struct md_work md_march_work(const void *state)
{
    const struct md_march *march = state;
    return (struct md_work){.steps = march->steps, .force_evaluations = march->evaluations};
}

void md_march_report(const void *state, const struct md_dynamics *dynamics,
                     const struct md_speaker *speaker)
{
    const struct md_march *march = state;
    char text[128];
    (void)dynamics;
    if (speaker == NULL || speaker->say == NULL || march->steps == 0)
        return;
    snprintf(text, sizeof text, "\nForce evaluations: %" PRIu64 ", %.4g a step\n",
             march->evaluations, (double)(march->evaluations - 1) / (double)march->steps);
    speaker->say(speaker->context, text);
}

/* ------------------------------------------------------------------ sweeps */

void md_march_sweep(struct md_dynamics *dynamics, md_march_share work, void *context)
{
    size_t count = dynamics->system->atoms.count;
    int shares = dynamics->system->threads;
    if (count < MD_MARCH_PARALLEL || shares < 2) {
        work(context, dynamics, 0, count);
        return;
    }
#pragma omp parallel for default(none) schedule(static) num_threads(shares)                        \
    shared(work, context, dynamics, count, shares)
    for (int s = 0; s < shares; s++)
        work(context, dynamics, count * (size_t)s / (size_t)shares,
             count * ((size_t)s + 1) / (size_t)shares);
}

static void kick_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const double *factor = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    const int *row = md_mobility_rows(&dynamics->mobility, atoms);
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double kick = *factor * dynamics->mobility.inverse[row[i]];
        for (int k = 0; k < 3; k++)
            atoms->v[i][k] += kick * atoms->f[i][k];
    }
}

static void drift_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const double *factor = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        for (int k = 0; k < 3; k++)
            atoms->x[i][k] += *factor * atoms->v[i][k];
    }
}

void md_march_kick(struct md_dynamics *dynamics, double b)
{
    double factor = b * dynamics->system->clock.timestep;
    md_march_sweep(dynamics, kick_share, &factor);
}

void md_march_drift(struct md_dynamics *dynamics, double a)
{
    double factor = a * dynamics->system->clock.timestep;
    md_march_sweep(dynamics, drift_share, &factor);
}
