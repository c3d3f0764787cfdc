/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run: another start, another integrator, another step; then the deck's own run. */
#include "compare/trial.h"

#include "base/memory.h"
#include "base/random.h"
#include "compare/paths.h"
#include "compare/safe_file.h"
#include "run/driver.h"
#include "run/timing.h"
#include "state/group_sums.h"
#include "state/mass.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#define RECORDS      4000
#define RECORD_BYTES 6.4e7

bool md_trial_drawn(const struct md_sim *sim)
{
    return sim->system.dimension == 2 && sim->system.atoms.count <= 32;
}

/* ------------------------------------------------------------------ starts */

static uint32_t mobile_groups(const struct md_sim *sim)
{
    uint32_t bits = 0;
    for (int i = 0; i < sim->fixes.count; i++)
        if (sim->fixes.list[i].type->moves && !sim->fixes.list[i].type->carries)
            bits |= md_group_bit(sim->fixes.list[i].group);
    return bits;
}

/* Sums over moving atoms: mass, mass v^2, mass v; and how many they are. */
static double add_up(const struct md_sim *sim, uint32_t mobile, double sum[5])
{
    struct md_members members = md_members_of(&sim->system, 0);
    members.bit = mobile;
    sum[0] = md_group_mass(&members);
    sum[1] = md_group_mvv(&members);
    md_group_momentum(&members, sum + 2);
    return (double)md_group_count(&members);
}

/* Axes along which somebody moves: a chain that swings along x shall go on doing so. */
static void find_motion(const struct md_sim *sim, uint32_t mobile, bool moves[3])
{
    const struct md_atoms *atoms = &sim->system.atoms;
    for (int k = 0; k < 3; k++) {
        moves[k] = false;
        for (size_t i = 0; i < atoms->count && !moves[k]; i++)
            moves[k] = (atoms->groups[i] & mobile) != 0 && atoms->v[i][k] != 0.0;
    }
}

/* Other velocities nearby, with the same momentum and kinetic energy.  Numbers are drawn in
 * `order`, that of atom IDs: in memory atoms may stand in any. */
static void perturb(struct md_sim *sim, const size_t *order, double size, int32_t seed)
{
    struct md_atoms *atoms = &sim->system.atoms;
    struct md_marsaglia random;
    uint32_t mobile = mobile_groups(sim);
    int axes = sim->system.dimension;
    double before[5], after[5], count = add_up(sim, mobile, before);
    if (count < 1.0 || !(before[1] > 0.0))
        return;
    bool moves[3];
    find_motion(sim, mobile, moves);
    md_marsaglia_seed(&random, seed);
    for (size_t n = 0; n < atoms->count; n++) {
        size_t i = order[n];
        double mass = md_mass_of(&sim->system, i);
        double kick = size * sqrt(before[1] / count / axes / mass);
        for (int k = 0; k < axes && (atoms->groups[i] & mobile) != 0; k++)
            atoms->v[i][k] += moves[k] ? kick * md_marsaglia_gaussian(&random) : 0.0;
    }
    add_up(sim, mobile, after);
    double drift = 0.0, drifts = 0.0; /* twice the energy of the common motion, before and now */
    for (int k = 0; k < 3; k++) {
        drift += before[2 + k] * before[2 + k] / before[0];
        drifts += after[2 + k] * after[2 + k] / before[0];
    }
    double scale = after[1] - drifts > 0.0 ? sqrt((before[1] - drift) / (after[1] - drifts)) : 1.0;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < axes && (atoms->groups[i] & mobile) != 0; k++)
            atoms->v[i][k] =
                before[2 + k] / before[0] + scale * (atoms->v[i][k] - after[2 + k] / before[0]);
    md_sim_changed(sim, MD_CHANGED_VELOCITY);
}

/* The motion that all moving atoms share: of their centre and, where they could turn freely, about
 * it. */
struct rigid {
    struct md_members members;
    double centre[3], v[3], omega[3];
};

static struct rigid rigid_motion(const struct md_sim *sim, uint32_t mobile, bool turns)
{
    struct rigid rigid = {.members = md_members_of(&sim->system, 0)};
    double mass, angular[3], inertia[3][3];
    rigid.members.bit = mobile;
    mass = md_group_mass(&rigid.members);
    md_group_xcm(&rigid.members, mass, rigid.centre);
    md_group_vcm(&rigid.members, mass, rigid.v);
    if (!turns)
        return rigid;
    md_group_angmom(&rigid.members, rigid.centre, angular);
    md_group_inertia(&rigid.members, rigid.centre, inertia);
    md_group_omega(angular, (const double(*)[3])inertia, rigid.omega);
    return rigid;
}

/* Adds `sign` times the rigid motion to an atom's velocity. */
static void add_rigid(const struct md_sim *sim, const struct rigid *rigid, size_t i, double sign)
{
    const struct md_atoms *atoms = &sim->system.atoms;
    double r[3], *v = atoms->v[i];
    md_box_unwrap(&sim->system.box, atoms->x[i], atoms->image[i], r);
    for (int k = 0; k < 3; k++)
        r[k] -= rigid->centre[k];
    for (int k = 0; k < 3; k++) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        v[k] += sign * (rigid->v[k] + rigid->omega[a] * r[b] - rigid->omega[b] * r[a]);
    }
}

/* Takes the rigid motion from the moving atoms; returns the mass v^2 that is left. */
static double take_rigid(struct md_sim *sim, uint32_t mobile, const struct rigid *rigid)
{
    double sum[5];
    for (size_t i = 0; i < sim->system.atoms.count; i++)
        if ((sim->system.atoms.groups[i] & mobile) != 0)
            add_rigid(sim, rigid, i, -1.0);
    (void)add_up(sim, mobile, sum);
    return sum[1];
}

/* Other velocities at all, with the same momenta and kinetic energy.  What is left of them without
 * the rigid motion has no momenta, and may be scaled. */
static void draw_again(struct md_sim *sim, const size_t *order, int32_t seed)
{
    struct md_atoms *atoms = &sim->system.atoms;
    struct md_marsaglia random;
    uint32_t mobile = mobile_groups(sim);
    const bool *periodic = sim->system.box.periodic;
    int axes = sim->system.dimension;
    bool moves[3], turns = !periodic[0] && !periodic[1] && (axes == 2 || !periodic[2]);
    find_motion(sim, mobile, moves);
    for (int k = 0; k < axes; k++)
        turns = turns && moves[k];
    struct rigid before = rigid_motion(sim, mobile, turns);
    double inner = take_rigid(sim, mobile, &before);
    md_marsaglia_seed(&random, seed);
    for (size_t n = 0; n < atoms->count; n++)
        for (int k = 0; k < axes && (atoms->groups[order[n]] & mobile) != 0; k++)
            if (moves[k])
                atoms->v[order[n]][k] =
                    md_marsaglia_gaussian(&random) / sqrt(md_mass_of(&sim->system, order[n]));
    struct rigid drawn = rigid_motion(sim, mobile, turns);
    double now = take_rigid(sim, mobile, &drawn), scale = now > 0.0 ? sqrt(inner / now) : 0.0;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & mobile) == 0)
            continue;
        for (int k = 0; k < axes; k++)
            atoms->v[i][k] *= scale;
        add_rigid(sim, &before, i, 1.0);
    }
    md_sim_changed(sim, MD_CHANGED_VELOCITY);
}

/* ------------------------------------------------------------------ set-up */

/* What the deck wants written is not: a comparison would write it again and again. */
static void silence(struct md_sim *sim)
{
    md_dumps_free(&sim->dumps);
    for (int k = 0; k < 2; k++) {
        sim->restart.rule[k].every = 0;
        sim->restart.rule[k].variable[0] = '\0';
    }
    sim->thermo.every = 0;
    sim->thermo.every_variable[0] = '\0';
    sim->log.screen = NULL;
    sim->log.file = NULL;
    sim->log.quiet = true;
    sim->terminal = NULL;
    sim->show_progress = false;
}

static enum md_status go(const struct md_stand *stand, int64_t steps, struct md_error *error)
{
    struct md_run_plan run = {.steps = steps, .start = -1, .stop = -1, .pre = true, .post = false};
    return md_driver_run(stand->sim, &run, stand->args, error);
}

/* A start that is not the deck's.  All integrators get the same ones: verlet leads there, with the
 * deck's own step. */
static enum md_status begin_elsewhere(const struct md_stand *stand, const struct md_plan *plan,
                                      const struct md_trial *trial, struct md_error *error)
{
    struct md_sim *sim = stand->sim;
    char line[] = "run_style verlet";
    size_t *order;
    if (md_atoms_by_id(&sim->system.atoms, &order, error))
        return error->status;
    if (isinf(plan->perturb))
        draw_again(sim, order, trial->seed);
    else
        perturb(sim, order, plan->perturb, trial->seed);
    md_memory_free(order);
    if (!(plan->settle > 0.0))
        return MD_OK;
    double steps = ceil(plan->settle * plan->unit_value / stand->timestep - 1e-9);
    if (sim->execute(sim->execute_context, line, &stand->args->command.place, error))
        return error->status;
    return go(stand, (int64_t)fmin(steps, 4e12), error);
}

static enum md_status set_up(const struct md_stand *stand, const struct md_plan *plan,
                             const struct md_trial *trial, struct md_error *error)
{
    struct md_sim *sim = stand->sim;
    const struct md_place *place = &stand->args->command.place;
    char line[2 * MD_PLAN_WORDS + 32], number[MD_NUMBER_SIZE];
    silence(sim);
    sim->system.threads = (int)plan->threads;
    if (trial->start > 0 && begin_elsewhere(stand, plan, trial, error))
        return error->status;
    snprintf(line, sizeof line, "timestep %s", md_number_text(number, trial->timestep));
    if (sim->execute(sim->execute_context, line, place, error))
        return error->status;
    snprintf(line, sizeof line, "run_style %s", trial->words);
    return sim->execute(sim->execute_context, line, place, error);
}

enum md_status md_trial_probe(const struct md_stand *stand, const struct md_plan *plan, int trial,
                              struct md_error *error)
{
    if (set_up(stand, plan, &plan->trial[trial], error))
        return error->status;
    return go(stand, 0, error);
}

/* How often to look: regularly, and at the beginning as often as paths have room for. */
static void plan_looks(struct md_sampler *sampler, const struct md_stand *stand,
                       const struct md_plan *plan, const struct md_trial *trial)
{
    bool h1 = (plan->measure & MD_PLAN_H1) != 0 || trial->scheme < 0;
    bool drawn = md_trial_drawn(stand->sim) && trial->start == 0;
    int64_t window = (int64_t)floor(stand->window / trial->timestep + 0.5);
    *sampler = (struct md_sampler){.sim = stand->sim, .plan = plan, .reach = stand->reach};
    sampler->parent = stand->parent;
    sampler->board = stand->board;
    sampler->slot = stand->slot;
    sampler->first = md_clock_step(&stand->sim->system.clock);
    sampler->last = sampler->first + trial->steps;
    sampler->every = trial->steps / plan->samples > 0 ? trial->steps / plan->samples : 1;
    sampler->rdf_every = plan->samples / 100 > 0 ? plan->samples / 100 : 1;
    sampler->dense = 1;
    sampler->dense_last = -1;
    if (!h1 && !drawn)
        return;
    window = window < 1 ? 1 : window < trial->steps ? window : trial->steps;
    sampler->path.width = md_sampler_width(stand->sim);
    double records = RECORD_BYTES / (8.0 * (1.0 + 6.0 * (double)sampler->path.width));
    records = fmin(fmax(records, 10.0), RECORDS);
    sampler->dense = (int64_t)ceil((double)window / records);
    sampler->dense_last = window;
}

/* The sampler becomes the last fix: it sees what all others did. */
static enum md_status attach(struct md_sim *sim, struct md_sampler *sampler, struct md_error *error)
{
    struct md_fixes *fixes = &sim->fixes;
    struct md_sampler **state = md_memory_array(1, sizeof *state);
    if (state == NULL)
        return md_error_memory(error, "a look at the run");
    if (md_memory_grow(&fixes->list, (size_t)fixes->capacity, (size_t)fixes->count + 1,
                       sizeof *fixes->list, error)) {
        md_memory_free(state);
        return error->status;
    }
    fixes->capacity = fixes->count + 1;
    *state = sampler;
    fixes->list[fixes->count++] = (struct md_fix){
        .id = "comparison",
        .type = &md_sampler_fix,
        .style = &md_sampler_fix.style,
        .state = state,
    };
    return MD_OK;
}

/* ------------------------------------------------------------------ what it cost */

static void count_work(const struct md_sim *sim, const struct md_trial *trial,
                       struct md_result *result)
{
    const struct md_ledger *ledger = &sim->system.ledger;
    struct md_work work = {0};
    double *figure = result->figure;
    double elements =
        (double)sim->forces.neighbors.pairs + (double)sim->system.topology.list[MD_BONDS].count;
    if (sim->integrator->work != NULL)
        work = sim->integrator->work(sim->integrator_state);
    figure[MD_FIGURE_FORCES] = (double)work.force_evaluations;
    figure[MD_FIGURE_EVENTS] = (double)(work.events > 0 ? work.events : work.steps);
    figure[MD_FIGURE_UPDATES] = work.element_evaluations > 0
                                    ? (double)work.element_evaluations
                                    : (double)work.force_evaluations * elements;
    figure[MD_FIGURE_STEP] = trial->timestep;
    if (!ledger->active)
        return;
    const struct md_ledger_terraces *terraces = &ledger->terraces;
    if (sim->integrator->keeps_terraces && terraces->active && terraces->steps > 0) {
        figure[MD_FIGURE_STEP] = terraces->time / (double)terraces->steps;
        figure[MD_FIGURE_LONGEST] = terraces->longest;
        figure[MD_FIGURE_TRAPPED] = terraces->time > 0.0 ? terraces->trapped / terraces->time : 0.0;
        return;
    }
    double all = 0.0, updates = 0.0;
    for (int k = 0; k < ledger->classes; k++) {
        all += (double)ledger->list[k].elements;
        updates += (double)ledger->list[k].updates;
    }
    if (updates > 0.0)
        figure[MD_FIGURE_STEP] = result->end * all / updates;
}

/* ------------------------------------------------------------------ files of a run */

static enum md_status write_series(const struct md_sampler *sampler, const struct md_stand *stand,
                                   int trial, struct md_error *error)
{
    struct md_safe_file safe;
    if (md_safe_file_open(&safe, error, "%s/runs/%04d.dat", stand->out, trial))
        return error->status;
    fputs("# time energy(with_accounts_of_fixes) kept_energy kinetic_energy temperature\n",
          safe.file);
    for (size_t i = 0; i < sampler->series_count; i++) {
        const double *row = sampler->series[i];
        fprintf(safe.file, "%.9g %.14g %.14g %.9g %.9g\n", row[0], row[1], row[2], row[3], row[4]);
    }
    return md_safe_file_close(&safe, 0, error);
}

/* Steps and how often each was made. */
static enum md_status write_steps(const struct md_sim *sim, const struct md_stand *stand, int trial,
                                  const struct md_result *result, struct md_error *error)
{
    const struct md_ledger *ledger = &sim->system.ledger;
    const struct md_ledger_terraces *terraces = &ledger->terraces;
    struct md_safe_file safe;
    if (md_safe_file_open(&safe, error, "%s/runs/%04d.steps", stand->out, trial))
        return error->status;
    fputs("# step count\n", safe.file);
    if (ledger->active && sim->integrator->keeps_terraces && terraces->active) {
        for (int k = 0; k < MD_LEDGER_BINS; k++)
            if (terraces->bin[k] > 0)
                fprintf(safe.file, "%.6g %llu\n", terraces->bin0 * pow(2.0, 0.25 * (k + 0.5)),
                        (unsigned long long)terraces->bin[k]);
    } else if (ledger->active && ledger->classes > 0) {
        for (int k = 0; k < ledger->classes; k++) {
            const struct md_ledger_class *class = &ledger->list[k];
            if (class->updates > 0)
                fprintf(safe.file, "%.6g %llu\n",
                        result->end * (double)class->elements / (double)class->updates,
                        (unsigned long long)class->updates);
        }
    } else {
        fprintf(safe.file, "%.6g %.0f\n", result->figure[MD_FIGURE_STEP],
                result->figure[MD_FIGURE_EVENTS]);
    }
    return md_safe_file_close(&safe, 0, error);
}

/* One block for each atom: x y along the first part of the run. */
static enum md_status write_drawing(const struct md_sampler *sampler, const struct md_stand *stand,
                                    int trial, struct md_error *error)
{
    const struct md_path *path = &sampler->path;
    struct md_safe_file safe;
    if (md_safe_file_open(&safe, error, "%s/runs/%04d.xy", stand->out, trial))
        return error->status;
    size_t thin = path->count / 500 + 1;
    for (size_t i = 0; i < path->width; i++) {
        for (size_t n = 0; n < path->count; n += thin) {
            const double *atom = path->record + n * (1 + 6 * path->width) + 1 + 6 * i;
            fprintf(safe.file, "%.5g %.5g\n", atom[0], atom[1]);
        }
        fputs("\n\n", safe.file);
    }
    return md_safe_file_close(&safe, 0, error);
}

static double apart(const double *a, const double *b)
{
    double sum = 0.0;
    for (int k = 0; k < MD_SAMPLER_BINS; k++)
        sum += fabs(a[k] - b[k]);
    return 0.5 * sum;
}

/* What an earlier comparison left: nobody shall take it for this one's. */
static void forget_reference(const struct md_stand *stand, const struct md_trial *trial)
{
    char name[MD_SAFE_PATH];
    snprintf(name, sizeof name, "%s/runs/reference-%d", stand->out, trial->start);
    if (trial->scheme < 0)
        (void)remove(name);
}

/* The reference's paths and distances are kept; those of others are compared with them. */
static enum md_status compare(struct md_sampler *sampler, const struct md_stand *stand,
                              const struct md_trial *trial, struct md_result *result,
                              struct md_error *error)
{
    char name[MD_SAFE_PATH];
    double bin[MD_SAMPLER_BINS], h1[3];
    struct md_path reference;
    bool rdf = (sampler->plan->measure & MD_PLAN_RDF) != 0;
    bool paths = (sampler->plan->measure & MD_PLAN_H1) != 0;
    for (int k = 0; k < MD_SAMPLER_BINS && sampler->pairs > 0.0; k++)
        sampler->bin[k] /= sampler->pairs;
    snprintf(name, sizeof name, "%s/runs/reference-%d", stand->out, trial->start);
    if (trial->scheme < 0)
        return md_paths_write(&sampler->path, sampler->bin, name, error);
    if ((!rdf && !paths) || access(name, F_OK) != 0) /* the reference itself did not get far */
        return MD_OK;
    if (md_paths_read(&reference, bin, name, error))
        return error->status;
    if (rdf && sampler->pairs > 0.0)
        result->figure[MD_FIGURE_RDF] = apart(sampler->bin, bin);
    md_paths_compare(&sampler->path, &reference, h1);
    for (int k = 0; k < 3 && paths; k++)
        result->figure[MD_FIGURE_H1 + k] = h1[k];
    md_memory_free(reference.record);
    return MD_OK;
}

static enum md_status write_files(struct md_sampler *sampler, const struct md_stand *stand,
                                  int number, struct md_result *result, struct md_error *error)
{
    const struct md_trial *trial = &sampler->plan->trial[number];
    if (compare(sampler, stand, trial, result, error) ||
        write_series(sampler, stand, number, error) ||
        write_steps(stand->sim, stand, number, result, error))
        return error->status;
    if (sampler->path.width > 0 && md_trial_drawn(stand->sim) && trial->start == 0)
        return write_drawing(sampler, stand, number, error);
    return MD_OK;
}

/* ------------------------------------------------------------------ a run */

static int judge(const struct md_sampler *sampler, enum md_status status)
{
    if (status == MD_OK)
        return MD_OUTCOME_OK;
    if (sampler->late)
        return MD_OUTCOME_LIMIT;
    return sampler->exploded || (sampler->begun && status == MD_ERR_RUN) ? MD_OUTCOME_EXPLODED
                                                                         : MD_OUTCOME_REFUSED;
}

void md_trial_run(const struct md_stand *stand, const struct md_plan *plan, int number,
                  struct md_result *result)
{
    struct md_sim *sim = stand->sim;
    const struct md_trial *trial = &plan->trial[number];
    struct md_error error = {0};
    struct md_sampler sampler;
    md_result_clear(result);
    forget_reference(stand, trial);
    enum md_status status = set_up(stand, plan, trial, &error);
    double time0 = md_clock_time(&sim->system.clock);
    plan_looks(&sampler, stand, plan, trial);
    if (status == MD_OK)
        status = attach(sim, &sampler, &error);
    double begin = md_timing_wall();
    if (plan->limit > 0.0)
        sampler.deadline = begin + plan->limit;
    if (status == MD_OK)
        status = go(stand, trial->steps, &error);
    double wall = md_timing_wall() - begin;
    md_sampler_finish(&sampler, result);
    result->outcome = judge(&sampler, status);
    if (status != MD_OK)
        result->end = fmax(sampler.time, md_clock_time(&sim->system.clock) - time0);
    count_work(sim, trial, result);
    result->figure[MD_FIGURE_WALL] = wall;
    if (status != MD_OK)
        snprintf(result->message, sizeof result->message, "%.319s", error.text);
    md_error_clear(&error);
    /* Without its files, or without anybody who waits for it, it was no run. */
    if (status == MD_STOP_INTERRUPT) {
        result->outcome = MD_OUTCOME_NONE;
    } else if (write_files(&sampler, stand, number, result, &error)) {
        result->outcome = MD_OUTCOME_NONE;
        snprintf(result->message, sizeof result->message, "%.319s", error.text);
    }
    md_sampler_free(&sampler);
}
