/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heat given to a group of atoms: velocities about the motion of their centre of mass are scaled so
 * that the kinetic energy grows by what flows in, and the momentum stays.  Shared by fix heat and
 * fix ehex.
 */
#ifndef MD_MODIFY_EXCHANGE_H
#define MD_MODIFY_EXCHANGE_H

#include "modify/modifier.h"
#include "state/group_sums.h"

struct md_exchange {
    const char *style; /* for messages */
    int64_t every;
    double flux;       /* energy per time */
    char variable[64]; /* equal-style, which says the flux; "": a number */
    char region[64];   /* "": everywhere */
    bool wraps;        /* an atom that left the box is looked for where it comes in again */
    md_vec3 *wrapped;  /* such positions */
    size_t room;
    struct md_place flux_place, region_place;
    double scale; /* of the last exchange */
};

/* What is to be heated now. */
struct md_exchange_now {
    struct md_members members;
    double mass, vcm[3];
    double ke; /* about the centre of mass */
};

/* N FLUX [region ID] and no other keyword than those of `more` ended by NULL, whose index is
 * written to *found (one bit for each). */
enum md_status md_exchange_read(struct md_exchange *exchange, const struct md_system *system,
                                const struct md_args *args, const char *usage,
                                const char *const *more, unsigned *found, struct md_error *error);
enum md_status md_exchange_begin(struct md_exchange *exchange,
                                 const struct md_modify_context *context, struct md_error *error);
void md_exchange_free(struct md_exchange *exchange);
int64_t md_exchange_next(const struct md_exchange *exchange, int64_t step);

/* Sums over the members; refreshes the flux. */
enum md_status md_exchange_look(struct md_exchange *exchange,
                                const struct md_modify_context *context,
                                struct md_exchange_now *now, struct md_error *error);
/* Scales their velocities. */
enum md_status md_exchange_heat(struct md_exchange *exchange,
                                const struct md_modify_context *context,
                                const struct md_exchange_now *now, struct md_error *error);

#endif
