/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a pair potential has its steps.  The terraced potential is h round(phi(r)/h): levels are
 * rounded to the nearest, so that the tail of phi and its cutoff carry no step.  Steps are at the
 * roots of phi(r) = (k + 1/2) h.
 *
 * phi is looked at once on a fine grid, from the cutoff inwards, and its extrema are found between
 * the points of the grid; it is then monotone from node to node, and each level between the
 * energies of two nodes has exactly one root, which bisection gives to the last bit.  The table of
 * roots is made outside-in and only as far as some pair gets: a repulsive core has steps without
 * end.
 *
 * Two kinds of cores end in a wall: one that rises beyond all energies, at a place that nobody
 * reaches, and one that turns over and falls without bound (buck), at its summit.
 */
#include "integrate/terraces/pair/es_pair.h"

#include "base/memory.h"

#define GRID     4000 /* points between the cutoff and the centre */
#define NEAR     0.02 /* of the cutoff: from here on the grid goes by ratios */
#define NEAREST  1e-3 /* of the cutoff */
#define RATIO    0.99
#define UNBOUND  1e12 /* of h: an energy that nobody has */
#define GOLDEN   0.3819660112501051
#define AT_FIRST 32 /* radii */

double md_es_pair_terraces_energy(const struct md_es_terraces *terraces, double r)
{
    const double x[2][3] = {{r, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    struct md_element element = {.count = 2, .x = x, .type = terraces->type};
    double energy = 0.0, f[2][3];
    terraces->use->type->one(terraces->use->state, &element, &energy, f);
    return terraces->weight * energy;
}

static double level_of(const struct md_es_terraces *terraces, double energy)
{
    return floor(energy / terraces->h + 0.5);
}

void md_es_pair_terraces_free(struct md_es_terraces *terraces)
{
    md_memory_free(terraces->node);
    md_memory_free(terraces->square);
    md_memory_free(terraces->level);
    *terraces = (struct md_es_terraces){0};
}

/* ------------------------------------------------------------------ nodes */

static enum md_status add_node(struct md_es_terraces *terraces, double r, double energy,
                               struct md_error *error)
{
    if (terraces->nodes == terraces->node_room) {
        size_t room = terraces->node_room > 0 ? 2 * terraces->node_room : 1024;
        if (md_memory_grow(&terraces->node, terraces->node_room, room, sizeof *terraces->node,
                           error))
            return error->status;
        terraces->node_room = room;
    }
    terraces->node[terraces->nodes++] = (struct md_es_node){r, energy};
    return MD_OK;
}

/* The extremum between lo and hi, a maximum for sign 1 and a minimum for -1: golden section. */
static struct md_es_node extremum(const struct md_es_terraces *terraces, double lo, double hi,
                                  double sign)
{
    double a = lo + GOLDEN * (hi - lo), b = hi - GOLDEN * (hi - lo);
    double ea = sign * md_es_pair_terraces_energy(terraces, a);
    double eb = sign * md_es_pair_terraces_energy(terraces, b);
    for (int k = 0; k < 60 && lo < a && a < b && b < hi; k++) {
        if (ea >= eb) {
            hi = b, b = a, eb = ea;
            a = lo + GOLDEN * (hi - lo);
            ea = sign * md_es_pair_terraces_energy(terraces, a);
        } else {
            lo = a, a = b, ea = eb;
            b = hi - GOLDEN * (hi - lo);
            eb = sign * md_es_pair_terraces_energy(terraces, b);
        }
    }
    return ea >= eb ? (struct md_es_node){a, sign * ea} : (struct md_es_node){b, sign * eb};
}

/* The next node inwards; where the energy turned since the last but one, the extremum takes the
 * last one's place. */
static enum md_status add_point(struct md_es_terraces *terraces, double r, double energy,
                                struct md_error *error)
{
    size_t n = terraces->nodes;
    if (n >= 2) {
        const struct md_es_node *a = &terraces->node[n - 2], *b = &terraces->node[n - 1];
        double before = b->energy - a->energy, after = energy - b->energy;
        if (before * after < 0.0) {
            struct md_es_node top = extremum(terraces, r, a->r, before > 0.0 ? 1.0 : -1.0);
            terraces->node[n - 1] = top;
        }
    }
    return add_node(terraces, r, energy, error);
}

/* A core that falls without bound ends at its summit, one that rises so, where it does. */
static void end_core(struct md_es_terraces *terraces)
{
    const struct md_es_node *node = terraces->node;
    double last = node[terraces->nodes - 1].energy / terraces->h;
    terraces->wall = !(fabs(last) < UNBOUND);
    if (!terraces->wall || last > 0.0)
        return;
    size_t n = terraces->nodes;
    while (n > 1 && node[n - 2].energy >= node[n - 1].energy)
        n--;
    terraces->nodes = n;
}

/* A hard contact ends everything: whatever the energy does further in. */
static enum md_status end_at_contact(struct md_es_terraces *terraces, double contact,
                                     struct md_error *error)
{
    while (terraces->nodes > 0 && terraces->node[terraces->nodes - 1].r <= contact)
        terraces->nodes--;
    terraces->wall = true;
    return add_node(terraces, contact, md_es_pair_terraces_energy(terraces, contact), error);
}

static double contact_of(const struct md_es_terraces *terraces)
{
    const struct md_potential_use *use = terraces->use;
    if (use->type->contact == NULL)
        return 0.0;
    return use->type->contact(use->state, terraces->type[0], terraces->type[1]);
}

enum md_status md_es_pair_terraces_make(struct md_es_terraces *terraces, double cutoff,
                                        struct md_error *error)
{
    double r = cutoff * (1.0 - 1e-12);
    if (add_node(terraces, r, md_es_pair_terraces_energy(terraces, r), error))
        return error->status;
    for (int k = GRID - 1; r > NEAREST * cutoff; k--) {
        r = r > NEAR * cutoff ? cutoff * k / GRID : r * RATIO;
        double energy = md_es_pair_terraces_energy(terraces, r);
        if (!isfinite(energy))
            energy = 2.0 * UNBOUND * terraces->h;
        if (add_point(terraces, r, energy, error))
            return error->status;
        if (energy > UNBOUND * terraces->h)
            break;
    }
    end_core(terraces);
    double contact = contact_of(terraces);
    if (contact > 0.0 && contact > terraces->node[terraces->nodes - 1].r &&
        end_at_contact(terraces, contact, error))
        return error->status;
    for (size_t n = 0; n < terraces->nodes; n++)
        terraces->depth = fmax(terraces->depth, -terraces->node[n].energy);
    if (md_memory_grow(&terraces->square, 0, AT_FIRST, sizeof *terraces->square, error) ||
        md_memory_grow(&terraces->level, 0, AT_FIRST + 1, sizeof *terraces->level, error))
        return error->status;
    terraces->room = AT_FIRST;
    /* One that is not yet quiet at its cutoff begins with a jump: that is for the caller to judge.
     */
    terraces->closed = !(fabs(terraces->node[0].energy) < 0.5 * terraces->h);
    if (md_es_pair_terraces_extend(terraces, AT_FIRST, error))
        return error->status;
    terraces->reach = terraces->count > 0 ? sqrt(terraces->square[0]) : 0.0;
    return MD_OK;
}

/* ------------------------------------------------------------------ radii */

/* Where the energy is `edge` between two nodes: bisection, to neighbouring numbers. */
static double root(const struct md_es_terraces *terraces, double outer, double inner, bool rising,
                   double edge)
{
    for (;;) {
        double r = inner + 0.5 * (outer - inner);
        if (!(r > inner && r < outer))
            return r;
        bool beyond = md_es_pair_terraces_energy(terraces, r) >= edge;
        if (beyond == rising)
            inner = r;
        else
            outer = r;
    }
}

static enum md_status add_radius(struct md_es_terraces *terraces, double r, int64_t level,
                                 struct md_error *error)
{
    size_t n = terraces->count;
    if (n > 0 && !(r * r < terraces->square[n - 1]))
        return md_error_set(error, MD_ERR_VALUE, &terraces->use->place,
                            "the energy of %s between types %d and %d jumps by more than a step of "
                            "%g at the distance %.8g: energy-stepping needs one that does not",
                            terraces->use->name, terraces->type[0], terraces->type[1], terraces->h,
                            r);
    if (n == terraces->room) {
        size_t room = 2 * n;
        if (md_memory_grow(&terraces->square, n, room, sizeof *terraces->square, error) ||
            md_memory_grow(&terraces->level, n + 1, room + 1, sizeof *terraces->level, error))
            return error->status;
        terraces->room = room;
    }
    terraces->square[n] = r * r;
    terraces->level[n + 1] = level;
    terraces->count = n + 1;
    return MD_OK;
}

/* The next radius between node `done` and the one after it; false: there is none. */
static bool next_radius(const struct md_es_terraces *terraces, double *r, int64_t *level)
{
    const struct md_es_node *a = &terraces->node[terraces->done], *b = a + 1;
    int64_t at = terraces->level[terraces->count];
    double goal = level_of(terraces, b->energy);
    if ((double)at == goal)
        return false;
    bool rising = goal > (double)at;
    *level = rising ? at + 1 : at - 1;
    double edge = ((double)(rising ? at : at - 1) + 0.5) * terraces->h;
    *r = root(terraces, a->r, b->r, rising, edge);
    return true;
}

enum md_status md_es_pair_terraces_extend(struct md_es_terraces *terraces, size_t wanted,
                                          struct md_error *error)
{
    while (!terraces->closed && terraces->count < wanted) {
        double r;
        int64_t level;
        if (terraces->done + 1 < terraces->nodes) {
            if (!next_radius(terraces, &r, &level))
                terraces->done++;
            else if (add_radius(terraces, r, level, error))
                return error->status;
            continue;
        }
        terraces->closed = true;
        if (terraces->wall &&
            add_radius(terraces, terraces->node[terraces->nodes - 1].r, MD_ES_WALL, error))
            return error->status;
    }
    return MD_OK;
}

enum md_status md_es_pair_terraces_find(struct md_es_terraces *terraces, double r2, bool nearing,
                                        size_t *terrace, struct md_error *error)
{
    while (!terraces->closed &&
           (terraces->count == 0 || terraces->square[terraces->count - 1] >= r2))
        if (md_es_pair_terraces_extend(terraces, terraces->count + AT_FIRST, error))
            return error->status;
    size_t lo = 0, hi = terraces->count; /* the first radius that is not beyond the pair */
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (terraces->square[middle] > r2 || (terraces->square[middle] == r2 && nearing))
            lo = middle + 1;
        else
            hi = middle;
    }
    *terrace = lo;
    if (terraces->level[lo] != MD_ES_WALL)
        return MD_OK;
    return md_error_set(error, MD_ERR_RUN, NULL,
                        "two atoms of types %d and %d are %.6g apart, inside the hard core of %s, "
                        "which begins at %.6g",
                        terraces->type[0], terraces->type[1], sqrt(r2), terraces->use->name,
                        sqrt(terraces->square[terraces->count - 1]));
}
