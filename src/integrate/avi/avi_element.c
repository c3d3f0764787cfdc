/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one element does to its atoms: forces, and a bound on its curvature. */
#include "integrate/avi/avi_elements.h"

#include "term/external.h"

#include <inttypes.h>
#include <string.h>

static enum md_status no_energy(const struct md_potential_use *use, struct md_error *error)
{
    return md_error_set(error, MD_ERR_RUN, &use->place,
                        "pair style %s has no energy for some pair of atoms of this system",
                        use->name);
}

/* The two atoms' positions, the second in its image. */
static void place_two(struct md_avi_roster *elements, const struct md_atoms *atoms,
                      const struct md_avi_element *element)
{
    const double *a = atoms->x[element->atom[0]], *b = atoms->x[element->atom[1]];
    for (int k = 0; k < 3; k++) {
        elements->x[0][k] = a[k];
        elements->x[1][k] = b[k] + element->offset[k];
    }
    elements->type[0] = element->type[0];
    elements->type[1] = element->type[1];
}

static void place_star(struct md_avi_roster *elements, const struct md_atoms *atoms,
                       const struct md_avi_element *element, const struct md_avi_detail *detail)
{
    const struct md_avi_partner *partner = elements->partner + detail->first;
    memcpy(elements->x[0], atoms->x[element->atom[0]], sizeof elements->x[0]);
    elements->type[0] = element->type[0];
    for (int32_t n = 0; n < detail->partners; n++) {
        const double *x = atoms->x[partner[n].atom];
        for (int k = 0; k < 3; k++)
            elements->x[n + 1][k] = x[k] + partner[n].offset[k];
        elements->type[n + 1] = partner[n].type;
    }
}

static struct md_element shape(const struct md_avi_roster *elements, int count, int term)
{
    return (struct md_element){
        .count = count, .x = (const double(*)[3])elements->x, .type = elements->type, .term = term};
}

/* Weight and share in a shell: phi becomes weight S phi. */
static enum md_status two_force(struct md_avi_roster *elements, const struct md_avi_detail *detail,
                                const struct md_potential_use *use, struct md_error *error)
{
    struct md_element element = shape(elements, 2, MD_ELEMENT_PAIR);
    double energy = 0.0, share = 1.0, slope = 0.0, d[3];
    double(*f)[3] = elements->f;
    if (use->type->one(use->state, &element, &energy, f))
        return no_energy(use, error);
    for (int k = 0; k < 3; k++)
        d[k] = elements->x[0][k] - elements->x[1][k];
    if (detail->shell != NULL)
        share = md_shell_at(detail->shell, d[0] * d[0] + d[1] * d[1] + d[2] * d[2], &slope);
    for (int k = 0; k < 3; k++) {
        f[0][k] = (share * f[0][k] - slope * energy * d[k]) * detail->weight;
        f[1][k] = -f[0][k];
    }
    elements->energy = share * energy * detail->weight;
    return MD_OK;
}

static enum md_status bond_force(struct md_avi_roster *elements, const struct md_avi_detail *detail,
                                 const struct md_forces *forces, struct md_error *error)
{
    struct md_element element = shape(elements, 2, 0);
    elements->type[0] = elements->type[1] = detail->use;
    memset(elements->f, 0, 2 * sizeof *elements->f);
    elements->energy = 0.0;
    for (int u = 0; u < forces->others_count; u++) {
        const struct md_potential_use *use = &forces->others[u];
        double energy, f[2][3];
        if (use->type->one(use->state, &element, &energy, f))
            return md_error_set(error, MD_ERR_RUN, &use->place,
                                "bond style %s has no energy for some bond of this system",
                                use->name);
        elements->energy += energy;
        for (int a = 0; a < 2; a++)
            for (int k = 0; k < 3; k++)
                elements->f[a][k] += f[a][k];
    }
    return MD_OK;
}

static enum md_status field_force(struct md_avi_roster *elements,
                                  const struct md_avi_detail *detail,
                                  const struct md_dynamics *dynamics, size_t i,
                                  struct md_error *error)
{
    const struct md_potential_use *use = &dynamics->forces->externals[detail->use];
    const struct md_system *system = dynamics->system;
    const double *x = system->atoms.x[i];
    struct md_external_sums sums = {0};
    double r[3];
    md_box_unwrap(&system->box, x, system->atoms.image[i], r);
    struct md_external_atom atom = {x, r, NULL, system->atoms.type[i], system->atoms.id[i]};
    memset(elements->f[0], 0, sizeof elements->f[0]);
    use->type->field(use->state, &system->box, &atom, &sums, elements->f[0]);
    elements->energy = sums.energy;
    if (sums.trapped != 0)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "atom %" PRId64 " at (%g, %g, %g) is on or behind the surface of fix "
                            "%s, where it has no energy",
                            system->atoms.id[i], x[0], x[1], x[2], use->type->style.name);
    return MD_OK;
}

/* The star's pair with its partner n. */
static enum md_status one_of_star(const struct md_avi_roster *elements,
                                  const struct md_potential_use *use, int32_t n, double f[2][3],
                                  double *energy)
{
    double at[2][3];
    int type[2] = {elements->type[0], elements->type[n]};
    memcpy(at[0], elements->x[0], sizeof at[0]);
    memcpy(at[1], elements->x[n], sizeof at[1]);
    struct md_element pair = {.count = 2, .x = (const double(*)[3])at, .type = type};
    return use->type->one(use->state, &pair, energy, f);
}

/* Adds half of each of the star's pairs. */
static enum md_status halves_force(struct md_avi_roster *elements,
                                   const struct md_avi_detail *detail,
                                   const struct md_potential_use *use, struct md_error *error)
{
    const struct md_avi_partner *partner = elements->partner + detail->first;
    const double *x = elements->x[0];
    double energy = 0.0;
    for (int32_t n = 1; n <= detail->partners; n++) {
        double half = 0.5 * partner[n - 1].weight, f[2][3], d[3], r2 = 0.0;
        for (int k = 0; k < 3; k++) {
            d[k] = x[k] - elements->x[n][k];
            r2 += d[k] * d[k];
        }
        if ((use->type->pull == NULL || elements->weigh) &&
            one_of_star(elements, use, n, f, &energy))
            return no_energy(use, error);
        elements->energy += half * energy;
        if (use->type->pull != NULL) {
            double pull = use->type->pull(use->state, elements->type[0], elements->type[n], r2);
            for (int k = 0; k < 3; k++)
                f[0][k] = pull * d[k];
        }
        for (int k = 0; k < 3; k++) {
            elements->f[0][k] += half * f[0][k];
            elements->f[n][k] -= half * f[0][k];
        }
    }
    return MD_OK;
}

static enum md_status star_force(struct md_avi_roster *elements, const struct md_avi_detail *detail,
                                 const struct md_potential_use *use, struct md_error *error)
{
    struct md_element star = shape(elements, detail->partners + 1, MD_ELEMENT_EMBEDDING);
    double energy = 0.0;
    if (detail->embedding) {
        if (use->type->one(use->state, &star, &energy, elements->f))
            return no_energy(use, error);
    } else {
        memset(elements->f, 0, (size_t)star.count * sizeof *elements->f);
    }
    elements->energy = energy;
    return detail->pairs ? halves_force(elements, detail, use, error) : MD_OK;
}

enum md_status md_avi_element_force(struct md_avi_roster *elements,
                                    const struct md_dynamics *dynamics, size_t e,
                                    struct md_error *error)
{
    const struct md_avi_element *element = &elements->list[e];
    const struct md_avi_detail *detail = &elements->detail[e];
    const struct md_forces *forces = dynamics->forces;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    switch (element->face) {
    case MD_AVI_FIELD:
        return field_force(elements, detail, dynamics, (size_t)element->atom[0], error);
    case MD_AVI_STAR:
        place_star(elements, atoms, element, detail);
        return star_force(elements, detail, &forces->pair, error);
    case MD_AVI_BOND:
        place_two(elements, atoms, element);
        return bond_force(elements, detail, forces, error);
    default:
        place_two(elements, atoms, element);
        return two_force(elements, detail, &forces->pair, error);
    }
}

/* ------------------------------------------------------------------ curvature */

static double star_stiffness(struct md_avi_roster *elements, const struct md_avi_detail *detail,
                             const struct md_potential_use *use)
{
    const struct md_avi_partner *partner = elements->partner + detail->first;
    struct md_element star = shape(elements, detail->partners + 1, MD_ELEMENT_EMBEDDING);
    double sum = detail->embedding ? use->type->stiffness(use->state, &star) : 0.0;
    for (int32_t n = 1; detail->pairs && n <= detail->partners; n++) {
        double at[2][3];
        int type[2] = {elements->type[0], elements->type[n]};
        memcpy(at[0], elements->x[0], sizeof at[0]);
        memcpy(at[1], elements->x[n], sizeof at[1]);
        struct md_element pair = {.count = 2, .x = (const double(*)[3])at, .type = type};
        sum += 0.5 * partner[n - 1].weight * use->type->stiffness(use->state, &pair);
    }
    return sum;
}

static double field_stiffness(struct md_avi_roster *elements, const struct md_potential_use *use,
                              const struct md_system *system, size_t i)
{
    struct md_element element = shape(elements, 1, 0);
    elements->type[0] = system->atoms.type[i];
    element.id = &system->atoms.id[i];
    md_box_unwrap(&system->box, system->atoms.x[i], system->atoms.image[i], elements->x[0]);
    return use->type->stiffness(use->state, &element);
}

double md_avi_element_stiffness(struct md_avi_roster *elements, const struct md_dynamics *dynamics,
                                size_t e)
{
    const struct md_avi_element *element = &elements->list[e];
    const struct md_avi_detail *detail = &elements->detail[e];
    const struct md_forces *forces = dynamics->forces;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    struct md_element two = shape(elements, 2, MD_ELEMENT_PAIR);
    double sum = 0.0;
    switch (element->face) {
    case MD_AVI_FIELD:
        return field_stiffness(elements, &forces->externals[detail->use], dynamics->system,
                               (size_t)element->atom[0]);
    case MD_AVI_STAR:
        place_star(elements, atoms, element, detail);
        return star_stiffness(elements, detail, &forces->pair);
    case MD_AVI_BOND:
        place_two(elements, atoms, element);
        elements->type[0] = elements->type[1] = detail->use;
        for (int u = 0; u < forces->others_count; u++)
            sum += forces->others[u].type->stiffness(forces->others[u].state, &two);
        return sum;
    default:
        place_two(elements, atoms, element);
        return detail->weight * forces->pair.type->stiffness(forces->pair.state, &two);
    }
}
