/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements that are found by distance: the pairs of a neighbour list. */
#ifndef MD_ELEMENT_DISTANCE_H
#define MD_ELEMENT_DISTANCE_H

#include "element/sort.h"

extern const struct md_element_sort md_element_pairs;

/* The two halves of its `find`: the pairs in atom i's list, and those that special_bonds weakens,
 * of these pairs of types (by i*(types+1)+j; NULL: all). */
enum md_status md_distance_listed(const struct md_element_view *view, size_t i,
                                  struct md_found *found, struct md_error *error);
enum md_status md_distance_weighted(const struct md_element_view *view, size_t i, const bool *types,
                                    struct md_found *found, struct md_error *error);

/* The atom that a site is an image of, and box lengths between them. */
static inline size_t md_distance_owner(const struct md_neighbors *list, int32_t site,
                                       int16_t shift[3])
{
    size_t ghost = (size_t)site - list->atoms;
    for (int k = 0; k < 3; k++)
        shift[k] = (size_t)site < list->atoms ? 0 : list->shift[ghost][k];
    return (size_t)list->owner[site];
}

#endif
