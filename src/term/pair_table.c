/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of pair potentials, made as LAMMPS makes them so that decks give the same forces:
 *
 *   1. energy and force of the file are splined apart in r, clamped: the energy's slope at the ends
 *      is minus the force there, the force's is FPRIME or that of the first and last row;
 *   2. both splines are sampled at `length` points evenly spaced in r^2 from the first distance to
 *      the cutoff, in the middle of the bins for lookup; what is kept of the force is f/r;
 *   3. linear and lookup use these values; spline splines them again, in r^2, clamped.
 *
 * A file whose rows are just the points wanted (linear, RSQ, same length and cutoff) is used as it
 * is.
 */
#include "term/pair_table.h"

#include "base/memory.h"
#include "base/range.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECANT  0.1     /* of a bin, over which the slope of f/r at an end is measured */
#define NATURAL 0.99e30 /* a slope above this asks for a natural end instead */

static const char usage[] = "pair_coeff I J FILE KEYWORD [CUTOFF]";

static size_t pair_index(const struct md_pair_table *pair, int i, int j)
{
    return (size_t)i * (size_t)(pair->types + 1) + (size_t)j;
}

/* ------------------------------------------------------------------ life */

static void free_tables(struct md_pair_table *pair)
{
    for (int k = 0; k < pair->count; k++) {
        md_pair_table_file_free(&pair->tables[k]->file);
        md_memory_free(pair->tables[k]->row);
        md_memory_free(pair->tables[k]);
    }
    pair->count = 0;
}

void md_pair_table_destroy(void *state)
{
    struct md_pair_table *pair = state;
    free_tables(pair);
    md_memory_free(pair->tables);
    md_memory_free(pair->table_of);
    md_memory_free(pair->row_of);
    md_memory_free(pair->record);
    md_memory_free(pair->near);
    md_keep_free(&pair->kept);
    *pair = (struct md_pair_table){0};
}

/* Words that only tell LAMMPS with which long-range solver a table may go; there is none here. */
static bool solver_word(const struct md_word *word)
{
    static const char *const words[] = {"ewald", "pppm", "msm", "dispersion", "tip4p", NULL};
    for (int k = 0; words[k]; k++)
        if (md_word_is(word, words[k]))
            return true;
    return false;
}

enum md_status md_pair_table_create(struct md_pair_table *pair, const struct md_style *style,
                                    const struct md_args *args, struct md_error *error)
{
    struct md_args first = *args;
    if (args->count > 0 && md_word_is(&args->words[0], "bitmap"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &args->words[0].place,
                            "pair_style table bitmap is not supported; there are: lookup, linear, "
                            "spline");
    while (first.count > 2 && solver_word(&first.words[first.count - 1]))
        first.count--;
    /* The style named again starts afresh: its tables are of other lengths. */
    free_tables(pair);
    for (size_t k = 0; pair->types > 0 && k <= pair_index(pair, pair->types, pair->types); k++)
        pair->table_of[k] = -1;
    return md_params_read(style, &first, pair, error);
}

/* ------------------------------------------------------------------ pair_coeff */

static enum md_status reserve_types(struct md_pair_table *pair, int types, struct md_error *error)
{
    size_t pairs = (size_t)(types + 1) * (size_t)(types + 1);
    if (pair->types == types)
        return MD_OK;
    if (md_memory_grow(&pair->table_of, 0, pairs, sizeof *pair->table_of, error) ||
        md_memory_grow(&pair->row_of, 0, pairs, sizeof *pair->row_of, error) ||
        md_memory_grow(&pair->record, 0, pairs, MD_TABLE_RECORD * sizeof(double), error))
        return error->status;
    for (size_t k = 0; k < pairs; k++)
        pair->table_of[k] = -1;
    free_tables(pair);
    pair->types = types;
    return MD_OK;
}

static enum md_status read_cutoff(struct md_table *table, const struct md_args *args,
                                  struct md_error *error)
{
    table->cutoff = table->file.hi;
    if (args->count < 5)
        return MD_OK;
    if (md_word_double(&args->words[4], "cutoff", 0.0, INFINITY, &table->cutoff, error))
        return error->status;
    if (table->cutoff > table->file.lo && table->cutoff <= table->file.hi)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &args->words[4].place,
                        "cutoff is %s, and the table '%s' goes from %g to %g", args->words[4].text,
                        args->words[3].text, table->file.lo, table->file.hi);
}

/* Reads one more table; its number is pair->count - 1 then. */
static enum md_status add_table(struct md_pair_table *pair, const struct md_system *system,
                                const struct md_args *args, struct md_error *error)
{
    const struct md_word *file = &args->words[2];
    size_t n = (size_t)pair->count;
    if (md_memory_grow(&pair->tables, n, n + 1, sizeof(struct md_table *), error))
        return error->status;
    struct md_table *table = md_memory_array(1, sizeof *table);
    if (!table)
        return md_error_memory(error, "a pair table");
    pair->tables[pair->count++] = table; /* freed with the others, whatever happens */
    table->place = args->command.place;
    if (md_pair_table_file_read(&table->file, file, &args->words[3], &pair->kept, error) ||
        md_potential_file_energy_unit(table->file.name, table->file.units, system->units,
                                      &file->place, &table->unit, error))
        return error->status;
    return read_cutoff(table, args, error);
}

enum md_status md_pair_table_coeff(void *state, const struct md_system *system,
                                   const struct md_args *args, struct md_error *error)
{
    struct md_pair_table *pair = state;
    int first[2], last[2];
    if (md_args_count(args, 4, 5, usage, error) ||
        md_word_range(&args->words[0], "atom type", system->types, &first[0], &last[0], error) ||
        md_word_range(&args->words[1], "atom type", system->types, &first[1], &last[1], error) ||
        reserve_types(pair, system->types, error) || add_table(pair, system, args, error))
        return error->status;
    pair->warned = false;
    /* Ranges mean their pairs with i <= j; only `2 1`, which has none, is turned round. */
    int a = last[1] < first[0] ? 1 : 0, b = 1 - a;
    for (int i = first[a]; i <= last[a]; i++)
        for (int j = first[b] > i ? first[b] : i; j <= last[b]; j++)
            pair->table_of[pair_index(pair, i, j)] = pair->count - 1;
    return MD_OK;
}

/* Nothing of it changes a table: what is accepted is what leaves things as they are. */
enum md_status md_pair_table_modify(void *state, const struct md_args *args, struct md_error *error)
{
    static const char *const words[] = {"mix",   "shift",   "tail", "compute",
                                        "table", "nofdotr", NULL};
    static const char *const mixes[] = {"geometric", "arithmetic", "sixthpower", NULL};
    (void)state;
    for (int k = 0, which, mix; k < args->count; k++) {
        const struct md_word *word = &args->words[k];
        bool yes;
        if (md_word_choice(word, "keyword of pair_modify", words, &which, error))
            return error->status;
        if (which == 5)
            continue;
        if (k + 1 == args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "pair_modify %s needs a value",
                                word->text);
        const struct md_word *value = &args->words[++k];
        if (which == 0 ? md_word_choice(value, "mixing rule", mixes, &mix, error) != MD_OK
                       : which < 4 && md_word_bool(value, words[which], &yes, error) != MD_OK)
            return error->status;
        if (which > 0 && which < 4 && yes != (which == 3))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &value->place,
                                "pair_modify %s %s: pair style table takes its values as they are "
                                "in the file",
                                word->text, value->text);
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ splines */

/* Second derivatives at the points of the cubic spline through y(x) whose slopes at the ends are
 * given: row k of the tridiagonal system says that the slope is continuous at x[k]. */
static void spline(const double *x, const double *y, int n, double slope_lo, double slope_hi,
                   double *second, double *work)
{
    bool natural = slope_lo > NATURAL;
    double h = x[1] - x[0];
    second[0] = natural ? 0.0 : 3.0 / h * ((y[1] - y[0]) / h - slope_lo);
    work[0] = natural ? 0.0 : 0.5; /* what multiplies the next unknown */
    for (int k = 1; k < n - 1; k++) {
        double left = x[k] - x[k - 1], right = x[k + 1] - x[k];
        double pivot = 2.0 * (left + right) - left * work[k - 1];
        double bend = 6.0 * ((y[k + 1] - y[k]) / right - (y[k] - y[k - 1]) / left);
        work[k] = right / pivot;
        second[k] = (bend - left * second[k - 1]) / pivot;
    }
    h = x[n - 1] - x[n - 2];
    double bend = 6.0 * (slope_hi - (y[n - 1] - y[n - 2]) / h);
    second[n - 1] = slope_hi > NATURAL ? 0.0 : (bend / h - second[n - 2]) / (2.0 - work[n - 2]);
    for (int k = n - 2; k >= 0; k--)
        second[k] -= work[k] * second[k + 1];
}

/* The spline at a point; the first and the last cubic go on beyond the ends. */
static double spline_at(const double *x, const double *y, const double *second, int n, double at)
{
    int lo = 0, hi = n - 1;
    while (hi - lo > 1) {
        int middle = lo + (hi - lo) / 2;
        if (x[middle] > at)
            hi = middle;
        else
            lo = middle;
    }
    double h = x[hi] - x[lo], a = (x[hi] - at) / h, b = (at - x[lo]) / h;
    return a * y[lo] + b * y[hi] +
           ((a * a * a - a) * second[lo] + (b * b * b - b) * second[hi]) * (h * h) / 6.0;
}

/* ------------------------------------------------------------------ tables */

/* The splines of a file, and the grid of the table made of them. */
struct source {
    const struct md_pair_table_file *file;
    double unit, inner_sq, cutoff, delta;
    double *energy2, *force2, *work; /* second derivatives */
};

static double energy_at(const struct source *s, double r)
{
    return s->unit * spline_at(s->file->r, s->file->energy, s->energy2, s->file->count, r);
}

static double force_at(const struct source *s, double r)
{
    return s->unit * spline_at(s->file->r, s->file->force, s->force2, s->file->count, r);
}

static void spline_file(struct source *s)
{
    const struct md_pair_table_file *file = s->file;
    const double *r = file->r, *f = file->force;
    int n = file->count;
    double lo = (f[1] - f[0]) / (r[1] - r[0]);
    double hi = (f[n - 1] - f[n - 2]) / (r[n - 1] - r[n - 2]);
    spline(r, file->energy, n, -f[0], -f[n - 1], s->energy2, s->work);
    spline(r, f, n, file->slopes ? file->slope_lo : lo, file->slopes ? file->slope_hi : hi,
           s->force2, s->work);
}

/* Slopes of f/r in r^2 at the ends: from FPRIME, else over part of a bin. */
static void outer_slopes(const struct source *s, const double *force, int n, double *lo, double *hi)
{
    const struct md_pair_table_file *file = s->file;
    double inner = sqrt(s->inner_sq), part = SECANT * s->delta, outer_sq = s->cutoff * s->cutoff;
    double next = sqrt(s->inner_sq + part), before = sqrt(outer_sq - part);
    if (file->slopes)
        *lo = (s->unit * file->slope_lo / inner - force[0] / s->inner_sq) / (2.0 * inner);
    else
        *lo = (force_at(s, next) / next - force[0] / inner) / part;
    if (file->slopes && s->cutoff == file->r[file->count - 1])
        *hi = (s->unit * file->slope_hi / s->cutoff - force[n - 1] / outer_sq) / (2.0 * s->cutoff);
    else
        *hi = (force[n - 1] / sqrt(outer_sq) - force_at(s, before) / before) / part;
}

/* x, energy, force and their second derivatives in r^2: five arrays of n doubles. */
static void spline_rows(const struct source *s, double *x, int n, double *row, double *work)
{
    double *energy = x + n, *force = energy + n, *energy2 = force + n, *force2 = energy2 + n;
    double lo, hi, sixth = s->delta * s->delta / 6.0;
    for (int k = 0; k < n; k++) {
        x[k] = s->inner_sq + k * s->delta;
        energy[k] = energy_at(s, sqrt(x[k]));
        force[k] = force_at(s, sqrt(x[k]));
    }
    spline(x, energy, n, -force[0] / (2.0 * sqrt(s->inner_sq)), -force[n - 1] / (2.0 * s->cutoff),
           energy2, work);
    outer_slopes(s, force, n, &lo, &hi);
    for (int k = 0; k < n; k++)
        force[k] /= sqrt(x[k]);
    spline(x, force, n, lo, hi, force2, work);
    for (int k = 0; k < n; k++) {
        double *out = row + (size_t)k * MD_TABLE_ROW;
        out[0] = force[k];
        out[1] = force2[k] * sixth;
        out[2] = energy[k];
        out[3] = energy2[k] * sixth;
    }
}

/* Values at the edges of the bins and their changes, or in the middle and no change. */
static void plain_rows(const struct source *s, enum md_table_style style, int n, double *row)
{
    const struct md_pair_table_file *file = s->file;
    bool same = style == MD_TABLE_LINEAR && file->count == n && file->spacing == MD_TABLE_RSQ &&
                file->hi == s->cutoff;
    double middle = style == MD_TABLE_LOOKUP ? 0.5 : 0.0;
    int bins = n - 1;
    for (int k = 0; k < n; k++) {
        double *out = row + (size_t)k * MD_TABLE_ROW;
        int at = style == MD_TABLE_LOOKUP && k == bins ? k - 1 : k;
        double r = sqrt(s->inner_sq + (at + middle) * s->delta);
        out[0] = (same ? s->unit * file->force[k] : force_at(s, r)) / r;
        out[2] = same ? s->unit * file->energy[k] : energy_at(s, r);
    }
    for (int k = 0; k < bins && style == MD_TABLE_LINEAR; k++) {
        double *out = row + (size_t)k * MD_TABLE_ROW;
        out[1] = out[MD_TABLE_ROW] - out[0];
        out[3] = out[MD_TABLE_ROW + 2] - out[2];
    }
}

static enum md_status need_finite(const struct md_table *table, int n, struct md_error *error)
{
    for (size_t k = 0; k < (size_t)n * MD_TABLE_ROW; k++)
        if (!isfinite(table->row[k]))
            return md_error_set(error, MD_ERR_VALUE, &table->place,
                                "the table from '%.200s' cannot be interpolated: its numbers are "
                                "too large or its distances too close",
                                table->file.name);
    return MD_OK;
}

static enum md_status make_rows(struct md_pair_table *pair, struct md_table *table,
                                struct md_error *error)
{
    struct source s = {.file = &table->file, .unit = table->unit, .cutoff = table->cutoff};
    int n = (int)pair->length, of_file = table->file.count;
    double *scratch = NULL, *x = NULL;
    s.inner_sq = table->file.lo * table->file.lo;
    s.delta = (table->cutoff * table->cutoff - s.inner_sq) / (n - 1);
    size_t most = (size_t)(n > of_file ? n : of_file), numbers = 2 * (size_t)of_file + most;
    if (md_memory_grow(&table->row, 0, (size_t)n, MD_TABLE_ROW * sizeof(double), error) ||
        md_memory_grow(&scratch, 0, numbers, sizeof(double), error) ||
        (pair->style == MD_TABLE_SPLINE &&
         md_memory_grow(&x, 0, 5 * (size_t)n, sizeof(double), error))) {
        md_memory_free(scratch);
        return error->status;
    }
    s.energy2 = scratch;
    s.force2 = scratch + of_file;
    s.work = scratch + 2 * of_file;
    spline_file(&s);
    if (pair->style == MD_TABLE_SPLINE)
        spline_rows(&s, x, n, table->row, s.work);
    else
        plain_rows(&s, (enum md_table_style)pair->style, n, table->row);
    md_memory_free(scratch);
    md_memory_free(x);
    return need_finite(table, n, error);
}

/* ------------------------------------------------------------------ prepare */

bool md_pair_table_given(const void *state, int type_i, int type_j)
{
    const struct md_pair_table *pair = state;
    return pair->types > 0 && pair->table_of[pair_index(pair, type_i, type_j)] >= 0;
}

void md_pair_table_assign(void *state, const bool *mine)
{
    ((struct md_pair_table *)state)->mine = mine;
}

static bool is_mine(const struct md_pair_table *pair, int i, int j)
{
    return !pair->mine || pair->mine[pair_index(pair, i, j)];
}

static enum md_status need_coeffs(const struct md_pair_table *pair, struct md_error *error)
{
    for (int i = 1; i <= pair->types; i++)
        for (int j = i; j <= pair->types; j++)
            if (is_mine(pair, i, j) && pair->table_of[pair_index(pair, i, j)] < 0) {
                md_error_set(error, MD_ERR_ORDER, NULL,
                             "there are no pair coefficients for atom types %d and %d (of %d "
                             "types)",
                             i, j, pair->types);
                return md_error_hint(error, "%s", usage);
            }
    return MD_OK;
}

static enum md_status prepare_pair(struct md_pair_table *pair, int i, int j, struct md_error *error)
{
    size_t ij = pair_index(pair, i, j), ji = pair_index(pair, j, i);
    struct md_table *table = pair->tables[pair->table_of[ij]];
    if (!table->row && make_rows(pair, table, error))
        return error->status;
    double *record = pair->record + ij * MD_TABLE_RECORD;
    double inner_sq = table->file.lo * table->file.lo, bins = (double)(pair->length - 1);
    record[MD_TABLE_CUTOFF_SQ] = table->cutoff * table->cutoff;
    record[MD_TABLE_INNER_SQ] = inner_sq;
    record[MD_TABLE_PER_DELTA] = 1.0 / ((record[MD_TABLE_CUTOFF_SQ] - inner_sq) / bins);
    record[MD_TABLE_LAST] = nextafter(bins, 0.0);
    memmove(pair->record + ji * MD_TABLE_RECORD, record, MD_TABLE_RECORD * sizeof *record);
    pair->row_of[ij] = pair->row_of[ji] = table->row;
    pair->reach = fmax(pair->reach, table->cutoff);
    return MD_OK;
}

enum md_status md_pair_table_prepare(void *state, const struct md_system *system,
                                     struct md_error *error)
{
    struct md_pair_table *pair = state;
    if (reserve_types(pair, system->types, error) || need_coeffs(pair, error))
        return error->status;
    pair->reach = 0.0;
    size_t pairs = pair_index(pair, pair->types, pair->types) + 1;
    memset(pair->record, 0, pairs * MD_TABLE_RECORD * sizeof *pair->record);
    for (size_t k = 0; k < pairs; k++)
        pair->row_of[k] = pair->nothing;
    for (int i = 1; i <= pair->types; i++)
        for (int j = i; j <= pair->types; j++)
            if (is_mine(pair, i, j) && prepare_pair(pair, i, j, error))
                return error->status;
    return MD_OK;
}

double md_pair_table_cutoff(const void *state, int type_i, int type_j)
{
    const struct md_pair_table *pair = state;
    return sqrt(pair->record[MD_TABLE_RECORD * pair_index(pair, type_i, type_j)]);
}

double md_pair_table_reach(const void *state)
{
    return ((const struct md_pair_table *)state)->reach;
}

/* ------------------------------------------------------------------ bounds */

/* Only a spline's energy has derivatives everywhere: lines have kinks, and looked up values
 * jump. */
unsigned md_pair_table_abilities(const void *state)
{
    const struct md_pair_table *pair = state;
    unsigned can =
        MD_CAN_SUM | MD_CAN_ONE | MD_CAN_STIFFNESS | MD_CAN_VIRIAL | MD_CAN_SHELL | MD_TABULATED;
    return pair->style == MD_TABLE_SPLINE ? can | MD_CAN_SPAN : can;
}

/* A spline of the table and its derivatives in t, between two places. */
struct bounds {
    struct md_range value, slope, curvature;
};

/* The second derivative is a line between points, so it is between its values at them and at both
 * ends; column 0: f/r, 2: energy. */
static struct bounds spline_between(const double *row, int column, double from, double till)
{
    double middle = 0.5 * (from + till), half = 0.5 * (till - from);
    const double *first = row + MD_TABLE_ROW * (ptrdiff_t)from + column;
    const double *last = row + MD_TABLE_ROW * (ptrdiff_t)till + column;
    double b = from - floor(from), e = till - floor(till);
    double at_from = first[1] + b * (first[MD_TABLE_ROW + 1] - first[1]);
    double at_till = last[1] + e * (last[MD_TABLE_ROW + 1] - last[1]);
    struct bounds bounds = {.curvature = md_range_between(at_from, at_till)};
    for (const double *c = first + MD_TABLE_ROW; c <= last; c += MD_TABLE_ROW)
        bounds.curvature = md_range_union(bounds.curvature, (struct md_range){c[1], c[1]});
    bounds.curvature = md_range_scale(6.0, bounds.curvature);

    const double *c = row + MD_TABLE_ROW * (ptrdiff_t)middle + column, *next = c + MD_TABLE_ROW;
    b = middle - floor(middle);
    double a = 1.0 - b;
    double slope = next[0] - c[0] + (3.0 * b * b - 1.0) * next[1] - (3.0 * a * a - 1.0) * c[1];
    double value = a * c[0] + b * next[0] + a * (a * a - 1.0) * c[1] + b * (b * b - 1.0) * next[1];
    bounds.slope = md_range_around(slope, bounds.curvature, half);
    bounds.value = md_range_around(value, bounds.slope, half);
    return bounds;
}

/* Of the force's spline and of the energy's, each by its own derivatives: they differ by the
 * error of interpolation, and both must lie within. */
static void span_one(const double *record, const double *row, double near, double far,
                     struct md_range *force, struct md_range *curvature)
{
    double inner = record[MD_TABLE_INNER_SQ], per = record[MD_TABLE_PER_DELTA];
    double last = record[MD_TABLE_LAST];
    double from = fmin(fmax((near - inner) * per, 0.0), last);
    double till = fmin(fmax((far - inner) * per, 0.0), last);
    struct md_range square = {near, far};
    struct bounds g = spline_between(row, 0, from, till), e = spline_between(row, 2, from, till);
    struct md_range turn = md_range_scale(-2.0 * per, md_range_product(square, g.slope));
    struct md_range bend = md_range_product(square, e.curvature);
    *force = md_range_union(g.value, md_range_scale(-2.0 * per, e.slope));
    *curvature = md_range_union(
        md_range_sum(md_range_scale(-1.0, g.value), turn),
        md_range_sum(md_range_scale(2.0 * per, e.slope), md_range_scale(4.0 * per * per, bend)));
}

void md_pair_table_span(const void *state, size_t count, const double *near, const double *far,
                        const int32_t *row, const struct md_span *span)
{
    const struct md_pair_table *pair = state;
    for (size_t k = 0; k < count; k++) {
        const double *record = pair->record + MD_TABLE_RECORD * (size_t)row[k];
        struct md_range force = {0.0, 0.0}, curvature = force, zero = force;
        double cutoff_sq = record[MD_TABLE_CUTOFF_SQ];
        if (near[k] < cutoff_sq)
            span_one(record, pair->row_of[row[k]], near[k], fmin(far[k], cutoff_sq), &force,
                     &curvature);
        if (far[k] >= cutoff_sq) {
            force = md_range_union(force, zero);
            curvature = md_range_union(curvature, zero);
        }
        span->force[0][k] = force.lo;
        span->force[1][k] = force.hi;
        span->curvature[0][k] = curvature.lo;
        span->curvature[1][k] = curvature.hi;
    }
}

/* ------------------------------------------------------------------ inside the inner cutoff */

enum md_status md_pair_table_reserve(void *state, const struct md_neighbors *neighbors,
                                     size_t slots, struct md_error *error)
{
    struct md_pair_table *pair = state;
    (void)slots;
    size_t blocks = (neighbors->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    if (blocks > pair->blocks) {
        if (md_memory_grow(&pair->near, 0, blocks, sizeof *pair->near, error))
            return error->status;
        pair->blocks = blocks;
    }
    return MD_OK;
}

/* Fails when these sites are closer than their table begins. */
static enum md_status look_at(const struct md_pair_table *pair, const struct md_system *system,
                              const struct md_neighbors *neighbors, size_t i, size_t partner,
                              struct md_error *error)
{
    const double *a = neighbors->site + 4 * i, *b = neighbors->site + 4 * partner;
    double square = 0.0;
    for (int k = 0; k < 3; k++)
        square += (a[k] - b[k]) * (a[k] - b[k]);
    size_t ij = pair_index(pair, (int)a[3], (int)b[3]);
    double inner_sq = pair->record[ij * MD_TABLE_RECORD + MD_TABLE_INNER_SQ];
    /* The kernel may round otherwise; whatever is this near to the inner cutoff is meant. */
    if (!(square < inner_sq * (1.0 + 1e-12)) || partner == neighbors->atoms + neighbors->ghosts)
        return MD_OK;
    return md_error_set(error, MD_ERR_RUN, NULL,
                        "atoms %" PRId64 " and %" PRId64 " (types %d and %d) are %.10g apart, less "
                        "than the inner cutoff of their table, %.10g",
                        system->atoms.id[i], system->atoms.id[neighbors->owner[partner]], (int)a[3],
                        (int)b[3], sqrt(square), sqrt(inner_sq));
}

static enum md_status look_at_block(const struct md_pair_table *pair,
                                    const struct md_system *system,
                                    const struct md_neighbors *neighbors, size_t b,
                                    struct md_error *error)
{
    size_t n = neighbors->atoms, end = (b + 1) * MD_SUM_BLOCK < n ? (b + 1) * MD_SUM_BLOCK : n;
    for (size_t i = b * MD_SUM_BLOCK; i < end; i++)
        for (int32_t k = 0; k < neighbors->number[i]; k++)
            if (look_at(pair, system, neighbors, i, (size_t)neighbors->partner[i][k], error))
                return error->status;
    return MD_OK;
}

static void warn(const struct md_pair_table *pair, struct md_error *error)
{
    for (int k = 0; k < pair->count; k++) {
        const struct md_pair_table_file *file = &pair->tables[k]->file;
        if (file->inconsistent == 0 && file->off_grid == 0)
            continue;
        snprintf(error->text, sizeof error->text,
                 "table from %.150s: %d of %d forces are not minus the slope of the energy "
                 "(expected at inflection points only), %d distances differ by more than 1e-6 "
                 "from those computed",
                 file->name, file->inconsistent, file->count, file->off_grid);
        return;
    }
}

enum md_status md_pair_table_judge(void *state, const struct md_system *system,
                                   const struct md_neighbors *neighbors, struct md_error *error)
{
    struct md_pair_table *pair = state;
    size_t blocks = (neighbors->atoms + MD_SUM_BLOCK - 1) / MD_SUM_BLOCK;
    for (size_t b = 0; b < blocks; b++) {
        const struct md_neighbor_block *block = &neighbors->block[b];
        if (pair->near[b] && look_at_block(pair, system, neighbors, b, error))
            return error->status;
        for (size_t k = 0; k < block->weighted_count; k++)
            if (look_at(pair, system, neighbors, (size_t)block->weighted[k].atom,
                        (size_t)block->weighted[k].partner, error))
                return error->status;
    }
    if (!pair->warned)
        warn(pair, error);
    pair->warned = true;
    return MD_OK;
}
