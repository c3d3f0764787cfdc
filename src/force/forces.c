/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All forces on a system.
 *
 * Atoms are cut into blocks of MD_SUM_BLOCK.  A block's forces are computed by one thread; energies
 * and virials are exact sums over atoms (term/tally.h), one of each thread.  Small systems and
 * single threads take a path without any parallel region: seven atoms are done in less time than
 * waking a thread takes.
 */
#include "force/forces.h"

#include "base/memory.h"
#include "base/sum.h"
#include "force/by_element.h"
#include "force/per_atom.h"
#include "space/domain.h"
#include "term/external.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <string.h>
#include <time.h>

/* Reading the clock takes as long as a small system's forces: there one evaluation in this many
 * is timed and speaks for all. */
#define TIMED_EVERY 256

#define BEGINNING 16 /* blocks for each thread in a round of a potential of two passes */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void md_forces_init(struct md_forces *forces)
{
    *forces = (struct md_forces){0};
    md_neighbors_init(&forces->neighbors);
}

static void free_use(struct md_potential_use *use)
{
    if (use->type && use->type->destroy)
        use->type->destroy(use->state);
    md_memory_free(use->state);
    *use = (struct md_potential_use){0};
}

void md_forces_free(struct md_forces *forces)
{
    free_use(&forces->pair);
    for (int k = 0; k < forces->others_count; k++)
        free_use(&forces->others[k]);
    md_memory_free(forces->others);
    md_neighbors_free(&forces->neighbors);
    md_memory_free(forces->cutoff);
    md_memory_free(forces->sums);
    for (int t = 0; t < forces->rooms; t++)
        md_element_room_free(&forces->room[t]);
    md_memory_free(forces->room);
    md_waves_free(&forces->waves);
    md_views_free(&forces->views);
    md_per_atom_free(forces->per_atom);
    *forces = (struct md_forces){0};
}

void md_forces_drop_pair(struct md_forces *forces)
{
    free_use(&forces->pair);
    md_views_free(&forces->views);
}

enum md_status md_forces_add(struct md_forces *forces, struct md_potential_use use,
                             struct md_error *error)
{
    size_t count = (size_t)forces->others_count;
    if (md_memory_grow(&forces->others, count, count + 1, sizeof *forces->others, error))
        return error->status;
    forces->others[forces->others_count++] = use;
    return MD_OK;
}

void md_forces_remove(struct md_forces *forces, int k)
{
    free_use(&forces->others[k]);
    forces->others_count--;
    for (; k < forces->others_count; k++)
        forces->others[k] = forces->others[k + 1];
}

const struct md_potential_use *md_forces_use(const struct md_forces *forces, int k)
{
    if (forces->pair.type != NULL && k-- == 0)
        return &forces->pair;
    if (k < forces->others_count)
        return &forces->others[k];
    k -= forces->others_count;
    return k < forces->externals_count ? &forces->externals[k] : NULL;
}

struct md_potential_use *md_forces_bonded(struct md_forces *forces, int kind)
{
    for (int k = 0; k < forces->others_count; k++)
        if (forces->others[k].type->topology == kind)
            return &forces->others[k];
    return NULL;
}

size_t md_forces_bonded_count(const struct md_forces *forces, const struct md_system *system)
{
    size_t count = 0;
    for (int k = 0; k < forces->others_count; k++)
        count += system->topology.list[forces->others[k].type->topology].count;
    return count;
}

/* ------------------------------------------------------------------ set-up and rebuilds */

/* Pairs that special_bonds weakens are computed one by one; terms of many atoms cannot be. */
static enum md_status need_one(const struct md_forces *forces, const struct md_system *system,
                               struct md_error *error)
{
    const struct md_potential_use *pair = &forces->pair;
    const struct md_topology *topology = &system->topology;
    if (!pair->type || topology->list[MD_BONDS].count == 0)
        return MD_OK;
    unsigned can = md_potential_can(pair->type, pair->state);
    bool mixed = (can & MD_HAS_UNWEIGHTED) != 0 && (can & MD_UNWEIGHTED) == 0;
    if (pair->type->kind == MD_KIND_PAIR && (pair->type->can & MD_CAN_ONE) && !mixed)
        return MD_OK;
    for (int k = 0; k < 3; k++)
        if (topology->weight[k] != 0.0 && topology->weight[k] != 1.0)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &pair->place,
                                "pair style %s cannot weaken the force between atoms %d bond%s "
                                "apart by the factor %g of special_bonds: only 0 and 1 are "
                                "possible with it",
                                pair->name, k + 1, k ? "s" : "", topology->weight[k]);
    return MD_OK;
}

static enum md_status prepare_all(struct md_potential_use *uses, int count,
                                  const struct md_system *system, struct md_error *error)
{
    for (int k = 0; k < count; k++) {
        struct md_potential_use *use = &uses[k];
        if (use->type->prepare && use->type->prepare(use->state, system, error)) {
            if (!error->place.file)
                error->place = use->place;
            return error->status;
        }
    }
    return MD_OK;
}

enum md_status md_forces_prepare(struct md_forces *forces, const struct md_system *system,
                                 struct md_error *error)
{
    struct md_potential_use *pair = &forces->pair;
    if (pair->type && pair->type->prepare && pair->type->prepare(pair->state, system, error)) {
        if (!error->place.file)
            error->place = pair->place;
        return error->status;
    }
    if (prepare_all(forces->others, forces->others_count, system, error) ||
        prepare_all(forces->externals, forces->externals_count, system, error))
        return error->status;
    size_t row = (size_t)system->types + 1;
    if (md_memory_grow(&forces->cutoff, 0, row * row, sizeof(double), error))
        return error->status;
    for (int i = 1; pair->type && i <= system->types; i++)
        for (int j = 1; j <= system->types; j++)
            forces->cutoff[(size_t)i * row + (size_t)j] = pair->type->cutoff(pair->state, i, j);
    return MD_OK;
}

/* Cutoff plus skin, or 0 when nothing interacts in pairs. */
static double list_cutoff(const struct md_forces *forces)
{
    double reach = forces->pair.type ? forces->pair.type->reach(forces->pair.state) : 0.0;
    return reach > 0.0 ? reach + forces->neighbors.rules.skin : 0.0;
}

/* Faces that follow the atoms go wherever those go; lists, volumes and files are of sound boxes. */
static enum md_status need_sound_box(const struct md_system *system, struct md_error *error)
{
    const struct md_box *box = &system->box;
    const char *flaw;
    int d = md_box_bad_axis(box->lo, box->hi, &flaw);
    if (d < 0)
        return MD_OK;
    md_error_set(error, MD_ERR_RUN, NULL, "the box reaches from %g to %g along %c: %s", box->lo[d],
                 box->hi[d], "xyz"[d], flaw);
    if (box->face[d][0] >= MD_SHRINK || box->face[d][1] >= MD_SHRINK)
        md_error_hint(error,
                      "its faces follow the atoms (boundary %c: s or m), and these are gone "
                      "too far; a shorter timestep?",
                      "xyz"[d]);
    return error->status;
}

/* Bonds and list, from the present positions. */
static enum md_status build(struct md_forces *forces, struct md_system *system,
                            struct md_error *error)
{
    struct md_neighbors *neighbors = &forces->neighbors;
    bool whole = md_potential_unweighted(forces->pair.type, forces->pair.state);
    forces->listed = forces->waves.planned = false;
    if (need_sound_box(system, error) ||
        md_graph_build(&neighbors->graph, system, whole, neighbors->rules.lost_bonds, error) ||
        md_neighbors_build(neighbors, system, forces->cutoff, error) ||
        md_views_list(&forces->views, forces->pair.type, forces->pair.state, neighbors, system,
                      error))
        return error->status;
    forces->listed = true;
    return MD_OK;
}

static enum md_status rebuild(struct md_forces *forces, struct md_system *system, bool setup,
                              struct md_error *error)
{
    struct md_neighbors *neighbors = &forces->neighbors;
    const struct md_neighbor_rules *rules = &neighbors->rules;
    int64_t step = md_clock_step(&system->clock), id;
    double begin = now(), x[3];

    int64_t full = md_domain_wrap(system);
    if (full != 0)
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "atom %" PRId64 " has crossed the periodic box more than %d times, "
                            "which is as far as its place outside the box can be counted",
                            full, MD_IMAGE_MOST);
    int64_t lost = md_domain_remove_lost(system, &id, x);
    if (lost > 0 && forces->lost == 0) {
        forces->lost_id = id;
        memcpy(forces->lost_x, x, sizeof x);
    }
    forces->lost += lost;
    if (rules->sort_every > 0 && (setup || step >= neighbors->next_sort)) {
        if (md_domain_sort(system, rules->sort_bin, list_cutoff(forces), error))
            return error->status;
        neighbors->next_sort = (step / rules->sort_every + 1) * rules->sort_every;
    }
    enum md_status status = build(forces, system, error);
    forces->seconds_neighbor += now() - begin;
    return status;
}

/* Makes the list as it was made, at the positions and in the box of that time, and brings it up to
 * the present. */
static enum md_status resume(struct md_forces *forces, struct md_system *system,
                             struct md_error *error)
{
    const struct md_forces_resume *from = forces->resume;
    struct md_box box = system->box;
    md_vec3 *x = system->atoms.x;
    system->atoms.x = from->held;
    memcpy(system->box.lo, from->lo, sizeof from->lo);
    memcpy(system->box.hi, from->hi, sizeof from->hi);
    md_box_refresh(&system->box);
    enum md_status status = build(forces, system, error);
    system->atoms.x = x;
    system->box = box;
    if (status != MD_OK)
        return status;
    md_neighbors_refresh(&forces->neighbors, system);
    forces->neighbors.ago = from->ago;
    forces->neighbors.next_sort = from->next_sort;
    if (system->atoms.count > 0)
        memcpy(system->atoms.f, from->f, system->atoms.count * sizeof *from->f);
    forces->tally = from->tally;
    return MD_OK;
}

static enum md_status need_rules(const struct md_neighbor_rules *rules, struct md_error *error)
{
    if (rules->delay % rules->every == 0)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, NULL,
                        "neigh_modify delay must be 0 or a multiple of every, and %" PRId64
                        " is no multiple of %" PRId64,
                        rules->delay, rules->every);
}

void md_forces_reset_times(struct md_forces *forces)
{
    forces->evaluations = forces->pair_evaluations = forces->timed = 0;
    forces->sample_pair = forces->sample_other = forces->seconds_neighbor = 0.0;
}

enum md_status md_forces_begin(struct md_forces *forces, struct md_system *system,
                               struct md_error *error)
{
    forces->lost = forces->lost_id = 0;
    forces->neighbors.builds = forces->neighbors.dangerous = 0;
    forces->warnings = 0;
    forces->warned = false;
    md_forces_reset_times(forces);
    if (need_rules(&forces->neighbors.rules, error) || need_one(forces, system, error) ||
        md_forces_prepare(forces, system, error))
        return error->status;
    if (forces->resume)
        return resume(forces, system, error);
    if (rebuild(forces, system, true, error))
        return error->status;
    return md_forces_compute(forces, system, true, error);
}

enum md_status md_forces_reflect(struct md_forces *forces, struct md_system *system,
                                 struct md_error *error)
{
    for (int k = 0; k < forces->mirrors_count; k++) {
        struct md_mirror *mirror = &forces->mirrors[k];
        if (mirror->reflect(mirror->state, system, error))
            return error->status;
    }
    return MD_OK;
}

enum md_status md_forces_moved(struct md_forces *forces, struct md_system *system, bool *rebuilt,
                               struct md_error *error)
{
    bool due = md_neighbors_due(&forces->neighbors, system);
    if (system->atoms.count > forces->neighbors.atoms) { /* somebody came in */
        due = true;
        if (md_forces_prepare(forces, system, error))
            return error->status;
    }
    if (rebuilt)
        *rebuilt = due;
    if (!due) {
        md_neighbors_refresh(&forces->neighbors, system);
        return MD_OK;
    }
    return md_forces_rebuild(forces, system, error);
}

enum md_status md_forces_rebuild(struct md_forces *forces, struct md_system *system,
                                 struct md_error *error)
{
    forces->neighbors.builds++;
    return rebuild(forces, system, false, error);
}

/* ------------------------------------------------------------------ sums */

/* What the threads share while a summand is summed. */
struct summing {
    struct md_forces *forces;
    struct md_system *system;
    const struct md_summand *summand;
    bool failed; /* the face `one` */
};

/* Adds one pair of sites to the force on the first, by the face `one`; a list meets each pair from
 * both its atoms. */
static void sum_pair(struct summing *work, const double *const site[2], double weight, double f[3],
                     struct md_tally_sums *tally)
{
    const struct md_potential_use *pair = work->summand->use;
    double x[2][3], g[2][3], d[3], energy = 0.0, share = 1.0, slope = 0.0;
    int type[2];
    for (int side = 0; side < 2; side++) {
        memcpy(x[side], site[side], sizeof x[side]);
        type[side] = (int)site[side][3];
    }
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
    if (pair->type->one(pair->state, &element, &energy, g) && work->summand->singly) {
#pragma omp atomic write
        work->failed = true;
    }
    for (int c = 0; c < 3; c++)
        d[c] = x[0][c] - x[1][c];
    if (work->summand->shell)
        share = md_shell_at(work->summand->shell, d[0] * d[0] + d[1] * d[1] + d[2] * d[2], &slope);
    for (int c = 0; c < 3; c++) {
        g[0][c] = (share * g[0][c] - slope * energy * d[c]) * weight;
        f[c] += g[0][c];
    }
    if (tally)
        md_tally_line(&tally->part[MD_PART_PAIR], 0.5, weight * share * energy, g[0], d);
}

/* Adds the pairs of one block that special_bonds weakens. */
static void sum_weighted(struct summing *work, const struct md_neighbor_block *block,
                         struct md_tally_sums *tally)
{
    const struct md_summand *summand = work->summand;
    const bool *types = summand->types;
    size_t row = (size_t)work->system->types + 1;
    for (size_t k = 0; k < block->weighted_count; k++) {
        const struct md_weighted_pair *w = &block->weighted[k];
        const double *site[2] = {summand->neighbors->site + 4 * (size_t)w->atom,
                                 summand->neighbors->site + 4 * (size_t)w->partner};
        if (!types || types[(size_t)site[0][3] * row + (size_t)site[1][3]])
            sum_pair(work, site, w->weight, summand->f[w->atom], tally);
    }
}

/* Adds a share of the lists pair by pair: slow, for potentials that have no vector code for it. */
static void sum_singly(struct summing *work, struct md_share share, struct md_tally_sums *tally)
{
    const struct md_neighbors *list = work->summand->neighbors;
    size_t far = list->atoms + list->ghosts;
    for (size_t i = share.begin; i < share.end; i++)
        for (int32_t k = 0; k < list->number[i]; k++) {
            size_t partner = (size_t)list->partner[i][k];
            const double *site[2] = {list->site + 4 * i, list->site + 4 * partner};
            if (partner != far)
                sum_pair(work, site, 1.0, work->summand->f[i], tally);
        }
}

/* One pass over one block, by this thread. */
static void sum_block(struct summing *work, size_t b, int pass, size_t slot, int thread)
{
    const struct md_summand *summand = work->summand;
    const struct md_potential_use *use = summand->use;
    size_t n = work->system->atoms.count, begin = b * MD_SUM_BLOCK, end = begin + MD_SUM_BLOCK;
    struct md_share share = {begin, end < n ? end : n, pass, slot, summand->terms, summand->shell};
    struct md_tally_sums *tally = summand->tally ? &work->forces->sums[thread] : NULL;
    if (summand->zero && pass == 0)
        memset(summand->f + begin, 0, (share.end - begin) * sizeof *summand->f);
    if (!use->type)
        return;
    if (summand->singly)
        sum_singly(work, share, tally);
    else if (use->type->sum) /* first: where atoms are few each question counts */
        use->type->sum(use->state, work->system, summand->neighbors, share, summand->f, tally);
    else if (use->type->parts)
        md_views_sum(&work->forces->views, work->system, share, summand->f, tally);
    else
        md_by_element_sum(use, work->system, summand->neighbors, share, &work->forces->room[thread],
                          summand->f, tally);
    if (summand->weakened && pass == 0 && summand->neighbors->block[b].weighted_count > 0)
        sum_weighted(work, &summand->neighbors->block[b], tally);
}

static void sum_blocks(struct summing *work, int threads)
{
    size_t blocks = (work->system->atoms.count + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    if (threads == 1) {
        for (size_t b = 0; b < blocks; b++)
            sum_block(work, b, 0, 0, 0);
        return;
    }
#pragma omp parallel for default(none) shared(work, blocks) num_threads(threads)                   \
    schedule(dynamic, 1)
    for (size_t b = 0; b < blocks; b++)
        sum_block(work, b, 0, (size_t)omp_get_thread_num(), omp_get_thread_num());
}

/* One of the blocks that begin or end in a round. */
static void sum_in_round(struct summing *work, size_t round, size_t begin, size_t beginning,
                         size_t k, int thread)
{
    const struct md_waves *waves = &work->forces->waves;
    size_t b = begin + k;
    if (k >= beginning)
        b = (size_t)waves->ready[(size_t)waves->ended[round] + k - beginning];
    sum_block(work, b, k < beginning ? 0 : 1, (size_t)waves->slot[b], thread);
}

static void sum_waves(struct summing *work, int threads)
{
    const struct md_waves *waves = &work->forces->waves;
    for (size_t r = 0; r < waves->rounds; r++) {
        size_t begin = r * waves->width, left = waves->blocks - begin;
        size_t beginning = begin > waves->blocks ? 0 : left < waves->width ? left : waves->width;
        size_t count = beginning + (size_t)(waves->ended[r + 1] - waves->ended[r]);
        if (threads == 1) {
            for (size_t k = 0; k < count; k++)
                sum_in_round(work, r, begin, beginning, k, 0);
            continue;
        }
#pragma omp parallel for default(none) shared(work, r, begin, beginning, count)                    \
    num_threads(threads) schedule(dynamic, 1)
        for (size_t k = 0; k < count; k++)
            sum_in_round(work, r, begin, beginning, k, omp_get_thread_num());
    }
}

/* Energies and virials begin at 0. */
static enum md_status begin_tally(struct md_forces *forces, int threads, struct md_error *error)
{
    size_t old = (size_t)forces->threads, now = (size_t)threads;
    if (threads > forces->threads) {
        if (md_memory_grow(&forces->sums, old, now, sizeof *forces->sums, error))
            return error->status;
        forces->threads = threads;
    }
    for (int t = 0; t < forces->threads; t++)
        md_tally_clear(&forces->sums[t]);
    forces->added = (struct md_tally){0};
    return MD_OK;
}

/* Room for single elements, of each thread. */
static enum md_status reserve_rooms(struct md_forces *forces, int threads, struct md_error *error)
{
    if (threads > forces->rooms) {
        if (md_memory_grow(&forces->room, (size_t)forces->rooms, (size_t)threads,
                           sizeof *forces->room, error))
            return error->status;
        forces->rooms = threads;
    }
    for (int t = 0; t < forces->rooms; t++)
        md_error_clear(&forces->room[t].error);
    return MD_OK;
}

/* The trouble that ended a sum by elements; a term has one sentence for all of its elements. */
static enum md_status rooms_status(const struct md_forces *forces, struct md_error *error)
{
    for (int t = 0; t < forces->rooms; t++)
        if (forces->room[t].error.status != MD_OK) {
            *error = forces->room[t].error;
            return error->status;
        }
    return MD_OK;
}

/* Room for what is kept between two passes; of a hybrid potential also which lists its parts go
 * over. */
static enum md_status reserve(struct md_forces *forces, const struct md_system *system,
                              const struct md_summand *summand, size_t slots,
                              struct md_error *error)
{
    const struct md_potential_use *use = summand->use;
    if (!use->type->sum && use->type->parts) {
        bool common = summand->neighbors == &forces->neighbors;
        md_views_choose(&forces->views, summand->neighbors, common, system);
        return md_views_reserve(&forces->views, slots, error);
    }
    if (!use->type->reserve)
        return MD_OK;
    return use->type->reserve(use->state, summand->neighbors, slots, error);
}

/* A potential that has no sweep and no parts that have. */
static bool is_by_element(const struct md_summand *summand)
{
    return !summand->use->type->sum && !summand->use->type->parts && !summand->singly;
}

static enum md_status sum_elements(struct summing *work, int threads, struct md_error *error)
{
    struct md_forces *forces = work->forces;
    const struct md_summand *summand = work->summand;
    if (reserve_rooms(forces, threads, error) ||
        (summand->tally && summand->zero && begin_tally(forces, threads, error)))
        return error->status;
    sum_blocks(work, threads);
    return rooms_status(forces, error);
}

enum md_status md_forces_sum(struct md_forces *forces, struct md_system *system,
                             const struct md_summand *summand, struct md_error *error)
{
    const struct md_potential_use *use = summand->use;
    struct summing work = {.forces = forces, .system = system, .summand = summand};
    bool one_pass = summand->singly || summand->terms == MD_TERM_PAIR;
    bool waves = use->type && !one_pass && use->type->passes > 1;
    bool alone = system->threads <= 1 || system->atoms.count < MD_PARALLEL_MIN;
    int threads = alone ? 1 : system->threads;
    if (use->type && !use->type->sum && is_by_element(summand))
        return sum_elements(&work, threads, error);
    if (summand->tally && summand->zero && begin_tally(forces, threads, error))
        return error->status;
    if (waves && !forces->waves.planned &&
        md_waves_plan(&forces->waves, &forces->neighbors, system,
                      alone ? 1 : BEGINNING * (size_t)threads, error))
        return error->status;
    if (use->type &&
        reserve(forces, system, summand, waves ? forces->waves.slots : (size_t)threads, error))
        return error->status;
    if (waves)
        sum_waves(&work, threads);
    else
        sum_blocks(&work, threads);
    if (work.failed)
        return md_error_set(error, MD_ERR_RUN, &use->place,
                            "pair style %s has no energy for some pair of atoms of this system",
                            use->name);
    return MD_OK;
}

static bool has_judge(const struct md_potential_use *use)
{
    return use->type && (use->type->judge || use->type->parts);
}

enum md_status md_forces_judge(struct md_forces *forces, const struct md_system *system,
                               const struct md_summand *summand, struct md_error *error)
{
    const struct md_potential_use *use = summand->use;
    struct md_error verdict;
    if (!has_judge(use) || summand->singly)
        return MD_OK;
    md_error_clear(&verdict);
    enum md_status status =
        use->type->parts ? md_views_judge(&forces->views, system, summand->neighbors, &verdict)
                         : use->type->judge(use->state, system, summand->neighbors, &verdict);
    if (status != MD_OK)
        *error = verdict;
    else if (verdict.text[0] != '\0' && forces->warnings++ == 0)
        memcpy(forces->warning, verdict.text, sizeof forces->warning);
    return status;
}

/* A potential's whole, onto the forces of the system. */
static struct md_summand whole(const struct md_forces *forces, const struct md_system *system,
                               const struct md_potential_use *use, bool tally)
{
    return (struct md_summand){.use = use,
                               .neighbors = &forces->neighbors,
                               .weakened = use == &forces->pair,
                               .zero = use == &forces->pair,
                               .tally = tally,
                               .f = system->atoms.f};
}

static enum md_status sum_whole(struct md_forces *forces, struct md_system *system,
                                const struct md_potential_use *use, bool tally,
                                struct md_error *error)
{
    struct md_summand summand = whole(forces, system, use, tally);
    if (md_forces_sum(forces, system, &summand, error))
        return error->status;
    if (!has_judge(use)) /* a call less counts where atoms are few */
        return MD_OK;
    return md_forces_judge(forces, system, &summand, error);
}

enum md_status md_forces_need_finite(const struct md_system *system, const md_vec3 *force,
                                     const struct md_tally *tally, struct md_error *error)
{
    const struct md_atoms *atoms = &system->atoms;
    size_t bad = atoms->count; /* of those with such forces, the one with the lowest ID */
    for (size_t i = 0; i < atoms->count; i++) {
        const double *f = force[i];
        if (isfinite(f[0]) && isfinite(f[1]) && isfinite(f[2]))
            continue;
        if (bad == atoms->count || atoms->id[i] < atoms->id[bad])
            bad = i;
    }
    if (bad < atoms->count) {
        const double *f = force[bad], *x = atoms->x[bad];
        md_error_set(error, MD_ERR_RUN, NULL,
                     "the force on atom %" PRId64 " at (%g, %g, %g) is (%g, %g, %g)",
                     atoms->id[bad], x[0], x[1], x[2], f[0], f[1], f[2]);
        return md_error_hint(error, "do two atoms sit at one place?");
    }
    double energy = md_tally_potential(tally);
    if (!isfinite(energy))
        return md_error_set(error, MD_ERR_RUN, NULL, "the potential energy is %g", energy);
    return MD_OK;
}

void md_forces_total(struct md_forces *forces, struct md_tally *tally)
{
    for (int t = 1; t < forces->threads; t++) {
        md_tally_merge(&forces->sums[0], &forces->sums[t]);
        md_tally_clear(&forces->sums[t]);
    }
    md_tally_take(&forces->sums[0], tally);
    md_tally_add(tally, &forces->added);
    forces->added = (struct md_tally){0};
}

/* Tail corrections, and a look at everything. */
static enum md_status close_tally(struct md_forces *forces, struct md_system *system,
                                  struct md_error *error)
{
    if (forces->pair.type && forces->pair.type->tail)
        forces->pair.type->tail(forces->pair.state, system, &forces->tally);
    return md_forces_need_finite(system, (const md_vec3 *)system->atoms.f, &forces->tally, error);
}

static enum md_status finish_tally(struct md_forces *forces, struct md_system *system,
                                   struct md_error *error)
{
    md_forces_total(forces, &forces->tally);
    return close_tally(forces, system, error);
}

enum md_status md_forces_settle(struct md_forces *forces, struct md_system *system,
                                const struct md_tally *tally, struct md_error *error)
{
    forces->instant++;
    forces->tally = *tally;
    return close_tally(forces, system, error);
}

enum md_status md_forces_sum_external(struct md_forces *forces, struct md_system *system,
                                      const struct md_summand *summand, struct md_error *error)
{
    enum md_status status = md_external_refresh(summand->use->state, error);
    if (status == MD_OK)
        status = md_forces_sum(forces, system, summand, error);
    if (status == MD_OK)
        status = md_forces_judge(forces, system, summand, error);
    if (status != MD_OK && !error->place.file)
        error->place = summand->use->place;
    return status;
}

/* External potentials, forcings and filters in the order of the deck: what a filter does depends
 * on who came before it. */
enum md_status md_forces_apply_fixes(struct md_forces *forces, struct md_system *system, md_vec3 *f,
                                     bool tally, struct md_error *error)
{
    int e = 0, p = 0, g = 0;
    for (;;) {
        int external = e < forces->externals_count ? forces->externals[e].order : INT_MAX;
        int filter = p < forces->filters_count ? forces->filters[p].order : INT_MAX;
        int forcing = g < forces->forcings_count ? forces->forcings[g].order : INT_MAX;
        enum md_status status;
        if (external < filter && external < forcing) {
            struct md_summand next = whole(forces, system, &forces->externals[e++], tally);
            next.f = f;
            status = md_forces_sum_external(forces, system, &next, error);
        } else if (filter < forcing) {
            struct md_filter *next = &forces->filters[p++];
            status = next->apply(next->state, system, f, error);
        } else if (forcing < INT_MAX) {
            struct md_forcing *next = &forces->forcings[g++];
            status = next->apply(next->state, system, f, error);
            if (status == MD_OK && tally && next->tally)
                next->tally(next->state, &forces->added);
        } else {
            return MD_OK;
        }
        if (status != MD_OK)
            return status;
    }
}

enum md_status md_forces_compute(struct md_forces *forces, struct md_system *system, bool tally,
                                 struct md_error *error)
{
    bool small = system->atoms.count < MD_PARALLEL_MIN;
    bool timed = !small || forces->evaluations % TIMED_EVERY == 0;
    double clock = 0.0, begin = 0.0, middle = 0.0;

    if (timed) {
        clock = now();
        begin = now();
        clock = begin - clock;
    }
    if (sum_whole(forces, system, &forces->pair, tally, error))
        return error->status;
    if (timed)
        middle = now();
    for (int k = 0; k < forces->others_count; k++)
        if (sum_whole(forces, system, &forces->others[k], tally, error))
            return error->status;
    forces->evaluations++;
    forces->instant++;
    forces->pair_evaluations += forces->neighbors.pairs;
    if (md_forces_apply_fixes(forces, system, system->atoms.f, tally, error) ||
        (tally && finish_tally(forces, system, error)))
        return error->status;
    if (timed) {
        forces->sample_pair += fmax(middle - begin - clock, 0.0);
        forces->sample_other += fmax(now() - middle - clock, 0.0);
        forces->timed++;
    }
    return MD_OK;
}
