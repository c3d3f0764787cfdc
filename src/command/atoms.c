/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The family of commands on atoms: its table, the command mass, and what the others share. */
#include "command/atoms.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ values */

static enum md_status read_variable(struct md_sim *sim, const struct md_word *word,
                                    struct md_value *value, struct md_error *error)
{
    const struct md_variables *variables = &sim->variables;
    const char *name = word->text + 2;
    size_t count = sim->system.atoms.count;
    enum md_variable_kind kind =
        variables->kind ? variables->kind(variables->context, name) : MD_VARIABLE_NONE;
    enum md_status status;

    value->variable = true;
    switch (kind) {
    case MD_VARIABLE_EQUAL:
        value->kind = MD_VALUE_NUMBER;
        status = variables->equal(variables->context, name, &value->number, error);
        break;
    case MD_VARIABLE_ATOM:
        value->kind = MD_VALUE_PER_ATOM;
        value->per_atom = md_memory_array(count ? count : 1, sizeof *value->per_atom);
        if (!value->per_atom)
            return md_error_memory(error, "the values of an atom-style variable");
        status = variables->atom(variables->context, name, value->per_atom, count, error);
        break;
    case MD_VARIABLE_TEXT:
        status = md_error_set(error, MD_ERR_VALUE, &word->place,
                              "variable '%s' holds text; equal or atom style is wanted here", name);
        break;
    default:
        status =
            md_error_set(error, MD_ERR_REFERENCE, &word->place, "there is no variable '%s'", name);
        break;
    }
    if (status != MD_OK && error->place.file == NULL)
        error->place = word->place;
    return status;
}

enum md_status md_value_read(struct md_sim *sim, const struct md_word *word, const char *what,
                             bool may_be_null, struct md_value *value, struct md_error *error)
{
    memset(value, 0, sizeof *value);
    if (may_be_null && md_word_is(word, "NULL"))
        return MD_OK;
    if (strncmp(word->text, "v_", 2) == 0)
        return read_variable(sim, word, value, error);
    value->kind = MD_VALUE_NUMBER;
    return md_word_double(word, what, -INFINITY, INFINITY, &value->number, error);
}

double md_value_at(const struct md_value *value, size_t i)
{
    return value->kind == MD_VALUE_PER_ATOM ? value->per_atom[i] : value->number;
}

void md_value_free(struct md_value *value)
{
    md_memory_free(value->per_atom);
    value->per_atom = NULL;
}

/* ------------------------------------------------------------------ keywords */

enum md_status md_keyword_values(const struct md_args *args, int keyword, int values,
                                 struct md_error *error)
{
    int left = args->count - keyword - 1;
    if (left >= values)
        return MD_OK;
    return md_error_set(error, MD_ERR_COUNT, &args->words[keyword].place,
                        "%s '%s' wants %d value%s and has %d", args->command.text,
                        args->words[keyword].text, values, values == 1 ? "" : "s", left);
}

enum md_status md_keyword_units(const struct md_sim *sim, const struct md_word *word,
                                double scale[3], struct md_error *error)
{
    static const char *const names[] = {"box", "lattice", NULL};
    int lattice;
    enum md_status status = md_word_choice(word, "units", names, &lattice, error);
    for (int d = 0; d < 3 && status == MD_OK; d++)
        scale[d] = lattice ? sim->system.lattice.spacing[d] : 1.0;
    return status;
}

enum md_status md_keyword_seed(const struct md_word *word, int32_t *seed, struct md_error *error)
{
    int64_t value;
    enum md_status status = md_word_int(word, "random seed", 1, INT32_MAX, &value, error);
    if (status == MD_OK)
        *seed = (int32_t)value;
    return status;
}

enum md_status md_keyword_axis(const struct md_word *word, int *axis, struct md_error *error)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    return md_word_choice(word, "axis", axes, axis, error);
}

enum md_status md_ramp_read(const struct md_word *words, const char *const axes[],
                            const double scale[3], struct md_ramp *ramp, struct md_error *error)
{
    enum md_status status = md_word_choice(&words[0], "component", axes, &ramp->axis, error);
    if (status == MD_OK)
        status = md_word_double(&words[1], "lower value", -INFINITY, INFINITY, &ramp->lo, error);
    if (status == MD_OK)
        status = md_word_double(&words[2], "upper value", -INFINITY, INFINITY, &ramp->hi, error);
    if (status == MD_OK)
        status = md_keyword_axis(&words[3], &ramp->along, error);
    if (status == MD_OK)
        status =
            md_word_double(&words[4], "lower coordinate", -INFINITY, INFINITY, &ramp->from, error);
    if (status == MD_OK)
        status =
            md_word_double(&words[5], "upper coordinate", -INFINITY, INFINITY, &ramp->to, error);
    if (status != MD_OK)
        return status;
    if (ramp->from == ramp->to)
        return md_error_set(error, MD_ERR_VALUE, &words[5].place,
                            "the ramp begins and ends at the same coordinate %s", words[5].text);
    ramp->lo *= scale[ramp->axis];
    ramp->hi *= scale[ramp->axis];
    ramp->from *= scale[ramp->along];
    ramp->to *= scale[ramp->along];
    return MD_OK;
}

double md_ramp_at(const struct md_ramp *ramp, const double x[3])
{
    double part = (x[ramp->along] - ramp->from) / (ramp->to - ramp->from);
    part = part > 0.0 ? part : 0.0;
    part = part < 1.0 ? part : 1.0;
    return ramp->lo + part * (ramp->hi - ramp->lo);
}

/* ------------------------------------------------------------------ mass */

static enum md_status run_mass(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error)
{
    struct md_system *system = &sim->system;
    int first, last;
    double mass;
    enum md_status status =
        md_word_range(&args->words[0], "atom type", system->types, &first, &last, error);
    if (status == MD_OK)
        status = md_word_double(&args->words[1], "mass", MD_ABOVE(0.0), INFINITY, &mass, error);
    if (status != MD_OK)
        return status;
    for (int type = first; type <= last; type++)
        system->mass[type] = mass;
    md_sim_changed(sim, MD_CHANGED_ATOMS);
    return MD_OK;
}

const struct md_command md_commands_atoms[] = {
    {.name = "create_atoms",
     .usage = "create_atoms TYPE box | region ID | single X Y Z | random N SEED ID|NULL [...]",
     .summary = "fill the box or a region with atoms on the lattice, or place single ones",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = md_run_create_atoms,
     .manual =
         "Options: basis M TYPE (another type for basis atom M), remap yes|no (single: move into\n"
         "the periodic box), var NAME with set x|y|z NAME (keep a site when the variable is not "
         "0),\n"
         "ratio FRACTION SEED and subset N SEED (keep a random part of the sites), units\n"
         "lattice|box (single).  Atoms are numbered from the largest ID on."},
    {.name = "mass",
     .usage = "mass TYPE VALUE",
     .summary = "mass of atom types (a number, or a range such as 1*3)",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = 2,
     .execute = run_mass,
     .manual =
         "TYPE is a type or a range of types: *, n, *n, n*, m*n.  Every type must have a mass\n"
         "before a run; data files and tables of the embedded-atom method bring theirs.  The\n"
         "unit is that of the command units (grams per mole in real and metal units)."},
    {.name = "group",
     .usage = "group ID region|type|id|molecule|variable|include|union|subtract|intersect|dynamic|"
              "static|empty|clear|delete ...",
     .summary = "put atoms into a named group",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = md_run_group,
     .manual =
         "Each command adds atoms to the group.  include molecule: who shares a molecule with\n"
         "a member.  dynamic PARENT [region ID] [var NAME]\n"
         "[every N]: the members are found anew when a run begins and at every N-th step,\n"
         "atoms of the parent group in the region for which the atom-style variable is not\n"
         "0; static: they stay as they are from now on."},
    {.name = "set",
     .usage = "set atom|type|mol|group|region ID KEYWORD VALUES ...",
     .summary = "change types, positions, velocities, images, molecules, charges, masses, types of "
                "bonds",
     .when = MD_AFTER_BOX,
     .min_words = 4,
     .max_words = -1,
     .execute = md_run_set,
     .manual =
         "Chooses atoms by their IDs (atom), types, molecules (mol), group or region, and\n"
         "sets for these\n"
         "  type T                      T may be a variable v_name\n"
         "  type/fraction T PART SEED   each atom with the probability PART\n"
         "  type/ratio T PART SEED      exactly this part of the chosen atoms\n"
         "  type/subset T N SEED        exactly N of them\n"
         "  mol M, charge Q             where atoms have them\n"
         "  mass M                      a mass of its own, whatever that of its type is\n"
         "  bond T                      of bonds between two of the atoms\n"
         "  x, y, z, vx, vy, vz VALUE   a number or an atom-style variable\n"
         "  image NX NY NZ              how often an atom went around the box; NULL: as it is\n"
         "  i_NAME, d_NAME VALUE        what fix property/atom defined\n"
         "Masses of atoms themselves are kept by write_data, restart files and replicate; atoms\n"
         "that come later have the mass of their type.  In LAMMPS only some atom styles have\n"
         "them, and fix property/atom rmass.\n"
         "Several keywords may follow each other.  The log says how many atoms each one set."},
    {.name = "delete_atoms",
     .usage = "delete_atoms group ID | region ID | porosity REGION PART SEED | overlap CUTOFF "
              "GROUP GROUP [compress yes|no]",
     .summary = "remove atoms",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = md_run_delete_atoms,
     .manual =
         "Deletes the atoms of a group or a region; with porosity those of a region with the\n"
         "probability PART; with overlap those of the first group that are closer than CUTOFF\n"
         "to one of the second.  compress (yes) gives the remaining atoms the IDs 1 to N,\n"
         "where there are no bonds; bond yes deletes the bonds of deleted atoms, mol yes\n"
         "whole molecules."},
    {.name = "displace_atoms",
     .usage = "displace_atoms GROUP move|ramp|random|rotate VALUES [units lattice|box]",
     .summary = "move atoms at once",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = md_run_displace_atoms,
     .manual = "Moves the atoms of a group and wraps them into the periodic box:\n"
               "  move DX DY DZ                     numbers or variables v_name\n"
               "  ramp DIM DLO DHI AXIS LO HI       from DLO at LO to DHI at HI along an axis\n"
               "  random DX DY DZ SEED              uniformly within +-DX, +-DY, +-DZ\n"
               "  rotate PX PY PZ RX RY RZ DEGREES  about the axis R through the point P\n"
               "Lengths are in lattice spacings, unless the words are units box."},
    {.name = "change_box",
     .usage = "change_box GROUP PARAMETER ... [units lattice|box]",
     .summary = "change the box of a system that exists",
     .when = MD_AFTER_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = md_run_change_box,
     .manual =
         "Parameters, done in their order:\n"
         "  x|y|z final LO HI    new edges\n"
         "  x|y|z delta DLO DHI  added to the edges\n"
         "  x|y|z scale F        length times F, about the middle\n"
         "  x|y|z volume         as long as the volume stays what it was before the change that\n"
         "                       stands before; after a change two axes may share this\n"
         "  boundary X Y Z       other boundaries (p, f, s, m)\n"
         "  set                  stores the present box\n"
         "  remap                moves the group's atoms from the box last stored to this one;\n"
         "                       without it they stay where they are\n"
         "  ortho                nothing: boxes are orthogonal\n"
         "At the end atoms are wrapped into the box.  Regions and the lattice do not change."},
    {.name = NULL},
};
