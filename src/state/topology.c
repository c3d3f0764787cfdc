/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of bonds. */
#include "state/topology.h"

#include "base/memory.h"
#include "state/atoms.h"

const char *const md_atom_style_names[] = {"atomic", "bond", "molecular", "full", NULL};

enum md_status md_topology_add(struct md_topology *topology, struct md_bond bond,
                               struct md_error *error)
{
    if (topology->bonds == topology->capacity) {
        size_t more = topology->capacity < 64 ? 64 : topology->capacity + topology->capacity / 2;
        if (md_memory_grow(&topology->bond, topology->bonds, more, sizeof bond, error))
            return error->status;
        topology->capacity = more;
    }
    topology->bond[topology->bonds++] = bond;
    return MD_OK;
}

size_t md_topology_prune(struct md_topology *topology, struct md_atoms *atoms, bool either)
{
    size_t kept = 0, before = topology->bonds;
    for (size_t k = 0; k < before; k++) {
        struct md_bond bond = topology->bond[k];
        if (md_atoms_find(atoms, bond.a) < 0 || (either && md_atoms_find(atoms, bond.b) < 0))
            continue;
        topology->bond[kept++] = bond;
    }
    topology->bonds = kept;
    return before - kept;
}

void md_topology_free(struct md_topology *topology)
{
    md_memory_free(topology->bond);
    *topology = (struct md_topology){0};
}
