/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The atoms' own sites, for the build of a list: their images follow from them. */
#ifndef MD_SPACE_SITES_H
#define MD_SPACE_SITES_H

#include "space/neighbors.h"

/* Positions and types of the atoms, rounded for as many ghosts as there are. */
void md_sites_place(struct md_neighbors *neighbors, const struct md_system *system);

/* md_neighbors_refresh in all its generality: with images, or with threads. */
void md_sites_refresh(struct md_neighbors *neighbors, const struct md_system *system);

#endif
