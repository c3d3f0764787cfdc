/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How time is integrated.  An integrator goes to an instant (`advance`) and lets itself be
 * observed there (`observe`) without being disturbed, so fixed-step, asynchronous and
 * event-driven schemes share one driver and output frequency can never change a trajectory.
 */
#ifndef MD_INTEGRATE_INTEGRATOR_H
#define MD_INTEGRATE_INTEGRATOR_H

#include "base/archive.h"
#include "base/style.h"
#include "force/forces.h"
#include "integrate/coupling.h"
#include "state/mobility.h"

#include <signal.h>

/* Through which an integrator speaks to the user; either may be NULL in a struct md_speaker. */
struct md_speaker {
    void *context;
    void (*say)(void *context, const char *text);
    void (*warn)(void *context, const struct md_place *place, const char *text);
};

/* Formatted; nothing happens where nobody listens. */
void md_speaker_say(const struct md_speaker *speaker, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void md_speaker_warn(const struct md_speaker *speaker, const struct md_place *place,
                     const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What an integrator drives. */
struct md_dynamics {
    struct md_system *system;
    struct md_forces *forces;
    uint32_t mobile;                  /* bits of the groups whose atoms move (fix nve) */
    struct md_mobility mobility;      /* of these atoms; integrators renew it */
    struct md_coupling *couplings;    /* in deck order; they then move all that moves */
    int couplings_count;              /* 0: nothing but moves */
    volatile sig_atomic_t *stop;      /* set by Ctrl-C: finish the step and return MD_OK early */
    bool look;                        /* energies and virial will be wanted at the coming t_stop */
    bool passing; /* nothing is wanted there, and the next call goes on from it */
    const struct md_speaker *speaker; /* NULL: nobody listens */
};

/* The mobility of the atoms as they are now: in `begin`, at the start of `advance`, and whenever
 * atoms may have been sorted, added or removed. */
static inline enum md_status md_dynamics_mobilize(struct md_dynamics *dynamics,
                                                  struct md_error *error)
{
    return md_mobility_renew(&dynamics->mobility, dynamics->system, dynamics->mobile, false, error);
}

static inline bool md_dynamics_moves(const struct md_dynamics *dynamics, size_t i)
{
    return md_mobility_moves(&dynamics->mobility, &dynamics->system->atoms, i);
}

/* ftm2v / m of atom i; 0 if it rests. */
static inline double md_dynamics_inverse(const struct md_dynamics *dynamics, size_t i)
{
    return md_mobility_of(&dynamics->mobility, &dynamics->system->atoms, i);
}

/* What a scheme proves; tests loop over the registry and check every claim. */
struct md_claims {
    int order;              /* 0: none, its own motion is exact */
    bool symplectic;        /* in positions and momenta as observed */
    bool symplectic_nearby; /* in the variables that `conjugate` gives */
    bool reversible;
    bool conserves_energy, conserves_momentum, conserves_angular_momentum;
    bool asynchronous, implicit;
    double stable; /* omega times step up to which a vibration is bounded; 0: always, or unknown */
    bool collisional; /* its virial is that of impulses since the last look */
};

enum md_integrator_needs {
    MD_NEEDS_SUM = 1,      /* all forces at once */
    MD_NEEDS_ONE = 2,      /* one element at a time */
    MD_NEEDS_STIFFNESS = 4 /* a curvature bound */
};

struct md_work {
    uint64_t steps, force_evaluations, element_evaluations, events;
};

struct md_integrator {
    struct md_style style;
    /* Reads the words after its name, where a table of parameters cannot say what they may be. */
    enum md_status (*create)(void *state, const struct md_args *, struct md_error *);
    struct md_claims (*claims)(const void *state);
    unsigned needs;
    /* What it honours of fixes that are no potentials; the rest is refused by name. */
    bool takes_filters;   /* setforce and the like */
    bool takes_flat;      /* of these only enforce2d in a plane, where it has nothing to change */
    bool takes_forcing;   /* forces without a potential, potentials that depend on time */
    bool takes_noise;     /* forces drawn anew at each evaluation: one evaluation a step */
    bool takes_mirrors;   /* hard walls */
    bool takes_contacts;  /* hard contacts of pairs */
    bool takes_couplings; /* what acts inside a step: thermostats, barostats */
    bool fixed_box;       /* refuses fixes that change the box on the way */
    bool pays_heat;       /* integrates the kinetic energy along: md_heat_pay, md_heat_close */
    bool keeps_ledger;    /* counts its events in system->ledger: md_ledger_begin in `begin` */
    bool sums_parts;      /* drives parts of the forces itself: its time has a row of its own */
    bool keeps_terraces;  /* and what schemes on terraces count there */
    enum md_status (*begin)(void *state, struct md_dynamics *, struct md_error *);
    /* Goes to t_stop, or to the first whole step after *dynamics->stop was set. */
    enum md_status (*advance)(void *state, struct md_dynamics *, md_tick t_stop, struct md_error *);
    enum md_status (*observe)(const void *state, const struct md_dynamics *, md_tick t,
                              struct md_frame *, struct md_error *);
    /* q and p of every atom in which the scheme is symplectic, between steps; NULL: positions and
     * momenta. */
    void (*conjugate)(const void *state, const struct md_dynamics *, md_vec3 *q, md_vec3 *p);
    /* The deck or a fix edited atoms, box or potential (enum md_change bits). */
    void (*changed)(void *state, struct md_dynamics *, unsigned what);
    enum md_status (*end)(void *state, struct md_dynamics *, struct md_error *);
    struct md_work (*work)(const void *state);
    /* Writes into the archive, or reads back, everything that the deck's words do not make again:
     * what it carries from step to step.  NULL: nothing to keep. */
    enum md_status (*keep)(void *state, struct md_archive *, struct md_error *);
    /* What it has to say after a run (may be NULL). */
    void (*report)(const void *state, const struct md_dynamics *, const struct md_speaker *);
    void (*destroy)(void *state); /* may be NULL */
};

/* A state of this scheme, from the words after its name; *state is NULL after an error. */
enum md_status md_integrator_create(const struct md_integrator *type, const struct md_args *args,
                                    void **state, struct md_error *error);

const struct md_integrator *md_integrator_find(const char *name);
const struct md_integrator *md_integrator_at(int i); /* NULL at the end */

#endif
