/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What formulas ask about the program and the deck: is_active(category,name), whether a style is in
 * use, and is_available(category,name), whether there is one.  What LAMMPS has and this program has
 * not is never active nor available; categories nobody knows are errors.
 */
#include "base/nearest.h"
#include "run/quantities.h"

#include <string.h>

static enum md_status unknown_category(const char *function, const char *category,
                                       const char *const *known, struct md_error *error)
{
    md_error_set(error, MD_ERR_UNKNOWN, NULL, "%s: unknown category '%s'", function, category);
    return md_nearest_hint(error, category, md_nearest_of(category, known));
}

static int index_of(const char *name, const char *const *list)
{
    for (int k = 0; list[k]; k++)
        if (strcmp(list[k], name) == 0)
            return k;
    return -1;
}

/* is_active(pair,feature) */
static enum md_status pair_feature(const struct md_sim *sim, const char *name, bool *value,
                                   struct md_error *error)
{
    static const char *const features[] = {"single", "respa", "manybody", "tail", "shift", NULL};
    const struct md_potential_use *pair = &sim->forces.pair;
    unsigned can = pair->type ? md_potential_can(pair->type, pair->state) : 0;
    bool many = pair->type && strncmp(pair->type->style.name, "eam", 3) == 0;

    switch (index_of(name, features)) {
    case 0:
        *value = (can & MD_CAN_ONE) != 0;
        return MD_OK;
    case 1:
        *value = (can & MD_CAN_SHELL) != 0;
        return MD_OK;
    case 2:
        *value = many;
        return MD_OK;
    case 3:
        *value = sim->tally_valid && sim->forces.tally.tail != 0.0;
        return MD_OK;
    case 4:
        return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                            "is_active(pair,shift) is not available; pair_modify decides it");
    default:
        return unknown_category("is_active(pair,...)", name, features, error);
    }
}

static const char *active_bonded(struct md_sim *sim, int kind)
{
    const struct md_potential_use *use = md_forces_bonded(&sim->forces, kind);
    return use ? use->type->style.name : "none";
}

enum md_status md_questions_active(void *context, const char *category, const char *name,
                                   bool *value, struct md_error *error)
{
    static const char *const known[] = {
        "pair_style",     "run_style",      "atom_style",   "comm_style", "min_style",
        "bond_style",     "newton",         "package",      "pair",       "angle_style",
        "dihedral_style", "improper_style", "kspace_style", NULL};
    struct md_sim *sim = context;
    const char *const active[] = {
        sim->forces.pair.type ? sim->forces.pair.type->style.name : "none",
        sim->integrator ? sim->integrator->style.name : "none",
        md_atom_style_names[sim->system.topology.style],
        "brick",
        sim->minimizer->style.name,
        active_bonded(sim, MD_BONDS),
    };
    int which = index_of(category, known);
    int angles = index_of("angle_style", known) - MD_ANGLES; /* kinds of the topology follow it */

    if (which < 0)
        return unknown_category("is_active", category, known, error);
    if (which == 8)
        return pair_feature(sim, name, value, error);
    if (which < 6)
        *value = strcmp(active[which], name) == 0;
    else if (which >= angles + MD_ANGLES && which < angles + MD_TOPOLOGY_KINDS)
        *value = strcmp(active_bonded(sim, which - angles), name) == 0;
    else /* newton's third law always holds; there are no packages and no charges */
        *value = which == 6 || (which > 8 && strcmp(name, "none") == 0);
    return MD_OK;
}

enum md_status md_questions_available(void *context, const char *category, const char *name,
                                      bool *value, struct md_error *error)
{
    static const char *const known[] = {"compute",   "fix",      "pair",    "dump",     "run_style",
                                        "integrate", "minimize", "feature", "bond",     "atom",
                                        "command",   "region",   "angle",   "dihedral", "improper",
                                        "kspace",    NULL};
    const struct md_sim *sim = context;
    int which = index_of(category, known);

    if (which < 0)
        return unknown_category("is_available", category, known, error);
    *value = false;
    if (which == 0)
        *value = md_measure_find(name) != NULL;
    else if (which == 1)
        *value = md_fix_style_known(name);
    else if (which == 2)
        *value = md_potential_find(name) != NULL;
    else if (which == 3)
        *value = md_writer_find(name) != NULL;
    else if (which <= 5)
        *value = md_integrator_find(name) != NULL;
    else if (which == 6)
        *value = md_minimizer_find(name) != NULL;
    else if (which == 7)
        *value = strcmp(name, "gzip") == 0;
    else if (which == 8)
        *value = md_bonded_find(MD_BONDS, name) != NULL;
    else if (which == 9)
        for (int k = 0; !*value && md_atom_style_names[k]; k++)
            *value = strcmp(name, md_atom_style_names[k]) == 0;
    else if (which == 10)
        *value = sim->command_known != NULL && sim->command_known(name);
    else if (which == 11)
        for (int k = 0; !*value && md_region_style(k).name != NULL; k++)
            *value = strcmp(name, md_region_style(k).name) == 0;
    for (int kind = MD_ANGLES; kind < MD_TOPOLOGY_KINDS; kind++)
        if (strcmp(category, md_topology_kinds[kind].one) == 0)
            *value = md_bonded_find(kind, name) != NULL;
    return MD_OK;
}
