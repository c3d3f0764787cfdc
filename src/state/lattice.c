/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lattices.  A lattice point p (in units of the cell) lies at
 *
 *     x = R (s (P p)) + spacing * origin,
 *
 * P having the cell vectors a1, a2, a3 as columns, s the lattice constant and R the unit vectors
 * of the orientation as rows.  The products are formed in exactly this order: velocities may be
 * drawn from the bits of a coordinate (velocity ... loop geom), so one ulp matters.
 *
 * The spacing along an axis is the extent of the rotated unit cell's bounding box.  In reduced
 * units the scale given by the deck is a number density rho, and s = (n / V / rho)^(1/d) for n
 * basis atoms in a unit cell of volume V.
 */
#include "state/lattice.h"

#include "state/system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BIG 1.0e30

struct cell {
    const char *name;
    int dimension; /* 0: either */
    double a2y_squared, a3z_squared;
    int count;
    double basis[8][3];
};

static const struct cell cells[] = {
    {"sc", 3, 1.0, 1.0, 1, {{0}}},
    {"bcc", 3, 1.0, 1.0, 2, {{0}, {0.5, 0.5, 0.5}}},
    {"fcc", 3, 1.0, 1.0, 4, {{0}, {0.5, 0.5, 0.0}, {0.5, 0.0, 0.5}, {0.0, 0.5, 0.5}}},
    {"hcp",
     3,
     3.0,
     8.0 / 3.0,
     4,
     {{0}, {0.5, 0.5, 0.0}, {0.5, 5.0 / 6.0, 0.5}, {0.0, 1.0 / 3.0, 0.5}}},
    {"diamond",
     3,
     1.0,
     1.0,
     8,
     {{0},
      {0.0, 0.5, 0.5},
      {0.5, 0.0, 0.5},
      {0.5, 0.5, 0.0},
      {0.25, 0.25, 0.25},
      {0.25, 0.75, 0.75},
      {0.75, 0.25, 0.75},
      {0.75, 0.75, 0.25}}},
    {"sq", 2, 1.0, 1.0, 1, {{0}}},
    {"sq2", 2, 1.0, 1.0, 2, {{0}, {0.5, 0.5, 0.0}}},
    {"hex", 2, 3.0, 1.0, 2, {{0}, {0.5, 0.5, 0.0}}},
    {"custom", 0, 1.0, 1.0, 0, {{0}}},
};

static const char *const styles[] = {"none", "sc",  "bcc", "fcc",    "hcp", "diamond",
                                     "sq",   "sq2", "hex", "custom", NULL};

/* What keywords gave besides the lattice itself. */
struct options {
    const struct md_system *system;
    bool custom;
    bool spacing_given;
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void multiply(const double m[3][3], double x[3])
{
    double y[3];
    for (int d = 0; d < 3; d++)
        y[d] = m[d][0] * x[0] + m[d][1] * x[1] + m[d][2] * x[2];
    memcpy(x, y, sizeof y);
}

static void identity(struct md_lattice *lattice)
{
    for (int d = 0; d < 3; d++) {
        lattice->origin[d] = 0.0;
        lattice->spacing[d] = 1.0;
        for (int e = 0; e < 3; e++) {
            lattice->orient[d][e] = d == e;
            lattice->a[d][e] = d == e;
        }
    }
}

/* P, its inverse by cofactors, and both rotations. */
static void set_transform(struct md_lattice *lattice)
{
    double(*p)[3] = lattice->primitive;
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++)
            p[d][e] = lattice->a[e][d];

    double determinant = p[0][0] * p[1][1] * p[2][2] + p[0][1] * p[1][2] * p[2][0] +
                         p[0][2] * p[1][0] * p[2][1] - p[0][0] * p[1][2] * p[2][1] -
                         p[0][1] * p[1][0] * p[2][2] - p[0][2] * p[1][1] * p[2][0];
    for (int d = 0; d < 3; d++) {
        int d1 = (d + 1) % 3, d2 = (d + 2) % 3;
        for (int e = 0; e < 3; e++) {
            int e1 = (e + 1) % 3, e2 = (e + 2) % 3;
            lattice->inverse[e][d] = (p[d1][e1] * p[d2][e2] - p[d1][e2] * p[d2][e1]) / determinant;
        }
    }

    for (int d = 0; d < 3; d++) {
        const int *o = lattice->orient[d];
        double length = sqrt((double)o[0] * o[0] + (double)o[1] * o[1] + (double)o[2] * o[2]);
        for (int e = 0; e < 3; e++) {
            lattice->rotate_row[d][e] = o[e] / length;
            lattice->rotate_col[e][d] = o[e] / length;
        }
    }
}

void md_lattice_init(struct md_lattice *lattice)
{
    memset(lattice, 0, sizeof *lattice);
    strcpy(lattice->style, "none");
    lattice->scale = 1.0;
    identity(lattice);
    set_transform(lattice);
}

void md_lattice_to_box(const struct md_lattice *lattice, double x[3])
{
    multiply(lattice->primitive, x);
    for (int d = 0; d < 3; d++)
        x[d] *= lattice->scale;
    multiply(lattice->rotate_row, x);
    for (int d = 0; d < 3; d++)
        x[d] += lattice->spacing[d] * lattice->origin[d];
}

void md_lattice_from_box(const struct md_lattice *lattice, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] -= lattice->spacing[d] * lattice->origin[d];
    multiply(lattice->rotate_col, x);
    for (int d = 0; d < 3; d++)
        x[d] /= lattice->scale;
    multiply(lattice->inverse, x);
}

static void extend(const double x[3], double lo[3], double hi[3])
{
    for (int d = 0; d < 3; d++) {
        lo[d] = x[d] < lo[d] ? x[d] : lo[d];
        hi[d] = x[d] > hi[d] ? x[d] : hi[d];
    }
}

void md_lattice_bound(const struct md_lattice *lattice, const double point[3], double lo[3],
                      double hi[3])
{
    double x[3] = {point[0], point[1], point[2]};
    md_lattice_from_box(lattice, x);
    extend(x, lo, hi);
}

/* Spacing: the bounding box of the rotated unit cell. */
static void measure_spacing(struct md_lattice *lattice)
{
    double lo[3] = {BIG, BIG, BIG}, hi[3] = {-BIG, -BIG, -BIG};
    memset(lattice->spacing, 0, sizeof lattice->spacing); /* the origin must not shift the cell */
    for (int corner = 0; corner < 8; corner++) {
        double x[3] = {corner & 1, (corner >> 1) & 1, (corner >> 2) & 1};
        md_lattice_to_box(lattice, x);
        extend(x, lo, hi);
    }
    for (int d = 0; d < 3; d++)
        lattice->spacing[d] = hi[d] - lo[d];
}

/* ------------------------------------------------------------------ keywords */

static enum md_status read_three(const struct md_word *words, const char *what, double lo,
                                 double hi, double x[3], struct md_error *error)
{
    for (int d = 0; d < 3; d++) {
        enum md_status status = md_word_double(&words[d], what, lo, hi, &x[d], error);
        if (status != MD_OK)
            return status;
    }
    return MD_OK;
}

static enum md_status read_origin(struct md_lattice *lattice, struct options *options,
                                  const struct md_word *words, struct md_error *error)
{
    (void)options;
    return read_three(words, "lattice origin", 0.0, nextafter(1.0, 0.0), lattice->origin, error);
}

static enum md_status read_orient(struct md_lattice *lattice, struct options *options,
                                  const struct md_word *words, struct md_error *error)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    (void)options;
    int d;
    enum md_status status = md_word_choice(&words[0], "axis", axes, &d, error);
    for (int e = 0; e < 3 && status == MD_OK; e++) {
        int64_t value;
        status = md_word_int(&words[1 + e], "lattice orient index", -10000, 10000, &value, error);
        if (status == MD_OK)
            lattice->orient[d][e] = (int)value;
    }
    return status;
}

static enum md_status read_spacing(struct md_lattice *lattice, struct options *options,
                                   const struct md_word *words, struct md_error *error)
{
    options->spacing_given = true;
    return read_three(words, "lattice spacing", MD_ABOVE(0.0), INFINITY, lattice->spacing, error);
}

static enum md_status need_custom(const struct md_lattice *lattice, const struct options *options,
                                  const struct md_word *word, struct md_error *error)
{
    if (options->custom)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &word->place,
                        "'%s' belongs to lattice custom; lattice %s has its own cell", word->text,
                        lattice->style);
}

static enum md_status read_vector(struct md_lattice *lattice, struct options *options,
                                  const struct md_word *words, struct md_error *error)
{
    int d = words[-1].text[1] - '1';
    enum md_status status = need_custom(lattice, options, &words[-1], error);
    if (status != MD_OK)
        return status;
    status = read_three(words, "component of a lattice vector", -INFINITY, INFINITY, lattice->a[d],
                        error);
    if (status != MD_OK || options->system->dimension == 3)
        return status;
    const double *a = lattice->a[d];
    bool good = d < 2 ? a[2] == 0.0 : a[0] == 0.0 && a[1] == 0.0 && a[2] == 1.0;
    if (good)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, &words[-1].place,
                        "in 2d a1 and a2 must have z = 0 and a3 must be 0 0 1; %s is %g %g %g",
                        words[-1].text, a[0], a[1], a[2]);
}

static enum md_status read_basis(struct md_lattice *lattice, struct options *options,
                                 const struct md_word *words, struct md_error *error)
{
    enum md_status status = need_custom(lattice, options, &words[-1], error);
    if (status != MD_OK)
        return status;
    if (lattice->basis_count == MD_LATTICE_BASIS_MAX)
        return md_error_set(error, MD_ERR_VALUE, &words[-1].place,
                            "basis atom %d is more than the %d a lattice can have",
                            MD_LATTICE_BASIS_MAX + 1, MD_LATTICE_BASIS_MAX);
    double *basis = lattice->basis[lattice->basis_count++];
    status = read_three(words, "basis coordinate", 0.0, nextafter(1.0, 0.0), basis, error);
    if (status == MD_OK && options->system->dimension == 2 && basis[2] != 0.0)
        return md_error_set(error, MD_ERR_VALUE, &words[2].place,
                            "A basis atom of a 2d lattice must have z = 0, not %s", words[2].text);
    return status;
}

struct keyword {
    int words; /* after the keyword */
    enum md_status (*read)(struct md_lattice *, struct options *, const struct md_word *,
                           struct md_error *);
};

static const char *const keyword_names[] = {"origin", "orient", "spacing", "a1",
                                            "a2",     "a3",     "basis",   NULL};
static const struct keyword keywords[] = {
    {3, read_origin}, {4, read_orient}, {3, read_spacing}, {3, read_vector},
    {3, read_vector}, {3, read_vector}, {3, read_basis},
};

static enum md_status read_keywords(struct md_lattice *lattice, struct options *options,
                                    const struct md_args *args, struct md_error *error)
{
    int i = 2;
    while (i < args->count) {
        int k;
        enum md_status status =
            md_word_choice(&args->words[i], "lattice keyword", keyword_names, &k, error);
        if (status != MD_OK)
            return status;
        if (args->count - i - 1 < keywords[k].words)
            return md_error_set(error, MD_ERR_COUNT, &args->words[i].place,
                                "lattice keyword '%s' wants %d values and has %d", keyword_names[k],
                                keywords[k].words, args->count - i - 1);
        status = keywords[k].read(lattice, options, &args->words[i + 1], error);
        if (status != MD_OK)
            return status;
        i += 1 + keywords[k].words;
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ checks */

static enum md_status check_orient(const struct md_lattice *lattice, int dimension,
                                   const struct md_place *place, struct md_error *error)
{
    const int(*o)[3] = lattice->orient;
    for (int d = 0; d < 3; d++)
        if (o[d][0] == 0 && o[d][1] == 0 && o[d][2] == 0)
            return md_error_set(error, MD_ERR_VALUE, place,
                                "lattice orient %c is the zero vector 0 0 0", "xyz"[d]);
    if (dimension == 2 && !(o[0][2] == 0 && o[1][2] == 0 && o[2][0] == 0 && o[2][1] == 0))
        return md_error_set(error, MD_ERR_VALUE, place,
                            "in 2d the lattice can only be turned about z: orient x %d %d %d, "
                            "y %d %d %d, z %d %d %d does more",
                            o[0][0], o[0][1], o[0][2], o[1][0], o[1][1], o[1][2], o[2][0], o[2][1],
                            o[2][2]);
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3;
        if ((int64_t)o[d][0] * o[e][0] + (int64_t)o[d][1] * o[e][1] + (int64_t)o[d][2] * o[e][2])
            return md_error_set(error, MD_ERR_VALUE, place,
                                "lattice orient %c %d %d %d and %c %d %d %d are not at right "
                                "angles",
                                "xyz"[d], o[d][0], o[d][1], o[d][2], "xyz"[e], o[e][0], o[e][1],
                                o[e][2]);
    }
    double x[3] = {o[0][0], o[0][1], o[0][2]}, y[3] = {o[1][0], o[1][1], o[1][2]};
    double z[3] = {o[2][0], o[2][1], o[2][2]}, xy[3];
    cross(x, y, xy);
    if (dot(xy, z) <= 0.0)
        return md_error_set(error, MD_ERR_VALUE, place,
                            "lattice orientation x %d %d %d, y %d %d %d, z %d %d %d is "
                            "left-handed; turn one of them round",
                            o[0][0], o[0][1], o[0][2], o[1][0], o[1][1], o[1][2], o[2][0], o[2][1],
                            o[2][2]);
    return MD_OK;
}

static double cell_volume(const struct md_lattice *lattice)
{
    double area[3];
    cross(lattice->a[1], lattice->a[2], area);
    return dot(lattice->a[0], area);
}

static enum md_status check(const struct md_lattice *lattice, int dimension,
                            const struct md_args *args, struct md_error *error)
{
    const struct md_place *place = &args->words[0].place;
    enum md_status status = check_orient(lattice, dimension, place, error);
    if (status != MD_OK)
        return status;
    if (lattice->basis_count == 0)
        return md_error_set(error, MD_ERR_COUNT, place,
                            "lattice custom has 0 basis atoms and needs at least 1: add "
                            "'basis 0 0 0'");
    double volume = cell_volume(lattice);
    if (!(volume > 0.0))
        return md_error_set(error, MD_ERR_VALUE, place,
                            "a1, a2, a3 span the volume %g; they must be right-handed and not in "
                            "one plane",
                            volume);
    return MD_OK;
}

/* ------------------------------------------------------------------ the command */

static enum md_status choose_cell(struct md_lattice *lattice, int style, int dimension,
                                  const struct md_word *word, struct md_error *error)
{
    const struct cell *cell = &cells[style - 1];
    if (cell->dimension != 0 && cell->dimension != dimension)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "lattice %s is for %dd systems, and this one has dimension %d; %s",
                            cell->name, cell->dimension, dimension,
                            dimension == 2 ? "2d has sq, sq2, hex and custom"
                                           : "3d has sc, bcc, fcc, hcp, diamond and custom");
    lattice->defined = true;
    lattice->a[1][1] = sqrt(cell->a2y_squared);
    lattice->a[2][2] = sqrt(cell->a3z_squared);
    lattice->basis_count = cell->count;
    memcpy(lattice->basis, cell->basis, sizeof cell->basis);
    return MD_OK;
}

static enum md_status define_none(struct md_system *system, struct md_lattice *lattice,
                                  const struct md_args *args, struct md_error *error)
{
    enum md_status status = md_args_count(args, 2, 2, "lattice none SCALE", error);
    if (status != MD_OK)
        return status;
    for (int d = 0; d < 3; d++)
        lattice->spacing[d] = lattice->scale;
    system->lattice = *lattice;
    return MD_OK;
}

enum md_status md_lattice_define(struct md_system *system, const struct md_args *args,
                                 struct md_error *error)
{
    struct md_lattice lattice;
    int style;
    enum md_status status =
        md_args_count(args, 2, -1, "lattice STYLE SCALE [KEYWORD VALUES]...", error);
    if (status == MD_OK)
        status = md_word_choice(&args->words[0], "lattice style", styles, &style, error);
    if (status != MD_OK)
        return status;

    md_lattice_init(&lattice);
    snprintf(lattice.style, sizeof lattice.style, "%s", styles[style]);
    status = md_word_double(&args->words[1], "lattice scale", MD_ABOVE(0.0), INFINITY,
                            &lattice.scale, error);
    if (status != MD_OK)
        return status;
    if (style == 0)
        return define_none(system, &lattice, args, error);

    struct options options = {.system = system, .custom = lattice.style[0] == 'c'};
    status = choose_cell(&lattice, style, system->dimension, &args->words[0], error);
    if (status == MD_OK)
        status = read_keywords(&lattice, &options, args, error);
    if (status == MD_OK)
        status = check(&lattice, system->dimension, args, error);
    if (status != MD_OK)
        return status;

    if (system->units->reduced)
        lattice.scale = pow(lattice.basis_count / cell_volume(&lattice) / lattice.scale,
                            1.0 / system->dimension);
    set_transform(&lattice);
    if (options.spacing_given)
        for (int d = 0; d < 3; d++)
            lattice.spacing[d] *= lattice.scale;
    else
        measure_spacing(&lattice);
    system->lattice = lattice;
    return MD_OK;
}
