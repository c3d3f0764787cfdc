/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happens to atoms and box at a rebuild.  The order of the atoms and the rounding of a wrapped
 * coordinate are those decks rely on: random thermostats, `velocity loop local` and dumps without
 * sorting see them.
 */
#include "space/domain.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void shrink_axis(struct md_system *system, int axis)
{
    struct md_box *box = &system->box;
    const struct md_atoms *atoms = &system->atoms;
    enum md_boundary low = box->face[axis][0], high = box->face[axis][1];
    if (atoms->count == 0 ||
        (low != MD_SHRINK && low != MD_SHRINK_MIN && high != MD_SHRINK && high != MD_SHRINK_MIN))
        return;
    double least = atoms->x[0][axis], most = least;
    for (size_t i = 1; i < atoms->count; i++) {
        double x = atoms->x[i][axis];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    if (low == MD_SHRINK)
        box->lo[axis] = least - box->small[axis];
    else if (low == MD_SHRINK_MIN)
        box->lo[axis] = fmin(least - box->small[axis], box->start_lo[axis]);
    if (high == MD_SHRINK)
        box->hi[axis] = most + box->small[axis];
    else if (high == MD_SHRINK_MIN)
        box->hi[axis] = fmax(most + box->small[axis], box->start_hi[axis]);
}

int64_t md_domain_wrap(struct md_system *system)
{
    struct md_atoms *atoms = &system->atoms;
    int64_t full = 0;
    for (size_t i = 0; i < atoms->count; i++) {
        int before[3] = {atoms->image[i][0], atoms->image[i][1], atoms->image[i][2]};
        md_box_wrap(&system->box, atoms->x[i], atoms->image[i]);
        for (int d = 0; d < 3; d++)
            if (atoms->image[i][d] > MD_IMAGE_MOST || atoms->image[i][d] < -MD_IMAGE_MOST)
                full = full == 0 || atoms->id[i] < full ? atoms->id[i] : full;
        for (int d = 0; d < 3 && (atoms->groups[i] & system->box.rate_groups) != 0; d++)
            atoms->v[i][d] -= (atoms->image[i][d] - before[d]) * system->box.rate[d];
    }
    for (int d = 0; d < 3; d++)
        if (!system->box.periodic[d])
            shrink_axis(system, d);
    md_box_refresh(&system->box);
    return full;
}

static bool is_lost(const struct md_box *box, const double x[3])
{
    for (int d = 0; d < 3; d++) {
        if (box->periodic[d])
            continue;
        if ((box->face[d][0] == MD_FIXED && x[d] < box->lo[d]) ||
            (box->face[d][1] == MD_FIXED && x[d] >= box->hi[d]))
            return true;
    }
    return false;
}

int64_t md_domain_remove_lost(struct md_system *system, int64_t *id, double x[3])
{
    struct md_atoms *atoms = &system->atoms;
    const struct md_box *box = &system->box;
    int64_t lost = 0;
    for (size_t i = 0; i < atoms->count;) {
        if (!is_lost(box, atoms->x[i])) {
            i++;
            continue;
        }
        if (lost++ == 0 || atoms->id[i] < *id) {
            *id = atoms->id[i];
            memcpy(x, atoms->x[i], 3 * sizeof(double));
        }
        md_atoms_remove(atoms, i);
    }
    return lost;
}

/* ------------------------------------------------------------------ spatial sort */

struct bins {
    double lo[3], inverse[3];
    int n[3];
};

static size_t bin_of(const struct bins *bins, const double x[3])
{
    size_t c[3];
    for (int d = 0; d < 3; d++) {
        double k = (x[d] - bins->lo[d]) * bins->inverse[d];
        c[d] = k < 1.0 ? 0 : k >= bins->n[d] ? (size_t)bins->n[d] - 1 : (size_t)k;
    }
    return (c[2] * (size_t)bins->n[1] + c[1]) * (size_t)bins->n[0] + c[0];
}

/* Bins of about `size`; false when there is one only, or too many to number. */
static bool bins_shape(struct bins *bins, const struct md_system *system, double size)
{
    double total = 1.0;
    for (int d = 0; d < 3; d++) {
        double n = system->box.length[d] / size;
        if (!(n < 1e9))
            return false;
        bins->n[d] = (d == 2 && system->dimension == 2) || n < 1.0 ? 1 : (int)n;
        bins->lo[d] = system->box.lo[d];
        bins->inverse[d] = bins->n[d] / system->box.length[d];
        total *= bins->n[d];
    }
    return total > 1.0 && total < 1e18;
}

/* Whether atoms lie in ascending order of bins already. */
static bool is_sorted(const struct md_atoms *atoms, const struct bins *bins)
{
    size_t last = 0;
    for (size_t i = 0; i < atoms->count; i++) {
        size_t bin = bin_of(bins, atoms->x[i]);
        if (bin < last)
            return false;
        last = bin;
    }
    return true;
}

struct binned {
    size_t bin, atom;
};

static int by_bin(const void *left, const void *right)
{
    const struct binned *a = left, *b = right;
    if (a->bin != b->bin)
        return a->bin < b->bin ? -1 : 1;
    return a->atom < b->atom ? -1 : a->atom > b->atom;
}

/* order[k]: the atom that goes to k.  A wide box with few atoms has more bins than memory. */
static enum md_status order_pairs(const struct md_atoms *atoms, const struct bins *bins,
                                  size_t *order, struct md_error *error)
{
    struct binned *list = md_memory_array(atoms->count, sizeof *list);
    if (!list)
        return md_error_memory(error, "sorting the atoms in space");
    for (size_t i = 0; i < atoms->count; i++)
        list[i] = (struct binned){bin_of(bins, atoms->x[i]), i};
    qsort(list, atoms->count, sizeof *list, by_bin);
    for (size_t i = 0; i < atoms->count; i++)
        order[i] = list[i].atom;
    md_memory_free(list);
    return MD_OK;
}

/* The same by counting, where bins are few enough. */
static enum md_status order_counted(const struct md_atoms *atoms, const struct bins *bins,
                                    size_t total, size_t *order, struct md_error *error)
{
    uint32_t *next = md_memory_array(total + 1, sizeof *next);
    if (!next)
        return md_error_memory(error, "sorting the atoms in space");
    for (size_t i = 0; i < atoms->count; i++)
        next[bin_of(bins, atoms->x[i]) + 1]++;
    for (size_t bin = 0; bin < total; bin++)
        next[bin + 1] += next[bin];
    for (size_t i = 0; i < atoms->count; i++)
        order[next[bin_of(bins, atoms->x[i])]++] = i;
    md_memory_free(next);
    return MD_OK;
}

static enum md_status sorted_order(const struct md_atoms *atoms, const struct bins *bins,
                                   size_t *order, struct md_error *error)
{
    double total = (double)bins->n[0] * bins->n[1] * bins->n[2];
    if (total <= 4.0 * (double)atoms->count && atoms->count < UINT32_MAX)
        return order_counted(atoms, bins, (size_t)total, order, error);
    return order_pairs(atoms, bins, order, error);
}

enum md_status md_domain_sort(struct md_system *system, double bin, double list_cutoff,
                              struct md_error *error)
{
    struct md_atoms *atoms = &system->atoms;
    struct bins bins;
    double size = bin > 0.0 ? bin : 0.5 * list_cutoff;
    if (!(size > 0.0) || atoms->count < 2 || !bins_shape(&bins, system, size) ||
        is_sorted(atoms, &bins))
        return MD_OK;
    size_t *order = md_memory_array(atoms->count, sizeof *order);
    if (!order)
        return md_error_memory(error, "sorting the atoms in space");
    enum md_status status = sorted_order(atoms, &bins, order, error);
    if (!status)
        status = md_atoms_permute(atoms, order, error);
    md_memory_free(order);
    return status;
}
