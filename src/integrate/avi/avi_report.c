/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the asynchronous integrator tells: before a run the classes of elements with their steps,
 * beside the fastest vibration there is; after it what was done, what a synchronous scheme would
 * have had to do, and how well energy and momentum were kept.
 *
 * A step beyond about a quarter of the fastest period pumps energy into the system, whatever the
 * ratios of the steps (W. Fong, E. Darve and A. Lew, J. Comput. Phys. 227 (2008) 8367): that is
 * warned of, with the numbers.
 */
#include "integrate/avi/avi.h"

#include "base/exact_rows.h"
#include "state/mass.h"
#include "state/motion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAFE_FRACTION 0.25 /* of the fastest period */
#define MANY_LISTS    0.3  /* of the time */

static double step_of(const struct md_avi *avi, int k)
{
    return (double)avi->clock[k].step * avi->quantum;
}

static const struct md_place *place_of(const struct md_avi *avi, int k)
{
    return avi->clock[k].place.file != NULL ? &avi->clock[k].place : &avi->words.place;
}

/* ------------------------------------------------------------------ before */

static void warn_of_cutoff(const struct md_avi *avi, const struct md_dynamics *dynamics)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    if (pair->type == NULL || !(pair->type->reach(pair->state) > 0.0) ||
        md_potential_smooth(pair->type, pair->state) || avi->classes.count < 2)
        return;
    md_speaker_warn(
        dynamics->speaker, &pair->place,
        "the force of pair_style %s jumps at the cutoff: pairs that come and go there make noise "
        "in the energy that hides the integrator's own error (lj/smooth/linear and the like do "
        "not)",
        pair->name);
}

/* Whether elements of class k have steps of their own that differ. */
static bool has_range(const struct md_avi *avi, int k)
{
    return avi->engine != &md_avi_group && avi->clock[k].own &&
           avi->clock[k].longest > avi->clock[k].step;
}

static void warn_of_resonance(const struct md_avi *avi, const struct md_dynamics *dynamics)
{
    double period = avi->omega > 0.0 ? 2.0 * acos(-1.0) / avi->omega : 0.0;
    for (int k = 0; period > 0.0 && k < avi->classes.count; k++) {
        double step = step_of(avi, k), own = avi->clock[k].period;
        if (has_range(avi, k))
            step = (double)avi->clock[k].longest * avi->quantum;
        if (own > 0.0 && step > own / acos(-1.0))
            md_speaker_warn(
                dynamics->speaker, place_of(avi, k),
                "the step %g of the class '%s' is beyond the limit of stability: its own fastest "
                "period is %.4g, and with steps above %.4g (1/pi of it) the motion explodes; stay "
                "below %.3g",
                step, avi->clock[k].name, own, own / acos(-1.0), SAFE_FRACTION * period);
        else if (step > SAFE_FRACTION * period)
            md_speaker_warn(
                dynamics->speaker, place_of(avi, k),
                "the step %g of the class '%s' is %.2f of the fastest period %.4g: beyond %g of "
                "it, steps pump energy into the system (resonance); stay below %.3g",
                step, avi->clock[k].name, step / period, period, SAFE_FRACTION,
                SAFE_FRACTION * period);
    }
}

static void warn_of_order(const struct md_avi *avi, const struct md_dynamics *dynamics)
{
    const struct md_avi_words *words = &avi->chosen;
    for (int s = 1; s < words->shells; s++)
        if (words->shell_step[s] < words->shell_step[s - 1])
            md_speaker_warn(
                dynamics->speaker, &words->shell_place[s],
                "the step %g of shell %d is shorter than %g of shell %d, which is nearer: forces "
                "at a distance usually change more slowly",
                words->shell_step[s], s + 1, words->shell_step[s - 1], s);
}

static void say_table(const struct md_avi *avi, const struct md_speaker *speaker)
{
    md_speaker_say(speaker, "\n  %-20s %12s %15s %14s %12s\n", "class of elements", "elements",
                   "step", "updates/time", "period");
    for (int k = 0; k < avi->classes.count; k++) {
        const struct md_avi_clock *clock = &avi->clock[k];
        char period[32] = "-", step[32], rate[32] = "-";
        snprintf(step, sizeof step, "%.6g", step_of(avi, k));
        if (clock->period > 0.0)
            snprintf(period, sizeof period, "%.4g", clock->period);
        if (has_range(avi, k))
            snprintf(step, sizeof step, "%.4g-%.4g", step_of(avi, k),
                     (double)clock->longest * avi->quantum);
        else
            snprintf(rate, sizeof rate, "%.5g", (double)clock->elements / step_of(avi, k));
        md_speaker_say(speaker, "  %-20s %12" PRIu64 " %15s %14s %12s\n", clock->name,
                       clock->elements, step, rate, period);
    }
    if (avi->cap > 0.0)
        md_speaker_say(
            speaker,
            "  steps F sqrt(m/k) by the stiffness of elements now, at most %.4g (%s); they stay "
            "as they are\n",
            avi->cap,
            avi->words.stiffness_max < INFINITY
                ? "as given"
                : "a sixth of the least that the fastest period can be");
    if (avi->omega > 0.0)
        md_speaker_say(
            speaker,
            "  fastest vibration of all forces together, as things are now: period %.4g; a quarter "
            "of it is %.3g\n",
            2.0 * acos(-1.0) / avi->omega, SAFE_FRACTION * 2.0 * acos(-1.0) / avi->omega);
}

enum md_status md_avi_announce(struct md_avi *avi, struct md_dynamics *dynamics,
                               struct md_error *error)
{
    (void)error;
    md_speaker_say(dynamics->speaker, "Asynchronous variational integrator, element %s\n",
                   md_avi_engine_name(avi));
    say_table(avi, dynamics->speaker);
    md_speaker_say(dynamics->speaker, "\n");
    warn_of_resonance(avi, dynamics);
    warn_of_order(avi, dynamics);
    warn_of_cutoff(avi, dynamics);
    return MD_OK;
}

/* ------------------------------------------------------------------ on the way */

static bool is_free(const struct md_system *system)
{
    const struct md_box *box = &system->box;
    return !box->periodic[0] && !box->periodic[1] && (system->dimension == 2 || !box->periodic[2]);
}

/* Momentum, angular momentum, and the sums of what their terms are without signs. */
static void add_moments(const struct md_system *system, double p[3], double l[3], double scale[2])
{
    const struct md_atoms *atoms = &system->atoms;
    struct md_exact_rows rows;
    double sum[MD_EXACT_COLUMNS];
    md_exact_rows_init(&rows);
    for (size_t i = 0; i < atoms->count; i++) {
        const double *x = atoms->x[i], *v = atoms->v[i];
        double mass = md_mass_of(system, i), *row = md_exact_rows_next(&rows);
        double spin[3] = {x[1] * v[2] - x[2] * v[1], x[2] * v[0] - x[0] * v[2],
                          x[0] * v[1] - x[1] * v[0]};
        for (int k = 0; k < 3; k++) {
            row[k] = mass * v[k];
            row[3 + k] = mass * spin[k];
        }
        row[6] = mass * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        row[7] = mass * (fabs(spin[0]) + fabs(spin[1]) + fabs(spin[2]));
        md_exact_rows_push(&rows);
    }
    md_exact_rows_take(&rows, sum);
    memcpy(p, sum, 3 * sizeof *p);
    memcpy(l, sum + 3, 3 * sizeof *l);
    memcpy(scale, sum + 6, 2 * sizeof *scale);
}

static double distance(const double a[3], const double b[3])
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

void md_avi_record_add(struct md_avi *avi, const struct md_dynamics *dynamics,
                       const struct md_tally *tally)
{
    const struct md_system *system = dynamics->system;
    struct md_avi_record *record = &avi->record;
    double p[3], l[3], scale[2];
    double kinetic = md_motion_energy(system, (const md_vec3 *)system->atoms.v, MD_MOTION_ALL);
    add_moments(system, p, l, scale);
    double energy = kinetic + md_tally_potential(tally);
    if (record->energy.count == 0) {
        memcpy(record->momentum, p, sizeof p);
        memcpy(record->angular, l, sizeof l);
        record->momentum_scale = scale[0];
        record->angular_scale = scale[1];
    }
    md_trend_add(&record->energy, md_clock_time(&system->clock), energy);
    record->momentum_error = fmax(record->momentum_error, distance(p, record->momentum));
    record->angular_error = fmax(record->angular_error, distance(l, record->angular));
}

/* ------------------------------------------------------------------ after */

/* How energies scatter about their mean and are off the first one, and the slope of the straight
 * line by least squares, with its standard error. */
static void say_energy(const struct md_avi_record *record, size_t atoms,
                       const struct md_speaker *speaker)
{
    double per = atoms > 0 ? 1.0 / (double)atoms : 1.0;
    struct md_trend_found found;
    char error[64] = "";
    md_trend_find(&record->energy, &found);
    if (record->energy.count < 3 || isnan(found.slope))
        return;
    if (!isnan(found.slope_error))
        snprintf(error, sizeof error, " +- %.2g", found.slope_error * per);
    md_speaker_say(
        speaker,
        "  energy, seen %" PRIu64 " times: rms %.3g per atom, drift %.3g%s per atom and unit of "
        "time; rms from the start %.3g\n",
        record->energy.count, found.scatter * per, found.slope * per, error, found.change * per);
}

static void say_work(const struct md_avi *avi, const struct md_dynamics *dynamics,
                     const struct md_speaker *speaker)
{
    double time = md_clock_time(&dynamics->system->clock) - avi->begin_time;
    double updates = 0.0, elements = 0.0, shortest = INFINITY;
    for (int k = 0; k < avi->classes.count; k++) {
        updates += (double)avi->clock[k].updates;
        elements += (double)avi->clock[k].elements;
        shortest = fmin(shortest, step_of(avi, k));
    }
    if (avi->shortest > 0.0) { /* of a cascade: the first class holds all pairs there are */
        shortest = avi->shortest;
        elements = (double)avi->clock[0].elements;
    }
    double synchronous = elements * time / shortest;
    md_speaker_say(speaker, "  updates of elements: %.6g", updates);
    if (avi->most > 0)
        md_speaker_say(speaker, " (of one element %" PRIu64 " to %" PRIu64 ")", avi->fewest,
                       avi->most);
    md_speaker_say(speaker, "; with one step for all, the shortest, %.4g: %.6g", shortest,
                   synchronous);
    if (updates > 0.0)
        md_speaker_say(speaker, ", %.3g times as many", synchronous / updates);
    md_speaker_say(speaker, "\n  events: %" PRIu64, avi->events);
    if (avi->loop.seconds > 0.0)
        md_speaker_say(speaker, ", %.4g a second", (double)avi->events / avi->loop.seconds);
    if (avi->queue_seconds > 0.0)
        md_speaker_say(speaker, ", %.1f %% of the time in the queue",
                       100.0 * avi->queue_seconds / avi->loop.seconds);
    if (avi->loop.seconds > 0.0)
        md_speaker_say(speaker, "; %" PRId64 " neighbour lists, %.1f %% of the time",
                       dynamics->forces->neighbors.builds,
                       100.0 * dynamics->forces->seconds_neighbor / avi->loop.seconds);
    md_speaker_say(speaker, "\n");
    double skin = dynamics->forces->neighbors.rules.skin;
    if (avi->chosen.shells > 0 &&
        dynamics->forces->seconds_neighbor > MANY_LISTS * avi->loop.seconds)
        md_speaker_say(
            speaker,
            "  lists took much of the time: with shells a longer skin pays, such as 'neighbor %.2g "
            "bin'\n",
            3.0 * skin);
}

void md_avi_report(const void *state, const struct md_dynamics *dynamics,
                   const struct md_speaker *speaker)
{
    const struct md_avi *avi = state;
    const struct md_avi_record *record = &avi->record;
    if (avi->engine == NULL)
        return;
    md_speaker_say(speaker, "Asynchronous variational integrator, element %s:\n",
                   md_avi_engine_name(avi));
    for (int k = 0; k < avi->classes.count; k++)
        md_speaker_say(speaker, "  %-20s %12.6g updates, step %.6g\n", avi->clock[k].name,
                       (double)avi->clock[k].updates, step_of(avi, k));
    say_work(avi, dynamics, speaker);
    say_energy(record, dynamics->system->atoms.count, speaker);
    md_speaker_say(speaker, "  momentum: off by at most %.3g (%.2g of the sum of m|v|)",
                   record->momentum_error,
                   record->momentum_scale > 0.0 ? record->momentum_error / record->momentum_scale
                                                : 0.0);
    if (is_free(dynamics->system))
        md_speaker_say(speaker, "; angular momentum: %.3g (%.2g)", record->angular_error,
                       record->angular_scale > 0.0 ? record->angular_error / record->angular_scale
                                                   : 0.0);
    md_speaker_say(speaker, "\n\n");
}
