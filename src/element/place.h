/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Room for the elements of an atom, and for one of them with its atoms where they are. */
#ifndef MD_ELEMENT_PLACE_H
#define MD_ELEMENT_PLACE_H

#include "element/sort.h"

/* A thread's own; begins as 0. */
struct md_element_room {
    struct md_found found;
    double (*x)[3], (*f)[3];
    int *type;
    size_t atoms;
    struct md_error error; /* the first trouble of this thread */
};

void md_element_room_free(struct md_element_room *room);

/* One of those that were found, with its atoms at the positions x; those of sorts that are rounded,
 * rounded to this grain.  Forces have room in room->f. */
enum md_status md_element_place(struct md_element_room *room, const struct md_element_view *view,
                                const struct md_found_element *element, const md_vec3 *x,
                                const struct md_grain *grain, struct md_placed *placed);

#endif
