/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How energy-stepping begins: what it refuses, which atoms interact, how high the terraces are
 * and on which one the system is.
 */
#include "integrate/terraces/whole/es.h"

#include "base/memory.h"
#include "state/motion.h"
#include "term/external.h"

#include <float.h>
#include <math.h>
#include <string.h>

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

static enum md_status need_smooth(const struct md_dynamics *dynamics, struct md_error *error)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    if (md_potential_smooth(pair->type, pair->state) || out_of_reach(dynamics->system, pair))
        return MD_OK;

    md_error_set(error, MD_ERR_UNSUPPORTED, &pair->place,
                 "run_style energy-stepping needs potentials whose energy and force vanish at the "
                 "cutoff, and those of pair_style %s jump there: an atom that passes it would "
                 "change the energy without an event",
                 pair->name);
    return md_error_hint(error, "lj/smooth/linear, lj/smooth, lj/cubic, soft or EAM, or a cutoff "
                                "longer than the diagonal of a box with fixed walls");
}

static bool spans(const struct md_potential_use *use)
{
    return (md_potential_can(use->type, use->state) & MD_CAN_SPAN) != 0;
}

/* The path knows bonds, and no larger elements of the topology. */
static enum md_status need_bonds(const struct md_forces *forces, struct md_error *error)
{
    for (int k = 0; k < forces->others_count; k++) {
        const struct md_potential_use *use = &forces->others[k];
        const struct md_topology_kind *of = &md_topology_kinds[use->type->topology];
        if (of->atoms != 2)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &use->place,
                                "run_style energy-stepping does not support %s (%s_style %s): "
                                "verlet and avi can drive them",
                                of->many, of->one, use->name);
        if (!spans(use))
            return refuse(use, error);
    }
    return MD_OK;
}

static enum md_status need_planes(const struct md_forces *forces, struct md_error *error)
{
    for (int m = 0; m < forces->mirrors_count; m++)
        if (forces->mirrors[m].planes == 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, forces->mirrors[m].place,
                                "run_style energy-stepping knows walls that stand still, and fix "
                                "%s is none: verlet can do it",
                                forces->mirrors[m].name);
    return MD_OK;
}

static enum md_status need_abilities(const struct md_es *es, const struct md_dynamics *dynamics,
                                     struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    const struct md_potential_use *pair = &forces->pair;
    if (pair->type != NULL && pair->type->reach(pair->state) > 0.0) {
        if (!spans(pair))
            return refuse(pair, error);
        if (need_smooth(dynamics, error))
            return error->status;
        if (!(forces->neighbors.rules.skin > 0.0)) {
            md_error_set(error, MD_ERR_VALUE, &es->words.place,
                         "run_style energy-stepping needs neighbour lists with a skin greater than "
                         "0, and it is %g",
                         forces->neighbors.rules.skin);
            return md_error_hint(error, "neighbor 0.3 bin");
        }
    }
    if (need_bonds(forces, error))
        return error->status;
    for (int e = 0; e < forces->externals_count; e++)
        if (!spans(&forces->externals[e]))
            return refuse(&forces->externals[e], error);
    return MD_OK;
}

/* ------------------------------------------------------------------ set-up */

static enum md_status reserve_atoms(struct md_es *es, size_t atoms, struct md_error *error)
{
    if (atoms <= es->room)
        return MD_OK;
    if (md_memory_grow(&es->v, es->room, atoms, sizeof *es->v, error))
        return error->status;
    es->room = atoms;
    return MD_OK;
}

/* The atoms' order is another one: masses, which atoms move, lists of the path's pairs. */
static enum md_status list_atoms(struct md_es *es, struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    const struct md_system *system = dynamics->system;
    if (reserve_atoms(es, system->atoms.count, error) ||
        md_mobility_renew(&dynamics->mobility, system, dynamics->mobile, true, error))
        return error->status;
    es->inverse = dynamics->mobility.inverse;
    return md_es_path_list(&es->path, dynamics, error);
}

/* Velocities of the way: atoms outside of all groups that move stay where they are. */
const md_vec3 *md_es_velocities(struct md_es *es, const struct md_dynamics *dynamics)
{
    const struct md_atoms *atoms = &dynamics->system->atoms;
    if (dynamics->mobility.all)
        return (const md_vec3 *)atoms->v;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3; k++)
            es->v[i][k] = es->inverse[i] > 0.0 ? atoms->v[i][k] : 0.0;
    return (const md_vec3 *)es->v;
}

/* Squares of the distances at which pairs of types touch, if any do. */
static enum md_status find_contacts(struct md_es *es, const struct md_dynamics *dynamics,
                                    struct md_error *error)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    size_t row = (size_t)dynamics->system->types + 1;
    md_memory_free(es->contact);
    es->contact = NULL;
    if (!(md_potential_can(pair->type, pair->state) & MD_HAS_CONTACTS))
        return MD_OK;
    if (md_memory_grow(&es->contact, 0, row * row, sizeof *es->contact, error))
        return error->status;
    for (int i = 1; i < (int)row; i++)
        for (int j = 1; j < (int)row; j++) {
            double d = pair->type->contact(pair->state, i, j);
            es->contact[(size_t)i * row + (size_t)j] = d * d;
        }
    return MD_OK;
}

enum md_status md_es_set_up(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es *es = state;
    const struct md_units *units = dynamics->system->units;
    es->found = false;
    es->lively = units->mvv2e * units->ftm2v;
    if (need_abilities(es, dynamics, error) || need_planes(dynamics->forces, error) ||
        find_contacts(es, dynamics, error))
        return error->status;
    return list_atoms(es, dynamics, error);
}

double md_es_kinetic(const struct md_dynamics *dynamics)
{
    const struct md_system *system = dynamics->system;
    return md_motion_energy(system, (const md_vec3 *)system->atoms.v, dynamics->mobile);
}

/* The levels, once and for all. */
static enum md_status find_height(struct md_es *es, double potential, double kinetic,
                                  struct md_error *error)
{
    const struct md_es_words *words = &es->words;
    double depth = fmax(fabs(potential), kinetic);
    if (words->parts > 0.0 && !(fabs(potential) > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &words->height_place,
                            "E0 is the absolute value of the potential energy at the start, and "
                            "that is %g: give the height as a number",
                            potential);
    es->height = words->parts > 0.0 ? fabs(potential) / words->parts : words->height;
    if (es->height > depth) {
        md_error_set(error, MD_ERR_VALUE, &words->height_place,
                     "terraces %g high are higher than the well and the kinetic energy, |V| = %g "
                     "and K = %g at "
                     "the start: hardly a level would ever be met",
                     es->height, fabs(potential), kinetic);
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
    /* Where V turns round at once, within rounding of the level, what counts is where it goes then:
     * a crystal at rest has no slope but noise. */
    double turn = start->slope * start->slope / (2.0 * fabs(start->curve));
    if (start->slope * start->curve < 0.0 && turn <= noise * es->height)
        start->slope = 0.0;
    bool up = start->slope > 0.0 || (start->slope == 0.0 && start->curve >= 0.0);
    es->terrace = (int64_t)level - (up ? 0 : 1);
    start->value = up ? 0.0 : es->height;
}

enum md_status md_es_look_ahead(struct md_es *es, struct md_dynamics *dynamics, double *potential,
                                struct md_error *error)
{
    const md_vec3 *v = md_es_velocities(es, dynamics);
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

enum md_status md_es_launch(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es *es = state;
    double potential;
    es->base = es->last = es->since = (struct md_instant){dynamics->system->clock.now, 0.0};
    memset(es->impulse, 0, sizeof es->impulse);
    memset(es->impulse_bond, 0, sizeof es->impulse_bond);
    if (md_es_look_ahead(es, dynamics, &potential, error))
        return error->status;
    double kinetic = md_es_kinetic(dynamics);
    if (!(es->height > 0.0) && find_height(es, potential, kinetic, error))
        return error->status;
    find_terrace(es, &es->start, potential);
    es->begin_energy = kinetic + md_es_terraced(es);
    es->worst = 0.0;
    es->found = false;
    return MD_OK;
}

enum md_status md_es_listed(void *state, struct md_dynamics *dynamics, bool lost,
                            struct md_error *error)
{
    struct md_es *es = state;
    double potential;
    if (list_atoms(es, dynamics, error))
        return error->status;
    if (lost)
        return md_es_launch(es, dynamics, error);
    if (md_es_look_ahead(es, dynamics, &potential, error))
        return error->status;
    es->start.value = (potential - es->origin) - (double)es->terrace * es->height;
    return MD_OK;
}
