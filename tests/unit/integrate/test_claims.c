/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every integrator in the registry proves what it claims, on the problems of worlds.h: order,
 * symplecticity, reversibility, conservation of momentum and angular momentum, bounded energy; and
 * that looking and cutting a run into pieces change no bit.  What it does not claim and could be
 * mistaken for is seen to be wrong where a table says so: a test that finds nothing proves nothing.
 */
#include "worlds.h"

#include <stdio.h>

/* Words besides the name, where there are some; every line is a case of its own.  A word *F is F
 * time steps; `period`: after how many steps all clocks agree, 0: always; `pairs`: only for
 * problems that have some. */
static const struct {
    const char *name, *words;
    int period;
    bool pairs;
} options[] = {
    {"newmark", "0.25 0.5 tolerance 1e-15", 0, false},
    {"newmark", "0.1 0.5", 0, false},
    {"newmark", "0 0.5", 0, false},
    {"newmark", "0.3 0.6", 0, false},
    {"newmark", "0 0.7", 0, false},
    {"midpoint", "tolerance 1e-15", 0, false},
    {"galerkin", "2", 0, false},
    {"galerkin", "4", 0, false},
    {"galerkin", "6 tolerance 1e-15", 0, false},
    {"galerkin", "8 tolerance 1e-15", 0, false},
    {"respa", "1", 0, false},
    {"respa", "3 2 3", 0, false},
    {"respa", "2 2 pair 1", 0, false},
    {"respa", "2 2 inner 1 1.02 1.5 outer 2", 0, true},
    {"respa", "3 2 3 inner 1 1.02 1.5 middle 2 1.6 2.1 outer 3", 0, true},
    {"avi", "", 0, false},
    {"avi", "step uniform *2", 2, false},
    {"avi", "step shells *1 1.05 1.2 *2 1.3 1.6 *4", 4, true},
    {"avi", "queue bucket step shells *0.5 1.05 1.4 *0.75", 3, true},
    {"avi", "element pair", 0, false},
    {"avi", "element pair queue bucket step uniform *2", 2, false},
    {"avi", "element pair step shells *1 1.05 1.2 *2 1.3 1.6 *4", 4, true},
    {"avi", "element atom", 0, false},
    {"avi", "hot speed 0.5 radius 1.5 block *1", 0, true},
    {"energy-stepping", "h 0.05", 0, true},
    {"energy-stepping", "h 0.004 verify", 0, true},
    {"energy-stepping/pair", "h 0.05", 0, true},
    {"energy-stepping/pair", "h 0.004 verify", 0, true},
    {"force-stepping", "0.05", 0, false},
    {"force-stepping", "0.013 offset 0.3", 0, false},
};

#define OPTIONS (int)(sizeof(options) / sizeof(options[0]))

static struct md_error error;
static struct world world;
static struct md_system *const system_ = &world.cluster.system;
static struct md_dynamics dynamics;
static volatile sig_atomic_t stop;
static void *state;
static const struct md_integrator *type;
static const char *words; /* of the present case */
static int period;        /* of its clocks, in steps */
static enum problem first_problem;
static char label[128];

void setUp(void)
{
}

void tearDown(void)
{
}

/* ------------------------------------------------------------------ cases */

static struct md_claims claims_now(void);

/* Calls check for every integrator with every line of options it has. */
static void for_all(void (*check)(const struct md_claims *claims))
{
    for (int i = 0; (type = md_integrator_at(i)) != NULL; i++) {
        bool found = false;
        for (int k = 0; k <= OPTIONS; k++) {
            bool mine = k < OPTIONS && strcmp(options[k].name, type->style.name) == 0;
            if (!mine && (k < OPTIONS || found))
                continue;
            found = true;
            words = mine ? options[k].words : "";
            period = mine && options[k].period > 0 ? options[k].period : 1;
            first_problem = mine && options[k].pairs ? ICOSAHEDRON : OSCILLATOR;
            snprintf(label, sizeof(label), "%s %s", type->style.name, words);
            struct md_claims claims = claims_now();
            check(&claims);
        }
    }
}

/* The words with steps for this time step. */
static void put_steps(char *text, size_t size, double timestep)
{
    size_t used = 0;
    for (const char *c = words; *c && used + 32 < size;) {
        char *end = NULL;
        if (*c == '*') {
            double factor = strtod(c + 1, &end);
            used += (size_t)snprintf(text + used, size - used, "%.17g", factor * timestep);
            c = end;
        } else {
            text[used++] = *c++;
        }
    }
    text[used] = '\0';
}

static void create(double timestep)
{
    struct md_word list[16];
    char line[256], text[256];
    put_steps(line, sizeof line, timestep);
    int count = cluster_split(text, line, list);
    struct md_args args = {.words = list, .count = count, .command = {.text = "run_style"}};
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, md_integrator_create(type, &args, &state, &error), error.text);
}

static void destroy(void)
{
    md_mobility_free(&dynamics.mobility);
    if (type->destroy != NULL)
        type->destroy(state);
    md_memory_free(state);
}

static struct md_claims claims_now(void)
{
    create(1.0);
    struct md_claims claims = type->claims(state);
    destroy();
    return claims;
}

/* ------------------------------------------------------------------ one run */

static void begin(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->begin(state, &dynamics, &error), error.text);
}

static void prepare(enum problem problem, double timestep)
{
    stop = 0;
    world_make(&world, problem, timestep, &error);
    dynamics = (struct md_dynamics){
        .system = system_, .forces = &world.cluster.forces, .mobile = 1, .stop = &stop};
    create(timestep);
}

static void start(enum problem problem, double timestep)
{
    prepare(problem, timestep);
    begin();
}

static void finish(void)
{
    TEST_ASSERT_EQUAL(MD_OK, type->end(state, &dynamics, &error));
    destroy();
    world_free(&world);
}

static void advance(int64_t steps, bool look)
{
    md_tick target = system_->clock.now + steps * MD_TICKS_PER_STEP;
    dynamics.look = look;
    TEST_ASSERT_EQUAL_MESSAGE(MD_OK, type->advance(state, &dynamics, target, &error), error.text);
    TEST_ASSERT_TRUE(system_->clock.now == target);
}

static struct md_frame observe(void)
{
    struct md_frame frame;
    TEST_ASSERT_EQUAL_MESSAGE(
        MD_OK, type->observe(state, &dynamics, system_->clock.now, &frame, &error), error.text);
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
    return 0.5 * kinetic + frame.tally.energy[MD_PART_PAIR] + frame.tally.energy[MD_PART_EXTERNAL];
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

static double distance(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

/* ------------------------------------------------------------------ order */

static const double span[PROBLEMS] = {4.0, 2.0, 0.5, 1.0};

/* How far positions and velocities are from the true ones after span, done in so many steps. */
static double error_of(enum problem problem, int steps, const double truth[WORLD_SIZE])
{
    double y[WORLD_SIZE];
    start(problem, span[problem] / steps);
    advance(steps, true);
    struct md_frame frame = observe();
    size_t n = 3 * frame.count;
    memcpy(y, frame.x, n * sizeof(double));
    memcpy(y + n, frame.v, n * sizeof(double));
    finish();
    return distance(y, truth, 2 * n);
}

/* Once steps are short enough, half the step makes the error 2^order times smaller.  Steps are
 * halved until this factor has settled. */
static double order_on(enum problem problem, double small)
{
    static const int first[PROBLEMS] = {32, 20, 8, 8};
    double truth[WORLD_SIZE], order = INFINITY, before = 0.0;
    double coarse = INFINITY, fine = 1.0;
    world_truth(problem, span[problem], truth, &error);
    for (int steps = first[problem];
         !(fabs(order - before) < 0.02 && coarse < small) && steps < 300000; steps *= 2) {
        fine = error_of(problem, steps, truth);
        if (!(fine > 1e-14 * sqrt(steps)))
            break;
        before = order;
        order = log2(coarse / fine);
        coarse = fine;
    }
    return order;
}

/* Order 0 says that the motion is exact, in a potential that is not quite this one. */
static void check_order(const struct md_claims *claims)
{
    TEST_ASSERT_TRUE_MESSAGE(claims->order > 0 || claims->conserves_energy, label);
    if (claims->order == 0)
        return;
    for (enum problem problem = first_problem; problem <= ICOSAHEDRON; problem++)
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(
            0.1, claims->order, order_on(problem, claims->order < 4 ? 1e-2 : 1e-9), label);
}

/* ------------------------------------------------------------------ symplectic */

static const double stride[PROBLEMS] = {0.15, 0.05, 0.02, 0.02};

/* The variables in which the scheme claims to be symplectic. */
static void conjugate(bool nearby, double y[WORLD_SIZE])
{
    const struct md_atoms *atoms = &system_->atoms;
    size_t n = atoms->count;
    if (nearby && type->conjugate != NULL) {
        type->conjugate(state, &dynamics, (md_vec3 *)y, (md_vec3 *)(y + 3 * n));
        return;
    }
    for (size_t k = 0; k < 3 * n; k++) {
        y[k] = atoms->x[k / 3][k % 3];
        y[3 * n + k] = system_->mass[atoms->type[k / 3]] * atoms->v[k / 3][k % 3];
    }
}

/* These variables before and after a period that begins `by` away along coordinate or velocity c.
 */
static void one_step(enum problem problem, bool nearby, size_t c, double by,
                     double before[WORLD_SIZE], double after[WORLD_SIZE])
{
    prepare(problem, stride[problem]);
    size_t n = 3 * system_->atoms.count;
    if (c < n)
        system_->atoms.x[c / 3][c % 3] += by;
    else
        system_->atoms.v[(c - n) / 3][c % 3] += by;
    begin();
    conjugate(nearby, before);
    advance(period, true);
    conjugate(nearby, after);
    finish();
}

/* Columns of the Jacobians of both with respect to c, by differences of fourth order. */
static void column(enum problem problem, bool nearby, size_t c, double before[WORLD_SIZE],
                   double after[WORLD_SIZE])
{
    static const double at[4] = {-2.0, -1.0, 1.0, 2.0};
    static const double weight[4] = {1.0 / 12.0, -2.0 / 3.0, 2.0 / 3.0, -1.0 / 12.0};
    const double delta = 2e-4;
    memset(before, 0, WORLD_SIZE * sizeof(double));
    memset(after, 0, WORLD_SIZE * sizeof(double));
    for (int s = 0; s < 4; s++) {
        double a[WORLD_SIZE] = {0.0}, b[WORLD_SIZE] = {0.0};
        one_step(problem, nearby, c, at[s] * delta, a, b);
        for (int k = 0; k < WORLD_SIZE; k++) {
            before[k] += weight[s] / delta * a[k];
            after[k] += weight[s] / delta * b[k];
        }
    }
}

static double form(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += a[k] * b[n + k] - a[n + k] * b[k];
    return sum;
}

/* The largest entry of J1^T Omega J1 - J0^T Omega J0: 0 when a step keeps the form. */
static double asymplecticity(enum problem problem, bool nearby)
{
    static double before[WORLD_SIZE][WORLD_SIZE], after[WORLD_SIZE][WORLD_SIZE];
    double worst = 0.0;
    prepare(problem, 1.0);
    size_t n = 3 * system_->atoms.count;
    destroy();
    world_free(&world);
    for (size_t c = 0; c < 2 * n; c++)
        column(problem, nearby, c, before[c], after[c]);
    for (size_t a = 0; a < 2 * n; a++) {
        for (size_t b = 0; b < a; b++)
            worst = fmax(worst, fabs(form(after[a], after[b], n) - form(before[a], before[b], n)));
    }
    return worst;
}

/* Of exact motion with kinks the map of a long step has them too: test_force_stepping looks at it
 * with differences that meet none. */
static void check_symplectic(const struct md_claims *claims)
{
    if (claims->order == 0)
        return;
    for (enum problem problem = first_problem; problem <= ICOSAHEDRON; problem++) {
        if (claims->symplectic)
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8, 0.0, asymplecticity(problem, false), label);
        if (claims->symplectic_nearby)
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8, 0.0, asymplecticity(problem, true), label);
    }
}

/* Those that are known not to be: the test sees it. */
static void check_not_symplectic(const struct md_claims *claims)
{
    bool known = strcmp(type->style.name, "rk4") == 0 || strcmp(type->style.name, "newmark") == 0;
    if (known && !claims->symplectic) {
        TEST_ASSERT_TRUE_MESSAGE(asymplecticity(OSCILLATOR, false) > 1e-6, label);
    }
    if (known && !claims->symplectic_nearby) {
        TEST_ASSERT_TRUE_MESSAGE(asymplecticity(OSCILLATOR, true) > 1e-6, label);
    }
}

/* ------------------------------------------------------------------ what is conserved */

static void check_reversible(const struct md_claims *claims)
{
    if (!claims->reversible)
        return;
    start(FIVE, 0.005);
    struct md_atoms *atoms = &system_->atoms;
    size_t n = 3 * CLUSTER_ATOMS;
    int steps = 200 / period * period; /* turned around where all clocks agree */
    advance(steps, true);
    double away = distance(atoms->x[0], cluster_x[0], n);
    for (size_t i = 0; i < atoms->count; i++) {
        for (int k = 0; k < 3; k++)
            atoms->v[i][k] = -atoms->v[i][k];
    }
    type->changed(state, &dynamics, MD_CHANGED_VELOCITY);
    advance(steps, true);
    double back = distance(atoms->x[0], cluster_x[0], n);
    finish();
    TEST_ASSERT_TRUE(away > 0.1);
    /* Events bend ways suddenly, and rounding grows faster. */
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(claims->order > 0 ? 1e-11 : 1e-9, 0.0, back, label);
}

static void check_momenta(const struct md_claims *claims)
{
    for (enum problem problem = first_problem; problem <= FIVE; problem++) {
        double linear[2][3], angular[2][3];
        start(problem, problem == FIVE ? 0.005 : 0.5 * stride[problem]);
        momenta(linear[0], angular[0]);
        advance(problem == FIVE ? 2000 : 200, true);
        momenta(linear[1], angular[1]);
        finish();
        for (int k = 0; k < 3; k++) {
            if (claims->conserves_momentum && problem >= ICOSAHEDRON)
                TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, linear[0][k], linear[1][k], label);
            if (claims->conserves_angular_momentum)
                TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-11, angular[0][k], angular[1][k], label);
        }
        bool known = strcmp(type->style.name, "rk4") == 0;
        if (known && !claims->conserves_angular_momentum && problem == OSCILLATOR) {
            TEST_ASSERT_TRUE_MESSAGE(fabs(angular[0][2] - angular[1][2]) > 1e-6, label);
        }
    }
}

/* The largest error of the energy in each half of a time of 50. */
static double energy_error(double timestep, double worst[2])
{
    start(FIVE, timestep);
    double first = energy();
    worst[0] = worst[1] = 0.0;
    for (int piece = 0; piece < 126; piece++) {
        advance(llround(0.4 / timestep), true);
        worst[piece / 63] = fmax(worst[piece / 63], fabs(energy() - first));
    }
    finish();
    return fmax(worst[0], worst[1]);
}

/* Of terraces, K + V_h is what is conserved. */
static void check_terraced_energy(void)
{
    const struct md_ledger_terraces *seen = &system_->ledger.terraces;
    start(FIVE, 0.005);
    double first = seen->total;
    TEST_ASSERT_TRUE_MESSAGE(seen->active && seen->steps == 0 && seen->height > 0.0, label);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.5, energy(), first, label);
    advance(10000, true);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.5, energy(), seen->total, label);
    TEST_ASSERT_TRUE_MESSAGE(seen->uphill + seen->downhill > 1000, label);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, first, seen->total, label);
    uint64_t binned = 0;
    for (int k = 0; k < MD_LEDGER_BINS; k++)
        binned += seen->bin[k];
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(seen->steps, binned, label);
    finish();
}

/* A symplectic scheme's energy error does not grow, and shrinks with the step about as its order
 * says: paths differ, so the largest errors are not found at the same places. */
static void check_energy(const struct md_claims *claims)
{
    double half[2], step = 0.001;
    if (claims->order > 1)
        step = claims->order > 4 ? 0.02 : claims->order > 2 ? 0.01 : 0.005;
    if (type->keeps_terraces) {
        check_terraced_energy();
    } else if (claims->conserves_energy) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, energy_error(0.005, half));
    } else if (claims->symplectic || claims->symplectic_nearby) {
        double coarse = energy_error(step, half), fine = energy_error(0.5 * step, half);
        TEST_ASSERT_TRUE_MESSAGE(coarse < (claims->order < 2 ? 0.1 : 0.01), label);
        TEST_ASSERT_TRUE_MESSAGE(log2(coarse / fine) > claims->order - 1.2, label);
        TEST_ASSERT_TRUE_MESSAGE(half[1] < 3.0 * half[0], label);
    }
}

static void test_order(void)
{
    for_all(check_order);
}

static void test_symplectic(void)
{
    for_all(check_symplectic);
    for_all(check_not_symplectic);
}

static void test_reversible(void)
{
    for_all(check_reversible);
}

static void test_momenta(void)
{
    for_all(check_momenta);
}

static void test_energy(void)
{
    for_all(check_energy);
}

static void test_registry(void)
{
    TEST_ASSERT_NOT_NULL(md_integrator_find("verlet"));
    TEST_ASSERT_NULL(md_integrator_find("Verlet"));
    TEST_ASSERT_NULL(md_integrator_at(-1));
    for (int k = 0; k < OPTIONS; k++)
        TEST_ASSERT_NOT_NULL_MESSAGE(md_integrator_find(options[k].name), options[k].name);
}

/* ------------------------------------------------------------------ its own equations */

/* The acceleration at x in the oscillator's field, and one step of the present case. */
static void acceleration(const double x[3], double a[3])
{
    double r2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    for (int k = 0; k < 3; k++)
        a[k] = -2.0 * (1.0 - 4.0 * r2 + 3.0 * r2 * r2) * x[k];
}

static void step_of(const char *name, const char *line, double h, md_vec3 x[2], md_vec3 v[2])
{
    type = md_integrator_find(name);
    words = line;
    period = 1;
    TEST_ASSERT_NOT_NULL_MESSAGE(type, name);
    start(OSCILLATOR, h);
    memcpy(x[0], system_->atoms.x[0], sizeof(md_vec3));
    memcpy(v[0], system_->atoms.v[0], sizeof(md_vec3));
    advance(1, true);
    memcpy(x[1], system_->atoms.x[0], sizeof(md_vec3));
    memcpy(v[1], system_->atoms.v[0], sizeof(md_vec3));
    finish();
}

/* Schemes that are near each other share their claims: what is between them are the equations. */
static void test_midpoint_equations(void)
{
    const double h = 0.2;
    md_vec3 x[2], v[2], middle, a;
    step_of("midpoint", "", h, x, v);
    for (int k = 0; k < 3; k++)
        middle[k] = 0.5 * (x[0][k] + x[1][k]);
    acceleration(middle, a);
    for (int k = 0; k < 3; k++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, v[0][k] + h * a[k], v[1][k]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, x[0][k] + 0.5 * h * (v[0][k] + v[1][k]), x[1][k]);
    }
}

static void newmark_equations(const char *line, double beta, double gamma)
{
    const double h = 0.1;
    md_vec3 x[2], v[2], a[2];
    step_of("newmark", line, h, x, v);
    acceleration(x[0], a[0]);
    acceleration(x[1], a[1]);
    for (int k = 0; k < 3; k++) {
        double moved = h * v[0][k] + h * h * ((0.5 - beta) * a[0][k] + beta * a[1][k]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, x[0][k] + moved, x[1][k]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, v[0][k] + h * ((1.0 - gamma) * a[0][k] + gamma * a[1][k]),
                                  v[1][k]);
    }
}

static void test_newmark_equations(void)
{
    newmark_equations("0.25 0.5", 0.25, 0.5);
    newmark_equations("0.6 0.9", 0.6, 0.9);
    newmark_equations("0 0.5", 0.0, 0.5);
    newmark_equations("0 0.8", 0.0, 0.8);
}

/* Where a step is too long for the iteration the run ends, and says why. */
static void test_no_solution(void)
{
    type = md_integrator_find("midpoint");
    words = "iterations 20";
    start(OSCILLATOR, 5.0);
    TEST_ASSERT_EQUAL(MD_ERR_RUN, type->advance(state, &dynamics, MD_TICKS_PER_STEP, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.text, "step 1: the implicit equations are not solved"));
    finish();
}

/* ------------------------------------------------------------------ how it is driven */

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
static void check_pieces(const struct md_claims *claims)
{
    start(FIVE, 0.005);
    advance(500, true);
    struct snapshot whole = take();
    finish();
    start(FIVE, 0.005);
    for (int done = 0, size = 1; done < 500; done += size, size = size % 13 + 1) {
        if (size > 500 - done)
            size = 500 - done;
        advance(size, size % 2 == 0 || done + size == 500);
    }
    struct snapshot cut = take();
    finish();
    if (claims->collisional) /* impulses since the last look: these differ */
        memcpy(cut.tally.virial, whole.tally.virial, sizeof cut.tally.virial);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&whole, &cut, sizeof(whole), label);
}

static void test_pieces(void)
{
    for_all(check_pieces);
}

/* Whoever stops a run finds it at a whole step, with its energies. */
static void check_stop(const struct md_claims *claims)
{
    (void)claims;
    start(FIVE, 0.005);
    advance(1, true);
    struct snapshot one = take();
    finish();
    start(FIVE, 0.005);
    stop = 1;
    TEST_ASSERT_EQUAL(MD_OK, type->advance(state, &dynamics, 100 * MD_TICKS_PER_STEP, &error));
    TEST_ASSERT_TRUE(system_->clock.now == MD_TICKS_PER_STEP);
    struct snapshot stopped = take();
    finish();
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&one, &stopped, sizeof(one), label);
}

static void test_stop(void)
{
    for_all(check_stop);
}

/* Atoms outside the mobile groups stay, those inside move. */
static void check_mobile(const struct md_claims *claims)
{
    (void)claims;
    prepare(FIVE, 0.005);
    for (int a = 0; a < CLUSTER_ATOMS; a++)
        system_->atoms.groups[a] = a < 2 ? 1 : 3;
    dynamics.mobile = 2;
    begin();
    advance(10, true);
    struct md_frame frame = observe();
    for (int a = 0; a < CLUSTER_ATOMS; a++) {
        int64_t id = frame.system->atoms.id[a] - 1;
        bool moved = memcmp(frame.x[a], cluster_x[id], sizeof(md_vec3)) != 0;
        TEST_ASSERT_EQUAL_MESSAGE(id >= 2, moved, label);
    }
    finish();
}

static void test_mobile(void)
{
    for_all(check_mobile);
}

/* Backwards and between steps are defects of the caller, told as such. */
static void test_refusals(void)
{
    struct md_frame frame;
    type = md_integrator_find("verlet");
    words = "";
    start(FIVE, 0.005);
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
    words = "";
    start(FIVE, 0.005);
    advance(3, true);
    memcpy(system_->atoms.x[1], system_->atoms.x[0], sizeof(md_vec3));
    memcpy(system_->atoms.v[1], system_->atoms.v[0], sizeof(md_vec3));
    memset(system_->atoms.f[0], 0, sizeof(md_vec3));
    memset(system_->atoms.f[1], 0, sizeof(md_vec3));
    dynamics.look = true;
    TEST_ASSERT_EQUAL(MD_ERR_RUN, type->advance(state, &dynamics, 4 * MD_TICKS_PER_STEP, &error));
    TEST_ASSERT_EQUAL_STRING_LEN("step 4: ", error.text, 8);
    finish();
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_registry);
    RUN_TEST(test_order);
    RUN_TEST(test_symplectic);
    RUN_TEST(test_reversible);
    RUN_TEST(test_momenta);
    RUN_TEST(test_energy);
    RUN_TEST(test_midpoint_equations);
    RUN_TEST(test_newmark_equations);
    RUN_TEST(test_no_solution);
    RUN_TEST(test_pieces);
    RUN_TEST(test_stop);
    RUN_TEST(test_mobile);
    RUN_TEST(test_refusals);
    RUN_TEST(test_error_names_step);
    return UNITY_END();
}
