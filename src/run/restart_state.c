/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a restart file holds of the system and the potentials, described once for writing and for
 * reading.  A file whose sums are right may still have been made by somebody else: everything is
 * checked that the rest of the program takes for granted.
 */
#include "base/memory.h"
#include "base/restart_format.h"
#include "run/restart_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATOMS_MAX INT32_MAX

static enum md_status wrong(struct md_error *error, const char *what)
{
    return md_error_set(error, MD_ERR_FILE, NULL, "%s", what);
}

static bool all_finite(const double *values, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(values[k]))
            return false;
    return true;
}

/* ------------------------------------------------------------------ units, box, types */

static enum md_status keep_units(struct md_sim *sim, struct md_archive *archive,
                                 struct md_error *error)
{
    struct md_system *system = &sim->system;
    char name[32];
    snprintf(name, sizeof name, "%s", system->units->name);
    if (md_archive_text(archive, "units", name, sizeof name, error) ||
        md_archive_int(archive, "dimension", &system->dimension, 2, 3, error))
        return error->status;
    if (!md_archive_reading(archive))
        return MD_OK;
    const struct md_units *units = md_units_find(name);
    if (!units)
        return md_error_set(error, MD_ERR_FILE, NULL, "unknown units '%s'", name);
    system->units = units;
    sim->forces.neighbors.rules.skin = units->skin;
    return MD_OK;
}

static enum md_status keep_box(struct md_system *system, int types, struct md_archive *archive,
                               struct md_error *error)
{
    struct md_box box = system->box;
    int face[6];
    for (int k = 0; k < 6; k++)
        face[k] = (int)box.face[k / 2][k % 2];
    if (md_archive_doubles(archive, "lo", box.lo, 3, error) ||
        md_archive_doubles(archive, "hi", box.hi, 3, error) ||
        md_archive_ints32(archive, "boundary", face, 6, error) ||
        md_archive_doubles(archive, "small", box.small, 3, error) ||
        md_archive_doubles(archive, "start_lo", box.start_lo, 3, error) ||
        md_archive_doubles(archive, "start_hi", box.start_hi, 3, error))
        return error->status;
    if (!md_archive_reading(archive))
        return MD_OK;
    for (int k = 0; k < 6; k++) {
        if (face[k] < MD_PERIODIC || face[k] > MD_SHRINK_MIN ||
            (face[k] == MD_PERIODIC) != (face[k ^ 1] == MD_PERIODIC))
            return wrong(error, "the boundaries of the box make no sense");
        system->box.face[k / 2][k % 2] = (enum md_boundary)face[k];
        system->box.periodic[k / 2] = face[k] == MD_PERIODIC;
    }
    if (!all_finite(box.small, 3) || !all_finite(box.start_lo, 3) || !all_finite(box.start_hi, 3))
        return wrong(error, "the edges of the box make no sense");
    if (md_system_create_box(system, types, box.lo, box.hi, error))
        return error->status;
    memcpy(system->box.lo, box.lo, sizeof box.lo);
    memcpy(system->box.hi, box.hi, sizeof box.hi);
    memcpy(system->box.small, box.small, sizeof box.small);
    memcpy(system->box.start_lo, box.start_lo, sizeof box.start_lo);
    memcpy(system->box.start_hi, box.start_hi, sizeof box.start_hi);
    md_box_refresh(&system->box);
    return MD_OK;
}

static enum md_status keep_clock(struct md_clock *clock, struct md_archive *archive,
                                 struct md_error *error)
{
    if (md_archive_doubles(archive, "timestep", &clock->timestep, 1, error) ||
        md_archive_ints(archive, "now", &clock->now, 1, error) ||
        md_archive_ints(archive, "origin", &clock->origin, 1, error) ||
        md_archive_doubles(archive, "origin_time", &clock->origin_time, 1, error))
        return error->status;
    const md_tick last = MD_STEP_MAX * MD_TICKS_PER_STEP;
    if (!isfinite(clock->timestep) || !isfinite(clock->origin_time) || clock->now < 0 ||
        clock->now > last || clock->origin < 0 || clock->origin > last)
        return wrong(error, "the clock makes no sense");
    return MD_OK;
}

static enum md_status keep_frame(struct md_sim *sim, struct md_archive *archive,
                                 struct md_error *error)
{
    struct md_system *system = &sim->system;
    int types = system->types;
    if (keep_units(sim, archive, error) ||
        md_archive_int(archive, "types", &types, 1, MD_TYPES_MAX, error) ||
        keep_box(system, types, archive, error) ||
        md_archive_doubles(archive, "mass", system->mass + 1, (size_t)system->types, error) ||
        keep_clock(&system->clock, archive, error))
        return error->status;
    for (int t = 1; t <= system->types; t++)
        if (!(system->mass[t] >= 0.0) || !isfinite(system->mass[t]))
            return wrong(error, "a mass makes no sense");
    return MD_OK;
}

/* ------------------------------------------------------------------ atoms, bonds, groups */

static int compare_ids(const void *a, const void *b)
{
    int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p > q) - (p < q);
}

static enum md_status check_ids(const struct md_atoms *atoms, struct md_error *error)
{
    int64_t *id = md_memory_array(atoms->count, sizeof *id);
    bool good = true;
    if (!id)
        return md_error_memory(error, "atom IDs");
    if (atoms->count > 0)
        memcpy(id, atoms->id, atoms->count * sizeof *id);
    qsort(id, atoms->count, sizeof *id, compare_ids);
    for (size_t i = 0; i < atoms->count; i++)
        good = good && id[i] >= 1 && id[i] <= ATOMS_MAX && (i == 0 || id[i] > id[i - 1]);
    md_memory_free(id);
    return good ? MD_OK : wrong(error, "atom IDs make no sense");
}

static enum md_status check_atoms(const struct md_system *system, struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    for (size_t i = 0; i < atoms->count; i++) {
        if (atoms->type[i] < 1 || atoms->type[i] > system->types || atoms->molecule[i] < 0)
            return wrong(error, "the type or molecule of an atom makes no sense");
        if (atoms->mass && !(atoms->mass[i] >= 0.0 && isfinite(atoms->mass[i])))
            return wrong(error, "the mass of an atom makes no sense");
        if (!all_finite(atoms->x[i], 3) || !all_finite(atoms->v[i], 3))
            return wrong(error, "the position or velocity of an atom is no number");
        atoms->groups[i] |= 1u;
    }
    return check_ids(atoms, error);
}

static enum md_status keep_atoms(struct md_system *system, struct md_archive *archive,
                                 struct md_error *error)
{
    struct md_atoms *atoms = &system->atoms;
    if (md_archive_reading(archive)) {
        size_t count = md_archive_size(archive, "id");
        if (count > ATOMS_MAX || md_archive_size(archive, "x") != 3 * count)
            return wrong(error, "the number of atoms makes no sense");
        if (md_atoms_reserve(atoms, count, error))
            return error->status;
        atoms->count = count;
        atoms->edition++;
    }
    size_t n = atoms->count;
    if (md_archive_reading(archive) && md_archive_has(archive, "atom_mass") &&
        md_atoms_own_masses(atoms, error))
        return error->status;
    if (md_archive_ints(archive, "id", atoms->id, n, error) ||
        md_archive_ints32(archive, "type", atoms->type, n, error) ||
        md_archive_doubles(archive, "x", (double *)atoms->x, 3 * n, error) ||
        md_archive_doubles(archive, "v", (double *)atoms->v, 3 * n, error) ||
        md_archive_doubles(archive, "f", (double *)atoms->f, 3 * n, error) ||
        md_archive_ints32(archive, "image", (int *)atoms->image, 3 * n, error) ||
        md_archive_bits32(archive, "groups", atoms->groups, n, error) ||
        md_archive_ints(archive, "molecule", atoms->molecule, n, error) ||
        md_archive_doubles(archive, "charge", atoms->charge, n, error) ||
        (atoms->mass && md_archive_doubles(archive, "atom_mass", atoms->mass, n, error)))
        return error->status;
    return md_archive_reading(archive) ? check_atoms(system, error) : MD_OK;
}

/* Rows of a type and the atoms' IDs. */
static enum md_status keep_rows(struct md_topology *topology, int kind, struct md_archive *archive,
                                int64_t *rows, size_t count, struct md_error *error)
{
    const struct md_topology_kind *of = &md_topology_kinds[kind];
    const struct md_topology_list *list = &topology->list[kind];
    bool reading = md_archive_reading(archive);
    size_t wide = 1 + (size_t)of->atoms;
    for (size_t k = 0; !reading && k < count; k++) {
        rows[wide * k] = list->type[k];
        memcpy(rows + wide * k + 1, md_topology_ids(topology, kind, k),
               (size_t)of->atoms * sizeof *rows);
    }
    if (md_archive_ints(archive, of->many, rows, wide * count, error))
        return error->status;
    for (size_t k = 0; reading && k < count; k++) {
        const int64_t *row = rows + wide * k;
        bool sound = row[0] >= 1 && row[0] <= list->types;
        for (size_t place = 1; place < wide; place++)
            sound = sound && row[place] >= 1;
        if (!sound)
            return md_error_set(error, MD_ERR_FILE, NULL, "an element of '%s' makes no sense",
                                of->many);
        if (md_topology_add(topology, kind, (int)row[0], row + 1, error))
            return error->status;
    }
    return MD_OK;
}

/* One kind of elements; a file of a system that has no types of it does not mention it. */
static enum md_status keep_kind(struct md_topology *topology, int kind, struct md_archive *archive,
                                struct md_error *error)
{
    const struct md_topology_kind *of = &md_topology_kinds[kind];
    struct md_topology_list *list = &topology->list[kind];
    bool reading = md_archive_reading(archive);
    if (reading ? !md_archive_has(archive, of->many) : list->types == 0)
        return MD_OK;
    if (of->atoms > 2) /* format 2 knew bonds only */
        md_archive_need_format(archive, MD_RESTART_NEWEST);
    if (md_archive_int(archive, of->archived_types, &list->types, 0, MD_TOPOLOGY_TYPES_MAX, error))
        return error->status;
    size_t wide = 1 + (size_t)of->atoms;
    size_t count = reading ? md_archive_size(archive, of->many) / wide : list->count;
    int64_t *rows = md_memory_array(count, wide * sizeof *rows);
    if (rows == NULL)
        return md_error_memory(error, of->many);
    enum md_status status = keep_rows(topology, kind, archive, rows, count, error);
    md_memory_free(rows);
    return status;
}

static enum md_status keep_topology(struct md_system *system, struct md_archive *archive,
                                    struct md_error *error)
{
    struct md_topology *topology = &system->topology;
    int style = (int)topology->style;
    bool flags[2] = {topology->angle, topology->dihedral};
    if (md_archive_int(archive, "atom_style", &style, MD_ATOM_ATOMIC, MD_ATOM_STYLES - 1, error) ||
        md_archive_doubles(archive, "special", topology->weight, 3, error) ||
        md_archive_doubles(archive, "special_charge", topology->charge_weight, 3, error) ||
        md_archive_bools(archive, "special_flags", flags, 2, error))
        return error->status;
    topology->style = (enum md_atom_style)style;
    topology->angle = flags[0];
    topology->dihedral = flags[1];
    if (!all_finite(topology->weight, 3) || !all_finite(topology->charge_weight, 3))
        return wrong(error, "the weights of special_bonds make no sense");
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (keep_kind(topology, kind, archive, error))
            return error->status;
    return MD_OK;
}

/* By number, since atoms carry bits. */
static enum md_status keep_groups(struct md_groups *groups, struct md_archive *archive,
                                  struct md_error *error)
{
    for (int g = 1; g < MD_GROUP_MAX; g++) {
        char key[16], name[MD_GROUP_NAME];
        int index;
        snprintf(key, sizeof key, "%d", g);
        memcpy(name, groups->name[g], sizeof name);
        if (md_archive_reading(archive)) {
            groups->name[g][0] = '\0';
            if (!md_archive_has(archive, key))
                continue;
            struct md_word word = {.text = name};
            struct md_groups judge;
            md_groups_init(&judge);
            if (md_archive_text(archive, key, name, sizeof name, error) ||
                md_groups_create(&judge, &word, &index, error))
                return error->status;
            if (md_groups_find(groups, name) >= 0)
                return wrong(error, "two groups have one name");
            memcpy(groups->name[g], name, sizeof name);
        } else if (name[0] != '\0' && md_archive_text(archive, key, name, sizeof name, error)) {
            return error->status;
        }
    }
    return MD_OK;
}

static enum md_status enter(struct md_archive *archive, const char *name, struct md_error *error)
{
    return md_archive_enter(archive, name, error);
}

enum md_status md_restart_keep_system(struct md_sim *sim, struct md_archive *archive,
                                      struct md_error *error)
{
    struct md_neighbor_rules *rules = &sim->forces.neighbors.rules;
    if (enter(archive, "system", error) || keep_frame(sim, archive, error))
        return error->status;
    md_archive_leave(archive);
    if (enter(archive, "atoms", error) || keep_atoms(&sim->system, archive, error))
        return error->status;
    md_archive_leave(archive);
    if (enter(archive, "topology", error) || keep_topology(&sim->system, archive, error))
        return error->status;
    md_archive_leave(archive);
    bool groups = !md_archive_reading(archive) || md_archive_has(archive, "groups");
    if (groups &&
        (enter(archive, "groups", error) || keep_groups(&sim->system.groups, archive, error)))
        return error->status;
    if (groups)
        md_archive_leave(archive);
    if (enter(archive, "sorting", error) ||
        md_archive_ints(archive, "every", &rules->sort_every, 1, error) ||
        md_archive_doubles(archive, "bin", &rules->sort_bin, 1, error))
        return error->status;
    md_archive_leave(archive);
    if (rules->sort_every < 0 || rules->sort_every > MD_STEP_MAX || !isfinite(rules->sort_bin))
        return wrong(error, "the rule of sorting makes no sense");
    return MD_OK;
}

/* ------------------------------------------------------------------ potentials, integrator */

#define WORDS            8   /* of a potential */
#define INTEGRATOR_WORDS 256 /* of run_style, as the deck gave them */

/* The positional parameters as words, as the deck would write them; false: there are others. */
static bool words_of(const struct md_style *style, const void *state,
                     char text[WORDS][MD_NUMBER_SIZE], int *count)
{
    *count = 0;
    for (const struct md_param *p = style->params; p && p->kind != MD_PARAM_END; p++) {
        const char *at = (const char *)state + p->offset;
        double real;
        int64_t whole;
        if (*count == WORDS || p->form == MD_PARAM_KEYWORD)
            return false;
        if (p->form == MD_PARAM_STATE)
            continue;
        if (p->kind == MD_PARAM_DOUBLE) {
            memcpy(&real, at, sizeof real);
            md_number_text(text[(*count)++], real);
        } else if (p->kind == MD_PARAM_INT) {
            memcpy(&whole, at, sizeof whole);
            snprintf(text[(*count)++], MD_NUMBER_SIZE, "%" PRId64, whole);
        } else {
            return false;
        }
    }
    return true;
}

static enum md_status keep_words(struct md_archive *archive, char text[WORDS][MD_NUMBER_SIZE],
                                 int *count, struct md_error *error)
{
    if (md_archive_int(archive, "words", count, 0, WORDS, error))
        return error->status;
    for (int k = 0; k < *count; k++) {
        char key[16];
        snprintf(key, sizeof key, "word%d", k);
        if (md_archive_text(archive, key, text[k], MD_NUMBER_SIZE, error))
            return error->status;
    }
    return MD_OK;
}

/* A new state of the kept style, made of the kept words; the caller puts it in place. */
static enum md_status make_potential(struct md_sim *sim, const struct md_potential *type,
                                     struct md_archive *archive, struct md_potential_use *use,
                                     struct md_error *error)
{
    char text[WORDS][MD_NUMBER_SIZE];
    struct md_word words[WORDS];
    int count = 0;
    if (keep_words(archive, text, &count, error))
        return error->status;
    for (int k = 0; k < count; k++)
        words[k] = (struct md_word){.text = text[k]};
    struct md_args args = {.words = words, .count = count, .command = {.text = "read_restart"}};
    *use = (struct md_potential_use){.type = type, .name = type->style.name};
    use->state = md_memory_array(1, type->style.state_size);
    if (!use->state)
        return md_error_memory(error, "a potential");
    enum md_status status = type->create(use->state, &sim->system, &args, error);
    if (status == MD_OK)
        status = type->keep(use->state, archive, error);
    if (status != MD_OK) {
        if (type->destroy)
            type->destroy(use->state);
        md_memory_free(use->state);
    }
    return status;
}

bool md_restart_holds_pair(const struct md_sim *sim)
{
    char text[WORDS][MD_NUMBER_SIZE];
    const struct md_potential_use *use = &sim->forces.pair;
    int count;
    return use->type == NULL ||
           (use->type->keep && words_of(&use->type->style, use->state, text, &count));
}

static enum md_status write_potential(const struct md_potential_use *use, const char *section,
                                      struct md_archive *archive, struct md_error *error)
{
    char text[WORDS][MD_NUMBER_SIZE], name[128];
    int count;
    if (!use || !use->type)
        return MD_OK;
    snprintf(name, sizeof name, "%s", use->type->style.name);
    if (enter(archive, section, error) ||
        md_archive_text(archive, "style", name, sizeof name, error))
        return error->status;
    if (use->type->keep && words_of(&use->type->style, use->state, text, &count) &&
        (keep_words(archive, text, &count, error) || use->type->keep(use->state, archive, error)))
        return error->status;
    md_archive_leave(archive);
    return MD_OK;
}

#define PAIR (-1) /* no kind of the topology */

static enum md_status read_potential(struct md_sim *sim, const char *section, int kind,
                                     struct md_archive *archive, struct md_error *error)
{
    struct md_potential_use use;
    char name[128];
    if (!md_archive_has(archive, section))
        return MD_OK;
    if (enter(archive, section, error) ||
        md_archive_text(archive, "style", name, sizeof name, error))
        return error->status;
    const struct md_potential *type =
        kind == PAIR ? md_potential_find(name) : md_bonded_find(kind, name);
    if (type && type->keep && md_archive_has(archive, "words")) {
        if (make_potential(sim, type, archive, &use, error))
            return error->status;
        if (kind != PAIR) {
            enum md_status status = md_forces_add(&sim->forces, use, error);
            if (status != MD_OK)
                return status;
        } else {
            md_forces_drop_pair(&sim->forces);
            sim->forces.pair = use;
        }
        md_log_print(&sim->log, "  %s_style %s\n", section, name);
    } else {
        md_log_print(&sim->log, "  %s_style %s must be given again\n", section, name);
    }
    md_archive_leave(archive);
    return MD_OK;
}

/* The words after run_style's name, as they stood in the deck. */
static enum md_status write_words(const struct md_sim *sim, struct md_archive *archive,
                                  struct md_error *error)
{
    int count = sim->integrator_words_count;
    if (md_archive_int(archive, "words", &count, 0, INTEGRATOR_WORDS, error))
        return error->status;
    for (int k = 0; k < count; k++) {
        char key[16], *text = sim->integrator_words[k];
        snprintf(key, sizeof key, "word%d", k);
        if (md_archive_text(archive, key, text, strlen(text) + 1, error))
            return error->status;
    }
    return MD_OK;
}

static enum md_status write_integrator(struct md_sim *sim, struct md_archive *archive,
                                       struct md_error *error)
{
    const struct md_integrator *type = sim->integrator;
    char name[128];
    snprintf(name, sizeof name, "%s", type->style.name);
    if (enter(archive, "integrator", error) ||
        md_archive_text(archive, "style", name, sizeof name, error))
        return error->status;
    if (sim->integrator_words_count <= INTEGRATOR_WORDS && write_words(sim, archive, error))
        return error->status;
    if (type->keep &&
        (enter(archive, "state", error) || type->keep(sim->integrator_state, archive, error)))
        return error->status;
    if (type->keep)
        md_archive_leave(archive);
    md_archive_leave(archive);
    return MD_OK;
}

static enum md_status read_words(struct md_sim *sim, const struct md_integrator *type,
                                 struct md_archive *archive, struct md_error *error)
{
    struct md_word words[INTEGRATOR_WORDS];
    char *text[INTEGRATOR_WORDS] = {NULL};
    int count = 0;
    enum md_status status = md_archive_int(archive, "words", &count, 0, INTEGRATOR_WORDS, error);
    for (int k = 0; status == MD_OK && k < count; k++) {
        char key[16];
        snprintf(key, sizeof key, "word%d", k);
        size_t size = md_archive_size(archive, key) + 1;
        text[k] = md_memory_array(size, 1);
        status = text[k] ? md_archive_text(archive, key, text[k], size, error)
                         : md_error_memory(error, "a restart file");
        words[k] = (struct md_word){.text = text[k]};
    }
    struct md_args args = {.words = words, .count = count, .command = {.text = "run_style"}};
    if (status == MD_OK)
        status = md_sim_set_integrator(sim, type, &args, error);
    for (int k = 0; k < INTEGRATOR_WORDS; k++)
        md_memory_free(text[k]);
    return status;
}

/* Its state is read when the first run begins. */
static enum md_status read_integrator(struct md_sim *sim, struct md_archive *archive,
                                      struct md_error *error)
{
    char name[128];
    if (enter(archive, "integrator", error) ||
        md_archive_text(archive, "style", name, sizeof name, error))
        return error->status;
    const struct md_integrator *type = md_integrator_find(name);
    if (type && md_archive_has(archive, "words")) {
        if (read_words(sim, type, archive, error))
            return error->status;
    } else {
        md_log_print(&sim->log, "  run_style %s must be given again\n", name);
    }
    md_archive_leave(archive);
    return MD_OK;
}

enum md_status md_restart_keep_styles(struct md_sim *sim, struct md_archive *archive,
                                      struct md_error *error)
{
    if (md_archive_reading(archive)) {
        if (read_potential(sim, "pair", PAIR, archive, error))
            return error->status;
        for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
            if (read_potential(sim, md_topology_kinds[kind].one, kind, archive, error))
                return error->status;
        return read_integrator(sim, archive, error);
    }
    if (write_potential(&sim->forces.pair, "pair", archive, error))
        return error->status;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (write_potential(md_forces_bonded(&sim->forces, kind), md_topology_kinds[kind].one,
                            archive, error))
            return error->status;
    return write_integrator(sim, archive, error);
}

/* ------------------------------------------------------------------ what a list depends on */

enum md_status md_restart_keep_rules(struct md_sim *sim, struct md_archive *archive,
                                     struct md_error *error)
{
    const struct md_neighbor_rules *rules = &sim->forces.neighbors.rules;
    size_t count = (size_t)rules->exclusions;
    double skin = rules->skin;
    int *list = md_memory_array(count, 3 * sizeof *list);
    if (!list)
        return md_error_memory(error, "exclusions");
    for (size_t k = 0; k < count; k++) {
        list[3 * k] = (int)rules->exclusion[k].kind;
        list[3 * k + 1] = rules->exclusion[k].a;
        list[3 * k + 2] = rules->exclusion[k].b;
    }
    enum md_status status = enter(archive, "neighbor", error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "skin", &skin, 1, error);
    if (status == MD_OK)
        status = md_archive_ints32(archive, "exclude", list, 3 * count, error);
    md_archive_leave(archive);
    md_memory_free(list);
    return status;
}

/* A potential's energy and force at three distances. */
static void probe(const struct md_potential_use *use, int a, int b, double reach, double *values)
{
    static const double share[3] = {0.35, 0.7, 0.95};
    for (int k = 0; k < 3; k++) {
        double x[2][3] = {{0.0, 0.0, 0.0}, {share[k] * reach, 0.0, 0.0}}, f[2][3] = {{0.0}};
        int type[2] = {a, b};
        double energy = 0.0;
        struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
        if (use->type->one(use->state, &element, &energy, f) != MD_OK)
            energy = 0.0;
        values[2 * k] = energy;
        values[2 * k + 1] = f[0][0];
    }
}

/* The same of larger elements of the topology: three shapes in space, without planes or lines. */
static void probe_shapes(const struct md_potential_use *use, int type, double *values)
{
    int atoms = md_topology_kinds[use->type->topology].atoms;
    for (int k = 0; k < 3; k++) {
        double x[MD_TOPOLOGY_ATOMS][3], f[MD_TOPOLOGY_ATOMS][3] = {{0.0}}, energy = 0.0;
        for (int a = 0; a < atoms; a++)
            for (int c = 0; c < 3; c++)
                x[a][c] = sin(1.0 + a * (1.0 + c + 0.3 * k));
        struct md_element element = {.count = atoms, .x = (const double(*)[3])x, .type = &type};
        if (use->type->one(use->state, &element, &energy, f) != MD_OK)
            energy = 0.0;
        values[2 * k] = energy;
        values[2 * k + 1] = f[0][0];
    }
}

/* Values of all types of elements that have a style; returns how many. */
static size_t probe_bonded(struct md_sim *sim, double *values)
{
    size_t used = 0;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_potential_use *use = md_forces_bonded(&sim->forces, kind);
        int types = sim->system.topology.list[kind].types;
        for (int i = 1; use && use->type->one && i <= types; i++, used += 6)
            if (md_topology_kinds[kind].atoms == 2)
                probe(use, i, i, 1.5, values + used);
            else
                probe_shapes(use, i, values + used);
    }
    return used;
}

/* Of all pairs of types when these are few, else of each with itself: enough to notice other
 * coefficients, cutoffs or tables. */
enum md_status md_restart_keep_probe(struct md_sim *sim, struct md_archive *archive,
                                     struct md_error *error)
{
    const struct md_potential_use *pair = &sim->forces.pair;
    int types = sim->system.types;
    size_t room = (size_t)types * (types <= 64 ? (size_t)types : 1), used = 0;
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        room += (size_t)sim->system.topology.list[kind].types;
    room *= 7;
    double *values = md_memory_array(room, sizeof *values);
    if (!values)
        return md_error_memory(error, "values of the potentials");
    for (int i = 1; pair->type && pair->type->one && i <= types; i++)
        for (int j = types <= 64 ? 1 : i; j <= (types <= 64 ? types : i); j++) {
            values[used] = pair->type->cutoff(pair->state, i, j);
            probe(pair, i, j, values[used], values + used + 1);
            used += 7;
        }
    used += probe_bonded(sim, values + used);
    enum md_status status = enter(archive, "probe", error);
    if (status == MD_OK)
        status = md_archive_doubles(archive, "values", values, used, error);
    md_archive_leave(archive);
    md_memory_free(values);
    return status;
}
