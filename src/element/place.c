/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atoms of an element in their places. */
#include "element/place.h"

#include "base/memory.h"

void md_element_room_free(struct md_element_room *room)
{
    md_found_free(&room->found);
    md_memory_free(room->x);
    md_memory_free(room->f);
    md_memory_free(room->type);
    *room = (struct md_element_room){0};
}

static enum md_status reserve(struct md_element_room *room, size_t atoms)
{
    struct md_error *error = &room->error;
    if (atoms <= room->atoms)
        return MD_OK;
    if (md_memory_grow(&room->x, 0, atoms, sizeof *room->x, error) ||
        md_memory_grow(&room->f, 0, atoms, sizeof *room->f, error) ||
        md_memory_grow(&room->type, 0, atoms, sizeof *room->type, error))
        return error->status;
    room->atoms = atoms;
    return MD_OK;
}

enum md_status md_element_place(struct md_element_room *room, const struct md_element_view *view,
                                const struct md_found_element *element, const md_vec3 *x,
                                const struct md_grain *grain, struct md_placed *placed)
{
    const struct md_element_atom *atom = md_found_atoms(&room->found, element);
    const double *length = view->system->box.length;
    if (reserve(room, (size_t)element->atoms))
        return room->error.status;
    for (int32_t a = 0; a < element->atoms; a++) {
        const double *from = x[atom[a].atom];
        room->type[a] = view->system->atoms.type[atom[a].atom];
        if (view->sort->rounded) {
            md_grain_image(grain, from, atom[a].shift, room->x[a]);
            continue;
        }
        for (int k = 0; k < 3; k++)
            room->x[a][k] = from[k] + atom[a].shift[k] * length[k];
    }
    *placed = (struct md_placed){.count = element->atoms,
                                 .x = room->x,
                                 .type = room->type,
                                 .atom = atom,
                                 .own = element->type};
    return MD_OK;
}
