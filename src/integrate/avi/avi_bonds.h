/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stiff bonds on a short clock.  Between two events of all other classes a molecule knows nothing
 * of the rest of the world, so its bonds may run through all of their events up to there before the
 * next molecule is touched: the order in which events are done is free as long as it is the right
 * one for every atom.  A few molecules at a time stay in the nearest cache, atoms without bonds are
 * not touched at all, and the trajectory is the same.
 */
#ifndef MD_INTEGRATE_AVI_AVI_BONDS_H
#define MD_INTEGRATE_AVI_AVI_BONDS_H

#include "integrate/avi/avi.h"

/* Molecules that run together: parts of the arrays of struct md_avi_bonds. */
struct md_avi_batch {
    size_t atom, atoms, bond, bonds;
};

struct md_avi_bonds {
    bool *bonded; /* [atoms] */
    size_t bonded_room;
    size_t *atom; /* of each bonded atom, molecule by molecule: its index */
    size_t atoms, atom_room;
    int32_t (*end)[2]; /* of each bond: its atoms, counted from the batch's first */
    int *type;
    double (*shift)[3]; /* added to the second atom's position */
    size_t bonds, bond_room;
    struct md_avi_batch *batch;
    size_t batches, batch_room, largest[2]; /* most atoms and bonds of a batch */
    double *scratch;                        /* for each thread */
    size_t scratch_size;
};

/* Whether this class can be driven so: bonds and nothing else, of a kind that is never too long. */
bool md_avi_bonds_possible(const struct md_avi *avi, const struct md_dynamics *dynamics, int k);

/* After every new list: the molecules. */
enum md_status md_avi_bonds_list(struct md_avi_bonds *bonds, const struct md_dynamics *dynamics,
                                 struct md_error *error);

/* All events of class k before t_end; bonded atoms are at the tick `at` and end at the tick of the
 * last of these events, which is returned.  *over: somebody became faster than `fastest` (a
 * square). */
md_tick md_avi_bonds_run(struct md_avi_bonds *bonds, struct md_avi *avi,
                         struct md_dynamics *dynamics, int k, md_tick at, md_tick t_end,
                         double fastest, bool *over);

void md_avi_bonds_free(struct md_avi_bonds *bonds);

#endif
