/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All deck commands: the families' tables, and the names that LAMMPS knows and this program does
 * not, each with its reason, so that a deck is never told "unknown" about a word it was right to
 * expect.
 */
#include "base/nearest.h"
#include "command/command.h"

#include <string.h>

/* One line per family: add yours here. */
/* clang-format off */
static const struct md_command *const families[] = {
    md_commands_setup,
    md_commands_space,
    md_commands_atoms,
    md_commands_velocity,
    md_commands_data,
    md_commands_restart,
    md_commands_pair,
    md_commands_pair_write,
    md_commands_bond,
    md_commands_fix,
    md_commands_compute,
    md_commands_thermo,
    md_commands_dump,
    md_commands_run,
    md_commands_read_dump,
    md_commands_rerun,
    md_commands_minimize,
    md_commands_check,
};
/* clang-format on */

struct absent {
    const char *name;
    const char *reason; /* "(what it is) ..." */
};

#define BONDS      "of bonded interactions there are only bonds and angles"
#define CHARGES    "atoms have no charges"
#define REPLICAS   "it runs several replicas, and this program runs one simulation"
#define KIM        "potentials of the KIM archive are not available"
#define TRICLINIC  "triclinic boxes are not available"
#define TOPOLOGY   "molecules come from data files and create_bonds"

static const struct absent absent[] = {
    {"angle_write", "tables of angle potentials are not written"},
    {"bond_write", "tables of bond potentials are not written"},
    {"box", "tilted boxes: " TRICLINIC},
    {"delete_bonds", "bonds are deleted with their atoms (delete_atoms ... bond yes) only"},
    {"dielectric", "dielectric constant: " CHARGES},
    {"dihedral_coeff", "dihedrals: " BONDS},
    {"dihedral_style", "dihedrals: " BONDS},
    {"dihedral_write", "dihedrals: " BONDS},
    {"dynamical_matrix", "phonons: the matrix of second derivatives is not available"},
    {"fitpod", "machine-learned potentials are not available"},
    {"geturl", "this program does not use the network"},
    {"group2ndx", "index files of other programs are not available"},
    {"hyper", "hyperdynamics: " REPLICAS},
    {"improper_coeff", "impropers: " BONDS},
    {"improper_style", "impropers: " BONDS},
    {"kim", KIM},
    {"kim_init", KIM},
    {"kim_interactions", KIM},
    {"kim_param", KIM},
    {"kim_property", KIM},
    {"kim_query", KIM},
    {"kspace_modify", "long-range electrostatics: " CHARGES},
    {"kspace_style", "long-range electrostatics: " CHARGES},
    {"labelmap", "type labels are not available; types are numbers"},
    {"mdi", "coupling to other programs is not available"},
    {"message", "coupling to other programs is not available"},
    {"molecule", TOPOLOGY},
    {"ndx2group", "index files of other programs are not available"},
    {"neb", "nudged elastic band: " REPLICAS},
    {"neb/spin", "nudged elastic band: " REPLICAS},
    {"plugin", "plug-ins are compiled into the library, not loaded"},
    {"prd", "parallel replica dynamics: " REPLICAS},
    {"python", "Python inside decks is not available"},
    {"reset_atom_ids", "renumbering atoms is not available; delete_atoms ... compress yes does it"},
    {"reset_atoms", "renumbering atoms is not available; delete_atoms ... compress yes does it"},
    {"reset_ids", "renumbering atoms is not available; delete_atoms ... compress yes does it"},
    {"reset_mol_ids", TOPOLOGY},
    {"server", "coupling to other programs is not available"},
    {"tad", "temperature accelerated dynamics: " REPLICAS},
    {"temper", "parallel tempering: " REPLICAS},
    {"temper/grem", "parallel tempering: " REPLICAS},
    {"temper/npt", "parallel tempering: " REPLICAS},
    {"third_order", "phonons: the third derivatives are not available"},
    {"write_coeff", "coefficients are not written yet; write_data contains them"},
};

const struct md_command *md_command_at(int i)
{
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (const struct md_command *c = families[f]; c->name; c++)
            if (i-- == 0)
                return c;
    return NULL;
}

const struct md_command *md_command_find(const char *name)
{
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (const struct md_command *c = families[f]; c->name; c++)
            if (strcmp(c->name, name) == 0)
                return c;
    return NULL;
}

const char *md_command_unsupported(const char *name)
{
    for (size_t k = 0; k < sizeof absent / sizeof absent[0]; k++)
        if (strcmp(absent[k].name, name) == 0)
            return absent[k].reason;
    return NULL;
}

const char *md_command_absent(int i, const char **reason)
{
    if (i < 0 || i >= (int)(sizeof absent / sizeof absent[0]))
        return NULL;
    *reason = absent[i].reason;
    return absent[i].name;
}

static const char *name_at(const void *context, int i)
{
    (void)context;
    const struct md_command *command = md_command_at(i);
    return command ? command->name : NULL;
}

static enum md_status refuse(const struct md_word *word, struct md_error *error)
{
    const char *reason = md_command_unsupported(word->text);
    if (reason)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "LAMMPS's command '%s' does not exist here: %s", word->text, reason);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place, "unknown command '%s'", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, name_at, NULL));
}

enum md_status md_command_execute(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error)
{
    const struct md_command *command = md_command_find(args->command.text);
    if (!command)
        return refuse(&args->command, error);

    enum md_status status = MD_OK;
    if (command->when == MD_BEFORE_BOX)
        status = md_system_need_no_box(&sim->system, args, error);
    else if (command->when == MD_AFTER_BOX)
        status = md_system_need_box(&sim->system, args, error);
    if (status == MD_OK)
        status = md_args_count(args, command->min_words, command->max_words, command->usage, error);
    if (status == MD_OK)
        status = command->execute(sim, args, error);
    if (status != MD_OK && error->place.file == NULL)
        error->place = args->command.place;
    return status;
}
