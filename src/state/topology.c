/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of kinds, and the lists of elements. */
#include "state/topology.h"

#include "base/memory.h"
#include "state/atoms.h"

#include <stdio.h>
#include <string.h>

const char *const md_atom_style_names[] = {"atomic", "bond", "molecular", "full", "angle", NULL};

/* All names of a kind follow from one word. */
#define NAMES(word, Word)                                                                          \
    .one = word, .many = word "s", .types = word " types", .room = "extra " word " per atom",      \
    .section = Word "s", .coeffs = Word " Coeffs", .box_types = word "/types",                     \
    .extra_types = "extra/" word "/types", .extra = "extra/" word "/per/atom",                     \
    .single = "single/" word, .archived_types = word "_types"

#define IN_ALL    (1u << MD_ATOM_MOLECULAR | 1u << MD_ATOM_FULL)
#define IN_ANGLES (IN_ALL | 1u << MD_ATOM_ANGLE)
#define IN_BONDS  (IN_ANGLES | 1u << MD_ATOM_BOND)

const struct md_topology_kind md_topology_kinds[MD_TOPOLOGY_KINDS] = {
    [MD_BONDS] = {NAMES("bond", "Bond"), .atoms = 2, .chain = true, .styles = true,
                  .allows = IN_BONDS},
    [MD_ANGLES] = {NAMES("angle", "Angle"), .atoms = 3, .owner = 1, .chain = true, .styles = true,
                   .allows = IN_ANGLES},
    [MD_DIHEDRALS] = {NAMES("dihedral", "Dihedral"), .atoms = 4, .owner = 1, .chain = true,
                      .allows = IN_ALL},
    [MD_IMPROPERS] = {NAMES("improper", "Improper"), .atoms = 4, .owner = 1, .allows = IN_ALL},
};

const char *md_topology_styles(int kind, const char *last, char text[MD_TOPOLOGY_TEXT])
{
    /* In the order in which people count them up. */
    static const enum md_atom_style order[] = {MD_ATOM_BOND, MD_ATOM_ANGLE, MD_ATOM_MOLECULAR,
                                               MD_ATOM_FULL};
    size_t used = 0;
    for (size_t k = 0; k < sizeof order / sizeof order[0] && used < MD_TOPOLOGY_TEXT; k++) {
        if ((md_topology_kinds[kind].allows >> order[k] & 1u) == 0)
            continue;
        const char *name = md_atom_style_names[order[k]];
        int n = used == 0 ? snprintf(text, MD_TOPOLOGY_TEXT, "%s", name)
                : order[k] == MD_ATOM_FULL
                    ? snprintf(text + used, MD_TOPOLOGY_TEXT - used, " %s %s", last, name)
                    : snprintf(text + used, MD_TOPOLOGY_TEXT - used, ", %s", name);
        used += n > 0 ? (size_t)n : 0;
    }
    return text;
}

bool md_topology_find(const struct md_topology *topology, int kind, size_t k,
                      struct md_atoms *atoms, int64_t index[MD_TOPOLOGY_ATOMS])
{
    const int64_t *id = md_topology_ids(topology, kind, k);
    bool all = true;
    for (int place = 0; place < md_topology_kinds[kind].atoms; place++) {
        index[place] = md_atoms_find(atoms, id[place]);
        all = all && index[place] >= 0;
    }
    return all;
}

enum md_status md_topology_reserve(struct md_topology *topology, int kind, size_t count,
                                   struct md_error *error)
{
    struct md_topology_list *list = &topology->list[kind];
    size_t row = (size_t)md_topology_kinds[kind].atoms * sizeof *list->id;
    if (count <= list->capacity)
        return MD_OK;
    if (md_memory_grow(&list->id, list->count, count, row, error) ||
        md_memory_grow(&list->type, list->count, count, sizeof *list->type, error) ||
        md_memory_grow(&list->rigid, list->count, count, sizeof *list->rigid, error))
        return error->status;
    list->capacity = count;
    return MD_OK;
}

enum md_status md_topology_add(struct md_topology *topology, int kind, int type, const int64_t *id,
                               struct md_error *error)
{
    struct md_topology_list *list = &topology->list[kind];
    size_t atoms = (size_t)md_topology_kinds[kind].atoms, full = list->capacity;
    if (list->count == full &&
        md_topology_reserve(topology, kind, full < 64 ? 64 : full + full / 2, error))
        return error->status;
    memcpy(list->id + atoms * list->count, id, atoms * sizeof *id);
    list->type[list->count] = type;
    list->rigid[list->count++] = false;
    return MD_OK;
}

/* Element `from` also at place `to` of its list. */
static void copy(struct md_topology_list *list, size_t atoms, size_t to, size_t from)
{
    if (to == from)
        return;
    memcpy(list->id + atoms * to, list->id + atoms * from, atoms * sizeof *list->id);
    list->type[to] = list->type[from];
    list->rigid[to] = list->rigid[from];
}

void md_topology_drop(struct md_topology *topology, int kind, size_t count)
{
    struct md_topology_list *list = &topology->list[kind];
    for (size_t k = count; k < list->count; k++)
        copy(list, (size_t)md_topology_kinds[kind].atoms, k - count, k);
    list->count -= count;
}

size_t md_topology_prune(struct md_topology *topology, struct md_atoms *atoms, bool any)
{
    size_t dropped = 0;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        struct md_topology_list *list = &topology->list[kind];
        size_t kept = 0;
        for (size_t k = 0; k < list->count; k++) {
            int64_t index[MD_TOPOLOGY_ATOMS] = {0};
            bool all = md_topology_find(topology, kind, k, atoms, index);
            if (index[md_topology_kinds[kind].owner] >= 0 && (all || !any))
                copy(list, (size_t)md_topology_kinds[kind].atoms, kept++, k);
        }
        dropped += list->count - kept;
        list->count = kept;
    }
    return dropped;
}

size_t md_topology_count(const struct md_topology *topology)
{
    size_t count = 0;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        count += topology->list[kind].count;
    return count;
}

static void free_lists(struct md_topology *topology)
{
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        struct md_topology_list *list = &topology->list[kind];
        md_memory_free(list->id);
        md_memory_free(list->type);
        md_memory_free(list->rigid);
        *list = (struct md_topology_list){0};
    }
}

void md_topology_move(struct md_topology *to, struct md_topology *from)
{
    free_lists(to);
    memcpy(to->list, from->list, sizeof to->list);
    memset(from->list, 0, sizeof from->list);
}

void md_topology_free(struct md_topology *topology)
{
    free_lists(topology);
    *topology = (struct md_topology){0};
}
