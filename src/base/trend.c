/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slopes and scatter with their standard errors: see trend.h. */
#include "base/trend.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ROWS   MD_TREND_BLOCKS
#define FEWEST 6     /* blocks */
#define RATIOS 15    /* 1e-4 to 1e3, two to a decade */
#define PRIOR  1.5   /* weight of independent deviations, in that of all others together */
#define NOISE  1e-28 /* of the squared values: what is less is rounding */

/* ------------------------------------------------------------------ samples */

/* Appends n samples of mean b to those of mean a, with sums of squared deviations. */
static void join(double *n, double *mean, double *square, double m, double other, double others)
{
    double all = *n + m, apart = other - *mean;
    *square += others + apart * apart * *n * m / all;
    *mean += apart * m / all;
    *n = all;
}

/* Half as many blocks, of twice the length. */
static void halve(struct md_trend *trend)
{
    for (int k = 0; k < ROWS / 2; k++) {
        double n = trend->length, mean = trend->mean[2 * k], square = trend->square[2 * k];
        join(&n, &mean, &square, n, trend->mean[2 * k + 1], trend->square[2 * k + 1]);
        trend->mean[k] = mean;
        trend->square[k] = square;
    }
    trend->blocks = ROWS / 2;
    trend->length *= 2.0;
}

void md_trend_add(struct md_trend *trend, double t, double y)
{
    if (trend->count++ == 0) {
        *trend = (struct md_trend){.count = 1, .t0 = t, .y0 = y, .length = 1.0};
    }
    trend->last = t;
    t -= trend->t0;
    y -= trend->y0;
    trend->t += t;
    trend->tt += t * t;
    trend->y += y;
    trend->yy += y * y;
    trend->ty += t * y;
    if (trend->blocks == ROWS && trend->part == 0.0)
        halve(trend);
    join(&trend->part, &trend->part_mean, &trend->part_square, 1.0, y, 0.0);
    if (trend->part < trend->length)
        return;
    trend->mean[trend->blocks] = trend->part_mean;
    trend->square[trend->blocks++] = trend->part_square;
    trend->part = trend->part_mean = trend->part_square = 0.0;
}

/* ------------------------------------------------------------------ the model */

/* Of block means, for one r and m. */
struct model {
    int n;
    double cov[ROWS][ROWS]; /* C, first without s */
    double root[ROWS][ROWS];
    double s;
    double likelihood; /* its logarithm */
};

/* What does not depend on r and m. */
struct blocks {
    const struct md_trend *trend;
    int n;
    double time[ROWS];              /* of blocks, 0 in the middle, in blocks */
    double spread;                  /* sum of its squares */
    double mean, slope, offset;     /* of block means: the line through them, and it at the start */
    double within, within_variance; /* mean variance in a block, and the variance of that */
    double least;                   /* a smaller variance is rounding */
};

/* See trend.h: the means of exponentials over blocks are exact. */
static void fill_covariance(struct model *model, double ratio, double memory)
{
    double over = 2.0 * memory * sinh(0.5 / memory);
    double own = 2.0 * memory * (1.0 + memory * expm1(-1.0 / memory));
    for (int i = 0; i < model->n; i++)
        for (int j = 0; j < model->n; j++) {
            double apart = i == j ? own : over * over * exp(-abs(i - j) / memory);
            double from = over * (exp(-(i + 0.5) / memory) + exp(-(j + 0.5) / memory));
            model->cov[i][j] = (i == j) + ratio * 0.5 * memory * (1.0 + apart - from);
        }
}

/* Cholesky's root; returns the logarithm of the determinant. */
static double find_root(struct model *model)
{
    double log_det = 0.0;
    for (int i = 0; i < model->n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = model->cov[i][j];
            for (int k = 0; k < j; k++)
                sum -= model->root[i][k] * model->root[j][k];
            model->root[i][j] = i == j ? sqrt(sum) : sum / model->root[j][j];
        }
        log_det += 2.0 * log(model->root[i][i]);
    }
    return log_det;
}

/* Makes deviations with this covariance independent. */
static void whiten(const struct model *model, const double *in, double *out)
{
    for (int i = 0; i < model->n; i++) {
        double sum = in != NULL ? in[i] : 1.0;
        for (int k = 0; k < i; k++)
            sum -= model->root[i][k] * out[k];
        out[i] = sum / model->root[i][i];
    }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Variance and likelihood by generalised least squares. */
static void fit(struct model *model, const struct blocks *blocks, double ratio, double memory)
{
    double one[ROWS], time[ROWS], y[ROWS], rest = 0.0;
    int n = model->n = blocks->n;
    fill_covariance(model, ratio, memory);
    double log_det = find_root(model);
    whiten(model, NULL, one);
    whiten(model, blocks->time, time);
    whiten(model, blocks->trend->mean, y);
    double a = dot(one, one, n), b = dot(one, time, n), c = dot(time, time, n), det = a * c - b * b;
    double p = dot(one, y, n), q = dot(time, y, n);
    double level = (c * p - b * q) / det, slope = (a * q - b * p) / det;
    for (int i = 0; i < n; i++) {
        double d = y[i] - level * one[i] - slope * time[i];
        rest += d * d;
    }
    model->s = fmax(rest / (n - 2), blocks->least);
    model->likelihood = -0.5 * (log_det + log(det) + (n - 2) * log(model->s));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            model->cov[i][j] *= model->s;
}

/* a' C b */
static double product(const struct model *model, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < model->n; i++)
        sum += a[i] * dot(model->cov[i], b, model->n);
    return sum;
}

/* ------------------------------------------------------------------ errors */

/* A number with its own error in it: nearer to 0, so that its square is not too large on average.
 */
static double shrink(double value, double variance)
{
    return copysign(sqrt(fmax(value * value - variance, 0.0)), value);
}

/* Variance of the slope, in blocks. */
static double slope_variance(const struct model *model, const struct blocks *blocks)
{
    return product(model, blocks->time, blocks->time) / (blocks->spread * blocks->spread);
}

/* tr (AC)^2 with A = (1 - 11'/n)/n, or 1/n; and the mean variance of a block, tr (AC). */
static double trace(const struct model *model, bool about_mean, double *mean)
{
    double n = model->n, by[ROWS] = {0.0}, sum = 0.0;
    for (int i = 0; about_mean && i < model->n; i++)
        for (int j = 0; j < model->n; j++)
            by[j] += model->cov[i][j] / n;
    *mean = 0.0;
    for (int i = 0; i < model->n; i++) {
        *mean += (model->cov[i][i] - by[i]) / n;
        for (int j = 0; j < model->n; j++)
            sum += (model->cov[i][j] - by[j]) * (model->cov[j][i] - by[i]);
    }
    return sum / (n * n);
}

/* Of the rms about the mean: a square of normal numbers with the line as their mean. */
static double scatter_error(const struct model *model, const struct blocks *blocks)
{
    double n = model->n, random, slope = shrink(blocks->slope, slope_variance(model, blocks));
    double line = slope * slope * product(model, blocks->time, blocks->time) / (n * n);
    double variance = 4.0 * line + 2.0 * trace(model, true, &random) + blocks->within_variance;
    double square = random + blocks->within + slope * slope * blocks->spread / n;
    return sqrt(variance / (4.0 * square));
}

/* Of the root of rest + (line + d)^2 where d is normal: quadrature with five points. */
static double offset_variance(double rest, double level, double d, double deviation)
{
    static const double at[] = {-2.8569700138728, -1.3556261799743, 0.0, 1.3556261799743,
                                2.8569700138728};
    static const double weight[] = {0.0112574113277, 0.2220759220056, 0.5333333333333,
                                    0.2220759220056, 0.0112574113277};
    double mean = 0.0, square = 0.0;
    for (int k = 0; k < 5; k++) {
        double x = level + d + at[k] * deviation, here = rest + x * x;
        mean += weight[k] * sqrt(here);
        square += weight[k] * here;
    }
    return fmax(square - mean * mean, 0.0);
}

/* Of the rms about the first sample, which may itself be anywhere within the scatter. */
static double change_error(const struct model *model, const struct blocks *blocks)
{
    double n = model->n, random, line[ROWS], start[ROWS];
    double slope = shrink(blocks->slope, slope_variance(model, blocks));
    double first = blocks->within + model->s;
    for (int i = 0; i < model->n; i++)
        start[i] = 1.0 / n - 0.5 * n * blocks->time[i] / blocks->spread;
    /* Most offsets that come from the scatter of the first sample alone count as none. */
    double offset = shrink(blocks->offset, 2.0 * first + product(model, start, start));
    for (int i = 0; i < model->n; i++)
        line[i] = offset + slope * (blocks->time[i] + 0.5 * n);
    double moving = 2.0 * trace(model, false, &random) + blocks->within_variance +
                    4.0 * product(model, line, line) / (n * n);
    double level = 0.5 * slope * n; /* of the line without the offset */
    double rest = random + blocks->within + slope * slope * blocks->spread / n;
    double square = rest + (level + offset) * (level + offset);
    return sqrt(moving / (4.0 * square) + offset_variance(rest, level, offset, sqrt(first)));
}

/* Sums of errors, weighted by likelihood. */
struct sums {
    double most, sum[4];
};

static void add_model(struct sums *sums, const struct model *model, const struct blocks *blocks,
                      double weight)
{
    double log_weight = model->likelihood + log(weight);
    if (log_weight > sums->most) {
        for (int c = 0; c < 4; c++)
            sums->sum[c] *= exp(sums->most - log_weight);
        sums->most = log_weight;
    }
    weight = exp(log_weight - sums->most);
    const double one[] = {sqrt(slope_variance(model, blocks)), scatter_error(model, blocks),
                          change_error(model, blocks), 1.0};
    for (int c = 0; c < 4; c++)
        sums->sum[c] += weight * one[c];
}

/* Means of the errors over all models. */
static void average(const struct blocks *blocks, double error[3])
{
    static const double memory[] = {1.0, 3.0, 1e4}, share[] = {0.2, 0.2, 0.6};
    struct sums sums = {.most = -INFINITY};
    struct model model = {0};
    fit(&model, blocks, 0.0, 1.0);
    add_model(&sums, &model, blocks, PRIOR * RATIOS);
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < RATIOS; k++) {
            fit(&model, blocks, pow(10.0, 0.5 * k - 4.0), memory[m]);
            add_model(&sums, &model, blocks, share[m]);
        }
    for (int c = 0; c < 3; c++)
        error[c] = sums.sum[c] / sums.sum[3];
}

/* ------------------------------------------------------------------ what is found */

static void look_at(struct blocks *blocks, const struct md_trend *trend, double variance)
{
    int n = trend->blocks;
    double cross = 0.0;
    *blocks = (struct blocks){.trend = trend, .n = n, .least = NOISE * variance};
    for (int i = 0; i < n; i++) {
        blocks->time[i] = i - 0.5 * (n - 1);
        blocks->spread += blocks->time[i] * blocks->time[i];
        blocks->mean += trend->mean[i] / n;
        blocks->within += trend->square[i] / trend->length / n;
        cross += blocks->time[i] * trend->mean[i];
    }
    for (int i = 0; i < n; i++) {
        double apart = trend->square[i] / trend->length - blocks->within;
        blocks->within_variance += apart * apart / ((n - 1.0) * n);
    }
    blocks->slope = cross / blocks->spread;
    blocks->offset = blocks->mean - blocks->slope * 0.5 * n;
}

void md_trend_find(const struct md_trend *trend, struct md_trend_found *found)
{
    double n = (double)trend->count, error[3] = {NAN, NAN, NAN};
    struct blocks blocks;
    *found = (struct md_trend_found){NAN, NAN, NAN, NAN, NAN, NAN};
    if (trend->count == 0)
        return;
    found->change = sqrt(trend->yy / n);
    found->scatter = sqrt(fmax(trend->yy / n - trend->y / n * (trend->y / n), 0.0));
    double spread = trend->tt - trend->t * trend->t / n;
    if (!(spread > 0.0))
        return;
    found->slope = (trend->ty - trend->t * trend->y / n) / spread;
    if (trend->blocks < FEWEST)
        return;
    double variance = found->scatter * found->scatter;
    look_at(&blocks, trend, variance);
    if (!(variance > NOISE * (trend->y0 * trend->y0)) || !(variance > 0.0))
        memset(error, 0, sizeof error); /* always the same */
    else
        average(&blocks, error);
    found->slope_error = error[0] * (n - 1.0) / (trend->last - trend->t0) / trend->length;
    found->scatter_error = error[1];
    found->change_error = error[2];
}
