/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Energy and virial of each atom: a walk over all elements.
 *
 * Lists are full, so an atom meets every pair and every bond it has part in and sums its own shares
 * in the order of its list: the result does not depend on the number of threads.  An embedding
 * term is met by its own atom only; the others learn of it in a second walk.  There an atom looks
 * up, in the list of each partner, the line back to itself.  That walk, and what it remembers of
 * every line, is needed for virials only.
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
#include "space/snapshot.h"
#include "term/external.h"
#include "term/star/eam.h"

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

    /* Of embedding terms: where each atom's partners begin, the largest number of them, what the
     * atom's term pulls along the line to each (force over distance; these two for virials only),
     * and room for one element. */
    bool many;
    size_t *start, most;
    double *pull;
    double (*place)[3], (*force)[3];
    int *type;
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

static void shift_of(const struct md_neighbors *list, int32_t site, int shift[3])
{
    for (int k = 0; k < 3; k++)
        shift[k] = (size_t)site < list->atoms ? 0 : list->shift[(size_t)site - list->atoms][k];
}

/* Where a site is in the frame, and the type of the atom it is an image of. */
static int site_at(const struct walk *walk, int32_t site, double x[3])
{
    static const int16_t none[3] = {0, 0, 0};
    const struct md_neighbors *list = walk->list;
    size_t owner = (size_t)list->owner[site], ghost = (size_t)site - list->atoms;
    md_grain_image(&walk->grain, walk->x[owner],
                   (size_t)site < list->atoms ? none : list->shift[ghost], x);
    return walk->frame->system->atoms.type[owner];
}

/* The pair of atom i and a site; half of it is the atom's. */
static void add_pair(const struct walk *walk, struct table *table, size_t i, int32_t site,
                     double weight)
{
    const struct md_potential_use *pair = &walk->forces->pair;
    struct share *share = &table->part[MD_PART_PAIR][i - table->begin];
    double x[2][3], f[2][3], d[3], energy = 0.0;
    int type[2] = {walk->frame->system->atoms.type[i], 0};
    site_at(walk, (int32_t)i, x[0]);
    type[1] = site_at(walk, site, x[1]);
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
    pair->type->one(pair->state, &element, &energy, f);
    for (int k = 0; k < 3; k++)
        d[k] = x[0][k] - x[1][k];
    share->energy += 0.5 * weight * energy;
    add_line(share->virial, 0.5 * weight, f[0], d);
}

static void add_bonds(const struct walk *walk, struct table *table,
                      const struct md_potential_use *use, size_t i)
{
    const struct md_graph *graph = &walk->list->graph;
    const struct md_box *box = &walk->frame->system->box;
    struct share *share = &table->part[MD_PART_BOND][i - table->begin];
    if (graph->atoms == 0)
        return;
    for (size_t n = graph->start[i]; n < graph->start[i + 1]; n++) {
        const struct md_bond_end *end = &graph->end[n];
        size_t partner = (size_t)end->partner;
        double x[2][3], f[2][3], d[3], energy = 0.0;
        if (end->rigid)
            continue;
        memcpy(x[0], walk->x[end->first ? i : partner], sizeof x[0]);
        memcpy(x[1], walk->x[end->first ? partner : i], sizeof x[1]);
        for (int k = 0; k < 3; k++) {
            x[1][k] += end->shift[k] * box->length[k];
            d[k] = x[0][k] - x[1][k];
        }
        int type[2] = {end->type, end->type};
        struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
        use->type->one(use->state, &element, &energy, f);
        share->energy += 0.5 * energy;
        add_line(share->virial, 0.5, f[0], d);
    }
}

static void add_external(const struct walk *walk, struct table *table,
                         const struct md_potential_use *use, size_t i)
{
    const struct md_external *external = use->state;
    const struct md_system *system = walk->frame->system;
    const double *x = walk->frame->x[i];
    struct share *share = &table->part[MD_PART_EXTERNAL][i - table->begin];
    struct md_external_sums sums = {0};
    double r[3], f[3] = {0.0, 0.0, 0.0};
    if ((system->atoms.groups[i] & external->group) == 0)
        return;
    md_box_unwrap(&system->box, x, system->atoms.image[i], r);
    struct md_external_atom atom = {x, r, NULL, system->atoms.type[i], system->atoms.id[i]};
    use->type->field(use->state, &system->box, &atom, &sums, f);
    if (external->energy)
        share->energy += sums.energy;
    for (int k = 0; external->virial && k < 6; k++)
        share->virial[k] += sums.virial[k];
}

/* ------------------------------------------------------------------ embedding terms */

/* Counts partners; for virials each atom knows where its own begin. */
static enum md_status reserve_embedding(struct walk *walk, bool virials, int threads,
                                        struct md_error *error)
{
    const struct md_neighbors *list = walk->list;
    walk->start = virials ? md_memory_array(list->atoms + 1, sizeof *walk->start) : NULL;
    if (virials && !walk->start)
        return md_error_memory(error, "per-atom values");
    for (size_t i = 0; i < list->atoms; i++) {
        size_t number = (size_t)list->number[i];
        walk->most = number > walk->most ? number : walk->most;
        if (virials)
            walk->start[i + 1] = walk->start[i] + number;
    }
    size_t room = (walk->most + 1) * (size_t)threads;
    walk->pull = virials ? md_memory_array(walk->start[list->atoms], sizeof *walk->pull) : NULL;
    walk->place = md_memory_array(room, sizeof *walk->place);
    walk->force = md_memory_array(room, sizeof *walk->force);
    walk->type = md_memory_array(room, sizeof *walk->type);
    if ((virials && !walk->pull) || !walk->place || !walk->force || !walk->type)
        return md_error_memory(error, "per-atom values");
    return MD_OK;
}

static void free_walk(struct walk *walk)
{
    md_memory_free(walk->start);
    md_memory_free(walk->pull);
    md_memory_free(walk->place);
    md_memory_free(walk->force);
    md_memory_free(walk->type);
}

/* The atom's own term: its energy, and its pull on each partner. */
static void embed(const struct walk *walk, struct table *table, size_t i, int thread)
{
    const struct md_potential_use *use = &walk->forces->pair;
    const struct md_neighbors *list = walk->list;
    struct share *share = &table->part[MD_PART_PAIR][i - table->begin];
    double(*x)[3] = walk->place + (walk->most + 1) * (size_t)thread;
    double(*f)[3] = walk->force + (walk->most + 1) * (size_t)thread;
    int *type = walk->type + (walk->most + 1) * (size_t)thread, count = 1;
    double energy = 0.0;
    type[0] = site_at(walk, (int32_t)i, x[0]);
    for (int32_t n = 0; n < list->number[i]; n++)
        if (!is_far(list, list->partner[i][n])) {
            type[count] = site_at(walk, list->partner[i][n], x[count]);
            count++;
        }
    struct md_element element = {
        .count = count, .x = (const double(*)[3])x, .type = type, .term = MD_EAM_EMBEDDING};
    use->type->one(use->state, &element, &energy, f);
    share->energy += energy;
    double *pull = walk->start ? walk->pull + walk->start[i] : NULL;
    for (int32_t n = 0, j = 1; pull && n < list->number[i]; n++) {
        double along = 0.0, square = 0.0, d[3];
        if (is_far(list, list->partner[i][n]))
            continue;
        for (int k = 0; k < 3; k++) {
            d[k] = x[j][k] - x[0][k];
            along += f[j][k] * d[k];
            square += d[k] * d[k];
        }
        pull[n] = square > 0.0 ? along / square : 0.0;
        add_line(share->virial, 0.5 * pull[n], d, d);
        j++;
    }
}

/* The pull of a partner's term on atom i: in the partner's list, the image of i from which the way
 * is the same. */
static double pull_back(const struct walk *walk, size_t i, int32_t site)
{
    const struct md_neighbors *list = walk->list;
    size_t partner = (size_t)list->owner[site];
    int there[3], back[3];
    shift_of(list, site, there);
    for (int32_t n = 0; n < list->number[partner]; n++) {
        int32_t other = list->partner[partner][n];
        if (is_far(list, other) || (size_t)list->owner[other] != i)
            continue;
        shift_of(list, other, back);
        if (back[0] == -there[0] && back[1] == -there[1] && back[2] == -there[2])
            return walk->pull[walk->start[partner] + (size_t)n];
    }
    return 0.0; /* at the list's edge, beyond the cutoff */
}

static void add_embedding_of_others(const struct walk *walk, size_t i)
{
    const struct md_neighbors *list = walk->list;
    double *virial = walk->out->virial[MD_PART_PAIR][i];
    for (int32_t n = 0; n < list->number[i]; n++) {
        int32_t site = list->partner[i][n];
        double x[2][3], d[3];
        if (is_far(list, site))
            continue;
        double pull = pull_back(walk, i, site);
        site_at(walk, (int32_t)i, x[0]);
        site_at(walk, site, x[1]);
        for (int k = 0; k < 3; k++)
            d[k] = x[0][k] - x[1][k];
        add_line(virial, 0.5 * pull, d, d);
    }
}

/* ------------------------------------------------------------------ all atoms */

static void walk_atom(const struct walk *walk, struct table *table, size_t i, int thread)
{
    const struct md_forces *forces = walk->forces;
    const struct md_neighbors *list = walk->list;
    for (int32_t n = 0; forces->pair.type && n < list->number[i]; n++)
        if (!is_far(list, list->partner[i][n]))
            add_pair(walk, table, i, list->partner[i][n], 1.0);
    if (walk->many)
        embed(walk, table, i, thread);
    for (int k = 0; k < forces->others_count; k++)
        if (forces->others[k].type->kind == MD_KIND_BOND)
            add_bonds(walk, table, &forces->others[k], i);
    for (int k = 0; k < forces->externals_count; k++)
        add_external(walk, table, &forces->externals[k], i);
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
    const struct md_neighbor_block *block = &walk->list->block[b];
    size_t n = walk->frame->count, begin = b * MD_SUM_BLOCK, end = begin + MD_SUM_BLOCK;
    struct table table;
    memset(&table, 0, sizeof table);
    table.begin = begin;
    end = end < n ? end : n;
    for (size_t i = begin; i < end; i++)
        walk_atom(walk, &table, i, thread);
    for (size_t k = 0; walk->forces->pair.type && k < block->weighted_count; k++) {
        const struct md_weighted_pair *pair = &block->weighted[k];
        add_pair(walk, &table, (size_t)pair->atom, pair->partner, pair->weight);
    }
    keep_table(walk->out, &table, end - begin);
}

static void walk_all(const struct walk *walk, int threads)
{
    size_t n = walk->frame->count, blocks = (n + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
#pragma omp parallel for default(none) shared(walk, blocks, threads) num_threads(threads)          \
    schedule(dynamic, 1) if (threads > 1)
    for (size_t b = 0; b < blocks; b++)
        walk_block(walk, b, omp_get_thread_num());
    if (!walk->start)
        return;
#pragma omp parallel for default(none) shared(walk, n, threads) num_threads(threads)               \
    schedule(static) if (threads > 1)
    for (size_t i = 0; i < n; i++)
        add_embedding_of_others(walk, i);
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
    bool bonds = false;
    for (int k = 0; k < forces->others_count; k++)
        bonds = bonds || forces->others[k].type->kind == MD_KIND_BOND;
    bool is[MD_PARTS] = {[MD_PART_PAIR] = forces->pair.type != NULL,
                         [MD_PART_BOND] = bonds,
                         [MD_PART_EXTERNAL] =
                             forces->externals_count > 0 || forces->constraints_count > 0};
    unsigned bits = 0;
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
    bool many = forces->pair.type && forces->pair.type->kind == MD_KIND_MANY;
    bool virials = walk->out->known & MD_SHARE_VIRIAL(MD_PART_PAIR);
    bool known = forces->listed && forces->neighbors.atoms == frame->count;
    int threads = frame->count < MD_PARALLEL_MIN ? 1 : frame->system->threads;
    struct md_snapshot aside = {0};
    enum md_status status = MD_OK;
    threads = threads > 1 ? threads : 1;
    walk->list = known ? &forces->neighbors : &aside.list;
    if (!known)
        status = list_aside(walk, md_potential_unweighted(forces->pair.type, forces->pair.state),
                            &aside, error);
    walk->x = known ? frame->x : (const md_vec3 *)aside.x;
    walk->grain = md_neighbors_grain(walk->list, &frame->system->box);
    walk->many = many;
    if (status == MD_OK && many)
        status = reserve_embedding(walk, virials, threads, error);
    if (status == MD_OK) {
        walk_all(walk, threads);
        add_constraints(walk);
    }
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
