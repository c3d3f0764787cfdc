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
#include "element/distance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Something an atom has part in, before it becomes an element or the partner in a star. */
struct md_avi_candidate {
    struct md_avi_name name; /* but for class and rank */
    size_t found;            /* which of those that were found */
    bool shelled;
};

/* What goes through the enumeration. */
struct listing {
    struct md_avi_roster *elements;
    const struct md_avi *avi;
    const struct md_dynamics *dynamics;
    const struct md_system *system;
    int class;
    struct md_element_view view; /* the term whose elements are enumerated now */
    int place;                   /* of the term among all in use */
    struct md_error *error;
};

void md_avi_elements_free(struct md_avi_roster *elements)
{
    md_memory_free(elements->list);
    md_memory_free(elements->detail);
    md_memory_free(elements->atom);
    md_memory_free(elements->partner);
    md_memory_free(elements->own);
    md_memory_free(elements->share);
    md_memory_free(elements->x);
    md_memory_free(elements->f);
    md_memory_free(elements->type);
    md_memory_free(elements->candidate);
    md_found_free(&elements->found);
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

/* A new element of the present class and term with this first atom; NULL: no memory. */
static struct md_avi_element *append(struct listing *work, size_t i)
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
    elements->detail[elements->count++] =
        (struct md_avi_detail){.sort = work->view.sort, .use = work->view.use};
    *element = (struct md_avi_element){.class = (uint8_t)work->class,
                                       .atom = {(int32_t)i, (int32_t)i},
                                       .push = {push_of(work, i), 0.0}};
    element->type[0] = element->type[1] = (int16_t)work->system->atoms.type[i];
    return element;
}

/* One more atom of the latest element. */
static enum md_status append_atom(struct listing *work, const struct md_element_atom *atom)
{
    struct md_avi_roster *elements = work->elements;
    size_t room = elements->atom_room;
    if (reserve(&elements->atom, elements->atoms, &room, sizeof *elements->atom, work->error) ||
        (room > elements->atom_room && md_memory_grow(&elements->partner, elements->atom_room, room,
                                                      sizeof *elements->partner, work->error)))
        return work->error->status;
    elements->atom_room = room;
    elements->atom[elements->atoms] = *atom;
    struct md_avi_partner *partner = &elements->partner[elements->atoms++];
    partner->push = push_of(work, (size_t)atom->atom);
    for (int k = 0; k < 3; k++)
        partner->offset[k] = atom->shift[k] * work->system->box.length[k];
    elements->detail[elements->count - 1].atoms++;
    return MD_OK;
}

/* ------------------------------------------------------------------ candidates */

int md_avi_elements_compare(const struct md_avi_name *a, const struct md_avi_name *b)
{
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    if (a->id[0] != b->id[0])
        return a->id[0] < b->id[0] ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    for (int k = 1; k < MD_AVI_NAMED; k++)
        if (a->id[k] != b->id[k])
            return a->id[k] < b->id[k] ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (a->image[k] != b->image[k])
            return a->image[k] < b->image[k] ? -1 : 1;
    return (a->type > b->type) - (a->type < b->type);
}

static int by_name(const void *a, const void *b)
{
    const struct md_avi_candidate *p = a, *q = b;
    return md_avi_elements_compare(&p->name, &q->name);
}

/* Of what was found for atom i, the n-th, named. */
static struct md_avi_candidate candidate_of(const struct listing *work, size_t n)
{
    const struct md_found *found = &work->elements->found;
    const struct md_atoms *atoms = &work->system->atoms;
    const struct md_element_atom *atom = md_found_atoms(found, &found->element[n]);
    struct md_avi_candidate candidate = {.found = n, .name.type = found->element[n].type};
    for (int32_t a = 0; a < found->element[n].atoms && a < MD_AVI_NAMED; a++)
        candidate.name.id[a] = atoms->id[atom[a].atom];
    for (int k = 0; k < 3 && found->element[n].atoms > 1; k++)
        candidate.name.image[k] =
            atom[1].shift[k] + atoms->image[atom[0].atom][k] - atoms->image[atom[1].atom][k];
    return candidate;
}

/* An element stands at one of its atoms only: a pair at that of the lower ID, others at their
 * first.  An atom and its own image exert no force. */
static bool stands_here(const struct listing *work, const struct md_avi_candidate *candidate)
{
    const struct md_element_sort *sort = work->view.sort;
    if (sort->own)
        return true;
    if (sort->listed)
        return candidate->name.id[0] < candidate->name.id[1];
    return work->elements->found.element[candidate->found].place == 0;
}

/* Takes what was found from the n-th on. */
static enum md_status take(struct listing *work, size_t n, bool shelled)
{
    struct md_avi_roster *elements = work->elements;
    for (; n < elements->found.count; n++) {
        struct md_avi_candidate candidate = candidate_of(work, n);
        candidate.shelled = shelled;
        if (!stands_here(work, &candidate))
            continue;
        if (reserve(&elements->candidate, elements->candidates, &elements->candidate_room,
                    sizeof *elements->candidate, work->error))
            return work->error->status;
        elements->candidate[elements->candidates++] = candidate;
    }
    return MD_OK;
}

/* Pairs of atom i: those of the class's parts of the list, and those that are weakened. */
static enum md_status take_listed(struct listing *work, size_t i)
{
    const struct md_class *class = &work->avi->classes.list[work->class];
    struct md_element_view view = work->view;
    struct md_found *found = &work->elements->found;
    if (class->common && (md_distance_listed(&view, i, found, work->error) || take(work, 0, false)))
        return work->error->status;
    for (int p = 0; !class->common && p < MD_CLASS_PARTS; p++) {
        size_t before = found->count;
        view.list = &class->part[p].view;
        if (class->part[p].entries > 0 && (md_distance_listed(&view, i, found, work->error) ||
                                           take(work, before, p == MD_CLASS_SWITCHED)))
            return work->error->status;
    }
    size_t before = found->count;
    if (md_distance_weighted(&work->view, i, class->types, found, work->error))
        return work->error->status;
    return take(work, before, class->shelled);
}

/* What atom i has of the present term in the present class, sorted by name. */
static enum md_status collect(struct listing *work, size_t i)
{
    struct md_avi_roster *elements = work->elements;
    elements->candidates = 0;
    md_found_clear(&elements->found);
    if (work->view.sort->listed) {
        if (take_listed(work, i))
            return work->error->status;
    } else if (work->view.sort->find(&work->view, i, &elements->found, work->error) ||
               take(work, 0, false)) {
        return work->error->status;
    }
    if (elements->candidates > 1)
        qsort(elements->candidate, elements->candidates, sizeof *elements->candidate, by_name);
    return MD_OK;
}

/* ------------------------------------------------------------------ elements of an atom */

static bool moves_any(const struct listing *work, const struct md_element_atom *atom, int32_t atoms)
{
    for (int32_t a = 0; a < atoms; a++)
        if (push_of(work, (size_t)atom[a].atom) > 0.0)
            return true;
    return false;
}

static void make_plain(struct listing *work, struct md_avi_element *element,
                       const struct md_element_atom *second)
{
    element->plain = true;
    element->atom[1] = second->atom;
    element->type[1] = (int16_t)work->system->atoms.type[second->atom];
    element->push[1] = push_of(work, (size_t)second->atom);
    for (int k = 0; k < 3; k++)
        element->offset[k] = second->shift[k] * work->system->box.length[k];
}

static enum md_status add_one(struct listing *work, size_t i,
                              const struct md_avi_candidate *candidate)
{
    struct md_avi_roster *elements = work->elements;
    const struct md_found_element *one = &elements->found.element[candidate->found];
    const struct md_element_atom *atom = md_found_atoms(&elements->found, one);
    bool whole = !candidate->shelled && atom[one->atoms - 1].weight == 1.0;
    if (!moves_any(work, atom, one->atoms))
        return MD_OK;
    struct md_avi_element *element = append(work, i);
    if (element == NULL)
        return work->error->status;
    struct md_avi_detail *detail = &elements->detail[elements->count - 1];
    detail->first = elements->atoms;
    detail->type = one->atoms == 1 ? work->place : one->type;
    memcpy(detail->image, candidate->name.image, sizeof detail->image);
    if (candidate->shelled)
        detail->shell = &work->avi->classes.list[work->class].shell;
    if (whole && one->atoms == 2 && work->view.use->type->pull != NULL) {
        make_plain(work, element, &atom[1]);
        return MD_OK;
    }
    for (int32_t a = 0; a < one->atoms; a++)
        if (append_atom(work, &atom[a]))
            return work->error->status;
    return MD_OK;
}

/* The atom with all its partners. */
static enum md_status add_star(struct listing *work, size_t i)
{
    struct md_avi_roster *elements = work->elements;
    const struct md_element_atom centre = {.weight = 1.0, .atom = (int32_t)i};
    size_t first = elements->atoms;
    double most = 0.0;
    if (append(work, i) == NULL || append_atom(work, &centre))
        return work->error->status;
    elements->detail[elements->count - 1].first = first;
    for (size_t k = 0; k < elements->candidates; k++) {
        const struct md_found *found = &elements->found;
        const struct md_found_element *pair = &found->element[elements->candidate[k].found];
        if (append_atom(work, &md_found_atoms(found, pair)[1]))
            return work->error->status;
    }
    for (size_t k = first; k < elements->atoms; k++)
        most = fmax(most, elements->partner[k].push);
    if (most == 0.0) {
        elements->atoms = first;
        elements->count--;
    }
    return MD_OK;
}

static enum md_status add_sort(struct listing *work, size_t i)
{
    const struct md_element_sort *sort = work->view.sort;
    if (collect(work, i))
        return work->error->status;
    if (sort->own && sort->listed)
        return add_star(work, i);
    for (size_t k = 0; k < work->elements->candidates; k++)
        if (add_one(work, i, &work->elements->candidate[k]))
            return work->error->status;
    return MD_OK;
}

/* With `element atom` all that an atom has of a list is one element. */
static enum md_status add_term(struct listing *work, size_t i)
{
    unsigned terms = work->avi->classes.list[work->class].terms;
    const struct md_potential *type = work->view.use->type;
    const struct md_element_sort *const *sorts = md_element_sorts(type);
    if (work->avi->words.elements == MD_AVI_ATOM && (*sorts)->listed) {
        work->view.sort = md_element_star(type, terms & MD_TERM_EMBED, (terms & MD_TERM_PAIR) != 0);
        return work->view.sort != NULL ? add_sort(work, i) : MD_OK;
    }
    for (; *sorts != NULL; sorts++) {
        work->view.sort = *sorts;
        if ((terms & (*sorts)->bit) != 0 && add_sort(work, i))
            return work->error->status;
    }
    return MD_OK;
}

static enum md_status add_atom(struct listing *work, size_t i)
{
    const struct md_forces *forces = work->dynamics->forces;
    const struct md_potential_use *use;
    for (work->place = 0; (use = md_forces_use(forces, work->place)) != NULL; work->place++) {
        work->view.use = use;
        if (add_term(work, i))
            return work->error->status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ all of them */

/* Room for the positions and forces of the largest element. */
static enum md_status reserve_one(struct md_avi_roster *elements, struct md_error *error)
{
    size_t most = 2;
    for (size_t e = 0; e < elements->count; e++) {
        size_t atoms = (size_t)elements->detail[e].atoms;
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

struct md_avi_name md_avi_elements_name(const struct md_avi_roster *elements,
                                        const struct md_dynamics *dynamics, size_t e)
{
    const struct md_avi_detail *detail = &elements->detail[e];
    const int64_t *id = dynamics->system->atoms.id;
    bool star = detail->sort->own && detail->sort->listed;
    size_t named = star ? 1 : md_avi_elements_atoms(elements, e);
    struct md_avi_name name = {.type = detail->type,
                               .class = elements->list[e].class,
                               .rank = (uint8_t)detail->sort->rank};
    for (size_t n = 0; n < named && n < MD_AVI_NAMED; n++) {
        double push;
        name.id[n] = id[md_avi_elements_atom(elements, e, n, &push)];
    }
    memcpy(name.image, detail->image, sizeof name.image);
    return name;
}

enum md_status md_avi_elements_list(struct md_avi_roster *elements, struct md_avi *avi,
                                    struct md_dynamics *dynamics, struct md_error *error)
{
    struct listing work = {
        .elements = elements,
        .avi = avi,
        .dynamics = dynamics,
        .system = dynamics->system,
        .view = {.system = dynamics->system, .list = &dynamics->forces->neighbors},
        .error = error};
    size_t atoms = dynamics->system->atoms.count;
    elements->count = elements->atoms = 0;
    if (md_order_find(&elements->order, &dynamics->system->atoms, error))
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
