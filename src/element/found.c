/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of elements that grows by doubling. */
#include "element/found.h"

#include "base/memory.h"

#include <string.h>

void md_found_free(struct md_found *found)
{
    md_memory_free(found->element);
    md_memory_free(found->atom);
    *found = (struct md_found){0};
}

static enum md_status reserve(void *array, size_t used, size_t *room, size_t size,
                              struct md_error *error)
{
    size_t wanted = *room > 0 ? 2 * *room : 64;
    if (used < *room)
        return MD_OK;
    if (md_memory_grow(array, *room, wanted, size, error))
        return error->status;
    *room = wanted;
    return MD_OK;
}

enum md_status md_found_begin(struct md_found *found, int32_t type, struct md_error *error)
{
    if (reserve(&found->element, found->count, &found->room, sizeof *found->element, error))
        return error->status;
    found->element[found->count++] = (struct md_found_element){.first = found->atoms, .type = type};
    return MD_OK;
}

enum md_status md_found_add(struct md_found *found, size_t atom, const int16_t shift[3],
                            double weight, struct md_error *error)
{
    if (reserve(&found->atom, found->atoms, &found->atom_room, sizeof *found->atom, error))
        return error->status;
    struct md_element_atom *added = &found->atom[found->atoms++];
    added->weight = weight;
    added->atom = (int32_t)atom;
    memcpy(added->shift, shift, sizeof added->shift);
    found->element[found->count - 1].atoms++;
    return MD_OK;
}
