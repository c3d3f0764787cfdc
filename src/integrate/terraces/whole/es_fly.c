/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From event to event: the way to the next level, and what happens there. */
#include "integrate/terraces/whole/es.h"

#include <float.h>
#include <math.h>

#define CROWD   10000  /* events in a tick, 2^-20 of the time step */
#define LONGEST 1000.0 /* time steps, before a search is cut into two */

/* ------------------------------------------------------------------ events */

/* All atoms go on along their way. */
void md_es_drift(struct md_es *es, struct md_dynamics *dynamics, double by)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; es->inverse[i] > 0.0 && k < 3; k++)
            atoms->x[i][k] += by * atoms->v[i][k];
    es->base = md_instant_later(es->base, by, es->loop.quantum);
}

/* For how long the list certainly holds every pair that interacts. */
static double list_holds(const struct md_es *es, const struct md_dynamics *dynamics)
{
    const struct md_neighbors *neighbors = &dynamics->forces->neighbors;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    double longest = LONGEST * dynamics->system->clock.timestep;
    double distance = 0.0, speed = 0.0, half = 0.5 * neighbors->rules.skin;
    if (neighbors->rules.once || !(half > 0.0))
        return longest;
    for (size_t i = 0; i < atoms->count; i++) {
        double d2 = 0.0, v2 = 0.0;
        for (int k = 0; es->inverse[i] > 0.0 && k < 3; k++) {
            double d = atoms->x[i][k] - neighbors->held[i][k];
            d2 += d * d;
            v2 += atoms->v[i][k] * atoms->v[i][k];
        }
        distance = d2 > distance ? d2 : distance;
        speed = v2 > speed ? v2 : speed;
    }
    double left = half * (1.0 - 1e-9) - sqrt(distance);
    double holds = left > 0.0 ? left / sqrt(speed) : 0.0;
    return holds < longest ? holds : longest;
}

/* The first hard wall that an atom meets before `limit`, which becomes the time until then. */
static void find_wall(struct md_es *es, const struct md_dynamics *dynamics, double *limit)
{
    const struct md_forces *forces = dynamics->forces;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    es->wall.atom = -1;
    for (int m = 0; m < forces->mirrors_count; m++)
        for (int p = 0; p < forces->mirrors[m].planes; p++) {
            const struct md_mirror_plane *plane = &forces->mirrors[m].plane[p];
            for (size_t n = 0; n < es->path.order.count; n++) {
                size_t i = es->path.order.atom[n];
                double left = plane->side * (atoms->x[i][plane->axis] - plane->at);
                double speed = -plane->side * atoms->v[i][plane->axis];
                if ((atoms->groups[i] & plane->groups) == 0 || !(es->inverse[i] > 0.0) ||
                    !(speed > 0.0) || !(left < *limit * speed))
                    continue;
                *limit = left > 0.0 ? left / speed : 0.0;
                es->wall.atom = (ptrdiff_t)i;
                es->wall.axis = plane->axis;
                es->wall.at = plane->at;
            }
        }
}

/* The first two atoms that touch before `limit`: r^2(s) = d^2, coming closer. */
static void find_contact(struct md_es *es, double *limit)
{
    es->touching = -1;
    for (int n = MD_ES_PAIRS; es->contact != NULL && n <= MD_ES_WEAKENED; n++) {
        const struct md_es_set *set = &es->path.set[n];
        for (size_t p = 0; p < set->count; p++) {
            double a = set->a[p], b = set->b[p], left = set->c[p] - es->contact[set->row[p]];
            double square = b * b - a * left;
            if (!(es->contact[set->row[p]] > 0.0) || !(b < 0.0) || square < 0.0)
                continue;
            double s = left > 0.0 ? left / (sqrt(square) - b) : 0.0;
            if (!(s < *limit))
                continue;
            *limit = s;
            es->touching = (ptrdiff_t)p;
            es->touching_set = n;
        }
    }
}

struct way {
    struct md_es *es;
    const struct md_dynamics *dynamics;
    const md_vec3 *v;
};

static enum md_status way_evaluate(void *context, double s, struct md_es_point *point,
                                   struct md_error *error)
{
    struct way *way = context;
    double value[3];
    if (md_es_path_evaluate(&way->es->path, way->dynamics, way->v, s, value, error))
        return error->status;
    point->value = (value[0] - way->es->origin) - (double)way->es->terrace * way->es->height;
    point->slope = value[1];
    point->curve = value[2];
    return MD_OK;
}

static enum md_status way_bound(void *context, double from, double to, double bound[2],
                                struct md_error *error)
{
    struct way *way = context;
    return md_es_path_bound(&way->es->path, way->dynamics, way->v, from, to, bound, error);
}

static enum md_status find_next(struct md_es *es, struct md_dynamics *dynamics,
                                struct md_error *error)
{
    struct way way = {es, dynamics, md_es_velocities(es, dynamics)};
    struct md_es_way path = {&way, way_evaluate, way_bound};
    struct md_es_point end;
    double noise = 16.0 * DBL_EPSILON * (fabs(md_es_terraced(es)) + es->height);
    double wanted = es->words.root * es->height;
    es->search.height = es->height;
    es->search.tolerance = wanted > noise ? wanted : noise;
    es->search.limit = list_holds(es, dynamics);
    find_wall(es, dynamics, &es->search.limit);
    find_contact(es, &es->search.limit);
    es->search.evaluations = es->search.bounds = 0;
    if (md_es_search(&es->search, &path, &es->start, &es->exit, &end, error))
        return error->status;
    es->ahead = end.s;
    es->counts.evaluations += es->search.evaluations;
    es->counts.bounds += es->search.bounds;
    if (es->words.verify && md_es_verify(es, dynamics, way.v, &es->start, &end, error))
        return error->status;
    if (es->exit != MD_ES_INSIDE)
        md_es_path_gradient(&es->path, dynamics, way.v, end.s);
    es->found = true;
    return MD_OK;
}

enum md_status md_es_next(void *state, struct md_dynamics *dynamics, md_tick t_stop, bool *due,
                          struct md_error *error)
{
    struct md_es *es = state;
    if (!es->found && find_next(es, dynamics, error))
        return error->status;
    *due = md_instant_later(es->base, es->ahead, es->loop.quantum).tick < t_stop;
    return MD_OK;
}

/* Refraction or reflection at the level that was met; the gradient is that of the path. */
static void cross(struct md_es *es, struct md_dynamics *dynamics)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    const md_vec3 *n = (const md_vec3 *)es->path.n;
    double step = es->exit == MD_ES_ABOVE ? es->height : -es->height;
    double u = 0.0, a = 0.0, lambda;
    for (size_t at = 0; at < es->path.order.count; at++) {
        size_t i = es->path.order.atom[at];
        if (!(es->inverse[i] > 0.0))
            continue;
        for (int k = 0; k < 3; k++) {
            u += n[i][k] * atoms->v[i][k];
            a += es->inverse[i] * n[i][k] * n[i][k];
        }
    }
    double square = u * u - 2.0 * step * a / es->lively;
    bool reflected = es->exit == MD_ES_ABOVE && square <= 0.0;
    double slope = reflected ? -u : copysign(sqrt(square), u);
    if (reflected)
        lambda = -2.0 * u / a;
    else /* that of the two roots which is not a difference of nearly equal numbers */
        lambda = -2.0 * step / es->lively / (u + slope);
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3; k++)
            atoms->v[i][k] += lambda * es->inverse[i] * n[i][k];
    for (int k = 0; k < 6; k++) {
        es->impulse[k] -= lambda * es->path.virial[k];
        es->impulse_bond[k] -= lambda * es->path.virial_bond[k];
    }
    if (!reflected)
        es->terrace += es->exit == MD_ES_ABOVE ? 1 : -1;
    double time = md_es_between(es, es->last, es->base);
    es->last = es->base;
    md_es_count(es, time, reflected);
    /* It is on a level now, and leaves it into the terrace where it is. */
    bool bottom = (es->exit == MD_ES_ABOVE) != reflected;
    es->start = (struct md_es_point){.value = bottom ? 0.0 : es->height, .slope = slope};
}

/* The atom is thrown back, and nothing else happens. */
static void bounce_off_wall(struct md_es *es, struct md_atoms *atoms)
{
    double *v = &atoms->v[es->wall.atom][es->wall.axis];
    atoms->x[es->wall.atom][es->wall.axis] = es->wall.at;
    *v = -*v;
}

/* Both atoms change the velocity along the line between them; J is the impulse over r. */
static void bounce_apart(struct md_es *es, struct md_atoms *atoms)
{
    const struct md_es_two *two = &es->path.set[es->touching_set].two[es->touching];
    size_t i = (size_t)two->atom[0], j = (size_t)two->atom[1];
    double r[3], along = 0.0, square = 0.0;
    for (int k = 0; k < 3; k++) {
        double vi = es->inverse[i] > 0.0 ? atoms->v[i][k] : 0.0;
        double vj = es->inverse[j] > 0.0 ? atoms->v[j][k] : 0.0;
        r[k] = atoms->x[i][k] - (atoms->x[j][k] + two->offset[k]);
        along += r[k] * (vi - vj);
        square += r[k] * r[k];
    }
    double impulse = -2.0 * along / square / (es->inverse[i] + es->inverse[j]);
    for (int k = 0; k < 3; k++) {
        atoms->v[i][k] += es->inverse[i] * impulse * r[k];
        atoms->v[j][k] -= es->inverse[j] * impulse * r[k];
        es->impulse[k] += impulse * r[k] * r[k];
    }
    es->impulse[3] += impulse * r[0] * r[1];
    es->impulse[4] += impulse * r[0] * r[2];
    es->impulse[5] += impulse * r[1] * r[2];
}

/* A step of infinite height: V and the terrace stay as they are. */
static enum md_status bounce(struct md_es *es, struct md_dynamics *dynamics, struct md_error *error)
{
    double potential, time = md_es_between(es, es->last, es->base);
    if (es->touching >= 0)
        bounce_apart(es, &dynamics->system->atoms);
    else
        bounce_off_wall(es, &dynamics->system->atoms);
    es->last = es->base;
    md_es_count_barrier(es, time);
    if (md_es_look_ahead(es, dynamics, &potential, error))
        return error->status;
    es->start.value = (potential - es->origin) - (double)es->terrace * es->height;
    return MD_OK;
}

enum md_status md_es_event(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es *es = state;
    md_tick before = es->base.tick;
    md_es_drift(es, dynamics, es->ahead);
    es->found = false;
    es->crowd = es->base.tick == before ? es->crowd + 1 : 0;
    if (es->crowd > CROWD)
        return md_error_set(
            error, MD_ERR_RUN, &es->words.height_place,
            "%d events within no time: V stays at a level and can neither cross nor "
            "leave it; another h, or another offset, puts the level elsewhere",
            CROWD);
    if (es->exit == MD_ES_INSIDE && (es->wall.atom >= 0 || es->touching >= 0))
        return bounce(es, dynamics, error);
    if (es->exit == MD_ES_INSIDE)
        return md_event_loop_renew(es, dynamics, es->base.tick, error);
    cross(es, dynamics);
    md_es_path_aim(&es->path, dynamics, md_es_velocities(es, dynamics));
    md_es_path_turned(&es->path, &es->start.curve);
    if (!isfinite(es->start.slope))
        return md_error_set(error, MD_ERR_RUN, NULL, "velocities are not numbers any more");
    return MD_OK;
}
