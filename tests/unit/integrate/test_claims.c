/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every integrator in the registry proves what it claims: order, reversibility, conservation of
 * momentum and angular momentum, bounded energy; and that looking and cutting a run into pieces
 * change no bit.
 */
#include "integrate/integrator.h"

#include "../cluster.h"

#include <math.h>
#include <stdio.h>

static struct md_error error;
static struct cluster cluster;
static struct md_dynamics dynamics;
static volatile sig_atomic_t stop;
static void *state;
static const struct md_integrator *type;

void setUp(void)
{
}

void tearDown(void)
{
}

static void start(double timestep)
{
    struct md_args none = {0};
    md_error_clear(&error);
    stop = 0;
    cluster_make(&cluster, &error);
    cluster.system.clock.timestep = timestep;
    dynamics = (struct md_dynamics){
        .system = &cluster.system, .forces = &cluster.forces, .mobile = 1, .stop = &stop};
    state = md_memory_array(1, type->style.state_size);
    TEST_ASSERT_NOT_NULL(state);
    if (type->style.params != NULL)
        TEST_ASSERT_EQUAL(MD_OK, md_params_read(&type->style, &none, state, &error));
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->begin(state, &dynamics, &error), error.text);
}

static void finish(void)
{
    TEST_ASSERT_EQUAL(MD_OK, type->end(state, &dynamics, &error));
    if (type->destroy != NULL)
        type->destroy(state);
    md_memory_free(state);
    cluster_free(&cluster);
}

static void advance(int64_t steps, bool look)
{
    md_tick target = cluster.system.clock.now + steps * MD_TICKS_PER_STEP;
    dynamics.look = look;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->advance(state, &dynamics, target, &error), error.text);
    TEST_ASSERT_TRUE(cluster.system.clock.now == target);
}

static struct md_frame observe(void)
{
    struct md_frame frame;
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK, type->observe(state, &dynamics, cluster.system.clock.now, &frame, &error),
        error.text);
    return frame;
}

static double energy(void)
{
    struct md_frame frame = observe();
    double kinetic = 0.0;
    for (size_t i = 0; i < frame.count; i++) {
        for (int k = 0; k < 3; k++)
            kinetic +=
                frame.system->mass[frame.system->atoms.type[i]] * frame.v[i][k] * frame.v[i][k];
    }
    return 0.5 * kinetic + frame.tally.pair;
}

static void momenta(double linear[3], double angular[3])
{
    struct md_frame frame = observe();
    memset(linear, 0, 3 * sizeof(double));
    memset(angular, 0, 3 * sizeof(double));
    for (size_t i = 0; i < frame.count; i++) {
        double mass = frame.system->mass[frame.system->atoms.type[i]];
        const double *x = frame.x[i], *v = frame.v[i];
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            linear[k] += mass * v[k];
            angular[k] += mass * (x[a] * v[b] - x[b] * v[a]);
        }
    }
}

/* Positions after time 1, started from the same state. */
static void end_of(double timestep, double x[CLUSTER_ATOMS][3])
{
    start(timestep);
    advance(llround(1.0 / timestep), true);
    struct md_frame frame = observe();
    for (int i = 0; i < CLUSTER_ATOMS; i++)
        memcpy(x[frame.system->atoms.id[i] - 1], frame.x[i], sizeof(md_vec3));
    finish();
}

static double distance(double a[CLUSTER_ATOMS][3], double b[CLUSTER_ATOMS][3])
{
    double sum = 0.0;
    for (int i = 0; i < CLUSTER_ATOMS; i++) {
        for (int k = 0; k < 3; k++)
            sum += (a[i][k] - b[i][k]) * (a[i][k] - b[i][k]);
    }
    return sqrt(sum);
}

/* Accelerations at the positions x, through the system's own forces. */
static void accelerations(const double x[CLUSTER_ATOMS][3], double a[CLUSTER_ATOMS][3])
{
    struct md_atoms *atoms = &cluster.system.atoms;
    memcpy(atoms->x, x, CLUSTER_ATOMS * sizeof(md_vec3));
    md_neighbors_refresh(&cluster.forces.neighbors, &cluster.system);
    TEST_ASSERT_EQUAL(MD_OK, md_forces_compute(&cluster.forces, &cluster.system, false, &error));
    for (int i = 0; i < CLUSTER_ATOMS; i++) {
        for (int k = 0; k < 3; k++)
            a[i][k] = atoms->f[i][k] / cluster.system.mass[atoms->type[i]];
    }
}

/* An independent solution at time 1: Kutta's fourth-order method with a small step. */
static void reference(double out[CLUSTER_ATOMS][3])
{
    enum { N = 3 * CLUSTER_ATOMS };
    static const double at[4] = {0.0, 0.5, 0.5, 1.0};
    static const double weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    const double h = 0.0005;
    md_error_clear(&error);
    cluster_make(&cluster, &error);
    cluster.forces.neighbors.rules.sort_every = 0; /* atoms keep their order */
    TEST_ASSERT_EQUAL(MD_OK, md_forces_begin(&cluster.forces, &cluster.system, &error));
    double x[N], v[N];
    memcpy(x, cluster_x, sizeof(x));
    memcpy(v, cluster_v, sizeof(v));
    for (int step = 0; step < 2000; step++) {
        double dx[N] = {0}, dv[N] = {0}, kx[N] = {0}, kv[N] = {0};
        for (int stage = 0; stage < 4; stage++) {
            double y[CLUSTER_ATOMS][3], a[CLUSTER_ATOMS][3], w[N];
            for (int k = 0; k < N; k++) {
                y[k / 3][k % 3] = x[k] + at[stage] * h * kx[k];
                w[k] = v[k] + at[stage] * h * kv[k];
            }
            accelerations((const double(*)[3])y, a);
            for (int k = 0; k < N; k++) {
                kx[k] = w[k];
                kv[k] = a[k / 3][k % 3];
                dx[k] += weight[stage] * kx[k];
                dv[k] += weight[stage] * kv[k];
            }
        }
        for (int k = 0; k < N; k++) {
            x[k] += h * dx[k];
            v[k] += h * dv[k];
        }
    }
    memcpy(out, x, sizeof(x));
    cluster_free(&cluster);
}

/* With half the step the distance from the true solution shrinks by 2^order. */
static void check_order(const struct md_claims *claims)
{
    double a[CLUSTER_ATOMS][3], b[CLUSTER_ATOMS][3], truth[CLUSTER_ATOMS][3];
    reference(truth);
    end_of(0.002, a);
    end_of(0.001, b);
    double coarse = distance(a, truth), fine = distance(b, truth);
    TEST_ASSERT_TRUE_MESSAGE(fine > 1e-11, "errors drown in rounding: the test says nothing");
    TEST_ASSERT_DOUBLE_WITHIN(0.05, claims->order, log2(coarse / fine));
}

static void check_reversible(void)
{
    double back[CLUSTER_ATOMS][3], begin[CLUSTER_ATOMS][3];
    memcpy(begin, cluster_x, sizeof(begin));
    start(0.005);
    advance(200, true);
    struct md_atoms *atoms = &cluster.system.atoms;
    double away[CLUSTER_ATOMS][3];
    for (size_t i = 0; i < atoms->count; i++) {
        memcpy(away[atoms->id[i] - 1], atoms->x[i], sizeof(md_vec3));
        for (int k = 0; k < 3; k++)
            atoms->v[i][k] = -atoms->v[i][k];
    }
    type->changed(state, &dynamics, MD_CHANGED_VELOCITY);
    advance(200, true);
    for (size_t i = 0; i < atoms->count; i++)
        memcpy(back[atoms->id[i] - 1], atoms->x[i], sizeof(md_vec3));
    finish();
    TEST_ASSERT_TRUE(distance(away, begin) > 0.1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, distance(back, begin));
}

static void check_momenta(const struct md_claims *claims)
{
    double linear[2][3], angular[2][3];
    start(0.005);
    momenta(linear[0], angular[0]);
    advance(2000, true);
    momenta(linear[1], angular[1]);
    finish();
    for (int k = 0; k < 3; k++) {
        if (claims->conserves_momentum)
            TEST_ASSERT_DOUBLE_WITHIN(1e-12, linear[0][k], linear[1][k]);
        if (claims->conserves_angular_momentum)
            TEST_ASSERT_DOUBLE_WITHIN(1e-11, angular[0][k], angular[1][k]);
    }
}

/* The largest error of the energy over a time of 50. */
static double energy_error(double timestep)
{
    start(timestep);
    double first = energy(), worst = 0.0;
    for (int piece = 0; piece < 200; piece++) {
        advance(llround(0.25 / timestep), true);
        worst = fmax(worst, fabs(energy() - first));
    }
    finish();
    return worst;
}

/* A symplectic scheme's energy error is bounded and shrinks by 2^order with half the step. */
static void check_energy(const struct md_claims *claims)
{
    if (claims->conserves_energy) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, energy_error(0.005));
    } else if (claims->symplectic) {
        double coarse = energy_error(0.005), fine = energy_error(0.0025);
        TEST_ASSERT_TRUE(coarse < (claims->order < 2 ? 0.1 : 0.01) && fine > 1e-9);
        TEST_ASSERT_DOUBLE_WITHIN(0.5, claims->order, log2(coarse / fine));
    }
}

static void test_claims(void)
{
    for (int i = 0; (type = md_integrator_at(i)) != NULL; i++) {
        start(0.005);
        struct md_claims claims = type->claims(state);
        finish();
        TEST_ASSERT_TRUE(claims.order > 0);
        check_order(&claims);
        if (claims.reversible)
            check_reversible();
        check_momenta(&claims);
        check_energy(&claims);
    }
    TEST_ASSERT_NOT_NULL(md_integrator_find("verlet"));
    TEST_ASSERT_NULL(md_integrator_find("Verlet"));
    TEST_ASSERT_NULL(md_integrator_at(-1));
}

struct snapshot {
    md_vec3 x[CLUSTER_ATOMS], v[CLUSTER_ATOMS], f[CLUSTER_ATOMS];
    struct md_tally tally;
};

static struct snapshot take(void)
{
    struct snapshot shot;
    struct md_frame frame = observe();
    memset(&shot, 0, sizeof(shot));
    memcpy(shot.x, frame.x, sizeof(shot.x));
    memcpy(shot.v, frame.v, sizeof(shot.v));
    memcpy(shot.f, frame.f, sizeof(shot.f));
    shot.tally = frame.tally;
    return shot;
}

/* One piece, or many of odd sizes with and without a look: the same bits. */
static void test_pieces(void)
{
    for (int i = 0; (type = md_integrator_at(i)) != NULL; i++) {
        start(0.005);
        advance(500, true);
        struct snapshot whole = take();
        finish();
        start(0.005);
        for (int done = 0, size = 1; done < 500; done += size, size = size % 13 + 1) {
            if (size > 500 - done)
                size = 500 - done;
            advance(size, size % 2 == 0 || done + size == 500);
        }
        struct snapshot cut = take();
        finish();
        TEST_ASSERT_EQUAL_MEMORY(&whole, &cut, sizeof(whole));
    }
}

/* Whoever stops a run finds it at a whole step, with its energies. */
static void test_stop(void)
{
    for (int i = 0; (type = md_integrator_at(i)) != NULL; i++) {
        start(0.005);
        advance(1, true);
        struct snapshot one = take();
        finish();
        start(0.005);
        stop = 1;
        TEST_ASSERT_EQUAL(MD_OK, type->advance(state, &dynamics, 100 * MD_TICKS_PER_STEP, &error));
        TEST_ASSERT_TRUE(cluster.system.clock.now == MD_TICKS_PER_STEP);
        struct snapshot stopped = take();
        finish();
        TEST_ASSERT_EQUAL_MEMORY(&one, &stopped, sizeof(one));
    }
}

/* Atoms outside the mobile groups stay, those inside move. */
static void test_mobile(void)
{
    for (int i = 0; (type = md_integrator_at(i)) != NULL; i++) {
        start(0.005);
        finish();
        md_error_clear(&error);
        cluster_make(&cluster, &error);
        for (int a = 0; a < CLUSTER_ATOMS; a++)
            cluster.system.atoms.groups[a] = a < 2 ? 1 : 3;
        dynamics.mobile = 2;
        state = md_memory_array(1, type->style.state_size);
        TEST_ASSERT_EQUAL(MD_OK, type->begin(state, &dynamics, &error));
        advance(10, true);
        struct md_frame frame = observe();
        for (int a = 0; a < CLUSTER_ATOMS; a++) {
            int64_t id = frame.system->atoms.id[a] - 1;
            bool moved = memcmp(frame.x[a], cluster_x[id], sizeof(md_vec3)) != 0;
            TEST_ASSERT_EQUAL(id >= 2, moved);
        }
        finish();
    }
}

/* Backwards and between steps are defects of the caller, told as such. */
static void test_refusals(void)
{
    struct md_frame frame;
    type = md_integrator_find("verlet");
    start(0.005);
    advance(2, false);
    TEST_ASSERT_EQUAL(MD_ERR_INTERNAL, type->advance(state, &dynamics, 0, &error));
    TEST_ASSERT_EQUAL(MD_ERR_INTERNAL,
                      type->advance(state, &dynamics, 3 * MD_TICKS_PER_STEP + 1, &error));
    TEST_ASSERT_EQUAL(MD_ERR_INTERNAL, type->observe(state, &dynamics, 0, &frame, &error));
    finish();
}

/* Two atoms at one place: the error names the step. */
static void test_error_names_step(void)
{
    type = md_integrator_find("verlet");
    start(0.005);
    advance(3, true);
    memcpy(cluster.system.atoms.x[1], cluster.system.atoms.x[0], sizeof(md_vec3));
    memcpy(cluster.system.atoms.v[1], cluster.system.atoms.v[0], sizeof(md_vec3));
    memset(cluster.system.atoms.f[0], 0, sizeof(md_vec3));
    memset(cluster.system.atoms.f[1], 0, sizeof(md_vec3));
    dynamics.look = true;
    TEST_ASSERT_EQUAL(MD_ERR_RUN, type->advance(state, &dynamics, 4 * MD_TICKS_PER_STEP, &error));
    TEST_ASSERT_EQUAL_STRING_LEN("step 4: ", error.text, 8);
    finish();
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_claims);
    RUN_TEST(test_pieces);
    RUN_TEST(test_stop);
    RUN_TEST(test_mobile);
    RUN_TEST(test_refusals);
    RUN_TEST(test_error_names_step);
    return UNITY_END();
}
