/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one element does to its atoms: forces, and a bound on its curvature. */
#include "integrate/avi/avi_elements.h"

static struct md_element_view view_of(const struct md_avi_detail *detail,
                                      const struct md_dynamics *dynamics)
{
    return (struct md_element_view){detail->sort, detail->use, dynamics->system,
                                    &dynamics->forces->neighbors};
}

/* The two atoms' positions, the second in its image. */
static struct md_placed place_plain(struct md_avi_roster *elements, const struct md_atoms *atoms,
                                    const struct md_avi_element *element)
{
    static const struct md_element_atom whole[2] = {{.weight = 1.0}, {.weight = 1.0}};
    const double *a = atoms->x[element->atom[0]], *b = atoms->x[element->atom[1]];
    for (int k = 0; k < 3; k++) {
        elements->x[0][k] = a[k];
        elements->x[1][k] = b[k] + element->offset[k];
    }
    elements->type[0] = element->type[0];
    elements->type[1] = element->type[1];
    return (struct md_placed){.count = 2, .x = elements->x, .type = elements->type, .atom = whole};
}

static struct md_placed place(struct md_avi_roster *elements, const struct md_atoms *atoms,
                              size_t e)
{
    const struct md_avi_detail *detail = &elements->detail[e];
    if (elements->list[e].plain) /* there may be no other elements, and then no arrays of atoms */
        return place_plain(elements, atoms, &elements->list[e]);
    const struct md_element_atom *atom = elements->atom + detail->first;
    const struct md_avi_partner *partner = elements->partner + detail->first;
    for (int32_t n = 0; n < detail->atoms; n++) {
        const double *x = atoms->x[atom[n].atom];
        for (int k = 0; k < 3; k++)
            elements->x[n][k] = x[k] + partner[n].offset[k];
        elements->type[n] = atoms->type[atom[n].atom];
    }
    return (struct md_placed){.count = detail->atoms,
                              .x = elements->x,
                              .type = elements->type,
                              .atom = atom,
                              .own = detail->type,
                              .shell = detail->shell};
}

enum md_status md_avi_element_force(struct md_avi_roster *elements,
                                    const struct md_dynamics *dynamics, size_t e,
                                    struct md_error *error)
{
    const struct md_avi_detail *detail = &elements->detail[e];
    struct md_element_view view = view_of(detail, dynamics);
    struct md_placed placed = place(elements, &dynamics->system->atoms, e);
    struct md_element_values values = {.f = elements->f, .forces_alone = !elements->weigh};
    enum md_status status = detail->sort->evaluate(&view, &placed, &values, error);
    elements->energy = values.energy;
    return status;
}

double md_avi_element_stiffness(struct md_avi_roster *elements, const struct md_dynamics *dynamics,
                                size_t e)
{
    const struct md_avi_detail *detail = &elements->detail[e];
    struct md_element_view view = view_of(detail, dynamics);
    struct md_placed placed = place(elements, &dynamics->system->atoms, e);
    return detail->sort->stiffness(&view, &placed);
}
