/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Atoms of a group in a field.  A field may need the atom's place within the box, that in an
 * endless space, and its ID; whether its energy and virial count is the deck's to say.
 */
#include "element/group.h"

#include "term/external.h"

#include <inttypes.h>
#include <string.h>

static const int16_t none[3] = {0, 0, 0};

static enum md_status find(const struct md_element_view *view, size_t i, struct md_found *found,
                           struct md_error *error)
{
    const struct md_external *external = view->use->state;
    if ((view->system->atoms.groups[i] & external->group) == 0)
        return MD_OK;
    enum md_status status = md_found_begin(found, 0, error);
    return status == MD_OK ? md_found_add(found, i, none, 1.0, error) : status;
}

static enum md_status trapped(const struct md_element_view *view, const struct md_placed *placed,
                              struct md_error *error)
{
    const double *x = placed->x[0];
    if (error == NULL)
        return MD_ERR_RUN;
    return md_error_set(error, MD_ERR_RUN, NULL,
                        "atom %" PRId64 " at (%g, %g, %g) is on or behind the surface of fix "
                        "%s, where it has no energy",
                        view->system->atoms.id[placed->atom[0].atom], x[0], x[1], x[2],
                        view->use->type->style.name);
}

static enum md_status evaluate(const struct md_element_view *view, const struct md_placed *placed,
                               struct md_element_values *values, struct md_error *error)
{
    const struct md_potential_use *use = view->use;
    const struct md_external *external = use->state;
    const struct md_system *system = view->system;
    size_t i = (size_t)placed->atom[0].atom;
    struct md_external_sums sums = {0};
    double r[3];
    md_box_unwrap(&system->box, placed->x[0], system->atoms.image[i], r);
    struct md_external_atom atom = {placed->x[0], r, NULL, system->atoms.type[i],
                                    system->atoms.id[i]};
    memset(values->f[0], 0, sizeof values->f[0]);
    use->type->field(use->state, &system->box, &atom, &sums, values->f[0]);
    values->energy = sums.energy;
    values->energy_apart = !external->energy;
    values->virial_apart = !external->virial;
    values->given = true;
    memcpy(values->virial, sums.virial, sizeof values->virial);
    return sums.trapped != 0 ? trapped(view, placed, error) : MD_OK;
}

static double stiffness(const struct md_element_view *view, const struct md_placed *placed)
{
    const struct md_system *system = view->system;
    size_t i = (size_t)placed->atom[0].atom;
    double r[1][3];
    struct md_element element = {
        .count = 1, .x = (const double(*)[3])r, .type = placed->type, .id = &system->atoms.id[i]};
    md_box_unwrap(&system->box, placed->x[0], system->atoms.image[i], r[0]);
    return view->use->type->stiffness(view->use->state, &element);
}

static enum md_part part(const struct md_potential_use *use)
{
    (void)use;
    return MD_PART_EXTERNAL;
}

const struct md_element_sort md_element_fields = {
    .name = "field",
    .bit = MD_TERM_EXTERNAL,
    .part = part,
    .rank = 3,
    .own = true,
    .find = find,
    .evaluate = evaluate,
    .stiffness = stiffness,
};
