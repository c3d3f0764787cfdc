/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The block at the end of a run states how much the total energy and momentum changed between its
 * first and last step, and how many atoms it lost.  Beside it stand warnings where a run cannot be
 * right, whose exit status stays 0:
 *
 * The energy, with what fixes count of theirs, changed by more than 5 % of the kinetic energy, in a
 * run in which no fix exchanges energy without counting it.  The kinetic energy is the largest of
 * all rows: a run may begin with atoms at rest that fall towards each other, and 5 % of nothing
 * would be a false alarm; one that explodes ends with an energy that is all kinetic.  What pairs
 * bring that cross a cutoff where the potential ends in a step is allowed besides, and what
 * constraints take out of velocities at the start.
 *
 * The momentum changed by more than 100 times what rounding can bring, where the atoms act on
 * nothing but each other.
 *
 * The temperature was above 100 times the highest that a fix asks for.  In a run without such a fix
 * whose energy is not kept either, 100 times that of the start counts, if the kinetic energy also
 * is larger than all of the potential energy at the start: atoms may begin cold and fall together.
 *
 * Before a run the step is compared with the fastest vibration (integrate/vibration.h), with no
 * false alarm: the estimated period is never shorter than the true one.
 */
#include "run/self_check.h"

#include "base/exact_rows.h"
#include "integrate/vibration.h"
#include "run/account.h"
#include "state/group_sums.h"
#include "state/mass.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define ROUGH 0.5   /* the same where what a fix counts drifts: an explosion is 1 */
#define SHARE 0.05  /* of the kinetic energy */
#define TIMES 100.0 /* rounding, a temperature asked for */
#define EXACT 1e-9  /* of the potential energy: sums are not kept better where nothing moves */

void md_self_check_take(struct md_self_check *check, const struct md_frame *frame)
{
    const struct md_system *system = frame->system;
    struct md_exact_rows rows;
    double sum[MD_EXACT_COLUMNS];
    md_exact_rows_init(&rows);
    for (size_t i = 0; i < frame->count; i++) {
        const double *v = frame->v[i];
        double mass = md_mass_of(system, i), *row = md_exact_rows_next(&rows);
        double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        for (int k = 0; k < 3; k++)
            row[k] = mass * v[k];
        row[3] = mass * square;
        row[4] = mass * sqrt(square);
        row[5] = row[6] = row[7] = 0.0;
        md_exact_rows_push(&rows);
    }
    md_exact_rows_take(&rows, sum);
    *check = (struct md_self_check){.atoms = frame->count,
                                    .tallied = frame->tallied,
                                    .momentum = {sum[0], sum[1], sum[2]},
                                    .scale = sum[4]};
    const struct md_tally *tally = &frame->tally;
    check->kinetic = 0.5 * system->units->mvv2e * sum[3];
    check->energy = check->kinetic + md_tally_potential(tally);
}

void md_self_check_report(const struct md_self_check *before, const struct md_self_check *after,
                          int64_t lost, struct md_log *log)
{
    double change = after->energy - before->energy;
    double per_atom = after->atoms > 0 ? change / (double)after->atoms : 0.0;
    double relative = before->energy != 0.0 ? change / fabs(before->energy) : 0.0;
    double moved = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = after->momentum[k] - before->momentum[k];
        moved += d * d;
    }
    moved = sqrt(moved);
    double scale = after->scale > 0.0 ? moved / after->scale : 0.0;
    md_log_print(log, "\nSelf-check of this run (first against last step):\n");
    md_log_print(log, "  Total energy changed by %.4g per atom (%.3g of it)\n", per_atom, relative);
    md_log_print(log, "  Momentum changed by %.4g (%.3g of the sum of m|v|)\n", moved, scale);
    md_log_print(log, "  Lost atoms: %" PRId64 "\n\n", lost);
}

/* ------------------------------------------------------------------ judging */

static double moved(const struct md_self_check_run *run)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = run->after.momentum[k] - run->before.momentum[k];
        square += d * d;
    }
    return sqrt(square);
}

static double gained(const struct md_self_check_run *run)
{
    return run->after.energy + run->after.account - run->before.energy - run->before.account;
}

static double most_kinetic(const struct md_self_check_run *run)
{
    return fmax(run->hottest, fmax(run->before.kinetic, run->after.kinetic));
}

static double potential(const struct md_self_check *check)
{
    return fabs(check->energy - check->kinetic);
}

static bool is_too_hot(const struct md_self_check_run *run)
{
    double most = most_kinetic(run);
    if (!(run->degrees > 0.0))
        return false;
    if (run->asked > 0.0)
        return most > TIMES * run->asked * run->degrees;
    return !run->keeps_energy && run->before.tallied && run->before.kinetic > 0.0 &&
           most > TIMES * run->before.kinetic && most > potential(&run->before);
}

/* A step that is long and still stable lets the energy of a vibration go up and down by
 * (omega h)^2 / 4 of itself: all of it is seen where few vibrate, or all in phase. */
static double share_of(const struct md_self_check_run *run)
{
    double period = run->vibration != NULL ? run->vibration->period : 0.0;
    double phase = period > 0.0 ? 2.0 * acos(-1.0) * run->step / period : 0.0;
    return (run->rough ? ROUGH : SHARE) + (phase < 1.5 ? 0.25 * phase * phase : 0.0);
}

unsigned md_self_check_judge(const struct md_self_check_run *run)
{
    unsigned faults = 0;
    if (run->before.atoms == 0 || run->after.atoms != run->before.atoms)
        return 0;
    double allowed = share_of(run) * most_kinetic(run) + run->noise +
                     EXACT * (potential(&run->before) + potential(&run->after));
    if (run->keeps_energy && run->before.tallied && run->after.tallied &&
        fabs(gained(run)) > allowed)
        faults |= MD_SELF_CHECK_ENERGY;
    if (run->keeps_momentum && moved(run) > TIMES * run->rounding)
        faults |= MD_SELF_CHECK_MOMENTUM;
    if (is_too_hot(run))
        faults |= MD_SELF_CHECK_TEMPERATURE;
    return faults;
}

/* ------------------------------------------------------------------ what a run should keep */

/* All atoms move, pushed by each other only. */
static bool is_free(struct md_sim *sim)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        if (md_fix_balance(fix, &context) != MD_BALANCE_KEPT)
            return false;
    }
    for (size_t i = 0; i < atoms->count; i++)
        if ((atoms->groups[i] & sim->dynamics.mobile) == 0)
            return false;
    return true;
}

/* A fix counts what the motion keeps only roughly. */
static bool is_rough(struct md_sim *sim)
{
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        struct md_modify_context context = md_sim_fix_context(sim, fix->group);
        if (md_fix_balance(fix, &context) == MD_BALANCE_ROUGH)
            return true;
    }
    return false;
}

/* Energy that a fix counts is kept only if what it wants stays the same: with a ramp the pressure
 * of a barostat does work that is not in the count. */
static bool ramps(const struct md_sim *sim)
{
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->spans != NULL && fix->type->spans(fix->state))
            return true;
    }
    return false;
}

static double most_asked(const struct md_sim *sim)
{
    double most = 0.0;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->asks != NULL)
            most = fmax(most, fix->type->asks(fix->state));
    }
    return most;
}

/* Energy that comes and goes where a potential ends in a step, as lj/cut unless it is shifted: a
 * crystal that melts has other numbers of pairs inside the cutoff.  Up to a quarter of the pairs in
 * the list (which also holds those within the skin) were seen to. */
static double step_at_cutoff(const struct md_sim *sim)
{
    const struct md_potential_use *pair = &sim->forces.pair;
    int types = sim->system.types;
    double most = 0.0;
    _Alignas(64) double r2[MD_SOME], energy[MD_SOME], force[MD_SOME], curvature[MD_SOME];
    int32_t row[MD_SOME];
    if (pair->type == NULL || pair->type->some == NULL ||
        md_potential_smooth(pair->type, pair->state))
        return 0.0;
    for (int i = 1; i <= types; i++)
        for (int j = 1; j <= i; j++) {
            double cutoff = pair->type->cutoff(pair->state, i, j);
            for (int k = 0; k < MD_SOME; k++) {
                r2[k] = cutoff * cutoff * (1.0 - 1e-9);
                row[k] = i * (types + 1) + j;
            }
            pair->type->some(pair->state, MD_SOME, r2, row, force, curvature, energy);
            most = cutoff > 0.0 && isfinite(energy[0]) ? fmax(most, fabs(energy[0])) : most;
        }
    return 0.25 * (double)sim->forces.neighbors.pairs * most;
}

/* Kinetic energy along bonds that are held by constraints, which the first step takes out. */
static double held_energy(const struct md_sim *sim)
{
    const struct md_system *system = &sim->system;
    const struct md_atoms *atoms = &system->atoms;
    const struct md_graph *graph = &sim->forces.neighbors.graph;
    struct md_exact sum = {0};
    double d[3];
    for (size_t i = 0; i < graph->atoms && graph->atoms == atoms->count; i++)
        for (size_t k = graph->start[i]; k < graph->start[i + 1]; k++) {
            const struct md_bond_end *end = &graph->end[k];
            size_t j = (size_t)end->partner;
            double dot = 0.0, square = 0.0;
            if (!end->rigid)
                continue;
            md_bond_vector(system, i, end, d);
            for (int c = 0; c < 3; c++) {
                dot += (atoms->v[i][c] - atoms->v[j][c]) * d[c];
                square += d[c] * d[c];
            }
            double a = md_mass_of(system, i), b = md_mass_of(system, j);
            /* half of the reduced mass times the square, and either end has half of that */
            if (square > 0.0)
                md_exact_add(&sum, 0.25 * a * b / (a + b) * dot * dot / square);
        }
    return system->units->mvv2e * md_exact_value(&sum);
}

enum md_status md_self_check_begin(struct md_self_check_run *run, struct md_sim *sim,
                                   struct md_error *error)
{
    char names[8];
    struct md_claims claims = sim->integrator->claims(sim->integrator_state);
    double degrees = (double)sim->system.dimension * (double)sim->system.atoms.count;
    *run = (struct md_self_check_run){
        .keeps_energy = (claims.order > 1 || claims.symplectic) &&
                        md_account_gaps(sim, names, sizeof names) == 0 && !ramps(sim),
        .keeps_momentum = claims.conserves_momentum && is_free(sim),
        .rough = is_rough(sim),
        .asked = most_asked(sim),
        .degrees = 0.5 * degrees * sim->system.units->boltz,
        .vibration = &sim->vibration,
        .step = sim->system.clock.timestep,
    };
    md_self_check_take(&run->before, &sim->frame);
    run->hottest = run->before.kinetic;
    run->noise = step_at_cutoff(sim) + 2.0 * held_energy(sim);
    enum md_status status = MD_OK;
    if (run->keeps_energy)
        status = md_account_energy(sim, &run->before.account, error);
    run->after = run->before; /* with the account: it stays so if no last frame comes */
    return status;
}

void md_self_check_row(struct md_self_check_run *run, const struct md_self_check *now)
{
    run->hottest = fmax(run->hottest, now->kinetic);
}

/* ------------------------------------------------------------------ words */

/* What is most likely behind it. */
static void print_cause(const struct md_sim *sim, const struct md_self_check_run *run, char *text,
                        size_t size)
{
    double step = sim->system.clock.timestep, period = run->vibration->period;
    const char *unit = sim->system.units->time_name;
    if (period > 0.0 && step > period / acos(-1.0))
        snprintf(text, size,
                 "timestep %g %s is %.2g periods of the fastest vibration, %.2g %s: try "
                 "'timestep %.1g'",
                 step, unit, step / period, period, unit, 0.05 * period);
    else if (period > 0.0)
        snprintf(text, size,
                 "the fastest vibration of the start, %.2g %s, is %.2g timesteps; atoms that are "
                 "hotter or denser vibrate faster, and neighbour lists that are rebuilt too late "
                 "miss forces: try a shorter timestep, or neigh_modify delay 0 every 1 check yes",
                 period, unit, period / step);
    else
        snprintf(
            text, size,
            "the timestep %g %s is too long, atoms overlap, or neighbour lists are rebuilt too "
            "late",
            step, unit);
}

static void warn(struct md_sim *sim, const struct md_self_check_run *run, unsigned faults,
                 const struct md_place *place)
{
    char cause[400];
    double most = most_kinetic(run);
    print_cause(sim, run, cause, sizeof cause);
    if ((faults & MD_SELF_CHECK_ENERGY) != 0)
        md_log_warn(&sim->log, place,
                    "self-check: the total energy, with what fixes count, changed by %.3g in this "
                    "run, %.3g of its largest kinetic energy, and should change by less than %.2g "
                    "of it; %s",
                    gained(run), most > 0.0 ? gained(run) / most : 0.0, share_of(run), cause);
    if ((faults & MD_SELF_CHECK_MOMENTUM) != 0)
        md_log_warn(&sim->log, place,
                    "self-check: the momentum changed by %.3g in this run, and rounding can bring "
                    "%.1g: forces between atoms are not opposite to each other; 'check forces' "
                    "compares them with the energy. If pairs of a lattice stand exactly at the "
                    "cutoff, where the force ends in a step, take a slightly different cutoff",
                    moved(run), run->rounding);
    if ((faults & MD_SELF_CHECK_TEMPERATURE) == 0)
        return;
    if (run->keeps_energy && (faults & MD_SELF_CHECK_ENERGY) == 0)
        snprintf(
            cause, sizeof cause,
            "the energy is kept, so the heat was potential energy before: atoms began far from "
            "equilibrium, or a fix holds the temperature of too few of them");
    double asked = run->asked > 0.0 ? run->asked : run->before.kinetic / run->degrees;
    md_log_warn(&sim->log, place,
                "self-check: the temperature reached %.3g, more than %g times the %g %s; %s",
                most / run->degrees, TIMES, asked,
                run->asked > 0.0 ? "that fixes ask for" : "of the start", cause);
}

/* Each step rounds each velocity; forces across a periodic face round like the position there.
 * Atoms at rest are measured by what their potential energy could give them. */
static double rounding_of(const struct md_self_check_run *run, const struct md_sim *sim,
                          int64_t steps)
{
    const struct md_system *system = &sim->system;
    struct md_members all = md_members_of(system, 0);
    double mass = md_group_mass(&all);
    double energy = fmax(potential(&run->before), potential(&run->after));
    double scale = fmax(run->before.scale, run->after.scale) +
                   sqrt(2.0 * energy / system->units->mvv2e * mass);
    double across = cbrt((double)system->atoms.count) + 1.0;
    return DBL_EPSILON * scale * across * ((double)steps + 1.0);
}

enum md_status md_self_check_end(struct md_self_check_run *run, struct md_sim *sim,
                                 struct md_error *error)
{
    if (!sim->frame_valid)
        return MD_OK;
    md_self_check_take(&run->after, &sim->frame);
    return run->keeps_energy ? md_account_energy(sim, &run->after.account, error) : MD_OK;
}

void md_self_check_warn(struct md_self_check_run *run, struct md_sim *sim, int64_t steps,
                        const struct md_place *place)
{
    run->rounding = rounding_of(run, sim, steps);
    unsigned faults = steps > 0 ? md_self_check_judge(run) : 0;
    if (faults != 0)
        warn(sim, run, faults, place);
}

/* ------------------------------------------------------------------ before a run */

/* Groups whose forces are changed: they may stand still. */
static uint32_t held_groups(const struct md_sim *sim)
{
    uint32_t held = 0;
    for (int i = 0; i < sim->fixes.count; i++) {
        const struct md_fix *fix = &sim->fixes.list[i];
        if (fix->type->filter != NULL && fix->type->balances != NULL)
            held |= md_group_bit(fix->group);
    }
    return held;
}

void md_self_check_changed(struct md_sim *sim, unsigned changed)
{
    if ((changed & ~(unsigned)MD_CHANGED_VELOCITY) == 0)
        return;
    sim->vibration_known = false;
    sim->vibration = (struct md_vibration){0};
}

enum md_status md_self_check_step(struct md_sim *sim, const struct md_place *place,
                                  struct md_error *error)
{
    const char *unit = sim->system.units->time_name;
    double step = sim->system.clock.timestep, pi = acos(-1.0);
    char where[80];
    struct md_claims claims = sim->integrator->claims(sim->integrator_state);
    if (sim->vibration_known)
        return MD_OK;
    if (md_vibration_find(&sim->dynamics, held_groups(sim), &sim->vibration, error))
        return error->status;
    sim->vibration_known = true;
    double period = sim->vibration.period;
    if (!(period > 0.0) || !(claims.stable > 0.0) || step <= period * claims.stable / (2.0 * pi))
        return MD_OK;
    if (sim->vibration.collides)
        snprintf(where, sizeof where, "pairs that collide at this temperature");
    else
        snprintf(where, sizeof where, "at atom %" PRId64, sim->vibration.atom);
    md_log_warn(&sim->log, place,
                "timestep %g %s is %.2g periods of the fastest vibration, %.2g %s (%s); run_style "
                "%s is stable up to %.2g of one, %.2g %s: try 'timestep %.1g'",
                step, unit, step / period, period, unit, where, sim->integrator->style.name,
                claims.stable / (2.0 * pi), period * claims.stable / (2.0 * pi), unit,
                0.05 * period);
    return MD_OK;
}
