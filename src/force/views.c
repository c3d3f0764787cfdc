/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A part of a hybrid potential needs, of the common list, the pairs that are its own and nearer
 * than its cutoff.  At a build these are among the pairs nearer than the cutoff and the skin, for
 * as long as no distance changes by more than the skin.  Lists are meant to be built before that,
 * but `neigh_modify` can delay a build; then the common list still has pairs that a view lacks.
 * So before each sum that is checked, and a part whose view is out of date goes over the common
 * list until the next build.
 *
 * In which lane of a vector a sum meets a partner decides about the sum's last bits.  So a view
 * keeps or drops whole groups of `padding` entries, which are whole vectors.  What is dropped has
 * added zeros.  The embedded-atom method packs the partners within its cutoff, of all types, before
 * it adds: for an atom that has partners at all it needs all types.
 */
#include "force/views.h"

#include "base/memory.h"
#include "base/sum.h"
#include "space/sift.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <omp.h>

#define SLACK  1e-8  /* of squared distances, so that rounding never loses a pair */
#define PAYS   0.75  /* of the common list's entries: a longer view is not worth its making */
#define REST   31    /* builds without another attempt after a view that did not pay */
#define LIKELY 32    /* entries of an atom, guessed before they are known */
#define PAGE   65536 /* entries on a page at most, unless one list needs more */

static void free_view(struct md_view *view)
{
    for (int t = 0; t < view->threads; t++)
        md_pages_free(&view->pages[t]);
    md_memory_free(view->pages);
    md_memory_free(view->types);
    md_memory_free(view->partner);
    md_memory_free(view->number);
}

void md_views_free(struct md_views *views)
{
    for (int k = 0; k < views->count; k++)
        free_view(&views->view[k]);
    md_memory_free(views->view);
    *views = (struct md_views){0};
}

/* ------------------------------------------------------------------ making views */

static md_sift_groups *sift_of(enum md_isa isa)
{
    switch (isa) {
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        return md_sift_groups_avx2;
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        return md_sift_groups_avx512;
#endif
    default:
        return md_sift_groups_base;
    }
}

/* What the threads share while a view is made. */
struct viewing {
    struct md_view *view;
    const struct md_neighbors *from;
    md_sift_groups *sift;
    double square;
    size_t types, usual;
    bool failed;
};

/* Which partners an atom's list must keep; returns whether that is fewer than all. */
static bool choose_types(struct md_view *view, size_t types)
{
    const struct md_potential_part *part = &view->part;
    bool many = part->type->kind == MD_KIND_MANY, fewer = false;
    for (size_t i = 1; i <= types; i++) {
        bool *row = view->types + i * (types + 1);
        row[0] = false; /* whether there are any */
        for (size_t j = 1; j <= types; j++) {
            row[j] = part->mine[i * (types + 1) + j];
            row[0] = row[0] || row[j];
        }
        for (size_t j = 1; j <= types; j++) {
            row[j] = row[j] || (many && row[0]);
            fewer = fewer || !row[j];
        }
    }
    return fewer;
}

/* The lists of one block; returns the number of their entries. */
static uint64_t view_block(struct viewing *work, size_t b, int thread)
{
    struct md_view *view = work->view;
    struct md_pages *pages = &view->pages[thread];
    const struct md_neighbors *from = work->from;
    const struct md_neighbor_block *block = &from->block[b];
    uint64_t entries = 0;
    for (int k = 0; k < block->atoms; k++) {
        size_t i = b * MD_SUM_BLOCK + (size_t)block->order[k], need = (size_t)from->number[i];
        const bool *row = view->types + (size_t)from->site[4 * i + 3] * (work->types + 1);
        int32_t *to = md_pages_room(pages, need, work->usual);
        if (!to) {
#pragma omp atomic write
            work->failed = true;
            return entries;
        }
        size_t count = row[0] ? work->sift(from, i, work->square, row, to) : 0;
        view->partner[i] = to;
        view->number[i] = (int32_t)count;
        pages->used += count;
        entries += count;
    }
    return entries;
}

static uint64_t view_all(struct viewing *work, int threads)
{
    size_t blocks = (work->from->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    uint64_t entries = 0;
    if (threads <= 1 || work->from->atoms < MD_PARALLEL_MIN) {
        for (size_t b = 0; b < blocks && !work->failed; b++)
            entries += view_block(work, b, 0);
        return entries;
    }
#pragma omp parallel for default(none) shared(work, blocks) num_threads(threads)                  \
    schedule(static) reduction(+ : entries)
    for (size_t b = 0; b < blocks; b++)
        entries += view_block(work, b, omp_get_thread_num());
    return entries;
}

static enum md_status reserve_view(struct md_view *view, size_t atoms, int threads,
                                   struct md_error *error)
{
    if (atoms > view->room) {
        size_t room = atoms + atoms / 8;
        view->room = 0;
        if (md_memory_renew(&view->partner, room, sizeof *view->partner, error) ||
            md_memory_renew(&view->number, room, sizeof *view->number, error))
            return error->status;
        view->room = room;
    }
    if (threads > view->threads) {
        if (md_memory_grow(&view->pages, (size_t)view->threads, (size_t)threads,
                           sizeof *view->pages, error))
            return error->status;
        view->threads = threads;
    }
    return MD_OK;
}

static uint64_t entries_of(const struct md_neighbors *neighbors)
{
    uint64_t entries = 0;
    for (size_t b = 0; b * MD_SUM_BLOCK < neighbors->atoms; b++)
        entries += neighbors->block[b].entries;
    return entries;
}

static enum md_status make_view(struct md_view *view, double reach,
                                const struct md_neighbors *neighbors,
                                const struct md_system *system, struct md_error *error)
{
    int threads = system->threads > 1 ? system->threads : 1;
    struct viewing work = {.view = view,
                           .from = neighbors,
                           .sift = sift_of(neighbors->isa),
                           .square = reach * reach * (1.0 + SLACK),
                           .types = (size_t)system->types};
    size_t likely = LIKELY * neighbors->atoms / (size_t)threads + LIKELY;
    work.usual = likely < PAGE ? likely : PAGE;
    if (reserve_view(view, neighbors->atoms, threads, error))
        return error->status;
    for (int t = 0; t < view->threads; t++)
        md_pages_rewind(&view->pages[t]);
    uint64_t entries = view_all(&work, threads);
    for (int t = 0; t < view->threads; t++)
        md_pages_trim(&view->pages[t]);
    if (work.failed)
        return md_error_memory(error, "the neighbour list of a hybrid pair style's part");
    view->made = (double)entries <= PAYS * (double)entries_of(neighbors);
    view->rest = view->made ? 0 : REST;
    view->own = *neighbors;
    view->own.partner = view->partner;
    view->own.number = view->number;
    view->own.pairs = entries / 2;
    return MD_OK;
}

/* A part that needs nearly the whole list gets no view. */
static enum md_status view_part(struct md_view *view, const struct md_neighbors *neighbors,
                                const struct md_system *system, struct md_error *error)
{
    size_t row = (size_t)system->types + 1;
    double reach = view->part.type->reach(view->part.state) + neighbors->rules.skin;
    view->made = false;
    if (md_memory_renew(&view->types, row * row, sizeof *view->types, error))
        return error->status;
    if (!choose_types(view, row - 1) && reach >= PAYS * neighbors->cells.reach)
        return MD_OK;
    if (view->rest > 0) {
        view->rest--;
        return MD_OK;
    }
    return make_view(view, reach, neighbors, system, error);
}

enum md_status md_views_list(struct md_views *views, const struct md_potential *type,
                             const void *state, const struct md_neighbors *neighbors,
                             const struct md_system *system, struct md_error *error)
{
    struct md_potential_part part[MD_POTENTIAL_PARTS];
    int count = type && type->parts ? type->parts(state, part) : 0;
    if (count != views->count)
        md_views_free(views);
    if (count == 0)
        return MD_OK;
    if (!views->view && md_memory_grow(&views->view, 0, (size_t)count, sizeof *views->view, error))
        return error->status;
    views->count = count;
    for (int k = 0; k < count; k++) {
        views->view[k].part = part[k];
        if (view_part(&views->view[k], neighbors, system, error))
            return error->status;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ sums */

void md_views_choose(struct md_views *views, const struct md_neighbors *list, bool common,
                     const struct md_system *system)
{
    bool any = false;
    for (int k = 0; k < views->count; k++)
        any = any || views->view[k].made;
    bool valid = any && common && md_neighbors_within_skin(list, system);
    for (int k = 0; k < views->count; k++) {
        struct md_view *view = &views->view[k];
        view->list = valid && view->made ? &view->own : list;
    }
}

enum md_status md_views_reserve(struct md_views *views, size_t slots, struct md_error *error)
{
    for (int k = 0; k < views->count; k++) {
        const struct md_potential_part *part = &views->view[k].part;
        if (part->type->reserve &&
            part->type->reserve(part->state, views->view[k].list, slots, error))
            return error->status;
    }
    return MD_OK;
}

void md_views_sum(struct md_views *views, const struct md_system *system, struct md_share share,
                  md_vec3 *f, struct md_tally_sums *tally)
{
    for (int k = 0; k < views->count; k++) {
        const struct md_potential_part *part = &views->view[k].part;
        bool asked = share.terms != MD_TERM_EMBED || part->type->kind == MD_KIND_MANY;
        if (share.pass < part->type->passes && asked)
            part->type->sum(part->state, system, views->view[k].list, share, f, tally);
    }
}

enum md_status md_views_judge(struct md_views *views, const struct md_system *system,
                              const struct md_neighbors *list, struct md_error *error)
{
    for (int k = 0; k < views->count; k++) {
        const struct md_potential_part *part = &views->view[k].part;
        if (part->type->judge && part->type->judge(part->state, system, list, error))
            return error->status;
    }
    return MD_OK;
}
