/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bonds, angles and the like, in the order of their types and atoms' IDs.  Which atom is the first
 * is the same from all its atoms, so that a bond's forces are exactly opposite.  What a constraint
 * holds exerts no force here.
 */
#include "element/topology.h"

static const int16_t none[3] = {0, 0, 0};

/* Of bonds the graph has a form of its own. */
static enum md_status find_bonds(const struct md_graph *graph, size_t i, struct md_found *found,
                                 struct md_error *error)
{
    if (graph->atoms == 0)
        return MD_OK;
    for (size_t n = graph->start[i]; n < graph->start[i + 1]; n++) {
        const struct md_bond_end *end = &graph->end[n];
        size_t first = end->first ? i : (size_t)end->partner;
        size_t second = end->first ? (size_t)end->partner : i;
        if (end->rigid)
            continue;
        if (md_found_begin(found, end->type, error) ||
            md_found_add(found, first, none, 1.0, error) ||
            md_found_add(found, second, end->shift, 1.0, error))
            return error->status;
        found->element[found->count - 1].place = end->first ? 0 : 1;
    }
    return MD_OK;
}

static enum md_status find_places(const struct md_graph_table *table, size_t i,
                                  struct md_found *found, struct md_error *error)
{
    if (table->count == 0)
        return MD_OK;
    for (size_t n = table->start[i]; n < table->start[i + 1]; n++) {
        const struct md_graph_place *here = &table->place[n];
        size_t row = (size_t)here->element * (size_t)table->places;
        if (table->rigid[here->element])
            continue;
        if (md_found_begin(found, table->type[here->element], error))
            return error->status;
        found->element[found->count - 1].place = here->place;
        for (int p = 0; p < table->places; p++)
            if (md_found_add(found, (size_t)table->atom[row + (size_t)p],
                             table->shift[row + (size_t)p], 1.0, error))
                return error->status;
    }
    return MD_OK;
}

static enum md_status find(const struct md_element_view *view, size_t i, struct md_found *found,
                           struct md_error *error)
{
    const struct md_graph *graph = &view->list->graph;
    int kind = view->use->type->topology;
    if (md_topology_kinds[kind].atoms == 2)
        return find_bonds(graph, i, found, error);
    return find_places(&graph->table[kind], i, found, error);
}

static struct md_element shape(const struct md_placed *placed)
{
    return (struct md_element){
        .count = placed->count, .x = (const double(*)[3])placed->x, .type = &placed->own};
}

static enum md_status evaluate(const struct md_element_view *view, const struct md_placed *placed,
                               struct md_element_values *values, struct md_error *error)
{
    struct md_element element = shape(placed);
    const struct md_potential_use *use = view->use;
    if (use->type->one(use->state, &element, &values->energy, values->f))
        return md_element_none(view, error);
    return MD_OK;
}

static double stiffness(const struct md_element_view *view, const struct md_placed *placed)
{
    struct md_element element = shape(placed);
    return view->use->type->stiffness(view->use->state, &element);
}

static enum md_part part(const struct md_potential_use *use)
{
    return (enum md_part)(MD_PART_BOND + use->type->topology);
}

const struct md_element_sort md_element_topology = {
    .name = "topology",
    .bit = MD_TERM_BOND,
    .part = part,
    .rank = 2,
    .find = find,
    .evaluate = evaluate,
    .stiffness = stiffness,
};
