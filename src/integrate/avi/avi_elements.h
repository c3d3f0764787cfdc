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

#include "integrate/avi/avi.h"
#include "integrate/order.h"

enum md_avi_face {
    MD_AVI_PULL,  /* a pair by the potential's face `pull` */
    MD_AVI_TWO,   /* a pair by `one`: weakened, or its share in a shell */
    MD_AVI_BOND,  /* a bond */
    MD_AVI_FIELD, /* an atom in an external potential */
    MD_AVI_STAR   /* an atom and its partners: embedding term, half of each pair, or both */
};

/* A line of memory: what an event of a pair needs. */
struct md_avi_element {
    double offset[3]; /* is added to the second atom's position */
    double push[2];   /* ftm2v / mass; 0: the atom does not move */
    md_tick step;
    int32_t atom[2];
    int16_t type[2];
    uint8_t face, class;
};

struct md_avi_detail {
    double weight;                /* of special_bonds */
    const struct md_shell *shell; /* NULL: the whole */
    int32_t image[3];             /* of the second atom as seen from the first, unwrapped */
    int32_t use;                  /* bond: its type, external: which one */
    size_t first;                 /* star: its partners */
    int32_t partners;
    bool embedding, pairs; /* star: what it holds */
};

struct md_avi_partner {
    double offset[3], push, weight;
    int32_t atom;
    int type;
};

/* The name of an element that has a step of its own, and the step. */
struct md_avi_own {
    int64_t id[2];
    int32_t image[3];
    int32_t class;
    md_tick step;
};

/* An element by name, with its energy balance since its latest event and what the one before that
 * left (avi_shares.c). */
struct md_avi_share {
    int64_t id[2];
    int32_t image[3];
    uint8_t class, rank;
    bool open;                        /* there was an event */
    double potential, work, residual; /* V then, and T(+) - T(-) */
};

struct md_avi_roster {
    struct md_avi_element *list;
    struct md_avi_detail *detail;
    size_t count, room;
    struct md_avi_partner *partner;
    size_t partners, partner_room;

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
    struct md_avi_candidate *candidate;
    size_t candidates, candidate_room;
    struct md_order order;
};

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

/* avi_element.c: forces of element e at the positions in atoms.x into elements->f: of the atoms of
 * a pair, or of a star's centre and its partners.  Where `weigh`, its energy into elements->energy.
 */
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
