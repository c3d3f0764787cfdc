/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of interaction elements.
 *
 * A class of pairs has lists of its own, sifted from the common list once per build, so that a
 * short-ranged class that is summed often does not pass over the long list.  The common list holds
 * while no atom moved by more than half the skin; a distance then changes by less than the skin.
 * So at a build each pair is known to be, until the next one,
 *
 *     out of the shell's reach:           in no list;
 *     between its two edges, where S = 1: in list 0, summed by the ordinary loop;
 *     possibly at an edge:                in list 1, summed by the loop that multiplies by S.
 *
 * Distances are those at which the common list was built, also when a run is resumed later: the
 * same list, the same parts, in the same order.
 */
#include "potential/classes.h"

#include "base/memory.h"
#include "space/sift.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <math.h>
#include <string.h>

/* Bounds are widened by this much, so that rounding never loses a pair. */
#define SLACK 1e-10

enum md_status md_classes_make(struct md_classes *classes, int count, struct md_error *error)
{
    *classes = (struct md_classes){0};
    if (md_memory_grow(&classes->list, 0, (size_t)count, sizeof *classes->list, error))
        return error->status;
    classes->count = count;
    return MD_OK;
}

static void free_part(struct md_class_part *part)
{
    for (size_t b = 0; b < part->blocks; b++)
        md_memory_free(part->block[b].partner);
    md_memory_free(part->block);
    md_memory_free(part->partner);
    md_memory_free(part->number);
}

void md_classes_free(struct md_classes *classes)
{
    for (int k = 0; k < classes->count; k++)
        for (int p = 0; p < 2; p++)
            free_part(&classes->list[k].part[p]);
    md_memory_free(classes->list);
    md_memory_free(classes->site);
    *classes = (struct md_classes){0};
}

/* ------------------------------------------------------------------ what cannot be */

static bool is_many(const struct md_potential_use *pair)
{
    return pair->type && pair->type->kind == MD_KIND_MANY;
}

static enum md_status need_shape(const struct md_class *class, const struct md_system *system,
                                 struct md_error *error)
{
    const struct md_shell *shell = &class->shell;
    size_t types = (size_t)system->types, row = types + 1;
    if (class->shelled && !md_shell_sound(shell))
        return md_error_set(error, MD_ERR_VALUE, NULL,
                            "a shell of distance that opens over %g..%g and closes over %g..%g is "
                            "none: its edges must be in order and have a width",
                            shell->in[0], shell->in[1], shell->out[0], shell->out[1]);
    for (size_t i = 1; class->types && i <= types; i++)
        for (size_t j = 1; j < i; j++)
            if (class->types[i * row + j] != class->types[j * row + i])
                return md_error_set(error, MD_ERR_VALUE, NULL,
                                    "a class of interactions has pairs of types %zu and %zu in one "
                                    "order only",
                                    i, j);
    return MD_OK;
}

/* Whether the class wants less of the pair potential than its `sum` always does, on its list. */
static bool wants_part(const struct md_class *class, const struct md_potential_use *pair)
{
    unsigned both = MD_TERM_PAIR | MD_TERM_EMBED, terms = class->terms & both;
    return terms != 0 &&
           (((terms & MD_TERM_PAIR) && class->shelled) || (is_many(pair) && terms != both));
}

static enum md_status need_faces(const struct md_class *class, const struct md_potential_use *pair,
                                 struct md_error *error)
{
    if (!pair->type)
        return MD_OK;
    if (class->types && (class->terms & MD_TERM_EMBED) && is_many(pair))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &pair->place,
                            "the embedding terms of pair style %s belong to no pairs of types: a "
                            "class of chosen types cannot hold them",
                            pair->name);
    unsigned can = md_potential_can(pair->type, pair->state);
    if (!wants_part(class, pair) || (can & MD_CAN_SHELL))
        return MD_OK;
    if (!(can & MD_CAN_ONE) || ((class->terms & MD_TERM_EMBED) && is_many(pair)))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &pair->place,
                            "pair style %s cannot be summed in parts%s", pair->name,
                            class->shelled ? ", and so not in shells of distance" : "");
    return MD_OK;
}

/* ------------------------------------------------------------------ lists */

static md_sift *sift_of(enum md_isa isa)
{
    switch (isa) {
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        return md_sift_avx2;
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        return md_sift_avx512;
#endif
    default:
        return md_sift_base;
    }
}

/* What the threads share while the lists of a class are made. */
struct sifting {
    struct md_class *class;
    const struct md_neighbors *neighbors;
    const double *site;
    size_t types;
    struct md_sift_bounds bounds;
    md_sift *sift;
    bool failed;
};

static double square_below(double r)
{
    return r > 0.0 ? r * r * (1.0 - SLACK) : -1.0;
}

static struct md_sift_bounds bounds_of(const struct md_class *class, double skin)
{
    const struct md_shell *shell = &class->shell;
    struct md_sift_bounds bounds = {{-1.0, INFINITY}, {-1.0, INFINITY}};
    if (class->shelled && shell->in[1] > 0.0) {
        double in = shell->in[1] + skin;
        bounds.keep[0] = square_below(shell->in[0] - skin);
        bounds.plain[0] = in * in * (1.0 + SLACK);
    }
    if (class->shelled && shell->out[0] < INFINITY) {
        double out = shell->out[1] + skin;
        bounds.keep[1] = out * out * (1.0 + SLACK);
        bounds.plain[1] = square_below(shell->out[0] - skin);
    }
    return bounds;
}

/* Sites where the atoms were when the common list was built. */
static enum md_status hold_sites(struct md_classes *classes, const struct md_neighbors *neighbors,
                                 const struct md_system *system, struct md_error *error)
{
    size_t sites = neighbors->atoms + neighbors->ghosts + 1;
    if (sites > classes->sites) {
        size_t room = sites + sites / 8;
        if (md_memory_grow(&classes->site, 0, room, 4 * sizeof *classes->site, error))
            return error->status;
        classes->sites = room;
    }
    struct md_neighbors then = *neighbors;
    struct md_system held = *system;
    memcpy(classes->site, neighbors->site, 4 * sites * sizeof *classes->site);
    then.site = classes->site;
    held.atoms.x = neighbors->held;
    memcpy(held.box.lo, neighbors->held_lo, sizeof held.box.lo);
    memcpy(held.box.hi, neighbors->held_hi, sizeof held.box.hi);
    md_box_refresh(&held.box);
    md_neighbors_refresh(&then, &held);
    return MD_OK;
}

static enum md_status reserve_part(struct md_class_part *part, const struct md_neighbors *neighbors,
                                   struct md_error *error)
{
    size_t blocks = (neighbors->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    if (neighbors->atoms > part->atoms || !part->partner) {
        size_t room = neighbors->atoms + neighbors->atoms / 8 + 1;
        if (md_memory_grow(&part->partner, 0, room, sizeof *part->partner, error) ||
            md_memory_grow(&part->number, 0, room, sizeof *part->number, error))
            return error->status;
        part->atoms = room;
    }
    if (blocks > part->blocks) {
        if (md_memory_grow(&part->block, part->blocks, blocks, sizeof *part->block, error))
            return error->status;
        part->blocks = blocks;
    }
    return MD_OK;
}

/* Room for `need` more numbers in both parts' block b. */
static bool grow_blocks(struct sifting *work, size_t b, const size_t used[2], size_t need)
{
    for (int p = 0; p < 2; p++) {
        struct md_class_block *block = &work->class->part[p].block[b];
        size_t room = used[p] + need;
        struct md_error error;
        if (room <= block->capacity)
            continue;
        room += room / 2 + 256;
        if (md_memory_grow(&block->partner, used[p], room, sizeof *block->partner, &error)) {
#pragma omp atomic write
            work->failed = true;
            return false;
        }
        block->capacity = room;
    }
    return true;
}

/* The block may have moved while it grew: point into it only now. */
static void point_into(struct sifting *work, size_t b)
{
    const struct md_neighbor_block *order = &work->neighbors->block[b];
    for (int p = 0; p < 2; p++) {
        struct md_class_part *part = &work->class->part[p];
        const int32_t *next = part->block[b].partner;
        for (int k = 0; k < order->atoms; k++) {
            size_t i = b * MD_SUM_BLOCK + (size_t)order->order[k];
            part->partner[i] = next;
            next = part->number[i] > 0 ? next + part->number[i] : next;
        }
    }
}

/* How many of the block's weakened pairs are the class's: they are in no list, and are chosen by
 * their distance whenever they are summed. */
static uint64_t count_weakened(const struct sifting *work, size_t b)
{
    const struct md_neighbor_block *block = &work->neighbors->block[b];
    uint64_t count = 0;
    for (size_t k = 0; k < block->weighted_count; k++) {
        const double *x = work->site + 4 * (size_t)block->weighted[k].atom;
        const double *y = work->site + 4 * (size_t)block->weighted[k].partner;
        double r2 = 0.0;
        for (int d = 0; d < 3; d++)
            r2 += (x[d] - y[d]) * (x[d] - y[d]);
        count += r2 >= work->bounds.keep[0] && r2 <= work->bounds.keep[1] &&
                 (!work->class->types ||
                  work->class->types[(size_t)x[3] * (work->types + 1) + (size_t)y[3]]);
    }
    return count;
}

/* The lists of one block; returns the number of its entries without padding. */
static uint64_t list_block(struct sifting *work, size_t b)
{
    const struct md_neighbors *neighbors = work->neighbors;
    const struct md_neighbor_block *order = &neighbors->block[b];
    const bool *types = work->class->types;
    size_t used[2] = {0, 0}, count[2] = {0, 0}, padding = (size_t)neighbors->padding;
    int32_t far = (int32_t)(neighbors->atoms + neighbors->ghosts);
    uint64_t entries = count_weakened(work, b);
    for (int k = 0; k < order->atoms; k++) {
        size_t i = b * MD_SUM_BLOCK + (size_t)order->order[k];
        size_t type = (size_t)work->site[4 * i + 3];
        if (!grow_blocks(work, b, used, (size_t)neighbors->number[i] + padding))
            return entries;
        int32_t *out[2];
        for (int p = 0; p < 2; p++)
            out[p] = work->class->part[p].block[b].partner + used[p];
        work->sift(neighbors, work->site, i, &work->bounds,
                   types ? types + type * (work->types + 1) : NULL, out, count);
        for (int p = 0; p < 2; p++) {
            entries += count[p];
            while (count[p] % padding != 0)
                out[p][count[p]++] = far;
            work->class->part[p].number[i] = (int32_t)count[p];
            used[p] += count[p];
        }
    }
    point_into(work, b);
    return entries;
}

static uint64_t list_all(struct sifting *work, int threads)
{
    size_t blocks = (work->neighbors->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    uint64_t entries = 0;
    if (threads <= 1 || work->neighbors->atoms < MD_PARALLEL_MIN) {
        for (size_t b = 0; b < blocks; b++)
            entries += list_block(work, b);
        return entries;
    }
#pragma omp parallel for default(none) shared(work, blocks) num_threads(threads)                  \
    schedule(static) reduction(+ : entries)
    for (size_t b = 0; b < blocks; b++)
        entries += list_block(work, b);
    return entries;
}

static enum md_status list_class(struct md_class *class, const struct md_classes *classes,
                                 const struct md_neighbors *neighbors,
                                 const struct md_system *system, struct md_error *error)
{
    struct sifting work = {.class = class,
                           .neighbors = neighbors,
                           .site = classes->site,
                           .types = (size_t)system->types,
                           .bounds = bounds_of(class, neighbors->rules.skin),
                           .sift = sift_of(neighbors->isa)};
    for (int p = 0; p < 2; p++)
        if (reserve_part(&class->part[p], neighbors, error))
            return error->status;
    class->pairs = list_all(&work, system->threads) / 2;
    if (work.failed)
        return md_error_memory(error, "the neighbour list of a class of interactions");
    for (int p = 0; p < 2; p++) {
        struct md_class_part *part = &class->part[p];
        part->view = *neighbors;
        part->view.partner = part->partner;
        part->view.number = part->number;
        part->view.pairs = class->pairs;
    }
    return MD_OK;
}

static bool goes_over_pairs(const struct md_class *class, const struct md_potential_use *pair)
{
    return (class->terms & MD_TERM_PAIR) || ((class->terms & MD_TERM_EMBED) && is_many(pair));
}

enum md_status md_classes_list(struct md_classes *classes, struct md_forces *forces,
                               const struct md_system *system, struct md_error *error)
{
    const struct md_neighbors *neighbors = &forces->neighbors;
    bool held = false;
    for (int k = 0; k < classes->count; k++) {
        struct md_class *class = &classes->list[k];
        if (need_shape(class, system, error) || need_faces(class, &forces->pair, error))
            return error->status;
        class->common = !class->shelled && !class->types;
        class->pairs = goes_over_pairs(class, &forces->pair) ? neighbors->pairs : 0;
        if (!(class->terms & MD_TERM_PAIR) || class->common)
            continue;
        if (!held && hold_sites(classes, neighbors, system, error))
            return error->status;
        held = true;
        if (list_class(class, classes, neighbors, system, error))
            return error->status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ sums */

/* Sums what the summand says, and takes it as begun: what comes next is added. */
static enum md_status add(struct md_forces *forces, struct md_system *system,
                          struct md_summand *summand, struct md_error *error)
{
    if (md_forces_sum(forces, system, summand, error) ||
        md_forces_judge(forces, system, summand, error))
        return error->status;
    summand->zero = false;
    return MD_OK;
}

/* The pair terms.  A potential of pairs alone knows of no terms. */
static enum md_status add_pairs(struct md_class *class, struct md_forces *forces,
                                struct md_system *system, struct md_summand *base,
                                struct md_error *error)
{
    const struct md_potential_use *pair = &forces->pair;
    bool singly =
        wants_part(class, pair) && !(md_potential_can(pair->type, pair->state) & MD_CAN_SHELL);
    struct md_summand summand = *base;
    summand.use = pair;
    summand.neighbors = class->common ? &forces->neighbors : &class->part[0].view;
    summand.terms = is_many(pair) ? MD_TERM_PAIR : 0;
    summand.singly = singly && is_many(pair); /* where S = 1, `sum` does for potentials of pairs */
    summand.weakened = !class->shelled;
    summand.types = class->types;
    if (add(forces, system, &summand, error))
        return error->status;
    base->zero = false;
    if (!class->shelled)
        return MD_OK;
    summand.neighbors = &class->part[1].view;
    summand.shell = &class->shell;
    summand.singly = singly;
    summand.weakened = true;
    return add(forces, system, &summand, error);
}

static enum md_status add_potential(struct md_class *class, struct md_forces *forces,
                                    struct md_system *system, struct md_summand *base,
                                    struct md_error *error)
{
    unsigned both = MD_TERM_PAIR | MD_TERM_EMBED, terms = class->terms & both;
    struct md_summand summand = *base;
    if (!forces->pair.type || terms == 0)
        return MD_OK;
    forces->pair_evaluations += class->pairs;
    if (terms == both && is_many(&forces->pair) && class->common) {
        summand.use = &forces->pair;
        summand.weakened = true;
        base->zero = false;
        return add(forces, system, &summand, error);
    }
    if ((terms & MD_TERM_PAIR) && add_pairs(class, forces, system, base, error))
        return error->status;
    if (!(terms & MD_TERM_EMBED) || !is_many(&forces->pair))
        return MD_OK;
    summand = *base;
    summand.use = &forces->pair;
    summand.terms = MD_TERM_EMBED;
    base->zero = false;
    return add(forces, system, &summand, error);
}

static enum md_status add_others(struct md_class *class, struct md_forces *forces,
                                 struct md_system *system, struct md_summand *base,
                                 struct md_error *error)
{
    for (int k = 0; (class->terms & MD_TERM_BOND) && k < forces->others_count; k++) {
        base->use = &forces->others[k];
        if (add(forces, system, base, error))
            return error->status;
    }
    for (int k = 0; (class->terms & MD_TERM_EXTERNAL) && k < forces->externals_count; k++) {
        base->use = &forces->externals[k];
        if (md_forces_sum_external(forces, system, base, error))
            return error->status;
        base->zero = false;
    }
    return MD_OK;
}

enum md_status md_classes_sum(struct md_classes *classes, int k, struct md_forces *forces,
                              struct md_system *system, md_vec3 *f, struct md_tally *tally,
                              struct md_error *error)
{
    static const struct md_potential_use nothing;
    struct md_class *class = &classes->list[k];
    struct md_summand base = {.use = &nothing,
                              .neighbors = &forces->neighbors,
                              .zero = true,
                              .tally = tally != NULL,
                              .f = f};
    forces->instant++;
    if (add_potential(class, forces, system, &base, error) ||
        add_others(class, forces, system, &base, error))
        return error->status;
    if (base.zero && add(forces, system, &base, error)) /* an empty class: base.use is `nothing` */
        return error->status;
    if (!tally)
        return MD_OK;
    md_forces_total(forces, system, tally);
    return md_forces_need_finite(system, (const md_vec3 *)f, tally, error);
}
