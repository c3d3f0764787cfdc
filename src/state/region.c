/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regions.  Lattice sites often lie exactly on a surface, so the tests are written with the very
 * operations whose rounding decks rely on: square roots are taken and compared with the radius,
 * never squares with its square.
 */
#include "state/region.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "state/system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define INFINITE_EXTENT 1.0e20 /* the deck word INF */

/* ------------------------------------------------------------------ the book */

int md_regions_find(const struct md_regions *regions, const char *id)
{
    if (id[0] == '\0')
        return -1;
    for (int r = 0; r < regions->count; r++)
        if (strcmp(regions->list[r].id, id) == 0)
            return r;
    return -1;
}

static const char *name_at(const void *context, int i)
{
    const struct md_regions *regions = context;
    return i < regions->count ? regions->list[i].id : NULL;
}

enum md_status md_regions_of_word(const struct md_regions *regions, const struct md_word *word,
                                  int *index, struct md_error *error)
{
    *index = md_regions_find(regions, word->text);
    if (*index >= 0)
        return MD_OK;
    md_error_set(error, MD_ERR_REFERENCE, &word->place, "there is no region '%s'", word->text);
    return md_nearest_hint(error, word->text, md_nearest(word->text, name_at, regions));
}

enum md_status md_region_delete(struct md_regions *regions, const struct md_word *id,
                                struct md_error *error)
{
    int index;
    enum md_status status = md_regions_of_word(regions, id, &index, error);
    if (status != MD_OK)
        return status;
    for (int r = 0; r < regions->count; r++)
        for (int k = 0; regions->list[r].id[0] != '\0' && k < regions->list[r].count; k++)
            if (regions->list[r].member[k] == index)
                return md_error_set(error, MD_ERR_ORDER, &id->place,
                                    "region '%s' is part of region '%s' and cannot be deleted "
                                    "before it",
                                    id->text, regions->list[r].id);
    regions->list[index].id[0] = '\0';
    return MD_OK;
}

void md_regions_free(struct md_regions *regions)
{
    for (int r = 0; r < regions->count; r++)
        md_memory_free(regions->list[r].member);
    md_memory_free(regions->list);
    memset(regions, 0, sizeof *regions);
}

/* ------------------------------------------------------------------ inside or not */

static bool in_block(const struct md_region *region, const double x[3])
{
    for (int d = 0; d < 3; d++)
        if (!(x[d] >= region->lo[d] && x[d] <= region->hi[d]))
            return false;
    return true;
}

static bool in_sphere(const struct md_region *region, const double x[3])
{
    double dx = x[0] - region->point[0];
    double dy = x[1] - region->point[1];
    double dz = x[2] - region->point[2];
    return sqrt(dx * dx + dy * dy + dz * dz) <= region->radius;
}

/* The two axes across, in ascending order: sums of squares are formed in that order. */
static void across(int axis, int *a, int *b)
{
    *a = axis == 0 ? 1 : 0;
    *b = axis == 2 ? 1 : 2;
}

static bool in_cone(const struct md_region *region, const double x[3])
{
    int a, b, axis = region->axis;
    across(axis, &a, &b);
    double da = x[a] - region->point[a];
    double db = x[b] - region->point[b];
    double lo = region->lo[axis], hi = region->hi[axis];
    double radius = region->radius;
    if (region->kind == MD_REGION_CONE)
        radius += (x[axis] - lo) * (region->radius_hi - region->radius) / (hi - lo);
    return sqrt(da * da + db * db) <= radius && x[axis] >= lo && x[axis] <= hi;
}

static bool in_plane(const struct md_region *region, const double x[3])
{
    const double *p = region->point, *n = region->normal;
    return (x[0] - p[0]) * n[0] + (x[1] - p[1]) * n[1] + (x[2] - p[2]) * n[2] >= 0.0;
}

/* x = point + a e1 + b e2 + c e3, with e1 = (lx, 0, 0), e2 = (xy, ly, 0), e3 = (xz, yz, lz): inside
 * if a, b and c are from 0 to 1. */
static bool in_prism(const struct md_region *region, const double x[3])
{
    const double *e = region->edge, *t = region->tilt;
    double dx = x[0] - region->point[0];
    double dy = x[1] - region->point[1];
    double dz = x[2] - region->point[2];
    double a = 1.0 / e[0] * dx + -t[0] / (e[0] * e[1]) * dy +
               (t[0] * t[2] - t[1] * e[1]) / (e[0] * e[1] * e[2]) * dz;
    double b = 1.0 / e[1] * dy + -t[2] / (e[1] * e[2]) * dz;
    double c = 1.0 / e[2] * dz;
    return a >= 0.0 && a <= 1.0 && b >= 0.0 && b <= 1.0 && c >= 0.0 && c <= 1.0;
}

/* Regions refer only to earlier ones, so this recursion ends. */
static bool in_parts(const struct md_regions *regions, const struct md_region *region,
                     const double x[3], bool any)
{
    for (int k = 0; k < region->count; k++)
        if (md_region_contains(regions, region->member[k], x) == any)
            return any;
    return !any;
}

bool md_region_contains(const struct md_regions *regions, int index, const double x[3])
{
    const struct md_region *region = &regions->list[index];
    bool in = false;
    switch (region->kind) {
    case MD_REGION_BLOCK:
        in = in_block(region, x);
        break;
    case MD_REGION_SPHERE:
        in = in_sphere(region, x);
        break;
    case MD_REGION_CYLINDER:
    case MD_REGION_CONE:
        in = in_cone(region, x);
        break;
    case MD_REGION_PLANE:
        in = in_plane(region, x);
        break;
    case MD_REGION_PRISM:
        in = in_prism(region, x);
        break;
    case MD_REGION_UNION:
        in = in_parts(regions, region, x, true);
        break;
    case MD_REGION_INTERSECT:
        in = in_parts(regions, region, x, false);
        break;
    }
    return in == region->inside;
}

/* ------------------------------------------------------------------ reading */

/* What every shape is read with. */
struct reader {
    struct md_system *system;
    const struct md_word *words; /* after the style's name */
    double scale[3];             /* distance per unit of a number in the deck */
};

/* A coordinate along axis d; INF and EDGE stand for the end `side` (0 lo, 1 hi). */
static enum md_status read_edge(const struct reader *reader, int word, int d, int side,
                                double *value, struct md_error *error)
{
    const struct md_word *w = &reader->words[word];
    bool inf = md_word_is(w, "INF"), edge = md_word_is(w, "EDGE");
    const struct md_box *box = &reader->system->box;
    if ((inf || edge) && !box->exists)
        return md_error_set(error, MD_ERR_ORDER, &w->place,
                            "%s needs a simulation box, and there is none yet: give a number",
                            w->text);
    if (inf)
        *value = side ? INFINITE_EXTENT : -INFINITE_EXTENT;
    else if (edge)
        *value = side ? box->hi[d] : box->lo[d];
    else {
        enum md_status status = md_word_double(w, "coordinate (a number, INF or EDGE)", -INFINITY,
                                               INFINITY, value, error);
        if (status != MD_OK)
            return status;
        *value *= reader->scale[d];
    }
    return MD_OK;
}

static enum md_status read_edges(const struct reader *reader, int word, int d,
                                 struct md_region *region, struct md_error *error)
{
    enum md_status status = read_edge(reader, word, d, 0, &region->lo[d], error);
    if (status == MD_OK)
        status = read_edge(reader, word + 1, d, 1, &region->hi[d], error);
    if (status == MD_OK && region->lo[d] > region->hi[d])
        return md_error_set(error, MD_ERR_VALUE, &reader->words[word].place,
                            "%clo = %s lies above %chi = %s", "xyz"[d], reader -> words[word].text,
                            "xyz"[d], reader -> words[word + 1].text);
    return status;
}

static enum md_status read_coordinate(const struct reader *reader, int word, int d, double *value,
                                      struct md_error *error)
{
    enum md_status status =
        md_word_double(&reader->words[word], "coordinate", -INFINITY, INFINITY, value, error);
    if (status == MD_OK)
        *value *= reader->scale[d];
    return status;
}

static enum md_status read_radius(const struct reader *reader, int word, int d, double *value,
                                  struct md_error *error)
{
    enum md_status status =
        md_word_double(&reader->words[word], "radius", 0.0, INFINITY, value, error);
    if (status == MD_OK)
        *value *= reader->scale[d];
    return status;
}

static enum md_status read_block(const struct reader *reader, struct md_region *region,
                                 struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int d = 0; d < 3 && status == MD_OK; d++)
        status = read_edges(reader, 2 * d, d, region, error);
    region->bounded = true;
    return status;
}

static enum md_status read_sphere(const struct reader *reader, struct md_region *region,
                                  struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int d = 0; d < 3 && status == MD_OK; d++)
        status = read_coordinate(reader, d, d, &region->point[d], error);
    if (status == MD_OK)
        status = read_radius(reader, 3, 0, &region->radius, error);
    for (int d = 0; d < 3; d++) {
        region->lo[d] = region->point[d] - region->radius;
        region->hi[d] = region->point[d] + region->radius;
    }
    region->bounded = true;
    return status;
}

/* Cylinder: AXIS C1 C2 R LO HI.  Cone: AXIS C1 C2 RLO RHI LO HI. */
static enum md_status read_cylinder(const struct reader *reader, struct md_region *region,
                                    struct md_error *error)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    bool cone = region->kind == MD_REGION_CONE;
    int a, b, edges = cone ? 5 : 4;
    enum md_status status = md_word_choice(&reader->words[0], "axis", axes, &region->axis, error);
    if (status != MD_OK)
        return status;
    across(region->axis, &a, &b);
    status = read_coordinate(reader, 1, a, &region->point[a], error);
    if (status == MD_OK)
        status = read_coordinate(reader, 2, b, &region->point[b], error);
    if (status == MD_OK)
        status = read_radius(reader, 3, a, &region->radius, error);
    region->radius_hi = region->radius;
    if (status == MD_OK && cone)
        status = read_radius(reader, 4, a, &region->radius_hi, error);
    if (status == MD_OK)
        status = read_edges(reader, edges, region->axis, region, error);
    if (status != MD_OK)
        return status;
    if (cone && region->radius == 0.0 && region->radius_hi == 0.0)
        return md_error_set(error, MD_ERR_VALUE, &reader->words[3].place,
                            "both radii of the cone are 0; one must be greater");
    if (cone && region->lo[region->axis] == region->hi[region->axis])
        return md_error_set(error, MD_ERR_VALUE, &reader->words[5].place,
                            "the cone begins and ends at %s; its ends must differ",
                            reader->words[5].text);
    double widest = fmax(region->radius, region->radius_hi);
    region->lo[a] = region->point[a] - widest;
    region->hi[a] = region->point[a] + widest;
    region->lo[b] = region->point[b] - widest;
    region->hi[b] = region->point[b] + widest;
    region->bounded = true;
    return MD_OK;
}

static enum md_status read_plane(const struct reader *reader, struct md_region *region,
                                 struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int d = 0; d < 3 && status == MD_OK; d++)
        status = read_coordinate(reader, d, d, &region->point[d], error);
    for (int d = 0; d < 3 && status == MD_OK; d++)
        status = read_coordinate(reader, 3 + d, d, &region->normal[d], error);
    if (status != MD_OK)
        return status;
    double *n = region->normal;
    double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (square == 0.0)
        return md_error_set(error, MD_ERR_VALUE, &reader->words[3].place,
                            "the plane's normal is 0 0 0; it must have a direction");
    double length = sqrt(square);
    for (int d = 0; d < 3; d++)
        n[d] /= length;
    region->bounded = false;
    return MD_OK;
}

/* A block whose y edges are tilted by XY along x, and its z edges by XZ and YZ along x and y. */
static enum md_status read_prism(const struct reader *reader, struct md_region *region,
                                 struct md_error *error)
{
    enum md_status status = read_block(reader, region, error);
    for (int k = 0; k < 3 && status == MD_OK; k++)
        status = read_coordinate(reader, 6 + k, k < 2 ? 0 : 1, &region->tilt[k], error);
    if (status != MD_OK)
        return status;
    for (int d = 0; d < 3; d++) {
        region->point[d] = region->lo[d];
        region->edge[d] = region->hi[d] - region->lo[d];
        if (!(region->edge[d] > 0.0))
            return md_error_set(error, MD_ERR_VALUE, &reader->words[2 * d].place,
                                "the prism has no extent along %c", "xyz"[d]);
    }
    const double tilt[2][2] = {{region->tilt[0], region->tilt[1]}, {0.0, region->tilt[2]}};
    for (int d = 0; d < 2; d++)
        for (int k = 0; k < 2; k++) {
            region->lo[d] += fmin(tilt[d][k], 0.0);
            region->hi[d] += fmax(tilt[d][k], 0.0);
        }
    return MD_OK;
}

/* Extent of a union (hull of all parts) or an intersection (of the bounded parts). */
static void bound_parts(const struct md_regions *regions, struct md_region *region)
{
    bool hull = region->kind == MD_REGION_UNION, first = true;
    region->bounded = hull;
    for (int k = 0; k < region->count; k++) {
        const struct md_region *part = &regions->list[region->member[k]];
        if (!part->bounded) {
            if (hull)
                region->bounded = false;
            continue;
        }
        if (!hull)
            region->bounded = true;
        for (int d = 0; d < 3; d++) {
            bool lower = first || (part->lo[d] < region->lo[d]) == hull;
            bool upper = first || (part->hi[d] > region->hi[d]) == hull;
            region->lo[d] = lower ? part->lo[d] : region->lo[d];
            region->hi[d] = upper ? part->hi[d] : region->hi[d];
        }
        first = false;
    }
}

static enum md_status read_parts(const struct reader *reader, struct md_region *region,
                                 struct md_error *error)
{
    const struct md_regions *regions = &reader->system->regions;
    region->member = md_memory_array((size_t)region->count, sizeof *region->member);
    if (!region->member)
        return md_error_memory(error, "a region");
    for (int k = 0; k < region->count; k++) {
        enum md_status status =
            md_regions_of_word(regions, &reader->words[1 + k], &region->member[k], error);
        if (status != MD_OK)
            return status;
    }
    bound_parts(regions, region);
    return MD_OK;
}

struct shape {
    const char *usage;
    int words; /* after the style; 0: a count and that many regions */
    enum md_status (*read)(const struct reader *, struct md_region *, struct md_error *);
};

/* In the order of enum md_region_kind. */
static const char *const shape_names[] = {"block", "sphere",    "cylinder", "cone", "plane",
                                          "union", "intersect", "prism",    NULL};
static const struct shape shapes[] = {
    {"region ID block XLO XHI YLO YHI ZLO ZHI", 6, read_block},
    {"region ID sphere X Y Z R", 4, read_sphere},
    {"region ID cylinder AXIS C1 C2 R LO HI", 6, read_cylinder},
    {"region ID cone AXIS C1 C2 RLO RHI LO HI", 7, read_cylinder},
    {"region ID plane PX PY PZ NX NY NZ", 6, read_plane},
    {"region ID union N ID1 ID2 ...", 0, read_parts},
    {"region ID intersect N ID1 ID2 ...", 0, read_parts},
    {"region ID prism XLO XHI YLO YHI ZLO ZHI XY XZ YZ", 9, read_prism},
};

#define OPTIONS                                                                                    \
    "\n\nKeywords: side in|out (in unless given; out is everything else, the surface left out), "  \
    "units\n"                                                                                      \
    "lattice|box: lengths in lattice spacings, unless the words are units box; open FACE: there "  \
    "is no\n"                                                                                      \
    "surface, and every point counts as inside, as in LAMMPS."

/* In the order of enum md_region_kind. */
static const char *const about[][2] = {
    {"a box with faces along the axes", "From XLO to XHI and so on, faces included.  INF and EDGE "
                                        "in place of a number are far outside\n"
                                        "the simulation box and its own face." OPTIONS},
    {"a ball", "All points at most R from (X, Y, Z)." OPTIONS},
    {"a cylinder along an axis",
     "All points at most R from the line along AXIS (x, y or z) through (C1, C2), the other two\n"
     "coordinates in the order x y z, and between LO and HI along it.  INF and EDGE may stand for "
     "LO\n"
     "and HI." OPTIONS},
    {"a cone along an axis, with both ends cut",
     "A cylinder whose radius goes linearly from RLO at LO to RHI at HI." OPTIONS},
    {"one side of a plane",
     "All points on the side of the plane through (PX, PY, PZ) to which the normal (NX, NY, NZ)\n"
     "points." OPTIONS},
    {"what lies in any of several regions",
     "All points that are in at least one of the N regions." OPTIONS},
    {"what lies in all of several regions",
     "All points that are in each of the N regions." OPTIONS},
    {"a box with tilted faces",
     "The block XLO to XHI and so on, sheared: its edge along y leans by XY towards x, the one "
     "along\n"
     "z by XZ towards x and by YZ towards y.  The simulation box itself cannot be tilted." OPTIONS},
};

struct md_region_about md_region_style(int i)
{
    if (i < 0 || i >= (int)(sizeof shapes / sizeof shapes[0]))
        return (struct md_region_about){0};
    return (struct md_region_about){shape_names[i], shapes[i].usage, about[i][0], about[i][1]};
}

/* LAMMPS's that do not exist here: name, reason. */
static const char *const absent[][2] = {
    {"ellipsoid", "use sphere, cylinder or cone"},
};

static const char *const option_names[] = {
    "side", "units", MD_NOT_OFFERED "move", MD_NOT_OFFERED "rotate", "open", NULL};
enum option { SIDE, UNITS, MOVE, ROTATE, OPEN };

/* `side in|out`, `units lattice|box`, `open FACE`; *lattice says which units. */
static enum md_status read_options(const struct md_args *args, int first, bool *inside,
                                   bool *lattice, bool *open, struct md_error *error)
{
    static const char *const sides[] = {"in", "out", NULL};
    static const char *const units[] = {"lattice", "box", NULL};
    *inside = *lattice = true;
    *open = false;
    for (int i = first; i < args->count; i += 2) {
        const struct md_word *word = &args->words[i];
        int option, choice;
        enum md_status status =
            md_word_choice(word, "region keyword", option_names, &option, error);
        if (status != MD_OK)
            return status;
        if (option == MOVE || option == ROTATE)
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "region keyword '%s' of LAMMPS does not exist here: regions "
                                "stand still; there are side, units and open",
                                word->text);
        if (i + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place,
                                "region keyword '%s' wants a value: %s", word->text,
                                option == SIDE   ? "in or out"
                                : option == OPEN ? "the number of a face"
                                                 : "lattice or box");
        if (option == OPEN) {
            int64_t face;
            *open = true;
            if (md_word_int(&args->words[i + 1], "face", 1, 6, &face, error) != MD_OK)
                return error->status;
            continue;
        }
        status = md_word_choice(&args->words[i + 1], option == SIDE ? "side" : "units",
                                option == SIDE ? sides : units, &choice, error);
        if (status != MD_OK)
            return status;
        *(option == SIDE ? inside : lattice) = choice == 0;
    }
    return MD_OK;
}

static enum md_status find_shape(const struct md_word *word, int *kind, struct md_error *error)
{
    for (size_t k = 0; k < sizeof absent / sizeof absent[0]; k++)
        if (md_word_is(word, absent[k][0]))
            return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                                "region style '%s' of LAMMPS does not exist here: %s", word->text,
                                absent[k][1]);
    return md_word_choice(word, "region style", shape_names, kind, error);
}

/* Reads args into a fresh region (not yet in the book). */
static enum md_status read_region(struct md_system *system, const struct md_args *args,
                                  struct md_region *region, struct md_error *error)
{
    int kind;
    enum md_status status = find_shape(&args->words[1], &kind, error);
    if (status != MD_OK)
        return status;
    region->kind = (enum md_region_kind)kind;
    const struct shape *shape = &shapes[kind];
    status = md_args_count(args, 2 + (shape->words ? shape->words : 2), -1, shape->usage, error);
    if (status != MD_OK)
        return status;

    int words = shape->words;
    if (words == 0) {
        int64_t parts;
        status = md_word_int(&args->words[2], "number of regions", 2, 10000, &parts, error);
        if (status == MD_OK)
            status = md_args_count(args, 3 + (int)parts, -1, shape->usage, error);
        if (status != MD_OK)
            return status;
        region->count = (int)parts;
        words = 1 + (int)parts;
    }

    bool lattice, open;
    status = read_options(args, 2 + words, &region->inside, &lattice, &open, error);
    if (status != MD_OK)
        return status;
    struct reader reader = {.system = system, .words = args->words + 2};
    for (int d = 0; d < 3; d++)
        reader.scale[d] = lattice ? system->lattice.spacing[d] : 1.0;
    status = shape->read(&reader, region, error);
    if (!region->inside)
        region->bounded = false; /* the outside of anything has no extent */
    /* LAMMPS has open faces for walls, and whoever asks it finds any point inside of such a region:
     * all but the union of nothing. */
    if (open) {
        region->kind = MD_REGION_UNION;
        region->count = 0;
        region->inside = region->bounded = false;
    }
    return status;
}

enum md_status md_region_define(struct md_system *system, const struct md_args *args,
                                struct md_error *error)
{
    struct md_regions *regions = &system->regions;
    enum md_status status = md_args_count(args, 2, -1, "region ID STYLE ARGUMENTS...", error);
    if (status != MD_OK)
        return status;
    const struct md_word *id = &args->words[0];
    if (md_word_is(&args->words[1], "delete")) {
        status = md_args_count(args, 2, 2, "region ID delete", error);
        return status == MD_OK ? md_region_delete(regions, id, error) : status;
    }
    if (md_regions_find(regions, id->text) >= 0)
        return md_error_set(error, MD_ERR_VALUE, &id->place,
                            "there is a region '%s' already; 'region %s delete' removes it",
                            id->text, id->text);
    struct md_region region = {.inside = true};
    if (id->text[0] == '\0' || strlen(id->text) >= sizeof region.id)
        return md_error_set(error, MD_ERR_VALUE, &id->place,
                            "'%s' cannot name a region: a name has 1 to %d characters", id->text,
                            (int)sizeof region.id - 1);
    snprintf(region.id, sizeof region.id, "%s", id->text);

    status = read_region(system, args, &region, error);
    if (status == MD_OK && regions->count == regions->capacity) {
        int more = regions->capacity + 8;
        status = md_memory_grow(&regions->list, (size_t)regions->capacity, (size_t)more,
                                sizeof *regions->list, error);
        if (status == MD_OK)
            regions->capacity = more;
    }
    if (status != MD_OK) {
        md_memory_free(region.member);
        return status;
    }
    regions->list[regions->count++] = region;
    return MD_OK;
}
