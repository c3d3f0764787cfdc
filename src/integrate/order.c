/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atoms in the order of their IDs. */
#include "integrate/order.h"

#include "base/memory.h"

void md_order_free(struct md_order *order)
{
    md_memory_free(order->atom);
    *order = (struct md_order){0};
}

enum md_status md_order_find(struct md_order *order, const struct md_atoms *atoms,
                             struct md_error *error)
{
    md_order_free(order);
    if (md_atoms_by_id(atoms, &order->atom, error))
        return error->status;
    order->count = atoms->count;
    return MD_OK;
}

/* Shell's method, with gaps of M. Ciura. */
void md_order_some(const struct md_atoms *atoms, int32_t *atom, size_t count)
{
    static const size_t gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
    const int64_t *id = atoms->id;
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t k = gaps[g]; k < count; k++) {
            int32_t moved = atom[k];
            size_t to = k;
            for (; to >= gaps[g] && id[atom[to - gaps[g]]] > id[moved]; to -= gaps[g])
                atom[to] = atom[to - gaps[g]];
            atom[to] = moved;
        }
}
