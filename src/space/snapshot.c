/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A neighbour list of a frame: built from a copy of its positions, so that looking moves nothing.
 */
#include "space/snapshot.h"

#include "base/memory.h"

#include <string.h>

enum md_status md_snapshot_build(struct md_snapshot *snapshot, const struct md_frame *frame,
                                 const struct md_neighbor_rules *rules, const double *cutoff,
                                 bool whole, struct md_error *error)
{
    struct md_system system = *frame->system;
    md_neighbors_init(&snapshot->list);
    if (rules)
        snapshot->list.rules = *rules;
    snapshot->list.rules.skin = 0.0;
    snapshot->list.rules.lost_bonds = MD_LOST_BONDS_IGNORE;
    snapshot->x = md_memory_array(frame->count, sizeof *snapshot->x);
    if (!snapshot->x)
        return md_error_memory(error, "positions of a neighbour list");
    if (frame->count > 0)
        memcpy(snapshot->x, frame->x, frame->count * sizeof *snapshot->x);
    for (size_t i = 0; i < frame->count; i++)
        md_box_wrap(&system.box, snapshot->x[i], NULL);
    system.atoms.x = snapshot->x;
    system.atoms.count = frame->count;
    /* The table that finds atoms is filled lazily; this copy gets its own. */
    system.atoms.map = NULL;
    system.atoms.map_size = 0;
    enum md_status status = md_graph_build(&snapshot->list.graph, &system, whole,
                                           snapshot->list.rules.lost_bonds, error);
    if (status == MD_OK)
        status = md_neighbors_build(&snapshot->list, &system, cutoff, error);
    md_memory_free(system.atoms.map);
    return status;
}

void md_snapshot_free(struct md_snapshot *snapshot)
{
    /* Exclusions belong to the deck's rules. */
    snapshot->list.rules.exclusion = NULL;
    snapshot->list.rules.exclusions = 0;
    md_neighbors_free(&snapshot->list);
    md_memory_free(snapshot->x);
    *snapshot = (struct md_snapshot){0};
}
