/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * create_bonds.  Candidates come from a neighbour list of their own, with the reach of the longest
 * bond wanted, in which pairs that special_bonds excludes are missing: an atom is not bonded to a
 * partner it has already.
 */
#include "base/memory.h"
#include "command/bond.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

struct many {
    struct md_sim *sim;
    uint32_t one, two; /* group bits */
    int type;
    double least_sq, most_sq;
};

static enum md_status read_type(const struct md_sim *sim, const struct md_word *word, int *type,
                                struct md_error *error)
{
    int64_t value;
    int types = sim->system.topology.bond_types;
    if (types == 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "bond type '%s': the system has 0 bond types; create_box ... "
                            "bond/types N makes some",
                            word->text);
    if (md_word_int(word, "bond type", 1, types, &value, error))
        return error->status;
    *type = (int)value;
    return MD_OK;
}

/* Bonds atom i with the site if groups and distance fit.  A pair is met from both its atoms: the
 * one with the smaller ID makes the bond. */
static enum md_status consider(const struct many *many, const struct md_neighbors *list, size_t i,
                               size_t site, struct md_error *error)
{
    struct md_system *system = &many->sim->system;
    const struct md_atoms *atoms = &system->atoms;
    const double *xi = list->site + 4 * i, *xj = list->site + 4 * site;
    if (site >= list->atoms + list->ghosts)
        return MD_OK; /* padding */
    size_t j = (size_t)list->owner[site];
    uint32_t a = atoms->groups[i], b = atoms->groups[j];
    double dx = xi[0] - xj[0], dy = xi[1] - xj[1], dz = xi[2] - xj[2];
    double square = dx * dx + dy * dy + dz * dz;
    if (atoms->id[i] >= atoms->id[j] ||
        !(((a & many->one) && (b & many->two)) || ((a & many->two) && (b & many->one))) ||
        square < many->least_sq || square > many->most_sq)
        return MD_OK;
    struct md_bond bond = {.a = atoms->id[i], .b = atoms->id[j], .type = many->type};
    return md_topology_add(&system->topology, bond, error);
}

static int by_ids(const void *left, const void *right)
{
    const struct md_bond *p = left, *q = right;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static enum md_status bond_all(const struct many *many, const struct md_neighbors *list,
                               struct md_error *error)
{
    size_t blocks = (list->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    for (size_t i = 0; i < list->atoms; i++)
        for (int32_t k = 0; k < list->number[i]; k++)
            if (consider(many, list, i, (size_t)list->partner[i][k], error))
                return error->status;
    for (size_t b = 0; b < blocks; b++)
        for (size_t k = 0; k < list->block[b].weighted_count; k++)
            if (consider(many, list, (size_t)list->block[b].weighted[k].atom,
                         (size_t)list->block[b].weighted[k].partner, error))
                return error->status;
    return MD_OK;
}

static enum md_status build_list(struct md_sim *sim, struct md_neighbors *list, double reach,
                                 struct md_error *error)
{
    struct md_system *system = &sim->system;
    size_t pairs = (size_t)(system->types + 1) * (size_t)(system->types + 1);
    double *cutoff = md_memory_array(pairs, sizeof *cutoff);
    if (!cutoff)
        return md_error_memory(error, "the cutoffs of create_bonds");
    for (size_t k = 0; k < pairs; k++)
        cutoff[k] = reach;
    for (size_t i = 0; i < system->atoms.count; i++)
        md_box_wrap(&system->box, system->atoms.x[i], system->atoms.image[i]);
    list->rules = sim->forces.neighbors.rules;
    list->rules.skin = 0.0;
    enum md_status status =
        md_graph_build(&list->graph, system, false, list->rules.lost_bonds, error);
    if (status == MD_OK)
        status = md_neighbors_build(list, system, cutoff, error);
    list->rules.exclusion = NULL; /* borrowed */
    list->rules.exclusions = 0;
    md_memory_free(cutoff);
    return status;
}

static enum md_status need_exclusion(const struct md_topology *topology, const struct md_args *args,
                                     struct md_error *error)
{
    if (topology->weight[0] == 0.0)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, &args->words[0].place,
                        "create_bonds many would bond atoms again that are bonded already, since "
                        "their weight of special_bonds is %g; it must be 0 meanwhile",
                        topology->weight[0]);
}

static enum md_status run_many(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error)
{
    struct md_topology *topology = &sim->system.topology;
    struct many many = {.sim = sim};
    struct md_neighbors list;
    int one, two;
    double least, most;
    const struct md_word *words = args->words;
    if (md_args_count(args, 6, 6, "create_bonds many GROUP1 GROUP2 TYPE RMIN RMAX", error) ||
        md_groups_of_word(&sim->system.groups, &words[1], &one, error) ||
        md_groups_of_word(&sim->system.groups, &words[2], &two, error) ||
        read_type(sim, &words[3], &many.type, error) ||
        md_word_double(&words[4], "shortest bond", 0.0, INFINITY, &least, error) ||
        md_word_double(&words[5], "longest bond", MD_ABOVE(0.0), INFINITY, &most, error) ||
        need_exclusion(topology, args, error))
        return error->status;
    if (least > most)
        return md_error_set(error, MD_ERR_VALUE, &words[4].place,
                            "the shortest bond, %g, must not be longer than the longest, %g", least,
                            most);
    many.one = md_group_bit(one);
    many.two = md_group_bit(two);
    many.least_sq = least * least;
    many.most_sq = most * most;
    if (sim->checking)
        return MD_OK;
    size_t before = topology->bonds;
    md_neighbors_init(&list);
    enum md_status status = build_list(sim, &list, most, error);
    if (status == MD_OK)
        status = bond_all(&many, &list, error);
    md_neighbors_free(&list);
    /* They were found in the order in which atoms stand in memory; files number them. */
    if (topology->bonds > before)
        qsort(topology->bond + before, topology->bonds - before, sizeof *topology->bond, by_ids);
    if (status == MD_OK)
        md_log_print(&sim->log, "Added %zu bonds, new total = %zu\n", topology->bonds - before,
                     topology->bonds);
    return status;
}

static enum md_status run_single(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_bond bond = {0};
    int64_t id[2];
    if (md_args_count(args, 4, 4, "create_bonds single/bond TYPE ID1 ID2", error) ||
        read_type(sim, &args->words[1], &bond.type, error))
        return error->status;
    for (int k = 0; k < 2; k++) {
        const struct md_word *word = &args->words[2 + k];
        if (md_word_int(word, "atom ID", 1, INT64_MAX, &id[k], error))
            return error->status;
        if (md_atoms_find(&sim->system.atoms, id[k]) < 0)
            return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                                "there is no atom %" PRId64 " to bond", id[k]);
    }
    if (id[0] == id[1])
        return md_error_set(error, MD_ERR_VALUE, &args->words[3].place,
                            "atom %" PRId64 " cannot be bonded to itself", id[0]);
    bond.a = id[0];
    bond.b = id[1];
    return md_topology_add(&sim->system.topology, bond, error);
}

enum md_status md_run_create_bonds(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    static const char *const styles[] = {"many",
                                         "single/bond",
                                         MD_NOT_OFFERED "single/angle",
                                         MD_NOT_OFFERED "single/dihedral",
                                         MD_NOT_OFFERED "single/improper",
                                         NULL};
    struct md_args rest = *args;
    const struct md_word *special = args->count > 2 ? &args->words[args->count - 2] : NULL;
    int style;
    bool value;
    if (md_need_bonds(sim, args, error) ||
        md_word_choice(&args->words[0], "create_bonds style", styles, &style, error))
        return error->status;
    if (style > 1)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[0].place,
                            "create_bonds %s of LAMMPS does not exist here: there are bonds, but "
                            "no angles, dihedrals and impropers",
                            args->words[0].text);
    /* When LAMMPS makes its list of special neighbours; here it is always up to date. */
    if (special && md_word_is(special, "special")) {
        if (md_word_bool(special + 1, "special", &value, error))
            return error->status;
        rest.count -= 2;
    }
    md_sim_changed(sim, MD_CHANGED_ATOMS);
    return style == 0 ? run_many(sim, &rest, error) : run_single(sim, &rest, error);
}
