/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * check forces: are the forces of each potential in use minus the gradient of its energy?
 *
 * The system at hand is copied, strained and shaken at random several times; for some atoms of
 * each copy the energy is differentiated numerically (gsl_deriv_central) along each axis, through
 * the same sums a run uses.  Where the energy has a kink or a jump within reach of the difference
 * formula (a bare cutoff, a knot of a table), the formula's own error estimate says so, smaller
 * and larger steps are tried, and what stays undecided is counted, not judged.  Then single pairs
 * are taken through all distances (check_scan.c).
 */
#include "base/memory.h"
#include "base/random.h"
#include "command/check_scan.h"
#include "command/command.h"
#include "run/fix_lists.h"
#include "state/mass.h"
#include "term/external.h"

#include <gsl/gsl_deriv.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct settings {
    int64_t configurations, atoms, seed;
    double strain, displacement, tolerance;
};

#define CHECK_USAGE                                                                                \
    "check forces [configurations N] [atoms N] [strain S] [displacement D] [tolerance T] [seed N]"

static const struct md_param params[] = {
    {"configurations", MD_PARAM_INT, MD_PARAM_KEYWORD, "", "how many strained copies",
     offsetof(struct settings, configurations), 1, 1e6, NULL, "10"},
    {"atoms", MD_PARAM_INT, MD_PARAM_KEYWORD, "", "atoms looked at in each",
     offsetof(struct settings, atoms), 1, 1e6, NULL, "5"},
    {"strain", MD_PARAM_DOUBLE, MD_PARAM_KEYWORD, "", "largest strain along an axis",
     offsetof(struct settings, strain), 0.0, 0.5, NULL, "0.02"},
    {"displacement", MD_PARAM_DOUBLE, MD_PARAM_KEYWORD, "distance",
     "largest displacement along an axis; 0: a fiftieth of the spacing of atoms",
     offsetof(struct settings, displacement), 0.0, INFINITY, NULL, "0"},
    {"tolerance", MD_PARAM_DOUBLE, MD_PARAM_KEYWORD, "",
     "error allowed, as a share of the largest force", offsetof(struct settings, tolerance),
     MD_PARAM_TINY, 1.0, NULL, "1e-7"},
    {"seed", MD_PARAM_INT, MD_PARAM_KEYWORD, "", "of the random numbers",
     offsetof(struct settings, seed), 1, 2147483646, NULL, "1"},
    {.kind = MD_PARAM_END}};
static const struct md_style style = {
    .name = "check forces", .usage = CHECK_USAGE, .params = params};

/* One potential on one strained copy of the system. */
struct probe {
    struct md_system system;
    struct md_forces forces;
    const struct md_potential_use *use;
    md_vec3 *f; /* analytic forces, kept while the energy is differentiated */
    double largest;
    size_t atom;
    int axis;
    double origin;
    struct md_error *error;
};

struct verdict {
    int64_t compared, undecided, skipped, beyond;
    double worst; /* as a share of the largest force */
    double analytic, numerical, largest;
    int64_t id;
    int axis;
    double x[3];
};

static double energy_of(const struct probe *probe)
{
    const struct md_tally *tally = &probe->forces.tally;
    struct md_external_sums sums;
    if (probe->use->type->kind != MD_KIND_EXTERNAL)
        return tally->energy[MD_PART_PAIR] + tally->tail + md_tally_molecular(tally);
    md_external_total(probe->use->state, &sums);
    return sums.energy;
}

static double energy_at(double displacement, void *context)
{
    struct probe *probe = context;
    probe->system.atoms.x[probe->atom][probe->axis] = probe->origin + displacement;
    md_neighbors_refresh(&probe->forces.neighbors, &probe->system);
    if (md_forces_compute(&probe->forces, &probe->system, true, probe->error))
        return NAN;
    return energy_of(probe);
}

/* Differentiates with several steps until one agrees; *estimate is the formula's error. */
static double derivative(struct probe *probe, double step, double analytic, double allowed,
                         double *estimate)
{
    static const double factor[] = {1.0, 0.1, 4.0, 0.01};
    gsl_function function = {energy_at, probe};
    double best = NAN;
    *estimate = INFINITY;
    for (size_t k = 0; k < sizeof factor / sizeof factor[0]; k++) {
        double slope = NAN, uncertain = NAN;
        gsl_deriv_central(&function, 0.0, factor[k] * step, &slope, &uncertain);
        if (isfinite(slope) && !(fabs(slope + analytic) >= fabs(best + analytic))) {
            best = slope;
            *estimate = uncertain;
        }
        if (fabs(best + analytic) <= allowed)
            break;
    }
    probe->system.atoms.x[probe->atom][probe->axis] = probe->origin;
    return -best;
}

static void judge(struct verdict *verdict, const struct probe *probe, double numerical,
                  double estimate, double tolerance)
{
    double analytic = probe->f[probe->atom][probe->axis];
    double wrong = fabs(numerical - analytic), share = wrong / probe->largest;
    if (!isfinite(wrong) || (share > tolerance && wrong < 10.0 * estimate)) {
        verdict->undecided++;
        return;
    }
    verdict->compared++;
    verdict->beyond += share > tolerance;
    if (verdict->id != 0 && share <= verdict->worst)
        return;
    verdict->worst = share;
    verdict->analytic = analytic;
    verdict->numerical = numerical;
    verdict->largest = probe->largest;
    verdict->id = probe->system.atoms.id[probe->atom];
    verdict->axis = probe->axis;
    memcpy(verdict->x, probe->system.atoms.x[probe->atom], sizeof verdict->x);
}

/* Box and atoms are strained alike, then each atom is shaken. */
static void deform(struct md_system *system, const struct settings *settings, double displacement,
                   struct md_park *random)
{
    struct md_atoms *atoms = &system->atoms;
    for (int k = 0; k < system->dimension; k++) {
        double factor = 1.0 + settings->strain * (2.0 * md_park_uniform(random) - 1.0);
        system->box.lo[k] *= factor;
        system->box.hi[k] *= factor;
        for (size_t i = 0; i < atoms->count; i++)
            atoms->x[i][k] =
                factor * atoms->x[i][k] + displacement * (2.0 * md_park_uniform(random) - 1.0);
    }
    md_box_refresh(&system->box);
}

/* A fiftieth of the spacing of atoms, which in empty space is that of the forces' reach. */
static double spacing_of(const struct md_sim *sim)
{
    const struct md_system *system = &sim->system;
    const struct md_potential_use *pair = &sim->forces.pair;
    double volume = md_box_volume(&system->box, system->dimension);
    double spacing = pow(volume / (double)system->atoms.count, 1.0 / system->dimension);
    double reach = pair->type && pair->type->reach ? pair->type->reach(pair->state) : 0.0;
    return reach > 0.0 ? fmin(spacing, reach / 2.5) : spacing;
}

static enum md_status look(struct probe *probe, const struct settings *settings, double step,
                           struct md_park *random, struct verdict *verdict, struct md_error *error)
{
    struct md_atoms *atoms = &probe->system.atoms;
    size_t bytes = atoms->count * sizeof *probe->f;
    probe->f = md_memory_array(atoms->count, sizeof *probe->f);
    if (!probe->f)
        return md_error_memory(error, "the forces to be checked");
    memcpy(probe->f, atoms->f, bytes);
    probe->largest = 0.0;
    for (size_t i = 0; i < atoms->count; i++)
        for (int k = 0; k < 3; k++)
            probe->largest = fmax(probe->largest, fabs(probe->f[i][k]));
    probe->largest = fmax(probe->largest, 1e-300);
    for (int64_t n = 0; n < settings->atoms; n++) {
        probe->atom = (size_t)(md_park_uniform(random) * (double)atoms->count) % atoms->count;
        for (probe->axis = 0; probe->axis < probe->system.dimension; probe->axis++) {
            double estimate, analytic = probe->f[probe->atom][probe->axis];
            probe->origin = atoms->x[probe->atom][probe->axis];
            double numerical =
                derivative(probe, step, analytic, settings->tolerance * probe->largest, &estimate);
            judge(verdict, probe, numerical, estimate, settings->tolerance);
        }
    }
    md_memory_free(probe->f);
    return MD_OK;
}

/* A copy in which atoms stand in the order of their IDs: what is drawn for them does not depend on
 * their order in memory. */
static enum md_status copy_by_id(struct md_atoms *to, const struct md_atoms *from,
                                 struct md_error *error)
{
    size_t *order;
    if (md_atoms_by_id(from, &order, error))
        return error->status;
    enum md_status status = md_atoms_copy(to, from, error);
    if (status == MD_OK)
        status = md_atoms_permute(to, order, error);
    md_memory_free(order);
    return status;
}

/* One configuration; one in which the potential has no value (behind a wall) is skipped. */
static enum md_status try_one(struct md_sim *sim, struct md_potential_use *use,
                              const struct settings *settings, double displacement,
                              struct md_park *random, struct verdict *verdict,
                              struct md_error *error)
{
    struct md_error trouble;
    struct probe probe = {.system = sim->system, .use = use, .error = &trouble};
    md_error_clear(&trouble);
    md_forces_init(&probe.forces);
    if (use->type->kind == MD_KIND_EXTERNAL) {
        probe.forces.externals = use;
        probe.forces.externals_count = 1;
    } else if (use == &sim->forces.pair) {
        probe.forces.pair = *use;
    } else {
        probe.forces.others = use;
        probe.forces.others_count = 1;
    }
    probe.forces.neighbors.rules = sim->forces.neighbors.rules;
    probe.forces.neighbors.rules.sort_every = 0; /* atoms stay in the order they are drawn in */
    enum md_status status = copy_by_id(&probe.system.atoms, &sim->system.atoms, error);
    if (status == MD_OK) {
        deform(&probe.system, settings, displacement, random);
        enum md_status begun = md_forces_begin(&probe.forces, &probe.system, &trouble);
        if (begun == MD_ERR_RUN || probe.forces.lost > 0) {
            verdict->skipped++;
        } else if (begun != MD_OK) {
            *error = trouble;
            status = begun;
        } else {
            status = look(&probe, settings, 0.05 * displacement, random, verdict, error);
        }
    }
    /* What was borrowed is not ours to free. */
    probe.forces.pair = (struct md_potential_use){0};
    probe.forces.others = NULL;
    probe.forces.others_count = 0;
    probe.forces.neighbors.rules.exclusion = NULL;
    probe.forces.neighbors.rules.exclusions = 0;
    md_forces_free(&probe.forces);
    md_atoms_free(&probe.system.atoms);
    return status;
}

/* Tables interpolate force and energy apart: how far they are from each other is told, and is no
 * error. */
static bool tabulated(const struct md_potential_use *use)
{
    return (md_potential_can(use->type, use->state) & MD_TABULATED) != 0;
}

static enum md_status check_potential(struct md_sim *sim, struct md_potential_use *use,
                                      const struct settings *settings, struct verdict *verdict,
                                      struct md_error *error)
{
    struct md_park random;
    double displacement =
        settings->displacement > 0.0 ? settings->displacement : 0.02 * spacing_of(sim);
    md_park_seed(&random, (int)settings->seed);
    *verdict = (struct verdict){0};
    enum md_status status = MD_OK;
    for (int64_t c = 0; c < settings->configurations && status == MD_OK; c++)
        status = try_one(sim, use, settings, displacement, &random, verdict, error);
    if (status != MD_OK)
        return status;
    md_log_print(&sim->log, "  %-20s", use->name);
    if (verdict->compared > 0)
        md_log_print(&sim->log,
                     " worst %.1e of the largest force %g: atom %" PRId64 " %c at (%g, %g, %g);",
                     verdict->worst, verdict->largest, verdict->id, "xyz"[verdict->axis],
                     verdict -> x[0], verdict -> x[1], verdict -> x[2]);
    md_log_print(&sim->log, " %" PRId64 " components compared", verdict->compared);
    if (verdict->undecided > 0)
        md_log_print(&sim->log, ", %" PRId64 " at kinks left out", verdict->undecided);
    if (verdict->skipped > 0)
        md_log_print(&sim->log, ", %" PRId64 " configurations impossible", verdict->skipped);
    if (tabulated(use))
        md_log_print(&sim->log, "; a table's forces are no exact derivatives");
    md_log_print(&sim->log, "\n");
    return MD_OK;
}

/* Pairs of atoms at all distances, for potentials that have pairs among their elements. */
static enum md_status scan_pairs(struct md_sim *sim, const struct md_potential_use *use,
                                 const struct settings *settings, struct md_error *error)
{
    struct md_check_scan scan;
    if (use != &sim->forces.pair || !(md_potential_can(use->type, use->state) & MD_CAN_ONE))
        return MD_OK;
    if (use->type->prepare && use->type->prepare(use->state, &sim->system, error)) {
        if (error->place.file == NULL)
            error->place = use->place;
        return error->status;
    }
    md_check_scan_pairs(use, sim->system.types, spacing_of(sim), settings->tolerance, &scan);
    if (scan.compared == 0)
        return MD_OK;
    md_log_print(&sim->log,
                 "  %-20s worst %.1e of the force %g: types %d and %d at distance %g; %" PRId64
                 " distances compared",
                 "  single pairs", scan.worst, scan.force, scan.type[0], scan.type[1], scan.r,
                 scan.compared);
    if (scan.undecided > 0)
        md_log_print(&sim->log, ", %" PRId64 " at kinks left out", scan.undecided);
    md_log_print(&sim->log, "\n");
    if (scan.beyond == 0 || tabulated(use))
        return MD_OK;
    return md_error_set(error, MD_ERR_RUN, &use->place,
                        "%s: the force between types %d and %d at distance %g is %.10g, and the "
                        "derivative of their energy %.10g; %" PRId64 " of %" PRId64
                        " distances differ by more than %g",
                        use->name, scan.type[0], scan.type[1], scan.r, scan.force, scan.derivative,
                        scan.beyond, scan.compared, settings->tolerance);
}

static enum md_status complain(const struct md_potential_use *use, const struct verdict *verdict,
                               double tolerance, struct md_error *error)
{
    if (verdict->compared + verdict->undecided == 0 && verdict->skipped > 0)
        return md_error_set(error, MD_ERR_RUN, &use->place,
                            "none of the %" PRId64 " configurations of %s could be compared: an "
                            "atom left the box or has no energy where it is",
                            verdict->skipped, use->name);
    if (verdict->beyond == 0 || tabulated(use))
        return MD_OK;
    return md_error_set(error, MD_ERR_RUN, &use->place,
                        "%" PRId64 " of %" PRId64 " force components of %s differ from the "
                        "derivative of the energy by more than %g of the largest force; the worst "
                        "is %c of atom %" PRId64 " at (%g, %g, %g): %.10g, and the derivative is "
                        "%.10g",
                        verdict->beyond, verdict->compared, use->name, tolerance,
                        "xyz"[verdict->axis], verdict -> id, verdict -> x[0], verdict -> x[1],
                        verdict -> x[2], verdict -> analytic, verdict -> numerical);
}

static enum md_status check_all(struct md_sim *sim, const struct settings *settings,
                                struct md_error *error)
{
    struct md_forces *forces = &sim->forces;
    struct verdict verdict;
    int total = (forces->pair.type != NULL) + forces->others_count + forces->externals_count;
    enum md_status result = MD_OK;
    md_log_print(&sim->log,
                 "Checking forces: %" PRId64 " strained configurations, %" PRId64
                 " atoms of each\n",
                 settings->configurations, settings->atoms);
    for (int k = 0; k < total; k++) {
        int other = k - (forces->pair.type != NULL);
        struct md_potential_use *use = other < 0 ? &forces->pair
                                       : other < forces->others_count
                                           ? &forces->others[other]
                                           : &forces->externals[other - forces->others_count];
        struct md_error wrong;
        if (check_potential(sim, use, settings, &verdict, error))
            return error->status;
        if (complain(use, &verdict, settings->tolerance, &wrong) != MD_OK && result == MD_OK) {
            *error = wrong;
            result = wrong.status;
        }
        if (scan_pairs(sim, use, settings, &wrong) != MD_OK && result == MD_OK) {
            *error = wrong;
            result = wrong.status;
        }
    }
    return result;
}

enum md_status md_check_forces(struct md_sim *sim, const struct md_args *args,
                               struct md_error *error)
{
    struct settings settings;
    if (md_params_read(&style, args, &settings, error) || md_mass_need(&sim->system, error) ||
        md_fix_lists_make_room(sim, error))
        return error->status;
    md_fix_lists_externals(sim);
    if (sim->forces.pair.type == NULL &&
        sim->forces.others_count + sim->forces.externals_count == 0)
        return md_error_set(error, MD_ERR_ORDER, &args->command.place,
                            "there are no potentials yet whose forces could be checked");
    if (sim->checking || sim->system.atoms.count == 0)
        return MD_OK;
    /* Variables that move a potential must not ask for energies here. */
    bool before = sim->advancing;
    sim->advancing = true;
    enum md_status status = check_all(sim, &settings, error);
    sim->advancing = before;
    return status;
}

static enum md_status check(struct md_sim *sim, const struct md_args *args, struct md_error *error)
{
    static const char *const what[] = {"forces", NULL};
    int which;
    if (md_word_choice(&args->words[0], "what to check", what, &which, error))
        return error->status;
    struct md_args rest = md_args_after(args, 1);
    return md_check_forces(sim, &rest, error);
}

const struct md_command md_commands_check[] = {
    {
        .name = "check",
        .usage = CHECK_USAGE,
        .summary = "compares forces with numerical derivatives of the energy",
        .when = MD_AFTER_BOX,
        .min_words = 1,
        .max_words = -1,
        .execute = check,
        .manual =
            "Strains and shakes copies of the system at random, differentiates the energy of each\n"
            "potential numerically and compares with its forces; then takes single pairs of atoms\n"
            "through all distances up to the cutoff.  Prints the worst component and where it is,\n"
            "and ends the deck with an error when it is beyond the tolerance (1e-7\n"
            "of the largest force).  The system itself stays as it is.  Components within reach\n"
            "of a kink of the energy, such as a cutoff without smoothing, are counted and not\n"
            "judged; what tables differ by is told and not judged, since they interpolate energy "
            "and\n"
            "force apart.  'avimd --check-forces DECK' does this instead of the deck's first run.\n"
            "  configurations N   how many copies (10)\n"
            "  atoms N            how many atoms of each (5)\n"
            "  strain S           largest strain along an axis (0.02)\n"
            "  displacement D     largest displacement; 0: a fiftieth of the spacing (0)\n"
            "  tolerance T        largest error allowed (1e-7)\n"
            "  seed N             of the random numbers (1)",
    },
    {0},
};
