/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which sorts of elements a term has. */
#include "element/sort.h"

#include "element/distance.h"
#include "element/group.h"
#include "element/star.h"
#include "element/topology.h"

static const struct md_element_sort *const of_kind[][MD_ELEMENT_SORTS] = {
    [MD_KIND_PAIR] = {&md_element_pairs},
    [MD_KIND_MANY] = {&md_element_pairs, &md_element_embedding},
    [MD_KIND_TOPOLOGY] = {&md_element_topology},
    [MD_KIND_EXTERNAL] = {&md_element_fields},
};

const struct md_element_sort *const *md_element_sorts(const struct md_potential *type)
{
    return of_kind[type->kind];
}

const struct md_element_sort *md_element_star(const struct md_potential *type, bool embedding,
                                              bool pairs)
{
    embedding = embedding && type->kind == MD_KIND_MANY;
    if (embedding && pairs)
        return &md_element_whole;
    return embedding ? &md_element_embedding : pairs ? &md_element_halves : NULL;
}

enum md_part md_element_as_pair(const struct md_potential_use *use)
{
    (void)use;
    return MD_PART_PAIR;
}

enum md_status md_element_none(const struct md_element_view *view, struct md_error *error)
{
    const struct md_potential_use *use = view->use;
    bool listed = view->sort->listed;
    const char *one = listed ? "pair" : md_topology_kinds[use->type->topology].one;
    if (error == NULL)
        return MD_ERR_RUN;
    return md_error_set(error, MD_ERR_RUN, &use->place,
                        "%s style %s has no energy for some %s of this system", one, use->name,
                        listed ? "pair of atoms" : one);
}
