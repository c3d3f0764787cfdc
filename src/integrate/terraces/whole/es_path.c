/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The potential energy along straight paths of all atoms. */
#include "integrate/terraces/whole/es_path.h"

#include "base/memory.h"
#include "integrate/terraces/whole/es_loops.h"
#include "term/external.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <math.h>
#include <string.h>

#define FAR_AWAY 1e15 /* distance of pairs that only fill up arrays */

/* ------------------------------------------------------------------ memory */

static double **arrays_of(struct md_es_set *set, size_t k)
{
    double **all[] = {&set->r[0],
                      &set->r[1],
                      &set->r[2],
                      &set->w[0],
                      &set->w[1],
                      &set->w[2],
                      &set->a,
                      &set->b,
                      &set->c,
                      &set->cross,
                      &set->square,
                      &set->force,
                      &set->curvature,
                      &set->energy,
                      &set->near,
                      &set->far,
                      &set->weight,
                      &set->span.force[0],
                      &set->span.force[1],
                      &set->span.curvature[0],
                      &set->span.curvature[1]};
    return k < sizeof all / sizeof *all ? all[k] : NULL;
}

static void free_set(struct md_es_set *set)
{
    double **array;
    for (size_t k = 0; (array = arrays_of(set, k)) != NULL; k++)
        md_memory_free(*array);
    md_memory_free(set->two);
    md_memory_free(set->row);
    *set = (struct md_es_set){0};
}

static enum md_status reserve_set(struct md_es_set *set, size_t count, struct md_error *error)
{
    size_t room = (count + count / 4 + 2 * MD_SOME) / MD_SOME * MD_SOME;
    double **array;
    if (count + MD_SOME <= set->room)
        return MD_OK;
    for (size_t k = 0; (array = arrays_of(set, k)) != NULL; k++)
        if (md_memory_grow(array, set->room, room, sizeof(double), error))
            return error->status;
    if (md_memory_grow(&set->two, set->room, room, sizeof *set->two, error) ||
        md_memory_grow(&set->row, set->room, room, sizeof *set->row, error))
        return error->status;
    set->room = room;
    return MD_OK;
}

void md_es_path_free(struct md_es_path *path)
{
    for (int s = 0; s < MD_ES_SETS; s++)
        free_set(&path->set[s]);
    for (int k = 0; k < 6; k++)
        md_memory_free(path->range[k]);
    md_memory_free(path->scratch);
    md_memory_free(path->star);
    md_memory_free(path->n);
    md_order_free(&path->order);
    *path = (struct md_es_path){0};
}

/* ------------------------------------------------------------------ who interacts */

struct listing {
    struct md_es_path *path;
    const struct md_system *system;
    const struct md_neighbors *neighbors;
    struct md_error *error;
};

static enum md_status add_two(struct listing *work, struct md_es_set *set, size_t i, size_t j,
                              const int16_t shift[3], int32_t row, double weight)
{
    if (reserve_set(set, set->count + 1, work->error))
        return work->error->status;
    struct md_es_two *two = &set->two[set->count];
    *two = (struct md_es_two){.atom = {(int32_t)i, (int32_t)j}};
    for (int k = 0; shift != NULL && k < 3; k++)
        two->offset[k] = shift[k] * work->system->box.length[k];
    set->row[set->count] = row;
    set->weight[set->count++] = weight;
    return MD_OK;
}

/* Of two ends of a pair, or two images of an atom as it sees them, the one that stands for both. */
static bool stands(const int64_t *id, size_t i, size_t j, const int16_t shift[3])
{
    if (i != j || shift == NULL)
        return id[i] < id[j];
    for (int k = 0; k < 3; k++)
        if (shift[k] != 0)
            return shift[k] > 0;
    return false;
}

static enum md_status add_site(struct listing *work, struct md_es_set *set, size_t i, int32_t site,
                               double weight, bool both)
{
    const struct md_neighbors *list = work->neighbors;
    const int *type = work->system->atoms.type;
    if ((size_t)site == list->atoms + list->ghosts)
        return MD_OK;
    size_t j = (size_t)list->owner[site];
    const int16_t *shift =
        (size_t)site >= list->atoms ? list->shift[(size_t)site - list->atoms] : NULL;
    if (!both && !stands(work->system->atoms.id, i, j, shift))
        return MD_OK;
    return add_two(work, set, i, j, shift, type[i] * (work->system->types + 1) + type[j], weight);
}

/* Fills up with pairs that are nowhere near; with bonds that are there already, since one that long
 * might have no energy, and 0 times that is none either.  Their weight is 0. */
static enum md_status fill_up(struct listing *work, struct md_es_set *set, size_t to)
{
    while (set->count < to) {
        if (reserve_set(set, set->count + 1, work->error))
            return work->error->status;
        set->two[set->count] = set->bonds ? set->two[0] : (struct md_es_two){.atom = {-1, -1}};
        set->row[set->count] = set->bonds ? set->row[0] : work->system->types + 2;
        for (int k = 0; k < 3; k++)
            set->r[k][set->count] = set->w[k][set->count] = 0.0;
        set->r[0][set->count] = FAR_AWAY;
        set->weight[set->count++] = 0.0;
    }
    return MD_OK;
}

static size_t whole_vectors(size_t count)
{
    return (count + MD_SOME - 1) / MD_SOME * MD_SOME;
}

static enum md_status add_star(struct listing *work, size_t i)
{
    struct md_es_path *path = work->path;
    struct md_es_set *set = &path->set[MD_ES_STARS];
    const struct md_neighbors *list = work->neighbors;
    if (path->stars == path->star_room) {
        size_t room = 2 * path->star_room + 64;
        if (md_memory_grow(&path->star, path->star_room, room, sizeof *path->star, work->error))
            return work->error->status;
        path->star_room = room;
    }
    size_t first = set->count;
    if (reserve_set(set, first, work->error)) /* a star may have no pairs, but points there */
        return work->error->status;
    for (int32_t n = 0; n < list->number[i]; n++)
        if (add_site(work, set, i, list->partner[i][n], 1.0, true))
            return work->error->status;
    if (fill_up(work, set, first + whole_vectors(set->count - first)))
        return work->error->status;
    size_t count = set->count - first;
    path->star[path->stars++] =
        (struct md_es_star){.atom = (int32_t)i, .first = first, .count = count};
    path->most = count > path->most ? count : path->most;
    return MD_OK;
}

static enum md_status add_atom(struct listing *work, size_t i, bool many)
{
    struct md_es_set *set = work->path->set;
    const struct md_neighbors *list = work->neighbors;
    const struct md_neighbor_block *block = &list->block[i / MD_SUM_BLOCK];
    const struct md_graph *graph = &list->graph;
    if (many)
        return add_star(work, i);
    for (int32_t n = 0; set[MD_ES_PAIRS].use != NULL && n < list->number[i]; n++)
        if (add_site(work, &set[MD_ES_PAIRS], i, list->partner[i][n], 1.0, false))
            return work->error->status;
    for (size_t k = 0; set[MD_ES_PAIRS].use != NULL && k < block->weighted_count; k++) {
        const struct md_weighted_pair *pair = &block->weighted[k];
        if ((size_t)pair->atom == i &&
            add_site(work, &set[MD_ES_WEAKENED], i, pair->partner, pair->weight, false))
            return work->error->status;
    }
    if (set[MD_ES_BONDS].use == NULL || graph->atoms == 0)
        return MD_OK;
    for (size_t n = graph->start[i]; n < graph->start[i + 1]; n++) {
        const struct md_bond_end *end = &graph->end[n];
        if (end->first &&
            add_two(work, &set[MD_ES_BONDS], i, (size_t)end->partner, end->shift, end->type, 1.0))
            return work->error->status;
    }
    return MD_OK;
}

static enum md_status reserve_ranges(struct md_es_path *path, size_t atoms, struct md_error *error)
{
    size_t room = path->most + MD_SOME;
    for (int k = 0; k < 6; k++) {
        md_memory_free(path->range[k]);
        path->range[k] = NULL;
        if (md_memory_grow(&path->range[k], 0, room, sizeof(double), error))
            return error->status;
    }
    md_memory_free(path->scratch);
    path->scratch = NULL;
    if (md_memory_grow(&path->scratch, 0, 8 * room, sizeof(double), error))
        return error->status;
    if (atoms > path->room) {
        if (md_memory_grow(&path->n, path->room, atoms, sizeof *path->n, error))
            return error->status;
        path->room = atoms;
    }
    return MD_OK;
}

static const struct md_es_loops *loops_of(enum md_isa isa)
{
    switch (isa) {
#ifdef MD_HAVE_ISA_AVX2
    case MD_ISA_AVX2:
        return &md_es_loops_avx2;
#endif
#ifdef MD_HAVE_ISA_AVX512
    case MD_ISA_AVX512:
        return &md_es_loops_avx512;
#endif
    default:
        return &md_es_loops_base;
    }
}

enum md_status md_es_path_list(struct md_es_path *path, const struct md_dynamics *dynamics,
                               struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    const struct md_potential_use *pair = &forces->pair, *bond = md_forces_bond(forces);
    struct listing work = {path, dynamics->system, &forces->neighbors, error};
    bool pairs = pair->type != NULL && pair->type->reach(pair->state) > 0.0;
    bool many = pairs && pair->type->kind == MD_KIND_MANY;
    for (int s = 0; s < MD_ES_SETS; s++) {
        path->set[s].use = NULL;
        path->set[s].count = path->set[s].padded = 0;
    }
    path->stars = path->most = 0;
    path->loops = loops_of(md_simd_best());
    path->fields = forces->externals_count > 0;
    if (many)
        path->set[MD_ES_STARS].use = pair;
    else if (pairs)
        path->set[MD_ES_PAIRS].use = path->set[MD_ES_WEAKENED].use = pair;
    path->set[MD_ES_BONDS].use = bond;
    path->set[MD_ES_BONDS].bonds = true;
    if (md_order_find(&path->order, &dynamics->system->atoms, error))
        return error->status;
    for (size_t n = 0; n < path->order.count; n++) {
        if (many && add_atom(&work, path->order.atom[n], true))
            return error->status;
        if (add_atom(&work, path->order.atom[n], false))
            return error->status;
    }
    for (int s = 0; s < MD_ES_SETS; s++) {
        struct md_es_set *set = &path->set[s];
        size_t count = set->count;
        if (fill_up(&work, set, whole_vectors(count)))
            return error->status;
        set->padded = set->count;
        set->count = count;
    }
    return reserve_ranges(path, dynamics->system->atoms.count, error);
}

/* ------------------------------------------------------------------ the way */

static void aim_set(const struct md_es_loops *loops, struct md_es_set *set, const md_vec3 *x,
                    const md_vec3 *v)
{
    for (size_t p = 0; p < set->padded; p++) {
        const struct md_es_two *two = &set->two[p];
        if (two->atom[0] < 0)
            continue;
        const double *xi = x[two->atom[0]], *xj = x[two->atom[1]];
        const double *vi = v[two->atom[0]], *vj = v[two->atom[1]];
        for (int k = 0; k < 3; k++) {
            set->r[k][p] = xi[k] - (xj[k] + two->offset[k]);
            set->w[k][p] = vi[k] - vj[k];
        }
    }
    if (set->padded > 0)
        loops->aim(set);
}

void md_es_path_aim(struct md_es_path *path, const struct md_dynamics *dynamics, const md_vec3 *v)
{
    for (int s = 0; s < MD_ES_SETS; s++)
        aim_set(path->loops, &path->set[s], (const md_vec3 *)dynamics->system->atoms.x, v);
}

/* ------------------------------------------------------------------ values */

static void evaluate_set(const struct md_es_loops *loops, struct md_es_set *set, double s,
                         double value[3])
{
    loops->squares(set, s);
    set->use->type->some(set->use->state, set->padded, set->square, set->row, set->force,
                         set->curvature, set->energy);
    loops->sums(set, s, value);
}

static void evaluate_stars(struct md_es_path *path, const struct md_system *system, double s,
                           double value[3])
{
    struct md_es_set *set = &path->set[MD_ES_STARS];
    path->loops->squares(set, s);
    for (size_t n = 0; n < path->stars; n++) {
        const struct md_es_star *star = &path->star[n];
        size_t at = star->first;
        value[0] += set->use->type->star(set->use->state, system->atoms.type[star->atom],
                                         star->count, set->square + at, set->row + at,
                                         set->force + at, set->curvature + at, path->scratch);
        for (size_t p = at; p < at + star->count; p++)
            value[1] -= set->force[p] * (set->b[p] + s * set->a[p]);
    }
}

/* Where atom i is at s, as external potentials want it. */
struct place {
    double x[3], r[3];
    struct md_external_atom atom;
};

static void find_place(struct place *place, const struct md_system *system, const md_vec3 *v,
                       size_t i, double s)
{
    const struct md_atoms *atoms = &system->atoms;
    for (int k = 0; k < 3; k++)
        place->x[k] = atoms->x[i][k] + s * v[i][k];
    md_box_unwrap(&system->box, place->x, atoms->image[i], place->r);
    place->atom = (struct md_external_atom){
        .x = place->x, .r = place->r, .type = atoms->type[i], .id = atoms->id[i]};
}

static enum md_status evaluate_fields(const struct md_es_path *path,
                                      const struct md_dynamics *dynamics, const md_vec3 *v,
                                      double s, double value[3], struct md_error *error)
{
    const struct md_system *system = dynamics->system;
    const struct md_forces *forces = dynamics->forces;
    for (int e = 0; e < forces->externals_count; e++) {
        const struct md_potential_use *use = &forces->externals[e];
        const struct md_external *external = use->state;
        struct md_external_sums sums = {0};
        for (size_t n = 0; n < path->order.count; n++) {
            struct place place;
            size_t i = path->order.atom[n];
            double f[3] = {0.0, 0.0, 0.0};
            if ((system->atoms.groups[i] & external->group) == 0)
                continue;
            find_place(&place, system, v, i, s);
            use->type->field(use->state, &system->box, &place.atom, &sums, f);
            value[1] -= f[0] * v[i][0] + f[1] * v[i][1] + f[2] * v[i][2];
        }
        value[0] += sums.energy;
        if (sums.trapped != 0)
            return md_error_set(error, MD_ERR_RUN, NULL,
                                "an atom is on or behind the surface of fix %s, where it has no "
                                "energy",
                                use->name);
    }
    return MD_OK;
}

double md_es_path_fields(const struct md_es_path *path, const struct md_dynamics *dynamics,
                         const md_vec3 *v, double s)
{
    double value[3] = {0.0, 0.0, 0.0};
    struct md_error error;
    return evaluate_fields(path, dynamics, v, s, value, &error) == MD_OK ? value[0] : NAN;
}

enum md_status md_es_path_evaluate(struct md_es_path *path, const struct md_dynamics *dynamics,
                                   const md_vec3 *v, double s, double value[3],
                                   struct md_error *error)
{
    value[0] = value[1] = 0.0;
    value[2] = path->rest_curve;
    path->evaluations++;
    for (int k = MD_ES_PAIRS; k <= MD_ES_BONDS; k++)
        if (path->set[k].count > 0)
            evaluate_set(path->loops, &path->set[k], s, value);
    if (path->stars > 0)
        evaluate_stars(path, dynamics->system, s, value);
    return path->fields ? evaluate_fields(path, dynamics, v, s, value, error) : MD_OK;
}

void md_es_path_turned(const struct md_es_path *path, double *curve)
{
    double value[3] = {0.0, 0.0, path->rest_curve};
    for (int k = MD_ES_PAIRS; k <= MD_ES_BONDS; k++)
        if (path->set[k].count > 0)
            path->loops->sums(&path->set[k], 0.0, value);
    *curve = value[2];
}

/* ------------------------------------------------------------------ bounds */

static void bound_set(const struct md_es_loops *loops, struct md_es_set *set, double from,
                      double to, double bound[2])
{
    loops->ranges(set, from, to);
    set->use->type->span(set->use->state, set->padded, set->near, set->far, set->row, &set->span);
    loops->bounds(set, bound);
}

/* r' grows along the way, since r'' = |r x w|^2 / r^3 is never negative. */
static void bound_stars(struct md_es_path *path, const struct md_system *system, double from,
                        double to, double bound[2])
{
    struct md_es_set *set = &path->set[MD_ES_STARS];
    path->loops->ranges(set, from, to);
    for (size_t n = 0; n < path->stars; n++) {
        const struct md_es_star *star = &path->star[n];
        double part[2] = {0.0, 0.0};
        for (size_t q = 0; q < star->count; q++) {
            size_t p = star->first + q;
            double near = set->near[p], far = set->far[p];
            double first = set->c[p] + from * (2.0 * set->b[p] + from * set->a[p]);
            double last = set->c[p] + to * (2.0 * set->b[p] + to * set->a[p]);
            path->range[0][q] = near;
            path->range[1][q] = far;
            path->range[2][q] = (set->b[p] + from * set->a[p]) / sqrt(first);
            path->range[3][q] = (set->b[p] + to * set->a[p]) / sqrt(last);
            path->range[4][q] = set->cross[p] / (far * sqrt(far));
            path->range[5][q] = set->cross[p] / (near * sqrt(near));
        }
        struct md_star_range range = {.square = {path->range[0], path->range[1]},
                                      .rate = {path->range[2], path->range[3]},
                                      .swing = {path->range[4], path->range[5]}};
        set->use->type->star_span(set->use->state, system->atoms.type[star->atom], star->count,
                                  &range, set->row + star->first, path->scratch, part);
        bound[0] += part[0];
        bound[1] += part[1];
    }
}

static void bound_fields(const struct md_es_path *path, const struct md_dynamics *dynamics,
                         const md_vec3 *v, double from, double to, double bound[2])
{
    const struct md_system *system = dynamics->system;
    const struct md_forces *forces = dynamics->forces;
    for (int e = 0; e < forces->externals_count; e++) {
        const struct md_potential_use *use = &forces->externals[e];
        const struct md_external *external = use->state;
        for (size_t n = 0; n < path->order.count; n++) {
            struct place place;
            size_t i = path->order.atom[n];
            double part[2] = {0.0, 0.0};
            if ((system->atoms.groups[i] & external->group) == 0)
                continue;
            find_place(&place, system, v, i, from);
            use->type->field_span(use->state, &system->box, &place.atom, v[i], to - from, part);
            bound[0] += part[0];
            bound[1] += part[1];
        }
    }
}

enum md_status md_es_path_bound(struct md_es_path *path, const struct md_dynamics *dynamics,
                                const md_vec3 *v, double from, double to, double bound[2],
                                struct md_error *error)
{
    double rest[2] = {0.0, 0.0};
    (void)error;
    bound[0] = bound[1] = 0.0;
    for (int k = MD_ES_PAIRS; k <= MD_ES_BONDS; k++)
        if (path->set[k].count > 0)
            bound_set(path->loops, &path->set[k], from, to, bound);
    if (path->stars > 0)
        bound_stars(path, dynamics->system, from, to, rest);
    if (path->fields)
        bound_fields(path, dynamics, v, from, to, rest);
    bound[0] += rest[0];
    bound[1] += rest[1];
    /* Infinities of both signs: nothing is known. */
    if (isnan(bound[0]))
        bound[0] = -INFINITY;
    if (isnan(bound[1]))
        bound[1] = INFINITY;
    path->rest_curve = isfinite(rest[0]) && isfinite(rest[1]) ? 0.5 * (rest[0] + rest[1]) : 0.0;
    return MD_OK;
}

/* ------------------------------------------------------------------ gradient */

static void gradient_of_set(const struct md_es_loops *loops, struct md_es_set *set, double s,
                            md_vec3 *n, double virial[6])
{
    loops->pulls(set, s, virial);
    for (size_t p = 0; p < set->padded; p++) {
        const struct md_es_two *two = &set->two[p];
        if (two->atom[0] < 0)
            continue;
        double *first = n[two->atom[0]], *second = n[two->atom[1]];
        const double f[3] = {set->near[p], set->far[p], set->energy[p]};
        for (int k = 0; k < 3; k++) {
            first[k] -= f[k];
            second[k] += f[k];
        }
    }
}

static void gradient_of_fields(const struct md_dynamics *dynamics, const md_vec3 *v, double s,
                               md_vec3 *n)
{
    const struct md_system *system = dynamics->system;
    const struct md_forces *forces = dynamics->forces;
    for (int e = 0; e < forces->externals_count; e++) {
        const struct md_potential_use *use = &forces->externals[e];
        const struct md_external *external = use->state;
        struct md_external_sums sums = {0};
        for (size_t i = 0; i < system->atoms.count; i++) {
            struct place place;
            double f[3] = {0.0, 0.0, 0.0};
            if ((system->atoms.groups[i] & external->group) == 0)
                continue;
            find_place(&place, system, v, i, s);
            use->type->field(use->state, &system->box, &place.atom, &sums, f);
            for (int k = 0; k < 3; k++)
                n[i][k] -= f[k];
        }
    }
}

void md_es_path_gradient(struct md_es_path *path, const struct md_dynamics *dynamics,
                         const md_vec3 *v, double s)
{
    memset(path->n, 0, dynamics->system->atoms.count * sizeof *path->n);
    memset(path->virial, 0, sizeof path->virial);
    memset(path->virial_bond, 0, sizeof path->virial_bond);
    for (int k = 0; k < MD_ES_SETS; k++)
        if (path->set[k].padded > 0)
            gradient_of_set(path->loops, &path->set[k], s, path->n,
                            path->set[k].bonds ? path->virial_bond : path->virial);
    if (path->fields)
        gradient_of_fields(dynamics, v, s, path->n);
    for (int k = 0; k < 6; k++)
        path->virial[k] += path->virial_bond[k];
}
