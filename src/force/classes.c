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
#include "force/classes.h"

#include "base/memory.h"
#include "space/sift.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <math.h>
#include <string.h>

/* Bounds are widened by this much, so that rounding never loses a pair. */
#define SLACK 1e-10

#define TARGETS MD_SIFT_TARGETS
#define FEW     0.5  /* of squared distances: a third of the pairs */
#define PAYS    0.75 /* of the common skin: a longer one of the shells is no gain */

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
        for (int p = 0; p < MD_CLASS_PARTS; p++)
            free_part(&classes->list[k].part[p]);
    free_part(&classes->near);
    md_memory_free(classes->held);
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

/* What the threads share while lists are made. */
struct sifting {
    const struct md_neighbors *from; /* the list that is dealt out */
    const double *site;
    size_t types;
    md_sift *sift;
    struct {
        struct md_class_part *part;
        double keep[2], drop[2];
        const bool *types;
    } target[TARGETS];
    int targets;
    bool failed;
};

static const double nobody[2] = {INFINITY, -INFINITY};

static void aim(struct sifting *work, struct md_class_part *part, const double keep[2],
                const double drop[2], const bool *types)
{
    int t = work->targets++;
    work->target[t].part = part;
    memcpy(work->target[t].keep, keep, sizeof work->target[t].keep);
    memcpy(work->target[t].drop, drop, sizeof work->target[t].drop);
    work->target[t].types = types;
}

static double square_below(double r)
{
    return r > 0.0 ? r * r * (1.0 - SLACK) : -1.0;
}

static double square_above(double r)
{
    return r * r * (1.0 + SLACK);
}

/* The shell's pairs, and those of them that stay where S = 1.  An innermost shell has few of these:
 * a list for them alone would cost more than it saves. */
static void aim_at_shell(struct sifting *work, struct md_class *class, double skin)
{
    const struct md_shell *shell = &class->shell;
    double keep[2] = {-1.0, INFINITY}, plain[2] = {-1.0, INFINITY};
    if (shell->in[1] > 0.0) {
        keep[0] = square_below(shell->in[0] - skin);
        plain[0] = square_above(shell->in[1] + skin);
    }
    if (shell->out[0] < INFINITY) {
        keep[1] = square_above(shell->out[1] + skin);
        plain[1] = square_below(shell->out[0] - skin);
    }
    class->part[MD_CLASS_PLAIN].entries = 0;
    if (!(shell->in[1] > 0.0) && plain[1] < FEW * keep[1])
        memcpy(plain, nobody, sizeof plain);
    else
        aim(work, &class->part[MD_CLASS_PLAIN], plain, nobody, class->types);
    /* Shells at either end have one edge, and what is left is one range. */
    if (plain[0] == keep[0] || plain[1] == keep[1]) {
        double rest[2] = {plain[0] == keep[0] ? nextafter(plain[1], INFINITY) : keep[0],
                          plain[1] == keep[1] ? nextafter(plain[0], 0.0) : keep[1]};
        aim(work, &class->part[MD_CLASS_SWITCHED], rest, nobody, class->types);
    } else {
        aim(work, &class->part[MD_CLASS_SWITCHED], keep, plain, class->types);
    }
}

/* Sites of these positions of the atoms, in the box that the common list was built in. */
static enum md_status hold_sites(struct md_classes *classes, const struct md_neighbors *neighbors,
                                 const struct md_system *system, const md_vec3 *x,
                                 struct md_error *error)
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
    held.atoms.x = (md_vec3 *)(uintptr_t)x; /* read only */
    memcpy(held.box.lo, neighbors->held_lo, sizeof held.box.lo);
    memcpy(held.box.hi, neighbors->held_hi, sizeof held.box.hi);
    md_box_refresh(&held.box);
    md_neighbors_refresh(&then, &held);
    if (classes->nested && neighbors->atoms > classes->held_room) {
        if (md_memory_grow(&classes->held, 0, neighbors->atoms, sizeof *classes->held, error))
            return error->status;
        classes->held_room = neighbors->atoms;
    }
    if (classes->nested && neighbors->atoms > 0)
        memmove(classes->held, x, neighbors->atoms * sizeof *classes->held);
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

/* Room for `need` more numbers in a block of every target. */
static bool grow_blocks(struct sifting *work, size_t b, const size_t *used, size_t need)
{
    for (int t = 0; t < work->targets; t++) {
        struct md_class_block *block = &work->target[t].part->block[b];
        size_t room = used[t] + need;
        struct md_error error;
        if (room <= block->capacity && block->partner != NULL)
            continue;
        room += room / 2 + 256;
        if (md_memory_grow(&block->partner, used[t], room, sizeof *block->partner, &error)) {
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
    const struct md_neighbor_block *order = &work->from->block[b];
    for (int t = 0; t < work->targets; t++) {
        struct md_class_part *part = work->target[t].part;
        const int32_t *next = part->block[b].partner;
        for (int k = 0; k < order->atoms; k++) {
            size_t i = b * MD_SUM_BLOCK + (size_t)order->order[k];
            part->partner[i] = next;
            next = part->number[i] > 0 ? next + part->number[i] : next;
        }
    }
}

/* The lists of one block; adds the number of entries of each target without padding. */
static void list_block(struct sifting *work, size_t b, uint64_t *entries)
{
    const struct md_neighbors *from = work->from;
    const struct md_neighbor_block *order = &from->block[b];
    struct md_sift_target to[TARGETS];
    size_t used[TARGETS] = {0}, padding = (size_t)from->padding;
    int32_t far = (int32_t)(from->atoms + from->ghosts);
    for (int t = 0; t < work->targets; t++) {
        memcpy(to[t].keep, work->target[t].keep, sizeof to[t].keep);
        memcpy(to[t].drop, work->target[t].drop, sizeof to[t].drop);
    }
    for (int k = 0; k < order->atoms; k++) {
        size_t i = b * MD_SUM_BLOCK + (size_t)order->order[k];
        size_t row = (size_t)work->site[4 * i + 3] * (work->types + 1);
        if (!grow_blocks(work, b, used, (size_t)from->number[i] + padding))
            return;
        for (int t = 0; t < work->targets; t++) {
            to[t].types = work->target[t].types ? work->target[t].types + row : NULL;
            to[t].out = work->target[t].part->block[b].partner + used[t];
        }
        work->sift(from, work->site, i, to, work->targets);
        for (int t = 0; t < work->targets; t++) {
            size_t count = to[t].count;
            entries[t] += count;
            while (count % padding != 0)
                to[t].out[count++] = far;
            work->target[t].part->number[i] = (int32_t)count;
            used[t] += count;
        }
    }
    point_into(work, b);
}

static void list_all(struct sifting *work, int threads)
{
    size_t blocks = (work->from->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    uint64_t entries[TARGETS] = {0};
    if (threads <= 1 || work->from->atoms < MD_PARALLEL_MIN) {
        for (size_t b = 0; b < blocks; b++)
            list_block(work, b, entries);
    } else {
#pragma omp parallel for default(none) shared(work, blocks) num_threads(threads)                  \
    schedule(static) reduction(+ : entries[:TARGETS])
        for (size_t b = 0; b < blocks; b++)
            list_block(work, b, entries);
    }
    for (int t = 0; t < work->targets; t++)
        work->target[t].part->entries = entries[t];
}

/* Deals `from` out to the targets that were aimed at. */
static enum md_status deal(struct sifting *work, const struct md_neighbors *neighbors,
                           const struct md_neighbors *from, const struct md_system *system,
                           struct md_error *error)
{
    work->from = from;
    work->types = (size_t)system->types;
    work->sift = sift_of(neighbors->isa);
    for (int t = 0; t < work->targets; t++)
        if (reserve_part(work->target[t].part, neighbors, error))
            return error->status;
    list_all(work, system->threads);
    if (work->failed)
        return md_error_memory(error, "the neighbour list of a class of interactions");
    for (int t = 0; t < work->targets; t++) {
        struct md_class_part *part = work->target[t].part;
        part->view = *neighbors;
        part->view.partner = part->partner;
        part->view.number = part->number;
        part->view.pairs = part->entries / 2;
    }
    return MD_OK;
}

/* How many of the weakened pairs are the class's: they are in no list, and are chosen by their
 * distance whenever they are summed. */
static uint64_t count_weakened(const struct md_classes *classes, const struct md_class *class,
                               const struct md_neighbors *neighbors, size_t types, double skin)
{
    const struct md_shell *shell = &class->shell;
    bool shelled = class->shelled;
    double least = shelled && shell->in[1] > 0.0 ? square_below(shell->in[0] - skin) : -1.0;
    double most =
        shelled && shell->out[0] < INFINITY ? square_above(shell->out[1] + skin) : INFINITY;
    size_t blocks = (neighbors->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    uint64_t count = 0;
    for (size_t b = 0; b < blocks; b++)
        for (size_t k = 0; k < neighbors->block[b].weighted_count; k++) {
            const struct md_weighted_pair *pair = &neighbors->block[b].weighted[k];
            const double *x = classes->site + 4 * (size_t)pair->atom;
            const double *y = classes->site + 4 * (size_t)pair->partner;
            double r2 = 0.0;
            for (int d = 0; d < 3; d++)
                r2 += (x[d] - y[d]) * (x[d] - y[d]);
            count += r2 >= least && r2 <= most &&
                     (!class->types || class->types[(size_t)x[3] * (types + 1) + (size_t)y[3]]);
        }
    return count;
}

static void count_pairs(struct md_classes *classes, struct md_class *class,
                        const struct md_neighbors *neighbors, size_t types, double skin)
{
    uint64_t entries = count_weakened(classes, class, neighbors, types, skin);
    for (int p = 0; p < MD_CLASS_PARTS; p++)
        entries += class->part[p].entries;
    class->pairs = entries / 2;
}

static bool is_shell(const struct md_class *class)
{
    return (class->terms & MD_TERM_PAIR) && class->shelled;
}

/* The farthest edge of all shells; 0: there is none. */
static double farthest_edge(const struct md_classes *classes)
{
    double edge = 0.0;
    for (int k = 0; k < classes->count; k++)
        if (is_shell(&classes->list[k]) && classes->list[k].shell.out[0] < INFINITY)
            edge = fmax(edge, classes->list[k].shell.out[1]);
    return edge;
}

/* All shells from one list; more than fit go in several rounds. */
static enum md_status sift_shells(struct md_classes *classes, const struct md_neighbors *neighbors,
                                  const struct md_neighbors *from, const struct md_system *system,
                                  double skin, struct md_error *error)
{
    for (int k = 0; k < classes->count;) {
        struct sifting work = {.site = classes->site};
        for (; k < classes->count && work.targets + 2 <= TARGETS; k++)
            if (is_shell(&classes->list[k]))
                aim_at_shell(&work, &classes->list[k], skin);
        if (work.targets > 0 && deal(&work, neighbors, from, system, error))
            return error->status;
    }
    for (int k = 0; k < classes->count; k++)
        if (is_shell(&classes->list[k]))
            count_pairs(classes, &classes->list[k], neighbors, (size_t)system->types, skin);
    return MD_OK;
}

/* Of the common list, what may come to an edge before the next build, and what cannot. */
static enum md_status split_near(struct md_classes *classes, const struct md_neighbors *neighbors,
                                 const struct md_system *system, struct md_error *error)
{
    double edge = farthest_edge(classes) + neighbors->rules.skin;
    double near[2] = {-1.0, square_above(edge)}, rest[2] = {nextafter(near[1], INFINITY), INFINITY};
    struct sifting work = {.site = classes->site};
    aim(&work, &classes->near, near, nobody, NULL);
    for (int k = 0; k < classes->count; k++) {
        struct md_class *class = &classes->list[k];
        class->part[MD_CLASS_FAR].entries = 0;
        if (is_shell(class) && class->shell.out[0] == INFINITY && work.targets < TARGETS)
            aim(&work, &class->part[MD_CLASS_FAR], rest, nobody, class->types);
    }
    return deal(&work, neighbors, neighbors, system, error);
}

enum md_status md_classes_sift(struct md_classes *classes, const struct md_forces *forces,
                               const struct md_system *system, const md_vec3 *x,
                               struct md_error *error)
{
    if (hold_sites(classes, &forces->neighbors, system, x, error))
        return error->status;
    return sift_shells(classes, &forces->neighbors, &classes->near.view, system, classes->skin,
                       error);
}

/* Pairs of chosen types, undivided. */
static enum md_status list_types(struct md_classes *classes, struct md_class *class,
                                 const struct md_neighbors *neighbors,
                                 const struct md_system *system, struct md_error *error)
{
    static const double all[2] = {-1.0, INFINITY};
    struct sifting work = {.site = classes->site};
    aim(&work, &class->part[MD_CLASS_PLAIN], all, nobody, class->types);
    if (deal(&work, neighbors, neighbors, system, error))
        return error->status;
    count_pairs(classes, class, neighbors, (size_t)system->types, 0.0);
    return MD_OK;
}

static bool goes_over_pairs(const struct md_class *class, const struct md_potential_use *pair)
{
    return (class->terms & MD_TERM_PAIR) || ((class->terms & MD_TERM_EMBED) && is_many(pair));
}

static enum md_status list_shells(struct md_classes *classes, struct md_forces *forces,
                                  const struct md_system *system, struct md_error *error)
{
    const struct md_neighbors *neighbors = &forces->neighbors;
    const md_vec3 *held = (const md_vec3 *)neighbors->held;
    if (!classes->nested)
        return sift_shells(classes, neighbors, neighbors, system, neighbors->rules.skin, error);
    if (split_near(classes, neighbors, system, error))
        return error->status;
    return md_classes_sift(classes, forces, system, held, error);
}

enum md_status md_classes_list(struct md_classes *classes, struct md_forces *forces,
                               const struct md_system *system, struct md_error *error)
{
    const struct md_neighbors *neighbors = &forces->neighbors;
    bool shells = false, own = false;
    for (int k = 0; k < classes->count; k++) {
        struct md_class *class = &classes->list[k];
        if (need_shape(class, system, error) || need_faces(class, &forces->pair, error))
            return error->status;
        class->common = !class->shelled && !class->types;
        class->pairs = goes_over_pairs(class, &forces->pair) ? neighbors->pairs : 0;
        shells = shells || is_shell(class);
        own = own || ((class->terms & MD_TERM_PAIR) && !class->common);
    }
    classes->nested = shells && classes->skin > 0.0 && farthest_edge(classes) > 0.0 &&
                      classes->skin < PAYS * neighbors->rules.skin;
    if (own && hold_sites(classes, neighbors, system, (const md_vec3 *)neighbors->held, error))
        return error->status;
    for (int k = 0; k < classes->count; k++) {
        struct md_class *class = &classes->list[k];
        if ((class->terms & MD_TERM_PAIR) && !class->common && !class->shelled &&
            list_types(classes, class, neighbors, system, error))
            return error->status;
    }
    return shells ? list_shells(classes, forces, system, error) : MD_OK;
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
    summand.terms = is_many(pair) ? MD_TERM_PAIR : 0;
    summand.singly = singly && is_many(pair); /* where S = 1, `sum` does for potentials of pairs */
    summand.weakened = !class->shelled;
    summand.types = class->types;
    base->zero = false;
    for (int p = MD_CLASS_PLAIN; p < MD_CLASS_PARTS; p++) {
        bool first = p == MD_CLASS_PLAIN;
        bool empty = class->part[p].entries == 0 || p == MD_CLASS_SWITCHED;
        summand.neighbors = class->common ? &forces->neighbors : &class->part[p].view;
        if (first && class->shelled && empty)
            continue;
        if ((first || !empty) && add(forces, system, &summand, error))
            return error->status;
    }
    if (!class->shelled)
        return MD_OK;
    summand.neighbors = &class->part[MD_CLASS_SWITCHED].view;
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
    md_forces_total(forces, tally);
    return md_forces_need_finite(system, (const md_vec3 *)f, tally, error);
}
