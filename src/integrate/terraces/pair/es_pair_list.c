/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pairs there are, after each new list, and on which terrace each of them is.
 *
 * A pair stands at both of its atoms, since an event of either asks for all pairs of that atom; the
 * one of the smaller ID owns it.  An atom never comes nearer to its own images: these are no pairs,
 * and neither are atoms that both do not move.
 *
 * The terrace of a pair is a number that changes at events and never follows from a rounded
 * distance again.  So it is carried from list to list, by the atoms' IDs and the image between the
 * unwrapped atoms.  A pair that no list had before is beyond all steps: lists reach farther than
 * the outermost of them.  That each distance is within its terrace is seen to at every new list,
 * and costs nothing: a pair that came in unseen would show.
 */
#include "integrate/terraces/pair/es_pair.h"

#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

#define TOLERANCE 1e-9 /* of a squared distance, for rounding */

/* A pair's terrace between two lists. */
struct md_es_state {
    int64_t id; /* of the other atom */
    int32_t image[3];
    int32_t terrace;
    int32_t next; /* of those with the same other atom, or -1 */
};

void md_es_pair_list_free(struct md_es_pair *es)
{
    for (size_t t = 0; t < es->tables; t++)
        md_es_pair_terraces_free(&es->table[t]);
    md_memory_free(es->table);
    md_memory_free(es->table_of);
    md_memory_free(es->body);
    md_memory_free(es->wait);
    md_memory_free(es->start);
    md_memory_free(es->owned);
    md_memory_free(es->edge);
    md_memory_free(es->when);
    md_memory_free(es->image);
    md_memory_free(es->shift);
    md_memory_free(es->state);
    md_memory_free(es->state_start);
    md_memory_free(es->scratch);
    md_memory_free(es->chain);
    md_memory_free(es->old_id);
    md_memory_free(es->since);
    md_memory_free(es->old_since);
    md_memory_free(es->plane);
}

/* ------------------------------------------------------------------ room */

static enum md_status reserve_atoms(struct md_es_pair *es, size_t atoms, struct md_error *error)
{
    es->atoms = atoms;
    if (atoms < es->atom_room)
        return MD_OK;
    size_t room = atoms + 1;
    if (md_memory_grow(&es->body, 0, room, sizeof *es->body, error) ||
        md_memory_grow(&es->wait, 0, room, sizeof *es->wait, error) ||
        md_memory_grow(&es->start, 0, room + 1, sizeof *es->start, error) ||
        md_memory_grow(&es->owned, 0, room, sizeof *es->owned, error) ||
        md_memory_grow(&es->state_start, 0, room + 1, sizeof *es->state_start, error) ||
        md_memory_grow(&es->scratch, 0, room, sizeof *es->scratch, error) ||
        md_memory_grow(&es->chain, 0, room, sizeof *es->chain, error) ||
        md_memory_grow(&es->old_id, 0, room, sizeof *es->old_id, error) ||
        md_memory_grow(&es->since, 0, room, sizeof *es->since, error) ||
        md_memory_grow(&es->old_since, 0, room, sizeof *es->old_since, error))
        return error->status;
    es->atom_room = room;
    return MD_OK;
}

static enum md_status reserve_edges(struct md_es_pair *es, size_t edges, struct md_error *error)
{
    es->edges = edges;
    if (edges <= es->edge_room)
        return MD_OK;
    size_t room = edges + edges / 4;
    if (room > INT32_MAX)
        return md_error_set(error, MD_ERR_RUN, &es->place, "%zu pairs are too many", edges / 2);
    if (md_memory_grow(&es->edge, 0, room, sizeof *es->edge, error) ||
        md_memory_grow(&es->when, 0, room, sizeof *es->when, error))
        return error->status;
    es->edge_room = room;
    return MD_OK;
}

/* ------------------------------------------------------------------ images and tables */

/* The index of an image, which becomes known with its first use. */
static enum md_status image_index(struct md_es_pair *es, const struct md_box *box,
                                  const int16_t shift[3], uint16_t *index, struct md_error *error)
{
    size_t n = 0;
    while (n < es->images && memcmp(es->shift[n], shift, sizeof es->shift[n]) != 0)
        n++;
    *index = (uint16_t)n;
    if (n < es->images)
        return MD_OK;
    if (n == UINT16_MAX)
        return md_error_set(error, MD_ERR_RUN, &es->place, "the box is too small for the cutoff");
    if (n == es->image_room) {
        size_t room = n + 32;
        if (md_memory_grow(&es->shift, n, room, sizeof *es->shift, error) ||
            md_memory_grow(&es->image, n, room, sizeof *es->image, error))
            return error->status;
        es->image_room = room;
    }
    memcpy(es->shift[n], shift, sizeof es->shift[n]);
    for (int k = 0; k < 3; k++)
        es->image[n][k] = shift[k] * box->length[k];
    es->images = n + 1;
    return MD_OK;
}

/* The table of weakened pairs of these types, which is made at its first use. */
static enum md_status weakened(struct md_es_pair *es, const struct md_forces *forces, int i, int j,
                               double weight, uint16_t *index, struct md_error *error)
{
    int lo = i < j ? i : j, hi = i < j ? j : i;
    size_t n = 0;
    while (n < es->tables && (es->table[n].type[0] != lo || es->table[n].type[1] != hi ||
                              es->table[n].weight != weight))
        n++;
    *index = (uint16_t)n;
    if (n < es->tables)
        return MD_OK;
    if (n == UINT16_MAX || md_memory_grow(&es->table, n, n + 1, sizeof *es->table, error))
        return md_error_memory(error, "terraces");
    es->tables = n + 1;
    es->table[n] = (struct md_es_terraces){
        .use = &forces->pair, .type = {lo, hi}, .weight = weight, .h = es->h};
    return md_es_pair_terraces_make(&es->table[n],
                                    forces->pair.type->cutoff(forces->pair.state, lo, hi), error);
}

/* ------------------------------------------------------------------ edges */

/* What goes through the enumeration: it is done twice, to count and to write. */
struct listing {
    struct md_es_pair *es;
    const struct md_dynamics *dynamics;
    const struct md_neighbors *list;
    bool writing;
    struct md_error *error;
};

/* Lists reach to the cutoff and the skin; where the outermost step is nearer, a pair cannot come to
 * it before the next list. */
static bool is_far(const struct md_es_pair *es, const struct md_dynamics *dynamics, size_t i,
                   size_t j, const int16_t shift[3], int32_t table)
{
    const struct md_neighbors *list = &dynamics->forces->neighbors;
    double reach = es->table[table].reach + list->rules.skin, r2 = 0.0;
    for (int k = 0; k < 3; k++) {
        double d =
            list->held[i][k] - (list->held[j][k] + shift[k] * dynamics->system->box.length[k]);
        r2 += d * d;
    }
    return r2 > reach * reach;
}

static enum md_status add_pair(struct listing *work, size_t i, int32_t site, double weight)
{
    static const int16_t none[3] = {0, 0, 0};
    struct md_es_pair *es = work->es;
    const struct md_neighbors *list = work->list;
    const struct md_system *system = work->dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    if ((size_t)site == list->atoms + list->ghosts)
        return MD_OK;
    size_t j = (size_t)list->owner[site];
    int32_t table = es->table_of[(size_t)atoms->type[i] * es->table_types + (size_t)atoms->type[j]];
    if (atoms->id[j] <= atoms->id[i] || table < 0 ||
        (es->body[i].inverse == 0.0 && es->body[j].inverse == 0.0))
        return MD_OK;
    const int16_t *shift =
        (size_t)site >= list->atoms ? list->shift[(size_t)site - list->atoms] : none;
    if (is_far(es, work->dynamics, i, j, shift, table))
        return MD_OK;
    size_t own = (size_t)es->owned[i]++, other = (size_t)es->scratch[j]++;
    if (!work->writing)
        return MD_OK;
    struct md_es_edge edge = {.in2 = -1.0, .out2 = INFINITY, .table = (uint16_t)table};
    if (image_index(es, &system->box, shift, &edge.image, work->error) ||
        (weight != 1.0 && weakened(es, work->dynamics->forces, atoms->type[i], atoms->type[j],
                                   weight, &edge.table, work->error)))
        return work->error->status;
    own += es->start[i];
    other += es->start[j] + (size_t)es->chain[j];
    edge.partner = (int32_t)j;
    edge.mate = (int32_t)other;
    es->edge[own] = edge;
    edge.partner = (int32_t)i;
    edge.mate = (int32_t)own;
    es->edge[other] = edge;
    return MD_OK;
}

static enum md_status enumerate(struct listing *work)
{
    struct md_es_pair *es = work->es;
    const struct md_neighbors *list = work->list;
    memset(es->scratch, 0, es->atoms * sizeof *es->scratch);
    memset(es->owned, 0, es->atoms * sizeof *es->owned);
    for (size_t i = 0; i < es->atoms; i++)
        for (int32_t n = 0; n < list->number[i]; n++)
            if (add_pair(work, i, list->partner[i][n], 1.0))
                return work->error->status;
    for (size_t i = 0; i < es->atoms; i += MD_SUM_BLOCK) {
        const struct md_neighbor_block *block = &list->block[i / MD_SUM_BLOCK];
        for (size_t k = 0; k < block->weighted_count; k++)
            if (add_pair(work, (size_t)block->weighted[k].atom, block->weighted[k].partner,
                         block->weighted[k].weight))
                return work->error->status;
    }
    return MD_OK;
}

enum md_status md_es_pair_list(struct md_es_pair *es, struct md_dynamics *dynamics,
                               struct md_error *error)
{
    struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    if (reserve_atoms(es, atoms->count, error))
        return error->status;
    for (size_t i = 0; i < es->atoms; i++) {
        bool moves = es->loop.all_move || (atoms->groups[i] & dynamics->mobile) != 0;
        es->body[i].inverse =
            moves ? 1.0 / (system->mass[atoms->type[i]] * system->units->mvv2e) : 0.0;
        memcpy(es->body[i].x, atoms->x[i], sizeof es->body[i].x);
        memset(es->body[i].v, 0, sizeof es->body[i].v);
        if (moves)
            memcpy(es->body[i].v, atoms->v[i], sizeof es->body[i].v);
        es->body[i].s = es->since[i] = 0.0;
    }
    es->images = 0;
    struct listing work = {
        .es = es, .dynamics = dynamics, .list = &dynamics->forces->neighbors, .error = error};
    if (dynamics->forces->pair.type == NULL || work.list->number == NULL || es->atoms == 0) {
        memset(es->start, 0, (es->atoms + 1) * sizeof *es->start);
        memset(es->owned, 0, es->atoms * sizeof *es->owned);
        return reserve_edges(es, 0, error);
    }
    if (enumerate(&work))
        return error->status;
    es->start[0] = 0;
    for (size_t i = 0; i < es->atoms; i++) {
        es->chain[i] = es->owned[i];
        es->start[i + 1] = es->start[i] + (size_t)(es->owned[i] + es->scratch[i]);
    }
    if (reserve_edges(es, es->start[es->atoms], error))
        return error->status;
    work.writing = true;
    return enumerate(&work);
}

/* ------------------------------------------------------------------ terraces */

enum md_status md_es_pair_set(struct md_es_pair *es, size_t e, size_t terrace,
                              struct md_error *error)
{
    struct md_es_edge *edge = &es->edge[e], *mate = &es->edge[edge->mate];
    struct md_es_terraces *table = &es->table[edge->table];
    if (terrace >= table->count && !table->closed &&
        md_es_pair_terraces_extend(table, table->count + table->count / 2 + 8, error))
        return error->status;
    edge->terrace = mate->terrace = (int32_t)terrace;
    edge->in2 = mate->in2 = terrace < table->count ? table->square[terrace] : -1.0;
    edge->out2 = mate->out2 = terrace > 0 ? table->square[terrace - 1] : INFINITY;
    return MD_OK;
}

/* The edge is within its terrace. */
static enum md_status check(const struct md_es_pair *es, const struct md_atoms *atoms, size_t i,
                            size_t e, struct md_error *error)
{
    const struct md_es_edge *edge = &es->edge[e];
    double d[3], w[3], r2 = 0.0;
    md_es_pair_apart(&es->body[i], &es->body[edge->partner], es->image[edge->image], es->body[i].s,
                     d, w);
    for (int k = 0; k < 3; k++)
        r2 += d[k] * d[k];
    if (r2 >= edge->in2 * (1.0 - TOLERANCE) - TOLERANCE * (edge->in2 < 0.0) &&
        r2 <= edge->out2 * (1.0 + TOLERANCE))
        return MD_OK;
    return md_error_set(error, MD_ERR_INTERNAL, NULL,
                        "atoms %" PRId64 " and %" PRId64 " are %.12g apart, and their terrace %d "
                        "reaches from %.12g to %.12g: an event was missed",
                        atoms->id[i], atoms->id[edge->partner], sqrt(r2), edge->terrace,
                        edge->in2 > 0.0 ? sqrt(edge->in2) : 0.0, sqrt(edge->out2));
}

/* From the positions of the bodies, which are of one instant. */
enum md_status md_es_pair_locate(struct md_es_pair *es, struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    (void)dynamics;
    es->level = 0;
    for (size_t i = 0; i < es->atoms; i++)
        for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++) {
            const struct md_es_edge *edge = &es->edge[e];
            double d[3], w[3], r2 = 0.0, b = 0.0;
            size_t terrace;
            md_es_pair_apart(&es->body[i], &es->body[edge->partner], es->image[edge->image],
                             es->body[i].s, d, w);
            for (int k = 0; k < 3; k++) {
                r2 += d[k] * d[k];
                b += d[k] * w[k];
            }
            if (md_es_pair_terraces_find(&es->table[edge->table], r2, b < 0.0, &terrace, error) ||
                md_es_pair_set(es, e, terrace, error))
                return error->status;
            es->level += es->table[edge->table].level[terrace];
        }
    return MD_OK;
}

/* ------------------------------------------------------------------ from list to list */

static enum md_status add_state(struct md_es_pair *es, const struct md_es_state *state,
                                struct md_error *error)
{
    if (es->states == es->state_room) {
        size_t room = es->state_room > 0 ? 2 * es->state_room : 1024;
        if (md_memory_grow(&es->state, es->state_room, room, sizeof *es->state, error))
            return error->status;
        es->state_room = room;
    }
    es->state[es->states++] = *state;
    return MD_OK;
}

/* The image between the unwrapped atoms: wrapping does not change it. */
static void image_between(const struct md_es_pair *es, const struct md_atoms *atoms, size_t i,
                          const struct md_es_edge *edge, int32_t image[3])
{
    for (int k = 0; k < 3; k++)
        image[k] = es->shift[edge->image][k] + atoms->image[i][k] - atoms->image[edge->partner][k];
}

enum md_status md_es_pair_save(struct md_es_pair *es, const struct md_dynamics *dynamics,
                               struct md_error *error)
{
    const struct md_atoms *atoms = &dynamics->system->atoms;
    es->states = 0;
    for (size_t i = 0; i < es->atoms; i++) {
        es->state_start[i] = es->states;
        es->old_id[i] = atoms->id[i];
        es->old_since[i] = es->since[i];
        for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++) {
            const struct md_es_edge *edge = &es->edge[e];
            struct md_es_state state = {.id = atoms->id[edge->partner], .terrace = edge->terrace};
            image_between(es, atoms, i, edge, state.image);
            if (edge->terrace != 0 && add_state(es, &state, error))
                return error->status;
        }
    }
    es->state_start[es->atoms] = es->states;
    return MD_OK;
}

/* Gives atom i's own edges the terraces that were saved for it at the place `old`. */
static enum md_status recall_atom(struct md_es_pair *es, struct md_atoms *atoms, size_t i,
                                  size_t old, struct md_error *error)
{
    int32_t *first = es->scratch; /* of each atom, the first state of a pair with it */
    size_t found = 0, wanted = 0;
    for (size_t n = es->state_start[old]; n < es->state_start[old + 1]; n++) {
        int64_t j = md_atoms_find(atoms, es->state[n].id);
        if (j < 0)
            continue; /* an atom was lost */
        es->state[n].next = first[j];
        first[j] = (int32_t)n;
        wanted++;
    }
    for (size_t e = es->start[i]; e < es->start[i] + (size_t)es->owned[i]; e++) {
        const struct md_es_edge *edge = &es->edge[e];
        int32_t image[3], n = first[edge->partner];
        image_between(es, atoms, i, edge, image);
        while (n >= 0 && memcmp(es->state[n].image, image, sizeof image) != 0)
            n = es->state[n].next;
        size_t terrace = n >= 0 ? (size_t)es->state[n].terrace : 0;
        found += n >= 0;
        if (md_es_pair_set(es, e, terrace, error) || check(es, atoms, i, e, error))
            return error->status;
        es->level += es->table[edge->table].level[terrace];
    }
    for (size_t n = es->state_start[old]; n < es->state_start[old + 1]; n++) {
        int64_t j = md_atoms_find(atoms, es->state[n].id);
        if (j >= 0)
            first[j] = -1;
    }
    if (found == wanted)
        return MD_OK;
    return md_error_set(error, MD_ERR_INTERNAL, NULL,
                        "%zu of the pairs of atom %" PRId64 " that are on a step are not in the "
                        "neighbour list",
                        wanted - found, atoms->id[i]);
}

enum md_status md_es_pair_recall(struct md_es_pair *es, struct md_dynamics *dynamics,
                                 struct md_error *error)
{
    struct md_atoms *atoms = &dynamics->system->atoms;
    es->level = 0;
    for (size_t i = 0; i < es->atoms; i++)
        es->scratch[i] = -1;
    /* Where each atom was; one that was lost is nowhere now. */
    for (size_t old = 0; old < es->atom_room && es->old_id[old] > 0; old++) {
        int64_t i = md_atoms_find(atoms, es->old_id[old]);
        if (i >= 0)
            es->chain[i] = (int32_t)old;
        es->old_id[old] = 0;
    }
    for (size_t i = 0; i < es->atoms; i++) {
        es->since[i] = es->old_since[es->chain[i]];
        if (recall_atom(es, atoms, i, (size_t)es->chain[i], error))
            return error->status;
    }
    return MD_OK;
}
