/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fastest vibration by Lanczos's method (C. Lanczos, J. Res. Natl. Bur. Stand. 45 (1950) 255).
 *
 * With D = M^-1/2 H M^-1/2 and a unit vector q_1, the recurrence
 *
 *     b_(j+1) q_(j+1) = D q_j - a_j q_j - b_j q_(j-1),   a_j = q_j . D q_j
 *
 * makes a tridiagonal matrix whose largest eigenvalue theta grows towards that of D, and does so
 * first where the spectrum ends.  Nothing is orthogonalised again: that the q_j forget each other
 * with time adds copies of eigenvalues already found and spoils none of them, and so three vectors
 * are enough for any number of atoms.
 *
 * H u is a central difference of forces, -(F(x + e u) - F(x - e u)) / 2e.  e moves no atom further
 * than a small part of the smallest distance between neighbours: the difference is then wrong by
 * some 1e-6 of itself from the anharmonicity, and far less by rounding.  Forces that jump at a
 * cutoff make D a little unsymmetric, which a hundred products would turn into modes that are none;
 * the few dozen here, after which theta has settled anyway, do not.
 */
#include "integrate/spectrum.h"

#include "base/exact.h"
#include "base/memory.h"
#include "state/mass.h"

#include <gsl/gsl_eigen.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define PRODUCTS  24   /* with D at most; two evaluations of forces each */
#define SETTLED   3    /* products in which theta must not grow any more */
#define TOLERANCE 3e-3 /* by more than this part of itself */
#define NUDGE     1e-4 /* of the smallest distance */
#define NOTHING                                                                                    \
    1e-10 /* a vector this small beside D q is rounding: q_1 .. q_j span all there is              \
           */

struct lanczos {
    struct md_dynamics *dynamics;
    md_spectrum_forces *forces;
    void *context;
    size_t count;
    int axes;       /* a plane's atoms do not vibrate out of it */
    double *weight; /* [count]: (ftm2v / m)^1/2; 0: does not move */
    double nudge;   /* the furthest that an atom may be moved */
    md_vec3 *q, *before, *next, *ahead, *behind;
    double a[PRODUCTS], b[PRODUCTS + 1];

    /* What is put back. */
    md_vec3 *x, *f;
    double *site;
    struct md_forces counted;
};

/* ------------------------------------------------------------------ memory, and all as it was */

static size_t site_numbers(const struct md_neighbors *neighbors)
{
    return 4 * (neighbors->atoms + neighbors->ghosts + 1);
}

static enum md_status reserve(struct lanczos *lanczos, struct md_error *error)
{
    md_vec3 **vectors[] = {&lanczos->q,      &lanczos->before, &lanczos->next, &lanczos->ahead,
                           &lanczos->behind, &lanczos->x,      &lanczos->f};
    bool all = true;
    for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++) {
        *vectors[k] = md_memory_array(lanczos->count, sizeof(md_vec3));
        all = all && *vectors[k] != NULL;
    }
    lanczos->weight = md_memory_array(lanczos->count, sizeof(double));
    lanczos->site =
        md_memory_array(site_numbers(&lanczos->dynamics->forces->neighbors), sizeof(double));
    if (!all || lanczos->weight == NULL || lanczos->site == NULL)
        return md_error_memory(error, "the search for the fastest vibration");
    return MD_OK;
}

static void release(struct lanczos *lanczos)
{
    md_memory_free(lanczos->q);
    md_memory_free(lanczos->before);
    md_memory_free(lanczos->next);
    md_memory_free(lanczos->ahead);
    md_memory_free(lanczos->behind);
    md_memory_free(lanczos->x);
    md_memory_free(lanczos->f);
    md_memory_free(lanczos->weight);
    md_memory_free(lanczos->site);
}

/* Filters and forcings stand aside: some draw random numbers, some keep sums that the deck shows.
 */
static void take(struct lanczos *lanczos)
{
    struct md_forces *forces = lanczos->dynamics->forces;
    const struct md_atoms *atoms = &lanczos->dynamics->system->atoms;
    const struct md_neighbors *neighbors = &forces->neighbors;
    memcpy(lanczos->x, atoms->x, lanczos->count * sizeof(md_vec3));
    memcpy(lanczos->f, atoms->f, lanczos->count * sizeof(md_vec3));
    memcpy(lanczos->site, neighbors->site, site_numbers(neighbors) * sizeof(double));
    lanczos->counted = *forces;
    forces->filters_count = forces->forcings_count = 0;
}

/* The last evaluation is at the old positions and with energies, for the sake of what potentials
 * keep of it: densities, reactions of walls. */
static enum md_status put_back(struct lanczos *lanczos, bool evaluate, struct md_error *error)
{
    struct md_forces *forces = lanczos->dynamics->forces;
    const struct md_forces *counted = &lanczos->counted;
    struct md_system *system = lanczos->dynamics->system;
    enum md_status status = MD_OK;
    memcpy(system->atoms.x, lanczos->x, lanczos->count * sizeof(md_vec3));
    memcpy(forces->neighbors.site, lanczos->site,
           site_numbers(&forces->neighbors) * sizeof(double));
    if (evaluate)
        status = md_forces_compute(forces, system, true, error);
    memcpy(system->atoms.f, lanczos->f, lanczos->count * sizeof(md_vec3));
    forces->filters_count = counted->filters_count;
    forces->forcings_count = counted->forcings_count;
    forces->tally = counted->tally;
    forces->evaluations = counted->evaluations;
    forces->pair_evaluations = counted->pair_evaluations;
    forces->instant = counted->instant;
    forces->warnings = counted->warnings;
    memcpy(forces->warning, counted->warning, sizeof forces->warning);
    forces->sample_pair = counted->sample_pair;
    forces->sample_other = counted->sample_other;
    forces->timed = counted->timed;
    return status;
}

/* ------------------------------------------------------------------ set-up */

static double closer(double nearest, const double d[3])
{
    double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    return square > 0.0 && square < nearest ? square : nearest;
}

/* The smallest distance between neighbours or bonded atoms; without any, a small part of the box:
 * a field may hold a single atom. */
static double smallest_distance(const struct md_dynamics *dynamics)
{
    const struct md_system *system = dynamics->system;
    const struct md_neighbors *list = &dynamics->forces->neighbors;
    double nearest = INFINITY, d[3];
    for (size_t i = 0; i < list->atoms; i++) {
        const double *at = list->site + 4 * i;
        for (int32_t k = 0; k < list->number[i]; k++) {
            const double *site = list->site + 4 * (size_t)list->partner[i][k];
            for (int c = 0; c < 3; c++)
                d[c] = site[c] - at[c];
            nearest = closer(nearest, d);
        }
        for (size_t k = i < list->graph.atoms ? list->graph.start[i] : 0;
             i < list->graph.atoms && k < list->graph.start[i + 1]; k++) {
            md_bond_vector(system, i, &list->graph.end[k], d);
            nearest = closer(nearest, d);
        }
    }
    const double *length = system->box.length;
    double side = fmin(fmin(length[0], length[1]), length[2]);
    return fmin(sqrt(nearest), 0.01 * side);
}

/* 64 bits that depend on all bits of the atom's ID. */
static uint64_t scatter(uint64_t key)
{
    key = (key ^ (key >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    key = (key ^ (key >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return key ^ (key >> 32);
}

/* Between -1 and 1, by atom ID, so that the order of the atoms does not matter. */
static double chance(int64_t id, int axis)
{
    uint64_t key = (3 * (uint64_t)id + (uint64_t)axis + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (double)(scatter(key) >> 11) * 0x1p-52 - 1.0;
}

static enum md_status set_weights(struct lanczos *lanczos, struct md_error *error)
{
    const struct md_system *system = lanczos->dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    for (size_t i = 0; i < lanczos->count; i++) {
        double mass = md_mass_of(system, i);
        if (!(mass > 0.0))
            return md_error_set(error, MD_ERR_ORDER, NULL,
                                "atom %" PRId64 " of type %d has the mass %g, and vibrations need "
                                "one above 0",
                                atoms->id[i], atoms->type[i], mass);
        bool moves = (atoms->groups[i] & lanczos->dynamics->mobile) != 0;
        lanczos->weight[i] = moves ? sqrt(system->units->ftm2v / mass) : 0.0;
        for (int c = 0; c < lanczos->axes && moves; c++)
            lanczos->q[i][c] = chance(atoms->id[i], c);
    }
    return MD_OK;
}

/* ------------------------------------------------------------------ products */

static double dot(const struct lanczos *lanczos, md_vec3 *u, md_vec3 *v)
{
    struct md_exact sum = {0};
    for (size_t i = 0; i < lanczos->count; i++)
        md_exact_add(&sum, u[i][0] * v[i][0] + u[i][1] * v[i][1] + u[i][2] * v[i][2]);
    return md_exact_value(&sum);
}

/* v = scale v */
static void stretch(const struct lanczos *lanczos, md_vec3 *v, double scale)
{
    for (size_t i = 0; i < lanczos->count; i++)
        for (int c = 0; c < 3; c++)
            v[i][c] *= scale;
}

/* v = v - scale u */
static void subtract(const struct lanczos *lanczos, md_vec3 *v, double scale, md_vec3 *u)
{
    for (size_t i = 0; i < lanczos->count; i++)
        for (int c = 0; c < 3; c++)
            v[i][c] -= scale * u[i][c];
}

/* Forces with all atoms moved by e M^-1/2 q. */
static enum md_status forces_at(struct lanczos *lanczos, double e, md_vec3 *f,
                                struct md_error *error)
{
    struct md_dynamics *dynamics = lanczos->dynamics;
    struct md_atoms *atoms = &dynamics->system->atoms;
    for (size_t i = 0; i < lanczos->count; i++)
        for (int c = 0; c < 3; c++)
            atoms->x[i][c] = lanczos->x[i][c] + e * lanczos->weight[i] * lanczos->q[i][c];
    md_neighbors_refresh(&dynamics->forces->neighbors, dynamics->system);
    if (lanczos->forces != NULL)
        return lanczos->forces(lanczos->context, dynamics, f, error);
    enum md_status status = md_forces_compute(dynamics->forces, dynamics->system, false, error);
    if (status == MD_OK)
        memcpy(f, atoms->f, lanczos->count * sizeof *f);
    return status;
}

/* next = D q */
static enum md_status multiply(struct lanczos *lanczos, struct md_error *error)
{
    double largest = 0.0;
    for (size_t i = 0; i < lanczos->count; i++)
        for (int c = 0; c < lanczos->axes; c++)
            largest = fmax(largest, lanczos->weight[i] * fabs(lanczos->q[i][c]));
    double e = lanczos->nudge / largest;
    if (forces_at(lanczos, e, lanczos->ahead, error) ||
        forces_at(lanczos, -e, lanczos->behind, error))
        return error->status;
    for (size_t i = 0; i < lanczos->count; i++)
        for (int c = 0; c < lanczos->axes; c++)
            lanczos->next[i][c] =
                lanczos->weight[i] * (lanczos->behind[i][c] - lanczos->ahead[i][c]) / (2.0 * e);
    return MD_OK;
}

/* ------------------------------------------------------------------ the recurrence */

/* The largest eigenvalue of the tridiagonal matrix of this size. */
static enum md_status largest_of(const struct lanczos *lanczos, int size, double *theta,
                                 struct md_error *error)
{
    size_t n = (size_t)size;
    gsl_matrix *matrix = gsl_matrix_calloc(n, n);
    gsl_vector *values = gsl_vector_alloc(n);
    gsl_eigen_symm_workspace *room = gsl_eigen_symm_alloc(n);
    enum md_status status = MD_OK;
    if (matrix == NULL || values == NULL || room == NULL) {
        status = md_error_memory(error, "eigenvalues");
    } else {
        for (size_t k = 0; k < n; k++) {
            gsl_matrix_set(matrix, k, k, lanczos->a[k]);
            if (k > 0)
                gsl_matrix_set(matrix, k, k - 1, lanczos->b[k]);
        }
        if (gsl_eigen_symm(matrix, values, room) != 0)
            status = md_error_set(error, MD_ERR_INTERNAL, NULL,
                                  "no eigenvalues of a tridiagonal matrix of %d rows", size);
        else
            *theta = gsl_vector_max(values);
    }
    gsl_matrix_free(matrix);
    gsl_vector_free(values);
    gsl_eigen_symm_free(room);
    return status;
}

/* From q_j to q_(j+1); *ended: there is no further direction. */
static enum md_status step(struct lanczos *lanczos, int j, bool *ended, struct md_error *error)
{
    if (multiply(lanczos, error))
        return error->status;
    double whole = sqrt(dot(lanczos, lanczos->next, lanczos->next));
    if (!isfinite(whole))
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "forces near the present positions are so large that the fastest "
                            "vibration cannot be found: a product with the Hessian has length %g",
                            whole);
    lanczos->a[j] = dot(lanczos, lanczos->q, lanczos->next);
    subtract(lanczos, lanczos->next, lanczos->a[j], lanczos->q);
    subtract(lanczos, lanczos->next, lanczos->b[j], lanczos->before);
    lanczos->b[j + 1] = sqrt(dot(lanczos, lanczos->next, lanczos->next));
    *ended = !(lanczos->b[j + 1] > NOTHING * whole);
    if (*ended)
        return MD_OK;
    stretch(lanczos, lanczos->next, 1.0 / lanczos->b[j + 1]);
    md_vec3 *spare = lanczos->before;
    lanczos->before = lanczos->q;
    lanczos->q = lanczos->next;
    lanczos->next = spare;
    memset(spare, 0, lanczos->count * sizeof *spare);
    return MD_OK;
}

static enum md_status iterate(struct lanczos *lanczos, double *square, struct md_error *error)
{
    double theta[PRODUCTS];
    bool ended = false;
    for (int j = 0; j < PRODUCTS && !ended; j++) {
        if (step(lanczos, j, &ended, error) || largest_of(lanczos, j + 1, &theta[j], error))
            return error->status;
        *square = theta[j];
        if (j >= SETTLED && theta[j] - theta[j - SETTLED] <= TOLERANCE * fabs(theta[j]))
            ended = true;
    }
    return MD_OK;
}

enum md_status md_spectrum_fastest(struct md_dynamics *dynamics, md_spectrum_forces *forces,
                                   void *context, double *omega, struct md_error *error)
{
    const struct md_system *system = dynamics->system;
    struct lanczos lanczos = {.dynamics = dynamics,
                              .forces = forces,
                              .context = context,
                              .count = system->atoms.count,
                              .axes = system->dimension};
    *omega = 0.0;
    if (!dynamics->forces->listed || dynamics->forces->neighbors.atoms != lanczos.count)
        return md_error_set(error, MD_ERR_INTERNAL, NULL,
                            "the fastest vibration is asked for before there are forces");
    if (lanczos.count == 0)
        return MD_OK;
    double square = 0.0, length = 0.0;
    enum md_status status = reserve(&lanczos, error);
    if (status == MD_OK)
        status = set_weights(&lanczos, error);
    if (status == MD_OK)
        length = sqrt(dot(&lanczos, lanczos.q, lanczos.q));
    if (status == MD_OK && length > 0.0) {
        stretch(&lanczos, lanczos.q, 1.0 / length);
        lanczos.nudge = NUDGE * smallest_distance(dynamics);
        take(&lanczos);
        status = iterate(&lanczos, &square, error);
        enum md_status after = put_back(&lanczos, status == MD_OK, error);
        status = status != MD_OK ? status : after;
    }
    release(&lanczos);
    if (status == MD_OK && square > 0.0)
        *omega = sqrt(square);
    return status;
}
