/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hot: a collision cascade, a few fast atoms in a large cold solid.
 *
 * A block [T, T + H]: half a kick of what is cold; then atoms fly, and hot pairs go through the
 * block with steps of their own (avi_hot_pairs.c), while all other atoms go straight; the cold
 * forces at T + H, with the same division into hot and cold, and their other half kick.  With no
 * hot atom this is velocity Verlet with the step H.
 *
 * One sum over all cold pairs is made in a block, at its end.  What the hot pairs exert there is
 * known too, so the force of everything is, and the cold forces of the next block are that less
 * what its own hot pairs exert.  The state between blocks is synchronous, and the division into
 * hot and cold a function of it: nothing need be kept for a restart.
 */
#include "integrate/avi/avi_hot.h"
#include "integrate/step/march.h"

#include "base/memory.h"
#include "state/mass.h"

#include <math.h>
#include <string.h>

/* With accuracy 1: way of a step in units of the radius, share of an energy that just counts as
 * fast, share of sqrt(m/k), and the longest way of a step of a soft pair. */
#define TRAVEL  0.003
#define ENERGY  5e-5
#define ETA     0.04
#define LONGEST 0.25

/* ------------------------------------------------------------------ set-up */

static enum md_status refuse(const struct md_avi *avi, struct md_dynamics *dynamics,
                             struct md_error *error)
{
    const struct md_forces *forces = dynamics->forces;
    const struct md_place *place = &avi->words.hot_place;
    const struct md_potential *pair = forces->pair.type;
    if (pair == NULL || !(pair->reach(forces->pair.state) > 0.0))
        return md_error_set(error, MD_ERR_UNSUPPORTED, place,
                            "'hot' drives pairs, and there is no pair potential");
    const unsigned needs = MD_CAN_ONE | MD_CAN_STIFFNESS;
    if (pair->kind == MD_KIND_PAIR ? (md_potential_can(pair, forces->pair.state) & needs) != needs
                                   : pair->star == NULL)
        return md_error_set(error, MD_ERR_UNSUPPORTED, place,
                            "'hot' cannot drive single elements of pair style %s",
                            forces->pair.name);
    for (int k = 0; k < forces->others_count; k++) {
        int kind = forces->others[k].type->topology;
        size_t count = dynamics->system->topology.list[kind].count;
        if (count > 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, place,
                                "run_style avi hot does not support %s; this system has %zu",
                                md_topology_kinds[kind].many, count);
    }
    if (forces->externals_count > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, place,
                            "'hot' has no steps of its own for fix %s, which a fast atom would "
                            "pass unnoticed within a block",
                            forces->externals[0].name);
    if (forces->neighbors.rules.exclusions > 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, place,
                            "'hot' finds pairs by distance alone and knows nothing of "
                            "neigh_modify exclude");
    return MD_OK;
}

/* Squares and inverses of what steps are chosen by; see rung_of in avi_hot_pairs.c. */
static void set_bounds(struct md_hot *hot, const struct md_avi *avi, const struct md_system *system)
{
    double a = avi->words.hot_accuracy > 0.0 ? avi->words.hot_accuracy : 1.0;
    double light = INFINITY, heavy = 0.0;
    for (int t = 1; md_mass_by_type(system) && t <= system->types; t++) {
        if (!(system->mass[t] > 0.0))
            continue;
        light = fmin(light, system->mass[t]);
        heavy = fmax(heavy, system->mass[t]);
    }
    for (size_t i = 0; !md_mass_by_type(system) && i < system->atoms.count; i++) {
        light = fmin(light, md_mass_of(system, i));
        heavy = fmax(heavy, md_mass_of(system, i));
    }
    double energy = a * ENERGY * 0.5 * light * hot->speed_sq * system->units->mvv2e;
    double soft = 12.0 / 14.0 * energy, travel = a * TRAVEL * hot->radius;
    double far = fmax(LONGEST * hot->radius, travel), eta = a * ETA / hot->block;
    hot->accuracy = a;
    hot->travel = pow(travel, -6.0);
    hot->far = pow(far, -6.0);
    hot->stretch = 1.0 / (soft * soft);
    hot->eta_sq = 1.0 / (eta * eta);
    hot->heavier = heavy > 0.0 ? pow(2.0 * heavy / (heavy + light), 2.0) : 1.0;
}

static enum md_status hot_begin(struct md_avi *avi, struct md_dynamics *dynamics,
                                struct md_error *error)
{
    struct md_hot *hot = avi->own;
    const struct md_system *system = dynamics->system;
    if (refuse(avi, dynamics, error))
        return error->status;
    if (hot == NULL) {
        avi->own = hot = md_memory_array(1, sizeof *hot);
        if (hot == NULL)
            return md_error_memory(error, "the integrator");
    }
    hot->ticks = avi->clock[0].step;
    hot->block = (double)hot->ticks * avi->quantum;
    hot->speed_sq = avi->words.hot_speed * avi->words.hot_speed;
    hot->radius = avi->words.hot_radius;
    hot->many = dynamics->forces->pair.type->kind == MD_KIND_MANY;
    hot->reach = dynamics->forces->pair.type->reach(dynamics->forces->pair.state);
    set_bounds(hot, avi, system);
    double range = hot->reach + dynamics->forces->neighbors.rules.skin;
    for (int c = 0; c < system->dimension; c++)
        if (system->box.periodic[c] && system->box.length[c] < 2.0 * range)
            return md_error_set(error, MD_ERR_VALUE, &avi->words.hot_place,
                                "the box is %g long along %c: 'hot' needs more than twice the "
                                "cutoff and skin, %g",
                                system->box.length[c], "xyz"[c], 2.0 * range);
    return MD_OK;
}

static enum md_status hot_listed(struct md_avi *avi, struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    struct md_hot *hot = avi->own;
    const struct md_box *box = &dynamics->system->box;
    for (int k = 0; k < 27; k++) {
        int step[3] = {k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1};
        for (int c = 0; c < 3; c++)
            hot->shift[k][c] = step[c] * box->length[c];
    }
    avi->clock[0].elements = dynamics->forces->neighbors.pairs;
    return md_avi_hot_find_listed(hot, dynamics, error);
}

static enum md_status hot_launch(struct md_avi *avi, struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    (void)avi, (void)dynamics, (void)error;
    return MD_OK;
}

/* ------------------------------------------------------------------ a block */

struct sweep {
    const struct md_avi *avi;
    double half, drift;
};

static void depart_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct sweep *sweep = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    const int *row = md_mobility_rows(&dynamics->mobility, atoms);
    const double *inverse = dynamics->mobility.inverse;
    md_vec3 *x = atoms->x, *v = atoms->v;
    const md_vec3 *f = (const md_vec3 *)atoms->f;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double kick = sweep->half * inverse[row[i]];
        for (int c = 0; c < 3; c++) {
            v[i][c] += kick * f[i][c];
            x[i][c] += sweep->drift * v[i][c];
        }
    }
}

static void arrive_share(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct sweep *sweep = context;
    struct md_atoms *atoms = &dynamics->system->atoms;
    const int *row = md_mobility_rows(&dynamics->mobility, atoms);
    const double *inverse = dynamics->mobility.inverse;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double kick = sweep->half * inverse[row[i]];
        for (int c = 0; c < 3; c++)
            atoms->v[i][c] += kick * atoms->f[i][c];
    }
}

/* Local atoms are where their hot pairs took them. */
static enum md_status land(const struct md_hot *hot, struct md_system *system,
                           struct md_error *error)
{
    struct md_atoms *atoms = &system->atoms;
    for (size_t s = 0; s < hot->spots; s++) {
        const struct md_hot_spot *spot = &hot->spot[s];
        int32_t i = hot->atom[s];
        if (spot->inverse == 0.0)
            continue;
        double sum = 0.0;
        for (int c = 0; c < 3; c++) {
            atoms->x[i][c] = spot->x[c];
            atoms->v[i][c] = spot->v[c];
            sum += fabs(spot->x[c]) + fabs(spot->v[c]);
        }
        if (!isfinite(sum))
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "atom %lld flies to (%g, %g, %g): the simulation is unstable",
                                (long long)atoms->id[i], spot->x[0], spot->x[1], spot->x[2]);
    }
    return MD_OK;
}

/* Forces of the cold pairs into f. */
static enum md_status sum_cold(struct md_avi *avi, struct md_dynamics *dynamics, bool tally,
                               struct md_error *error)
{
    struct md_hot *hot = avi->own;
    struct md_forces *forces = dynamics->forces;
    struct md_summand summand = {.use = &forces->pair,
                                 .neighbors = &hot->view,
                                 .zero = true,
                                 .tally = tally,
                                 .f = dynamics->system->atoms.f};
    uint64_t pairs = forces->neighbors.pairs - hot->removed / 2;
    forces->evaluations++;
    forces->pair_evaluations += pairs;
    avi->clock[0].updates += pairs;
    avi->events++;
    avi->evaluations++;
    if (md_forces_sum(forces, dynamics->system, &summand, error))
        return error->status;
    if (hot->many)
        md_avi_hot_stars_correct(hot, &forces->pair, dynamics->system, &hot->tally);
    return MD_OK;
}

/* The forces of everything, and their energies when asked. */
static enum md_status settle(struct md_avi *avi, struct md_dynamics *dynamics, bool tally,
                             struct md_error *error)
{
    const struct md_hot *hot = avi->own;
    struct md_system *system = dynamics->system;
    /* Strays have left the common list: energies of single atoms need another one. */
    dynamics->forces->listed = hot->strays == 0;
    for (size_t s = 0; s < hot->spots; s++)
        for (int c = 0; c < 3; c++)
            system->atoms.f[hot->atom[s]][c] += hot->force[s][c];
    if (!tally) {
        dynamics->forces->instant++;
        return MD_OK;
    }
    struct md_tally sum;
    md_forces_total(dynamics->forces, &sum);
    if (hot->spots > 0)
        md_tally_add(&sum, &hot->tally);
    return md_forces_settle(dynamics->forces, system, &sum, error);
}

static enum md_status find(struct md_avi *avi, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_hot *hot = avi->own;
    bool crowded;
    if (md_avi_hot_find(hot, avi, dynamics, &crowded, error))
        return error->status;
    if (!crowded)
        return MD_OK;
    avi->evaluations++;
    if (md_event_loop_renew(avi, dynamics, dynamics->system->clock.now, error) ||
        md_forces_compute(dynamics->forces, dynamics->system, false, error))
        return error->status;
    return md_avi_hot_find(hot, avi, dynamics, NULL, error);
}

static enum md_status block(struct md_avi *avi, struct md_dynamics *dynamics, bool tally,
                            struct md_error *error)
{
    struct md_hot *hot = avi->own;
    struct sweep sweep = {.avi = avi, .half = 0.5 * hot->block, .drift = hot->block};
    if (find(avi, dynamics, error) ||
        (hot->spots > 0 && md_avi_hot_pairs_fly(hot, avi, dynamics, error)))
        return error->status;
    md_march_sweep(dynamics, depart_share, &sweep);
    if (land(hot, dynamics->system, error))
        return error->status;
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    if (sum_cold(avi, dynamics, tally, error))
        return error->status;
    md_march_sweep(dynamics, arrive_share, &sweep);
    return settle(avi, dynamics, tally, error);
}

static enum md_status hot_next(struct md_avi *avi, struct md_dynamics *dynamics, md_tick t_stop,
                               bool *due, struct md_error *error)
{
    (void)avi, (void)error;
    *due = dynamics->system->clock.now < t_stop;
    return MD_OK;
}

/* Energies are found in the last block, and only there. */
static enum md_status hot_event(struct md_avi *avi, struct md_dynamics *dynamics,
                                struct md_error *error)
{
    const struct md_hot *hot = avi->own;
    struct md_clock *clock = &dynamics->system->clock;
    bool last = clock->now + hot->ticks >= avi->loop.t_stop;
    if (block(avi, dynamics, last && (dynamics->look || avi->loop.stopping), error))
        return error->status;
    clock->now += hot->ticks;
    return MD_OK;
}

static md_tick hot_latest(const struct md_avi *avi)
{
    return avi->loop.dynamics->system->clock.now;
}

static void hot_destroy(struct md_avi *avi)
{
    struct md_hot *hot = avi->own;
    if (hot == NULL)
        return;
    md_avi_hot_find_free(hot);
    md_avi_hot_pairs_free(hot);
    md_memory_free(hot);
    avi->own = NULL;
}

const struct md_avi_engine md_avi_hot = {
    .name = "hot",
    .synchronous = true,
    .begin = hot_begin,
    .listed = hot_listed,
    .launch = hot_launch,
    .next = hot_next,
    .event = hot_event,
    .latest = hot_latest,
    .destroy = hot_destroy,
};
