/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that build a graph share. */
#ifndef MD_SPACE_GRAPH_PARTS_H
#define MD_SPACE_GRAPH_PARTS_H

#include "space/graph.h"

/* Box lengths that bring the second atom closest to the first. */
void md_graph_closest_image(const struct md_system *system, const double *first,
                            const double *second, int16_t shift[3]);

/* The table of one kind (graph_table.c). */
enum md_status md_graph_table_build(struct md_graph *graph, int kind, struct md_system *system,
                                    enum md_lost_bonds lost, struct md_error *error);
void md_graph_table_free(struct md_graph_table *table);

/* The error of an element that lacks its atom `id`; names: of its atoms, as the sentence has
 * them. */
enum md_status md_graph_lost(int kind, int type, const char *names, int64_t id,
                             struct md_error *error);

/* Whose pair forces are weakened (graph_relatives.c); bonds and tables are there. */
enum md_status md_graph_relatives(struct md_graph *graph, const struct md_topology *topology,
                                  bool whole, struct md_error *error);

#endif
