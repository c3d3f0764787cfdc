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
        double k = md_avi_element_stiffness(elements, dynamics, e), push;
        size_t count = md_avi_elements_atoms(elements, e);
        for (size_t n = 0; n < count; n++) {
            size_t atom = md_avi_elements_atom(elements, e, n, &push);
            sum[atom] += k * push;
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
    size_t count = md_avi_elements_atoms(elements, e);
    double most = 0.0, push;
    for (size_t n = 0; n < count; n++) {
        md_avi_elements_atom(elements, e, n, &push);
        most = fmax(most, push);
    }
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
        own->name = md_avi_elements_name(elements, dynamics, e);
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
        element->step = avi->clock[element->class].step;
        if (!is_own(avi, element->class))
            continue;
        struct md_avi_name name = md_avi_elements_name(elements, dynamics, e);
        while (o < elements->owns && md_avi_elements_compare(&elements->own[o].name, &name) < 0)
            o++;
        if (o < elements->owns && md_avi_elements_compare(&elements->own[o].name, &name) == 0)
            element->step = elements->own[o].step;
    }
}

enum md_status md_avi_own_keep(struct md_avi_roster *elements, struct md_archive *archive,
                               struct md_error *error)
{
    enum { FIELDS = 11 };
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
        const struct md_avi_name *name = &elements->own[o].name;
        int64_t values[FIELDS] = {name->class, name->id[0],    name->id[1],          name->id[2],
                                  name->id[3], name->image[0], name->image[1],       name->image[2],
                                  name->type,  name->rank,     elements->own[o].step};
        memcpy(field + FIELDS * o, values, sizeof values);
    }
    enum md_status status = md_archive_ints(archive, "own", field, FIELDS * count, error);
    for (size_t o = 0; status == MD_OK && o < count; o++) {
        const int64_t *v = field + FIELDS * o;
        elements->own[o] =
            (struct md_avi_own){.name = {.id = {v[1], v[2], v[3], v[4]},
                                         .image = {(int32_t)v[5], (int32_t)v[6], (int32_t)v[7]},
                                         .type = (int32_t)v[8],
                                         .class = (uint8_t)v[0],
                                         .rank = (uint8_t)v[9]},
                                .step = v[10]};
        if (v[10] < 1)
            status = md_error_set(error, MD_ERR_FILE, NULL, "an element has a step of %lld ticks",
                                  (long long)v[10]);
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
