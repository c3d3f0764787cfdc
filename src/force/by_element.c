/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of terms without a sweep, element by element. */
#include "force/by_element.h"

/* What one atom has of an element: an equal part of its energy and of the virial of its forces, by
 * the lines from the element's first atom. */
static void tally_part(struct md_exact_rows *rows, const struct md_placed *placed,
                       const struct md_element_values *values)
{
    double part = 1.0 / placed->count, virial[6] = {0.0};
    for (int a = 1; a < placed->count; a++) {
        const double *f = values->f[a];
        double d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = placed->x[a][k] - placed->x[0][k];
            virial[k] += f[k] * d[k];
        }
        virial[3] += f[0] * d[1];
        virial[4] += f[0] * d[2];
        virial[5] += f[1] * d[2];
    }
    double *row = md_exact_rows_next(rows);
    row[MD_TALLY_ENERGY] = part * values->energy;
    for (int k = 0; k < 6; k++)
        row[MD_TALLY_VIRIAL + k] = part * virial[k];
    row[MD_EXACT_COLUMNS - 1] = 0.0;
    md_exact_rows_push(rows);
}

/* All elements of one sort that atom i is in. */
static enum md_status sum_atom(const struct md_element_view *view, size_t i,
                               struct md_element_room *room, double f[3],
                               struct md_tally_sums *tally)
{
    md_found_clear(&room->found);
    if (view->sort->find(view, i, &room->found, &room->error))
        return room->error.status;
    for (size_t n = 0; n < room->found.count; n++) {
        const struct md_found_element *element = &room->found.element[n];
        struct md_placed placed;
        if (md_element_place(room, view, element, (const md_vec3 *)view->system->atoms.x,
                             &view->list->grain, &placed))
            return room->error.status;
        struct md_element_values values = {.f = room->f, .forces_alone = tally == NULL};
        if (view->sort->evaluate(view, &placed, &values, &room->error))
            return room->error.status;
        for (int k = 0; k < 3; k++)
            f[k] += values.f[element->place][k];
        if (tally)
            tally_part(&tally->part[view->sort->part(view->use)], &placed, &values);
    }
    return MD_OK;
}

void md_by_element_sum(const struct md_potential_use *use, const struct md_system *system,
                       const struct md_neighbors *list, struct md_share share,
                       struct md_element_room *room, md_vec3 *f, struct md_tally_sums *tally)
{
    const struct md_element_sort *const *sort = md_element_sorts(use->type);
    for (; *sort != NULL; sort++) {
        struct md_element_view view = {*sort, use, system, list};
        for (size_t i = share.begin; i < share.end && room->error.status == MD_OK; i++)
            sum_atom(&view, i, room, f[i], tally);
    }
}
