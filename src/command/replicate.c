/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * replicate.  Atoms are unwrapped, copied cell by cell (x outermost, as LAMMPS orders them, which
 * later random velocities depend on) and wrapped into the larger box.  IDs and molecules of a copy
 * are those of the original plus a multiple of the largest one; there x counts fastest.
 */
#include "base/memory.h"
#include "command/bond.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct copying {
    struct md_system *system;
    int64_t n[3];
    double length[3]; /* of the original box */
    size_t atoms, elements[MD_TOPOLOGY_KINDS];
    int64_t ids, molecules; /* largest of the originals */
    md_vec3 *x;             /* of the originals, unwrapped */
    bool around;            /* bond/periodic */
};

/* The number of the copy at c, x fastest. */
static int64_t number_of(const struct copying *copying, const int64_t c[3])
{
    return (c[2] * copying->n[1] + c[1]) * copying->n[0] + c[0];
}

static enum md_status copy_atom(const struct copying *copying, size_t i, const int64_t c[3],
                                struct md_error *error)
{
    struct md_atoms *atoms = &copying->system->atoms;
    int64_t number = number_of(copying, c);
    double x[3];
    int image[3] = {0, 0, 0};
    for (int d = 0; d < 3; d++)
        x[d] = copying->x[i][d] + (double)c[d] * copying->length[d];
    md_box_wrap(&copying->system->box, x, image);
    if (number > 0 &&
        md_atoms_add(atoms, atoms->type[i], atoms->id[i] + number * copying->ids, x, error))
        return error->status;
    size_t k = number > 0 ? atoms->count - 1 : i;
    memcpy(atoms->x[k], x, sizeof x);
    memcpy(atoms->image[k], image, sizeof image);
    memcpy(atoms->v[k], atoms->v[i], sizeof atoms->v[k]);
    atoms->groups[k] = atoms->groups[i];
    atoms->charge[k] = atoms->charge[i];
    if (atoms->mass)
        atoms->mass[k] = atoms->mass[i];
    atoms->molecule[k] =
        atoms->molecule[i] + (atoms->molecule[i] > 0 ? number * copying->molecules : 0);
    return MD_OK;
}

/* Moves cell c by the number of old boxes that the atom `other` of an element is away from its
 * owner. */
static void follow(const struct copying *copying, int64_t owner, int64_t other, const int64_t c[3],
                   int64_t there[3])
{
    struct md_atoms *atoms = &copying->system->atoms;
    int64_t a = md_atoms_find(atoms, owner), b = md_atoms_find(atoms, other);
    memcpy(there, c, 3 * sizeof *there);
    if (!copying->around || a < 0 || b < 0)
        return;
    for (int d = 0; d < 3; d++) {
        if (!copying->system->box.periodic[d])
            continue;
        double away = rint((copying->x[a][d] - copying->x[b][d]) / copying->length[d]);
        there[d] =
            (c[d] + (int64_t)fmod(away, (double)copying->n[d]) + copying->n[d]) % copying->n[d];
    }
}

static enum md_status copy_element(const struct copying *copying, int kind, size_t k,
                                   const int64_t c[3], struct md_error *error)
{
    struct md_topology *topology = &copying->system->topology;
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    const int64_t *old = md_topology_ids(topology, kind, k);
    int64_t id[MD_TOPOLOGY_ATOMS];
    for (int place = 0; place < row->atoms; place++) {
        int64_t there[3];
        follow(copying, old[row->owner], old[place], c, there);
        id[place] = old[place] + number_of(copying, there) * copying->ids;
    }
    return md_topology_add(topology, kind, topology->list[kind].type[k], id, error);
}

static enum md_status copy_elements(const struct copying *copying, int kind,
                                    struct md_error *error)
{
    int64_t c[3];
    for (c[0] = 0; c[0] < copying->n[0]; c[0]++)
        for (c[1] = 0; c[1] < copying->n[1]; c[1]++)
            for (c[2] = 0; c[2] < copying->n[2]; c[2]++)
                for (size_t k = 0; k < copying->elements[kind]; k++)
                    if (copy_element(copying, kind, k, c, error))
                        return error->status;
    /* The originals' own were copied too. */
    md_topology_drop(&copying->system->topology, kind, copying->elements[kind]);
    return MD_OK;
}

/* All cells: first the copies, whose originals must be as they were until the last. */
static enum md_status copy_cells(const struct copying *copying, struct md_error *error)
{
    int64_t c[3];
    for (c[0] = 0; c[0] < copying->n[0]; c[0]++)
        for (c[1] = 0; c[1] < copying->n[1]; c[1]++)
            for (c[2] = 0; c[2] < copying->n[2]; c[2]++)
                for (size_t i = 0; i < copying->atoms; i++)
                    if (copy_atom(copying, i, c, error))
                        return error->status;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (copy_elements(copying, kind, error))
            return error->status;
    return MD_OK;
}

static enum md_status check_box(const struct copying *copying, struct md_error *error)
{
    const struct md_box *box = &copying->system->box;
    for (int d = 0; d < 3; d++) {
        double hi = box->lo[d] + (double)copying->n[d] * box->length[d];
        const char *flaw = md_box_flaw(box->lo[d], hi);
        if (flaw != NULL)
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "the box would reach from %clo = %g to %chi = %g; %s", "xyz"[d],
                                box -> lo[d], "xyz"[d], hi, flaw);
    }
    return MD_OK;
}

static void grow_box(struct copying *copying)
{
    struct md_box *box = &copying->system->box;
    for (int d = 0; d < 3; d++) {
        box->hi[d] = box->lo[d] + (double)copying->n[d] * copying->length[d];
        box->small[d] = MD_SHRINK_MARGIN * (box->hi[d] - box->lo[d]);
        box->start_lo[d] = box->lo[d];
        box->start_hi[d] = box->hi[d];
    }
    md_box_refresh(box);
}

static enum md_status replicate(struct copying *copying, struct md_error *error)
{
    struct md_system *system = copying->system;
    const struct md_atoms *atoms = &system->atoms;
    int64_t copies = copying->n[0] * copying->n[1] * copying->n[2];
    memcpy(copying->length, system->box.length, sizeof copying->length);
    copying->atoms = atoms->count;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        copying->elements[kind] = system->topology.list[kind].count;
    copying->ids = md_atoms_max_id(atoms);
    for (size_t i = 0; i < atoms->count; i++)
        if (atoms->molecule[i] > copying->molecules)
            copying->molecules = atoms->molecule[i];
    copying->x = md_memory_array(atoms->count + 1, sizeof *copying->x);
    if (!copying->x)
        return md_error_memory(error, "the positions of atoms to replicate");
    for (size_t i = 0; i < atoms->count; i++)
        md_box_unwrap(&system->box, atoms->x[i], atoms->image[i], copying->x[i]);
    /* Room first: then nothing below can fail half way. */
    if (md_atoms_reserve(&system->atoms, atoms->count * (size_t)copies, error))
        return error->status;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (md_topology_reserve(&system->topology, kind,
                                copying->elements[kind] * ((size_t)copies + 1), error))
            return error->status;
    grow_box(copying);
    return copy_cells(copying, error);
}

static enum md_status read_numbers(struct copying *copying, const struct md_args *args,
                                   struct md_error *error)
{
    static const char *const options[] = {"bbox", "bond/periodic", NULL};
    const struct md_system *system = copying->system;
    double total = (double)system->atoms.count, ids = (double)md_atoms_max_id(&system->atoms);
    for (int d = 0; d < 3; d++) {
        if (md_word_int(&args->words[d], "number of copies", 1, INT32_MAX, &copying->n[d], error))
            return error->status;
        total *= (double)copying->n[d];
        ids *= (double)copying->n[d];
    }
    if (system->dimension == 2 && copying->n[2] != 1)
        return md_error_set(error, MD_ERR_VALUE, &args->words[2].place,
                            "a 2d system has 1 copy along z, not %" PRId64, copying->n[2]);
    if (total > INT32_MAX / 4.0 || ids > (double)INT32_MAX)
        return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                            "%g atoms with IDs up to %g are more than can be: %g and %g", total,
                            ids, INT32_MAX / 4.0, (double)INT32_MAX);
    for (int k = 3, which; k < args->count; k++) {
        if (md_word_choice(&args->words[k], "option of replicate", options, &which, error))
            return error->status;
        copying->around = copying->around || which == 1;
    }
    return MD_OK;
}

enum md_status md_run_replicate(struct md_sim *sim, const struct md_args *args,
                                struct md_error *error)
{
    const struct md_box *box = &sim->system.box;
    struct copying copying = {.system = &sim->system};
    enum md_status status = read_numbers(&copying, args, error);
    if (status == MD_OK && check_box(&copying, error) != MD_OK) {
        error->place = args->words[0].place;
        return error->status;
    }
    if (status == MD_OK)
        status = replicate(&copying, error);
    md_memory_free(copying.x);
    if (status != MD_OK)
        return status;
    md_sim_changed(sim, MD_CHANGED_ATOMS | MD_CHANGED_BOX);
    md_log_print(&sim->log,
                 "Replicating atoms ...\n  orthogonal box = (%.8g %.8g %.8g) to (%.8g %.8g %.8g)\n"
                 "  %zu atoms\n",
                 box->lo[0], box->lo[1], box->lo[2], box->hi[0], box->hi[1], box->hi[2],
                 sim->system.atoms.count);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (sim->system.topology.list[kind].count > 0)
            md_log_print(&sim->log, "  %zu %s\n", sim->system.topology.list[kind].count,
                         md_topology_kinds[kind].many);
    return MD_OK;
}
