/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of pairs.  Between events atoms fly straight, each with a time of its own, so the squared
 * distance of a pair is a quadratic in time and the pair meets the inner or the outer edge of its
 * terrace at a root in closed form.  Which edges these are says the terrace, a whole number: the
 * root at the edge just left is none of them, and no small number is needed to tell it apart.
 *
 * With d from one atom to the other, w = dd/dt, b = d.w and a step dV of the energy, the part of
 * the relative velocity along the line, b/|d|, becomes b'/|d| with
 *
 *     b'^2 = b^2 - 2 dV (1/m_i + 1/m_j) |d|^2,    same direction    (refraction)
 *     b' = -b    where b^2 <= 2 dV (1/m_i + 1/m_j) |d|^2            (reflection)
 *
 * and impulses along the line, equal and opposite (M. Gonzalez, B. Schmidt, M. Ortiz, Int. J.
 * Numer. Meth. Engng 82 (2010) 205, for the potential of one pair).  So energy, momentum and
 * angular momentum are those before, to rounding.
 *
 * Decided: an energy that is just enough for the step is not enough, the pair is reflected.  A way
 * that touches an edge without crossing it is no event.  Events at one and the same time have the
 * order of event_loop.h: of pairs that whose owner has the smaller ID comes first, of one owner's
 * the first in its list; then walls.
 *
 * An event of (i, j) asks for the pairs of i and j only.  Each atom has one entry in the queue: the
 * earliest event of the pairs it owns, or its escape from the sphere within which the neighbour
 * list is sure to hold all its partners, which is an event like all others.
 *
 * Times of events are of doubles, s, counted from an epoch that is set with each list: whole
 * ticks and a fraction, so that nothing is lost in long runs.  The time of a pair's event was
 * computed when the later of its atoms had its last event.  So it follows from the bodies, and a
 * restart needs none of the times.
 */
#include "integrate/terraces/pair/es_pair.h"

#include <inttypes.h>
#include <string.h>

#define HEAP_MOST 300
#define STALLED   1000000
#define INSIDE    (1.0 - 1e-10) /* of half the skin: rounding must not let an atom out */

double md_es_pair_instant(const struct md_es_pair *es, md_tick t)
{
    return md_instant_between(es->epoch, (struct md_instant){t, 0.0}, es->loop.quantum);
}

/* ------------------------------------------------------------------ when */

/* When a pair with d and w at s meets an edge, from then on.  This is most of the work: loops of
 * three are written out, since compilers leave them. */
MD_INLINE double meet(const double d[3], const double w[3], const struct md_es_edge *edge, double s)
{
    double dw = d[0] * w[0] + d[1] * w[1] + d[2] * w[2];
    if (!(dw < 0.0) && edge->out2 == INFINITY)
        return INFINITY;
    double dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    double ww = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    if (dw < 0.0) {
        double c = dd - edge->in2, square = dw * dw - ww * c;
        if (square > 0.0)
            return c > 0.0 ? s + c / (sqrt(square) - dw) : s;
        if (edge->out2 == INFINITY)
            return INFINITY;
    }
    if (!(ww > 0.0))
        return INFINITY;
    /* Just beyond the outer edge by rounding is on it. */
    double c = edge->out2 > dd ? edge->out2 - dd : 0.0, far = sqrt(dw * dw + ww * c);
    if (dw < 0.0)
        return s + (far - dw) / ww;
    return c > 0.0 ? s + c / (far + dw) : s;
}

/* The same at s >= times of both. */
static double meet_later(const struct md_es_body *a, const struct md_es_body *b,
                         const double image[3], const struct md_es_edge *edge, double s)
{
    double d[3], w[3];
    md_es_pair_apart(a, b, image, s, d, w);
    return meet(d, w, edge, s);
}

/* The same of a body that is at s and one that may not be, to the same bits: it owns the pair, */
MD_INLINE double meet_own(const struct md_es_body *a, const struct md_es_body *b,
                          const double image[3], const struct md_es_edge *edge, double s)
{
    const double t = s - b->s;
    const double d[3] = {a->x[0] - ((b->x[0] + t * b->v[0]) + image[0]),
                         a->x[1] - ((b->x[1] + t * b->v[1]) + image[1]),
                         a->x[2] - ((b->x[2] + t * b->v[2]) + image[2])};
    const double w[3] = {a->v[0] - b->v[0], a->v[1] - b->v[1], a->v[2] - b->v[2]};
    return meet(d, w, edge, s);
}

/* or the other one does. */
MD_INLINE double meet_other(const struct md_es_body *a, const struct md_es_body *b,
                            const double image[3], const struct md_es_edge *edge, double s)
{
    const double t = s - a->s;
    const double d[3] = {(a->x[0] + t * a->v[0]) - (b->x[0] + image[0]),
                         (a->x[1] + t * a->v[1]) - (b->x[1] + image[1]),
                         (a->x[2] + t * a->v[2]) - (b->x[2] + image[2])};
    const double w[3] = {a->v[0] - b->v[0], a->v[1] - b->v[1], a->v[2] - b->v[2]};
    return meet(d, w, edge, s);
}

/* When the body is as far as it may be from where the list found it. */
static double escape(const struct md_es_body *body, const double held[3], double half)
{
    double dd = 0.0, dw = 0.0, ww = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = body->x[k] - held[k];
        dd += d * d;
        dw += d * body->v[k];
        ww += body->v[k] * body->v[k];
    }
    if (!(ww > 0.0))
        return INFINITY;
    double c = half * half - dd;
    if (!(c > 0.0))
        return dw < 0.0 ? body->s - 2.0 * dw / ww : body->s;
    double far = sqrt(dw * dw + ww * c);
    return body->s + (dw < 0.0 ? (far - dw) / ww : c / (far + dw));
}

/* When it meets a wall, and which. */
static double meet_wall(const struct md_es_pair *es, const struct md_es_body *body, uint32_t groups,
                        int32_t *which)
{
    double first = INFINITY;
    *which = -1;
    for (size_t p = 0; p < es->planes; p++) {
        const struct md_mirror_plane *plane = &es->plane[p];
        double away = plane->side * (body->x[plane->axis] - plane->at);
        double speed = plane->side * body->v[plane->axis];
        if ((groups & plane->groups) == 0 || !(speed < 0.0))
            continue;
        double t = away > 0.0 ? body->s - away / speed : body->s;
        if (t < first) {
            first = t;
            *which = (int32_t)p;
        }
    }
    return first;
}

/* ------------------------------------------------------------------ queue */

static enum md_status put(struct md_es_pair *es, const struct md_atoms *atoms, size_t i,
                          struct md_error *error)
{
    struct md_es_wait *wait = &es->wait[i];
    /* At one instant lists come first, then pairs, then walls. */
    int kind = wait->pair < wait->escape ? 1 : 0;
    wait->next = kind == 0 ? wait->escape : wait->pair;
    if (wait->wall < wait->next) {
        wait->next = wait->wall;
        kind = 2;
    }
    if (!(wait->next < INFINITY)) {
        md_queue_remove(&es->queue, i);
        return MD_OK;
    }
    double ticks = wait->next / es->loop.quantum + es->epoch.fraction;
    if (!(ticks < 0x1p60)) { /* beyond all runs */
        md_queue_remove(&es->queue, i);
        return MD_OK;
    }
    double whole = floor(ticks);
    struct md_key key = {.tick = es->epoch.tick + (md_tick)whole,
                         .fraction = ticks - whole,
                         .kind = kind,
                         .id = atoms->id[i]};
    return md_queue_put(&es->queue, i, key, error);
}

/* The earliest of the atom's own events, from the times that are known. */
static void choose(struct md_es_pair *es, size_t i)
{
    struct md_es_wait *wait = &es->wait[i];
    size_t end = es->start[i] + (size_t)es->owned[i], best = es->start[i];
    double least = INFINITY;
    for (size_t e = es->start[i]; e < end; e++)
        if (es->when[e] < least) {
            least = es->when[e];
            best = e;
        }
    wait->pair = least;
    wait->edge = (int32_t)best;
}

static enum md_status make_queue(struct md_es_pair *es, struct md_error *error)
{
    enum md_queue_kind kind = es->atoms <= HEAP_MOST ? MD_QUEUE_HEAP : MD_QUEUE_BUCKET;
    if (es->queue_made && es->queue.kind == kind && es->queue.capacity >= es->atoms) {
        md_queue_clear(&es->queue);
        return MD_OK;
    }
    if (es->queue_made)
        md_queue_free(&es->queue);
    es->queue_made = true;
    return md_queue_init(&es->queue, kind, es->atoms + 1, error);
}

static double half_skin(const struct md_dynamics *dynamics)
{
    return 0.5 * dynamics->forces->neighbors.rules.skin * INSIDE;
}

/* Times of all events, each from when the later of its atoms was touched. */
enum md_status md_es_pair_predict_all(struct md_es_pair *es, struct md_dynamics *dynamics,
                                      struct md_error *error)
{
    const struct md_atoms *atoms = &dynamics->system->atoms;
    const struct md_neighbors *neighbors = &dynamics->forces->neighbors;
    if (make_queue(es, error))
        return error->status;
    for (size_t i = 0; i < es->atoms; i++) {
        const struct md_es_body *body = &es->body[i];
        for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++) {
            const struct md_es_edge *edge = &es->edge[e];
            const struct md_es_body *other = &es->body[edge->partner];
            es->when[e] = meet_later(body, other, es->image[edge->image], edge,
                                     body->s > other->s ? body->s : other->s);
        }
        choose(es, i);
        es->wait[i].escape = neighbors->held != NULL
                                 ? escape(body, neighbors->held[i], half_skin(dynamics))
                                 : INFINITY;
        es->wait[i].wall = meet_wall(es, body, atoms->groups[i], &es->wait[i].plane);
        if (put(es, atoms, i, error))
            return error->status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ an event */

/* What an event works with. */
struct event {
    struct md_es_pair *es;
    const struct md_atoms *atoms;
    const md_vec3 *held;
    double half, s;
    struct md_error *error;
};

/* Atom i goes on to s, where it has an event. */
static void bring(struct md_es_pair *es, size_t i, double s)
{
    struct md_es_body *body = &es->body[i];
    double ahead = s - body->s, flight = s - es->since[i];
    for (int k = 0; k < 3; k++)
        body->x[k] += ahead * body->v[k];
    body->s = es->since[i] = s;
    es->counts.flight += flight;
    es->counts.flights++;
    if (flight > es->counts.longest)
        es->counts.longest = flight;
    md_ledger_count(es->counts.bin, es->bin0, flight);
}

/* All pairs of atom i once more, but `done` if it is not its own. */
static enum md_status predict(const struct event *event, size_t i, size_t done)
{
    struct md_es_pair *es = event->es;
    const struct md_es_body *body = &es->body[i];
    const double s = event->s;
    size_t e = es->start[i], own = e + (size_t)es->owned[i], end = es->start[i + 1], best = e;
    double least = INFINITY;
    for (; e < own; e++) {
        const struct md_es_edge *edge = &es->edge[e];
        double t = meet_own(body, &es->body[edge->partner], es->image[edge->image], edge, s);
        es->when[e] = t;
        if (t < least) {
            least = t;
            best = e;
        }
    }
    es->wait[i].pair = least;
    es->wait[i].edge = (int32_t)best;
    es->counts.predictions += end - es->start[i];
    for (; e < end; e++) {
        const struct md_es_edge *edge = &es->edge[e];
        size_t owner = (size_t)edge->partner, mate = (size_t)edge->mate;
        struct md_es_wait *wait = &es->wait[owner];
        if (e == done)
            continue;
        double t = meet_other(&es->body[owner], body, es->image[edge->image], edge, s);
        double before = es->when[mate];
        if (t == before)
            continue;
        es->when[mate] = t;
        if (t < wait->pair) {
            wait->pair = t;
            wait->edge = (int32_t)mate;
        } else if (wait->edge == (int32_t)mate || t == wait->pair) {
            choose(es, owner);
        } else {
            continue;
        }
        if (put(es, event->atoms, owner, event->error))
            return event->error->status;
    }
    es->wait[i].escape = escape(body, event->held[i], event->half);
    es->wait[i].wall = meet_wall(es, body, event->atoms->groups[i], &es->wait[i].plane);
    return put(es, event->atoms, i, event->error);
}

/* The atoms' velocities change by an impulse along d, so that d.w changes by so much. */
static void push(struct md_es_pair *es, struct md_es_body *a, struct md_es_body *b,
                 const double d[3], double dd, double change)
{
    static const int first[6] = {0, 1, 2, 0, 0, 1}, second[6] = {0, 1, 2, 1, 2, 2};
    double factor = change / (dd * (a->inverse + b->inverse));
    for (int k = 0; k < 3; k++) {
        a->v[k] += factor * a->inverse * d[k];
        b->v[k] -= factor * b->inverse * d[k];
    }
    for (int k = 0; k < 6; k++)
        es->virial[k] += factor * d[first[k]] * d[second[k]];
}

/* The pair at the edge e, which atom i owns, meets an edge of its terrace. */
static enum md_status happen(const struct event *event, size_t i, size_t e)
{
    struct md_es_pair *es = event->es;
    const struct md_es_edge *edge = &es->edge[e];
    const struct md_es_terraces *table = &es->table[edge->table];
    struct md_es_body *a = &es->body[i], *b = &es->body[edge->partner];
    double d[3], w[3];
    bring(es, i, event->s);
    bring(es, (size_t)edge->partner, event->s);
    md_es_pair_apart(a, b, es->image[edge->image], event->s, d, w);
    double dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    double dw = d[0] * w[0] + d[1] * w[1] + d[2] * w[2];
    /* Edges are much farther apart than rounding takes a pair away from one; on which side of zero
     * a nearly vanishing speed is, is not to be trusted. */
    bool inward = fabs(dd - edge->in2) < fabs(dd - edge->out2);
    size_t to = (size_t)(inward ? edge->terrace + 1 : edge->terrace - 1);
    int64_t here = table->level[edge->terrace], there = table->level[to];
    double speed = inward ? -fabs(dw) : fabs(dw), square = -1.0;
    if (there != MD_ES_WALL)
        square = dw * dw - 2.0 * (double)(there - here) * es->h * (a->inverse + b->inverse) * dd;
    es->counts.events++;
    if (there == MD_ES_WALL || (there > here && !(square > 0.0))) {
        es->counts.reflected++;
        push(es, a, b, d, dd, -speed - dw);
        return MD_OK;
    }
    double after = inward ? -sqrt(square) : sqrt(square);
    /* after - speed without the loss of digits that a small step would bring. */
    double change = (square - dw * dw) / (after + speed);
    push(es, a, b, d, dd, speed == dw ? change : after - dw);
    es->counts.up += there > here;
    es->counts.down += there < here;
    es->level += there - here;
    return md_es_pair_set(es, e, to, event->error);
}

/* ------------------------------------------------------------------ from event to event */

/* All atoms at s, and the epoch there. */
static void gather(struct md_es_pair *es, struct md_dynamics *dynamics, double s)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = 0; i < es->atoms; i++) {
        struct md_es_body *body = &es->body[i];
        double ahead = s - body->s;
        for (int k = 0; k < 3; k++)
            body->x[k] += ahead * body->v[k];
        body->s = 0.0;
        es->since[i] -= s;
        memcpy(atoms->x[i], body->x, sizeof body->x);
        if (body->inverse > 0.0)
            memcpy(atoms->v[i], body->v, sizeof body->v);
    }
    double ticks = s / es->loop.quantum + es->epoch.fraction, whole = floor(ticks);
    es->epoch.tick += (md_tick)whole;
    es->epoch.fraction = ticks - whole;
    es->virial_time -= s;
    es->last_verify -= s;
    es->now = 0.0;
}

static enum md_status renew(struct md_es_pair *es, struct md_dynamics *dynamics, double s,
                            struct md_error *error)
{
    gather(es, dynamics, s);
    es->counts.rebuilds++;
    if (md_es_pair_save(es, dynamics, error))
        return error->status;
    return md_event_loop_renew(es, dynamics, es->epoch.tick, error);
}

static enum md_status piled_up(const struct event *event, size_t i)
{
    return md_error_set(event->error, MD_ERR_RUN, NULL,
                        "%d events without an advance of time, the last of a pair of atom %" PRId64,
                        STALLED, event->atoms->id[i]);
}

/* Atom i is thrown back by a wall. */
static void bounce(const struct event *event, size_t i)
{
    struct md_es_pair *es = event->es;
    struct md_es_body *body = &es->body[i];
    int axis = es->plane[es->wait[i].plane].axis;
    bring(es, i, event->s);
    body->v[axis] = -body->v[axis];
    es->counts.walls++;
}

static enum md_status one(struct event *event, const struct md_dynamics *dynamics, size_t i)
{
    struct md_es_pair *es = event->es;
    size_t e = (size_t)es->wait[i].edge;
    if (event->s > es->now)
        es->stalled = 0;
    else if (++es->stalled > STALLED)
        return piled_up(event, i);
    es->now = event->s;
    if (es->verify && md_es_pair_verify(es, dynamics, event->s, event->error))
        return event->error->status;
    if (es->wait[i].wall < es->wait[i].pair) {
        bounce(event, i);
        return predict(event, i, SIZE_MAX);
    }
    if (happen(event, i, e) || predict(event, i, SIZE_MAX) ||
        predict(event, (size_t)es->edge[e].partner, (size_t)es->edge[e].mate))
        return event->error->status;
    return MD_OK;
}

md_tick md_es_pair_latest(const void *state)
{
    const struct md_es_pair *es = state;
    return es->epoch.tick + (md_tick)floor(es->now / es->loop.quantum + es->epoch.fraction);
}

enum md_status md_es_pair_depart(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es_pair *es = state;
    (void)error;
    es->half = half_skin(dynamics);
    return MD_OK;
}

enum md_status md_es_pair_next(void *state, struct md_dynamics *dynamics, md_tick t_stop, bool *due,
                               struct md_error *error)
{
    struct md_es_pair *es = state;
    (void)dynamics, (void)error;
    *due = md_queue_first(&es->queue, &es->entry, NULL) &&
           es->wait[es->entry].next < md_es_pair_instant(es, t_stop);
    return MD_OK;
}

enum md_status md_es_pair_event(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es_pair *es = state;
    const struct md_es_wait *wait = &es->wait[es->entry];
    struct event event = {.es = es,
                          .atoms = &dynamics->system->atoms,
                          .held = (const md_vec3 *)dynamics->forces->neighbors.held,
                          .half = es->half,
                          .s = wait->next,
                          .error = error};
    if (wait->escape <= wait->pair && wait->escape <= wait->wall)
        return renew(es, dynamics, event.s, error);
    return one(&event, dynamics, es->entry);
}
