/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a dump can print of an atom: a table of built-in attributes, and references to computes,
 * fixes and variables.  Scaled coordinates multiply by the inverse box length and unwrapped ones
 * add whole box lengths, in LAMMPS's order of operations, so that all digits agree.
 */
#include "base/memory.h"
#include "base/nearest.h"
#include "output/dump_parts.h"
#include "state/mass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct md_dump_attribute {
    const char *name;
    enum md_format_kind kind;
    double (*value)(const struct md_frame *frame, int axis, size_t i); /* NULL: element */
    int axis;
};

static double atom_id(const struct md_frame *frame, int axis, size_t i)
{
    (void)axis;
    return (double)frame->system->atoms.id[i];
}

static double atom_type(const struct md_frame *frame, int axis, size_t i)
{
    (void)axis;
    return frame->system->atoms.type[i];
}

static double atom_mass(const struct md_frame *frame, int axis, size_t i)
{
    (void)axis;
    return md_mass_of(frame->system, i);
}

static double atom_molecule(const struct md_frame *frame, int axis, size_t i)
{
    (void)axis;
    return (double)frame->system->atoms.molecule[i];
}

static double atom_charge(const struct md_frame *frame, int axis, size_t i)
{
    (void)axis;
    return frame->system->atoms.charge[i];
}

/* One process owns all atoms: proc 0, and procp1 (counted from 1) 1. */
static double process(const struct md_frame *frame, int axis, size_t i)
{
    (void)frame;
    (void)i;
    return axis;
}

static double position(const struct md_frame *frame, int axis, size_t i)
{
    return frame->x[i][axis];
}

static double scaled(const struct md_frame *frame, int axis, size_t i)
{
    const struct md_box *box = &frame->system->box;
    return (frame->x[i][axis] - box->lo[axis]) * (1.0 / box->length[axis]);
}

static double unwrapped(const struct md_frame *frame, int axis, size_t i)
{
    return frame->x[i][axis] +
           frame->system->atoms.image[i][axis] * frame->system->box.length[axis];
}

static double scaled_unwrapped(const struct md_frame *frame, int axis, size_t i)
{
    return scaled(frame, axis, i) + frame->system->atoms.image[i][axis];
}

static double image(const struct md_frame *frame, int axis, size_t i)
{
    return frame->system->atoms.image[i][axis];
}

static double velocity(const struct md_frame *frame, int axis, size_t i)
{
    return frame->v[i][axis];
}

static double force(const struct md_frame *frame, int axis, size_t i)
{
    return frame->f[i][axis];
}

static const struct md_dump_attribute attributes[] = {
    {"id", MD_FORMAT_INT, atom_id, 0},
    {"type", MD_FORMAT_INT, atom_type, 0},
    {"mol", MD_FORMAT_INT, atom_molecule, 0},
    {"q", MD_FORMAT_FLOAT, atom_charge, 0},
    {"element", MD_FORMAT_TEXT, NULL, 0},
    {"mass", MD_FORMAT_FLOAT, atom_mass, 0},
    {"proc", MD_FORMAT_INT, process, 0},
    {"procp1", MD_FORMAT_INT, process, 1},
    {"x", MD_FORMAT_FLOAT, position, 0},
    {"y", MD_FORMAT_FLOAT, position, 1},
    {"z", MD_FORMAT_FLOAT, position, 2},
    {"xs", MD_FORMAT_FLOAT, scaled, 0},
    {"ys", MD_FORMAT_FLOAT, scaled, 1},
    {"zs", MD_FORMAT_FLOAT, scaled, 2},
    {"xu", MD_FORMAT_FLOAT, unwrapped, 0},
    {"yu", MD_FORMAT_FLOAT, unwrapped, 1},
    {"zu", MD_FORMAT_FLOAT, unwrapped, 2},
    {"xsu", MD_FORMAT_FLOAT, scaled_unwrapped, 0},
    {"ysu", MD_FORMAT_FLOAT, scaled_unwrapped, 1},
    {"zsu", MD_FORMAT_FLOAT, scaled_unwrapped, 2},
    {"ix", MD_FORMAT_INT, image, 0},
    {"iy", MD_FORMAT_INT, image, 1},
    {"iz", MD_FORMAT_INT, image, 2},
    {"vx", MD_FORMAT_FLOAT, velocity, 0},
    {"vy", MD_FORMAT_FLOAT, velocity, 1},
    {"vz", MD_FORMAT_FLOAT, velocity, 2},
    {"fx", MD_FORMAT_FLOAT, force, 0},
    {"fy", MD_FORMAT_FLOAT, force, 1},
    {"fz", MD_FORMAT_FLOAT, force, 2},
    {NULL, MD_FORMAT_INT, NULL, 0},
};

/* What writers ask for besides, in Angstrom, eV and g/mol (units lj: as they are), which programs
 * expect that know of no other units.  The momentum is that of the kinetic energy p^2 / (2 m). */
static double position_common(const struct md_frame *frame, int axis, size_t i)
{
    return position(frame, axis, i) / frame->system->units->angstrom;
}

static double unwrapped_common(const struct md_frame *frame, int axis, size_t i)
{
    return unwrapped(frame, axis, i) / frame->system->units->angstrom;
}

static double velocity_common(const struct md_frame *frame, int axis, size_t i)
{
    return velocity(frame, axis, i) / frame->system->units->angstrom;
}

static double force_common(const struct md_frame *frame, int axis, size_t i)
{
    const struct md_units *units = frame->system->units;
    return force(frame, axis, i) * (units->angstrom / units->electronvolt);
}

static double mass_common(const struct md_frame *frame, int axis, size_t i)
{
    return atom_mass(frame, axis, i) / frame->system->units->dalton;
}

static double momentum_common(const struct md_frame *frame, int axis, size_t i)
{
    const struct md_units *units = frame->system->units;
    double unit = sqrt(units->mvv2e * units->dalton / units->electronvolt);
    return mass_common(frame, 0, i) * velocity(frame, axis, i) * unit;
}

/* No word of a deck begins with a blank. */
static const struct md_dump_attribute converted[] = {
    {" x", MD_FORMAT_FLOAT, position_common, 0},
    {" y", MD_FORMAT_FLOAT, position_common, 1},
    {" z", MD_FORMAT_FLOAT, position_common, 2},
    {" xu", MD_FORMAT_FLOAT, unwrapped_common, 0},
    {" yu", MD_FORMAT_FLOAT, unwrapped_common, 1},
    {" zu", MD_FORMAT_FLOAT, unwrapped_common, 2},
    {" vx", MD_FORMAT_FLOAT, velocity_common, 0},
    {" vy", MD_FORMAT_FLOAT, velocity_common, 1},
    {" vz", MD_FORMAT_FLOAT, velocity_common, 2},
    {" fx", MD_FORMAT_FLOAT, force_common, 0},
    {" fy", MD_FORMAT_FLOAT, force_common, 1},
    {" fz", MD_FORMAT_FLOAT, force_common, 2},
    {" px", MD_FORMAT_FLOAT, momentum_common, 0},
    {" py", MD_FORMAT_FLOAT, momentum_common, 1},
    {" pz", MD_FORMAT_FLOAT, momentum_common, 2},
    {" mass", MD_FORMAT_FLOAT, mass_common, 0},
    {NULL, MD_FORMAT_INT, NULL, 0},
};

/* Attributes LAMMPS has for atoms that do not exist here, and why. */
static const struct {
    const char *name, *why;
} unsupported[] = {
    {"mux", "atoms have no dipole"},    {"muy", "atoms have no dipole"},
    {"muz", "atoms have no dipole"},    {"mu", "atoms have no dipole"},
    {"radius", "atoms are points"},     {"diameter", "atoms are points"},
    {"omegax", "atoms do not rotate"},  {"omegay", "atoms do not rotate"},
    {"omegaz", "atoms do not rotate"},  {"angmomx", "atoms do not rotate"},
    {"angmomy", "atoms do not rotate"}, {"angmomz", "atoms do not rotate"},
    {"tqx", "atoms do not rotate"},     {"tqy", "atoms do not rotate"},
    {"tqz", "atoms do not rotate"},     {NULL, NULL},
};

static const struct md_dump_attribute *find_attribute(const char *name)
{
    for (const struct md_dump_attribute *a = name[0] == ' ' ? converted : attributes;
         a->name != NULL; a++) {
        if (strcmp(a->name, name) == 0)
            return a;
    }
    return NULL;
}

static const char *attribute_name(const void *context, int i)
{
    (void)context;
    return attributes[i].name;
}

static enum md_status unknown_column(const struct md_word *word, struct md_error *error)
{
    for (int k = 0; unsupported[k].name != NULL; k++) {
        if (strcmp(unsupported[k].name, word->text) == 0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "a dump cannot write '%s': %s with atom_style atomic", word->text,
                                unsupported[k].why);
    }
    if ((word->text[0] == 'd' || word->text[0] == 'i') && word->text[1] == '_')
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "a dump cannot write '%s': there is no fix property/atom here",
                            word->text);
    md_error_set(
        error, MD_ERR_UNKNOWN, &word->place,
        "unknown dump attribute '%s'; known are id type mol q element mass proc procp1 x y z "
        "xs ys zs xu yu zu xsu ysu zsu ix iy iz vx vy vz fx fy fz, c_ID, c_ID[i], f_ID, "
        "f_ID[i] and v_name",
        word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, attribute_name, NULL));
}

/* A reference must have values for each atom. */
static enum md_status check_shape(const struct md_reference *reference,
                                  const struct md_dump_context *context, const struct md_word *word,
                                  struct md_error *error)
{
    const struct md_quantities *quantities = context->quantities;
    const struct md_variables *variables = context->variables;
    struct md_shape shape;
    if (md_reference_check(reference, quantities, variables, word, error) != MD_OK)
        return error->status;
    if (reference->j != 0 || (reference->kind == 'v' && reference->i != 0))
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%s' is not one value per atom, as a dump column must be", word->text);
    if (reference->kind == 'v') {
        if (variables != NULL && variables->kind != NULL &&
            variables->kind(variables->context, reference->id) != MD_VARIABLE_ATOM)
            return md_error_set(error, MD_ERR_VALUE, &word->place,
                                "variable '%s' is not atom-style, which the dump column '%s' needs",
                                reference->id, word->text);
        return MD_OK;
    }
    if (quantities == NULL || quantities->shape == NULL)
        return MD_OK;
    if (quantities->shape(quantities->context, reference->kind, reference->id, &shape, error) !=
        MD_OK) {
        if (error->place.file == NULL)
            error->place = word->place;
        return error->status;
    }
    if (!shape.per_atom)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s '%s' has no values per atom, which the dump column '%s' needs",
                            reference->kind == 'c' ? "compute" : "fix", reference->id, word->text);
    if (shape.atom_columns > 1 ? reference->i < 1 || reference->i > shape.atom_columns
                               : reference->i != 0)
        return md_error_set(
            error, MD_ERR_VALUE, &word->place, "'%s': %c_%s has %lld column%s per atom%s",
            word->text, reference->kind, reference->id,
            (long long)(shape.atom_columns > 1 ? shape.atom_columns : 1),
            shape.atom_columns > 1 ? "s" : "",
            shape.atom_columns > 1 ? ", written with [i]" : ", written without [i]");
    return MD_OK;
}

static void set_attribute(struct md_dump_column *column, const struct md_dump_attribute *attribute)
{
    memset(column, 0, sizeof *column);
    column->attribute = attribute;
    column->kind = attribute->kind;
    snprintf(column->word, sizeof column->word, "%s", attribute->name);
}

/* Whether atoms of the system's atom_style have this. */
static bool carried(const struct md_system *system, const struct md_dump_attribute *attribute)
{
    if (system == NULL)
        return true;
    if (attribute->value == atom_charge)
        return system->topology.style == MD_ATOM_FULL;
    return attribute->value != atom_molecule || system->topology.style != MD_ATOM_ATOMIC;
}

enum md_status md_dump_column_read(const struct md_dump *dump,
                                   const struct md_dump_context *context,
                                   const struct md_word *word, struct md_dump_column *column,
                                   struct md_error *error)
{
    const struct md_dump_attribute *attribute =
        word->text[0] != ' ' ? find_attribute(word->text) : NULL;
    (void)dump;
    memset(column, 0, sizeof *column);
    if (attribute != NULL && !carried(context->system, attribute))
        return md_error_set(error, MD_ERR_ORDER, &word->place,
                            "a dump cannot write '%s': atoms have none with atom_style %s",
                            word->text, md_atom_style_names[context->system->topology.style]);
    if (attribute != NULL) {
        set_attribute(column, attribute);
        column->place = word->place;
        return MD_OK;
    }
    if (strlen(word->text) >= sizeof column->word ||
        !md_reference_split(word->text, &column->reference))
        return unknown_column(word, error);
    snprintf(column->word, sizeof column->word, "%s", word->text);
    column->kind = MD_FORMAT_FLOAT;
    column->place = word->place;
    return check_shape(&column->reference, context, word, error);
}

enum md_status md_dump_columns_set(struct md_dump *dump, const char *const *words,
                                   struct md_error *error)
{
    int count = 0;
    while (words[count] != NULL)
        count++;
    struct md_dump_column *columns = md_memory_array((size_t)count, sizeof *columns);
    if (columns == NULL)
        return md_error_memory(error, "the columns of a dump");
    for (int k = 0; k < count; k++) {
        set_attribute(&columns[k], find_attribute(words[k]));
        columns[k].place = dump->place;
        if (k < dump->count && dump->columns[k].kind == columns[k].kind) {
            memcpy(columns[k].format, dump->columns[k].format, sizeof columns[k].format);
            memcpy(columns[k].line_format, dump->columns[k].line_format,
                   sizeof columns[k].line_format);
        }
    }
    md_memory_free(dump->columns);
    dump->columns = columns;
    dump->count = count;
    return MD_OK;
}

bool md_dump_column_is_force(const struct md_dump_column *column)
{
    return column->attribute != NULL &&
           (column->attribute->value == force || column->attribute->value == force_common);
}

/* Text columns hold the type, for which the dump has a name. */
double md_dump_column_at(const struct md_dump_column *column, const struct md_frame *frame,
                         size_t i)
{
    const struct md_dump_attribute *attribute = column->attribute;
    return attribute->value != NULL ? attribute->value(frame, attribute->axis, i)
                                    : atom_type(frame, attribute->axis, i);
}

enum md_status md_dump_column_values(const struct md_dump_column *column,
                                     const struct md_dump_context *context,
                                     const struct md_frame *frame, double *values,
                                     struct md_error *error)
{
    const struct md_reference *reference = &column->reference;
    enum md_status status;
    for (size_t i = 0; column->attribute != NULL && i < frame->count; i++)
        values[i] = md_dump_column_at(column, frame, i);
    if (column->attribute != NULL)
        return MD_OK;
    if (reference->kind == 'v')
        status = context->variables->atom(context->variables->context, reference->id, values,
                                          frame->count, error);
    else
        status = context->quantities->atom_reference(context->quantities->context, reference->kind,
                                                     reference->id, reference->i, values, error);
    if (status != MD_OK && error->place.file == NULL)
        error->place = column->place;
    return status;
}
