/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loop that all event-driven schemes share.  A scheme says which event is due next and does it;
 * the loop goes from event to event and sees to the rest: when everything is set up again, when
 * clocks begin again after a change from outside, where a run stops, when a state of one instant is
 * made, what a restart file holds.
 *
 * Between events atoms are under way, each perhaps with a time of its own, and velocities may lack
 * parts of kicks: this state is called the flight.  Outside of `advance` the atoms' arrays show the
 * state of one instant instead, so output and fixes see positions and velocities that belong
 * together, and the flight goes on from where it was: output cannot alter a trajectory.  If atoms,
 * box, potential or velocities are changed there, the scheme launches again: its clocks and events
 * begin at this instant, from this state.
 *
 * What happens at one instant has an order, the same for all schemes, and nothing else decides it:
 *
 *   1. lists, where they must be renewed: their pairs do not depend on what follows;
 *   2. kicks and crossings of elements, by kind (the class of avi, if its elements are driven
 *      singly), then by id: of a pair the smaller atom ID, of a class its number, of a single
 *      element its place in the list; a class of bonds that runs ahead (avi_bonds.h) is the last;
 *   3. hard walls: each turns one component of one velocity, so their own order is no matter;
 *   4. operators that act on all atoms, such as couplings, in the order of the deck;
 *   5. the state is shown: what stands at t belongs to the time before t, so events at t_stop
 *      itself are done when the run goes on.
 *
 * Where one event makes another at the same instant, the new one takes its place among those that
 * are left.  Energy-stepping meets a wall and a level at the same instant only by rounding, and
 * then does the wall alone: the level is still there afterwards.  No scheme takes operators yet.
 *
 * The state of a scheme begins with a struct md_event_loop, whose `scheme` its hook `create` sets.
 * The functions that take a `void *state` are, or are called by, hooks of struct md_integrator.
 */
#ifndef MD_INTEGRATE_EVENT_EVENT_LOOP_H
#define MD_INTEGRATE_EVENT_EVENT_LOOP_H

#include "integrate/event/flight.h"
#include "integrate/event/instant.h"
#include "integrate/integrator.h"

/* Where the flight is while events are done. */
enum md_flight_place {
    MD_FLIGHT_OWN,   /* in the scheme's own arrays; those of the atoms are written to be seen */
    MD_FLIGHT_ATOMS, /* in the atoms' arrays; the loop copies it before an instant is shown */
    MD_FLIGHT_NONE   /* after each event the atoms' arrays are of one instant: every run begins
                        from them, as does one from a restart file */
};

struct md_event_scheme {
    enum md_flight_place place;
    /* Lists and forces are those of the present state: refuse what cannot be done, allocate. */
    enum md_status (*set_up)(void *state, struct md_dynamics *, struct md_error *);
    /* Clocks and events begin at the present tick, from the present state of one instant. */
    enum md_status (*launch)(void *state, struct md_dynamics *, struct md_error *);
    /* Before the first event of an advance; may be NULL. */
    enum md_status (*depart)(void *state, struct md_dynamics *, struct md_error *);
    /* Finds the next event; *due: it is before t_stop.  If it is not, this was the advance's last
     * call.  Lists that must be renewed before it are (md_event_loop_renew). */
    enum md_status (*next)(void *state, struct md_dynamics *, md_tick t_stop, bool *due,
                           struct md_error *);
    /* Does the event that `next` found, and others at its instant where that is known to be
     * cheaper. */
    enum md_status (*event)(void *state, struct md_dynamics *, struct md_error *);
    /* The tick of the latest event; may be before the beginning of the advance. */
    md_tick (*latest)(const void *state);
    /* The atoms' arrays show the instant loop->now: x, v and f, and with `energies` also the tally
     * of the forces.  Nothing else of the scheme changes. */
    enum md_status (*synchronise)(void *state, struct md_dynamics *, bool energies,
                                  struct md_error *);
    /* A new list is there, perhaps with the atoms in another order; lost: there are fewer. */
    enum md_status (*listed)(void *state, struct md_dynamics *, bool lost, struct md_error *);
    /* What of its own must survive a restart; running: also what belongs to the flight. */
    enum md_status (*keep)(void *state, struct md_archive *, bool running, struct md_error *);
    /* Before the first advance after `keep` has read something back, with the flight in its
     * place; may be NULL. */
    enum md_status (*resumed)(void *state, struct md_dynamics *, struct md_error *);
    /* Copies its counts to where computes see them; may be NULL. */
    void (*show)(void *state, struct md_dynamics *);
};

struct md_event_loop {
    const struct md_event_scheme *scheme;
    struct md_dynamics *dynamics; /* of the latest begin */

    bool running;     /* clocks and events are known; false: the next advance launches */
    bool stale;       /* atoms, box or potential changed: set up again before going on */
    bool started;     /* the latest begin launched: it neither went on nor resumed */
    bool resumed;     /* a restart file was read, and no advance has gone on from there */
    bool stopping;    /* a stop request has lowered t_stop */
    unsigned changed; /* since the latest launch (enum md_change bits); after a set-up: all */

    md_tick now;    /* all events before are done */
    md_tick t_stop; /* of the present advance */
    double quantum; /* time of a tick */
    struct md_flight flight;
    uint64_t mark;  /* of what the latest run left; see md_flight_mark */
    double seconds; /* wall time in advance, since the run began */
};

void md_event_loop_free(struct md_event_loop *loop);

/* The present state is what the latest run left: begin goes on with its flight. */
bool md_event_loop_goes_on(const struct md_event_loop *loop, const struct md_dynamics *dynamics);

/* Everything from the present state, which is of one instant. */
enum md_status md_event_loop_set_up(void *state, struct md_dynamics *dynamics,
                                    struct md_error *error);

/* New lists at the atoms' present positions, which are all of this tick. */
enum md_status md_event_loop_renew(void *state, struct md_dynamics *dynamics, md_tick tick,
                                   struct md_error *error);

/* Hooks of struct md_integrator. */
enum md_status md_event_loop_begin(void *state, struct md_dynamics *dynamics,
                                   struct md_error *error);
enum md_status md_event_loop_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                     struct md_error *error);
void md_event_loop_changed(void *state, struct md_dynamics *dynamics, unsigned what);
enum md_status md_event_loop_end(void *state, struct md_dynamics *dynamics, struct md_error *error);
enum md_status md_event_loop_keep(void *state, struct md_archive *archive, struct md_error *error);

/* The wall clock, in seconds. */
double md_event_loop_wall(void);

#endif
