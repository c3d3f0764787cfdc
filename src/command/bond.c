/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deck commands about bonds: bond_style, bond_coeff, special_bonds; the table of the family. */
#include "command/bond.h"

#include <string.h>

static enum md_status bond_style(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    return md_bonded_style(sim, MD_BONDS, args, error);
}

static enum md_status bond_coeff(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    return md_bonded_coeffs(sim, MD_BONDS, args, error);
}

static enum md_status angle_style(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error)
{
    return md_bonded_style(sim, MD_ANGLES, args, error);
}

static enum md_status angle_coeff(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error)
{
    return md_bonded_coeffs(sim, MD_ANGLES, args, error);
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
    {.name = "angle_style",
     .usage = "angle_style STYLE",
     .summary = "how the angles between bonds act",
     .min_words = 1,
     .max_words = -1,
     .execute = angle_style,
     .manual =
         "Chooses the angle potential; angle_style none removes it. atom_style must be angle, "
         "molecular or full. Angles come from data files and create_bonds; their energy is the "
         "thermo keyword eangle. run_style verlet and other schemes that step, respa (at the level "
         "of bonds) and avi (with the step of bonds) drive them, energy-stepping does not."},
    {.name = "angle_coeff",
     .usage = "angle_coeff N ARGS...",
     .summary = "coefficients of the angle potential for angle type N",
     .when = MD_AFTER_BOX,
     .min_words = 1,
     .max_words = -1,
     .execute = angle_coeff,
     .manual =
         "N is a type or a range of types: *, n, *n, n*, m*n.  What ARGS are, and their units, "
         "says the page of the angle style.  Every type that angles have must be given before a "
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
         "Each command sets all weights again. In a small periodic box a pair's weight holds "
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
