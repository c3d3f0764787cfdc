/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measures of single atoms share. */
#ifndef MD_MEASURE_ATOMS_H
#define MD_MEASURE_ATOMS_H

#include "force/per_atom.h"
#include "measure/measure.h"
#include "space/snapshot.h"

/* Whether atom i belongs to the measure's group; the others' values are 0. */
static inline bool md_atoms_member(const struct md_measure_context *context,
                                   const struct md_frame *frame, size_t i)
{
    return (frame->system->atoms.groups[i] & md_group_bit(context->group)) != 0;
}

/* Energies or virials of all atoms at the frame, as the bits of per_atom.h ask; MD_ERR_ORDER
 * without a simulation. */
enum md_status md_atoms_shares(const struct md_measure_context *context,
                               const struct md_frame *frame, unsigned asked,
                               const struct md_per_atom **shares, struct md_error *error);

/* A distance up to which a measure looks for neighbours: a number above 0. */
enum md_status md_atoms_cutoff(const struct md_word *word, double *cutoff, struct md_error *error);

/* The largest distance at which pairs interact, beyond which LAMMPS has no neighbours; MD_ERR_VALUE
 * when the cutoff is larger.  Asked when values are, since pair_style may come later. */
enum md_status md_atoms_within_reach(const struct md_measure_context *context, const char *style,
                                     double cutoff, struct md_error *error);

/* A list of all neighbours within the cutoff, as neigh_modify and special_bonds let them, for one
 * look, after md_atoms_within_reach; to be freed also after an error. */
enum md_status md_atoms_near(const struct md_measure_context *context, const struct md_frame *frame,
                             double cutoff, struct md_snapshot *near, struct md_error *error);

/* The n-th neighbour of atom i: its site, and from the atom to it; -1: there are no more. */
static inline int32_t md_atoms_neighbor(const struct md_snapshot *near, size_t i, int32_t *n,
                                        double d[3])
{
    const struct md_neighbors *list = &near->list;
    int32_t far = (int32_t)(list->atoms + list->ghosts);
    while (*n < list->number[i]) {
        int32_t site = list->partner[i][(*n)++];
        if (site == far)
            continue;
        for (size_t k = 0; k < 3; k++)
            d[k] = list->site[4 * (size_t)site + k] - list->site[4 * i + k];
        return site;
    }
    return -1;
}

/* A neighbour: its distance squared, and from the atom to it. */
struct md_atoms_bond {
    double r2, d[3];
};

/* The most neighbours that one of the first `count` atoms has, at least 1: room for gathering. */
size_t md_atoms_most(const struct md_snapshot *near, size_t count);

/* The neighbours of atom i within the cutoff, into a list with room for all of them: with nearest >
 * 0 so many, the nearest first and of equally far ones those listed first, none if there are fewer;
 * else all as listed.  apart: an atom at the same place has no direction and is left out.  Returns
 * how many. */
size_t md_atoms_gather(const struct md_snapshot *near, size_t i, double cutoff, int64_t nearest,
                       bool apart, struct md_atoms_bond *list);

#endif
