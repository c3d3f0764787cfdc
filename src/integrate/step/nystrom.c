/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that runs every Runge-Kutta-Nystrom table. */
#include "integrate/step/nystrom.h"

#include "base/memory.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* An insertion must make changes smaller by this factor, or Newton's method is tried. */
#define CONTRACTION 0.5

/* What a sweep is told, and what it found. */
struct pass {
    struct md_nystrom *nystrom;
    int stage;
    const double *weights;   /* of the accelerations in a velocity */
    double *out;             /* where look puts accelerations; NULL: in their place */
    md_tick begin;           /* of the step */
    double change, way, far; /* largest: change of a position, way from x0, coordinate */
};

static enum md_status make_room(struct md_nystrom *nystrom, size_t atoms, struct md_error *error)
{
    md_vec3 **array[2 + MD_NYSTROM_STAGES] = {&nystrom->x0, &nystrom->v0};
    if (atoms <= nystrom->room && nystrom->x0 != NULL)
        return MD_OK;
    for (int j = 0; j < MD_NYSTROM_STAGES; j++)
        array[2 + j] = &nystrom->a[j];
    for (int j = 0; j < 2 + nystrom->table.stages; j++) {
        if (md_memory_grow(array[j], 0, atoms, sizeof(md_vec3), error) != MD_OK)
            return error->status;
    }
    nystrom->room = atoms;
    return MD_OK;
}

void md_nystrom_destroy(void *state)
{
    struct md_nystrom *nystrom = state;
    md_memory_free(nystrom->x0);
    md_memory_free(nystrom->v0);
    for (int j = 0; j < MD_NYSTROM_STAGES; j++)
        md_memory_free(nystrom->a[j]);
    md_memory_free(nystrom->all);
    md_order_free(&nystrom->order);
    md_newton_free(&nystrom->newton);
}

/* Where the step begins. */
static void remember(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct pass *pass = context;
    struct md_nystrom *nystrom = pass->nystrom;
    const struct md_atoms *atoms = &dynamics->system->atoms;
    const int *row = md_mobility_rows(&dynamics->mobility, atoms);
    for (size_t i = begin; i < end; i++) {
        double inverse = dynamics->mobility.inverse[row[i]];
        memcpy(nystrom->x0[i], atoms->x[i], sizeof(md_vec3));
        memcpy(nystrom->v0[i], atoms->v[i], sizeof(md_vec3));
        for (int k = 0; k < 3; k++)
            nystrom->a[0][i][k] = inverse * atoms->f[i][k];
    }
}

/* Puts an atom to x0 + c h v0 + h^2 sum a_i w_i, with the velocity v0 + h sum a_i u_i. */
static inline void put(const struct md_nystrom *nystrom, struct md_atoms *atoms, size_t i, double h,
                       double c, const double *w, const double *u)
{
    for (int k = 0; k < 3; k++) {
        double x = 0.0, v = 0.0;
        for (int j = 0; j < nystrom->table.stages; j++) {
            x += w[j] * nystrom->a[j][i][k];
            v += u[j] * nystrom->a[j][i][k];
        }
        atoms->x[i][k] = nystrom->x0[i][k] + h * (c * nystrom->v0[i][k] + h * x);
        atoms->v[i][k] = nystrom->v0[i][k] + h * v;
    }
}

static void to_stage(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct pass *pass = context;
    const struct md_nystrom *nystrom = pass->nystrom;
    const struct md_nystrom_table *table = &nystrom->table;
    struct md_system *system = dynamics->system;
    int j = pass->stage;
    for (size_t i = begin; i < end; i++) {
        if (md_dynamics_moves(dynamics, i))
            put(nystrom, &system->atoms, i, system->clock.timestep, table->c[j], table->a[j],
                table->b[j]);
    }
}

static void to_end(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct pass *pass = context;
    const struct md_nystrom *nystrom = pass->nystrom;
    struct md_system *system = dynamics->system;
    for (size_t i = begin; i < end; i++) {
        if (md_dynamics_moves(dynamics, i))
            put(nystrom, &system->atoms, i, system->clock.timestep, 1.0, nystrom->table.p,
                nystrom->table.q);
    }
}

static void to_velocity(void *context, struct md_dynamics *dynamics, size_t begin, size_t end)
{
    const struct pass *pass = context;
    const struct md_nystrom *nystrom = pass->nystrom;
    struct md_system *system = dynamics->system;
    double h = system->clock.timestep;
    for (size_t i = begin; i < end; i++) {
        if (!md_dynamics_moves(dynamics, i))
            continue;
        for (int k = 0; k < 3; k++) {
            double v = 0.0;
            for (int j = 0; j < nystrom->table.stages; j++)
                v += pass->weights[j] * nystrom->a[j][i][k];
            system->atoms.v[i][k] = nystrom->v0[i][k] + h * v;
        }
    }
}

/* The kinetic energy of the path that was found, by the method's quadrature. */
static void pay(struct pass *pass, struct md_dynamics *dynamics)
{
    const struct md_nystrom_table *table = &pass->nystrom->table;
    if (!dynamics->system->heat.pays)
        return;
    for (int r = 0; r < table->looks; r++) {
        pass->weights = table->l[r];
        md_march_sweep(dynamics, to_velocity, pass);
        md_march_pay(dynamics, table->k[r]);
    }
    md_heat_close(dynamics->system);
}

/* The most that a change of stage j's acceleration counts in a position. */
static double weight(const struct md_nystrom_table *table, int j)
{
    double most = fabs(table->p[j]);
    for (int i = 1; i < table->stages; i++)
        most = fmax(most, fabs(table->a[i][j]));
    return most;
}

/* Where the acceleration of atom i, the n-th by ID, goes at the present stage. */
static double *place_of(const struct pass *pass, size_t count, size_t n, size_t i)
{
    if (pass->out != NULL)
        return pass->out + 3 * ((size_t)(pass->stage - 1) * count + n);
    return pass->nystrom->a[pass->stage][i];
}

/* Keeps the stage's accelerations and finds how much they moved positions.  A NaN must not hide
 * behind a comparison. */
static void look(struct pass *pass, const struct md_dynamics *dynamics)
{
    struct md_nystrom *nystrom = pass->nystrom;
    const struct md_system *system = dynamics->system;
    const struct md_atoms *atoms = &system->atoms;
    double h = system->clock.timestep, scale = h * h * weight(&nystrom->table, pass->stage);
    double change = 0.0, way = 0.0, far = 0.0;
    const int *row = md_mobility_rows(&dynamics->mobility, atoms);
    for (size_t n = 0; n < atoms->count; n++) {
        size_t i = pass->out != NULL ? nystrom->order.atom[n] : n;
        if (!md_dynamics_moves(dynamics, i))
            continue;
        double inverse = dynamics->mobility.inverse[row[i]];
        const double *old = nystrom->a[pass->stage][i];
        double *kept = place_of(pass, atoms->count, n, i);
        for (int k = 0; k < 3; k++) {
            double a = inverse * atoms->f[i][k], d = scale * fabs(a - old[k]);
            if (d > change || isnan(d))
                change = d;
            way = fmax(way, fabs(atoms->x[i][k] - nystrom->x0[i][k]));
            far = fmax(far, fabs(atoms->x[i][k]));
            kept[k] = a;
        }
    }
    if (change > pass->change || isnan(change))
        pass->change = change;
    pass->way = fmax(pass->way, way);
    pass->far = fmax(pass->far, far);
}

/* All stages once; the clock goes to each. */
static enum md_status evaluate(struct pass *pass, struct md_dynamics *dynamics, md_tick begin,
                               struct md_error *error)
{
    struct md_nystrom *nystrom = pass->nystrom;
    pass->change = pass->way = pass->far = 0.0;
    for (int j = 1; j < nystrom->table.stages; j++) {
        pass->stage = j;
        dynamics->system->clock.now =
            begin + llround(nystrom->table.c[j] * (double)MD_TICKS_PER_STEP);
        md_march_sweep(dynamics, to_stage, pass);
        enum md_status status = md_march_forces_within(&nystrom->march, dynamics, error);
        if (status != MD_OK)
            return status;
        look(pass, dynamics);
    }
    return MD_OK;
}

/* Positions that change by no more than this do not change. */
static double enough_for(const struct pass *pass)
{
    return fmax(pass->nystrom->tolerance * pass->way, 2.0 * DBL_EPSILON * pass->far);
}

/* ------------------------------------------------------------------ Newton's method */

/* What its functions see. */
struct equations {
    struct pass pass;
    struct md_dynamics *dynamics;
};

static void spread(struct md_nystrom *nystrom, const double *all, size_t count)
{
    for (int j = 1; j < nystrom->table.stages; j++, all += 3 * count)
        for (size_t n = 0; n < count; n++)
            memcpy(nystrom->a[j][nystrom->order.atom[n]], all + 3 * n, sizeof(md_vec3));
}

/* All stages begin with the accelerations of the step's beginning. */
static void begin_all(struct md_nystrom *nystrom, size_t count)
{
    double *all = nystrom->all;
    for (int j = 1; j < nystrom->table.stages; j++, all += 3 * count)
        for (size_t n = 0; n < count; n++)
            memcpy(all + 3 * n, nystrom->a[0][nystrom->order.atom[n]], sizeof(md_vec3));
}

/* Atoms that do not move keep what they have. */
static enum md_status accelerations(void *context, const double *a, double *g,
                                    struct md_error *error)
{
    struct equations *equations = context;
    struct pass *pass = &equations->pass;
    size_t count = equations->dynamics->system->atoms.count;
    spread(pass->nystrom, a, count);
    memcpy(g, a, 3 * (size_t)(pass->nystrom->table.stages - 1) * count * sizeof *g);
    pass->out = g;
    return evaluate(pass, equations->dynamics, pass->begin, error);
}

static double longest(void *context, const double *step)
{
    const struct equations *equations = context;
    const struct md_nystrom_table *table = &equations->pass.nystrom->table;
    size_t row = 3 * equations->dynamics->system->atoms.count;
    double h = equations->dynamics->system->clock.timestep, most = 0.0;
    for (int j = 1; j < table->stages; j++) {
        double scale = h * h * weight(table, j);
        for (size_t i = 0; i < row; i++) {
            double d = scale * fabs(step[(size_t)(j - 1) * row + i]);
            if (d > most || isnan(d))
                most = d;
        }
    }
    return most;
}

static double enough(void *context)
{
    return enough_for(&((struct equations *)context)->pass);
}

/* Large beside rounding, small beside the way of the step. */
static double nudge(void *context)
{
    const struct pass *pass = &((struct equations *)context)->pass;
    return fmax(1e-5 * pass->way, 1e-8 * pass->far);
}

static enum md_status solve_by_newton(struct pass *pass, struct md_dynamics *dynamics,
                                      int64_t evaluations, bool *solved, struct md_error *error)
{
    struct md_nystrom *nystrom = pass->nystrom;
    struct equations equations = {.pass = *pass, .dynamics = dynamics};
    size_t count = dynamics->system->atoms.count;
    size_t size = 3 * count * (size_t)(nystrom->table.stages - 1);
    struct md_newton_problem problem = {.size = size,
                                        .context = &equations,
                                        .map = accelerations,
                                        .measure = longest,
                                        .enough = enough,
                                        .nudge = nudge,
                                        .evaluations = evaluations};
    if (size > nystrom->all_room) {
        if (md_memory_grow(&nystrom->all, 0, size, sizeof(double), error))
            return error->status;
        nystrom->all_room = size;
    }
    if (md_order_find(&nystrom->order, &dynamics->system->atoms, error))
        return error->status;
    begin_all(nystrom, count);
    enum md_status status =
        md_newton_solve(&nystrom->newton, &problem, nystrom->all, solved, &pass->change, error);
    spread(nystrom, nystrom->all, count);
    return status;
}

/* ------------------------------------------------------------------ a step */

static enum md_status solve(struct pass *pass, struct md_dynamics *dynamics, struct md_error *error)
{
    const struct md_nystrom *nystrom = pass->nystrom;
    double before = INFINITY;
    bool solved = false;
    int64_t n = 0;
    pass->begin = dynamics->system->clock.now;
    while (n < nystrom->iterations || !nystrom->table.implicit) {
        enum md_status status = evaluate(pass, dynamics, pass->begin, error);
        n++;
        if (status != MD_OK || !nystrom->table.implicit || pass->change <= enough_for(pass))
            return status;
        if (n > 2 && !(pass->change < CONTRACTION * before))
            break;
        before = pass->change;
    }
    if (n < nystrom->iterations &&
        solve_by_newton(pass, dynamics, nystrom->iterations - n, &solved, error))
        return error->status;
    if (solved)
        return MD_OK;
    md_error_set(error, MD_ERR_RUN, NULL,
                 "the implicit equations are not solved after %" PRId64
                 " iterations: positions still change by %g",
                 nystrom->iterations, pass->change);
    return md_error_hint(error, "the time step is too long for the stiffest forces");
}

enum md_status md_nystrom_open(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                               struct md_error *error)
{
    struct pass pass = {.nystrom = nystrom};
    enum md_status status = make_room(nystrom, dynamics->system->atoms.count, error);
    if (status == MD_OK)
        md_march_sweep(dynamics, remember, &pass);
    return status;
}

enum md_status md_nystrom_solve(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                                struct md_error *error)
{
    struct pass pass = {.nystrom = nystrom};
    md_tick begin = dynamics->system->clock.now;
    size_t bytes = dynamics->system->atoms.count * sizeof(md_vec3);
    for (int j = 1; j < nystrom->table.stages; j++)
        memcpy(nystrom->a[j], nystrom->a[0], bytes);
    enum md_status status = solve(&pass, dynamics, error);
    dynamics->system->clock.now = begin;
    return status;
}

enum md_status md_nystrom_close(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                                bool tally, struct md_error *error)
{
    struct pass pass = {.nystrom = nystrom};
    dynamics->system->clock.now += MD_TICKS_PER_STEP;
    pay(&pass, dynamics);
    md_march_sweep(dynamics, to_end, &pass);
    md_march_margin(dynamics, nystrom->reach > 0.0 ? nystrom->reach : 2.0);
    enum md_status status = md_march_forces(&nystrom->march, dynamics, tally, error);
    if (status == MD_OK && nystrom->table.last != 0.0)
        md_march_kick(dynamics, nystrom->table.last);
    return status;
}

static enum md_status nystrom_step(void *state, struct md_dynamics *dynamics, bool tally,
                                   struct md_error *error)
{
    struct md_nystrom *nystrom = state;
    if (md_nystrom_open(nystrom, dynamics, error) || md_nystrom_solve(nystrom, dynamics, error))
        return error->status;
    return md_nystrom_close(nystrom, dynamics, tally, error);
}

enum md_status md_nystrom_advance(struct md_nystrom *nystrom, struct md_dynamics *dynamics,
                                  md_tick t_stop, struct md_error *error)
{
    return md_march_advance(nystrom, dynamics, t_stop, nystrom_step, error);
}
