/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The asynchronous variational integrator (A. Lew, J. E. Marsden, M. Ortiz and M. West, Arch.
 * Rational Mech. Anal. 167 (2003) 85; Int. J. Numer. Meth. Engng 60 (2004) 153), with elements that
 * overlap freely (E. Vouga, D. Harmon, R. Tamstorf and E. Grinspun, Comput. Methods Appl. Mech.
 * Engng 200 (2011) 2181).  With
 *
 *     L = sum_a m_a |v_a|^2 / 2 - sum_K V_K(x_K)
 *
 * each element K has its own times t_K^j.  The discrete Euler-Lagrange equations say: between
 * events atoms move in straight lines, and at t_K^j element K gives its atoms the impulse
 * -w grad V_K(x_K), w = (t_K^{j+1} - t_K^{j-1}) / 2, half of that at the start.  With all steps
 * equal this is velocity Verlet.
 *
 * Here are the hooks of struct md_integrator.  How elements are driven is the engine's business;
 * see avi.h for the files.
 */
#include "integrate/avi/avi.h"
#include "integrate/schemes.h"
#include "integrate/step/march.h"

#include "base/memory.h"

#include <time.h>

static struct md_claims avi_claims(const void *state)
{
    const struct md_avi *avi = state;
    /* Steps of a cascade follow the state: nothing but momentum is then exact. */
    bool constant = !avi->words.hot;
    return (struct md_claims){
        .order = 2,
        .symplectic = constant,
        .reversible = constant,
        .conserves_momentum = true,
        .conserves_angular_momentum = true,
        .asynchronous = true,
    };
}

static enum md_status avi_create(void *state, const struct md_args *args, struct md_error *error)
{
    struct md_avi *avi = state;
    enum md_status status = md_avi_read(&avi->words, args, error);
    if (status != MD_OK)
        md_avi_words_free(&avi->words);
    return status;
}

/* ------------------------------------------------------------------ set-up */

static const struct md_avi_engine *engine_of(const struct md_avi_words *words)
{
    if (words->hot)
        return &md_avi_hot;
    return words->elements == MD_AVI_GROUP ? &md_avi_group : &md_avi_single;
}

static enum md_status list_classes(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    if (avi->engine->synchronous) /* has no use for classes */
        return avi->engine->listed(avi, dynamics, error);
    if (md_classes_list(&avi->classes, dynamics->forces, dynamics->system, error))
        return error->status;
    md_avi_count(avi, dynamics);
    if (avi->engine->listed != NULL && avi->engine->listed(avi, dynamics, error))
        return error->status;
    if (avi->words.stiffness > 0.0 && avi->words.elements == MD_AVI_GROUP)
        return md_avi_stiffest(avi, dynamics, error);
    return MD_OK;
}

/* Without a skin a list is outdated as soon as it is made, and atoms are on their way between
 * events. */
static enum md_status need_skin(const struct md_avi *avi, const struct md_dynamics *dynamics,
                                struct md_error *error)
{
    const struct md_forces *forces = dynamics->forces;
    const struct md_potential_use *pair = &forces->pair;
    if (forces->neighbors.rules.skin > 0.0 || pair->type == NULL ||
        !(pair->type->reach(pair->state) > 0.0))
        return MD_OK;
    md_error_set(error, MD_ERR_VALUE, &avi->words.place,
                 "run_style avi needs neighbour lists with a skin greater than 0, and it is %g",
                 forces->neighbors.rules.skin);
    return md_error_hint(error, "neighbor 0.3 bin");
}

/* Everything from the present, synchronous state. */
enum md_status md_avi_set_up(struct md_avi *avi, struct md_dynamics *dynamics,
                             struct md_error *error)
{
    struct md_forces *forces = dynamics->forces;
    forces->neighbors.margin = 0.0;
    avi->flying = avi->flight.aside = false;
    avi->evaluations++;
    avi->mobile = dynamics->mobile;
    avi->externals = forces->externals_count;
    if (md_forces_begin(forces, dynamics->system, error) || md_dynamics_mobilize(dynamics, error))
        return error->status;
    if (need_skin(avi, dynamics, error))
        return error->status;
    avi->engine = engine_of(&avi->words);
    if (md_avi_plan(avi, dynamics, error) || avi->engine->begin(avi, dynamics, error) ||
        list_classes(avi, dynamics, error))
        return error->status;
    avi->flight.atoms = dynamics->system->atoms.count;
    avi->stale = false;
    return MD_OK;
}

/* Nobody touched what the last run left: its flight goes on. */
static bool untouched(const struct md_avi *avi, const struct md_dynamics *dynamics)
{
    const struct md_system *system = dynamics->system;
    const struct md_forces *forces = dynamics->forces;
    return avi->engine != NULL && avi->flying && avi->flight.aside && !avi->stale &&
           forces->listed && forces->resume == NULL && avi->mobile == dynamics->mobile &&
           avi->externals == forces->externals_count && avi->now == system->clock.now &&
           avi->quantum == system->clock.timestep / (double)MD_TICKS_PER_STEP &&
           avi->flight.print == md_flight_print(system);
}

static void reset_counts(struct md_avi *avi)
{
    avi->events = avi->evaluations = avi->fewest = avi->most = avi->synchronised = 0;
    avi->seconds = avi->queue_seconds = avi->shortest = 0.0;
    avi->record = (struct md_avi_record){0};
    for (int k = 0; k < MD_AVI_CLASSES; k++)
        avi->clock[k].updates = 0;
}

/* A new start, or that of a restart, which knows its steps. */
static enum md_status start(struct md_avi *avi, struct md_dynamics *dynamics,
                            struct md_error *error)
{
    bool anew = dynamics->forces->resume == NULL;
    avi->chosen = avi->words;
    avi->omega = 0.0;
    if (avi->words.tolerance > 0.0 && !anew)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.tolerance_place,
                            "'step auto %g' would choose anew, and a restart goes on with the "
                            "steps it had: give the run_style that the first run printed",
                            avi->words.tolerance);
    if (avi->words.tolerance > 0.0 && md_avi_auto(avi, dynamics, error))
        return error->status;
    reset_counts(avi);
    if (md_avi_set_up(avi, dynamics, error) ||
        (anew && !avi->words.hot && md_avi_periods(avi, dynamics, error)))
        return error->status;
    return md_avi_announce(avi, dynamics, error);
}

static enum md_status avi_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    struct md_forces *forces = dynamics->forces;
    reset_counts(avi);
    avi->begin_time = md_clock_time(&dynamics->system->clock);
    if (untouched(avi, dynamics)) {
        forces->lost = forces->lost_id = 0;
        forces->neighbors.builds = forces->neighbors.dangerous = 0;
        forces->warnings = 0;
        forces->warned = false;
    } else if (start(avi, dynamics, error)) {
        return error->status;
    }
    if (md_avi_ledger_begin(avi, dynamics, error))
        return error->status;
    md_avi_record_add(avi, dynamics, &forces->tally);
    return MD_OK;
}

static void avi_changed(void *state, struct md_dynamics *dynamics, unsigned what)
{
    struct md_avi *avi = state;
    (void)dynamics;
    avi->flying = avi->flight.aside = false;
    if (what & (MD_CHANGED_ATOMS | MD_CHANGED_BOX | MD_CHANGED_POTENTIAL | MD_CHANGED_TIMESTEP))
        avi->stale = true;
}

/* ------------------------------------------------------------------ flying */

double md_avi_wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static enum md_status launch(struct md_avi *avi, struct md_dynamics *dynamics,
                             struct md_error *error)
{
    avi->origin = avi->now = dynamics->system->clock.now;
    for (int k = 0; k < avi->classes.count; k++) {
        avi->clock[k].next = avi->origin;
        avi->clock[k].balance.open = false;
    }
    avi->synchronised++;
    enum md_status status = avi->engine->launch(avi, dynamics, error);
    avi->flying = status == MD_OK;
    return status;
}

/* Puts the flight aside and shows the synchronous state in its place. */
static enum md_status publish(struct md_avi *avi, struct md_dynamics *dynamics,
                              struct md_error *error)
{
    struct md_tally tally = {0};
    if (avi->engine->synchronous) {
        if (dynamics->look)
            md_avi_record_add(avi, dynamics, &dynamics->forces->tally);
        return MD_OK;
    }
    if (md_flight_put(&avi->flight, &dynamics->system->atoms, error))
        return error->status;
    if (avi->engine->synchronise(avi, dynamics, avi->now, &tally, error) ||
        md_forces_settle(dynamics->forces, dynamics->system, &tally, error))
        return error->status;
    avi->flight.aside = true;
    avi->evaluations++;
    md_avi_record_add(avi, dynamics, &dynamics->forces->tally);
    return MD_OK;
}

enum md_status md_avi_fly(struct md_avi *avi, struct md_dynamics *dynamics, md_tick t_stop,
                          struct md_error *error)
{
    struct md_clock *clock = &dynamics->system->clock;
    if (avi->stale && md_avi_set_up(avi, dynamics, error))
        return error->status;
    if (t_stop == clock->now)
        return MD_OK;
    if (!avi->flying && launch(avi, dynamics, error))
        return error->status;
    if (avi->resumed && avi->engine->resumed != NULL && avi->engine->resumed(avi, dynamics, error))
        return error->status;
    avi->resumed = false;
    if (avi->flight.aside)
        md_flight_take(&avi->flight, &dynamics->system->atoms);
    enum md_status status = avi->engine->advance(avi, dynamics, &t_stop, error);
    if (status != MD_OK)
        return status;
    clock->now = avi->now = t_stop;
    md_avi_ledger_show(avi, dynamics);
    return publish(avi, dynamics, error);
}

static enum md_status avi_advance(void *state, struct md_dynamics *dynamics, md_tick t_stop,
                                  struct md_error *error)
{
    struct md_avi *avi = state;
    double begin = md_avi_wall();
    enum md_status status = md_avi_fly(avi, dynamics, t_stop, error);
    avi->seconds += md_avi_wall() - begin;
    if (status != MD_OK) {
        avi->flying = avi->flight.aside = false;
        return md_march_at_step(dynamics->system, error);
    }
    return MD_OK;
}

static enum md_status avi_end(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    (void)error;
    avi->flight.print = md_flight_print(dynamics->system);
    return MD_OK;
}

static struct md_work avi_work(const void *state)
{
    const struct md_avi *avi = state;
    struct md_work work = {.events = avi->events, .force_evaluations = avi->evaluations};
    for (int k = 0; k < avi->classes.count; k++)
        work.element_evaluations += avi->clock[k].updates;
    return work;
}

/* ------------------------------------------------------------------ restart */

static enum md_status keep_clocks(struct md_avi *avi, struct md_archive *archive,
                                  struct md_error *error)
{
    int64_t count = avi->classes.count, step[MD_AVI_CLASSES] = {0}, next[MD_AVI_CLASSES] = {0};
    for (int k = 0; k < avi->classes.count; k++) {
        step[k] = avi->clock[k].step;
        next[k] = avi->clock[k].next;
    }
    if (md_archive_ints(archive, "steps", step, (size_t)count, error) ||
        md_archive_ints(archive, "next", next, (size_t)count, error) ||
        md_archive_ints(archive, "origin", &avi->origin, 1, error) ||
        md_archive_ints(archive, "now", &avi->now, 1, error))
        return error->status;
    for (int k = 0; k < avi->classes.count; k++) {
        if (avi->clock[k].own && step[k] >= 1)
            avi->clock[k].step = step[k];
        if (step[k] != avi->clock[k].step || next[k] < avi->now || next[k] > avi->now + step[k])
            return md_error_set(error, MD_ERR_FILE, NULL,
                                "the clock of the class '%s' makes no sense", avi->clock[k].name);
        avi->clock[k].next = next[k];
    }
    return MD_OK;
}

static enum md_status avi_keep(void *state, struct md_archive *archive, struct md_error *error)
{
    struct md_avi *avi = state;
    bool flags[2] = {avi->flying && avi->flight.aside, avi->stale};
    if (md_archive_bools(archive, "flags", flags, 2, error))
        return error->status;
    avi->stale = flags[1];
    if (!flags[0] || avi->engine == NULL)
        return MD_OK;
    if (keep_clocks(avi, archive, error) || md_flight_keep(&avi->flight, archive, error) ||
        (avi->engine->keep != NULL && avi->engine->keep(avi, archive, error)))
        return error->status;
    avi->flying = avi->flight.aside = true;
    avi->resumed = md_archive_reading(archive);
    return MD_OK;
}

static void avi_destroy(void *state)
{
    struct md_avi *avi = state;
    if (avi->engine != NULL && avi->engine->destroy != NULL)
        avi->engine->destroy(avi);
    md_avi_plan_free(avi);
    md_avi_words_free(&avi->words);
    md_flight_free(&avi->flight);
    *avi = (struct md_avi){0};
}

static const char manual[] =
    "Every interaction is an element with a clock of its own.  Between events atoms move in\n"
    "straight lines; at its events an element gives its atoms the impulse of its force over\n"
    "its own step, half of that at the start.  With all steps equal this is velocity Verlet.\n"
    "With constant steps the scheme is symplectic, and the energy error stays in a band.\n"
    "Rows, dumps and fixes see all atoms at one instant, with velocities, energies and\n"
    "pressures of that instant.  Looking never changes the path, but takes an evaluation of\n"
    "all forces.  Rows come at multiples of the timestep, elements at those of their own\n"
    "steps, which need not be multiples of it or of each other.\n"
    "\n"
    "  element group  all elements of a class (those with a common step) are evaluated together\n"
    "                 by the vector kernels: the default, for large systems\n"
    "  element pair   every pair, bond, embedding term and field is an entry of a queue\n"
    "  element atom   an atom's halves of pairs and its embedding term are one element\n"
    "  queue          heap or bucket, for single elements; has no influence on results\n"
    "\n"
    "What is given no step takes that of 'step uniform', else of shell 1, else the timestep.\n"
    "  step uniform H   everything\n"
    "  step pair|embed|bond|external H   one kind, e.g. stiff bonds in something soft\n"
    "  step type I J H  pairs of these types (n, m*n, ...); the last that fits counts\n"
    "  step shells H1 a1 b1 H2 ... Hn   pairs by distance, for long cutoffs: shell 1 fades out\n"
    "                   between a1 and b1 while shell 2 fades in, and so on\n"
    "  step stiffness F [max H]   F sqrt(m/k), k the curvature of each element (element group: of\n"
    "                   the stiffest of a class) when clocks start, never above a sixth of the\n"
    "                   fastest period; of little use where all pairs are one stiff network\n"
    "  step auto E      tries steps on a copy of the atoms, takes the cheapest whose energy per\n"
    "                   atom scatters by no more than E (rms) and prints them; stands alone\n"
    "  hot speed V radius R block H [accuracy A]   collision cascades: all atoms go by blocks of\n"
    "                   H; those faster than V or within R of one have short steps inside a\n"
    "                   block, bounded by the fastest atom near them.  A greater A is rougher\n"
    "                   (1).  Steps follow the state here, so energy is kept only so well:\n"
    "                   warm crystals lose energy (LJ at T = 1.05, skin 0.3: 4.4e-4 per atom\n"
    "                   and tau; none seen with a skin of 0.6).  Watch etotal.\n"
    "\n"
    "The table before a run shows the classes, their steps and fastest periods ('-': not\n"
    "bound or not known).  A step beyond a quarter of the fastest period of all forces pumps\n"
    "energy into the system (resonance), whatever the others are; beyond 1/pi of its class's\n"
    "own the motion explodes.  The period is that of the start: a lattice that melts has a\n"
    "shorter one, so begin from an equilibrated state.  Both are warned of, and so are far\n"
    "shells with the shorter\n"
    "steps and potentials whose force jumps at the cutoff, since that noise hides the\n"
    "integrator's error.  After a run: updates, those that one step for all would have needed,\n"
    "events per second, the scatter and drift of the energies seen, errors of momenta; more\n"
    "with compute avi/updates and avi/residual.\n"
    "Shells have nested lists, and far ones are evaluated rarely, so that a longer skin may\n"
    "pay: neighbor 0.5 to 0.9 instead of 0.3 (lj).\n"
    "\n"
    "The next run goes on in mid-flight, as does a restart file (after 'step auto', give the\n"
    "run_style it printed).  Whatever changes the system (velocity, timestep, potential, atoms,\n"
    "box, fixes like temp/rescale, another run_style) makes the clocks start again with half\n"
    "kicks from the synchronous state.\n"
    "Refused: projections of forces (setforce; but enforce2d is taken in two dimensions),\n"
    "forces that follow from no potential or depend on time (viscous, langevin), hard walls,\n"
    "and what acts inside a step (nvt, npt, deform).  hot also refuses bonds, external\n"
    "potentials and neigh_modify exclude.  Not in LAMMPS.";

const struct md_integrator md_integrator_avi = {
    .style =
        {
            .name = "avi",
            .summary = "asynchronous variational integrator: every interaction its own clock",
            .usage = "run_style avi [element group|pair|atom] [queue heap|bucket] "
                     "[step uniform H] [step type I J H] [step pair|embed|bond|external H] "
                     "[step shells H1 a1 b1 H2 ... Hn] [step stiffness F [max H]] [step auto E] "
                     "[hot speed V radius R block H [accuracy A]]",
            .manual = manual,
            .cite = "A. Lew, J. E. Marsden, M. Ortiz, M. West, "
                    "Arch. Rational Mech. Anal. 167 (2003) 85",
            .state_size = sizeof(struct md_avi),
        },
    .create = avi_create,
    .claims = avi_claims,
    .needs = MD_NEEDS_SUM,
    .takes_flat = true,
    .sums_parts = true,
    .keeps_ledger = true,
    .fixed_box = true,
    .keep = avi_keep,
    .begin = avi_begin,
    .advance = avi_advance,
    .observe = md_march_observe,
    .changed = avi_changed,
    .end = avi_end,
    .work = avi_work,
    .report = md_avi_report,
    .destroy = avi_destroy,
};
