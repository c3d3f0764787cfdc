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
#include "integrate/terraces/whole/es.h"
#include "integrate/schemes.h"
#include "integrate/step/march.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static struct md_claims es_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .reversible = true,
        .conserves_energy = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
        .collisional = true,
        .asynchronous = true,
    };
}

static enum md_status es_create(void *state, const struct md_args *args, struct md_error *error)
{
    struct md_es *es = state;
    return md_es_read(&es->words, args, error);
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
    } else if (md_es_set_up(es, dynamics, error) ||
               (forces->resume == NULL && md_es_launch(es, dynamics, error))) {
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
        tally->virial[k] = es->impulse[k] / time + tail.virial[k] + tally->virial_part[MD_PART_EXTERNAL][k];
        tally->virial_part[MD_PART_BOND][k] = es->impulse_bond[k] / time;
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
    md_es_drift(es, dynamics, md_es_between(es, base, now));
    es->base = base;
    es->flight.aside = true;
    md_neighbors_refresh(&dynamics->forces->neighbors, system);
    if (md_forces_compute(dynamics->forces, system, true, error))
        return error->status;
    if (dynamics->look || (dynamics->stop != NULL && *dynamics->stop != 0))
        collide(es, dynamics, now);
    double strayed = fabs(md_es_kinetic(dynamics) + md_es_terraced(es) - es->begin_energy);
    es->worst = strayed > es->worst ? strayed : es->worst;
    md_es_show(es, dynamics);
    return MD_OK;
}

static enum md_status fly(struct md_es *es, struct md_dynamics *dynamics, md_tick t_stop,
                          struct md_error *error)
{
    struct md_clock *clock = &dynamics->system->clock;
    if (es->stale && md_es_set_up(es, dynamics, error))
        return error->status;
    if (t_stop == clock->now)
        return MD_OK;
    if (!es->flying && md_es_launch(es, dynamics, error))
        return error->status;
    if (es->flight.aside) {
        md_flight_take(&es->flight, &dynamics->system->atoms);
        if (!es->found)
            md_es_path_aim(&es->path, dynamics, md_es_velocities(es, dynamics));
    }
    for (;;) {
        if (!es->found && md_es_find_next(es, dynamics, error))
            return error->status;
        if (dynamics->stop != NULL && *dynamics->stop != 0) {
            md_tick at = es->base.tick > clock->now ? es->base.tick : clock->now;
            md_tick end = (at / MD_TICKS_PER_STEP + 1) * MD_TICKS_PER_STEP;
            t_stop = end < t_stop ? end : t_stop;
        }
        if (md_es_later(es, es->base, es->ahead).tick >= t_stop)
            break;
        if (md_es_next_event(es, dynamics, error))
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
    md_memory_free(es->v);
    md_memory_free(es->bin);
    md_memory_free(es->contact);
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
    "  h VALUE        height of the terraces, in units of energy\n"
    "  h E0/N         the N-th part of E0, the absolute value of V when the first run begins\n"
    "  offset zero    levels are multiples of h (default)\n"
    "  offset start   levels are counted from V at the start\n"
    "  root TOL       how close to a level V must be at an event, in units of h (1e-12)\n"
    "  verify         finds every event a second time, by brute force, and stops where the two\n"
    "                 disagree: some hundred times slower\n"
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
    "are frequent.  Worse, V bends upwards along almost every way there, so that after the first\n"
    "reflection it comes back to the same level as fast as it left, again and again: a liquid of\n"
    "108 atoms is trapped for good.  energy-stepping/pair has no such traps.\n"
    "\n"
    "fix wall/reflect and pair_style hard are steps of infinite height: atoms are thrown back\n"
    "exactly there.\n"
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
    .takes_mirrors = true,
    .takes_contacts = true,
    .sums_parts = true,
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
