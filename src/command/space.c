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

/* Words of create_box: one, then two for each kind of elements. */
enum { ROOM_FOR_SPECIAL, OF_KINDS, BOX_WORDS = OF_KINDS + 2 * MD_TOPOLOGY_KINDS };

static void name_words(const char *names[BOX_WORDS + 1])
{
    names[ROOM_FOR_SPECIAL] = "extra/special/per/atom";
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        names[OF_KINDS + 2 * kind] = md_topology_kinds[kind].box_types;
        names[OF_KINDS + 2 * kind + 1] = md_topology_kinds[kind].extra;
    }
    names[BOX_WORDS] = NULL;
}

/* How many types of bonds, angles, ...; room for them is found when it is needed. */
static enum md_status read_topology(const struct md_system *system, const struct md_args *args,
                                    int first, int types[MD_TOPOLOGY_KINDS], struct md_error *error)
{
    const char *names[BOX_WORDS + 1];
    char styles[MD_TOPOLOGY_TEXT];
    name_words(names);
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
        int kind = keyword < OF_KINDS ? MD_BONDS : (keyword - OF_KINDS) / 2;
        bool of_types = keyword >= OF_KINDS && (keyword - OF_KINDS) % 2 == 0;
        status = md_word_int(word + 1, word->text, 0, of_types ? MD_TOPOLOGY_TYPES_MAX : INT32_MAX,
                             &value, error);
        if (status != MD_OK)
            return status;
        if (value != 0 && !md_topology_allows(&system->topology, kind))
            return md_error_set(error, MD_ERR_ORDER, &word[1].place,
                                "%s %s needs atoms that can have %s (atom_style %s), and "
                                "atom_style is %s",
                                word->text, word[1].text, md_topology_kinds[kind].many,
                                md_topology_styles(kind, "or", styles),
                                md_atom_style_names[system->topology.style]);
        if (of_types)
            types[kind] = (int)value;
    }
    return MD_OK;
}

static enum md_status run_create_box(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    struct md_system *system = &sim->system;
    int64_t types;
    int index, element_types[MD_TOPOLOGY_KINDS] = {0};
    enum md_status status =
        md_word_int(&args->words[0], "number of atom types", 1, MD_TYPES_MAX, &types, error);
    if (status == MD_OK && md_word_is(&args->words[1], "NULL"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[1].place,
                            "create_box ... NULL (general triclinic boxes) of LAMMPS does not "
                            "exist here; give a region");
    if (status == MD_OK)
        status = md_regions_of_word(&system->regions, &args->words[1], &index, error);
    if (status == MD_OK)
        status = read_topology(system, args, 2, element_types, error);
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
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        system->topology.list[kind].types = element_types[kind];
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
     .usage = "create_box TYPES REGION [bond/types N] [angle/types N] [extra/bond/per/atom N] ...",
     .summary = "make the simulation box from a region's extent",
     .when = MD_BEFORE_BOX,
     .min_words = 2,
     .max_words = -1,
     .execute = run_create_box,
     .manual = "There may be up to 2000 atom types.  The region must have bounds; one that is no\n"
               "block gives the box around it."},
    {.name = NULL},
};
