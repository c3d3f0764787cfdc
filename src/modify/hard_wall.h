/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hard walls across the axes as decks write them: a face, then EDGE, a number or v_NAME. */
#ifndef MD_MODIFY_HARD_WALL_H
#define MD_MODIFY_HARD_WALL_H

#include "modify/modifier.h"

struct md_hard_wall {
    int axis;
    double side; /* +1: atoms are above it (lo), -1: below (hi) */
    double at;
    bool number;       /* the deck gives the position, in its units */
    double scale;      /* of a variable's value */
    char variable[64]; /* "": the position is a number */
    struct md_place place;
};

struct md_hard_walls {
    const char *style; /* for messages */
    struct md_hard_wall wall[6];
    int count;
};

/* FACE POSITION at words[at], one wall more. */
enum md_status md_hard_walls_read(struct md_hard_walls *walls, const struct md_system *system,
                                  const struct md_args *args, int at, struct md_error *error);
/* units lattice|box at words[at], if there are words left: nothing may follow. */
enum md_status md_hard_walls_units(struct md_hard_walls *walls, const struct md_system *system,
                                   const struct md_args *args, int at, const char *usage,
                                   struct md_error *error);
/* A run begins: variables are there. */
enum md_status md_hard_walls_begin(const struct md_hard_walls *walls,
                                   const struct md_modify_context *context, struct md_error *error);
/* wall->at is where it stands now. */
enum md_status md_hard_wall_place(struct md_hard_wall *wall,
                                  const struct md_modify_context *context, struct md_error *error);

static inline bool md_hard_wall_passed(const struct md_hard_wall *wall, const double x[3])
{
    return wall->side * (x[wall->axis] - wall->at) < 0.0;
}

#endif
