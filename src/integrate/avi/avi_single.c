/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * element pair and element atom: every element is an entry of the queue, and every atom has a time
 * of its own, at which its position is known.  An event brings the element's atoms to its instant
 * along straight lines and kicks them; no other atom is touched.
 *
 * Events of one instant are taken from the queue together.  Their impulses follow from positions
 * alone, so plain pairs among them are evaluated many at once (avi_plain.h), and by threads where
 * they are enough; each atom gets its impulses in the order of the elements.  Energy balances
 * depend on velocities, so with a ledger elements are taken one by one.
 *
 * An element's events are the multiples of its step, counted from the origin.  So the queue can be
 * filled anew from the elements at any time, and nothing about it needs to be kept.
 *
 * Neighbour lists are renewed between two instants of events, or, when nothing happens for long,
 * in between: atoms that no event touches are followed as well (avi_watch.c).
 */
#include "integrate/avi/avi_plain.h"
#include "integrate/step/march.h"

#include "base/memory.h"
#include "state/mass.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define HEAP_MOST 500 /* entries up to which a heap is the better queue */
#define SAMPLE    256 /* one in so many instants with few events is timed */

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
    md_tick goal;  /* of the next events */
    uint64_t operations;

    struct md_avi_plain plain;
    bool plain_only[MD_AVI_CLASSES]; /* all elements of the class are plain pairs */
    md_tick *next;                   /* of those that are due, their next events */
    size_t latest;                   /* how many were due at the latest instant */
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
    if (md_memory_grow(&single->next, 0, count + count / 4 + 1, sizeof *single->next, error) ||
        md_avi_plain_reserve(&single->plain, error))
        return error->status;
    return md_queue_init(&single->queue, kind, count + count / 4 + 1, error);
}

/* Every element's first event at or after `from`. */
static enum md_status fill(struct single *single, const struct md_avi *avi, md_tick from,
                           struct md_error *error)
{
    if (make_queue(single, &avi->words, error))
        return error->status;
    md_queue_clear(&single->queue);
    for (int k = 0; k < MD_AVI_CLASSES; k++)
        single->plain_only[k] = true;
    for (size_t e = 0; e < single->elements.count; e++) {
        const struct md_avi_element *element = &single->elements.list[e];
        struct md_key key = {.tick = md_avi_elements_next(avi->origin, element->step, from),
                             .kind = element->class,
                             .id = (int64_t)e};
        if (md_queue_put(&single->queue, e, key, error))
            return error->status;
        if (!element->plain)
            single->plain_only[element->class] = false;
    }
    single->filled = true;
    return MD_OK;
}

/* ------------------------------------------------------------------ events */

static struct md_avi_motion motion_of(struct single *single, const struct md_avi *avi,
                                      const struct md_dynamics *dynamics)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    return (struct md_avi_motion){.x = atoms->x,
                                  .v = atoms->v,
                                  .tick = single->tick,
                                  .quantum = avi->quantum,
                                  .fastest = single->watch.fastest,
                                  .weighed = single->elements.weigh ? dynamics->system : NULL};
}

/* The change of kinetic energy, in units of m v^2, that the kick to come makes. */
static void weigh(struct md_avi_motion *motion, size_t i, double factor, const double f[3])
{
    const double *v = motion->v[i];
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += factor * f[k] * (v[k] + 0.5 * factor * f[k]);
    motion->work += md_mass_of(motion->weighed, i) * sum;
}

static inline void fire_pull(struct md_avi_motion *motion, const struct md_avi_element *element,
                             const struct md_potential_use *use, double weight, md_tick t)
{
    size_t i = (size_t)element->atom[0], j = (size_t)element->atom[1];
    md_avi_motion_bring(motion, i, element->push[0], t);
    md_avi_motion_bring(motion, j, element->push[1], t);
    double d[3], r2 = 0.0;
    for (int k = 0; k < 3; k++) {
        d[k] = motion->x[i][k] - (motion->x[j][k] + element->offset[k]);
        r2 += d[k] * d[k];
    }
    double pull = use->type->pull(use->state, element->type[0], element->type[1], r2);
    if (pull == 0.0)
        return;
    pull *= weight;
    if (motion->weighed != NULL) {
        weigh(motion, i, element->push[0] * pull, d);
        weigh(motion, j, -element->push[1] * pull, d);
    }
    md_avi_motion_kick(motion, i, element->push[0] * pull, d);
    md_avi_motion_kick(motion, j, -element->push[1] * pull, d);
}

static void kick_one(struct md_avi_motion *motion, size_t i, double factor, const double f[3])
{
    if (motion->weighed != NULL)
        weigh(motion, i, factor, f);
    md_avi_motion_kick(motion, i, factor, f);
}

/* Gives the forces in elements->f to the atoms of element e. */
static void kick_all(struct md_avi_motion *motion, const struct md_avi_roster *elements, size_t e,
                     double weight)
{
    const double(*f)[3] = (const double(*)[3])elements->f;
    size_t count = md_avi_elements_atoms(elements, e);
    for (size_t n = 0; n < count; n++) {
        double push;
        size_t i = md_avi_elements_atom(elements, e, n, &push);
        kick_one(motion, i, weight * push, f[n]);
    }
}

static void bring_all(const struct md_avi_motion *motion, const struct md_avi_roster *elements,
                      size_t e, md_tick t)
{
    size_t count = md_avi_elements_atoms(elements, e);
    for (size_t n = 0; n < count; n++) {
        double push;
        size_t i = md_avi_elements_atom(elements, e, n, &push);
        md_avi_motion_bring(motion, i, push, t);
    }
}

/* For the ledger: an event of element e, whose atoms were brought to it and kicked. */
static enum md_status enter(struct single *single, struct md_avi_motion *motion,
                            const struct md_dynamics *dynamics, size_t e, struct md_error *error)
{
    struct md_avi_roster *elements = &single->elements;
    struct md_system *system = dynamics->system;
    if (system->atoms.updates != NULL)
        md_avi_shares_touch(elements, &system->atoms, e);
    if (motion->weighed == NULL)
        return MD_OK;
    /* The face `pull` tells no energy. */
    if (elements->list[e].plain && md_avi_element_force(elements, dynamics, e, error))
        return error->status;
    md_avi_shares_turn(elements, system, e, elements->energy, system->units->mvv2e * motion->work);
    motion->work = 0.0;
    return MD_OK;
}

/* Whether balances or counts of single elements are kept: then they are taken one by one. */
static bool entered(const struct md_avi_motion *motion, const struct md_dynamics *dynamics)
{
    return motion->weighed != NULL || dynamics->system->atoms.updates != NULL;
}

/* An event of one element, plain or not. */
static enum md_status fire(struct single *single, struct md_avi_motion *motion,
                           const struct md_dynamics *dynamics, const struct md_avi_due *due,
                           size_t e, struct md_error *error)
{
    struct md_avi_roster *elements = &single->elements;
    const struct md_avi_element *element = &elements->list[e];
    double weight = due->share * (double)element->step * motion->quantum;
    if (element->plain) {
        fire_pull(motion, element, due->use, weight, due->t);
    } else {
        bring_all(motion, elements, e, due->t);
        if (md_avi_element_force(elements, dynamics, e, error))
            return error->status;
        kick_all(motion, elements, e, weight);
    }
    return entered(motion, dynamics) ? enter(single, motion, dynamics, e, error) : MD_OK;
}

/* The events that are due from begin to end, of one class, in their order. */
static enum md_status fire_class(struct single *single, struct md_avi_motion *motion,
                                 const struct md_dynamics *dynamics, const struct md_avi_due *due,
                                 size_t begin, size_t end, struct md_error *error)
{
    struct md_avi_element *list = single->elements.list;
    bool batches = !entered(motion, dynamics) && end - begin > MD_AVI_PLAIN_FEW;
    struct md_avi_crew crew = {begin, end, dynamics->system->atoms.count,
                               dynamics->system->threads};
    if (batches && crew.threads > 1 && end - begin >= MD_AVI_PLAIN_SHARED &&
        single->plain_only[list[due->list[begin]].class])
        return md_avi_plain_share(&single->plain, motion, due, &crew, error);
    while (begin < end) {
        size_t e = due->list[begin];
        if (batches && list[e].plain) {
            begin += md_avi_plain_fire(&single->plain, motion, due, begin, end);
            continue;
        }
        if (fire(single, motion, dynamics, due, e, error))
            return error->status;
        due->next[begin++] = due->t + list[e].step;
    }
    return MD_OK;
}

/* One past the last of those due from `begin` on that are of its class. */
static size_t class_end(const struct single *single, const struct md_avi_due *due, size_t begin)
{
    const struct md_avi_element *list = single->elements.list;
    size_t lo = begin, hi = due->count;
    int class = list[due->list[begin]].class;
    if (list[due->list[hi - 1]].class == class)
        return hi;
    while (hi - lo > 1) {
        size_t middle = lo + (hi - lo) / 2;
        if (list[due->list[middle]].class == class)
            lo = middle;
        else
            hi = middle;
    }
    return hi;
}

/* Work of the queue that is timed: each second stands for so many. */
struct sample {
    double scale, before, begin;
};

/* Where few elements are due at an instant, only some instants are timed. */
static double sample_scale(struct single *single)
{
    if (single->latest >= SAMPLE)
        return 1.0;
    return ++single->operations % SAMPLE == 0 ? (double)SAMPLE : 0.0;
}

static struct sample sample_begin(double scale)
{
    struct sample sample = {.scale = scale};
    if (scale > 0.0) {
        sample.before = md_event_loop_wall();
        sample.begin = md_event_loop_wall();
    }
    return sample;
}

/* Less what it takes to read the clock. */
static void sample_end(const struct sample *sample, struct md_avi *avi)
{
    if (sample->scale > 0.0)
        avi->queue_seconds +=
            sample->scale *
            fmax(md_event_loop_wall() - sample->begin - (sample->begin - sample->before), 0.0);
}

/* All events of the earliest instant, t. */
static enum md_status instant(struct single *single, struct md_avi *avi,
                              struct md_dynamics *dynamics, md_tick t, struct md_error *error)
{
    struct md_avi_motion motion = motion_of(single, avi, dynamics);
    struct md_avi_due due = {.element = single->elements.list,
                             .next = single->next,
                             .share = t == avi->origin ? 0.5 : 1.0,
                             .use = &dynamics->forces->pair,
                             .types = dynamics->system->types};
    double scale = sample_scale(single);
    struct sample sample = sample_begin(scale);
    due.count = md_queue_take(&single->queue, &due.list, &due.t);
    sample_end(&sample, avi);
    single->latest = due.count;
    for (size_t begin = 0, end; begin < due.count; begin = end) {
        int class = due.element[due.list[begin]].class;
        end = class_end(single, &due, begin);
        if (fire_class(single, &motion, dynamics, &due, begin, end, error)) {
            single->filled = false;
            return error->status;
        }
        avi->clock[class].updates += end - begin;
    }
    avi->events += due.count;
    sample = sample_begin(scale);
    md_queue_return(&single->queue, due.next);
    sample_end(&sample, avi);
    if (motion.over)
        single->watch.until = INT64_MIN;
    return MD_OK;
}

/* ------------------------------------------------------------------ from instant to instant */

static enum md_status rebuild(struct single *single, struct md_avi *avi,
                              struct md_dynamics *dynamics, md_tick t, struct md_error *error)
{
    struct md_avi_motion motion = motion_of(single, avi, dynamics);
    for (size_t i = 0; i < dynamics->system->atoms.count; i++)
        md_avi_motion_bring(&motion, i, md_dynamics_moves(dynamics, i) ? 1.0 : 0.0, t);
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
        *due = md_queue_first(&single->queue, NULL, &key) && key.tick < t_stop;
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
    return instant(single, avi, dynamics, single->goal, error);
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
    struct md_avi_motion motion = motion_of(single, avi, dynamics);
    motion.fastest = INFINITY;
    motion.weighed = NULL;
    for (size_t e = 0; e < elements->count; e++) {
        const struct md_avi_element *element = &elements->list[e];
        if (!avi->clock[element->class].own)
            continue;
        md_tick next = md_avi_elements_next(avi->origin, element->step, t);
        md_tick previous = next > avi->origin ? next - element->step : avi->origin;
        if (md_avi_element_force(elements, dynamics, e, error))
            return error->status;
        kick_all(&motion, elements, e, 0.5 * (double)(2 * t - previous - next) * avi->quantum);
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
    md_avi_plain_free(&single->plain);
    md_memory_free(single->next);
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
