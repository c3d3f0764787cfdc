/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * element pair and element atom: every element is an entry of the queue, and every atom has a time
 * of its own, at which its position is known.  An event brings the element's atoms to its instant
 * along straight lines and kicks them; nobody else is touched.
 *
 * An element's events are the multiples of its step, counted from the origin.  So the queue can be
 * filled anew from the elements at any time, and nothing about it needs to be kept.
 *
 * Neighbour lists are renewed between two instants of events, or, when nothing happens for long,
 * in between: atoms that no event touches are followed as well (avi_watch.c).
 */
#include "integrate/avi/avi_elements.h"
#include "integrate/step/march.h"

#include "base/memory.h"
#include "state/mass.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define HEAP_MOST 500 /* entries up to which a heap is the better queue */
#define SAMPLE    256 /* one in so many operations of the queue is timed */

struct single {
    struct md_avi_roster elements;
    struct md_queue queue;
    struct md_avi_watch watch;
    md_tick *tick; /* of each atom's position */
    size_t room;   /* of tick */
    md_tick last;  /* all events up to this tick are done */
    bool filled;   /* the queue belongs to the elements and their steps */
    bool stepped;  /* the elements have their steps */
    bool made;     /* the queue is initialised */
    bool fresh;    /* the list is of the last instant */
    size_t entry;  /* the element whose event is next, */
    md_tick goal;  /* and when that is */
    uint64_t operations;
};

/* ------------------------------------------------------------------ set-up */

static enum md_status single_begin(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct single *single = avi->own;
    size_t atoms = dynamics->system->atoms.count;
    if (single == NULL) {
        avi->own = single = md_memory_array(1, sizeof *single);
        if (single == NULL)
            return md_error_memory(error, "the integrator");
    }
    if (md_avi_elements_possible(avi, dynamics, error))
        return error->status;
    if (atoms > single->room) {
        if (md_memory_grow(&single->tick, 0, atoms, sizeof *single->tick, error))
            return error->status;
        single->room = atoms;
    }
    single->elements.frozen = false;
    md_avi_watch_reset(&single->watch);
    return MD_OK;
}

/* Balances of the present elements, if anybody wants them. */
static enum md_status list_shares(struct single *single, const struct md_dynamics *dynamics,
                                  struct md_error *error)
{
    struct md_avi_roster *elements = &single->elements;
    elements->weigh = dynamics->system->ledger.want_residual;
    if (elements->weigh)
        return md_avi_shares_list(elements, dynamics, error);
    md_avi_shares_drop(elements);
    return MD_OK;
}

static enum md_status single_listed(struct md_avi *avi, struct md_dynamics *dynamics,
                                    struct md_error *error)
{
    struct single *single = avi->own;
    md_avi_watch_reset(&single->watch);
    single->filled = false;
    single->stepped = true;
    if (md_avi_elements_list(&single->elements, avi, dynamics, error))
        return error->status;
    return list_shares(single, dynamics, error);
}

static enum md_status single_launch(struct md_avi *avi, struct md_dynamics *dynamics,
                                    struct md_error *error)
{
    struct single *single = avi->own;
    (void)error;
    single->last = avi->origin;
    for (size_t i = 0; i < dynamics->system->atoms.count; i++)
        single->tick[i] = avi->origin;
    single->filled = false;
    md_avi_watch_reset(&single->watch);
    md_avi_shares_shut(&single->elements);
    return MD_OK;
}

static enum md_status make_queue(struct single *single, const struct md_avi_words *words,
                                 struct md_error *error)
{
    size_t count = single->elements.count;
    enum md_queue_kind kind = count <= HEAP_MOST ? MD_QUEUE_HEAP : MD_QUEUE_BUCKET;
    if (words->queue_given)
        kind = words->queue;
    if (single->made && kind == single->queue.kind && count <= single->queue.capacity)
        return MD_OK;
    if (single->made)
        md_queue_free(&single->queue);
    single->made = true;
    return md_queue_init(&single->queue, kind, count + count / 4 + 1, error);
}

/* Every element's first event at or after `from`. */
static enum md_status fill(struct single *single, const struct md_avi *avi, md_tick from,
                           struct md_error *error)
{
    if (make_queue(single, &avi->words, error))
        return error->status;
    md_queue_clear(&single->queue);
    for (size_t e = 0; e < single->elements.count; e++) {
        const struct md_avi_element *element = &single->elements.list[e];
        struct md_key key = {.tick = md_avi_elements_next(avi->origin, element->step, from),
                             .kind = element->class,
                             .id = (int64_t)e};
        if (md_queue_put(&single->queue, e, key, error))
            return error->status;
    }
    single->filled = true;
    return MD_OK;
}

/* ------------------------------------------------------------------ events */

/* What an event works on, in one place. */
struct flight {
    md_vec3 *x, *v;
    md_tick *tick;
    double quantum, fastest;         /* the latter the square of a speed */
    bool over;                       /* somebody became faster */
    const struct md_system *weighed; /* NULL: the work of kicks is not wanted */
    double work;                     /* of the latest event */
};

static struct flight flight_of(struct single *single, const struct md_avi *avi,
                               const struct md_dynamics *dynamics)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    return (struct flight){.x = atoms->x,
                           .v = atoms->v,
                           .tick = single->tick,
                           .quantum = avi->quantum,
                           .fastest = single->watch.fastest,
                           .weighed = single->elements.weigh ? dynamics->system : NULL};
}

static inline void bring(const struct flight *flight, size_t i, double push, md_tick t)
{
    if (push > 0.0 && flight->tick[i] != t) {
        double ahead = (double)(t - flight->tick[i]) * flight->quantum;
        for (int k = 0; k < 3; k++)
            flight->x[i][k] += ahead * flight->v[i][k];
    }
    flight->tick[i] = t;
}

static inline void kick(struct flight *flight, size_t i, double factor, const double f[3])
{
    double *v = flight->v[i];
    if (factor == 0.0)
        return;
    for (int k = 0; k < 3; k++)
        v[k] += factor * f[k];
    if (!(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= flight->fastest))
        flight->over = true;
}

/* The change of kinetic energy, in units of m v^2, that the kick to come makes. */
static void weigh(struct flight *flight, size_t i, double factor, const double f[3])
{
    const double *v = flight->v[i];
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += factor * f[k] * (v[k] + 0.5 * factor * f[k]);
    flight->work += md_mass_of(flight->weighed, i) * sum;
}

static inline void fire_pull(struct flight *flight, const struct md_avi_element *element,
                             const struct md_potential_use *use, double weight, md_tick t)
{
    size_t i = (size_t)element->atom[0], j = (size_t)element->atom[1];
    bring(flight, i, element->push[0], t);
    bring(flight, j, element->push[1], t);
    double d[3], r2 = 0.0;
    for (int k = 0; k < 3; k++) {
        d[k] = flight->x[i][k] - (flight->x[j][k] + element->offset[k]);
        r2 += d[k] * d[k];
    }
    double pull = use->type->pull(use->state, element->type[0], element->type[1], r2);
    if (pull == 0.0)
        return;
    pull *= weight;
    if (flight->weighed != NULL) {
        weigh(flight, i, element->push[0] * pull, d);
        weigh(flight, j, -element->push[1] * pull, d);
    }
    kick(flight, i, element->push[0] * pull, d);
    kick(flight, j, -element->push[1] * pull, d);
}

static void kick_one(struct flight *flight, size_t i, double factor, const double f[3])
{
    if (flight->weighed != NULL)
        weigh(flight, i, factor, f);
    kick(flight, i, factor, f);
}

/* Gives the forces in elements->f to the atoms of element e. */
static void kick_all(struct flight *flight, const struct md_avi_roster *elements, size_t e,
                     double weight)
{
    const double(*f)[3] = (const double(*)[3])elements->f;
    size_t count = md_avi_elements_atoms(elements, e);
    for (size_t n = 0; n < count; n++) {
        double push;
        size_t i = md_avi_elements_atom(elements, e, n, &push);
        kick_one(flight, i, weight * push, f[n]);
    }
}

static void bring_all(const struct flight *flight, const struct md_avi_roster *elements, size_t e,
                      md_tick t)
{
    size_t count = md_avi_elements_atoms(elements, e);
    for (size_t n = 0; n < count; n++) {
        double push;
        size_t i = md_avi_elements_atom(elements, e, n, &push);
        bring(flight, i, push, t);
    }
}

/* For the ledger: an event of element e, whose atoms were brought to it and kicked. */
static enum md_status enter(struct single *single, struct flight *flight,
                            const struct md_dynamics *dynamics, size_t e, struct md_error *error)
{
    struct md_avi_roster *elements = &single->elements;
    struct md_system *system = dynamics->system;
    if (system->atoms.updates != NULL)
        md_avi_shares_touch(elements, &system->atoms, e);
    if (flight->weighed == NULL)
        return MD_OK;
    /* The face `pull` tells no energy. */
    if (elements->list[e].plain && md_avi_element_force(elements, dynamics, e, error))
        return error->status;
    md_avi_shares_turn(elements, system, e, elements->energy, system->units->mvv2e * flight->work);
    flight->work = 0.0;
    return MD_OK;
}

/* Puts the entry back and looks who is next; some of these operations are timed, less what it takes
 * to read the clock. */
static enum md_status turn(struct single *single, struct md_avi *avi, size_t e, struct md_key *key,
                           size_t *entry, bool *any, struct md_error *error)
{
    bool timed = ++single->operations % SAMPLE == 0;
    double before = timed ? md_event_loop_wall() : 0.0, begin = timed ? md_event_loop_wall() : 0.0;
    if (md_queue_put(&single->queue, e, *key, error))
        return error->status;
    *any = md_queue_first(&single->queue, entry, key);
    if (timed)
        avi->queue_seconds += fmax(md_event_loop_wall() - begin - (begin - before), 0.0) * SAMPLE;
    return MD_OK;
}

/* All events of the instant t, the first of which is entry's. */
static enum md_status instant(struct single *single, struct md_avi *avi,
                              struct md_dynamics *dynamics, size_t entry, md_tick t,
                              struct md_error *error)
{
    struct md_avi_roster *elements = &single->elements;
    const struct md_potential_use *pair = &dynamics->forces->pair;
    struct flight flight = flight_of(single, avi, dynamics);
    bool entered = flight.weighed != NULL || dynamics->system->atoms.updates != NULL;
    double share = t == avi->origin ? 0.5 : 1.0;
    struct md_key key;
    bool any = true;
    do {
        const struct md_avi_element *element = &elements->list[entry];
        double weight = share * (double)element->step * avi->quantum;
        if (element->plain) {
            fire_pull(&flight, element, pair, weight, t);
        } else {
            bring_all(&flight, elements, entry, t);
            if (md_avi_element_force(elements, dynamics, entry, error))
                return error->status;
            kick_all(&flight, elements, entry, weight);
        }
        if (entered && enter(single, &flight, dynamics, entry, error))
            return error->status;
        avi->clock[element->class].updates++;
        avi->events++;
        key = (struct md_key){
            .tick = t + element->step, .kind = element->class, .id = (int64_t)entry};
        if (turn(single, avi, entry, &key, &entry, &any, error))
            return error->status;
    } while (any && key.tick == t);
    if (flight.over)
        single->watch.until = INT64_MIN;
    return MD_OK;
}

/* ------------------------------------------------------------------ from instant to instant */

static enum md_status rebuild(struct single *single, struct md_avi *avi,
                              struct md_dynamics *dynamics, md_tick t, struct md_error *error)
{
    struct flight flight = flight_of(single, avi, dynamics);
    for (size_t i = 0; i < dynamics->system->atoms.count; i++)
        bring(&flight, i, md_dynamics_moves(dynamics, i) ? 1.0 : 0.0, t);
    single->last = t;
    if (md_event_loop_renew(avi, dynamics, t, error))
        return error->status;
    return fill(single, avi, t + 1, error);
}

/* Renews the list where that is due on the way to `goal`: when the time is known up to which it is
 * good, then, and else at once.  The decision follows from the state at the last event alone, so it
 * does not matter whether the goal is an event or the end of an advance.  If the list is of the
 * last instant already, an atom that crosses the skin within one tick cannot be handled. */
static enum md_status watch(struct single *single, struct md_avi *avi, struct md_dynamics *dynamics,
                            md_tick goal, bool *renewed, struct md_error *error)
{
    *renewed = false;
    if (goal <= single->watch.until ||
        !md_avi_watch_due(&single->watch, avi, dynamics, single->tick, single->last, goal))
        return MD_OK;
    md_tick t = single->watch.until > single->last ? single->watch.until : single->last;
    if (single->fresh && t == single->last)
        return MD_OK;
    *renewed = single->fresh = true;
    return rebuild(single, avi, dynamics, t, error);
}

/* How many events an element of this step has in [from, to). */
static uint64_t events_of(md_tick origin, md_tick step, md_tick from, md_tick to)
{
    md_tick first = md_avi_elements_next(origin, step, from);
    return (uint64_t)((md_avi_elements_next(origin, step, to) - first) / step);
}

static void count_span(struct md_avi *avi, const struct single *single, md_tick to)
{
    md_tick shortest = INT64_MAX, longest = 0;
    for (size_t e = 0; e < single->elements.count; e++) {
        md_tick step = single->elements.list[e].step;
        shortest = step < shortest ? step : shortest;
        longest = step > longest ? step : longest;
    }
    if (longest > 0) {
        avi->fewest += events_of(avi->origin, longest, avi->loop.now, to);
        avi->most += events_of(avi->origin, shortest, avi->loop.now, to);
    }
    for (int k = 0; k < avi->classes.count; k++)
        avi->clock[k].next = md_avi_elements_next(avi->origin, avi->clock[k].step, to);
}

static enum md_status single_depart(struct md_avi *avi, struct md_dynamics *dynamics,
                                    struct md_error *error)
{
    struct single *single = avi->own;
    if (!single->stepped)
        md_avi_own_assign(&single->elements, avi, dynamics);
    single->stepped = true;
    single->fresh = false;
    bool wanted = dynamics->system->ledger.want_residual;
    if (wanted != single->elements.weigh && list_shares(single, dynamics, error))
        return error->status;
    return single->filled ? MD_OK : fill(single, avi, avi->loop.now, error);
}

static enum md_status single_next(struct md_avi *avi, struct md_dynamics *dynamics, md_tick t_stop,
                                  bool *due, struct md_error *error)
{
    struct single *single = avi->own;
    struct md_key key;
    bool renewed;
    do {
        renewed = false;
        *due = md_queue_first(&single->queue, &single->entry, &key) && key.tick < t_stop;
        single->goal = *due ? key.tick : t_stop;
        if (single->goal > single->last &&
            watch(single, avi, dynamics, single->goal, &renewed, error))
            return error->status;
    } while (renewed);
    if (*due)
        return MD_OK;
    count_span(avi, single, t_stop);
    if (dynamics->system->ledger.want_residual)
        md_avi_shares_show(&single->elements, dynamics->system);
    return MD_OK;
}

static enum md_status single_event(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct single *single = avi->own;
    single->last = dynamics->system->clock.now = single->goal;
    single->fresh = false;
    return instant(single, avi, dynamics, single->entry, single->goal, error);
}

static md_tick single_latest(const struct md_avi *avi)
{
    const struct single *single = avi->own;
    return single->last;
}

/* ------------------------------------------------------------------ being looked at */

struct correction {
    double factor;
    const md_vec3 *f;
};

static void correct_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct correction *correction = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double factor = correction->factor * md_dynamics_inverse(dynamics, i);
        for (int k = 0; k < 3; k++)
            atoms->v[i][k] += factor * correction->f[i][k];
    }
}

/* What velocities at t lack of kicks of elements that have steps of their own. */
static enum md_status correct_singly(struct single *single, const struct md_avi *avi,
                                     struct md_dynamics *dynamics, md_tick t,
                                     struct md_error *error)
{
    struct md_avi_roster *elements = &single->elements;
    struct flight flight = flight_of(single, avi, dynamics);
    flight.fastest = INFINITY;
    flight.weighed = NULL;
    for (size_t e = 0; e < elements->count; e++) {
        const struct md_avi_element *element = &elements->list[e];
        if (!avi->clock[element->class].own)
            continue;
        md_tick next = md_avi_elements_next(avi->origin, element->step, t);
        md_tick previous = next > avi->origin ? next - element->step : avi->origin;
        if (md_avi_element_force(elements, dynamics, e, error))
            return error->status;
        kick_all(&flight, elements, e, 0.5 * (double)(2 * t - previous - next) * avi->quantum);
    }
    return MD_OK;
}

static enum md_status single_synchronise(struct md_avi *avi, struct md_dynamics *dynamics,
                                         md_tick t, struct md_tally *tally, struct md_error *error)
{
    struct single *single = avi->own;
    struct md_atoms *atoms = &dynamics->system->atoms;
    md_vec3 *part = md_memory_array(atoms->count + 1, sizeof *part);
    enum md_status status = MD_OK;
    if (part == NULL)
        return md_error_memory(error, "forces");
    for (size_t i = 0; i < atoms->count; i++) {
        double ahead = (double)(t - single->tick[i]) * avi->quantum;
        for (int k = 0; md_dynamics_moves(dynamics, i) && k < 3; k++) {
            atoms->x[i][k] += ahead * atoms->v[i][k];
        }
        memset(atoms->f[i], 0, sizeof atoms->f[i]);
    }
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    for (int k = 0; status == MD_OK && k < avi->classes.count; k++) {
        struct md_tally one;
        status =
            md_classes_sum(&avi->classes, k, dynamics->forces, dynamics->system, part, &one, error);
        if (status != MD_OK)
            break;
        struct correction correction = {md_avi_lack(avi, k, t), (const md_vec3 *)part};
        if (!avi->clock[k].own)
            md_march_sweep(dynamics, correct_share, &correction);
        md_tally_add(tally, &one);
        for (size_t i = 0; i < atoms->count; i++)
            for (int c = 0; c < 3; c++)
                atoms->f[i][c] += part[i][c];
    }
    md_memory_free(part);
    return status == MD_OK ? correct_singly(single, avi, dynamics, t, error) : status;
}

static enum md_status single_keep(struct md_avi *avi, struct md_archive *archive,
                                  struct md_error *error)
{
    struct single *single = avi->own;
    if (md_archive_ints(archive, "last", &single->last, 1, error) ||
        md_archive_ints(archive, "ticks", single->tick, avi->loop.flight.atoms, error) ||
        md_archive_doubles(archive, "fastest", &single->watch.fastest, 1, error) ||
        md_archive_ints(archive, "until", &single->watch.until, 1, error) ||
        md_avi_own_keep(&single->elements, archive, error))
        return error->status;
    if (md_archive_reading(archive))
        single->filled = single->stepped = false;
    return MD_OK;
}

static void single_destroy(struct md_avi *avi)
{
    struct single *single = avi->own;
    if (single == NULL)
        return;
    if (single->made)
        md_queue_free(&single->queue);
    md_avi_elements_free(&single->elements);
    md_memory_free(single->tick);
    md_memory_free(single);
    avi->own = NULL;
}

const struct md_avi_engine md_avi_single = {
    .name = "pair", /* or atom */
    .counts_atoms = true,
    .balances = true,
    .shares = true,
    .begin = single_begin,
    .listed = single_listed,
    .launch = single_launch,
    .depart = single_depart,
    .next = single_next,
    .event = single_event,
    .latest = single_latest,
    .synchronise = single_synchronise,
    .keep = single_keep,
    .destroy = single_destroy,
};
