/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which bonds are held rigid, and the clusters they form. */
#include "modify/rigid_bonds.h"

#include "base/memory.h"
#include "potential/bond.h"

#include <inttypes.h>
#include <math.h>
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
    rigid->bond_type = md_memory_array((size_t)system->topology.bond_types + 1, sizeof(bool));
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
                                key == ANGLE_TYPES ? "angles cannot be held: they do not exist here"
                                                   : "templates of molecules do not exist here");
        if (key < MODES) {
            mode = key;
            continue;
        }
        if (mode < 0)
            return md_word_choice(word, "constraint", keys, &key, error);
        values++;
        if (read_value(rigid, word, mode, system->topology.bond_types, system->types, error))
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

struct search {
    struct md_rigid_bonds *rigid;
    struct md_system *system;
    uint32_t group;
    int32_t *held;  /* of each atom: bonds that are to be held, */
    int32_t *owner; /* and the cluster + 1 whose centre it is */
};

static bool heavy_enough(const struct md_rigid_bonds *rigid, double mass)
{
    for (int k = 0; k < rigid->masses; k++)
        if (fabs(mass - rigid->mass[k]) <= MASS_NEAR)
            return true;
    return false;
}

/* Whether this bond is meant; its atoms' indices. */
static bool chosen(const struct search *search, const struct md_bond *bond, int64_t index[2])
{
    struct md_atoms *atoms = &search->system->atoms;
    const struct md_rigid_bonds *rigid = search->rigid;
    bool meant = rigid->bond_type[bond->type];
    index[0] = md_atoms_find(atoms, bond->a);
    index[1] = md_atoms_find(atoms, bond->b);
    for (int k = 0; k < 2; k++) {
        if (index[k] < 0 || (atoms->groups[index[k]] & search->group) == 0)
            return false;
        int type = atoms->type[index[k]];
        meant = meant || rigid->atom_type[type] || heavy_enough(rigid, search->system->mass[type]);
    }
    return meant;
}

static enum md_status count_held(struct search *search, struct md_error *error)
{
    struct md_topology *topology = &search->system->topology;
    const int64_t *id = search->system->atoms.id;
    for (size_t k = 0; k < topology->bonds; k++) {
        int64_t index[2];
        topology->bond[k].rigid = chosen(search, &topology->bond[k], index);
        for (int side = 0; side < 2 && topology->bond[k].rigid; side++)
            if (++search->held[index[side]] > MD_RIGID_BONDS)
                return md_error_set(error, MD_ERR_VALUE, NULL,
                                    "atom %" PRId64 " has more than %d bonds that are to be held",
                                    id[index[side]], MD_RIGID_BONDS);
    }
    return MD_OK;
}

static enum md_status add_bond(struct search *search, const struct md_bond *bond, int64_t centre,
                               int64_t other, struct md_error *error)
{
    struct md_rigid_bonds *rigid = search->rigid;
    const int64_t *id = search->system->atoms.id;
    if (search->owner[centre] == 0) {
        if (rigid->count == rigid->room) {
            size_t more = rigid->room + rigid->room / 2 + 64;
            if (md_memory_grow(&rigid->list, rigid->count, more, sizeof *rigid->list, error))
                return error->status;
            rigid->room = more;
        }
        rigid->list[rigid->count++] = (struct md_rigid_cluster){.id = {id[centre]}};
        search->owner[centre] = (int32_t)rigid->count;
    }
    struct md_rigid_cluster *cluster = &rigid->list[search->owner[centre] - 1];
    cluster->type[cluster->bonds] = bond->type;
    cluster->id[++cluster->bonds] = id[other];
    return MD_OK;
}

static enum md_status make_clusters(struct search *search, struct md_error *error)
{
    const struct md_topology *topology = &search->system->topology;
    const int64_t *id = search->system->atoms.id;
    for (size_t k = 0; k < topology->bonds; k++) {
        int64_t index[2];
        if (!topology->bond[k].rigid || !chosen(search, &topology->bond[k], index))
            continue;
        int32_t several[2] = {search->held[index[0]] > 1, search->held[index[1]] > 1};
        if (several[0] && several[1])
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "atoms %" PRId64 " and %" PRId64
                                " are bonded and both have other bonds that are to be held: a "
                                "cluster is one atom with up to %d others",
                                id[index[0]], id[index[1]], MD_RIGID_BONDS);
        bool second = several[0] == several[1] ? id[index[1]] < id[index[0]] : several[1] != 0;
        if (add_bond(search, &topology->bond[k], index[second], index[!second], error))
            return error->status;
    }
    return MD_OK;
}

static void clear_marks(struct md_topology *topology)
{
    for (size_t k = 0; k < topology->bonds; k++)
        topology->bond[k].rigid = false;
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
                            .held = md_memory_array(atoms, sizeof(int32_t)),
                            .owner = md_memory_array(atoms, sizeof(int32_t))};
    enum md_status status = MD_OK;
    if (search.held == NULL || search.owner == NULL)
        status = md_error_memory(error, "constraints");
    clear_marks(&system->topology);
    rigid->count = 0;
    rigid->system = system;
    if (status == MD_OK)
        status = count_held(&search, error);
    if (status == MD_OK)
        status = make_clusters(&search, error);
    md_memory_free(search.held);
    md_memory_free(search.owner);
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
        if (forces->others[k].type->kind == MD_KIND_BOND)
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
