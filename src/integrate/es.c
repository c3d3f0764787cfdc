/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energy-stepping (M. Gonzalez, B. Schmidt and M. Ortiz, Int. J. Numer. Meth. Engng 82 (2010) 205).
 * The potential energy is replaced by terraces,
 *
 *     V_h = h floor(V / h),
 *
 * on which the motion is exact: straight lines, and at each level of V a refraction or a
 * reflection. With n = grad V, u = n v = dV/dt, A = n M^-1 n and the step dV = +h going up, -h
 * going down,
 *
 *     v <- v + lambda M^-1 n,   lambda = -2 u / A                                  u^2 <= 2 dV A
 *                               lambda = (-u + sign(u) sqrt(u^2 - 2 dV A)) / A     else.
 *
 * In the first case the kinetic energy does not suffice, and the terrace stays the same.  (Equation
 * (18) of the paper has the wrong sign before the root, its Algorithm 2 is right.)  So K + V_h,
 * momentum and angular momentum are conserved to rounding, whatever h is.
 */
#include "integrate/es.h"
#include "integrate/march.h"
#include "integrate/schemes.h"

#include "base/memory.h"
#include "potential/external.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LONGEST 1000.0 /* time steps, before a search is cut into two */

static struct md_claims es_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .reversible = true,
        .conserves_energy = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
        .asynchronous = true,
    };
}

static enum md_status es_create(void *state, const struct md_args *args, struct md_error *error)
{
    struct md_es *es = state;
    return md_es_read(&es->words, args, error);
}

/* ------------------------------------------------------------------ what it cannot do */

static enum md_status refuse(const struct md_potential_use *use, struct md_error *error)
{
    return md_error_set(error, MD_ERR_UNSUPPORTED, &use->place,
                        "run_style energy-stepping must know how sharply the energy can bend on "
                        "the way, which %s does not tell",
                        use->name != NULL ? use->name : use->type->style.name);
}

/* No pair in a box with walls can be as far apart as the cutoff. */
static bool out_of_reach(const struct md_system *system, const struct md_potential_use *pair)
{
    double square = 0.0, shortest = INFINITY;
    for (int k = 0; k < system->dimension; k++) {
        if (system->box.face[k][0] != MD_FIXED || system->box.face[k][1] != MD_FIXED)
            return false;
        square += system->box.length[k] * system->box.length[k];
    }
    for (int i = 1; i <= system->types; i++)
        for (int j = i; j <= system->types; j++) {
            double cutoff = pair->type->cutoff(pair->state, i, j);
            shortest = cutoff > 0.0 && cutoff < shortest ? cutoff : shortest;
        }
    return shortest * shortest > square;
}

static enum md_status need_smooth(const struct md_es *es, const struct md_dynamics *dynamics,
                                  struct md_error *error)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    if (md_potential_smooth(pair->type, pair->state) || out_of_reach(dynamics->system, pair))
        return MD_OK;
    (void)es;
    md_error_set(error, MD_ERR_UNSUPPORTED, &pair->place,
                 "run_style energy-stepping needs potentials whose energy and force vanish at the "
                 "cutoff, and those of pair_style %s jump there: an atom that passes it would "
                 "change the energy without an event",
                 pair->name);
    return md_error_hint(error, "lj/smooth/linear, lj/smooth, lj/cubic, soft or EAM, or a cutoff "
                                "longer than the diagonal of a box with fixed walls");
}

static enum md_status need_abilities(const struct md_es *es, const struct md_dynamics *dynamics,
                                     struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    const struct md_potential_use *pair = &forces->pair, *bond = md_forces_bond(forces);
    if (pair->type != NULL && pair->type->reach(pair->state) > 0.0) {
        bool able = pair->type->kind == MD_KIND_MANY ? pair->type->star && pair->type->star_span
                                                     : pair->type->some && pair->type->span;
        if (!able)
            return refuse(pair, error);
        if (need_smooth(es, dynamics, error))
            return error->status;
        if (!(forces->neighbors.rules.skin > 0.0)) {
            md_error_set(error, MD_ERR_VALUE, &es->words.place,
                         "run_style energy-stepping needs neighbour lists with a skin greater than "
                         "0, and it is %g",
                         forces->neighbors.rules.skin);
            return md_error_hint(error, "neighbor 0.3 bin");
        }
    }
    if (bond != NULL && (bond->type->some == NULL || bond->type->span == NULL))
        return refuse(bond, error);
    for (int e = 0; e < forces->externals_count; e++)
        if (forces->externals[e].type->field == NULL ||
            forces->externals[e].type->field_span == NULL)
            return refuse(&forces->externals[e], error);
    return MD_OK;
}

/* ------------------------------------------------------------------ set-up */

static enum md_status reserve_atoms(struct md_es *es, size_t atoms, struct md_error *error)
{
    if (atoms <= es->room)
        return MD_OK;
    if (md_memory_grow(&es->push, es->room, atoms, sizeof *es->push, error) ||
        md_memory_grow(&es->v, es->room, atoms, sizeof *es->v, error))
        return error->status;
    es->room = atoms;
    return MD_OK;
}

/* The atoms' order is another one: masses, who moves, who is near whom. */
static enum md_status listed(struct md_es *es, struct md_dynamics *dynamics, struct md_error *error)
{
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    if (reserve_atoms(es, atoms->count, error))
        return error->status;
    es->all_move = true;
    for (size_t i = 0; i < atoms->count; i++) {
        bool moves = (atoms->groups[i] & dynamics->mobile) != 0;
        es->push[i] = moves ? system->units->ftm2v / system->mass[atoms->type[i]] : 0.0;
        es->all_move = es->all_move && moves;
    }
    return md_es_path_list(&es->path, dynamics, error);
}

/* Velocities of the way: atoms outside of all groups that move stay where they are. */
static const md_vec3 *way_velocities(struct md_es *es, const struct md_dynamics *dynamics)
{
    const struct md_atoms *atoms = &dynamics->system->atoms;
    if (es->all_move)
        return (const md_vec3 *)atoms->v;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3; k++)
            es->v[i][k] = es->push[i] > 0.0 ? atoms->v[i][k] : 0.0;
    return (const md_vec3 *)es->v;
}

static enum md_status set_up(struct md_es *es, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    const struct md_units *units = dynamics->system->units;
    forces->neighbors.margin = 0.0;
    es->flying = es->found = es->flight.aside = false;
    es->mobile = dynamics->mobile;
    es->externals = forces->externals_count;
    es->lively = units->mvv2e * units->ftm2v;
    es->quantum = dynamics->system->clock.timestep / (double)MD_TICKS_PER_STEP;
    if (md_forces_begin(forces, dynamics->system, error) || need_abilities(es, dynamics, error) ||
        listed(es, dynamics, error))
        return error->status;
    es->flight.atoms = dynamics->system->atoms.count;
    es->stale = false;
    return MD_OK;
}

static double kinetic_energy(const struct md_es *es, const struct md_dynamics *dynamics)
{
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    double sum = 0.0;
    for (size_t i = 0; i < atoms->count; i++) {
        const double *v = atoms->v[i];
        if (es->push[i] > 0.0)
            sum += system->mass[atoms->type[i]] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return 0.5 * system->units->mvv2e * sum;
}

/* The levels, once and for all. */
static enum md_status find_height(struct md_es *es, double potential, double kinetic,
                                  struct md_error *error)
{
    const struct md_es_words *words = &es->words;
    double depth = potential < 0.0 ? -potential : potential + kinetic;
    if (words->parts > 0.0 && !(fabs(potential) > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &words->height_place,
                            "E0 is the absolute value of the potential energy at the start, and "
                            "that is %g: give the height as a number",
                            potential);
    es->height = words->parts > 0.0 ? fabs(potential) / words->parts : words->height;
    if (es->height > depth) {
        md_error_set(error, MD_ERR_VALUE, &words->height_place,
                     "terraces %g high are higher than the well, which is %g deep at the start: "
                     "all motion would be free",
                     es->height, depth);
        es->height = 0.0;
        return md_error_hint(error, "h E0/100");
    }
    if (!(es->height > 64.0 * DBL_EPSILON * (fabs(potential) + kinetic))) {
        md_error_set(error, MD_ERR_VALUE, &words->height_place,
                     "terraces %g high cannot be told apart where the energy is %g: rounding",
                     es->height, potential);
        es->height = 0.0;
        return md_error_hint(error, "h E0/100");
    }
    es->origin = words->from_start ? potential : 0.0;
    return MD_OK;
}

/* Which terrace: on a level, the one that V is going to. */
static void find_terrace(struct md_es *es, struct md_es_point *start, double potential)
{
    double steps = (potential - es->origin) / es->height, level = nearbyint(steps);
    double noise = 64.0 * DBL_EPSILON * (fabs(steps) + fabs(es->origin) / es->height + 1.0);
    if (fabs(steps - level) > noise) {
        es->terrace = (int64_t)floor(steps);
        start->value = (steps - floor(steps)) * es->height;
        return;
    }
    bool up = start->slope > 0.0 || (start->slope == 0.0 && start->curve >= 0.0);
    es->terrace = (int64_t)level - (up ? 0 : 1);
    start->value = up ? 0.0 : es->height;
}

static enum md_status evaluate_start(struct md_es *es, struct md_dynamics *dynamics,
                                     double *potential, struct md_error *error)
{
    const md_vec3 *v = way_velocities(es, dynamics);
    double value[3], bound[2];
    md_es_path_aim(&es->path, dynamics, v);
    /* Where V'' of a part is known by bounds alone, these come first. */
    if (md_es_path_bound(&es->path, dynamics, v, 0.0, 0.0, bound, error) ||
        md_es_path_evaluate(&es->path, dynamics, v, 0.0, value, error))
        return error->status;
    if (!isfinite(value[0]) || !isfinite(value[1]))
        return md_error_set(error, MD_ERR_RUN, NULL, "the potential energy is not a number");
    *potential = value[0];
    es->start = (struct md_es_point){.slope = value[1], .curve = value[2]};
    return MD_OK;
}

/* From the synchronous state at the present tick. */
static enum md_status launch(struct md_es *es, struct md_dynamics *dynamics, struct md_error *error)
{
    double potential;
    es->base = es->last = es->since = (struct md_es_time){dynamics->system->clock.now, 0.0};
    memset(es->impulse, 0, sizeof es->impulse);
    memset(es->impulse_bond, 0, sizeof es->impulse_bond);
    if (evaluate_start(es, dynamics, &potential, error))
        return error->status;
    double kinetic = kinetic_energy(es, dynamics);
    if (!(es->height > 0.0) && find_height(es, potential, kinetic, error))
        return error->status;
    find_terrace(es, &es->start, potential);
    es->begin_energy = kinetic + md_es_terraced(es);
    es->worst = 0.0;
    es->flying = true;
    es->found = false;
    return MD_OK;
}

/* Nobody touched what the last run left: its flight goes on. */
static bool untouched(const struct md_es *es, const struct md_dynamics *dynamics)
{
    const struct md_system *system = dynamics->system;
    const struct md_forces *forces = dynamics->forces;
    return es->flying && es->flight.aside && !es->stale && forces->listed &&
           forces->resume == NULL && es->mobile == dynamics->mobile &&
           es->externals == forces->externals_count &&
           es->quantum == system->clock.timestep / (double)MD_TICKS_PER_STEP &&
           es->flight.print == md_flight_print(system);
}

static enum md_status es_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es *es = state;
    struct md_forces *forces = dynamics->forces;
    if (es->bin == NULL && md_memory_grow(&es->bin, 0, MD_LEDGER_BINS, sizeof *es->bin, error))
        return error->status;
    memset(es->bin, 0, MD_LEDGER_BINS * sizeof *es->bin);
    es->counts = (struct md_es_counts){.row = es->counts.row, .row_time = es->counts.row_time};
    es->path.evaluations = 0;
    if (md_ledger_begin(&dynamics->system->ledger, &dynamics->system->atoms, error))
        return error->status;
    if (untouched(es, dynamics)) {
        forces->lost = forces->lost_id = 0;
        forces->neighbors.builds = forces->neighbors.dangerous = 0;
        forces->warnings = 0;
        forces->warned = false;
    } else if (set_up(es, dynamics, error) ||
               (forces->resume == NULL && launch(es, dynamics, error))) {
        return error->status;
    }
    es->bin0 = dynamics->system->clock.timestep * 0x1p-12;
    md_es_show(es, dynamics);
    return MD_OK;
}

static void es_changed(void *state, struct md_dynamics *dynamics, unsigned what)
{
    struct md_es *es = state;
    (void)dynamics;
    es->flying = es->found = es->flight.aside = false;
    if (what & (MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_POTENTIAL | MD_CHANGED_TIMESTEP))
        es->stale = true;
}

/* ------------------------------------------------------------------ events */

static struct md_es_time later(const struct md_es *es, struct md_es_time time, double by)
{
    double ticks = by / es->quantum, whole = floor(ticks);
    if (!(whole < 0x1p61))
        return (struct md_es_time){INT64_MAX, 0.0};
    double fraction = time.fraction + (ticks - whole);
    double carry = floor(fraction);
    return (struct md_es_time){time.tick + (md_tick)whole + (md_tick)carry, fraction - carry};
}

/* All atoms go on along their way. */
static void drift(struct md_es *es, struct md_dynamics *dynamics, double by)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; es->push[i] > 0.0 && k < 3; k++)
            atoms->x[i][k] += by * atoms->v[i][k];
    es->base = later(es, es->base, by);
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
        for (int k = 0; es->push[i] > 0.0 && k < 3; k++) {
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
    struct way way = {es, dynamics, way_velocities(es, dynamics)};
    struct md_es_way path = {&way, way_evaluate, way_bound};
    struct md_es_point end;
    double noise = 16.0 * DBL_EPSILON * (fabs(md_es_terraced(es)) + es->height);
    double wanted = es->words.root * es->height;
    es->search.height = es->height;
    es->search.tolerance = wanted > noise ? wanted : noise;
    es->search.limit = list_holds(es, dynamics);
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

/* Refraction or reflection at the level that was met; the gradient is that of the path. */
static void cross(struct md_es *es, struct md_dynamics *dynamics)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    const md_vec3 *n = (const md_vec3 *)es->path.n;
    double step = es->exit == MD_ES_ABOVE ? es->height : -es->height;
    double u = 0.0, a = 0.0, lambda;
    for (size_t i = 0; i < atoms->count; i++) {
        if (!(es->push[i] > 0.0))
            continue;
        for (int k = 0; k < 3; k++) {
            u += n[i][k] * atoms->v[i][k];
            a += es->push[i] * n[i][k] * n[i][k];
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
            atoms->v[i][k] += lambda * es->push[i] * n[i][k];
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

/* A new list at the base; the atoms may be fewer and in another order. */
static enum md_status rebuild(struct md_es *es, struct md_dynamics *dynamics,
                              struct md_error *error)
{
    struct md_system *system = dynamics->system;
    size_t atoms = system->atoms.count;
    double potential;
    system->clock.now = es->base.tick;
    if (md_forces_rebuild(dynamics->forces, system, error) || listed(es, dynamics, error))
        return error->status;
    if (system->atoms.count != atoms)
        return launch(es, dynamics, error);
    if (evaluate_start(es, dynamics, &potential, error))
        return error->status;
    es->start.value = (potential - es->origin) - (double)es->terrace * es->height;
    return MD_OK;
}

static enum md_status next_event(struct md_es *es, struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    drift(es, dynamics, es->ahead);
    es->found = false;
    if (es->exit == MD_ES_INSIDE)
        return rebuild(es, dynamics, error);
    cross(es, dynamics);
    md_es_path_aim(&es->path, dynamics, way_velocities(es, dynamics));
    md_es_path_turned(&es->path, &es->start.curve);
    if (!isfinite(es->start.slope))
        return md_error_set(error, MD_ERR_RUN, NULL, "velocities are not numbers any more");
    return MD_OK;
}

/* ------------------------------------------------------------------ being looked at */

/* The virial of kicks since the last look, per time, takes the place of that of forces. */
static void collide(struct md_es *es, struct md_dynamics *dynamics, struct md_es_time now)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    struct md_tally *tally = &dynamics->forces->tally, tail = {0};
    double time = md_es_between(es, es->since, now);
    if (!(time > 0.0))
        return;
    if (pair->type != NULL && pair->type->tail != NULL)
        pair->type->tail(pair->state, dynamics->system, &tail);
    for (int k = 0; k < 6; k++) {
        tally->virial[k] = es->impulse[k] / time + tail.virial[k] + tally->virial_external[k];
        tally->virial_bond[k] = es->impulse_bond[k] / time;
        es->impulse[k] = es->impulse_bond[k] = 0.0;
    }
    es->since = now;
}

static enum md_status publish(struct md_es *es, struct md_dynamics *dynamics,
                              struct md_error *error)
{
    struct md_system *system = dynamics->system;
    struct md_es_time now = {system->clock.now, 0.0}, base = es->base;
    if (md_flight_put(&es->flight, &system->atoms, error))
        return error->status;
    drift(es, dynamics, md_es_between(es, base, now));
    es->base = base;
    es->flight.aside = true;
    md_neighbors_refresh(&dynamics->forces->neighbors, system);
    if (md_forces_compute(dynamics->forces, system, true, error))
        return error->status;
    if (dynamics->look)
        collide(es, dynamics, now);
    double strayed = fabs(kinetic_energy(es, dynamics) + md_es_terraced(es) - es->begin_energy);
    es->worst = strayed > es->worst ? strayed : es->worst;
    md_es_show(es, dynamics);
    return MD_OK;
}

static enum md_status fly(struct md_es *es, struct md_dynamics *dynamics, md_tick t_stop,
                          struct md_error *error)
{
    struct md_clock *clock = &dynamics->system->clock;
    if (es->stale && set_up(es, dynamics, error))
        return error->status;
    if (t_stop == clock->now)
        return MD_OK;
    if (!es->flying && launch(es, dynamics, error))
        return error->status;
    if (es->flight.aside) {
        md_flight_take(&es->flight, &dynamics->system->atoms);
        if (!es->found)
            md_es_path_aim(&es->path, dynamics, way_velocities(es, dynamics));
    }
    for (;;) {
        if (!es->found && find_next(es, dynamics, error))
            return error->status;
        struct md_es_time next = later(es, es->base, es->ahead);
        if (next.tick >= t_stop)
            break;
        if (dynamics->stop != NULL && *dynamics->stop != 0) {
            md_tick end = (next.tick / MD_TICKS_PER_STEP + 1) * MD_TICKS_PER_STEP;
            t_stop = end < t_stop ? end : t_stop;
        }
        if (next_event(es, dynamics, error))
            return error->status;
    }
    clock->now = t_stop;
    return publish(es, dynamics, error);
}

static enum md_status es_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                 struct md_error *error)
{
    struct md_es *es = state;
    if (fly(es, dynamics, t_stop, error) == MD_OK)
        return MD_OK;
    es->flying = es->found = es->flight.aside = false;
    return md_march_at_step(dynamics->system, error);
}

static enum md_status es_end(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es *es = state;
    (void)error;
    es->flight.print = md_flight_print(dynamics->system);
    return MD_OK;
}

static struct md_work es_work(const void *state)
{
    const struct md_es *es = state;
    const struct md_es_counts *counts = &es->counts;
    return (struct md_work){.events = counts->reflections + counts->uphill + counts->downhill +
                                      counts->barriers,
                            .force_evaluations = counts->evaluations + counts->bounds};
}

/* ------------------------------------------------------------------ restart */

static enum md_status es_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_es *es = state;
    bool flags[2] = {es->flying && es->flight.aside, es->stale};
    double levels[2] = {es->height, es->origin};
    int64_t ticks[3] = {es->base.tick, es->last.tick, es->since.tick};
    double numbers[10] = {es->base.fraction,  es->last.fraction,   es->since.fraction,
                          es->start.value,    es->start.slope,     es->start.curve,
                          es->begin_energy,   es->counts.row_time, (double)es->counts.row,
                          es->path.rest_curve};
    if (md_archive_bools(archive, "flags", flags, 2, error) ||
        md_archive_doubles(archive, "levels", levels, 2, error))
        return error->status;
    es->stale = flags[1];
    es->height = levels[0];
    es->origin = levels[1];
    if (!flags[0])
        return MD_OK;
    if (md_archive_ints(archive, "terrace", &es->terrace, 1, error) ||
        md_archive_ints(archive, "ticks", ticks, 3, error) ||
        md_archive_doubles(archive, "numbers", numbers, 10, error) ||
        md_archive_doubles(archive, "impulse", es->impulse, 6, error) ||
        md_archive_doubles(archive, "impulse_bond", es->impulse_bond, 6, error) ||
        md_flight_keep(&es->flight, archive, error))
        return error->status;
    if (md_archive_reading(archive)) {
        es->base = (struct md_es_time){ticks[0], numbers[0]};
        es->last = (struct md_es_time){ticks[1], numbers[1]};
        es->since = (struct md_es_time){ticks[2], numbers[2]};
        es->start =
            (struct md_es_point){.value = numbers[3], .slope = numbers[4], .curve = numbers[5]};
        es->begin_energy = numbers[6];
        es->counts.row_time = numbers[7];
        es->counts.row = numbers[8] > 0.0 && numbers[8] < 0x1p60 ? (uint64_t)numbers[8] : 0;
        es->path.rest_curve = numbers[9];
        es->flying = es->flight.aside = true;
        es->found = false;
    }
    return MD_OK;
}

static void es_destroy(void *state)
{
    struct md_es *es = state;
    md_es_path_free(&es->path);
    md_flight_free(&es->flight);
    md_memory_free(es->push);
    md_memory_free(es->v);
    md_memory_free(es->bin);
    *es = (struct md_es){0};
}

static const char manual[] =
    "The potential energy V is replaced by terraces of the height h, V_h = h floor(V/h), and the\n"
    "motion on these is exact: all atoms fly straight, and when V meets a level they are\n"
    "refracted, or reflected where the kinetic energy does not suffice to go up.  K + V_h,\n"
    "momentum and angular momentum are kept to rounding for any h; the timestep only says when\n"
    "rows come.  Steps follow the motion: on average they are proportional to h, the longest to\n"
    "its square root.\n"
    "\n"
    "h VALUE        height of the terraces, in units of energy\n"
    "h E0/N         the N-th part of E0, the absolute value of V when the first run begins\n"
    "offset zero    levels are multiples of h (default)\n"
    "offset start   levels are counted from V at the start\n"
    "root TOL       how close to a level V must be at an event, in units of h (1e-12)\n"
    "verify         finds every event a second time, by brute force, and stops where the two\n"
    "               disagree: some hundred times slower\n"
    "\n"
    "The next level is never missed: bounds of the second derivative of V along the way show up\n"
    "to where no level can have been crossed.  A level that is touched, to rounding, is not\n"
    "crossed.  A start on a level is put on the terrace that V is going to.\n"
    "\n"
    "Thermo rows show V (pe) and K + V (etotal) of the instant; V_h, E_h, counts of events and a\n"
    "histogram of steps come from compute es/steps.  The pressure is that of the impulses since\n"
    "the last row.  Long rows of reflections without a crossing happen (traps), more so with high\n"
    "terraces: averages need several starts, and the report tells the share of such time.\n"
    "\n"
    "Every event takes the time of some evaluations of all forces, and in large systems events\n"
    "are frequent: there energy-stepping/pair is the better choice.\n"
    "\n"
    "Refused: potentials that jump at their cutoff (lj/cut; lj/smooth/linear, lj/smooth and EAM\n"
    "do not) or do not tell bounds of their curvature; thermostats and all that changes forces or\n"
    "the box.  Not in LAMMPS.";

const struct md_integrator md_integrator_energy_stepping = {
    .style =
        {
            .name = "energy-stepping",
            .summary = "exact motion on terraces of the potential energy",
            .usage = "run_style energy-stepping h VALUE|E0/N [offset zero|start] [root TOL] "
                     "[verify]",
            .manual = manual,
            .cite = "M. Gonzalez, B. Schmidt, M. Ortiz, "
                    "Int. J. Numer. Meth. Engng 82 (2010) 205",
            .state_size = sizeof(struct md_es),
        },
    .create = es_create,
    .claims = es_claims,
    .needs = MD_NEEDS_SUM,
    .takes_flat = true,
    .keeps_terraces = true,
    .fixed_box = true,
    .keep = es_keep,
    .begin = es_begin,
    .advance = es_advance,
    .observe = md_march_observe,
    .changed = es_changed,
    .end = es_end,
    .work = es_work,
    .report = md_es_report,
    .destroy = es_destroy,
};
