/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs: each stands in the lists of both its atoms, the atom that is asked about comes first. */
#include "element/distance.h"

static const int16_t none[3] = {0, 0, 0};

static enum md_status add(const struct md_element_view *view, size_t i, int32_t site, double weight,
                          struct md_found *found, struct md_error *error)
{
    int16_t shift[3];
    size_t other = md_distance_owner(view->list, site, shift);
    if (md_found_begin(found, 0, error) || md_found_add(found, i, none, weight, error) ||
        md_found_add(found, other, shift, weight, error))
        return error->status;
    return MD_OK;
}

enum md_status md_distance_listed(const struct md_element_view *view, size_t i,
                                  struct md_found *found, struct md_error *error)
{
    const struct md_neighbors *list = view->list;
    int32_t far = (int32_t)(list->atoms + list->ghosts);
    for (int32_t n = 0; n < list->number[i]; n++)
        if (list->partner[i][n] != far && add(view, i, list->partner[i][n], 1.0, found, error))
            return error->status;
    return MD_OK;
}

enum md_status md_distance_weighted(const struct md_element_view *view, size_t i, const bool *types,
                                    struct md_found *found, struct md_error *error)
{
    const struct md_neighbors *list = view->list;
    const struct md_neighbor_block *block = &list->block[i / MD_SUM_BLOCK];
    const int *type = view->system->atoms.type;
    size_t row = (size_t)view->system->types + 1;
    for (size_t k = 0; k < block->weighted_count; k++) {
        const struct md_weighted_pair *pair = &block->weighted[k];
        if ((size_t)pair->atom != i)
            continue;
        size_t other = (size_t)type[list->owner[pair->partner]];
        if ((types == NULL || types[(size_t)type[i] * row + other]) &&
            add(view, i, pair->partner, pair->weight, found, error))
            return error->status;
    }
    return MD_OK;
}

static enum md_status find(const struct md_element_view *view, size_t i, struct md_found *found,
                           struct md_error *error)
{
    enum md_status status = md_distance_listed(view, i, found, error);
    return status == MD_OK ? md_distance_weighted(view, i, NULL, found, error) : status;
}

/* Weight and part in a shell: phi becomes weight S phi. */
static enum md_status evaluate(const struct md_element_view *view, const struct md_placed *placed,
                               struct md_element_values *values, struct md_error *error)
{
    const struct md_potential_use *use = view->use;
    struct md_element element = {
        .count = 2, .x = (const double(*)[3])placed->x, .type = placed->type};
    double share = 1.0, slope = 0.0, weight = placed->atom[1].weight, d[3], r2 = 0.0;
    double(*f)[3] = values->f;
    if (use->type->one(use->state, &element, &values->energy, f))
        return md_element_none(view, error);
    if (placed->shell == NULL && weight == 1.0)
        return MD_OK;
    for (int k = 0; k < 3; k++)
        d[k] = placed->x[0][k] - placed->x[1][k];
    r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (placed->shell != NULL)
        share = md_shell_at(placed->shell, r2, &slope);
    for (int k = 0; k < 3; k++) {
        f[0][k] = (share * f[0][k] - slope * values->energy * d[k]) * weight;
        f[1][k] = -f[0][k];
    }
    values->energy = share * values->energy * weight;
    return MD_OK;
}

static double stiffness(const struct md_element_view *view, const struct md_placed *placed)
{
    const struct md_potential_use *use = view->use;
    struct md_element element = {
        .count = 2, .x = (const double(*)[3])placed->x, .type = placed->type};
    return placed->atom[1].weight * use->type->stiffness(use->state, &element);
}

const struct md_element_sort md_element_pairs = {
    .name = "pair",
    .bit = MD_TERM_PAIR,
    .part = md_element_as_pair,
    .rank = 0,
    .listed = true,
    .rounded = true,
    .find = find,
    .evaluate = evaluate,
    .stiffness = stiffness,
};
