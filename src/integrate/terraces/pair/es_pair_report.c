/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What energy-stepping of pairs counted, and what it tells after a run. */
#include "integrate/terraces/pair/es_pair.h"

#include "base/exact.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* With the velocities of the flight, or those given. */
static double kinetic(const struct md_es_pair *es, const md_vec3 *v, size_t atoms)
{
    struct md_exact sum = {0};
    for (size_t i = 0; i < atoms; i++) {
        const struct md_es_body *body = &es->body[i];
        const double *u = v != NULL ? v[i] : body->v;
        if (body->inverse > 0.0)
            md_exact_add(&sum, (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / body->inverse);
    }
    return 0.5 * md_exact_value(&sum);
}

void md_es_pair_counts(const void *state, struct md_es_pair_counts *counts)
{
    const struct md_es_pair *es = state;
    *counts = es->counts;
    counts->kinetic = kinetic(es, NULL, es->atoms);
    counts->potential = es->h * (double)es->level;
    counts->energy = counts->kinetic + counts->potential;
}

void md_es_pair_show(const struct md_es_pair *es, const struct md_dynamics *dynamics)
{
    const struct md_es_pair_counts *counts = &es->counts;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    struct md_ledger_terraces *terraces = &dynamics->system->ledger.terraces;
    double potential = es->h * (double)es->level;
    size_t count = es->atoms < atoms->count ? es->atoms : atoms->count;
    *terraces = (struct md_ledger_terraces){
        .active = true,
        .steps = counts->flights,
        .reflections = counts->reflected,
        .uphill = counts->up,
        .downhill = counts->down,
        .barriers = counts->walls,
        .evaluations = es->evaluations,
        .time = counts->flight,
        .longest = counts->longest,
        .height = es->h,
        .terraced = potential,
        .total = kinetic(es, (const md_vec3 *)atoms->v, count) + potential,
        .bin0 = es->bin0,
    };
    memcpy(terraces->bin, counts->bin, sizeof terraces->bin);
}

void md_es_pair_report(const void *state, const struct md_dynamics *dynamics,
                       const struct md_speaker *speaker)
{
    const struct md_es_pair *es = state;
    struct md_es_pair_counts counts;
    size_t radii = 0;
    if (!es->loop.running)
        return;
    md_es_pair_counts(state, &counts);
    for (size_t t = 0; t < es->tables; t++)
        radii = es->table[t].count > radii ? es->table[t].count : radii;
    double all = counts.events > 0 ? (double)counts.events : 1.0;
    md_speaker_say(speaker, "Energy-stepping of pairs, steps of %g:\n", es->h);
    md_speaker_say(speaker,
                   "  %" PRIu64
                   " events (%.1f %% up, %.1f %% down, %.1f %% reflections), %.4g per second\n",
                   counts.events, 100.0 * (double)counts.up / all,
                   100.0 * (double)counts.down / all, 100.0 * (double)counts.reflected / all,
                   es->loop.seconds > 0.0 ? (double)counts.events / es->loop.seconds : 0.0);
    md_speaker_say(speaker,
                   "  %.1f pairs looked at in an event, %" PRIu64 " neighbour lists, %zu radii\n",
                   (double)counts.predictions / all, counts.rebuilds, radii);
    if (es->planes > 0)
        md_speaker_say(speaker, "  %" PRIu64 " reflections at hard walls\n", counts.walls);
    if (counts.flights > 0)
        md_speaker_say(speaker, "  free flight of an atom: %.6g on average\n",
                       counts.flight / (double)counts.flights);
    md_speaker_say(
        speaker,
        "  K + V_h = %.15g (K = %.15g, V_h = %.15g); since the start %.3g (%.2g of it)\n\n",
        counts.energy, counts.kinetic, counts.potential, counts.energy - counts.first_energy,
        counts.energy != 0.0 ? fabs((counts.energy - counts.first_energy) / counts.energy) : 0.0);
    (void)dynamics;
}
