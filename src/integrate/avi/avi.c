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

/* ------------------------------------------------------------------ set-up */

static const struct md_avi_engine *engine_of(const struct md_avi_words *words)
{
    if (words->hot)
        return &md_avi_hot;
    return words->elements == MD_AVI_GROUP ? &md_avi_group : &md_avi_single;
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

static enum md_status avi_listed(void *state, struct md_dynamics *dynamics, bool lost,
                                 struct md_error *error)
{
    struct md_avi *avi = state;
    (void)lost;
    if (!avi->engine->synchronous) {
        if (md_classes_list(&avi->classes, dynamics->forces, dynamics->system, error))
            return error->status;
        md_avi_count(avi, dynamics);
    }
    return avi->engine->listed(avi, dynamics, error);
}

static enum md_status avi_set_up(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    avi->evaluations++;
    if (need_skin(avi, dynamics, error))
        return error->status;
    avi->engine = engine_of(&avi->words);
    if (md_avi_plan(avi, dynamics, error) || avi->engine->begin(avi, dynamics, error))
        return error->status;
    if (avi_listed(avi, dynamics, false, error))
        return error->status;
    if (avi->words.stiffness > 0.0 && avi->engine == &md_avi_group)
        return md_avi_stiffest(avi, dynamics, error);
    return MD_OK;
}

/* ------------------------------------------------------------------ from event to event */

static enum md_status avi_launch(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    avi->origin = avi->loop.now;
    for (int k = 0; k < avi->classes.count; k++) {
        avi->clock[k].next = avi->origin;
        avi->clock[k].balance.open = false;
    }
    return avi->engine->launch(avi, dynamics, error);
}

static enum md_status avi_depart(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    return avi->engine->depart != NULL ? avi->engine->depart(avi, dynamics, error) : MD_OK;
}

static enum md_status avi_next(void *state, struct md_dynamics *dynamics, md_tick t_stop, bool *due,
                               struct md_error *error)
{
    struct md_avi *avi = state;
    return avi->engine->next(avi, dynamics, t_stop, due, error);
}

static enum md_status avi_event(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    return avi->engine->event(avi, dynamics, error);
}

static md_tick avi_latest(const void *state)
{
    const struct md_avi *avi = state;
    return avi->engine->latest(avi);
}

static enum md_status avi_synchronise(void *state, struct md_dynamics *dynamics, bool energies,
                                      struct md_error *error)
{
    struct md_avi *avi = state;
    struct md_tally tally = {0};
    (void)energies; /* what velocities lack follows from sums that know them */
    if (avi->engine->synchronise(avi, dynamics, avi->loop.now, &tally, error) ||
        md_forces_settle(dynamics->forces, dynamics->system, &tally, error))
        return error->status;
    avi->evaluations++;
    md_avi_record_add(avi, dynamics, &dynamics->forces->tally);
    return MD_OK;
}

/* It is synchronous, with energies where they were asked for in time. */
static enum md_status hot_synchronise(void *state, struct md_dynamics *dynamics, bool energies,
                                      struct md_error *error)
{
    (void)energies, (void)error;
    if (dynamics->look)
        md_avi_record_add(state, dynamics, &dynamics->forces->tally);
    return MD_OK;
}

static enum md_status avi_resumed(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    return avi->engine->resumed != NULL ? avi->engine->resumed(avi, dynamics, error) : MD_OK;
}

static void avi_show(void *state, struct md_dynamics *dynamics)
{
    md_avi_ledger_show(state, dynamics);
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
        md_archive_ints(archive, "now", &avi->loop.now, 1, error))
        return error->status;
    for (int k = 0; k < avi->classes.count; k++) {
        if (avi->clock[k].own && step[k] >= 1)
            avi->clock[k].step = step[k];
        if (step[k] != avi->clock[k].step || next[k] < avi->loop.now ||
            next[k] > avi->loop.now + step[k])
            return md_error_set(error, MD_ERR_FILE, NULL,
                                "the clock of the class '%s' makes no sense", avi->clock[k].name);
        avi->clock[k].next = next[k];
    }
    return MD_OK;
}

static enum md_status avi_keep(void *state, struct md_archive *archive, bool running,
                               struct md_error *error)
{
    struct md_avi *avi = state;
    if (!running)
        return MD_OK;
    if (keep_clocks(avi, archive, error))
        return error->status;
    return avi->engine->keep != NULL ? avi->engine->keep(avi, archive, error) : MD_OK;
}

#define AVI_SCHEME(where, shows)                                                                   \
    {                                                                                              \
        .place = where, .set_up = avi_set_up, .launch = avi_launch, .depart = avi_depart,          \
        .next = avi_next, .event = avi_event, .latest = avi_latest, .synchronise = shows,          \
        .listed = avi_listed, .keep = avi_keep, .resumed = avi_resumed, .show = avi_show           \
    }

static const struct md_event_scheme avi_scheme = AVI_SCHEME(MD_FLIGHT_ATOMS, avi_synchronise);
static const struct md_event_scheme hot_scheme = AVI_SCHEME(MD_FLIGHT_NONE, hot_synchronise);

/* ------------------------------------------------------------------ hooks */

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
    avi->loop.scheme = &avi_scheme;
    enum md_status status = md_avi_read(&avi->words, args, error);
    if (status != MD_OK)
        md_avi_words_free(&avi->words);
    else if (avi->words.hot)
        avi->loop.scheme = &hot_scheme;
    return status;
}

static void reset_counts(struct md_avi *avi)
{
    avi->events = avi->evaluations = avi->fewest = avi->most = 0;
    avi->queue_seconds = avi->shortest = 0.0;
    avi->record = (struct md_avi_record){0};
    for (int k = 0; k < MD_AVI_CLASSES; k++)
        avi->clock[k].updates = 0;
}

/* The steps of a new start, or of a restart, which has them already. */
static enum md_status choose_steps(struct md_avi *avi, struct md_dynamics *dynamics,
                                   struct md_error *error)
{
    avi->chosen = avi->words;
    avi->omega = 0.0;
    if (!(avi->words.tolerance > 0.0))
        return MD_OK;
    if (dynamics->forces->resume != NULL)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &avi->words.tolerance_place,
                            "'step auto %g' would choose again, and a restart goes on with the "
                            "steps it had: give the run_style that the first run printed",
                            avi->words.tolerance);
    return md_avi_auto(avi, dynamics, error);
}

static enum md_status avi_begin(void *state, struct md_dynamics *dynamics, struct md_error *error)
{
    struct md_avi *avi = state;
    bool goes_on = md_event_loop_goes_on(&avi->loop, dynamics);
    avi->begin_time = md_clock_time(&dynamics->system->clock);
    if (!goes_on && choose_steps(avi, dynamics, error))
        return error->status;
    reset_counts(avi);
    if (md_event_loop_begin(state, dynamics, error) ||
        (avi->loop.started && !avi->words.hot && md_avi_periods(avi, dynamics, error)) ||
        (!goes_on && md_avi_announce(avi, dynamics, error)) ||
        md_avi_ledger_begin(avi, dynamics, error))
        return error->status;
    md_avi_record_add(avi, dynamics, &dynamics->forces->tally);
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

static void avi_destroy(void *state)
{
    struct md_avi *avi = state;
    if (avi->engine != NULL && avi->engine->destroy != NULL)
        avi->engine->destroy(avi);
    md_avi_plan_free(avi);
    md_avi_words_free(&avi->words);
    md_event_loop_free(&avi->loop);
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
    "The next run goes on in mid-flight, as does a restart file written during a run (restart N;\n"
    "after 'step auto', give the run_style it printed); from one that write_restart wrote\n"
    "between runs clocks start again.  Whatever changes the system (velocity, timestep,\n"
    "potential, atoms, box, fixes like temp/rescale, another run_style) makes the clocks start\n"
    "again with half kicks from the synchronous state.\n"
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
    .keep = md_event_loop_keep,
    .begin = avi_begin,
    .advance = md_event_loop_advance,
    .observe = md_march_observe,
    .changed = md_event_loop_changed,
    .end = md_event_loop_end,
    .work = avi_work,
    .report = md_avi_report,
    .destroy = avi_destroy,
};
