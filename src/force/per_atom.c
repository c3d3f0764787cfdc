/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energy and virial of each atom: a walk over all elements.
 *
 * An atom finds every element it has part in and sums its own shares in the order in which they are
 * found: the result does not depend on the number of threads.  A star is found by its own atom
 * only; the others learn of it in a second walk.  There an atom looks up, in the list of each
 * partner, the line back to itself.  That walk, and what it remembers of every line, is needed for
 * virials only.
 *
 * A block of atoms is summed in a small table and then copied: only what was asked for has an
 * array for all atoms.
 *
 * Only the frame's positions count, or those that were kept of its instant because a fix moved the
 * box or atoms after the forces.  They may be others than those of the run's last force
 * evaluation; the run's list holds for them as for any positions within its skin, and where there
 * is no such list one is built.
 */
#include "force/per_atom.h"

#include "base/memory.h"
#include "element/distance.h"
#include "element/place.h"
#include "space/snapshot.h"

#include <omp.h>
#include <string.h>

struct share {
    double energy;
    double virial[6]; /* xx yy zz xy xz yz */
};

/* What the atoms of one block have, from atom `begin` on. */
struct table {
    size_t begin;
    struct share part[MD_PARTS][MD_SUM_BLOCK];
};

struct walk {
    struct md_forces *forces;
    const struct md_frame *frame;
    const struct md_neighbors *list;
    const md_vec3 *x; /* what the list's shifts belong to */
    struct md_grain grain;
    struct md_per_atom *out;
    struct md_element_room *room; /* of each thread */
    int threads;

    /* For virials of stars: where each atom's partners begin, and what the atom's stars pull along
     * the line to each (force over distance); NULL: there are none. */
    size_t *start;
    double *pull;
};

/* ------------------------------------------------------------------ one element */

static void add_line(double virial[6], double factor, const double f[3], const double d[3])
{
    for (int k = 0; k < 3; k++)
        virial[k] += factor * f[k] * d[k];
    virial[3] += factor * f[0] * d[1];
    virial[4] += factor * f[0] * d[2];
    virial[5] += factor * f[1] * d[2];
}

static bool is_far(const struct md_neighbors *list, int32_t site)
{
    return (size_t)site == list->atoms + list->ghosts;
}

/* Energy in equal shares to all atoms of an element, and so the virial of its forces. */
static void add_shared(struct share *share, const struct md_placed *placed,
                       const struct md_element_values *values)
{
    double part = 1.0 / placed->count, d[3];
    share->energy += part * values->energy;
    for (int a = 1; a < placed->count; a++) {
        for (int k = 0; k < 3; k++)
            d[k] = placed->x[a][k] - placed->x[0][k];
        add_line(share->virial, part, values->f[a], d);
    }
}

/* An element that belongs to its first atom: of the virial of each line that atom has half, and
 * the other half is added when all atoms have been here. */
static void add_own(const struct walk *walk, struct share *share, const struct md_placed *placed,
                    const struct md_element_values *values)
{
    double *pull = walk->start ? walk->pull + walk->start[placed->atom->atom] : NULL;
    if (!values->energy_apart)
        share->energy += values->energy;
    for (int k = 0; values->given && !values->virial_apart && k < 6; k++)
        share->virial[k] += values->virial[k];
    for (int j = 1; pull && j < placed->count; j++) {
        double along = 0.0, square = 0.0, d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = placed->x[j][k] - placed->x[0][k];
            along += values->f[j][k] * d[k];
            square += d[k] * d[k];
        }
        double one = square > 0.0 ? along / square : 0.0;
        pull[j - 1] += one;
        add_line(share->virial, 0.5 * one, d, d);
    }
}

/* All elements of one sort that atom i has; where a term has no energy, it adds what it wrote.  An
 * element of one atom needs no image: its atom is where it is in the frame. */
static enum md_status add_sort(const struct walk *walk, struct table *table,
                               const struct md_element_view *view, size_t i,
                               struct md_element_room *room)
{
    struct share *share = &table->part[view->sort->part(view->use)][i - table->begin];
    md_found_clear(&room->found);
    if (view->sort->find(view, i, &room->found, &room->error))
        return room->error.status;
    for (size_t n = 0; n < room->found.count; n++) {
        const struct md_found_element *element = &room->found.element[n];
        const md_vec3 *x = element->atoms == 1 ? walk->frame->x : walk->x;
        struct md_placed placed;
        if (md_element_place(room, view, element, x, &walk->grain, &placed))
            return room->error.status;
        struct md_element_values values = {.f = room->f};
        view->sort->evaluate(view, &placed, &values, NULL);
        if (view->sort->own)
            add_own(walk, share, &placed, &values);
        else
            add_shared(share, &placed, &values);
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ virials of stars */

static bool has_stars(const struct md_forces *forces)
{
    const struct md_potential_use *use;
    for (int k = 0; (use = md_forces_use(forces, k)) != NULL; k++)
        for (const struct md_element_sort *const *sort = md_element_sorts(use->type); *sort; sort++)
            if ((*sort)->own && (*sort)->listed)
                return true;
    return false;
}

static enum md_status reserve_stars(struct walk *walk, struct md_error *error)
{
    const struct md_neighbors *list = walk->list;
    walk->start = md_memory_array(list->atoms + 1, sizeof *walk->start);
    if (!walk->start)
        return md_error_memory(error, "per-atom values");
    for (size_t i = 0; i < list->atoms; i++)
        walk->start[i + 1] = walk->start[i] + (size_t)list->number[i];
    walk->pull = md_memory_array(walk->start[list->atoms], sizeof *walk->pull);
    return walk->pull ? MD_OK : md_error_memory(error, "per-atom values");
}

/* What a partner's stars pull on atom i: in the partner's list, the image of i from which the line
 * is the same. */
static double pull_back(const struct walk *walk, size_t i, int32_t site)
{
    const struct md_neighbors *list = walk->list;
    int16_t there[3], back[3];
    size_t partner = md_distance_owner(list, site, there), place = walk->start[partner];
    for (int32_t n = 0; n < list->number[partner]; n++) {
        int32_t other = list->partner[partner][n];
        if (is_far(list, other))
            continue;
        place++;
        if (md_distance_owner(list, other, back) == i && back[0] == -there[0] &&
            back[1] == -there[1] && back[2] == -there[2])
            return walk->pull[place - 1];
    }
    return 0.0; /* at the list's edge, beyond the cutoff */
}

static void add_stars_of_others(const struct walk *walk, size_t i)
{
    static const int16_t none[3] = {0, 0, 0};
    const struct md_neighbors *list = walk->list;
    double *virial = walk->out->virial[MD_PART_PAIR][i];
    for (int32_t n = 0; n < list->number[i]; n++) {
        int32_t site = list->partner[i][n];
        double x[2][3], d[3];
        int16_t shift[3];
        if (is_far(list, site))
            continue;
        double pull = pull_back(walk, i, site);
        size_t owner = md_distance_owner(list, site, shift);
        md_grain_image(&walk->grain, walk->x[i], none, x[0]);
        md_grain_image(&walk->grain, walk->x[owner], shift, x[1]);
        for (int k = 0; k < 3; k++)
            d[k] = x[0][k] - x[1][k];
        add_line(virial, 0.5 * pull, d, d);
    }
}

static void free_walk(struct walk *walk)
{
    for (int t = 0; walk->room && t < walk->threads; t++)
        md_element_room_free(&walk->room[t]);
    md_memory_free(walk->room);
    md_memory_free(walk->start);
    md_memory_free(walk->pull);
}

/* ------------------------------------------------------------------ all atoms */

/* The first trouble of a thread stays with it. */
static void walk_atom(const struct walk *walk, struct table *table, size_t i,
                      struct md_element_room *room)
{
    const struct md_potential_use *use;
    for (int k = 0; (use = md_forces_use(walk->forces, k)) != NULL; k++)
        for (const struct md_element_sort *const *sort = md_element_sorts(use->type); *sort;
             sort++) {
            struct md_element_view view = {*sort, use, walk->frame->system, walk->list};
            if (room->error.status == MD_OK)
                add_sort(walk, table, &view, i, room);
        }
}

/* What was asked for, of the atoms of a block. */
static void keep_table(struct md_per_atom *out, const struct table *table, size_t count)
{
    for (int part = 0; part < MD_PARTS; part++) {
        const struct share *share = table->part[part];
        double *energy = out->known & MD_SHARE_ENERGY(part) ? out->energy[part] : NULL;
        double(*virial)[6] = out->known & MD_SHARE_VIRIAL(part) ? out->virial[part] : NULL;
        for (size_t i = 0; energy && i < count; i++)
            energy[table->begin + i] = share[i].energy;
        for (size_t i = 0; virial && i < count; i++)
            memcpy(virial[table->begin + i], share[i].virial, sizeof *virial);
    }
}

static void walk_block(const struct walk *walk, size_t b, int thread)
{
    size_t n = walk->frame->count, begin = b * MD_SUM_BLOCK, end = begin + MD_SUM_BLOCK;
    struct table table;
    memset(&table, 0, sizeof table);
    table.begin = begin;
    end = end < n ? end : n;
    for (size_t i = begin; i < end; i++)
        walk_atom(walk, &table, i, &walk->room[thread]);
    keep_table(walk->out, &table, end - begin);
}

static enum md_status walk_all(struct walk *walk, struct md_error *error)
{
    size_t n = walk->frame->count, blocks = (n + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    int threads = walk->threads;
    walk->room = md_memory_array((size_t)threads, sizeof *walk->room);
    if (!walk->room)
        return md_error_memory(error, "per-atom values");
#pragma omp parallel for default(none) shared(walk, blocks, threads) num_threads(threads)          \
    schedule(dynamic, 1) if (threads > 1)
    for (size_t b = 0; b < blocks; b++)
        walk_block(walk, b, omp_get_thread_num());
    for (int t = 0; t < threads; t++)
        if (walk->room[t].error.status != MD_OK) {
            *error = walk->room[t].error;
            return error->status;
        }
    if (!walk->start)
        return MD_OK;
#pragma omp parallel for default(none) shared(walk, n, threads) num_threads(threads)               \
    schedule(static) if (threads > 1)
    for (size_t i = 0; i < n; i++)
        add_stars_of_others(walk, i);
    return MD_OK;
}

static void free_arrays(struct md_per_atom *out)
{
    for (int part = 0; part < MD_PARTS; part++) {
        md_memory_free(out->energy[part]);
        md_memory_free(out->virial[part]);
        out->energy[part] = NULL;
        out->virial[part] = NULL;
    }
    out->capacity = 0;
    out->known = 0;
}

/* Arrays for what is asked for. */
static enum md_status reserve_shares(struct md_per_atom *out, unsigned need, size_t count,
                                     struct md_error *error)
{
    if (count > out->capacity) {
        free_arrays(out);
        out->capacity = count;
    }
    for (int part = 0; part < MD_PARTS; part++) {
        if ((need & MD_SHARE_ENERGY(part)) && !out->energy[part] &&
            md_memory_grow(&out->energy[part], 0, out->capacity, sizeof *out->energy[part], error))
            return error->status;
        if ((need & MD_SHARE_VIRIAL(part)) && !out->virial[part] &&
            md_memory_grow(&out->virial[part], 0, out->capacity, sizeof *out->virial[part], error))
            return error->status;
    }
    out->known = need;
    out->count = count;
    return MD_OK;
}

/* What there can be anything of. */
static unsigned present(const struct md_forces *forces)
{
    const struct md_potential_use *use;
    bool is[MD_PARTS] = {[MD_PART_EXTERNAL] = forces->constraints_count > 0};
    unsigned bits = 0;
    for (int k = 0; (use = md_forces_use(forces, k)) != NULL; k++)
        is[(*md_element_sorts(use->type))->part(use)] = true;
    for (int part = 0; part < MD_PARTS && !forces->idle; part++)
        if (is[part])
            bits |= MD_SHARE_ENERGY(part) | MD_SHARE_VIRIAL(part);
    return bits;
}

static enum md_status need_one(const struct md_forces *forces, struct md_error *error)
{
    const struct md_potential_use *pair = &forces->pair;
    if (!pair->type || (md_potential_can(pair->type, pair->state) & MD_CAN_ONE))
        return MD_OK;
    return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                        "pair style %s cannot tell energies of single atoms", pair->name);
}

/* A list of the frame's own, by the present cutoffs. */
static enum md_status list_aside(const struct walk *walk, bool whole, struct md_snapshot *aside,
                                 struct md_error *error)
{
    const struct md_potential_use *pair = &walk->forces->pair;
    size_t row = (size_t)walk->frame->system->types + 1;
    double *cutoff = md_memory_array(row * row, sizeof *cutoff);
    if (!cutoff)
        return md_error_memory(error, "cutoffs");
    for (size_t i = 1; pair->type && i < row; i++)
        for (size_t j = 1; j < row; j++)
            cutoff[i * row + j] = pair->type->cutoff(pair->state, (int)i, (int)j);
    enum md_status status =
        md_snapshot_build(aside, walk->frame, &walk->forces->neighbors.rules, cutoff, whole, error);
    md_memory_free(cutoff);
    return status;
}

/* Forces of constraints are not functions of positions: their fix knows those of the instant. */
static void add_constraints(const struct walk *walk)
{
    const struct md_forces *forces = walk->forces;
    if ((walk->out->known & MD_SHARE_VIRIAL(MD_PART_EXTERNAL)) == 0)
        return;
    for (int k = 0; k < forces->constraints_count; k++)
        forces->constraints[k].share(forces->constraints[k].state, forces->instant,
                                     walk->out->virial[MD_PART_EXTERNAL]);
}

static enum md_status walk_frame(struct walk *walk, struct md_error *error)
{
    struct md_forces *forces = walk->forces;
    const struct md_frame *frame = walk->frame;
    bool virials = walk->out->known & MD_SHARE_VIRIAL(MD_PART_PAIR);
    bool known = forces->listed && forces->neighbors.atoms == frame->count;
    int threads = frame->count < MD_PARALLEL_MIN ? 1 : frame->system->threads;
    struct md_snapshot aside = {0};
    enum md_status status = MD_OK;
    walk->threads = threads > 1 ? threads : 1;
    walk->list = known ? &forces->neighbors : &aside.list;
    if (!known)
        status = list_aside(walk, md_potential_unweighted(forces->pair.type, forces->pair.state),
                            &aside, error);
    walk->x = known ? frame->x : (const md_vec3 *)aside.x;
    walk->grain = md_neighbors_grain(walk->list, &frame->system->box);
    if (status == MD_OK && virials && has_stars(forces))
        status = reserve_stars(walk, error);
    if (status == MD_OK)
        status = walk_all(walk, error);
    if (status == MD_OK)
        add_constraints(walk);
    free_walk(walk);
    md_snapshot_free(&aside);
    return status;
}

static enum md_status make_room(struct md_forces *forces, struct md_error *error)
{
    if (!forces->per_atom)
        forces->per_atom = md_memory_array(1, sizeof *forces->per_atom);
    return forces->per_atom ? MD_OK : md_error_memory(error, "per-atom values");
}

/* ------------------------------------------------------------------ the instant of the forces */

static bool holds(const struct md_forces *forces, md_tick tick, size_t count)
{
    const struct md_per_atom *out = forces->per_atom;
    return out != NULL && forces->instant != 0 && out->held.instant == forces->instant &&
           out->held.tick == tick && out->held.count == count;
}

static bool is_held(const struct md_forces *forces, const struct md_frame *frame)
{
    return holds(forces, frame->tick, frame->count);
}

static enum md_status keep_aside(struct md_forces *forces, const md_vec3 *x, size_t count,
                                 const struct md_box *box, md_tick tick, struct md_error *error)
{
    struct md_per_atom *out = forces->per_atom;
    out->held.instant = 0;
    if (count > out->held.capacity) {
        if (md_memory_grow(&out->held.x, 0, count, sizeof *out->held.x, error))
            return error->status;
        out->held.capacity = count;
    }
    if (count > 0)
        memcpy(out->held.x, x, count * sizeof *out->held.x);
    out->held.count = count;
    out->held.box = *box;
    out->held.tick = tick;
    out->held.instant = forces->instant;
    return MD_OK;
}

enum md_status md_per_atom_hold(struct md_forces *forces, const struct md_frame *frame,
                                struct md_error *error)
{
    if (make_room(forces, error))
        return error->status;
    if (is_held(forces, frame))
        return MD_OK;
    return keep_aside(forces, frame->x, frame->count, &frame->system->box, frame->tick, error);
}

const md_vec3 *md_per_atom_held(const struct md_forces *forces, const struct md_system *system,
                                const struct md_box **box)
{
    if (!holds(forces, system->clock.now, system->atoms.count))
        return NULL;
    *box = &forces->per_atom->held.box;
    return (const md_vec3 *)forces->per_atom->held.x;
}

enum md_status md_per_atom_restore(struct md_forces *forces, const struct md_system *system,
                                   const md_vec3 *x, const double lo[3], const double hi[3],
                                   struct md_error *error)
{
    struct md_box box = system->box;
    memcpy(box.lo, lo, sizeof box.lo);
    memcpy(box.hi, hi, sizeof box.hi);
    md_box_refresh(&box);
    if (make_room(forces, error))
        return error->status;
    return keep_aside(forces, x, system->atoms.count, &box, system->clock.now, error);
}

/* At the positions and in the box that were kept. */
static enum md_status walk_held(struct walk *walk, struct md_error *error)
{
    struct md_system system = *walk->frame->system; /* borrows all but the box */
    struct md_frame frame = *walk->frame;
    system.box = walk->out->held.box;
    frame.system = &system;
    frame.x = (const md_vec3 *)walk->out->held.x;
    walk->frame = &frame;
    return walk_frame(walk, error);
}

enum md_status md_per_atom_at(struct md_forces *forces, const struct md_frame *frame,
                              unsigned asked, const struct md_per_atom **shares,
                              struct md_error *error)
{
    if (make_room(forces, error))
        return error->status;
    struct md_per_atom *out = forces->per_atom;
    out->asked |= asked;
    unsigned need = out->asked & present(forces);
    *shares = out;
    if (out->instant == forces->instant && forces->instant != 0 && out->tick == frame->tick &&
        out->x == (const void *)frame->x && out->count == frame->count && out->known == need)
        return MD_OK;
    out->instant = 0;
    struct walk walk = {.forces = forces, .frame = frame, .out = out};
    if (need_one(forces, error) || reserve_shares(out, need, frame->count, error))
        return error->status;
    if (need == 0)
        return MD_OK;
    if (is_held(forces, frame) ? walk_held(&walk, error) : walk_frame(&walk, error))
        return error->status;
    out->instant = forces->instant;
    out->tick = frame->tick;
    out->x = frame->x;
    return MD_OK;
}

void md_per_atom_free(struct md_per_atom *per_atom)
{
    if (!per_atom)
        return;
    free_arrays(per_atom);
    md_memory_free(per_atom->held.x);
    md_memory_free(per_atom);
}
