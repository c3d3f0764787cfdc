/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Micro benchmark of the force path: nanoseconds per step of a 32,000-atom Lennard-Jones crystal
 * and of seven atoms, and of one list build, for every instruction set this machine has.
 *
 * Each figure is the best of many short batches: on a shared machine the mean says more about the
 * neighbours than about the code.  Not a test: `make bench-force`.
 */
#include "base/memory.h"
#include "force/forces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct bench {
    struct md_system system;
    struct md_forces forces;
    struct md_error error;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(struct bench *bench, enum md_status status)
{
    if (status == MD_OK)
        return;
    fprintf(stderr, "bench-force: %s\n", bench->error.text);
    exit(1);
}

static void start(struct bench *bench, enum md_isa isa, int threads, const char *cutoff)
{
    struct md_forces *forces = &bench->forces;
    struct md_word style[] = {{.text = cutoff}};
    struct md_word coeff[] = {{.text = "1"}, {.text = "1"}, {.text = "1"}, {.text = "1"}};
    struct md_args args = {style, 1, {.text = "pair_style"}};
    bench->system.threads = threads;
    forces->neighbors.isa = isa;
    forces->pair.type = md_potential_find_for("lj/cut", isa);
    forces->pair.state = md_memory_array(1, forces->pair.type->style.state_size);
    must(bench,
         forces->pair.type->create(forces->pair.state, &bench->system, &args, &bench->error));
    args = (struct md_args){coeff, 4, {.text = "pair_coeff"}};
    must(bench, forces->pair.type->coeff(forces->pair.state, &bench->system, &args, &bench->error));
    must(bench, md_forces_begin(forces, &bench->system, &bench->error));
}

static void finish(struct bench *bench)
{
    md_forces_free(&bench->forces);
    md_system_free(&bench->system);
    free(bench);
}

/* n x n x n fcc cells at density 0.8442; n = 0: seven atoms in the plane. */
static struct bench *create(int n)
{
    static const double basis[4][3] = {{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}};
    struct bench *bench = calloc(1, sizeof *bench);
    double a = cbrt(4.0 / 0.8442), lo[3] = {0}, hi[3] = {n * a, n * a, n * a};
    if (!bench)
        exit(1);
    md_system_init(&bench->system);
    md_forces_init(&bench->forces);
    bench->system.units = md_units_find("lj");
    for (int d = 0; n == 0 && d < 3; d++) {
        lo[d] = -10.0;
        hi[d] = 10.0;
    }
    must(bench, md_system_create_box(&bench->system, 1, lo, hi, &bench->error));
    for (int k = 0; k < (n ? 4 * n * n * n : 7); k++) {
        double angle = k * 1.0471975511965976, r = k ? 1.12 : 0.0;
        double x[3] = {r * cos(angle), r * sin(angle), 0.0};
        int c[3] = {n ? k / 4 % n : 0, n ? k / 4 / n % n : 0, n ? k / 4 / n / n : 0};
        for (int d = 0; n > 0 && d < 3; d++)
            x[d] = (c[d] + basis[k % 4][d]) * a + 0.05 * sin(12.9898 * k + 78.233 * d);
        must(bench, md_atoms_add(&bench->system.atoms, 1, 0, x, &bench->error));
    }
    md_atoms_number(&bench->system.atoms);
    return bench;
}

/* Best time of one refresh and force evaluation, in seconds. */
static double best_step(struct bench *bench, int batches, int steps)
{
    double best = INFINITY;
    bench->forces.neighbors.rules.once = true;
    for (int b = 0; b < batches; b++) {
        double begin = now();
        for (int s = 0; s < steps; s++) {
            must(bench, md_forces_moved(&bench->forces, &bench->system, NULL, &bench->error));
            must(bench, md_forces_compute(&bench->forces, &bench->system, false, &bench->error));
        }
        best = fmin(best, (now() - begin) / steps);
    }
    return best;
}

static double best_build(struct bench *bench, int times)
{
    double best = INFINITY;
    for (int b = 0; b < times; b++) {
        double begin = now();
        must(bench, md_neighbors_build(&bench->forces.neighbors, &bench->system,
                                       bench->forces.cutoff, &bench->error));
        best = fmin(best, now() - begin);
    }
    return best;
}

int main(void)
{
    printf("%-8s %8s %16s %16s %16s\n", "kernels", "threads", "32,000 atoms/ms", "list build/ms",
           "7 atoms/ns");
    for (int isa = 0; isa < MD_ISA_COUNT; isa++)
        for (int threads = 1; threads <= 2 && md_simd_has((enum md_isa)isa); threads++) {
            struct bench *melt = create(20), *seven = create(0);
            start(melt, (enum md_isa)isa, threads, "2.5");
            start(seven, (enum md_isa)isa, threads, "9");
            double step = best_step(melt, 60, 1), build = best_build(melt, 15);
            printf("%-8s %8d %16.3f %16.3f %16.1f\n", md_simd_name((enum md_isa)isa), threads,
                   1e3 * step, 1e3 * build, 1e9 * best_step(seven, 200, 2000));
            finish(melt);
            finish(seven);
        }
    return 0;
}
