/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all schemes share that go by whole steps of one time step for all atoms: set-up, forces
 * after positions moved, sweeps over the moving atoms, being observed between steps, counting.
 * The state of such a scheme begins with a struct md_march, and the functions that take a
 * `void *state` are its hooks.
 *
 * Between steps such a scheme carries nothing but positions, velocities, and forces at these
 * positions, which a set-up computes again.
 *
 * Atoms are independent of each other in a sweep, so it may be cut among threads in any way without
 * changing a bit.  Small systems never enter a parallel region: entering one costs more than a
 * whole step of theirs.
 */
#ifndef MD_INTEGRATE_STEP_MARCH_H
#define MD_INTEGRATE_STEP_MARCH_H

#include "integrate/integrator.h"

/* Below this many atoms a parallel region costs more than it saves. */
#define MD_MARCH_PARALLEL 4096

struct md_march {
    bool stale; /* atoms, box or potential were edited: set up again before the next step */
    uint64_t steps;
    uint64_t evaluations; /* of forces, since begin */
};

/* Hooks of struct md_integrator. */
enum md_status md_march_begin(void *state, struct md_dynamics *dynamics, struct md_error *error);
enum md_status md_march_observe(const void *state, const struct md_dynamics *dynamics, md_tick t,
                                struct md_frame *frame, struct md_error *error);
void md_march_changed(void *state, struct md_dynamics *dynamics, unsigned what);
enum md_status md_march_end(void *state, struct md_dynamics *dynamics, struct md_error *error);
struct md_work md_march_work(const void *state);
/* How many force evaluations there were, for schemes with more than one a step. */
void md_march_report(const void *state, const struct md_dynamics *dynamics,
                     const struct md_speaker *speaker);
enum md_status md_march_keep(void *state, struct md_archive *archive, struct md_error *error);

/* Before the first step of an `advance`: t_stop is so many whole steps ahead, what was edited is
 * set up again, the mobility is that of the present atoms and timestep. */
enum md_status md_march_ready(struct md_march *march, struct md_dynamics *dynamics, md_tick t_stop,
                              struct md_error *error);

/* Steps to t_stop, or until somebody asked to stop.  A step finds forces at its first positions and
 * leaves those at its last, with energies when `tally` says so; it is called with the clock at
 * its beginning and leaves it at its end.  This is `advance` of all schemes but velocity Verlet,
 * which joins the end of one step with the beginning of the next. */
typedef enum md_status (*md_march_step)(void *state, struct md_dynamics *dynamics, bool tally,
                                        struct md_error *error);
enum md_status md_march_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                md_march_step step, struct md_error *error);

/* Puts the step into an error that came from the forces. */
enum md_status md_march_at_step(const struct md_system *system, struct md_error *error);

/* New positions are there: hard walls, neighbour list, then forces.  Atoms may be sorted anew, and
 * some may be gone. */
static inline enum md_status md_march_forces(struct md_march *march, struct md_dynamics *dynamics,
                                             bool tally, struct md_error *error)
{
    enum md_status status = md_forces_reflect(dynamics->forces, dynamics->system, error);
    if (status == MD_OK)
        status = md_forces_moved(dynamics->forces, dynamics->system, NULL, error);
    if (status == MD_OK && dynamics->mobility.edition != dynamics->system->atoms.edition)
        status = md_dynamics_mobilize(dynamics, error);
    if (status == MD_OK)
        status = md_forces_compute(dynamics->forces, dynamics->system, tally, error);
    march->evaluations++;
    return status;
}

/* Within a step of a scheme that holds more than the atoms' arrays: forces with the list as it
 * is, so that atoms keep their order.  The list must then reach a step further, which is what
 * md_march_margin sees to, called before the md_march_forces of every step's end. */
enum md_status md_march_forces_within(struct md_march *march, struct md_dynamics *dynamics,
                                      struct md_error *error);
void md_march_margin(struct md_dynamics *dynamics, double steps);

/* v += b h f / m, and x += a h v, of all that moves. */
void md_march_kick(struct md_dynamics *dynamics, double b);
void md_march_drift(struct md_dynamics *dynamics, double a);

/* a h K of the present velocities goes into int K dt: what a drift of this length holds of it. */
static inline void md_march_pay(struct md_dynamics *dynamics, double a)
{
    struct md_system *system = dynamics->system;
    if (system->heat.pays)
        md_heat_pay(system, (const md_vec3 *)system->atoms.v, a * system->clock.timestep);
}

/* Calls work for shares of the atoms; it must skip atoms for which md_dynamics_moves is false. */
typedef void (*md_march_share)(void *context, struct md_dynamics *dynamics, size_t begin,
                               size_t end);
void md_march_sweep(struct md_dynamics *dynamics, md_march_share work, void *context);

#endif
