/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * delete_atoms.  Each deleted atom's place is taken by the last one, and with compress the IDs are
 * given anew in the order that results: LAMMPS's way, which later random velocities depend on. IDs,
 * and which of two atoms that overlap goes, follow from the order of the old IDs, which is that in
 * memory as long as atoms are not sorted.  Porosity draws its numbers in the order in memory.
 */
#include "base/memory.h"
#include "base/random.h"
#include "command/atoms.h"
#include "run/renumber.h"
#include "space/domain.h"
#include "space/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct job {
    struct md_sim *sim;
    const struct md_word *words; /* after the style */
    bool *doomed;                /* per atom */
    size_t *order;               /* all atoms by ID */
};

static enum md_status mark_group(const struct job *job, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    int group;
    enum md_status status = md_groups_of_word(&system->groups, &job->words[0], &group, error);
    for (size_t i = 0; i < system->atoms.count && status == MD_OK; i++)
        job->doomed[i] = (system->atoms.groups[i] & md_group_bit(group)) != 0;
    return status;
}

static enum md_status mark_region(const struct job *job, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    int region;
    enum md_status status = md_regions_of_word(&system->regions, &job->words[0], &region, error);
    for (size_t i = 0; i < system->atoms.count && status == MD_OK; i++)
        job->doomed[i] = md_region_contains(&system->regions, region, system->atoms.x[i]);
    return status;
}

/* porosity REGION FRACTION SEED: each atom of the region with that probability. */
static enum md_status mark_porosity(const struct job *job, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    struct md_marsaglia random;
    int region;
    double fraction;
    int32_t seed;
    enum md_status status = md_regions_of_word(&system->regions, &job->words[0], &region, error);
    if (status == MD_OK)
        status = md_word_double(&job->words[1], "fraction", 0.0, 1.0, &fraction, error);
    if (status == MD_OK)
        status = md_keyword_seed(&job->words[2], &seed, error);
    if (status != MD_OK)
        return status;
    md_marsaglia_seed(&random, seed);
    for (size_t i = 0; i < system->atoms.count; i++)
        if (md_region_contains(&system->regions, region, system->atoms.x[i]))
            job->doomed[i] = md_marsaglia_uniform(&random) <= fraction;
    return MD_OK;
}

/* Whether atom i is deleted because of the site: it is near, and its atom has not been and will not
 * be deleted because of i.  Distances are computed alike from both sides. */
static bool doomed_by(const struct job *job, const struct md_neighbors *list, size_t i,
                      int32_t site, double square, const uint32_t bit[2])
{
    const struct md_atoms *atoms = &job->sim->system.atoms;
    const double *p = list->site + 4 * i, *q = list->site + 4 * (size_t)site;
    size_t j = (size_t)list->owner[site];
    double sign = atoms->id[i] < atoms->id[j] ? 1.0 : -1.0;
    double x = sign * (p[0] - q[0]), y = sign * (p[1] - q[1]), z = sign * (p[2] - q[2]);
    if (!(x * x + y * y + z * z < square) || (atoms->groups[i] & bit[0]) == 0 ||
        (atoms->groups[j] & bit[1]) == 0)
        return false;
    if ((size_t)site < list->atoms)
        return !job->doomed[j];
    bool both = (atoms->groups[i] & bit[1]) != 0 && (atoms->groups[j] & bit[0]) != 0;
    return !both || atoms->id[i] <= atoms->id[j];
}

/* overlap CUTOFF GROUP1 GROUP2: atoms of the first group that are near one of the second; of two
 * that could go because of each other, one. */
static enum md_status mark_overlap(const struct job *job, struct md_error *error)
{
    struct md_system *system = &job->sim->system;
    size_t row = (size_t)system->types + 1;
    uint32_t bit[2];
    double cutoff;
    if (md_word_double(&job->words[0], "cutoff", MD_ABOVE(0.0), INFINITY, &cutoff, error))
        return error->status;
    for (int k = 0; k < 2; k++) {
        int group;
        if (md_groups_of_word(&system->groups, &job->words[k + 1], &group, error))
            return error->status;
        bit[k] = md_group_bit(group);
    }
    md_domain_wrap(system);
    struct md_frame frame = {
        .system = system, .count = system->atoms.count, .x = (const md_vec3 *)system->atoms.x};
    struct md_snapshot near = {0};
    double *table = md_memory_array(row * row, sizeof *table);
    if (!table)
        return md_error_memory(error, "cutoffs");
    for (size_t k = 0; k < row * row; k++)
        table[k] = cutoff * (1.0 + 1e-12); /* distances decide below, computed as LAMMPS does */
    enum md_status status =
        md_snapshot_build(&near, &frame, &job->sim->forces.neighbors.rules, table, true, error);
    int32_t far = (int32_t)(near.list.atoms + near.list.ghosts);
    for (size_t k = 0; k < system->atoms.count && status == MD_OK; k++) {
        size_t i = job->order[k];
        for (int32_t n = 0; n < near.list.number[i] && !job->doomed[i]; n++)
            job->doomed[i] =
                near.list.partner[i][n] != far &&
                doomed_by(job, &near.list, i, near.list.partner[i][n], cutoff * cutoff, bit);
    }
    md_memory_free(table);
    md_snapshot_free(&near);
    return status;
}

struct style {
    int words;
    enum md_status (*mark)(const struct job *, struct md_error *);
};

static const char *const style_names[] = {
    "group", "region", "porosity", "overlap", MD_NOT_OFFERED "random", MD_NOT_OFFERED "variable",
    NULL};
static const struct style styles[] = {
    {1, mark_group}, {1, mark_region}, {3, mark_porosity}, {3, mark_overlap}};
enum { ABSENT = 4 };

enum { COMPRESS, BOND, MOL, CONDENSE, OPTIONS };

static enum md_status read_options(const struct md_sim *sim, const struct md_args *args, int i,
                                   bool options[OPTIONS], struct md_error *error)
{
    static const char *const names[] = {"compress", "bond", "mol", MD_NOT_OFFERED "condense", NULL};
    for (; i < args->count; i += 2) {
        const struct md_word *word = &args->words[i];
        int keyword;
        bool value;
        enum md_status status =
            md_word_choice(word, "delete_atoms keyword", names, &keyword, error);
        if (status == MD_OK)
            status = md_keyword_values(args, i, 1, error);
        if (status == MD_OK)
            status = md_word_bool(word + 1, word->text, &value, error);
        if (status != MD_OK)
            return status;
        options[keyword] = value;
        if (value && keyword == CONDENSE)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "delete_atoms ... condense of LAMMPS does not exist here; there "
                                "are compress, bond and mol");
        if (value && keyword != COMPRESS && sim->system.topology.style == MD_ATOM_ATOMIC)
            return md_error_set(
                error, MD_ERR_ORDER, &word->place,
                "delete_atoms ... %s %s needs atoms that can have bonds (atom_style "
                "bond, angle, molecular or full), and atom_style is atomic",
                word->text, word[1].text);
    }
    return MD_OK;
}

static int by_number(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

/* All atoms of a molecule that loses one are doomed; molecule 0 is none. */
static enum md_status doom_molecules(const struct md_atoms *atoms, bool *doomed,
                                     struct md_error *error)
{
    int64_t *gone = md_memory_array(atoms->count + 1, sizeof *gone);
    size_t count = 0;
    if (!gone)
        return md_error_memory(error, "the molecules to delete");
    for (size_t i = 0; i < atoms->count; i++)
        if (doomed[i] && atoms->molecule[i] > 0)
            gone[count++] = atoms->molecule[i];
    qsort(gone, count, sizeof *gone, by_number);
    for (size_t i = 0; i < atoms->count; i++)
        doomed[i] =
            doomed[i] || bsearch(&atoms->molecule[i], gone, count, sizeof *gone, by_number) != NULL;
    md_memory_free(gone);
    return MD_OK;
}

/* The old IDs of those that stay, in the order of their new ones: in a line of all atoms by ID the
 * last one moves into each gap and is judged there. */
static void line_up(const struct job *job, int64_t *line)
{
    const int64_t *id = job->sim->system.atoms.id;
    size_t *order = job->order, left = job->sim->system.atoms.count, k = 0;
    while (k < left) {
        if (job->doomed[order[k]])
            order[k] = order[--left];
        else
            k++;
    }
    for (k = 0; k < left; k++)
        line[k] = id[order[k]];
}

/* The same in memory. */
static void remove_doomed(struct md_atoms *atoms, bool *doomed)
{
    size_t i = 0;
    while (i < atoms->count) {
        if (doomed[i]) {
            doomed[i] = doomed[atoms->count - 1];
            md_atoms_remove(atoms, i);
        } else {
            i++;
        }
    }
}

/* IDs from 1 without gaps, in the order of `line`. */
static enum md_status compress(struct md_sim *sim, const int64_t *line, struct md_error *error)
{
    struct md_atoms *atoms = &sim->system.atoms;
    int64_t *old = md_memory_array(2 * atoms->count + 1, sizeof *old);
    if (!old)
        return md_error_memory(error, "the atoms' IDs");
    int64_t *fresh = old + atoms->count;
    for (size_t k = 0; k < atoms->count; k++) {
        old[k] = atoms->id[k];
        fresh[md_atoms_find(atoms, line[k])] = (int64_t)k + 1;
    }
    if (atoms->count > 0)
        memcpy(atoms->id, fresh, atoms->count * sizeof *fresh);
    atoms->edition++;
    enum md_status status = md_renumber(sim, old, error);
    md_memory_free(old);
    return status;
}

static enum md_status delete_doomed(const struct job *job, const bool options[OPTIONS],
                                    struct md_error *error)
{
    struct md_sim *sim = job->sim;
    struct md_atoms *atoms = &sim->system.atoms;
    struct md_topology *topology = &sim->system.topology;
    size_t before = atoms->count, elements[MD_TOPOLOGY_KINDS];
    enum md_status status = MD_OK;
    int64_t *line = md_memory_array(before + 1, sizeof *line);
    if (!line)
        return md_error_memory(error, "the atoms' IDs");
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        elements[kind] = topology->list[kind].count;
    line_up(job, line);
    remove_doomed(atoms, job->doomed);
    /* An element goes with its owner, and is missed at the next run when another of its atoms is
     * deleted: LAMMPS's rule.  Elements name IDs, which therefore stay. */
    if (md_topology_count(topology) > 0)
        md_topology_prune(topology, atoms, options[BOND]);
    if (options[COMPRESS] && topology->style == MD_ATOM_ATOMIC)
        status = compress(sim, line, error);
    md_memory_free(line);
    md_log_print(&sim->log, "Deleted %zu atoms, new total = %zu\n", before - atoms->count,
                 atoms->count);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        if (elements[kind] > 0)
            md_log_print(&sim->log, "Deleted %zu %s, new total = %zu\n",
                         elements[kind] - topology->list[kind].count, md_topology_kinds[kind].many,
                         topology->list[kind].count);
    md_sim_changed(sim, MD_CHANGED_ATOMS);
    return status;
}

enum md_status md_run_delete_atoms(struct md_sim *sim, const struct md_args *args,
                                   struct md_error *error)
{
    struct md_atoms *atoms = &sim->system.atoms;
    const struct md_word *word = &args->words[0];
    bool options[OPTIONS] = {[COMPRESS] = true};
    int style;
    enum md_status status = md_word_choice(word, "delete_atoms style", style_names, &style, error);
    if (status == MD_OK && style >= ABSENT)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "delete_atoms %s of LAMMPS does not exist here; there are group, "
                            "region, porosity and overlap",
                            word->text);
    if (status == MD_OK)
        status = md_keyword_values(args, 0, styles[style].words, error);
    if (status == MD_OK)
        status = read_options(sim, args, 1 + styles[style].words, options, error);
    if (status != MD_OK)
        return status;

    struct job job = {.sim = sim, .words = word + 1};
    job.doomed = md_memory_array(atoms->count + 1, sizeof *job.doomed);
    if (!job.doomed)
        return md_error_memory(error, "the atoms to delete");
    status = md_atoms_by_id(atoms, &job.order, error);
    if (status == MD_OK)
        status = styles[style].mark(&job, error);
    if (status == MD_OK && options[MOL])
        status = doom_molecules(atoms, job.doomed, error);
    if (status == MD_OK)
        status = delete_doomed(&job, options, error);
    md_memory_free(job.order);
    md_memory_free(job.doomed);
    return status;
}
