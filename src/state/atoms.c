/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The atoms' arrays.  They grow by half at a time, and what is not yet used takes no memory.  Every
 * change of number, order or type raises the edition, by which lists and the id map notice that
 * they are stale.
 */
#include "state/atoms.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A larger array with the first `count` elements of the old one. */
static enum md_status enlarge(void *array, size_t count, size_t capacity, size_t size,
                              struct md_error *error)
{
    void *old, *larger = md_memory_plain(capacity, size);
    memcpy(&old, array, sizeof old);
    if (!larger)
        return md_error_set(error, MD_ERR_MEMORY, NULL, "not enough memory for %zu atoms",
                            capacity);
    if (count > 0)
        memcpy(larger, old, count * size);
    md_memory_free(old);
    memcpy(array, &larger, sizeof larger);
    return MD_OK;
}

/* Copies what is not 0, so that what is stays without memory. */
static void copy_charges(struct md_atoms *to, const struct md_atoms *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (to->molecule[i] != from->molecule[i])
            to->molecule[i] = from->molecule[i];
        if (to->charge[i] != from->charge[i])
            to->charge[i] = from->charge[i];
    }
}

/* The two arrays that mostly are all 0. */
static enum md_status enlarge_charges(struct md_atoms *atoms, size_t capacity,
                                      struct md_error *error)
{
    struct md_atoms larger = {.molecule = md_memory_sparse(capacity, sizeof *atoms->molecule),
                              .charge = md_memory_sparse(capacity, sizeof *atoms->charge)};
    if (!larger.molecule || !larger.charge) {
        md_memory_free(larger.molecule);
        md_memory_free(larger.charge);
        return md_error_set(error, MD_ERR_MEMORY, NULL, "not enough memory for %zu atoms",
                            capacity);
    }
    copy_charges(&larger, atoms, atoms->count);
    md_memory_free(atoms->molecule);
    md_memory_free(atoms->charge);
    atoms->molecule = larger.molecule;
    atoms->charge = larger.charge;
    return MD_OK;
}

enum md_status md_atoms_reserve(struct md_atoms *atoms, size_t capacity, struct md_error *error)
{
    size_t old = atoms->capacity;
    if (capacity <= old)
        return MD_OK;

    const struct {
        void *array;
        size_t size;
    } parts[] = {
        {&atoms->x, sizeof *atoms->x},           {&atoms->v, sizeof *atoms->v},
        {&atoms->f, sizeof *atoms->f},           {&atoms->type, sizeof *atoms->type},
        {&atoms->id, sizeof *atoms->id},         {&atoms->image, sizeof *atoms->image},
        {&atoms->groups, sizeof *atoms->groups},
    };
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        enum md_status status =
            enlarge(parts[k].array, atoms->count, capacity, parts[k].size, error);
        if (status != MD_OK)
            return status; /* capacity still says what all arrays have at least */
    }
    if (enlarge_charges(atoms, capacity, error))
        return error->status;
    if ((atoms->updates &&
         md_memory_grow(&atoms->updates, old, capacity, sizeof *atoms->updates, error)) ||
        (atoms->residual &&
         md_memory_grow(&atoms->residual, old, capacity, sizeof *atoms->residual, error)) ||
        (atoms->mass && md_memory_grow(&atoms->mass, old, capacity, sizeof *atoms->mass, error)))
        return error->status;
    atoms->capacity = capacity;
    return MD_OK;
}

enum md_status md_atoms_count_events(struct md_atoms *atoms, bool updates, bool residual,
                                     struct md_error *error)
{
    md_memory_free(atoms->updates);
    md_memory_free(atoms->residual);
    atoms->updates = NULL;
    atoms->residual = NULL;
    if (updates)
        atoms->updates = md_memory_array(atoms->capacity, sizeof *atoms->updates);
    if (residual)
        atoms->residual = md_memory_array(atoms->capacity, sizeof *atoms->residual);
    if ((updates && !atoms->updates) || (residual && !atoms->residual))
        return md_error_memory(error, "what an integrator counts of each atom");
    return MD_OK;
}

enum md_status md_atoms_own_masses(struct md_atoms *atoms, struct md_error *error)
{
    if (atoms->mass == NULL)
        atoms->mass = md_memory_array(atoms->capacity + 1, sizeof *atoms->mass);
    return atoms->mass != NULL ? MD_OK : md_error_memory(error, "the masses of atoms");
}

enum md_status md_atoms_add(struct md_atoms *atoms, int type, int64_t id, const double x[3],
                            struct md_error *error)
{
    if (atoms->count == atoms->capacity) {
        size_t more = atoms->capacity < 64 ? 64 : atoms->capacity + atoms->capacity / 2;
        enum md_status status = md_atoms_reserve(atoms, more, error);
        if (status != MD_OK)
            return status;
    }
    size_t i = atoms->count++;
    memcpy(atoms->x[i], x, sizeof atoms->x[i]);
    memset(atoms->v[i], 0, sizeof atoms->v[i]);
    memset(atoms->f[i], 0, sizeof atoms->f[i]);
    memset(atoms->image[i], 0, sizeof atoms->image[i]);
    atoms->type[i] = type;
    atoms->id[i] = id;
    atoms->groups[i] = 1;
    if (atoms->molecule[i] != 0)
        atoms->molecule[i] = 0;
    if (atoms->charge[i] != 0.0)
        atoms->charge[i] = 0.0;
    if (atoms->mass)
        atoms->mass[i] = 0.0;
    if (atoms->updates)
        atoms->updates[i] = 0.0;
    if (atoms->residual)
        memset(atoms->residual[i], 0, sizeof atoms->residual[i]);
    atoms->edition++;
    return MD_OK;
}

void md_atoms_remove(struct md_atoms *atoms, size_t i)
{
    size_t last = --atoms->count;
    atoms->edition++;
    if (i == last)
        return;
    memcpy(atoms->x[i], atoms->x[last], sizeof atoms->x[i]);
    memcpy(atoms->v[i], atoms->v[last], sizeof atoms->v[i]);
    memcpy(atoms->f[i], atoms->f[last], sizeof atoms->f[i]);
    memcpy(atoms->image[i], atoms->image[last], sizeof atoms->image[i]);
    atoms->type[i] = atoms->type[last];
    atoms->id[i] = atoms->id[last];
    atoms->groups[i] = atoms->groups[last];
    if (atoms->molecule[i] != atoms->molecule[last])
        atoms->molecule[i] = atoms->molecule[last];
    if (atoms->charge[i] != atoms->charge[last])
        atoms->charge[i] = atoms->charge[last];
    if (atoms->mass)
        atoms->mass[i] = atoms->mass[last];
    if (atoms->updates)
        atoms->updates[i] = atoms->updates[last];
    if (atoms->residual)
        memcpy(atoms->residual[i], atoms->residual[last], sizeof atoms->residual[i]);
}

/* A permutation: new k is old order[k].  done: one byte for eight atoms. */
struct permutation {
    const size_t *order;
    size_t count;
    unsigned char *done;
};

/* Reorders in place, cycle by cycle, an array of elements of at most the size of a vector. */
static void permute(const struct permutation *p, void *array, size_t size)
{
    char *bytes = array, first[sizeof(md_vec3)];
    memset(p->done, 0, p->count / 8 + 1);
    for (size_t start = 0; start < p->count; start++) {
        if (p->order[start] == start || (p->done[start / 8] >> start % 8 & 1))
            continue;
        size_t k = start;
        memcpy(first, bytes + start * size, size);
        for (; p->order[k] != start; k = p->order[k]) {
            memcpy(bytes + k * size, bytes + p->order[k] * size, size);
            p->done[k / 8] |= (unsigned char)(1u << k % 8);
        }
        memcpy(bytes + k * size, first, size);
        p->done[k / 8] |= (unsigned char)(1u << k % 8);
    }
}

static bool any_charges(const struct md_atoms *atoms)
{
    for (size_t i = 0; i < atoms->count; i++)
        if (atoms->molecule[i] != 0 || atoms->charge[i] != 0.0)
            return true;
    return false;
}

enum md_status md_atoms_permute(struct md_atoms *atoms, const size_t *order, struct md_error *error)
{
    size_t n = atoms->count;
    struct permutation p = {order, n, md_memory_array(n / 8 + 1, 1)};
    if (!p.done)
        return md_error_memory(error, "the reordering of atoms");
    permute(&p, atoms->x, sizeof *atoms->x);
    permute(&p, atoms->v, sizeof *atoms->v);
    permute(&p, atoms->f, sizeof *atoms->f);
    permute(&p, atoms->image, sizeof *atoms->image);
    permute(&p, atoms->type, sizeof *atoms->type);
    permute(&p, atoms->id, sizeof *atoms->id);
    permute(&p, atoms->groups, sizeof *atoms->groups);
    if (any_charges(atoms)) {
        permute(&p, atoms->molecule, sizeof *atoms->molecule);
        permute(&p, atoms->charge, sizeof *atoms->charge);
    }
    if (atoms->mass)
        permute(&p, atoms->mass, sizeof *atoms->mass);
    if (atoms->updates)
        permute(&p, atoms->updates, sizeof *atoms->updates);
    if (atoms->residual)
        permute(&p, atoms->residual, sizeof *atoms->residual);
    md_memory_free(p.done);
    md_memory_free(atoms->map); /* set-up alone may have needed it */
    atoms->map = NULL;
    atoms->map_size = 0;
    atoms->edition++;
    return MD_OK;
}

int64_t md_atoms_max_id(const struct md_atoms *atoms)
{
    int64_t max = 0;
    for (size_t i = 0; i < atoms->count; i++)
        if (atoms->id[i] > max)
            max = atoms->id[i];
    return max;
}

void md_atoms_number(struct md_atoms *atoms)
{
    int64_t next = md_atoms_max_id(atoms);
    for (size_t i = 0; i < atoms->count; i++)
        if (atoms->id[i] == 0)
            atoms->id[i] = ++next;
    atoms->edition++;
}

struct numbered {
    int64_t id;
    size_t index;
};

static int ascending(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

enum md_status md_atoms_by_id(const struct md_atoms *atoms, size_t **order, struct md_error *error)
{
    size_t n = atoms->count;
    bool sorted = true;
    *order = md_memory_array(n + 1, sizeof **order);
    struct numbered *list = md_memory_array(n + 1, sizeof *list);
    if (!*order || !list) {
        md_memory_free(*order);
        md_memory_free(list);
        *order = NULL;
        return md_error_memory(error, "the atoms in the order of their IDs");
    }
    for (size_t i = 0; i < n; i++) {
        list[i] = (struct numbered){atoms->id[i], i};
        sorted = sorted && (i == 0 || atoms->id[i - 1] <= atoms->id[i]);
    }
    if (!sorted)
        qsort(list, n, sizeof *list, ascending);
    for (size_t k = 0; k < n; k++)
        (*order)[k] = list[k].index;
    md_memory_free(list);
    return MD_OK;
}

/* Rebuilds the id map; false when ids are too sparse for a table or there is no memory. */
static bool map_atoms(struct md_atoms *atoms)
{
    size_t need = (size_t)md_atoms_max_id(atoms) + 1;
    if (need > 64 * atoms->count + 65536 || atoms->count >= INT32_MAX)
        return false;
    if (need > atoms->map_size) {
        struct md_error ignored;
        if (md_memory_grow(&atoms->map, atoms->map_size, need, sizeof *atoms->map, &ignored) !=
            MD_OK)
            return false;
        atoms->map_size = need;
    }
    memset(atoms->map, 0, atoms->map_size * sizeof *atoms->map);
    for (size_t i = 0; i < atoms->count; i++)
        atoms->map[atoms->id[i]] = (int32_t)(i + 1);
    atoms->map_edition = atoms->edition;
    return true;
}

int64_t md_atoms_find(struct md_atoms *atoms, int64_t id)
{
    if (id < 1 || atoms->count == 0)
        return -1;
    bool fresh = atoms->map && atoms->map_edition == atoms->edition;
    if (fresh || map_atoms(atoms))
        return (size_t)id < atoms->map_size ? atoms->map[id] - 1 : -1;
    for (size_t i = 0; i < atoms->count; i++)
        if (atoms->id[i] == id)
            return (int64_t)i;
    return -1;
}

void md_atoms_free(struct md_atoms *atoms)
{
    md_memory_free(atoms->x);
    md_memory_free(atoms->v);
    md_memory_free(atoms->f);
    md_memory_free(atoms->type);
    md_memory_free(atoms->id);
    md_memory_free(atoms->image);
    md_memory_free(atoms->groups);
    md_memory_free(atoms->molecule);
    md_memory_free(atoms->charge);
    md_memory_free(atoms->mass);
    md_memory_free(atoms->updates);
    md_memory_free(atoms->residual);
    md_memory_free(atoms->map);
    memset(atoms, 0, sizeof *atoms);
}

enum md_status md_atoms_copy(struct md_atoms *to, const struct md_atoms *from,
                             struct md_error *error)
{
    size_t n = from->count;
    *to = (struct md_atoms){0};
    enum md_status status = md_atoms_reserve(to, n, error);
    if (status == MD_OK)
        status = md_atoms_count_events(to, from->updates != NULL, from->residual != NULL, error);
    if (status == MD_OK && from->mass)
        status = md_atoms_own_masses(to, error);
    if (status != MD_OK || n == 0)
        return status;
    memcpy(to->x, from->x, n * sizeof(*to->x));
    memcpy(to->v, from->v, n * sizeof(*to->v));
    memcpy(to->f, from->f, n * sizeof(*to->f));
    memcpy(to->type, from->type, n * sizeof(*to->type));
    memcpy(to->id, from->id, n * sizeof(*to->id));
    memcpy(to->image, from->image, n * sizeof(*to->image));
    memcpy(to->groups, from->groups, n * sizeof(*to->groups));
    copy_charges(to, from, n);
    if (to->mass)
        memcpy(to->mass, from->mass, n * sizeof *to->mass);
    if (to->updates)
        memcpy(to->updates, from->updates, n * sizeof(*to->updates));
    if (to->residual)
        memcpy(to->residual, from->residual, n * sizeof(*to->residual));
    to->count = n;
    to->edition = from->edition + 1;
    return MD_OK;
}
