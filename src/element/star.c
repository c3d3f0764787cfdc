/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stars: what an atom has with all the partners of its list.  The embedding term of a metal is one.
 * Half of each of an atom's pairs is another, with which all forces are one element an atom.
 */
#include "element/star.h"

#include "element/distance.h"

#include <string.h>

static const int16_t none[3] = {0, 0, 0};

static enum md_status find(const struct md_element_view *view, size_t i, struct md_found *found,
                           struct md_error *error)
{
    const struct md_neighbors *list = view->list;
    int32_t far = (int32_t)(list->atoms + list->ghosts);
    if (md_found_begin(found, 0, error) || md_found_add(found, i, none, 1.0, error))
        return error->status;
    for (int32_t n = 0; n < list->number[i]; n++) {
        int16_t shift[3];
        if (list->partner[i][n] == far)
            continue;
        size_t other = md_distance_owner(list, list->partner[i][n], shift);
        if (md_found_add(found, other, shift, 1.0, error))
            return error->status;
    }
    return MD_OK;
}

static struct md_element shape(const struct md_placed *placed)
{
    return (struct md_element){.count = placed->count,
                               .x = (const double(*)[3])placed->x,
                               .type = placed->type,
                               .term = MD_ELEMENT_EMBEDDING};
}

/* The pair of the first atom and atom n. */
struct line {
    double x[2][3];
    int type[2];
};

static struct line line_to(const struct md_placed *placed, int n)
{
    struct line line = {.type = {placed->type[0], placed->type[n]}};
    memcpy(line.x[0], placed->x[0], sizeof line.x[0]);
    memcpy(line.x[1], placed->x[n], sizeof line.x[1]);
    return line;
}

/* ------------------------------------------------------------------ energies and forces */

static enum md_status one_of(const struct md_element_view *view, const struct md_placed *placed,
                             int n, double f[2][3], double *energy)
{
    struct line line = line_to(placed, n);
    struct md_element pair = {.count = 2, .x = (const double(*)[3])line.x, .type = line.type};
    return view->use->type->one(view->use->state, &pair, energy, f);
}

static enum md_status embed(const struct md_element_view *view, const struct md_placed *placed,
                            struct md_element_values *values, struct md_error *error)
{
    struct md_element element = shape(placed);
    const struct md_potential_use *use = view->use;
    if (use->type->one(use->state, &element, &values->energy, values->f))
        return md_element_none(view, error);
    return MD_OK;
}

/* Adds half of each of the pairs.  `pull` gives the force for less, but no energy. */
static enum md_status add_halves(const struct md_element_view *view, const struct md_placed *placed,
                                 struct md_element_values *values, struct md_error *error)
{
    const struct md_potential_use *use = view->use;
    const double *x = placed->x[0];
    for (int n = 1; n < placed->count; n++) {
        double half = 0.5 * placed->atom[n].weight, f[2][3], d[3], r2 = 0.0, energy = 0.0;
        for (int k = 0; k < 3; k++) {
            d[k] = x[k] - placed->x[n][k];
            r2 += d[k] * d[k];
        }
        if ((use->type->pull == NULL || !values->forces_alone) &&
            one_of(view, placed, n, f, &energy))
            return md_element_none(view, error);
        values->energy += half * energy;
        if (use->type->pull != NULL) {
            double pull = use->type->pull(use->state, placed->type[0], placed->type[n], r2);
            for (int k = 0; k < 3; k++)
                f[0][k] = pull * d[k];
        }
        for (int k = 0; k < 3; k++) {
            values->f[0][k] += half * f[0][k];
            values->f[n][k] -= half * f[0][k];
        }
    }
    return MD_OK;
}

static enum md_status halves(const struct md_element_view *view, const struct md_placed *placed,
                             struct md_element_values *values, struct md_error *error)
{
    memset(values->f, 0, (size_t)placed->count * sizeof *values->f);
    values->energy = 0.0;
    return add_halves(view, placed, values, error);
}

static enum md_status whole(const struct md_element_view *view, const struct md_placed *placed,
                            struct md_element_values *values, struct md_error *error)
{
    enum md_status status = embed(view, placed, values, error);
    return status == MD_OK ? add_halves(view, placed, values, error) : status;
}

/* ------------------------------------------------------------------ curvatures */

static double embed_stiffness(const struct md_element_view *view, const struct md_placed *placed)
{
    struct md_element element = shape(placed);
    return view->use->type->stiffness(view->use->state, &element);
}

static double halves_stiffness(const struct md_element_view *view, const struct md_placed *placed)
{
    double sum = 0.0;
    for (int n = 1; n < placed->count; n++) {
        struct line line = line_to(placed, n);
        struct md_element pair = {.count = 2, .x = (const double(*)[3])line.x, .type = line.type};
        sum += 0.5 * placed->atom[n].weight * view->use->type->stiffness(view->use->state, &pair);
    }
    return sum;
}

static double whole_stiffness(const struct md_element_view *view, const struct md_placed *placed)
{
    return embed_stiffness(view, placed) + halves_stiffness(view, placed);
}

const struct md_element_sort md_element_embedding = {
    .name = "embedding",
    .bit = MD_TERM_EMBED,
    .part = md_element_as_pair,
    .rank = 1,
    .own = true,
    .listed = true,
    .rounded = true,
    .find = find,
    .evaluate = embed,
    .stiffness = embed_stiffness,
};

const struct md_element_sort md_element_halves = {
    .name = "atom",
    .bit = MD_TERM_PAIR,
    .part = md_element_as_pair,
    .rank = 1,
    .own = true,
    .listed = true,
    .rounded = true,
    .find = find,
    .evaluate = halves,
    .stiffness = halves_stiffness,
};

const struct md_element_sort md_element_whole = {
    .name = "atom",
    .bit = MD_TERM_PAIR | MD_TERM_EMBED,
    .part = md_element_as_pair,
    .rank = 1,
    .own = true,
    .listed = true,
    .rounded = true,
    .find = find,
    .evaluate = whole,
    .stiffness = whole_stiffness,
};
