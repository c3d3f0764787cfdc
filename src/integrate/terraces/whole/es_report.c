/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What energy-stepping counts, and tells after a run. */
#include "integrate/terraces/whole/es.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A row of reflections ends, or goes on for another step. */
static void count_trap(struct md_es_counts *counts, double step, bool reflected)
{
    if (!reflected) {
        counts->row = 0;
        counts->row_time = 0.0;
        return;
    }
    counts->row++;
    counts->row_time += step;
    if (counts->row == MD_ES_TRAP)
        counts->trapped += counts->row_time;
    else if (counts->row > MD_ES_TRAP)
        counts->trapped += step;
    if (counts->row >= MD_ES_TRAP && counts->row_time > counts->longest_trap) {
        counts->longest_trap = counts->row_time;
        counts->trap_reflections = counts->row;
    }
}

void md_es_count(struct md_es *es, double step, bool reflected)
{
    struct md_es_counts *counts = &es->counts;
    if (reflected)
        counts->reflections++;
    else if (es->exit == MD_ES_ABOVE)
        counts->uphill++;
    else
        counts->downhill++;
    counts->time += step;
    counts->longest = step > counts->longest ? step : counts->longest;
    count_trap(counts, step, reflected);
    md_ledger_count(es->bin, es->bin0, step);
}

/* It ends no row of reflections: hard walls are no terraces. */
void md_es_count_barrier(struct md_es *es, double step)
{
    struct md_es_counts *counts = &es->counts;
    counts->barriers++;
    counts->time += step;
    counts->longest = step > counts->longest ? step : counts->longest;
    counts->row_time += counts->row > 0 ? step : 0.0;
    md_ledger_count(es->bin, es->bin0, step);
}

static uint64_t steps_of(const struct md_es_counts *counts)
{
    return counts->reflections + counts->uphill + counts->downhill + counts->barriers;
}

void md_es_show(void *state, struct md_dynamics *dynamics)
{
    const struct md_es *es = state;
    const struct md_es_counts *counts = &es->counts;
    struct md_ledger_terraces *terraces = &dynamics->system->ledger.terraces;
    double kinetic = md_es_kinetic(dynamics);
    *terraces = (struct md_ledger_terraces){
        .active = true,
        .steps = steps_of(counts),
        .reflections = counts->reflections,
        .uphill = counts->uphill,
        .downhill = counts->downhill,
        .barriers = counts->barriers,
        .evaluations = counts->evaluations,
        .bounds = counts->bounds,
        .time = counts->time,
        .longest = counts->longest,
        .trapped = counts->trapped,
        .longest_trap = counts->longest_trap,
        .trap_reflections = counts->trap_reflections,
        .height = es->height,
        .terraced = md_es_terraced(es),
        .total = kinetic + md_es_terraced(es),
        .terrace = (double)es->terrace,
        .bin0 = es->bin0,
    };
    memcpy(terraces->bin, es->bin, sizeof terraces->bin);
}

void md_es_report(const void *state, const struct md_dynamics *dynamics,
                  const struct md_speaker *speaker)
{
    const struct md_es *es = state;
    const struct md_es_counts *counts = &es->counts;
    const struct md_ledger_terraces *seen = &dynamics->system->ledger.terraces;
    uint64_t steps = steps_of(counts);
    double count = steps > 0 ? (double)steps : 1.0, time = counts->time > 0.0 ? counts->time : 1.0;
    double scale = fabs(es->begin_energy) > 0.0 ? fabs(es->begin_energy) : 1.0;
    if (steps == 0)
        return;
    md_speaker_say(speaker, "Energy-stepping: terraces of h = %.10g, V_h = %.10g, E_h = %.12g\n",
                   es->height, seen->terraced, seen->total);
    md_speaker_say(speaker,
                   "  steps: %" PRIu64 " (%" PRIu64 " up, %" PRIu64 " down, %" PRIu64
                   " reflections); on average %.6g, the longest %.6g\n",
                   steps, counts->uphill, counts->downhill, counts->reflections,
                   counts->time / count, counts->longest);
    md_speaker_say(
        speaker,
        "  each took %.2f evaluations of the potential and %.2f of bounds of its curvature\n",
        (double)counts->evaluations / count, (double)counts->bounds / count);
    if (counts->trapped > 0.0)
        md_speaker_say(
            speaker,
            "  trapped (%d reflections in a row or more): %.1f %% of the time, the longest for "
            "%.6g (%" PRIu64 " reflections)\n",
            MD_ES_TRAP, 100.0 * counts->trapped / time, counts->longest_trap,
            counts->trap_reflections);
    if (counts->barriers > 0)
        md_speaker_say(speaker, "  %" PRIu64 " of them at hard walls and contacts\n",
                       counts->barriers);
    md_speaker_say(speaker, "  E_h was kept to %.1e of its value\n", es->worst / scale);
    if (es->words.verify)
        md_speaker_say(speaker, "  verified by brute force: %" PRIu64 " searches\n",
                       counts->verified);
}
