/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What samples y(t) of one run say, and how far another run like it would be from that: the slope
 * of the straight line by least squares, the root mean square about the mean, and that about the
 * first sample.
 *
 * Samples that follow each other are not independent, and what changes y may add up: an integrator
 * beyond its limit of stability gives energy in random portions, so that the deviations from the
 * line are a random walk and last as long as the run.  Standard errors therefore come from the
 * means of 16 to 32 blocks.  With time in blocks, u and v averaged over blocks i and j, their
 * covariance is
 *
 *     C_ij = s (delta_ij + r [g(u) + g(v) - g(u - v)]),   g(d) = m/2 (1 - exp(-|d|/m)):
 *
 * independent deviations, and some with a memory of m blocks that begin at the first sample; for
 * great m a random walk.  s, r and m are those which the residuals of the line make likely
 * (restricted likelihood: H. D. Patterson and R. Thompson, Biometrika 58 (1971) 545).  Errors are
 * averages over models with these weights; before the residuals are seen, independent deviations
 * weigh 1.5, a random walk 0.6 and memories of one and three blocks 0.2 each.  A memory of about a
 * block is taken for more than it is: such errors may be twice too large.
 *
 * Samples are taken one at a time, at about equal distances; only the blocks are kept.
 */
#ifndef MD_BASE_TREND_H
#define MD_BASE_TREND_H

#include <stdint.h>

#define MD_TREND_BLOCKS 32

struct md_trend {
    uint64_t count;
    double t0, y0, last;     /* first time and value, last time */
    double t, tt, y, yy, ty; /* sums of times and values less the first ones, and products */
    int blocks;
    double length;                       /* samples of a block */
    double mean[MD_TREND_BLOCKS];        /* of values less the first one */
    double square[MD_TREND_BLOCKS];      /* sums of squared deviations from the block's own mean */
    double part, part_mean, part_square; /* the block that is not full: samples, mean, square */
};

/* Values with their standard errors; NaN: too few samples to know. */
struct md_trend_found {
    double slope, slope_error;
    double scatter, scatter_error; /* rms about the mean */
    double change, change_error;   /* rms about the first sample; the error contains that the first
                                    * sample is one of many that might have been */
};

void md_trend_add(struct md_trend *trend, double t, double y);
void md_trend_find(const struct md_trend *trend, struct md_trend_found *found);

#endif
