/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan of a potential of two passes.
 *
 * Along one axis, that along which blocks are thinnest, each block covers a range of coordinates.
 * It needs every block that has an atom within reach of that range, through the periodic boundary
 * too.  Bins along the axis know the latest block that covers them, so a block's latest need is a
 * maximum over some bins.  Ranges are widened by a bin, so that no rounding matters.
 */
#include "force/waves.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define BINS 1024 /* at most */
#define FINE 4.0  /* bins to a reach */

struct range {
    double lo, hi;
};

struct planning {
    const struct md_neighbors *neighbors;
    double lo[3], length[3], reach; /* of the box when the list was built */
    int axis, bins;
    bool periodic;
    int32_t latest[BINS]; /* the last block that covers a bin; -1: none */
};

void md_waves_free(struct md_waves *waves)
{
    md_memory_free(waves->ready);
    md_memory_free(waves->ended);
    md_memory_free(waves->slot);
    *waves = (struct md_waves){0};
}

/* What block b covered along the axis when the list was built. */
static struct range range_of(const struct md_neighbors *neighbors, size_t b, int axis)
{
    size_t begin = b * MD_SUM_BLOCK, end = begin + MD_SUM_BLOCK;
    const md_vec3 *held = (const md_vec3 *)neighbors->held;
    struct range range = {held[begin][axis], held[begin][axis]};
    end = end < neighbors->atoms ? end : neighbors->atoms;
    for (size_t i = begin + 1; i < end; i++) {
        range.lo = held[i][axis] < range.lo ? held[i][axis] : range.lo;
        range.hi = held[i][axis] > range.hi ? held[i][axis] : range.hi;
    }
    return range;
}

/* The axis along which a block and its surroundings are the smallest part of the box, judged by
 * some of the blocks. */
static int thinnest_axis(const struct planning *plan, size_t blocks)
{
    double least = INFINITY;
    size_t step = blocks / 16 + 1;
    int best = 2;
    for (int axis = 2; axis >= 0; axis--) {
        double sum = 0.0;
        for (size_t b = 0; b < blocks; b += step) {
            struct range range = range_of(plan->neighbors, b, axis);
            sum += (range.hi - range.lo + 2.0 * plan->reach) / plan->length[axis];
        }
        if (sum < least) {
            least = sum;
            best = axis;
        }
    }
    return best;
}

/* In bins that go on beyond the box on both sides. */
static int bin_of(const struct planning *plan, double x)
{
    double bin = floor((x - plan->lo[plan->axis]) / plan->length[plan->axis] * plan->bins);
    return bin < -BINS ? -BINS : bin > 2 * BINS ? 2 * BINS : (int)bin;
}

/* The bin of the box that this one is; atoms beyond a boundary that is not periodic count to the
 * last bin there. */
static int in_box(const struct planning *plan, int bin)
{
    int n = plan->bins;
    if (plan->periodic)
        return (bin % n + n) % n;
    return bin < 0 ? 0 : bin >= n ? n - 1 : bin;
}

static void cover(struct planning *plan, struct range range, int32_t b)
{
    int first = bin_of(plan, range.lo), last = bin_of(plan, range.hi);
    for (int bin = first; bin <= last && bin < first + plan->bins; bin++)
        plan->latest[in_box(plan, bin)] = b;
}

static int32_t latest_need(const struct planning *plan, struct range range)
{
    int first = bin_of(plan, range.lo - plan->reach) - 1;
    int last = bin_of(plan, range.hi + plan->reach) + 1;
    int32_t need = 0;
    for (int bin = first; bin <= last && bin < first + plan->bins; bin++) {
        int32_t latest = plan->latest[in_box(plan, bin)];
        need = latest > need ? latest : need;
    }
    return need;
}

/* last[b]: the latest block that b needs. */
static void find_needs(const struct md_neighbors *neighbors, const struct md_system *system,
                       size_t blocks, int32_t *last)
{
    struct planning plan = {.neighbors = neighbors, .reach = neighbors->cells.reach};
    for (int d = 0; d < 3; d++) {
        plan.lo[d] = neighbors->held_lo[d];
        plan.length[d] = neighbors->held_hi[d] - neighbors->held_lo[d];
    }
    plan.axis = thinnest_axis(&plan, blocks);
    double bins = FINE * plan.length[plan.axis] / plan.reach;
    plan.bins = bins < BINS ? (bins < 1.0 ? 1 : (int)bins) : BINS;
    plan.periodic = system->box.periodic[plan.axis];
    for (int bin = 0; bin < plan.bins; bin++)
        plan.latest[bin] = -1;
    for (size_t b = 0; b < blocks; b++)
        cover(&plan, range_of(neighbors, b, plan.axis), (int32_t)b);
    for (size_t b = 0; b < blocks; b++) {
        last[b] = latest_need(&plan, range_of(neighbors, b, plan.axis));
        last[b] = last[b] < (int32_t)b ? (int32_t)b : last[b];
    }
}

/* Sorts blocks by the round after the one in which their last need begins. */
static void order_ends(struct md_waves *waves, const int32_t *last)
{
    size_t rounds = waves->rounds;
    memset(waves->ended, 0, (rounds + 1) * sizeof *waves->ended);
    for (size_t b = 0; b < waves->blocks; b++) {
        size_t round = (size_t)last[b] / waves->width + 1;
        waves->ended[round + 1]++;
    }
    for (size_t r = 1; r <= rounds; r++)
        waves->ended[r] += waves->ended[r - 1];
    for (size_t b = 0; b < waves->blocks; b++)
        waves->ready[waves->ended[(size_t)last[b] / waves->width + 1]++] = (int32_t)b;
    for (size_t r = rounds; r > 0; r--)
        waves->ended[r] = waves->ended[r - 1];
    waves->ended[0] = 0;
}

/* Goes through the rounds: a slot is taken by a block that begins and is free again after the round
 * in which that block ends.  */
static void give_slots(struct md_waves *waves, int32_t *unused)
{
    size_t free = 0;
    waves->slots = 0;
    for (size_t r = 0; r < waves->rounds; r++) {
        for (size_t b = r * waves->width; b < waves->blocks && b < (r + 1) * waves->width; b++)
            waves->slot[b] = free > 0 ? unused[--free] : (int32_t)waves->slots++;
        for (int32_t k = waves->ended[r]; k < waves->ended[r + 1]; k++)
            unused[free++] = waves->slot[waves->ready[k]];
    }
}

enum md_status md_waves_plan(struct md_waves *waves, const struct md_neighbors *neighbors,
                             const struct md_system *system, size_t width, struct md_error *error)
{
    size_t blocks = (neighbors->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    size_t rounds = (blocks + width - 1) / width + 1;
    waves->planned = false;
    if (blocks > waves->room) {
        waves->room = 0;
        if (md_memory_renew(&waves->ready, blocks, sizeof *waves->ready, error) ||
            md_memory_renew(&waves->ended, blocks + 2, sizeof *waves->ended, error) ||
            md_memory_renew(&waves->slot, blocks, sizeof *waves->slot, error))
            return error->status;
        waves->room = blocks;
    }
    int32_t *last = md_memory_array(blocks, sizeof *last);
    if (!last)
        return md_error_memory(error, "the order of a potential's passes");
    waves->blocks = blocks;
    waves->width = width;
    waves->rounds = blocks > 0 ? rounds : 0;
    if (blocks > 0) {
        find_needs(neighbors, system, blocks, last);
        order_ends(waves, last);
        give_slots(waves, last);
    }
    md_memory_free(last);
    waves->planned = true;
    return MD_OK;
}
