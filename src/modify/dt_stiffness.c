/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix dt/stiffness: every N steps, and when a run begins, a time step from how stiff the potential
 * is where atoms are.  With s_ij the largest eigenvalue of the Hessian of a pair,
 *
 *     k_i = sum_j s_ij,    h = F min_i sqrt(m_i / k_i),
 *
 * since no frequency is above max_i sqrt(k_i / m_i) (Gershgorin, for equal masses).  A step of
 * velocity Verlet conserves, instead of the energy, E + h^2 (v V'' v / 12 - f^2 / (24 m)) + ...,
 * so that the energy errs by some h^2 W / 12 while a collision lasts, which `energy` bounds:
 *
 *     W_i = sum_j (s_ij / 2) |v_i - v_j|^2 + f_i^2 / (2 m_i),    h = min_i sqrt(12 E / W_i).
 *
 * A fast atom meets another potential within one step, so the pairs are also looked at where they
 * will be after the present step.  Only atoms are asked whose speed or force is at least SHARE of
 * the largest: in a cascade these are few, and the fix costs little beside the forces.
 */
#include "modify/styles.h"
#include "modify/travel.h"

#include "force/forces.h"
#include "state/mobility.h"

#include <inttypes.h>
#include <math.h>

#define SHARE 0.1

struct dt_stiffness {
    int64_t every;
    double factor;
    double shortest, longest; /* 0 and INFINITY: none */
    double energy;            /* INFINITY: none */
    struct md_travel travel;  /* INFINITY: none */
    int64_t begun;            /* first step of the run */
    double curvature;         /* the largest k_i of the last time; f_ID */
};

enum { MIN, MAX, TRAVEL, ENERGY };

static enum md_status read_keys(struct dt_stiffness *fix, const struct md_args *args,
                                struct md_error *error)
{
    static const char *const keys[] = {"min", "max", "travel", "energy", NULL};
    static const char *const whats[] = {"shortest time step", "longest time step",
                                        "largest distance in a step", "largest error in a step"};
    double *const target[] = {&fix->shortest, &fix->longest, &fix->travel.distance, &fix->energy};
    enum md_status status = MD_OK;
    for (int at = 2, key; at < args->count && status == MD_OK; at += 2) {
        const struct md_word *word = &args->words[at];
        status = md_word_choice(word, "keyword of fix dt/stiffness", keys, &key, error);
        if (status == MD_OK && at + 1 >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs a value: the %s",
                                word->text, whats[key]);
        if (status == MD_OK)
            status =
                md_word_double(&word[1], whats[key], MD_ABOVE(0.0), INFINITY, target[key], error);
        if (status == MD_OK && key <= MAX && fix->shortest > fix->longest)
            return md_error_set(error, MD_ERR_VALUE, &word[1].place,
                                "the longest time step, %g, is shorter than the shortest, %g",
                                fix->longest, fix->shortest);
    }
    return status;
}

static enum md_status stiffness_create(void *state, const struct md_modify_context *context,
                                       const struct md_args *args, struct md_error *error)
{
    struct dt_stiffness *fix = state;
    (void)context;
    fix->longest = fix->energy = fix->travel.distance = INFINITY;
    enum md_status status = md_args_count(args, 2, -1, md_modifier_dt_stiffness.style.usage, error);
    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix dt/stiffness", 1, MD_STEP_MAX,
                             &fix->every, error);
    if (status == MD_OK)
        status = md_word_double(&args->words[1], "factor", MD_ABOVE(0.0), 2.0, &fix->factor, error);
    return status == MD_OK ? read_keys(fix, args, error) : status;
}

static enum md_status stiffness_begin(void *state, const struct md_modify_context *context,
                                      struct md_error *error)
{
    struct dt_stiffness *fix = state;
    const struct md_potential_use *pair = &context->forces->pair;
    fix->begun = md_clock_step(&context->system->clock);
    if ((md_potential_can(pair->type, pair->state) & MD_CAN_STIFFNESS) == 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, NULL,
                            "fix dt/stiffness needs a bound on the curvature, which %s cannot give",
                            pair->type->style.usage);
    return MD_OK;
}

static int64_t stiffness_next(const void *state, int64_t step)
{
    const struct dt_stiffness *fix = state;
    return step < fix->begun ? fix->begun : (step / fix->every + 1) * fix->every;
}

/* ------------------------------------------------------------------ curvatures */

static double square(const double a[3])
{
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

/* One atom and the potential around it, now and `ahead` later. */
struct place {
    const struct md_system *system;
    const struct md_forces *forces;
    double ahead;
};

/* The curvature of the pair of atom i and a site, and its relative speed, squared. */
static double pair_curvature(const struct place *at, size_t i, int32_t site, double *speed2)
{
    const struct md_atoms *atoms = &at->system->atoms;
    const struct md_neighbors *list = &at->forces->neighbors;
    const struct md_potential_use *pair = &at->forces->pair;
    size_t owner = (size_t)list->owner[site];
    const double *here = &list->site[4 * i], *there = &list->site[4 * (size_t)site];
    int type[2] = {atoms->type[i], atoms->type[owner]};
    double x[2][3], v[3];
    for (int k = 0; k < 3; k++) {
        x[0][k] = here[k];
        x[1][k] = there[k];
        v[k] = atoms->v[i][k] - atoms->v[owner][k];
    }
    struct md_element element = {.count = 2, .x = (const double(*)[3])x, .type = type};
    double now = pair->type->stiffness(pair->state, &element);
    for (int k = 0; k < 3; k++)
        x[0][k] += at->ahead * v[k];
    *speed2 = square(v);
    return fmax(now, pair->type->stiffness(pair->state, &element));
}

/* k_i, and W_i without its last part. */
static void atom_curvature(const struct place *at, size_t i, double *curvature, double *power)
{
    const struct md_neighbors *list = &at->forces->neighbors;
    *curvature = *power = 0.0;
    for (int32_t n = 0; n < list->number[i]; n++) {
        int32_t site = list->partner[i][n];
        double speed2;
        if ((size_t)site == list->atoms + list->ghosts)
            continue;
        double s = pair_curvature(at, i, site, &speed2);
        *curvature += s;
        *power += 0.5 * s * speed2;
    }
}

/* Squares of SHARE of the largest speed and force in the group. */
static void thresholds(const struct md_system *system, uint32_t bit, double *v2, double *f2)
{
    const struct md_atoms *atoms = &system->atoms;
    *v2 = *f2 = 0.0;
    for (size_t i = 0; i < atoms->count; i++) {
        if ((atoms->groups[i] & bit) == 0)
            continue;
        *v2 = fmax(*v2, square(atoms->v[i]));
        *f2 = fmax(*f2, square(atoms->f[i]));
    }
    *v2 *= SHARE * SHARE;
    *f2 *= SHARE * SHARE;
}

/* The longest step that curvatures allow, at most `step`. */
static double stiff_step(struct dt_stiffness *fix, const struct place *at, uint32_t bit,
                         double step)
{
    const struct md_system *system = at->system;
    const struct md_atoms *atoms = &system->atoms;
    double v2, f2;
    thresholds(system, bit, &v2, &f2);
    fix->curvature = 0.0;
    for (size_t i = 0; i < atoms->count; i++) {
        double curvature, power;
        if ((atoms->groups[i] & bit) == 0 || (square(atoms->v[i]) < v2 && square(atoms->f[i]) < f2))
            continue;
        atom_curvature(at, i, &curvature, &power);
        double inverse = md_mobility_inverse(system, i);
        power += 0.5 * inverse * square(atoms->f[i]);
        if (curvature > 0.0)
            step = fmin(step, fix->factor / sqrt(inverse * curvature));
        if (power > 0.0)
            step = fmin(step, sqrt(12.0 * fix->energy / power));
        fix->curvature = fmax(fix->curvature, curvature);
    }
    return step;
}

static enum md_status stiffness_act(void *state, const struct md_modify_context *context,
                                    unsigned *changed, struct md_error *error)
{
    struct dt_stiffness *fix = state;
    struct md_system *system = context->system;
    double step = fix->longest;
    if (context->forces->neighbors.atoms != system->atoms.count)
        return MD_OK; /* another fix changed the atoms just now: the list is not theirs */
    if (fix->travel.distance < INFINITY)
        step = md_travel_step(&fix->travel, system, context->group, step);
    struct place at = {system, context->forces,
                       (double)fix->every * fmin(step, fabs(system->clock.timestep))};
    step = stiff_step(fix, &at, md_group_bit(context->group), step);
    step = fmax(step, fix->shortest);
    if (!(step > 0.0 && step < INFINITY))
        return md_error_set(error, MD_ERR_RUN, NULL,
                            "fix dt/stiffness: at step %" PRId64 " the time step would be %g; "
                            "'min' and 'max' would bound it",
                            md_clock_step(&system->clock), step);
    if (md_travel_set_step(system, step))
        *changed |= MD_CHANGED_TIMESTEP;
    return MD_OK;
}

static enum md_status stiffness_value(const void *state, const struct md_modify_context *context,
                                      int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct dt_stiffness *fix = state;
    (void)context;
    if (i != 0 || j != 0)
        return md_error_set(error, MD_ERR_VALUE, NULL, "fix dt/stiffness has no vector");
    *value = fix->curvature;
    return MD_OK;
}

static enum md_status stiffness_keep(void *state, struct md_archive *archive,
                                     struct md_error *error)
{
    struct dt_stiffness *fix = state;
    return md_archive_doubles(archive, "curvature", &fix->curvature, 1, error);
}

const struct md_modifier md_modifier_dt_stiffness = {
    .style =
        {
            .name = "dt/stiffness",
            .summary = "adapts the time step to the curvature of the potential",
            .usage = "fix ID GROUP dt/stiffness N F [min T] [max T] [travel X] [energy E]",
            .manual =
                "At the first step of a run and every N steps the time step becomes F times the\n"
                "shortest of sqrt(m/k), where k is the sum of the curvatures of an atom's pairs,\n"
                "each taken where the pair is and where it will be after the present step.\n"
                "Velocity Verlet is stable for F < 2 and accurate for F of 0.1 or so.\n"
                "\n"
                "'energy' also bounds the error of the energy that a collision shows while it\n"
                "lasts to a few times E, 'travel' the distance that an atom goes in a step to X, "
                "'min'\n"
                "and 'max' the time step itself.  Only pairs count, of the group's atoms with at\n"
                "least a tenth of the largest speed or force: embedding terms, bonds and external\n"
                "potentials do not.  f_ID is the largest k of the last time.  Not in LAMMPS.",
            .state_size = sizeof(struct dt_stiffness),
        },
    .opens = true,
    .counts_steps = true,
    .create = stiffness_create,
    .begin = stiffness_begin,
    .next = stiffness_next,
    .act = stiffness_act,
    .has_scalar = true,
    .value = stiffness_value,
    .keep = stiffness_keep,
};
