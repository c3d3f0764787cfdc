/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums over the atoms of a group: mass, centre of mass and its velocity, angular momentum, inertia
 * and so on.  Positions are unwrapped first.  The sums are exact, so that the order of the atoms in
 * memory does not matter; only the command velocity asks for plain ones, in the order of IDs.
 */
#ifndef MD_STATE_GROUP_SUMS_H
#define MD_STATE_GROUP_SUMS_H

#include "state/system.h"

/* Whose atoms: groups' bit (md_group_bit), and optionally only those inside a region. */
struct md_members {
    const struct md_system *system;
    uint32_t bit;
    int region; /* -1: anywhere */
    const md_vec3 *x;
    const md_vec3 *v;
    /* NULL: sums are exact.  Otherwise all atoms in the order in which plain sums run, rounding
     * after each term as LAMMPS does. */
    const size_t *order;
};

/* The members of group `index` at the system's own positions and velocities. */
struct md_members md_members_of(const struct md_system *system, int index);
bool md_members_has(const struct md_members *members, size_t i);

int64_t md_group_count(const struct md_members *members);
double md_group_mass(const struct md_members *members);
void md_group_xcm(const struct md_members *members, double mass, double xcm[3]);
void md_group_momentum(const struct md_members *members, double momentum[3]);
void md_group_vcm(const struct md_members *members, double mass, double vcm[3]);
void md_group_fcm(const struct md_members *members, const md_vec3 *f, double fcm[3]);
double md_group_mvv(const struct md_members *members); /* sum of m v.v */
double md_group_ke(const struct md_members *members);
double md_group_gyration(const struct md_members *members, double mass, const double xcm[3]);
void md_group_angmom(const struct md_members *members, const double xcm[3], double angmom[3]);
void md_group_torque(const struct md_members *members, const double xcm[3], const md_vec3 *f,
                     double torque[3]);
void md_group_inertia(const struct md_members *members, const double xcm[3], double inertia[3][3]);
/* Solves inertia * omega = angmom; components along axes without inertia are 0. */
void md_group_omega(const double angmom[3], const double inertia[3][3], double omega[3]);
void md_group_bound(const struct md_members *members, double lo[3], double hi[3]);

#endif
