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
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int64_t id[2];
};

struct many {
    struct md_sim *sim;
    struct pair *found;
    size_t count, capacity;
    uint32_t one, two; /* group bits */
    int type;
    double least_sq, most_sq;
};

static enum md_status read_type(const struct md_sim *sim, int kind, const struct md_word *word,
                                int *type, struct md_error *error)
{
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    int64_t value;
    int types = sim->system.topology.list[kind].types;
    char what[32];
    if (types == 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s type '%s': the system has 0 %s; create_box ... %s N makes some",
                            row->one, word->text, row->types, row->box_types);
    snprintf(what, sizeof what, "%s type", row->one);
    if (md_word_int(word, what, 1, types, &value, error))
        return error->status;
    *type = (int)value;
    return MD_OK;
}

/* Bonds atom i with the site if groups and distance fit.  A pair is met from both its atoms: the
 * one with the smaller ID makes the bond. */
static enum md_status consider(struct many *many, const struct md_neighbors *list, size_t i,
                               size_t site, struct md_error *error)
{
    const struct md_atoms *atoms = &many->sim->system.atoms;
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
    if (many->count == many->capacity) {
        size_t more = many->capacity + many->capacity / 2 + 256;
        if (md_memory_grow(&many->found, many->count, more, sizeof *many->found, error))
            return error->status;
        many->capacity = more;
    }
    many->found[many->count++] = (struct pair){{atoms->id[i], atoms->id[j]}};
    return MD_OK;
}

static int by_ids(const void *left, const void *right)
{
    const int64_t *p = ((const struct pair *)left)->id, *q = ((const struct pair *)right)->id;
    int k = p[0] == q[0];
    return (p[k] > q[k]) - (p[k] < q[k]);
}

static enum md_status find_all(struct many *many, const struct md_neighbors *list,
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

/* They were found in the order in which atoms stand in memory; files number them. */
static enum md_status bond_all(struct many *many, struct md_error *error)
{
    struct md_topology *topology = &many->sim->system.topology;
    if (many->count > 0)
        qsort(many->found, many->count, sizeof *many->found, by_ids);
    for (size_t k = 0; k < many->count; k++)
        if (md_topology_add(topology, MD_BONDS, many->type, many->found[k].id, error))
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
        read_type(sim, MD_BONDS, &words[3], &many.type, error) ||
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
    md_neighbors_init(&list);
    enum md_status status = build_list(sim, &list, most, error);
    if (status == MD_OK)
        status = find_all(&many, &list, error);
    if (status == MD_OK)
        status = bond_all(&many, error);
    md_neighbors_free(&list);
    md_memory_free(many.found);
    if (status == MD_OK)
        md_log_print(&sim->log, "Added %zu bonds, new total = %zu\n", many.count,
                     topology->list[MD_BONDS].count);
    return status;
}

/* single/bond, single/angle, ...: TYPE and the atoms' IDs. */
static enum md_status run_single(struct md_sim *sim, int kind, const struct md_args *args,
                                 struct md_error *error)
{
    const struct md_topology_kind *row = &md_topology_kinds[kind];
    int64_t id[MD_TOPOLOGY_ATOMS];
    int type = 0;
    char usage[80], styles[MD_TOPOLOGY_TEXT];
    snprintf(usage, sizeof usage, "create_bonds %s TYPE%.*s", row->single, 4 * row->atoms,
             " ID1 ID2 ID3 ID4");
    if (!md_topology_allows(&sim->system.topology, kind))
        return md_error_set(error, MD_ERR_ORDER, &args->words[0].place,
                            "create_bonds %s needs atoms that can have %s (atom_style %s), and "
                            "atom_style is %s",
                            row->single, row->many, md_topology_styles(kind, "or", styles),
                            md_atom_style_names[sim->system.topology.style]);
    if (md_args_count(args, 2 + row->atoms, 2 + row->atoms, usage, error) ||
        read_type(sim, kind, &args->words[1], &type, error))
        return error->status;
    for (int k = 0; k < row->atoms; k++) {
        const struct md_word *word = &args->words[2 + k];
        if (md_word_int(word, "atom ID", 1, INT64_MAX, &id[k], error))
            return error->status;
        if (md_atoms_find(&sim->system.atoms, id[k]) < 0)
            return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                                "there is no atom %" PRId64 " for the %s", id[k], row->one);
        for (int before = 0; before < k; before++)
            if (id[before] == id[k])
                return md_error_set(error, MD_ERR_VALUE, &word->place,
                                    "atom %" PRId64 " comes twice: the atoms of one %s must differ",
                                    id[k], row->one);
    }
    return md_topology_add(&sim->system.topology, kind, type, id, error);
}

enum md_status md_run_create_bonds(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    const char *styles[MD_TOPOLOGY_KINDS + 2] = {"many"};
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        styles[1 + kind] = md_topology_kinds[kind].single;
    struct md_args rest = *args;
    const struct md_word *special = args->count > 2 ? &args->words[args->count - 2] : NULL;
    int style;
    bool value;
    if (md_need_elements(sim, MD_BONDS, args, error) ||
        md_word_choice(&args->words[0], "create_bonds style", styles, &style, error))
        return error->status;
    /* When LAMMPS makes its list of special neighbours; here it is always up to date. */
    if (special && md_word_is(special, "special")) {
        if (md_word_bool(special + 1, "special", &value, error))
            return error->status;
        rest.count -= 2;
    }
    md_sim_changed(sim, MD_CHANGED_ATOMS);
    return style == 0 ? run_many(sim, &rest, error) : run_single(sim, style - 1, &rest, error);
}
