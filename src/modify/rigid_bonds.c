/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which bonds are held rigid, and the clusters they form. */
#include "modify/rigid_bonds.h"

#include "base/memory.h"
#include "state/mass.h"
#include "term/bond.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MASS_NEAR 0.1 /* a mass that a deck names by a rounded number is meant */

enum mode { BOND_TYPES, ANGLE_TYPES, ATOM_TYPES, MASSES, TEMPLATE, MODES };

static enum md_status read_value(struct md_rigid_bonds *rigid, const struct md_word *word, int mode,
                                 int bond_types, int types, struct md_error *error)
{
    int64_t type = 0;
    switch (mode) {
    case BOND_TYPES:
        if (md_word_int(word, "bond type", 1, bond_types, &type, error) == MD_OK)
            rigid->bond_type[type] = true;
        return type > 0 ? MD_OK : error->status;
    case ATOM_TYPES:
        if (md_word_int(word, "atom type", 1, types, &type, error) == MD_OK)
            rigid->atom_type[type] = true;
        return type > 0 ? MD_OK : error->status;
    default:
        return md_word_double(word, "mass", MD_ABOVE(0.0), INFINITY, &rigid->mass[rigid->masses++],
                              error);
    }
}

static enum md_status reserve_words(struct md_rigid_bonds *rigid, const struct md_system *system,
                                    int words, struct md_error *error)
{
    rigid->bond_type =
        md_memory_array((size_t)system->topology.list[MD_BONDS].types + 1, sizeof(bool));
    rigid->atom_type = md_memory_array((size_t)system->types + 1, sizeof(bool));
    rigid->mass = md_memory_array((size_t)words + 1, sizeof(double));
    if (rigid->bond_type == NULL || rigid->atom_type == NULL || rigid->mass == NULL)
        return md_error_memory(error, "constraints");
    return MD_OK;
}

enum md_status md_rigid_bonds_read(struct md_rigid_bonds *rigid,
                                   const struct md_modify_context *context,
                                   const struct md_args *args, int at, struct md_error *error)
{
    static const char *const keys[MODES + 1] = {"b", "a", "t", "m", "mol", NULL};
    const struct md_system *system = context->system;
    int mode = -1, values = 0;
    if (reserve_words(rigid, system, args->count, error))
        return error->status;
    for (; at < args->count; at++) {
        const struct md_word *word = &args->words[at];
        int key = 0;
        while (key < MODES && !md_word_is(word, keys[key]))
            key++;
        if (key == ANGLE_TYPES || key == TEMPLATE)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                key == ANGLE_TYPES ? "angles cannot be held here, only bonds can"
                                                   : "templates of molecules do not exist here");
        if (key < MODES) {
            mode = key;
            continue;
        }
        if (mode < 0)
            return md_word_choice(word, "constraint", keys, &key, error);
        values++;
        if (read_value(rigid, word, mode, system->topology.list[MD_BONDS].types, system->types,
                       error))
            return error->status;
    }
    if (values == 0)
        return md_error_set(
            error, MD_ERR_COUNT, &args->words[args->count - 1].place,
            "which bonds are to be held? 'b' and bond types, 't' and atom types, or "
            "'m' and masses");
    return MD_OK;
}

/* ------------------------------------------------------------------ clusters */

/* A bond of a cluster, from its centre. */
struct arm {
    int64_t centre, other; /* IDs */
    int type;
};

struct search {
    struct md_rigid_bonds *rigid;
    struct md_system *system;
    uint32_t group;
    int32_t *held; /* of each atom: bonds that are to be held */
    struct arm *arm;
    size_t arms;
};

static bool heavy_enough(const struct md_rigid_bonds *rigid, double mass)
{
    for (int k = 0; k < rigid->masses; k++)
        if (fabs(mass - rigid->mass[k]) <= MASS_NEAR)
            return true;
    return false;
}

/* Whether bond k is meant; its atoms' indices. */
static bool chosen(const struct search *search, size_t k, int64_t index[MD_TOPOLOGY_ATOMS])
{
    const struct md_topology *topology = &search->system->topology;
    struct md_atoms *atoms = &search->system->atoms;
    const struct md_rigid_bonds *rigid = search->rigid;
    bool meant = rigid->bond_type[topology->list[MD_BONDS].type[k]];
    md_topology_find(topology, MD_BONDS, k, atoms, index);
    for (int side = 0; side < 2; side++) {
        if (index[side] < 0 || (atoms->groups[index[side]] & search->group) == 0)
            return false;
        int type = atoms->type[index[side]];
        meant = meant || rigid->atom_type[type] ||
                heavy_enough(rigid, md_mass_of(search->system, (size_t)index[side]));
    }
    return meant;
}

/* Marks the bonds that are to be held, and counts them and those of each atom. */
static enum md_status count_held(struct search *search, struct md_error *error)
{
    struct md_topology_list *bonds = &search->system->topology.list[MD_BONDS];
    const struct md_atoms *atoms = &search->system->atoms;
    int64_t crowded = 0;
    for (size_t k = 0; k < bonds->count; k++) {
        int64_t index[MD_TOPOLOGY_ATOMS];
        bonds->rigid[k] = chosen(search, k, index);
        search->arms += bonds->rigid[k];
        for (int side = 0; side < 2 && bonds->rigid[k]; side++)
            search->held[index[side]]++;
    }
    for (size_t i = 0; i < atoms->count; i++)
        if (search->held[i] > MD_RIGID_BONDS && (crowded == 0 || atoms->id[i] < crowded))
            crowded = atoms->id[i];
    return crowded == 0
               ? MD_OK
               : md_error_set(error, MD_ERR_VALUE, NULL,
                              "atom %" PRId64 " has more than %d bonds that are to be held",
                              crowded, MD_RIGID_BONDS);
}

/* Clusters stand in the order of their centres' IDs, the bonds of one by type and the partner's ID,
 * however bonds and atoms are stored. */
static int by_centre(const void *a, const void *b)
{
    const struct arm *p = a, *q = b;
    if (p->centre != q->centre)
        return p->centre < q->centre ? -1 : 1;
    if (p->type != q->type)
        return p->type < q->type ? -1 : 1;
    return (p->other > q->other) - (p->other < q->other);
}

static enum md_status find_arms(struct search *search, struct md_error *error)
{
    const struct md_topology *topology = &search->system->topology;
    const struct md_topology_list *bonds = &topology->list[MD_BONDS];
    int64_t chain[2] = {0, 0};
    size_t found = 0;
    for (size_t k = 0; k < bonds->count; k++) {
        const int64_t *id = md_topology_ids(topology, MD_BONDS, k);
        int64_t low = id[0] < id[1] ? id[0] : id[1], high = id[0] + id[1] - low;
        int type = bonds->type[k];
        if (!bonds->rigid[k])
            continue;
        bool several[2] = {search->held[md_atoms_find(&search->system->atoms, low)] > 1,
                           search->held[md_atoms_find(&search->system->atoms, high)] > 1};
        if (several[0] && several[1]) {
            if (chain[0] == 0 || low < chain[0] || (low == chain[0] && high < chain[1])) {
                chain[0] = low;
                chain[1] = high;
            }
            continue;
        }
        search->arm[found++] =
            several[1] ? (struct arm){high, low, type} : (struct arm){low, high, type};
    }
    if (chain[0] != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "atoms %" PRId64 " and %" PRId64
                            " are bonded and both have other bonds that are to be held: a "
                            "cluster is one atom with up to %d others",
                            chain[0], chain[1], MD_RIGID_BONDS);
    if (found > 0)
        qsort(search->arm, found, sizeof *search->arm, by_centre);
    return MD_OK;
}

static enum md_status make_clusters(struct search *search, struct md_error *error)
{
    struct md_rigid_bonds *rigid = search->rigid;
    if (search->arms > rigid->room) {
        if (md_memory_grow(&rigid->list, 0, search->arms, sizeof *rigid->list, error))
            return error->status;
        rigid->room = search->arms;
    }
    for (size_t k = 0; k < search->arms; k++) {
        const struct arm *arm = &search->arm[k];
        if (k == 0 || arm->centre != arm[-1].centre)
            rigid->list[rigid->count++] = (struct md_rigid_cluster){.id = {arm->centre}};
        struct md_rigid_cluster *cluster = &rigid->list[rigid->count - 1];
        cluster->type[cluster->bonds] = arm->type;
        cluster->id[++cluster->bonds] = arm->other;
    }
    return MD_OK;
}

static void clear_marks(struct md_topology *topology)
{
    for (size_t k = 0; k < topology->list[MD_BONDS].count; k++)
        topology->list[MD_BONDS].rigid[k] = false;
    memset(topology->removed, 0, sizeof topology->removed);
    topology->holder = NULL;
}

static void count_removed(const struct md_rigid_bonds *rigid, struct md_system *system)
{
    for (size_t c = 0; c < rigid->count; c++) {
        int64_t centre = md_atoms_find(&system->atoms, rigid->list[c].id[0]);
        for (int g = 0; g < MD_GROUP_MAX && centre >= 0; g++)
            if (system->atoms.groups[centre] & md_group_bit(g))
                system->topology.removed[g] += rigid->list[c].bonds;
    }
}

enum md_status md_rigid_bonds_find(struct md_rigid_bonds *rigid,
                                   const struct md_modify_context *context, struct md_error *error)
{
    struct md_system *system = context->system;
    size_t atoms = system->atoms.count + 1;
    struct search search = {.rigid = rigid,
                            .system = system,
                            .group = md_group_bit(context->group),
                            .held = md_memory_array(atoms, sizeof(int32_t))};
    enum md_status status = MD_OK;
    if (search.held == NULL)
        status = md_error_memory(error, "constraints");
    clear_marks(&system->topology);
    rigid->count = 0;
    rigid->system = system;
    if (status == MD_OK)
        status = count_held(&search, error);
    if (status == MD_OK)
        status = md_memory_grow(&search.arm, 0, search.arms + 1, sizeof *search.arm, error);
    if (status == MD_OK)
        status = find_arms(&search, error);
    if (status == MD_OK)
        status = make_clusters(&search, error);
    md_memory_free(search.held);
    md_memory_free(search.arm);
    if (status != MD_OK) {
        clear_marks(&system->topology);
        return status;
    }
    count_removed(rigid, system);
    system->topology.holder = rigid;
    return MD_OK;
}

enum md_status md_rigid_bonds_hold(struct md_rigid_bonds *rigid, struct md_error *error)
{
    const void *holder = rigid->system->topology.holder;
    if (holder == NULL || holder == rigid)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, NULL,
                        "only one fix shake or rattle can hold bonds at a time; unfix one");
}

enum md_status md_rigid_bonds_measure(struct md_rigid_bonds *rigid, const struct md_forces *forces,
                                      struct md_error *error)
{
    const struct md_potential_use *use = NULL;
    for (int k = 0; k < forces->others_count; k++)
        if (forces->others[k].type->topology == MD_BONDS)
            use = &forces->others[k];
    for (size_t c = 0; c < rigid->count; c++)
        for (int k = 0; k < rigid->list[c].bonds; k++) {
            int type = rigid->list[c].type[k];
            double length = use != NULL ? md_bonds_rest(use->state, type) : 0.0;
            if (!(length > 0.0))
                return md_error_set(error, MD_ERR_VALUE, NULL,
                                    "bonds of type %d cannot be held: bond style %s gives them no "
                                    "length at rest",
                                    type, use != NULL ? use->name : "none");
            rigid->list[c].length[k] = length;
        }
    return MD_OK;
}

void md_rigid_bonds_free(struct md_rigid_bonds *rigid)
{
    if (rigid->system != NULL && rigid->system->topology.holder == rigid)
        clear_marks(&rigid->system->topology);
    md_memory_free(rigid->bond_type);
    md_memory_free(rigid->atom_type);
    md_memory_free(rigid->mass);
    md_memory_free(rigid->list);
    *rigid = (struct md_rigid_bonds){0};
}
