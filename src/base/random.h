/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two random generators decks rely on, bit for bit as LAMMPS draws them.
 */
#ifndef MD_BASE_RANDOM_H
#define MD_BASE_RANDOM_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/* Park and Miller's minimal standard, Comm. ACM 31 (1988) 1192. */
struct md_park {
    int32_t state;
    bool saved;
    double second;
};

void md_park_seed(struct md_park *random, int32_t seed);
/* Jenkins one-at-a-time hash of the seed and the three coordinates, then 5 discarded draws. */
void md_park_seed_at(struct md_park *random, int32_t seed, const double x[3]);
double md_park_uniform(struct md_park *random);
double md_park_gaussian(struct md_park *random);

/* Marsaglia, Zaman and Tsang's RANMAR, Stat. Prob. Lett. 9 (1990) 35. */
struct md_marsaglia {
    double u[98];
    double c, cd, cm;
    int i97, j97;
    bool saved;
    double second;
};

void md_marsaglia_seed(struct md_marsaglia *random, int32_t seed); /* 1..900000000 */
double md_marsaglia_uniform(struct md_marsaglia *random);
double md_marsaglia_gaussian(struct md_marsaglia *random);

#endif
