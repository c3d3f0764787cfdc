/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Velocity Verlet (Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76 (1982) 637): a half kick,
 * a drift, new forces, a half kick,
 *
 *     v(t + h/2) = v(t) + (h/2) f(x(t)) / m
 *     x(t + h)   = x(t) + h v(t + h/2)
 *     v(t + h)   = v(t + h/2) + (h/2) f(x(t + h)) / m.
 *
 * Each component is updated by exactly these operations in exactly this order, which is the order
 * LAMMPS users' trajectories were made with: two programs then differ by the rounding of forces
 * alone.  Between two steps nobody looks at, the closing half kick of one and the opening half kick
 * and drift of the next run in one sweep over memory; the additions stay two, so the bits stay the
 * same as if somebody had looked.
 *
 * Thermostats and barostats (integrate/coupling.h) act around these operations.  Where there are
 * some, the moving fixes are served one after another and no sweeps are joined.  Constraints stand
 * between forces and kicks, and after them.
 *
 * What is not particular to this method is in integrate/step/march.h.
 */
#include "integrate/schemes.h"
#include "integrate/step/march.h"

struct verlet {
    struct md_march march;
};

/* Which sweep over the atoms. */
enum sweep { OPEN, CLOSE, CLOSE_AND_OPEN, DRIFT };

static struct md_claims verlet_claims(const void *state)
{
    (void)state;
    return (struct md_claims){
        .order = 2,
        .stable = 2.0,
        .symplectic = true,
        .reversible = true,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
    };
}

static inline void half_kick(double *restrict v, const double *restrict f, double kick)
{
    v[0] += kick * f[0];
    v[1] += kick * f[1];
    v[2] += kick * f[2];
}

static inline void drift(double *restrict x, const double *restrict v, double h)
{
    x[0] += h * v[0];
    x[1] += h * v[1];
    x[2] += h * v[2];
}

static inline void move_atom(struct md_atoms *atoms, size_t i, enum sweep sweep, double kick,
                             double h)
{
    double *x = atoms->x[i], *v = atoms->v[i];
    const double *f = atoms->f[i];
    if (sweep == CLOSE || sweep == CLOSE_AND_OPEN)
        half_kick(v, f, kick);
    if (sweep == OPEN || sweep == CLOSE_AND_OPEN) {
        half_kick(v, f, kick);
        drift(x, v, h);
    }
    if (sweep == DRIFT)
        drift(x, v, h);
}

static inline void move_share(const struct md_mobility *mobility, struct md_atoms *atoms,
                              uint32_t mobile, size_t begin, size_t end, enum sweep sweep, double h)
{
    const int *row = md_mobility_rows(mobility, atoms);
    const double *kick = mobility->half_kick;
    if ((mobility->all && mobile == mobility->groups) || mobile == md_group_bit(0)) {
        for (size_t i = begin; i < end; i++)
            move_atom(atoms, i, sweep, kick[row[i]], h);
        return;
    }
    for (size_t i = begin; i < end; i++) {
        if (atoms->groups[i] & mobile)
            move_atom(atoms, i, sweep, kick[row[i]], h);
    }
}

/* One loop per sweep, so that the compiler sees each without its choices. */
static void move_range(const struct md_mobility *mobility, struct md_atoms *atoms, uint32_t mobile,
                       size_t begin, size_t end, enum sweep sweep, double h)
{
    switch (sweep) {
    case OPEN:
        move_share(mobility, atoms, mobile, begin, end, OPEN, h);
        break;
    case CLOSE:
        move_share(mobility, atoms, mobile, begin, end, CLOSE, h);
        break;
    case CLOSE_AND_OPEN:
        move_share(mobility, atoms, mobile, begin, end, CLOSE_AND_OPEN, h);
        break;
    case DRIFT:
        move_share(mobility, atoms, mobile, begin, end, DRIFT, h);
        break;
    }
}

static void move(struct md_dynamics *dynamics, uint32_t mobile, enum sweep sweep)
{
    struct md_system *system = dynamics->system;
    const struct md_mobility *mobility = &dynamics->mobility;
    struct md_atoms *atoms = &system->atoms;
    double h = system->clock.timestep;
    size_t count = atoms->count;
    if (count < MD_MARCH_PARALLEL || system->threads < 2) {
        move_range(mobility, atoms, mobile, 0, count, sweep, h);
        return;
    }
    int shares = system->threads;
#pragma omp parallel for default(none) schedule(static) num_threads(shares)                        \
    shared(mobility, atoms, mobile, count, sweep, h, shares)
    for (int s = 0; s < shares; s++)
        move_range(mobility, atoms, mobile, count * (size_t)s / (size_t)shares,
                   count * ((size_t)s + 1) / (size_t)shares, sweep, h);
}

/* One hook of one coupling, if it has it. */
static inline enum md_status
serve(struct md_dynamics *dynamics, const struct md_coupling *coupling,
      enum md_status (*hook)(void *, struct md_system *, struct md_error *), struct md_error *error)
{
    return hook != NULL ? hook(coupling->state, dynamics->system, error) : MD_OK;
}

/* Constraints, at one of their three places. */
enum moment { BEGUN, FORCED, CLOSED };

static enum md_status constrain(struct md_dynamics *dynamics, enum moment moment,
                                struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int k = 0; k < dynamics->couplings_count && status == MD_OK; k++) {
        const struct md_coupling *coupling = &dynamics->couplings[k];
        status = serve(dynamics, coupling,
                       moment == BEGUN    ? coupling->begun
                       : moment == FORCED ? coupling->forced
                                          : coupling->closed,
                       error);
    }
    return status;
}

/* A run that is resumed has its forces already. */
static enum md_status verlet_begin(void *state, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    bool resumed = dynamics->forces->resume != NULL;
    enum md_status status = md_march_begin(state, dynamics, error);
    return status == MD_OK && !resumed ? constrain(dynamics, BEGUN, error) : status;
}

static enum md_status ready(struct verlet *verlet, struct md_dynamics *dynamics, md_tick t_stop,
                            struct md_error *error)
{
    bool stale = verlet->march.stale;
    enum md_status status = md_march_ready(&verlet->march, dynamics, t_stop, error);
    if (status == MD_OK && stale)
        status = constrain(dynamics, BEGUN, error);
    return status;
}

/* Moving fix after moving fix, as the deck names them. */
static enum md_status open_step(struct md_dynamics *dynamics, struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int k = 0; k < dynamics->couplings_count && status == MD_OK; k++) {
        const struct md_coupling *coupling = &dynamics->couplings[k];
        status = serve(dynamics, coupling, coupling->open, error);
        if (status == MD_OK && coupling->groups != 0)
            move(dynamics, coupling->groups, CLOSE);
        if (status == MD_OK)
            status = serve(dynamics, coupling, coupling->drift, error);
        if (status == MD_OK && coupling->groups != 0)
            move(dynamics, coupling->groups, DRIFT);
        if (status == MD_OK)
            status = serve(dynamics, coupling, coupling->drift, error);
        if (status == MD_OK)
            status = serve(dynamics, coupling, coupling->moved, error);
    }
    return status;
}

static enum md_status close_step(struct md_dynamics *dynamics, struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int k = 0; k < dynamics->couplings_count && status == MD_OK; k++) {
        const struct md_coupling *coupling = &dynamics->couplings[k];
        if (coupling->groups != 0)
            move(dynamics, coupling->groups, CLOSE);
        status = serve(dynamics, coupling, coupling->close, error);
    }
    return status;
}

static bool virial_always(const struct md_dynamics *dynamics)
{
    for (int k = 0; k < dynamics->couplings_count; k++) {
        if (dynamics->couplings[k].virial)
            return true;
    }
    return false;
}

/* A step's share of int K dt: in its discrete Lagrangian the velocity is that of the drift. */
static inline void pay(struct md_dynamics *dynamics)
{
    struct md_system *system = dynamics->system;
    if (!system->heat.pays)
        return;
    md_heat_pay(system, (const md_vec3 *)system->atoms.v, system->clock.timestep);
    md_heat_close(system);
}

static enum md_status advance_coupled(struct verlet *verlet, struct md_dynamics *dynamics,
                                      md_tick t_stop, struct md_error *error)
{
    struct md_clock *clock = &dynamics->system->clock;
    bool always = virial_always(dynamics);
    for (bool last = false; !last;) {
        clock->now += MD_TICKS_PER_STEP;
        enum md_status status = open_step(dynamics, error);
        pay(dynamics);
        bool stopping = dynamics->stop != NULL && *dynamics->stop != 0;
        last = stopping || clock->now == t_stop;
        if (status == MD_OK)
            status = md_march_forces(&verlet->march, dynamics,
                                     always || (last && (dynamics->look || stopping)), error);
        verlet->march.steps++;
        if (status == MD_OK)
            status = constrain(dynamics, FORCED, error);
        if (status == MD_OK)
            status = close_step(dynamics, error);
        if (status == MD_OK)
            status = constrain(dynamics, CLOSED, error);
        if (status != MD_OK)
            return md_march_at_step(dynamics->system, error);
    }
    return MD_OK;
}

static enum md_status verlet_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                     struct md_error *error)
{
    struct verlet *verlet = state;
    struct md_clock *clock = &dynamics->system->clock;
    uint32_t mobile = dynamics->mobile;
    enum md_status status = ready(verlet, dynamics, t_stop, error);
    if (status != MD_OK || t_stop == clock->now)
        return status;
    if (dynamics->couplings_count > 0)
        return advance_coupled(verlet, dynamics, t_stop, error);
    move(dynamics, mobile, OPEN);
    pay(dynamics);
    for (;;) {
        clock->now += MD_TICKS_PER_STEP;
        /* The flag is read once a step, before the forces: whoever stops us wants energies too. */
        bool stopping = dynamics->stop != NULL && *dynamics->stop != 0;
        bool last = stopping || clock->now == t_stop;
        status =
            md_march_forces(&verlet->march, dynamics, last && (dynamics->look || stopping), error);
        verlet->march.steps++;
        if (status != MD_OK)
            return md_march_at_step(dynamics->system, error);
        if (last)
            break;
        move(dynamics, mobile, CLOSE_AND_OPEN);
        pay(dynamics);
    }
    move(dynamics, mobile, CLOSE);
    return MD_OK;
}

const struct md_integrator md_integrator_verlet = {
    .style =
        {
            .name = "verlet",
            .summary = "velocity Verlet: one time step for all atoms",
            .usage = "run_style verlet",
            .manual =
                "Advances the atoms of every group that has a fix nve with the velocity form of\n"
                "Verlet's method: half a kick, a drift, new forces, half a kick.  Second order,\n"
                "symplectic, time-reversible; conserves linear and angular momentum; the energy\n"
                "oscillates by an amount proportional to the square of the time step and does not\n"
                "drift.  This is the default run style.\n"
                "\n"
                "Forces without a potential enter by the discrete Lagrange-d'Alembert principle,\n"
                "m (x2 - 2 x1 + x0)/h^2 = F(x1) + f1: those that depend on time (fix addforce "
                "with\n"
                "a variable) at the time of x1, damping (fix viscous) with the velocity\n"
                "(x1 - x0)/h with which atoms arrive, all of it at the end of the step.  That is\n"
                "explicit, and of first order in the damping.",
            .cite = "W. C. Swope, H. C. Andersen, P. H. Berens, K. R. Wilson, "
                    "J. Chem. Phys. 76 (1982) 637",
            .state_size = sizeof(struct verlet),
        },
    .claims = verlet_claims,
    .needs = MD_NEEDS_SUM,
    .takes_filters = true,
    .takes_forcing = true,
    .takes_noise = true,
    .takes_mirrors = true,
    .takes_couplings = true,
    .pays_heat = true,
    .keep = md_march_keep,
    .begin = verlet_begin,
    .advance = verlet_advance,
    .observe = md_march_observe,
    .changed = md_march_changed,
    .end = md_march_end,
    .work = md_march_work,
};
