/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Atoms in the order of their IDs, for what must be done to one after the other: their order in
 * memory is another one in each run.
 */
#ifndef MD_INTEGRATE_ORDER_H
#define MD_INTEGRATE_ORDER_H

#include "state/atoms.h"

struct md_order {
    size_t *atom; /* [count] */
    size_t count;
};

enum md_status md_order_find(struct md_order *order, const struct md_atoms *atoms,
                             struct md_error *error);
void md_order_free(struct md_order *order);

/* Sorts a few of the atoms. */
void md_order_some(const struct md_atoms *atoms, int32_t *atom, size_t count);

#endif
