/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far the terraces are from the potential where the run begins.  K + V_h is kept, so K + V
 * changes by as much as V - V_h does.  A pair at r has
 *
 *     d(r) = phi(r) - h round(phi(r)/h),
 *
 * at most h/2.  Where distances are spread as in a liquid, each pair is at another place of its
 * terrace and the sum is its mean, nearly constant: 0 from terraces that are crossed, phi itself
 * from the tail where |phi| < h/2.  On a lattice all pairs of a shell have the same d, and N of
 * them add up.  As the atoms move apart from their places the sum goes to that mean, and the
 * difference becomes heat.
 *
 * The mean is that over distances r - w to r + w of every pair, with w = 0.15 of the least distance
 * between atoms, which is how far neighbours move against each other in a hot crystal.  In a liquid
 * that changes next to nothing.  The temperature follows from the heat capacity of a solid, dim k
 * an atom, half of it in the kinetic energy.
 */
#include "integrate/terraces/pair/es_pair.h"

#include "base/exact.h"
#include "base/memory.h"

#include <stdio.h>

#define GRID     4096
#define WINDOW   0.15 /* of the least distance */
#define PART     0.02 /* of K: a degree in a hundred, which averages of a run do resolve */
#define DEVIANCE 4.0  /* standard deviations of independent pairs */
#define BEYOND   1e12 /* of h: inside of a core nothing is */

/* The integral of d over distances, from 0 outwards. */
struct integral {
    double step, sum[GRID + 1];
};

static double difference(const struct md_es_terraces *table, double r)
{
    double energy = md_es_pair_terraces_energy(table, r);
    if (!(fabs(energy) < BEYOND * table->h))
        return 0.0;
    return energy - table->h * floor(energy / table->h + 0.5);
}

static void integrate(const struct md_es_terraces *table, struct integral *integral)
{
    integral->step = table->node[0].r / GRID;
    integral->sum[0] = 0.0;
    for (int k = 0; k < GRID; k++)
        integral->sum[k + 1] =
            integral->sum[k] + integral->step * difference(table, (k + 0.5) * integral->step);
}

static double integral_at(const struct integral *integral, double r)
{
    double at = fmin(fmax(r / integral->step, 0.0), GRID), k = fmin(floor(at), GRID - 1.0);
    const double *sum = &integral->sum[(int)k];
    return sum[0] + (at - k) * (sum[1] - sum[0]);
}

static double distance(const struct md_es_pair *es, size_t i, size_t e)
{
    const struct md_es_edge *edge = &es->edge[e];
    double d[3], w[3];
    md_es_pair_apart(&es->body[i], &es->body[edge->partner], es->image[edge->image], es->body[i].s,
                     d, w);
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static double least_distance(const struct md_es_pair *es)
{
    double least = INFINITY;
    for (size_t i = 0; i < es->atoms; i++)
        for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++)
            least = fmin(least, distance(es, i, e));
    return least;
}

/* By how much V - V_h will change as pairs spread; how many are within reach of steps. */
static enum md_status spread(const struct md_es_pair *es, double *change, double *pairs,
                             struct md_error *error)
{
    struct integral *integral = md_memory_array(es->tables + 1, sizeof *integral);
    double width = WINDOW * least_distance(es);
    struct md_exact sum = {0};
    if (integral == NULL)
        return md_error_memory(error, "terraces");
    for (size_t t = 0; t < es->tables; t++)
        integrate(&es->table[t], &integral[t]);
    for (size_t i = 0; i < es->atoms; i++)
        for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++) {
            const struct md_es_terraces *table = &es->table[es->edge[e].table];
            const struct integral *of = &integral[es->edge[e].table];
            double r = distance(es, i, e);
            if (r >= table->node[0].r)
                continue;
            double mean = (integral_at(of, r + width) - integral_at(of, r - width)) / (2.0 * width);
            md_exact_add(&sum, mean - (md_es_pair_terraces_energy(table, r) -
                                       es->h * (double)table->level[es->edge[e].terrace]));
            *pairs += r < table->reach;
        }
    *change = md_exact_value(&sum);
    md_memory_free(integral);
    return MD_OK;
}

static void warn(const struct md_es_pair *es, const struct md_dynamics *dynamics, double change,
                 double kinetic)
{
    const struct md_system *system = dynamics->system;
    double atoms = (double)es->atoms;
    double degrees = change / (system->dimension * atoms * system->units->boltz);
    char share[64] = "";
    if (kinetic > 0.0)
        snprintf(share, sizeof share, ", %.2g of the kinetic energy", fabs(change) / kinetic);
    md_speaker_warn(
        dynamics->speaker, &es->h_place,
        "the pairs are at the same places of their terraces, as on a lattice: while they spread "
        "the energy K + V will %s by about %.3g per atom%s, and the temperature by about %.2g; "
        "begin with a state in equilibrium (run_style verlet first), or with lower steps",
        change > 0.0 ? "rise" : "fall", fabs(change) / atoms, share, fabs(degrees));
}

enum md_status md_es_pair_announce(const struct md_es_pair *es, const struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    struct md_es_pair_counts counts;
    double atoms = (double)es->atoms, change = 0.0, pairs = 0.0, off;
    if (es->edges == 0)
        return MD_OK;
    md_es_pair_counts(es, &counts);
    if (spread(es, &change, &pairs, error))
        return error->status;
    off = dynamics->forces->tally.energy[MD_PART_PAIR] - counts.potential;
    md_speaker_say(dynamics->speaker,
                   "Energy-stepping of pairs, steps of %g: V - V_h = %.6g, %.4g per atom", es->h,
                   off, off / atoms);
    if (counts.kinetic > 0.0)
        md_speaker_say(dynamics->speaker, ", %.2g of K", off / counts.kinetic);
    md_speaker_say(dynamics->speaker, "; with pairs spread over their terraces %.4g per atom\n",
                   (off + change) / atoms);
    if (fabs(change) > PART * counts.kinetic &&
        fabs(change) > DEVIANCE * es->h * sqrt(pairs / 12.0))
        warn(es, dynamics, change, counts.kinetic);
    return MD_OK;
}
