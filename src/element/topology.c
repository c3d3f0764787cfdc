/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bonds, in the order of their type and the partner's ID.  A bond's first atom is the same from
 * both its ends, so that the two forces are exactly opposite.  What a constraint holds is none.
 */
#include "element/topology.h"

static const int16_t none[3] = {0, 0, 0};

static enum md_status find(const struct md_element_view *view, size_t i, struct md_found *found,
                           struct md_error *error)
{
    const struct md_graph *graph = &view->list->graph;
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

const struct md_element_sort md_element_bonds = {
    .name = "bond",
    .bit = MD_TERM_BOND,
    .part = MD_PART_BOND,
    .rank = 2,
    .find = find,
    .evaluate = evaluate,
    .stiffness = stiffness,
};
