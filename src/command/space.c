/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that shape space: lattice, region, create_box. */
#include "command/command.h"

#include <string.h>

static enum md_status run_lattice(struct md_sim *sim, const struct md_args *args,
                                  struct md_error *error)
{
    struct md_lattice *lattice = &sim->system.lattice;
    enum md_status status = md_lattice_define(&sim->system, args, error);
    if (status == MD_OK && lattice->defined)
        md_log_print(&sim->log, "Lattice spacing in x,y,z = %#.8g %#.8g %#.8g\n",
                     lattice->spacing[0], lattice->spacing[1], lattice->spacing[2]);
    return status;
}

static enum md_status run_region(struct md_sim *sim, const struct md_args *args,
                                 struct md_error *error)
{
    return md_region_define(&sim->system, args, error);
}

/* Bond types; room for bonds, which is found when needed; of angles and the like there are none. */
static enum md_status read_topology(const struct md_system *system, const struct md_args *args,
                                    int first, int64_t *bond_types, struct md_error *error)
{
    enum { BOND_TYPES, ROOM_FOR_BONDS, ROOM_FOR_SPECIAL, ABSENT };
    static const char *const names[] = {"bond/types",
                                        "extra/bond/per/atom",
                                        "extra/special/per/atom",
                                        MD_NOT_OFFERED "angle/types",
                                        MD_NOT_OFFERED "dihedral/types",
                                        MD_NOT_OFFERED "improper/types",
                                        MD_NOT_OFFERED "extra/angle/per/atom",
                                        MD_NOT_OFFERED "extra/dihedral/per/atom",
                                        MD_NOT_OFFERED "extra/improper/per/atom",
                                        NULL};
    for (int i = first; i < args->count; i += 2) {
        const struct md_word *word = &args->words[i];
        int keyword;
        int64_t value;
        enum md_status status = md_word_choice(word, "create_box keyword", names, &keyword, error);
        if (status != MD_OK)
            return status;
        if (i + 1 == args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "create_box keyword '%s' wants a number", word->text);
        status = md_word_int(word + 1, word->text, 0,
                             keyword == BOND_TYPES ? MD_BOND_TYPES_MAX : INT32_MAX, &value, error);
        if (status != MD_OK)
            return status;
        if (value != 0 && keyword >= ABSENT)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word[1].place,
                                "%s %s of LAMMPS does not exist here: there are no angles, "
                                "dihedrals or impropers, only 0 is possible",
                                word->text, word[1].text);
        if (value != 0 && system->topology.style == MD_ATOM_ATOMIC)
            return md_error_set(error, MD_ERR_ORDER, &word[1].place,
                                "%s %s needs atoms that can have bonds (atom_style bond, molecular "
                                "or full), and atom_style is atomic",
                                word->text, word[1].text);
        if (keyword == BOND_TYPES)
            *bond_types = value;
    }
    return MD_OK;
}

static enum md_status run_create_box(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    struct md_system *system = &sim->system;
    int64_t types, bond_types = 0;
    int index;
    enum md_status status =
        md_word_int(&args->words[0], "number of atom types", 1, MD_TYPES_MAX, &types, error);
    if (status == MD_OK && md_word_is(&args->words[1], "NULL"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[1].place,
                            "create_box ... NULL (general triclinic boxes) of LAMMPS does not "
                            "exist here; give a region");
    if (status == MD_OK)
        status = md_regions_of_word(&system->regions, &args->words[1], &index, error);
    if (status == MD_OK)
        status = read_topology(system, args, 2, &bond_types, error);
    if (status != MD_OK)
        return status;

    const struct md_region *region = &system->regions.list[index];
    if (!region->bounded)
        return md_error_set(error, MD_ERR_VALUE, &args->words[1].place,
                            "region '%s' has no bounds (side out, or a plane) and cannot be the "
                            "box; use a block",
                            region->id);
    if (region->kind == MD_REGION_PRISM)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[1].place,
                            "region '%s' is a prism: triclinic boxes are not available; use a "
                            "block",
                            region->id);
    status = md_system_create_box(system, (int)types, region->lo, region->hi, error);
    if (status != MD_OK) {
        if (error->place.file == NULL)
            error->place = args->words[1].place;
        return status;
    }
    system->topology.bond_types = (int)bond_types;
    md_log_print(&sim->log, "Created orthogonal box = (%#.8g %#.8g %#.8g) to (%#.8g %#.8g %#.8g)\n",
                 region->lo[0], region->lo[1], region->lo[2], region->hi[0], region->hi[1],
                 region->hi[2]);
    md_sim_changed(sim, MD_CHANGED_BOX | MD_CHANGED_ATOMS);
    return MD_OK;
}

const struct md_command md_commands_space[] = {
    {.name = "lattice",
     .usage = "lattice STYLE SCALE [origin X Y Z] [orient x|y|z I J K] [spacing X Y Z] ...",
     .summary = "the lattice that scales regions and creates atoms",
     .min_words = 2,
     .max_words = -1,
     .execute = run_lattice,
     .manual =
         "Styles: none, sc, bcc, fcc, hcp, diamond (3d), sq, sq2, hex (2d), custom.  SCALE is the\n"
         "reduced number density in lj units and the lattice constant otherwise.  custom needs\n"
         "'basis X Y Z' for each atom of the cell, and takes 'a1 X Y Z', a2, a3 for its edges.\n"
         "origin shifts the lattice by parts of the spacing (0 to less than 1); orient gives the\n"
         "crystal directions along the box axes; spacing overrides what a lattice unit is along\n"
         "each axis, which by default is the extent of the rotated cell."},
    {.name = "region",
     .usage = "region ID block|sphere|cylinder|cone|plane|union|intersect|delete ...",
     .summary = "name a part of space",
     .min_words = 2,
     .max_words = -1,
     .execute = run_region,
     .manual = "block XLO XHI YLO YHI ZLO ZHI; sphere X Y Z R; cylinder AXIS C1 C2 R LO HI; cone "
               "AXIS C1\n"
               "C2 RLO RHI LO HI; plane PX PY PZ NX NY NZ (the half space the normal points to); "
               "union N\n"
               "ID ...; intersect N ID ...  Options: side in|out, units lattice|box.  Surfaces "
               "belong to\n"
               "the region.  INF and EDGE stand for 1e20 and the box's edge once there is a box."},
    {.name = "create_box",
     .usage = "create_box TYPES REGION [bond/types N] [extra/bond/per/atom N] ...",
     .summary = "make the simulation box from a region's extent",
     .when = MD_BEFORE_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = run_create_box,
     .manual = "There may be up to 2000 atom types.  The region must have bounds; one that is no\n"
               "block gives the box around it."},
    {.name = NULL},
};
