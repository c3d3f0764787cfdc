/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Elements as they are found: which atoms each has, and which image of each.
 */
#ifndef MD_ELEMENT_FOUND_H
#define MD_ELEMENT_FOUND_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct md_element_atom {
    double weight; /* of the line from the first atom to it, by special_bonds */
    int32_t atom;
    int16_t shift[3]; /* box lengths added to its position; the first atom has none */
};

struct md_found_element {
    size_t first; /* of its atoms */
    int32_t atoms;
    int32_t place; /* which of them is the atom it was found for */
    int32_t type;  /* of the bond or angle; 0: its atoms' types say all */
};

/* A list of them, kept and filled again. */
struct md_found {
    struct md_found_element *element;
    size_t count, room;
    struct md_element_atom *atom;
    size_t atoms, atom_room;
};

void md_found_free(struct md_found *found);

static inline void md_found_clear(struct md_found *found)
{
    found->count = found->atoms = 0;
}

/* One more element, without atoms yet; then its atoms, one after the other. */
enum md_status md_found_begin(struct md_found *found, int32_t type, struct md_error *error);
enum md_status md_found_add(struct md_found *found, size_t atom, const int16_t shift[3],
                            double weight, struct md_error *error);

static inline const struct md_element_atom *md_found_atoms(const struct md_found *found,
                                                           const struct md_found_element *element)
{
    return found->atom + element->first;
}

#endif
