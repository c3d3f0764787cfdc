/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix indent: a smooth indenter, a sphere, a cylinder along an axis or a plane, that repels atoms
 * inside it by
 *
 *     F = K d^2,  V = (K/3) d^3,
 *
 * d being the depth below its surface.  With side in, sphere and cylinder hold the atoms inside.
 */
#include "term/external_path.h"
#include "term/field/externals.h"

#include <math.h>
#include <string.h>

enum shape { SPHERE, CYLINDER, PLANE };
static const char *const shapes[] = {"sphere", "cylinder", "plane", NULL};
static const int shape_words[] = {4, 4, 3};

struct indent {
    struct md_external external;
    double k;
    enum shape shape;
    int axis;                 /* of the cylinder; across the plane */
    double center[3], radius; /* of the plane: center[axis] */
    double side;              /* +1: atoms stay outside; a plane's hi side: -1 */
};

/* Depth below the surface and the direction outwards of it; negative: outside. */
static inline double depth(const struct indent *indent, const struct md_box *box, const double x[3],
                           double n[3], double *distance)
{
    n[0] = n[1] = n[2] = 0.0;
    if (indent->shape == PLANE) {
        n[indent->axis] = indent->side;
        *distance = INFINITY;
        return indent->side * (indent->center[indent->axis] - x[indent->axis]);
    }
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = x[k] - indent->center[k];
        if (indent->shape == CYLINDER && k == indent->axis)
            continue;
        if (box->periodic[k])
            d -= box->length[k] * nearbyint(d / box->length[k]);
        n[k] = d;
        square += d * d;
    }
    *distance = sqrt(square);
    for (int k = 0; k < 3; k++)
        n[k] *= *distance > 0.0 ? indent->side / *distance : 0.0;
    return indent->side * (indent->radius - *distance);
}

static inline void term(const struct indent *indent, const struct md_box *box,
                        const struct md_external_atom *atom, struct md_external_sums *sums,
                        double f[3])
{
    double n[3], distance, d = depth(indent, box, atom->x, n, &distance);
    if (d <= 0.0)
        return;
    sums->energy += indent->k / 3.0 * d * d * d;
    for (int k = 0; k < 3; k++) {
        f[k] += indent->k * d * d * n[k];
        sums->reaction[k] -= indent->k * d * d * n[k];
    }
}

/* 2 K d along the normal, K d^2 / r across it. */
static double curvature(const struct indent *indent, const struct md_box *box,
                        const struct md_external_atom *atom)
{
    double n[3], distance, d = depth(indent, box, atom->x, n, &distance);
    return d <= 0.0 ? 0.0 : fabs(indent->k) * fmax(2.0 * d, d * d / distance);
}

/* The part of a range above 0. */
static struct md_range positive(struct md_range range)
{
    return (struct md_range){fmax(range.lo, 0.0), fmax(range.hi, 0.0)};
}

static struct md_range bend_plane(const struct indent *indent, const double x[3], const double v[3],
                                  double time)
{
    double begin = indent->side * (indent->center[indent->axis] - x[indent->axis]);
    double speed = v[indent->axis];
    struct md_range d = md_range_between(begin, begin - indent->side * speed * time);
    return md_range_scale(2.0 * indent->k * speed * speed, positive(d));
}

/* When the nearest image changes on the way the distance has a kink.  Outside of an indenter that
 * goes unnoticed, and what comes before and after is bounded by how deep it can go. */
static struct md_range bend_images(const struct indent *indent, const struct md_box *box,
                                   double distance, double speed, double time)
{
    double least = fmax(distance - speed * time, 0.0), d = indent->radius - least;
    for (int k = 0; k < 3; k++)
        if (box->periodic[k] && indent->radius > 0.5 * box->length[k])
            return md_range_all();
    if (indent->side < 0.0)
        return md_range_all();
    if (d <= 0.0)
        return (struct md_range){0.0, 0.0};
    return (struct md_range){-indent->k * d * d * speed * speed / least,
                             2.0 * indent->k * d * speed * speed};
}

/* V = K/3 D^3 with the depth D = +-(R - r): 2 K D r'^2 -+ K D^2 r'', where r' only rises and
 * r'' = L^2/r^3, L = |d x v| being the same all the way. */
static struct md_range bend(const struct indent *indent, const struct md_box *box,
                            const struct md_external_atom *atom, const double v[3], double time)
{
    double d[3] = {0.0, 0.0, 0.0}, w[3] = {0.0, 0.0, 0.0}, square = 0.0;
    bool changes = false;
    if (indent->shape == PLANE)
        return bend_plane(indent, atom->x, v, time);
    for (int k = 0; k < 3; k++) {
        if (indent->shape == CYLINDER && k == indent->axis)
            continue;
        d[k] = atom->x[k] - indent->center[k];
        w[k] = v[k];
        if (box->periodic[k])
            d[k] -= box->length[k] * nearbyint(d[k] / box->length[k]);
        changes = changes || (box->periodic[k] && fabs(d[k] + w[k] * time) > 0.5 * box->length[k]);
        square += d[k] * d[k];
    }
    struct md_external_path path = md_external_path(d, w, time);
    if (changes)
        return bend_images(indent, box, sqrt(square), sqrt(path.speed_sq), time);
    struct md_range r = {sqrt(path.square.lo), sqrt(path.square.hi)};
    struct md_range depth = positive(md_range_between(indent->side * (indent->radius - r.lo),
                                                      indent->side * (indent->radius - r.hi)));
    if (depth.hi == 0.0)
        return depth;
    if (r.lo == 0.0) /* at the centre there is no direction */
        return md_range_all();
    double end = sqrt(fmax(square + (path.rate.lo + path.rate.hi) * time, path.square.lo));
    struct md_range rate = {path.rate.lo / sqrt(square), path.rate.hi / end};
    double turning = fmax(square * path.speed_sq - path.rate.lo * path.rate.lo, 0.0);
    struct md_range swing = {turning / pow(r.hi, 3.0), turning / pow(r.lo, 3.0)};
    struct md_range along = md_range_product(depth, md_range_square(rate));
    struct md_range across = md_range_product(md_range_square(depth), swing);
    return md_range_sum(md_range_scale(2.0 * indent->k, along),
                        md_range_scale(-indent->side * indent->k, across));
}

#define EXTERNAL_STATE indent
#include "term/external_faces.h"

static enum md_status read_axis(struct indent *indent, const struct md_word *word,
                                struct md_error *error)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    return md_word_choice(word, "axis of the indenter", axes, &indent->axis, error);
}

/* The numbers after the shape; scale[] is the lattice's or 1. */
static enum md_status read_shape(struct indent *indent, const struct md_word *word,
                                 const double scale[3], struct md_error *error)
{
    static const char *const sides[] = {"lo", "hi", NULL};
    struct md_external *base = &indent->external;
    int side, at = 0;
    if (indent->shape != SPHERE && read_axis(indent, word, error))
        return error->status;
    if (indent->shape == PLANE) {
        if (md_external_number(base, word + 1, "position of the plane", -INFINITY, INFINITY,
                               scale[indent->axis], &indent->center[indent->axis], error) ||
            md_word_choice(word + 2, "side of the plane", sides, &side, error))
            return error->status;
        indent->side = side == 0 ? 1.0 : -1.0;
        return MD_OK;
    }
    at = indent->shape == CYLINDER ? 1 : 0;
    for (int k = 0; k < 3; k++) {
        if (indent->shape == CYLINDER && k == indent->axis)
            continue;
        if (md_external_number(base, word + at, "center of the indenter", -INFINITY, INFINITY,
                               scale[k], &indent->center[k], error))
            return error->status;
        at++;
    }
    return md_external_number(base, word + at, "radius of the indenter", 0.0, INFINITY, scale[0],
                              &indent->radius, error);
}

static enum md_status read_keys(struct indent *indent, const struct md_args *args, int at,
                                bool *lattice, struct md_error *error)
{
    static const char *const keys[] = {"side", "units", NULL};
    static const char *const sides[] = {"out", "in", NULL};
    int key, side;
    for (; at < args->count; at += 2) {
        const struct md_word *word = &args->words[at];
        if (md_word_choice(word, "keyword of fix indent", keys, &key, error))
            return error->status;
        if (at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: %s",
                                word->text, key == 0 ? "in or out" : "lattice or box");
        if (key == 1 ? md_external_units(args, at, lattice, error)
                     : md_word_choice(word + 1, "side", sides, &side, error))
            return error->status;
        if (key == 0)
            indent->side = side == 0 ? 1.0 : -1.0;
    }
    return MD_OK;
}

static enum md_status create(void *state, const struct md_system *system,
                             const struct md_args *args, struct md_error *error)
{
    struct indent *indent = state;
    bool lattice = true;
    int shape;
    double scale[3] = {1.0, 1.0, 1.0};
    indent->side = 1.0;
    indent->external.reactions = 3;
    if (md_args_count(args, 5, -1, md_external_indent.style.usage, error) ||
        md_word_double(&args->words[0], "force constant", 0.0, INFINITY, &indent->k, error) ||
        md_word_choice(&args->words[1], "shape of the indenter", shapes, &shape, error) ||
        md_args_count(args, 2 + shape_words[shape], -1, md_external_indent.style.usage, error) ||
        read_keys(indent, args, 2 + shape_words[shape], &lattice, error))
        return error->status;
    indent->shape = (enum shape)shape;
    if (lattice)
        memcpy(scale, system->lattice.spacing, sizeof scale);
    return read_shape(indent, &args->words[2], scale, error);
}

const struct md_potential md_external_indent = {
    .style =
        {
            .name = "indent",
            .summary = "a sphere, cylinder or plane that repels atoms",
            .usage = "fix ID GROUP indent K sphere X Y Z R | cylinder AXIS C1 C2 R | "
                     "plane AXIS POSITION lo|hi [side in|out] [units lattice|box]",
            .manual =
                "V = (K/3) d^3, d being the depth of an atom below the surface; the force is K "
                "d^2.\n"
                "Atoms stay outside of spheres and cylinders (side in: inside), above a plane's "
                "lo\n"
                "side or below its hi side.  Distances to sphere and cylinder are to the nearest\n"
                "periodic image.  Positions and radius may be v_NAME (equal style): the indenter\n"
                "then moves.  units lattice (the default) scales those that are numbers.  f_ID is\n"
                "the energy, f_ID[1..3] the force on the indenter; fix_modify ID energy yes "
                "counts\n"
                "the energy.",
            .state_size = sizeof(struct indent),
        },
    .can = EXTERNAL_CAN,
    .create = create,
    .prepare = md_external_prepare,
    .destroy = md_external_destroy,
    EXTERNAL_FACES,
};
