/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Building the neighbour list:
 *
 *   1. ghosts: every image of an atom within reach of the box, along periodic axes;
 *   2. cells: atoms and ghosts sorted by cell, then by atom ID and image; ghosts are numbered in
 *      that order, so that what is near in space is near in memory;
 *   3. lists: for each atom a vector scan over the rows of cells around it, then a filter for
 *      type-pair cutoffs and exclusions where there are any, then padding with the far site.
 *
 * Step 3 is nearly all of the time and runs in parallel over blocks of atoms, each with
 * its own memory; nothing in the result depends on which thread did what, and the order of a list
 * does not depend on the order in which the atoms are stored.
 */
#include "space/neighbors.h"

#include "base/memory.h"
#include "base/sum.h"
#include "space/scan.h"
#include "space/sites.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHIFT_MAX 30000  /* of int16_t, with room to spare */
#define ROOM      16     /* hits that vector stores may write beyond the last */
#define SPARE     256    /* arrays have room for one part in this many more */
#define PAGE      262144 /* entries on a page of the lists, and fewer of few atoms */
#define LIKELY    96     /* entries of an atom, guessed before they are known */

static md_scan *scan_of(enum md_isa isa)
{
    switch (isa) {
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        return md_scan_avx2;
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        return md_scan_avx512;
#endif
    default:
        return md_scan_base;
    }
}

void md_neighbors_init(struct md_neighbors *neighbors)
{
    *neighbors = (struct md_neighbors){0};
    neighbors->rules.skin = 0.3;
    neighbors->rules.every = 1;
    neighbors->rules.check = true;
    neighbors->rules.sort_every = 1000;
    neighbors->isa = md_simd_best();
}

void md_neighbors_free(struct md_neighbors *neighbors)
{
    for (size_t b = 0; b < neighbors->blocks; b++)
        md_memory_free(neighbors->block[b].weighted);
    for (int t = 0; t < neighbors->threads; t++)
        md_pages_free(&neighbors->pages[t]);
    md_graph_free(&neighbors->graph);
    md_memory_free(neighbors->block);
    md_memory_free(neighbors->rules.exclusion);
    md_memory_free(neighbors->site);
    md_memory_free(neighbors->owner);
    md_memory_free(neighbors->shift);
    md_memory_free(neighbors->partner);
    md_memory_free(neighbors->number);
    md_memory_free(neighbors->list_cutoff_sq);
    md_memory_free(neighbors->image);
    md_memory_free(neighbors->cache);
    md_memory_free(neighbors->pages);
    md_cells_free(&neighbors->cells);
    *neighbors = (struct md_neighbors){0};
}

/* ------------------------------------------------------------------ when to build */

/* How far the box's lower and upper corner went since the list was built. */
static double way_of_corners(const struct md_neighbors *neighbors, const struct md_box *box)
{
    double low = 0.0, high = 0.0;
    for (int d = 0; d < 3; d++) {
        double a = box->lo[d] - neighbors->held_lo[d], b = box->hi[d] - neighbors->held_hi[d];
        low += a * a;
        high += b * b;
    }
    return sqrt(low) + sqrt(high);
}

/* How far an atom may go before the list is stale: half the skin, less what the box's own
 * corners moved, less the margin. */
static double allowance(const struct md_neighbors *neighbors, const struct md_box *box)
{
    double delta = neighbors->rules.skin;
    bool still = true;
    for (int d = 0; d < 3; d++)
        still = still && box->lo[d] == neighbors->held_lo[d] && box->hi[d] == neighbors->held_hi[d];
    if (!still)
        delta -= way_of_corners(neighbors, box);
    delta -= 2.0 * neighbors->margin;
    return delta > 0.0 ? 0.5 * delta : 0.0;
}

/* True unless all of begin..end are known to be within the allowance: NaN counts as moved. */
static bool moved_in(const md_vec3 *x, const md_vec3 *held, size_t begin, size_t end, double square)
{
    bool moved = false;
    for (size_t i = begin; i < end; i++) {
        double dx = x[i][0] - held[i][0], dy = x[i][1] - held[i][1], dz = x[i][2] - held[i][2];
        moved |= !(dx * dx + dy * dy + dz * dz <= square);
    }
    return moved;
}

static bool moved_any(const struct md_neighbors *neighbors, const struct md_system *system,
                      double delta)
{
    const md_vec3 *x = (const md_vec3 *)system->atoms.x;
    const md_vec3 *held = (const md_vec3 *)neighbors->held;
    size_t n = neighbors->atoms;
    double square = delta * delta;
    if (system->threads <= 1 || n < MD_PARALLEL_MIN)
        return moved_in(x, held, 0, n, square);
    size_t blocks = (n + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    bool moved = false;
#pragma omp parallel for default(none) shared(x, held, n, blocks, square)                          \
    num_threads(system->threads) schedule(static) reduction(||                                     \
                                                            : moved)
    for (size_t b = 0; b < blocks; b++) {
        size_t end = (b + 1) * MD_SUM_BLOCK < n ? (b + 1) * MD_SUM_BLOCK : n;
        moved = moved_in(x, held, b * MD_SUM_BLOCK, end, square) || moved;
    }
    return moved;
}

static bool moved_too_far(const struct md_neighbors *neighbors, const struct md_system *system)
{
    return moved_any(neighbors, system, allowance(neighbors, &system->box));
}

bool md_neighbors_strayed(const struct md_neighbors *neighbors, const struct md_system *system)
{
    return neighbors->rules.check && !neighbors->rules.once && moved_too_far(neighbors, system);
}

/* The most that a ghost has moved because the box changed its lengths. */
static double stretch_of(const struct md_neighbors *neighbors, const struct md_box *box)
{
    double square = 0.0;
    for (int d = 0; d < 3; d++) {
        double by = (box->hi[d] - box->lo[d]) - (neighbors->held_hi[d] - neighbors->held_lo[d]);
        int most = 0;
        for (size_t k = 0; by != 0.0 && k < neighbors->ghosts; k++) {
            int images = abs(neighbors->shift[k][d]);
            most = images > most ? images : most;
        }
        square += most * by * (most * by);
    }
    return sqrt(square);
}

bool md_neighbors_within_skin(const struct md_neighbors *neighbors, const struct md_system *system)
{
    double left = neighbors->rules.skin - stretch_of(neighbors, &system->box);
    return left >= 0.0 && !moved_any(neighbors, system, 0.5 * left);
}

bool md_neighbors_due(struct md_neighbors *neighbors, const struct md_system *system)
{
    const struct md_neighbor_rules *rules = &neighbors->rules;
    int64_t ago = ++neighbors->ago;
    if (ago < rules->delay || (rules->every > 1 && ago % rules->every != 0) || rules->once)
        return false;
    if (!rules->check)
        return true;
    if (!moved_too_far(neighbors, system))
        return false;
    if (ago == (rules->every > rules->delay ? rules->every : rules->delay))
        neighbors->dangerous++;
    return true;
}

/* ------------------------------------------------------------------ memory */

/* No list may need more than the machine has: without this the kernel would kill us later. */
static double memory_limit(void)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0)
        return 0.9 * (double)pages * (double)size;
#endif
    return 64e9;
}

static enum md_status reserve_partner(struct md_neighbors *neighbors, size_t room,
                                      struct md_error *error)
{
    if (room <= neighbors->partner_capacity)
        return MD_OK;
    neighbors->partner_capacity = 0;
    if (md_memory_renew(&neighbors->partner, room, sizeof *neighbors->partner, error))
        return error->status;
    neighbors->partner_capacity = room;
    return MD_OK;
}

static enum md_status reserve_atoms(struct md_neighbors *neighbors, size_t atoms, int types,
                                    struct md_error *error)
{
    size_t pairs = (size_t)(types + 1) * (size_t)(types + 1);
    if (md_memory_grow(&neighbors->list_cutoff_sq, 0, pairs, sizeof(double), error))
        return error->status;
    if (atoms <= neighbors->atom_capacity && neighbors->partner)
        return MD_OK;
    size_t room = atoms + atoms / SPARE + 1;
    size_t blocks = (room + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    neighbors->atom_capacity = 0;
    if (reserve_partner(neighbors, room, error) ||
        md_memory_renew(&neighbors->number, room, sizeof *neighbors->number, error))
        return error->status;
    neighbors->atom_capacity = room;
    if (blocks <= neighbors->blocks)
        return MD_OK;
    if (md_memory_grow(&neighbors->block, neighbors->blocks, blocks, sizeof *neighbors->block,
                       error))
        return error->status;
    neighbors->blocks = blocks;
    return MD_OK;
}

static enum md_status reserve_images(struct md_neighbors *neighbors, size_t images,
                                     struct md_error *error)
{
    size_t room = images + images / SPARE;
    size_t shifts = images * sizeof *neighbors->shift / sizeof *neighbors->partner + 1;
    if (reserve_partner(neighbors, shifts, error))
        return error->status;
    if (images <= neighbors->image_capacity)
        return MD_OK;
    neighbors->image_capacity = 0;
    if (md_memory_renew(&neighbors->image, room, sizeof *neighbors->image, error) ||
        md_memory_renew(&neighbors->shift, room, sizeof *neighbors->shift, error))
        return error->status;
    neighbors->image_capacity = room;
    return MD_OK;
}

static enum md_status reserve_sites(struct md_neighbors *neighbors, size_t sites, int threads,
                                    struct md_error *error)
{
    if (sites + 1 > neighbors->site_capacity) {
        size_t room = sites + sites / SPARE + 1;
        neighbors->site_capacity = 0;
        if (md_memory_renew(&neighbors->site, room, 4 * sizeof(double), error) ||
            md_memory_renew(&neighbors->owner, room, sizeof *neighbors->owner, error))
            return error->status;
        neighbors->site_capacity = room;
    }
    if (threads > neighbors->threads) {
        size_t old = (size_t)neighbors->threads, now = (size_t)threads;
        if (md_memory_grow(&neighbors->cache, 0, now, sizeof *neighbors->cache, error) ||
            md_memory_grow(&neighbors->pages, old, now, sizeof *neighbors->pages, error))
            return error->status;
        neighbors->threads = threads;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ 1. ghosts */

/* Images lo..hi (box lengths) of a coordinate that are within reach of the box. */
static void image_range(const struct md_system *system, int axis, double x, double reach,
                        double *first, double *last)
{
    const struct md_box *box = &system->box;
    *first = *last = 0.0;
    /* A plane has no images above or below it. */
    if (!box->periodic[axis] || (axis == 2 && system->dimension == 2))
        return;
    *first = ceil((box->lo[axis] - reach - x) / box->length[axis]);
    *last = floor((box->hi[axis] + reach - x) / box->length[axis]);
    *first = *first < 0.0 ? *first : 0.0;
    *last = *last > 0.0 ? *last : 0.0;
}

static enum md_status too_many(const struct md_system *system, double sites, double reach,
                               struct md_error *error)
{
    md_error_set(error, MD_ERR_MEMORY, NULL,
                 "the box of %g x %g x %g is so small beside the neighbour cutoff %g (cutoff plus "
                 "skin) that %zu atoms have %.3g periodic images within reach, more than fit in "
                 "memory",
                 system->box.length[0], system->box.length[1], system->box.length[2], reach,
                 system->atoms.count, sites - (double)system->atoms.count);
    return md_error_hint(error, "use a shorter cutoff or a larger box");
}

static enum md_status count_images(const struct md_system *system, double reach, size_t *images,
                                   struct md_error *error)
{
    double total = 0.0, widest = 0.0;
    for (size_t i = 0; i < system->atoms.count; i++) {
        double product = 1.0;
        for (int d = 0; d < 3; d++) {
            double first, last;
            image_range(system, d, system->atoms.x[i][d], reach, &first, &last);
            product *= last - first + 1.0;
            widest = fmax(widest, fmax(-first, last));
        }
        total += product;
    }
    /* About 100 bytes a site in all arrays together. */
    if (!(total < INT32_MAX - 64.0) || widest > SHIFT_MAX || total * 100.0 > memory_limit())
        return too_many(system, total, reach, error);
    *images = (size_t)total - system->atoms.count;
    return MD_OK;
}

/* Shifts of the images as they are found lie where the atoms' lists will be pointed to: until
 * ghosts have numbers there are no lists. */
static int16_t (*found_shift(const struct md_neighbors *neighbors))[3]
{
    return (int16_t(*)[3])(void *)neighbors->partner;
}

static size_t images_of(struct md_neighbors *neighbors, const struct md_system *system, size_t i,
                        double reach, size_t n)
{
    int16_t(*shift)[3] = found_shift(neighbors);
    double first[3], last[3];
    for (int d = 0; d < 3; d++)
        image_range(system, d, system->atoms.x[i][d], reach, &first[d], &last[d]);
    for (int z = (int)first[2]; z <= (int)last[2]; z++)
        for (int y = (int)first[1]; y <= (int)last[1]; y++)
            for (int x = (int)first[0]; x <= (int)last[0]; x++) {
                if (x == 0 && y == 0 && z == 0)
                    continue;
                neighbors->image[n] = (int32_t)i; /* the owner, until ghosts have numbers */
                shift[n][0] = (int16_t)x;
                shift[n][1] = (int16_t)y;
                shift[n][2] = (int16_t)z;
                n++;
            }
    return n;
}

static enum md_status find_images(struct md_neighbors *neighbors, const struct md_system *system,
                                  double reach, struct md_error *error)
{
    size_t images = 0, n = 0;
    if (count_images(system, reach, &images, error))
        return error->status;
    if (reserve_images(neighbors, images, error))
        return error->status;
    for (size_t i = 0; images > 0 && i < system->atoms.count; i++) {
        struct md_neighbor_block *block = &neighbors->block[i / MD_SUM_BLOCK];
        if (i % MD_SUM_BLOCK == 0)
            block->image_begin = n;
        n = images_of(neighbors, system, i, reach, n);
        block->image_end = n;
    }
    neighbors->ghosts = n;
    return MD_OK;
}

/* ------------------------------------------------------------------ 2. cells */

/* Position of site s before ghosts are put in order. */
static inline void found_at(const struct md_neighbors *neighbors, size_t s, double x[3])
{
    size_t ghost = s - neighbors->atoms;
    if (s < neighbors->atoms) {
        memcpy(x, neighbors->site + 4 * s, 3 * sizeof *x);
        return;
    }
    const double *from = neighbors->site + 4 * (size_t)neighbors->image[ghost];
    const int16_t *shift = found_shift(neighbors)[ghost];
    for (int d = 0; d < 3; d++)
        x[d] = from[d] + shift[d] * neighbors->grain.length[d];
}

static void extent_of(const struct md_neighbors *neighbors, double lo[3], double hi[3])
{
    for (size_t s = 0; s < neighbors->atoms + neighbors->ghosts; s++) {
        double x[3];
        found_at(neighbors, s, x);
        for (int d = 0; d < 3; d++) {
            lo[d] = s == 0 || x[d] < lo[d] ? x[d] : lo[d];
            hi[d] = s == 0 || x[d] > hi[d] ? x[d] : hi[d];
        }
    }
}

static void put_site(struct md_neighbors *neighbors, size_t s, const double x[3], double type)
{
    double *site = neighbors->site + 4 * s;
    site[0] = x[0];
    site[1] = x[1];
    site[2] = x[2];
    site[3] = type;
}

/* What sites of one cell are ordered by: the atom's ID, then the image as images_of finds it. */
struct site_key {
    int64_t id;
    int32_t found;
};

static inline struct site_key key_of(const struct md_neighbors *neighbors,
                                     const struct md_system *system, int32_t found)
{
    size_t s = (size_t)found;
    size_t owner = s < neighbors->atoms ? s : (size_t)neighbors->image[s - neighbors->atoms];
    return (struct site_key){system->atoms.id[owner], found};
}

static inline bool is_before(struct site_key a, struct site_key b)
{
    return a.id < b.id || (a.id == b.id && a.found < b.found);
}

/* D. L. Shell's sort: of few sites, which are nearly in order, a pass of insertions. */
static void sort_cell(const struct md_neighbors *neighbors, const struct md_system *system,
                      int32_t *index, int32_t count)
{
    int32_t gap = 1;
    while (gap < count / 16)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (int32_t k = gap; k < count; k++) {
            int32_t to = k, found = index[k];
            struct site_key key = key_of(neighbors, system, found);
            for (; to >= gap && is_before(key, key_of(neighbors, system, index[to - gap]));
                 to -= gap)
                index[to] = index[to - gap];
            index[to] = found;
        }
}

/* Sorts the sites by cell, and in a cell by the atom's ID and the image: whatever the order in
 * memory, an atom meets its partners in the same order.  `owner` serves as scratch. */
static void order_sites(struct md_neighbors *neighbors, const struct md_system *system)
{
    struct md_cells *cells = &neighbors->cells;
    size_t sites = neighbors->atoms + neighbors->ghosts, count = md_cells_count(cells);
    int32_t *start = cells->start, *cell = neighbors->owner;
    memset(start, 0, (count + 2) * sizeof *start);
    for (size_t s = 0; s < sites; s++) {
        double x[3];
        found_at(neighbors, s, x);
        cell[s] = md_cells_of(cells, x);
        start[cell[s] + 2]++;
    }
    for (size_t c = 2; c < count + 2; c++)
        start[c] += start[c - 1];
    for (size_t s = 0; s < sites; s++)
        cells->index[start[cell[s] + 1]++] = (int32_t)s;
    for (size_t c = 0; c < count; c++)
        if (start[c + 1] - start[c] > 1)
            sort_cell(neighbors, system, cells->index + start[c], start[c + 1] - start[c]);
}

/* Sites in cell order for the scan; ghosts get their final numbers in that order. */
static void number_sites(struct md_neighbors *neighbors, const struct md_system *system)
{
    struct md_cells *cells = &neighbors->cells;
    size_t atoms = neighbors->atoms, sites = atoms + neighbors->ghosts, ghost = atoms;
    for (size_t b = 0; b < neighbors->blocks; b++) {
        struct md_neighbor_block *block = &neighbors->block[b];
        block->atoms = 0;
        if (neighbors->ghosts == 0)
            block->image_begin = block->image_end = 0;
    }
    for (size_t k = 0; k < sites; k++) {
        double x[3];
        size_t s = (size_t)cells->index[k];
        found_at(neighbors, s, x);
        cells->x[k] = x[0];
        cells->y[k] = x[1];
        cells->z[k] = x[2];
        if (s < atoms) {
            struct md_neighbor_block *block = &neighbors->block[s / MD_SUM_BLOCK];
            block->order[block->atoms++] = (int16_t)(s % MD_SUM_BLOCK);
            neighbors->number[s] = (int32_t)k; /* its place, until its list is made */
            neighbors->owner[s] = (int32_t)s;
            continue;
        }
        int32_t owner = neighbors->image[s - atoms];
        memcpy(neighbors->shift[ghost - atoms], found_shift(neighbors)[s - atoms],
               sizeof *neighbors->shift);
        neighbors->owner[ghost] = owner;
        put_site(neighbors, ghost, x, system->atoms.type[owner]);
        neighbors->image[s - atoms] = cells->index[k] = (int32_t)ghost++;
    }
}

/* Far from everything, near enough that no power of the distance overflows or is denormal. */
static void put_far_site(struct md_neighbors *neighbors, const double lo[3], const double hi[3],
                         double reach)
{
    double size = reach;
    double x[3];
    for (int d = 0; d < 3; d++)
        size = fmax(size, hi[d] - lo[d]);
    for (int d = 0; d < 3; d++)
        x[d] = hi[d] + 1000.0 * size;
    put_site(neighbors, neighbors->atoms + neighbors->ghosts, x, 1.0);
}

/* ------------------------------------------------------------------ 3. lists */

/* What the threads share while lists are built. */
struct listing {
    struct md_neighbors *neighbors;
    const struct md_system *system;
    md_scan *scan;
    bool filter; /* type-pair cutoffs differ, or there are exclusions */
    double limit, bytes;
    bool failed;
    size_t usual; /* entries on a page */
};

/* By groups or molecules; types are in the table of cutoffs.  Atoms without a molecule share the
 * number 0, as in LAMMPS. */
static bool excluded(const struct md_neighbor_rules *rules, const struct md_atoms *atoms, size_t i,
                     size_t j)
{
    uint32_t a = atoms->groups[i], b = atoms->groups[j];
    bool same = atoms->molecule[i] == atoms->molecule[j];
    for (int k = 0; k < rules->exclusions; k++) {
        const struct md_exclusion *e = &rules->exclusion[k];
        if (e->kind == MD_EXCLUDE_TYPES || (e->kind == MD_EXCLUDE_INTRA && !same) ||
            (e->kind == MD_EXCLUDE_INTER && same))
            continue;
        uint32_t one = md_group_bit(e->a), two = md_group_bit(e->b);
        if (((a & one) && (b & two)) || ((a & two) && (b & one)))
            return true;
    }
    return false;
}

/* Drops hits that are beyond their type pair's own cutoff or excluded. */
static size_t filter_hits(const struct listing *work, size_t i, int32_t *hit, size_t count)
{
    const struct md_neighbors *neighbors = work->neighbors;
    const struct md_atoms *atoms = &work->system->atoms;
    const double *xi = neighbors->site + 4 * i;
    const double *limit =
        neighbors->list_cutoff_sq + (size_t)atoms->type[i] * (size_t)(work->system->types + 1);
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        int32_t owner = neighbors->owner[hit[k]];
        const double *xj = neighbors->site + 4 * (size_t)hit[k];
        double dx = xj[0] - xi[0], dy = xj[1] - xi[1], dz = xj[2] - xi[2];
        if (dx * dx + dy * dy + dz * dz > limit[atoms->type[owner]] ||
            excluded(&neighbors->rules, atoms, i, (size_t)owner))
            continue;
        hit[kept++] = hit[k];
    }
    return kept;
}

/* Whether a site is within half a box of atom i along periodic axes.  Lattices have pairs that are
 * exactly half a box apart: rounding decides of them as in LAMMPS, the same for both atoms. */
static bool is_nearest(const struct listing *work, size_t i, int32_t site)
{
    const struct md_neighbors *neighbors = work->neighbors;
    const struct md_atoms *atoms = &work->system->atoms;
    const struct md_box *box = &work->system->box;
    size_t ghost = (size_t)site - neighbors->atoms, j = (size_t)neighbors->owner[site];
    bool swapped = atoms->id[j] < atoms->id[i];
    const double *low = atoms->x[swapped ? j : i], *high = atoms->x[swapped ? i : j];
    for (int d = 0; d < 3; d++) {
        int shift = (size_t)site < neighbors->atoms ? 0 : neighbors->shift[ghost][d];
        double away = low[d] - (high[d] + (swapped ? -shift : shift) * box->length[d]);
        if (box->periodic[d] && fabs(away) > 0.5 * box->length[d])
            return false;
    }
    return true;
}

/* Which of atom i's relatives this is, or NULL.  Only an image within half a box is related, as in
 * LAMMPS: an atom's own bonds do not weaken its force on farther images. */
static const struct md_relative *related(const struct listing *work, size_t i, int32_t site)
{
    const struct md_neighbors *neighbors = work->neighbors;
    const struct md_graph *graph = &neighbors->graph;
    const struct md_relative *end = graph->relative + graph->relative_start[i + 1];
    for (const struct md_relative *r = graph->relative + graph->relative_start[i]; r < end; r++)
        if (r->atom == neighbors->owner[site])
            return is_nearest(work, i, site) ? r : NULL;
    return NULL;
}

/* Takes out of the hits those whose weight is not 1; with a weight they go to the block's own list.
 */
static size_t filter_relatives(struct listing *work, struct md_neighbor_block *block, size_t i,
                               int32_t *hit, size_t count)
{
    const struct md_graph *graph = &work->neighbors->graph;
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        const struct md_relative *relative = related(work, i, hit[k]);
        if (!relative)
            hit[kept++] = hit[k];
        if (!relative || graph->weight[relative->apart] == 0.0)
            continue;
        if (block->weighted_count == block->weighted_capacity) {
            size_t room = 2 * block->weighted_capacity + 64;
            struct md_error error;
            if (md_memory_grow(&block->weighted, block->weighted_count, room,
                               sizeof *block->weighted, &error)) {
#pragma omp atomic write
                work->failed = true;
                return kept;
            }
            block->weighted_capacity = room;
        }
        block->weighted[block->weighted_count++] =
            (struct md_weighted_pair){(int32_t)i, hit[k], graph->weight[relative->apart]};
    }
    return kept;
}

/* Room for `need` entries, or NULL. */
static int32_t *room_for(struct listing *work, struct md_pages *pages, size_t need)
{
    size_t before = pages->count;
    int32_t *room = md_pages_room(pages, need, work->usual);
    double total = 0.0;
    if (room && pages->count == before)
        return room;
    if (room) {
        double more = 4.0 * (double)pages->page[pages->now].room;
#pragma omp atomic capture
        total = work->bytes += more;
    }
    if (room && total <= work->limit)
        return room;
#pragma omp atomic write
    work->failed = true;
    return NULL;
}

/* Writes the sites within reach of atom i to where its list will be; NULL: no memory. */
static int32_t *scan_atom(struct listing *work, size_t i, int thread, size_t *count)
{
    struct md_neighbors *neighbors = work->neighbors;
    size_t place = (size_t)neighbors->number[i], room = MD_SCAN_ROOM;
    for (;;) {
        int32_t *hit = room_for(work, &neighbors->pages[thread], room + ROOM);
        if (!hit)
            return NULL;
        *count = work->scan(&neighbors->cells, neighbors->site + 4 * i, place,
                            &neighbors->cache[thread], room, hit);
        if (*count <= room)
            return hit;
        room = *count;
    }
}

/* The lists of one block; returns the number of its entries without padding. */
static uint64_t list_block(struct listing *work, size_t b, int thread)
{
    struct md_neighbors *neighbors = work->neighbors;
    struct md_neighbor_block *block = &neighbors->block[b];
    size_t begin = b * MD_SUM_BLOCK, padding = (size_t)neighbors->padding, count;
    int32_t far = (int32_t)(neighbors->atoms + neighbors->ghosts);
    uint64_t entries = 0;
    block->weighted_count = block->entries = 0;
    neighbors->cache[thread].cell = -1;
    for (int k = 0; k < block->atoms; k++) {
        size_t i = begin + (size_t)block->order[k];
        int32_t *hit = scan_atom(work, i, thread, &count);
        if (!hit)
            return entries;
        if (work->filter)
            count = filter_hits(work, i, hit, count);
        if (neighbors->graph.depth > 0)
            count = filter_relatives(work, block, i, hit, count);
        entries += count;
        while (count % padding != 0)
            hit[count++] = far;
        neighbors->partner[i] = hit;
        neighbors->number[i] = (int32_t)count;
        neighbors->pages[thread].used += count;
        block->entries += count;
    }
    return entries + block->weighted_count;
}

static uint64_t list_all(struct listing *work, int threads)
{
    struct md_neighbors *neighbors = work->neighbors;
    size_t blocks = (neighbors->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    uint64_t entries = 0;
    if (threads <= 1 || neighbors->atoms < MD_PARALLEL_MIN) {
        for (size_t b = 0; b < blocks && !work->failed; b++)
            entries += list_block(work, b, 0);
        return entries;
    }
#pragma omp parallel for default(none) shared(work, blocks) num_threads(threads)                  \
    schedule(static) reduction(+ : entries)
    for (size_t b = 0; b < blocks; b++)
        entries += list_block(work, b, omp_get_thread_num());
    return entries;
}

/* Squared list cutoffs by type pair; *reach the largest; *filter whether they differ. */
static void list_cutoffs(struct md_neighbors *neighbors, const struct md_system *system,
                         const double *cutoff, double *reach, bool *filter)
{
    const struct md_neighbor_rules *rules = &neighbors->rules;
    size_t types = (size_t)system->types, row = types + 1;
    *reach = 0.0;
    *filter = false;
    for (size_t i = 1; i <= types; i++)
        for (size_t j = 1; j <= types; j++) {
            double c = cutoff[i * row + j];
            bool out = !(c > 0.0);
            for (int k = 0; k < rules->exclusions; k++) {
                const struct md_exclusion *e = &rules->exclusion[k];
                *filter = *filter || e->kind != MD_EXCLUDE_TYPES;
                if (e->kind == MD_EXCLUDE_TYPES &&
                    ((e->a == (int)i && e->b == (int)j) || (e->a == (int)j && e->b == (int)i)))
                    out = true;
            }
            c += rules->skin;
            neighbors->list_cutoff_sq[i * row + j] = out ? -1.0 : c * c;
            if (!out && c > *reach)
                *reach = c;
        }
    for (size_t i = 1; i <= types; i++)
        for (size_t j = 1; j <= types; j++)
            *filter = *filter || neighbors->list_cutoff_sq[i * row + j] != *reach * *reach;
}

/* Finite, and in the box along periodic axes: where wrapping gave up, an atom is too far. */
static bool is_somewhere(const struct md_box *box, const double x[3])
{
    for (int d = 0; d < 3; d++)
        if (!isfinite(x[d]) || (box->periodic[d] && !(x[d] >= box->lo[d] && x[d] <= box->hi[d])))
            return false;
    return true;
}

static enum md_status need_places(const struct md_system *system, struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    size_t far = atoms->count; /* of those that are nowhere, the one with the lowest ID */
    for (size_t i = 0; i < atoms->count; i++)
        if (!is_somewhere(&system->box, atoms->x[i]) &&
            (far == atoms->count || atoms->id[i] < atoms->id[far]))
            far = i;
    if (far == atoms->count)
        return MD_OK;
    md_error_set(error, MD_ERR_RUN, NULL,
                 "atom %" PRId64 " is at (%g, %g, %g), which is no place in the box: the "
                 "simulation is unstable",
                 atoms->id[far], atoms->x[far][0], atoms->x[far][1], atoms->x[far][2]);
    return md_error_hint(error, "a shorter timestep, or atoms that start too close?");
}

static enum md_status make_lists(struct md_neighbors *neighbors, const struct md_system *system,
                                 bool filter, struct md_error *error)
{
    int threads = system->threads > 1 ? system->threads : 1;
    struct listing work = {.neighbors = neighbors,
                           .system = system,
                           .scan = scan_of(neighbors->isa),
                           .filter = filter,
                           .limit = memory_limit()};
    size_t likely = LIKELY * neighbors->atoms / (size_t)threads + MD_SCAN_ROOM + ROOM;
    work.usual = likely < PAGE ? likely : PAGE;
    for (int t = 0; t < neighbors->threads; t++) {
        md_pages_rewind(&neighbors->pages[t]);
        work.bytes += (double)md_pages_bytes(&neighbors->pages[t]);
    }
    neighbors->pairs = list_all(&work, threads) / 2;
    for (int t = 0; t < neighbors->threads; t++)
        md_pages_trim(&neighbors->pages[t]);
    if (!work.failed)
        return MD_OK;
    md_error_set(error, MD_ERR_MEMORY, NULL,
                 "the neighbour list of %zu atoms within %g (cutoff plus skin) does not fit in "
                 "memory: %.3g GB are taken, and %.3g GB are the most it may have",
                 neighbors->atoms, neighbors->cells.reach, work.bytes / 1e9, work.limit / 1e9);
    return md_error_hint(error, "use a shorter cutoff");
}

enum md_status md_neighbors_build(struct md_neighbors *neighbors, const struct md_system *system,
                                  const double *cutoff, struct md_error *error)
{
    size_t atoms = system->atoms.count;
    int threads = system->threads > 1 ? system->threads : 1;
    double reach, lo[3] = {0.0}, hi[3] = {0.0};
    bool filter;
    neighbors->built = false;
    neighbors->padding = md_simd_padding(neighbors->isa);
    if (need_places(system, error) || reserve_atoms(neighbors, atoms, system->types, error))
        return error->status;
    list_cutoffs(neighbors, system, cutoff, &reach, &filter);
    neighbors->atoms = atoms;
    neighbors->ghosts = 0;
    if (reach > 0.0 && find_images(neighbors, system, reach, error))
        return error->status;
    size_t sites = atoms + neighbors->ghosts;
    neighbors->cells.reach = reach;
    if (reserve_sites(neighbors, sites, threads, error))
        return error->status;
    md_sites_place(neighbors, system);
    extent_of(neighbors, lo, hi);
    /* Without a cutoff there are no lists, but still sites: reach 0 finds nobody. */
    if (md_cells_shape(&neighbors->cells, &system->box, atoms,
                       reach > 0.0 ? reach : fmax(fmax(hi[0] - lo[0], hi[1] - lo[1]), 1.0), lo, hi,
                       sites, error))
        return error->status;
    order_sites(neighbors, system);
    number_sites(neighbors, system);
    put_far_site(neighbors, lo, hi, reach);
    if (reach > 0.0) {
        if (make_lists(neighbors, system, filter, error))
            return error->status;
    } else {
        memset(neighbors->number, 0, atoms * sizeof *neighbors->number);
        for (size_t b = 0; b < neighbors->blocks; b++)
            neighbors->block[b].weighted_count = neighbors->block[b].entries = 0;
        neighbors->pairs = 0;
    }
    neighbors->held = (md_vec3 *)neighbors->cells.room;
    if (atoms > 0)
        memcpy(neighbors->held, system->atoms.x, atoms * sizeof *neighbors->held);
    memcpy(neighbors->held_lo, system->box.lo, sizeof neighbors->held_lo);
    memcpy(neighbors->held_hi, system->box.hi, sizeof neighbors->held_hi);
    neighbors->ago = 0;
    neighbors->built = true;
    return MD_OK;
}
