/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What atoms carry, by name.  Scaled coordinates multiply by the inverse box length and unwrapped
 * ones add whole box lengths, as dumps do.
 */
#include "measure/property.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "state/mass.h"

#include <string.h>

enum source {
    OF_ID,
    OF_TYPE,
    OF_MOLECULE,
    OF_PROCESS,
    OF_MASS,
    OF_CHARGE,
    OF_X,
    OF_SCALED,
    OF_UNWRAPPED,
    OF_SCALED_UNWRAPPED,
    OF_IMAGE,
    OF_V,
    OF_F,
    OF_BONDS
};

static const struct {
    const char *name;
    enum source source;
    int axis;
} table[] = {
    {"id", OF_ID, 0},
    {"type", OF_TYPE, 0},
    {"mol", OF_MOLECULE, 0},
    {"proc", OF_PROCESS, 0},
    {"mass", OF_MASS, 0},
    {"q", OF_CHARGE, 0},
    {"x", OF_X, 0},
    {"y", OF_X, 1},
    {"z", OF_X, 2},
    {"xs", OF_SCALED, 0},
    {"ys", OF_SCALED, 1},
    {"zs", OF_SCALED, 2},
    {"xu", OF_UNWRAPPED, 0},
    {"yu", OF_UNWRAPPED, 1},
    {"zu", OF_UNWRAPPED, 2},
    {"ix", OF_IMAGE, 0},
    {"iy", OF_IMAGE, 1},
    {"iz", OF_IMAGE, 2},
    {"vx", OF_V, 0},
    {"vy", OF_V, 1},
    {"vz", OF_V, 2},
    {"fx", OF_F, 0},
    {"fy", OF_F, 1},
    {"fz", OF_F, 2},
    {"xsu", OF_SCALED_UNWRAPPED, 0},
    {"ysu", OF_SCALED_UNWRAPPED, 1},
    {"zsu", OF_SCALED_UNWRAPPED, 2},
    {"nbonds", OF_BONDS, 0},
};

#define PROPERTIES (int)(sizeof table / sizeof table[0])

/* Known to LAMMPS for atoms that do not exist here. */
static const char *const absent[] = {
    "mux",      "muy",      "muz",      "mu",       "spx",      "spy",      "spz",      "sp",
    "fmx",      "fmy",      "fmz",      "radius",   "diameter", "omegax",   "omegay",   "omegaz",
    "angmomx",  "angmomy",  "angmomz",  "shapex",   "shapey",   "shapez",   "quatw",    "quati",
    "quatj",    "quatk",    "tqx",      "tqy",      "tqz",      "end1x",    "end1y",    "end1z",
    "end2x",    "end2y",    "end2z",    "corner1x", "corner1y", "corner1z", "corner2x", "corner2y",
    "corner2z", "corner3x", "corner3y", "corner3z", "buckling", "vfrac",    "s0",       "spin",
    "eradius",  "ervel",    "erforce",  "rho",      "drho",     "e",        "de",       "cv",
    NULL};

static const char *property_name(const void *context, int i)
{
    (void)context;
    return i < PROPERTIES ? table[i].name : NULL;
}

static enum md_status unknown(const struct md_word *word, struct md_error *error)
{
    const char *text = word->text;
    for (int k = 0; absent[k] != NULL; k++)
        if (strcmp(absent[k], text) == 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "atoms have no '%s' here: they are points without spin or shape",
                                text);
    if ((text[0] == 'i' || text[0] == 'd') &&
        (text[1] == '_' || (text[1] == '2' && text[2] == '_')))
        return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                            "atoms have no '%s': no fix property/atom has made it", text);
    md_error_set(error, MD_ERR_UNKNOWN, &word->place,
                 "unknown property '%s'; known are id type mol proc mass q x y z xs ys zs xu yu zu "
                 "xsu ysu zsu "
                 "ix iy iz vx vy vz fx fy fz nbonds",
                 text);
    return md_nearest_hint(error, text, md_nearest(text, property_name, NULL));
}

enum md_status md_property_of_word(const struct md_system *system, const struct md_word *word,
                                   int *which, struct md_error *error)
{
    enum md_atom_style style = system->topology.style;
    for (*which = 0; *which < PROPERTIES; ++*which)
        if (strcmp(table[*which].name, word->text) == 0)
            break;
    int custom = md_custom_find(&system->custom, word->text);
    if (custom >= 0) {
        *which = PROPERTIES + custom;
        return MD_OK;
    }
    if (*which == PROPERTIES)
        return unknown(word, error);
    enum source source = table[*which].source;
    if (((source == OF_MOLECULE || source == OF_BONDS) && style == MD_ATOM_ATOMIC) ||
        (source == OF_CHARGE && style != MD_ATOM_FULL))
        return md_error_set(error, MD_ERR_ORDER, &word->place,
                            "atoms have no '%s' with atom_style %s", word->text,
                            md_atom_style_names[style]);
    return MD_OK;
}

bool md_property_known(const char *name)
{
    for (int k = 0; k < PROPERTIES; k++)
        if (strcmp(table[k].name, name) == 0)
            return true;
    return false;
}

bool md_property_is_force(int which)
{
    return which < PROPERTIES && table[which].source == OF_F;
}

int md_property_unwrapped(int which)
{
    return which < PROPERTIES && table[which].source == OF_UNWRAPPED ? table[which].axis : -1;
}

static double value_of(int which, const struct md_frame *frame, size_t i)
{
    const struct md_system *system = frame->system;
    const struct md_atoms *atoms = &system->atoms;
    int axis = table[which].axis;
    switch (table[which].source) {
    case OF_ID:
        return (double)atoms->id[i];
    case OF_TYPE:
        return atoms->type[i];
    case OF_MOLECULE:
        return (double)atoms->molecule[i];
    case OF_MASS:
        return md_mass_of(system, i);
    case OF_CHARGE:
        return atoms->charge[i];
    case OF_X:
        return frame->x[i][axis];
    case OF_SCALED:
        return (frame->x[i][axis] - system->box.lo[axis]) * (1.0 / system->box.length[axis]);
    case OF_UNWRAPPED:
        return frame->x[i][axis] + atoms->image[i][axis] * system->box.length[axis];
    case OF_SCALED_UNWRAPPED:
        return (frame->x[i][axis] - system->box.lo[axis]) * (1.0 / system->box.length[axis]) +
               atoms->image[i][axis];
    case OF_IMAGE:
        return atoms->image[i][axis];
    case OF_V:
        return frame->v[i][axis];
    case OF_F:
        return frame->f[i][axis];
    case OF_PROCESS:
    case OF_BONDS:
        break;
    }
    return 0.0; /* one process owns all; bonds are counted elsewhere */
}

/* Bonds that an atom holds: each is held by its first atom, as LAMMPS stores it with newton on. */
static void count_bonds(const struct md_frame *frame, size_t columns, double *values)
{
    const struct md_topology *topology = &frame->system->topology;
    struct md_atoms atoms = frame->system->atoms;
    atoms.map = NULL; /* the copy's own, filled lazily */
    atoms.map_size = 0;
    for (size_t k = 0; k < topology->list[MD_BONDS].count; k++) {
        int64_t i = md_atoms_find(&atoms, md_topology_ids(topology, MD_BONDS, k)[0]);
        if (i >= 0)
            values[(size_t)i * columns] += 1.0;
    }
    md_memory_free(atoms.map);
}

static void custom_values(int slot, const struct md_frame *frame, size_t columns, double *values)
{
    const struct md_rows *rows = &frame->system->custom.slot[slot].rows;
    for (size_t i = 0; i < frame->count; i++) {
        const double *row = md_rows_find(rows, frame->system->atoms.id[i]);
        values[i * columns] = row != NULL ? *row : 0.0;
    }
}

void md_property_values(int which, const struct md_frame *frame, size_t columns, double *values)
{
    if (which >= PROPERTIES) {
        custom_values(which - PROPERTIES, frame, columns, values);
        return;
    }
    for (size_t i = 0; i < frame->count; i++)
        values[i * columns] = value_of(which, frame, i);
    if (table[which].source == OF_BONDS)
        count_bonds(frame, columns, values);
}
