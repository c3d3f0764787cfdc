/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute orientorder/atom: bond-orientational order parameters of each atom (P. J. Steinhardt, D.
 * R. Nelson, M. Ronchetti, Phys. Rev. B 28 (1983) 784).  With q_m the mean of the spherical
 * harmonics Y_lm over the directions to the neighbours,
 *
 *     Q_l = sqrt(4 pi / (2 l + 1) sum_m |q_m|^2),   W_l = sum 3j(l l l; m1 m2 m3) q_m1 q_m2 q_m3
 *
 * over m1 + m2 + m3 = 0, and W_l hat = W_l / (sum_m |q_m|^2)^(3/2).
 *
 * Y_lm is a polynomial of z times (x + iy)^m of the unit vector, so neither angles nor their
 * functions are needed; the polynomials of one m follow from each other by the three-term
 * recurrence in l.  As q_-m = (-1)^m q_m*, and as the 3j symbols of even l are the same for all
 * orders and for all signs of their m, W_l is a sum over m1 >= m2 >= 0 of Re (q_m1 q_m2)* q_m1+m2;
 * that of odd l is 0, for exchanging two m changes their sign.
 */
#include "measure/styles.h"

#include "base/memory.h"
#include "force/forces.h"
#include "measure/atoms.h"

#include <gsl/gsl_sf_coupling.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#define ZERO 1e-6 /* a Q_l below is rounding: nothing divided by it means something */

enum { MOST_DEGREES = 16, MOST_DEGREE = 20 };

/* Values of the last look: thermo rows ask once for every column of every compute reduce. Positions
 * and groups are compared one by one, since who moves atoms does not always say so. */
struct seen {
    uint64_t instant; /* of the forces; 0: nothing was seen */
    md_tick tick;
    size_t count, room;
    md_vec3 *x;
    uint32_t *groups;
    double *values;
};

struct order {
    double cutoff;   /* 0: that of the pair forces */
    int64_t nearest; /* so many neighbours are taken; 0: all within the cutoff */
    int degree[MOST_DEGREES], degrees, highest;
    bool wl, wl_hat;
    double *weight[MOST_DEGREES]; /* of the terms of W_l, by m1 and m2 <= m1 */
    /* Y_mm = start (x + iy)^m; by m and l, Y_lm = rise z Y_l-1,m - fall Y_l-2,m */
    double start[MOST_DEGREE + 1];
    double rise[MOST_DEGREE + 1][MOST_DEGREE + 1], fall[MOST_DEGREE + 1][MOST_DEGREE + 1];
    struct seen seen;
};

/* Real and imaginary parts of q_m, m = 0 .. l. */
struct mean {
    double re[MOST_DEGREE + 1], im[MOST_DEGREE + 1];
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

static void make_recurrence(struct order *order)
{
    for (int k = 0; k < order->degrees; k++)
        order->highest = order->degree[k] > order->highest ? order->degree[k] : order->highest;
    order->start[0] = sqrt(0.25 / acos(-1.0));
    for (int m = 0; m <= order->highest; m++) {
        if (m > 0)
            order->start[m] = -order->start[m - 1] * sqrt((2.0 * m + 1.0) / (2.0 * m));
        for (int l = m + 1; l <= order->highest; l++) {
            double rise = sqrt((4.0 * l * l - 1.0) / (l * l - m * m)), below = l - 1.0;

            order->rise[m][l] = rise;
            order->fall[m][l] =
                l > m + 1 ? rise * sqrt((below * below - m * m) / (4.0 * below * below - 1.0))
                          : 0.0;
        }
    }
}

/* How often the product of q_-p, q_-s and q_p+s stands in the sum: in all orders of three numbers,
 * and with all signs changed, which is another order of the same numbers if s = 0. */
static int times(int p, int s)
{
    int orders = p == 0 ? 1 : p == s ? 3 : 6;

    return s > 0 ? 2 * orders : orders;
}

static enum md_status make_weights(struct order *order, struct md_error *error)
{
    for (int k = 0; k < order->degrees && (order->wl || order->wl_hat); k++) {
        int l = order->degree[k], side = l + 1;
        double *weight = md_memory_array((size_t)(side * side), sizeof *weight);

        if (weight == NULL)
            return md_error_memory(error, "coupling coefficients");
        order->weight[k] = weight;
        for (int p = 0; p <= l && l % 2 == 0; p++)
            for (int s = 0; s <= p && p + s <= l; s++)
                weight[p * side + s] =
                    ((p + s) % 2 == 0 ? 1.0 : -1.0) * times(p, s) *
                    gsl_sf_coupling_3j(2 * l, 2 * l, 2 * l, -2 * p, -2 * s, 2 * (p + s));
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
    make_recurrence(order);
    return make_weights(order, error);
}

static void order_destroy(void *state)
{
    struct order *order = state;

    for (int k = 0; k < order->degrees; k++)
        md_memory_free(order->weight[k]);
    md_memory_free(order->seen.x);
    md_memory_free(order->seen.groups);
    md_memory_free(order->seen.values);
}

static int columns_of(const struct order *order)
{
    return order->degrees * (1 + order->wl + order->wl_hat);
}

static void order_shape(const void *state, struct md_shape *shape)
{
    shape->atom_columns = columns_of(state);
}

/* Adds one neighbour's Y_lm, m >= 0, for all degrees. */
static void add_harmonics(const struct order *order, const struct md_atoms_bond *near,
                          struct mean *q)
{
    double scale = 1.0 / sqrt(near->r2), x = scale * near->d[0], y = scale * near->d[1];
    double z = scale * near->d[2], re = 1.0, im = 0.0, of[MOST_DEGREE + 1];

    for (int m = 0; m <= order->highest; m++) {
        const double *rise = order->rise[m], *fall = order->fall[m];
        double before = 0.0, now = order->start[m], turned = re * x - im * y;

        of[m] = now;
        for (int l = m + 1; l <= order->highest; l++) {
            double next = rise[l] * z * now - fall[l] * before;

            before = now;
            now = of[l] = next;
        }
        for (int k = 0; k < order->degrees; k++) {
            if (m > order->degree[k])
                continue;
            q[k].re[m] += of[order->degree[k]] * re;
            q[k].im[m] += of[order->degree[k]] * im;
        }
        im = re * y + im * x;
        re = turned;
    }
}

/* W_l of the means. */
static double coupled(const double *weight, int l, const struct mean *q)
{
    double cube = 0.0;

    for (int p = 0; p <= l; p++)
        for (int s = 0; s <= p && p + s <= l; s++) {
            double re = q->re[p] * q->re[s] - q->im[p] * q->im[s];
            double im = q->re[p] * q->im[s] + q->im[p] * q->re[s];

            cube += weight[p * (l + 1) + s] * (re * q->re[p + s] + im * q->im[p + s]);
        }
    return cube;
}

static void fill(const struct order *order, const struct md_atoms_bond *near, size_t count,
                 double *row)
{
    struct mean q[MOST_DEGREES];
    int hat = order->degrees * (1 + order->wl);

    memset(q, 0, (size_t)order->degrees * sizeof *q);
    for (size_t n = 0; n < count; n++)
        add_harmonics(order, &near[n], q);
    for (int k = 0; k < order->degrees; k++) {
        int l = order->degree[k];
        double square = 0.0, cube = 0.0;

        for (int m = 0; m <= l; m++) {
            q[k].re[m] /= (double)count;
            q[k].im[m] /= (double)count;
            square += (m > 0 ? 2.0 : 1.0) * (q[k].re[m] * q[k].re[m] + q[k].im[m] * q[k].im[m]);
        }
        if (order->weight[k] != NULL && l % 2 == 0)
            cube = coupled(order->weight[k], l, &q[k]);
        row[k] = sqrt(4.0 * acos(-1.0) / (2 * l + 1) * square);
        if (order->wl)
            row[order->degrees + k] = cube;
        if (order->wl_hat)
            row[hat + k] = row[k] > ZERO ? cube / (square * sqrt(square)) : 0.0;
    }
}

static enum md_status measure_all(const struct order *order,
                                  const struct md_measure_context *context,
                                  const struct md_frame *frame, const struct md_snapshot *near,
                                  double cutoff, double *values, struct md_error *error)
{
    size_t columns = (size_t)columns_of(order), most, total = frame->count;
    int threads =
        total < MD_PARALLEL_MIN || frame->system->threads < 1 ? 1 : frame->system->threads;
    struct md_atoms_bond *room;

    most = md_atoms_most(near, total);
    room = md_memory_array(most * (size_t)threads, sizeof *room);
    if (room == NULL)
        return md_error_memory(error, "the neighbours of an atom");
#pragma omp parallel for default(none) schedule(static) num_threads(threads) if (threads > 1)      \
    shared(order, context, frame, near, cutoff, values, columns, most, total, room)
    for (size_t i = 0; i < total; i++) {
        struct md_atoms_bond *list = room + most * (size_t)omp_get_thread_num();
        size_t count = 0;

        if (md_atoms_member(context, frame, i))
            count = md_atoms_gather(near, i, cutoff, order->nearest, true, list);
        if (count > 0)
            fill(order, list, count, values + columns * i);
    }
    md_memory_free(room);
    return MD_OK;
}

static bool seen_before(const struct seen *seen, const struct md_forces *forces,
                        const struct md_frame *frame)
{
    return !forces->idle && seen->instant != 0 && seen->instant == forces->instant &&
           seen->tick == frame->tick && seen->count == frame->count && frame->count > 0 &&
           memcmp(seen->x, frame->x, frame->count * sizeof *seen->x) == 0 &&
           memcmp(seen->groups, frame->system->atoms.groups, frame->count * sizeof *seen->groups) ==
               0;
}

static enum md_status remember(struct seen *seen, const struct md_forces *forces,
                               const struct md_frame *frame, const double *values, size_t columns,
                               struct md_error *error)
{
    size_t n = frame->count;

    if (forces->idle || n == 0)
        return MD_OK;
    if (n > seen->room) {
        if (md_memory_grow(&seen->x, seen->room, n, sizeof *seen->x, error) != MD_OK ||
            md_memory_grow(&seen->groups, seen->room, n, sizeof *seen->groups, error) != MD_OK ||
            md_memory_grow(&seen->values, seen->room * columns, n * columns, sizeof *values,
                           error) != MD_OK)
            return error->status;
        seen->room = n;
    }
    memcpy(seen->x, frame->x, n * sizeof *seen->x);
    memcpy(seen->groups, frame->system->atoms.groups, n * sizeof *seen->groups);
    memcpy(seen->values, values, n * columns * sizeof *values);
    seen->count = n;
    seen->tick = frame->tick;
    seen->instant = forces->instant;
    return MD_OK;
}

static enum md_status order_atom(void *state, const struct md_measure_context *context,
                                 const struct md_frame *frame, double *values,
                                 struct md_error *error)
{
    struct order *order = state;
    size_t columns = (size_t)columns_of(order);
    struct md_snapshot near = {0};
    double cutoff = order->cutoff;
    enum md_status status = md_atoms_within_reach(context, "orientorder/atom", cutoff, error);

    memset(values, 0, columns * frame->count * sizeof *values);
    if (status != MD_OK)
        return status;
    if (seen_before(&order->seen, context->forces, frame)) {
        memcpy(values, order->seen.values, columns * frame->count * sizeof *values);
        return MD_OK;
    }
    order->seen.instant = 0;
    if (cutoff <= 0.0)
        cutoff = context->forces->pair.type->reach(context->forces->pair.state);
    status = md_atoms_near(context, frame, cutoff, &near, error);
    if (status == MD_OK)
        status = measure_all(order, context, frame, &near, cutoff, values, error);
    if (status == MD_OK)
        status = remember(&order->seen, context->forces, frame, values, columns, error);
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
