/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Building the graph: its bonds here, the rest in graph_table.c and graph_relatives.c.  Ends are
 * sorted by atom with a counting sort, and those of an atom by the bond's type and the partner's
 * ID; the first end of a bond is that with the lower ID.  So an atom's force is the same sum
 * whatever the order of atoms and bonds in memory or in a file.
 */
#include "space/graph_parts.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void md_graph_free(struct md_graph *graph)
{
    md_memory_free(graph->start);
    md_memory_free(graph->end);
    md_memory_free(graph->relative_start);
    md_memory_free(graph->relative);
    md_memory_free(graph->mark);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        md_graph_table_free(&graph->table[kind]);
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

/* A bond of the topology's list, its atoms' IDs in increasing order. */
struct bond {
    int64_t low, high;
    int type;
};

static struct bond bond_at(const struct md_topology *topology, size_t k)
{
    const int64_t *id = md_topology_ids(topology, MD_BONDS, k);
    bool ordered = id[0] < id[1];
    return (struct bond){id[!ordered], id[ordered], topology->list[MD_BONDS].type[k]};
}

enum md_status md_graph_lost(int kind, int type, const char *names, int64_t id,
                             struct md_error *error)
{
    md_error_set(error, MD_ERR_RUN, NULL,
                 "the %s of type %d %s has lost atom %" PRId64
                 ", which left the box through a face that is not periodic, or was deleted",
                 md_topology_kinds[kind].one, type, names, id);
    return md_error_hint(error,
                         "boundary s keeps atoms in the box; delete_atoms ... bond yes deletes the "
                         "bonds of deleted atoms; thermo_modify lost/bond warn or ignore leaves "
                         "them out");
}

static enum md_status missing(const struct bond *bond, int64_t id, struct md_error *error)
{
    char names[80];
    snprintf(names, sizeof names, "between atoms %" PRId64 " and %" PRId64, bond->low, bond->high);
    return md_graph_lost(MD_BONDS, bond->type, names, id, error);
}

/* Of two bonds with a common atom, which other atom has the lower ID. */
static bool is_lower(const struct bond *one, const struct bond *two)
{
    return one->low + one->high < two->low + two->high;
}

/* Indices of a bond's atoms; false: one is gone. */
static bool find_atoms(struct md_system *system, const struct bond *bond, int64_t index[2])
{
    index[0] = md_atoms_find(&system->atoms, bond->low);
    index[1] = md_atoms_find(&system->atoms, bond->high);
    return index[0] >= 0 && index[1] >= 0;
}

void md_graph_closest_image(const struct md_system *system, const double *first,
                            const double *second, int16_t shift[3])
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
    struct bond worst = {0}; /* without its atom `gone`, the lowest ID of them */
    int64_t gone = 0;
    memset(graph->start, 0, (graph->atoms + 2) * sizeof *graph->start);
    for (size_t k = 0; k < topology->list[MD_BONDS].count; k++) {
        struct bond bond = bond_at(topology, k);
        int64_t index[2];
        if (find_atoms(system, &bond, index)) {
            graph->start[index[0] + 2]++;
            graph->start[index[1] + 2]++;
            continue;
        }
        int64_t id = index[0] < 0 ? bond.low : bond.high;
        if (gone == 0 || id < gone || (id == gone && is_lower(&bond, &worst))) {
            worst = bond;
            gone = id;
        }
        graph->missing[MD_BONDS]++;
    }
    if (gone == 0 || lost != MD_LOST_BONDS_ERROR)
        return MD_OK;
    return missing(&worst, gone, error);
}

static void place_ends(struct md_graph *graph, struct md_system *system)
{
    const struct md_topology *topology = &system->topology;
    for (size_t i = 2; i < graph->atoms + 2; i++)
        graph->start[i] += graph->start[i - 1];
    for (size_t k = 0; k < topology->list[MD_BONDS].count; k++) {
        struct bond bond = bond_at(topology, k);
        int64_t index[2];
        if (!find_atoms(system, &bond, index))
            continue;
        struct md_bond_end end = {.type = bond.type, .rigid = topology->list[MD_BONDS].rigid[k]};
        md_graph_closest_image(system, system->atoms.x[index[0]], system->atoms.x[index[1]],
                               end.shift);
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

static enum md_status build_bonds(struct md_graph *graph, struct md_system *system,
                                  enum md_lost_bonds lost, struct md_error *error)
{
    size_t bonds = system->topology.list[MD_BONDS].count;
    if (bonds == 0)
        return MD_OK;
    if (reserve(graph, system->atoms.count, 2 * bonds, error))
        return error->status;
    graph->atoms = system->atoms.count;
    if (count_ends(graph, system, lost, error)) {
        graph->atoms = 0;
        return error->status;
    }
    place_ends(graph, system);
    sort_ends(graph, &system->atoms);
    return MD_OK;
}

enum md_status md_graph_build(struct md_graph *graph, struct md_system *system, bool whole,
                              enum md_lost_bonds lost, struct md_error *error)
{
    graph->relatives = graph->atoms = 0;
    graph->depth = 0;
    memset(graph->missing, 0, sizeof graph->missing);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        graph->table[kind].count = 0;
    if (system->atoms.count == 0)
        return MD_OK;
    if (build_bonds(graph, system, lost, error))
        return error->status;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (md_topology_kinds[kind].atoms > 2 &&
            md_graph_table_build(graph, kind, system, lost, error)) {
            graph->atoms = 0;
            return error->status;
        }
    return graph->atoms > 0 ? md_graph_relatives(graph, &system->topology, whole, error) : MD_OK;
}
