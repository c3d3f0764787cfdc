/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command group.  A group keeps the atoms it has when the command is repeated: each command
 * adds to it, as in LAMMPS.
 */
#include "base/memory.h"
#include "command/atoms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    struct md_sim *sim;
    const struct md_word *words; /* after the style */
    int count;
    uint32_t bit;
};

/* ------------------------------------------------------------------ by number: type, id, molecule
 */

static const char *const relations[] = {"<", ">", "<=", ">=", "==", "!=", "<>", NULL};
enum relation { LESS, MORE, AT_MOST, AT_LEAST, EQUAL, UNEQUAL, BETWEEN };

static bool related(enum relation relation, int64_t value, int64_t a, int64_t b)
{
    switch (relation) {
    case LESS:
        return value < a;
    case MORE:
        return value > a;
    case AT_MOST:
        return value <= a;
    case AT_LEAST:
        return value >= a;
    case EQUAL:
        return value == a;
    case UNEQUAL:
        return value != a;
    default:
        return value >= a && value <= b;
    }
}

enum number { BY_TYPE, BY_ID, BY_MOLECULE };
static const char *const number_names[] = {"atom type", "atom ID", "molecule"};

static int64_t number_of(const struct job *job, enum number by, size_t i)
{
    const struct md_atoms *atoms = &job->sim->system.atoms;
    return by == BY_TYPE ? atoms->type[i] : by == BY_ID ? atoms->id[i] : atoms->molecule[i];
}

static enum md_status by_relation(const struct job *job, enum relation relation, enum number by,
                                  struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    int64_t bound[2] = {0, 0};
    int wanted = relation == BETWEEN ? 2 : 1;
    if (job->count != 1 + wanted)
        return md_error_set(error, MD_ERR_COUNT, &job->words[0].place,
                            "'%s' wants %d number%s and has %d", job->words[0].text, wanted,
                            wanted == 1 ? "" : "s", job->count - 1);
    for (int k = 0; k < wanted; k++) {
        enum md_status status = md_word_int(&job->words[1 + k], number_names[by], INT64_MIN,
                                            INT64_MAX, &bound[k], error);
        if (status != MD_OK)
            return status;
    }
    for (size_t i = 0; i < atoms->count; i++)
        if (related(relation, number_of(job, by, i), bound[0], bound[1]))
            atoms->groups[i] |= job->bit;
    return MD_OK;
}

/* "A", "A:B" or "A:B:C": from, to, step. */
static enum md_status read_range(const struct md_word *word, const char *what, int64_t min,
                                 int64_t max, int64_t range[3], struct md_error *error)
{
    char text[128];
    int parts = 0;
    bool good = strlen(word->text) < sizeof text;
    snprintf(text, sizeof text, "%s", word->text);
    for (char *part = text; good && part; parts++) {
        char *colon = strchr(part, ':');
        if (colon)
            *colon++ = '\0';
        good = parts < 3 && md_parse_int(part, &range[parts]);
        part = colon;
    }
    if (!good)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s '%s' must be a number, a range FIRST:LAST or FIRST:LAST:STEP, or "
                            "one of < > <= >= == != <> before the first",
                            what, word->text);
    if (parts < 2)
        range[1] = range[0];
    if (parts < 3)
        range[2] = 1;
    if (range[0] < min || range[1] < range[0] || range[2] < 1 || range[1] > max)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "%s '%s' must lie within %" PRId64 " to %" PRId64
                            ", the first not after the last, with a step of at least 1",
                            what, word->text, min, max);
    return MD_OK;
}

static enum md_status by_number(const struct job *job, enum number by, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    for (int k = 0; job->count > 0 && relations[k]; k++)
        if (md_word_is(&job->words[0], relations[k]))
            return by_relation(job, (enum relation)k, by, error);
    for (int w = 0; w < job->count; w++) {
        int64_t range[3];
        enum md_status status =
            read_range(&job->words[w], number_names[by], by == BY_MOLECULE ? 0 : 1,
                       by == BY_TYPE ? job->sim->system.types : INT64_MAX, range, error);
        if (status != MD_OK)
            return status;
        for (size_t i = 0; i < atoms->count; i++) {
            int64_t value = number_of(job, by, i);
            if (value >= range[0] && value <= range[1] && (value - range[0]) % range[2] == 0)
                atoms->groups[i] |= job->bit;
        }
    }
    return MD_OK;
}

static enum md_status by_type(const struct job *job, struct md_error *error)
{
    return by_number(job, BY_TYPE, error);
}

static enum md_status by_id(const struct job *job, struct md_error *error)
{
    return by_number(job, BY_ID, error);
}

static enum md_status by_molecule(const struct job *job, struct md_error *error)
{
    if (job->sim->system.topology.style == MD_ATOM_ATOMIC)
        return md_error_set(error, MD_ERR_ORDER, &job->words[-1].place,
                            "group ... molecule needs atoms that belong to molecules (atom_style "
                            "bond, angle, molecular or full), and atom_style is atomic");
    return by_number(job, BY_MOLECULE, error);
}

/* ------------------------------------------------------------------ by place, by variable */

static enum md_status by_region(const struct job *job, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    int region;
    enum md_status status = md_regions_of_word(&system->regions, &job->words[0], &region, error);
    for (size_t i = 0; i < system->atoms.count && status == MD_OK; i++)
        if (md_region_contains(&system->regions, region, system->atoms.x[i]))
            system->atoms.groups[i] |= job->bit;
    return status;
}

static enum md_status by_variable(const struct job *job, struct md_error *error)
{
    struct md_sim *sim = job->sim;
    struct md_atoms *atoms = &sim->system.atoms;
    const struct md_word *word = &job->words[0];
    const char *name = strncmp(word->text, "v_", 2) == 0 ? word->text + 2 : word->text;
    const struct md_variables *variables = &sim->variables;
    if (!variables->kind || variables->kind(variables->context, name) != MD_VARIABLE_ATOM)
        return md_error_set(error, MD_ERR_REFERENCE, &word->place,
                            "there is no atom-style variable '%s'", name);
    double *values = md_memory_array(atoms->count + 1, sizeof *values);
    if (!values)
        return md_error_memory(error, "the values of an atom-style variable");
    enum md_status status = variables->atom(variables->context, name, values, atoms->count, error);
    for (size_t i = 0; i < atoms->count && status == MD_OK; i++)
        if (values[i] != 0.0)
            atoms->groups[i] |= job->bit;
    md_memory_free(values);
    return status;
}

/* ------------------------------------------------------------------ by other groups */

/* The named groups' bits, one after another. */
static enum md_status read_groups(const struct job *job, uint32_t bits[MD_GROUP_MAX],
                                  struct md_error *error)
{
    if (job->count > MD_GROUP_MAX)
        return md_error_set(error, MD_ERR_COUNT, &job->words[MD_GROUP_MAX].place,
                            "%d groups are named, and there can be %d", job->count, MD_GROUP_MAX);
    for (int k = 0; k < job->count; k++) {
        int index;
        enum md_status status =
            md_groups_of_word(&job->sim->system.groups, &job->words[k], &index, error);
        if (status != MD_OK)
            return status;
        if (job->sim->system.groups.dynamic[index])
            return md_error_set(error, MD_ERR_ORDER, &job->words[k].place,
                                "group '%s' is dynamic and cannot be part of another",
                                job->words[k].text);
        bits[k] = md_group_bit(index);
    }
    return MD_OK;
}

enum combination { UNION, SUBTRACT, INTERSECT };

static enum md_status combine(const struct job *job, enum combination how, struct md_error *error)
{
    struct md_atoms *atoms = &job->sim->system.atoms;
    uint32_t bits[MD_GROUP_MAX] = {0}, any = 0;
    enum md_status status = read_groups(job, bits, error);
    if (status != MD_OK)
        return status;
    for (int k = 0; k < job->count; k++)
        any |= bits[k];
    for (size_t i = 0; i < atoms->count; i++) {
        uint32_t member = atoms->groups[i];
        bool in = how == UNION       ? (member & any) != 0
                  : how == INTERSECT ? (member & any) == any
                                     : (member & bits[0]) != 0;
        if (in)
            atoms->groups[i] |= job->bit;
    }
    /* subtract: out again if in any of the others, whoever put them in */
    for (int k = 1; how == SUBTRACT && k < job->count; k++)
        for (size_t i = 0; i < atoms->count; i++)
            if (atoms->groups[i] & bits[k])
                atoms->groups[i] &= ~job->bit;
    return MD_OK;
}

static enum md_status by_union(const struct job *job, struct md_error *error)
{
    return combine(job, UNION, error);
}

static enum md_status by_subtract(const struct job *job, struct md_error *error)
{
    return combine(job, SUBTRACT, error);
}

static enum md_status by_intersect(const struct job *job, struct md_error *error)
{
    return combine(job, INTERSECT, error);
}

static enum md_status by_nothing(const struct job *job, struct md_error *error)
{
    (void)job;
    (void)error;
    return MD_OK;
}

static int by_molecule_number(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

/* include molecule: who shares a molecule with a member; number 0 is no molecule. */
static enum md_status by_company(const struct job *job, struct md_error *error)
{
    static const char *const names[] = {"molecule", NULL};
    struct md_atoms *atoms = &job->sim->system.atoms;
    int choice;
    size_t count = 0;
    if (md_word_choice(&job->words[0], "what a group may include", names, &choice, error) != MD_OK)
        return error->status;
    if (job->sim->system.topology.style == MD_ATOM_ATOMIC)
        return md_error_set(error, MD_ERR_ORDER, &job->words[0].place,
                            "group ... include molecule needs atoms that belong to molecules "
                            "(atom_style bond, angle, molecular or full), and atom_style is "
                            "atomic");
    int64_t *present = md_memory_array(atoms->count + 1, sizeof *present);
    if (!present)
        return md_error_memory(error, "the molecules of a group");
    for (size_t i = 0; i < atoms->count; i++)
        if ((atoms->groups[i] & job->bit) != 0 && atoms->molecule[i] != 0)
            present[count++] = atoms->molecule[i];
    qsort(present, count, sizeof *present, by_molecule_number);
    for (size_t i = 0; i < atoms->count; i++)
        if (bsearch(&atoms->molecule[i], present, count, sizeof *present, by_molecule_number))
            atoms->groups[i] |= job->bit;
    md_memory_free(present);
    return MD_OK;
}

/* ------------------------------------------------------------------ dynamic and static */

/* A fix finds the members of a dynamic group; this is its ID. */
static void fix_of(int group, char id[32])
{
    snprintf(id, 32, "GROUP_%d", group);
}

/* The members stay as they are from now on. */
static enum md_status make_static(struct md_sim *sim, int group, struct md_error *error)
{
    char id[32];
    fix_of(group, id);
    struct md_word word = {.text = id};
    struct md_args args = {.words = &word, .count = 1, .command = {.text = "unfix"}};
    if (!sim->system.groups.dynamic[group])
        return MD_OK;
    sim->system.groups.dynamic[group] = false;
    return md_fixes_remove(&sim->fixes, &args, error);
}

/* group ID dynamic PARENT ...: fix GROUP_n PARENT GROUP ID ... */
static enum md_status make_dynamic(struct md_sim *sim, const struct md_args *args, int group,
                                   struct md_error *error)
{
    struct md_modify_context context = md_sim_fix_context(sim, 0);
    char id[32];
    size_t count = (size_t)args->count + 1;
    struct md_word *words = md_memory_array(count, sizeof *words);
    if (!words)
        return md_error_memory(error, "the words of a group");
    fix_of(group, id);
    words[0] = (struct md_word){.text = id, .place = args->words[1].place};
    words[1] = args->words[2];
    words[2] = (struct md_word){.text = "GROUP", .place = args->words[1].place};
    words[3] = args->words[0];
    for (int k = 3; k < args->count; k++)
        words[k + 1] = args->words[k];
    struct md_args all = {.words = words, .count = args->count + 1, .command = args->command};
    enum md_status status = md_fixes_add(&sim->fixes, &context, &all, error);
    md_memory_free(words);
    if (status == MD_OK) {
        for (size_t i = 0; i < sim->system.atoms.count; i++)
            sim->system.atoms.groups[i] &= ~md_group_bit(group);
        sim->system.groups.dynamic[group] = true;
        md_log_print(&sim->log, "dynamic group %s defined\n", args->words[0].text);
    }
    return status;
}

/* ------------------------------------------------------------------ clear and delete */

static enum md_status refuse_in_use(const struct md_sim *sim, const struct md_word *name, int group,
                                    struct md_error *error)
{
    const char *who = NULL, *id = NULL;
    for (int k = 0; k < sim->fixes.count; k++)
        if (sim->fixes.list[k].group == group) {
            who = "fix";
            id = sim->fixes.list[k].id;
        }
    for (int k = 0; k < sim->computes.count; k++)
        if (sim->computes.list[k].group == group) {
            who = "compute";
            id = sim->computes.list[k].id;
        }
    const struct md_neighbor_rules *rules = &sim->forces.neighbors.rules;
    for (int k = 0; k < rules->exclusions; k++)
        if (rules->exclusion[k].kind != MD_EXCLUDE_TYPES &&
            (rules->exclusion[k].a == group || rules->exclusion[k].b == group)) {
            who = "neigh_modify";
            id = "exclude";
        }
    const char *dump = md_dumps_of_group(&sim->dumps, group);
    if (dump) {
        who = "dump";
        id = dump;
    }
    if (!who)
        return MD_OK;
    return md_error_set(error, MD_ERR_ORDER, &name->place,
                        "group '%s' is used by %s '%s' and cannot be deleted", name->text, who, id);
}

static enum md_status forget(const struct job *job, const struct md_args *args, bool delete,
                             struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    int group;
    enum md_status status = md_groups_of_word(&system->groups, &args->words[0], &group, error);
    if (status == MD_OK && group == 0)
        return md_error_set(error, MD_ERR_VALUE, &args->words[0].place,
                            "group 'all' always holds all atoms: it cannot be %s",
                            delete ? "deleted" : "cleared");
    if (status == MD_OK && delete)
        status = refuse_in_use(job->sim, &args->words[0], group, error);
    if (status != MD_OK)
        return status;
    if (make_static(job->sim, group, error) != MD_OK)
        return error->status;
    for (size_t i = 0; i < system->atoms.count; i++)
        system->atoms.groups[i] &= ~md_group_bit(group);
    if (delete)
        md_groups_delete(&system->groups, group);
    return MD_OK;
}

/* ------------------------------------------------------------------ the command */

struct style {
    int min, max; /* words after the style; max -1: no limit */
    enum md_status (*fill)(const struct job *, struct md_error *);
};

static const char *const style_names[] = {"region",   "type",      "id",     "variable", "union",
                                          "subtract", "intersect", "empty",  "clear",    "delete",
                                          "molecule", "dynamic",   "static", "include",  NULL};
enum { CLEAR = 8, DELETE = 9, DYNAMIC = 11, STATIC = 12 };
static const struct style styles[] = {
    {1, 1, by_region},  {1, -1, by_type},     {1, -1, by_id},        {1, 1, by_variable},
    {1, -1, by_union},  {2, -1, by_subtract}, {2, -1, by_intersect}, {0, 0, by_nothing},
    {0, 0, by_nothing}, {0, 0, by_nothing},   {1, -1, by_molecule},  {1, -1, by_nothing},
    {0, 0, by_nothing}, {1, 1, by_company},
};

enum md_status md_run_group(struct md_sim *sim, const struct md_args *args, struct md_error *error)
{
    struct md_system *system = &sim->system;
    const struct md_word *name = &args->words[0], *word = &args->words[1];
    int style, group;
    enum md_status status = md_word_choice(word, "group style", style_names, &style, error);
    if (status == MD_OK)
        status = md_args_count(args, 2 + styles[style].min,
                               styles[style].max < 0 ? -1 : 2 + styles[style].max,
                               "group ID STYLE VALUES...", error);
    if (status != MD_OK)
        return status;

    struct job job = {.sim = sim, .words = args->words + 2, .count = args->count - 2};
    if (style == CLEAR || style == DELETE) {
        status = forget(&job, args, style == DELETE, error);
        if (status == MD_OK)
            md_sim_changed(sim, MD_CHANGED_ATOMS);
        return status;
    }

    bool fresh = md_groups_find(&system->groups, name->text) < 0;
    status = md_groups_create(&system->groups, name, &group, error);
    if (status != MD_OK)
        return status;
    job.bit = md_group_bit(group);
    if (system->groups.dynamic[group] && style != DYNAMIC && style != STATIC)
        return md_error_set(error, MD_ERR_ORDER, &name->place,
                            "group '%s' is dynamic: its members are found by a rule, and no others "
                            "can be added",
                            name->text);
    if (style == STATIC)
        status = make_static(sim, group, error);
    else if (style == DYNAMIC)
        status = make_dynamic(sim, args, group, error);
    else
        status = styles[style].fill(&job, error);
    if (status != MD_OK) {
        for (size_t i = 0; fresh && i < system->atoms.count; i++)
            system->atoms.groups[i] &= ~job.bit;
        if (fresh)
            md_groups_delete(&system->groups, group);
        return status;
    }
    int64_t count = 0;
    for (size_t i = 0; i < system->atoms.count; i++)
        count += (system->atoms.groups[i] & job.bit) != 0;
    if (style != DYNAMIC)
        md_log_print(&sim->log, "%" PRId64 " atoms in group %s\n", count, name->text);
    if (!fresh || style == DYNAMIC) /* nobody can know a new one yet */
        md_sim_changed(sim, MD_CHANGED_ATOMS);
    return MD_OK;
}
