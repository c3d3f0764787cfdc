/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A lower bound of the fastest frequency: the largest eigenvalue of a part of the mass-weighted
 * Hessian D, which by Cauchy's interlacing is never above that of the whole.  The part belongs to
 * the atom that the rest, standing still, holds most stiffly (the largest eigenvalue of D's 3 by 3
 * blocks on the diagonal, of those atoms of each type that are closest to another) and to the
 * partners that hold it.  In a molecule of two atoms that is all there is; in a crystal the period
 * comes out some percent too long.
 *
 * A line between two atoms at the distance r along n has the stiffness
 *
 *     K = phi'' n n^T + phi'/r (1 - n n^T).
 *
 * Pairs that collide are stiffer than they are at rest: where the nearest pair of each two types
 * would be with HARD k T more energy, it vibrates with the reduced mass and phi'' of there.  Such
 * collisions happen all the time in a liquid, and in a gas nothing else does.
 *
 * An embedding term's part of a line is taken from bounds of its curvature there, as if the
 * partner's term held as much: in crystals of metals the period is that of the whole within 5 %.
 * Bonds held by a constraint do not vibrate.  Angles and larger elements are left out: where they
 * are stable they can only raise the frequency.
 */
#include "integrate/vibration.h"

#include "base/memory.h"
#include "state/mass.h"
#include "state/motion.h"
#include "term/external.h"

#include <math.h>
#include <string.h>

#define CLUSTER 48  /* atoms of the part at most */
#define WEAK    0.1 /* of the stiffest line: those below bring nothing */
#define CLOSE   128 /* atoms that are looked at */
#define ROUNDS  16  /* products; the Rayleigh quotient is a bound after any number of them */
#define FAR     1e30
#define HARD    3.0 /* k T: energy of a collision that is not rare */
#define TYPES   32  /* collisions are looked at with so many types at most */

struct block {
    double h[3][3];
};

/* Partners of one atom, and the curvature along and across the line to each. */
struct lines {
    size_t count, room;
    size_t *owner;
    double *d[3], *r2, *across, *along, *spare; /* aligned; spare: [2 room] */
    int32_t *row;
};

struct sweep {
    const struct md_dynamics *dynamics;
    const struct md_system *system;
    const struct md_neighbors *list;
    uint32_t held;
    double (*nearest)[TYPES + 1]; /* square of the distance, by types; or NULL */
};

/* An atom, and the square of the distance to its nearest partner. */
struct close {
    double r2;
    int64_t id;
    size_t atom;
};

struct cluster {
    int count;
    size_t atom[CLUSTER];
    double matrix[3 * CLUSTER][3 * CLUSTER];
};

/* ------------------------------------------------------------------ lines */

static enum md_status lines_reserve(struct lines *lines, size_t most, struct md_error *error)
{
    size_t room = (most / MD_SOME + 2) * MD_SOME;
    double *all = md_memory_array(8 * room, sizeof *all);
    *lines = (struct lines){.room = room,
                            .owner = md_memory_array(room, sizeof *lines->owner),
                            .d = {all},
                            .row = md_memory_array(room, sizeof *lines->row)};
    if (all == NULL || lines->owner == NULL || lines->row == NULL)
        return md_error_memory(error, "the fastest vibration");
    lines->d[1] = all + room;
    lines->d[2] = all + 2 * room;
    lines->r2 = all + 3 * room;
    lines->across = all + 4 * room;
    lines->along = all + 5 * room;
    lines->spare = all + 6 * room;
    return MD_OK;
}

static void lines_free(struct lines *lines)
{
    md_memory_free(lines->d[0]);
    md_memory_free(lines->owner);
    md_memory_free(lines->row);
}

static bool moves(const struct sweep *sweep, size_t i)
{
    const struct md_graph *graph = &sweep->list->graph;
    uint32_t groups = sweep->system->atoms.groups[i];
    if ((groups & sweep->dynamics->mobile) == 0 || (groups & sweep->held) != 0)
        return false;
    for (size_t k = i < graph->atoms ? graph->start[i] : 0;
         i < graph->atoms && k < graph->start[i + 1]; k++)
        if (graph->end[k].rigid)
            return false;
    return true;
}

static void add_line(struct lines *lines, size_t owner, const double d[3], int32_t row)
{
    size_t n = lines->count++;
    lines->owner[n] = owner;
    for (int k = 0; k < 3; k++)
        lines->d[k][n] = d[k];
    lines->r2[n] = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    lines->row[n] = row;
}

/* Up to a multiple of every vector's width, with partners out of reach. */
static size_t fill_up(struct lines *lines)
{
    size_t n = lines->count;
    for (; n % MD_SOME != 0; n++) {
        lines->r2[n] = FAR;
        lines->row[n] = lines->row[0];
    }
    return n;
}

static void find_pairs(const struct sweep *sweep, size_t i, struct lines *lines)
{
    const struct md_neighbors *list = sweep->list;
    const struct md_potential_use *use = &sweep->dynamics->forces->pair;
    const int *type = sweep->system->atoms.type;
    double d[3];
    lines->count = 0;
    for (int32_t k = 0; k < list->number[i]; k++) {
        size_t site = (size_t)list->partner[i][k];
        if (site == list->atoms + list->ghosts || (size_t)list->owner[site] == i)
            continue; /* padding; its own image, which moves with it */
        for (int c = 0; c < 3; c++)
            d[c] = list->site[4 * site + (size_t)c] - list->site[4 * i + (size_t)c];
        size_t owner = (size_t)list->owner[site];
        add_line(lines, owner, d, type[i] * (sweep->system->types + 1) + type[owner]);
    }
    size_t padded = fill_up(lines);
    if (lines->count == 0)
        return;
    if (use->type->some != NULL) {
        use->type->some(use->state, padded, lines->r2, lines->row, lines->across, lines->along,
                        lines->spare);
    } else {
        use->type->star(use->state, type[i], padded, lines->r2, lines->row, lines->across,
                        lines->along, lines->spare);
        for (size_t n = 0; n < lines->count; n++) { /* the partner's term holds as much */
            lines->across[n] *= 2.0;
            lines->along[n] *= 2.0;
        }
    }
    for (size_t n = 0; n < lines->count; n++)
        lines->across[n] = -lines->across[n];
}

static void find_bonds(const struct sweep *sweep, const struct md_potential_use *use, size_t i,
                       struct lines *lines)
{
    const struct md_graph *graph = &sweep->list->graph;
    double d[3], force[MD_SOME], curvature[MD_SOME], energy[MD_SOME];
    if (use->type->kind != MD_KIND_TOPOLOGY || use->type->some == NULL || i >= graph->atoms)
        return;
    for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
        md_bond_vector(sweep->system, i, &graph->end[k], d);
        size_t n = lines->count;
        if (n + 1 >= lines->room)
            return;
        add_line(lines, (size_t)graph->end[k].partner, d, graph->end[k].type);
        use->type->some(use->state, 1, &lines->r2[n], &lines->row[n], force, curvature, energy);
        lines->across[n] = -force[0];
        lines->along[n] = curvature[0];
    }
}

static void find_lines(const struct sweep *sweep, size_t i, struct lines *lines)
{
    const struct md_forces *forces = sweep->dynamics->forces;
    lines->count = 0;
    if (forces->pair.type != NULL &&
        (forces->pair.type->some != NULL || forces->pair.type->star != NULL))
        find_pairs(sweep, i, lines);
    for (int k = 0; k < forces->others_count; k++)
        find_bonds(sweep, &forces->others[k], i, lines);
}

/* ------------------------------------------------------------------ blocks */

static void add_stiffness(struct block *block, const struct lines *lines, size_t n, int axes)
{
    double along = lines->along[n] - lines->across[n];
    if (!(lines->r2[n] > 0.0) || !isfinite(along) || !isfinite(lines->across[n]))
        return; /* atoms in one place: the forces will tell */
    for (int a = 0; a < axes; a++) {
        block->h[a][a] += lines->across[n];
        for (int b = 0; b < axes; b++)
            block->h[a][b] += along * lines->d[a][n] * lines->d[b][n] / lines->r2[n];
    }
}

/* Springs and walls that hold this atom. */
static double field_stiffness(const struct sweep *sweep, size_t i)
{
    const struct md_forces *forces = sweep->dynamics->forces;
    const struct md_atoms *atoms = &sweep->system->atoms;
    double sum = 0.0;
    for (int k = 0; k < forces->externals_count; k++) {
        const struct md_potential_use *use = &forces->externals[k];
        const struct md_external *external = use->state;
        if ((atoms->groups[i] & external->group) == 0 || use->type->stiffness == NULL ||
            use->type->field == NULL)
            continue;
        struct md_element element = {.count = 1,
                                     .x = (const double(*)[3])atoms->x[i],
                                     .type = &atoms->type[i],
                                     .id = &atoms->id[i]};
        double stiffness = use->type->stiffness(use->state, &element);
        sum += isfinite(stiffness) ? stiffness : 0.0;
    }
    return sum;
}

/* How all partners, standing still, hold the atom. */
static struct block hold(const struct sweep *sweep, size_t i, const struct lines *lines)
{
    struct block block = {0};
    int axes = sweep->system->dimension;
    double field = field_stiffness(sweep, i);
    for (size_t n = 0; n < lines->count; n++)
        add_stiffness(&block, lines, n, axes);
    for (int a = 0; a < axes; a++)
        block.h[a][a] += field;
    return block;
}

/* The largest eigenvalue of a symmetric matrix of 3 rows, by the angle of its characteristic
 * equation. */
static double largest(const struct block *block)
{
    const double(*h)[3] = block->h;
    double mean = (h[0][0] + h[1][1] + h[2][2]) / 3.0;
    double a = h[0][0] - mean, b = h[1][1] - mean, c = h[2][2] - mean;
    double x = h[0][1], y = h[0][2], z = h[1][2];
    double p = sqrt((a * a + b * b + c * c + 2.0 * (x * x + y * y + z * z)) / 6.0);
    if (!(p > 0.0))
        return mean;
    double det = a * (b * c - z * z) - x * (x * c - z * y) + y * (x * z - b * y);
    double angle = acos(fmin(fmax(det / (2.0 * p * p * p), -1.0), 1.0)) / 3.0;
    return mean + 2.0 * p * cos(angle);
}

static double weight(const struct sweep *sweep, size_t i)
{
    return md_mobility_inverse(sweep->system, i);
}

/* ------------------------------------------------------------------ close atoms */

/* The square of the distance to the nearest partner; 0: it has none. */
static double nearest_of(const struct sweep *sweep, size_t i)
{
    const struct md_neighbors *list = sweep->list;
    const int *type = sweep->system->atoms.type;
    const double *at = list->site + 4 * i;
    double least = INFINITY;
    bool many = sweep->nearest != NULL && sweep->system->types > 1;
    for (int32_t k = 0; k < list->number[i]; k++) {
        size_t site = (size_t)list->partner[i][k];
        const double *to = list->site + 4 * site;
        double x = to[0] - at[0], y = to[1] - at[1], z = to[2] - at[2];
        double r2 = x * x + y * y + z * z;
        if (many && site < list->atoms + list->ghosts) {
            double *known = &sweep->nearest[type[i]][type[list->owner[site]]];
            *known = r2 < *known ? r2 : *known;
        }
        least = r2 < least ? r2 : least;
    }
    if (sweep->nearest != NULL && !many && least < sweep->nearest[1][1])
        sweep->nearest[1][1] = least;
    return least;
}

static double nearest_bond(const struct sweep *sweep, size_t i, double least)
{
    const struct md_graph *graph = &sweep->list->graph;
    double d[3];
    for (size_t k = i < graph->atoms ? graph->start[i] : 0;
         i < graph->atoms && k < graph->start[i + 1]; k++) {
        md_bond_vector(sweep->system, i, &graph->end[k], d);
        least = fmin(least, d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    return least;
}

/* Closer, or as close with a lower ID: in a crystal all are as close. */
static bool before(const struct close *a, const struct close *b)
{
    return a->r2 < b->r2 || (a->r2 == b->r2 && a->id < b->id);
}

/* In the place of the farthest of its type, if it comes before that. */
static void note(struct close *close, int room, struct close found)
{
    /* The first is the farthest. */
    int worst = 0;
    if (!before(&found, &close[0]))
        return;
    close[0] = found;
    for (int k = 1; k < room; k++)
        worst = before(&close[worst], &close[k]) ? k : worst;
    struct close swapped = close[worst];
    close[worst] = close[0];
    close[0] = swapped;
}

/* Of each type those atoms that are closest to another, and all that a field holds: `room` for each
 * type, with r2 infinite where there are fewer. */
static void find_close(const struct sweep *sweep, struct close *close, int room)
{
    const int *type = sweep->system->atoms.type;
    const int64_t *id = sweep->system->atoms.id;
    bool bonds = sweep->list->graph.atoms > 0;
    for (int k = 0; k < (sweep->system->types + 1) * room; k++)
        close[k] = (struct close){INFINITY, INT64_MAX, 0};
    for (size_t i = 0; i < sweep->list->atoms; i++) {
        if (!moves(sweep, i))
            continue;
        double r2 = nearest_of(sweep, i);
        if (bonds)
            r2 = nearest_bond(sweep, i, r2);
        if (sweep->dynamics->forces->externals_count > 0 && field_stiffness(sweep, i) > 0.0)
            r2 = fmin(r2, 1e-3 / field_stiffness(sweep, i)); /* the stiffest come first */
        note(close + type[i] * room, room, (struct close){r2, id[i], i});
    }
}

/* The atom that is held most stiffly for its mass, and the square of its frequency. */
static double stiffest(const struct sweep *sweep, struct lines *lines, const struct close *close,
                       int count, size_t *atom)
{
    const int64_t *id = sweep->system->atoms.id;
    double most = 0.0;
    for (int k = 0; k < count; k++) {
        size_t i = close[k].atom;
        if (!isfinite(close[k].r2))
            continue;
        find_lines(sweep, i, lines);
        struct block block = hold(sweep, i, lines);
        double square = largest(&block) * weight(sweep, i);
        if (square > most || (square == most && most > 0.0 && id[i] < id[*atom])) {
            most = square;
            *atom = i;
        }
    }
    return most;
}

/* ------------------------------------------------------------------ collisions */

/* k T of the atoms that move. */
static double thermal_energy(const struct sweep *sweep)
{
    const struct md_system *system = sweep->system;
    const struct md_atoms *atoms = &system->atoms;
    uint32_t mobile = sweep->dynamics->mobile;
    double count = 0.0;
    for (size_t i = 0; i < atoms->count; i++)
        if ((atoms->groups[i] & mobile) != 0)
            count += system->dimension;
    return count > 0.0 ? 2.0 * md_motion_energy(system, (const md_vec3 *)atoms->v, mobile) / count
                       : 0.0;
}

static void evaluate(const struct sweep *sweep, int a, int b, double r, double *energy,
                     double *curvature)
{
    const struct md_potential_use *use = &sweep->dynamics->forces->pair;
    _Alignas(64) double r2[MD_SOME], force[MD_SOME], second[MD_SOME], value[MD_SOME];
    int32_t row[MD_SOME];
    for (int k = 0; k < MD_SOME; k++) {
        r2[k] = r * r;
        row[k] = a * (sweep->system->types + 1) + b;
    }
    use->type->some(use->state, MD_SOME, r2, row, force, second, value);
    *energy = value[0];
    *curvature = second[0];
}

/* phi'' of two types where they are stopped when they come from `r` with this energy; 0: nothing
 * stops them. */
static double collide(const struct sweep *sweep, int a, int b, double r, double energy)
{
    double from, here, curvature, out = r, in = r;
    evaluate(sweep, a, b, r, &from, &curvature);
    do {
        out = in;
        in *= 0.98;
        evaluate(sweep, a, b, in, &here, &curvature);
    } while (isfinite(here) && here - from < energy && in > 0.1 * r);
    if (!isfinite(here) || !(here - from >= energy))
        return 0.0;
    for (int round = 0; round < 30; round++) {
        double middle = 0.5 * (in + out);
        evaluate(sweep, a, b, middle, &here, &curvature);
        *(here - from < energy ? &out : &in) = middle;
    }
    return isfinite(curvature) ? curvature : 0.0;
}

/* The largest square of a frequency of colliding pairs. */
static double collisions(const struct sweep *sweep)
{
    const struct md_system *system = sweep->system;
    double energy = HARD * thermal_energy(sweep), most = 0.0, mass[TYPES + 1];
    if (sweep->nearest == NULL || !(energy > 0.0))
        return 0.0;
    md_mass_least(system, mass);
    for (int a = 1; a <= system->types; a++)
        for (int b = 1; b <= a; b++) {
            double square = fmin(sweep->nearest[a][b], sweep->nearest[b][a]);
            if (!(square > 0.0) || !isfinite(square))
                continue;
            double stiff = collide(sweep, a, b, sqrt(square), energy);
            double inverse = 1.0 / mass[a] + 1.0 / mass[b];
            most = fmax(most, stiff * inverse * system->units->ftm2v);
        }
    return most;
}

/* ------------------------------------------------------------------ the part of the Hessian */

static int place_of(const struct cluster *cluster, size_t atom)
{
    for (int k = 0; k < cluster->count; k++)
        if (cluster->atom[k] == atom)
            return k;
    return -1;
}

/* Adds partners of the atoms lines belong to, the stiffest lines first, none below `least`. */
static void add_partners(const struct sweep *sweep, const struct lines *lines, double least,
                         struct cluster *cluster)
{
    for (bool found = true; found && cluster->count < CLUSTER;) {
        double most = least;
        size_t next = 0;
        found = false;
        for (size_t n = 0; n < lines->count; n++)
            if (fabs(lines->along[n]) > most && place_of(cluster, lines->owner[n]) < 0 &&
                moves(sweep, lines->owner[n])) {
                most = fabs(lines->along[n]);
                next = lines->owner[n];
                found = true;
            }
        if (found)
            cluster->atom[cluster->count++] = next;
    }
}

/* The atom, the partners that hold it, and those that hold them, as far as there is room. */
static void gather(const struct sweep *sweep, struct lines *lines, size_t atom,
                   struct cluster *cluster)
{
    double least = 0.0;
    cluster->atom[0] = atom;
    cluster->count = 1;
    for (int k = 0; k < cluster->count && cluster->count < CLUSTER; k++) {
        find_lines(sweep, cluster->atom[k], lines);
        for (size_t n = 0; n < lines->count && k == 0; n++)
            least = fmax(least, WEAK * fabs(lines->along[n]));
        add_partners(sweep, lines, least, cluster);
    }
}

static void fill(const struct sweep *sweep, struct lines *lines, struct cluster *cluster)
{
    int axes = sweep->system->dimension;
    memset(cluster->matrix, 0, sizeof cluster->matrix);
    for (int p = 0; p < cluster->count; p++) {
        size_t i = cluster->atom[p];
        find_lines(sweep, i, lines);
        struct block own = hold(sweep, i, lines);
        for (int a = 0; a < 9; a++)
            cluster->matrix[3 * p + a / 3][3 * p + a % 3] += own.h[a / 3][a % 3] * weight(sweep, i);
        for (size_t n = 0; n < lines->count; n++) {
            int q = place_of(cluster, lines->owner[n]);
            if (q < 0)
                continue;
            struct block line = {0};
            double scale = sqrt(weight(sweep, i) * weight(sweep, cluster->atom[q]));
            add_stiffness(&line, lines, n, axes);
            for (int a = 0; a < 9; a++)
                cluster->matrix[3 * p + a / 3][3 * q + a % 3] -= scale * line.h[a / 3][a % 3];
        }
    }
}

/* Powers of the matrix on a vector; the best of their Rayleigh quotients. */
static double power(const struct cluster *cluster)
{
    double u[3 * CLUSTER], v[3 * CLUSTER], best = 0.0;
    int size = 3 * cluster->count;
    for (int k = 0; k < size; k++) /* not along any symmetry, and most where it is stiffest */
        u[k] = (k < 3 ? 1.0 : -0.3) + 0.1 * sin(1.7 * k + 0.3);
    for (int round = 0; round < ROUNDS; round++) {
        double square = 0.0, dot = 0.0, length = 0.0;
        for (int r = 0; r < size; r++) {
            v[r] = 0.0;
            for (int c = 0; c < size; c++)
                v[r] += cluster->matrix[r][c] * u[c];
            square += u[r] * u[r];
            dot += u[r] * v[r];
            length += v[r] * v[r];
        }
        if (!(square > 0.0) || !(length > 0.0))
            return best;
        best = fmax(best, dot / square);
        for (int r = 0; r < size; r++)
            u[r] = v[r] / sqrt(length);
    }
    return best;
}

/* ------------------------------------------------------------------ all of it */

static size_t most_lines(const struct sweep *sweep)
{
    const struct md_graph *graph = &sweep->list->graph;
    size_t most = 0;
    for (size_t i = 0; i < sweep->list->atoms; i++) {
        size_t bonds = i < graph->atoms ? graph->start[i + 1] - graph->start[i] : 0;
        size_t lines = (size_t)sweep->list->number[i] + bonds;
        most = lines > most ? lines : most;
    }
    return most;
}

static enum md_status find(const struct sweep *sweep, struct lines *lines,
                           struct md_vibration *vibration, struct md_error *error)
{
    const struct md_potential_use *pair = &sweep->dynamics->forces->pair;
    bool many = pair->type != NULL && pair->type->some == NULL && pair->type->star != NULL;
    int types = sweep->system->types, room = CLOSE / types > 4 ? CLOSE / types : 4;
    size_t atom = 0;
    struct close *close = md_memory_array((size_t)((types + 1) * room), sizeof *close);
    if (close == NULL)
        return md_error_memory(error, "the fastest vibration");
    find_close(sweep, close, room);
    double square = stiffest(sweep, lines, close, (types + 1) * room, &atom);
    md_memory_free(close);
    double hard = many ? 0.0 : collisions(sweep);
    if (!isfinite(square))
        return MD_OK;
    if (square > 0.0) {
        struct cluster *cluster = md_memory_array(1, sizeof *cluster);
        if (cluster == NULL)
            return md_error_memory(error, "the fastest vibration");
        gather(sweep, lines, atom, cluster);
        fill(sweep, lines, cluster);
        square = fmax(square, power(cluster));
        md_memory_free(cluster);
    }
    if (square > 0.0)
        vibration->atom = sweep->system->atoms.id[atom];
    vibration->collides = hard > square;
    square = fmax(square, hard);
    if (square > 0.0)
        vibration->period = 2.0 * acos(-1.0) / sqrt(square);
    return MD_OK;
}

enum md_status md_vibration_find(const struct md_dynamics *dynamics, uint32_t held,
                                 struct md_vibration *vibration, struct md_error *error)
{
    const struct md_potential_use *pair = &dynamics->forces->pair;
    double nearest[TYPES + 1][TYPES + 1];
    bool few = dynamics->system->types <= TYPES && pair->type != NULL && pair->type->some != NULL;
    const struct sweep sweep = {.dynamics = dynamics,
                                .system = dynamics->system,
                                .list = &dynamics->forces->neighbors,
                                .held = held,
                                .nearest = few ? nearest : NULL};
    struct lines lines;
    *vibration = (struct md_vibration){0};
    for (int k = 0; k < (TYPES + 1) * (TYPES + 1); k++)
        nearest[k / (TYPES + 1)][k % (TYPES + 1)] = INFINITY;
    if (!dynamics->forces->listed || sweep.list->atoms != dynamics->system->atoms.count)
        return MD_OK;
    enum md_status status = lines_reserve(&lines, most_lines(&sweep), error);
    if (status == MD_OK)
        status = find(&sweep, &lines, vibration, error);
    lines_free(&lines);
    return status;
}
