/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The asynchronous variational integrator from inside: what its files share.
 *
 *     avi.c         the plug-in: its two event schemes, hooks, restart
 *     avi_words.c   the words after `run_style avi`
 *     avi_plan.c    from words to classes of elements, each with its clock
 *     avi_periods.c the fastest vibrations, of everything and of each class
 *     avi_auto.c    step auto: steps and shells found by trying
 *     avi_ledger.c  what is counted for computes to see
 *     avi_report.c  the tables before and after a run, and warnings
 *     avi_group.c   drives whole classes with the vector kernels (element group)
 *     avi_single.c  drives elements one by one (element pair, element atom)
 *     avi_plain.c   plain pairs that are due at one instant, many at once
 *     avi_elements.c, avi_element.c, avi_own.c   which they are, what they do, their own steps
 *     avi_shares.c  their energy balance, for computes to see
 *     avi_bonds.c   lets stiff bonds run ahead molecule by molecule
 *     avi_watch.c   knows until when neighbour lists are good
 *     avi_hot*.c    drive a collision cascade (hot)
 *
 * Every element belongs to a class, and a class has one clock: step h, first event at the origin,
 * then at every multiple of h.  So the phase of an element is a function of its class, never of
 * when it came within reach, and lists may be rebuilt at any time without a trace.
 *
 * Between events atoms move in straight lines; at its events an element gives its atoms the impulse
 * w F, w = (t_next - t_previous) / 2.  So the flight (see event_loop.h) has positions at the atoms'
 * own times, and velocities that lack parts of kicks.  Clocks that are launched begin with half
 * kicks.
 */
#ifndef MD_INTEGRATE_AVI_AVI_H
#define MD_INTEGRATE_AVI_AVI_H

#include "base/trend.h"
#include "force/classes.h"
#include "integrate/event/event_loop.h"
#include "integrate/event/queue.h"

#define MD_AVI_SHELLS  8
#define MD_AVI_RULES   64
#define MD_AVI_CLASSES 64

enum md_avi_elements { MD_AVI_GROUP, MD_AVI_PAIR, MD_AVI_ATOM };

/* `step ...` for a kind of elements. */
enum md_avi_kind { MD_AVI_PAIRS, MD_AVI_EMBEDS, MD_AVI_BONDS, MD_AVI_EXTERNALS, MD_AVI_KINDS };

/* `step type I J H`: first and last types of both ranges. */
struct md_avi_type_rule {
    int first[2], last[2];
    double step;
    struct md_place place, types[2]; /* of the step; of the ranges */
};

/* As the deck says it.  A step of 0 was not given. */
struct md_avi_words {
    enum md_avi_elements elements;
    bool elements_given;
    struct md_place elements_place;
    double uniform;
    struct md_place uniform_place;
    double kind[MD_AVI_KINDS];
    struct md_place kind_place[MD_AVI_KINDS];
    struct md_avi_type_rule *type; /* [types] */
    int types;
    int shells; /* 0: none */
    double shell_step[MD_AVI_SHELLS], fade[MD_AVI_SHELLS][2];
    struct md_place shell_place[MD_AVI_SHELLS], fade_place[MD_AVI_SHELLS], end_place[MD_AVI_SHELLS];
    double stiffness, stiffness_max; /* 0: not asked for; INFINITY: no cap */
    struct md_place stiffness_place;
    double tolerance; /* step auto */
    struct md_place tolerance_place;
    bool hot;
    double hot_speed, hot_radius, hot_block, hot_accuracy; /* the last 0: not given */
    struct md_place hot_place;
    enum md_queue_kind queue;
    bool queue_given;
    struct md_place place; /* of the command */
};

/* The local energy balance of a class since its latest event (state/ledger.h). */
struct md_avi_balance {
    bool open;
    double potential, work; /* V at that event, and T(+) - T(-) */
};

/* The clock of a class, in ticks. */
struct md_avi_clock {
    char name[32];
    struct md_place place; /* of the word that gave its step; file NULL: a default */
    md_tick step;
    md_tick next;      /* of its coming event */
    uint64_t elements; /* how many there are now */
    uint64_t updates;  /* element evaluations since the run began */
    bool own;          /* its elements have steps of their own, this is the shortest */
    md_tick longest;   /* and this the longest */
    double period;     /* fastest period of the class alone; 0: unknown or unbound */
    struct md_avi_balance balance;
};

/* Energies seen on the way, for the report. */
struct md_avi_record {
    struct md_trend energy;
    double momentum[3], angular[3];
    double momentum_error, angular_error; /* largest so far */
    double momentum_scale, angular_scale; /* sums of the absolute values, for comparison */
};

struct md_avi;

/* A way of driving elements: what struct md_event_scheme asks of it. */
struct md_avi_engine {
    const char *name;
    bool synchronous; /* its flight is nowhere: MD_FLIGHT_NONE */
    /* If wanted, counts events of atoms, keeps the balance of classes, and atoms' shares in it. */
    bool counts_atoms, balances, shares;
    /* The plan is made and the list is built: allocate; refuse what it cannot do. */
    enum md_status (*begin)(struct md_avi *, struct md_dynamics *, struct md_error *);
    /* A new neighbour list is there. */
    enum md_status (*listed)(struct md_avi *, struct md_dynamics *, struct md_error *);
    /* Clocks begin at the present tick, from a synchronous state. */
    enum md_status (*launch)(struct md_avi *, struct md_dynamics *, struct md_error *);
    enum md_status (*depart)(struct md_avi *, struct md_dynamics *, struct md_error *);
    enum md_status (*next)(struct md_avi *, struct md_dynamics *, md_tick t_stop, bool *due,
                           struct md_error *);
    /* The clock of the system shows its tick. */
    enum md_status (*event)(struct md_avi *, struct md_dynamics *, struct md_error *);
    md_tick (*latest)(const struct md_avi *);
    /* Makes of the flight the synchronous state at t >= all past events: x, v, f in place, and the
     * energies; nothing of the engine's own changes. */
    enum md_status (*synchronise)(struct md_avi *, struct md_dynamics *, md_tick t,
                                  struct md_tally *, struct md_error *);
    /* What of its own must survive a restart; may be NULL. */
    enum md_status (*keep)(struct md_avi *, struct md_archive *, struct md_error *);
    /* Before the first advance after `keep` has read something back; may be NULL. */
    enum md_status (*resumed)(struct md_avi *, struct md_dynamics *, struct md_error *);
    void (*destroy)(struct md_avi *);
};

extern const struct md_avi_engine md_avi_group, md_avi_single, md_avi_hot;

struct md_avi {
    struct md_event_loop loop;
    struct md_avi_words words;  /* as the deck gave them */
    struct md_avi_words chosen; /* and with what `step auto` found; memory is that of words */
    const struct md_avi_engine *engine; /* NULL before the first begin */
    void *own;                          /* the engine's */

    /* The plan; class k of `classes` has the clock k. */
    struct md_classes classes;
    struct md_avi_clock clock[MD_AVI_CLASSES];
    bool *types[MD_AVI_CLASSES]; /* masks of the classes, NULL: all pairs of types */
    double quantum;              /* time of a tick */

    md_tick origin; /* of the clocks */

    double omega; /* of the fastest vibration; 0: unknown */
    double cap;   /* that steps of their own are held to; 0: there are none */
    struct md_avi_record record;
    uint64_t events, evaluations;
    uint64_t fewest, most; /* updates of single elements; engines that do not count leave 0 */
    double queue_seconds;  /* wall time in the queue, where it is measured */
    double begin_time;     /* of the run, in units of time */
    double shortest;       /* step in use, where steps follow the state; else 0 */
};

/* avi_auto.c: fills `chosen`; the system is as before, lists and plan are to be made. */
enum md_status md_avi_auto(struct md_avi *avi, struct md_dynamics *dynamics,
                           struct md_error *error);

/* "group", "pair", "atom" or "hot": how elements are driven, as the deck says it. */
static inline const char *md_avi_engine_name(const struct md_avi *avi)
{
    return avi->words.elements == MD_AVI_ATOM ? "atom" : avi->engine->name;
}

/* avi_words.c */
enum md_status md_avi_read(struct md_avi_words *words, const struct md_args *args,
                           struct md_error *error);
void md_avi_words_free(struct md_avi_words *words);

/* avi_plan.c: classes and clocks for this system; potentials are prepared. */
enum md_status md_avi_plan(struct md_avi *avi, struct md_dynamics *dynamics,
                           struct md_error *error);
void md_avi_plan_free(struct md_avi *avi);
/* Counts the elements of each class, after every new list. */
void md_avi_count(struct md_avi *avi, const struct md_dynamics *dynamics);
/* avi_own.c: with `step stiffness`, classes take the step of their stiffest element. */
enum md_status md_avi_stiffest(struct md_avi *avi, struct md_dynamics *dynamics,
                               struct md_error *error);
/* H in ticks, at least 1. */
enum md_status md_avi_ticks(const struct md_avi *avi, double step, const struct md_place *place,
                            md_tick *ticks, struct md_error *error);

/*
 * avi_watch.c: until when the list certainly holds every pair that interacts.  Atoms go straight
 * between events, so with a bound on all speeds the time is known at which the first of them can
 * have left its half of the skin; a kick to a higher speed ends that time.
 */
struct md_avi_watch {
    double fastest; /* square of the speed that is reckoned with */
    md_tick until;  /* the list is good up to this tick, if no atom is faster */
    bool straight;  /* nothing happens between the two ticks that are asked about */
};
/* True: the list must be rebuilt before atoms go on to `next`.  When the time is not up, or the
 * list proves to be good for longer, false.  tick: of each atom's position, NULL: all at now. */
bool md_avi_watch_due(struct md_avi_watch *watch, const struct md_avi *avi,
                      const struct md_dynamics *dynamics, const md_tick *tick, md_tick now,
                      md_tick next);
/* The same for the nested lists of shells, which md_classes_sift makes again. */
bool md_avi_watch_shells_due(struct md_avi_watch *watch, const struct md_avi *avi,
                             const struct md_dynamics *dynamics, md_tick now, md_tick next);
void md_avi_watch_reset(struct md_avi_watch *watch); /* a new list, or new velocities */

/* avi_periods.c: fills omega and the classes' periods; what cannot be found is 0.  Lists are there;
 * nothing of the system changes. */
enum md_status md_avi_periods(struct md_avi *avi, struct md_dynamics *dynamics,
                              struct md_error *error);

/* avi_ledger.c: all counts begin at 0; refuses what the engine does not count. */
enum md_status md_avi_ledger_begin(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error);
void md_avi_ledger_show(const struct md_avi *avi, struct md_dynamics *dynamics);
/* Events of class k, as a group, touched its atoms. */
void md_avi_ledger_touch(const struct md_avi *avi, struct md_dynamics *dynamics, int k,
                         int64_t events);
/* Around the kick of class k, whose energies at this instant are those of the tally. */
void md_avi_ledger_open(struct md_avi *avi, struct md_dynamics *dynamics, int k,
                        const struct md_tally *tally);
void md_avi_ledger_kicked(struct md_avi *avi, const struct md_dynamics *dynamics, int k);

/* avi_report.c */
enum md_status md_avi_announce(struct md_avi *avi, struct md_dynamics *dynamics,
                               struct md_error *error);
void md_avi_record_add(struct md_avi *avi, const struct md_dynamics *dynamics,
                       const struct md_tally *tally);
void md_avi_report(const void *state, const struct md_dynamics *dynamics,
                   const struct md_speaker *speaker);

/* The next and the previous event of class k around the instant before which all events are done:
 * previous < now <= next, but the origin is never undercut. */
static inline md_tick md_avi_previous(const struct md_avi *avi, int k)
{
    md_tick before = avi->clock[k].next - avi->clock[k].step;
    return before > avi->origin ? before : avi->origin;
}

/* Impulse weight of class k's coming event, in units of time. */
static inline double md_avi_weight(const struct md_avi *avi, int k)
{
    md_tick span = avi->clock[k].next + avi->clock[k].step - md_avi_previous(avi, k);
    return 0.5 * (double)span * avi->quantum;
}

/* What the velocities at t lack of class k's kicks: (t - (t_previous + t_next)/2), maybe
 * negative. */
static inline double md_avi_lack(const struct md_avi *avi, int k, md_tick t)
{
    md_tick twice = 2 * t - md_avi_previous(avi, k) - avi->clock[k].next;
    return 0.5 * (double)twice * avi->quantum;
}

#endif
