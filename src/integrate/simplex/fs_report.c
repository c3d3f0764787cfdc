/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What force-stepping counts, and tells before and after a run. */
#include "integrate/simplex/fs.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void md_fs_count(struct md_fs *fs, bool uphill, bool turned)
{
    struct md_fs_counts *counts = &fs->counts;
    double flight = md_fs_between(fs, fs->last, fs->base);
    counts->crossings++;
    counts->turns += turned;
    counts->uphill += uphill;
    counts->downhill += !uphill;
    counts->time += flight;
    counts->longest = flight > counts->longest ? flight : counts->longest;
    md_ledger_count(fs->bin, fs->bin0, flight);
}

void md_fs_show(void *state, struct md_dynamics *dynamics)
{
    struct md_fs *fs = state;
    double interpolated, kinetic;
    struct md_instant now = {dynamics->system->clock.now, 0.0};
    md_fs_energies(fs, md_fs_between(fs, fs->base, now), &interpolated, &kinetic);
    const struct md_fs_counts *counts = &fs->counts;
    struct md_ledger_terraces *seen = &dynamics->system->ledger.terraces;
    *seen = (struct md_ledger_terraces){
        .active = true,
        .steps = counts->crossings,
        .uphill = counts->uphill,
        .downhill = counts->downhill,
        .evaluations = counts->evaluations,
        .time = counts->time,
        .longest = counts->longest,
        .height = fs->grid.size,
        .terraced = interpolated,
        .total = kinetic + interpolated,
        .bin0 = fs->bin0,
    };
    memcpy(seen->bin, fs->bin, sizeof seen->bin);
    double strayed = fabs(seen->total - fs->begin_energy);
    fs->worst = strayed > fs->worst ? strayed : fs->worst;
}

/* Two coordinates meet once while one gains H on the other, and a coordinate enters another cube
 * once on a way of H. */
double md_fs_rate(const struct md_fs *fs)
{
    double sum = 0.0;
    for (size_t c = 0; c < fs->grid.d; c++) {
        sum += fabs(fs->v[c]);
        for (size_t b = 0; b < c; b++)
            sum += fabs(fs->v[c] - fs->v[b]);
    }
    return sum / fs->grid.size;
}

void md_fs_warn(const struct md_fs *fs, const struct md_dynamics *dynamics)
{
    double steps = md_fs_rate(fs) * dynamics->system->clock.timestep;
    if (fs->grid.d > MD_FS_MANY)
        md_speaker_warn(dynamics->speaker, &fs->words.place,
                        "force-stepping in %zu coordinates: about %.3g crossings a step, each of "
                        "which takes an evaluation of all forces; they grow with the square of the "
                        "number of coordinates",
                        fs->grid.d, steps);
}

void md_fs_report(const void *state, const struct md_dynamics *dynamics,
                  const struct md_speaker *speaker)
{
    const struct md_fs *fs = state;
    const struct md_fs_counts *counts = &fs->counts;
    const struct md_ledger_terraces *seen = &dynamics->system->ledger.terraces;
    double scale = fabs(fs->begin_energy) > 0.0 ? fabs(fs->begin_energy) : 1.0;
    if (counts->crossings == 0)
        return;
    md_speaker_say(
        speaker,
        "Force-stepping: a grid of H = %.10g in %zu coordinates, V_h = %.10g, E_h = %.12g\n",
        fs->grid.size, fs->grid.d, seen->terraced, seen->total);
    md_speaker_say(speaker,
                   "  crossings: %" PRIu64 " (%" PRIu64 " into another cube); flights last %.6g on "
                   "average, the longest %.6g\n",
                   counts->crossings, counts->turns, counts->time / (double)counts->crossings,
                   counts->longest);
    md_speaker_say(speaker, "  energies at corners: %" PRIu64 " evaluations of all forces\n",
                   counts->evaluations);
    md_speaker_say(speaker, "  E_h was kept to %.1e of its value\n", fs->worst / scale);
}
