/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two generators, drawn exactly as LAMMPS draws them, so that a deck's velocities and random
 * variables are the ones its author knows.  Both make Gaussian numbers by the polar method
 * (G. Marsaglia and T. A. Bray, SIAM Rev. 6 (1964) 260), which yields two at a time: the second is
 * kept for the next call.
 */
#include "base/random.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ Park and Miller
 * s <- 16807 s mod (2^31 - 1), without overflow by Schrage's factoring of the modulus,
 * 2147483647 = 16807 * 127773 + 2836. */

void md_park_seed(struct md_park *random, int32_t seed)
{
    random->state = seed;
    random->saved = false;
    random->second = 0.0;
}

double md_park_uniform(struct md_park *random)
{
    int32_t quotient = random->state / 127773;

    random->state = 16807 * (random->state - quotient * 127773) - 2836 * quotient;
    if (random->state < 0)
        random->state += 2147483647;
    return (1.0 / 2147483647) * random->state;
}

double md_park_gaussian(struct md_park *random)
{
    double a, b, square, factor;

    if (random->saved) {
        random->saved = false;
        return random->second;
    }
    do {
        a = 2.0 * md_park_uniform(random) - 1.0;
        b = 2.0 * md_park_uniform(random) - 1.0;
        square = a * a + b * b;
    } while (square >= 1.0 || square == 0.0);
    factor = sqrt(-2.0 * log(square) / square);
    random->second = a * factor;
    random->saved = true;
    return b * factor;
}

/* One byte into B. Jenkins' one-at-a-time hash.  The byte counts as signed, as LAMMPS has it on the
 * machines it mostly runs on. */
static uint32_t hash_byte(uint32_t hash, uint64_t byte)
{
    hash += (uint32_t)(byte & 0xff) - ((byte & 0x80) ? 256u : 0u);
    hash += hash << 10;
    hash ^= hash >> 6;
    return hash;
}

void md_park_seed_at(struct md_park *random, int32_t seed, const double x[3])
{
    uint32_t hash = 0;

    /* Bytes are taken from the lowest up, whatever the machine's own order. */
    for (int byte = 0; byte < 4; byte++)
        hash = hash_byte(hash, (uint32_t)seed >> (8 * byte));
    for (int axis = 0; axis < 3; axis++) {
        uint64_t bits;

        memcpy(&bits, &x[axis], sizeof bits);
        for (int byte = 0; byte < 8; byte++)
            hash = hash_byte(hash, bits >> (8 * byte));
    }
    hash += hash << 3;
    hash ^= hash >> 11;
    hash += hash << 15;
    hash &= 0x7ffffff; /* 27 bits */
    md_park_seed(random, hash ? (int32_t)hash : 1);
    for (int i = 0; i < 5; i++)
        md_park_uniform(random);
}

/* ------------------------------------------------------------------ Marsaglia, Zaman and Tsang
 * A lagged Fibonacci sequence (97, 33) on 24-bit fractions combined with an arithmetic one. */

void md_marsaglia_seed(struct md_marsaglia *random, int32_t seed)
{
    int ij = (seed - 1) / 30082, kl = (seed - 1) - 30082 * ij;
    int i = (ij / 177) % 177 + 2, j = ij % 177 + 2;
    int k = (kl / 169) % 178 + 1, l = kl % 169;

    random->u[0] = 0.0;
    for (int n = 1; n <= 97; n++) {
        double sum = 0.0, bit = 0.5;

        for (int b = 0; b < 24; b++) {
            int m = ((i * j) % 179) * k % 179;

            i = j;
            j = k;
            k = m;
            l = (53 * l + 1) % 169;
            if ((l * m) % 64 >= 32)
                sum += bit;
            bit *= 0.5;
        }
        random->u[n] = sum;
    }
    random->c = 362436.0 / 16777216.0;
    random->cd = 7654321.0 / 16777216.0;
    random->cm = 16777213.0 / 16777216.0;
    random->i97 = 97;
    random->j97 = 33;
    random->saved = false;
    random->second = 0.0;
    md_marsaglia_uniform(random);
}

double md_marsaglia_uniform(struct md_marsaglia *random)
{
    double value = random->u[random->i97] - random->u[random->j97];

    if (value < 0.0)
        value += 1.0;
    random->u[random->i97] = value;
    if (--random->i97 == 0)
        random->i97 = 97;
    if (--random->j97 == 0)
        random->j97 = 97;
    random->c -= random->cd;
    if (random->c < 0.0)
        random->c += random->cm;
    value -= random->c;
    if (value < 0.0)
        value += 1.0;
    return value;
}

double md_marsaglia_gaussian(struct md_marsaglia *random)
{
    double a, b, square, factor;

    if (random->saved) {
        random->saved = false;
        return random->second;
    }
    do {
        a = 2.0 * md_marsaglia_uniform(random) - 1.0;
        b = 2.0 * md_marsaglia_uniform(random) - 1.0;
        square = a * a + b * b;
    } while (square >= 1.0 || square == 0.0);
    factor = sqrt(-2.0 * log(square) / square);
    random->second = a * factor;
    random->saved = true;
    return b * factor;
}
