/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deck commands about bonds: bond_style, bond_coeff, special_bonds; the table of the family. */
#include "command/bond.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

enum md_status md_need_bonds(const struct md_sim *sim, const struct md_args *args,
                             struct md_error *error)
{
    if (sim->system.topology.style != MD_ATOM_ATOMIC)
        return MD_OK;
    md_error_set(error, MD_ERR_ORDER, &args->command.place,
                 "'%s' needs atoms that can have bonds, and atom_style is atomic",
                 args->command.text);
    return md_error_hint(error, "atom_style bond, angle, molecular or full, before the box");
}

/* ------------------------------------------------------------------ bond_style, bond_coeff */

/* Styles of LAMMPS that are not here, with a blank on each side. */
static const char absent[] =
    " bpm/rotational bpm/spring class2 fene/expand fene/nm gaussian gromos harmonic/restrain "
    "harmonic/shift harmonic/shift/cut hybrid mesocnt mm3 nonlinear oxdna/fene oxdna2/fene "
    "oxrna2/fene quartic rheo/shell special table ";

const char *md_commands_bond_absent(void)
{
    return absent;
}

static const char *style_name(const void *context, int i)
{
    (void)context;
    const struct md_potential *type = md_bond_at(i);
    if (type)
        return type->style.name;
    return i > 0 && md_bond_at(i - 1) ? "none" : NULL;
}

static enum md_status unknown_style(const struct md_word *word, struct md_error *error)
{
    char list[256] = "", key[80];
    size_t used = 0;
    for (int i = 0; style_name(NULL, i) && used < sizeof list; i++) {
        int n =
            snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", style_name(NULL, i));
        used += n > 0 ? (size_t)n : 0;
    }
    char plain[MD_STYLE_NAME_SIZE];
    snprintf(key, sizeof key, " %s ", md_style_plain(word->text, plain));
    if (strstr(absent, key)) {
        md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                     "bond_style %s of LAMMPS does not exist here; there are %s", word->text, list);
        return md_error_hint(error, strcmp(word->text, "quartic") == 0
                                        ? "springs with a quartic term are bond_style "
                                          "spring/quartic"
                                        : "'avimd --list bond' says what they are");
    }
    md_error_set(error, MD_ERR_UNKNOWN, &word->place, "unknown bond style '%s'; there are %s",
                 word->text, list);
    return md_nearest_hint(error, word->text, md_nearest(word->text, style_name, NULL));
}

static void drop_bond_style(struct md_sim *sim)
{
    struct md_potential_use *now = md_forces_bond(&sim->forces);
    if (now)
        md_forces_remove(&sim->forces, (int)(now - sim->forces.others));
}

static enum md_status bond_style(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    struct md_args rest = md_args_after(args, 1);
    if (md_need_bonds(sim, args, error))
        return error->status;
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    if (md_word_is(word, "none")) {
        if (md_args_count(args, 1, 1, "bond_style none", error))
            return error->status;
        drop_bond_style(sim);
        return MD_OK;
    }
    char plain[MD_STYLE_NAME_SIZE];
    const struct md_potential *type = md_bond_find(md_style_plain(word->text, plain));
    if (!type)
        return unknown_style(word, error);
    struct md_potential_use use = {.type = type, .place = word->place, .name = type->style.name};
    use.state = md_memory_array(1, type->style.state_size);
    if (!use.state)
        return md_error_memory(error, "a bond style");
    enum md_status status = type->create(use.state, &sim->system, &rest, error);
    if (status == MD_OK) {
        drop_bond_style(sim);
        status = md_forces_add(&sim->forces, use, error);
    }
    if (status != MD_OK) {
        type->destroy(use.state);
        md_memory_free(use.state);
    }
    return status;
}

static enum md_status bond_coeff(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_potential_use *bond = md_forces_bond(&sim->forces);
    if (md_need_bonds(sim, args, error))
        return error->status;
    if (!bond) {
        md_error_set(error, MD_ERR_ORDER, &args->command.place,
                     "bond_coeff comes before any "
                     "bond_style");
        return md_error_hint(error, "a bond_style line must come first, for instance: bond_style "
                                    "harmonic");
    }
    if (sim->system.topology.list[MD_BONDS].types == 0)
        return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                            "bond type '%s': the system has 0 bond types; create_box ... "
                            "bond/types N or the data file's `N bond types` make some",
                            args->words[0].text);
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    md_error_clear(error);
    if (bond->type->coeff(bond->state, &sim->system, args, error))
        return error->status;
    md_sim_warn(sim, error);
    return MD_OK;
}

/* ------------------------------------------------------------------ special_bonds */

enum { AMBER, CHARMM, DREIDING, FENE, LJ_COUL, LJ, COUL, ANGLE, DIHEDRAL };

static const char *const special_words[] = {"amber", "charmm", "dreiding", "fene",     "lj/coul",
                                            "lj",    "coul",   "angle",    "dihedral", NULL};

/* Weights of pair and charge forces that have names. */
static const double named[][2][3] = {
    [AMBER] = {{0.0, 0.0, 0.5}, {0.0, 0.0, 5.0 / 6.0}},
    [CHARMM] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}},
    [DREIDING] = {{0.0, 0.0, 1.0}, {0.0, 0.0, 1.0}},
    [FENE] = {{0.0, 1.0, 1.0}, {0.0, 1.0, 1.0}},
};

/* The keyword at word k of args; *used: how many words it took. */
static enum md_status read_special(struct md_topology *read, const struct md_args *args, int k,
                                   int *used, struct md_error *error)
{
    static const char usage[] =
        "special_bonds amber|charmm|dreiding|fene | lj/coul|lj|coul W12 W13 W14 | angle|dihedral "
        "yes|no";
    int which;
    double weight[3];
    if (md_word_choice(&args->words[k], "keyword of special_bonds", special_words, &which, error))
        return error->status;
    *used = which <= FENE ? 1 : which <= COUL ? 4 : 2;
    if (k + *used > args->count)
        return md_args_count(args, k + *used, -1, usage, error);
    if (which <= FENE) {
        memcpy(read->weight, named[which][0], sizeof read->weight);
        memcpy(read->charge_weight, named[which][1], sizeof read->charge_weight);
        return MD_OK;
    }
    if (which >= ANGLE)
        return md_word_bool(&args->words[k + 1], args->words[k].text,
                            which == ANGLE ? &read->angle : &read->dihedral, error);
    for (int w = 0; w < 3; w++)
        if (md_word_double(&args->words[k + 1 + w], "weight of special_bonds", 0.0, 1.0, &weight[w],
                           error))
            return error->status;
    if (which != COUL)
        memcpy(read->weight, weight, sizeof weight);
    if (which != LJ)
        memcpy(read->charge_weight, weight, sizeof weight);
    return MD_OK;
}

static enum md_status special_bonds(struct md_sim *sim, const struct md_args *args,
                                    struct md_error *error)
{
    struct md_topology read = {0}, *topology = &sim->system.topology;
    for (int k = 0, used = 1; k < args->count; k += used)
        if (read_special(&read, args, k, &used, error))
            return error->status;
    memcpy(topology->weight, read.weight, sizeof read.weight);
    memcpy(topology->charge_weight, read.charge_weight, sizeof read.charge_weight);
    topology->angle = read.angle;
    topology->dihedral = read.dihedral;
    md_sim_changed(sim, MD_CHANGED_POTENTIAL);
    return MD_OK;
}

const struct md_command md_commands_bond[] = {
    {.name = "bond_style",
     .usage = "bond_style STYLE",
     .summary = "how bonded atoms interact",
     .min_words = 1,
     .max_words = -1,
     .execute = bond_style,
     .manual =
         "Chooses the bond potential; bond_style none removes it. atom_style must be bond, "
         "angle, molecular or full. Bonds across a periodic boundary join the images that are "
         "closest when neighbour lists are built."},
    {.name = "bond_coeff",
     .usage = "bond_coeff N ARGS...",
     .summary = "coefficients of the bond potential for bond type N",
     .when = MD_AFTER_BOX,
     .min_words = 1,
     .max_words = -1,
     .execute = bond_coeff,
     .manual =
         "N is a type or a range of types: *, n, *n, n*, m*n.  What ARGS are, and their units, "
         "says the page of the bond style.  Every type that bonds have must be given before a "
         "run."},
    {.name = "special_bonds",
     .usage =
         "special_bonds amber|charmm|dreiding|fene | lj/coul|lj|coul W12 W13 W14 [angle|dihedral "
         "yes|no]",
     .summary = "pair forces between atoms one, two and three bonds apart",
     .min_words = 1,
     .max_words = -1,
     .execute = special_bonds,
     .manual =
         "The pair force and energy between atoms one, two and three bonds apart (by the "
         "shortest way) is multiplied by W12, W13 and W14, from 0 to 1; without this command "
         "all are 0. fene is 0 1 1, charmm 0 0 0, dreiding 0 0 1, amber 0 0 0.5. Weights of "
         "charges (coul) are read; charges exert no force. With angle yes, "
         "W13 is for atoms only that are two bonds apart in an angle or dihedral, with dihedral "
         "yes W14 for ends of a dihedral only; for others it is 1. "
         "Each command sets all weights anew. In a small periodic box a pair's weight holds "
         "for images within half the box only."},
    {.name = "create_bonds",
     .usage =
         "create_bonds many GROUP1 GROUP2 TYPE RMIN RMAX | single/bond TYPE ID1 ID2 | "
         "single/angle TYPE ID1 ID2 ID3 | single/dihedral|single/improper TYPE ID1 ID2 ID3 ID4",
     .summary = "bond atoms",
     .when = MD_AFTER_BOX,
     .min_words = 4,
     .max_words = -1,
     .execute = md_run_create_bonds,
     .manual =
         "many bonds each atom of the first group to each of the second whose distance (across "
         "periodic boundaries too) is RMIN to RMAX; pairs that special_bonds takes out of the pair "
         "force, such as those bonded already, are passed over. single/bond makes one bond, "
         "single/angle one angle, whose second atom is its middle."},
    {.name = "replicate",
     .usage = "replicate NX NY NZ [bbox] [bond/periodic]",
     .summary = "repeat the system along the axes",
     .when = MD_AFTER_BOX,
     .min_words = 3,
     .max_words = -1,
     .execute = md_run_replicate,
     .manual =
         "The box becomes NX by NY by NZ times as large, with as many copies of its atoms, whose "
         "velocities, groups, bonds and angles are copied with them; IDs and molecules are counted "
         "on. "
         "Atoms "
         "are first put where they would be had they never crossed a periodic boundary, so that "
         "molecules stay whole. bond/periodic is for bonds that go around the box (a chain without "
         "ends): each copy is bonded to the copy that is closest (closest to the "
         "middle one, for the atoms of an angle). bbox is read and makes no "
         "difference."},
    {.name = NULL}};
