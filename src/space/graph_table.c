/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of the elements of one kind.  It is sorted by type and atom IDs, so that sums over
 * elements and over those of an atom do not depend on the order of atoms or elements in memory or
 * in a file.  Types and IDs seldom change between two lists: the last order is tried first.
 */
#include "space/graph_parts.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void md_graph_table_free(struct md_graph_table *table)
{
    md_memory_free(table->type);
    md_memory_free(table->rigid);
    md_memory_free(table->atom);
    md_memory_free(table->shift);
    md_memory_free(table->start);
    md_memory_free(table->place);
    md_memory_free(table->order);
    *table = (struct md_graph_table){0};
}

static enum md_status reserve(struct md_graph_table *table, size_t elements, size_t atoms,
                              struct md_error *error)
{
    size_t wide = (size_t)table->places;
    if (elements > table->capacity) {
        table->capacity = 0;
        if (md_memory_grow(&table->type, 0, elements, sizeof *table->type, error) ||
            md_memory_grow(&table->rigid, 0, elements, sizeof *table->rigid, error) ||
            md_memory_grow(&table->atom, 0, elements * wide, sizeof *table->atom, error) ||
            md_memory_grow(&table->shift, 0, elements * wide, sizeof *table->shift, error) ||
            md_memory_grow(&table->place, 0, elements * wide, sizeof *table->place, error))
            return error->status;
        table->capacity = elements;
    }
    if (elements > table->order_capacity) {
        table->ordered = 0;
        if (md_memory_grow(&table->order, 0, elements, sizeof *table->order, error))
            return error->status;
        table->order_capacity = elements;
    }
    if (atoms + 2 > table->start_capacity) {
        size_t room = atoms + atoms / 8 + 2;
        if (md_memory_grow(&table->start, 0, room, sizeof *table->start, error))
            return error->status;
        table->start_capacity = room;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ the order */

struct key {
    const int64_t *id;
    int type, atoms;
    size_t element;
};

static int compare(const void *left, const void *right)
{
    const struct key *p = left, *q = right;
    if (p->type != q->type)
        return p->type < q->type ? -1 : 1;
    for (int k = 0; k < p->atoms; k++)
        if (p->id[k] != q->id[k])
            return p->id[k] < q->id[k] ? -1 : 1;
    return 0;
}

static struct key key_of(const struct md_topology *topology, int kind, size_t element)
{
    return (struct key){md_topology_ids(topology, kind, element),
                        topology->list[kind].type[element], md_topology_kinds[kind].atoms, element};
}

static bool is_sorted(const struct md_graph_table *table, const struct md_topology *topology,
                      int kind)
{
    for (size_t k = 1; k < table->ordered; k++) {
        struct key before = key_of(topology, kind, table->order[k - 1]);
        struct key now = key_of(topology, kind, table->order[k]);
        if (compare(&before, &now) > 0)
            return false;
    }
    return true;
}

static enum md_status sort(struct md_graph_table *table, const struct md_topology *topology,
                           int kind, struct md_error *error)
{
    size_t count = topology->list[kind].count;
    if (table->ordered == count && is_sorted(table, topology, kind))
        return MD_OK;
    struct key *keys = md_memory_array(count, sizeof *keys);
    if (keys == NULL)
        return md_error_memory(error, "the order of a topology");
    for (size_t k = 0; k < count; k++)
        keys[k] = key_of(topology, kind, k);
    qsort(keys, count, sizeof *keys, compare);
    for (size_t k = 0; k < count; k++)
        table->order[k] = keys[k].element;
    table->ordered = count;
    md_memory_free(keys);
    return MD_OK;
}

/* ------------------------------------------------------------------ lost atoms */

/* The lowest of an element's IDs whose atom is gone. */
static int64_t lowest_gone(int kind, const int64_t *id, const int64_t *index)
{
    int64_t lowest = 0;
    for (int p = 0; p < md_topology_kinds[kind].atoms; p++)
        if (index[p] < 0 && (lowest == 0 || id[p] < lowest))
            lowest = id[p];
    return lowest;
}

static enum md_status complain(const struct md_topology *topology, int kind, size_t element,
                               int64_t gone, struct md_error *error)
{
    const int64_t *id = md_topology_ids(topology, kind, element);
    char names[32 * MD_TOPOLOGY_ATOMS] = "of atoms";
    size_t used = strlen(names);
    int last = md_topology_kinds[kind].atoms - 1;
    for (int p = 0; p <= last && used < sizeof names; p++) {
        int n = snprintf(names + used, sizeof names - used, "%s%" PRId64,
                         p == 0      ? " "
                         : p == last ? " and "
                                     : ", ",
                         id[p]);
        used += n > 0 ? (size_t)n : 0;
    }
    return md_graph_lost(kind, topology->list[kind].type[element], names, gone, error);
}

/* ------------------------------------------------------------------ the rows */

static void add_row(struct md_graph_table *table, const struct md_system *system, int kind,
                    size_t element, const int64_t *index)
{
    const struct md_topology_list *list = &system->topology.list[kind];
    const double *owner = system->atoms.x[index[md_topology_kinds[kind].owner]];
    size_t row = table->count * (size_t)table->places;
    for (int p = 0; p < table->places; p++) {
        table->atom[row + (size_t)p] = (int32_t)index[p];
        md_graph_closest_image(system, owner, system->atoms.x[index[p]],
                               table->shift[row + (size_t)p]);
    }
    table->rigid[table->count] = list->rigid[element];
    table->type[table->count++] = list->type[element];
}

static enum md_status fill(struct md_graph *graph, int kind, struct md_system *system,
                           enum md_lost_bonds lost, struct md_error *error)
{
    struct md_graph_table *table = &graph->table[kind];
    const struct md_topology *topology = &system->topology;
    size_t worst = 0;
    int64_t gone = 0;
    for (size_t k = 0; k < table->ordered; k++) {
        int64_t index[MD_TOPOLOGY_ATOMS];
        size_t element = table->order[k];
        if (md_topology_find(topology, kind, element, &system->atoms, index)) {
            add_row(table, system, kind, element, index);
            continue;
        }
        int64_t id = lowest_gone(kind, md_topology_ids(topology, kind, element), index);
        if (gone == 0 || id < gone) {
            gone = id;
            worst = element;
        }
        graph->missing[kind]++;
    }
    if (gone == 0 || lost != MD_LOST_BONDS_ERROR)
        return MD_OK;
    return complain(topology, kind, worst, gone, error);
}

/* A counting sort, which keeps the elements of an atom in the order of the table. */
static void place_elements(struct md_graph_table *table, size_t atoms)
{
    size_t all = table->count * (size_t)table->places;
    memset(table->start, 0, (atoms + 2) * sizeof *table->start);
    for (size_t k = 0; k < all; k++)
        table->start[table->atom[k] + 2]++;
    for (size_t i = 2; i < atoms + 2; i++)
        table->start[i] += table->start[i - 1];
    for (size_t k = 0; k < all; k++)
        table->place[table->start[table->atom[k] + 1]++] = (struct md_graph_place){
            (int32_t)(k / (size_t)table->places), (int32_t)(k % (size_t)table->places)};
}

enum md_status md_graph_table_build(struct md_graph *graph, int kind, struct md_system *system,
                                    enum md_lost_bonds lost, struct md_error *error)
{
    struct md_graph_table *table = &graph->table[kind];
    size_t elements = system->topology.list[kind].count, atoms = system->atoms.count;
    table->count = 0;
    table->places = md_topology_kinds[kind].atoms;
    if (elements == 0)
        return MD_OK;
    if (reserve(table, elements, atoms, error) || sort(table, &system->topology, kind, error) ||
        fill(graph, kind, system, lost, error)) {
        table->count = 0;
        return error->status;
    }
    place_elements(table, atoms);
    return MD_OK;
}
