/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Steps that elements have of their own (`step stiffness F [max H]`),
 *
 *     h = F sqrt(m / k),
 *
 * k the bound on the element's curvature when the clocks are made and m the lightest of its
 * masses.  They are frozen then, by the names of the elements: steps that follow the state make the
 * energy drift.  Elements that come later take the shortest step of their class.
 *
 * What one element allows, all of them together may not: a step near the fastest period of the
 * whole system resonates with it.  So all steps are kept below a sixth of that period.
 */
#include "integrate/avi/avi_elements.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define SAFE_FRACTION (1.0 / 6.0) /* of the fastest period */

static bool is_own(const struct md_avi *avi, size_t class)
{
    return avi->clock[class].own;
}

/* The name of element e; its step is left alone. */
static void name_of(const struct md_avi_roster *elements, const struct md_dynamics *dynamics,
                    size_t e, struct md_avi_own *own)
{
    const struct md_avi_element *element = &elements->list[e];
    const struct md_avi_detail *detail = &elements->detail[e];
    const int64_t *id = dynamics->system->atoms.id;
    bool two = element->face != MD_AVI_FIELD && element->face != MD_AVI_STAR;
    own->class = element->class;
    own->id[0] = id[element->atom[0]];
    own->id[1] = two ? id[element->atom[1]] : detail->use;
    memcpy(own->image, detail->image, sizeof own->image);
}

static int compare(const struct md_avi_own *a, const struct md_avi_own *b)
{
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (a->id[k] != b->id[k])
            return a->id[k] < b->id[k] ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (a->image[k] != b->image[k])
            return a->image[k] < b->image[k] ? -1 : 1;
    return 0;
}

/* ------------------------------------------------------------------ how long */

/* A bound on the square of the fastest frequency: with k_e of its elements, no atom's share in the
 * Hessian exceeds their sum. */
static enum md_status bound_frequency(struct md_avi_roster *elements,
                                      const struct md_dynamics *dynamics, double *square,
                                      struct md_error *error)
{
    size_t atoms = dynamics->system->atoms.count;
    double *sum = md_memory_array(atoms + 1, sizeof *sum);
    if (sum == NULL)
        return md_error_memory(error, "steps of elements");
    for (size_t e = 0; e < elements->count; e++) {
        const struct md_avi_element *element = &elements->list[e];
        const struct md_avi_detail *detail = &elements->detail[e];
        double k = md_avi_element_stiffness(elements, dynamics, e);
        sum[element->atom[0]] += k * element->push[0];
        sum[element->atom[1]] += k * element->push[1];
        for (int32_t n = 0; n < detail->partners; n++) {
            const struct md_avi_partner *partner = &elements->partner[detail->first + (size_t)n];
            sum[partner->atom] += k * partner->push;
        }
    }
    *square = 0.0;
    for (size_t i = 0; i < atoms; i++)
        *square = fmax(*square, sum[i]);
    md_memory_free(sum);
    return MD_OK;
}

static enum md_status longest(struct md_avi_roster *elements, const struct md_avi *avi,
                              const struct md_dynamics *dynamics, double *cap,
                              struct md_error *error)
{
    double square = avi->omega * avi->omega;
    *cap = avi->chosen.stiffness_max;
    if (*cap < INFINITY)
        return MD_OK;
    if (!(square > 0.0) && bound_frequency(elements, dynamics, &square, error))
        return error->status;
    *cap = square > 0.0 ? SAFE_FRACTION * 2.0 * acos(-1.0) / sqrt(square)
                        : dynamics->system->clock.timestep;
    return MD_OK;
}

static double push_of(const struct md_avi_roster *elements, size_t e)
{
    const struct md_avi_element *element = &elements->list[e];
    const struct md_avi_detail *detail = &elements->detail[e];
    double most = fmax(element->push[0], element->push[1]);
    for (int32_t n = 0; n < detail->partners; n++)
        most = fmax(most, elements->partner[detail->first + (size_t)n].push);
    return most;
}

static enum md_status choose_all(struct md_avi_roster *elements, struct md_avi *avi,
                                 struct md_dynamics *dynamics, double cap, struct md_error *error)
{
    md_tick shortest[MD_AVI_CLASSES] = {0};
    avi->cap = cap;
    for (int k = 0; k < avi->classes.count; k++)
        avi->clock[k].longest = 0;
    for (size_t e = 0; e < elements->count; e++) {
        size_t class = elements->list[e].class;
        if (!is_own(avi, class))
            continue;
        double k = md_avi_element_stiffness(elements, dynamics, e) * push_of(elements, e);
        double step = k > 0.0 ? fmin(avi->chosen.stiffness / sqrt(k), cap) : cap;
        struct md_avi_own *own = &elements->own[elements->owns++];
        name_of(elements, dynamics, e, own);
        if (md_avi_ticks(avi, step, &avi->chosen.stiffness_place, &own->step, error))
            return error->status;
        if (shortest[class] == 0 || own->step < shortest[class])
            shortest[class] = own->step;
        if (own->step > avi->clock[class].longest)
            avi->clock[class].longest = own->step;
    }
    for (int k = 0; k < avi->classes.count; k++)
        if (is_own(avi, (size_t)k)) {
            if (shortest[k] > 0)
                avi->clock[k].step = shortest[k];
            else if (md_avi_ticks(avi, cap, &avi->chosen.stiffness_place, &avi->clock[k].step,
                                  error))
                return error->status;
        }
    return MD_OK;
}

enum md_status md_avi_own_choose(struct md_avi_roster *elements, struct md_avi *avi,
                                 struct md_dynamics *dynamics, struct md_error *error)
{
    double cap;
    elements->owns = 0;
    md_memory_free(elements->own);
    elements->own = NULL;
    if (!(avi->chosen.stiffness > 0.0))
        return MD_OK;
    if (md_memory_grow(&elements->own, 0, elements->count + 1, sizeof *elements->own, error) ||
        longest(elements, avi, dynamics, &cap, error))
        return error->status;
    return choose_all(elements, avi, dynamics, cap, error);
}

/* Both are in the same order, so one walk finds all. */
void md_avi_own_assign(struct md_avi_roster *elements, const struct md_avi *avi,
                       const struct md_dynamics *dynamics)
{
    size_t o = 0;
    for (size_t e = 0; e < elements->count; e++) {
        struct md_avi_element *element = &elements->list[e];
        struct md_avi_own name;
        element->step = avi->clock[element->class].step;
        if (!is_own(avi, element->class))
            continue;
        name_of(elements, dynamics, e, &name);
        while (o < elements->owns && compare(&elements->own[o], &name) < 0)
            o++;
        if (o < elements->owns && compare(&elements->own[o], &name) == 0)
            element->step = elements->own[o].step;
    }
}

enum md_status md_avi_own_keep(struct md_avi_roster *elements, struct md_archive *archive,
                               struct md_error *error)
{
    enum { FIELDS = 7 };
    size_t count = elements->owns;
    if (md_archive_reading(archive)) {
        count = md_archive_size(archive, "own") / FIELDS;
        md_memory_free(elements->own);
        elements->own = NULL;
        if (md_memory_grow(&elements->own, 0, count + 1, sizeof *elements->own, error))
            return error->status;
    }
    if (count == 0)
        return MD_OK;
    int64_t *field = md_memory_array(count, FIELDS * sizeof *field);
    if (field == NULL)
        return md_error_memory(error, "steps of elements");
    for (size_t o = 0; o < count; o++) {
        const struct md_avi_own *own = &elements->own[o];
        int64_t values[FIELDS] = {own->class,    own->id[0],    own->id[1], own->image[0],
                                  own->image[1], own->image[2], own->step};
        memcpy(field + FIELDS * o, values, sizeof values);
    }
    enum md_status status = md_archive_ints(archive, "own", field, FIELDS * count, error);
    for (size_t o = 0; status == MD_OK && o < count; o++) {
        const int64_t *v = field + FIELDS * o;
        elements->own[o] = (struct md_avi_own){
            {v[1], v[2]}, {(int32_t)v[3], (int32_t)v[4], (int32_t)v[5]}, (int32_t)v[0], v[6]};
        if (v[6] < 1)
            status = md_error_set(error, MD_ERR_FILE, NULL, "an element has a step of %lld ticks",
                                  (long long)v[6]);
    }
    elements->owns = count;
    md_memory_free(field);
    return status;
}

enum md_status md_avi_stiffest(struct md_avi *avi, struct md_dynamics *dynamics,
                               struct md_error *error)
{
    struct md_avi_roster elements = {0};
    enum md_status status = md_avi_elements_possible(avi, dynamics, error);
    if (status == MD_OK)
        status = md_avi_elements_list(&elements, avi, dynamics, error);
    md_avi_elements_free(&elements);
    md_avi_count(avi, dynamics);
    return status;
}
