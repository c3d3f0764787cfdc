/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which elements there are, after each new list.
 *
 * A pair stands at the atom of the smaller ID; the other one's list holds it too and is passed
 * over.  An atom's forces with its own images cancel, so they are no elements, and neither is
 * anything between atoms that do not move.
 */
#include "integrate/avi/avi_elements.h"

#include "base/memory.h"
#include "term/external.h"

#include <stdlib.h>

/* Something an atom has to do with, before it becomes an element or a partner. */
struct md_avi_candidate {
    int64_t id; /* of the other atom */
    int32_t image[3];
    int32_t use; /* bond: its type */
    int32_t atom;
    int16_t shift[3];
    bool shelled;
    double weight;
};

/* What goes through the enumeration. */
struct listing {
    struct md_avi_roster *elements;
    const struct md_avi *avi;
    const struct md_dynamics *dynamics;
    const struct md_system *system;
    const struct md_neighbors *neighbors;
    int class;
    bool all; /* partners of any ID, for stars */
    struct md_error *error;
};

void md_avi_elements_free(struct md_avi_roster *elements)
{
    md_memory_free(elements->list);
    md_memory_free(elements->detail);
    md_memory_free(elements->partner);
    md_memory_free(elements->own);
    md_memory_free(elements->share);
    md_memory_free(elements->x);
    md_memory_free(elements->f);
    md_memory_free(elements->type);
    md_memory_free(elements->candidate);
    md_order_free(&elements->order);
    *elements = (struct md_avi_roster){0};
}

enum md_status md_avi_elements_possible(const struct md_avi *avi,
                                        const struct md_dynamics *dynamics, struct md_error *error)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    unsigned need = avi->words.stiffness > 0.0 ? MD_CAN_ONE | MD_CAN_STIFFNESS : MD_CAN_ONE;
    if (pair->type == NULL || !(pair->type->reach(pair->state) > 0.0))
        return MD_OK;
    unsigned can = md_potential_can(pair->type, pair->state);
    if ((can & need) == need)
        return MD_OK;
    if (avi->words.stiffness > 0.0 && !(can & MD_CAN_STIFFNESS))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.stiffness_place,
                            "'step stiffness' needs the curvature of pair_style %s, which does not "
                            "tell it",
                            pair->name);
    return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.elements_place,
                        "pair_style %s cannot be evaluated pair by pair: use 'element group'",
                        pair->name);
}

/* ------------------------------------------------------------------ room */

/* Room for one more, by doubling. */
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

static double push_of(const struct listing *work, size_t i)
{
    return md_dynamics_inverse(work->dynamics, i);
}

/* A new element of the present class with this first atom; NULL: no memory. */
static struct md_avi_element *append(struct listing *work, size_t i, enum md_avi_face face)
{
    struct md_avi_roster *elements = work->elements;
    size_t room = elements->room;
    if (reserve(&elements->list, elements->count, &room, sizeof *elements->list, work->error))
        return NULL;
    if (room > elements->room && md_memory_grow(&elements->detail, elements->room, room,
                                                sizeof *elements->detail, work->error))
        return NULL;
    elements->room = room;
    struct md_avi_element *element = &elements->list[elements->count];
    elements->detail[elements->count++] = (struct md_avi_detail){.weight = 1.0};
    *element = (struct md_avi_element){.face = (uint8_t)face,
                                       .class = (uint8_t)work->class,
                                       .atom = {(int32_t)i, (int32_t)i},
                                       .push = {push_of(work, i), 0.0}};
    element->type[0] = element->type[1] = (int16_t)work->system->atoms.type[i];
    return element;
}

/* ------------------------------------------------------------------ candidates */

static int by_name(const void *a, const void *b)
{
    const struct md_avi_candidate *p = a, *q = b;
    if (p->id != q->id)
        return p->id < q->id ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (p->image[k] != q->image[k])
            return p->image[k] < q->image[k] ? -1 : 1;
    return (p->use > q->use) - (p->use < q->use);
}

static enum md_status add_candidate(struct listing *work, size_t i,
                                    const struct md_avi_candidate *candidate)
{
    struct md_avi_roster *elements = work->elements;
    const struct md_atoms *atoms = &work->system->atoms;
    if (reserve(&elements->candidate, elements->candidates, &elements->candidate_room,
                sizeof *elements->candidate, work->error))
        return work->error->status;
    struct md_avi_candidate *added = &elements->candidate[elements->candidates++];
    *added = *candidate;
    added->id = atoms->id[candidate->atom];
    for (int k = 0; k < 3; k++)
        added->image[k] =
            candidate->shift[k] + atoms->image[i][k] - atoms->image[candidate->atom][k];
    return MD_OK;
}

static enum md_status add_site(struct listing *work, size_t i, int32_t site, double weight,
                               bool shelled)
{
    const struct md_neighbors *list = work->neighbors;
    const struct md_atoms *atoms = &work->system->atoms;
    if ((size_t)site == list->atoms + list->ghosts)
        return MD_OK;
    struct md_avi_candidate candidate = {
        .atom = list->owner[site], .weight = weight, .shelled = shelled};
    for (int k = 0; (size_t)site >= list->atoms && k < 3; k++)
        candidate.shift[k] = list->shift[(size_t)site - list->atoms][k];
    if (!work->all && atoms->id[candidate.atom] <= atoms->id[i])
        return MD_OK;
    return add_candidate(work, i, &candidate);
}

static enum md_status add_list(struct listing *work, const struct md_neighbors *list, size_t i,
                               bool shelled)
{
    for (int32_t n = 0; n < list->number[i]; n++)
        if (add_site(work, i, list->partner[i][n], 1.0, shelled))
            return work->error->status;
    return MD_OK;
}

/* All partners of atom i in the present class, sorted by name. */
static enum md_status collect(struct listing *work, size_t i)
{
    const struct md_class *class = &work->avi->classes.list[work->class];
    const struct md_neighbor_block *block = &work->neighbors->block[i / MD_SUM_BLOCK];
    const int *type = work->system->atoms.type;
    struct md_avi_roster *elements = work->elements;
    size_t row = (size_t)work->system->types + 1;
    elements->candidates = 0;
    if (class->common && add_list(work, work->neighbors, i, false))
        return work->error->status;
    for (int p = 0; !class->common && p < MD_CLASS_PARTS; p++)
        if (class->part[p].entries > 0 &&
            add_list(work, &class->part[p].view, i, p == MD_CLASS_SWITCHED))
            return work->error->status;
    for (size_t k = 0; k < block->weighted_count; k++) {
        const struct md_weighted_pair *pair = &block->weighted[k];
        if ((size_t)pair->atom != i)
            continue;
        size_t other = (size_t)type[work->neighbors->owner[pair->partner]];
        if ((class->types == NULL || class->types[(size_t)type[i] * row + other]) &&
            add_site(work, i, pair->partner, pair->weight, class->shelled))
            return work->error->status;
    }
    if (elements->candidates > 1)
        qsort(elements->candidate, elements->candidates, sizeof *elements->candidate, by_name);
    return MD_OK;
}

/* ------------------------------------------------------------------ elements of an atom */

static void offset_of(const struct listing *work, const struct md_avi_candidate *candidate,
                      double offset[3])
{
    for (int k = 0; k < 3; k++)
        offset[k] = candidate->shift[k] * work->system->box.length[k];
}

/* An element of two atoms. */
static enum md_status add_two(struct listing *work, size_t i,
                              const struct md_avi_candidate *candidate, enum md_avi_face face)
{
    double push[2] = {push_of(work, i), push_of(work, (size_t)candidate->atom)};
    if (push[0] == 0.0 && push[1] == 0.0)
        return MD_OK;
    struct md_avi_element *element = append(work, i, face);
    if (element == NULL)
        return work->error->status;
    struct md_avi_detail *detail = &work->elements->detail[work->elements->count - 1];
    offset_of(work, candidate, element->offset);
    element->atom[1] = candidate->atom;
    element->type[1] = (int16_t)work->system->atoms.type[candidate->atom];
    element->push[1] = push[1];
    detail->weight = candidate->weight;
    detail->use = candidate->use;
    for (int k = 0; k < 3; k++)
        detail->image[k] = candidate->image[k];
    if (candidate->shelled)
        detail->shell = &work->avi->classes.list[work->class].shell;
    return MD_OK;
}

static enum md_status add_pairs(struct listing *work, size_t i)
{
    const struct md_avi_roster *elements = work->elements;
    bool pull = work->dynamics->forces->pair.type->pull != NULL;
    work->all = false;
    if (collect(work, i))
        return work->error->status;
    for (size_t k = 0; k < elements->candidates; k++) {
        const struct md_avi_candidate *candidate = &elements->candidate[k];
        bool plain = pull && candidate->weight == 1.0 && !candidate->shelled;
        if (add_two(work, i, candidate, plain ? MD_AVI_PULL : MD_AVI_TWO))
            return work->error->status;
    }
    return MD_OK;
}

/* The atom with all its partners. */
static enum md_status add_star(struct listing *work, size_t i, bool embedding, bool pairs)
{
    struct md_avi_roster *elements = work->elements;
    const int *type = work->system->atoms.type;
    double most = push_of(work, i);
    work->all = true;
    if (collect(work, i))
        return work->error->status;
    size_t first = elements->partners;
    for (size_t k = 0; k < elements->candidates; k++) {
        const struct md_avi_candidate *candidate = &elements->candidate[k];
        if (reserve(&elements->partner, elements->partners, &elements->partner_room,
                    sizeof *elements->partner, work->error))
            return work->error->status;
        struct md_avi_partner *partner = &elements->partner[elements->partners++];
        *partner = (struct md_avi_partner){.push = push_of(work, (size_t)candidate->atom),
                                           .weight = candidate->weight,
                                           .atom = candidate->atom,
                                           .type = type[candidate->atom]};
        offset_of(work, candidate, partner->offset);
        most = partner->push > most ? partner->push : most;
    }
    if (most == 0.0) {
        elements->partners = first;
        return MD_OK;
    }
    if (append(work, i, MD_AVI_STAR) == NULL)
        return work->error->status;
    struct md_avi_detail *detail = &elements->detail[elements->count - 1];
    detail->first = first;
    detail->partners = (int32_t)(elements->partners - first);
    detail->embedding = embedding;
    detail->pairs = pairs;
    return MD_OK;
}

/* Bonds whose first atom it is. */
static enum md_status add_bonds(struct listing *work, size_t i)
{
    const struct md_graph *graph = &work->neighbors->graph;
    struct md_avi_roster *elements = work->elements;
    if (graph->atoms == 0 || work->dynamics->forces->others_count == 0)
        return MD_OK;
    elements->candidates = 0;
    for (size_t n = graph->start[i]; n < graph->start[i + 1]; n++) {
        const struct md_bond_end *end = &graph->end[n];
        struct md_avi_candidate candidate = {.atom = end->partner, .use = end->type, .weight = 1.0};
        for (int k = 0; k < 3; k++)
            candidate.shift[k] = end->shift[k];
        if (end->first && add_candidate(work, i, &candidate))
            return work->error->status;
    }
    if (elements->candidates > 1)
        qsort(elements->candidate, elements->candidates, sizeof *elements->candidate, by_name);
    for (size_t k = 0; k < elements->candidates; k++)
        if (add_two(work, i, &elements->candidate[k], MD_AVI_BOND))
            return work->error->status;
    return MD_OK;
}

static enum md_status add_fields(struct listing *work, size_t i)
{
    const struct md_forces *forces = work->dynamics->forces;
    for (int e = 0; e < forces->externals_count && push_of(work, i) > 0.0; e++) {
        const struct md_external *external = forces->externals[e].state;
        if ((work->system->atoms.groups[i] & external->group) == 0)
            continue;
        if (append(work, i, MD_AVI_FIELD) == NULL)
            return work->error->status;
        work->elements->detail[work->elements->count - 1].use = e;
    }
    return MD_OK;
}

static enum md_status add_atom(struct listing *work, size_t i)
{
    const struct md_class *class = &work->avi->classes.list[work->class];
    const struct md_potential *pair = work->dynamics->forces->pair.type;
    bool whole = work->avi->words.elements == MD_AVI_ATOM;
    bool pairs = (class->terms & MD_TERM_PAIR) && pair != NULL;
    bool embedding = (class->terms & MD_TERM_EMBED) && pair != NULL && pair->kind == MD_KIND_MANY;
    if (pairs && !whole && add_pairs(work, i))
        return work->error->status;
    if ((embedding || (pairs && whole)) && add_star(work, i, embedding, pairs && whole))
        return work->error->status;
    if ((class->terms & MD_TERM_BOND) && add_bonds(work, i))
        return work->error->status;
    return class->terms & MD_TERM_EXTERNAL ? add_fields(work, i) : MD_OK;
}

/* ------------------------------------------------------------------ all of them */

/* Room for the positions and forces of the largest element. */
static enum md_status reserve_one(struct md_avi_roster *elements, struct md_error *error)
{
    size_t most = 2;
    for (size_t e = 0; e < elements->count; e++) {
        size_t atoms = 1 + (size_t)elements->detail[e].partners;
        most = atoms > most ? atoms : most;
    }
    if (most <= elements->most)
        return MD_OK;
    if (md_memory_grow(&elements->x, 0, most, sizeof *elements->x, error) ||
        md_memory_grow(&elements->f, 0, most, sizeof *elements->f, error) ||
        md_memory_grow(&elements->type, 0, most, sizeof *elements->type, error))
        return error->status;
    elements->most = most;
    return MD_OK;
}

enum md_status md_avi_elements_list(struct md_avi_roster *elements, struct md_avi *avi,
                                    struct md_dynamics *dynamics, struct md_error *error)
{
    struct listing work = {.elements = elements,
                           .avi = avi,
                           .dynamics = dynamics,
                           .system = dynamics->system,
                           .neighbors = &dynamics->forces->neighbors,
                           .error = error};
    size_t atoms = dynamics->system->atoms.count;
    elements->count = elements->partners = 0;
    /* Elements point into the partners, also where none has any. */
    if (reserve(&elements->partner, 0, &elements->partner_room, sizeof *elements->partner, error) ||
        md_order_find(&elements->order, &dynamics->system->atoms, error))
        return error->status;
    for (work.class = 0; work.class < avi->classes.count; work.class ++) {
        size_t before = elements->count;
        for (size_t k = 0; k < atoms; k++)
            if (add_atom(&work, elements->order.atom[k]))
                return error->status;
        avi->clock[work.class].elements = elements->count - before;
    }
    if (reserve_one(elements, error) ||
        (!elements->frozen && md_avi_own_choose(elements, avi, dynamics, error)))
        return error->status;
    elements->frozen = true;
    md_avi_own_assign(elements, avi, dynamics);
    return MD_OK;
}
