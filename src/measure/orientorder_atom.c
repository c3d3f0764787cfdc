/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute orientorder/atom: bond-orientational order parameters of each atom (P. J. Steinhardt, D.
 * R. Nelson, M. Ronchetti, Phys. Rev. B 28 (1983) 784).  With q_m the mean of the spherical
 * harmonics Y_lm over the directions to the neighbours,
 *
 *     Q_l = sqrt(4 pi / (2 l + 1) sum_m |q_m|^2),   W_l = sum 3j(l l l; m1 m2 m3) q_m1 q_m2 q_m3
 *
 * over m1 + m2 + m3 = 0, and W_l hat = W_l / (sum_m |q_m|^2)^(3/2).
 */
#include "measure/styles.h"

#include "base/memory.h"
#include "measure/atoms.h"
#include "potential/forces.h"

#include <complex.h>
#include <gsl/gsl_sf_coupling.h>
#include <gsl/gsl_sf_legendre.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ZERO 1e-6 /* a Q_l below is rounding: nothing divided by it means something */

enum { MOST_DEGREES = 16, MOST_DEGREE = 20 };

struct order {
    double cutoff;   /* 0: that of the pair forces */
    int64_t nearest; /* so many neighbours are taken; 0: all within the cutoff */
    int degree[MOST_DEGREES], degrees;
    bool wl, wl_hat;
    double *table[MOST_DEGREES]; /* 3j symbols by m1 + l and m2 + l */
};

struct neighbor {
    double r2, d[3];
};

static enum md_status read_degrees(struct order *order, const struct md_args *args, int *at,
                                   struct md_error *error)
{
    const struct md_word *word = &args->words[*at];
    int64_t count, degree;

    if (md_word_int(word, "number of degrees", 1, MOST_DEGREES, &count, error) != MD_OK)
        return error->status;
    if (*at + count >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'degrees %s' needs %s numbers",
                            word->text, word->text);
    for (int k = 0; k < count; k++) {
        if (md_word_int(word + 1 + k, "degree", 0, MOST_DEGREE, &degree, error) != MD_OK)
            return error->status;
        order->degree[k] = (int)degree;
    }
    order->degrees = (int)count;
    *at += 1 + (int)count;
    return MD_OK;
}

enum key { CUTOFF, NNN, DEGREES, WL, WL_HAT, CHUNKSIZE };

static enum md_status read_key(struct order *order, const struct md_args *args, int *at,
                               struct md_error *error)
{
    static const char *const keys[] = {"cutoff", "nnn",       "degrees", "wl",
                                       "wl/hat", "chunksize", NULL};
    const struct md_word *word = &args->words[(*at)++];
    int64_t ignored;
    int key;

    if (md_word_is(word, "components"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "compute orientorder/atom ... components does not exist here");
    if (md_word_choice(word, "keyword of compute orientorder/atom", keys, &key, error) != MD_OK)
        return error->status;
    if (*at >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value", word->text);
    word = &args->words[*at];
    if (key == DEGREES)
        return read_degrees(order, args, at, error);
    ++*at;
    switch ((enum key)key) {
    case CUTOFF:
        return md_atoms_cutoff(word, &order->cutoff, error);
    case NNN:
        order->nearest = 0;
        return md_word_is(word, "NULL")
                   ? MD_OK
                   : md_word_int(word, "number of neighbours", 1, 1000, &order->nearest, error);
    case WL:
        return md_word_bool(word, "wl", &order->wl, error);
    case WL_HAT:
        return md_word_bool(word, "wl/hat", &order->wl_hat, error);
    default:
        return md_word_int(word, "chunksize", 1, INT64_MAX, &ignored, error);
    }
}

static enum md_status make_tables(struct order *order, struct md_error *error)
{
    for (int k = 0; k < order->degrees && (order->wl || order->wl_hat); k++) {
        int l = order->degree[k], side = 2 * l + 1;
        double *table = md_memory_array((size_t)(side * side), sizeof *table);

        if (table == NULL)
            return md_error_memory(error, "coupling coefficients");
        order->table[k] = table;
        for (int a = -l; a <= l; a++)
            for (int b = -l; b <= l; b++)
                if (abs(a + b) <= l)
                    table[(a + l) * side + b + l] =
                        gsl_sf_coupling_3j(2 * l, 2 * l, 2 * l, 2 * a, 2 * b, -2 * (a + b));
    }
    return MD_OK;
}

static enum md_status order_create(void *state, const struct md_measure_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    static const int usual[] = {4, 6, 8, 10, 12};
    struct order *order = state;
    (void)context;

    order->nearest = 12;
    order->degrees = 5;
    memcpy(order->degree, usual, sizeof usual);
    for (int at = 0; at < args->count;)
        if (read_key(order, args, &at, error) != MD_OK)
            return error->status;
    return make_tables(order, error);
}

static void order_destroy(void *state)
{
    struct order *order = state;

    for (int k = 0; k < order->degrees; k++)
        md_memory_free(order->table[k]);
}

static int columns_of(const struct order *order)
{
    return order->degrees * (1 + order->wl + order->wl_hat);
}

static void order_shape(const void *state, struct md_shape *shape)
{
    shape->atom_columns = columns_of(state);
}

static int nearer(const void *a, const void *b)
{
    const struct neighbor *p = a, *q = b;

    return (p->r2 > q->r2) - (p->r2 < q->r2);
}

/* Means of Y_lm for m = -l .. l. */
static void harmonics(int l, const struct neighbor *near, size_t count, double complex *q)
{
    for (int m = 0; m <= l; m++)
        q[l + m] = 0.0;
    for (size_t n = 0; n < count; n++) {
        double cosine = near[n].d[2] / sqrt(near[n].r2), phi = atan2(near[n].d[1], near[n].d[0]);

        cosine = fmax(-1.0, fmin(1.0, cosine));
        for (int m = 0; m <= l; m++)
            q[l + m] += gsl_sf_legendre_sphPlm(l, m, cosine) * cexp(I * (m * phi));
    }
    for (int m = 0; m <= l; m++) {
        q[l + m] /= (double)count;
        q[l - m] = (m % 2 == 0 ? 1.0 : -1.0) * conj(q[l + m]);
    }
}

static void fill(const struct order *order, const struct neighbor *near, size_t count, double *row)
{
    double complex q[2 * MOST_DEGREE + 1];
    int hat = order->degrees * (1 + order->wl);

    for (int k = 0; k < order->degrees; k++) {
        int l = order->degree[k], side = 2 * l + 1;
        double square = 0.0, cube = 0.0;

        harmonics(l, near, count, q);
        for (int m = 0; m < side; m++)
            square += creal(q[m] * conj(q[m]));
        for (int a = 0; a < side && order->table[k] != NULL; a++)
            for (int b = 0; b < side; b++)
                if (abs(a + b - 2 * l) <= l)
                    cube += order->table[k][a * side + b] * creal(q[a] * q[b] * q[3 * l - a - b]);
        row[k] = sqrt(4.0 * acos(-1.0) / side * square);
        if (order->wl)
            row[order->degrees + k] = cube;
        if (order->wl_hat)
            row[hat + k] = row[k] > ZERO ? cube / (square * sqrt(square)) : 0.0;
    }
}

/* The neighbours of atom i that count, the nearest first; grows *list. */
static enum md_status gather(const struct order *order, const struct md_snapshot *near, size_t i,
                             double cutoff, struct neighbor **list, size_t *room, size_t *count,
                             struct md_error *error)
{
    double d[3];
    int32_t n = 0;

    *count = 0;
    while (md_atoms_neighbor(near, i, &n, d) >= 0) {
        double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];

        if (!(r2 < cutoff * cutoff) || r2 <= 0.0)
            continue;
        if (*count == *room) {
            if (md_memory_grow(list, *room, 2 * *room + 32, sizeof **list, error) != MD_OK)
                return error->status;
            *room = 2 * *room + 32;
        }
        (*list)[(*count)++] = (struct neighbor){r2, {d[0], d[1], d[2]}};
    }
    if (order->nearest > 0 && *count < (size_t)order->nearest)
        *count = 0;
    if (order->nearest > 0 && *count > 0) {
        qsort(*list, *count, sizeof **list, nearer);
        *count = (size_t)order->nearest;
    }
    return MD_OK;
}

static enum md_status order_atom(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    const struct order *order = state;
    size_t columns = (size_t)columns_of(order), room = 0, count;
    struct neighbor *list = NULL;
    struct md_snapshot near = {0};
    double cutoff = order->cutoff;
    enum md_status status = md_atoms_within_reach(context, "orientorder/atom", cutoff, error);

    memset(values, 0, columns * frame->count * sizeof *values);
    if (status == MD_OK && cutoff <= 0.0)
        cutoff = context->forces->pair.type->reach(context->forces->pair.state);
    if (status == MD_OK)
        status = md_atoms_near(context, frame, cutoff, &near, error);
    for (size_t i = 0; i < frame->count && status == MD_OK; i++) {
        if (!md_atoms_member(context, frame, i))
            continue;
        status = gather(order, &near, i, cutoff, &list, &room, &count, error);
        if (status == MD_OK && count > 0)
            fill(order, list, count, values + columns * i);
    }
    md_memory_free(list);
    md_snapshot_free(&near);
    return status;
}

const struct md_measure md_measure_orientorder_atom = {
    .style =
        {
            .name = "orientorder/atom",
            .summary = "bond-orientational order Q_l and W_l of each atom",
            .usage = "compute ID GROUP orientorder/atom [cutoff DISTANCE] [nnn N|NULL] "
                     "[degrees N L ...] [wl yes|no] [wl/hat yes|no]",
            .manual =
                "Q_l = sqrt(4 pi/(2 l + 1) sum_m |q_m|^2), q_m the mean of the spherical harmonics "
                "Y_lm\n"
                "over the directions to the neighbours: Q_4, Q_6 are 0.191, 0.575 in fcc and "
                "0.097,\n"
                "0.485 in hcp.  W_l = sum 3j(l l l; m1 m2 m3) q_m1 q_m2 q_m3, W_l hat = W_l / "
                "(sum_m\n"
                "|q_m|^2)^(3/2).\n"
                "Columns c_ID[i]: Q_l for the degrees (4 6 8 10 12 unless given), then W_l with wl "
                "yes, "
                "then\n"
                "W_l hat with wl/hat yes.  Of the neighbours within the cutoff (that of the pair\n"
                "forces unless given) the nnn nearest (12) count, NULL: all; an atom with fewer "
                "has\n"
                "zeros, and so has one outside the group.",
            .cite = "P. J. Steinhardt, D. R. Nelson, M. Ronchetti, Phys. Rev. B 28 (1983) 784",
            .state_size = sizeof(struct order),
        },
    .needs_tally = true,
    .create = order_create,
    .shape = order_shape,
    .atom_columns = 1,
    .atom = order_atom,
    .destroy = order_destroy,
};
