/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Problems on which integrators prove what they claim: a planar oscillator in r^2 (r^2 - 1)^2, a
 * Kepler orbit of eccentricity 0.6, thirteen Lennard-Jones atoms, and the five of cluster.h, which
 * last longer.  Atoms keep their order.
 */
#ifndef MD_TEST_WORLDS_H
#define MD_TEST_WORLDS_H

#include "integrate/integrator.h"

#include "term/external.h"

#include "../cluster.h"

#include <gsl/gsl_odeiv2.h>
#include <math.h>

enum problem { OSCILLATOR, KEPLER, ICOSAHEDRON, FIVE, PROBLEMS };

#define WORLD_ATOMS 13
#define WORLD_SIZE  (6 * WORLD_ATOMS)

struct world {
    struct cluster cluster;
    struct md_potential_use field; /* type NULL: none */
};

static inline void world_field(struct world *world, const char *name, int count,
                               const char *const *texts, struct md_error *error)
{
    struct md_word words[4];
    struct md_potential_use *use = &world->field;
    struct md_args args = cluster_args(words, count, texts);
    *use = (struct md_potential_use){.type = md_external_find(name), .name = name};
    TEST_ASSERT_NOT_NULL(use->type);
    use->state = md_memory_array(1, use->type->style.state_size);
    TEST_ASSERT_NOT_NULL(use->state);
    struct md_external *external = use->state;
    external->type = use->type;
    external->group = 1;
    external->energy = true;
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK, use->type->create(use->state, &world->cluster.system, &args, error), error->text);
    world->cluster.forces.externals = use;
    world->cluster.forces.externals_count = 1;
}

static inline void world_single(struct world *world, double x, double vx, double vy,
                                struct md_error *error)
{
    static const double lo[3] = {-20.0, -20.0, -20.0}, hi[3] = {20.0, 20.0, 20.0};
    struct md_system *system = &world->cluster.system;
    double at[3] = {x, 0.0, 0.0};
    md_system_init(system);
    md_forces_init(&world->cluster.forces);
    for (int k = 0; k < 3; k++)
        system->box.face[k][0] = system->box.face[k][1] = MD_FIXED;
    TEST_ASSERT_EQUAL(MD_OK, md_system_create_box(system, 1, lo, hi, error));
    system->mass[1] = 1.0;
    TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(&system->atoms, 1, 1, at, error));
    system->atoms.v[0][0] = vx;
    system->atoms.v[0][1] = vy;
}

/* A centre and the corners of an icosahedron around it, bent a little, at a low temperature. */
static inline void world_icosahedron(struct world *world, struct md_error *error)
{
    struct md_atoms *atoms = &world->cluster.system.atoms;
    const double golden = 0.5 * (1.0 + sqrt(5.0)), size = 1.08 / sqrt(1.0 + golden * golden);
    cluster_make(&world->cluster, error);
    for (int i = CLUSTER_ATOMS; i < WORLD_ATOMS; i++)
        TEST_ASSERT_EQUAL(MD_OK, md_atoms_add(atoms, 1 + i % 2, i + 1, cluster_x[0], error));
    for (int i = 0; i < WORLD_ATOMS; i++) {
        int axis = (i - 1) / 4, corner = (i - 1) % 4;
        for (int k = 0; k < 3; k++) {
            atoms->x[i][k] = 0.02 * sin(3.0 * i + k);
            atoms->v[i][k] = 0.3 * cos(7.0 * i + 2.0 * k);
        }
        if (i > 0) {
            atoms->x[i][axis] += corner & 1 ? size : -size;
            atoms->x[i][(axis + 1) % 3] += corner & 2 ? size * golden : -size * golden;
        }
    }
}

static inline void world_make(struct world *world, enum problem problem, double timestep,
                              struct md_error *error)
{
    static const char *const poly[] = {"0", "1", "-2", "1"}, *const kepler[] = {"1"};
    md_error_clear(error);
    memset(world, 0, sizeof(*world));
    if (problem == OSCILLATOR) {
        world_single(world, 1.2, 0.4, 0.7, error);
        world_field(world, "central/poly", 4, poly, error);
    } else if (problem == KEPLER) {
        world_single(world, 0.4, 0.0, 2.0, error); /* a = 1, e = 0.6 */
        world_field(world, "central/kepler", 1, kepler, error);
    } else if (problem == ICOSAHEDRON) {
        world_icosahedron(world, error);
    } else {
        cluster_make(&world->cluster, error);
    }
    world->cluster.system.clock.timestep = timestep;
    world->cluster.forces.neighbors.rules.sort_every = 0;
}

static inline void world_free(struct world *world)
{
    world->cluster.forces.externals = NULL;
    world->cluster.forces.externals_count = 0;
    if (world->field.type != NULL)
        world->field.type->destroy(world->field.state);
    md_memory_free(world->field.state);
    cluster_free(&world->cluster);
}

/* x' = v, v' = f/m, through the system's own forces. */
static inline int world_slope(double t, const double y[], double slope[], void *context)
{
    struct world *world = context;
    struct md_system *system = &world->cluster.system;
    struct md_error error;
    size_t n = 3 * system->atoms.count;
    (void)t;
    memcpy(system->atoms.x, y, n * sizeof(double));
    md_neighbors_refresh(&world->cluster.forces.neighbors, system);
    TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&world->cluster.forces, system, false, &error));
    for (size_t k = 0; k < n; k++) {
        slope[k] = y[n + k];
        slope[n + k] = system->atoms.f[k / 3][k % 3] / system->mass[system->atoms.type[k / 3]];
    }
    return 0;
}

/* An independent solution: positions and velocities after `time`, by a method of eighth order that
 * controls its error.  Returns how many numbers there are. */
static inline size_t world_truth(enum problem problem, double time, double y[WORLD_SIZE],
                                 struct md_error *error)
{
    struct world world;
    double t = 0.0;
    world_make(&world, problem, 1.0, error);
    struct md_atoms *atoms = &world.cluster.system.atoms;
    size_t n = 3 * atoms->count;
    TEST_ASSERT_EQUAL(MD_OK, md_forces_begin(&world.cluster.forces, &world.cluster.system, error));
    memcpy(y, atoms->x, n * sizeof(double));
    memcpy(y + n, atoms->v, n * sizeof(double));
    gsl_odeiv2_system equations = {world_slope, NULL, 2 * n, &world};
    gsl_odeiv2_driver *driver =
        gsl_odeiv2_driver_alloc_y_new(&equations, gsl_odeiv2_step_rk8pd, 1e-3, 1e-14, 1e-14);
    TEST_ASSERT_NOT_NULL(driver);
    TEST_ASSERT_EQUAL(0, gsl_odeiv2_driver_apply(driver, &t, time, y));
    gsl_odeiv2_driver_free(driver);
    world_free(&world);
    return 2 * n;
}

#endif
