/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `verify`: before each event all pairs of atoms are gone through once more, without neighbour
 * lists, predictions and tables.  Since the event before, the distance of every pair and of every
 * image of it was a parabola; its least and its greatest value must be on the terrace that the pair
 * is on, and at the end the terrace's energy must be that of the potential itself, rounded.  A pair
 * that no list holds must be beyond all steps.  The first that is not ends the run.
 */
#include "integrate/terraces/pair/es_pair.h"

#include <inttypes.h>

#define TOLERANCE 1e-9 /* of squared distances, and of energies in steps where these are steep */

struct look {
    const struct md_es_pair *es;
    const struct md_dynamics *dynamics;
    double from, to, reach;
    int images[3];
    struct md_error *error;
};

/* The least and the greatest squared distance between two instants. */
static void range(const struct look *look, const struct md_es_body *a, const struct md_es_body *b,
                  const double image[3], double *least, double *most, double *last)
{
    double d[3], w[3], dd = 0.0, dw = 0.0, ww = 0.0, time = look->to - look->from;
    md_es_pair_apart(a, b, image, look->from, d, w);
    for (int k = 0; k < 3; k++) {
        dd += d[k] * d[k];
        dw += d[k] * w[k];
        ww += w[k] * w[k];
    }
    *last = dd + time * (2.0 * dw + time * ww);
    *least = fmin(dd, *last);
    *most = fmax(dd, *last);
    if (dw < 0.0 && -dw < time * ww)
        *least = dd - dw * dw / ww;
}

static enum md_status differ(const struct look *look, size_t i, size_t j, double r2, int terrace,
                             int64_t level, double energy)
{
    const struct md_atoms *atoms = &look->dynamics->system->atoms;
    return md_error_set(look->error, MD_ERR_INTERNAL, NULL,
                        "verify: event %" PRIu64 ": atoms %" PRId64 " and %" PRId64
                        " are %.14g apart, where the energy is %.14g steps, and they are held to "
                        "be on terrace %d with %" PRId64 " steps",
                        look->es->counts.events + 1, atoms->id[i], atoms->id[j], sqrt(r2),
                        energy / look->es->h, terrace, level);
}

/* The pair i, j at this image; edge NULL: no list holds it. */
static enum md_status look_at(const struct look *look, size_t i, size_t j, const double image[3],
                              const struct md_es_edge *edge)
{
    const struct md_es_pair *es = look->es;
    const struct md_atoms *atoms = &look->dynamics->system->atoms;
    size_t row = (size_t)atoms->type[i] * es->table_types + (size_t)atoms->type[j];
    int32_t index = edge != NULL ? edge->table : es->table_of[row];
    double least, most, last;
    if (index < 0)
        return MD_OK;
    const struct md_es_terraces *table = &es->table[index];
    int terrace = edge != NULL ? edge->terrace : 0;
    double in2 = edge != NULL ? edge->in2 : table->count > 0 ? table->square[0] : -1.0;
    double out2 = edge != NULL ? edge->out2 : INFINITY;
    range(look, &es->body[i], &es->body[j], image, &least, &most, &last);
    int64_t level = table->level[terrace];
    double reach = table->node[0].r;
    if (least > reach * reach)
        return MD_OK;
    double bad = least < in2 * (1.0 - TOLERANCE) ? least : most;
    if (least < in2 * (1.0 - TOLERANCE) || most > out2 * (1.0 + TOLERANCE))
        return differ(look, i, j, bad, terrace, level,
                      md_es_pair_terraces_energy(table, sqrt(bad)));
    /* The energy at the end, where within rounding of the place it belongs to no other terrace. */
    double r = sqrt(last), by = TOLERANCE * r;
    double e0 = md_es_pair_terraces_energy(table, r - by) / es->h;
    double e1 = md_es_pair_terraces_energy(table, r + by) / es->h;
    double here = md_es_pair_terraces_energy(table, r) / es->h;
    double slack = fabs(e0 - here) + fabs(e1 - here) + 1e-9;
    if (fabs(here - (double)level) > 0.5 + slack)
        return differ(look, i, j, last, terrace, level, here * es->h);
    return MD_OK;
}

/* Atom i's edge to this image of j, or NULL; the pairs of an atom with many images are few. */
static const struct md_es_edge *edge_of(const struct md_es_pair *es, size_t i, size_t j,
                                        const double image[3])
{
    for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++) {
        const struct md_es_edge *edge = &es->edge[e];
        const double *own = es->image[edge->image];
        if ((size_t)edge->partner == j && own[0] == image[0] && own[1] == image[1] &&
            own[2] == image[2])
            return edge;
    }
    return NULL;
}

static enum md_status all_images(const struct look *look, size_t i, size_t j)
{
    const struct md_box *box = &look->dynamics->system->box;
    const int *n = look->images;
    for (int a = -n[0]; a <= n[0]; a++)
        for (int b = -n[1]; b <= n[1]; b++)
            for (int c = -n[2]; c <= n[2]; c++) {
                double image[3] = {a * box->length[0], b * box->length[1], c * box->length[2]};
                double least, most, last;
                range(look, &look->es->body[i], &look->es->body[j], image, &least, &most, &last);
                if (least < look->reach * look->reach &&
                    look_at(look, i, j, image, edge_of(look->es, i, j, image)))
                    return look->error->status;
            }
    return MD_OK;
}

/* What the lists hold, near or far. */
static enum md_status listed_only(const struct look *look, size_t i)
{
    const struct md_es_pair *es = look->es;
    for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++) {
        const struct md_es_edge *edge = &es->edge[e];
        if (look_at(look, i, (size_t)edge->partner, es->image[edge->image], edge))
            return look->error->status;
    }
    return MD_OK;
}

enum md_status md_es_pair_verify(struct md_es_pair *es, const struct md_dynamics *dynamics,
                                 double s, struct md_error *error)
{
    const struct md_system *system = dynamics->system;
    const struct md_neighbors *neighbors = &dynamics->forces->neighbors;
    struct look look = {
        .es = es, .dynamics = dynamics, .from = es->last_verify, .to = s, .error = error};
    look.reach = dynamics->forces->pair.type->reach(dynamics->forces->pair.state);
    for (int k = 0; k < 3; k++)
        if (system->box.periodic[k])
            look.images[k] =
                1 + (int)floor((look.reach + neighbors->rules.skin) / system->box.length[k]);
    if (system->dimension == 2)
        look.images[2] = 0;
    /* Weakened and excluded pairs cannot be told from missing ones. */
    bool partly = neighbors->rules.exclusions > 0 || neighbors->graph.depth > 0;
    es->last_verify = s;
    for (size_t i = 0; i < es->atoms; i++) {
        if (listed_only(&look, i))
            return error->status;
        for (size_t j = 0; !partly && j < es->atoms; j++) {
            bool owns = system->atoms.id[i] < system->atoms.id[j];
            bool moves = es->body[i].inverse > 0.0 || es->body[j].inverse > 0.0;
            if (owns && moves && all_images(&look, i, j))
                return error->status;
        }
    }
    return MD_OK;
}
