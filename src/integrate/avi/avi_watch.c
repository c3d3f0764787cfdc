/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No interaction is ever missed: until when a neighbour list is good for atoms that fly freely
 * between events, some of which no event may touch for long.
 *
 * A list made with skin s holds every pair within the cutoff while no atom is farther than s/2 from
 * where it was.  At a look over all atoms, with d the farthest and u a little more than the highest
 * speed, that is so for another (s/2 - d)/u, whoever is touched by events or not, provided that
 * nobody becomes faster than u.  Looks are rare, and between them an event costs one comparison.
 */
#include "integrate/avi/avi.h"

#include <math.h>

#define HEADROOM 1.2 /* of the speed that is reckoned with over the highest there is */

void md_avi_watch_reset(struct md_avi_watch *watch)
{
    watch->fastest = 0.0;
    watch->until = INT64_MIN;
}

/* Which list: where atoms were when it was made, its skin, and what is asked. */
struct question {
    const md_vec3 *held;
    double skin;
    const md_tick *tick; /* of each atom's position, NULL: all at now */
    md_tick now, next;
};

struct extremes {
    double distance, speed; /* squares */
    double later;           /* square of the distance at `next`, if atoms go straight until then */
    bool sound;             /* all numbers are finite */
};

static struct extremes look(const struct md_avi *avi, const struct md_dynamics *dynamics,
                            const struct question *question)
{
    const struct md_atoms *atoms = &dynamics->system->atoms;
    const md_vec3 *held = question->held;
    const double gap = (double)(question->next - question->now) * avi->quantum;
    struct extremes most = {0.0, 0.0, 0.0, true};
    for (size_t i = 0; i < atoms->count; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        const double *x = atoms->x[i], *v = atoms->v[i];
        double ahead = 0.0, distance = 0.0, speed = 0.0, later = 0.0;
        if (question->tick != NULL)
            ahead = (double)(question->now - question->tick[i]) * avi->quantum;
        for (int k = 0; k < 3; k++) {
            double d = x[k] + ahead * v[k] - held[i][k], e = d + gap * v[k];
            distance += d * d;
            later += e * e;
            speed += v[k] * v[k];
        }
        most.sound = most.sound && isfinite(distance) && isfinite(speed);
        most.later = later > most.later ? later : most.later;
        most.distance = distance > most.distance ? distance : most.distance;
        most.speed = speed > most.speed ? speed : most.speed;
    }
    return most;
}

/* Straight: no event changes a velocity before `next`.  Both ends of a straight way within half the
 * skin are then enough. */
static bool is_due(struct md_avi_watch *watch, const struct md_avi *avi,
                   const struct md_dynamics *dynamics, const struct question *question,
                   bool straight)
{
    if (question->next <= watch->until)
        return false;
    struct extremes most = look(avi, dynamics, question);
    if (!most.sound)
        return true; /* the build says which atom */
    double reckoned = HEADROOM * sqrt(most.speed), half = 0.5 * question->skin;
    double left = half - sqrt(most.distance);
    watch->fastest = reckoned * reckoned;
    /* One tick is kept back for rounding. */
    double ticks = reckoned > 0.0 ? left / reckoned / avi->quantum - 1.0 : ldexp(1.0, 60);
    if (!(ticks >= 0.0))
        return true;
    watch->until = ticks < ldexp(1.0, 60) ? question->now + (md_tick)ticks : INT64_MAX;
    return question->next > watch->until && !(straight && most.later <= half * half);
}

bool md_avi_watch_due(struct md_avi_watch *watch, const struct md_avi *avi,
                      const struct md_dynamics *dynamics, const md_tick *tick, md_tick now,
                      md_tick next)
{
    const struct md_neighbors *neighbors = &dynamics->forces->neighbors;
    struct question question = {.held = (const md_vec3 *)neighbors->held,
                                .skin = neighbors->rules.skin,
                                .tick = tick,
                                .now = now,
                                .next = next};
    if (neighbors->rules.once)
        return false;
    return is_due(watch, avi, dynamics, &question, watch->straight);
}

bool md_avi_watch_shells_due(struct md_avi_watch *watch, const struct md_avi *avi,
                             const struct md_dynamics *dynamics, md_tick now, md_tick next)
{
    struct question question = {.held = (const md_vec3 *)avi->classes.held,
                                .skin = avi->classes.skin,
                                .now = now,
                                .next = next};
    return is_due(watch, avi, dynamics, &question, watch->straight);
}
