/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A random subset of given size.  Items are marked, each with the probability that would give the
 * target; then only those just visited are reconsidered: if too few are marked, the unmarked among
 * them, if too many, the marked.  The bracket shrinks until the number is right.  LAMMPS does this
 * because it needs no communication about single items; it is done here to choose the same ones.
 */
#include "base/memory.h"
#include "base/random.h"
#include "command/atoms.h"

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

enum md_status md_subset_choose(int64_t target, size_t count, int32_t seed, bool *mark,
                                struct md_error *error)
{
    struct md_marsaglia random;
    size_t *open[2]; /* candidates that are unmarked, marked */
    size_t opened[2] = {count, 0};
    int64_t marked = 0;

    md_marsaglia_seed(&random, seed);
    open[0] = md_memory_array(count + 1, sizeof *open[0]);
    open[1] = md_memory_array(count + 1, sizeof *open[1]);
    if (!open[0] || !open[1]) {
        md_memory_free(open[0]);
        md_memory_free(open[1]);
        return md_error_memory(error, "a random subset");
    }
    for (size_t i = 0; i < count; i++) {
        mark[i] = false;
        open[0][i] = i;
    }
    while (marked != target) {
        int from = target > marked ? 0 : 1;
        int64_t wanted = from == 0 ? target - marked : marked - target;
        double chance = clamp((double)wanted / (double)opened[from], 0.01, 0.99);
        size_t visit = opened[from], kept[2] = {0, 0};
        /* The list being read is rewritten in place: it never grows faster than it is read. */
        for (size_t k = 0; k < visit; k++) {
            size_t i = open[from][k];
            if (md_marsaglia_uniform(&random) < chance) {
                mark[i] = from == 0;
                marked += from == 0 ? 1 : -1;
            }
            int to = mark[i] ? 1 : 0;
            open[to][kept[to]++] = i;
        }
        opened[0] = kept[0];
        opened[1] = kept[1];
    }
    md_memory_free(open[0]);
    md_memory_free(open[1]);
    return MD_OK;
}
