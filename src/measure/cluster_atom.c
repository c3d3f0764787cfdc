/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute cluster/atom: who hangs together with whom by distances below a cutoff. */
#include "measure/styles.h"

#include "base/memory.h"
#include "measure/atoms.h"

struct cluster {
    double cutoff;
};

static enum md_status cluster_create(void *state, const struct md_measure_context *context,
                                     const struct md_args *args, struct md_error *error)
{
    struct cluster *cluster = state;
    (void)context;
    if (md_args_count(args, 1, 1, md_measure_cluster_atom.style.usage, error))
        return error->status;
    return md_atoms_cutoff(&args->words[0], &cluster->cutoff, error);
}

/* The first of the atom's cluster so far; ways get shorter as they are used. */
static size_t root_of(size_t *parent, size_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void join(const struct cluster *cluster, const struct md_measure_context *context,
                 const struct md_frame *frame, const struct md_snapshot *near, size_t i,
                 size_t *parent)
{
    const int64_t *id = frame->system->atoms.id;
    int32_t site, n = 0;
    double d[3];
    while ((site = md_atoms_neighbor(near, i, &n, d)) >= 0) {
        size_t j = (size_t)near->list.owner[site];
        double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        if (!md_atoms_member(context, frame, j) || !(r2 < cluster->cutoff * cluster->cutoff))
            continue;
        size_t a = root_of(parent, i), b = root_of(parent, j);
        if (a != b && id[a] < id[b])
            parent[b] = a;
        else if (a != b)
            parent[a] = b;
    }
}

static enum md_status cluster_atom(void *state, const struct md_measure_context *context,
                                   const struct md_frame *frame, double *values,
                                   struct md_error *error)
{
    const struct cluster *cluster = state;
    struct md_snapshot near = {0};
    size_t *parent = md_memory_array(frame->count, sizeof *parent);
    enum md_status status = parent != NULL ? MD_OK : md_error_memory(error, "clusters of atoms");
    if (status == MD_OK)
        status = md_atoms_within_reach(context, "cluster/atom", cluster->cutoff, error);
    if (status == MD_OK)
        status = md_atoms_near(context, frame, cluster->cutoff, &near, error);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        parent[i] = i;
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        if (md_atoms_member(context, frame, i))
            join(cluster, context, frame, &near, i, parent);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++)
        values[i] = md_atoms_member(context, frame, i)
                        ? (double)frame->system->atoms.id[root_of(parent, i)]
                        : 0.0;
    md_snapshot_free(&near);
    md_memory_free(parent);
    return status;
}

const struct md_measure md_measure_cluster_atom = {
    .style =
        {
            .name = "cluster/atom",
            .summary = "cluster that each atom belongs to",
            .usage = "compute ID GROUP cluster/atom CUTOFF",
            .manual = "Atoms of the group hang together when they are closer than the cutoff; the\n"
                      "value is the smallest atom ID of the cluster, 0 outside the group.  The "
                      "cutoff may be\n"
                      "no longer than that of the pair forces.",
            .state_size = sizeof(struct cluster),
        },
    .needs_tally = true,
    .create = cluster_create,
    .atom_columns = 1,
    .atom = cluster_atom,
};
