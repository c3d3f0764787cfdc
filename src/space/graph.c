/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Building the graph of bonds.  Ends are sorted by atom with a counting sort, and those of an atom
 * by the bond's type and the partner's ID; the first end of a bond is that with the lower ID.  So
 * an atom's force is the same sum whatever the order of atoms and bonds in memory or in a file.
 */
#include "space/graph.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void md_graph_free(struct md_graph *graph)
{
    md_memory_free(graph->start);
    md_memory_free(graph->end);
    md_memory_free(graph->relative_start);
    md_memory_free(graph->relative);
    md_memory_free(graph->mark);
    *graph = (struct md_graph){0};
}

static enum md_status reserve(struct md_graph *graph, size_t atoms, size_t ends,
                              struct md_error *error)
{
    if (atoms + 2 > graph->start_capacity) {
        size_t room = atoms + atoms / 8 + 2;
        if (md_memory_grow(&graph->start, 0, room, sizeof *graph->start, error) ||
            md_memory_grow(&graph->relative_start, 0, room, sizeof *graph->relative_start, error) ||
            md_memory_grow(&graph->mark, 0, room, sizeof *graph->mark, error))
            return error->status;
        graph->start_capacity = room;
    }
    if (ends > graph->end_capacity) {
        if (md_memory_grow(&graph->end, 0, ends, sizeof *graph->end, error))
            return error->status;
        graph->end_capacity = ends;
    }
    return MD_OK;
}

static enum md_status missing(const struct md_bond *bond, int64_t id, struct md_error *error)
{
    md_error_set(error, MD_ERR_RUN, NULL,
                 "the bond of type %d between atoms %" PRId64 " and %" PRId64
                 " has lost atom %" PRId64
                 ", which left the box through a face that is not periodic, or was deleted",
                 bond->type, bond->a < bond->b ? bond->a : bond->b,
                 bond->a < bond->b ? bond->b : bond->a, id);
    return md_error_hint(error,
                         "boundary s keeps atoms in the box; delete_atoms ... bond yes deletes the "
                         "bonds of deleted atoms; thermo_modify lost/bond warn or ignore leaves "
                         "them out");
}

/* Of two bonds with a common atom, which other atom has the lower ID. */
static bool is_lower(const struct md_bond *one, const struct md_bond *two)
{
    return one->a + one->b < two->a + two->b;
}

/* Indices of a bond's atoms; false: one is gone. */
static bool find_atoms(struct md_system *system, const struct md_bond *bond, int64_t index[2])
{
    index[0] = md_atoms_find(&system->atoms, bond->a);
    index[1] = md_atoms_find(&system->atoms, bond->b);
    return index[0] >= 0 && index[1] >= 0;
}

/* Box lengths that bring the second atom closest to the first. */
static void closest_image(const struct md_system *system, const double *first, const double *second,
                          int16_t shift[3])
{
    for (int d = 0; d < 3; d++) {
        double away = (first[d] - second[d]) / system->box.length[d];
        bool flat = d == 2 && system->dimension == 2;
        shift[d] =
            (int16_t)(system->box.periodic[d] && !flat && fabs(away) < 1000.0 ? rint(away) : 0.0);
    }
}

static enum md_status count_ends(struct md_graph *graph, struct md_system *system,
                                 enum md_lost_bonds lost, struct md_error *error)
{
    const struct md_topology *topology = &system->topology;
    const struct md_bond *worst = NULL; /* without its atom `gone`, the lowest ID of them */
    int64_t gone = 0;
    memset(graph->start, 0, (graph->atoms + 2) * sizeof *graph->start);
    for (size_t k = 0; k < topology->bonds; k++) {
        const struct md_bond *bond = &topology->bond[k];
        int64_t index[2];
        if (find_atoms(system, bond, index)) {
            graph->start[index[0] + 2]++;
            graph->start[index[1] + 2]++;
            continue;
        }
        int64_t id = index[0] < 0 && (index[1] >= 0 || bond->a < bond->b) ? bond->a : bond->b;
        if (worst == NULL || id < gone || (id == gone && is_lower(bond, worst))) {
            worst = bond;
            gone = id;
        }
        graph->missing++;
    }
    if (worst == NULL || lost != MD_LOST_BONDS_ERROR)
        return MD_OK;
    return missing(worst, gone, error);
}

static void place_ends(struct md_graph *graph, struct md_system *system)
{
    const struct md_topology *topology = &system->topology;
    for (size_t i = 2; i < graph->atoms + 2; i++)
        graph->start[i] += graph->start[i - 1];
    for (size_t k = 0; k < topology->bonds; k++) {
        int64_t index[2];
        if (!find_atoms(system, &topology->bond[k], index))
            continue;
        if (system->atoms.id[index[0]] > system->atoms.id[index[1]]) {
            int64_t lower = index[1];
            index[1] = index[0];
            index[0] = lower;
        }
        struct md_bond_end end = {.type = topology->bond[k].type, .rigid = topology->bond[k].rigid};
        closest_image(system, system->atoms.x[index[0]], system->atoms.x[index[1]], end.shift);
        for (int side = 0; side < 2; side++) {
            end.partner = (int32_t)index[1 - side];
            end.first = side == 0;
            graph->end[graph->start[index[side] + 1]++] = end;
        }
    }
}

static bool is_before(const struct md_atoms *atoms, const struct md_bond_end *a,
                      const struct md_bond_end *b)
{
    if (a->type != b->type)
        return a->type < b->type;
    if (a->partner != b->partner)
        return atoms->id[a->partner] < atoms->id[b->partner];
    return a->rigid < b->rigid;
}

/* An atom has few bonds: insertions do. */
static void sort_ends(struct md_graph *graph, const struct md_atoms *atoms)
{
    for (size_t i = 0; i < graph->atoms; i++)
        for (size_t k = graph->start[i] + 1; k < graph->start[i + 1]; k++) {
            struct md_bond_end end = graph->end[k];
            size_t to = k;
            for (; to > graph->start[i] && is_before(atoms, &end, &graph->end[to - 1]); to--)
                graph->end[to] = graph->end[to - 1];
            graph->end[to] = end;
        }
}

/* ------------------------------------------------------------------ who is special to whom */

static void set_weights(struct md_graph *graph, const struct md_topology *topology, bool whole)
{
    graph->weight[0] = 1.0;
    graph->depth = 0;
    for (int apart = 1; apart <= 3; apart++) {
        double weight = topology->weight[apart - 1];
        bool listed = weight != 0.0 || topology->charge_weight[apart - 1] != 0.0;
        if ((whole && listed) || (apart == 2 && topology->angle) ||
            (apart == 3 && topology->dihedral))
            weight = 1.0;
        graph->weight[apart] = weight;
        if (weight != 1.0)
            graph->depth = apart;
    }
}

static enum md_status add_relative(struct md_graph *graph, struct md_relative relative,
                                   struct md_error *error)
{
    if (graph->relatives == graph->relative_capacity) {
        size_t more = graph->relative_capacity + graph->relative_capacity / 2 + 256;
        if (md_memory_grow(&graph->relative, graph->relatives, more, sizeof *graph->relative,
                           error))
            return error->status;
        graph->relative_capacity = more;
    }
    graph->relative[graph->relatives++] = relative;
    return MD_OK;
}

/* Breadth first: an atom that can be reached by one bond and by two counts as one bond apart. */
static enum md_status find_relatives(struct md_graph *graph, size_t i, struct md_error *error)
{
    size_t first = graph->relatives, next = first;
    struct md_relative self = {(int32_t)i, 0};
    graph->mark[i] = (int32_t)i + 1;
    for (struct md_relative from = self;; from = graph->relative[next++]) {
        if (from.apart == graph->depth)
            break;
        for (size_t k = graph->start[from.atom]; k < graph->start[from.atom + 1]; k++) {
            struct md_relative found = {graph->end[k].partner, from.apart + 1};
            if (graph->mark[found.atom] == (int32_t)i + 1)
                continue;
            graph->mark[found.atom] = (int32_t)i + 1;
            if (add_relative(graph, found, error))
                return error->status;
        }
        if (next == graph->relatives)
            break;
    }
    /* Those of weight 1 were needed on the way only. */
    size_t kept = first;
    for (size_t k = first; k < graph->relatives; k++)
        if (graph->weight[graph->relative[k].apart] != 1.0)
            graph->relative[kept++] = graph->relative[k];
    graph->relatives = kept;
    return MD_OK;
}

enum md_status md_graph_build(struct md_graph *graph, struct md_system *system, bool whole,
                              enum md_lost_bonds lost, struct md_error *error)
{
    graph->missing = graph->relatives = graph->atoms = 0;
    graph->depth = 0;
    if (system->topology.bonds == 0 || system->atoms.count == 0)
        return MD_OK;
    if (reserve(graph, system->atoms.count, 2 * system->topology.bonds, error))
        return error->status;
    graph->atoms = system->atoms.count;
    if (count_ends(graph, system, lost, error)) {
        graph->atoms = 0;
        return error->status;
    }
    place_ends(graph, system);
    sort_ends(graph, &system->atoms);
    set_weights(graph, &system->topology, whole);
    memset(graph->mark, 0, graph->atoms * sizeof *graph->mark);
    for (size_t i = 0; graph->depth > 0 && i < graph->atoms; i++) {
        graph->relative_start[i] = graph->relatives;
        if (find_relatives(graph, i, error))
            return error->status;
    }
    graph->relative_start[graph->atoms] = graph->relatives;
    return MD_OK;
}
