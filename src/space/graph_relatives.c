/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The atoms one, two and three bonds from each atom, whose pair forces special_bonds weakens.  With
 * `angle yes` an atom two bonds away counts only if both are so in an angle or dihedral, with
 * `dihedral yes` one three bonds away only if both are the ends of a dihedral.  An atom that does
 * not count as two bonds away can still be three away, along a ring: LAMMPS's rule.
 */
#include "space/graph_parts.h"

#include "base/memory.h"

#include <string.h>

static void set_weights(struct md_graph *graph, const struct md_topology *topology, bool whole)
{
    graph->weight[0] = 1.0;
    graph->depth = 0;
    for (int apart = 1; apart <= 3; apart++) {
        double weight = topology->weight[apart - 1];
        bool listed = weight != 0.0 || topology->charge_weight[apart - 1] != 0.0;
        if (whole && listed)
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
static enum md_status search(struct md_graph *graph, size_t i, struct md_error *error)
{
    size_t next = graph->relatives;
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
    return MD_OK;
}

/* Whether atoms i and j are `apart` bonds apart in an element that is a chain. */
static bool in_chain(const struct md_graph *graph, size_t i, int32_t j, int apart)
{
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_graph_table *table = &graph->table[kind];
        if (table->count == 0 || !md_topology_kinds[kind].chain)
            continue;
        for (size_t k = table->start[i]; k < table->start[i + 1]; k++) {
            const struct md_graph_place *at = &table->place[k];
            const int32_t *atom = table->atom + (size_t)at->element * (size_t)table->places;
            if ((at->place >= apart && atom[at->place - apart] == j) ||
                (at->place + apart < table->places && atom[at->place + apart] == j))
                return true;
        }
    }
    return false;
}

/* Whether three bonds lead from i to j, the second of them not back to i. */
static bool by_three(const struct md_graph *graph, size_t i, int32_t j)
{
    for (size_t a = graph->start[i]; a < graph->start[i + 1]; a++) {
        int32_t one = graph->end[a].partner;
        for (size_t b = graph->start[one]; b < graph->start[one + 1]; b++) {
            int32_t two = graph->end[b].partner;
            if ((size_t)two == i)
                continue;
            for (size_t c = graph->start[two]; c < graph->start[two + 1]; c++)
                if (graph->end[c].partner == j)
                    return true;
        }
    }
    return false;
}

/* How many bonds count between i and its relative; 0: they do not count. */
static int32_t judge(const struct md_graph *graph, const struct md_topology *topology, size_t i,
                     struct md_relative relative)
{
    int32_t apart = relative.apart;
    if (topology->angle && apart == 2 && !in_chain(graph, i, relative.atom, 2))
        apart = graph->depth == 3 && by_three(graph, i, relative.atom) ? 3 : 0;
    if (topology->dihedral && apart == 3 && !in_chain(graph, i, relative.atom, 3))
        apart = 0;
    return apart;
}

static enum md_status find_relatives(struct md_graph *graph, const struct md_topology *topology,
                                     size_t i, struct md_error *error)
{
    size_t first = graph->relatives, kept = first;
    if (search(graph, i, error))
        return error->status;
    for (size_t k = first; k < graph->relatives; k++) {
        struct md_relative relative = graph->relative[k];
        relative.apart = judge(graph, topology, i, relative);
        if (graph->weight[relative.apart] != 1.0) /* others were needed on the way only */
            graph->relative[kept++] = relative;
    }
    graph->relatives = kept;
    return MD_OK;
}

enum md_status md_graph_relatives(struct md_graph *graph, const struct md_topology *topology,
                                  bool whole, struct md_error *error)
{
    set_weights(graph, topology, whole);
    memset(graph->mark, 0, graph->atoms * sizeof *graph->mark);
    for (size_t i = 0; graph->depth > 0 && i < graph->atoms; i++) {
        graph->relative_start[i] = graph->relatives;
        if (find_relatives(graph, topology, i, error))
            return error->status;
    }
    graph->relative_start[graph->atoms] = graph->relatives;
    return MD_OK;
}
