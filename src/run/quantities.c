/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the physics can tell a formula: the implementation of struct md_quantities over a
 * simulation.  Every question is answered at the present instant, from the last observation when
 * nothing changed since, else from the atoms themselves.
 */
#include "run/quantities.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "state/mass.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ frames */

enum md_status md_quantities_glance(struct md_sim *sim, struct md_frame *frame,
                                    struct md_error *error)
{
    const struct md_system *system = &sim->system;

    if (!system->box.exists)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "there is no simulation box yet (create_box, read_data)");
    if (sim->frame_valid && !sim->advancing) {
        *frame = sim->frame;
        return MD_OK;
    }
    memset(frame, 0, sizeof *frame);
    frame->system = system;
    frame->tick = system->clock.now;
    frame->step = md_clock_step(&system->clock);
    frame->time = md_clock_time(&system->clock);
    frame->count = system->atoms.count;
    frame->x = (const md_vec3 *)system->atoms.x;
    frame->v = (const md_vec3 *)system->atoms.v;
    frame->f = (const md_vec3 *)system->atoms.f;
    return MD_OK;
}

enum md_status md_quantities_look(struct md_sim *sim, struct md_frame *frame,
                                  struct md_error *error)
{
    const struct md_frame *seen;
    enum md_status status = md_sim_frame(sim, &seen, error);

    if (status)
        return status;
    *frame = *seen;
    if (seen->tallied)
        return MD_OK;
    if (!sim->forces.pair.type)
        return md_error_set(error, MD_ERR_ORDER, NULL,
                            "energies and forces need a pair_style, and there is none yet");
    return md_error_set(error, MD_ERR_ORDER, NULL,
                        "energies and virial were not computed at step %" PRId64, seen->step);
}

enum md_status md_quantities_for(struct md_sim *sim, const struct md_compute *compute,
                                 struct md_frame *frame, struct md_error *error)
{
    return md_compute_needs_tally(compute) ? md_quantities_look(sim, frame, error)
                                           : md_quantities_glance(sim, frame, error);
}

/* ------------------------------------------------------------------ names */

enum md_status md_quantities_group(const struct md_sim *sim, const char *name, int *index,
                                   struct md_error *error)
{
    struct md_word word;

    memset(&word, 0, sizeof word);
    word.text = name;
    return md_groups_of_word(&sim->system.groups, &word, index, error);
}

enum md_status md_quantities_region(const struct md_sim *sim, const char *name, int *index,
                                    struct md_error *error)
{
    struct md_word word;

    memset(&word, 0, sizeof word);
    word.text = name;
    return md_regions_of_word(&sim->system.regions, &word, index, error);
}

static enum md_status find_compute(struct md_sim *sim, const char *id, struct md_compute **compute,
                                   struct md_error *error)
{
    struct md_word word;

    memset(&word, 0, sizeof word);
    word.text = id;
    return md_computes_of_word(&sim->computes, &word, compute, error);
}

static const char *fix_name(const void *context, int i)
{
    const struct md_fixes *fixes = context;

    return i < fixes->count ? fixes->list[i].id : NULL;
}

static enum md_status find_fix(struct md_sim *sim, const char *id, struct md_fix **fix,
                               struct md_error *error)
{
    *fix = md_fixes_find(&sim->fixes, id);
    if (*fix)
        return MD_OK;
    md_error_set(error, MD_ERR_REFERENCE, NULL, "no fix has the ID '%s'", id);
    return md_nearest_hint(error, id, md_nearest(id, fix_name, &sim->fixes));
}

static enum md_status find_atom(struct md_sim *sim, int64_t id, size_t *index,
                                struct md_error *error)
{
    int64_t found = md_atoms_find(&sim->system.atoms, id);

    if (found < 0)
        return md_error_set(error, MD_ERR_REFERENCE, NULL,
                            "there is no atom with the ID %" PRId64 " among %zu atoms", id,
                            sim->system.atoms.count);
    *index = (size_t)found;
    return MD_OK;
}

/* ------------------------------------------------------------------ computes and fixes */

static enum md_status shape(void *context, char kind, const char *id, struct md_shape *shape,
                            struct md_error *error)
{
    const struct md_sim *sim = context;
    struct md_compute *compute;
    struct md_fix *fix;
    enum md_status status;

    memset(shape, 0, sizeof *shape);
    if (kind == 'f') {
        status = find_fix(context, id, &fix, error);
        if (!status)
            md_fix_shape(fix, shape);
        if (sim->checking && shape->runs_fill && shape->columns == 0 && shape->vector_length == 0)
            shape->vector_length = 1;
        if (sim->checking && shape->runs_fill && shape->columns > 0 && shape->rows == 0)
            shape->rows = 1;
        return status;
    }
    status = find_compute(context, id, &compute, error);
    if (!status)
        md_compute_shape(compute, shape);
    return status;
}

static int64_t compute_columns(const struct md_compute *compute)
{
    struct md_shape shape;

    md_compute_shape(compute, &shape);
    return shape.atom_columns > 1 ? shape.atom_columns : 1;
}

/* All per-atom values of a compute, row by row, into *values; if that is NULL, into an array to be
 * freed. */
static enum md_status all_atoms(struct md_sim *sim, const struct md_compute *compute,
                                double **values, struct md_error *error)
{
    struct md_frame frame;
    enum md_status status = md_quantities_for(sim, compute, &frame, error);

    if (status)
        return status;
    if (!*values)
        *values = md_memory_array(frame.count * (size_t)compute_columns(compute), sizeof **values);
    if (!*values)
        return md_error_memory(error, "per-atom values");
    return md_compute_atom(compute, &sim->computes, &frame, *values, error);
}

/* The same of a fix. */
static enum md_status all_atoms_of_fix(struct md_sim *sim, const struct md_fix *fix,
                                       int64_t columns, double **values, struct md_error *error)
{
    struct md_modify_context context = md_sim_fix_context(sim, fix->group);

    if (!*values)
        *values = md_memory_array(sim->system.atoms.count * (size_t)columns, sizeof **values);
    if (!*values)
        return md_error_memory(error, "per-atom values");
    return fix->type->atom(fix->state, &context, *values, error);
}

/* c_ID[i] or c_ID[i][j] of a per-atom compute: column j (or the only one) of the atom with ID i. */
static enum md_status atom_element(struct md_sim *sim, const struct md_compute *compute, int64_t i,
                                   int64_t j, double *value, struct md_error *error)
{
    int64_t columns = compute_columns(compute);
    double *values = NULL;
    size_t index = 0;
    enum md_status status;

    if ((j == 0 && columns > 1) || j > columns)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "c_%s[%" PRId64 "][%" PRId64 "]: compute %s has columns 1 to %" PRId64
                            " of per-atom values",
                            compute->id, i, j, compute->type->style.name, columns);
    status = find_atom(sim, i, &index, error);
    if (!status)
        status = all_atoms(sim, compute, &values, error);
    if (!status)
        *value = values[index * (size_t)columns + (size_t)(j > 0 ? j - 1 : 0)];
    md_memory_free(values);
    return status;
}

/* Whether c_ID[i] and c_ID[i][j] are in a shape; who names the compute or fix in messages. */
static enum md_status check_element(const struct md_shape *shape, const char *who, char kind,
                                    const char *id, int64_t i, int64_t j, struct md_error *error)
{
    if (j > 0 ? shape->columns == 0 : i > 0 ? shape->vector_length == 0 : !shape->scalar)
        return md_error_set(error, MD_ERR_VALUE, NULL, "%s '%s' (%s) has no %s",
                            kind == 'c' ? "compute" : "fix", id, who,
                            j > 0   ? "array"
                            : i > 0 ? "vector"
                                    : "single value (scalar)");
    if (j > 0 && ((i > shape->rows && !shape->rows_vary) || j > shape->columns))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "%c_%s[%" PRId64 "][%" PRId64 "]: the array of %s %s has %" PRId64
                            " rows and %" PRId64 " columns",
                            kind, id, i, j, kind == 'c' ? "compute" : "fix", who, shape->rows,
                            shape->columns);
    if (j == 0 && i > shape->vector_length)
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "%c_%s[%" PRId64 "]: the vector of %s %s has elements 1 to %" PRId64,
                            kind, id, i, kind == 'c' ? "compute" : "fix", who,
                            shape->vector_length);
    return MD_OK;
}

/* The whole vector (column 0) or the whole array of a compute into memory to be freed. */
static enum md_status whole(struct md_sim *sim, const struct md_compute *compute, bool array,
                            double **values, struct md_error *error)
{
    struct md_shape shape;
    struct md_frame frame;
    enum md_status status = md_quantities_for(sim, compute, &frame, error);

    *values = NULL;
    if (status)
        return status;
    md_compute_shape(compute, &shape);
    *values = md_memory_array(
        (size_t)(array ? shape.rows * shape.columns : shape.vector_length) + 1, sizeof **values);
    if (!*values)
        return md_error_memory(error, "the values of a compute");
    return array ? md_compute_array(compute, &sim->computes, &frame, *values, error)
                 : md_compute_vector(compute, &sim->computes, &frame, *values, error);
}

static enum md_status compute_value(struct md_sim *sim, const struct md_compute *compute, int64_t i,
                                    int64_t j, double *value, struct md_error *error)
{
    struct md_shape shape;
    struct md_frame frame;
    double *values = NULL;
    enum md_status status;

    md_compute_shape(compute, &shape);
    if (i > 0 && shape.per_atom && (j > 0 ? shape.columns == 0 : shape.vector_length == 0))
        return atom_element(sim, compute, i, j, value, error);
    status = check_element(&shape, compute->type->style.name, 'c', compute->id, i, j, error);
    if (status)
        return status;
    if (i == 0) {
        status = md_quantities_for(sim, compute, &frame, error);
        return status ? status : md_compute_scalar(compute, &sim->computes, &frame, value, error);
    }
    status = whole(sim, compute, j > 0, &values, error);
    if (!status)
        *value = values[j > 0 ? (i - 1) * shape.columns + j - 1 : i - 1];
    md_memory_free(values);
    return status;
}

static enum md_status fix_value(struct md_sim *sim, const struct md_fix *fix, int64_t i, int64_t j,
                                double *value, struct md_error *error)
{
    struct md_modify_context context = md_sim_fix_context(sim, fix->group);
    struct md_shape shape;
    double *values = NULL;
    size_t index = 0;
    enum md_status status;

    md_fix_shape(fix, &shape);
    if (i > 0 && shape.per_atom && (j > 0 ? shape.columns == 0 : shape.vector_length == 0)) {
        int64_t columns = shape.atom_columns > 1 ? shape.atom_columns : 1;
        if ((j == 0 && columns > 1) || j > columns)
            return md_error_set(error, MD_ERR_VALUE, NULL,
                                "fix %s has columns 1 to %" PRId64 " of per-atom values",
                                fix->style->name, columns);
        status = find_atom(sim, i, &index, error);
        if (!status)
            status = all_atoms_of_fix(sim, fix, columns, &values, error);
        if (!status)
            *value = values[index * (size_t)columns + (size_t)(j > 0 ? j - 1 : 0)];
        md_memory_free(values);
        return status;
    }
    if (!fix->type->value)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix '%s' (%s) has no values", fix->id,
                            fix->style->name);
    status = check_element(&shape, fix->style->name, 'f', fix->id, i, j, error);
    return status ? status : fix->type->value(fix->state, &context, i, j, value, error);
}

static enum md_status reference(void *context, char kind, const char *id, int64_t i, int64_t j,
                                double *value, struct md_error *error)
{
    struct md_sim *sim = context;
    struct md_compute *compute;
    struct md_fix *fix;
    enum md_status status;

    if (kind == 'c') {
        status = find_compute(sim, id, &compute, error);
        return status ? status : compute_value(sim, compute, i, j, value, error);
    }
    status = find_fix(sim, id, &fix, error);
    return status ? status : fix_value(sim, fix, i, j, value, error);
}

static bool extensive(void *context, char kind, const char *id, int64_t i, int64_t j)
{
    struct md_sim *sim = context;
    const struct md_compute *compute = kind == 'c' ? md_computes_find(&sim->computes, id) : NULL;
    const struct md_fix *fix = kind == 'f' ? md_fixes_find(&sim->fixes, id) : NULL;

    if (compute != NULL && compute->type->grows != NULL)
        return compute->type->grows(compute->state, i, j);
    if (compute != NULL)
        return i == 0   ? compute->type->extensive
               : j == 0 ? compute->type->vector_extensive
                        : compute->type->array_extensive;
    if (fix != NULL && fix->type->grows != NULL)
        return fix->type->grows(fix->state, i, j);
    return fix != NULL && (i == 0 ? fix->type->extensive : fix->type->vector_extensive);
}

/* Thermo rows print what grows with the system per atom. */
static enum md_status row_reference(void *context, char kind, const char *id, int64_t i, int64_t j,
                                    double *value, struct md_error *error)
{
    struct md_sim *sim = context;
    enum md_status status = reference(context, kind, id, i, j, value, error);

    if (status == MD_OK && extensive(context, kind, id, i, j))
        *value = md_keyword_normed(sim, *value);
    return status;
}

/* ------------------------------------------------------------------ whole vectors */

static enum md_status vector_of_fix(struct md_sim *sim, const struct md_fix *fix,
                                    const struct md_shape *shape, int64_t column, double *values,
                                    struct md_error *error)
{
    struct md_modify_context context = md_sim_fix_context(sim, fix->group);
    int64_t rows = column == 0 ? shape->vector_length : shape->rows;
    int64_t from = column < 0 ? 1 : column, to = column < 0 ? shape->columns : column;
    enum md_status status = MD_OK;
    size_t k = 0;

    for (int64_t i = 1; i <= rows; i++)
        for (int64_t j = from; j <= to && !status; j++)
            status = fix->type->value(fix->state, &context, i, j, &values[k++], error);
    return status;
}

static enum md_status vector_of_compute(struct md_sim *sim, const struct md_compute *compute,
                                        const struct md_shape *shape, int64_t column,
                                        double *values, struct md_error *error)
{
    double *all = NULL;
    enum md_status status = whole(sim, compute, column != 0, &all, error);
    size_t rows = (size_t)(column == 0 ? shape->vector_length : shape->rows);
    size_t columns = (size_t)shape->columns;

    if (!status && column <= 0)
        memcpy(values, all, rows * (column == 0 ? 1 : columns) * sizeof *values);
    for (size_t i = 0; !status && column > 0 && i < rows; i++)
        values[i] = all[i * columns + (size_t)column - 1];
    md_memory_free(all);
    return status;
}

static enum md_status vector(void *context, char kind, const char *id, int64_t column,
                             double *values, struct md_error *error)
{
    struct md_sim *sim = context;
    struct md_compute *compute = NULL;
    struct md_fix *fix = NULL;
    struct md_shape found;
    enum md_status status = shape(context, kind, id, &found, error);

    if (!status)
        status =
            kind == 'c' ? find_compute(sim, id, &compute, error) : find_fix(sim, id, &fix, error);
    if (status)
        return status;
    const char *who = fix != NULL ? fix->style->name : compute->type->style.name;
    if (column == 0 ? found.vector_length == 0 : found.columns < column || found.columns == 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "%s '%s' (%s) has no %s",
                            kind == 'c' ? "compute" : "fix", id, who,
                            column == 0         ? "vector"
                            : found.columns > 0 ? "such column in its array"
                                                : "array");
    if (fix != NULL)
        return vector_of_fix(sim, fix, &found, column, values, error);
    return vector_of_compute(sim, compute, &found, column, values, error);
}

/* ------------------------------------------------------------------ per-atom values */

static enum md_status check_column(char kind, const char *id, const char *who, int64_t column,
                                   int64_t columns, struct md_error *error)
{
    if (column > columns || (column == 0 && columns > 1) || (column > 0 && columns == 1))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "%c_%s[%" PRId64 "]: %s %s has %" PRId64 " per-atom value%s per atom",
                            kind, id, column, kind == 'c' ? "compute" : "fix", who, columns,
                            columns == 1 ? " and takes no index" : "s, numbered from 1,");
    return MD_OK;
}

static enum md_status atom_reference(void *context, char kind, const char *id, int64_t column,
                                     double *values, struct md_error *error)
{
    struct md_sim *sim = context;
    struct md_compute *compute = NULL;
    struct md_fix *fix = NULL;
    struct md_shape found;
    enum md_status status = shape(context, kind, id, &found, error);

    if (!status)
        status =
            kind == 'c' ? find_compute(sim, id, &compute, error) : find_fix(sim, id, &fix, error);
    if (status)
        return status;
    const char *who = fix != NULL ? fix->style->name : compute->type->style.name;
    if (!found.per_atom)
        return md_error_set(error, MD_ERR_VALUE, NULL, "%s '%s' (%s) has no per-atom values",
                            kind == 'c' ? "compute" : "fix", id, who);
    int64_t columns = found.atom_columns > 1 ? found.atom_columns : 1;
    status = check_column(kind, id, who, column, columns, error);
    double *all = columns == 1 ? values : NULL; /* one column needs no table to be taken out of */
    if (!status && all != NULL)
        memset(all, 0, sim->system.atoms.count * sizeof *all);
    if (!status)
        status = fix != NULL ? all_atoms_of_fix(sim, fix, columns, &all, error)
                             : all_atoms(sim, compute, &all, error);
    for (size_t i = 0; !status && all != values && i < sim->system.atoms.count; i++)
        values[i] = all[i * (size_t)columns + (size_t)(column > 0 ? column - 1 : 0)];
    if (all != values)
        md_memory_free(all);
    return status;
}

/* ------------------------------------------------------------------ atoms */

enum source { OF_ID, OF_TYPE, OF_MASS, OF_X, OF_V, OF_F, OF_MOLECULE, OF_CHARGE };

static const struct {
    const char *name;
    enum source source;
    int axis;
} properties[] = {
    {"id", OF_ID, 0},    {"type", OF_TYPE, 0},    {"mass", OF_MASS, 0}, {"x", OF_X, 0},
    {"y", OF_X, 1},      {"z", OF_X, 2},          {"vx", OF_V, 0},      {"vy", OF_V, 1},
    {"vz", OF_V, 2},     {"fx", OF_F, 0},         {"fy", OF_F, 1},      {"fz", OF_F, 2},
    {"q", OF_CHARGE, 0}, {"mol", OF_MOLECULE, 0},
};

#define PROPERTIES (int)(sizeof properties / sizeof properties[0])

static int find_property(const char *name)
{
    for (int i = 0; i < PROPERTIES; i++)
        if (strcmp(properties[i].name, name) == 0)
            return i;
    return -1;
}

static const char *property_name(const void *context, int i)
{
    (void)context;
    return i < PROPERTIES ? properties[i].name : NULL;
}

static enum md_status open_property(struct md_sim *sim, const char *name, int *property,
                                    struct md_frame *frame, struct md_error *error)
{
    enum source source;

    *property = find_property(name);
    if (*property < 0) {
        md_error_set(error, MD_ERR_UNKNOWN, NULL, "'%s' is no property of an atom", name);
        return md_nearest_hint(error, name, md_nearest(name, property_name, NULL));
    }
    source = properties[*property].source;
    enum md_atom_style style = sim->system.topology.style;
    if ((source == OF_MOLECULE && style == MD_ATOM_ATOMIC) ||
        (source == OF_CHARGE && style != MD_ATOM_FULL))
        return md_error_set(error, MD_ERR_ORDER, NULL, "atoms have no '%s' with atom_style %s",
                            name, md_atom_style_names[style]);
    return source == OF_F ? md_quantities_look(sim, frame, error)
                          : md_quantities_glance(sim, frame, error);
}

static double property_of(const struct md_sim *sim, int property, const struct md_frame *frame,
                          size_t i)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    int axis = properties[property].axis;

    switch (properties[property].source) {
    case OF_ID:
        return (double)atoms->id[i];
    case OF_TYPE:
        return (double)atoms->type[i];
    case OF_MASS:
        return md_mass_of(&sim->system, i);
    case OF_X:
        return frame->x[i][axis];
    case OF_V:
        return frame->v[i][axis];
    case OF_F:
        return frame->f[i][axis];
    case OF_MOLECULE:
        return (double)atoms->molecule[i];
    case OF_CHARGE:
        return atoms->charge[i];
    default:
        return 0.0;
    }
}

static size_t atom_count(void *context)
{
    const struct md_sim *sim = context;

    return sim->system.atoms.count;
}

static bool atom_known(void *context, const char *name)
{
    (void)context;
    return find_property(name) >= 0;
}

static enum md_status atom_values(void *context, const char *name, double *values,
                                  struct md_error *error)
{
    struct md_sim *sim = context;
    struct md_frame frame;
    int property;
    enum md_status status = open_property(sim, name, &property, &frame, error);

    for (size_t i = 0; !status && i < frame.count; i++)
        values[i] = property_of(sim, property, &frame, i);
    return status;
}

static enum md_status atom_of_id(void *context, const char *name, int64_t id, double *value,
                                 struct md_error *error)
{
    struct md_sim *sim = context;
    struct md_frame frame;
    size_t index = 0;
    int property;
    enum md_status status = open_property(sim, name, &property, &frame, error);

    if (!status)
        status = find_atom(sim, id, &index, error);
    if (!status)
        *value = property_of(sim, property, &frame, index);
    return status;
}

static enum md_status atom_inside(void *context, bool region, const char *id, double *values,
                                  struct md_error *error)
{
    struct md_sim *sim = context;
    const struct md_system *system = &sim->system;
    struct md_frame frame;
    int index = 0;
    enum md_status status = md_quantities_glance(sim, &frame, error);

    if (!status)
        status = region ? md_quantities_region(sim, id, &index, error)
                        : md_quantities_group(sim, id, &index, error);
    for (size_t i = 0; !status && i < frame.count; i++)
        values[i] = region ? md_region_contains(&system->regions, index, frame.x[i])
                           : (system->atoms.groups[i] & md_group_bit(index)) != 0;
    return status;
}

/* ------------------------------------------------------------------ what there is */

static bool is_defined(void *context, const char *category, const char *id)
{
    struct md_sim *sim = context;

    if (strcmp(category, "compute") == 0)
        return md_computes_find(&sim->computes, id) != NULL;
    if (strcmp(category, "fix") == 0)
        return md_fixes_find(&sim->fixes, id) != NULL;
    if (strcmp(category, "group") == 0)
        return md_groups_find(&sim->system.groups, id) >= 0;
    if (strcmp(category, "region") == 0)
        return md_regions_find(&sim->system.regions, id) >= 0;
    return strcmp(category, "dump") == 0 && md_dumps_has(&sim->dumps, id);
}

static enum md_status span(void *context, struct md_run_span *span, struct md_error *error)
{
    const struct md_sim *sim = context;

    (void)error;
    span->step = md_clock_step(&sim->system.clock);
    span->begin = sim->ramp_first;
    span->end = sim->ramp_last;
    span->timestep = sim->system.clock.timestep;
    span->running = sim->running;
    return MD_OK;
}

/* ------------------------------------------------------------------ all together */

static bool stopped(void *context)
{
    const struct md_sim *sim = context;
    return sim->stop != 0;
}

void md_quantities_init(struct md_sim *sim)
{
    sim->quantities = (struct md_quantities){
        .context = sim,
        .keyword_known = md_keyword_known,
        .keyword = md_keyword_value,
        .reference = reference,
        .group_function = md_group_function_value,
        .group_function_known = md_group_function_known,
        .row_reference = row_reference,
        .atom_count = atom_count,
        .atom_known = atom_known,
        .atom_values = atom_values,
        .atom_reference = atom_reference,
        .atom_inside = atom_inside,
        .atom_of_id = atom_of_id,
        .is_defined = is_defined,
        .keyword_name = md_keyword_name,
        .span = span,
        .stopped = stopped,
        .shape = shape,
        .vector = vector,
        .extensive = extensive,
        .is_active = md_questions_active,
        .is_available = md_questions_available,
    };
}
