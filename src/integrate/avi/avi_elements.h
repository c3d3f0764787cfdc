/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Elements one by one: which there are now, in an order that depends on the atoms' IDs alone, and
 * what each does to its atoms.
 *
 * The order is by class, then by the IDs of the atoms, then by the periodic image, counted between
 * unwrapped atoms.  So neither the atoms' local order nor the way they were wrapped has an
 * influence, and an element keeps its name for as long as its atoms exist.
 */
#ifndef MD_INTEGRATE_AVI_AVI_ELEMENTS_H
#define MD_INTEGRATE_AVI_AVI_ELEMENTS_H

#include "element/sort.h"
#include "integrate/avi/avi.h"
#include "integrate/order.h"

#define MD_AVI_NAMED 4 /* atoms of an element that are in its name */

/* A line of memory: what an event of a pair needs. */
struct md_avi_element {
    double offset[3]; /* is added to the second atom's position */
    double push[2];   /* ftm2v / mass; 0: the atom does not move */
    md_tick step;
    int32_t atom[2];
    int16_t type[2];
    bool plain; /* a pair by the potential's face `pull`: both atoms are here; of others only the
                 * first */
    uint8_t class;
};

struct md_avi_detail {
    const struct md_element_sort *sort;
    const struct md_potential_use *use;
    const struct md_shell *shell; /* NULL: the whole */
    int32_t image[3];             /* of the second atom as seen from the first, unwrapped */
    int32_t type;                 /* of a bond; of a field its place among all potentials in use */
    size_t first;                 /* of its atoms */
    int32_t atoms;                /* 0: plain */
};

/* An atom of an element, beside what terms see of it. */
struct md_avi_partner {
    double offset[3], push;
};

/* The name of an element: its class, the first of its atoms, which of that atom's elements it is,
 * and its other atoms. */
struct md_avi_name {
    int64_t id[MD_AVI_NAMED]; /* of its atoms; of a star only the first's */
    int32_t image[3];         /* of the second */
    int32_t type;
    uint8_t class, rank;
};

/* An element that has a step of its own, and the step. */
struct md_avi_own {
    struct md_avi_name name;
    md_tick step;
};

/* An element by name, with its energy balance since its latest event and what the one before that
 * left (avi_shares.c). */
struct md_avi_share {
    struct md_avi_name name;
    bool open;                        /* there was an event */
    double potential, work, residual; /* V then, and T(+) - T(-) */
};

struct md_avi_roster {
    struct md_avi_element *list;
    struct md_avi_detail *detail;
    size_t count, room;
    struct md_element_atom *atom; /* of elements that are not plain, one after the other */
    struct md_avi_partner *partner;
    size_t atoms, atom_room;

    struct md_avi_own *own; /* in the elements' order; frozen when the clocks were made */
    size_t owns;
    bool frozen;

    struct md_avi_share *share; /* [shares]: of each element; NULL: nobody wants them */
    size_t shares;

    /* Room for one element, and its energy, which costs time only where `weigh`. */
    double (*x)[3], (*f)[3];
    double energy;
    bool weigh;
    int *type;
    size_t most;

    /* Scratch of the enumeration. */
    struct md_found found;
    struct md_avi_candidate *candidate;
    size_t candidates, candidate_room;
    struct md_order order;
};

/* How many atoms element e has, and the n-th of them with the inverse of its mass. */
static inline size_t md_avi_elements_atoms(const struct md_avi_roster *elements, size_t e)
{
    return elements->list[e].plain ? 2 : (size_t)elements->detail[e].atoms;
}

static inline size_t md_avi_elements_atom(const struct md_avi_roster *elements, size_t e, size_t n,
                                          double *push)
{
    const struct md_avi_element *element = &elements->list[e];
    size_t at = elements->detail[e].first + n;
    *push = element->plain ? element->push[n] : elements->partner[at].push;
    return (size_t)(element->plain ? element->atom[n] : elements->atom[at].atom);
}

/* What it is called, and the order of names, which is that of elements. */
struct md_avi_name md_avi_elements_name(const struct md_avi_roster *elements,
                                        const struct md_dynamics *dynamics, size_t e);
int md_avi_elements_compare(const struct md_avi_name *a, const struct md_avi_name *b);

void md_avi_elements_free(struct md_avi_roster *elements);

/* What cannot be driven one by one is refused. */
enum md_status md_avi_elements_possible(const struct md_avi *avi,
                                        const struct md_dynamics *dynamics, struct md_error *error);

/* All elements that move an atom, from the present lists, with their steps; the first time, steps
 * of their own are chosen at the present positions. */
enum md_status md_avi_elements_list(struct md_avi_roster *elements, struct md_avi *avi,
                                    struct md_dynamics *dynamics, struct md_error *error);

/* avi_own.c: steps of their own (`step stiffness`).  Chooses them at the present positions, and
 * gives each of these classes the shortest. */
enum md_status md_avi_own_choose(struct md_avi_roster *elements, struct md_avi *avi,
                                 struct md_dynamics *dynamics, struct md_error *error);
/* Gives every element its step: its own if it has one, or that of its class. */
void md_avi_own_assign(struct md_avi_roster *elements, const struct md_avi *avi,
                       const struct md_dynamics *dynamics);
enum md_status md_avi_own_keep(struct md_avi_roster *elements, struct md_archive *archive,
                               struct md_error *error);

/* avi_element.c: forces of element e at the positions in atoms.x into elements->f, for each of its
 * atoms.  Where `weigh`, its energy into elements->energy. */
enum md_status md_avi_element_force(struct md_avi_roster *elements,
                                    const struct md_dynamics *dynamics, size_t e,
                                    struct md_error *error);

/* The bound on its curvature there. */
double md_avi_element_stiffness(struct md_avi_roster *elements, const struct md_dynamics *dynamics,
                                size_t e);

/* avi_shares.c: elements were listed: those that were there keep their balances. */
enum md_status md_avi_shares_list(struct md_avi_roster *elements,
                                  const struct md_dynamics *dynamics, struct md_error *error);
void md_avi_shares_drop(struct md_avi_roster *elements);
/* A new start: the balances that are open end without a residual. */
void md_avi_shares_shut(struct md_avi_roster *elements);
/* An event of element e touched its atoms. */
void md_avi_shares_touch(const struct md_avi_roster *elements, struct md_atoms *atoms, size_t e);
/* And at its potential energy kicked them, which did this work. */
void md_avi_shares_turn(struct md_avi_roster *elements, struct md_system *system, size_t e,
                        double potential, double work);
/* What the latest events left, of classes and of atoms. */
void md_avi_shares_show(const struct md_avi_roster *elements, struct md_system *system);

/* The first event at or after t of clocks that began at the origin. */
static inline md_tick md_avi_elements_next(md_tick origin, md_tick step, md_tick t)
{
    return t <= origin ? origin : origin + (t - origin + step - 1) / step * step;
}

#endif
