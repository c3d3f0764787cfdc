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

/* ------------------------------------------------------------------ from event to event */

/* The virial of kicks since they were last shown, per time, takes the place of that of forces. */
static void collide(struct md_es *es, struct md_dynamics *dynamics, struct md_instant now)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    struct md_tally *tally = &dynamics->forces->tally, tail = {0};
    double time = md_es_between(es, es->since, now);
    if (!(time > 0.0))
        return;
    if (pair->type != NULL && pair->type->tail != NULL)
        pair->type->tail(pair->state, dynamics->system, &tail);
    for (int k = 0; k < 6; k++) {
        tally->virial[k] =
            es->impulse[k] / time + tail.virial[k] + tally->virial_part[MD_PART_EXTERNAL][k];
        tally->virial_part[MD_PART_BOND][k] = es->impulse_bond[k] / time;
        es->impulse[k] = es->impulse_bond[k] = 0.0;
    }
    es->since = now;
}

static enum md_status es_synchronise(void *state, struct md_dynamics *dynamics, bool energies,
                                     struct md_error *error)
{
    struct md_es *es = state;
    struct md_instant now = {es->loop.now, 0.0}, base = es->base;
    md_es_drift(es, dynamics, md_es_between(es, base, now));
    es->base = base;
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    if (md_forces_compute(dynamics->forces, dynamics->system, energies, error))
        return error->status;
    if (energies)
        collide(es, dynamics, now);
    double strayed = fabs(md_es_kinetic(dynamics) + md_es_terraced(es) - es->begin_energy);
    es->worst = strayed > es->worst ? strayed : es->worst;
    return MD_OK;
}

static md_tick es_latest(const void *state)
{
    const struct md_es *es = state;
    return es->base.tick;
}

/* The next event is searched from the flight that was read. */
static enum md_status es_resumed(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es *es = state;
    (void)error;
    md_es_path_aim(&es->path, dynamics, md_es_velocities(es, dynamics));
    return MD_OK;
}

/* ------------------------------------------------------------------ restart */

static enum md_status es_keep(void *state, struct md_archive *archive, bool running,
                              struct md_error *error)
{
    struct md_es *es = state;
    double levels[2] = {es->height, es->origin};
    int64_t ticks[3] = {es->base.tick, es->last.tick, es->since.tick};
    double numbers[10] = {es->base.fraction,  es->last.fraction,   es->since.fraction,
                          es->start.value,    es->start.slope,     es->start.curve,
                          es->begin_energy,   es->counts.row_time, (double)es->counts.row,
                          es->path.rest_curve};
    if (md_archive_doubles(archive, "levels", levels, 2, error))
        return error->status;
    es->height = levels[0];
    es->origin = levels[1];
    if (!running)
        return MD_OK;
    if (md_archive_ints(archive, "terrace", &es->terrace, 1, error) ||
        md_archive_ints(archive, "ticks", ticks, 3, error) ||
        md_archive_doubles(archive, "numbers", numbers, 10, error) ||
        md_archive_doubles(archive, "impulse", es->impulse, 6, error) ||
        md_archive_doubles(archive, "impulse_bond", es->impulse_bond, 6, error))
        return error->status;
    if (md_archive_reading(archive)) {
        es->base = (struct md_instant){ticks[0], numbers[0]};
        es->last = (struct md_instant){ticks[1], numbers[1]};
        es->since = (struct md_instant){ticks[2], numbers[2]};
        es->start =
            (struct md_es_point){.value = numbers[3], .slope = numbers[4], .curve = numbers[5]};
        es->begin_energy = numbers[6];
        es->counts.row_time = numbers[7];
        es->counts.row = numbers[8] > 0.0 && numbers[8] < 0x1p60 ? (uint64_t)numbers[8] : 0;
        es->path.rest_curve = numbers[9];
        es->found = false;
    }
    return MD_OK;
}

static const struct md_event_scheme es_scheme = {
    .place = MD_FLIGHT_ATOMS,
    .set_up = md_es_set_up,
    .launch = md_es_launch,
    .next = md_es_next,
    .event = md_es_event,
    .latest = es_latest,
    .synchronise = es_synchronise,
    .listed = md_es_listed,
    .keep = es_keep,
    .resumed = es_resumed,
    .show = md_es_show,
};

/* ------------------------------------------------------------------ hooks */

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
    es->loop.scheme = &es_scheme;
    return md_es_read(&es->words, args, error);
}

static enum md_status es_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_es *es = state;
    struct md_ledger *ledger = &dynamics->system->ledger;
    if (es->bin == NULL && md_memory_grow(&es->bin, 0, MD_LEDGER_BINS, sizeof *es->bin, error))
        return error->status;
    memset(es->bin, 0, MD_LEDGER_BINS * sizeof *es->bin);
    es->bin0 = dynamics->system->clock.timestep * 0x1p-12;
    es->counts = (struct md_es_counts){.row = es->counts.row, .row_time = es->counts.row_time};
    es->path.evaluations = 0;
    if (md_ledger_begin(ledger, &dynamics->system->atoms, error))
        return error->status;
    ledger->terraces.active = true;
    return md_event_loop_begin(state, dynamics, error);
}

static struct md_work es_work(const void *state)
{
    const struct md_es *es = state;
    const struct md_es_counts *counts = &es->counts;
    return (struct md_work){.events = counts->reflections + counts->uphill + counts->downhill +
                                      counts->barriers,
                            .force_evaluations = counts->evaluations + counts->bounds};
}

static void es_destroy(void *state)
{
    struct md_es *es = state;
    md_es_path_free(&es->path);
    md_event_loop_free(&es->loop);
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
    .keep = md_event_loop_keep,
    .begin = es_begin,
    .advance = md_event_loop_advance,
    .observe = md_march_observe,
    .changed = md_event_loop_changed,
    .end = md_event_loop_end,
    .work = es_work,
    .report = md_es_report,
    .destroy = es_destroy,
};
