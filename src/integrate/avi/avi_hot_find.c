/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Before each block of a cascade: who is hot, and with whom hot atoms interact.
 *
 * Hot are the fast atoms, all within reach of one during the block, and the strays: atoms that may
 * be farther than half the skin from where the list was made before the block ends.  So the list is
 * right for all pairs of atoms that are not hot, and for pairs of hot atoms that are no strays; the
 * pairs of strays are found from a grid of the places where the list was made (all but strays
 * are within half the skin of these), and among strays by trying all.  A new list is made only when
 * strays have become many: with a fast atom it would else be new in almost every block.
 *
 * All of this is a function of positions, velocities and the list's own positions: a restart finds
 * the same.  So is its order: atoms and pairs stand as cells and IDs have it, since pairs choose
 * their steps and kick one after the other.
 */
#include "integrate/avi/avi_hot.h"
#include "integrate/order.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define SLACK 1.05 /* of speeds: atoms fall into wells on their way */

static enum md_status room(void *array, size_t used, size_t wanted, size_t *have, size_t size,
                           struct md_error *error)
{
    if (wanted <= *have)
        return MD_OK;
    wanted += wanted / 2 + 64;
    if (md_memory_grow(array, used, wanted, size, error))
        return error->status;
    *have = wanted;
    return MD_OK;
}

static inline double square(const double a[3])
{
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

/* ------------------------------------------------------------------ the grid */

static int along(const struct md_hot_grid *grid, int c, double x)
{
    double k = floor((x - grid->lo[c]) * grid->inverse[c]);
    return k < 0.0 ? 0 : k >= grid->n[c] ? grid->n[c] - 1 : (int)k;
}

static size_t cell_of(const struct md_hot_grid *grid, const double x[3])
{
    size_t k = (size_t)along(grid, 2, x[2]);
    k = k * (size_t)grid->n[1] + (size_t)along(grid, 1, x[1]);
    return k * (size_t)grid->n[0] + (size_t)along(grid, 0, x[0]);
}

static void shape_grid(struct md_hot_grid *grid, const struct md_system *system,
                       const md_vec3 *held, double reach)
{
    size_t atoms = system->atoms.count;
    double most = cbrt((double)atoms) + 1.0;
    for (int c = 0; c < 3; c++) {
        double lo = system->box.lo[c], hi = system->box.hi[c];
        for (size_t i = 0; !system->box.periodic[c] && i < atoms; i++) {
            lo = i == 0 ? held[i][c] : fmin(lo, held[i][c]);
            hi = i == 0 ? held[i][c] : fmax(hi, held[i][c]);
        }
        double cells = fmin(fmax(floor((hi - lo) / (0.5 * reach)), 1.0), most);
        grid->n[c] = (int)cells;
        grid->lo[c] = lo;
        grid->inverse[c] = hi > lo ? cells / (hi - lo) : 0.0;
    }
    grid->cells = (size_t)grid->n[0] * (size_t)grid->n[1] * (size_t)grid->n[2];
}

static enum md_status fill_grid(struct md_hot *hot, const struct md_dynamics *dynamics,
                                struct md_error *error)
{
    struct md_hot_grid *grid = &hot->grid;
    const md_vec3 *held = (const md_vec3 *)dynamics->forces->neighbors.held;
    size_t atoms = dynamics->system->atoms.count;
    shape_grid(grid, dynamics->system, held, hot->reach);
    if (md_memory_grow(&grid->start, 0, grid->cells + 2, sizeof *grid->start, error) ||
        md_memory_grow(&grid->atom, 0, atoms, sizeof *grid->atom, error))
        return error->status;
    memset(grid->start, 0, (grid->cells + 2) * sizeof *grid->start);
    for (size_t i = 0; i < atoms; i++)
        grid->start[cell_of(grid, held[i]) + 2]++;
    for (size_t k = 2; k < grid->cells + 2; k++)
        grid->start[k] += grid->start[k - 1];
    for (size_t i = 0; i < atoms; i++)
        grid->atom[grid->start[cell_of(grid, held[i]) + 1]++] = (int32_t)i;
    for (size_t k = 0; k < grid->cells; k++)
        md_order_some(&dynamics->system->atoms, grid->atom + grid->start[k],
                      (size_t)(grid->start[k + 1] - grid->start[k]));
    return MD_OK;
}

enum md_status md_avi_hot_find_listed(struct md_hot *hot, const struct md_dynamics *dynamics,
                                      struct md_error *error)
{
    const struct md_neighbors *neighbors = &dynamics->forces->neighbors;
    size_t atoms = dynamics->system->atoms.count;
    if (atoms > hot->atoms || hot->local == NULL) {
        if (md_memory_grow(&hot->local, 0, atoms, sizeof *hot->local, error) ||
            md_memory_grow(&hot->mark, 0, atoms, sizeof *hot->mark, error) ||
            md_memory_grow(&hot->partner, 0, atoms, sizeof *hot->partner, error) ||
            md_memory_grow(&hot->number, 0, atoms, sizeof *hot->number, error))
            return error->status;
        hot->atoms = atoms;
    }
    memset(hot->local, 0, hot->atoms * sizeof *hot->local);
    memset(hot->mark, 0, hot->atoms * sizeof *hot->mark);
    hot->spots = hot->hots = hot->touches = 0;
    if (atoms > 0) {
        memcpy(hot->partner, neighbors->partner, atoms * sizeof *hot->partner);
        memcpy(hot->number, neighbors->number, atoms * sizeof *hot->number);
    }
    return fill_grid(hot, dynamics, error);
}

void md_avi_hot_find_free(struct md_hot *hot)
{
    md_memory_free(hot->local);
    md_memory_free(hot->mark);
    md_memory_free(hot->spot);
    md_memory_free(hot->atom);
    md_memory_free(hot->force);
    md_memory_free(hot->fast);
    md_memory_free(hot->stray);
    md_memory_free(hot->partner);
    md_memory_free(hot->number);
    md_memory_free(hot->touched);
    md_memory_free(hot->scratch);
    md_memory_free(hot->star);
    md_memory_free(hot->member);
    md_memory_free(hot->grid.start);
    md_memory_free(hot->grid.atom);
}

/* ------------------------------------------------------------------ who */

struct finder {
    struct md_hot *hot;
    const struct md_avi *avi;
    struct md_dynamics *dynamics;
    struct md_error *error;
    bool failed;
    /* For `around`: the spot in the middle, and what is done with an atom that may be near. */
    int32_t middle;
    double range;
};

/* The image of what lies between: shifts are -1, 0 or 1 box lengths. */
static uint8_t nearest(const struct md_box *box, double d[3])
{
    int code = 0;
    for (int c = 0; c < 3; c++) {
        int shift = 0;
        if (box->periodic[c]) {
            double half = 0.5 * box->length[c];
            shift = d[c] > half ? 1 : d[c] < -half ? -1 : 0;
            d[c] -= shift * box->length[c];
        }
        code = 3 * code + shift + 1;
    }
    return (uint8_t)code;
}

/* A spot for the atom, if it has none; NULL: no memory. */
static struct md_hot_spot *spot_of(struct finder *finder, int32_t i)
{
    struct md_hot *hot = finder->hot;
    struct md_atoms *atoms = &finder->dynamics->system->atoms;
    if (hot->local[i] > 0)
        return &hot->spot[hot->local[i] - 1];
    if (hot->spots == hot->spot_room) {
        size_t wanted = hot->spots + hot->spots / 2 + 256;
        if (md_memory_grow(&hot->spot, hot->spots, wanted, sizeof *hot->spot, finder->error) ||
            md_memory_grow(&hot->atom, hot->spots, wanted, sizeof *hot->atom, finder->error) ||
            md_memory_grow(&hot->force, hot->spots, wanted, sizeof *hot->force, finder->error)) {
            finder->failed = true;
            return NULL;
        }
        hot->spot_room = wanted;
    }
    struct md_hot_spot *spot = &hot->spot[hot->spots];
    bool moves = md_dynamics_moves(finder->dynamics, (size_t)i);
    for (int c = 0; c < 3; c++) {
        spot->x[c] = atoms->x[i][c];
        spot->v[c] = moves ? atoms->v[i][c] : 0.0;
    }
    spot->inverse = md_dynamics_inverse(finder->dynamics, (size_t)i);
    spot->tick = 0;
    spot->bound = (float)square(spot->v);
    hot->atom[hot->spots++] = i;
    hot->local[i] = (int32_t)hot->spots;
    return spot;
}

/* Calls `found` for every atom that may be within finder->range of x; atoms that are no strays are
 * within half the skin of their place in the grid, the others may be missing. */
static void around(struct finder *finder, const double x[3],
                   void (*found)(struct finder *, int32_t))
{
    const struct md_hot_grid *grid = &finder->hot->grid;
    const struct md_box *box = &finder->dynamics->system->box;
    double range = finder->range + 0.5 * finder->dynamics->forces->neighbors.rules.skin;
    int first[3], last[3];
    for (int c = 0; c < 3; c++) {
        double lo = floor((x[c] - range - grid->lo[c]) * grid->inverse[c]);
        double hi = floor((x[c] + range - grid->lo[c]) * grid->inverse[c]);
        if (!box->periodic[c]) {
            lo = fmin(fmax(lo, 0.0), grid->n[c] - 1.0);
            hi = fmin(fmax(hi, 0.0), grid->n[c] - 1.0);
        } else if (hi - lo >= grid->n[c]) {
            lo = 0.0;
            hi = grid->n[c] - 1.0;
        }
        first[c] = (int)lo;
        last[c] = (int)hi;
    }
    for (int z = first[2]; z <= last[2]; z++)
        for (int y = first[1]; y <= last[1]; y++)
            for (int w = first[0]; w <= last[0]; w++) {
                const int *n = grid->n;
                int a = (w % n[0] + n[0]) % n[0], b = (y % n[1] + n[1]) % n[1];
                int c = (z % n[2] + n[2]) % n[2];
                size_t cell = ((size_t)c * (size_t)n[1] + (size_t)b) * (size_t)n[0] + (size_t)a;
                for (int32_t k = grid->start[cell]; k < grid->start[cell + 1]; k++)
                    found(finder, grid->atom[k]);
            }
}

static bool is_stray(const struct finder *finder, int32_t i, double speed_sq)
{
    const struct md_neighbors *neighbors = &finder->dynamics->forces->neighbors;
    const double *x = finder->dynamics->system->atoms.x[i], *held = neighbors->held[i];
    double d[3] = {x[0] - held[0], x[1] - held[1], x[2] - held[2]};
    double half = 0.5 * neighbors->rules.skin, way_sq = speed_sq * finder->hot->block;
    double distance_sq = square(d);
    way_sq *= finder->hot->block * SLACK * SLACK;
    if (distance_sq < 0.25 * half * half && way_sq < 0.25 * half * half)
        return false;
    return !(sqrt(distance_sq) + sqrt(way_sq) < half);
}

static void add_stray(struct finder *finder, int32_t i)
{
    struct md_hot *hot = finder->hot;
    if (hot->mark[i] & MD_HOT_STRAY)
        return;
    if (room(&hot->stray, hot->strays, hot->strays + 1, &hot->stray_room, sizeof *hot->stray,
             finder->error)) {
        finder->failed = true;
        return;
    }
    hot->mark[i] |= MD_HOT_STRAY;
    hot->stray[hot->strays++] = i;
}

/* All atoms: who is fast, who is a stray by itself.  A stray is put back into the box: no list
 * knows of it, and images are then never more than one box length away. */
static enum md_status look(struct finder *finder)
{
    struct md_hot *hot = finder->hot;
    struct md_system *system = finder->dynamics->system;
    struct md_atoms *atoms = &system->atoms;
    hot->fasts = hot->strays = 0;
    for (size_t i = 0; i < atoms->count; i++) {
        if (!md_dynamics_moves(finder->dynamics, i))
            continue;
        double speed_sq = square(atoms->v[i]);
        if (is_stray(finder, (int32_t)i, speed_sq)) {
            add_stray(finder, (int32_t)i);
            md_box_wrap(&system->box, atoms->x[i], atoms->image[i]);
        }
        if (!(speed_sq > hot->speed_sq))
            continue;
        if (room(&hot->fast, hot->fasts, hot->fasts + 1, &hot->fast_room, sizeof *hot->fast,
                 finder->error))
            return finder->error->status;
        hot->mark[i] |= MD_HOT_FAST;
        hot->fast[hot->fasts++] = (int32_t)i;
    }
    md_order_some(atoms, hot->fast, hot->fasts);
    md_order_some(atoms, hot->stray, hot->strays);
    return finder->failed ? finder->error->status : MD_OK;
}

static void warm(struct finder *finder, int32_t i)
{
    struct md_hot *hot = finder->hot;
    const struct md_system *system = finder->dynamics->system;
    const struct md_hot_spot *fast = &hot->spot[finder->middle];
    const double *x = system->atoms.x[i];
    double d[3] = {fast->x[0] - x[0], fast->x[1] - x[1], fast->x[2] - x[2]};
    nearest(&system->box, d);
    if (square(d) > finder->range * finder->range)
        return;
    struct md_hot_spot *spot = spot_of(finder, i);
    if (spot == NULL)
        return;
    fast = &hot->spot[finder->middle]; /* the array may have moved */
    hot->mark[i] |= MD_HOT_NEAR;
    double u = square(fast->v) * hot->heavier;
    spot->bound = fmaxf(spot->bound, (float)u);
}

/* S: first the fast ones, then who is near them, then strays. */
static enum md_status gather_hot(struct finder *finder)
{
    struct md_hot *hot = finder->hot;
    const struct md_atoms *atoms = &finder->dynamics->system->atoms;
    size_t own = hot->strays;
    for (size_t k = 0; k < hot->fasts && !finder->failed; k++)
        spot_of(finder, hot->fast[k]);
    for (size_t k = 0; k < hot->fasts && !finder->failed; k++) {
        finder->middle = (int32_t)k;
        finder->range = hot->radius + sqrt(square(hot->spot[k].v)) * hot->block;
        around(finder, atoms->x[hot->fast[k]], warm);
        for (size_t s = 0; s < own && !finder->failed; s++)
            warm(finder, hot->stray[s]);
    }
    for (size_t s = 0; s < hot->spots && !finder->failed; s++)
        if (is_stray(finder, hot->atom[s], hot->spot[s].bound))
            add_stray(finder, hot->atom[s]);
    for (size_t s = 0; s < hot->strays && !finder->failed; s++)
        spot_of(finder, hot->stray[s]);
    hot->hots = hot->spots;
    return finder->failed ? finder->error->status : MD_OK;
}

/* ------------------------------------------------------------------ with whom */

static double way(const struct md_hot *hot, double speed_sq)
{
    return sqrt(speed_sq) * hot->block * SLACK;
}

static void add_pair(struct finder *finder, int32_t i, int32_t j, uint8_t image)
{
    struct md_hot *hot = finder->hot;
    const struct md_system *system = finder->dynamics->system;
    struct md_hot_bin *bin = &hot->bin[0];
    if (bin->count == bin->room && md_avi_hot_pairs_room(bin, 1, finder->error)) {
        finder->failed = true;
        return;
    }
    if (spot_of(finder, j) == NULL)
        return;
    bin->pair[bin->count++] = (struct md_hot_pair){
        .i = hot->local[i] - 1,
        .j = hot->local[j] - 1,
        .row = system->atoms.type[i] * (system->types + 1) + system->atoms.type[j],
        .image = image,
    };
}

/* Adds the pair if it can interact during the block. */
static void try_pair(struct finder *finder, int32_t i, int32_t j, double d[3], uint8_t image)
{
    const struct md_hot *hot = finder->hot;
    const struct md_system *system = finder->dynamics->system;
    const struct md_hot_spot *a = &hot->spot[hot->local[i] - 1];
    double cutoff =
        finder->dynamics->forces
            ->cutoff[system->atoms.type[i] * (system->types + 1) + system->atoms.type[j]];
    double bound =
        hot->local[j] > 0 ? (double)hot->spot[hot->local[j] - 1].bound : square(system->atoms.v[j]);
    if (!(cutoff > 0.0))
        return;
    double range = cutoff + way(hot, a->bound) + way(hot, bound);
    if (square(d) < range * range)
        add_pair(finder, i, j, image);
}

/* The pair of a stray with an atom that is none. */
static void meet(struct finder *finder, int32_t j)
{
    struct md_hot *hot = finder->hot;
    const struct md_system *system = finder->dynamics->system;
    const double *a = hot->spot[finder->middle].x, *b = system->atoms.x[j];
    if (hot->mark[j] & MD_HOT_STRAY)
        return;
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    uint8_t image = nearest(&system->box, d);
    try_pair(finder, hot->atom[finder->middle], j, d, image);
}

static void meet_strays(struct finder *finder, size_t s)
{
    struct md_hot *hot = finder->hot;
    const struct md_system *system = finder->dynamics->system;
    const int32_t i = hot->stray[s];
    for (size_t t = s + 1; t < hot->strays && !finder->failed; t++) {
        int32_t j = hot->stray[t];
        const double *a = system->atoms.x[i], *b = system->atoms.x[j];
        double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
        uint8_t image = nearest(&system->box, d);
        try_pair(finder, i, j, d, image);
    }
}

/* Pairs of a hot atom that is no stray with others that are none. */
static void meet_listed(struct finder *finder, int32_t i)
{
    struct md_hot *hot = finder->hot;
    const struct md_neighbors *neighbors = &finder->dynamics->forces->neighbors;
    const size_t atoms = neighbors->atoms, far = atoms + neighbors->ghosts;
    const double *length = finder->dynamics->system->box.length;
    const md_vec3 *x = (const md_vec3 *)finder->dynamics->system->atoms.x;
    for (int32_t k = 0; k < neighbors->number[i] && !finder->failed; k++) {
        size_t site = (size_t)neighbors->partner[i][k];
        if (site == far)
            continue;
        int32_t j = neighbors->owner[site];
        /* Of two hot atoms the first one has the pair. */
        bool theirs = hot->local[j] > 0 && hot->local[j] < hot->local[i];
        if (theirs || (hot->mark[j] & MD_HOT_STRAY))
            continue;
        uint8_t image = 13;
        double d[3] = {x[i][0] - x[j][0], x[i][1] - x[j][1], x[i][2] - x[j][2]};
        if (site >= atoms) {
            const int16_t *shift = neighbors->shift[site - atoms];
            image = (uint8_t)(9 * (shift[0] + 1) + 3 * (shift[1] + 1) + shift[2] + 1);
            for (int c = 0; c < 3; c++)
                d[c] -= shift[c] * length[c];
        }
        try_pair(finder, i, j, d, image);
    }
}

/* Images are unique while nobody meets one partner from two sides. */
static enum md_status need_box(const struct finder *finder, double range)
{
    const struct md_box *box = &finder->dynamics->system->box;
    for (int c = 0; c < 3; c++)
        if (box->periodic[c] && finder->dynamics->system->dimension > (c == 2 ? 2 : 0) &&
            box->length[c] < 2.0 * range)
            return md_error_set(finder->error, MD_ERR_RUN, &finder->avi->words.hot_place,
                                "the box is %g long along %c, and an atom interacts within %g "
                                "during a block: 'hot' needs a box of more than twice that, or a "
                                "shorter block",
                                box->length[c], "xyz"[c], range);
    return MD_OK;
}

static enum md_status gather_pairs(struct finder *finder)
{
    struct md_hot *hot = finder->hot;
    const struct md_atoms *atoms = &finder->dynamics->system->atoms;
    const double skin = finder->dynamics->forces->neighbors.rules.skin;
    for (size_t s = 0; s < hot->strays && !finder->failed; s++) {
        int32_t i = hot->stray[s];
        finder->middle = hot->local[i] - 1;
        finder->range = hot->reach + way(hot, hot->spot[finder->middle].bound);
        if (need_box(finder, finder->range + 0.5 * skin))
            return finder->error->status;
        around(finder, atoms->x[i], meet);
        meet_strays(finder, s);
    }
    for (size_t s = 0; s < hot->hots && !finder->failed; s++)
        if (!(hot->mark[hot->atom[s]] & MD_HOT_STRAY))
            meet_listed(finder, hot->atom[s]);
    hot->pairs = hot->bin[0].count;
    return finder->failed ? finder->error->status : MD_OK;
}

/* ------------------------------------------------------------------ stars */

static void add_member(struct md_hot *hot, int32_t s, int32_t partner, int32_t row, uint8_t image)
{
    struct md_hot_star *star = &hot->star[s];
    hot->member[star->begin + (size_t)star->count++] = (struct md_hot_partner){partner, row, image};
}

/* Room for the partners that pairs with hot atoms bring, and for those of the common list. */
static enum md_status reserve_stars(struct finder *finder)
{
    struct md_hot *hot = finder->hot;
    const struct md_neighbors *neighbors = &finder->dynamics->forces->neighbors;
    const struct md_hot_bin *pairs = &hot->bin[0];
    hot->stars = hot->spots;
    if (room(&hot->star, 0, hot->stars, &hot->star_room, sizeof *hot->star, finder->error))
        return finder->error->status;
    for (size_t s = 0; s < hot->stars; s++) {
        int32_t listed = s < hot->hots ? 0 : neighbors->number[hot->atom[s]];
        hot->star[s] = (struct md_hot_star){.room = listed};
    }
    for (size_t k = 0; k < pairs->count; k++) {
        hot->star[pairs->pair[k].i].room++;
        hot->star[pairs->pair[k].j].room++;
    }
    hot->members = 0;
    for (size_t s = 0; s < hot->stars; s++) {
        hot->star[s].begin = hot->members;
        hot->members += (size_t)hot->star[s].room;
        if (hot->star[s].room > MD_HOT_PARTNERS)
            return md_error_set(finder->error, MD_ERR_RUN, &finder->avi->words.hot_place,
                                "an atom has %d partners within reach of a block, and 'hot' "
                                "has room for %d",
                                hot->star[s].room, MD_HOT_PARTNERS);
    }
    return room(&hot->member, 0, hot->members, &hot->member_room, sizeof *hot->member,
                finder->error);
}

/* Partners that are not hot, of an atom that is not. */
static void add_listed(struct finder *finder, int32_t s)
{
    struct md_hot *hot = finder->hot;
    const struct md_system *system = finder->dynamics->system;
    const struct md_neighbors *neighbors = &finder->dynamics->forces->neighbors;
    const size_t atoms = neighbors->atoms, far = atoms + neighbors->ghosts;
    const int32_t i = hot->atom[s];
    for (int32_t k = 0; k < neighbors->number[i] && !finder->failed; k++) {
        size_t site = (size_t)neighbors->partner[i][k];
        if (site == far)
            continue;
        int32_t j = neighbors->owner[site];
        if (hot->local[j] > 0 && (size_t)hot->local[j] <= hot->hots)
            continue;
        uint8_t image = 13;
        double range = hot->reach + way(hot, square(system->atoms.v[i]) * 4.0) +
                       way(hot, square(system->atoms.v[j]) * 4.0);
        double d[3];
        for (int c = 0; c < 3; c++)
            d[c] = system->atoms.x[i][c] - system->atoms.x[j][c];
        if (site >= atoms) {
            const int16_t *shift = neighbors->shift[site - atoms];
            image = (uint8_t)(9 * (shift[0] + 1) + 3 * (shift[1] + 1) + shift[2] + 1);
            for (int c = 0; c < 3; c++)
                d[c] -= shift[c] * system->box.length[c];
        }
        if (square(d) < range * range && spot_of(finder, j) != NULL)
            add_member(hot, s, hot->local[j] - 1,
                       system->atoms.type[i] * (system->types + 1) + system->atoms.type[j], image);
    }
}

/* From pairs to stars, which then are what is in the bin. */
static enum md_status gather_stars(struct finder *finder)
{
    struct md_hot *hot = finder->hot;
    const struct md_system *system = finder->dynamics->system;
    struct md_hot_bin *bin = &hot->bin[0];
    if (reserve_stars(finder))
        return finder->error->status;
    for (size_t k = 0; k < bin->count; k++) {
        const struct md_hot_pair *pair = &bin->pair[k];
        int columns = system->types + 1, back = pair->row % columns * columns + pair->row / columns;
        add_member(hot, pair->i, pair->j, pair->row, pair->image);
        add_member(hot, pair->j, pair->i, back, (uint8_t)(26 - pair->image));
    }
    for (size_t s = hot->hots; s < hot->stars && !finder->failed; s++)
        add_listed(finder, (int32_t)s);
    bin->count = 0;
    if (finder->failed || md_avi_hot_pairs_room(bin, hot->stars, finder->error))
        return finder->error->status;
    for (size_t s = 0; s < hot->stars; s++)
        bin->pair[bin->count++] = (struct md_hot_pair){.i = (int32_t)s};
    return MD_OK;
}

/* ------------------------------------------------------------------ the view */

static void forget(struct md_hot *hot, const struct md_neighbors *neighbors)
{
    for (size_t k = 0; k < hot->touches; k++) {
        int32_t i = hot->touched[k];
        hot->partner[i] = neighbors->partner[i];
        hot->number[i] = neighbors->number[i];
        hot->mark[i] = 0;
    }
    for (size_t s = 0; s < hot->spots; s++) {
        hot->local[hot->atom[s]] = 0;
        hot->mark[hot->atom[s]] = 0;
    }
    hot->touches = hot->spots = hot->hots = hot->stars = 0;
    for (int r = 0; r <= MD_HOT_RUNGS; r++)
        hot->bin[r].count = 0;
}

/* Atoms whose lists have a hot one, and how much room these lists take. */
static enum md_status touch(struct finder *finder, size_t *entries)
{
    struct md_hot *hot = finder->hot;
    const struct md_neighbors *neighbors = &finder->dynamics->forces->neighbors;
    const int32_t far = (int32_t)(neighbors->atoms + neighbors->ghosts);
    *entries = 0;
    for (size_t s = 0; s < hot->hots; s++) {
        int32_t i = hot->atom[s];
        if (room(&hot->touched, hot->touches, hot->touches + 1 + (size_t)neighbors->number[i],
                 &hot->touch_room, sizeof *hot->touched, finder->error))
            return finder->error->status;
        hot->touched[hot->touches++] = i;
        hot->mark[i] |= MD_HOT_TOUCHED;
        for (int32_t k = 0; k < neighbors->number[i]; k++) {
            int32_t site = neighbors->partner[i][k];
            if (site == far)
                continue;
            int32_t j = neighbors->owner[site];
            bool hot_too = hot->local[j] > 0 && (size_t)hot->local[j] <= hot->hots;
            if (hot_too || (hot->mark[j] & MD_HOT_TOUCHED))
                continue;
            hot->mark[j] |= MD_HOT_TOUCHED;
            hot->touched[hot->touches++] = j;
            *entries += (size_t)neighbors->number[j];
        }
    }
    return MD_OK;
}

/* Lists without hot atoms: the far site stands in their place. */
static enum md_status make_view(struct finder *finder)
{
    struct md_hot *hot = finder->hot;
    const struct md_neighbors *neighbors = &finder->dynamics->forces->neighbors;
    const int32_t far = (int32_t)(neighbors->atoms + neighbors->ghosts);
    size_t entries, used = 0;
    hot->removed = 0;
    if (touch(finder, &entries) ||
        room(&hot->scratch, 0, entries, &hot->scratch_room, sizeof *hot->scratch, finder->error))
        return finder->error->status;
    for (size_t t = 0; t < hot->touches; t++) {
        int32_t j = hot->touched[t];
        const int32_t *from = neighbors->partner[j];
        if (hot->local[j] > 0 && (size_t)hot->local[j] <= hot->hots) {
            hot->removed += (uint64_t)neighbors->number[j];
            hot->number[j] = 0;
            continue;
        }
        int32_t *to = hot->scratch + used;
        hot->partner[j] = to;
        for (int32_t k = 0; k < neighbors->number[j]; k++) {
            int32_t i = from[k] == far ? -1 : neighbors->owner[from[k]];
            bool out = i >= 0 && hot->local[i] > 0 && (size_t)hot->local[i] <= hot->hots;
            to[k] = out ? far : from[k];
            hot->removed += out;
        }
        used += (size_t)neighbors->number[j];
    }
    return MD_OK;
}

enum md_status md_avi_hot_find(struct md_hot *hot, const struct md_avi *avi,
                               struct md_dynamics *dynamics, bool *crowded, struct md_error *error)
{
    struct finder finder = {.hot = hot, .avi = avi, .dynamics = dynamics, .error = error};
    const struct md_neighbors *neighbors = &dynamics->forces->neighbors;
    forget(hot, neighbors);
    if (look(&finder))
        return error->status;
    if (crowded != NULL)
        *crowded = hot->strays > 32 + dynamics->system->atoms.count / 32;
    if (crowded != NULL && *crowded) {
        for (size_t s = 0; s < hot->strays; s++)
            hot->mark[hot->stray[s]] = 0;
        for (size_t k = 0; k < hot->fasts; k++)
            hot->mark[hot->fast[k]] = 0;
        return MD_OK;
    }
    if (gather_hot(&finder) || gather_pairs(&finder) || (hot->many && gather_stars(&finder)) ||
        make_view(&finder))
        return error->status;
    hot->view = *neighbors;
    hot->view.partner = hot->partner;
    hot->view.number = hot->number;
    return MD_OK;
}
